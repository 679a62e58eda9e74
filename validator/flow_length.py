"""How long it would be to follow a game with every procedure gone through wherever it is run."""

from __future__ import annotations

import sys

from ludex.dsl import typed
from ludex.dsl.course import Script
from ludex.dsl.typed import Effect

#: How often the body of a loop is gone through, about.
_TIMES = 3


class _Lengths:
    """Counts the lines that one way through an effect comes to."""

    def __init__(self, game: typed.Game, course: Script) -> None:
        self.game = game
        self.course = course
        self._known: dict[int, int] = {}

    def of(self, effect: Effect | None) -> int:
        """The lines of an effect with all that it runs."""
        if not effect:
            return 0
        known = self._known.get(id(effect))
        if known is None:
            self._known[id(effect)] = 0  # what runs itself is a mistake, which is told elsewhere
            known = self._known[id(effect)] = sum(map(self._line, effect))
        return known

    def _line(self, line: typed.Line) -> int:
        inside = self.of(line.body) + self.of(line.otherwise)
        for argument in line.arguments.values():
            if isinstance(argument, typed.Named):
                inside += sum(map(self._run, argument.names))
        return line.written + inside * (_TIMES if line.word.repeats else 1)

    def _run(self, name: str) -> int:
        found = self.of(self.game.procedures[name].effect) if name in self.game.procedures else 0
        found += self.of(self.game.actions[name].effect) if name in self.game.actions else 0
        return found + self.of(self.course.answers.get(name))


def length(game: typed.Game, course: Script) -> int:
    """The lines that are gone through when a game is followed from its start to its end, about."""
    try:
        return _Lengths(game, course).of(course.whole)
    except RecursionError:
        return sys.maxsize
