"""What agents think with: worlds that a seat holds possible, and games that go on from there at random.

An agent never looks at what its seat may not see. It is handed the true state, and all that it does with it is to ask
for a world: hidden items are dealt anew, and the future is another one. What it tries, it tries there.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import field

from ludex.ir.chance import seeded
from ludex.ir.contract import Engine, Fault, State
from ludex.ir.graph import Program
from ludex.ir.layout import GENERATOR
from ludex.ir.picks import Picks
from ludex.ir.record import changeable
from ludex.ir.standing import standing
from ludex.simulate.playouts import Playouts, said, settled

#: Deals what a seat may not see anew; raises ValueError where no world is found.
Deal = Callable[[Engine, State, int, random.Random], State]
#: A game that goes on for so many decisions is worth the same to all.
MOST_DECISIONS = 5_000


@changeable
class Mind:
    """Thinks about one program. `engine` goes through a game move by move; `playouts` plays on from a state by itself,
    where something can, and comes to what `engine` would come to."""

    engine: Engine
    deal: Deal
    playouts: Callable[[State], Playouts] | None = None
    #: The fields that say who wins.
    _said: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._said = said(self.engine.program)

    def world(self, state: State, seat: int, rng: random.Random) -> State:
        """A state that the seat cannot tell from this one."""
        new = self.deal(self.engine, state, seat, rng)
        new[GENERATOR] = rng.getrandbits(64)
        return new

    def worth(self, state: State, rng: random.Random) -> tuple[float, ...]:
        """What a game is worth to each seat, in shares of a win: as it came out, or as it comes out at random."""
        engine = self.engine
        try:
            if engine.over(state):
                return shares(engine.program, standing(engine, state).winners)
            seed = rng.getrandbits(63)
            if self.playouts is None:
                return self._played(state[:], seed)
            [out] = self.playouts(state).play([seed], MOST_DECISIONS, True, self._said)
        except Fault:
            return shares(engine.program, ())
        if not out.over or out.fault is not None:
            return shares(engine.program, ())
        return shares(engine.program, settled(engine.program, out).winners)

    def _played(self, state: State, seed: int) -> tuple[float, ...]:
        """The same, decision by decision."""
        engine, picks = self.engine, Picks(seeded(seed))
        state[GENERATOR] = seeded(seed)
        for _ in range(MOST_DECISIONS):
            if engine.over(state):
                return shares(engine.program, standing(engine, state).winners)
            options = engine.options(state)
            engine.choose(state, options[picks.pick(len(options))])
        return shares(engine.program, standing(engine, state).winners if engine.over(state) else ())


def shares(program: Program, winners: tuple[int, ...]) -> tuple[float, ...]:
    """What an end is worth to each seat: winners share a win, and where nobody has won all do."""
    lucky = winners or range(program.seats)
    return tuple(1 / len(lucky) if seat in lucky else 0.0 for seat in range(program.seats))


__all__ = ["Deal", "Mind", "shares"]
