"""What is known at one point of the rules, and what is left of it where two ways meet.

Things are known by keys, which `keys.py` gives out. For each there may be bounds: of a number, of an element (its
index; none is -1), of a flag, or of how many elements a set has. What is not known is only bounded by its type.
"""

from __future__ import annotations

from dataclasses import field

from ludex.dsl.typed import TypedExpr
from ludex.dsl.vocabulary.facets import FAR, Bounds
from ludex.ir.record import changeable

Key = int
#: A condition that holds (or does not) and whose parts cannot be told yet; and who acts in it.
Later = tuple[TypedExpr, bool, object]

FLAG: Bounds = (0, 1)


@changeable
class State:
    """What is known at one point. States are never changed once they are shared; `copy` first."""

    values: dict[Key, Bounds] = field(default_factory=dict)
    #: Pairs of keys of which the first is at most the second.
    below: frozenset[tuple[Key, Key]] = frozenset()
    later: tuple[Later, ...] = ()

    def copy(self) -> State:
        """A state of its own with the same facts."""
        return State(self.values.copy(), self.below, self.later)

    def same(self, other: State) -> bool:
        """Whether two states know the same."""
        return self.values == other.values and self.below == other.below


def join(left: State | None, right: State | None) -> State | None:
    """What is known where two ways meet; None for a way on which play does not come there."""
    if left is None or right is None or left is right:
        return right if left is None else left
    values: dict[Key, Bounds] = {}
    others = right.values
    for key, bounds in left.values.items():
        other = others.get(key)
        if other is bounds:  # mostly nothing has happened to it on either way
            values[key] = bounds
        elif other is not None:
            values[key] = min(bounds[0], other[0]), max(bounds[1], other[1])
    later = left.later if left.later is right.later else tuple(e for e in left.later if e in right.later)
    return State(values, left.below & right.below, later)


def widen(old: State, new: State) -> State:
    """The new state, with bounds that have moved given up."""
    values = {}
    for key, (low, high) in new.values.items():
        before = old.values.get(key, (low, high))
        bounds = (low if low >= before[0] else -FAR, high if high <= before[1] else FAR)
        if bounds != (-FAR, FAR):
            values[key] = bounds
    return State(values, new.below, new.later)


__all__ = ["FAR", "FLAG", "Bounds", "Key", "Later", "State", "join", "widen"]
