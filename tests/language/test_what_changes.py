"""What changes while play goes on is never settled by how the rules are written: where items lie, whether an action is
legal, which copies can be told apart, which words an option has."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import ludex

GAME = """\
ludex: 1
game: small
title: Small
players: {{least: 2, most: 3}}
enumerations:
  mood: {{values: [glad, decline, done]}}
components:
  card: {{copies: 3, items: [Ace, Queen]}}
zones:
  deck: {{of: card, order: shuffled, starts with: all, when short: draw fewer}}
  hand: {{of: card, each: player, seen by: owner}}
  bid: {{of: card, each: player, seen by: all}}
  discard: {{of: card, seen by: all}}
variables:
  pot: {{type: 0 to 100, seen by: all}}
  favourite: {{type: player or none, seen by: all}}
  leaders: {{type: set of players, seen by: all}}
  {variables}
rounds: {{phases: [play]}}
phases:
  play:
    do: |
{do}
{more}
end: {{over: {{at: end of round, when: pot >= 0}}}}
scoring: {{score: count of your bid, ties: shared}}
"""


def start(folder: Path, do: str, more: str = "", variables: str = "") -> ludex.Match:
    lines = "\n".join(f"      {line}" for line in do.strip("\n").split("\n"))
    (folder / "game.yaml").write_text(GAME.format(do=lines, more=more, variables=variables), encoding="utf-8")
    return ludex.load(folder).start(players=2, seed=3)


def play(match: ludex.Match) -> ludex.Match:
    while match.decision is not None:
        match.apply(0)
    return match


def cards(match: ludex.Match) -> Counter[str]:
    """How often each single card lies anywhere."""
    program, found = match.engine.program, Counter[str]()
    names = program.domains["card"].elements
    for field in program.fields.values():
        if field.role == "zone":
            at = match.engine.layout.fields[field.name]
            size = 1 if field.index is None else program.domains[field.index].size
            for bits in match.state[at:at + size]:
                found.update(name for number, name in enumerate(names) if bits >> number & 1)
    return found


def test_an_item_moved_twice_is_in_one_place(tmp_path: Path) -> None:
    match = play(start(tmp_path, """
for each player from P1:
    draw 3 from deck to hand as got
    choose card from hand
    move card to your bid
    move card to discard
    move got to discard
    move got to your bid
"""))
    assert set(cards(match).values()) == {1}


def test_an_item_moved_in_a_loop_is_in_one_place(tmp_path: Path) -> None:
    match = play(start(tmp_path, """
for P1:
    draw 3 from deck to hand
    choose card from hand
    repeat 2 times:
        move card to discard
        move card to bid of P2
"""))
    assert set(cards(match).values()) == {1}
    assert match.view(None)["state"]["bid"]["P2"]["count"] == 1


def test_a_choice_is_not_looked_at_where_its_condition_fails(tmp_path: Path) -> None:
    match = start(tmp_path, """
for P1:
    take action pay or wait
""", """
actions:
  pay:
    when: favourite is not none
    choose: card from favourite's hand
    do: move card to discard
  wait: {do: add 1 to pot}
""")
    assert match.decision is not None
    assert [option.words for option in match.decision.options] == ["wait"]
    assert play(match).result is not None


def test_copies_that_a_variable_names_are_told_apart(tmp_path: Path) -> None:
    match = start(tmp_path, """
for P1:
    draw 6 from deck to hand
    choose first from hand where first is Ace
    include first in marked
    choose other from hand where other is Ace and not (marked contains other)
    include other in marked
""", variables="marked: {type: set of cards, seen by: all}")
    assert match.decision is not None
    match.apply(0)
    assert match.decision is not None
    assert len(match.decision.options) == 2
    assert len(play(match).view(None)["state"]["marked"]) == 2


def test_a_value_that_is_a_player_stays_one(tmp_path: Path) -> None:
    match = play(start(tmp_path, """
