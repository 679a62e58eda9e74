"""A function that became a table gives what it gave before, for all arguments and states."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_programs import random_program
from reference_machine import Machine
from tiny_programs import CARD, CARDS, MAYBE, Tiny, pause

from ludex.ir import fold
from ludex.ir.builder import Builder, Value
from ludex.ir.contract import Fault
from ludex.ir.fold import tabulate
from ludex.ir.graph import Function, Program
from ludex.ir.ops import Lookup
from ludex.ir.types import FLAG, Int, Set, Type
from ludex.ir.verify import verify


def folded(program: Program, name: str) -> Program | None:
    """The program with one function as a table."""
    short = tabulate(program.functions[name], program.fields, program.tables, program.domains)
    if short is None:
        return None
    function, table, domain = short
    again = replace(program, functions=program.functions | {name: function},
                    tables=program.tables | {table.name: table}, domains=program.domains | {domain.name: domain})
    verify(again)
    return again


def agree(program: Program, again: Program, name: str, rng: random.Random, times: int) -> None:
    """Both give the same for random arguments and fields."""
    function = program.functions[name]
    for _ in range(times):
        fields = {f.name: [some(program, f.type, rng) for _ in f.start] for f in program.fields.values()}
        args = tuple(some(program, r.type, rng) for r in function.registers[: function.parameters])
        first, second = Machine(program, fields=fields), Machine(again, fields=fields)
        assert first.evaluate(name, args) == second.evaluate(name, args)


def some(program: Program, type: Type, rng: random.Random) -> int:
    if isinstance(type, Set):
        return rng.randrange(1 << program.domains[type.domain].size)
    return rng.randint(type.low, type.high)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_random_functions(number: int) -> None:
    program, rng = random_program(random.Random(number)), random.Random(number)
    for name in [f.name for f in program.functions.values() if f.pure]:
        again = folded(program, name)
        if again is not None:
            agree(program, again, name, rng, 40)


def tiny() -> Tiny:
    t = Tiny().field("weather", Int(1, 3), 1).field("luck", Int(-2, 4), (0,) * 5, "card").field("pool", CARDS)
    return t.table("power", "card", Int(-3, 9), (-3, 4, 9, 2, 1))


def test_modifiers_become_a_table() -> None:
    def write(b: Builder, card: Value, flag: Value) -> Value:
        power = b.fresh(Int(-20, 30))
        b.assign(power, b.lookup("power", card))
        b.branch(b.both(flag, b.compare("eq", b.load("weather"), b.const(2))), lambda: b.assign(power, b.const(0)))
        b.branch(b.compare("le", b.const(3), b.load("luck", card)), lambda: b.add_into(power, b.const(-7)))
        return power

    program = tiny().pure("strength", [CARD, FLAG], write).main(pause)
    again = folded(program, "strength")
    assert again is not None
    function = again.functions["strength"]
    assert len(function.blocks) == 1 and isinstance(function.blocks[0].ops[-1], Lookup)
    assert len(again.tables["all of strength"].values) == 5 * 2 * 3 * 7
    agree(program, again, "strength", random.Random(1), 500)


def unfolded(write: object, types: list[Type]) -> Function:
    program = tiny().pure("f", types, write).main(pause)  # type: ignore[arg-type]
    assert folded(program, "f") is None
    return program.functions["f"]


def test_what_reads_a_set_stays() -> None:
    def write(b: Builder, card: Value) -> Value:
        found = b.fresh(FLAG)
        b.assign(found, b.has(b.load("pool"), card))
        b.branch(found, lambda: b.assign(found, b.flag(False)))
        return found

    unfolded(write, [CARD])


def test_what_may_have_no_answer_stays() -> None:
    def write(b: Builder, card: Value) -> Value:
        found = b.fresh(Int(-3, 9))
        b.assign(found, b.lookup("power", card))
        b.branch(b.compare("lt", found, b.const(0)), lambda: b.assign(found, b.const(0)))
        return found

    function = unfolded(write, [MAYBE])
    program = tiny().main(pause)
    machine = Machine(replace(program, functions=program.functions | {"f": function}))
    with pytest.raises(Fault):
        machine.evaluate("f", (-1,))


def test_what_changes_its_parameter_or_has_many_inputs_stays() -> None:
    def changes(b: Builder, number: Value) -> Value:
        b.branch(b.compare("eq", number, b.const(1)), lambda: b.assign(number, b.const(0)))
        return number

    def adds(b: Builder, left: Value, right: Value) -> Value:
        found = b.fresh(Int(0, 200))
        b.assign(found, b.arith("add", left, right))
        b.branch(b.compare("eq", left, right), lambda: b.assign(found, b.const(0)))
        return found

    unfolded(changes, [Int(0, 9)])
    unfolded(adds, [Int(0, 99), Int(0, 99)])
    program = tiny().pure("f", [Int(0, 60), Int(0, 60)], adds).main(pause)
    again = folded(program, "f")
    assert again is not None and fold.ENTRIES >= 61 * 61
    agree(program, again, "f", random.Random(2), 200)
