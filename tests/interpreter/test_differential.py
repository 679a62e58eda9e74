"""The engine and the reference machine agree on random programs: states, options, events, chance and faults.

A program follows from a number. Each is played in every way of running: with and without events, with and without
asking for chance, from the engine's own states and from their canonical forms.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_programs import random_program
from side_by_side import FEW, attempt, side_by_side

from ludex.interpreter import translate
from ludex.interpreter.engine import Engine
from ludex.ir import computing
from ludex.ir.contract import Event
from ludex.ir.verify import verify


@pytest.fixture(autouse=True, scope="module")
def few_steps() -> object:
    """A small budget, so that loops without end are found soon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translate, "BUDGET", FEW)
        yield


def play_all_ways(number: int) -> Counter[str]:
    program = random_program(random.Random(number))
    verify(program)
    seen: Counter[str] = Counter()
    for telling, asking, clean in product((False, True), repeat=3):
        seen += side_by_side(program, number, telling, asking, clean)
    return seen


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_random_programs(number: int) -> None:
    play_all_ways(number)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_where_python_would_nest_too_deep(number: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, least in (("DEEPEST", 4), ("MOST_LOOPS", 1), ("LONGEST", 15)):
            patch.setattr(translate, name, least)
        play_all_ways(number)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_short_functions_written_where_they_are_called(number: int) -> None:
    """A program is the same game whether or not short functions are called."""
    inlined = random_program(random.Random(number))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(computing, "INLINE", 0)
        called = random_program(random.Random(number))
    assert inlined.origins == called.origins
    assert trace(Engine(inlined), number) == trace(Engine(called), number)


def trace(engine: Engine, seed: int) -> list[object]:
    """What can be seen of one run."""
    events: list[Event] = []
    rng, seen = random.Random(seed), []
    state, fault = attempt(lambda: engine.start(seed, events))
    for _ in range(25):
        seen.append((fault, list(events)))
        if fault is not None or engine.over(state):
            break
        seen.append((engine.seat(state), engine.options(state)))
        option = rng.choice(engine.options(state))
        _, fault = attempt(lambda o=option: engine.choose(state, o, events))
    return seen


def test_the_comparison_is_not_idle() -> None:
    seen: Counter[str] = Counter()
    for number in range(25):
        seen += play_all_ways(number)
    for what, least in {"states": 200, "events": 200, "faults": 20, "ends": 50, "decisions": 50, "rolls": 50}.items():
        assert seen[what] >= least, seen
