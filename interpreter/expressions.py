"""One handler per operation: the Python expression that computes it.

A handler gives the text of an expression, so that a value used once is written where it is used. The table
is checked to cover every operation, at the end of the file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludex.ir import ops
from ludex.ir.distances import distances
from ludex.ir.graph import Function, Program
from ludex.ir.types import Int, Type

#: A Python expression, and whether it gives True and False where the contract wants 1 and 0.
Text = tuple[str, bool]
_SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "//", "mod": "%", "eq": "==", "ne": "!=", "lt": "<", "le": "<=",
          "union": "|", "meet": "&", "minus": "& ~"}


@dataclass(frozen=True, slots=True)
class Scene:
    """What a handler may ask: the text of a register, its type, and where fields lie."""

    program: Program
    function: Function
    fields: dict[str, int]
    register: Callable[[ops.Reg], str]
    #: The text of a register where True and False will do for 1 and 0.
    flag: Callable[[ops.Reg], str]
    name: Callable[[str], str]

    def type(self, register: ops.Reg) -> Type:
        return self.function.registers[register].type

    def may_be_none(self, register: ops.Reg) -> bool:
        type = self.type(register)
        return isinstance(type, Int) and type.low < 0

    def slot(self, field: str, index: ops.Reg | None, origin: int) -> str:
        """The place in the state of a field."""
        if index is None:
            return f"S[{self.fields[field]}]"
        inside = self.register(index)
        if self.may_be_none(index):
            inside = f"present({inside}, {origin})"
        return f"S[{self.fields[field]} + {inside}]"


def _const(op: ops.Const, _: Scene) -> Text:
    return str(op.value), False


def _copy(op: ops.Copy, at: Scene) -> Text:
    return at.register(op.source), False


def _arith(op: ops.Arith, at: Scene) -> Text:
    left, right = at.register(op.left), at.register(op.right)
    if op.how in ("min", "max"):
        return f"{op.how}({left}, {right})", False
    if op.how in ("div", "mod"):
        type = at.type(op.right)
        assert isinstance(type, Int)
        if type.low <= 0 <= type.high:
            right = f"divisor({right}, {op.origin})"
    return f"({left} {_SIGNS[op.how]} {right})", False


def _compare(op: ops.Compare, at: Scene) -> Text:
    return f"({at.register(op.left)} {_SIGNS[op.how]} {at.register(op.right)})", True


def _logic(op: ops.Logic, at: Scene) -> Text:
    return f"({at.flag(op.left)} {op.how} {at.flag(op.right)})", True


def _not(op: ops.Not, at: Scene) -> Text:
    return f"(not {at.flag(op.source)})", True


def _select(op: ops.Select, at: Scene) -> Text:
    return f"({at.register(op.yes)} if {at.flag(op.test)} else {at.register(op.no)})", False


def _load(op: ops.Load, at: Scene) -> Text:
    return at.slot(op.field, op.index, op.origin), False


def _lookup(op: ops.Lookup, at: Scene) -> Text:
    index = at.register(op.index)
    if at.may_be_none(op.index):
        index = f"present({index}, {op.origin})"
    return f"{at.name('table ' + op.table)}[{index}]", False


def _single(op: ops.Single, at: Scene) -> Text:
    element = at.register(op.element)
    if at.may_be_none(op.element):
        return f"(1 << {element} if {element} >= 0 else 0)", False
    return f"(1 << {element})", False


def _has(op: ops.Has, at: Scene) -> Text:
    element = at.register(op.element)
    bit = f"{at.register(op.set)} >> {element} & 1"
    if at.may_be_none(op.element):
        return f"({bit} if {element} >= 0 else 0)", False
    return f"({bit})", False


def _count(op: ops.Count, at: Scene) -> Text:
    return f"({at.register(op.set)}).bit_count()", False


def _combine(op: ops.Combine, at: Scene) -> Text:
    return f"({at.register(op.left)} {_SIGNS[op.how]} {at.register(op.right)})", False


def _first(op: ops.First, at: Scene) -> Text:
    bits = at.register(op.set)
    return f"(({bits} & -{bits}).bit_length() - 1)", False


def _rest(op: ops.Rest, at: Scene) -> Text:
    bits = at.register(op.set)
    return f"({bits} & ({bits} - 1))", False


def _shift(op: ops.Shift, at: Scene) -> Text:
    moves = distances(at.program.tables[op.table].values, 1)
    if len(moves) == 1:  # one step in one direction
        mask, by = moves[0]
        part = f"{at.register(op.set)} & {mask}"
        return f"(({part}) {'<<' if by >= 0 else '>>'} {abs(by)})", False
    return f"{at.name('shift ' + op.table)}({at.register(op.set)})", False


def _distinct(op: ops.Distinct, at: Scene) -> Text:
    type = at.type(op.set)
    if not at.program.domains[str(type.domain)].kinds:
        return at.register(op.set), False
    return f"distinct({at.register(op.set)}, {at.name('kinds of ' + str(type.domain))})", False


def _call(op: ops.Call, at: Scene) -> Text:
    return f"{at.name('function ' + op.function)}({', '.join(['S', *map(at.register, op.args)])})", False


HANDLERS: dict[type[ops.Op], Callable[[Any, Scene], Text]] = {
    ops.Const: _const, ops.Copy: _copy, ops.Arith: _arith, ops.Compare: _compare, ops.Logic: _logic, ops.Not: _not,
    ops.Select: _select, ops.Load: _load, ops.Lookup: _lookup, ops.Single: _single, ops.Has: _has,
    ops.Count: _count, ops.Combine: _combine, ops.First: _first, ops.Rest: _rest, ops.Shift: _shift,
    ops.Distinct: _distinct, ops.Call: _call,
}
#: Operations that are statements; `translate.py` writes them.
STATEMENTS = (ops.Store, ops.Emit, ops.Tick)
assert set(HANDLERS) | set(STATEMENTS) == set(ops.OPS), "an operation has no meaning here"
#: Operations whose text must be a plain name where it is repeated.
REPEATS = (ops.Single, ops.Has, ops.First, ops.Rest)
