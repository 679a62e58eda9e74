"""Many games of one rule set: what `ludex simulate` does, for programs.

`setting` checks what is to be played and chooses the engine; `simulate` plays, and gives the counts back as a
`Simulation`. What comes out follows from the settings and the seed; the engine and the number of workers change only
how long it takes.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from ludex.engines import BACKENDS, NATIVE, PYTHON, NoEngine, playouts_for
from ludex.game import LARGEST_SEED, BadStart
from ludex.ir.contract import Engine, Fault
from ludex.ir.graph import Program
from ludex.ir.layout import lay_out
from ludex.ir.record import record
from ludex.simulate.agents import RANDOM, NoAgent, for_seats
from ludex.simulate.machine import Machine
from ludex.simulate.playing import Step
from ludex.simulate.rows import Row
from ludex.simulate.run import Plan, Why, run
from ludex.simulate.stopping import Stop
from ludex.simulate.summary import counts, ended_by, figures, seat_names
from ludex.simulate.tally import Tally
from ludex.simulate.workers import Kind, Player
from ludex.thinking import step, thinks

if TYPE_CHECKING:
    from ludex.game import Game

#: How many games a worker plays in one go. Between two of these a simulation can be stopped.
BATCHES = {NATIVE: 512, PYTHON: 4}
#: The same where somebody thinks, which takes so long that each game is worth to be kept.
THOUGHT = 1
#: A game of more decisions is given up.
LIMIT = 20_000


@record
class Setting:
    """What is played, and on what: all of it checked. `word` says why another engine was not taken, if so."""

    game: Game
    program: Program
    seed: int
    rulings: dict[str, str]
    parameters: dict[str, int]
    agents: tuple[str, ...]
    limit: int
    backend: str
    make: Callable[[], Player[Row]]
    word: str = ""

    @property
    def far(self) -> Callable[[], Player[Row]]:
        """What makes the player on another machine, to which it can be sent."""
        return partial(_far, self.program, self.agents, self.limit, self.backend)

    @property
    def players(self) -> int:
        """How many play."""
        return self.program.seats

    @property
    def seats(self) -> list[str]:
        """The seats by name."""
        return seat_names(self.players)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The end conditions that the game has."""
        return lay_out(self.program).reasons

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {"game": self.game.name, "rules": self.game.content_hash, "players": self.players, "seed": self.seed,
                "rulings": self.rulings, "parameters": self.parameters, "agents": list(self.agents),
                "limit": self.limit, "backend": self.backend}

    def figures(self, tally: Tally) -> dict[str, float | None]:
        """The figures that something may be expected of, by name."""
        return figures(tally) | ended_by(tally, self.reasons)


@record
class Simulation:
    """What has come out. `why` says what ended it: `games` (all are played), `until` or `stopped`."""

    setting: Setting
    tally: Tally
    why: Why
    workers: int
    seconds: float
    cpu_seconds: float

    def figures(self) -> dict[str, float | None]:
        """The figures that something may be expected of, by name."""
        return self.setting.figures(self.tally)

    def to_json(self) -> dict[str, Any]:
        """The summary as plain data. Seconds and rates are the only part that another run does not give again."""
        seconds = max(self.seconds, 1e-9)
        return {
            **self.setting.to_json(), **counts(self.tally), "faults": self.faults(), "why": self.why,
            "workers": self.workers, "seconds": round(self.seconds, 3), "cpu_seconds": round(self.cpu_seconds, 3),
            "playouts_per_second": round(self.tally.games / seconds, 1),
            "decisions_per_second": round(self.tally.decisions / seconds, 1),
        }

    def faults(self) -> list[dict[str, Any]]:
        """What the rules had no answer to: where, how often, and the seed of the first such game."""
        found = []
        for (origin, message), often in self.tally.faults.most_common():
            at = self.setting.program.origins[origin]
            found.append({"message": message, "rule": at.rule, "passage": at.passage, "file": at.file, "line": at.line,
                          "games": often, "seed": self.tally.fault_seeds[origin, message]})
        return found


