"""A short way to write programs of a few operations, and to look at what playing them did.

There are two seats, five cards of which 0 and 1, and 3 and 4, are interchangeable, and three places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ludex.interpreter.engine import Engine
from ludex.ir.builder import Builder, ProgramBuilder, Value
from ludex.ir.contract import Event, Fault, Option, State
from ludex.ir.graph import SEATS, Field, Origin, Program
from ludex.ir.ops import Alternative, Guard
from ludex.ir.types import Domain, Int, Set, Type
from ludex.ir.verify import verify

CARD, PLACE, SEAT = Int(0, 4, "card"), Int(0, 2, "place"), Int(0, 1, SEATS)
CARDS, PLACES, SEAT_SET = Set("card"), Set("place"), Set(SEATS)
#: A card or none.
MAYBE = Int(-1, 4, "card")

Write = Callable[[Builder], None]


class Tiny:
    """A program being written. Fields are made first, then functions in the order of their use."""

    def __init__(self) -> None:
        self.builder = ProgramBuilder("tiny", 2)
        self.builder.domains[SEATS] = Domain(SEATS, ("P1", "P2"))
        self.builder.domains["card"] = Domain("card", ("a", "b", "c", "d", "e"), (0, 0, 2, 3, 3))
        self.builder.domains["place"] = Domain("place", ("here", "there", "elsewhere"))
        for line in range(100):
            self.builder.origin(Origin("rule", "passage", "rules.yaml", line, 1))

    def field(self, name: str, type: Type, start: int | Sequence[int] = 0, index: str | None = None) -> Tiny:
        values = (start,) if isinstance(start, int) else tuple(start)
        self.builder.fields[name] = Field(name, type, index, "variable", "all", False, values)
        return self

    def table(self, name: str, index: str, type: Type, values: Sequence[int]) -> Tiny:
        self.builder.table(name, index, type, values)
        return self

    def pure(self, name: str, types: Sequence[Type], write: Callable[..., Value | None]) -> Tiny:
        """A pure function; `write` gets the builder and the parameters and may give the result back."""
        b = Builder(self.builder, name, pure=True)
        result = write(b, *[b.parameter(f"p{n}", type) for n, type in enumerate(types)])
        if result is not None:
            b.give(result)
        b.done()
        return self

    def procedure(self, name: str, types: Sequence[Type], write: Callable[..., None]) -> Tiny:
        b = Builder(self.builder, name, pure=False)
        write(b, *[b.parameter(f"p{n}", type) for n, type in enumerate(types)])
        b.done()
        return self

    def main(self, write: Write, invariants: dict[str, str] | None = None, scores: Sequence[str] = ()) -> Program:
        """The finished program."""
        self.procedure("main", [], write)
        program = self.builder.build(scores, invariants)
        verify(program)
        return program

    def play(self, write: Write, seed: int = 1, asking: bool = False, telling: bool = True) -> Play:
        """The finished program, started."""
        return Play(Engine(self.main(write))).start(seed, asking, telling)


@dataclass
class Play:
    """One run of a program; what goes wrong in the rules is kept in `fault`."""

    engine: Engine
    state: State = field(default_factory=list)
    events: list[Event] | None = None
    asking: bool = False
    fault: Fault | None = None

    def start(self, seed: int = 1, asking: bool = False, telling: bool = True) -> Play:
        self.events, self.asking = [] if telling else None, asking
        try:
            self.state = self.engine.start(seed, self.events, asking)
        except Fault as fault:
            self.fault = fault
        return self

    def choose(self, option: Option) -> Play:
        assert option in self.options
        try:
            self.engine.choose(self.state, option, self.events, self.asking)
        except Fault as fault:
            self.fault = fault
        return self

    def resolve(self, outcome: int) -> Play:
        assert outcome in dict(self.engine.outcomes(self.state))
        self.engine.resolve(self.state, outcome, self.events, self.asking)
        return self

    @property
    def options(self) -> list[Option]:
        return self.engine.options(self.state)

    def __getitem__(self, name: str) -> int | list[int]:
        """What a field holds."""
        assert self.fault is None, self.fault.message
        entry, at = self.engine.program.fields[name], self.engine.layout.fields[name]
        return self.state[at] if entry.index is None else self.state[at:at + len(entry.start)]

    @property
    def told(self) -> list[tuple[int, ...]]:
        """What the events say, without their kinds."""
        assert self.events is not None
        return [event[2] for event in self.events]


def at(b: Builder, line: int) -> Builder:
    """What is written next has this origin."""
    b.origin = line
    return b


def one(name: str, target: int, flag: Value | None = None, guards: tuple[Guard, ...] = ()) -> Alternative:
    """A single option."""
    return Alternative("one", name, name, target, None if flag is None else flag.reg, None, None, None, guards, 0)


def each(name: str, target: int, over: Value, to: Value, guards: tuple[Guard, ...] = ()) -> Alternative:
    """An option for each element of a set."""
    return Alternative("each", name, "{}", target, over.reg, None, to.reg, None, guards, 0)


def between(name: str, target: int, low: Value, high: Value, to: Value) -> Alternative:
    """An option for each number."""
    return Alternative("range", name, "{}", target, low.reg, high.reg, to.reg, None, (), 0)


def pause(b: Builder, seat: int = 0) -> None:
    """A decision with one option."""
    then = b.block()
    b.choose(b.const(seat, SEAT), "pause", "go on", [one("go on", then)])
    b.at(then)
