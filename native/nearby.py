"""Which fields of the state live in variables while whole games are played.

Between two decisions nobody but the group of blocks that plays looks at the state. So its small fields are read when
play comes in, written when it leaves (or there is a fault), and in between they are variables of the C function, which
a compiler keeps in registers. Pure functions get those that they read as arguments: then their text depends on nothing
but its arguments, and a compiler sees by itself that a value was worked out already.

This is done where all of play is one group, and where nothing that it calls can change the state or be a fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ludex.ir.graph import Program
from ludex.ir.ops import Call, Load, Store
from ludex.native.names import Names
from ludex.native.storage import held, words

#: The most cells of one field that are kept in variables, and the most words of all.
CELLS, TOGETHER = 2, 8


@dataclass(frozen=True, slots=True)
class Nearby:
    """The fields that live in variables, each with the number of its cells, and which of them a function reads."""

    program: Program
    names: Names
    fields: dict[str, int] = field(default_factory=dict)
    reads: dict[str, tuple[str, ...]] = field(default_factory=dict)
    #: Pure functions that read nothing else of the state.
    closed: frozenset[str] = frozenset()

    def cells(self, fields: Iterable[str]) -> Iterator[tuple[str, str, str]]:
        """Of each cell of some fields: its C type, its variable, and where it lies in the state."""
        for name in fields:
            sort = held(self.program.fields[name].type, self.program.domains)
            place = f"s->{self.names['field', name]}"
            for at in range(self.fields[name]):
                index = "" if self.program.fields[name].index is None else f"[{at}]"
                yield sort, self.variable(name, at), f"{place}{index}"

    def variable(self, name: str, at: int) -> str:
        """The variable of one cell."""
        return f"n{self.names['field', name][1:]}_{at}"

    def read(self, name: str, index: str | None) -> str:
        """The value of a cell; an index that is not known picks among the variables."""
        cells = [self.variable(name, at) for at in range(self.fields[name])]
        if index is None or len(cells) == 1:
            return cells[0]
        if index.isdigit():
            return cells[int(index)]
        text = cells[-1]
        for at in range(len(cells) - 2, -1, -1):
            text = f"{index} == {at} ? {cells[at]} : {text}"
        return f"({text})"

    def write(self, name: str, index: str | None, value: str) -> str:
        """A statement that sets a cell."""
        cells = [self.variable(name, at) for at in range(self.fields[name])]
        if index is None or len(cells) == 1:
            return f"{cells[0]} = {value};"
        if index.isdigit():
            return f"{cells[int(index)]} = {value};"
        tests = [f"if ({index} == {at}) {cell} = {value};" for at, cell in enumerate(cells[:-1])]
        return " else ".join([*tests, f"{cells[-1]} = {value};"])

    def parameters(self, function: str) -> list[str]:
        """What a pure function is given of the state."""
        return [f"{sort} {variable}" for sort, variable, _ in self.cells(self.reads.get(function, ()))]

    def given(self, function: str, here: bool) -> list[str]:
        """What to give it: variables where they are `here`, else what the state holds."""
        return [variable if here else place for _, variable, place in self.cells(self.reads.get(function, ()))]


def nearby(program: Program, names: Names, asked: Counter[str]) -> Nearby:
    """The fields that are worth it: small ones, first those that are `asked` for most."""
    chosen: dict[str, int] = {}
    room = TOGETHER
    for name, _ in sorted(asked.items(), key=lambda item: -item[1]):
        count = len(program.fields[name].start)
        size = count * max(1, words(program.fields[name].type, program.domains))
        if count <= CELLS and size <= room:
            chosen[name] = count
            room -= size
    every = _read_by(program)
    reads = {name: tuple(sorted(found & {*chosen})) for name, found in every.items()}
    return Nearby(program, names, chosen, reads, frozenset(name for name, found in every.items() if found <= {*chosen}))


def asked_for(program: Program, waiting: Iterable[str]) -> Counter[str]:
    """How often the text of some procedures, and of all pure functions, names each field."""
    found: Counter[str] = Counter()
    for name, function in program.functions.items():
        if function.pure or name in waiting:
            found.update(op.field for block in function.blocks for op in block.ops if isinstance(op, Load | Store))
    return found


def _read_by(program: Program) -> dict[str, set[str]]:
    """The fields that each pure function reads, itself or by those that it calls."""
    found: dict[str, set[str]] = {}

    def of(name: str) -> set[str]:
        if name not in found:
            ops = [op for block in program.functions[name].blocks for op in block.ops]
            found[name] = {op.field for op in ops if isinstance(op, Load)}.union(
                *(of(op.function) for op in ops if isinstance(op, Call)))
        return found[name]

    for name, function in program.functions.items():
        if function.pure:
            of(name)
    return found
