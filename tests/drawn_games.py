"""Positions to draw: of all bundled games, and of two games in which everything can stand on a board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import ludex

HERE = Path(__file__).resolve().parent / "drawing"
GARDEN, SHED = HERE / "garden.yaml", HERE / "shed.yaml"
#: Names of games, and files of those here.
GAMES = (*ludex.rules.catalogue(), str(GARDEN), str(SHED))


def positions(name: str, decisions: int = 120, every: int = 8, players: int | None = None) -> Iterator[ludex.Match]:
    """Positions of a random game: the first, every few decisions, the last."""
    match = ludex.load(name).start(seed=5, players=players)
    dice = random.Random(name.rpartition("/")[2])
    for number in range(decisions):
        if number % every == 0:
            yield match
        decision = match.decision
        if decision is None:
            break
        match.apply(dice.choice(decision.options))
    yield match
