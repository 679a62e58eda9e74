"""Sets: of items in zones, of players, of anything with a finite list."""

from __future__ import annotations

from ludex.dsl import types
from ludex.dsl.lower_filters import narrowed
from ludex.dsl.lowering import Lowering
from ludex.dsl.typed import ToEach
from ludex.dsl.types import Element, Elements, Flag, Number, Type
from ludex.dsl.vocabulary import handles as h
from ludex.dsl.vocabulary.facets import FAR, Bounds, Parts
from ludex.dsl.vocabulary.word import Mismatch, Word
from ludex.ir.builder import Value
from ludex.ir.types import FLAG, Int, Set


def _same(given: dict[str, Type]) -> Type:
    found = types.common(given["left"], given["right"])
    if not isinstance(found, Elements):
        found = Elements(getattr(given["left"], "domain", "")) if found is not None else None
    if found is None:
        raise Mismatch("right", f"{given['left']} and {given['right']} are not sets of one sort")
    return found


class Together(Word):
    """All elements that are in either set. Commonly in parentheses: `total power of (your bid together with cards)`.

    Here and after `without`, `also in`, `meets` and `lies within` a single element stands for the set of it; none
    stands for the empty set.
    """

    phrase = "{left} together with {right}"
    sort = "operator"
    level = "union"
    example = "if count of (hand together with discard) > 3:"
    unites_sets = True

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _same(given)

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("left", "right")

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        left, right = given.size("left"), given.size("right")
        return max(left[0], right[0]), left[1] + right[1]

    @classmethod
    def tells(cls, value: Bounds, given: Parts) -> dict[str, Bounds]:
        left, right = given.size("left"), given.size("right")
        return {"left": (value[0] - right[1], value[1]), "right": (value[0] - left[1], value[1])}

    @staticmethod
    def lower(at: Lowering, left: h.OneOrMore, right: h.OneOrMore) -> Value:
        return at.b.combine("union", left, right)


class Without(Word):
    """The elements of the first set that are not in the second."""

    phrase = "{left} without {right}"
    sort = "operator"
    level = "union"
    example = "if count of (players without leaders) > 0:"
    within = ("left",)

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _same(given)

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("left",)

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        left, right = given.size("left"), given.size("right")
        return max(0, left[0] - right[1]), left[1]

    @staticmethod
    def lower(at: Lowering, left: h.OneOrMore, right: h.OneOrMore) -> Value:
        return at.b.combine("minus", left, right)


class Common(Word):
    """The elements that are in both sets."""

    phrase = "{left} also in {right}"
    sort = "operator"
    level = "union"
    example = "if count of (players also in leaders) > 0:"
    within = ("left", "right")
    lies_in_each = True

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _same(given)

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("left", "right")

    @staticmethod
    def lower(at: Lowering, left: h.OneOrMore, right: h.OneOrMore) -> Value:
        return at.b.combine("meet", left, right)


class _Filter(Word):
    scope = ("test",)

    @classmethod
    def bound(cls, given: dict[str, Type]) -> Type:
        return types.element_of(given["source"])


class Filtered(_Filter):
    """The elements of a set for which a condition holds. Always in parentheses."""

    phrase = "{name} in {source} where {test}"
    sort = "bracketed"
    example = "if count of (card in hand where rank of card > 1) > 0:"
    means = "where"
    within = ("source",)

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return types.set_of(given["source"])

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("source",)

    @staticmethod
    def lower(at: Lowering, name: h.NewName, source: h.Elements, test: h.Condition) -> Value:
        b = at.b
        source, all_of_it = narrowed(at, name, source, test.expr)
        if all_of_it:
            return source
        found = b.fresh(source.type)
        b.assign(found, b.empty(source.domain))

        def consider(element: Value) -> None:
            at.bind(name, element)
            b.branch(test(), lambda: b.assign(found, b.combine("union", found, b.single(element))))

        at.each(source, consider)
        return found


class _Quantifier(_Filter):
    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return Flag()


