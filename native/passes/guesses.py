"""Foresees how many options a decision has, from how many the one before had.

A pick needs their number, and that is known only when the options are: picks wait for one another. Where the number
nearly always follows from the last one, as where every turn fills one square, the text supposes so and looks whether it
is so (`LX_GUESS`). A processor goes on with what is supposed, and looks meanwhile. A guess that is wrong costs time and
nothing else; so it is enough to try some games out here.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from ludex.ir.fold import NoAnswer, step
from ludex.ir.graph import Function, Program
from ludex.ir.ops import Alternative, BlockId, Branch, Call, Choose, Emit, Goto, Load, Op, Reg, Return, Store, Tick
from ludex.ir.registers import written
from ludex.ir.types import Int

#: How many operations and blocks are tried, and how many blocks of a game; how often a decision must come up, and of
#: those times the guess be right.
TRIED, BLOCKS, FEWEST, OFTEN = 20_000, 1_000, 20, 0.9

Values = defaultdict[Reg, int]


def guesses(program: Program) -> dict[BlockId, int]:
    """For decisions of the course of a game by how much they have more options than the one before, where that is
    nearly always so. Games with chance and with procedures that wait are left alone."""
    trial = _Trial(program)
    while trial.left > 0 and trial.game():
        pass
    found = {}
    for block, changes in trial.changes.items():
        by, often = changes.most_common(1)[0]
        end = program.functions[program.main].blocks[block].end
        elements = isinstance(end, Choose) and all(way.form != "range" for way in end.alternatives)
        if elements and changes.total() >= FEWEST and often >= OFTEN * changes.total():
            found[block] = by
    return found


@dataclass(slots=True)
class _Trial:
    """Some games at random, operation by operation."""

    program: Program
    left: int = TRIED
    changes: defaultdict[BlockId, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    fields: dict[str, list[int]] = field(default_factory=dict)
    dice: random.Random = field(default_factory=lambda: random.Random(1))

    def game(self) -> bool:
        """Play one, and say whether another one may tell more."""
        self.fields = {name: list(cell.start) for name, cell in self.program.fields.items()}
        main = self.program.functions[self.program.main]
        values: Values = defaultdict(int)
        at, before = 0, 0
        for _ in range(BLOCKS):
            block = main.blocks[at]
            try:
                for op in block.ops:
                    self._do(op, values)
            except (NoAnswer, IndexError):
                return False
            self.left -= 1
            match block.end:
                case Goto(target=target):
                    at = target
                case Branch(test=test, yes=yes, no=no):
                    at = yes if values[test] else no
                case Choose(alternatives=ways):
                    counts = [self._count(main, way, values) for way in ways]
                    total = sum(counts)
                    if before:
                        self.changes[at][total - before] += 1
                    if not total:
                        return True
                    before, number = total, self.dice.randrange(total)
                    for way, count in zip(ways, counts, strict=True):
                        if number < count:
                            self._take(way, number, values)
                            at = way.target
                            break
                        number -= count
                case _:
                    return before > 0
        return True

    @staticmethod
    def _count(main: Function, way: Alternative, values: Values) -> int:
        if way.over is None:
            return 1
        if way.until is not None:
            return max(0, values[way.until] - values[way.over] + 1)
        return values[way.over] if isinstance(main.registers[way.over].type, Int) else values[way.over].bit_count()

    @staticmethod
    def _take(way: Alternative, number: int, values: Values) -> None:
        if way.to is None or way.over is None:
            return
        if way.until is not None:
            values[way.to] = values[way.over] + number
            return
        rest = values[way.over]
        for _ in range(number):
            rest &= rest - 1
        values[way.to] = (rest & -rest).bit_length() - 1

    def _do(self, op: Op, values: Values) -> None:
        self.left -= 1
        target = written(op)
        match op:
            case Tick() | Emit():
                return
            case Store(field=name, index=index, source=source):
                self.fields[name][0 if index is None else values[index]] = values[source]
            case Load(field=name, index=index) if target is not None:
                values[target] = self.fields[name][0 if index is None else values[index]]
            case Call(function=name, args=args) if target is not None:
                values[target] = self._asked(self.program.functions[name], [values[r] for r in args])
            case _ if target is not None:
                values[target] = int(step(op, values, {}, self.program.tables))

    def _asked(self, function: Function, args: list[int]) -> int:
        """What a pure function gives."""
        values: Values = defaultdict(int, enumerate(args))
        at = 0
        while self.left > -TRIED:
            for op in function.blocks[at].ops:
                self._do(op, values)
            self.left -= 1
            match function.blocks[at].end:
                case Goto(target=target):
                    at = target
                case Branch(test=test, yes=yes, no=no):
                    at = yes if values[test] else no
                case Return(value=value) if value is not None:
                    return values[value]
                case _:
                    break
        raise NoAnswer


__all__ = ["guesses"]
