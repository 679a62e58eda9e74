"""Play by the numbers of options: one call to C for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludex.ir.contract import State
from ludex.ir.steps import Steps

if TYPE_CHECKING:
    from ludex.native.engine import Engine


class NativeSteps(Steps):
    """Play from a state on; see `ludex.ir.steps.Steps`."""

    engine: Engine

    def __init__(self, engine: Engine, state: State) -> None:
        self.engine = engine
        self._take = engine.library(False).take
        self._game = engine.state(state[:])
        self._there, self._hand = self._game.leaving(), self._game.hand
        self.count: int = self._hand.count

    def take(self, number: int) -> int:
        """Take an option by its number, and play on; gives the new `count`. Raises IndexError for no option."""
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} options, and no number {number}")
        count: int = self._take(self._there, number)
        if count < 0:
            self.engine.trouble(self._game, count)
            count = self._hand.count
        self.count = count
        return count

    @property
    def state(self) -> State:
        """A copy of the state."""
        return self._game.copy()

    def copy(self) -> NativeSteps:
        """Another game that stands where this one does."""
        return NativeSteps(self.engine, self._game)


__all__ = ["NativeSteps"]
