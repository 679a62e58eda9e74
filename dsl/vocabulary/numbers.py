"""Arithmetic, counting and adding up."""

from __future__ import annotations

from collections.abc import Callable

from ludex.dsl import typed
from ludex.dsl.lowering import Lowering
from ludex.dsl.types import Elements, Kind, Number, Type, too_far
from ludex.dsl.vocabulary import handles as h
from ludex.dsl.vocabulary.facets import Bounds, Parts
from ludex.dsl.vocabulary.word import Mismatch, Word
from ludex.ir.arithmetic import bounds
from ludex.ir.builder import Value
from ludex.ir.types import Int

ZERO = Number(0, 0)


def _range(how: str, left: Type, right: Type) -> Number:
    """The type of a result, from the types of two numbers."""
    assert isinstance(left, Number) and isinstance(right, Number)
    found = bounds(how, Int(left.low, left.high), Int(right.low, right.high))
    problem = too_far("result", found.low, found.high)
    if problem is not None:
        raise Mismatch("right", problem)
    return Number(found.low, found.high)


class Plus(Word):
    """The sum of two numbers."""

    phrase = "{left} + {right}"
    sort = "operator"
    level = "sum"
    example = "set pot to pot + 1"
    means = "+"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _range("add", given["left"], given["right"])

    @classmethod
    def tells(cls, value: Bounds, given: Parts) -> dict[str, Bounds]:
        left, right = given.value("left"), given.value("right")
        return {"left": (value[0] - right[1], value[1] - right[0]), "right": (value[0] - left[1], value[1] - left[0])}

    @staticmethod
    def lower(at: Lowering, left: h.Number, right: h.Number) -> Value:
        return at.b.arith("add", left, right)


class Minus(Word):
    """The difference of two numbers. Put spaces around the sign."""

    phrase = "{left} - {right}"
    sort = "operator"
    level = "sum"
    example = "set pot to pot - 1"
    means = "-"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _range("sub", given["left"], given["right"])

    @classmethod
    def tells(cls, value: Bounds, given: Parts) -> dict[str, Bounds]:
        left, right = given.value("left"), given.value("right")
        return {"left": (value[0] + right[0], value[1] + right[1]), "right": (left[0] - value[1], left[1] - value[0])}

    @staticmethod
    def lower(at: Lowering, left: h.Number, right: h.Number) -> Value:
        return at.b.arith("sub", left, right)


class Negative(Word):
    """A number with the other sign."""

    phrase = "- {number}"
    sort = "function"
    example = "set debt to -3"
    means = "negative"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _range("sub", ZERO, given["number"])

    @staticmethod
    def lower(at: Lowering, number: h.AtomNumber) -> Value:
        return at.b.arith("sub", at.b.const(0), number)


class Times(Word):
    """The product of two numbers."""

    phrase = "{left} * {right}"
    sort = "operator"
    level = "product"
    example = "set pot to 2 * 3"
    means = "*"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _range("mul", given["left"], given["right"])

    @staticmethod
    def lower(at: Lowering, left: h.Number, right: h.Number) -> Value:
        return at.b.arith("mul", left, right)


def _quotient(left: Type, right: Type) -> Number:
    """The type of a quotient, rounded down."""
    assert isinstance(right, Number)
    if right.low <= 0:
        raise Mismatch("right", f"{right} may be 0 or less, and nothing can be divided by that")
    return _range("div", left, right)


class DividedDown(Word):
    """The quotient of two numbers, rounded down. There is no division without a rounding."""

    phrase = "{left} divided by {right} rounded down"
    sort = "operator"
    level = "product"
    example = "set pot to 7 divided by 2 rounded down"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _quotient(given["left"], given["right"])

    @staticmethod
    def lower(at: Lowering, left: h.Number, right: h.Number) -> Value:
        return at.b.arith("div", left, right)


class DividedUp(Word):
    """The quotient of two numbers, rounded up."""

    phrase = "{left} divided by {right} rounded up"
    sort = "operator"
    level = "product"
    example = "set pot to 7 divided by 2 rounded up"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _range("sub", ZERO, _quotient(_range("sub", ZERO, given["left"]), given["right"]))

    @staticmethod
    def lower(at: Lowering, left: h.Number, right: h.Number) -> Value:
        zero = at.b.const(0)
        return at.b.arith("sub", zero, at.b.arith("div", at.b.arith("sub", zero, left), right))


#: As many elements as most sets may have; only boards and patterns have more.
MOST = 1000


def as_many(given: Type, size: Callable[[str], int]) -> int:
    """How many elements a set may have."""
    assert isinstance(given, Elements | Kind)
    return max(MOST, size(given.domain))


class CountOf(Word):
    """How many elements a zone or set has."""

    phrase = "count of {set}"
    sort = "function"
    example = "if count of hand > 3:"
    means = "count"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return Number(0, MOST)

    @classmethod
    def sized(cls, type: Type, given: dict[str, Type], size: Callable[[str], int]) -> Type:
        return Number(0, as_many(given["set"], size))

    @classmethod
    def counted(cls, node: typed.Apply, chosen: typed.Chosen) -> bool:
        parts = _parts(node.arguments["set"])
        others = [p for p in parts if not (isinstance(p, typed.Use) and p.local is chosen.local)]
        # A zone has all of what is chosen from one zone in it, or nothing.
        source = chosen.source
        lies = (source,) if isinstance(source, typed.Place) else source.lies if isinstance(source, typed.Apply) else ()
        in_one = lies is not None and [place.every for place in lies] == [False]
        apart = not others or in_one and all(isinstance(part, typed.Place) for part in others)
        return len(others) < len(parts) and apart

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        return given.size("set")

    @classmethod
    def tells(cls, value: Bounds, given: Parts) -> dict[str, Bounds]:
        return {"set": value}

    @staticmethod
    def lower(at: Lowering, set: h.AtomSet) -> Value:
        return at.b.count(set)


