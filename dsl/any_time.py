"""Rules that answer `any time`: they are looked at after every line that may change what their condition looks at.

A game is written as if its author had put `moment ...` after each of those lines, so that no later stage knows of it.
Where the set-up runs such lines they are passed over, for it is one step (`course.py`). What such a trigger runs itself
is one step for it, wherever else that is run; the trigger is looked at when it is done.
"""

from __future__ import annotations

from dataclasses import replace

from ludex.dsl import typed
from ludex.dsl.pieces import ran, reached, rewritten, runs
from ludex.dsl.reach import Reach
from ludex.dsl.source import Span
from ludex.dsl.typed import Effect, Line
from ludex.dsl.types import Nothing
from ludex.dsl.vocabulary import MOMENT

ANY_TIME = "any time"
#: How the moment of one such rule begins. Names of rule sets hold no semicolon.
_MARK = f"{ANY_TIME}; "


def woven(game: typed.Game) -> typed.Game:
    """The game, with what happens at any time put where it may happen."""
    for number, trigger in enumerate(game.triggers):
        if trigger.at_moment == ANY_TIME:
            moment, triggers = _moment(trigger), list(game.triggers)
            triggers[number] = replace(trigger, at_moment=moment, again=True)
            game = _Weaver(replace(game, triggers=tuple(triggers)), moment, triggers[number].when).woven()
    for number, end in enumerate(game.ends):
        if end.moment == ANY_TIME:
            moment, ends = _moment(end), list(game.ends)
            ends[number] = replace(end, moment=moment)
            game = _Weaver(replace(game, ends=tuple(ends)), moment, end.when).woven()
    return game


def _moment(watched: typed.EffectRule | typed.EndRule) -> str:
    return _MARK + watched.rule.name


def is_woven(moment: str) -> bool:
    """Whether a moment is that of a rule which answers any time."""
    return moment.startswith(_MARK)


class _Weaver:
    """Puts the moment of one rule where it may come."""

    def __init__(self, game: typed.Game, moment: str, when: typed.TypedExpr | None) -> None:
        assert when is not None
        self.game = game
        self.moment = moment
        self.reach = Reach(game)
        self.looks_at = self.reach.reads(when)
        #: What a trigger is for itself, and what it runs, directly and through others.
        self.own = {("moment", moment), *reached(game, ran(game, ("moment", moment)))}

    def woven(self) -> typed.Game:
        """The set-up is left as it is, for it is one step."""
        return rewritten(self.game, lambda run, effect: (
            effect if run in self.own or run[0] == "set-up" else self._effect(effect)))

    def _line(self, at: Span) -> Line:
        return Line(at, MOMENT, {name: typed.Named(at, Nothing(), (self.moment,)) for name in MOMENT.parameters})

    def _effect(self, effect: Effect) -> Effect:
        found: list[Line] = []
        for line in effect:
            body, otherwise = (None if under is None else self._effect(under) for under in (line.body, line.otherwise))
            found.append(replace(line, body=body, otherwise=otherwise))
            if self._changes(line) and not line.word.ends_game:
                found.append(self._line(line.at))
        return tuple(found)

    def _changes(self, line: Line) -> bool:
        """Whether a line, without what it runs, may change what is looked at. What the trigger runs itself may."""
        return not (self.looks_at.isdisjoint(self.reach.own(line).writes) and self.own.isdisjoint(runs(line)))
