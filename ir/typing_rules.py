"""What types the operands of an operation have, and what bounds its result has.

`wrong_operands` compares sorts: a set of one domain is not a number nor a set of another, and an element of one
domain is not an element of another. `result` gives the bounds of what an operation computes from its operands' bounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.ir.arithmetic import bounds
from ludex.ir.graph import Function, Program
from ludex.ir.ops import (
    Arith,
    Call,
    Combine,
    Compare,
    Const,
    Copy,
    Count,
    Distinct,
    Emit,
    First,
    Has,
    Load,
    Logic,
    Lookup,
    Not,
    Op,
    Reg,
    Rest,
    Select,
    Shift,
    Single,
    Store,
    Tick,
)
from ludex.ir.types import FLAG, Int, Set, Type, join


def same_sort(left: Type, right: Type) -> bool:
    """Whether a value may go from one type to the other, as far as domains are concerned."""
    if isinstance(left, Set) or isinstance(right, Set):
        return left == right
    return left.domain is None or right.domain is None or left.domain == right.domain


def held(inner: Type, outer: Type, promised: bool = False) -> bool:
    """Whether every value (or, if that is promised, some value) of one type is a value of another."""
    if not isinstance(inner, Int) or not isinstance(outer, Int):
        return True
    return inner.low <= outer.high and outer.low <= inner.high if promised else outer.holds(inner)


def is_index(type: Type, domain: str, program: Program, none: bool = True) -> bool:
    """Whether a type holds nothing but elements of a domain (and none, if allowed)."""
    if not isinstance(type, Int) or type.domain not in (None, domain):
        return False
    return type.low >= (-1 if none else 0) and type.high < program.domains[domain].size


def takes_element(type: Type, domain: str, program: Program) -> bool:
    """Whether a parameter takes every element of a domain."""
    return isinstance(type, Int) and type.domain in (None, domain) and type.low <= 0 \
        and type.high >= program.domains[domain].size - 1


def fits(type: Type, value: int, program: Program) -> bool:
    """Whether a number, or a set given as the number of its bits, is a value of a type."""
    if isinstance(type, Set):
        return 0 <= value < 1 << program.domains[type.domain].size
    return type.low <= value <= type.high


class OperandTypes:
    """The types of one function's operations."""

    def __init__(self, program: Program, function: Function) -> None:
        self.program = program
        self.function = function

    def type(self, register: Reg) -> Type:
        return self.function.registers[register].type

    def wrong_operands(self, op: Op) -> Iterator[str]:
        """What is wrong with the operands of an operation, each in a few words."""
        match op:
            case Const() | Emit(seen=None) | Tick() | Call():
                return
            case Emit(seen=seen) if seen is not None:
                yield from self._is_set(seen, "player")
            case Copy():
                return
            case Arith(left=left, right=right):
                yield from self._numbers(left, right)
            case Compare(how=how, left=left, right=right):
                yield from self._agree(left, right)
                if how in ("lt", "le"):
                    yield from self._numbers(left, right)
            case Logic(left=left, right=right):
                yield from self._flags(left, right)
            case Not(source=source):
                yield from self._flags(source)
            case Select(test=test, yes=yes, no=no):
                yield from self._flags(test)
                yield from self._agree(yes, no)
            case Load(field=name, index=index) | Store(field=name, index=index):
                yield from self._cell(name, index)
                if isinstance(op, Store) and not same_sort(self.type(op.source), self.program.fields[name].type):
                    yield f"%{op.source} is not what `{name}` holds"
            case Lookup(table=table, index=index):
                yield from self._is_index(index, self.program.tables[table].index)
            case Single(to=to, element=element):
                yield from self._element(element, to)
            case Has(set=set, element=element):
                yield from self._element(element, set)
            case Combine(left=left, right=right):
                yield from self._sets(left, right)
                yield from self._agree(left, right)
            case Count(set=set) | First(set=set) | Rest(set=set) | Distinct(set=set):
                yield from self._sets(set)
            case Shift(set=set, table=table):
                yield from self._is_set(set, self.program.tables[table].index)
                if not isinstance(self.program.tables[table].type, Set):
                    yield f"`{table}` is not a table of sets"
            case _:
                raise AssertionError(op)

    def result(self, op: Op) -> tuple[Type, bool] | None:
        """The type of what an operation computes, and whether the register may be narrower by a promise (C2)."""
        match op:
            case Const(to=to):
                return self.type(to), False
            case Copy(source=a):
                return self.type(a), True
            case Arith(left=a, right=b):
                left, right = self.type(a), self.type(b)
                assert isinstance(left, Int) and isinstance(right, Int), op
                return bounds(op.how, left, right), True
            case Compare() | Logic() | Not() | Has():
                return FLAG, False
            case Select(yes=a, no=b):
                return join(self.type(a), self.type(b)), True
            case Load(field=field):
                return self.program.fields[field].type, False
            case Lookup(table=table) | Shift(table=table):
                return self.program.tables[table].type, False
            case Single(to=to):
                return self.type(to), False
            case Count(set=a):
                return Int(0, self._size(a)), False
            case Combine(left=a) | Rest(set=a) | Distinct(set=a):
                return self.type(a), False
            case First(set=a):
                return Int(-1, self._size(a) - 1, self.type(a).domain), True
            case Call(function=function):
                result = self.program.functions[function].result
                return None if result is None else (result, False)
        return None

    def _size(self, register: Reg) -> int:
        domain = self.type(register).domain
        assert domain is not None
        return self.program.domains[domain].size

    def _numbers(self, *registers: Reg) -> Iterator[str]:
        for register in registers:
            if not isinstance(self.type(register), Int):
                yield f"%{register} is not a number"

    def _flags(self, *registers: Reg) -> Iterator[str]:
        for register in registers:
            if not is_flag(self.type(register)):
                yield f"%{register} is not a flag"

    def _sets(self, *registers: Reg) -> Iterator[str]:
        for register in registers:
            if not isinstance(self.type(register), Set):
                yield f"%{register} is not a set"

    def _is_set(self, register: Reg, domain: str) -> Iterator[str]:
        if self.type(register) != Set(domain):
            yield f"%{register} is not a set of `{domain}`"

    def _agree(self, left: Reg, right: Reg) -> Iterator[str]:
        if not same_sort(self.type(left), self.type(right)):
            yield f"%{left} and %{right} are of different sorts"

    def _element(self, element: Reg, set: Reg) -> Iterator[str]:
        domain = self.type(set).domain
        if not isinstance(self.type(set), Set) or domain is None:
            yield f"%{set} is not a set"
        else:
            yield from self._is_index(element, domain)

    def _is_index(self, register: Reg, domain: str) -> Iterator[str]:
        if not is_index(self.type(register), domain, self.program):
            yield f"%{register} is not an element of `{domain}`"

    def _cell(self, name: str, index: Reg | None) -> Iterator[str]:
        domain = self.program.fields[name].index
        if domain is None and index is not None:
            yield f"`{name}` has no index"
        elif domain is not None:
            if index is None:
                yield f"`{name}` needs an index"
            else:
                yield from self._is_index(index, domain)


def is_flag(type: Type) -> bool:
    """Whether a type holds nothing but 0 and 1."""
    return isinstance(type, Int) and FLAG.holds(type)
