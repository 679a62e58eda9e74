"""The classics, Kuhn Poker and Pig play as they do in OpenSpiel, decision by decision.

A few games of each; `python tests/classics/long_lockstep.py` plays thousands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from lockstep import other, play
from pairs import PAIRS, Pair
from perft import engine_of, sequences

from ludex import rules

GAMES = 20


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_both_play_the_same_games(pair: Pair) -> None:
    decisions = sum(play(pair, seed) for seed in range(GAMES))
    assert decisions >= 2 * GAMES


def test_no_classic_is_forgotten() -> None:
    classics = {name for name, folder in rules.catalogue().items() if folder.parent.name == "classics"}
    assert classics <= {pair.game for pair in PAIRS}


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_a_difference_is_found(pair: Pair) -> None:
    """The comparison is not idle: with one legal move left out there, the same games do not agree."""
    poorer = replace(pair, legal=lambda state: pair.legal(state)[:-1])
    with pytest.raises(AssertionError):
        play(poorer, 0)


def counted_there(state: Any, depth: int) -> int:
    """How many sequences of so many moves OpenSpiel knows from here."""
    if depth == 0 or state.is_terminal():
        return depth == 0
    return sum(counted_there(state.child(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize(("pair", "depth"), [("breakthrough", 2), ("hex", 2), ("dots_and_boxes", 3)])
def test_as_many_ways_to_begin(pair: str, depth: int) -> None:
    """Where nobody has published the counts: what a turn of several moves is does not come up so early."""
    engine = engine_of(pair)
    assert sequences(engine, engine.start(0), depth) == counted_there(other(pair).new_initial_state(), depth) > 400
