"""Finds which elements may still be taken, where those that are passed over are lost.

A choice of several is made in an order: what is taken next, and all that comes behind it, must still be enough for what
the whole has to reach. So play looks at every option in turn, takes off what is passed over, and tests what is left.
As nothing is worth less than nothing, the options up to a certain one will do, and none behind it. Here they are found
by passing over elements as long as there is too much; what is known beforehand to be enough is not asked at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ludex.ir.faults import Faults
from ludex.ir.flow import predecessors
from ludex.ir.graph import Block, Function, Program, Register
from ludex.ir.ops import (
    Arith,
    BlockId,
    Branch,
    Call,
    Combine,
    Compare,
    Const,
    Copy,
    Count,
    Distinct,
    First,
    Goto,
    Logic,
    Lookup,
    Op,
    Reg,
    Rest,
    Return,
    Select,
    Single,
)
from ludex.ir.registers import read, written
from ludex.ir.types import Domain, Int, Set, Type
from ludex.native.expressions import LOWEST
from ludex.native.lifting import constants
from ludex.native.reduce import live, without
from ludex.native.specialize import Shaped
from ludex.native.storage import WORD_BITS
from ludex.native.totals import worth_of

FLAG, NUMBER = Int(0, 1), Int(-(1 << 31), (1 << 31) - 1)


@dataclass(slots=True)
class Passing:
    """Finds such loops in the functions of a program."""

    program: Program
    #: Functions that give the lowest so many elements of a set, for which there is something faster than what they say.
    lowest: dict[str, Function] = field(default_factory=dict)

    def passed(self, made: dict[str, Shaped]) -> dict[str, Shaped]:
        """The functions with shorter loops instead."""
        faults = Faults(replace(self.program, functions={n: item.function for n, item in made.items()}))
        found = {name: self._in(item, faults) for name, item in made.items()}
        return {**found, **{name: Shaped(function, (0, -1, -1, -1), ((),) * 4)
                            for name, function in self.lowest.items()}}

    def _in(self, shaped: Shaped, faults: Faults) -> Shaped:
        function = shaped.function
        before, alive = predecessors(function), live(function, {})
        blocks, registers, gone = list(function.blocks), list(function.registers), set[BlockId]()
        for head in range(len(function.blocks)):
            loop = _Loop.at(function, head, before, shaped.was)
            if loop is None or any(faults.possible(op, function) for op in (*loop.first, *loop.later)):
                continue
            if (alive[loop.out] & loop.assigned) - {loop.found, loop.rest}:
                continue
            plan = self._plan(function, loop)
            if plan is not None:
                self._write(function, loop, plan, blocks, registers)
                gone |= {loop.body, loop.kept, loop.back}
        if not gone:
            return shaped
        added = len(blocks) - len(function.blocks)
        changed = replace(function, blocks=tuple(blocks), registers=tuple(registers))
        return without(replace(shaped, function=changed, was=(*shaped.was, *(-1,) * added),
                               known=(*shaped.known, *((),) * added)), gone)

    def _plan(self, function: Function, loop: _Loop) -> _Plan | None:
        """What the loop comes to, if it is of this kind."""
        known, ops = constants(function), {written(op): op for op in (*loop.first, *loop.later)}

        def same(register: Reg) -> bool:
            return register in known or register not in loop.assigned

        counted = self._alike(function, loop, ops)
        if counted is None:
            return None
        fixed, sums = list[Reg](), list[tuple[Reg, Reg | None, Reg]]()
        todo = [loop.test]
        while todo:
            asked = todo.pop()
            op = ops.get(asked)
            if same(asked):
                fixed.append(asked)
            elif isinstance(op, Logic) and op.how == "and":
                todo += [op.left, op.right]
            elif isinstance(op, Compare) and op.how == "le" and same(op.left):
                right = ops.get(op.right)
                if op.right in loop.sums:
                    sums.append((op.right, None, op.left))
                elif isinstance(right, Arith) and right.how == "add" and right.left in loop.sums and same(right.right):
                    sums.append((right.left, right.right, op.left))
                elif isinstance(right, Arith) and right.how == "add" and right.right in loop.sums and same(right.left):
                    sums.append((right.right, right.left, op.left))
                else:
                    return None
            else:
                return None
        plan = _Plan(tuple(fixed), None, None, None, None, ())
        for sum_, besides, bound in sums:
            less = loop.sums[sum_]
            if less == counted and known.get(bound) in (0, 1) and loop.starts_as_count(sum_) and (
                    besides is None or _not_negative(function.registers[besides].type)):
                continue  # what is looked at is there itself
            worth: tuple[Op, ...] = ()
            one = None
            if less != counted:
                times = ops.get(less)
                if not isinstance(times, Arith) or times.how != "mul" or counted not in (times.left, times.right):
                    return None
                one = times.right if times.left == counted else times.left
                found = worth_of(self.program, function, (*loop.first, *loop.later), one, loop.element, loop.left,
                                 loop.assigned)
                kinds = self._kinds(function, loop)
                if found is None or any(row[e] != row[kind] for row in found.rows for e, kind in enumerate(kinds)):
                    return None
                worth = found.ops
            if plan.sum is not None:
                return None
            plan = replace(plan, sum=sum_, besides=besides, bound=bound, one=one, ops=worth)
        return plan

    def _write(self, function: Function, loop: _Loop, plan: _Plan, blocks: list[Block], registers: list[Register]
               ) -> None:
        """Write other blocks instead of a loop."""
        origin = function.blocks[loop.body].end.origin
        of = function.registers[loop.left].type

        def fresh(type: Type) -> Reg:
            registers.append(Register("", type))
            return len(registers) - 1

        def there(register: Reg, ops: list[Op]) -> Reg:
            """A register that has its value outside of the loop, too."""
            if register not in loop.assigned:
                return register
            value = constants(function)[register]
            ops.append(Const(origin, fresh(Int(value, value)), value))
            return len(registers) - 1

        options = fresh(of)
        start: list[Op] = [Distinct(origin, options, loop.left)]
        test = None
        behind: list[Op] = []
        if plan.sum is not None:
            assert plan.bound is not None
            spare, fewer = fresh(NUMBER), fresh(of)
            start.append(Arith(origin, spare, "sub", plan.sum, there(plan.bound, start)))
            if plan.besides is not None:
                start.append(Arith(origin, spare, "add", spare, there(plan.besides, start)))
            name = self._lowest(of) if plan.one is None else None
            one = plan.one if plan.one is not None else fresh(Int(1, 1))
            if name is not None:
                many, enough = fresh(NUMBER), fresh(of)
                start += [Const(origin, one, 1), Arith(origin, many, "add", spare, one),
                          Call(origin, enough, name, (loop.left, many)),
                          Combine(origin, fewer, "meet", options, enough)]
            else:
                left, nothing, zero = fresh(of), fresh(of), fresh(Int(0, 0))
                enough_, any_, on, test = fresh(FLAG), fresh(FLAG), fresh(FLAG), len(blocks)
                start.append(Copy(origin, left, loop.left))
                blocks.append(Block((
                    Const(origin, nothing, 0), Const(origin, zero, 0), Compare(origin, enough_, "le", zero, spare),
                    Compare(origin, any_, "ne", left, nothing), Logic(origin, on, "and", enough_, any_),
                ), Branch(origin, on, test + 1, test + 2)))
                worth: tuple[Op, ...] = plan.ops if plan.one is not None else (Const(origin, one, 1),)
                blocks.append(Block((First(origin, loop.element, left), Rest(origin, left, left), *worth,
                                     Arith(origin, spare, "sub", spare, one)), Goto(origin, test)))
                behind.append(Combine(origin, fewer, "minus", options, left))
            options = fewer
        for fixed in plan.fixed:
            nothing, kept = fresh(of), fresh(of)
            behind.append(Const(origin, nothing, 0))
            behind.append(Select(origin, kept, there(fixed, behind), options, nothing))
            options = kept
        sum_ = fresh(of)
        behind += [Combine(origin, sum_, "union", loop.found, options), Copy(origin, loop.found, sum_),
                   Const(origin, loop.rest, 0)]
        if test is None:
            blocks[loop.head] = Block((*start, *behind), Goto(origin, loop.out))
        else:
            blocks[loop.head] = Block(tuple(start), Goto(origin, test))
            blocks.append(Block(tuple(behind), Goto(origin, loop.out)))

    def _lowest(self, of: Type) -> str | None:
        """The function that gives the lowest so many elements of a set of one word."""
        assert isinstance(of, Set)
        domain = self.program.domains[of.domain]
        if domain.size > WORD_BITS:
            return None
        name = f"{LOWEST}{domain.name}"
        self.lowest.setdefault(name, _lowest(name, domain))
        return name

    def _kinds(self, function: Function, loop: _Loop) -> Sequence[int]:
        type = function.registers[loop.left].type
        assert isinstance(type, Set)
        domain = self.program.domains[type.domain]
        return domain.kinds or range(domain.size)

    def _alike(self, function: Function, loop: _Loop, ops: dict[Reg | None, Op]) -> Reg | None:
        """The register that holds how many are left that are like the element, if kinds stand side by side."""
        kinds = self._kinds(function, loop)
        if any(kind not in (element, kinds[element - 1]) for element, kind in enumerate(kinds) if element):
            return None
        masks: dict[int, int] = {}
        for element, kind in enumerate(kinds):
            masks[kind] = masks.get(kind, 0) | 1 << element
        alike = tuple(masks[kind] for kind in kinds)
        for register, op in ops.items():
            met = ops.get(op.set) if isinstance(op, Count) else None
            if not isinstance(met, Combine) or met.how != "meet" or loop.left not in (met.left, met.right):
                continue
            looked = ops.get(met.right if met.left == loop.left else met.left)
            if isinstance(looked, Lookup) and looked.index == loop.element and \
                    self.program.tables[looked.table].values == alike:
                return register
        return None


@dataclass(frozen=True, slots=True)
class _Plan:
    """What must hold anyway, and the sum that must reach a bound together with something else (if there is one): with
    what one element is worth (nothing said: 1), and what works that out."""

    fixed: tuple[Reg, ...]
    sum: Reg | None
    besides: Reg | None
    bound: Reg | None
    one: Reg | None
    ops: tuple[Op, ...]


def _lowest(name: str, domain: Domain) -> Function:
    """What gives the lowest so many elements of a set (0), or all if there are no more: how many is told (1)."""
    of = Set(domain.name)
    sorts = (of, NUMBER, of, of, Int(0, 0), FLAG, FLAG, FLAG, Int(0, domain.size - 1, domain.name), of, of, Int(1, 1))
    registers = tuple(Register("", sort) for sort in sorts)
    blocks = (
        Block((Const(0, 2, 0), Const(0, 3, 0), Const(0, 4, 0), Const(0, 11, 1)), Goto(0, 1)),
        Block((Compare(0, 5, "lt", 4, 1), Compare(0, 6, "ne", 0, 3), Logic(0, 7, "and", 5, 6)), Branch(0, 7, 2, 3)),
        Block((First(0, 8, 0), Rest(0, 0, 0), Single(0, 9, 8), Combine(0, 10, "union", 2, 9), Copy(0, 2, 10),
               Arith(0, 1, "sub", 1, 11)), Goto(0, 1)),
        Block((), Return(0, 2)),
    )
    return Function(name, True, 2, of, registers, blocks)


def _not_negative(type: Type) -> bool:
    return isinstance(type, Int) and type.low >= 0


@dataclass(frozen=True, slots=True)
class _Loop:
    """A loop over the first elements of all kinds that are `left`, which keeps some and takes something off sums."""

    head: BlockId
    body: BlockId
    kept: BlockId
    back: BlockId
    out: BlockId
    left: Reg
    rest: Reg
    element: Reg
    found: Reg
    test: Reg
    #: What is done before the test, and behind it.
    first: tuple[Op, ...]
    later: tuple[Op, ...]
    assigned: frozenset[Reg]
    #: The sums, and the registers that are taken off them.
    sums: dict[Reg, Reg]
    #: What stands before the loop.
    ahead: tuple[Op, ...]

    def starts_as_count(self, register: Reg) -> bool:
        """Whether a register begins as the number of elements that are left."""
        value: Reg = register
        for op in reversed(self.ahead):
            if written(op) == value:
                if not isinstance(op, Copy):
                    return isinstance(op, Count) and op.set == self.left
                value = op.source
            elif written(op) == self.left:
                return False
        return False

    @staticmethod
    def at(function: Function, head: BlockId, before: list[list[BlockId]], was: tuple[int, ...]) -> _Loop | None:
        """The loop that begins at a block, if one does."""
        blocks = function.blocks
        block = blocks[head]
        if not isinstance(block.end, Branch) or not block.ops:
            return None
        body, out = block.end.yes, block.end.no
        asking = blocks[body].end
        if body == out or not isinstance(asking, Branch) or len(before[head]) != 2:
            return None
        kept, back = asking.yes, asking.no
        if before[body] != [head] or before[kept] != [body] or sorted(before[back]) != sorted([body, kept]):
            return None
        if back not in before[head] or blocks[back].end != Goto(blocks[back].end.origin, head) or \
                blocks[kept].end != Goto(blocks[kept].end.origin, back):
            return None
        if max(was[head], was[body], was[kept], was[back]) >= 0 or not head or head in (kept, back):
            return None
        tested, known = block.ops[-1], constants(function)
        if not isinstance(tested, Compare) or tested.how != "ne" or tested.to != block.end.test or \
                known.get(tested.right) != 0 or any(written(op) not in (tested.to, tested.right) for op in block.ops):
            return None
        rest, inner = tested.left, blocks[body].ops
        if len(inner) < 2:
            return None
        first, less = inner[:2]
        if not isinstance(first, First) or first.set != rest or less != Rest(less.origin, rest, rest):
            return None
        match [op for op in blocks[kept].ops if not isinstance(op, Const)]:
            case [Single(to=one, element=element), Combine(to=sum_, how="union", left=found, right=right),
                  Copy(to=to, source=source)] if (element, right, source, to) == (first.to, one, sum_, found):
                pass
            case _:
                return None
        sums: dict[Reg, Reg] = {}
        later = blocks[back].ops
        for at, op in enumerate(later):
            if isinstance(op, Arith) and op.how == "sub" and op.to == op.left:
                sums[op.to] = op.right
            elif isinstance(op, Copy):
                makes = [o for o in later[:at] if written(o) == op.source]
                if len(makes) != 1 or not isinstance(takes := makes[0], Arith) or takes.how != "sub" or \
                        takes.left != op.to:
                    return None
                sums[op.to] = takes.right
        ops = (*block.ops, *inner, *blocks[kept].ops, *later)
        if any(written(op) is None for op in ops):
            return None
        every = [written(op) for op in (*inner, *later)]
        if len({*every}) != len(every) or found in every or rest in every[2:]:
            return None
        there = {first.to}
        for op in (*inner[2:], *later):
            if any(r not in there and r in every and r not in sums for r in read(op)):
                return None  # it is what it was the last time
            there.update(w for w in (written(op),) if w is not None)
        ahead = blocks[next(b for b in before[head] if b != back)].ops
        left = _left(ahead, rest)
        assigned = frozenset(w for op in ops if (w := written(op)) is not None)
        if left is None or left in assigned:
            return None
        return _Loop(head, body, kept, back, out, left, rest, first.to, found, asking.test, inner[2:], later, assigned,
                     sums, ahead)


def _left(ahead: tuple[Op, ...], rest: Reg) -> Reg | None:
    """The set whose first elements of all kinds a register holds, behind some operations."""
    value, at = rest, len(ahead)
    for at in range(len(ahead) - 1, -1, -1):
        op = ahead[at]
        if written(op) != value:
            continue
        if isinstance(op, Copy):
            value = op.source
        elif isinstance(op, Distinct):
            return None if op.set in {written(o) for o in ahead[at:]} else op.set
        else:
            return None
    return None
