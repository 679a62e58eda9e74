"""Python calls that make no sense: each is told by an error that is documented, and never by one that slipped out."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex import BadStart, BadState, Match, RuleFault, record

#: Values of every kind that is not asked for.
ODD: list[Any] = [None, 7, 1.5, "x", "", [], {}, ..., b"x", True, -1, 10**30, float("nan"), "\0", [["x"]], {1: 2}]


@pytest.fixture(scope="module")
def game() -> ludex.Game:
    return ludex.load("carving_up_china")


@pytest.fixture(scope="module")
def match(game: ludex.Game) -> Match:
    match = game.start(players=3, seed=1)
    for _ in range(5):
        assert match.decision is not None
        match.apply(0)
    return match


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_a_start_that_makes_no_sense(game: ludex.Game, value: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: game.start(rulings={"lead_must_bid": value}),
        lambda: ludex.load("pig").start(parameters={"target": value}),
        lambda: game.start(chance=value), lambda: game.program(value), lambda: game.stage("python", value),
    ]
    if value is not None:
        calls += [lambda: game.start(players=value), lambda: game.start(rulings=value or [1]),
                  lambda: game.start(parameters=value or [1])]
        calls += [] if value in (7, -1, 10**30) and value is not True else [lambda: game.start(seed=value)]
    for number, call in enumerate(calls):
        if (value is None and number in (3, 4)) or (value == 7 and number == 1):
            continue  # the smallest number of players, and a target that there may be
        with pytest.raises(BadStart):
            call()


def test_a_seed_is_one_that_can_be_written_down(game: ludex.Game) -> None:
    for seed in (10**999, -(10**999), 0):
        match = game.start(seed=seed)
        assert game.restore(match.to_json()).hash() == match.hash()
    with pytest.raises(BadStart, match="thousand digits"):
        game.start(seed=10**5000)


@pytest.mark.parametrize("seat", [3, -1, "P1", 1.0, True, [], 10**30], ids=repr)
def test_a_seat_that_there_is_not(match: Match, seat: Any) -> None:
    calls = (match.view, match.log, match.score, lambda seat: match.redeal(seat, random.Random(1)))
    for call in calls:
        with pytest.raises(ValueError, match="there is no seat"):
            call(seat)
    assert match.view(None)["seat"] is None
    assert match.log(None)
    with pytest.raises(ValueError, match="spectator"):
        match.score(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [v for v in ODD if not isinstance(v, str)], ids=repr)
def test_texts_that_are_none(game: ludex.Game, match: Match, value: Any) -> None:
    with pytest.raises(ValueError, match="told in words"):
        match.why_not(value)
    with pytest.raises(BadState, match="a state is a text"):
        game.restore(value)
    for call in (ludex.load, ludex.check, ludex.explain, ludex.replay, ludex.scenario.read,
                 lambda value: record.write(match, value)):
        with pytest.raises(ValueError, match=r"\w"):
            call(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        with pytest.raises(ValueError, match="counted from 0"):
            match.events_since(value)


@pytest.mark.parametrize("value", [v for v in ODD if v != 7], ids=repr)
def test_a_move_that_is_none(match: Match, value: Any) -> None:
    before = match.hash()
    with pytest.raises(ludex.IllegalMove):
        match.apply(value)
    assert match.hash() == before


def test_a_state_with_a_part_missing_or_of_another_kind(match: Match, game: ludex.Game) -> None:
    whole = json.loads(match.to_json())
    for key in whole:
        for value in (None, "x", [], {}, 1.5, True, [[[]]], {"a": {}}):
            if value == whole[key]:
                continue
            with pytest.raises(BadState):
                game.restore(json.dumps({**whole, key: value} if value is not None else
                                        {k: v for k, v in whole.items() if k != key}))
    with pytest.raises(BadState):
        ludex.load("pig").restore(match.to_json())


STUCK = """
ludex: 1
game: stuck
title: Stuck
players: {least: 2, most: 2}
components: {token: {items: [cup, ring]}}
zones:
  bag: {of: token, order: shuffled, starts with: all}
  shelf: {of: token, seen by: all}
rounds: {phases: [play]}
phases:
  play:
    do: |
      draw 1 from bag to shelf
      for P1:
          choose gem from shelf
          move gem to shelf
      P1 wins
"""


def test_a_state_in_which_nothing_is_possible(tmp_path: Path) -> None:
    (tmp_path / "stuck.yaml").write_text(STUCK.lstrip(), encoding="utf-8")
    game = ludex.load(tmp_path / "stuck.yaml")
    for chance in ("auto", "ask"):
        data = json.loads(game.start(seed=1, chance=chance).to_json())
        refused = []
        for at, number in enumerate(data["frames"]):
            if number:
                frames = [*data["frames"][:at], 0, *data["frames"][at + 1:]]
                try:
                    match = game.restore(json.dumps({**data, "frames": frames}))
                except BadState as fault:
                    refused.append(str(fault))
                else:
                    assert match.decision is not None or match.chance is not None
        assert any("play cannot stand like this" in text for text in refused)


# -- what must always hold


def test_an_invariant_stops_play_where_it_does_not_hold(toy: Path) -> None:
    file = toy / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("points of p < 10", "points of p < 1")
    file.write_text(text, encoding="utf-8")
    game = ludex.load(toy)
    match = game.start(seed=3)
    line = next(number for number, line in enumerate(text.splitlines(), 1) if "few points" in line)
    with pytest.raises(RuleFault) as caught:
        for _ in range(100):
            before = match.hash()
            assert match.decision is not None
            match.apply(next((o for o in match.decision.options if o.id == "done"), match.decision.options[0]))
    assert caught.value.invariant == "few points"
    assert (caught.value.passage, caught.value.file, caught.value.line) == ("show.1", file.as_posix(), line)
    assert match.hash() == before
    assert match.decision is not None


def test_an_invariant_is_looked_at_from_the_start_and_in_states(toy: Path) -> None:
    file = toy / "game.yaml"
    text = file.read_text(encoding="utf-8")
    match = ludex.load(toy).start(seed=3)
    file.write_text(text.replace("points of p < 10", "points of p < 0"), encoding="utf-8")
    game = ludex.load(toy)
    with pytest.raises(RuleFault, match="`few points` does not hold"):
        game.start(seed=3)
    data = json.loads(match.to_json()) | {"rules": game.content_hash}
    with pytest.raises(BadState, match="`few points` does not hold"):
        game.restore(json.dumps(data))