def _exists(at: Lowering, name: h.NewName, source: Value, test: h.Test, wanted: bool) -> Value:
    """Whether the test gives `wanted` for some element."""
    b = at.b
    if wanted:
        source, all_of_it = narrowed(at, name, source, test.expr)
        if all_of_it:
            return b.compare("ne", source, b.empty(source.domain))
    found = b.fresh(FLAG)
    b.assign(found, b.flag(False))

    def consider(element: Value) -> None:
        at.bind(name, element)
        holds = test()
        b.branch(holds if wanted else b.negate(holds), lambda: b.assign(found, b.flag(True)))

    at.each(source, consider)
    return found


class AnyOf(_Quantifier):
    """Holds when the condition holds for at least one element. A condition with `and` or `or` needs parentheses."""

    phrase = "any {name} in {source} where {test}"
    sort = "test"
    example = "if any card in hand where card is Ace:"
    means = "any"

    @staticmethod
    def lower(at: Lowering, name: h.NewName, source: h.Elements, test: h.Test) -> Value:
        return _exists(at, name, source, test, True)


class NoneOf(_Quantifier):
    """Holds when the condition holds for no element (and so for an empty set)."""

    phrase = "no {name} in {source} where {test}"
    sort = "test"
    example = "if no card in hand where card is Ace:"
    means = "no such"

    @staticmethod
    def lower(at: Lowering, name: h.NewName, source: h.Elements, test: h.Test) -> Value:
        return at.b.negate(_exists(at, name, source, test, True))


class EveryOf(_Quantifier):
    """Holds when the condition holds for all elements (and so for an empty set)."""

    phrase = "every {name} in {source} where {test}"
    sort = "test"
    example = "if every card in hand where card is Ace:"
    means = "every"

    @staticmethod
    def lower(at: Lowering, name: h.NewName, source: h.Elements, test: h.Test) -> Value:
        return at.b.negate(_exists(at, name, source, test, False))


class OnlyOneOf(Word):
    """The single element of a set that has exactly one; anything else is a fault at that moment."""

    phrase = "only one of {set}"
    sort = "function"
    example = "set favourite to only one of (players without leaders)"
    means = "only one"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return types.element_of(given["set"])

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("set",)

    @staticmethod
    def lower(at: Lowering, set: h.CloseSet) -> Value:
        b = at.b
        many = b.compare("ne", b.count(set), b.const(1))
        kept = b.fresh(at.scene.machine(Element(set.domain)))
        b.branch(many, lambda: b.fail("`only one of` was asked of a set that has not exactly one element"))
        b.assign(kept, b.first(set))
        return kept


class FirstOf(Word):
    """The element of a set that comes first in the list of its class, or none if the set is empty.

    It says which one is meant where it makes no difference, such as one of several dice with the same face.
    """

    phrase = "first of {set}"
    sort = "function"
    example = "set favourite to first of (players without leaders)"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        found = types.element_of(given["set"])
        return Element(found.domain, optional=True, many=found.many)

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("set",)

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        least, most = given.size("set")
        return 0 if least else -1, FAR if most else -1

    @classmethod
    def tells(cls, value: Bounds, given: Parts) -> dict[str, Bounds]:
        return {"set": (1, FAR)} if value[0] >= 0 else {"set": (0, 0)} if value[1] < 0 else {}

    @staticmethod
    def lower(at: Lowering, set: h.CloseSet) -> Value:
        return at.b.first(set)


class AllOf(Word):
    """Every item of a component class, wherever it is; every player; every value of an enumeration."""

    phrase = "all {set}"
    sort = "function"
    example = "if count of (all players) > 2:"
    means = "all"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return types.set_of(given["set"])

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        return given.size("set")

    @classmethod
    def tells(cls, value: Bounds, given: Parts) -> dict[str, Bounds]:
        return {"set": value}

    @staticmethod
    def lower(at: Lowering, set: h.CloseSet) -> Value:
        return set


class SetOfOne(Word):
    """The set of one element, to build other sets from."""

    phrase = "just {element}"
    sort = "function"
    example = "set leaders to just you"
    makes_set = True

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        found = given["element"]
        if not isinstance(found, Element):
            raise Mismatch("element", f"{found} is not one element")
        return Elements(found.domain, found.many)

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        return given.size("element")

    @staticmethod
    def lower(at: Lowering, element: h.Close) -> Value:
        return at.b.single(element)