def setting(game: Game, players: int | None = None, seed: int | None = None, rulings: Mapping[str, str] | None = None,
            parameters: Mapping[str, int] | None = None, agents: Sequence[str] = (RANDOM,), backend: str | None = None,
            limit: int = LIMIT) -> Setting:
    """What is to be played. Without a `backend` the games are played natively where they can be, else in Python.
    Raises `BadStart`, and `NoEngine` where the backend that was named cannot be used."""
    program = game.program(players, rulings, parameters)
    settings = game.programs.settings(program.seats, rulings, parameters)
    if seed is None:
        seed = random.SystemRandom().getrandbits(32)
    elif isinstance(seed, bool) or not isinstance(seed, int) or abs(seed) >= LARGEST_SEED:
        raise BadStart("a seed is a whole number of at most a thousand digits")
    if limit < 1:
        raise BadStart("the limit of a game is at least one decision")
    if backend is not None and backend not in BACKENDS:
        raise BadStart(f"there is no backend {backend!r}; there is {' and '.join(BACKENDS)}")
    try:
        kinds = for_seats(agents, program.seats)
    except NoAgent as wrong:
        raise BadStart(str(wrong)) from None
    used, make, word = _player(program, kinds, limit, backend)
    return Setting(game, program, seed, dict(settings.readings), dict(settings.parameters), kinds, limit, used, make,
                   word)


def _player(program: Program, agents: tuple[str, ...], limit: int, backend: str | None
            ) -> tuple[str, Callable[[], Player[Row]], str]:
    """The name of the engine, what makes its player, and a word where it is not the engine that is usually taken."""
    if backend == PYTHON:
        return PYTHON, partial(step, program, agents, limit, PYTHON), ""
    try:
        engine, playouts = playouts_for(program)
    except NoEngine as why:
        if backend is not None:
            raise
        return PYTHON, partial(step, program, agents, limit, PYTHON), f"played in Python, which is slow: {why}"
    if thinks(agents):
        return NATIVE, partial(step, program, agents, limit, NATIVE), ""
    by_hand = Step(engine, agents, limit)
    machine: Player[Row] = Machine(playouts, by_hand) if _asks(engine) else by_hand
    return NATIVE, lambda: machine, ""


def _asks(engine: Engine) -> bool:
    """Whether somebody has to decide at all; games that are over at once are no work for the machine."""
    try:
        return engine.decision(engine.start(0)) is not None
    except Fault:
        return True


def _far(program: Program, agents: tuple[str, ...], limit: int, backend: str) -> Player[Row]:
    """The player there; in Python where nothing else plays, for the rows are the same."""
    try:
        return _player(program, agents, limit, backend)[1]()
    except NoEngine:
        return step(program, agents, limit, PYTHON)


def simulate(played: Setting, games: int = 1000, *, until: float | None = None, workers: int = 1,
             engine: Literal["local", "ray"] = "local", address: str | None = None, stop: Stop | None = None,
             see: Callable[[Sequence[Row], Tally], None] | None = None) -> Simulation:
    """Play so many games, or fewer where all intervals of the seats' rates have the half width `until` before. `see` is
    told of rows as they are counted; `stop` may ask for an early end, after which all that is counted is told. With the
    engine `ray` the games are played on a Ray cluster: the one at the address, or one that is made here. Raises
    `NoCluster` where there is none."""
    if games < 1 or workers < 1:
        raise BadStart("at least one game is played, by at least one worker")
    if until is not None and not 0 < until < 1:
        raise BadStart("the half width of an interval lies between 0 and 1")
    tally = Tally(played.players)
    far = engine == "ray"
    thought = thinks(played.agents)
    slow = played.backend == PYTHON or thought
    batch = THOUGHT if thought else BATCHES[played.backend]
    kind: Kind = "cluster" if far else "processes" if slow else "threads"
    plan = Plan(played.seed, games, batch, workers, kind, address, until)
    begun, used = time.perf_counter(), _processor()
    why = run(plan, played.far if far else played.make, tally, stop or Stop(),
              lambda rows: None if see is None else see(rows, tally))
    return Simulation(played, tally, why, workers, time.perf_counter() - begun, _processor() - used)


def usual_workers(games: int, agents: Sequence[str] = (RANDOM,)) -> int:
    """As many workers as this process may use processors, and no more than have enough to do: fifty games of players at
    random, or one game of agents that think."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(allowed, games // (1 if thinks(tuple(agents)) else 50)))


def _processor() -> float:
    """The processor's seconds of this process, and of those that it has begun and that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


__all__ = ["NoEngine", "Setting", "Simulation", "Stop", "setting", "simulate", "usual_workers"]
