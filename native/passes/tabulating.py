"""Looks up what a function says of a small set.

A pure function that reads one set of few elements from the state and nothing else, as whether there is a row of three
among the marks of a player, is worked out beforehand for every such set. Only the C text has such tables: their index
is a set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludex.ir.fold import step
from ludex.ir.graph import Block, Function, Program
from ludex.ir.ops import (
    Arith,
    Combine,
    Compare,
    Const,
    Copy,
    Count,
    First,
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
)
from ludex.ir.registers import read, written
from ludex.ir.types import Int, Set
from ludex.native.passes.relations import Relations
from ludex.native.passes.specialize import Shaped

#: The most elements of the set, the fewest operations that are worth a table, and the most that are computed for one.
ELEMENTS, FEWEST, MOST = 10, 12, 100_000
_SIMPLE = (Arith, Combine, Compare, Const, Copy, Count, First, Has, Load, Logic, Not, Rest, Select, Shift, Single)


@dataclass(slots=True)
class Tabulator:
    """The functions of a program that become tables."""

    program: Program
    relations: Relations

    def tabulated(self, made: Mapping[str, Shaped]) -> dict[str, Shaped]:
        """The functions, some of them as tables."""
        return {name: replace(item, function=self._looked_up(item.function)) for name, item in made.items()}

    def _looked_up(self, function: Function) -> Function:
        """The function as a lookup, or as it is."""
        if not function.pure or len(function.blocks) != 1 or not isinstance(function.result, Int):
            return function
        ops, end = function.blocks[0].ops, function.blocks[0].end
        if not len(ops) >= FEWEST or any(not isinstance(op, _SIMPLE) for op in ops) or not isinstance(end, Return):
            return function
        loads = [op for op in ops if isinstance(op, Load)]
        if len(loads) != 1 or end.value is None:
            return function
        load, type = loads[0], self.program.fields[loads[0].field].type
        places = [op for op in ops if written(op) == load.index]
        if not isinstance(type, Set) or self.program.domains[type.domain].size > ELEMENTS:
            return function
        fixed = load.index is None or load.index < function.parameters
        if not fixed and any(not isinstance(op, Const) for op in places):
            return function
        if any(r < function.parameters for op in ops if op is not load for r in read(op)):
            return function
        size = 1 << self.program.domains[type.domain].size
        if size * len(ops) > MOST:
            return function
        values = tuple(self._value(ops, load, bits, end.value) for bits in range(size))
        if any(value is None for value in values):
            return function
        table = self.relations.named(type.domain, function.result, tuple(v for v in values if v is not None))
        before = () if fixed else tuple(places[:1])
        result = Lookup(end.origin, end.value, table, load.to)
        return replace(function, blocks=(Block((*before, load, result), end),))

    def _value(self, ops: tuple[Op, ...], load: Load, bits: int, wanted: Reg) -> int | None:
        values: dict[Reg, int] = {}
        for op in ops:
            target = written(op)
            assert target is not None
            match op:
                case Load():
                    values[target] = bits
                case Shift(set=source, table=name):
                    total = 0
                    for element, to in enumerate(self.program.tables[name].values):
                        total |= to if values[source] >> element & 1 else 0
                    values[target] = total
                case Arith(how="div" | "mod", right=right) if values[right] == 0:
                    return None
                case _:
                    values[target] = step(op, values, {}, self.program.tables)
        return values[wanted]

