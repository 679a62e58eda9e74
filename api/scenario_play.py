"""Plays one scenario to the point where its expectations are checked.

Chance is asked for every outcome. It is the next line of the script, if that is one for chance and can be the
outcome; else the order given for a shuffled zone, until that is used up or something is shuffled in; else it goes by
the scenario's seed. Whenever somebody decides, the game's invariants must hold.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ludex import moves
from ludex.coverage import Coverage
from ludex.dsl.diagnostics import Finding
from ludex.dsl.source import Span
from ludex.game import Game
from ludex.ir.contract import Engine, Event, Fault
from ludex.line_coverage import LineCoverage
from ludex.match import Chance, IllegalMove, Match, RuleFault
from ludex.match import Outcome as ChanceOutcome
from ludex.scenario_expect import Checks, expressions, stands
from ludex.scenario_form import Cell, Ends, Expectation, Holds, Playable, Scenario, Step
from ludex.scenario_position import NoPosition, Position, Positions
from ludex.scenario_proof import moved, stated
from ludex.validator.play.traced import Trace

#: What ends the words of a move that its player has not completed.
OPEN = "..."
#: The most chance events between two decisions.
CHANCES = 10_000


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that came out differently, with the line that expected it."""

    at: Span
    message: str


@dataclass(frozen=True, slots=True)
class Played:
    """What came of playing: failures, or findings where the position cannot be laid out. `idle` says that all that is
    expected held before the first step."""

    failures: tuple[Failure, ...] = ()
    findings: tuple[Finding, ...] = ()
    idle: bool = False


class _Stop(Exception):
    """Play cannot go on as written."""

    def __init__(self, at: Span, message: str) -> None:
        super().__init__(message)
        self.failure = Failure(at, message)


class Stage:
    """Plays scenarios; what they share is worked out once."""

    def __init__(self, scenarios: Iterable[Scenario] = ()) -> None:
        self._positions = Positions()
        #: Where to gather which lines run; each scenario is played again for that.
        self.lines: dict[Game, LineCoverage] | None = None
        #: Scenarios that differ only in what is given share an engine with all their expressions.
        self._groups: dict[tuple[object, ...], list[Scenario]] = {}
        for scenario in scenarios:
            if not scenario.broken:
                self._groups.setdefault(_group(scenario), []).append(scenario)

    def play(self, scenario: Scenario, coverage: Coverage, plain: bool = False) -> Played:
        """Lay out the position, do what is written, check what is expected; where it is `plain`, nothing else."""
        barred = scenario.game.barred(scenario.players, scenario.rulings)
        if barred is not None:
            return Played(tuple(Failure(wanted.at, barred) for wanted in scenario.expectations
                                if not isinstance(wanted, Playable) or wanted.yes))
        try:
            position = self._positions.position(scenario)
        except NoPosition as fault:
            return Played(findings=fault.findings)
        for expr in expressions(scenario).values():
            coverage.ask(expr)
        script: _Script | None = None
        try:
            with _faults(scenario.at):
                engine = self._engine(scenario, coverage)
            script = _Script(scenario, engine, position, coverage)
            match = script.play()
        except _Stop as stop:
            return Played((*(script.failures if script is not None else ()), stop.failure))
        if self.lines is not None and not plain:
            self._again(scenario, position, script.raw, self.lines[scenario.game])
        failures = (*script.failures, *_check(scenario.expectations, match, coverage))
        return Played(failures, idle=not failures and not plain and _held(scenario, script.first, position))

    def _engine(self, scenario: Scenario, coverage: Coverage) -> Engine:
        """An engine that begins where the scenario does, and can evaluate its expressions."""
        extra = dict(coverage.conditions())
        for other in (scenario, *self._groups.get(_group(scenario), ())):
            extra.update({name: (expr, ()) for name, expr in expressions(other).items()})
        programs = scenario.game.programs
        return programs.engine(programs.settings(*scenario.table, begin=scenario.given.begin, extra=extra))

    def _again(self, scenario: Scenario, position: Position, raw: list[tuple[str, object]], lines: LineCoverage
               ) -> None:
        """Play a scenario once more, on a program that tells what runs."""
        programs = scenario.game.programs
        tracing, engine = programs.tracing(programs.settings(*scenario.table, begin=scenario.given.begin))
        events: list[Event] = []
        state = engine.start(scenario.seed, events, True, position.fields)
        trace = Trace()
        trace.add(events)
        lines.follow(tracing, engine, state, trace, raw)


