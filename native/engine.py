"""The engine that plays a program as machine code; it keeps the contract, and its states are those of every engine.

Play that wants events, or asks for chance, runs in the whole text; the other text is for play that wants neither. Each
is compiled when it is first needed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludex.ir.chance import seeded
from ludex.ir.contract import Event, Fault, Option, State
from ludex.ir.graph import Program
from ludex.ir.layout import GENERATOR, OVER, POINT, REASON, Layout, canonical, lay_out
from ludex.ir.ops import Alternative, Choose, Reg, Roll
from ludex.ir.outcomes import outcomes, roll_at
from ludex.native.build import library
from ludex.native.emit import Emitted, emit
from ludex.native.library import FAULTY, RESTS, UNSURE, Library, told
from ludex.native.storage import join, split, words


@dataclass(frozen=True, slots=True)
class _Point:
    """A decision's options, ready to be listed: slots in place of registers."""

    choose: Choose
    function: str
    seat: int
    ways: tuple[tuple[str, int, int, int, int], ...]  # form, slot over, slot until, slot to (or -1), next block


@dataclass(slots=True)
class Engine:
    """Plays one program."""

    program: Program
    layout: Layout = field(init=False)
    _points: dict[int, _Point] = field(init=False)
    _rolls: dict[int, tuple[str, Roll]] = field(init=False)
    _libraries: dict[bool, Library] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.layout = lay_out(self.program)
        self._points, self._rolls = {}, {}
        for number, (name, block) in self.layout.points.items():
            end = self.program.functions[name].blocks[block].end
            if isinstance(end, Choose):
                self._points[number] = self._point(name, end)
            elif isinstance(end, Roll):
                self._rolls[number] = (name, end)

    def _point(self, name: str, choose: Choose) -> _Point:
        saved, first = self.layout.saved, self.layout.blocks[name]

        def slot(register: int | None) -> int:
            return -1 if register is None else saved[name, register]

        ways = tuple((way.form, slot(way.over), slot(way.until), slot(way.to), first + way.target)
                     for way in choose.alternatives)
        return _Point(choose, name, saved[name, choose.seat], ways)

    def emitted(self, whole: bool) -> Emitted:
        """The C text of the program."""
        return emit(self.program, whole, self.layout)

    def library(self, whole: bool) -> Library:
        """The compiled program, made when first needed."""
        if whole not in self._libraries:
            emitted = self.emitted(whole)
            self._libraries[whole] = Library(library(emitted.text), emitted)
        return self._libraries[whole]

    # -- playing

    def start(self, seed: int, events: list[Event] | None = None, asking: bool = False,
              fields: Mapping[str, Sequence[int]] | None = None) -> State:
        """A new game, played on to its first decision. `fields` says what some fields hold at the start."""
        state = self.beginning(seed, fields)
        self._run(state, self.layout.blocks[self.program.main], events, asking)
        return state

    def beginning(self, seed: int, fields: Mapping[str, Sequence[int]] | None = None) -> State:
        """A state in which nothing has happened yet."""
        state = [0] * self.layout.size
        for item in self.program.fields.values():
            at = self.layout.fields[item.name]
            state[at:at + len(item.start)] = item.start
        for name, values in (fields or {}).items():
            at = self.layout.fields[name]
            state[at:at + len(self.program.fields[name].start)] = values
        state[GENERATOR] = seeded(seed)
        state[REASON] = -1
        state[self.layout.returns[self.program.main]] = OVER
        return state

    def _run(self, state: State, block: int, events: list[Event] | None, asking: bool,
             behind_a_roll: bool = False) -> None:
        """Go on at a block; the state changes in place. Only the whole text can be entered behind a roll."""
        used = self.library(events is not None or asking or behind_a_roll)
        storage = used.emitted.storage
        packed = ctypes.create_string_buffer(storage.room)
        storage.pack(state, packed)
        call = used.call()
        call.telling, call.asking = events is not None, asking
        answer = used.go(packed, ctypes.byref(call), block)
        if answer == UNSURE:
            used = self.library(True)
            storage = used.emitted.storage
            storage.pack(state, packed)
            answer = used.go(packed, ctypes.byref(call), block)
        if events is not None:
            events += used.emitted.sites.events(told(call))
        if answer != RESTS:
            assert answer == FAULTY, answer
            raise used.emitted.sites.raised(call.fault, call.value)
        state[:] = storage.unpack(packed)

    def options(self, state: State) -> list[Option]:
        """What may be chosen where a state waits: alternatives in order, elements from the lowest."""
        found: list[Option] = []
        for number, (form, over, until, _, _) in enumerate(self._points[state[POINT]].ways):
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
        point = self._points.get(state[POINT])
        return None if point is None else point.choose

    def seat(self, state: State) -> int:
        """Who decides."""
        return state[self._points[state[POINT]].seat]

    def choose(self, state: State, option: Option, events: list[Event] | None = None, asking: bool = False) -> None:
        """Take an option (one of `options`) and play on."""
        _, _, _, to, block = self._points[state[POINT]].ways[option[0]]
        if to >= 0:
            state[to] = option[1]
        self._run(state, block, events, asking)

    def roll(self, state: State) -> Roll | None:
        """The chance event a state waits at, if any."""
        found = self._rolls.get(state[POINT])
        return None if found is None else found[1]

    def outcomes(self, state: State) -> list[tuple[int, int]]:
        """Each outcome of the chance event with its weight; items that nothing tells apart are one outcome."""
        return outcomes(self.program, self.layout, state)

    def resolve(self, state: State, outcome: int, events: list[Event] | None = None, asking: bool = True) -> None:
        """Let a chance event have an outcome (one of `outcomes`) and play on."""
        name, roll = roll_at(self.program, self.layout, state)
        state[self.layout.saved[name, roll.to]] = outcome
        self._run(state, self.layout.blocks[name] + roll.target, events, asking, behind_a_roll=True)

    def over(self, state: State) -> bool:
        """Whether the game is over."""
        return state[POINT] == OVER

    def reason(self, state: State) -> str | None:
        """The end condition that fired."""
        return self.layout.reasons[state[REASON]] if state[REASON] >= 0 else None

    # -- asking

    def evaluate(self, function: str, state: State, args: Sequence[int] = ()) -> int:
        """The value of a pure function; the state does not change."""
        used = self.library(True)
        storage, pure = used.emitted.storage, self.program.functions[function]
        packed = ctypes.create_string_buffer(storage.room)
        storage.pack(state, packed)
        given: list[int] = []
        for register, value in zip(pure.registers, args, strict=False):
            count = words(register.type, self.program.domains)
            given += [value & 2**64 - 1] if count == 0 else split(value, count)
        assert pure.result is not None
        count = words(pure.result, self.program.domains)
        result = (ctypes.c_uint64 * max(1, count))()
        call = used.call()
        call.telling = call.asking = 0
        row = (ctypes.c_uint64 * max(1, len(given)))(*given)
        answer = used.value(packed, ctypes.byref(call), used.emitted.functions[function], row, result)
        if answer != RESTS:
            raise used.emitted.sites.raised(call.fault, call.value)
        return ctypes.c_int64(result[0]).value if count == 0 else join(list(result))

    def refusals(self, state: State, way: Alternative, element: int) -> list[int]:
        """The origins of the guards that forbid an alternative's element, in order. Behind one that forbids, a guard
        need not have an answer at all: what it looks at may not be there."""
        name = self._points[state[POINT]].function
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


__all__ = ["Engine"]