class Combined(Word):
    """All that belongs to any element of a set: the union of a value over the elements.

    The value may be a set, or one element or none: `combined pawn of players` is where all pawns stand. It may be a
    zone, too: `combined stall of fields` is what lies in the stalls of all those fields.
    """

    phrase = "combined {value} of {set} [for {second}]"
    sort = "function"
    example = "if count of combined friends of players > 1:"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        found = given["value"]
        if not isinstance(found, Element | Elements):
            raise Mismatch("value", f"a set is needed of each, this is {found}")
        return Elements(found.domain, found.many)

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("value",)

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        (least, most), each = given.size("set"), given.size("value")
        return each[0] if least else 0, each[1] * most

    @staticmethod
    def lower(at: Lowering, value: h.ValueName, set: h.CloseSet, second: h.Close | None = None) -> Value:
        b = at.b
        assert isinstance(value.type, Element | Elements)
        found = b.fresh(Set(value.type.domain))
        b.assign(found, b.empty(value.type.domain))

        def one(element: Value) -> None:
            given = at.to_each(value, element, second)
            b.assign(found, b.combine("union", found, given if isinstance(value.type, Elements) else b.single(given)))

        at.each(set, one)
        return found


class ThoseWithHighest(Word):
    """The elements of a set that have the greatest value; all of them where several share it."""

    phrase = "those of {set} with highest {value} [for {second}]"
    sort = "function"
    example = "if count of those of hand with highest rank > 1:"
    within = ("set",)

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        if not isinstance(given["value"], Number):
            raise Mismatch("value", f"a number is needed of each, this is {given['value']}")
        return types.set_of(given["set"])

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("set",)

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        least, most = given.size("set")
        return min(least, 1), most

    @staticmethod
    def lower(at: Lowering, set: h.CloseSet, value: h.ValueName, second: h.Close | None = None) -> Value:
        return _those(at, set, value, second, "max")


class ThoseWithLowest(ThoseWithHighest):
    """The elements of a set that have the smallest value; all of them where several share it."""

    phrase = "those of {set} with lowest {value} [for {second}]"
    example = "if count of those of hand with lowest rank > 1:"

    @staticmethod
    def lower(at: Lowering, set: h.CloseSet, value: h.ValueName, second: h.Close | None = None) -> Value:
        return _those(at, set, value, second, "min")


def _those(at: Lowering, source: Value, value: ToEach, second: Value | None, how: str) -> Value:
    """The elements with the best value, in one pass: a better one throws out those before it."""
    b = at.b
    assert isinstance(value.type, Number)
    best, found = b.fresh(Int(value.type.low, value.type.high)), b.fresh(source.type)
    b.assign(best, b.const(value.type.low if how == "max" else value.type.high))
    b.assign(found, b.empty(source.domain))

    def consider(element: Value) -> None:
        mine = at.to_each(value, element, second)
        better = b.compare("lt", best, mine) if how == "max" else b.compare("lt", mine, best)

        def only() -> None:
            b.assign(best, mine)
            b.assign(found, b.single(element))

        b.branch(better, only, lambda: b.branch(b.compare("eq", mine, best), lambda: b.assign(
            found, b.combine("union", found, b.single(element)))))

    at.each(source, consider)
    return found


class EmptySet(Word):
    """The set with nothing in it."""

    phrase = "nobody in {domain}"
    sort = "function"
    example = "set leaders to nobody in players"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return types.set_of(given["domain"])

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        return 0, 0

    @staticmethod
    def lower(at: Lowering, domain: h.CloseSet) -> Value:
        return at.b.empty(domain.domain)


WORDS = (Together, Without, Common, Filtered, AnyOf, NoneOf, EveryOf, OnlyOneOf, FirstOf, AllOf, SetOfOne, Combined,
         ThoseWithHighest, ThoseWithLowest, EmptySet)

