"""Writes what depends on one element alone with the set that has nothing else in it.

When a decision or chance picks an element, it is alone in a set before anybody knows its number. A step from that set
along a relation of few distances then costs less than to find the number and to look up where it leads; and so does
whether the set meets a known one. Functions of one block that need nothing else of an element are given such a set
instead. For each element the value stays the same: it is worked out for all of them, and what may be a fault for one is
left as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ludex.ir.distances import distances
from ludex.ir.faults import Faults
from ludex.ir.fold import NoAnswer, step
from ludex.ir.graph import Block, Function, Program, Register
from ludex.ir.ops import Call, Choose, Combine, Compare, Const, Copy, Load, Op, Reg, Return, Roll, Shift, Single
from ludex.ir.registers import read, written
from ludex.ir.types import FLAG, Int, Set
from ludex.native.passes.reduce import swept
from ludex.native.passes.relations import Relations
from ludex.native.passes.specialize import Shaped

#: Elements of larger domains, and relations of more distances, are looked up.
ELEMENTS, DISTANCES = 64, 3


def chosen(function: Function, words: Callable[[Reg], int]) -> dict[Reg, int]:
    """The registers that only decisions and chance set, each time to an element of a set of so many words: when it is
    picked, an element is alone in a set before anybody knows its number."""
    sets: dict[Reg, set[int]] = {}
    others = {*range(function.parameters)}
    for block in function.blocks:
        others.update(target for op in block.ops if (target := written(op)) is not None)
        for way in block.end.alternatives if isinstance(block.end, Choose) else ():
            if way.to is not None:
                over = way.over if way.form == "each" else None
                sets.setdefault(way.to, set()).add(0 if over is None else words(over))
        if isinstance(block.end, Roll):
            sets.setdefault(block.end.to, set()).add(0 if block.end.until is not None else words(block.end.over))
    return {register: min(counts) for register, counts in sets.items()
            if register not in others and len(counts) == 1 and counts != {0}}


@dataclass(slots=True)
class Loner:
    """Does so in the functions of a program, but for the `fixed` ones, which are called as they are."""

    program: Program
    made: Mapping[str, Shaped]
    relations: Relations
    fixed: Collection[str]
    #: For each function that is looked at already, the parameters that are sets now, with their domains.
    _given: dict[str, dict[Reg, str]] = field(default_factory=dict)
    _found: dict[str, Shaped] = field(default_factory=dict)

    def alone(self) -> dict[str, Shaped]:
        """The functions as they become."""
        faults = Faults(replace(self.program, functions={n: item.function for n, item in self.made.items()}))
        for name in self.made:
            self._visit(name, faults)
        return {name: self._found[name] for name in self.made}

    def _visit(self, name: str, faults: Faults) -> None:
        if name in self._given:
            return
        item = self.made[name]
        function = item.function
        for block in function.blocks:
            for op in block.ops:
                if isinstance(op, Call):
                    self._visit(op.function, faults)
        self._given[name] = {}
        body = _Body(self.program, self.relations, self._given, list(function.registers))
        called = self._found[name] = replace(item, function=body.rewritten(function, {}))
        if not function.pure:
            elements = {r: self._domain(function, r) for r in chosen(function, lambda _: 1)}
            changed = body.rewritten(function, {r: d for r, d in elements.items() if d is not None})
            self._found[name] = replace(item, function=changed)
        elif len(function.blocks) == 1 and name not in self.fixed:
            for parameter in range(function.parameters):
                domain = self._domain(function, parameter)
                if domain is not None:
                    self._as_set(called, parameter, domain, faults)

    def _as_set(self, item: Shaped, parameter: Reg, domain: str, faults: Faults) -> None:
        """Give a function a set instead of an element, if it needs nothing else."""
        function = self._found[item.function.name].function
        body = _Body(self.program, self.relations, {}, list(function.registers))
        item = swept(replace(item, function=body.rewritten(function, {parameter: domain})), faults.possible, {})
        function = item.function
        block = function.blocks[0]
        assert isinstance(block.end, Return)
        if block.end.value == parameter or any(parameter in read(op) and not isinstance(op, Single)
                                               or written(op) == parameter for op in block.ops):
            return
        ops = tuple(Copy(op.origin, op.to, parameter) if parameter in read(op) and isinstance(op, Single) else op
                    for op in block.ops)
        registers = tuple(Register(register.name, Set(domain)) if number == parameter else register
                          for number, register in enumerate(function.registers))
        name = function.name
        self._given[name][parameter] = domain
        self._found[name] = replace(item, function=replace(function, registers=registers,
                                                           blocks=(Block(ops, block.end),)))

    def _domain(self, function: Function, register: Reg) -> str | None:
        """The domain of which a register holds an element, if it is small."""
        type = function.registers[register].type
        if not isinstance(type, Int) or type.domain is None or type.low < 0:
            return None
        size = self.program.domains[type.domain].size
        return type.domain if type.high < size <= ELEMENTS else None


@dataclass(slots=True)
class _Body:
    """One function while it is rewritten."""

    program: Program
    relations: Relations
    given: Mapping[str, Mapping[Reg, str]]
    registers: list[Register]

    def rewritten(self, function: Function, elements: Mapping[Reg, str]) -> Function:
        """The function with what depends on one of some elements worked out from sets, and calls as they are now."""
        blocks = []
        for block in function.blocks:
            ops = tuple(made for op in block.ops for made in self._called(op))
            for element, domain in elements.items():
                ops = tuple(self._from_set(ops, element, domain))
            blocks.append(replace(block, ops=ops))
        return replace(function, registers=tuple(self.registers), blocks=tuple(blocks))

    def _fresh(self, type: Int | Set) -> Reg:
        self.registers.append(Register("", type))
        return len(self.registers) - 1

    def _called(self, op: Op) -> Iterator[Op]:
        """An operation; a call with sets where the function has them now."""
        if isinstance(op, Call):
            args = list(op.args)
            for parameter, domain in self.given[op.function].items() if op.function in self.given else ():
                yield Single(op.origin, one := self._fresh(Set(domain)), args[parameter])
                args[parameter] = one
            op = replace(op, args=tuple(args))
        yield op

    def _from_set(self, ops: tuple[Op, ...], element: Reg, domain: str) -> Iterator[Op]:
        """Operations, with those whose result depends on nothing but an element as steps from the set that has it."""
        size = self.program.domains[domain].size
        columns: dict[Reg, tuple[int, ...]] = {element: tuple(range(size))}
        for op in ops:
            target = written(op)
            column = self._column(op, columns, size)
            if target is not None:
                columns.pop(target, None)
            if column is None:
                yield op
                continue
            assert target is not None
            columns[target] = column
            yield from self._shorter(op, target, column, element, domain) if len({*column}) > 1 else [op]

    def _column(self, op: Op, columns: Mapping[Reg, tuple[int, ...]], size: int) -> tuple[int, ...] | None:
        """What an operation gives for each element, if that is known and no fault."""
        target = written(op)
        if target is None or isinstance(op, Load) or any(r not in columns for r in read(op)):
            return None
        type, tables = self.registers[target].type, self.relations.all()
        try:
            found = tuple(step(op, {r: columns[r][at] for r in read(op)}, {}, tables) for at in range(size))
        except (NoAnswer, IndexError):
            return None
        held = not isinstance(type, Int) or all(type.low <= value <= type.high for value in found)
        return found if held else None

    def _shorter(self, op: Op, target: Reg, column: tuple[int, ...], element: Reg, domain: str) -> Iterator[Op]:
        type, at = self.registers[target].type, op.origin
        if isinstance(op, Single) and op.element == element:
            yield op
        elif type == Set(domain) and distances(column, DISTANCES):
            yield Single(at, one := self._fresh(type), element)
            yield Shift(at, target, one, self.relations.named(domain, type, column))
        elif isinstance(type, Int) and (type.low, type.high) == (FLAG.low, FLAG.high):
            sort = Set(domain)
            yield Single(at, one := self._fresh(sort), element)
            yield Const(at, those := self._fresh(sort), sum(1 << e for e, value in enumerate(column) if value))
            yield Combine(at, both := self._fresh(sort), "meet", one, those)
            yield Const(at, nothing := self._fresh(sort), 0)
            yield Compare(at, target, "ne", both, nothing)
        else:
            yield op


__all__ = ["Loner", "chosen"]
