"""The same rules with effects of one moment in another order, to be played beside the rules as they are.

Two things are only in the order in which they were written or seated: the triggers of a moment, and the players of
`for each player:`. Where choices or chance belong to them, another order is another game in plain sight; those are left
alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ludex.dsl import typed
from ludex.dsl.pieces import lines, ran, reached, rewritten
from ludex.dsl.source import Span
from ludex.dsl.typed import Effect
from ludex.ir.graph import Program
from ludex.ir.ops import Choose, Roll
from ludex.ir.record import record
from ludex.validator.play.places import all_rules

#: Lines of the rule files, by file and number.
Lines = frozenset[tuple[str, int]]


@record
class Variant:
    """A game in another order: what was changed in words, where, and the other place that belongs to it."""

    game: typed.Game
    what: str
    at: Span
    other: Span | None = None


def variants(game: typed.Game, program: Program) -> Iterator[Variant]:
    """The game in other orders, one change each. Its program tells at which lines somebody, or chance, decides."""
    ends = [block.end for function in program.functions.values() for block in function.blocks]
    origins = [program.origins[end.origin] for end in ends if isinstance(end, Choose | Roll)]
    open = frozenset((origin.file, origin.line) for origin in origins)
    for first, one in enumerate(game.triggers):
        for second, other in enumerate(game.triggers[first + 1:], first + 1):
            if one.at_moment == other.at_moment and _plain(game, one.effect, open) and _plain(game, other.effect, open):
                swapped = list(game.triggers)
                swapped[first], swapped[second] = other, one
                yield Variant(replace(game, triggers=tuple(swapped)), f"`{one.rule.name}` and `{other.rule.name}`",
                              other.rule.at, one.rule.at)
    for _, effects in all_rules(game):
        for effect in effects:
            for line in lines(effect):
                other_order = line.word.reordered(line)
                if other_order is not None and _plain(game, line.body or (), open):
                    yield Variant(_with(game, line, other_order), f"`{line.at.text.rstrip(':')}`", line.at)


def _with(game: typed.Game, old: typed.Line, new: typed.Line) -> typed.Game:
    """The game with one line in place of another."""
    return rewritten(game, lambda _, effect: _exchanged(effect, old, new))


def _exchanged(effect: Effect | None, old: typed.Line, new: typed.Line) -> Any:
    return None if effect is None else tuple(new if line is old else replace(
        line, body=_exchanged(line.body, old, new), otherwise=_exchanged(line.otherwise, old, new)) for line in effect)


def _plain(game: typed.Game, effect: Effect, open: Lines) -> bool:
    """Whether nobody and no chance decides anything in an effect and in all that it runs."""
    inside = (effect, *(inner for run in reached(game, [effect]) for inner in ran(game, run)))
    return not any((line.at.source.path, line.at.line) in open for each in inside for line in lines(each))


__all__ = ["Variant", "variants"]
