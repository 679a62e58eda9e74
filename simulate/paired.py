"""Compares games of two rule sets that were played from the same seeds, pair by pair.

A pair of games is equal until the rules first differ in it, so what differs between them comes from the rules and not
from luck: far fewer games show it than two simulations would need that have nothing to do with each other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from ludex.ir.record import changeable, record
from ludex.simulate.intervals import Share, normal, student, wilson
from ludex.simulate.rows import Ending, Row


@record
class Shift:
    """By how much something changes in the mean, and the interval in which the true mean is likely to lie; None at its
    ends where too little is known for one."""

    mean: float
    low: float | None
    high: float | None

    @property
    def clear(self) -> bool:
        """Whether it is not to be put down to chance."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


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
        """The mean difference, with Student's interval; 0 without a pair."""
        mean = self.total / self.pairs if self.pairs else 0.0
        if self.pairs < 2:
            return Shift(mean, None, None)
        free = self.pairs - 1
        half = student(free) * math.sqrt(max(0.0, self.squares / self.pairs - mean * mean) / free)
        return Shift(mean, mean - half, mean + half)

    @property
    def size(self) -> float:
        """The mean of the differences, whatever their sign."""
        return self.absolute / self.pairs if self.pairs else 0.0


@changeable
class Turns:
    """In how many pairs something is true of one game and not of the other: `gained` of the second, `lost` of the
    first."""

    pairs: int = 0
    gained: int = 0
    lost: int = 0

    def add(self, before: bool, now: bool) -> None:
        """Count one pair."""
        self.pairs += 1
        self.gained += now and not before
        self.lost += before and not now

    def shift(self, among: int = 1) -> Shift:
        """By how much its share (-1 to 1) is moved. The interval is Bonett and Price's, which is honest for few pairs
        and where all go one way; `among` is how many such intervals are to hold together."""
        mean = (self.gained - self.lost) / self.pairs if self.pairs else 0.0
        gained, lost = ((often + 1) / (self.pairs + 2) for often in (self.gained, self.lost))
        half = normal(among) * math.sqrt((gained + lost - (gained - lost) ** 2) / (self.pairs + 2))
        return Shift(mean, max(-1.0, gained - lost - half), min(1.0, gained - lost + half))


class Pairs:
    """What pairs of games have shown so far. Of length, scores and wins those pairs tell that both came to their end;
    how many seconds games did not, `endings` says."""

    def __init__(self, seats: int) -> None:
        self.games = self.other = self.otherwise = 0
        #: How the games of the second rule set ended.
        self.endings: Counter[Ending] = Counter({"over": 0, "limit": 0, "fault": 0})
        self.length = Differences()
        self.options = Differences()
        self.scores = tuple(Differences() for _ in range(seats))
        self.wins = tuple(Turns() for _ in range(seats))

    def add(self, usual: Row, read: Row) -> None:
        """Count one pair of games of the same seed."""
        self.games += 1
        self.endings[read.ending] += 1
        self.other += _told(usual) != _told(read)
        self.otherwise += _result(usual) != _result(read)
        if usual.ending != "over" or read.ending != "over":
            return
        self.length.add(read.decisions - usual.decisions)
        for seat, turns in enumerate(self.wins):
            turns.add(usual.winners == (seat,), read.winners == (seat,))
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

    def favoured(self, among: int = 1) -> tuple[int, Shift]:
        """The seat whose share of wins is moved most, and by how much. As any of the seats might have been it, its
        interval is as wide as all of theirs together need; `among` is how many pairings are looked through so."""
        shifts = [turns.shift(among * len(self.wins)) for turns in self.wins]
        seat = max(range(len(shifts)), key=lambda at: (abs(shifts[at].mean), -at))
        return seat, shifts[seat]


def strangers(rows: Iterable[Row]) -> float | None:
    """How often two of some games have different winners, or end otherwise, of all that could be taken; None where
    there are no two."""
    results = Counter(map(_result, rows))
    games = results.total()
    if games < 2:
        return None
    return 1 - sum(often * (often - 1) for often in results.values()) / (games * (games - 1))


def _result(row: Row) -> tuple[Ending, tuple[int, ...]]:
    return row.ending, row.winners


def _told(row: Row) -> tuple[object, ...]:
    """What a row says of its game. Two programs number their origins differently, so of a fault it is the message."""
    return (*_result(row), row.decisions, row.ended_by, row.scores, row.fault and row.fault[1])
