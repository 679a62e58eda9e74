"""Changing what is remembered."""

from __future__ import annotations

from ludex.dsl import types
from ludex.dsl.lowering import Lowering
from ludex.dsl.types import Element, Elements, Kind, Nothing, Number, Type
from ludex.dsl.vocabulary import handles as h
from ludex.dsl.vocabulary.facets import Change
from ludex.dsl.vocabulary.word import Mismatch, Word
from ludex.ir.builder import Value


class SetTo(Word):
    """Give a variable a value. A value outside the variable's range is a fault at that moment."""

    phrase = "set {variable} to {value}"
    example = "set pot to 3"
    changes = Change("set", by="value")

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        variable, value = given["variable"], given["value"]
        if isinstance(value, Number) and isinstance(variable, Number) and (
                value.low > variable.high or value.high < variable.low):
            raise Mismatch("value", f"the variable takes {variable}, this is {value}")
        if not types.fits(value, variable):
            raise Mismatch("value", f"the variable takes {variable}, this is {value}")
        return types.Nothing()

    @staticmethod
    def lower(at: Lowering, variable: h.Variable, value: h.Whole) -> None:
        at.write(variable, value)


class _Amount(Word):
    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        if not isinstance(given["variable"], Number):
            raise Mismatch("variable", f"the variable takes {given['variable']}, not a number")
        return types.Nothing()


class AddTo(_Amount):
    """Increase a variable."""

    phrase = "add {amount} to {variable}"
    example = "add 1 to pot"
    changes = Change("up", by="amount")

    @staticmethod
    def lower(at: Lowering, amount: h.Number, variable: h.Variable) -> None:
        at.write(variable, at.b.arith("add", at.read(variable), amount))


class SubtractFrom(_Amount):
    """Decrease a variable."""

    phrase = "subtract {amount} from {variable}"
    example = "subtract 1 from pot"
    changes = Change("down", by="amount")

    @staticmethod
    def lower(at: Lowering, amount: h.Number, variable: h.Variable) -> None:
        at.write(variable, at.b.arith("sub", at.read(variable), amount))


class AddAsFar(_Amount):
    """Increase a variable, but not beyond the most it can be."""

    phrase = "add {amount} to {variable} as far as it goes"
    example = "add 1 to pot as far as it goes"
    changes = Change("up", by="amount", clamped=True)

    @staticmethod
    def lower(at: Lowering, amount: h.Number, variable: h.Variable) -> None:
        _write_within(at, variable, at.b.arith("add", at.read(variable), amount))


class SubtractAsFar(_Amount):
    """Decrease a variable, but not beyond the least it can be."""

    phrase = "subtract {amount} from {variable} as far as it goes"
    example = "subtract 5 from pot as far as it goes"
    changes = Change("down", by="amount", clamped=True)

    @staticmethod
    def lower(at: Lowering, amount: h.Number, variable: h.Variable) -> None:
        _write_within(at, variable, at.b.arith("sub", at.read(variable), amount))


def _write_within(at: Lowering, variable: h.Variable, value: Value) -> None:
    """Write what a variable can hold of a number."""
    bounds = variable.variable.type
    assert isinstance(bounds, Number)
    value = at.b.arith("min", value, at.b.const(bounds.high))
    at.write(variable, at.b.arith("max", value, at.b.const(bounds.low)))


class _Member(Word):
    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        element, variable = given["element"], given["variable"]
        if not isinstance(variable, Elements):
            raise Mismatch("variable", f"the variable takes {variable}, not a set")
        if not types.fits(element, variable) and not types.fits(element, Element(variable.domain)):
            raise Mismatch("element", f"{variable} cannot have {element}")
        return types.Nothing()


class Include(_Member):
    """Put an element, or all elements of a set, into a set that a variable holds."""

    phrase = "include {element} in {variable}"
    example = "include you in leaders"
    changes = Change("grow", by="element")

    @staticmethod
    def lower(at: Lowering, element: h.Members, variable: h.Variable) -> None:
        at.write(variable, at.b.combine("union", at.read(variable), element.value), "gains", element.value)


class Exclude(_Member):
    """Take an element, or all elements of a set, out of a set that a variable holds."""

    phrase = "exclude {element} from {variable}"
    example = "exclude you from leaders"
    changes = Change("shrink", by="element")

    @staticmethod
    def lower(at: Lowering, element: h.Members, variable: h.Variable) -> None:
        at.write(variable, at.b.combine("minus", at.read(variable), element.value), "loses", element.value)


class Let(Word):
    """Give a value a name for what follows. The name keeps the value, whatever changes afterwards."""

    phrase = "let {name} be {value}"
    example = "let most be pot + 1"
    means = "let"

    @classmethod
    def bound(cls, given: dict[str, Type]) -> Type:
        found = given["value"]
        return types.set_of(found) if isinstance(found, Kind) else found

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        if isinstance(given["value"], Nothing):
            raise Mismatch("value", "`none` by itself is nothing to keep")
        return types.Nothing()

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("value",)

    @staticmethod
    def lower(at: Lowering, name: h.NewName, value: h.Whole) -> None:
        kept = at.b.fresh(value.type, name.name)
        at.b.assign(kept, value)
        at.bind(name, kept)


WORDS = (Let, SetTo, AddTo, SubtractFrom, AddAsFar, SubtractAsFar, Include, Exclude)
