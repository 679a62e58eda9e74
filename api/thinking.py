"""Makes who plays simulated games decision by decision: the engine, and what agents that think do it with.

Moves are tried, and games that go on at random are played, as machine code where there is some. All engines come to the
same.
"""

from __future__ import annotations

from ludex.engines import NATIVE, engine_for, playouts_from
from ludex.ir.graph import Program
from ludex.simulate.agents import RANDOM
from ludex.simulate.mind import Mind
from ludex.simulate.playing import Step
from ludex.worlds import redeal


def thinks(agents: tuple[str, ...]) -> bool:
    """Whether any of some agents does more than to pick at random."""
    return set(agents) != {RANDOM}


def step(program: Program, agents: tuple[str, ...], limit: int, backend: str) -> Step:
    """Who plays. `agents` are understood names, one for each seat. Raises `NoEngine`."""
    if not thinks(agents):
        return Step(engine_for(program), agents, limit)
    engine, playouts = playouts_from(program) if backend == NATIVE else (engine_for(program), None)
    return Step(engine, agents, limit, Mind(engine, redeal, playouts))


__all__ = ["step", "thinks"]
