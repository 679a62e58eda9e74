"""The types of the language, when one fits another, and how they are called when talking to people."""

from __future__ import annotations

from dataclasses import field

from ludex.ir.record import record


@record
class Number:
    """A whole number from low to high."""

    low: int
    high: int

    def __str__(self) -> str:
        if self == NUMBER:
            return "a number"
        return f"the number {self.low}" if self.low == self.high else f"a number from {self.low} to {self.high}"


#: The most players that a game may have.
MOST_PLAYERS = 16
#: Whatever number a value may reach.
NUMBER = Number(-2_000_000_000, 2_000_000_000)


def too_far(what: str, low: int, high: int) -> str | None:
    """What is wrong with something that may be anything between two numbers, if numbers do not reach that far."""
    if NUMBER.low <= low and high <= NUMBER.high:
        return None
    return f"the {what} may go from {low} to {high}, further than numbers reach"


@record
class Flag:
    """Yes or no; a condition."""

    def __str__(self) -> str:
        return "yes or no"


def several(noun: str) -> str:
    """What several of a thing are called where nobody says otherwise."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


@record
class Element:
    """One of a domain: a player, an item of a class, a value of an enumeration; or none, if optional. `many` is its
    plural, where the rules give one."""

    domain: str
    optional: bool = False
    many: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{_a(self.domain)}{' or none' if self.optional else ''}"


@record
class Kind:
    """A name that all copies of an item share."""

    domain: str
    many: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"the name of {_a(self.domain)}"


@record
class Elements:
    """A set over a domain."""

    domain: str
    many: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"a set of {self.many or several(self.domain)}"


@record
class Nothing:
    """The type of `none`, and of effects."""

    def __str__(self) -> str:
        return "none"


@record
class Unknown:
    """The type of something whose declaration has a mistake. No expression has it."""

    def __str__(self) -> str:
        return "something"


Type = Number | Flag | Element | Kind | Elements | Nothing | Unknown


def _a(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def element_of(given: Type) -> Element:
    """What a set is made of; the name of an item is the set of its copies."""
    assert isinstance(given, Elements | Kind)
    return Element(given.domain, many=given.many)


def set_of(given: Type) -> Elements:
    """The type of sets that a set, or the name of an item, belongs to."""
    assert isinstance(given, Elements | Kind)
    return Elements(given.domain, given.many)


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one type can be used where the other is wanted."""
    match given, wanted:
        case (Number(), Number()) | (Flag(), Flag()):
            return True
        case Element(domain=a), Element(domain=b):
            return a == b
        case Nothing(), Element(optional=optional):
            return optional
        case (Elements(domain=a) | Kind(domain=a)), Elements(domain=b):
            return a == b
        case _, Unknown():
            return True
    return given == wanted


def common(left: Type, right: Type) -> Type | None:
    """The type that holds values of both, or None."""
    match left, right:
        case Number(), Number():
            return Number(min(left.low, right.low), max(left.high, right.high))
        case Element(domain=a), Element(domain=b) if a == b:
            return Element(a, left.optional or right.optional, left.many)
        case (Nothing(), Element(domain=a, many=many)) | (Element(domain=a, many=many), Nothing()):
            return Element(a, True, many)
        case (Elements(domain=a) | Kind(domain=a)), (Elements(domain=b) | Kind(domain=b)) if a == b:
            return set_of(left)
    return left if left == right else None
