"""The engine that plays a program as machine code; it keeps the contract, and its states are those of every engine.

Play that wants events, or asks for chance, runs in the whole text; the other text is for play that wants neither. Each
is compiled when it is first needed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from ludex.ir.contract import Event, Option, State
from ludex.ir.engine import ProgramEngine
from ludex.ir.layout import POINT
from ludex.ir.outcomes import roll_at
from ludex.ir.steps import Steps
from ludex.native.build import compiled
from ludex.native.emit import emit, way
from ludex.native.identity import key_of
from ludex.native.library import FAULTY, RESTS, UNSURE, Library, told
from ludex.native.steps import NativeSteps
from ludex.native.storage import join, split, words


@dataclass(slots=True)
class Engine(ProgramEngine):
    """Plays one program."""

    _libraries: dict[bool, Library] = field(init=False, default_factory=dict)
    _key: str = field(init=False, default="")

    def library(self, whole: bool) -> Library:
        """The compiled program, made when first needed."""
        if whole not in self._libraries:
            if not self._key:
                self._key = key_of(self.program)
            key = f"{self._key} {whole} {way()}"
            made = compiled(key, partial(emit, self.program, whole, self.layout))
            self._libraries[whole] = Library(*made)
        return self._libraries[whole]

    # -- playing

    def run(self, state: State, block: int, events: list[Event] | None, asking: bool) -> None:
        """Go on at a block until play waits; the state changes in place."""
        self._run(events is not None or asking, state, block, events, asking)

    def steps(self, state: State) -> Steps:
        """Play on from a state by the numbers of options alone; the state stays in C."""
        return NativeSteps(self, state)

    def choose_whole(self, state: State, option: Option) -> None:
        """Take an option in the whole text, which counts all steps."""
        _, _, _, to, block = self.points[state[POINT]].ways[option[0]]
        if to >= 0:
            state[to] = option[1]
        self._run(True, state, block, None, False)

    def resolve(self, state: State, outcome: int, events: list[Event] | None = None, asking: bool = True) -> None:
        """Let a chance event have an outcome and play on. Only the whole text can be entered behind a roll."""
        name, roll = roll_at(self.program, self.layout, state)
        state[self.layout.saved[name, roll.to]] = outcome
        self._run(True, state, self.layout.blocks[name] + roll.target, events, asking)

    def _run(self, whole: bool, state: State, block: int, events: list[Event] | None, asking: bool) -> None:
        used = self.library(whole)
        storage = used.about.storage
        packed = ctypes.create_string_buffer(storage.room)
        storage.pack(state, packed)
        call = used.call()
        call.telling, call.asking = events is not None, asking
        answer = used.go(packed, ctypes.byref(call), block)
        if answer == UNSURE:
            used = self.library(True)
            storage = used.about.storage
            storage.pack(state, packed)
            answer = used.go(packed, ctypes.byref(call), block)
        if events is not None:
            events += used.about.sites.events(told(call))
        if answer != RESTS:
            assert answer == FAULTY, answer
            raise used.about.sites.raised(call.fault, call.value)
        state[:] = storage.unpack(packed)

    def evaluate(self, function: str, state: State, args: Sequence[int] = ()) -> int:
        """The value of a pure function; the state does not change."""
        used = self.library(True)
        storage, pure = used.about.storage, self.program.functions[function]
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
        answer = used.value(packed, ctypes.byref(call), used.about.functions[function], row, result)
        if answer != RESTS:
            raise used.about.sites.raised(call.fault, call.value)
        return ctypes.c_int64(result[0]).value if count == 0 else join(list(result))


__all__ = ["Engine"]
