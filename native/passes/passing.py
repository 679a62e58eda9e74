"""Finds which elements may still be taken, where those that are passed over are lost.

A choice of several is made in an order: what is taken next, and all that comes behind it, must still be enough for what
the whole has to reach. So play looks at every option in turn, takes off what is passed over, and tests what is left.
As nothing is worth less than nothing, the options up to a certain one will do, and none behind it. Here that one is
looked for from the last element on, until there is enough: mostly a few are. What is known beforehand to be enough is
not asked at all. What is missing without all that are left is the total of the others, if the sum is seen to be a total
that holds what is left; that saves the sum itself (sums become cheap in `totals.py`, which comes later).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    Store,
)
from ludex.ir.registers import written
from ludex.ir.types import Domain, Int, Set, Type
from ludex.native.expressions import LAST, LOWEST
from ludex.native.passes.elements import constants
from ludex.native.passes.ordered import Ordered
from ludex.native.passes.reduce import live, without
from ludex.native.passes.specialize import Shaped
from ludex.native.passes.totals import Sum, Worth, worth_of
from ludex.native.storage import WORD_BITS

FLAG, NUMBER = Int(0, 1), Int(-(1 << 31), (1 << 31) - 1)


@dataclass(slots=True)
class Passing:
    """Finds such loops in the functions of a program."""

    program: Program
    #: Functions for which there is something faster than what they say.
    own: dict[str, Function] = field(default_factory=dict)

    def passed(self, made: dict[str, Shaped]) -> dict[str, Shaped]:
        """The functions with shorter loops instead."""
        faults = Faults(replace(self.program, functions={n: item.function for n, item in made.items()}))
        found = {name: self._in(item, faults) for name, item in made.items()}
        for name, function in self.own.items():
            count = len(function.blocks)
            found[name] = Shaped(function, (0, *(-1,) * (count - 1)), ((),) * count)
        return found

    def _in(self, shaped: Shaped, faults: Faults) -> Shaped:
        function = shaped.function
        before, alive, known = predecessors(function), live(function, {}), constants(function)
        blocks, registers, gone = list(function.blocks), list(function.registers), set[BlockId]()
        for head in range(len(function.blocks)):
            loop = Ordered.at(shaped, head, before, known)
            if loop is None or any(faults.possible(op, function) for op in (*loop.first, *loop.later)):
                continue
            if (alive[loop.out] & loop.assigned) - {loop.found, loop.rest}:
                continue
            plan = self._plan(shaped, loop, before)
            if plan is not None:
                self._write(function, loop, plan, blocks, registers)
                gone |= {loop.body, loop.kept, loop.back}
        if not gone:
            return shaped
        added = len(blocks) - len(function.blocks)
        changed = replace(function, blocks=tuple(blocks), registers=tuple(registers))
        return without(replace(shaped, function=changed, was=(*shaped.was, *(-1,) * added),
                               known=(*shaped.known, *((),) * added)), gone)

    def _plan(self, shaped: Shaped, loop: Ordered, before: list[list[BlockId]]) -> _Plan | None:
        """What the loop comes to, if it is of this kind."""
        function = shaped.function
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
        plan = _Plan(tuple(fixed), None, None, None, None, (), None)
        for sum_, besides, bound in sums:
            less = loop.sums[sum_]
            if less == counted and known.get(bound) in (0, 1) and loop.starts_as_count(sum_) and (
                    besides is None or _not_negative(function.registers[besides].type)):
                continue  # what is looked at is there itself
            worth: tuple[Op, ...] = ()
            one = of = None
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
                worth, of = found.ops, self._summed(shaped, loop, sum_, found, before)
            if plan.sum is not None or self.program.domains[self._domain(function, loop)].size > WORD_BITS:
                return None
            plan = replace(plan, sum=sum_, besides=besides, bound=bound, one=one, ops=worth, of=of)
        return plan

    def _write(self, function: Function, loop: Ordered, plan: _Plan, blocks: list[Block], registers: list[Register]
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
        behind, more = list[Op](), list[Block]()
        if plan.sum is not None and plan.one is None:
            assert plan.bound is not None
            one, many, fewer, enough = fresh(Int(1, 1)), fresh(NUMBER), fresh(of), fresh(of)
            start.append(Arith(origin, many, "sub", plan.sum, there(plan.bound, start)))
            if plan.besides is not None:
                start.append(Arith(origin, many, "add", many, there(plan.besides, start)))
            start += [Const(origin, one, 1), Arith(origin, many, "add", many, one),
                      Call(origin, enough, self._own(LOWEST, _lowest, of), (loop.left, many)),
                      Combine(origin, fewer, "meet", options, enough)]
            options = fewer
        elif plan.sum is not None and plan.one is not None:
            assert plan.bound is not None
            total, over, left, missing, fewer = fresh(NUMBER), fresh(of), fresh(of), fresh(NUMBER), fresh(of)
            nothing, none, zero, none_left, alone = fresh(of), fresh(of), fresh(Int(0, 0)), fresh(Int(0, 0)), fresh(of)
            some, some_left, short, still = fresh(FLAG), fresh(FLAG), fresh(FLAG), fresh(FLAG)
            first = len(blocks)
            start += [Const(origin, total, 0), Copy(origin, over, loop.left) if plan.of is None else
                      Combine(origin, over, "minus", plan.of, loop.left)]
            ready: list[Op] = [Copy(origin, left, loop.left)]
            bound = there(plan.bound, ready)
            if plan.of is None:
                ready += [Arith(origin, missing, "sub", total, plan.sum), Arith(origin, missing, "add", missing, bound)]
            else:
                ready += [Arith(origin, missing, "sub", bound, total)]
            if plan.besides is not None:
                ready.append(Arith(origin, missing, "sub", missing, there(plan.besides, ready)))
            ready += [Const(origin, zero, 0), Compare(origin, short, "lt", zero, missing)]
            last = self._own(LAST, _last, of)
            more = [
                Block((Const(origin, nothing, 0), Compare(origin, some, "ne", over, nothing)),
                      Branch(origin, some, first + 1, first + 2)),
                Block((First(origin, loop.element, over), Rest(origin, over, over), *plan.ops,
                       Arith(origin, total, "add", total, plan.one)), Goto(origin, first)),
                Block(tuple(ready), Branch(origin, short, first + 3, first + 6)),
                Block((Const(origin, none, 0), Compare(origin, some_left, "ne", left, none)),
                      Branch(origin, some_left, first + 4, first + 6)),
                Block((Call(origin, loop.element, last, (left,)), *plan.ops,
                       Arith(origin, missing, "sub", missing, plan.one), Const(origin, none_left, 0),
                       Compare(origin, still, "lt", none_left, missing)), Branch(origin, still, first + 5, first + 6)),
                Block((Single(origin, alone, loop.element), Combine(origin, left, "minus", left, alone)),
                      Goto(origin, first + 3)),
            ]
            behind.append(Combine(origin, fewer, "meet", options, left))
            options = fewer
        for fixed in plan.fixed:
            nothing, kept = fresh(of), fresh(of)
            behind.append(Const(origin, nothing, 0))
            behind.append(Select(origin, kept, there(fixed, behind), options, nothing))
            options = kept
        sum_ = fresh(of)
        behind += [Combine(origin, sum_, "union", loop.found, options), Copy(origin, loop.found, sum_),
                   Const(origin, loop.rest, 0)]
        if more:
            blocks[loop.head] = Block(tuple(start), Goto(origin, len(blocks)))
            blocks += [*more, Block(tuple(behind), Goto(origin, loop.out))]
        else:
            blocks[loop.head] = Block((*start, *behind), Goto(origin, loop.out))

    def _own(self, kind: str, make: Callable[[str, Domain], Function], of: Type) -> str:
        """The name of a function for sets of one word that has a text of its own."""
        assert isinstance(of, Set)
        domain = self.program.domains[of.domain]
        name = f"{kind}{domain.name}"
        self.own.setdefault(name, make(name, domain))
        return name

    def _summed(self, shaped: Shaped, loop: Ordered, sum_: Reg, worth: Worth, before: list[list[BlockId]]
                ) -> Reg | None:
        """The set of which a sum that the loop begins with is the total, if a loop before it says so, all that is left
        is in the set, and nothing has changed since then."""
        function, was = shaped.function, shaped.was
        between = {written(op) for op in loop.ahead}
        value = sum_
        for op in reversed(loop.ahead):
            if isinstance(op, Store):
                return None
            if written(op) == value:
                if not isinstance(op, Copy):
                    return None
                value = op.source
        at, = (number for number in before[loop.head] if number != loop.back)
        if len(before[at]) != 1 or at == 0 or was[at] >= 0:
            return None
        total = Sum.at(shaped, before[at][0], before, constants(function))
        if total is None or (total.out, total.sum) != (at, value) or value in between or was[before[at][0]] >= 0:
            return None
        first = [number for number in before[before[at][0]] if number != total.body]
        same = worth_of(self.program, function, total.ops, total.added, total.element, total.rest, total.assigned)
        if len(first) != 1 or same is None or (same.inputs, same.rows) != (worth.inputs, worth.rows):
            return None
        given = {r for name, _ in worth.inputs for r in (name if isinstance(name, tuple) else (name,))}
        ops = function.blocks[first[0]].ops
        begins = [op for op in ops if written(op) == total.sum][-1:]
        over = [n for n, op in enumerate(ops) if written(op) == total.rest][-1:]
        if not begins or not isinstance(begins[0], Const) or begins[0].value or not over or \
                not isinstance(copied := ops[over[0]], Copy):
            return None
        changed = {*between, *total.assigned}
        if changed & {*given, copied.source, loop.left} or copied.source in {written(op) for op in ops[over[0]:]}:
            return None
        return copied.source if _holds(ops, copied.source, over[0], loop.left) else None

    def _domain(self, function: Function, loop: Ordered) -> str:
        type = function.registers[loop.left].type
        assert isinstance(type, Set)
        return type.domain

    def _kinds(self, function: Function, loop: Ordered) -> Sequence[int]:
        type = function.registers[loop.left].type
        assert isinstance(type, Set)
        domain = self.program.domains[type.domain]
        return domain.kinds or range(domain.size)

    def _alike(self, function: Function, loop: Ordered, ops: dict[Reg | None, Op]) -> Reg | None:
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
    #: The set of which the sum is the total, if that is known and all that is left is in it.
    of: Reg | None


def _holds(ops: Sequence[Op], register: Reg, until: int, part: Reg) -> bool:
    """Whether the set that a register holds before an operation contains the one that another holds behind all."""
    if register == part and part not in {written(op) for op in ops[until:]}:
        return True
    for at in range(until - 1, -1, -1):
        op = ops[at]
        if written(op) == register:
            if isinstance(op, Copy):
                return _holds(ops, op.source, at, part)
            return isinstance(op, Combine) and op.how == "union" and (
                _holds(ops, op.left, at, part) or _holds(ops, op.right, at, part))
    return False


def _last(name: str, domain: Domain) -> Function:
    """What gives the last element of a set that is not empty."""
    of = Set(domain.name)
    registers = tuple(Register("", sort) for sort in (of, Int(0, domain.size - 1, domain.name), of, FLAG))
    blocks = (
        Block((Const(0, 2, 0),), Goto(0, 1)),
        Block((First(0, 1, 0), Rest(0, 0, 0), Compare(0, 3, "ne", 0, 2)), Branch(0, 3, 1, 2)),
        Block((), Return(0, 1)),
    )
    return Function(name, True, 1, registers[1].type, registers, blocks)


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
