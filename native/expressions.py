"""One handler per operation: the C expression that computes it.

What may be a fault, writes, or reports is a statement; `writer.py` writes those. The table is checked to cover every
operation, at the end of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.ir import ops
from ludex.ir.distances import distances
from ludex.ir.graph import Function, Program
from ludex.ir.types import Domain, Int, Set, Type
from ludex.native.names import Names
from ludex.native.nearby import Nearby
from ludex.native.storage import split, words

#: A relation of more distances is followed element by element.
MOST_DISTANCES = 10
#: How the names of functions begin that give the lowest so many elements of a set of one word, and the last one.
LOWEST, LAST = "the lowest of ", "the last of "


@dataclass(frozen=True, slots=True)
class Scene:
    """What a handler may ask: the text of a register, its type, names, and what is in variables (`here` or not)."""

    program: Program
    function: Function
    register: Callable[[ops.Reg], str]
    names: Names
    near: Nearby
    here: bool
    #: The variable that holds an element alone in a set, if there is one.
    alone: Callable[[ops.Reg], str | None] = lambda _: None

    def type(self, register: ops.Reg) -> Type:
        return self.function.registers[register].type

    def words(self, register: ops.Reg) -> int:
        """0 for a number."""
        return words(self.type(register), self.program.domains)

    def may_be_none(self, register: ops.Reg) -> bool:
        type = self.type(register)
        return isinstance(type, Int) and type.low < 0

    def literal(self, type: Type, value: int) -> str:
        return literal(words(type, self.program.domains), value)


def literal(count: int, value: int, inside: bool = False) -> str:
    """A number or a set as C writes it; `inside` the braces of a table a type need not be said."""
    if count == 0:
        return str(value) if value != -(2**31) else "(-2147483647 - 1)"
    if count == 1:
        return f"UINT64_C({value:#x})" if value else "UINT64_C(0)"
    text = ", ".join(f"{word:#x}" for word in split(value, count))
    return f"{{{{{text}}}}}" if inside else f"(lx_set{count}){{{{{text}}}}}"


def _const(op: ops.Const, at: Scene) -> str:
    return at.literal(at.type(op.to), op.value)


def _copy(op: ops.Copy, at: Scene) -> str:
    return at.register(op.source)


def _arith(op: ops.Arith, at: Scene) -> str:
    return f"lx_{op.how}({at.register(op.left)}, {at.register(op.right)})"


_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<="}


def _compare(op: ops.Compare, at: Scene) -> str:
    left, right, count = at.register(op.left), at.register(op.right), at.words(op.left)
    if count <= 1:
        return f"{left} {_SIGNS[op.how]} {right}"
    return f"{'!' if op.how == 'ne' else ''}lx{count}_eq({left}, {right})"


def _logic(op: ops.Logic, at: Scene) -> str:
    return f"{at.register(op.left)} {'&' if op.how == 'and' else '|'} {at.register(op.right)}"


def _not(op: ops.Not, at: Scene) -> str:
    return f"!{at.register(op.source)}"


def _select(op: ops.Select, at: Scene) -> str:
    return f"{at.register(op.test)} ? {at.register(op.yes)} : {at.register(op.no)}"


def cell(field: str, index: str | None, names: Names) -> str:
    """A field's place in the state."""
    return f"s->{names['field', field]}{'' if index is None else f'[{index}]'}"


def _load(op: ops.Load, at: Scene) -> str:
    index = None if op.index is None else at.register(op.index)
    return at.near.read(op.field, index) if at.here and op.field in at.near.fields else cell(op.field, index, at.names)


def _lookup(op: ops.Lookup, at: Scene) -> str:
    alone, count = at.alone(op.index), at.words(op.to)
    if alone is not None and count == 1:
        values = at.program.tables[op.table].values
        every = (1 << len(values)) - 1
        if all(value == every >> e + 1 << e + 1 for e, value in enumerate(values)):
            return f"lx_after({alone}) & {literal(1, every)}"
    return f"{at.names['table', op.table]}[{at.register(op.index)}]"


def _single(op: ops.Single, at: Scene) -> str:
    count, element, alone = at.words(op.to), at.register(op.element), at.alone(op.element)
    if alone is not None:
        return alone
    if count > 1:
        return f"lx{count}_single_or_none({element})"
    return f"lx_single{'_or_none' if at.may_be_none(op.element) else ''}({element})"


def _has(op: ops.Has, at: Scene) -> str:
    count, element = at.words(op.set), at.register(op.element)
    if count > 1:
        return f"lx{count}_has_or_none({at.register(op.set)}, {element})"
    return f"lx_has{'_or_none' if at.may_be_none(op.element) else ''}({at.register(op.set)}, {element})"


