"""The classics, Kuhn Poker and Pig play as they do in OpenSpiel, decision by decision.

A few games of each; `python tests/classics/long_lockstep.py` plays thousands.
"""

from __future__ import annotations

import pytest
from lockstep import play
from pairs import PAIRS, Pair

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
    from dataclasses import replace

    poorer = replace(pair, legal=lambda state: pair.legal(state)[:-1])
    with pytest.raises(AssertionError):
        play(poorer, 0)
