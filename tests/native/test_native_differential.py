"""The native engine and the reference machine agree on random programs, in every way of running."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_programs import random_program
from side_by_side import FEW, side_by_side

from ludex.ir.graph import Program
from ludex.native import emit, groups
from ludex.native.engine import Engine

#: How many programs are drawn; a long run sets more.
PROGRAMS = 12


@pytest.fixture(autouse=True, scope="module")
def few_steps() -> object:
    """A small budget, so that loops without end are found soon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(emit, "BUDGET", FEW)
        yield


def play_all_ways(number: int) -> Counter[str]:
    program = random_program(random.Random(number))
    engine = Engine(program)

    def make(_: Program) -> Engine:
        return engine

    seen: Counter[str] = Counter()
    for telling, asking, clean in product((False, True), repeat=3):
        seen += side_by_side(program, number, telling, asking, clean, make=make)
    return seen


@settings(max_examples=PROGRAMS, deadline=None)
@given(st.integers(0, 2**32))
def test_random_programs(number: int) -> None:
    play_all_ways(number)


@settings(max_examples=PROGRAMS // 2, deadline=None)
@given(st.integers(0, 2**32))
def test_programs_in_many_groups(number: int) -> None:
    """Where a compiler would take too long, a program is cut into many functions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(groups, "GROUP", 12)
        patch.setattr(groups, "ONE", 12)
        patch.setattr(emit, "ONE", 12)
        play_all_ways(number)


def test_the_comparison_is_not_idle() -> None:
    seen: Counter[str] = Counter()
    for number in range(8):
        seen += play_all_ways(number)
    for what, least in {"states": 60, "events": 30, "faults": 5, "ends": 15, "decisions": 15, "rolls": 15}.items():
        assert seen[what] >= least, seen