def _of_set(name: str) -> Callable[[Any, Scene], str]:
    def text(op: ops.Count | ops.First | ops.Rest, at: Scene) -> str:
        return f"{prefix(at.words(op.set))}_{name}({at.register(op.set)})"

    return text


def prefix(count: int) -> str:
    """How the helpers for sets of so many words begin."""
    return "lx" if count <= 1 else f"lx{count}"


def _combine(op: ops.Combine, at: Scene) -> str:
    left, right, count = at.register(op.left), at.register(op.right), at.words(op.left)
    if count > 1:
        return f"lx{count}_{op.how}({left}, {right})"
    return f"{left} {({'union': '|', 'meet': '&', 'minus': '& ~'})[op.how]}{'' if op.how == 'minus' else ' '}{right}"


def _shift(op: ops.Shift, at: Scene) -> str:
    source, target = at.words(op.set), at.words(op.to)
    table = at.program.tables[op.table]
    return moved(table.values, source, target, at.register(op.set), at.names["table", op.table])


def masked(mask: int, by: int, size: int) -> bool:
    """Whether a move needs its mask: what falls off either end of the word does not."""
    return any(not mask >> e & 1 and 0 <= e + by < 64 for e in range(size))


def moved(values: Sequence[int], source: int, target: int, text: str, table: str) -> str:
    """One step of a set along a relation."""
    moves = distances(values, MOST_DISTANCES) if source == target else []
    if not moves:
        return f"lx_shift({table}, {text})" if (source, target) == (1, 1) else f"shift_{table}({text})"
    parts = []
    for mask, by in moves:
        if source > 1:
            parts.append(f"lx{source}_moved({text}, {literal(source, mask)}, {by})")
            continue
        part = f"({text} & {literal(1, mask)})" if masked(mask, by, len(values)) else text
        parts.append(f"{part} {'<<' if by >= 0 else '>>'} {abs(by)}" if by else part)
    if source > 1:
        found = parts[0]
        for part in parts[1:]:
            found = f"lx{source}_union({found}, {part})"
        return found
    return " | ".join(f"({part})" for part in parts) if len(parts) > 1 else parts[0]


def _distinct(op: ops.Distinct, at: Scene) -> str:
    type = at.type(op.set)
    assert isinstance(type, Set)
    domain, count = at.program.domains[type.domain], at.words(op.set)
    if not domain.kinds:
        return at.register(op.set)
    ends = in_rows(domain)
    if count == 1 and ends is not None:
        return f"lx_lowest({at.register(op.set)}, {literal(1, ends[0])}, {literal(1, ends[1])})"
    return f"{prefix(at.words(op.set))}_distinct({at.names['kinds', type.domain]}, {at.register(op.set)})"


def in_rows(domain: Domain) -> tuple[int, int] | None:
    """The first and the last elements of all kinds, if the elements of each stand side by side."""
    firsts, lasts = 0, 0
    for element, kind in enumerate(domain.kinds):
        if element and kind != domain.kinds[element - 1]:
            lasts |= 1 << element - 1
            if kind < element:
                return None
        if kind == element:
            firsts |= 1 << element
    return firsts, lasts | 1 << len(domain.kinds) - 1


def _call(op: ops.Call, at: Scene) -> str:
    if op.function.startswith((LOWEST, LAST)):
        return f"lx_{'least' if op.function.startswith(LOWEST) else 'last'}({', '.join(map(at.register, op.args))})"
    given = ["r", "s", *map(at.register, op.args), *at.near.given(op.function, at.here)]
    return f"{at.names['function', op.function]}({', '.join(given)})"


HANDLERS: dict[type[ops.Op], Callable[[Any, Scene], str]] = {
    ops.Const: _const, ops.Copy: _copy, ops.Arith: _arith, ops.Compare: _compare, ops.Logic: _logic, ops.Not: _not,
    ops.Select: _select, ops.Load: _load, ops.Lookup: _lookup, ops.Single: _single, ops.Has: _has,
    ops.Count: _of_set("count"), ops.Combine: _combine, ops.First: _of_set("first"), ops.Rest: _of_set("rest"),
    ops.Shift: _shift, ops.Distinct: _distinct, ops.Call: _call,
}
#: Operations that are statements.
STATEMENTS = (ops.Store, ops.Emit, ops.Tick)
assert set(HANDLERS) | set(STATEMENTS) == set(ops.OPS), "an operation has no meaning here"
