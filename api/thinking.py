"""Makes who plays games decision by decision: the engine, and what agents that think do it with.

Moves are tried, and games that go on at random are played, as machine code where there is some. All engines come to the
same.
"""

from __future__ import annotations

from ludex.engines import NATIVE, PYTHON, NoEngine, engine_for, playouts_from
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
    mind = mind_for(program, backend)
    return Step(mind.engine, agents, limit, mind)


def mind_for(program: Program, backend: str | None = None) -> Mind:
    """What agents think with: machine code if it is wanted, or where nothing is said and there is some. Raises
    `NoEngine`."""
    if backend != PYTHON:
        try:
            engine, playouts = playouts_from(program)
            return Mind(engine, redeal, playouts)
        except NoEngine:
            if backend == NATIVE:
                raise
    return Mind(engine_for(program), redeal)


__all__ = ["mind_for", "step", "thinks"]
