"""Shortens functions that compute one value from sets, such as whether there is a row of four.

- **Runs**: what stays of a set when it is met with itself one, two, three steps on are the ends of rows. Rows of four
  are two rows of two, two steps apart: so a row takes as many steps as its length has binary digits.
- **Sums**: whether several counts come to more than nothing is whether the sets together are not empty.
- **Elements**: what depends on one element alone, however it is worked out, is looked up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ludex.ir.distances import distances
from ludex.ir.fold import NoAnswer
from ludex.ir.graph import Block, Function, Program, Register
from ludex.ir.ops import Arith, Combine, Compare, Const, Copy, Count, Lookup, Op, Reg, Return, Shift, Single
from ludex.ir.registers import map_registers, read, written
from ludex.ir.types import Int, Set
from ludex.native.passes.given import done
from ludex.native.passes.relations import Relations
from ludex.native.passes.specialize import Shaped

#: Rows of fewer are found step by step; elements of larger domains are not looked up.
ROW, ELEMENTS = 4, 64


def rows(made: dict[str, Shaped], program: Program, relations: Relations, without: set[str]) -> dict[str, Shaped]:
    """All functions, with those of one block shorter. Those `without` stay alike, so that they can be done at once."""
    found = dict(made)
    for name, item in made.items():
        function = item.function
        once = _once(function) if function.pure and len(function.blocks) == 1 else None
        if once is not None and name in without:
            found[name] = replace(item, function=once)
        elif once is not None:
            body = _Body(program, found, relations, once)
            body.runs()
            body.sums()
            body.elements()
            found[name] = replace(item, function=body.function())
    return found


def _once(function: Function) -> Function | None:
    """The function with a register for each operation, so that whatever was computed is there until the end; none if
    it reads what it has not set."""
    now: dict[Reg, Reg] = {r: r for r in range(function.parameters)}
    registers = list(function.registers[:function.parameters])
    ops: list[Op] = []
    end = function.blocks[0].end
    if not isinstance(end, Return) or end.value is None:
        return None
    for op in function.blocks[0].ops:
        target = written(op)
        if any(r not in now for r in read(op)):
            return None
        if target is None:  # a step that is counted
            ops.append(op)
            continue
        given = dict(now)
        registers.append(Register("", function.registers[target].type))
        now[target] = len(registers) - 1
        if isinstance(op, Copy):
            registers.pop()
            now[target] = given[op.source]
            continue
        ops.append(_with(op, given, len(registers) - 1))
    value = now.get(end.value)
    if value is None:
        return None
    return replace(function, registers=tuple(registers), blocks=(Block(tuple(ops), replace(end, value=value)),))


def _with(op: Op, given: Mapping[Reg, Reg], to: Reg) -> Op:
    """An operation that reads other registers and sets another one."""
    target = written(op)
    marked = map_registers(op, lambda r: -1 if r == target and r not in given else given.get(r, r))
    return replace(marked, to=to)  # type: ignore[call-arg]


@dataclass(slots=True)
class _Body:
    """The one block of a function, each of whose registers is set once."""

    program: Program
    made: Mapping[str, Shaped]
    relations: Relations
    whole: Function
    registers: list[Register] = field(init=False)
    ops: list[Op] = field(init=False)

    def __post_init__(self) -> None:
        self.registers = list(self.whole.registers)
        self.ops = list(self.whole.blocks[0].ops)

    def function(self) -> Function:
        block = replace(self.whole.blocks[0], ops=tuple(self.ops))
        return replace(self.whole, registers=tuple(self.registers), blocks=(block,))

    def fresh(self, register: Register) -> Reg:
        self.registers.append(register)
        return len(self.registers) - 1

    def makers(self) -> dict[Reg, Op]:
        return {target: op for op in self.ops if (target := written(op)) is not None}

    # -- runs

    def runs(self) -> None:
        """Long rows from shorter ones."""
        makers = self.makers()
        length: dict[Reg, tuple[Reg, str, int]] = {}
        ends: dict[tuple[Reg, str, int], Reg] = {}
        ops: list[Op] = []
        for op in self.ops:
            if isinstance(op, Combine) and op.how == "meet":
                for a, base in ((op.left, op.right), (op.right, op.left)):
                    step = makers.get(a)
                    if not isinstance(step, Shift):
                        continue
                    before = (base, step.table, 1) if step.set == base else length.get(step.set)
                    if before is None or before[:2] != (base, step.table):
                        continue
                    found = (base, step.table, before[2] + 1)
                    length[op.to] = found
                    ends.setdefault(found, op.to)
                    ops += self._doubled(op, found, ends)
                    break
                else:
                    ops.append(op)
            else:
                ops.append(op)
        self.ops = ops

    def _doubled(self, op: Combine, found: tuple[Reg, str, int], ends: Mapping[tuple[Reg, str, int], Reg]) -> list[Op]:
        base, name, many = found
        half = ends.get((base, name, -(-many // 2)))
        table = self.relations[name]
        type = self.registers[op.to].type
        if many < ROW or half is None or not isinstance(type, Set) or table.index != type.domain or table.type != type:
            return [op]
        values = _again(table.values, many // 2)
        if len(distances(values, 1)) != 1:
            return [op]
        far = self.fresh(self.registers[op.to])
        return [Shift(op.origin, far, half, self.relations.named(table.index, type, values)),
                replace(op, left=half, right=far)]

    # -- sums

    def sums(self) -> None:
        """No counting where it is only asked whether there is anything."""
        makers = self.makers()
        ops: list[Op] = []
        for op in self.ops:
            sets = self._counted(op, makers) if isinstance(op, Compare) else None
            if not sets:
                ops.append(op)
                continue
            assert isinstance(op, Compare)
            sort = self.registers[sets[0]]
            total = sets[0]
            for other in sets[1:]:
                to = self.fresh(sort)
                ops.append(Combine(op.origin, to, "union", total, other))
                total = to
            nothing = self.fresh(sort)
            ops += [Const(op.origin, nothing, 0),
                    Compare(op.origin, op.to, "eq" if op.how == "eq" else "ne", total, nothing)]
        self.ops = ops

    def _counted(self, op: Compare, makers: Mapping[Reg, Op]) -> list[Reg]:
        """The sets whose counts together are compared with nothing."""

        def zero(register: Reg) -> bool:
            maker = makers.get(register)
            return isinstance(maker, Const) and maker.value == 0

        left, right = op.left, op.right
        if not isinstance(self.registers[left].type, Int):
            return []
        if op.how in ("eq", "ne") and zero(left) and not zero(right) or op.how == "lt" and zero(left):
            total = right
        elif op.how in ("eq", "ne") and zero(right):
            total = left
        else:
            return []
        found: list[Reg] = []
        todo = [total]
        while todo:
            maker = makers.get(todo.pop())
            match maker:
                case Arith(how="add", left=a, right=b):
                    todo += [a, b]
                case Count(set=a):
                    found.append(a)
                case Const(value=0):
                    pass
                case _:
                    return []
        return found if len({self.registers[r].type for r in found}) == 1 else []

    # -- elements

    def elements(self) -> None:
        """What depends on one argument alone is looked up."""
        for parameter in range(self.whole.parameters):
            type = self.whole.registers[parameter].type
            if not isinstance(type, Int) or type.domain is None or type.low < 0:
                continue
            size = self.program.domains[type.domain].size
            if size <= ELEMENTS and type.high < size:
                self._looked_up(parameter, type.domain, size)

    def _looked_up(self, parameter: Reg, domain: str, size: int) -> None:
        columns: dict[Reg, list[int]] = {}
        program = replace(self.program, tables=self.relations.all())
        for element in range(size):
            values = {parameter: element}
            for op in self.ops:
                if all(r in values for r in read(op)):
                    try:
                        done(program, self.made, op, values)
                    except NoAnswer:
                        continue
            for register, value in values.items():
                columns.setdefault(register, []).append(value)
        known = {r: tuple(column) for r, column in columns.items() if len(column) == size}
        end = self.whole.blocks[0].end
        assert isinstance(end, Return)
        wanted = {end.value}.union(*(read(op) for op in self.ops if written(op) not in known))
        for at, op in enumerate(self.ops):
            target = written(op)
            if target in wanted and target in known and not isinstance(op, Const | Single) \
                    and not (isinstance(op, Lookup) and op.index == parameter):
                type = self.registers[target].type
                if len({*known[target]}) > 1 and all(not isinstance(type, Int) or type.low <= value <= type.high
                                                     for value in known[target]):
                    table = self.relations.named(domain, type, known[target])
                    self.ops[at] = Lookup(op.origin, target, table, parameter)


def _again(values: tuple[int, ...], times: int) -> tuple[int, ...]:
    """A relation taken so many times."""
    found = tuple(1 << element for element in range(len(values)))
    for _ in range(times):
        found = tuple(_all_of(values, reached) for reached in found)
    return found


def _all_of(values: tuple[int, ...], reached: int) -> int:
    total = 0
    for element, to in enumerate(values):
        total |= to if reached >> element & 1 else 0
    return total
