"""Play by the numbers of options, with the state staying in C."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from ludex.ir.contract import State
from ludex.ir.layout import OVER, POINT
from ludex.ir.steps import Steps
from ludex.native.library import FAULTY, UNSURE, Call

if TYPE_CHECKING:
    from ludex.native.engine import Engine

#: No block to go on at: where play waits.
HERE = -1


class NativeSteps(Steps):
    """Play from a state on; see `ludex.ir.steps.Steps`."""

    engine: Engine

    def __init__(self, engine: Engine, state: State) -> None:
        used = engine.library(False)
        self.engine = engine
        self._packed = ctypes.create_string_buffer(used.about.storage.room)
        used.about.storage.pack(state, self._packed)
        self._begin()
        self.count = 0 if state[POINT] == OVER else self._next(HERE, 0, 0)

    def _begin(self) -> None:
        used = self.engine.library(False)
        self._step, self._points = used.step, used.about.points
        # A call of its own: whoever goes on with this game may be another thread than the one that began it.
        self._own = Call()
        self._address, self._call = ctypes.addressof(self._packed), ctypes.addressof(self._own)

    def take(self, number: int) -> int:
        """Take an option by its number, and play on; gives the new `count`. Raises IndexError for no option."""
        count = self.count
        if not 0 <= number < count:
            raise IndexError(f"there are {count} options, and no number {number}")
        found: int = self._step(self._address, self._call, HERE, self._points, number, count)
        self.count = found if found >= 0 else self._troubled(found, number)
        return self.count

    def _next(self, at: int, number: int, count: int) -> int:
        found: int = self._step(self._address, self._call, at, self._points, number, count)
        return found if found >= 0 else self._troubled(found, number)

    def _troubled(self, answer: int, number: int) -> int:
        """What went wrong, as a fault; or the step once more in the whole text, which alone can tell."""
        engine = self.engine
        used = engine.library(False)
        if answer == UNSURE:
            state = self.state
            engine.choose_whole(state, engine.options(state)[number])
            used.about.storage.pack(state, self._packed)
            return 0 if state[POINT] == OVER else self._next(HERE, 0, 0)
        assert answer == FAULTY, answer
        raise used.about.sites.raised(self._own.fault, self._own.value)

    @property
    def state(self) -> State:
        """A copy of the state, as every engine has it."""
        return self.engine.library(False).about.storage.unpack(self._packed)

    def copy(self) -> NativeSteps:
        """Another game that stands where this one does."""
        other = object.__new__(NativeSteps)
        other.engine, other.count = self.engine, self.count
        other._packed = ctypes.create_string_buffer(self._packed.raw, len(self._packed))
        other._begin()
        return other


__all__ = ["NativeSteps"]
