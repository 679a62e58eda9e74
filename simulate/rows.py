"""What a simulation keeps of a game: one row, which follows from the game's seed.

Seats are counted from 0 here, as in the engines; they get their names where rows are written down.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ludex.ir.chance import MASK, STEP, mix, seeded
from ludex.ir.contract import Fault
from ludex.ir.record import record

#: How a game came to an end: by its rules, at the limit of decisions, or because the rules had no answer.
Ending = Literal["over", "limit", "fault"]


@record
class Row:
    """How one game came out. Winners, scores and the end condition are there only for games that are over; `scores` is
    empty where nothing is scored. `fault` is what the rules had no answer to: origin and message. `moves` are the
    places of the options that were taken, if the game was played decision by decision."""

    seed: int
    ending: Ending
    decisions: int
    ended_by: str = ""
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    fault: tuple[int, str] | None = None
    moves: tuple[int, ...] = field(default=(), compare=False)


def game_seeds(seed: int, first: int, count: int) -> list[int]:
    """The seeds of some games of a simulation: those of the games `first` to `first + count - 1`.

    They are spread over all numbers of 63 bits, so that simulations with seeds near to each other share no games.
    """
    start = seeded(seed)
    return [mix(start + STEP * (number + 1) & MASK) >> 1 for number in range(first, first + count)]


def faulty(seed: int, decisions: int, fault: Fault, moves: tuple[int, ...] = ()) -> Row:
    """The row of a game that the rules left without an answer."""
    return Row(seed, "fault", decisions, fault=(fault.origin, fault.message), moves=moves)
