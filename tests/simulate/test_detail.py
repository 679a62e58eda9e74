"""A closer look: the same on both engines and any number of workers, in keeping with what matches say, and summed up."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex import simulation
from ludex.detail.ahead import Course, course
from ludex.detail.closely import BATCH, DECISIONS, Enough, closely
from ludex.detail.looking import Look
from ludex.ir.chance import seeded
from ludex.ir.picks import Picks
from ludex.report.sentences import unused
from ludex.simulate.playing import Step
from ludex.simulate.rows import Row
from ludex.simulate.stopping import Stop


def looked(name: str | ludex.Game, games: int, *, workers: int = 1, **more: Any) -> tuple[list[Look], dict[str, Any]]:
    """The looks, with every decision, and what they come to."""
    game = ludex.load(name) if isinstance(name, str) else name
    looks: list[Look] = []
    found = closely(simulation.setting(game, seed=7, **more), games, workers=workers, rows_wanted=True,
                    see=lambda new, details: looks.extend(new))
    assert found.games == found.asked == games == len(looks)
    return looks, found.to_json()


@pytest.mark.parametrize("name", ["pig", "carving_up_china"])
def test_workers_and_engines_change_nothing(name: str) -> None:
    looks, found = looked(name, 9)
    ways: list[dict[str, Any]] = [{"workers": 3}, {"backend": "python"}, {"backend": "native"}]
    for more in ways:
        others, other = looked(name, 9, **more)
        assert [look.met for look in others] == [look.met for look in looks]
        assert [look.row for look in others] == [look.row for look in looks]
        assert other == found


@pytest.mark.parametrize("name", ["carving_up_china", "takenoko"])
def test_decisions_are_those_of_a_match(name: str) -> None:
    """The same game, played in words."""
    game = ludex.load(name)
    looks, found = looked(game, 1)
    [look] = looks
    match, picks = game.start(seed=look.row.seed), Picks(seeded(look.row.seed))
    for met in look.met:
        decision = match.decision
        assert decision is not None
        taken = decision.options[picks.pick(len(decision.options))]
        assert (met.seat, met.kind, met.prompt) == (decision.player, decision.kind, decision.prompt)
        assert (met.options, met.choice) == (len(decision.options), taken.index)
        assert taken.words.startswith(met.words)
        assert met.scores == tuple(match.score(seat) for seat in range(len(match.seats)))
        match.apply(taken)
    result = match.result
    assert result is not None and result.winners == look.row.winners
    assert look.scores[-1] == look.row.scores
    assert found["decisions"] == len(look.met) == look.row.decisions


def test_what_is_summed_is_what_was_seen() -> None:
    looks, found = looked("carving_up_china", 5)
    met = [each for look in looks for each in look.met]
    assert found["branching"]["mean"] == pytest.approx(sum(each.options for each in met) / len(met), abs=1e-6)
    assert found["branching"]["max"] == max(each.options for each in met)
    assert found["branching"]["forced"] == pytest.approx(sum(each.options == 1 for each in met) / len(met), abs=1e-6)
    assert len(found["branching"]["by_progress"]) == 10
    actions = {each["action"]: each for each in found["actions"]}
    assert {name: each["taken"] for name, each in actions.items()} == dict(
        Counter(each.action for each in met if each.kind == "action"))
    assert sum(each["taken"] for each in found["actions"] + found["choices"]) == len(met)
    assert all(each["taken"] <= each["offered"] for each in found["actions"] + found["choices"])
    by_name = {each["name"]: each for each in found["items"]}
    assert by_name["Invasion"]["chosen"] == sum(each.words in ("Invasion", "bid Invasion") for each in met) > 0
    assert by_name["Invasion"]["moved"] == sum(by_name["Invasion"]["into"].values())
    rules = {each["rule"]: each for each in found["rules"]}
    assert rules["drop out"]["games"] == sum(any(each.action == "drop out" for each in look.met) for look in looks)
    assert rules["the last territory"] | {"file": "", "line": 0} == {
        "rule": "the last territory", "sort": "end", "games": 5, "passage": "end.1", "file": "", "line": 0}


def test_rules_that_never_take_part(steps: ludex.Game) -> None:
    """The condition of an action is asked all the time; that is not its use."""
    looks, found = looked(steps, 12, limit=1)
    games = {each["rule"]: each["games"] for each in found["rules"]}
    assert games["draw"] == 0 and games["win"] == sum(look.met[0].action == "win" for look in looks)
    assert [each for each in found["actions"] if not each["taken"]] == [
        {"action": "draw", "offered": 0, "taken": 0, "games": 0}]
    assert found["leads"] is None and found["items"] == []


#: At one decision of the game, and at none that is near to a round number, the modifier holds.
HASTE = """
ludex: 1
game: haste
title: Haste
players: {least: 2, most: 2}
variables:
  steps: {type: 0 to 30, seen by: all}
