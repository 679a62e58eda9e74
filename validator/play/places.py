"""From the origins of a program back to the texts of the rule files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ludex.dsl import typed
from ludex.dsl.pieces import effects
from ludex.dsl.source import Source, Span
from ludex.ir.graph import Origin


def all_rules(game: typed.Game) -> Iterator[tuple[typed.Rule, tuple[typed.Effect, ...]]]:
    """Every named rule with effects, and these."""
    found: dict[int, tuple[typed.Rule, list[typed.Effect]]] = {}
    for rule, _, effect in effects(game):
        found.setdefault(id(rule), (rule, []))[1].append(effect)
    for rule, its in found.values():
        yield rule, tuple(its)


@dataclass(slots=True)
class Places:
    """Finds the text that an origin stands for."""

    game: typed.Game
    _sources: dict[str, Source] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        game = self.game
        spans = [rule.at for rule, _ in all_rules(game)]
        spans += [end.rule.at for end in game.ends] + [function.rule.at for function in game.functions.values()]
        spans += [symbol.at for symbols in (game.domains, game.zones, game.variables) for symbol in symbols.values()]
        spans += [expr.at for expr in game.invariants.values()]
        if game.scoring is not None:
            spans.append(game.scoring.rule.at)
        for span in spans:
            self._sources.setdefault(span.source.path, span.source)

    def span(self, origin: Origin) -> Span:
        """The text of an origin; where the file is not known, the first phase."""
        source = self._sources.get(origin.file)
        if source is None:
            return self.first
        start = source.line_start(origin.line) + origin.column - 1
        if origin.text and source.text.startswith(origin.text, start):
            return Span(source, start, start + len(origin.text))
        line = source.line_text(origin.line)
        return Span(source, start, source.line_start(origin.line) + len(line.rstrip()))

    @property
    def first(self) -> Span:
        """Where the course of the game begins."""
        return next(iter(self.game.phases.values())).rule.at

    def invariant(self, name: str) -> Span:
        return self.game.invariants[name].at


__all__ = ["Places", "all_rules"]
