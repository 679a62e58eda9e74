"""How much a search may do before it has to say what it has: work, which is the same on every machine, and time.

Work is counted by what a step costs: a decision among hundreds of options as much as many among a few. So a game with
a board ends in the same number of seconds as one with cards, only not as deep. Time is for whoever waits; where it ran
out, the answer says so, because another machine would have come further.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

#: So many options, or outcomes of chance, cost as much as the rest of a step.
CHEAP = 16


class Spent(Exception):
    """There is no work, or no time, left for this part of a search."""


@dataclass(slots=True)
class Effort:
    """What may still be done; `late` once the time has run out."""

    work: int
    seconds: float | None = None
    spent: int = 0
    late: bool = False
    _limit: int = field(init=False)
    _until: float | None = field(init=False)

    def __post_init__(self) -> None:
        self._limit = self.work
        self._until = None if self.seconds is None else time.monotonic() + self.seconds

    def step(self, options: int = 0, outcomes: int = 0) -> None:
        """Pay for a step. Raises `Spent`."""
        self.spent += 1 + (options + outcomes) // CHEAP
        if self._until is not None and not self.late:
            self.late = time.monotonic() > self._until
        if self.late or self.spent > self._limit:
            raise Spent

    @contextmanager
    def part(self, share: float) -> Iterator[None]:
        """A part of a search that may use a share of what is left. It ends, without complaint, where that is used up.
        """
        before = self._limit
        self._limit = self.spent + int(max(0, before - self.spent) * share)
        try:
            yield
        except Spent:
            pass
        finally:
            self._limit = before


__all__ = ["Effort", "Spent"]
