"""Who is ahead in the course of a game: how often that changes, and when it is settled.

A seat is ahead if its score is better than that of every other one. Where several have the best score nobody is, and
that changes nothing: only another seat that comes to the front is a change.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ludex.ir.record import record

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
