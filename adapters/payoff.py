"""What a game that is over is worth to each seat, in numbers that add up to nothing.

*shares*: everyone stakes 1, and the winners divide the stakes among them; where nobody wins, everyone takes the stake
back. *scores*: how far the score lies above the average (below it, where the lowest wins).
"""

from __future__ import annotations

from ludex.ir.contract import Engine, State
from ludex.ir.standing import standing
from ludex.ir.types import Int

PAYOFFS = ("shares", "scores")


class Payoff:
    """The payoffs of a program. Raises ValueError for a way of paying that there is not, or not here."""

    def __init__(self, engine: Engine, way: str) -> None:
        self._engine, self._way = engine, way
        program = engine.program
        if way not in PAYOFFS:
            raise ValueError(f"payoffs are {' or '.join(PAYOFFS)}, not {way!r}")
        if way == "scores" and not program.scores:
            raise ValueError(f"`{program.name}` keeps no score; its payoffs are shares")
        if way == "shares":
            #: The least and the most that a seat can get.
            self.low, self.high = -1.0, float(program.seats - 1)
        else:
            type = program.functions[program.scores[0]].result
            assert isinstance(type, Int)
            self.high = (type.high - type.low) * (program.seats - 1) / program.seats
            self.low = -self.high

    def of(self, state: State) -> list[float]:
        """What each seat gets in a game that is over. Raises `Fault` where a score has no value."""
        found, seats = standing(self._engine, state), self._engine.program.seats
        if self._way == "scores":
            sign = -1 if self._engine.program.best == "lowest" else 1
            total = sum(found.scores.values())
            return [sign * (found.scores[seat] * seats - total) / seats for seat in range(seats)]
        if not found.winners:
            return [0.0] * seats
        share = seats / len(found.winners)
        return [share - 1 if seat in found.winners else -1.0 for seat in range(seats)]
