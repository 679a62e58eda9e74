"""Who decides in simulated games. An agent sees a position through the contract and takes one of its options.

An agent is made for each game from the first state of the game's generator, so that its choices follow from the game's
seed. Seats with agents of one kind share one. A new kind is a class here and its name in `AGENTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ludex.ir.contract import Engine, Option, State
from ludex.ir.picks import Picks


class Agent(Protocol):
    """Whoever decides for some seats of one game."""

    def choose(self, engine: Engine, state: State, options: Sequence[Option]) -> int:
        """The index of one of the options; there is at least one. The state may not be changed."""


class Random:
    """Takes each option with the same chance."""

    def __init__(self, generator: int) -> None:
        self._picks = Picks(generator)

    def choose(self, engine: Engine, state: State, options: Sequence[Option]) -> int:
        return self._picks.pick(len(options))


#: The agent that engines may also play by themselves.
RANDOM = "random"
#: Name of a kind of agent -> what makes one for a game.
AGENTS: dict[str, Callable[[int], Agent]] = {RANDOM: Random}
