"""What every engine answers from a state alone: where play waits, for whom, what may be chosen, what has come of it.

An engine adds how a program runs: `run`, which goes on at a block until play waits, and `evaluate`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludex.ir.chance import seeded
from ludex.ir.contract import Event, Fault, Option, State
from ludex.ir.graph import Program
from ludex.ir.layout import GENERATOR, OVER, POINT, REASON, Layout, canonical, lay_out
from ludex.ir.ops import Alternative, BlockId, Choose, Reg, Roll
from ludex.ir.outcomes import outcomes, roll_at
from ludex.ir.steps import Steps


@dataclass(frozen=True, slots=True)
class Point:
    """A decision's options, ready to be listed: slots in place of registers."""

    choose: Choose
    function: str
    seat: int
    ways: tuple[tuple[str, int, int, int, BlockId], ...]  # form, slot over, slot until, slot to (or -1), next block


@dataclass(slots=True)
class ProgramEngine(ABC):
    """Plays one program."""

    program: Program
    layout: Layout = field(init=False)
    points: dict[int, Point] = field(init=False)
    _blank: State = field(init=False)

    def __post_init__(self) -> None:
        self.layout = lay_out(self.program)
        ends = {number: (name, self.program.functions[name].blocks[block].end)
                for number, (name, block) in self.layout.points.items()}
        self.points = {number: self._point(name, end) for number, (name, end) in ends.items()
                       if isinstance(end, Choose)}
        self._blank = [0] * self.layout.size
        for item in self.program.fields.values():
            at = self.layout.fields[item.name]
            self._blank[at:at + len(item.start)] = item.start
        self._blank[REASON] = -1
        self._blank[self.layout.returns[self.program.main]] = OVER

    def _point(self, name: str, choose: Choose) -> Point:
        saved, first = self.layout.saved, self.layout.blocks[name]

        def slot(register: Reg | None) -> int:
            return -1 if register is None else saved[name, register]

        ways = tuple((way.form, slot(way.over), slot(way.until), slot(way.to), first + way.target)
                     for way in choose.alternatives)
        return Point(choose, name, saved[name, choose.seat], ways)

    # -- how a program runs

    @abstractmethod
    def run(self, state: State, block: BlockId, events: list[Event] | None, asking: bool) -> None:
        """Go on at a block of the whole program until play waits; the state changes in place."""

    @abstractmethod
    def evaluate(self, function: str, state: State, args: Sequence[int] = ()) -> int:
        """The value of a pure function; the state does not change."""

    # -- playing

    def beginning(self, seed: int, fields: Mapping[str, Sequence[int]] | None = None) -> State:
        """A state in which nothing has happened yet."""
        state = self._blank[:]
        for name, values in (fields or {}).items():
            at = self.layout.fields[name]
            state[at:at + len(self.program.fields[name].start)] = values
        state[GENERATOR] = seeded(seed)
        return state

    def start(self, seed: int, events: list[Event] | None = None, asking: bool = False,
              fields: Mapping[str, Sequence[int]] | None = None) -> State:
        """A new game, played on to its first decision. `fields` says what some fields hold at the start."""
        state = self.beginning(seed, fields)
        self.run(state, self.layout.blocks[self.program.main], events, asking)
        return state

    def options(self, state: State) -> list[Option]:
        """What may be chosen where a state waits: alternatives in order, elements from the lowest."""
        found: list[Option] = []
        for number, (form, over, until, _, _) in enumerate(self.points[state[POINT]].ways):
            if form == "each":
                rest = state[over]
                while rest:
                    low = rest & -rest
                    found.append((number, low.bit_length() - 1))
                    rest ^= low
            elif form == "range":
                found += [(number, n) for n in range(state[over], state[until] + 1)]
            elif over < 0 or state[over]:
                found.append((number, 0))
        return found

    def decision(self, state: State) -> Choose | None:
        """The decision a state waits at, if any."""
        point = self.points.get(state[POINT])
        return None if point is None else point.choose

    def seat(self, state: State) -> int:
        """Who decides."""
        return state[self.points[state[POINT]].seat]

    def choose(self, state: State, option: Option, events: list[Event] | None = None, asking: bool = False) -> None:
        """Take an option (one of `options`) and play on."""
        _, _, _, to, block = self.points[state[POINT]].ways[option[0]]
        if to >= 0:
            state[to] = option[1]
        self.run(state, block, events, asking)

    def steps(self, state: State) -> Steps:
        """Play on from a state by the numbers of options alone, which is the fastest way to drive a game."""
        return Steps(self, state)

    def roll(self, state: State) -> Roll | None:
        """The chance event a state waits at, if any."""
        if self.over(state) or state[POINT] in self.points:
            return None
        return roll_at(self.program, self.layout, state)[1]

    def outcomes(self, state: State) -> list[tuple[int, int]]:
        """Each outcome of the chance event with its weight; items that nothing tells apart are one outcome."""
        return outcomes(self.program, self.layout, state)

    def resolve(self, state: State, outcome: int, events: list[Event] | None = None, asking: bool = True) -> None:
        """Let a chance event have an outcome (one of `outcomes`) and play on."""
        name, roll = roll_at(self.program, self.layout, state)
        state[self.layout.saved[name, roll.to]] = outcome
        self.run(state, self.layout.blocks[name] + roll.target, events, asking)

    def over(self, state: State) -> bool:
        """Whether the game is over."""
        return state[POINT] == OVER

    def reason(self, state: State) -> str | None:
        """The end condition that fired."""
        return self.layout.reasons[state[REASON]] if state[REASON] >= 0 else None

    # -- asking

    def refusals(self, state: State, way: Alternative, element: int) -> list[int]:
        """The origins of the guards that forbid an alternative's element, in order. Behind one that forbids, a guard
        need not have an answer at all: what it looks at may not be there."""
        name = self.points[state[POINT]].function
        found = []
        for guard in way.guards:
            args = [element if r is None else state[self.layout.saved[name, r]] for r in guard.args]
            try:
                if not self.evaluate(guard.function, state, args):
                    found.append(guard.origin)
            except Fault:
                if not found:
                    raise
        return found

    def register(self, state: State, register: Reg) -> int:
        """The value of a register that the waiting point keeps."""
        return state[self.layout.saved[self.layout.points[state[POINT]][0], register]]

    def canonical(self, state: State) -> State:
        """The state without what no longer matters."""
        return canonical(self.layout, state)


__all__ = ["Point", "ProgramEngine"]
