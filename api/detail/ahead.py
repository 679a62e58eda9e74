"""Who is ahead in the course of a game: how often that changes, and when it is settled.

A seat is ahead if its score is better than that of every other one. Where several have the best score nobody is, and
that changes nothing: only another seat that comes to the front is a change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ludex.ir.record import record
from ludex.simulate.intervals import mean
from ludex.simulate.summary import rounded, spread

#: Into how many parts of equal length a game is cut, whatever it is looked at for.
PARTS = 10
Scores = Sequence[tuple[int, ...]]


@record
class Course:
    """How one game went. `settled` is the share of the game that had been played when its only winner had come to the
    front for good (1 where that was with the very end, or by a tie-break); `winner_ahead` says of each tenth, and of
    the end, whether the later winner was ahead. Both are None for a game without one winner. `gaps` are the distances
    of the best from the next."""

    changes: int
    settled: float | None
    winner_ahead: tuple[bool, ...] | None
    gaps: tuple[int, ...]


def course(scores: Scores, winners: Sequence[int], lowest_wins: bool) -> Course | None:
    """The course of a game from the scores at its decisions and at its end; None where that says nothing."""
    if len(scores) < 2 or any(len(each) < 2 for each in scores):
        return None
    fronts = [front(each, lowest_wins) for each in scores]
    sole = [seat for seat in fronts if seat is not None]
    changes = sum(1 for one, other in pairwise(sole) if one != other)
    marks = [round(part * (len(scores) - 1) / PARTS) for part in range(PARTS + 1)]
    settled, ahead = None, None
    if len(winners) == 1:
        [winner] = winners
        at = len(fronts)
        while at and fronts[at - 1] == winner:
            at -= 1
        settled = min(1.0, at / (len(scores) - 1))
        ahead = tuple(fronts[mark] == winner for mark in marks)
    return Course(changes, settled, ahead, tuple(gap(scores[mark]) if not lowest_wins else
                                                 gap([-score for score in scores[mark]]) for mark in marks))


def front(scores: Sequence[int], lowest_wins: bool) -> int | None:
    """The seat that is ahead of all others, if one is."""
    best = min(scores) if lowest_wins else max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def gap(scores: Sequence[int]) -> int:
    """How far the best is from the next."""
    first, second = sorted(scores, reverse=True)[:2]
    return first - second


def part_of(number: int, count: int) -> int:
    """The part of a game that one of its decisions lies in."""
    return number * PARTS // count


class Courses:
    """Adds up how games went."""

    def __init__(self) -> None:
        self.games = self.decided = 0
        self.changes: Counter[int] = Counter()
        #: In hundredths of the game.
        self.settled: Counter[int] = Counter()
        self.settled_parts: Counter[int] = Counter()
        self.ahead: Counter[int] = Counter()
        self.gaps: list[Counter[int]] = [Counter() for _ in range(PARTS + 1)]

    def add(self, one: Course) -> None:
        """Count one game."""
        self.games += 1
        self.changes[one.changes] += 1
        for gaps, distance in zip(self.gaps, one.gaps, strict=True):
            gaps[distance] += 1
        if one.settled is not None and one.winner_ahead is not None:
            self.decided += 1
            self.settled[round(one.settled * 100)] += 1
            self.settled_parts[min(PARTS - 1, int(one.settled * PARTS))] += 1
            self.ahead.update(part for part, ahead in enumerate(one.winner_ahead) if ahead)

    def to_json(self) -> dict[str, Any] | None:
        """All of it as plain data; None where nothing is scored, or only once all is over."""
        if not any(any(gaps) for gaps in self.gaps[:-1]):
            return None
        settled = spread(self.settled)
        ahead = [rounded(self.ahead[part] / self.decided) for part in range(PARTS + 1)] if self.decided else None
        return {
            "games": self.games, "decided": self.decided,
            "changes": {**(spread(self.changes) or {}),
                        "counts": {str(changes): self.changes[changes] for changes in sorted(self.changes)}},
            "settled": None if settled is None else {name: rounded(value / 100) for name, value in settled.items()},
            "settled_by_part": [self.settled_parts[part] for part in range(PARTS)],
            "winner_ahead": ahead,
            "gap": [rounded(mean(gaps)) for gaps in self.gaps],
        }
