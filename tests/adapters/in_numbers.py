"""Every bundled game at its smallest table, and random play of it in numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludex import rules
from ludex.adapters.play import Play, Table, shared

GAMES = tuple(rules.catalogue())


def table_of(name: str) -> Table:
    """A bundled game for as few players as it takes, read once."""
    return shared(name)


def positions(play: Play, rng: random.Random, most: int) -> Iterator[Play]:
    """The game at each of its first decisions, taken at random."""
    for _ in range(most):
        if play.decider is None:
            return
        yield play
        play.take(*rng.choice(sorted(play.open().items())))
