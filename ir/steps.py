"""A game that a program takes through decision by decision, by the numbers of options alone.

This is how search and learning drive a game: state in, the number of an option in, how many there are next out. Options
are numbered as `Engine.options` lists them. An engine may keep the state as it likes; `state` gives it in the form that
all have.
"""

from __future__ import annotations

from ludex.ir.contract import Engine, State


class Steps:
    """Play from a state on; `count` is how many options there are, and 0 once the game is over. Chance goes by the
    generator of the state. A `Fault` is raised as by the engine."""

    def __init__(self, engine: Engine, state: State) -> None:
        self.engine = engine
        self._state = state[:]
        self.count = self._counted()

    def _counted(self) -> int:
        self._options = [] if self.engine.over(self._state) else self.engine.options(self._state)
        return len(self._options)

    def take(self, number: int) -> int:
        """Take an option by its number, and play on; gives the new `count`. Raises IndexError for no option."""
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} options, and no number {number}")
        self.engine.choose(self._state, self._options[number])
        self.count = self._counted()
        return self.count

    @property
    def state(self) -> State:
        """A copy of the state."""
        return self._state[:]

    def copy(self) -> Steps:
        """Another game that stands where this one does."""
        return type(self)(self.engine, self._state)


__all__ = ["Steps"]
