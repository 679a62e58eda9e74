"""Positions to draw: of all bundled games, and of two games in which everything can stand on a board."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import ludex

HERE = Path(__file__).resolve().parent / "drawing"
GARDEN, SHED = HERE / "garden.yaml", HERE / "shed.yaml"
#: Names of games, and files of those here.
GAMES = (*ludex.rules.catalogue(), str(GARDEN), str(SHED))


@cache
def positions(name: str, decisions: int = 90, every: int = 15) -> tuple[ludex.Match, ...]:
    """Positions of a random game: the first, every few decisions, the last. Not to be played on from."""
    match = ludex.load(name).start(seed=5)
    dice = random.Random(name.rpartition("/")[2])
    found = []
    for number in range(decisions):
        if number % every == 0:
            found.append(match.copy())
        decision = match.decision
        if decision is None:
            break
        match.apply(dice.choice(decision.options))
    return (*found, match)
