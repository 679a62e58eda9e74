"""Leaves out what was asked before, and whose answer cannot have changed.

After each turn a game may ask of all seats whether they have won, though only one has moved. The answer for the others
is known: it was no when it was asked last, else the game would be over, and nothing that it depends on was written
since. Such answers are followed here from block to block, as far as every way to a block agrees on them. At the
beginning they are worked out from the start of the fields.

Play that comes in from outside brings a state of its own. There the answers are assumed, and the text looks whether
they are so (`Shaped.assumed`); if not, as no game that began at its beginning can come to, the whole text plays on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from ludex.ir.faults import Faults
from ludex.ir.flow import predecessors
from ludex.ir.fold import NoAnswer
from ludex.ir.graph import Block, Function, Program
from ludex.ir.ops import BlockId, Branch, Call, Choose, Const, Copy, Enter, Goto, Load, Op, Reg, Roll, Store
from ludex.ir.registers import written
from ludex.ir.types import Int
from ludex.native.passes.given import given
from ludex.native.passes.specialize import Shaped

#: Pure function without arguments -> what it answers.
Answers = dict[str, int]
#: The cells that a function reads: field and place, or no place for all of the field.
Cells = frozenset[tuple[str, int | None]]


@dataclass(slots=True)
class Settler:
    """Follows the answers of one program's yes-no functions."""

    program: Program
    made: Mapping[str, Shaped]
    faults: Faults = field(init=False)
    _cells: dict[str, Cells] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.faults = Faults(replace(self.program, functions={n: item.function for n, item in self.made.items()}))

    def settled(self, calm: frozenset[str]) -> dict[str, Shaped]:
        """The functions without the questions that need not be asked."""
        return {name: item if item.function.pure or name in calm else self._in(item)
                for name, item in self.made.items()}

    def _in(self, shaped: Shaped) -> Shaped:
        function = shaped.function
        asked = {op.function for block in function.blocks for op in block.ops if self.simple(op)}
        if not asked:
            return shaped
        entry = self._entries(shaped, self._at_start(asked) if function.name == self.program.main else {})
        blocks, assumed = [], []
        for block, known in zip(function.blocks, entry, strict=True):
            changed, after = self._followed(block, known)
            blocks.append(changed)
            assumed.append((tuple(sorted(known.items())), tuple(sorted(after.items()))))
        return replace(shaped, function=replace(function, blocks=tuple(blocks)), assumed=tuple(assumed))

    def simple(self, op: Op) -> TypeGuard[Call]:
        """Whether an operation asks a yes-no question of the state alone."""
        if not isinstance(op, Call) or op.args or op.function in self.faults.functions:
            return False
        result = self.made[op.function].function.result
        return isinstance(result, Int) and (result.low, result.high) == (0, 1)

    # -- from block to block

    def _entries(self, shaped: Shaped, start: Answers) -> list[Answers]:
        """What is known where each block begins, whichever way play comes there from within."""
        function = shaped.function
        before = predecessors(function)
        known: list[Answers | None] = [None] * len(function.blocks)
        known[0] = start
        todo = [0]
        for number, preceding in enumerate(before):
            if number and not preceding:
                known[number] = {}
                todo.append(number)
        while todo:
            number = todo.pop()
            now = known[number]
            assert now is not None
            for target, answers in self._edges(function, function.blocks[number], now):
                old = known[target]
                new = dict(answers) if old is None else {f: v for f, v in old.items() if answers.get(f) == v}
                if new != old:
                    known[target] = new
                    todo.append(target)
        return [now if now is not None else {} for now in known]

    def _edges(self, function: Function, block: Block, known: Answers) -> list[tuple[BlockId, Answers]]:
        walk = _Walk(self, known)
        for op in block.ops:
            walk.over(op)
        after = walk.known
        match block.end:
            case Branch(test=test, yes=yes, no=no):
                question = walk.held.get(test)
                if question is None:
                    return [(yes, after), (no, after)]
                answer = after.get(question)
                return [(way, {**after, question: value}) for way, value in ((yes, 1), (no, 0))
                        if answer is None or answer == value]
            case Goto(target=target) | Roll(target=target):
                return [(target, after)]
            case Choose(alternatives=ways):
                return [(way.target, after) for way in ways]
            case Enter(then=then):
                return [(then, {})]
        return []

    def _followed(self, block: Block, known: Answers) -> tuple[Block, Answers]:
        """A block with the answers that are known put in, and what is known behind it."""
        ops: list[Op] = []
        walk = _Walk(self, known)
        for op in block.ops:
            if self.simple(op) and op.function in walk.known:
                op = Const(op.origin, op.to, walk.known[op.function])
            walk.over(op)
            ops.append(op)
        end = block.end
        if isinstance(end, Branch) and end.test in walk.constants:
            end = Goto(end.origin, end.yes if walk.constants[end.test] else end.no)
        return Block(tuple(ops), end), walk.known

    # -- what functions read

    def touches(self, question: str, name: str, place: int | None) -> bool:
        """Whether a function reads a cell; -1 is a place that is not known."""
        if question not in self._cells:
            self._cells[question] = self._read_by(question)
        return any(f == name and (at is None or place is None or place < 0 or at == place)
                   for f, at in self._cells[question])

    def _read_by(self, name: str) -> Cells:
        function = self.made[name].function
        ops = [op for block in function.blocks for op in block.ops]
        makers: dict[Reg, set[int | None]] = {}
        for op in ops:
            target = written(op)
            if target is not None:
                makers.setdefault(target, set()).add(op.value if isinstance(op, Const) else None)
        found: set[tuple[str, int | None]] = set()
        for op in ops:
            if isinstance(op, Load):
                places = {None} if op.index is None or op.index < function.parameters else makers[op.index]
                found |= {(op.field, None)} if None in places else {(op.field, place) for place in places}
            elif isinstance(op, Call):
                found |= self._read_by(op.function)
        return frozenset(found)

    # -- at the beginning

    def _at_start(self, asked: set[str]) -> Answers:
        found = {}
        for name in sorted(asked):
            try:
                found[name] = given(self.program, self.made, name, [], at_start=True)
            except NoAnswer:
                continue
        return found


class _Walk:
    """What is known while the operations of a block are followed."""

    def __init__(self, all_: Settler, known: Answers) -> None:
        self.all = all_
        self.known = dict(known)
        #: Registers that hold answers to questions, and those that hold a known number.
        self.held: dict[Reg, str] = {}
        self.constants: dict[Reg, int] = {}

    def over(self, op: Op) -> None:
        """Follow an operation."""
        if isinstance(op, Store):
            place = None if op.index is None else self.constants.get(op.index, -1)
            self.known = {q: v for q, v in self.known.items() if not self.all.touches(q, op.field, place)}
            self.held = {r: q for r, q in self.held.items() if not self.all.touches(q, op.field, place)}
        target = written(op)
        if target is None:
            return
        held = self.held.get(op.source) if isinstance(op, Copy) else None
        value = self.constants.get(op.source) if isinstance(op, Copy) else op.value if isinstance(op, Const) else None
        self.held.pop(target, None)
        self.constants.pop(target, None)
        if value is not None:
            self.constants[target] = value
        elif self.all.simple(op):
            self.held[target] = op.function
        elif held is not None:
            self.held[target] = held
