"""From a checked game to a program, for a number of players and a reading of every ruling.

`main` is the whole game: variables get their start, the set-up runs, rounds follow until an end condition holds.
Procedures, and what a zone does when empty, are procedures of the program; derived values, scores and invariants are
pure functions. Everything else is written where it happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import partial

import ludex.dsl.vocabulary  # noqa: F401  the words lower themselves with what is imported next
from ludex.dsl import lower_stacks, typed
from ludex.dsl.any_time import is_woven
from ludex.dsl.choosing import Offer, offer
from ludex.dsl.course import Course, Script, at_any_time, course_of, halfway, heading
from ludex.dsl.diagnostics import Finding, RuleErrors
from ludex.dsl.local_names import actors_of, asks_actor
from ludex.dsl.lower_events import said
from ludex.dsl.lower_size import ProgramTooLarge
from ludex.dsl.lowered import Where
from ludex.dsl.lowering import IN_ONE_STEP, Lowering, Scene
from ludex.dsl.typed import FunctionSymbol, ZoneSymbol
from ludex.dsl.types import Element, Number, Type
from ludex.dsl.whereabouts import Whereabouts
from ludex.ir.builder import Builder, ProgramBuilder, Value
from ludex.ir.computing import MOST_OPS, TooLarge
from ludex.ir.fold import Budget, constant, tabulate
from ludex.ir.graph import SEATS, WINNERS, Field, Program
from ludex.ir.record import changeable
from ludex.ir.types import FLAG, Domain, Int, Set

#: An expression, and the local names in it that are given when it is evaluated.
Extra = tuple[typed.TypedExpr, tuple[typed.Local, ...]]


def lower(game: typed.Game, seats: int, readings: dict[str, str] | None = None,
          parameters: dict[str, int] | None = None, course: Course | None = None,
          extra: Mapping[str, Extra] | None = None) -> Program:
    """The program of a game, verified. Rulings and parameters not named have their defaults. Raises `RuleErrors` if the
    program would be too large.

    Each expression of `extra` becomes a pure function of that name, to be evaluated on any state of the game.
    """
    from ludex.ir.verify import verify  # what is only checked need not import it

    program = _written_out(game, seats, readings or {}, parameters or {}, course or Course(), extra or {})
    verify(program)
    return program


def too_large(game: typed.Game, seats: int) -> tuple[Finding, ...]:
    """What there is to say if the program of a game would be too large. The program is not kept, so it is not verified
    either."""
    try:
        _written_out(game, seats, {}, {}, Course(), {})
    except RuleErrors as large:
        return large.findings
    return ()


def _written_out(game: typed.Game, seats: int, readings: dict[str, str], parameters: dict[str, int], course: Course,
                 extra: Mapping[str, Extra]) -> Program:
    chosen = {name: ruling.choice for name, ruling in game.rulings.items()} | readings
    numbers = {name: p.default for name, p in game.parameters.items()} | parameters
    whole = _Game(game, seats, chosen, numbers, course_of(game, course), extra)
    try:
        return whole.program()
    except TooLarge as large:
        raise RuleErrors((ProgramTooLarge.at(whole.scene.spans[large.origin], most=f"{MOST_OPS:,}"),)) from None


@changeable
class _Game:
    game: typed.Game
    seats: int
    readings: dict[str, str]
    parameters: dict[str, int]
    course: Script
    extra: Mapping[str, Extra]
    scene: Scene = field(init=False)
    derived_names: dict[FunctionSymbol, str] = field(init=False, default_factory=dict)
    folding: Budget = field(init=False, default_factory=Budget)
    scores: list[str] = field(init=False, default_factory=list)

    def program(self) -> Program:
        game = self.game
        program = ProgramBuilder(game.name, self.seats)
        # What a variable can name or count by is told apart from its copies.
        marked = {getattr(v.type, "domain", None) for v in game.variables.values()}
        marked |= {v.each for v in game.variables.values()}
        for domain in game.domains.values():
            elements = domain.elements if domain.name != SEATS else domain.elements[: self.seats]
            kinds = () if domain.name in marked else domain.kinds
            program.domains[domain.name] = Domain(domain.name, elements, kinds)
        procedures = {("refill", name): (f"when {name} is empty", rule, game.zones[name].each)
                      for name, rule in game.when_empty.items()}
        procedures |= {("procedure", name): (f"do {name}", rule, SEATS) for name, rule in game.procedures.items()}
        waiting = [procedures[run] for run in halfway(game) if run in procedures]
        self.scene = Scene(game, program, self.seats, self.parameters, self.readings, self._derived,
                           Whereabouts(game), self._moment,
                           self._take_action, self._refills, self._no_tie, frozenset(name for name, _, _ in waiting))
        self._fields(program)
        self.scores = self._scores()
        for name, rule, owner in procedures.values():
            self._procedure(self._function(name, False, rule.rule), rule, owner)
        for name, rule, owner in waiting:
            at = self._function(name + IN_ONE_STEP, False, rule.rule)
            with at.in_one_step():
                self._procedure(at, rule, owner)
        for moment, cause in at_any_time(game):
            at = self._function(f"at {moment}", False, cause)
            at.you = at.b.parameter("you", Int(-1, self.seats - 1, SEATS))
            at.effect(self.course.answers[moment])
            at.b.done()
        at = self._function("main", False, heading(game))
        at.effect(self.course.whole)
        at.b.done()
        invariants = self._invariants()
        for name, (expr, given) in self.extra.items():
            self._pure(name, expr, *given)
        scoring = game.scoring
        ties = scoring.ties if scoring is not None else "shared"
        best = scoring.best if scoring is not None else "highest"
        return program.build(self.scores, invariants, ties, best)  # type: ignore[arg-type]

    def _invariants(self) -> dict[str, str]:
        """The invariants that play can break, with their functions: none that looks at data only, and holds."""
        program = self.scene.program
        found = {}
        for name, holds in self.game.invariants.items():
            function = self._pure(f"invariant {name}", holds)
            if constant(program.functions[function], program.functions, program.tables) == 1:
                del program.functions[function]
            else:
                found[name] = function
        return found

    def _fields(self, program: ProgramBuilder) -> None:
        for zone in self.game.zones.values():
            owners = 1 if zone.each is None else program.domains[zone.each].size
            everything = (1 << program.domains[zone.domain].size) - 1
            program.fields[zone.name] = Field(
                zone.name, Set(zone.domain), zone.each, "zone", zone.sight,  # type: ignore[arg-type]
                zone.shuffled, (everything if zone.full else 0,) * owners)
            if zone.stack:
                lower_stacks.declare(program, zone)
        for variable in self.game.variables.values():
            owners = 1 if variable.each is None else program.domains[variable.each].size
            program.fields[variable.name] = Field(
                variable.name, self.scene.machine(variable.type), variable.each, "variable",
                variable.sight, False, (_start(variable.type),) * owners)  # type: ignore[arg-type]
        program.fields[WINNERS] = Field(WINNERS, Set(SEATS), None, "system", "all", False, (0,))

    # -- functions

    def _function(self, name: str, pure: bool, rule: typed.Rule) -> Lowering:
        at = Lowering(self.scene, Builder(self.scene.program, name, pure), rule)
        at.at(rule.at)
        return at

    def _procedure(self, at: Lowering, rule: typed.EffectRule, owner: str | None) -> None:
        if owner is not None:
            size = self.scene.program.domains[owner].size
            given = at.b.parameter("you", Int(-1 if owner == SEATS else 0, size - 1, owner))
            at.you = given if owner == SEATS else None
        for local in rule.parameters:
            at.bind(local, at.b.parameter(local.name, self.scene.machine(local.type)))
        self._with_actor(at, rule.effect)
        if at.b.enters:
            at.b.tick()  # procedures that run others twice, which do the same, have an end that nobody lives to see
        at.b.done()

    def _with_actor(self, at: Lowering, effect: typed.Effect) -> None:
        """Lower an effect whose `you` is whoever acts already; that nobody acts is a fault only where it matters."""
        actors = actors_of(effect)
        if (actors or asks_actor(effect)) and at.you is not None and at.you.low < 0:
            b, given = at.b, at.you
            b.branch(b.compare("lt", given, b.const(0)), lambda: b.fail("nobody acts here"))
            at.you = b.fresh(Int(0, given.high, given.domain), "you")
            b.assign(at.you, given)
        for local in actors:
            if at.you is not None:
                at.bind(local, at.you)
        at.effect(effect)

    def _derived(self, symbol: FunctionSymbol) -> str:
        if symbol in self.derived_names:
            return self.derived_names[symbol]
        name = f"value {symbol.name}"
        self.derived_names[symbol] = name
        rule = self.game.functions[symbol.name]
        at = self._function(name, True, rule.rule)
        for local in rule.parameters:
            value = at.b.parameter(local.name, self.scene.machine(local.type))
            at.bind(local, value)
            if at.you is None and local.type == Element(SEATS):
                at.you = value
        result = at.b.fresh(self.scene.machine(rule.type))
        at.b.assign(result, at.value(rule.body))
        for modifier in rule.modifiers:
            with at.under(modifier.rule):
                self._modify(at, modifier, result)
        if at.calls > 1:
            at.b.tick()  # and so have values upon values
        at.b.give(result)
        program = self.scene.program
        short = tabulate(at.b.done(), program.fields, program.tables, program.domains, self.folding)
        if short is not None:
            program.functions[name], table, domain = short
            program.tables[table.name], program.domains[domain.name] = table, domain
        return name

    def _modify(self, at: Lowering, modifier: typed.ModifierRule, result: Value) -> None:
        def apply() -> None:
            if modifier.set is not None:
                at.b.assign(result, at.value(modifier.set))
            if modifier.add is not None:
                at.b.add_into(result, at.value(modifier.add))

        at.b.branch(at.value(modifier.when), apply)

    def _pure(self, name: str, expr: typed.TypedExpr, *given: typed.Local) -> str:
        at = self._function(name, True, typed.Rule(name, "", expr.at))
        for local in given:
            value = at.b.parameter(local.name, self.scene.machine(local.type))
            at.bind(local, value)
            if at.you is None and local.type == Element(SEATS):
                at.you = value
        at.b.give(at.value(expr))
        at.b.done()
        return name

    def _scores(self) -> list[str]:
        scoring = self.game.scoring
        if scoring is None:
            return []
        return [self._pure("score" if n == 0 else f"tie-break {n}", expr, scoring.you)
                for n, expr in enumerate((scoring.score, *scoring.then))]

    # -- the course of the game

    def _take_action(self, at: Lowering, names: Sequence[str]) -> None:
        offers = []
        for name in names:
            action = self.game.actions[name]
            assert at.you is not None
            at.bind(action.you, at.you)

            def then(action: typed.ActionRule = action) -> None:
                at.tell(f"{{@}}: {said(action.title)}", [])
                at.effect(action.effect)

            offers.append(Offer(action.rule.name, action.title, action.rule, action.when, action.choices, then))
        offer(at, "action", "", offers)

    def _moment(self, at: Lowering, moment: str) -> None:
        if not is_woven(moment):
            at.effect(self.course.answers.get(moment, ()))
        elif not at.one_step:
            at.b.enter(f"at {moment}", [at.actor()])

    def _no_tie(self, at: Lowering) -> None:
        """A tie is a fault where the rules say that there is none."""
        scoring, b = self.game.scoring, at.b
        if scoring is None or scoring.ties != "impossible":
            return
        with at.under(scoring.rule):
            players = [b.const(seat, Int(0, self.seats - 1, SEATS)) for seat in range(self.seats)]
            scores = [[b.call(score, [player]) for score in self.scores] for player in players]
            tie, best = b.fresh(FLAG), [b.fresh(value.type) for value in scores[0]]

            def lead(found: list[Value]) -> None:
                for other, mine in zip(best, found, strict=True):
                    b.assign(other, mine)
                b.assign(tie, b.flag(False))

            lead(scores[0])
            for found in scores[1:]:
                better, alike = b.flag(False), b.flag(True)
                for number, (mine, other) in enumerate(zip(found, best, strict=True)):
                    low, high = (mine, other) if scoring.best == "lowest" and number == 0 else (other, mine)
                    better = b.either(better, b.both(alike, b.compare("lt", low, high)))
                    alike = b.both(alike, b.compare("eq", mine, other))
                b.assign(tie, b.either(tie, alike))
                b.branch(better, partial(lead, found))
            b.branch(tie, lambda: b.fail("several players have the best score, and `ties` says that there is no tie"))

    def _refills(self, zone: ZoneSymbol) -> list[Where]:
        """The zones that a zone's `when empty` takes items from."""
        rule = self.game.when_empty.get(zone.name)
        found: dict[ZoneSymbol, Where] = {}
        for line in rule.effect if rule is not None else ():
            items, target = (line.arguments[name] for name in line.word.brings) if line.word.brings else (None, None)
            if isinstance(items, typed.Place) and items.owner is None and isinstance(target, typed.Place) \
                    and target.zone is zone:
                found[items.zone] = Where(items.zone, None, items.every)
        return list(found.values())


def _start(type: Type) -> int:
    """The value of a variable that nobody gave one: the number nearest to 0, no, none, empty, or the first."""
    match type:
        case Number(low=low, high=high):
            return max(low, min(high, 0))
        case Element(optional=True):
            return -1
    return 0
