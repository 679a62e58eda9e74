"""Where numbers go on an axis, what is written there, and how numbers are told."""

from __future__ import annotations

import math
from collections.abc import Mapping

from ludex.ir.record import record

#: Steps between ticks, of any power of ten.
STEPS = (1, 2, 2.5, 5, 10)


@record
class Axis:
    """Numbers from `low` to `high`, over a length that begins at `start`; `ticks` are the round ones among them."""

    low: float
    high: float
    start: float
    length: float
    ticks: tuple[float, ...]

    def at(self, number: float) -> float:
        """The place of a number."""
        return self.start + (number - self.low) / (self.high - self.low) * self.length


def axis(low: float, high: float, start: float, length: float, *, most: int = 6, whole: bool = False,
         snug: bool = False) -> Axis:
    """An axis with a few round numbers. `whole` asks for steps of whole numbers; a `snug` one does not go on to the
    next round number on either side."""
    if high <= low:
        low, high = low - 0.5 * (not whole), low + (1 if whole else 0.5)
    step = step_for(high - low, most, whole)
    if not snug:
        low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return Axis(low, high, start, length, tuple(round(number * step, 10) for number in range(first, last + 1)))


def step_for(span: float, most: int, whole: bool = False) -> float:
    """The smallest round step of which a span has at most so many."""
    power = 10.0 ** math.floor(math.log10(span / most))
    steps = [power * step for step in STEPS if power * step * most >= span - 1e-12 and not (whole and power * step % 1)]
    return max(1.0, steps[0]) if whole else steps[0]


@record
class Bin:
    """Numbers from `low` up to, and not with, `high`, and how many there are."""

    low: float
    high: float
    count: int


def bins(counts: Mapping[int, int], low: int, high: int, most: int = 40) -> list[Bin]:
    """Whole numbers from the lowest to the highest, put together by equal widths where there are many."""
    width = 1 if high - low + 1 <= most else math.ceil(step_for(high - low + 1, most, whole=True))
    first = math.floor(low / width) * width
    found = [0] * ((high - first) // width + 1)
    for number, often in counts.items():
        found[(number - first) // width] += often
    return [Bin(first + at * width, first + (at + 1) * width, count) for at, count in enumerate(found)]


def number(value: float, places: int = 1) -> str:
    """A number as it is told: no more places than it needs."""
    if value == int(value):
        return f"{int(value):,}".replace("-", "−")
    return f"{value:,.{places}f}".replace("-", "−")


def many(count: int, what: str) -> str:
    """So many of something."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def a_game(value: float) -> str:
    """How often something comes up in a game; as many places for all."""
    return f"{value:,.1f} a game" if round(value, 1) else f"{value:.1g} a game"


def percent(share: float, places: int = 1) -> str:
    """A share as it is told; 0 and 100 only where it is nothing and all."""
    if share in (0, 1):
        return f"{share:.0%}"
    told = f"{share * 100:.{places}f}"
    edge = 10.0 ** -places
    if float(told) == 0:
        return f"under {edge:g}%"
    if float(told) == 100:
        return f"over {100 - edge:g}%"
    return f"{told}%"


def short(share: float) -> str:
    """A share on an axis."""
    return f"{share * 100:g}%"
