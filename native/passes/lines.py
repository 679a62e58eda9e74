"""Follows lines of a bounded length without a loop.

A line goes from a set, step by step along a relation, as long as there is something that it may go through. It cannot
be longer than the relation has steps in a row, and whatever is left over when it has ended adds nothing: so nobody has
to look whether it has. Where every step has the same distance, as towards one side of a board, the steps are not even
taken one by one: what can be gone through for two, four, eight steps is worked out first, and the line grows as fast.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ludex.ir.distances import distances
from ludex.ir.flow import predecessors
from ludex.ir.graph import Block, Function, Register, Table
from ludex.ir.ops import BlockId, Branch, Combine, Compare, Const, Copy, Goto, Op, Reg, Shift, Tick
from ludex.ir.registers import written
from ludex.ir.types import Set
from ludex.native.passes.reduce import live, without
from ludex.native.passes.relations import Relations
from ludex.native.passes.specialize import Shaped

#: A line of more steps is followed by a loop, and one of fewer step by step.
LONGEST_LINE, SHORTEST = 12, 6


def straightened(shaped: Shaped, relations: Relations) -> Shaped:
    """A function without the loops that follow lines, where those cannot be longer than a few steps."""
    function = shaped.function
    found = live(function, {})
    before = predecessors(function)
    blocks = list(function.blocks)
    registers = list(function.registers)
    gone: set[BlockId] = set()
    for head, block in enumerate(function.blocks):
        end = block.end
        if not isinstance(end, Branch):
            continue
        for body, out in ((end.yes, end.no), (end.no, end.yes)):
            inner = function.blocks[body]
            if inner.end != Goto(inner.end.origin, head) or before[body] != [head] or shaped.was[body] >= 0 or not body:
                continue
            line = _line(function, relations, head, body, end.test, ends_at_yes=out == end.yes, alive=found[out])
            if line is not None:
                blocks[head] = Block(tuple(line.ops(registers, relations)), Goto(end.origin, out))
                gone.add(body)
    changed = replace(function, blocks=tuple(blocks), registers=tuple(registers))
    return without(replace(shaped, function=changed), gone)


@dataclass(frozen=True, slots=True)
class Line:
    """A line: the registers of where it is and of all that it went through, what it may go through, and along what."""

    origin: int
    source: Reg
    sum: Reg
    through: Reg
    table: str
    most: int

    def ops(self, registers: list[Register], relations: Relations) -> list[Op]:
        """The operations that follow it; afterwards it is nowhere."""
        type, table = registers[self.source].type, relations[self.table]
        assert isinstance(type, Set)
        moves = distances(table.values, 1)
        steps: list[Op] = [Tick(self.origin)] * (self.most + 1)
        even = len(moves) == 1 and moves[0][1] != 0
        if self.most >= SHORTEST and even and table.index == type.domain and table.type == type:
            steps += self._growing(registers, relations, type, moves[0][1])
        else:
            for _ in range(self.most):
                steps += [Shift(self.origin, self.source, self.source, self.table),
                          Combine(self.origin, self.source, "meet", self.source, self.through),
                          Combine(self.origin, self.sum, "union", self.sum, self.source)]
        return [*steps, Const(self.origin, self.source, 0)]

    def _growing(self, registers: list[Register], relations: Relations, type: Set, by: int) -> list[Op]:
        """The same for steps of one distance, by lines of double length."""
        ops: list[Op] = []
        at = self.origin

        def fresh() -> Reg:
            registers.append(Register("", type))
            return len(registers) - 1

        def shifted(source: Reg, far: int) -> Reg:
            ops.append(Shift(at, to := fresh(), source, relations.moved(type.domain, type, far)))
            return to

        def combined(how: Literal["union", "meet"], left: Reg, right: Reg) -> Reg:
            ops.append(Combine(at, to := fresh(), how, left, right))
            return to

        reached = 0
        for to in relations[self.table].values:
            reached |= to
        ops.append(Const(at, anywhere := fresh(), reached))
        through = combined("meet", self.through, anywhere)
        line = combined("meet", shifted(self.source, by), through)
        length = 1
        while length < self.most:
            if length > 1:
                through = combined("meet", through, shifted(through, by * (length // 2)))
            line = combined("union", line, combined("meet", shifted(line, by * length), through))
            length *= 2
        return [*ops, Combine(at, self.sum, "union", self.sum, line)]


def _line(function: Function, relations: Relations, head: BlockId, body: BlockId, test: Reg, ends_at_yes: bool,
          alive: set[Reg]) -> Line | None:
    """The line that is followed, if two blocks are a loop that does so."""
    ops = (*function.blocks[head].ops, *function.blocks[body].ops)
    assigned = {written(op) for op in ops} - {None}
    value: dict[Reg, object] = {}

    def of(register: Reg) -> object:
        return value.get(register, register)

    asked: object = None
    for op in ops:
        match op:
            case Tick():
                continue
            case Const(to=to, value=0):
                value[to] = "nothing"
            case Copy(to=to, source=source):
                value[to] = of(source)
            case Shift(to=to, set=source, table=table):
                value[to] = ("shift", of(source), table)
            case Combine(to=to, how=how, left=left, right=right):
                value[to] = (how, of(left), of(right))
            case Compare(to=to, how="eq" | "ne", left=left, right=right) if to == test:
                if of(right) != "nothing" or (op.how == "eq") != ends_at_yes:
                    return None
                asked = of(left)
                value[to] = "test"
            case _:
                return None
    front = asked
    if not isinstance(front, tuple):
        return None
    made = front[1] if front[0] == "minus" else front
    if not isinstance(made, tuple) or made[0] != "meet":
        return None
    shifted, through = made[1:] if isinstance(made[1], tuple) and made[1][0] == "shift" else (made[2], made[1])
    if not isinstance(shifted, tuple) or shifted[0] != "shift" or not isinstance(through, int) or through in assigned:
        return None
    source, table = shifted[1], shifted[2]
    if not isinstance(source, int) or value.get(source) != front:
        return None
    sums = [r for r in assigned if isinstance(r, int) and value.get(r) in (("union", r, front), ("union", front, r))]
    if len(sums) != 1 or front[0] == "minus" and front[2] != sums[0]:
        return None
    if (alive & assigned) - {sums[0], source} or value[source] == sums[0]:
        return None
    most = _longest(relations[table])
    return None if most is None else Line(function.blocks[head].end.origin, source, sums[0], through, table, most)


def _longest(table: Table) -> int | None:
    """How many steps along a relation there can be, if that is few."""
    now = (1 << len(table.values)) - 1
    for steps in range(LONGEST_LINE + 1):
        if not now:
            return steps - 1
        following = 0
        for element, to in enumerate(table.values):
            if now >> element & 1:
                following |= to
        now = following
    return None
