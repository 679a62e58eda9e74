"""Which lines of the rules ran, which way their conditions went, and which items ever left the place where they begin.

A line is counted when one of its operations ran. What belongs to another reading of a ruling is not part of the game
that was played, and is not missed. Conditions are those of blocks (`if`) and of rules (`when`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludex import naming
from ludex.coverage import Coverage
from ludex.dsl.pieces import lines
from ludex.dsl.source import Span
from ludex.game import Game
from ludex.ir.contract import Engine, Event, Fault, State
from ludex.ir.graph import Program
from ludex.ir.types import Set
from ludex.validator.play.places import all_rules
from ludex.validator.play.table import Plan, counts_of
from ludex.validator.play.traced import Trace, Tracing

#: Where something stands: file, line and column.
Place = tuple[str, int, int]
#: At one decision in so many it is looked which modifiers hold.
LOOKS = 25


@dataclass(frozen=True, slots=True)
class Part:
    """A line of an effect, or the name of a rule; `asks` if it may have a condition."""

    at: Span
    text: str
    line: bool
    asks: bool

    @property
    def place(self) -> Place:
        """Where it stands."""
        return self.at.source.path, self.at.line, self.at.column


@dataclass(slots=True)
class LineCoverage:
    """Gathers what ran in games of one rule set."""

    game: Game
    ran: Counter[Place] = field(default_factory=Counter)
    went: dict[Place, Counter[bool]] = field(default_factory=dict)
    passages: Counter[str] = field(default_factory=Counter)
    moved: dict[str, int] = field(default_factory=dict)
    games: int = 0
    parts: list[Part] = field(init=False)

    def __post_init__(self) -> None:
        self.parts = []
        for rule, effects in all_rules(self.game.typed):
            self.parts.append(Part(rule.at, rule.name, False, True))
            self.parts += [Part(line.at, line.at.text.partition("\n")[0].strip(), True, line.body is not None)
                           for effect in effects for line in lines(effect)]
        self.parts += [Part(end.rule.at, end.rule.name, False, True) for end in self.game.typed.ends]

    # -- gathering

    def gather(self, tracing: Tracing, trace: Trace) -> None:
        """Count what a trace tells."""
        origins = tracing.program.origins
        heat: Counter[str] = Counter()
        times_of: Counter[Place] = Counter()
        for number, times in tracing.origins(trace).items():
            origin = origins[number]
            place = (origin.file, origin.line, origin.column)
            times_of[place] = max(times_of[place], times)
            for passage in filter(None, origin.passage.split(", ")):
                heat[passage] = max(heat[passage], times)
        for number in tracing.branches:
            origin = origins[number]
            place = (origin.file, origin.line, origin.column)
            went = self.went.setdefault(place, Counter())
            for way in (True, False):
                went[way] += trace.went[number, way]
            times_of[place] = max(times_of[place], trace.went[number, True] + trace.went[number, False])
        for place, times in times_of.items():
            self.ran[place] += times
        self.passages.update(heat)

    def look(self, program: Program, engine: Engine, state: State) -> None:
        """Notice the items that are not where their zone begins with all of them."""
        for item in program.fields.values():
            if item.role == "zone" and isinstance(item.type, Set) and not any(item.start):
                at = engine.layout.fields[item.name]
                bits = 0
                for cell in state[at:at + len(item.start)]:
                    bits |= cell
                self.moved[item.type.domain] = self.moved.get(item.type.domain, 0) | bits

    def follow(self, tracing: Tracing, engine: Engine, state: State, trace: Trace, moves: Iterable[tuple[str, Any]]
               ) -> None:
        """Play a game again by its raw moves: options that were taken, and what chance brought."""
        self.games += 1
        self.look(tracing.program, engine, state)
        for sort, move in moves:
            events: list[Event] = []
            if sort == "chance":
                engine.resolve(state, move, events)
            else:
                engine.choose(state, move, events, asking=True)
            trace.add(events)
            self.look(tracing.program, engine, state)
        self.gather(tracing, trace)

    # -- the sum

    def runnable(self) -> list[Part]:
        """Lines that are part of the game."""
        return [part for part in self.parts if part.line and part.place in self.ran]

    def one_way(self) -> list[tuple[Part, str]]:
        """Conditions that always came out the same."""
        found = []
        for part in self.parts:
            went = self.went.get(part.place)
            if went is not None and part.asks and bool(went[True]) != bool(went[False]):
                found.append((part, "never held" if went[False] else "always held"))
        return found

    def idle_items(self) -> list[tuple[str, str]]:
        """Kinds of items that never left the place where they begin, with their class."""
        found: dict[tuple[str, str], bool] = {}
        program = self.game.program(self.game.players[0])
        for item in program.fields.values():
            if item.role != "zone" or not isinstance(item.type, Set) or not any(item.start):
                continue
            domain = item.type.domain
            for at in range(program.domains[domain].size):
                key = (domain, naming.element(program, domain, at))
                found[key] = found.get(key, False) or bool(self.moved.get(domain, 0) >> at & 1)
        return [key for key, touched in found.items() if not touched]

    def kinds(self) -> int:
        """How many kinds of items begin in a zone."""
        program = self.game.program(self.game.players[0])
        domains = {item.type.domain for item in program.fields.values()
                   if item.role == "zone" and isinstance(item.type, Set) and any(item.start)}
        return sum(len({naming.element(program, domain, at) for at in range(program.domains[domain].size)})
                   for domain in domains)

    def to_json(self) -> dict[str, dict[str, Any]]:
        """Lines, conditions and items as plain data, each with what is missing."""
        there = self.runnable()
        conditions = [part for part in self.parts if part.asks and part.place in self.went]
        missing = [_at(part) for part in there if not self.ran[part.place]]
        one_way = [f"{_at(part)} {how}" for part, how in self.one_way()]
        never = [part for part in conditions if not any(self.went[part.place].values())]
        idle = [f"{name} ({domain})" for domain, name in self.idle_items()]
        return {
            "lines": _tally(len(there), missing),
            "branches": _tally(len(conditions), [f"{_at(part)} was never asked" for part in never] + one_way),
            "items": _tally(self.kinds(), idle),
        }


def _at(part: Part) -> str:
    """A place by the names of its folder and file."""
    return f"{'/'.join(part.at.source.path.split('/')[-2:])}:{part.at.line}: {part.text}"


def _tally(total: int, missing: Sequence[str]) -> dict[str, Any]:
    return {"covered": total - len(missing), "total": total, "missing": list(missing)}


def summed(found: Iterable[LineCoverage]) -> dict[str, dict[str, Any]]:
    """The sums of several games together."""
    total: dict[str, dict[str, Any]] = {}
    for lines_of in found:
        for name, part in lines_of.to_json().items():
            if name not in total:
                total[name] = part
            else:
                for key, value in part.items():
                    total[name][key] += value
    return total


def of_play(game: Game, plan: Plan) -> tuple[LineCoverage, Coverage]:
    """What games at random touch, for every number of players that checks try. What only declares something (cards,
    zones, variables) is touched by being there."""
    found, touched = LineCoverage(game), Coverage(game)
    for declared in (game.typed.domains, game.typed.zones, game.typed.variables):
        for symbol in declared.values():
            touched.cite(filter(None, symbol.passage.split(", ")))
    for players in counts_of(game.typed):
        tracing, engine = game.programs.tracing(game.programs.settings(players, extra=touched.conditions()))
        trace = Trace()
        for number in range(plan.games):
            found.games += 1
            _play(found, touched, tracing, engine, trace, plan, plan.seed + number)
        found.gather(tracing, trace)
        for number, times in tracing.origins(trace).items():
            if times:
                origin = tracing.program.origins[number]
                touched.touch(origin.rule, origin.passage)
    return found, touched


def _play(found: LineCoverage, touched: Coverage, tracing: Tracing, engine: Engine, trace: Trace, plan: Plan, seed: int
          ) -> None:
    rng, events = random.Random(seed), list[Event]()
    try:
        state = engine.start(seed, events)
        for decisions in range(plan.longest):
            trace.add(events)
            events = []
            if engine.over(state):
                touched.touch_scoring()
                break
            if decisions % LOOKS == 0:
                touched.look(engine, state)
                found.look(tracing.program, engine, state)
            choices = engine.options(state)
            engine.choose(state, choices[rng.randrange(len(choices))], events)
        found.look(tracing.program, engine, state)
    except Fault:
        pass  # what is wrong with the rules is told by the check
    trace.add(events)


__all__ = ["LineCoverage", "Part", "of_play", "summed"]
