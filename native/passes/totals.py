"""Adds up the values of the elements of a set without going from element to element.

A loop that adds to a sum, for each element of a set, a number that follows from the element and perhaps from a few
small things that stay the same meanwhile (as the strength of a card follows from the card and its owner's nation) is
worked out here beforehand for all of them. The elements whose number has a certain bit are a known set; so the sum is
that of a few counts, one a bit, however many elements there are, and nothing has to be guessed about where a loop ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from ludex.ir.faults import Faults
from ludex.ir.flow import predecessors
from ludex.ir.fold import step
from ludex.ir.graph import Block, Function, Program, Register
from ludex.ir.ops import (
    Arith,
    BlockId,
    Combine,
    Compare,
    Const,
    Copy,
    Count,
    Goto,
    Load,
    Lookup,
    Op,
    Reg,
)
from ludex.ir.registers import read, written
from ludex.ir.types import Int, Set
from ludex.native.passes.elements import constants, over_elements
from ludex.native.passes.reduce import live, without
from ludex.native.passes.relations import Relations
from ludex.native.passes.specialize import Shaped

#: The most bits of a number, and the most cases of what stays the same.
BITS, CASES = 6, 64
#: The most numbers that are worked out for one loop.
MOST = 4096
#: What a number may follow from.
_SIMPLE = (Arith, Compare, Const, Copy, Lookup)

#: A register, or a cell of a field with the register that says which.
Input = Reg | tuple[str, Reg | None]


@dataclass(slots=True)
class Totals:
    """Finds such loops in the functions of a program, and makes the tables that they need."""

    program: Program
    made: dict[str, Shaped]
    relations: Relations

    def added(self) -> dict[str, Shaped]:
        """The functions without the loops that are not needed."""
        faults = Faults(replace(self.program, functions={n: item.function for n, item in self.made.items()}))
        return {name: self._in(item, faults) for name, item in self.made.items()}

    def _in(self, shaped: Shaped, faults: Faults) -> Shaped:
        function = shaped.function
        before, alive, known = predecessors(function), live(function, {}), constants(function)
        blocks, registers, gone = list(function.blocks), list(function.registers), set[BlockId]()
        for head, block in enumerate(function.blocks):
            loop = Sum.at(shaped, head, before, known)
            if loop is None or any(faults.possible(op, function) for op in loop.ops):
                continue
            if (alive[loop.out] & loop.assigned) - {loop.sum, loop.rest}:
                continue
            worth = worth_of(self.program, function, loop.ops, loop.added, loop.element, loop.rest, loop.assigned)
            if worth is not None and max(map(max, worth.rows)) < 1 << BITS:
                ops = self._at_once(function, loop, worth, known, registers)
                blocks[head] = Block((*block.ops, *ops), Goto(block.end.origin, loop.out))
                gone.add(loop.body)
        if not gone:
            return shaped
        changed = replace(function, blocks=tuple(blocks), registers=tuple(registers))
        return without(replace(shaped, function=changed), gone)

    # -- the sum

    def _at_once(self, function: Function, loop: Sum, worth: Worth, known: dict[Reg, int],
                 registers: list[Register]) -> Iterator[Op]:
        """The operations that add up everything."""
        origin = function.blocks[loop.body].end.origin
        of, sum_ = function.registers[loop.rest], function.registers[loop.sum]

        def fresh(type: Int | Set) -> Reg:
            registers.append(Register("", type))
            return len(registers) - 1

        def number(value: int) -> Iterator[Op]:
            yield Const(origin, fresh(Int(value, value)), value)

        row: Reg | None = None
        count = 1
        for name, type in reversed(worth.inputs):
            many = type.high - type.low + 1
            if isinstance(name, int):
                here = name
            else:
                place = name[1]
                if place in loop.assigned:
                    yield from number(known[place])
                    place = len(registers) - 1
                here = fresh(type)
                yield Load(origin, here, name[0], place)
            if type.low:
                yield from number(type.low)
                low, at = len(registers) - 1, fresh(Int(0, many - 1))
                yield Arith(origin, at, "sub", here, low)
                here = at
            if count > 1:
                yield from number(count)
                by, at = len(registers) - 1, fresh(Int(0, (many - 1) * count))
                yield Arith(origin, at, "mul", here, by)
                here = at
            if row is not None:
                at = fresh(Int(0, many * count - 1))
                yield Arith(origin, at, "add", row, here)
                here = at
            row, count = here, many * count
        for bit in range(BITS):
            sets = tuple(sum((value >> bit & 1) << e for e, value in enumerate(values)) for values in worth.rows)
            if not any(sets):
                continue
            mask, part = fresh(of.type), fresh(of.type)
            if row is None or len({*sets}) == 1:
                yield Const(origin, mask, sets[0])
            else:
                assert isinstance(of.type, Set)
                yield Lookup(origin, mask, self.relations.named(of.type.domain, of.type, sets), row)
            yield Combine(origin, part, "meet", loop.rest, mask)
            assert isinstance(of.type, Set) and isinstance(sum_.type, Int)
            many = self.program.domains[of.type.domain].size
            counted = fresh(Int(0, many))
            yield Count(origin, counted, part)
            if bit:
                yield from number(1 << bit)
                by, at = len(registers) - 1, fresh(Int(0, many << bit))
                yield Arith(origin, at, "mul", counted, by)
                counted = at
            yield Arith(origin, loop.sum, "add", loop.sum, counted)
        yield Const(origin, loop.rest, 0)


@dataclass(frozen=True, slots=True)
class Worth:
    """What elements are worth: for every case of some inputs, the number of each element."""

    inputs: tuple[tuple[Input, Int], ...]
    rows: tuple[tuple[int, ...], ...]
    #: What works it out for one element.
    ops: tuple[Op, ...]


def worth_of(program: Program, function: Function, ops: Sequence[Op], wanted: Reg, element: Reg, elements: Reg,
             assigned: Collection[Reg]) -> Worth | None:
    """What a register is for each element of a set, worked out by some operations of a loop, if that can be said
    beforehand: it follows from the element and a few small things that the loop leaves as they are."""
    known = constants(function)
    needed, found = {wanted}, list[Op]()
    for op in reversed(ops):
        target = written(op)
        if target in needed and target != element:
            if not isinstance(op, (*_SIMPLE, Load)):
                return None
            needed |= set(read(op))
            found.append(op)
    found.reverse()
    made = [written(op) for op in found]
    if len({*made}) != len(made):
        return None
    inputs: dict[Input, tuple[Int, list[Reg]]] = {}
    for op in found:
        if isinstance(op, Load):
            type = program.fields[op.field].type
            if not isinstance(type, Int) or op.index in assigned and op.index not in known:
                return None
            inputs.setdefault((op.field, op.index), (type, []))[1].append(op.to)
    for register in sorted({r for op in found if not isinstance(op, Load) for r in read(op)} | {wanted}):
        if register in known or register in made or register == element:
            continue
        type = function.registers[register].type
        if register in assigned or not isinstance(type, Int):
            return None
        inputs[register] = (type, [register])
    of = function.registers[elements].type
    assert isinstance(of, Set)
    size = program.domains[of.domain].size
    cases = prod(type.high - type.low + 1 for type, _ in inputs.values())
    if cases > CASES or cases * size > MOST:
        return None
    rows = []
    try:
        for case in product(*(range(type.low, type.high + 1) for type, _ in inputs.values())):
            given = {r: v for (_, names), v in zip(inputs.values(), case, strict=True) for r in names}
            rows.append(tuple(_value(program, found, {**known, **given, element: e}, wanted) for e in range(size)))
    except (KeyError, IndexError):
        return None
    if any(value < 0 for row in rows for value in row):
        return None
    return Worth(tuple((name, type) for name, (type, _) in inputs.items()), tuple(rows), tuple(found))


def _value(program: Program, ops: Sequence[Op], values: dict[Reg, int], wanted: Reg) -> int:
    for op in ops:
        target = written(op)
        assert target is not None
        if isinstance(op, Load):
            continue
        if isinstance(op, Lookup) and values[op.index] < 0 or \
                isinstance(op, Arith) and op.how in ("div", "mod") and not values[op.right]:
            raise IndexError  # never computed in play, where there is no fault
        values[target] = step(op, values, {}, program.tables)
    return values[wanted]


@dataclass(frozen=True, slots=True)
class Sum:
    """A loop that adds up: two blocks."""

    body: BlockId
    out: BlockId
    rest: Reg
    element: Reg
    added: Reg
    sum: Reg
    ops: tuple[Op, ...]
    assigned: frozenset[Reg]

    @staticmethod
    def at(shaped: Shaped, head: BlockId, before: list[list[BlockId]], known: dict[Reg, int]) -> Sum | None:
        """The loop that begins at a block, if one does."""
        function, each = shaped.function, over_elements(shaped, head, before, known)
        if each is None or not each.ops:
            return None
        block, inner, rest = function.blocks[head], function.blocks[each.body], each.rest
        if inner.end != Goto(inner.end.origin, head) or not isinstance(function.registers[rest].type, Set):
            return None
        last, others = each.ops[-1], each.ops[:-1]
        if isinstance(last, Copy) and others and isinstance(adds := others[-1], Arith) and last.source == adds.to:
            sum_, others = last.to, others[:-1]
        elif isinstance(last, Arith):
            adds, sum_ = last, last.to
        else:
            return None
        if adds.how != "add" or sum_ not in (adds.left, adds.right) or adds.left == adds.right:
            return None
        added = adds.right if adds.left == sum_ else adds.left
        assigned = [w for op in (*block.ops, *inner.ops) if (w := written(op)) is not None]
        if assigned.count(sum_) != 1 or assigned.count(rest) != 1 or len(assigned) != len(block.ops) + len(inner.ops):
            return None
        if any(sum_ in read(op) or rest in read(op) for op in others):
            return None
        return Sum(each.body, each.out, rest, each.element, added, sum_, others, frozenset(assigned))
