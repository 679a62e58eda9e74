"""Conditions: comparing, joining and negating."""

from __future__ import annotations

from ludex.dsl import types
from ludex.dsl.lowering import Lowering
from ludex.dsl.typed import Apply, Argument, Chosen, TypedExpr, Use
from ludex.dsl.types import Element, Elements, Flag, Kind, Nothing, Type
from ludex.dsl.vocabulary import handles as h
from ludex.dsl.vocabulary.facets import FAR, Bounds, Parts, known
from ludex.dsl.vocabulary.word import Mismatch, Word
from ludex.ir.builder import Value
from ludex.ir.types import FLAG, Int, Set


class Truth(Word):
    """A word whose value is yes or no."""

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return Flag()


class Yes(Truth):
    """The condition that always holds; the value of a flag that is set."""

    phrase = "yes"
    sort = "function"
    example = "set open to yes"
    means = "yes"

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        return 1, 1

    @staticmethod
    def lower(at: Lowering) -> Value:
        return at.b.flag(True)


class NotSo(Truth):
    """The condition that never holds; the value of a flag that is not set."""

    phrase = "no"
    sort = "function"
    example = "set open to no"
    means = "no"

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        return 0, 0

    @staticmethod
    def lower(at: Lowering) -> Value:
        return at.b.flag(False)


class NoOne(Word):
    """No element at all: the value of an optional variable that is not set."""

    phrase = "none"
    sort = "function"
    example = "set favourite to none"
    means = "none"

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        return -1, -1

    @staticmethod
    def lower(at: Lowering) -> Value:
        return at.b.const(-1)


class And(Truth):
    """Holds when both conditions hold. The second is not looked at when the first fails."""

    phrase = "{left} and {right}"
    sort = "operator"
    level = "both"
    example = "if open and pot > 0:"
    means = "and"
    conjunction = True

    @staticmethod
    def lower(at: Lowering, left: h.Condition, right: h.Condition) -> Value:
        answer = at.b.fresh(FLAG)
        first = left()
        if first.known is not None:
            return right() if first.known else first
        at.b.assign(answer, first)
        at.b.branch(first, lambda: at.b.assign(answer, right()))
        return answer


class Or(Truth):
    """Holds when at least one of the conditions holds. The second is not looked at when the first holds."""

    phrase = "{left} or {right}"
    sort = "operator"
    level = "either"
    example = "if open or pot > 0:"
    means = "or"

    @staticmethod
    def lower(at: Lowering, left: h.Condition, right: h.Condition) -> Value:
        answer = at.b.fresh(FLAG)
        first = left()
        if first.known is not None:
            return first if first.known else right()
        at.b.assign(answer, first)
        at.b.branch(first, lambda: None, lambda: at.b.assign(answer, right()))
        return answer


class Not(Truth):
    """Holds when the condition does not."""

    phrase = "not {condition}"
    sort = "test"
    example = "if not open:"
    means = "not"

    @staticmethod
    def lower(at: Lowering, condition: h.Test) -> Value:
        return at.b.negate(condition())


def _comparable(given: dict[str, Type]) -> Type:
    left, right = given["left"], given["right"]
    match left, right:
        case (Element(domain=a), Kind(domain=b)) | (Kind(domain=a), Element(domain=b)) if a == b:
            return Flag()
    if isinstance(left, Elements) and isinstance(right, Kind) or isinstance(left, Kind) and isinstance(right, Elements):
        raise Mismatch("right", "a set is not one item; say `contains`")
    if types.common(left, right) is None or isinstance(left, Nothing):
        raise Mismatch("right", f"{left} is compared with {right}")
    return Flag()


def _equal(at: Lowering, left: Value, right: Value) -> Value:
    if isinstance(left.type, Set) and not isinstance(right.type, Set):
        return at.b.has(left, right)
    if isinstance(right.type, Set) and not isinstance(left.type, Set):
        return at.b.has(right, left)
    return at.b.compare("eq", left, right)


class Is(Truth):
    """Holds when both sides are the same number, element, set or flag, or when an item bears a name."""

    phrase = "{left} is {right}"
    sort = "operator"
    level = "comparison"
    example = "if card is Ace:"
    means = "is"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _comparable(given)

    @staticmethod
    def lower(at: Lowering, left: h.Anything, right: h.Anything) -> Value:
        return _equal(at, left, right)


class IsNot(Truth):
    """Holds when the two sides differ."""

    phrase = "{left} is not {right}"
    sort = "operator"
    level = "comparison"
    example = "if card is not Ace:"
    means = "is not"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _comparable(given)

    @staticmethod
    def lower(at: Lowering, left: h.Anything, right: h.Anything) -> Value:
        return at.b.negate(_equal(at, left, right))