def _group(scenario: Scenario) -> tuple[object, ...]:
    return *scenario.rules, scenario.given.begin


def _check(expected: Iterable[Expectation], match: Match, coverage: Coverage) -> Iterator[Failure]:
    checks = Checks(match)
    for wanted in expected:
        try:
            with _faults(wanted.at):
                problem = checks.problem(wanted)
        except _Stop as stop:
            yield stop.failure
            continue
        if problem is not None:
            yield Failure(wanted.at, problem)
        elif isinstance(wanted, Ends):
            coverage.touch_scoring()
    for refusal in checks.refusals:
        coverage.touch(refusal.rule, refusal.passage)


def _held(scenario: Scenario, first: Match, position: Position) -> bool:
    """Whether all that is expected held before the first step already: where somebody first has to decide, if there
    is a move; else in the position as it is given, before anything has happened."""
    wanted = scenario.expectations
    if not moved(scenario):
        if not all(stated(each, scenario) for each in wanted):
            return False
        engine = first.engine
        for name, values in position.fields.items():
            at = engine.layout.fields[name]
            first.state[at:at + len(values)] = values
    checks = Checks(first)
    try:
        with _faults(scenario.at):
            return all(checks.problem(each) is None for each in sorted(wanted, key=_effort))
    except _Stop:
        return False


def _effort(wanted: Expectation) -> bool:
    """What is quickly looked at comes first."""
    return not isinstance(wanted, Holds)


@contextmanager
def _faults(at: Span) -> Iterator[None]:
    """Faults of the rules are failures of the scenario at this place."""
    try:
        yield
    except RuleFault as fault:
        broken = f"the invariant `{fault.invariant}` does not hold after this"
        raise _Stop(at, broken if fault.invariant else f"the rules have no answer: {fault}") from None
    except Fault as fault:
        raise _Stop(at, f"this has no answer: {fault.message}") from None
    except OverflowError as fault:
        raise _Stop(at, f"a number becomes too large: {fault}") from None


