"""What words declare of their values and deeds, for those who follow a game without playing it.

Such a follower knows bounds instead of values: the least and the most that a number can be, an element (its index; none
is -1), a flag, or how many elements a set has. A word gets the bounds of its parts and says those of its value
(`Word.bounds`), or gets the bounds of its value and says what they tell of its parts (`Word.tells`). A statement that
writes a variable says how (`Change`). So the arithmetic of a word stands beside its meaning.
"""

from __future__ import annotations

from typing import Literal, Protocol

from ludex.ir.record import record

#: The least and the most.
Bounds = tuple[int, int]
#: Beyond every number of the language.
FAR = 4_000_000_000


class Parts(Protocol):
    """The parts of a phrase, by parameter, as far as they are known where the phrase stands."""

    def value(self, name: str) -> Bounds:
        """The bounds of a number, an element or a flag; of the name of a value, those that it has of any element."""
        ...

    def size(self, name: str) -> Bounds:
        """How many elements a set has, or the set of an element."""
        ...


@record
class Change:
    """How a statement writes the variable that it names `variable`."""

    #: A number goes up or down, a set grows or shrinks, or all that was there is replaced.
    how: Literal["set", "up", "down", "grow", "shrink"]
    #: The parameter that says what is written, how much is added or taken, or which elements.
    by: str
    #: Whether what goes beyond the bounds of the variable stays at its bound.
    clamped: bool = False

    def after(self, old: Bounds, by: Bounds, holds: Bounds) -> Bounds:
        """The bounds of the variable afterwards, which holds what lies in `holds`; they may be others if it is not
        clamped."""
        match self.how:
            case "set":
                new = by
            case "up":
                new = old[0] + by[0], old[1] + by[1]
            case "down":
                new = old[0] - by[1], old[1] - by[0]
            case "grow":
                new = max(old[0], by[0]), old[1] + by[1]
            case "shrink":
                new = max(0, old[0] - by[1]), old[1]
        return (within(new[0], holds), within(new[1], holds)) if self.clamped else new


def within(number: int, bounds: Bounds) -> int:
    """The nearest number within bounds."""
    return min(max(number, bounds[0]), bounds[1])


def known(holds: bool | None) -> Bounds:
    """The bounds of a condition of which that is known."""
    return (0, 1) if holds is None else (int(holds), int(holds))