class Less(Truth):
    """Holds when the left number is smaller."""

    phrase = "{left} < {right}"
    sort = "operator"
    level = "comparison"
    greater = ("right", "left")
    example = "if pot < 3:"
    means = "<"

    @classmethod
    def threshold(cls, node: Apply) -> tuple[Apply, TypedExpr, bool] | None:
        return _reaches(node, "right", "left", strict=True)

    @staticmethod
    def lower(at: Lowering, left: h.Number, right: h.Number) -> Value:
        return at.b.compare("lt", left, right)


class More(Truth):
    """Holds when the left number is greater."""

    phrase = "{left} > {right}"
    sort = "operator"
    level = "comparison"
    greater = ("left", "right")
    example = "if pot > 3:"
    means = ">"

    @classmethod
    def threshold(cls, node: Apply) -> tuple[Apply, TypedExpr, bool] | None:
        return _reaches(node, "left", "right", strict=True)

    @staticmethod
    def lower(at: Lowering, left: h.Number, right: h.Number) -> Value:
        return at.b.compare("lt", right, left)


class AtMost(Truth):
    """Holds when the left number is smaller or the same."""

    phrase = "{left} <= {right}"
    sort = "operator"
    level = "comparison"
    greater = ("right", "left")
    example = "if pot <= 3:"
    means = "<="

    @classmethod
    def threshold(cls, node: Apply) -> tuple[Apply, TypedExpr, bool] | None:
        return _reaches(node, "right", "left", strict=False)

    @staticmethod
    def lower(at: Lowering, left: h.Number, right: h.Number) -> Value:
        return at.b.compare("le", left, right)


class AtLeast(Truth):
    """Holds when the left number is greater or the same."""

    phrase = "{left} >= {right}"
    sort = "operator"
    level = "comparison"
    greater = ("left", "right")
    example = "if pot >= 3:"
    means = ">="

    @classmethod
    def threshold(cls, node: Apply) -> tuple[Apply, TypedExpr, bool] | None:
        return _reaches(node, "left", "right", strict=False)

    @staticmethod
    def lower(at: Lowering, left: h.Number, right: h.Number) -> Value:
        return at.b.compare("le", right, left)


def _reaches(node: Apply, value: str, bound: str, strict: bool) -> tuple[Apply, TypedExpr, bool] | None:
    summed, limit = node.arguments[value], node.arguments[bound]
    if isinstance(summed, Apply) and isinstance(limit, TypedExpr):
        return summed, limit, strict
    return None


def _is_chosen(set: Argument, chosen: Chosen) -> bool:
    return isinstance(set, Use) and set.local is chosen.local


class IsEmpty(Truth):
    """Holds when a zone or set has nothing in it."""

    phrase = "{set} is empty"
    sort = "operator"
    level = "comparison"
    example = "if deck is empty:"
    means = "empty"

    @classmethod
    def counted(cls, node: Apply, chosen: Chosen) -> bool:
        return _is_chosen(node.arguments["set"], chosen)

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        low, high = given.size("set")
        return known(True if high == 0 else False if low > 0 else None)

    @classmethod
    def tells(cls, value: Bounds, given: Parts) -> dict[str, Bounds]:
        return {"set": (0, 0) if value[0] else (1, FAR)}

    @staticmethod
    def lower(at: Lowering, set: h.Elements) -> Value:
        return at.b.compare("eq", set, at.b.empty(set.domain))


class IsNotEmpty(Truth):
    """Holds when a zone or set has something in it."""

    phrase = "{set} is not empty"
    sort = "operator"
    level = "comparison"
    example = "if deck is not empty:"
    means = "not empty"

    @classmethod
    def counted(cls, node: Apply, chosen: Chosen) -> bool:
        return _is_chosen(node.arguments["set"], chosen)

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        low, high = given.size("set")
        return known(False if high == 0 else True if low > 0 else None)

    @classmethod
    def tells(cls, value: Bounds, given: Parts) -> dict[str, Bounds]:
        return {"set": (1, FAR) if value[0] else (0, 0)}

    @staticmethod
    def lower(at: Lowering, set: h.Elements) -> Value:
        return at.b.compare("ne", set, at.b.empty(set.domain))


