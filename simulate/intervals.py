"""Shares with intervals, and what numbers have in the middle: all that is said of counts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist

from ludex.ir.record import record

#: How sure an interval is.
CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@record
class Share:
    """A share of some trials, and the interval in which the true one is likely to lie."""

    rate: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def wilson(hits: int, trials: int) -> Share:
    """The share with Wilson's interval, which is honest for few trials and for shares near 0 and 1 too."""
    if trials == 0:
        return Share(0.0, 0.0, 1.0)
    rate, square = hits / trials, _Z * _Z / trials
    middle = (rate + square / 2) / (1 + square)
    half = _Z * math.sqrt(rate * (1 - rate) / trials + square / trials / 4) / (1 + square)
    return Share(rate, 0.0 if hits == 0 else middle - half, 1.0 if hits == trials else middle + half)


def normal() -> float:
    """How many standard errors lie on either side of a mean, where there are many trials."""
    return _Z


def mean(counts: Mapping[int, int]) -> float:
    """The mean of numbers that are counted: number -> how often it came up."""
    return sum(number * often for number, often in counts.items()) / sum(counts.values())


def quantile(counts: Mapping[int, int], share: float) -> float:
    """The number below which that share of all lies; between two numbers, in proportion."""
    place = (sum(counts.values()) - 1) * share
    ordered = sorted(counts.items())
    low, high = _at(ordered, math.floor(place)), _at(ordered, math.ceil(place))
    return low + (high - low) * (place - math.floor(place))


def _at(ordered: list[tuple[int, int]], place: int) -> int:
    """The number at a place, if all stood in a row."""
    for number, often in ordered:
        if place < often:
            return number
        place -= often
    raise ValueError("there is no such place")
