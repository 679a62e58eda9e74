"""Plays a simulation: batch after batch, until enough games are played, the intervals are narrow, or somebody stops it.

Whether the intervals are narrow enough is looked at after certain numbers of games, which are the same for all engines
and any number of workers; so is what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from ludex.ir.record import record
from ludex.simulate.rows import Row, game_seeds
from ludex.simulate.stopping import Stop
from ludex.simulate.tally import Tally
from ludex.simulate.workers import Kind, Player, rows

#: Why a simulation ended: all games are played, the intervals are as narrow as wanted, or it was stopped.
Why = Literal["games", "until", "stopped"]
#: Intervals are looked at after so many games for the first time, and then whenever a twentieth more is played.
FIRST_LOOK = 100


@record
class Plan:
    """What is to be played. `until` is the half width that all intervals of the seats' rates are to have; `batch` is
    how many games a worker plays in one go, which changes nothing of what comes out; `address` is that of a cluster."""

    seed: int
    games: int
    batch: int
    workers: int = 1
    kind: Kind = "threads"
    address: str | None = None
    until: float | None = None


def run(plan: Plan, make: Callable[[], Player[Row]], tally: Tally, stop: Stop, see: Callable[[list[Row]], None]) -> Why:
    """Play, and count into `tally`; `see` gets the rows that were counted, some at a time."""
    look = FIRST_LOOK
    if plan.kind == "cluster":
        from ludex.simulate import cluster  # few have one

        found = cluster.rows(make, _batches(plan), plan.workers, plan.address, stop)
    else:
        found = rows(make, _batches(plan), plan.workers, plan.kind, stop)
    try:
        for batch in found:
            counted = 0
            narrow = False
            for row in batch:
                tally.add(row)
                counted += 1
                if plan.until is not None and tally.games == look:
                    look += max(look // 20, 1)
                    narrow = tally.finished > 0 and tally.half_width <= plan.until
                    if narrow:
                        break
            see(batch[:counted])
            if narrow:
                return "until"
            if stop.asked:
                break
    finally:
        found.close()
    return "stopped" if tally.games < plan.games else "games"


def _batches(plan: Plan) -> Iterator[list[int]]:
    """The seeds of all games, shared out."""
    # All workers have something to do also where there are few games.
    size = max(1, min(plan.batch, -(-plan.games // (plan.workers * 2))))
    for first in range(0, plan.games, size):
        yield game_seeds(plan.seed, first, min(size, plan.games - first))