class Contains(Truth):
    """Holds when a zone or set has an element; of a name of items, when it has at least one copy."""

    phrase = "{set} contains {element}"
    sort = "operator"
    level = "comparison"
    example = "if discard contains Ace:"
    means = "contains"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        match given["set"], given["element"]:
            case Elements(domain=a), Element(domain=b) | Kind(domain=b) if a == b:
                return Flag()
        raise Mismatch("element", f"{given['set']} cannot contain {given['element']}")

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        return known(False if given.size("set")[1] == 0 else None)

    @classmethod
    def tells(cls, value: Bounds, given: Parts) -> dict[str, Bounds]:
        return {"set": (1, FAR), "element": (0, FAR)} if value[0] else {}

    @staticmethod
    def lower(at: Lowering, set: h.Elements, element: h.Anything) -> Value:
        if isinstance(element.type, Set):
            both = at.b.combine("meet", set, element)
            return at.b.compare("ne", both, at.b.empty(set.domain))
        return at.b.has(set, element)


class _OfTwoSets(Truth):
    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        if not isinstance(types.common(given["left"], given["right"]), Elements):
            raise Mismatch("right", f"{given['left']} and {given['right']} are not sets of one sort")
        return Flag()


class Meets(_OfTwoSets):
    """Holds when two sets have something in common."""

    phrase = "{left} meets {right}"
    sort = "operator"
    level = "comparison"
    example = "if players meets leaders:"
    means = "meets"

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        return known(False if 0 in (given.size("left")[1], given.size("right")[1]) else None)

    @classmethod
    def tells(cls, value: Bounds, given: Parts) -> dict[str, Bounds]:
        return {"left": (1, FAR), "right": (1, FAR)} if value[0] else {}

    @staticmethod
    def lower(at: Lowering, left: h.OneOrMore, right: h.OneOrMore) -> Value:
        return at.b.compare("ne", at.b.combine("meet", left, right), at.b.empty(left.domain))


class LiesWithin(_OfTwoSets):
    """Holds when a set has nothing that is not in another; so it does for the empty set."""

    phrase = "{left} lies within {right}"
    sort = "operator"
    level = "comparison"
    example = "if leaders lies within players:"
    means = "within"

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        left, right = given.size("left"), given.size("right")
        return known(True if left[1] == 0 else False if left[0] > right[1] else None)

    @classmethod
    def tells(cls, value: Bounds, given: Parts) -> dict[str, Bounds]:
        left, right = given.size("left"), given.size("right")
        return {"left": (0, right[1]), "right": (left[0], FAR)} if value[0] else {"left": (1, FAR)}

    @staticmethod
    def lower(at: Lowering, left: h.OneOrMore, right: h.OneOrMore) -> Value:
        return at.b.compare("eq", at.b.combine("minus", left, right), at.b.empty(left.domain))


class RulingIs(Truth):
    """Holds when the table has chosen this reading of a ruling.

    The reading is fixed before the game starts, so whatever depends on another reading is not part of the game.
    """

    phrase = "ruling {ruling} is {reading}"
    sort = "test"
    example = "if ruling draw_first is yes_please:"
    means = "ruling"

    @staticmethod
    def lower(at: Lowering, ruling: h.Ruling, reading: h.Reading) -> Value:
        return at.b.flag(at.scene.readings[ruling] == reading)


class Conditional(Word):
    """One of two values by a condition; the other is not looked at. Always in parentheses."""

    phrase = "if {test} then {yes} else {no}"
    sort = "bracketed"
    example = "set pot to (if open then 2 else 1)"
    means = "either"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        found = types.common(given["yes"], given["no"])
        if found is None:
            raise Mismatch("no", f"one side is {given['yes']}, the other {given['no']}")
        return found

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("yes", "no")

    @staticmethod
    def lower(at: Lowering, test: h.Condition, yes: h.Arm, no: h.Arm) -> Value:
        type = types.common(yes.type, no.type)
        assert type is not None

        def arm(value: Value) -> Value:
            # None by itself belongs to no domain; beside an element it is one of its domain.
            if isinstance(type, Element) and value.type.domain is None:
                return at.b.const(-1, Int(-1, -1, type.domain))
            return value

        holds = test()
        if holds.known is not None:
            return arm(yes.value() if holds.known else no.value())
        chosen = at.b.fresh(at.scene.machine(type))
        at.b.branch(holds, lambda: at.b.assign(chosen, arm(yes.value())), lambda: at.b.assign(chosen, arm(no.value())))
        return chosen


WORDS = (Yes, NotSo, NoOne, And, Or, Not, Is, IsNot, Less, More, AtMost, AtLeast, IsEmpty, IsNotEmpty, Contains,
         Meets, LiesWithin, RulingIs, Conditional)
