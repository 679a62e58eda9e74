"""Compares games of two rule sets that were played from the same seeds, pair by pair.

A pair of games is equal until the rules first differ in it, so what differs between them comes from the rules and not
from luck: far fewer games show it than two simulations would need that have nothing to do with each other.
"""

from __future__ import annotations

import math
from collections import Counter

from ludex.ir.record import changeable, record
from ludex.simulate.intervals import Share, normal, wilson
from ludex.simulate.rows import Ending, Row


@record
class Shift:
    """A mean of differences, and the interval in which the true one is likely to lie."""

    mean: float
    low: float
    high: float


@changeable
class Differences:
    """Sums of one difference a pair."""

    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0
    absolute: float = 0.0

    def add(self, difference: float) -> None:
        """Count one pair."""
        self.pairs += 1
        self.total += difference
        self.squares += difference * difference
        self.absolute += abs(difference)

    @property
    def shift(self) -> Shift:
        """The mean difference."""
        if not self.pairs:
            return Shift(0.0, 0.0, 0.0)
        mean = self.total / self.pairs
        spread = max(0.0, self.squares / self.pairs - mean * mean)
        half = normal() * math.sqrt(spread / max(1, self.pairs - 1))
        return Shift(mean, mean - half, mean + half)

    @property
    def size(self) -> float:
        """The mean of the differences, whatever their sign."""
        return self.absolute / self.pairs if self.pairs else 0.0


class Pairs:
    """What pairs of games have shown so far."""

    def __init__(self, seats: int) -> None:
        self.games = self.other = self.otherwise = 0
        #: How the games of the second rule set ended.
        self.endings: Counter[Ending] = Counter({"over": 0, "limit": 0, "fault": 0})
        self.length = Differences()
        self.options = Differences()
        self.scores = tuple(Differences() for _ in range(seats))
        self.wins = tuple(Differences() for _ in range(seats))

    def add(self, usual: Row, read: Row) -> None:
        """Count one pair of games of the same seed."""
        self.games += 1
        self.endings[read.ending] += 1
        self.other += usual != read
        self.otherwise += (usual.ending, usual.winners) != (read.ending, read.winners)
        self.length.add(read.decisions - usual.decisions)
        if usual.ending != "over" or read.ending != "over":
            return
        for seat, differences in enumerate(self.wins):
            differences.add((read.winners == (seat,)) - (usual.winners == (seat,)))
        for differences, score, before in zip(self.scores, read.scores, usual.scores, strict=False):
            differences.add(score - before)

    @property
    def differ(self) -> Share:
        """The share of pairs that differ in anything that a row tells."""
        return wilson(self.other, self.games)

    @property
    def winner(self) -> Share:
        """The share of pairs that somebody else wins, or that end otherwise."""
        return wilson(self.otherwise, self.games)

    @property
    def score(self) -> float:
        """How many points a seat's score differs by in a pair, in the mean."""
        return sum(each.size for each in self.scores) / len(self.scores)

    @property
    def favoured(self) -> tuple[int, Shift]:
        """The seat whose share of wins is moved most, and by how much."""
        seat = max(range(len(self.wins)), key=lambda at: (abs(self.wins[at].shift.mean), -at))
        return seat, self.wins[seat].shift