class _Script:
    """Does what a scenario says, one step after the other."""

    def __init__(self, scenario: Scenario, engine: Engine, position: Position, coverage: Coverage) -> None:
        game = scenario.game.typed
        self.scenario = scenario
        self.coverage = coverage
        self.steps = list(scenario.steps)
        self.order = {cell: list(names) for cell, names in position.order.items()}
        self.random = random.Random(scenario.seed)
        with _faults(scenario.at):
            self.match = Match.begin(
                scenario.game, engine, scenario.seed, True,
                {name: ruling.choice for name, ruling in game.rulings.items()} | scenario.rulings,
                {name: parameter.default for name, parameter in game.parameters.items()} | scenario.parameters,
                position.fields)
        self.lying = {cell: position.fields[cell[0]][cell[1] or 0] for cell in self.order}
        self.at = scenario.at
        #: The match where somebody first has to decide.
        self.first = self.match
        #: What came out differently on the way.
        self.failures: list[Failure] = []
        #: What was taken, and what chance brought, as the engine knows it.
        self.raw: list[tuple[str, object]] = []

    def play(self) -> Match:
        """Play to the end of the script and on to the next decision."""
        self._settle()
        self.first = self.match.copy()
        while self.steps:
            step = self.steps.pop(0)
            self.at = step.at
            if step.expected:
                self.failures += _check(step.expected, self.match, self.coverage)
                continue
            if step.seat is None:
                raise _Stop(step.at, f"no chance event brings `{step.words}` here: {stands(self.match)}")
            self._move(step, step.seat)
        for event in self.match.events:
            self.coverage.touch(event.rule, event.passage)
        return self.match

    def _move(self, step: Step, seat: int) -> None:
        """Take the steps of one move."""
        match = self.match
        name = match.seats[seat]
        decision = match.decision
        if decision is None or decision.player != seat:
            raise _Stop(step.at, f"{name} should `{step.words}`, but {stands(match)}")
        before = match.copy()
        whole = step.words.removesuffix(OPEN).rstrip().removesuffix(";")
        with _faults(step.at):
            parts = moves.steps(match, whole)
        for at, part in enumerate(parts):
            if part != moves.DONE or not at or moves.goes_on(match, before):
                self._take(part, step, seat)
        if whole == step.words and moves.goes_on(match, before):
            self._take(moves.DONE, step, seat)

    def _take(self, part: str, step: Step, seat: int) -> None:
        match = self.match
        name = match.seats[seat]
        decision = match.decision
        if decision is None or decision.player != seat:
            raise _Stop(step.at, f"the move of {name} is complete before `{part}`: {stands(match)}")
        self._cover_option(part)
        offered = match.engine.options(match.state)
        try:
            with _faults(step.at):
                match.apply(part)
            taken = match.history[-1].id
            self.raw += [("decision", offered[option.index]) for option in decision.options if option.id == taken]
        except IllegalMove as fault:
            what = "cannot stop there" if part == moves.DONE else f"cannot `{part}`"
            raise _Stop(step.at, f"{name} {what}: {fault}") from None
        self._settle()

    def _cover_option(self, words: str) -> None:
        match = self.match
        choose = match.engine.decision(match.state)
        if choose is None or match.decision is None:
            return
        for option in match.decision.options:
            if words in (option.words, option.id):
                way, _ = match.engine.options(match.state)[option.index]
                origin = match.engine.program.origins[choose.alternatives[way].origin]
                self.coverage.touch(origin.rule, origin.passage)

    # -- chance

    def _settle(self) -> None:
        """Let chance decide until somebody has to, and look at the position then."""
        self._notice()
        for _ in range(CHANCES):
            chance = self.match.chance
            if chance is None:
                break
            with _faults(self.at):
                outcome = self._outcome(chance)
                self.raw.append(("chance", self.match.engine.outcomes(self.match.state)[outcome.index][0]))
                self.match.apply(outcome)
            self._notice()
        else:
            raise _Stop(self.at, "chance never comes to rest")
        with _faults(self.at):
            self.coverage.look(self.match.engine, self.match.state)

    def _outcome(self, chance: Chance) -> ChanceOutcome:
        """What chance brings."""
        by_name = {outcome.words: outcome for outcome in chance.outcomes}
        if self.steps and self.steps[0].seat is None and self.steps[0].words in by_name:
            step = self.steps.pop(0)
            self.at = step.at
            return by_name[step.words]
        order = self.order.get(self._drawn_from(chance), [])
        while order:
            name = order.pop(0)
            if name in by_name:
                return by_name[name]
        total = sum(outcome.probability for outcome in chance.outcomes)
        unit = max(outcome.probability.denominator for outcome in chance.outcomes)
        number = self.random.randrange(int(total * unit))
        for outcome in chance.outcomes:
            number -= int(outcome.probability * unit)
            if number < 0:
                return outcome
        raise AssertionError(chance)

    def _drawn_from(self, chance: Chance) -> Cell:
        """The zone that a chance event draws from."""
        match = self.match
        name = chance.source or ""
        roll = match.engine.roll(match.state)
        field = match.engine.program.fields.get(name)
        if field is None or roll is None or field.index is None:
            return name, None
        pool = match.engine.register(match.state, roll.over)
        at = match.engine.layout.fields[name]
        owners = [owner for owner in range(len(field.start)) if match.state[at + owner] == pool]
        return name, owners[0] if owners else None

    def _notice(self) -> None:
        """Forget the order of a zone into which something has come."""
        for cell, before in self.lying.items():
            now = self.match.state[self.match.engine.layout.fields[cell[0]] + (cell[1] or 0)]
            if now & ~before:
                self.order[cell].clear()
            self.lying[cell] = now


__all__ = ["Failure", "Played", "Stage"]
