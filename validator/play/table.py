"""What checks by play need from outside: engines for programs, and paper to write games on.

The validator knows the language and the representation. What runs a program, and how a game becomes a record that can
be played again, is handed to it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import field
from typing import Protocol

from ludex.dsl import typed
from ludex.ir.contract import Engine, State
from ludex.ir.graph import Program
from ludex.ir.record import record

#: The most numbers of players that are tried; of more, the smallest and the largest ones.
COUNTS = 5


def counts_of(game: typed.Game) -> list[int]:
    """The numbers of players that are tried."""
    found = list(range(game.least, game.most + 1))
    return found if len(found) <= COUNTS else found[:COUNTS - 2] + found[-2:]


@record
class Line:
    """A game as it was played: by how many, from which seed, and the moves. Where chance was asked, the moves hold the
    elements (or numbers) that it brought, too; others are places in the lists of options."""

    players: int
    seed: int
    moves: tuple[int, ...]
    asking: bool = False
    readings: Mapping[str, str] = field(default_factory=dict)


class Table(Protocol):
    """Where games are played."""

    def program(self, players: int, readings: Mapping[str, str] | None = None) -> Program:
        """The program of the game that is played."""

    def engine(self, program: Program) -> Engine:
        """An engine that plays a program."""

    def record(self, line: Line) -> tuple[str | None, str | None]:
        """A game as a record, which `ludex replay` plays; and in words where the rules break off, which no record can
        hold: a move, or the set-up, in which case there is no record."""

    def redeal(self, engine: Engine, state: State, seat: int | None, rng: random.Random) -> State:
        """A state that a seat cannot tell from this one, with other items where it may not look."""


@record
class Plan:
    """How much to play: games for each number of players, from which seed, positions to explore, decisions of a game
    that counts as without end."""

    games: int = 100
    seed: int = 0
    positions: int = 3_000
    longest: int = 5_000

    @property
    def seeds(self) -> str:
        """The seeds in words."""
        last = self.seed + self.games - 1
        return f"seed {self.seed}" if self.games == 1 else f"seeds {self.seed} to {last}"


__all__ = ["Line", "Plan", "Table", "counts_of"]
