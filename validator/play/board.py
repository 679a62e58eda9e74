"""An engine with what a check by play looks at: options by what they mean, fields by what lies in them, rolls by whom
they are for.

Programs of one game under two readings number their blocks and elements' copies differently. What can be compared is
what people would see: the words of an option and the kind of its element, and which kinds of items lie where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ludex.ir.contract import Engine, Fault, Option, State
from ludex.ir.graph import Origin, Program
from ludex.ir.layout import GENERATOR, POINT, Layout
from ludex.ir.ops import Call, Choose, Lookup, Roll, Shift, Store
from ludex.ir.outcomes import outcomes, roll_at
from ludex.ir.record import record
from ludex.ir.standing import Standing, standing
from ludex.ir.text import print_program
from ludex.ir.types import Int, Set

#: What an option means: the words of its alternative, the element's kind or the number, and which of several.
Key = tuple[str, int, int]
#: What a roll decides: the zone drawn from (or the place in the rules), and the seats who may know the outcome.
Drawn = tuple[str, int]
#: The kinds of a domain, each with the set of its elements.
Masks = tuple[tuple[int, int], ...]


@record
class Lot:
    """What a roll may bring: kinds (or numbers), the first element of each, how many there are, and the pool."""

    kinds: list[int]
    firsts: list[int]
    weights: list[int]
    pool: int = 0


@dataclass(slots=True)
class Board:
    """An engine, and where everything lies in its states."""

    engine: Engine
    program: Program = field(init=False)
    layout: Layout = field(init=False)
    _ways: dict[int, tuple[tuple[str, tuple[int, ...] | None], ...]] = field(init=False, default_factory=dict)
    _draws: dict[int, tuple[str, int | None]] = field(init=False, default_factory=dict)
    _cells: dict[str, tuple[int, int, Masks]] = field(init=False, default_factory=dict)
    _masks: dict[str, Masks] = field(init=False, default_factory=dict)

    _plain: str = field(init=False, default="")

    def __post_init__(self) -> None:
        self.program = self.engine.program
        self.layout = self.engine.layout
        for domain in self.program.domains.values():
            found: dict[int, int] = {}
            for element, kind in enumerate(domain.kinds or range(domain.size)):
                found[kind] = found.get(kind, 0) | 1 << element
            self._masks[domain.name] = tuple(found.items())
        for name, item in self.program.fields.items():
            masks = self._masks[item.type.domain] if isinstance(item.type, Set) else ()
            alike = isinstance(item.type, Set) and bool(self.program.domains[item.type.domain].kinds)
            self._cells[name] = (self.layout.fields[name], len(item.start), masks if alike else ())
        for point, (name, block) in self.layout.points.items():
            function = self.program.functions[name]
            end = function.blocks[block].end
            if isinstance(end, Choose):
                ways: list[tuple[str, tuple[int, ...] | None]] = []
                for way in end.alternatives:
                    type = None if way.to is None else function.registers[way.to].type
                    of = type.domain if isinstance(type, Int) else None
                    kinds = None if of is None else self.program.domains[of].kinds or None
                    ways.append((way.words, kinds))
                self._ways[point] = tuple(ways)
            elif isinstance(end, Roll):
                origin = self.program.origins[end.origin]
                where = end.source or f"{origin.file}:{origin.line}:{origin.column}"
                self._draws[point] = (where, None if end.seen is None else self.layout.saved[name, end.seen])

    @property
    def plain(self) -> str:
        """The program as text, without where in the rules it comes from."""
        if not self._plain:
            nowhere = tuple(Origin("", "", "", 0, 0) for _ in self.program.origins)
            self._plain = print_program(replace(self.program, origins=nowhere))
        return self._plain

    def options(self, state: State) -> dict[Key, tuple[int, Option]]:
        """What may be chosen, by meaning, with its place in the list."""
        ways = self._ways[state[POINT]]
        found: dict[Key, tuple[int, Option]] = {}
        for at, option in enumerate(self.engine.options(state)):
            words, kinds = ways[option[0]]
            value = option[1] if kinds is None else kinds[option[1]]
            number = 0
            while (words, value, number) in found:
                number += 1
            found[words, value, number] = (at, option)
        return found

    def draw(self, state: State) -> Drawn:
        """What the roll that a state waits at decides."""
        where, seen = self._draws[state[POINT]]
        return where, -1 if seen is None else state[seen]

    def lot(self, state: State) -> Lot:
        """What the roll that a state waits at may bring."""
        name, roll = roll_at(self.program, self.layout, state)
        over = state[self.layout.saved[name, roll.over]]
        if roll.until is not None:
            numbers = range(over, state[self.layout.saved[name, roll.until]] + 1)
            return Lot(list(numbers), list(numbers), [1] * len(numbers))
        found = outcomes(self.program, self.layout, state)
        type = self.program.functions[name].registers[roll.over].type
        assert type.domain is not None
        of = self.program.domains[type.domain].kinds
        kinds: dict[int, None] = {}
        for first, _ in found:  # a kind that is told apart here is several outcomes
            kinds[of[first] if of and of[first] not in kinds else first] = None
        return Lot(list(kinds), [first for first, _ in found], [weight for _, weight in found], over)

    def cells(self, state: State, name: str) -> State:
        """A field as it stands."""
        at, size, _ = self._cells[name]
        return state[at:at + size]

    def contents(self, state: State, name: str) -> tuple[object, ...]:
        """What a field holds, cell by cell; of items that nobody can tell apart only how many."""
        masks = self._cells[name][2]
        cells = self.cells(state, name)
        if not masks:
            return tuple(cells)
        return tuple(tuple([(bits & mask).bit_count() for _, mask in masks]) for bits in cells)

    def raw(self, state: State) -> State:
        """All fields as they stand."""
        first = min((at for at, _, _ in self._cells.values()), default=0)
        return state[first:first + sum(size for _, size, _ in self._cells.values())]

    def names(self) -> list[str]:
        """The fields that people know of."""
        return [name for name, item in self.program.fields.items() if item.role != "system"]

    def written(self) -> set[str]:
        """The fields that some rule changes."""
        return {op.field for function in self.program.functions.values() for block in function.blocks
                for op in block.ops if isinstance(op, Store)}

    def scores(self, state: State) -> tuple[int, ...] | None:
        """The scores as things stand; None where there is none, or it has no value yet."""
        if not self.program.scores:
            return None
        try:
            return tuple(self.engine.evaluate(self.program.scores[0], state, (seat,))
                         for seat in range(self.program.seats))
        except Fault:
            return None

    def scoring(self) -> tuple[object, ...]:
        """The functions and tables that scores are worked out with, wherever in the rules they come from."""
        functions, tables = self.program.functions, self.program.tables
        todo, seen = list(self.program.scores), {}
        while todo:
            name = todo.pop()
            if name not in seen:
                seen[name] = re.sub(r"origin=\d+", "", repr(functions[name]))
                ops = [op for block in functions[name].blocks for op in block.ops]
                todo += [op.function for op in ops if isinstance(op, Call)]
                seen |= {f"table {op.table}": repr(tables[op.table]) for op in ops if isinstance(op, Lookup | Shift)}
        return tuple(sorted(seen.items()))

    def standing(self, state: State) -> Standing:
        """How a game that is over has come out."""
        return standing(self.engine, state)

    def canonical(self, state: State) -> tuple[int, ...]:
        """What makes two positions equal, the generator left out."""
        plain = self.engine.canonical(state)
        plain[GENERATOR] = 0
        return tuple(plain)


def members(bits: int) -> Iterator[int]:
    """The elements of a set, from the lowest."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


__all__ = ["Board", "Drawn", "Key", "Lot", "members"]
