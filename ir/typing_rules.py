"""What types the operands of an operation have, and what bounds its result has.

`wrong_operands` compares sorts: a set of one domain is not a number nor a set of another, and an element of one
domain is not an element of another. `result` is the smallest type that surely holds what an operation computes from
its operands' types.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.ir.graph import Function, Program
from ludex.ir.ops import (
    Arith, Call, Combine, Compare, Const, Copy, Count, Distinct, Emit, First, Has, Load, Logic, Lookup, Not, Op, Reg,
    Rest, Select, Shift, Single, Store, Tick,
)
from ludex.ir.types import FLAG, WORD, Int, Set, Type


def same_sort(left: Type, right: Type) -> bool:
    """Whether a value may go from one type to the other, as far as domains are concerned."""
    if isinstance(left, Set) or isinstance(right, Set):
        return left == right
    return left.domain is None or right.domain is None or left.domain == right.domain


def held(inner: Type, outer: Type) -> bool:
    """Whether every value of one type is a value of another of the same sort."""
    return not isinstance(inner, Int) or not isinstance(outer, Int) or outer.holds(inner)


def is_index(type: Type, domain: str, program: Program, none: bool = True) -> bool:
    """Whether a type holds nothing but elements of a domain (and none, if allowed)."""
    if not isinstance(type, Int) or type.domain not in (None, domain):
        return False
    return type.low >= (-1 if none else 0) and type.high < program.domains[domain].size


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
            case Copy(to=to, source=source):
                yield from self._agree(to, source)
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
            case Select(to=to, test=test, yes=yes, no=no):
                yield from self._flags(test)
                yield from self._agree(to, yes)
                yield from self._agree(to, no)
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

    def result(self, op: Op) -> Type | None:
        """The smallest type that surely holds the result; None for operations that set no register, and where a
        register is changed with itself as an operand."""
        match op:
            case Const(to=to, value=value):
                type = self.type(to)
                return type if isinstance(type, Set) else Int(value, value, type.domain)
            case Copy(to=to) if isinstance(self.type(to), Int):
                return None
            case Copy(source=a):
                return self.type(a)
            case Arith(to=to, how=how, left=a, right=b):
                return None if to in (a, b) else self._arith(how, a, b)
            case Compare() | Logic() | Not() | Has():
                return FLAG
            case Select(yes=a, no=b):
                left, right = self.type(a), self.type(b)
                if isinstance(left, Set) or isinstance(right, Set):
                    return left
                return Int(min(left.low, right.low), max(left.high, right.high), left.domain or right.domain)
            case Load(field=field):
                return self.program.fields[field].type
            case Lookup(table=table) | Shift(table=table):
                return self.program.tables[table].type
            case Single(to=to):
                return self.type(to)
            case Count(set=a):
                return Int(0, self._size(a))
            case Combine(left=a) | Rest(set=a) | Distinct(set=a):
                return self.type(a)
            case First(set=a):
                # Where the set is known not to be empty there is no none.
                return Int(0, self._size(a) - 1, self.type(a).domain)
            case Call(function=function):
                return self.program.functions[function].result
        return None

    def _arith(self, how: str, a: Reg, b: Reg) -> Type | None:
        return None
