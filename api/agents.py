"""Agents at a match, by name: `random`, `greedy:4`, `mcts:200`, and whoever else plays simulated games.

At a match that has just begun they decide as in a simulation. So the game that a simulation plays for a seed is the one
that a match with this seed comes to, and can be looked at there. Where a match is taken up later, they decide by
streams of their own, which follow from its seed and from how many decisions there were.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ludex.ir.chance import seeded
from ludex.simulate.agents import RANDOM, NoAgent, for_seats, seated
from ludex.thinking import mind_for, thinks

if TYPE_CHECKING:
    from ludex import Match, Option


class Agents:
    """Who decides at a match from where it stands: one name for all seats, or one for each. Raises `NoAgent`."""

    def __init__(self, match: Match, *names: str) -> None:
        self.names = for_seats(names or (RANDOM,), len(match.seats))
        done = len(match.history)
        generator = random.Random(f"{match.seed}/{done}").getrandbits(64) if done else seeded(match.seed)
        mind = mind_for(match.engine.program) if thinks(self.names) else None
        self._seated = seated(self.names, generator, mind)

    def choose(self, match: Match) -> Option:
        """The option that the agent of the seat takes that has to decide. The match stays as it is."""
        decision = match.decision
        if decision is None:
            raise ValueError("nobody has to decide")
        options = match.engine.options(match.state)
        return decision.options[self._seated[decision.player].choose(match.engine, match.state, options)]


__all__ = ["Agents", "NoAgent"]
