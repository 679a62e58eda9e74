"""Rules that answer `any time`: they are looked at after every line that may change what their condition looks at.

A game is written as if its author had put `moment ...` after each of those lines, so that no later stage knows of it.
The set-up is one step: it is looked at when the set-up is over. What such a trigger runs itself is one step for it,
wherever else that is run; the trigger is looked at when it is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from ludex.dsl import typed
from ludex.dsl.pieces import Run, lines, named, ran, runs
from ludex.dsl.source import Span
from ludex.dsl.typed import Argument, Effect, Line, TypedExpr
from ludex.dsl.types import Nothing
from ludex.dsl.vocabulary import MOMENT

ANY_TIME = "any time"

R = TypeVar("R", typed.EffectRule, typed.ActionRule)


def woven(game: typed.Game) -> typed.Game:
    """The game, with what happens at any time put where it may happen."""
    triggers = [trigger for trigger in game.triggers if trigger.at_moment == ANY_TIME]
    for trigger in triggers:
        game = _Weaver(game, trigger).woven()
    for end in (end for end in game.ends if end.moment == ANY_TIME):
        game = _Weaver(game, end).woven()
    return game


class _Weaver:
    """Puts one rule where it may apply."""

    def __init__(self, game: typed.Game, watched: typed.EffectRule | typed.EndRule) -> None:
        assert watched.when is not None
        self.game = game
        self.watched = watched
        self.moment = f"{ANY_TIME} {watched.rule.name}"
        self.looks_at = self._reads(watched.when)
        self.own = self._run(watched.effect) if isinstance(watched, typed.EffectRule) else frozenset()

    def woven(self) -> typed.Game:
        game = self.game
        setup = game.setup[:-1] + tuple(replace(step, effect=(*step.effect, self._line(step.rule.at)))
                                        for step in game.setup[-1:])
        return replace(
            game, setup=setup,
            phases={name: replace(
                phase, effect=self._perhaps(phase.effect), finish=self._perhaps(phase.finish),
                turns=None if phase.turns is None else replace(
                    phase.turns, effect=self._perhaps(phase.turns.effect)))
                for name, phase in game.phases.items()},
            actions=self._rules("action", game.actions), procedures=self._rules("procedure", game.procedures),
            when_empty=self._rules("refill", game.when_empty),
            triggers=tuple(self._trigger(trigger) for trigger in game.triggers),
            ends=tuple(replace(end, moment=self.moment) if end is self.watched else end for end in game.ends))

    def _rules(self, sort: str, rules: dict[str, R]) -> dict[str, R]:
        return {name: rule if (sort, name) in self.own else replace(rule, effect=self._effect(rule.effect))
                for name, rule in rules.items()}

    def _trigger(self, trigger: typed.EffectRule) -> typed.EffectRule:
        if trigger is self.watched:
            return replace(trigger, at_moment=self.moment, again=True)
        if ("moment", trigger.at_moment) in self.own:
            return trigger
        return replace(trigger, effect=self._effect(trigger.effect))

    def _line(self, at: Span) -> Line:
        return Line(at, MOMENT, {name: typed.Named(at, Nothing(), (self.moment,)) for name in MOMENT.parameters})

    def _perhaps(self, effect: Effect | None) -> Effect | None:
        return None if effect is None else self._effect(effect)

    def _effect(self, effect: Effect) -> Effect:
        found: list[Line] = []
        for line in effect:
            found.append(replace(line, body=self._perhaps(line.body), otherwise=self._perhaps(line.otherwise)))
            if not self.looks_at.isdisjoint(self._writes(line)) and not line.word.ends_game:
                found.append(self._line(line.at))
        return tuple(found)

    # -- what is looked at, and what changes it

    def _reads(self, node: TypedExpr) -> frozenset[str]:
        """The variables and zones that an expression depends on, through derived values too."""
        found: set[str] = set()
        todo: list[Argument] = [node]
        seen = set[str]()
        while todo:
            for symbol in named(todo.pop()):
                if isinstance(symbol, typed.VariableSymbol | typed.ZoneSymbol):
                    found.add(symbol.name)
                rule = self.game.functions.get(symbol.name)
                if isinstance(symbol, typed.FunctionSymbol) and rule is not None and symbol.name not in seen:
                    seen.add(symbol.name)
                    todo.append(rule.body)
                    todo += [e for m in rule.modifiers for e in (m.when, m.set, m.add) if e is not None]
        return frozenset(found)

    def _writes(self, line: Line) -> Iterator[str]:
        """The variables and zones that a line changes by itself, or by running what this trigger runs."""
        for name, argument in line.arguments.items():
            sort = line.word.parameters[name].sort
            if sort == "variable" and isinstance(argument, typed.Field):
                yield argument.variable.name
            elif sort == "place" and isinstance(argument, typed.Place):
                yield argument.zone.name
            elif sort == "items" and isinstance(argument, typed.Typed):
                yield from self._lying(argument)
            elif isinstance(argument, typed.Named) and any((sort, other) in self.own for other in argument.names):
                yield from self.looks_at

    def _lying(self, items: typed.Typed) -> Iterator[str]:
        """The zones that things may leave."""
        match items:
            case typed.Place(zone=zone):
                yield zone.name
            case typed.Apply(lies=places) if places is not None:
                yield from (place.zone.name for place in places)
            case _:
                domain = getattr(items.type, "domain", None)
                yield from (zone.name for zone in self.game.zones.values() if zone.domain == domain)

    def _run(self, effect: Effect) -> frozenset[Run]:
        """What an effect runs, directly and through others."""
        found: set[Run] = set()
        todo = [effect]
        while todo:
            for node in (run for line in lines(todo.pop()) for run in runs(line)):
                if node not in found:
                    found.add(node)
                    todo += ran(self.game, node)
        return frozenset(found)
