"""Replaces pure functions of few inputs by tables.

The inputs of a pure function are its parameters and the fields that it loads at a parameter. Where there are few
combinations, every result is computed beforehand, and the function becomes a lookup: what a card is worth to whom
costs nothing, however many modifiers the rules put on it. A combination in which the function would have no answer
keeps the function as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from ludex.ir.arithmetic import calculate
from ludex.ir.graph import Block, Field, Function, Register, Table
from ludex.ir.ops import (
    Arith,
    Branch,
    Call,
    Combine,
    Compare,
    Const,
    Copy,
    Count,
    First,
    Goto,
    Has,
    Load,
    Logic,
    Lookup,
    Not,
    Op,
    Reg,
    Rest,
    Return,
    Select,
    Shift,
    Single,
    Terminator,
    Tick,
)
from ludex.ir.record import changeable, record
from ludex.ir.registers import written
from ludex.ir.types import Domain, Int, Type

#: The most entries of a table made here.
ENTRIES = 4096
#: The most steps to compute one entry.
STEPS = 2000


@changeable
class Budget:
    """How many operations may still be computed beforehand, in all functions of a program together."""

    left: int = 1_000_000


@record
class _Input:
    """A parameter, or a field loaded at a parameter (or without an index)."""

    type: Int
    field: str | None
    parameter: Reg | None


class NoAnswer(Exception):
    """The function cannot be computed beforehand for some inputs."""


def tabulate(function: Function, fields: dict[str, Field], tables: dict[str, Table], domains: dict[str, Domain],
             budget: Budget | None = None) -> tuple[Function, Table, Domain] | None:
    """The function as a lookup, with its table and the table's domain; None if it has too many inputs, or takes more
    than is left of the budget."""
    if len(function.blocks) < 2:
        return None
    inputs = _inputs(function, fields)
    if inputs is None or not isinstance(function.result, Int):
        return None
    sizes = [i.type.high - i.type.low + 1 for i in inputs]
    total = 1
    for size in sizes:
        total *= size
    if total > ENTRIES:
        return None
    budget = budget or Budget()
    try:
        values = [_compute(function, *_given(inputs, combination), tables, budget)
                  for combination in product(*(range(i.type.low, i.type.high + 1) for i in inputs))]
    except NoAnswer:
        return None
    name = f"all of {function.name}"
    domain = Domain(name, tuple(map(str, range(total))))
    table = Table(name, name, Int(min(values), max(values), function.result.domain), tuple(values))
    return _as_lookup(function, inputs, sizes, table), table, domain


def constant(function: Function, functions: dict[str, Function], tables: dict[str, Table]) -> int | None:
    """The result of a function that depends on nothing; None if it depends on something, or has no answer."""
    try:
        return _compute(function, {}, {}, tables, Budget(), 100 * STEPS, functions)
    except NoAnswer:
        return None


def _inputs(function: Function, fields: dict[str, Field]) -> list[_Input] | None:
    """What the result depends on, or None if that is not of the simple form."""
    found: dict[tuple[str | None, Reg | None], _Input] = {}
    assigned = {w for b in function.blocks for op in b.ops if (w := written(op)) is not None}
    if assigned & set(range(function.parameters)):
        return None
    loaded_at: set[Reg] = set()
    used: set[Reg] = set()
    for op in _ops(function):
        if isinstance(op, Load):
            type = fields[op.field].type
            if not isinstance(type, Int) or op.index is not None and op.index >= function.parameters:
                return None
            if op.index is not None:
                index = function.registers[op.index].type
                if not isinstance(index, Int) or index.low < 0:
                    return None
                loaded_at.add(op.index)
            found.setdefault((op.field, op.index), _Input(type, op.field, op.index))
            continue
        if not isinstance(op, (Arith | Combine | Compare | Const | Copy | Count | First | Has | Logic | Lookup | Not
                               | Rest | Select | Single)):
            return None
        used.update(v for name in ("source", "left", "right", "test", "yes", "no", "index", "element", "set")
                    if isinstance(v := getattr(op, name, None), int))
    for block in function.blocks:
        if isinstance(block.end, Branch):
            used.add(block.end.test)
        elif isinstance(block.end, Return) and block.end.value is not None:
            used.add(block.end.value)
        elif not isinstance(block.end, Goto):
            return None
    for parameter in range(function.parameters):
        if parameter in used:
            type = function.registers[parameter].type
            if not isinstance(type, Int):
                return None
            found[None, parameter] = _Input(type, None, parameter)
    return list(found.values())


def _ops(function: Function) -> Iterator[Op]:
    for block in function.blocks:
        yield from block.ops


#: What is loaded, by field and parameter.
_Loads = dict[tuple[str | None, Reg | None], int]
_NONE: Mapping[str, Function] = {}


def _given(inputs: list[_Input], combination: tuple[int, ...]) -> tuple[dict[Reg, int], _Loads]:
    """The registers of the parameters, and what is loaded, for one combination of inputs."""
    registers: dict[Reg, int] = {}
    loads: _Loads = {}
    for given, value in zip(inputs, combination, strict=True):
        if given.field is None:
            assert given.parameter is not None
            registers[given.parameter] = value
        else:
            loads[given.field, given.parameter] = value
    return registers, loads


def _compute(function: Function, registers: dict[Reg, int], loads: _Loads, tables: dict[str, Table],
             budget: Budget, steps: int = STEPS, functions: Mapping[str, Function] = _NONE) -> int:
    """The result for given inputs. Functions that are called may depend on what they are given alone."""
    block = 0
    for _ in range(steps):
        budget.left -= len(function.blocks[block].ops) + 1
        if budget.left < 0:
            raise NoAnswer
        for op in function.blocks[block].ops:
            if isinstance(op, Call) and op.function in functions:
                given = dict(enumerate(registers[arg] for arg in op.args))
                registers[op.to] = _compute(functions[op.function], given, {}, tables, budget, steps, functions)
            elif not isinstance(op, Tick):
                target = written(op)
                assert target is not None
                registers[target] = step(op, registers, loads, tables)
        end: Terminator = function.blocks[block].end
        if isinstance(end, Return):
            assert end.value is not None
            return registers[end.value]
        if isinstance(end, Branch):
            block = end.yes if registers[end.test] else end.no
        elif isinstance(end, Goto):
            block = end.target
        else:
            break
    raise NoAnswer


def step(op: Op, r: dict[Reg, int], loads: _Loads, tables: dict[str, Table]) -> int:
    match op:
        case Const(value=value):
            return value
        case Copy(source=a):
            return r[a]
        case Load(field=field, index=index) if (field, index) in loads:
            return loads[field, index]
        case Arith(how=how, left=a, right=b):
            if how in ("div", "mod") and r[b] == 0:
                raise NoAnswer
            return calculate(how, r[a], r[b])
        case Compare(how=how, left=a, right=b):
            return int({"eq": r[a] == r[b], "ne": r[a] != r[b], "lt": r[a] < r[b], "le": r[a] <= r[b]}[how])
        case Logic(how=how, left=a, right=b):
            return int(bool(r[a] and r[b])) if how == "and" else int(bool(r[a] or r[b]))
        case Not(source=a):
            return int(not r[a])
        case Select(test=t, yes=a, no=b):
            return r[a] if r[t] else r[b]
        case Lookup(table=table, index=a):
            if r[a] < 0:
                raise NoAnswer
            return tables[table].values[r[a]]
        case Single(element=a):
            return 1 << r[a] if r[a] >= 0 else 0
        case Has(set=a, element=b):
            return r[a] >> r[b] & 1 if r[b] >= 0 else 0
        case Count(set=a):
            return r[a].bit_count()
        case Combine(how=how, left=a, right=b):
            return {"union": r[a] | r[b], "meet": r[a] & r[b], "minus": r[a] & ~r[b]}[how]
        case First(set=a):
            return (r[a] & -r[a]).bit_length() - 1
        case Rest(set=a):
            return r[a] & (r[a] - 1)
        case Shift(set=a, table=table):
            reached = 0
            for element, values in enumerate(tables[table].values):
                reached |= values if r[a] >> element & 1 else 0
            return reached
    raise NoAnswer


def _as_lookup(function: Function, inputs: list[_Input], sizes: list[int], table: Table) -> Function:
    """One block: the place of the inputs in the table, and the lookup."""
    registers = list(function.registers[: function.parameters])
    ops: list[Op] = []
    origin = function.blocks[0].end.origin

    def fresh(type: Type) -> Reg:
        registers.append(Register("", type))
        return len(registers) - 1

    place: Reg | None = None
    span = 1
    for given, size in zip(inputs, sizes, strict=True):
        if given.field is None:
            assert given.parameter is not None
            value = given.parameter
        else:
            value = fresh(given.type)
            ops.append(Load(origin, value, given.field, given.parameter))
        if given.type.low != 0:
            low, moved = fresh(Int(given.type.low, given.type.low)), fresh(Int(0, size - 1))
            ops += [Const(origin, low, given.type.low), Arith(origin, moved, "sub", value, low)]
            value = moved
        span *= size
        if place is None:
            place = value
            if registers[value].type.domain is not None:  # a place in the table is an element of nothing else
                place = fresh(Int(0, size - 1))
                ops.append(Copy(origin, place, value))
            continue
        width, scaled, summed = fresh(Int(size, size)), fresh(Int(0, span - size)), fresh(Int(0, span - 1))
        ops += [Const(origin, width, size), Arith(origin, scaled, "mul", place, width),
                Arith(origin, summed, "add", scaled, value)]
        place = summed
    if place is None:
        place = fresh(Int(0, 0))
        ops.append(Const(origin, place, 0))
    answer = fresh(table.type)
    ops.append(Lookup(origin, answer, table.name, place))
    return replace(function, registers=tuple(registers), result=table.type,
                   blocks=(Block(tuple(ops), Return(origin, answer)),))


