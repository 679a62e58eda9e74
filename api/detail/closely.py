"""Looks at the first games of a simulation, on as many workers as there are; what is seen does not depend on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING

from ludex.coverage import Coverage
from ludex.detail.looking import Look, looker
from ludex.detail.sums import Details
from ludex.ir.record import changeable
from ludex.simulate.rows import Row, game_seeds
from ludex.simulate.stopping import Stop
from ludex.simulate.workers import rows
from ludex.thinking import step

if TYPE_CHECKING:
    from ludex.simulation import Setting

#: If nobody says how many: as many games as have so many decisions together, and at most so many games.
DECISIONS, GAMES = 50_000, 1_000
#: How many games a worker looks at in one go.
BATCH = 4


@changeable
class Enough:
    """Counts how many of the first games are looked at: as many as are `wanted`, or as there is time for, by their
    decisions, which are always the same. With `keep` their rows are kept, so that they need not be played again."""

    wanted: int | None = None
    keep: bool = False
    games: int = 0
    decisions: int = 0
    full: bool = False
    rows: list[Row] = field(default_factory=list)

    def see(self, found: Sequence[Row]) -> None:
        """Some more rows."""
        for row in found:
            self.full |= self._last(row)
            if self.full:
                return
            self.games += 1
            self.decisions += row.decisions
            if self.keep:
                self.rows.append(row)

    def _last(self, row: Row) -> bool:
        """Whether there are enough without this row."""
        if self.wanted is not None:
            return self.games == self.wanted
        return self.games == GAMES or (self.games > 0 and self.decisions + row.decisions > DECISIONS)


def closely(played: Setting, games: int, *, workers: int = 1, rows_wanted: bool = False, stop: Stop | None = None,
            see: Callable[[Sequence[Look], Details], None] | None = None, known: Sequence[Row] = ()) -> Details:
    """What there is to be seen in the first games of a simulation. `see` is told of looks as they are counted; with
    `rows_wanted` every decision is in them. Games are not played again whose rows are `known` with their moves."""
    programs = played.game.programs
    settings = programs.settings(played.players, played.rulings, played.parameters,
                                 extra=Coverage(played.game).conditions())
    tracing, _ = programs.tracing(settings)
    details = Details(played.game, played.program, played.rulings, tracing, games)
    player = partial(step, played.program, played.agents, played.limit, played.backend)
    make = partial(looker, player, tracing, rows_wanted, {
        row.seed: row for row in known if len(row.moves) == row.decisions})
    stop = stop or Stop()
    found = rows(make, _batches(played.seed, games), min(workers, -(-games // BATCH)), "processes", stop)
    try:
        for looks in found:
            for look in looks:
                details.add(look)
            if see is not None:
                see(looks, details)
            if stop.asked:
                break
    finally:
        found.close()
    return details


def _batches(seed: int, games: int) -> Iterator[list[int]]:
    for first in range(0, games, BATCH):
        yield game_seeds(seed, first, min(BATCH, games - first))


__all__ = ["DECISIONS", "GAMES", "Enough", "closely"]
