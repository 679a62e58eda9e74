"""What is watched for while games are played: one tally for a number of players, filled by the search and by games at
random alike.

A tally keeps numbers, and for each thing that should not happen the shortest game in which it did.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from ludex.ir.contract import NO_OPTION, NO_REST, NOTHING_TO_PICK, Event, Fault, State
from ludex.ir.graph import Program
from ludex.ir.layout import POINT
from ludex.ir.ops import Choose
from ludex.ir.record import record
from ludex.ir.types import Set
from ludex.validator.play.board import Board
from ludex.validator.play.table import Line
from ludex.validator.play.traced import Trace, Tracing

#: Something that happened in play and should not.
Sort = Literal["stuck", "bound", "short", "loop", "fault", "invariant", "lost", "undecided", "cycle", "leak", "differs"]

#: How the fault of a tie begins that was said to be impossible.
TIED = "several players have the best score"
_BOUND = re.compile(r"would become -?\d+, outside|holds \d+ at most")


@record
class Mishap:
    """One thing that should not happen: where in the rules, in words, and the shortest game with it so far."""

    sort: Sort
    origin: int
    what: str
    line: Line


@dataclass(slots=True)
class Tally:
    """What was seen in games for one number of players."""

    board: Board
    tracing: Tracing
    trace: Trace = field(default_factory=Trace)
    games: int = 0
    decisions: int = 0
    mishaps: dict[tuple[str, int, str], Mishap] = field(default_factory=dict)
    times: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    #: Points of decisions -> how often they came up, the most options there were, and the ways that had one.
    visits: Counter[int] = field(default_factory=Counter)
    most: dict[int, int] = field(default_factory=dict)
    ways: dict[int, set[int]] = field(default_factory=dict)
    acted: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    decided: int = 0
    #: Decisions of the games at random alone.
    length: int = 0
    unfinished: list[Line] = field(default_factory=list)
    ended_by: Counter[str] = field(default_factory=Counter)
    _slots: list[tuple[int, int]] = field(default_factory=list)
    #: Items that began in a zone, by the number of their domain.
    _began: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        program = self.board.program
        for item in program.fields.values():
            if item.role == "zone":
                first = self.board.layout.fields[item.name]
                domain = _number(program, item.type)
                self._slots += [(first + at, domain) for at in range(len(item.start))]
                for bits in item.start:
                    self._began[domain] = self._began.get(domain, 0) | bits

    def happened(self, sort: Sort, origin: int, what: str, line: Callable[[], Line]) -> None:
        """Note that something happened; the shortest game with it is kept."""
        key = (sort, origin, what)
        self.times[key] += 1
        known = self.mishaps.get(key)
        new = line() if known is None or self.times[key] < 50 else known.line
        if known is None or len(new.moves) < len(known.line.moves):
            self.mishaps[key] = Mishap(sort, origin, what, new)

    @property
    def hopeless(self) -> bool:
        """Whether the rules have run without end before: to see it again costs a million steps each time."""
        return any(sort == "loop" for sort, _, _ in self.mishaps)

    def fault(self, fault: Fault, line: Callable[[], Line]) -> None:
        """The rules had no answer."""
        sort: Sort = "fault"
        if fault.message.startswith(NO_OPTION):
            sort = "stuck"
        elif fault.message == NOTHING_TO_PICK:
            sort = "short"
        elif fault.message == NO_REST:
            sort = "loop"
        elif fault.message.startswith(TIED):
            sort = "undecided"
        elif _BOUND.search(fault.message):
            sort = "bound"
        # Other numbers are the same mishap.
        what = re.sub(r"become -?\d+, outside", "become a number outside", fault.message)
        self.happened(sort, fault.origin, what, line)

    def events(self, events: list[Event], line: Callable[[], Line]) -> None:
        """Count what the program told on its way."""
        before = sum(self.trace.short.values())
        self.trace.add(events)
        if sum(self.trace.short.values()) != before:
            for kind, origin, *_ in events:
                if kind.startswith("short|"):
                    self.happened("short", origin, "a draw finds nothing", line)

    def stop(self, state: State, choices: list[tuple[int, int]], line: Callable[[], Line]) -> None:
        """Look at a position in which somebody decides."""
        point = state[POINT]
        self.visits[point] += 1
        self.most[point] = max(self.most.get(point, 0), len(choices))
        self.ways.setdefault(point, set()).update(way for way, _ in choices)
        self.acted[self.board.engine.seat(state)] += 1
        self.decisions += 1
        self.holds(state, line)

    def holds(self, state: State, line: Callable[[], Line]) -> None:
        """What must hold wherever play stands: invariants, and every item in one place."""
        program, engine = self.board.program, self.board.engine
        for name, function in program.invariants.items():
            try:
                held = engine.evaluate(function, state)
            except Fault as fault:
                self.fault(fault, line)
                continue
            if not held:
                self.happened("invariant", -1, name, line)
        union: dict[int, int] = {}
        for slot, domain in self._slots:
            bits = state[slot]
            if union.get(domain, 0) & bits:
                self.happened("lost", -1, "an item lies in two places", line)
            union[domain] = union.get(domain, 0) | bits
        if any(all_of & ~union.get(domain, 0) for domain, all_of in self._began.items()):
            self.happened("lost", -1, "an item that began in a zone lies in none", line)

    def over(self, state: State, line: Callable[[], Line], count: bool = True) -> None:
        """Look at the end of a game, and count it if it was one at random."""
        self.holds(state, line)
        try:
            end = self.board.standing(state)
        except Fault as fault:
            self.fault(fault, line)
            return
        self.ended_by[end.ended_by] += 1
        if count:
            self.decided += 1
            if len(end.winners) == 1:
                self.wins.update(end.winners)
        if not end.winners and not end.said and self.board.program.ties != "nobody wins":
            self.happened("undecided", -1, f"the game can end by `{end.ended_by}` without a winner", line)

    def choose_at(self, point: int) -> Choose:
        """The decision at a point."""
        name, block = self.board.layout.points[point]
        end = self.board.program.functions[name].blocks[block].end
        assert isinstance(end, Choose)
        return end


def _number(program: Program, type: object) -> int:
    assert isinstance(type, Set)
    return list(program.domains).index(type.domain)


__all__ = ["Mishap", "Sort", "Tally"]
