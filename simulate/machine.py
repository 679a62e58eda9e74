"""Takes the games of an engine that plays whole games at random by itself, and makes rows of them.

An engine of that kind is known here by what it gives, not by name. Where it cannot tell how a game came out, the game
is played again decision by decision; the row is the same.
"""

from __future__ import annotations

from dataclasses import field

from ludex.ir.record import changeable
from ludex.ir.standing import Standing
from ludex.simulate.playing import Step
from ludex.simulate.playouts import Outcome, Playouts, said, settled
from ludex.simulate.rows import Row, faulty

#: More different ends of games than this are not remembered.
REMEMBERED = 10_000


@changeable
class Machine:
    """Plays all games of a batch in one go; `step` is for what is left open."""

    playouts: Playouts
    step: Step
    wanted: tuple[str, ...] = field(init=False)
    _known: dict[object, Standing] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.wanted = said(self.step.engine.program)

    def play(self, seeds: list[int]) -> list[Row]:
        """A game for every seed, in order."""
        return [self._row(out) for out in self.playouts.play(seeds, self.step.limit, True, self.wanted)]

    def _row(self, out: Outcome) -> Row:
        if out.fault is not None:
            return faulty(out.seed, out.decisions, out.fault)
        if out.over:
            found = self._standing(out)
            return Row(out.seed, "over", out.decisions, found.ended_by, found.winners, tuple(found.scores.values()))
        if out.decisions == self.step.limit:
            return Row(out.seed, "limit", out.decisions)
        return self.step.game(out.seed)

    def _standing(self, out: Outcome) -> Standing:
        """How the game has come out. Many games end alike, and what is known once need not be worked out again."""
        end = (out.scores, *out.fields.values(), out.ended_by)
        found = self._known.get(end)
        if found is None:
            found = settled(self.step.engine.program, out)
            if len(self._known) < REMEMBERED:
                self._known[end] = found
        return found
