"""Machine types: bounded integers and bit sets over finite domains. There is nothing else.

A domain is a finite list of named elements: the seats, the items of a class, the spaces of a board,
the values of an enumeration. An element is its index; "none" is -1.
"""

from __future__ import annotations

from ludex.ir.record import record

#: Every integer of a program fits a signed 32-bit word; the builder proves it from the bounds.
WORD = 2**31 - 1


@record
class Domain:
    """A finite list of elements. `kinds` gives, for each element, the first element it is interchangeable
    with: two items with the same kind are told apart by no rule."""

    name: str
    elements: tuple[str, ...]
    kinds: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        return len(self.elements)


@record
class Int:
    """An integer from low to high. With a domain it is an element of it (and -1, if allowed, is none)."""

    low: int
    high: int
    domain: str | None = None

    def holds(self, other: Int) -> bool:
        """Whether every value of `other` is a value of this type."""
        return self.low <= other.low and other.high <= self.high


@record
class Set:
    """A set of elements of a domain, one bit an element."""

    domain: str


Type = Int | Set
FLAG = Int(0, 1)
#: None of no domain in particular.
NONE = Int(-1, -1)


def element(domain: Domain, optional: bool = False) -> Int:
    """The type of an element of a domain."""
    return Int(-1 if optional else 0, domain.size - 1, domain.name)


def join(left: Type, right: Type) -> Type:
    """The smallest type that holds both; they are of one sort."""
    if isinstance(left, Set) or isinstance(right, Set):
        assert left == right, (left, right)
        return left
    domain = left.domain if left.domain == right.domain else None
    if NONE in (left, right):
        domain = left.domain or right.domain
    return Int(min(left.low, right.low), max(left.high, right.high), domain)
