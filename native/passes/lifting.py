"""Filters a set as a whole instead of element by element.

A loop that keeps the elements for which some set is not empty, as `(man in your men where targets of man is not
empty)` becomes, is followed here once for each element that there is, with the sets of the state as names. If what is
asked is whether any of some known sets (one for each element, such as the squares in front of it) meets a set that is
the same for all elements, then the elements that are kept lie one step along a relation from that set. Where the
answer does not depend on the state at all, as for the squares of two rows, the elements that are kept are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludex.ir.distances import distances
from ludex.ir.faults import Faults
from ludex.ir.flow import predecessors
from ludex.ir.fold import NoAnswer, step
from ludex.ir.graph import Block, Function, Program, Register
from ludex.ir.ops import (
    BlockId,
    Branch,
    Call,
    Combine,
    Compare,
    Const,
    Copy,
    Goto,
    Has,
    Load,
    Lookup,
    Op,
    Reg,
    Return,
    Select,
    Shift,
    Store,
)
from ludex.ir.registers import read, written
from ludex.ir.types import Int, Set
from ludex.native.passes.elements import constants, keeps, over_elements
from ludex.native.passes.reduce import live, without
from ludex.native.passes.relations import Relations
from ludex.native.passes.specialize import Shaped

#: Larger domains, longer ways and more distances are left to the loop.
ELEMENTS, STEPS, DISTANCES = 64, 400, 6

#: A set that is the same for all elements: a field or a register by name, or what is computed from such.
Same = tuple[object, ...]
#: A set: for each of some same sets, the elements of it that belong to this one.
Parts = dict[Same, int]
Value = int | Parts
EVERYTHING: Same = ("everything",)


class _Other(Exception):
    """This is not of the simple form."""


@dataclass(slots=True)
class Lifter:
    """Finds such loops in the functions of a program, and makes the tables that they need."""

    program: Program
    made: dict[str, Shaped]
    relations: Relations

    def lifted(self) -> dict[str, Shaped]:
        """The functions without the loops that are not needed."""
        faults = Faults(replace(self.program, functions={n: item.function for n, item in self.made.items()}))
        return {name: self._in(item, faults) for name, item in self.made.items()}

    def _in(self, shaped: Shaped, faults: Faults) -> Shaped:
        function = shaped.function
        before, alive, known = predecessors(function), live(function, {}), constants(function)
        blocks, registers, gone = list(function.blocks), list(function.registers), set[BlockId]()
        for head, block in enumerate(function.blocks):
            loop = _Loop.at(shaped, head, before, known)
            if loop is None or any(faults.possible(op, function) for op in loop.ops):
                continue
            if (alive[loop.out] & loop.assigned) - {loop.found, loop.rest}:
                continue
            try:
                ops = self._whole(function, loop, registers)
            except _Other:
                continue
            blocks[head] = Block((*block.ops, *ops), Goto(block.end.origin, loop.out))
            gone |= {loop.body, loop.kept}
        if not gone:
            return shaped
        changed = replace(function, blocks=tuple(blocks), registers=tuple(registers))
        return without(replace(shaped, function=changed), gone)

    def _whole(self, function: Function, loop: _Loop, registers: list[Register]) -> list[Op]:
        """The operations that filter the whole set."""
        type = function.registers[loop.rest].type
        assert isinstance(type, Set)
        size = self.program.domains[type.domain].size
        if size > ELEMENTS:
            raise _Other
        found: dict[Same, list[int]] = {}
        always = 0
        for element in range(size):
            asked = self._asked(function, loop, element)
            if isinstance(asked, int):
                always |= 1 << element if asked else 0
                continue
            for same, part in asked.items():
                found.setdefault(same, [0] * size)[element] = part
        ops: list[Op] = []
        origin = function.blocks[loop.body].end.origin

        def fresh(domain: str) -> Reg:
            registers.append(Register("", Set(domain)))
            return len(registers) - 1

        def make(same: Same, domain: str) -> Reg:
            match same:
                case ("everything",):
                    to = fresh(domain)
                    ops.append(Const(origin, to, (1 << self.program.domains[domain].size) - 1))
                    return to
                case ("register", int(register)):
                    return register
                case ("field", str(name), index):
                    place = None
                    if index is not None:
                        assert isinstance(index, int)
                        place = len(registers)
                        registers.append(Register("", Int(index, index)))
                        ops.append(Const(origin, place, index))
                    to = fresh(domain)
                    ops.append(Load(origin, to, name, place))
                    return to
                case (("union" | "meet" | "minus") as how, left, right):
                    assert isinstance(left, tuple) and isinstance(right, tuple)
                    a, b = make(left, domain), make(right, domain)
                    to = fresh(domain)
                    ops.append(Combine(origin, to, how, a, b))
                    return to
            raise AssertionError(same)

        total = fresh(type.domain)
        ops.append(Const(origin, total, always))
        for same, parts in found.items():
            domain = self._domain(same, function)
            values = [0] * self.program.domains[domain].size
            for element, part in enumerate(parts):
                for other in range(len(values)):
                    if part >> other & 1:
                        values[other] |= 1 << element
            if len(values) > ELEMENTS or not any(values) or not distances(values, DISTANCES):
                raise _Other
            source, step_, sum_ = make(same, domain), fresh(type.domain), fresh(type.domain)
            ops += [Shift(origin, step_, source, self.relations.named(domain, type, tuple(values))),
                    Combine(origin, sum_, "union", total, step_), Copy(origin, total, sum_)]
        kept = fresh(type.domain)
        ops += [Combine(origin, kept, "meet", total, loop.rest), Combine(origin, loop.found, "union", loop.found, kept),
                Const(origin, loop.rest, 0)]
        return ops

    def _domain(self, same: Same, function: Function) -> str:
        match same:
            case ("field", str(name), _):
                type = self.program.fields[name].type
            case ("register", int(register)):
                type = function.registers[register].type
            case (_, left, right) if left == EVERYTHING:
                assert isinstance(right, tuple)
                return self._domain(right, function)
            case (_, left, _):
                assert isinstance(left, tuple)
                return self._domain(left, function)
            case _:
                raise _Other
        assert isinstance(type, Set)
        return type.domain

    # -- following one element

    def _asked(self, function: Function, loop: _Loop, element: int) -> Value:
        """For one element, the parts of which one must not be empty; or a number, if that is known."""
        values: dict[Reg, Value] = {loop.element: element}

        def of(register: Reg) -> Value:
            if register in values:
                return values[register]
            if register in loop.assigned or not isinstance(function.registers[register].type, Set):
                raise _Other
            return {("register", register): -1}

        def fixed(register: Reg) -> Value:
            constant = loop.constants.get(register)
            return of(register) if constant is None or register in values else constant

        for op in loop.tests:
            if isinstance(op, Compare) and op.to == loop.test and isinstance(asked := fixed(op.left), dict):
                if op.how != "ne" or fixed(op.right) != 0:
                    raise _Other
                return asked
            if isinstance(op, Has) and op.to == loop.test:
                where, which = fixed(op.set), fixed(op.element)
                if not isinstance(which, int):
                    raise _Other
                return _combined("meet", where, 1 << which if which >= 0 else 0)
            self._step(op, function, values, fixed)
        return fixed(loop.test)

    def _step(self, op: Op, function: Function, values: dict[Reg, Value], of: object) -> None:
        assert callable(of)
        target = written(op)
        if target is None:
            raise _Other
        match op:
            case Load(field=name, index=index):
                place = None if index is None else of(index)
                if not isinstance(self.program.fields[name].type, Set) or isinstance(place, dict):
                    raise _Other
                values[target] = {("field", name, place): -1}
            case Call(function=name, args=args):
                values[target] = self._call(name, [of(a) for a in args])
            case Combine(how=how, left=left, right=right):
                values[target] = _combined(how, of(left), of(right))
            case Copy(source=source):
                values[target] = of(source)
            case Select(test=test, yes=yes, no=no):
                flag = of(test)
                if not isinstance(flag, int):
                    raise _Other
                values[target] = of(yes if flag else no)
            case Shift(set=source, table=table):
                known = of(source)
                if not isinstance(known, int):
                    raise _Other
                total = 0
                for element, to in enumerate(self.program.tables[table].values):
                    total |= to if known >> element & 1 else 0
                values[target] = total
            case _:
                given = {r: of(r) for r in read(op)}
                numbers = {r: v for r, v in given.items() if isinstance(v, int)}
                if len(numbers) != len(given) or isinstance(op, Lookup) and numbers[op.index] < 0:
                    raise _Other
                try:
                    values[target] = step(op, numbers, {}, self.program.tables)
                except (NoAnswer, AssertionError, ZeroDivisionError, IndexError):
                    raise _Other from None

    def _call(self, name: str, args: list[Value]) -> Value:
        function = self.made[name].function
        values: dict[Reg, Value] = dict(enumerate(args))

        def of(register: Reg) -> Value:
            if register not in values:
                raise _Other
            return values[register]

        at = 0
        for _ in range(STEPS):
            block = function.blocks[at]
            for op in block.ops:
                self._step(op, function, values, of)
            match block.end:
                case Goto(target=target):
                    at = target
                case Branch(test=test, yes=yes, no=no):
                    flag = of(test)
                    if not isinstance(flag, int):
                        raise _Other
                    at = yes if flag else no
                case Return(value=value) if value is not None:
                    return of(value)
                case _:
                    raise _Other
        raise _Other


def _combined(how: str, left: Value, right: Value) -> Value:
    """A combination of two sets of which at least one is known by name only."""
    if isinstance(left, int) and isinstance(right, int):
        return {"union": left | right, "meet": left & right, "minus": left & ~right}[how]
    if how == "union":
        a, b = _named(left), _named(right)
        if len(a) == len(b) == 1 and {*a.values(), *b.values()} == {-1}:
            return {("union", next(iter(a)), next(iter(b))): -1}
        return {same: a.get(same, 0) | b.get(same, 0) for same in {**a, **b}}
    if how == "meet":
        if isinstance(left, int) or isinstance(right, int):
            mask, parts = (left, right) if isinstance(left, int) else (right, left)
            assert isinstance(mask, int) and isinstance(parts, dict)
            return {same: part & mask for same, part in parts.items() if part & mask} or 0
        return {("meet", a, b): p & q for a, p in left.items() for b, q in right.items()}
    if isinstance(right, int):
        assert isinstance(left, dict)
        return {same: part & ~right for same, part in left.items() if part & ~right} or 0
    if len(right) != 1 or next(iter(right.values())) != -1:
        raise _Other
    other = next(iter(right))
    return {("minus", same, other): part for same, part in _named(left).items()} or 0


def _named(value: Value) -> Parts:
    """A set as parts; a known one is a part of everything."""
    return value if isinstance(value, dict) else {EVERYTHING: value} if value else {}


@dataclass(frozen=True, slots=True)
class _Loop:
    """A loop that keeps some elements of a set: three blocks."""

    body: BlockId
    kept: BlockId
    out: BlockId
    rest: Reg
    element: Reg
    found: Reg
    test: Reg
    tests: tuple[Op, ...]
    ops: tuple[Op, ...]
    assigned: frozenset[Reg]
    constants: Mapping[Reg, int]

    @staticmethod
    def at(shaped: Shaped, head: BlockId, before: list[list[BlockId]], known: Mapping[Reg, int]) -> _Loop | None:
        """The loop that begins at a block, if one does."""
        function, each = shaped.function, over_elements(shaped, head, before, known)
        if each is None or not each.ops:
            return None
        block, inner = function.blocks[head], function.blocks[each.body]
        if not isinstance(inner.end, Branch) or inner.end.no != head:
            return None
        kept = inner.end.yes
        last = function.blocks[kept]
        if before[kept] != [each.body] or shaped.was[kept] >= 0 or last.end != Goto(last.end.origin, head):
            return None
        found, ops = keeps(last.ops, each.element), (*inner.ops, *last.ops)
        if found is None or before[head].count(each.body) != 1 or any(
                isinstance(op, Store) or written(op) is None for op in ops):
            return None
        assigned = frozenset(w for op in (*block.ops, *ops) if (w := written(op)) is not None)
        return _Loop(each.body, kept, each.out, each.rest, each.element, found, inner.end.test, each.ops, ops, assigned,
                     known)