class _OfEach(Word):
    """A number from the values of all elements of a set."""

    @classmethod
    def number(cls, given: dict[str, Type]) -> Number:
        """The type of an element's value, which has to be a number."""
        each = given["value"]
        if not isinstance(each, Number):
            raise Mismatch("value", f"a number is needed of each, this is {each}")
        return each


class TotalOf(_OfEach):
    """The sum of a value or attribute over the elements of a set; 0 for none.

    A value of two parameters gets its second after `for`.
    """

    phrase = "total {value} of {set} [for {second}]"
    sort = "function"
    example = "set pot to total rank of hand"
    means = "total"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return cls.number(given)

    @classmethod
    def sized(cls, type: Type, given: dict[str, Type], size: Callable[[str], int]) -> Type:
        each, most = cls.number(given), as_many(given["set"], size)
        low, high = min(0, each.low * most), max(0, each.high * most)
        problem = too_far("total", low, high)
        if problem is not None:
            raise Mismatch("value", problem)
        return Number(low, high)

    @classmethod
    def summed(cls, node: typed.Apply, chosen: typed.Chosen) -> tuple[typed.ToEach, typed.TypedExpr | None] | None:
        value, second = node.arguments["value"], node.arguments.get("second")
        assert isinstance(value, typed.ToEach) and (second is None or isinstance(second, typed.TypedExpr))
        parts = _parts(node.arguments["set"])
        mine = [p for p in parts if isinstance(p, typed.Use) and p.local is chosen.local]
        others = [p for p in parts if p not in mine]
        apart = isinstance(chosen.source, typed.Place) and all(
            isinstance(p, typed.Place) and p.zone is not chosen.source.zone for p in others)
        return (value, second) if len(mine) == 1 and (apart or not others) else None

    @staticmethod
    def lower(at: Lowering, value: h.ValueName, set: h.CloseSet, second: h.Close | None = None) -> Value:
        each = value.type
        assert isinstance(each, Number)
        size = at.scene.program.domains[set.domain].size
        total = at.b.fresh(Int(min(0, each.low * size), max(0, each.high * size)))
        at.b.assign(total, at.b.const(0))
        at.each(set, lambda element: at.b.add_into(total, at.to_each(value, element, second)))
        return total


def _parts(expr: typed.Argument) -> list[typed.Argument]:
    """The sets that a union joins."""
    if isinstance(expr, typed.Apply) and expr.word.unites_sets:
        return [p for argument in expr.arguments.values() for p in _parts(argument)]
    return [expr]


class _Extreme(_OfEach):
    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        each = cls.number(given)
        return Number(min(each.low, 0), max(each.high, 0))

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        low, high = given.value("value")
        return (low, high) if given.size("set")[0] > 0 else (min(low, 0), max(high, 0))


def _best(at: Lowering, how: str, value: typed.ToEach, set: Value, second: Value | None) -> Value:
    each = value.type
    assert isinstance(each, Number)
    best = at.b.fresh(Int(min(each.low, 0), max(each.high, 0)))
    seen = at.b.fresh(Int(0, 1))
    at.b.assign(best, at.b.const(0))
    at.b.assign(seen, at.b.const(0))

    def consider(element: Value) -> None:
        found = at.to_each(value, element, second)
        better = at.b.compare("lt", best, found) if how == "max" else at.b.compare("lt", found, best)
        at.b.branch(at.b.either(better, at.b.negate(seen)), lambda: at.b.assign(best, found))
        at.b.assign(seen, at.b.const(1))

    at.each(set, consider)
    return best


class HighestOf(_Extreme):
    """The greatest value over the elements of a set; 0 for none."""

    phrase = "highest {value} of {set} [for {second}]"
    sort = "function"
    example = "set pot to highest rank of hand"
    means = "highest"

    @staticmethod
    def lower(at: Lowering, value: h.ValueName, set: h.CloseSet, second: h.Close | None = None) -> Value:
        return _best(at, "max", value, set, second)


class LowestOf(_Extreme):
    """The smallest value over the elements of a set; 0 for none."""

    phrase = "lowest {value} of {set} [for {second}]"
    sort = "function"
    example = "set pot to lowest rank of hand"
    means = "lowest"

    @staticmethod
    def lower(at: Lowering, value: h.ValueName, set: h.CloseSet, second: h.Close | None = None) -> Value:
        return _best(at, "min", value, set, second)


class SmallerOf(Word):
    """The smaller of two numbers."""

    phrase = "smaller of {left} and {right}"
    sort = "function"
    example = "set pot to smaller of 3 and pot"
    means = "smaller"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _range("min", given["left"], given["right"])

    @staticmethod
    def lower(at: Lowering, left: h.AtomNumber, right: h.AtomNumber) -> Value:
        return at.b.arith("min", left, right)


class LargerOf(Word):
    """The larger of two numbers."""

    phrase = "larger of {left} and {right}"
    sort = "function"
    example = "set pot to larger of 3 and pot"
    means = "larger"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _range("max", given["left"], given["right"])

    @staticmethod
    def lower(at: Lowering, left: h.AtomNumber, right: h.AtomNumber) -> Value:
        return at.b.arith("max", left, right)


WORDS = (Plus, Minus, Negative, Times, DividedDown, DividedUp, CountOf, TotalOf, HighestOf, LowestOf, SmallerOf,
         LargerOf)
