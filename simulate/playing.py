"""Plays whole games on any engine, by the contract alone: the agent of the seat that has to decide takes an option.

What comes out is the same on every engine, and the same as where an engine plays games by itself (`machine.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludex.ir.chance import seeded
from ludex.ir.contract import NO_OPTION, Engine, Fault, Option
from ludex.ir.record import record
from ludex.ir.standing import standing
from ludex.simulate.agents import seated
from ludex.simulate.mind import Mind
from ludex.simulate.rows import Row, faulty


@record
class Step:
    """Plays decision by decision: `agents` names one for each seat, `limit` is the most decisions of a game.
    `mind` is what they think with, if they do."""

    engine: Engine
    agents: tuple[str, ...]
    limit: int
    mind: Mind | None = None

    def play(self, seeds: list[int]) -> list[Row]:
        """A game for every seed, in order."""
        return [self.game(seed) for seed in seeds]

    def game(self, seed: int, see: Callable[[Sequence[Option], Option], None] | None = None) -> Row:
        """One game; `see` is told the options of each decision, and the one that is taken, before it is."""
        engine = self.engine
        moves: list[int] = []
        agents = seated(self.agents, seeded(seed), self.mind)
        try:
            state = engine.start(seed)
            while (choose := engine.decision(state)) is not None:
                options = engine.options(state)
                if not options:
                    asked = f" ({choose.prompt})" if choose.prompt else ""
                    raise Fault(choose.origin, f"{NO_OPTION}{asked}")
                if len(moves) == self.limit:
                    return Row(seed, "limit", len(moves), moves=tuple(moves))
                moves.append(agents[engine.seat(state)].choose(engine, state, options))
                taken = options[moves[-1]]
                if see is not None:
                    see(options, taken)
                engine.choose(state, taken)
            found = standing(engine, state)
        except Fault as fault:
            return faulty(seed, len(moves), fault, tuple(moves))
        return Row(seed, "over", len(moves), found.ended_by, found.winners, tuple(found.scores.values()),
                   moves=tuple(moves))
