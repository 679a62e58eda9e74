"""Play by the numbers of options: the same as by the options themselves, on either engine."""

from __future__ import annotations

import random
from pathlib import Path
from threading import Thread

import pytest
from steps_game import written

import ludex
from ludex import rules
from ludex.engines import BACKENDS, engine_for
from ludex.ir.contract import NO_REST, Fault
from ludex.ir.steps import Steps

#: Decisions of each game.
DECISIONS = 120


@pytest.mark.parametrize("name", [name for name in rules.catalogue() if name not in ("greater_china", "theatre_war")])
def test_both_engines_come_to_the_same(name: str) -> None:
    program = ludex.load(name).program()
    interpreter, native = engine_for(program), engine_for(program, "native")
    rng, state = random.Random(name), interpreter.start(3)
    python, compiled = interpreter.steps(state), native.steps(state)
    for _ in range(DECISIONS):
        assert python.count == compiled.count == (0 if interpreter.over(state) else len(interpreter.options(state)))
        assert interpreter.canonical(python.state) == native.canonical(compiled.state) == interpreter.canonical(state)
        if not python.count:
            break
        number = rng.randrange(python.count)
        interpreter.choose(state, interpreter.options(state)[number])
        assert python.take(number) == compiled.take(number)


@pytest.fixture(params=BACKENDS)
def nim(request: pytest.FixtureRequest) -> Steps:
    engine = engine_for(ludex.load("nim").program(2), request.param)
    return engine.steps(engine.start(1))


def test_a_copy_goes_its_own_way(nim: Steps) -> None:
    before, other = nim.state, nim.copy()
    assert (other.count, other.state) == (nim.count, before)
    other.take(0)
    assert nim.state == before != other.state
    while nim.count:
        nim.take(nim.count - 1)
    assert nim.engine.over(nim.state) and other.count > 0


def test_the_state_that_is_given_stays(nim: Steps) -> None:
    state = nim.state
    again = nim.engine.steps(state)
    again.take(0)
    assert state == nim.state
    again.state[0] = -5
    assert again.count > 0 and again.state[0] >= 0


def test_every_game_begins_anew(nim: Steps) -> None:
    engine = nim.engine
    first = engine.start(1)
    engine.choose(first, engine.options(first)[0])
    assert engine.start(1) == nim.state != first


@pytest.mark.parametrize("number", [-1, 99])
def test_no_option_has_that_number(nim: Steps, number: int) -> None:
    before = nim.state
    with pytest.raises(IndexError, match=f"options, and no number {number}"):
        nim.take(number)
    assert nim.state == before


def test_nothing_can_be_taken_when_all_is_over(nim: Steps) -> None:
    while nim.count:
        nim.take(0)
    with pytest.raises(IndexError, match="there are 0 options"):
        nim.take(0)
    assert nim.engine.steps(nim.state).count == 0


@pytest.mark.parametrize("backend", BACKENDS)
def test_rules_without_an_answer(tmp_path: Path, backend: str) -> None:
    engine = engine_for(ludex.load(written(tmp_path)).program(2), backend)
    steps = engine.steps(engine.start(1))
    with pytest.raises(Fault) as told:
        for _ in range(4):
            steps.take(0)
    state = engine.start(1)
    with pytest.raises(Fault) as expected:
        for _ in range(4):
            engine.choose(state, engine.options(state)[0])
    assert (told.value.origin, told.value.message) == (expected.value.origin, expected.value.message)


GROWING = """
ludex: 1
game: growing
title: Growing
players: {least: 2, most: 2}
variables: {size: {type: 0 to 9, seen by: all}}
rounds: {phases: [play]}
phases: {play: {turns: {from: P1, actions: [less, more]}}}
actions:
  less: {do: add 6 to size}
  more: {do: add 9 to size}
"""


def test_games_are_played_in_other_threads_than_they_were_made_in(tmp_path: Path) -> None:
    """What a call needs lies with the game: not with the thread that made it, which may be gone."""
    (tmp_path / "game.yaml").write_text(GROWING, encoding="utf-8")
    engine = engine_for(ludex.load(tmp_path).program(2), "native")
    made: list[Steps] = []
    thread = Thread(target=lambda: made.append(engine.steps(engine.start(1))))
    thread.start()
    thread.join()
    first, second = made[0], made[0].copy()
    for steps in (first, second):
        steps.take(0)
    with pytest.raises(Fault, match="would become 15"):
        first.take(1)
    with pytest.raises(Fault, match="would become 12"):
        second.take(0)


LOOPING = """
ludex: 1
game: looping
title: Looping
players: {least: 2, most: 2}
variables: {turn: {type: 0 to 9, seen by: all}}
rounds: {phases: [play]}
phases: {play: {turns: {from: P1, actions: [stay, spin]}}}
actions:
  stay: {do: set turn to 1}
  spin:
    do: |
      repeat until turn > 3:
          set turn to 2
"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_play_that_never_rests(tmp_path: Path, backend: str) -> None:
    """Only the whole text counts every step; the step is taken there once more."""
    (tmp_path / "game.yaml").write_text(LOOPING, encoding="utf-8")
    engine = engine_for(ludex.load(tmp_path).program(2), backend)
    steps = engine.steps(engine.start(1))
    assert steps.take(0) == 2
    with pytest.raises(Fault, match=NO_REST):
        steps.take(1)
