"""Counts rows: what a summary needs, in a room that grows with what differs and not with the number of games."""

from __future__ import annotations

from collections import Counter

from ludex.simulate.intervals import Share, wilson
from ludex.simulate.rows import Ending, Row


class Tally:
    """The counts of the games so far."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.games = self.decisions = 0
        self.endings: Counter[Ending] = Counter()
        #: Games that came to their end, by the seats that won them.
        self.winners: Counter[tuple[int, ...]] = Counter()
        self.lengths: Counter[int] = Counter()
        self.ended_by: Counter[str] = Counter()
        self.scores: tuple[Counter[int], ...] = tuple(Counter() for _ in range(seats))
        #: Faults of the rules, by origin and message; and the seed of the first game with each.
        self.faults: Counter[tuple[int, str]] = Counter()
        self.fault_seeds: dict[tuple[int, str], int] = {}

    def add(self, row: Row) -> None:
        """Count one game."""
        self.games += 1
        self.decisions += row.decisions
        self.endings[row.ending] += 1
        if row.fault is not None:
            self.faults[row.fault] += 1
            self.fault_seeds.setdefault(row.fault, row.seed)
        if row.ending == "over":
            self.winners[row.winners] += 1
            self.lengths[row.decisions] += 1
            self.ended_by[row.ended_by] += 1
            for counts, score in zip(self.scores, row.scores, strict=False):
                counts[score] += 1

    @property
    def finished(self) -> int:
        """How many games came to their end."""
        return self.endings["over"]

    def alone(self, seat: int) -> int:
        """How many games a seat has won alone."""
        return self.winners[seat,]

    def shared(self, seat: int) -> int:
        """How many games a seat has won together with others."""
        return sum(often for winners, often in self.winners.items() if len(winners) > 1 and seat in winners)

    @property
    def ties(self) -> int:
        """How many games ended without one winner: several share it, or nobody has it."""
        return sum(often for winners, often in self.winners.items() if len(winners) != 1)

    def rate(self, seat: int) -> Share:
        """The share of the games that came to their end which a seat has won alone."""
        return wilson(self.alone(seat), self.finished)

    @property
    def half_width(self) -> float:
        """Half the width of the widest interval of a seat's rate."""
        return max(self.rate(seat).half for seat in range(self.seats))
