"""The engine that plays a program as machine code; it keeps the contract, and its states are those of every engine.

Play that wants events, or asks for chance, runs in the whole text; the other text is for play that wants neither. Each
is compiled when it is first needed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ludex.ir.chance import seeded
from ludex.ir.contract import Event, Fault, Option, State
from ludex.ir.engine import ProgramEngine
from ludex.ir.layout import GENERATOR, OVER, POINT
from ludex.ir.outcomes import roll_at
from ludex.ir.steps import Steps
from ludex.native.build import compiled
from ludex.native.emit import emit, way
from ludex.native.identity import key_of
from ludex.native.library import FAULTY, RESTS, STATE, UNSURE, Library, told
from ludex.native.state import Border, NativeState
from ludex.native.steps import NativeSteps
from ludex.native.storage import join, split, words


@dataclass(slots=True)
class Engine(ProgramEngine):
    """Plays one program."""

    _libraries: dict[bool, Library] = field(init=False, default_factory=dict)
    _key: str = field(init=False, default="")
    _border: Border | None = field(init=False, default=None)
    _choose: Callable[..., int] | None = field(init=False, default=None)
    _opening: tuple[NativeState, bool] | None = field(init=False, default=None)
    _asked: dict[str, _Question] = field(init=False, default_factory=dict)

    def library(self, whole: bool) -> Library:
        """The compiled program, made when first needed."""
        if whole not in self._libraries:
            if not self._key:
                self._key = key_of(self.program)
            key = f"{self._key} {whole} {way()}"
            made = compiled(key, partial(emit, self.program, whole, self.layout))
            self._libraries[whole] = library = Library(*made)
            if not whole:
                self._choose = library.choose
        return self._libraries[whole]

    @property
    def border(self) -> Border:
        """How states go to C and back; both texts have the same."""
        if self._border is None:
            library = self._libraries.get(True) or self.library(False)
            self._border = Border(library, self.points, len(self.layout.points))
        return self._border

    def state(self, state: State) -> NativeState:
        """A state in C: itself, or what any engine has, brought there."""
        return state if isinstance(state, NativeState) else self.border.state(state)

    # -- playing

    def opening(self) -> tuple[NativeState, bool]:
        """Where every game begins but for its generator: at the first decision if no chance comes before it, which is
        said too; else before everything."""
        if self._opening is None:
            before = self.border.state(self.beginning(0))
            played = before.copy()
            try:
                self.run(played, self.layout.blocks[self.program.main], None, False)
                decided = played[GENERATOR] == seeded(0) and not self.over(played)
            except Fault:
                decided = False
            self._opening = (played, True) if decided else (before, False)
        return self._opening

    def start(self, seed: int, events: list[Event] | None = None, asking: bool = False,
              fields: Mapping[str, Sequence[int]] | None = None) -> State:
        """A new game, played on to its first decision. `fields` says what some fields hold at the start."""
        if events is not None or asking or fields:
            state, decided = self.beginning(seed, fields), False
        else:
            first, decided = self.opening()
            state = first.copy()
            state[GENERATOR] = seeded(seed)
        if not decided:
            self.run(state, self.layout.blocks[self.program.main], events, asking)
        return self.state(state)

    def options(self, state: State) -> list[Option]:
        """What may be chosen where a state waits: alternatives in order, elements from the lowest."""
        return (state if isinstance(state, NativeState) else self.border.state(state)).options()

    def over(self, state: State) -> bool:
        """Whether the game is over."""
        if state.__class__ is NativeState and not state.ahead:
            return bool(state.hand.point == OVER)
        return state[POINT] == OVER

    def choose(self, state: State, option: Option, events: list[Event] | None = None, asking: bool = False) -> None:
        """Take an option (one of `options`) and play on."""
        choose = self._choose
        if events is not None or asking or choose is None or state.__class__ is not NativeState:
            ProgramEngine.choose(self, state, option, events, asking)
            return
        answer = choose(state.there if state.known is None else state.leaving(), *option)
        if answer < 0:
            self.trouble(state, answer)

    def run(self, state: State, block: int, events: list[Event] | None, asking: bool) -> None:
        """Go on at a block until play waits; the state changes in place."""
        if events is None and not asking:
            on = self.library(False).on
            native = self.state(state)
            answer = on(native.leaving(), block)
            if answer < 0:
                self.trouble(native, answer)
        else:
            native = self._run(state, block, events, asking)
        if native is not state:
            state[:] = native.listed()

    def _run(self, state: State, block: int, events: list[Event] | None, asking: bool) -> NativeState:
        """The same in the whole text; gives the state that has come of it."""
        used = self.library(True)
        native = self.state(state)
        there, call = native.leaving(), used.call()
        call.telling, call.asking = events is not None, asking
        answer = used.go(ctypes.byref(native.ready(), STATE), ctypes.byref(call), block)
        if events is not None:
            events += used.about.sites.events(told(call))
        if answer != RESTS:
            assert answer == FAULTY, answer
            raise used.about.sites.raised(call.fault, call.value)
        native.border.look(there)
        return native

    def trouble(self, state: NativeState, answer: int) -> None:
        """What went wrong where a state went on, as an exception; or the same in the whole text, which alone knows."""
        call = state.hand.call
        if answer == UNSURE:
            self._run(state, call.value, None, False)
        elif answer == FAULTY:
            raise self.library(False).about.sites.raised(call.fault, call.value)
        else:
            raise IndexError("there is no such option here")

    def steps(self, state: State) -> Steps:
        """Play on from a state by the numbers of options alone."""
        return NativeSteps(self, state)

    def resolve(self, state: State, outcome: int, events: list[Event] | None = None, asking: bool = True) -> None:
        """Let a chance event have an outcome and play on. Only the whole text can be entered behind a roll."""
        name, roll = roll_at(self.program, self.layout, state)
        state[self.layout.saved[name, roll.to]] = outcome
        native = self._run(state, self.layout.blocks[name] + roll.target, events, asking)
        if native is not state:
            state[:] = native.listed()

    def evaluate(self, function: str, state: State, args: Sequence[int] = ()) -> int:
        """The value of a pure function; the state does not change."""
        asked = self._asked.get(function) or self._question(function)
        call = asked.library.call()
        call.telling = call.asking = 0
        given: list[int] = []
        for count, value in zip(asked.arguments, args, strict=False):
            given += split(value, count) if count else [value & 2**64 - 1]
        result = asked.result()
        answer = asked.library.value(ctypes.byref(self.state(state).ready(), STATE), ctypes.byref(call), asked.number,
                                     (ctypes.c_uint64 * len(given))(*given) if given else None, result)
        if answer != RESTS:
            raise asked.library.about.sites.raised(call.fault, call.value)
        return join(result) if asked.set else ctypes.c_int64(result[0]).value

    def _question(self, function: str) -> _Question:
        """How a pure function is asked."""
        pure, domains, used = self.program.functions[function], self.program.domains, self.library(True)
        assert pure.result is not None
        count = words(pure.result, domains)
        arguments = tuple(words(each.type, domains) for each in pure.registers[:pure.parameters])
        self._asked[function] = _Question(
            used, used.about.functions[function], arguments, ctypes.c_uint64 * max(1, count), count > 0)
        return self._asked[function]


@dataclass(frozen=True, slots=True)
class _Question:
    """A pure function as C has it: its number, how many words its arguments have (0: a number), room for the result,
    and whether that is a set."""

    library: Library
    number: int
    arguments: tuple[int, ...]
    result: Callable[[], Any]
    set: bool


__all__ = ["Engine"]
