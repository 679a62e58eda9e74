"""Writes operations, one after another. What can be known beforehand is not written at all: constants are folded, what
the bounds of registers decide is decided, and short functions are written where they are called.

A `Value` is a register with its type and, where it is known, its constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from ludex.ir.arithmetic import bounds, calculate, compare, decided
from ludex.ir.graph import Field, Function, Origin, Program, Register, Table
from ludex.ir.ops import (
    Arith,
    Call,
    Combine,
    Compare,
    Const,
    Copy,
    Count,
    Distinct,
    First,
    Has,
    Load,
    Logic,
    Lookup,
    Not,
    Op,
    Reg,
    Return,
    Select,
    Shift,
    Single,
    Store,
)
from ludex.ir.record import record
from ludex.ir.registers import map_registers, written
from ludex.ir.types import FLAG, WORD, Domain, Int, Set, Type, join

#: A function of one block and no more operations than this is written where it is called.
INLINE = 12


#: The most operations of a program.
MOST_OPS = 100_000


class TooLarge(Exception):
    """A program would have more than `MOST_OPS` operations; `origin` is where most of them come from."""

    def __init__(self, origin: int) -> None:
        super().__init__(origin)
        self.origin = origin


@record
class Value:
    """A register, its type, and its value where that is known beforehand."""

    reg: Reg
    type: Type
    known: int | None = None

    @property
    def low(self) -> int:
        assert isinstance(self.type, Int), self.type
        return self.type.low

    @property
    def high(self) -> int:
        assert isinstance(self.type, Int), self.type
        return self.type.high

    @property
    def domain(self) -> str:
        assert self.type.domain is not None, self.type
        return self.type.domain


class ProgramBuilder:
    """Collects the parts of a program."""

    def __init__(self, name: str, seats: int) -> None:
        self.name = name
        self.seats = seats
        self.domains: dict[str, Domain] = {}
        self.fields: dict[str, Field] = {}
        self.tables: dict[str, Table] = {}
        self.functions: dict[str, Function] = {}
        self._origins: dict[Origin, int] = {}
        self._sizes: dict[int, int] = {}
        self._left = MOST_OPS

    def grow(self, origin: int) -> None:
        """Note one more operation. Raises `TooLarge`."""
        self._sizes[origin] = self._sizes.get(origin, 0) + 1
        self._left -= 1
        if self._left < 0:
            raise TooLarge(max(self._sizes, key=lambda one: self._sizes[one]))

    def origin(self, origin: Origin) -> int:
        return self._origins.setdefault(origin, len(self._origins))

    def table(self, name: str, index: str, type: Type, values: Sequence[int]) -> str:
        self.tables.setdefault(name, Table(name, index, type, tuple(values)))
        return name

    def build(
        self,
        scores: Sequence[str] = (),
        invariants: dict[str, str] | None = None,
        ties: Literal["shared", "nobody wins", "impossible"] = "shared",
        best: Literal["highest", "lowest"] = "highest",
    ) -> Program:
        return Program(
            self.name, self.seats, self.domains, self.fields, self.tables, self.functions,
            tuple(self._origins), tuple(scores), invariants or {}, ties, best,
        )


class Computing:
    """Computes values in one function. `origin` is set by whoever lowers, before each piece."""

    def __init__(self, program: ProgramBuilder, name: str, pure: bool) -> None:
        self.program = program
        self.name = name
        self.pure = pure
        self.origin = 0
        self._registers: list[Register] = []
        self._parameters = 0
        self._ops: list[list[Op]] = [[]]
        self._here = 0
        #: How often a zone has been written or a procedure entered so far.
        self.changes = 0
        #: How many procedures have been entered so far.
        self.enters = 0

    # -- registers

    def parameter(self, name: str, type: Type) -> Value:
        assert self._parameters == len(self._registers), "parameters come first"
        self._parameters += 1
        return self.fresh(type, name)

    def fresh(self, type: Type, name: str = "") -> Value:
        """A register of its own, to be assigned."""
        self._registers.append(Register(name, type))
        return Value(len(self._registers) - 1, type)

    @property
    def registers(self) -> int:
        """How many registers there are so far."""
        return len(self._registers)

    def register(self, number: Reg) -> Value:
        """An existing register."""
        return Value(number, self._registers[number].type)

    def assign(self, target: Value, source: Value) -> None:
        self.add(Copy(self.origin, target.reg, source.reg))

    def add(self, op: Op) -> None:
        """Write an operation as it is."""
        self.program.grow(op.origin)
        self._ops[self._here].append(op)

    # -- numbers

    def const(self, value: int, type: Type | None = None) -> Value:
        made = self.fresh(type or Int(value, value))
        self.add(Const(self.origin, made.reg, value))
        return replace(made, known=value)

    def flag(self, value: bool) -> Value:
        return self.const(int(value), FLAG)

    def arith(self, how: Literal["add", "sub", "mul", "div", "mod", "min", "max"], a: Value, b: Value,
              bound: Int | None = None) -> Value:
        """Arithmetic. `bound` is a tighter bound that the caller has proved."""
        if a.known is not None and b.known is not None and not (how in ("div", "mod") and b.known == 0):
            return self.const(calculate(how, a.known, b.known))
        if how in ("add", "sub") and b.known == 0:
            return a
        if how == "add" and a.known == 0:
            return b
        made = self.fresh(bound or _within_a_word(how, a, b))
        self.add(Arith(self.origin, made.reg, how, a.reg, b.reg))
        return made

    def add_into(self, target: Value, amount: Value) -> None:
        """Add to a register whose type is known to hold the result."""
        self.add(Arith(self.origin, target.reg, "add", target.reg, amount.reg))

    def compare(self, how: Literal["eq", "ne", "lt", "le"], a: Value, b: Value) -> Value:
        if a.known is not None and b.known is not None:
            return self.flag(compare(how, a.known, b.known))
        if isinstance(a.type, Int) and isinstance(b.type, Int):
            answer = decided(how, a.type, b.type)
            if answer is not None:
                return self.flag(answer)
        made = self.fresh(FLAG)
        self.add(Compare(self.origin, made.reg, how, a.reg, b.reg))
        return made

    def both(self, a: Value, b: Value) -> Value:
        if a.known is not None:
            return b if a.known else a
        if b.known is not None:
            return a if b.known else b
        made = self.fresh(FLAG)
        self.add(Logic(self.origin, made.reg, "and", a.reg, b.reg))
        return made

    def either(self, a: Value, b: Value) -> Value:
        if a.known is not None:
            return a if a.known else b
        if b.known is not None:
            return b if b.known else a
        made = self.fresh(FLAG)
        self.add(Logic(self.origin, made.reg, "or", a.reg, b.reg))
        return made

    def negate(self, a: Value) -> Value:
        if a.known is not None:
            return self.flag(not a.known)
        made = self.fresh(FLAG)
        self.add(Not(self.origin, made.reg, a.reg))
        return made

    def select(self, test: Value, yes: Value, no: Value) -> Value:
        if test.known is not None:
            return yes if test.known else no
        made = self.fresh(join(yes.type, no.type))
        self.add(Select(self.origin, made.reg, test.reg, yes.reg, no.reg))
        return made

    # -- state and tables

    def load(self, field: str, index: Value | None = None) -> Value:
        made = self.fresh(self.program.fields[field].type)
        self.add(Load(self.origin, made.reg, field, None if index is None else index.reg))
        return made

    def store(self, field: str, index: Value | None, value: Value) -> None:
        assert not self.pure, "a pure function does not write"
        self.changes += self.program.fields[field].role == "zone"
        self.add(Store(self.origin, field, None if index is None else index.reg, value.reg))

    def lookup(self, table: str, index: Value) -> Value:
        entry = self.program.tables[table]
        if index.known is not None and 0 <= index.known < len(entry.values):
            value = entry.values[index.known]
            return self.const(value, Set(entry.type.domain) if isinstance(entry.type, Set)
                              else Int(value, value, entry.type.domain))
        made = self.fresh(entry.type)
        self.add(Lookup(self.origin, made.reg, table, index.reg))
        return made

    # -- sets

    def empty(self, domain: str) -> Value:
        return self.const(0, Set(domain))

    def everything(self, domain: str) -> Value:
        return self.const((1 << self.program.domains[domain].size) - 1, Set(domain))

    def single(self, element: Value) -> Value:
        if element.known is not None:
            return self.const(0 if element.known < 0 else 1 << element.known, Set(element.domain))
        made = self.fresh(Set(element.domain))
        self.add(Single(self.origin, made.reg, element.reg))
        return made

    def has(self, set: Value, element: Value) -> Value:
        if set.known is not None and element.known is not None:
            return self.flag(element.known >= 0 and bool(set.known >> element.known & 1))
        made = self.fresh(FLAG)
        self.add(Has(self.origin, made.reg, set.reg, element.reg))
        return made

    def count(self, set: Value) -> Value:
        if set.known is not None:
            return self.const(set.known.bit_count())
        made = self.fresh(Int(0, self.program.domains[set.domain].size))
        self.add(Count(self.origin, made.reg, set.reg))
        return made

    def combine(self, how: Literal["union", "meet", "minus"], a: Value, b: Value) -> Value:
        assert a.type == b.type, (a.type, b.type)
        if a.known is not None and b.known is not None:
            value = {"union": a.known | b.known, "meet": a.known & b.known, "minus": a.known & ~b.known}[how]
            return self.const(value, a.type)
        if b.known == 0:
            return b if how == "meet" else a
        if a.known == 0:
            return b if how == "union" else a
        made = self.fresh(a.type)
        self.add(Combine(self.origin, made.reg, how, a.reg, b.reg))
        return made

    def first(self, set: Value) -> Value:
        made = self.fresh(Int(-1, self.program.domains[set.domain].size - 1, set.domain))
        self.add(First(self.origin, made.reg, set.reg))
        return made

    def shift(self, set: Value, table: str) -> Value:
        made = self.fresh(self.program.tables[table].type)
        self.add(Shift(self.origin, made.reg, set.reg, table))
        return made

    def distinct(self, set: Value) -> Value:
        kinds = self.program.domains[set.domain].kinds
        if kinds == tuple(range(len(kinds))):
            return set
        made = self.fresh(set.type)
        self.add(Distinct(self.origin, made.reg, set.reg))
        return made

    # -- calls

    def call(self, function: str, args: Sequence[Value]) -> Value:
        callee = self.program.functions[function]
        assert callee.result is not None, function
        if _is_short(callee):
            return self._inline(callee, args)
        made = self.fresh(callee.result)
        self.add(Call(self.origin, made.reg, function, tuple(a.reg for a in args)))
        return made

    def _inline(self, callee: Function, args: Sequence[Value]) -> Value:
        """Write a short function where it is called."""
        registers = [a.reg for a in args]
        registers += [self.fresh(r.type, r.name).reg for r in callee.registers[callee.parameters:]]
        for op in callee.blocks[0].ops:
            self.add(map_registers(op, registers.__getitem__))
        end = callee.blocks[0].end
        assert isinstance(end, Return) and end.value is not None
        result = self.register(registers[end.value])
        if end.value >= callee.parameters:
            return result
        # An argument given back may be a register that changes later; the result must not.
        kept = self.fresh(result.type)
        self.assign(kept, result)
        return kept


def _is_short(function: Function) -> bool:
    """Whether a function may be written where it is called: it does little, and leaves its parameters alone."""
    first = function.blocks[0]
    return len(function.blocks) == 1 and isinstance(first.end, Return) and len(first.ops) <= INLINE and not any(
        (to := written(op)) is not None and to < function.parameters for op in first.ops)


def _within_a_word(how: str, left: Value, right: Value) -> Int:
    """The bounds of a result, which have to fit a register."""
    assert isinstance(left.type, Int) and isinstance(right.type, Int), (left.type, right.type)
    found = bounds(how, left.type, right.type)
    if found.low < -WORD - 1 or found.high > WORD:
        raise OverflowError(f"{how} may leave 32 bits: {found.low}..{found.high}")
    return found
