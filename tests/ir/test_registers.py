"""What operations and terminators say of their registers: by their annotations, and nowhere else."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from ludex.ir import registers
from ludex.ir.ops import OPS, Alternative, Choose, Emit, Guard, Into, Load, Op, Reg, Roll, Store
from ludex.ir.record import record
from ludex.ir.registers import edges, kept_by, map_registers, read, targets, used, written


def made(sort: type[Any]) -> Any:
    """An instance whose numbers are all different."""
    values = {}
    for number, field in enumerate(fields(sort)):
        many = str(field.type).startswith("tuple")
        values[field.name] = (number, number + 50) if many else number
    return sort(**values)


@pytest.mark.parametrize("sort", OPS, ids=lambda sort: sort.__name__)
def test_all_registers_are_mapped_and_nothing_else(sort: type[Op]) -> None:
    op = made(sort)
    moved = map_registers(op, lambda register: register + 100)
    there = {*read(op), *((written(op),) if written(op) is not None else ())}
    after = {*read(moved), *((written(moved),) if written(moved) is not None else ())}
    assert after == {register + 100 for register in there}
    named = {"origin", "how", "value", "field", "table", "function", "kind"}
    assert {f.name for f in fields(sort) if getattr(op, f.name) == getattr(moved, f.name)} == (
        {f.name for f in fields(sort)} & named)


def test_what_is_missing_is_no_register() -> None:
    assert (read(Store(0, "pot", None, 4)), written(Store(0, "pot", None, 4))) == ((4,), None)
    assert (read(Store(0, "pot", 3, 4)), read(Load(0, 1, "pot", None))) == ((3, 4), ())
    assert read(Emit(0, "move", (1, 2), (3,), None)) == (1, 2, 3)
    assert read(Emit(0, "move", (1, 2), (), 4)) == (1, 2, 4)


def test_a_decision_reads_what_its_alternatives_do() -> None:
    way = Alternative("each", "card", "", 7, 1, None, 2, 3, (Guard("fits", (None, 4, 1), 0),), 0)
    assert kept_by(way) == (1, 3, 4)
    choice = Choose(0, 5, "", "", (way, way))
    assert (used(choice), targets(choice), edges(choice)) == ((5, 1, 3, 4), (7,), ((7, 2), (7, 2)))


def test_chance_sets_its_register_on_the_way_on() -> None:
    roll = Roll(0, 1, 2, None, None, 3, 9)
    assert (used(roll), targets(roll), edges(roll)) == ((2, 3), (9,), ((9, 1),))


def test_a_record_must_say_of_each_field_what_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    @record
    class Odd(Op):
        to: Into
        left: Reg
        both: list[Reg]

    monkeypatch.setattr(registers, "_RECORDS", (Odd,))
    with pytest.raises(TypeError, match=r"Odd: nobody knows what \['both'\] hold"):
        registers._annotated(("Reg",))
