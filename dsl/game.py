"""From a rule set as read to a checked game: every section's texts are given their meaning.

One function a section. Each answers with typed parts and leaves findings in the sink; `analyse` gives a game only if
there was no error, so that whatever comes later may rely on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ludex.dsl import syntax, typed
from ludex.dsl.any_time import ANY_TIME, woven
from ludex.dsl.calls import check_rest
from ludex.dsl.check import Checker, Scope, TypeMismatch
from ludex.dsl.check_rules import OfferedTwice
from ludex.dsl.collect import Collector
from ludex.dsl.diagnostics import Finding, Sink
from ludex.dsl.local_names import locals_of
from ludex.dsl.names import END_OF_ROUND, PLAYER, Symbols, UndefinedName, moments_of, nearest, passage_of
from ludex.dsl.nodes import Scalar
from ludex.dsl.seating import ReadingPlayers, numbers, seated
from ludex.dsl.source import Span
from ludex.dsl.tree import NameNode
from ludex.dsl.typed import (
    ActionRule,
    EffectRule,
    EndRule,
    FunctionRule,
    FunctionSymbol,
    Local,
    ModifierRule,
    ParameterSymbol,
    PhaseRule,
    Rule,
    RulingRule,
    ScoringRule,
    TurnsRule,
    TypedExpr,
    VariableSymbol,
    ZoneSymbol,
)
from ludex.dsl.types import NUMBER, Element, Elements, Flag, Number, Type, Unknown, common, too_far
from ludex.dsl.vocabulary import CONJUNCTION, DISJUNCTION, NEGATION
from ludex.ir.record import record


@record
class Analysis:
    """What was found out about a rule set: the game if it is free of errors, the symbols, and what was used."""

    game: typed.Game | None
    symbols: Symbols
    used: frozenset[typed.Symbol]


def analyse(rules: syntax.RuleSet, sink: Sink) -> Analysis:
    """Check a whole rule set."""
    symbols = Collector(rules, sink).collect()
    analyst = _Analyst(rules, symbols, sink)
    game = analyst.game()
    if not sink.errors:
        game = woven(game)
        check_rest(game, sink)
    return Analysis(None if sink.errors else game, symbols, frozenset(analyst.checker.used))


class _Analyst:
    def __init__(self, rules: syntax.RuleSet, symbols: Symbols, sink: Sink) -> None:
        self.rules = rules
        self.symbols = symbols
        self.sink = sink
        self.checker = Checker(symbols, sink)
        self.checker.define = self._define
        self.functions: dict[FunctionSymbol, FunctionRule] = {}
        self.norms: dict[Span, Rule] = {}
        #: The conditions of modules in which there is a mistake, which is told once.
        self.unusable: set[Scalar] = set()

    def game(self) -> typed.Game:
        rules, symbols = self.rules, self.symbols
        self.unusable = {module.while_ for module in rules.modules if module.while_ is not None
                         and self.checker.condition(module.while_, Scope()) is None}
        for name in rules.values:
            symbol = symbols.values.get(name.text)
            if isinstance(symbol, FunctionSymbol):
                self.checker.function_type(symbol, name.span)
        zones = {n: s for n, s in symbols.values.items() if isinstance(s, ZoneSymbol)}
        variables = {n: s for n, s in symbols.values.items() if isinstance(s, VariableSymbol)}
        seats, rulings = numbers(rules.players, self.sink), self._rulings()
        return typed.Game(
            name=rules.game.text, title=rules.title.text,
            least=seats.start, most=seats.stop - 1,
            domains=symbols.domains,
            attributes=tuple(a for found in symbols.attributes.values() for a in found),
            parameters={n: s for n, s in symbols.values.items() if isinstance(s, ParameterSymbol)},
            zones=zones, variables=variables, starts=self._starts(), when_empty=self._when_empty(zones),
            functions={s.name: f for s, f in self.functions.items()},
            setup=tuple(self._step(step, n) for n, step in enumerate(rules.setup)),
            phases={n.text: self._phase(n, p) for n, p in rules.phases.items()},
            rounds=self._known_names(rules.rounds.phases, "phase"),
            actions={n.text: self._action(n, a) for n, a in rules.actions.items()},
            procedures={n.text: self._procedure(n, p) for n, p in rules.procedures.items()},
            triggers=tuple(self._trigger(n, t) for n, t in rules.triggers.items()),
            ends=tuple(e for n, t in rules.end.items() if (e := self._end(n, t)) is not None),
            scoring=self._scoring(), invariants=self._invariants(), rulings=rulings,
            relations={r.key: r for found in symbols.relations.values() for r in found},
            boards=symbols.boards, patterns=symbols.patterns,
            used_rulings=frozenset(self.checker.used_rulings).union(
                name for name, ruling in rulings.items() if ruling.players), norms=self.norms,
        )

    # -- parts

    def _rule(self, name: str, source: tuple[Scalar, ...], at: Span) -> Rule:
        return Rule(name, passage_of(source), at)

    def _acting(self, at: Span) -> tuple[Local, Scope]:
        you = Local("you", at, "", Element(PLAYER))
        return you, Scope({}, you)

    def _known_names(self, names: Iterable[Scalar], sort: str, also: tuple[str, ...] = ()) -> tuple[str, ...]:
        space = self.symbols.named[sort]
        found = []
        for name in names:
            if name.text in space:
                self.checker.used.add(space[name.text])
            if name.text in space or name.text in also:
                found.append(name.text)
            elif name.text not in self.sink.left_out:
                self.sink.add(UndefinedName.at(name.span, what=f"no {sort}", name=name.text,
                                               help=nearest(name.text, [*space, *also])))
        return tuple(found)

    def _own_moments(self) -> tuple[str, ...]:
        """The moments that come without a line that reaches them."""
        return (END_OF_ROUND, ANY_TIME, *(moment for name in self.rules.phases for moment in moments_of(name.text)))

    def _define(self, symbol: FunctionSymbol) -> None:
        """Check the definition of a derived value."""
        name, value = next((n, v) for n, v in self.rules.values.items() if n.text == symbol.name)
        locals_: dict[str, Local] = {}
        scope = Scope()
        for given, (_, wanted) in zip(value.of, symbol.parameters, strict=True):
            local = self.checker.bind(NameNode(given.span, given.text), wanted, Scope())
            locals_[given.text] = local
            if isinstance(wanted, Unknown):
                scope.unknown.add(given.text)
            else:
                scope.names[given.text] = local
            if wanted == Element(PLAYER) and scope.you is None:
                scope.you = local
        body = self.checker.expression(value.is_, scope)
        type: Type | None = None if body is None else body.type
        modifiers: list[ModifierRule] = []
        for modifier_name, modifier in value.modifiers.items():
            rule = self._rule(modifier_name.text, modifier.source, modifier_name.span)
            made, type = self._modifier(rule, modifier, type, scope)
            if made is not None:
                modifiers.append(made)
        self.checker.function_types[symbol] = type
        if body is not None and type is not None:
            self.functions[symbol] = FunctionRule(
                self._rule(symbol.name, value.source, name.span), symbol, tuple(locals_.values()), body,
                tuple(modifiers), type)

    def _modifier(self, rule: Rule, modifier: syntax.Modifier, type: Type | None, scope: Scope
                  ) -> tuple[ModifierRule | None, Type | None]:
        """A modifier, and the type of the value with it; None for a type that is not known after a finding."""
        checker = self.checker
        when = self._in_force(modifier, modifier.when, scope)
        if when is None and modifier.when is None and not modifier.guards:
            when = typed.Literal(rule.at, Flag(), 1)
        set_to = None if modifier.set is None else checker.expression(modifier.set, scope)
        if modifier.answer is not None:
            set_to = typed.Literal(rule.at, Flag(), int(modifier.answer))
        add = None if modifier.add is None else checker.expression(modifier.add, scope, NUMBER)
        if set_to is None and modifier.set is None and modifier.add is None:
            checker.reject(rule.at, "a modifier has `set`, `add`, or both")
        if type is not None and set_to is not None:
            both = common(type, set_to.type)
            if both is None:
                checker.mismatch(set_to.at, type, set_to)
            type = both
        if type is not None and add is not None:
            if not isinstance(type, Number) or not isinstance(add.type, Number):
                checker.reject(add.at, f"nothing can be added to {type}")
                type = None
            else:
                type = Number(min(type.low, type.low + add.type.low), max(type.high, type.high + add.type.high))
                problem = too_far("value", type.low, type.high)
                if problem is not None:
                    checker.reject(add.at, problem)
                    type = None
        return None if when is None else ModifierRule(rule, when, set_to, add, modifier.settled), type

    def _in_force(self, rule: syntax.Guarded, when: Scalar | None, scope: Scope) -> TypedExpr | None:
        """The condition of a rule with those of the module that it stands in, but for the exceptions."""
        found = self.checker.condition(when, scope)
        for guard in rule.guards:
            if guard not in self.unusable:
                found = _both(found, self.checker.condition(guard, scope))
        for texts in rule.unless:
            exception: TypedExpr | None = None
            for text in texts:
                exception = _both(exception, self.checker.condition(text, scope))
            if exception is not None:
                found = _both(found, _negated(exception, exception.at))
        return found

    def _starts(self) -> dict[str, TypedExpr | dict[str, TypedExpr]]:
        found: dict[str, TypedExpr | dict[str, TypedExpr]] = {}
        for name, variable in self.rules.variables.items():
            symbol = self.symbols.values.get(name.text)
            if variable.starts is None or not isinstance(symbol, VariableSymbol):
                continue
            if isinstance(variable.starts, Mapping):
                entries: dict[str, TypedExpr] = {}
                elements = self.symbols.domains[symbol.each].elements if symbol.each is not None else ()
                for key, text in variable.starts.items():
                    start = self._start(text, symbol.type)
                    if key.text not in elements:
                        self.sink.add(UndefinedName.at(key.span, what=f"no {symbol.each or 'owner'}", name=key.text,
                                                       help=nearest(key.text, elements)))
                    elif start is not None:
                        entries[key.text] = start
                found[name.text] = entries
            else:
                start = self._start(variable.starts, symbol.type)
                if start is not None:
                    found[name.text] = start
        return found

    def _start(self, text: Scalar, type: Type) -> TypedExpr | None:
        """The value with which a variable starts; it must be one that the variable can have."""
        start = self.checker.expression(text, Scope(), type)
        if start is not None and isinstance(start.type, Number) and isinstance(type, Number) and (
                start.type.low > type.high or start.type.high < type.low):
            self.checker.mismatch(start.at, type, start)
            return None
        return start

    def _when_empty(self, zones: dict[str, ZoneSymbol]) -> dict[str, EffectRule]:
        found = {}
        for name, zone in self.rules.zones.items():
            if zone.when_empty is None or name.text not in zones:
                continue
            owner = zones[name.text].each
            scope = self._acting(name.span)[1] if owner == PLAYER else Scope()
            rule = self._rule(f"when {name.text} is empty", zone.source, zone.when_empty.span)
            found[name.text] = EffectRule(rule, self.checker.effect_text(zone.when_empty, scope))
        return found

    def _step(self, step: syntax.Step, number: int) -> EffectRule:
        name = step.title.text if step.title is not None else f"set-up {number + 1}"
        return EffectRule(self._rule(name, step.source, step.at), self.checker.effect_text(step.do, Scope()))

    def _phase(self, name: Scalar, phase: syntax.Phase) -> PhaseRule:
        checker = self.checker
        effect, scope = None, Scope()
        when = checker.condition(phase.when, Scope())
        if phase.do is not None:
            effect = checker.effect_text(phase.do, scope)
        turns = None if phase.turns is None else self._turns(phase.turns)
        finish = None if phase.finish is None else checker.effect_text(phase.finish, Scope())
        title = phase.title.text if phase.title is not None else name.text
        return PhaseRule(self._rule(name.text, phase.source, name.span), title, when, effect, turns, finish)

    def _turns(self, turns: syntax.Turns) -> TurnsRule | None:
        checker = self.checker
        first = checker.expression(turns.from_, Scope(), Element(PLAYER))
        among = None if turns.among is None else checker.expression(turns.among, Scope(), Elements(PLAYER))
        until = checker.condition(turns.until, Scope())
        you, scope = self._acting(turns.at)
        following = None if turns.next is None else checker.expression(turns.next, scope, Element(PLAYER))
        actions = self._known_names(turns.actions, "action")
        for number, name in enumerate(turns.actions):
            if name.text in (other.text for other in turns.actions[:number]):
                self.sink.add(OfferedTwice.at(name.span, name=name.text))
        effect = None if turns.do is None else checker.effect_text(turns.do, scope)
        at = turns.actions[0].span if turns.actions else turns.at
        return None if first is None else TurnsRule(first, among, until, following, you, actions, effect, at)

    def _action(self, name: Scalar, action: syntax.Action) -> ActionRule:
        checker = self.checker
        you, scope = self._acting(name.span)
        when = self._in_force(action, action.when, scope)
        choices: list[typed.Chosen] = []
        for text in action.choose:
            chosen = checker.choice_text(text, scope)
            if chosen is not None:
                choices.append(chosen)
        where = checker.condition(action.where, scope)
        if choices:
            choices[-1] = replace(choices[-1], where=_both(choices[-1].where, where))
        for norm in action.norms:
            when = self._norm(norm, scope, when, choices)
        for number, chosen in enumerate(choices):
            if chosen.source is None and (chosen.where is not None or number < len(choices) - 1):
                checker.few(chosen.local.type, chosen.at)
        effect = checker.effect_text(action.do, scope)
        title = action.title.text if action.title is not None else name.text
        if action.where is not None and not action.choose:
            self.sink.add(_no_choice(action.where.span))
        return ActionRule(self._rule(name.text, action.source, name.span), title, you, when, tuple(choices), effect)

    def _norm(self, norm: syntax.Norm, scope: Scope, when: TypedExpr | None, choices: list[typed.Chosen]
              ) -> TypedExpr | None:
        """What a norm says of an action: a part of its condition, or of that of the last choice that it speaks of."""
        assert norm.name is not None
        test = self._in_force(norm, norm.when, scope)
        if test is None:
            return when
        if not norm.denies:
            return None if when is None else typed.Apply(
                when.at, Flag(), DISJUNCTION, dict(zip(DISJUNCTION.parameters, (when, test), strict=True)))
        holds = _negated(test, norm.when.span)
        self.norms[holds.at] = self._rule(norm.name.text, norm.source, norm.name.span)
        named = locals_of(test)
        for number in reversed(range(len(choices))):
            if choices[number].local in named:
                choices[number] = replace(choices[number], where=_both(choices[number].where, holds))
                return when
        return _both(when, holds)

    def _procedure(self, name: Scalar, procedure: syntax.Procedure) -> EffectRule:
        _, scope = self._acting(name.span)
        parameters = []
        for given, (_, wanted) in zip(procedure.with_, self.symbols.procedures[name.text], strict=True):
            local = self.checker.bind(NameNode(given.span, given.text), wanted, Scope())
            parameters.append(local)
            if isinstance(wanted, Unknown):
                scope.unknown.add(given.text)
            else:
                scope.names[given.text] = local
        return EffectRule(self._rule(name.text, procedure.source, name.span),
                          self.checker.effect_text(procedure.do, scope), parameters=tuple(parameters))

    def _trigger(self, name: Scalar, trigger: syntax.Trigger) -> EffectRule:
        self._known_names((trigger.at_,), "moment", self._own_moments())
        if trigger.at_.text == ANY_TIME and trigger.when is None:
            self.sink.add(TypeMismatch.at(trigger.at_.span, problem="what happens at any time needs a `when`"))
        when = self._in_force(trigger, trigger.when, Scope())
        effect = self.checker.effect_text(trigger.do, Scope())
        return EffectRule(self._rule(name.text, trigger.source, name.span), effect, when, trigger.at_.text)

    def _end(self, name: Scalar, end: syntax.End) -> EndRule | None:
        self._known_names((end.at_,), "moment", self._own_moments())
        when = self._in_force(end, end.when, Scope())
        title = end.title.text if end.title is not None else name.text
        if when is None:
            return None
        return EndRule(self._rule(name.text, end.source, name.span), title, end.at_.text, when)

    def _scoring(self) -> ScoringRule | None:
        scoring = self.rules.scoring
        if scoring is None:
            return None
        you, scope = self._acting(scoring.at)
        score = self.checker.expression(scoring.score, scope, NUMBER)
        then = [self.checker.expression(text, scope, NUMBER) for text in scoring.then]
        if score is None:
            return None
        return ScoringRule(
            self._rule("scoring", scoring.source, scoring.at), you, score, tuple(t for t in then if t is not None),
            "highest" if scoring.best is None else scoring.best.text,
            "shared" if scoring.ties is None else scoring.ties.text)

    def _invariants(self) -> dict[str, TypedExpr]:
        found = {}
        for name, invariant in self.rules.invariants.items():
            holds = self.checker.expression(invariant.holds, Scope(), Flag())
            if holds is not None:
                found[name.text] = holds
        return found

    def _rulings(self) -> dict[str, RulingRule]:
        found = {}
        for name, ruling in self.rules.rulings.items():
            readings = tuple(r.text for r in ruling.readings)
            if ruling.choice.text not in readings:
                self.sink.add(UndefinedName.at(
                    ruling.choice.span, what=f"no reading of `{name.text}`", name=ruling.choice.text,
                    help=nearest(ruling.choice.text, readings)))
            players = {key.text: said for key, reading in ruling.readings.items()
                       if (said := seated(reading, self.sink)) is not None}
            if ruling.choice.text in players:
                self.sink.add(ReadingPlayers.at(
                    ruling.choice.span, problem=f"how many play under the chosen reading `{ruling.choice.text}`, "
                    "`players:` of the game says"))
            found[name.text] = RulingRule(self._rule(name.text, ruling.source, name.span), readings,
                                          ruling.choice.text, players)
        return found


def _both(left: TypedExpr | None, right: TypedExpr | None) -> TypedExpr | None:
    if left is None or right is None:
        return left if right is None else right
    return typed.Apply(right.at, Flag(), CONJUNCTION, dict(zip(CONJUNCTION.parameters, (left, right), strict=True)))


def _negated(test: TypedExpr, at: Span) -> TypedExpr:
    return typed.Apply(at, Flag(), NEGATION, dict.fromkeys(NEGATION.parameters, test))


def _no_choice(at: Span) -> Finding:
    return TypeMismatch.at(at, problem="`where` needs a `choose` whose choice it limits")

