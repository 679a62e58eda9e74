"""Follows one game move by move and notes what happens, as plain data that can be handed from process to process.

Who decides plays the game first, on any engine, unless its row is known with its moves; they are then followed on the
program that tells what runs. Items are looked at where somebody decides: what is drawn and discarded in one go has
moved once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from itertools import product
from math import prod

from ludex import naming
from ludex.engines import engine_for
from ludex.ir.contract import Engine, Event, Fault, Option, State
from ludex.ir.graph import Program
from ludex.ir.ops import Alternative, Choose, Const
from ludex.ir.record import changeable, record
from ludex.ir.types import Int, Set
from ludex.simulate.playing import Step
from ludex.simulate.rows import Row
from ludex.validator.play.traced import Trace, Tracing

#: A way to decide: the kind of the decision, what is asked (nothing for actions, which speak for themselves), its name.
Way = tuple[str, str, str]
#: Something with a name: what it is one of, and the name.
Thing = tuple[str, str]


@record
class Met:
    """One decision: who had it, what was asked and taken, of how many options, and the scores before it."""

    seat: int
    kind: str
    prompt: str
    action: str
    options: int
    choice: int
    words: str
    scores: tuple[int, ...]


@changeable
class Look:
    """What was seen in one game. `options` and `scores` have a number (or the scores of all seats) for each decision;
    at the end of `scores` those of the final state. Ways and things are counted at each decision that offered them, and
    where they were taken."""

    row: Row
    options: list[int] = field(default_factory=list)
    scores: list[tuple[int, ...]] = field(default_factory=list)
    offered: Counter[Way] = field(default_factory=Counter)
    taken: Counter[Way] = field(default_factory=Counter)
    shown: Counter[Thing] = field(default_factory=Counter)
    chosen: Counter[tuple[Thing, int]] = field(default_factory=Counter)
    #: Items by the zone that they came into.
    moved: Counter[tuple[Thing, str]] = field(default_factory=Counter)
    trace: Trace = field(default_factory=Trace)
    #: Modifiers whose condition held where somebody decided, or at the end.
    held: set[str] = field(default_factory=set)
    met: list[Met] = field(default_factory=list)


@changeable
class Looker:
    """Looks at whole games: `step` plays them, but for those whose rows are known by their seeds; `engine` follows them
    on the program that tells what runs. With `rows` every decision is kept."""

    step: Step
    engine: Engine
    rows: bool
    known: Mapping[int, Row] = field(default_factory=dict)
    _zones: list[tuple[str, str, int, int]] = field(init=False)
    _starts: dict[str, tuple[int, ...]] = field(init=False)
    _modifiers: dict[str, list[tuple[int, ...]]] = field(init=False)

    def __post_init__(self) -> None:
        program, layout = self.engine.program, self.engine.layout
        zones = [(each, each.type) for each in program.fields.values() if each.role == "zone"]
        self._zones = [(each.name, type.domain, layout.fields[each.name], len(each.start))
                       for each, type in zones if isinstance(type, Set)]
        self._starts = {each.name: each.start for each, _ in zones}
        self._modifiers = modifiers(program)

    def play(self, seeds: list[int]) -> list[Look]:
        """A look at the game of every seed, in order."""
        return [self.look(seed) for seed in seeds]

    def look(self, seed: int) -> Look:
        """One game."""
        look = Look(self.known.get(seed) or self.step.game(seed))
        engine, events = self.engine, list[Event]()
        try:
            state = engine.start(seed, events)
            before = [cell for name, *_ in self._zones for cell in self._starts[name]]
            for move in look.row.moves:
                look.trace.add(events)
                before = self._move(look, state, before)
                self._hold(look, state)
                look.scores.append(self._scores(state))
                options = engine.options(state)
                self._meet(look, state, options, move)
                events = []
                engine.choose(state, options[move], events)
            self._move(look, state, before)
            self._hold(look, state)
            look.scores.append(self._scores(state))
        except Fault:
            pass  # the row says so
        look.trace.add(events)
        return look

    def _scores(self, state: State) -> tuple[int, ...]:
        """The scores of all seats as things stand; nothing where they have none."""
        program = self.engine.program
        try:
            return tuple(self.engine.evaluate(program.scores[0], state, (seat,)) for seat in range(program.seats)
                         if program.scores)
        except Fault:
            return ()

    def _meet(self, look: Look, state: State, options: Sequence[Option], move: int) -> None:
        """Note one decision."""
        engine, option = self.engine, options[move]
        choose, seat = engine.decision(state), engine.seat(state)
        assert choose is not None
        look.options.append(len(options))
        look.offered.update({way_of(choose, choose.alternatives[way]) for way in {way for way, _ in options}})
        took, value = choose.alternatives[option[0]], option[1]
        look.taken[way_of(choose, took)] += 1
        domains = [domain_of(engine.program, engine.layout.points[state[0]][0], way) for way in choose.alternatives]
        if any(domains):
            look.shown.update({self._thing(domain, at) for way, at in options if (domain := domains[way]) is not None})
            if (domain := domains[option[0]]) is not None:
                look.chosen[self._thing(domain, value), seat] += 1
        if self.rows:
            domain = domains[option[0]]
            name = str(value) if domain is None else naming.element(engine.program, domain, value)
            words = took.words if took.form == "one" else took.words.replace("{}", name)
            look.met.append(Met(seat, choose.kind, choose.prompt, took.name, len(options), move, words,
                                look.scores[-1]))

    def _thing(self, domain: str, at: int) -> Thing:
        return domain, naming.element(self.engine.program, domain, at)

    def _move(self, look: Look, state: State, before: Sequence[int]) -> list[int]:
        """Note what has come into each zone since the last time; gives how zones are now."""
        now: list[int] = []
        for name, domain, first, cells in self._zones:
            fresh = 0
            for at in range(first, first + cells):
                fresh |= state[at] & ~before[len(now)]
                now.append(state[at])
            for at in naming.members(fresh):
                look.moved[self._thing(domain, at), name] += 1
        return now

    def _hold(self, look: Look, state: State) -> None:
        """Note the modifiers whose condition holds for somebody now; one that has held is not asked for again."""
        for name, asked in self._modifiers.items():
            if name not in look.held:
                try:
                    if any(self.engine.evaluate(f"{CONDITION}{name}", state, values) for values in asked):
                        look.held.add(name)
                except Fault:
                    continue  # what it asks about has no answer here


#: How the functions are named that say whether a modifier holds.
CONDITION = "condition "
#: The most combinations of parameters for which that is looked at.
COMBINATIONS = 500


def modifiers(program: Program) -> dict[str, list[tuple[int, ...]]]:
    """The modifiers whose condition can be looked at, with all that it can be asked about. What is settled before play
    begins, such as a reading, is none."""
    found = {}
    for name, function in program.functions.items():
        if not name.startswith(CONDITION) or all(isinstance(op, Const) for block in function.blocks
                                                 for op in block.ops):
            continue
        types = [function.registers[n].type for n in range(function.parameters)]
        ranges = [range(max(type.low, 0), type.high + 1) for type in types if isinstance(type, Int)]
        if len(ranges) == len(types) and prod(map(len, ranges)) <= COMBINATIONS:
            found[name.removeprefix(CONDITION)] = list(product(*ranges))
    return found


def way_of(choose: Choose, way: Alternative) -> Way:
    """What an alternative of a decision is counted as."""
    name = way.name if way.form == "one" or choose.kind == "action" else ""
    return choose.kind, "" if choose.kind == "action" else choose.prompt, name


def domain_of(program: Program, function: str, way: Alternative) -> str | None:
    """The domain of what an alternative lets choose; None for numbers, and where nothing is chosen."""
    if way.to is None:
        return None
    type = program.functions[function].registers[way.to].type
    return type.domain if isinstance(type, Int) else None


def looker(step: Callable[[], Step], tracing: Tracing, rows: bool, known: Mapping[int, Row]) -> Looker:
    """Who looks; made in each process anew."""
    return Looker(step(), engine_for(tracing.program), rows, known)


def ways(program: Program) -> list[Way]:
    """All ways to decide that a program has, in the order of the rules."""
    points = dict.fromkeys(way_of(block.end, way) for function in program.functions.values()
                           for block in function.blocks if isinstance(block.end, Choose)
                           for way in block.end.alternatives)
    return list(points)


__all__ = ["Look", "Looker", "Met", "Thing", "Way", "looker", "modifiers", "ways"]
