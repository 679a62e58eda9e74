"""The same rules with effects of one moment in another order, to be played beside the rules as they are.

Two things are only in the order in which they were written or seated: the triggers of a moment, and the players of
`for each player:`. Where choices or chance belong to them, another order is another game in plain sight; those are left
alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ludex.dsl import typed
from ludex.dsl.pieces import lines
from ludex.dsl.source import Span
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
    return _rewritten(game, lambda line: new if line is old else line)


def _plain(game: typed.Game, effect: typed.Effect, open: Lines, seen: frozenset[str] = frozenset()) -> bool:
    """Whether nobody and no chance decides anything in an effect, in what it runs, and in what its moments bring."""
    for line in lines(effect):
        if (line.at.source.path, line.at.line) in open:
            return False
        for name, argument in line.arguments.items():
            if not isinstance(argument, typed.Named):
                continue
            sort = line.word.parameters[name].sort
            for called in argument.names:
                if called in seen:
                    continue
                inner: list[typed.Effect] = []
                if sort == "procedure":
                    inner = [game.procedures[called].effect]
                elif sort == "moment":
                    inner = [trigger.effect for trigger in game.triggers if trigger.at_moment == called]
                if not all(_plain(game, each, open, seen | {called}) for each in inner):
                    return False
    return True


Change = Callable[[typed.Line], typed.Line]


def _rewritten(game: typed.Game, change: Change) -> typed.Game:
    """The game with every line of its effects changed."""
    def one(rule: typed.EffectRule) -> typed.EffectRule:
        return replace(rule, effect=_effect(rule.effect, change))

    def phase(rule: typed.PhaseRule) -> typed.PhaseRule:
        turns = rule.turns
        if turns is not None and turns.effect is not None:
            turns = replace(turns, effect=_effect(turns.effect, change))
        return replace(rule, turns=turns,
                       effect=None if rule.effect is None else _effect(rule.effect, change),
                       finish=None if rule.finish is None else _effect(rule.finish, change))

    return replace(
        game, setup=tuple(map(one, game.setup)), triggers=tuple(map(one, game.triggers)),
        when_empty={name: one(rule) for name, rule in game.when_empty.items()},
        procedures={name: one(rule) for name, rule in game.procedures.items()},
        phases={name: phase(rule) for name, rule in game.phases.items()},
        actions={name: replace(action, effect=_effect(action.effect, change))
                 for name, action in game.actions.items()})


def _effect(effect: typed.Effect, change: Change) -> typed.Effect:
    return tuple(_line(line, change) for line in effect)


def _line(line: typed.Line, change: Change) -> typed.Line:
    changed = change(line)
    return replace(changed, body=None if line.body is None else _effect(line.body, change),
                   otherwise=None if line.otherwise is None else _effect(line.otherwise, change))


__all__ = ["Variant", "variants"]
