"""Whole games at random, played without coming back to Python; ctypes lets go of Python's lock meanwhile.

Every decision is one of its options, each as likely. A game follows from its seed: chance draws from the state's
generator as always, and picks from a second one, which begins with a mix of the first (`ir/picks.py`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.ir.chance import seeded
from ludex.ir.contract import Fault, State
from ludex.ir.layout import OVER, POINT
from ludex.native.engine import Engine
from ludex.native.library import FAULTY, STATE, UNSURE, GameRow, Library

#: More decisions than any game has.
NO_LIMIT = 2**32 - 1
#: How many games are played in one call, so that memory does not grow with their number.
CHUNK = 4096


@dataclass(frozen=True, slots=True)
class Playout:
    """How one game came out. `scores` has a row a seat (none where the game is not over), `fields` what was asked."""

    seed: int
    decisions: int
    over: bool
    ended_by: str | None
    fault: Fault | None
    scores: tuple[tuple[int, ...], ...]
    fields: dict[str, tuple[int, ...]]


class Playouts:
    """Plays games of one program from their start, or from a state that waits for a decision."""

    def __init__(self, engine: Engine, start: State | None = None) -> None:
        self.engine = engine
        self._fast = engine.library(False)
        self._state, self._fixed = engine.opening() if start is None else (engine.state(start[:]), True)

    def _entry(self, used: Library) -> int:
        """The block to go on at: where play waits, the decision itself."""
        if not self._fixed:
            return self.engine.layout.blocks[self.engine.program.main]
        return used.about.points + self._state[POINT]

    def play(self, seeds: Sequence[int], most: int = NO_LIMIT, scores: bool = True, fields: Sequence[str] = ()
             ) -> Iterator[Playout]:
        """A game for every seed, each of at most so many decisions."""
        for start in range(0, len(seeds), CHUNK):
            yield from self._chunk(self._fast, seeds[start:start + CHUNK], most, scores, fields)

    def prepared(self, seeds: Sequence[int]) -> ctypes.Array[GameRow]:
        """Rows for some games, to be filled by `run`."""
        return _rows(seeds)

    def run(self, rows: ctypes.Array[GameRow], most: int = NO_LIMIT) -> None:
        """Play the games of some rows, of which nothing but the rows is wanted."""
        self._run(self._fast, rows, most, None, None)

    def _chunk(self, used: Library, seeds: Sequence[int], most: int, scores: bool, fields: Sequence[str]
               ) -> Iterator[Playout]:
        rows = _rows(seeds)
        each = used.about.scores
        points = (ctypes.c_int32 * (each * len(seeds)))() if scores and each else None
        finals = ctypes.create_string_buffer(used.about.storage.room * len(seeds)) if fields else None
        self._run(used, rows, most, points, finals)
        for number, seed in enumerate(seeds):
            if rows[number].answer == UNSURE:  # only the whole text counts steps as the contract does
                yield from self._chunk(self.engine.library(True), [seed], most, scores, fields)
            else:
                yield self._playout(used, seed, number, rows[number], points, finals, fields)

    def _run(self, used: Library, rows: ctypes.Array[GameRow], most: int, scores: object, finals: object) -> None:
        if not len(rows):
            return
        call = used.call()
        call.telling = call.asking = 0
        start = ctypes.byref(self._state.ready(), STATE)
        entry = self._entry(used)
        used.play(start, ctypes.byref(call), entry, most, len(rows), rows, scores, used.about.scores, finals)

    def _playout(self, used: Library, seed: int, number: int, row: GameRow, points: Any,
                 finals: object, fields: Sequence[str]) -> Playout:
        engine = self.engine
        over = row.point == OVER and row.answer != FAULTY
        fault = used.about.sites.raised(row.fault, row.value) if row.fault >= 0 else None
        table: tuple[tuple[int, ...], ...] = ()
        if points is not None and over and fault is None:
            each = len(engine.program.scores)
            start = number * used.about.scores
            table = tuple(tuple(points[start + seat * each:start + (seat + 1) * each])
                          for seat in range(engine.program.seats))
        found: dict[str, tuple[int, ...]] = {}
        if fields:
            state = used.about.storage.unpack(finals, number * used.about.storage.room)
            for name in fields:
                at = engine.layout.fields[name]
                found[name] = tuple(state[at:at + len(engine.program.fields[name].start)])
        ended = engine.layout.reasons[row.reason] if over and row.reason >= 0 else None
        return Playout(seed, row.decisions, over, ended, fault, table, found)


def _rows(seeds: Sequence[int]) -> ctypes.Array[GameRow]:
    rows = (GameRow * len(seeds))()
    for row, seed in zip(rows, seeds, strict=True):
        row.generator = seeded(seed)
    return rows
