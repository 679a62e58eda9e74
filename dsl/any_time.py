"""Rules that answer `any time`: they are looked at after every line that may change what their condition looks at.

A game is written as if its author had put `moment ...` after each of those lines, so that no later stage knows of it.
Where the set-up runs such lines they are passed over, for it is one step (`course.py`). What such a trigger runs itself
is one step for it, wherever else that is run; the trigger is looked at when it is done.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from ludex.dsl import typed
from ludex.dsl.pieces import reached, runs
from ludex.dsl.reach import Reach
from ludex.dsl.source import Span
from ludex.dsl.typed import Effect, Line
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
        self.reach = Reach(game)
        self.looks_at = self.reach.reads(watched.when)
        #: What the trigger runs, directly and through others.
        self.own = reached(game, [watched.effect] if isinstance(watched, typed.EffectRule) else []).keys()

    def woven(self) -> typed.Game:
        game = self.game
        return replace(
            game,
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
            if self._changes(line) and not line.word.ends_game:
                found.append(self._line(line.at))
        return tuple(found)

    def _changes(self, line: Line) -> bool:
        """Whether a line, without what it runs, may change what is looked at. What the trigger runs itself may."""
        return not (self.looks_at.isdisjoint(self.reach.own(line).writes) and self.own.isdisjoint(runs(line)))
