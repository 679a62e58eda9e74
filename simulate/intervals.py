"""Shares and means with intervals, and what numbers have in the middle: all that is said of counts.

Shares are told as numbers from 0 to 1. An interval is one at 95 %: of twenty such about one misses the true value.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from statistics import NormalDist

from ludex.ir.record import record

#: How sure an interval is.
CONFIDENCE = 0.95


def normal(among: int = 1) -> float:
    """How many standard errors lie on either side, where there are many trials. Of several intervals (`among`) all
    together are as sure as one is alone (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / among)


def student(free: int) -> float:
    """The same for a mean whose spread is known from `free` + 1 numbers, at least two of them."""
    if free == 1:
        return math.tan(math.pi * CONFIDENCE / 2)
    if free == 2:
        return CONFIDENCE * math.sqrt(2 / (1 - CONFIDENCE ** 2))
    # Cornish and Fisher's series; three terms are good to a hundredth.
    return (_Z + (_Z ** 3 + _Z) / (4 * free) + (5 * _Z ** 5 + 16 * _Z ** 3 + 3 * _Z) / (96 * free ** 2)
            + (3 * _Z ** 7 + 19 * _Z ** 5 + 17 * _Z ** 3 - 15 * _Z) / (384 * free ** 3))


_Z = normal()


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


def wilson(hits: float, trials: float) -> Share:
    """The share of trials that are hits, with Wilson's interval, which is honest for few trials and for shares near 0
    and 1 too. Of no trials the share is 0 and may be anything."""
    if trials == 0:
        return Share(0.0, 0.0, 1.0)
    rate, square = hits / trials, _Z * _Z / trials
    middle = (rate + square / 2) / (1 + square)
    half = _Z * math.sqrt(rate * (1 - rate) / trials + square / trials / 4) / (1 + square)
    return Share(rate, 0.0 if hits == 0 else middle - half, 1.0 if hits == trials else middle + half)


def clustered(clusters: Iterable[tuple[int, int]]) -> Share:
    """The share of trials that are hits, of clusters (hits, trials) whose trials hang together.

    It is Wilson's interval for as many trials as the spread between clusters is worth. They are never held to be worth
    more than if they did not hang together, nor less than one trial a cluster.
    """
    known = [(hits, trials) for hits, trials in clusters if trials]
    hits, trials = sum(hits for hits, _ in known), sum(trials for _, trials in known)
    if not trials:
        return wilson(0, 0)
    rate, worth = hits / trials, float(len(known))
    if len(known) > 1 and 0 < rate < 1:
        apart = rate * (1 - rate) * trials
        found = sum((hit - rate * of) ** 2 for hit, of in known) * len(known) / (len(known) - 1)
        worth = min(trials, max(worth, trials * apart / max(found, apart)))
    return wilson(rate * worth, worth)


def mean(counts: Mapping[int, int]) -> float:
    """The mean of numbers that are counted: number -> how often it came up. There is at least one."""
    return sum(number * often for number, often in counts.items()) / sum(counts.values())


def quantile(counts: Mapping[int, int], share: float) -> float:
    """The number below which that share (0 to 1) of all lies; between two numbers, in proportion. There is at least
    one."""
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