include (rival of P1) in leaders
set favourite to rival of P2
""", """
values:
  rival: {of: {p: player}, is: player after p, modifiers: {turned: {when: p is P2 and pot > 3, set: p}}}
"""))
    assert match.view(None)["state"]["leaders"] == ["P2"]
    assert match.view(None)["state"]["favourite"] == "P1"


def test_an_option_is_not_called_like_an_answer_of_the_language(tmp_path: Path) -> None:
    with pytest.raises(ludex.RuleErrors, match=r"LX321.*`decline`"):
        start(tmp_path, """
for P1:
    you may choose one from (all moods):
        add 1 to pot
""")


def test_offers_in_offers_grow_no_faster_than_they_are_written(tmp_path: Path) -> None:
    def blocks(depth: int) -> int:
        lines, pad = ["for P1:"], "    "
        for _ in range(depth):
            lines += [f"{pad}you may choose p from players:", f"{pad}    add 1 to pot", f"{pad}otherwise:"]
            pad += "    "
        folder = tmp_path / str(depth)
        folder.mkdir()
        match = start(folder, "\n".join([*lines, f"{pad}add 1 to pot"]))
        return len(match.engine.program.functions["main"].blocks)

    four, eight, twelve = (blocks(depth) for depth in (4, 8, 12))
    assert twelve - eight == eight - four


def test_a_number_that_is_0_or_1_is_shown_as_a_number(tmp_path: Path) -> None:
    match = start(tmp_path, "add 1 to tally\nset lit to yes\nroll coin from 0 to 1", variables=(
        "tally: {type: 0 to 1, seen by: all}\n  lit: {type: flag, seen by: all}"))
    told = {event.text for event in match.events}
    assert {"tally becomes 1", "lit becomes yes"} <= told
    assert told & {"the game rolls 0", "the game rolls 1"}
    state = match.view(None)["state"]
    assert (state["tally"], state["lit"]) == (1, True)
    assert not isinstance(state["tally"], bool)


TAKE = """\
actions:
  take:
    choose:
      - card from your hand
      - other from discard where other is not card
    do: |
      move card to your hidden pile
      move other to your hidden pile
"""


def test_each_end_of_a_move_tells_who_may_know_what_is_moved(tmp_path: Path) -> None:
    """However much has been looked at before, a card out of an open pile is told to all, one out of a hand is not;
    that they are moved together changes nothing."""
    pile = "\nzones:\n  hidden pile: {of: card, each: player, seen by: owner}\n"
    deal = "draw 1 from deck to P1's hand\ndraw 5 from deck to discard\nfor P1:\n"
    for number, (do, more) in enumerate([
        ("    take action take", TAKE),
        ("    move (hand together with discard) to your hidden pile", ""),
        ("    move (card in (hand together with discard) where card is Ace or card is Queen) to your hidden pile", ""),
        ("    choose any number of things from (hand together with discard) where count of things is 6\n"
         "    move things to your hidden pile", ""),
    ]):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "piles.yaml").write_text(pile, encoding="utf-8")
        match = play(start(tmp_path / str(number), deal + do, more))
        told = [text for text in match.log(1) if "hidden pile" in text]
        assert [text.startswith("P1 moves 1 card from P1's hand to") for text in told] == [True, False], do
        assert told[1].endswith(" from discard to P1's hidden pile"), do
        assert " card" not in told[1], do
        own = [text for text in match.log(0) if "hidden pile" in text]
        assert own[1] == told[1]
        assert " card" not in own[0], do


def test_what_lies_in_the_target_already_is_not_moved(tmp_path: Path) -> None:
    match = play(start(tmp_path, "draw 1 from deck to discard\nshuffle all cards into deck\n"
                                 "shuffle all cards into deck"))
    assert [text for text in match.log(None) if "shuffles" in text] == [
        f"the game shuffles {card} from discard to deck" for card in ("Ace", "Queen")
        if any(card in text for text in match.log(None))]
    assert sum(cards(match).values()) == 6
