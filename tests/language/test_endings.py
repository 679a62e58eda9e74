"""Who has won, as the rules say it; and how what chance may bring is listed, where items differ by where they lie."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import ludex

GAME = """
ludex: 1
game: ending
title: Ending
players: {least: 2, most: 2}
components:
  card: {items: {Ace: {copies: 2}, King: {}}}
zones:
  hand: {of: card, each: player, seen by: all}
  pile: {of: card, starts with: all, seen by: all}
variables:
  points: {type: 0 to 9, each: player, seen by: all}
setup:
  - do: |
      move first of pile to hand of P1
      move first of pile to hand of P2
      move first of pile to hand of P2
rounds: {phases: [play]}
phases:
  play: {turns: {from: P1, until: points of P1 > 2, actions: [act]}}
actions:
  act:
    do: |
      set your points to 3
      LINE
end:
  early (nobody): {at: end of play, when: "yes"}
scoring: {score: your points, ties: shared}
"""


def ending(folder: Path, line: str, **kwargs: str) -> ludex.Match:
    (folder / "game.yaml").write_text(GAME.replace("LINE", line), encoding="utf-8")
    return ludex.load(folder).start(players=2, seed=1, **kwargs)  # type: ignore[arg-type]


@pytest.mark.parametrize(("line", "winners", "ended_by"), [
    ("move hand of P1 to pile", (0,), "early (nobody)"), ("nobody wins", (), "act"), ("P2 wins", (1,), "act")])
def test_the_name_of_an_end_says_nothing_of_who_wins(line: str, winners: tuple[int, ...], ended_by: str,
                                                     tmp_path: Path) -> None:
    match = ending(tmp_path, line)
    match.apply(0)
    assert match.result is not None
    assert (match.result.winners, match.result.ended_by) == (winners, ended_by)


def test_chance_tells_copies_apart_that_lie_in_different_zones(tmp_path: Path) -> None:
    match = ending(tmp_path, "pick lost at random from hands\n      move lost to pile", chance="ask")
    match.apply(0)
    assert match.chance is not None
    assert {outcome.words: outcome.probability for outcome in match.chance.outcomes} == {
        "Ace in P1's hand": Fraction(1, 3), "Ace in P2's hand": Fraction(1, 3), "King": Fraction(1, 3)}
    match.apply("Ace in P1's hand")
    assert match.view(None)["state"]["pile"]["items"] == ["Ace"]
    assert match.view(None)["state"]["hand"]["P1"]["count"] == 0