values:
  stride: {is: 1, modifiers: {haste: {when: steps is 5, add: 1}}}
rounds: {phases: [walking]}
phases:
  walking:
    turns: {from: P1, actions: [go on, win]}
actions:
  go on: {when: steps < 20, do: add stride to steps}
  win: {when: steps >= 20, do: you wins}
"""


def test_a_modifier_that_holds_once_takes_part(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(HASTE, encoding="utf-8")
    _, found = looked(ludex.load(tmp_path), 1)
    assert {each["rule"]: each["games"] for each in found["rules"] if each["sort"] == "modifier"} == {"haste": 1}
    assert unused(found)["rule"] == []


def test_rules_of_other_readings_are_not_missed() -> None:
    game = ludex.load("carving_up_china")
    for reading in ("ever_won", None):
        more = {} if reading is None else {"rulings": {"german_bonus": reading}}
        rules = {each["rule"] for each in looked(game, 2, **more)[1]["rules"]}
        assert ("the German bonus for what was ever won" in rules) == (reading is not None) != ("the German bonus" in rules)


def test_games_that_are_known_are_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    played = simulation.setting(ludex.load("kuhn_poker"), seed=7, agents=["mcts:5", "greedy:1"])
    expected = closely(played, 6).to_json()
    enough = Enough(6, keep=True)
    simulation.simulate(played, 20, see=lambda rows, tally: enough.see(rows))
    assert (enough.games, len(enough.rows)) == (6, 6)
    monkeypatch.setattr(Step, "game", None)
    assert closely(played, 6, known=enough.rows).to_json() == expected


def test_a_look_can_be_stopped() -> None:
    stop = Stop()
    found = closely(simulation.setting(ludex.load("nim"), seed=7), 40, stop=stop, see=lambda looks, details: stop.ask())
    assert (found.games, found.asked) == (BATCH, 40)


def test_games_without_an_answer_are_looked_at_too(steps: ludex.Game) -> None:
    looks, found = looked(steps, 40)
    assert {look.row.ending for look in looks} == {"over", "fault"}
    assert found["decisions"] == sum(look.row.decisions for look in looks)


@pytest.mark.parametrize(("scores", "winners", "lowest", "expected"), [
    # P1, then level, then P1 again: nobody else came to the front.
    ([(0, 0), (1, 0), (1, 1), (2, 1)], (0,), False, (0, 1.0)),
    ([(0, 0), (1, 0), (1, 2), (3, 2), (3, 2)], (0,), False, (2, 0.75)),
    ([(5, 9), (5, 9), (5, 9)], (0,), True, (0, 0.0)),
    ([(0, 0), (1, 1)], (1,), False, (0, 1.0)),  # by a tie-break
    ([(0, 0), (1, 1)], (0, 1), False, (0, None)),
])
def test_who_is_ahead(scores: list[tuple[int, ...]], winners: tuple[int, ...], lowest: bool,
                      expected: tuple[int, float | None]) -> None:
    found = course(scores, winners, lowest)
    assert isinstance(found, Course)
    assert (found.changes, found.settled) == expected
    assert (found.winner_ahead is None) == (len(winners) != 1)


def test_the_parts_of_a_game() -> None:
    found = course([(number, 20 - number) for number in range(21)], (0,), False)
    assert found is not None and found.winner_ahead == (False,) * 6 + (True,) * 5
    assert found.gaps == (20, 16, 12, 8, 4, 0, 4, 8, 12, 16, 20)
    assert found.changes == 1 and found.settled == 0.55


@pytest.mark.parametrize("scores", [[], [(1, 2)], [(), ()], [(1,), (2,)]])
def test_scores_that_say_nothing(scores: list[tuple[int, ...]]) -> None:
    assert course(scores, (0,), False) is None


def test_how_many_games_are_looked_at() -> None:
    """As many as have so many decisions, however they come."""
    rows = [Row(number, "over", DECISIONS // 4) for number in range(9)]
    for size in (1, 2, 9):
        enough = Enough()
        for first in range(0, 9, size):
            enough.see(rows[first:first + size])
        assert enough.games == 4
    long = Enough()
    long.see([Row(0, "over", 3 * DECISIONS), Row(1, "over", 1)])
    assert long.games == 1
    # Once it is enough nothing is added, not even games without a decision.
    long.see([Row(2, "over", 0)] * 9)
    assert long.games == 1
    wanted = Enough(7)
    wanted.see(rows)
    assert (wanted.games, wanted.rows) == (7, [])
    short = Enough()
    short.see([Row(0, "over", 1)] * 5000)
    assert short.games == 1000
