"""How much of a game its scenarios have touched: rules that took part, and passages of the rulebook.

A rule takes part when it causes an event, offers the option that is taken, or refuses a move as expected; the
scoring, when a result is expected. A derived value takes part when a rule that does, or an expectation, is written
with it; a modifier, when besides that its condition held for somebody when somebody decided. A passage is covered if
a rule that took part cites it, or a scenario that passed does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from ludex.dsl import typed
from ludex.dsl.diagnostics import Finding
from ludex.dsl.pieces import conditions, effects
from ludex.dsl.source import Span
from ludex.game import Game
from ludex.ir.contract import Engine, State
from ludex.ir.types import Int
from ludex.validator.hygiene import RuleUntested

if TYPE_CHECKING:
    from ludex.dsl.lower import Extra

#: How a passage begins that says nothing a rule could follow.
IDLE = ("(flavour)", "(strategy)", "(example)", "(interface)", "(credit)")
#: The most combinations of parameters for which a modifier's condition is looked at.
COMBINATIONS = 5_000


class Coverage:
    """Gathers what scenarios of one game have touched."""

    def __init__(self, game: Game) -> None:
        self.game = game
        #: Every named rule that cites a passage, with the passages; without those of a rule set that this one extends.
        self.rules: dict[str, set[str]] = {}
        self._places: dict[str, Span] = {}
        self.values: dict[str, set[str]] = {}
        self._uses: dict[str, set[str]] = {}
        self._touched: set[str] = set()
        self._passages: set[str] = set()
        self._asked: set[str] = set()
        self._held: set[str] = set()
        self._modifiers: dict[str, typed.FunctionRule] = {}
        for rule, parts in _rules(game.typed):
            self._uses.setdefault(rule.name, set()).update(_functions(parts))
            if rule.passage and rule.at.source.path not in game.inherited:
                self.rules.setdefault(rule.name, set()).update(rule.passage.split(", "))
                self._places.setdefault(rule.name, rule.at)
        for name, function in game.typed.functions.items():
            self._uses[f"value {name}"] = set(_functions(function.body)) | set(_functions(function.modifiers))
            for modifier in function.modifiers:
                self._modifiers[modifier.rule.name] = function

    # -- gathering

    def touch(self, rule: str, passage: str) -> None:
        """A rule took part."""
        if rule in self._uses:
            self._touched.add(rule)
        self._passages.update(part for part in passage.split(", ") if part)

    def touch_scoring(self) -> None:
        """A result came out as expected."""
        scoring = self.game.typed.scoring
        if scoring is not None:
            self.touch(scoring.rule.name, scoring.rule.passage)

    def cite(self, passages: Iterable[str]) -> None:
        """A scenario that passed tests these passages."""
        self._passages.update(passages)

    def ask(self, expr: object) -> None:
        """An expectation is written like this."""
        self._asked.update(_functions(expr))

    def conditions(self) -> dict[str, Extra]:
        """The conditions of modifiers that have not held yet, to be lowered beside a game."""
        return {
            f"condition {modifier.rule.name}": (modifier.when, function.parameters)
            for function in self.game.typed.functions.values() for modifier in function.modifiers
            if modifier.rule.name not in self._held
        }

    def look(self, engine: Engine, state: State) -> None:
        """Notice the modifiers whose condition holds for somebody now."""
        for name in self._modifiers:
            function = engine.program.functions.get(f"condition {name}")
            if name in self._held or function is None:
                continue
            types = [function.registers[n].type for n in range(function.parameters)]
            ranges = [range(max(type.low, 0), type.high + 1) for type in types if isinstance(type, Int)]
            number = 1
            for each in ranges:
                number *= len(each)
            if len(ranges) < len(types) or number > COMBINATIONS:
                self._held.add(name)  # too many to look at: the value's own use must do
            elif any(engine.evaluate(function.name, state, values) for values in product(*ranges)):
                self._held.add(name)

    # -- the sum

    def touched(self) -> set[str]:
        """The rules that took part."""
        todo = [*self._asked, *(f for rule in self._touched for f in self._uses[rule])]
        used: set[str] = set()
        while todo:
            name = todo.pop()
            if name not in used:
                used.add(name)
                todo.extend(self._uses.get(f"value {name}", ()))
        found = {rule for rule in self._touched if rule in self.rules} | (used & set(self.rules))
        found |= {name for name, function in self._modifiers.items()
                  if name in self._held and function.symbol.name in used and name in self.rules}
        return found

    def untested(self) -> list[Finding]:
        """A finding for each rule that no scenario has touched."""
        touched = self.touched()
        return [RuleUntested.at(at, rule=rule) for rule, at in self._places.items() if rule not in touched]

    def passages(self) -> set[str]:
        """The passages that are covered."""
        cited = {passage for rule in self.touched() for passage in self.rules[rule]}
        return (cited | self._passages) & set(self.wanted())

    def wanted(self) -> list[str]:
        """The passages that can be covered; those of an inherited text only where an own rule cites them."""
        cited = {passage for passages in self.rules.values() for passage in passages}
        return [id for id, passage in self.game.texts.items() if not passage.text.startswith(IDLE)
                and (id in cited or passage.at.source.path not in self.game.inherited)]


def summed(coverages: Iterable[Coverage]) -> dict[str, dict[str, Any]]:
    """Coverage of one or more games as plain data; with more than one, names say which game they belong to."""
    coverages = list(coverages)

    def tally(parts: list[tuple[str, list[str], set[str]]]) -> dict[str, Any]:
        missing = [f"{game}: {name}" if len(coverages) > 1 else name
                   for game, names, covered in parts for name in names if name not in covered]
        total = sum(len(names) for _, names, _ in parts)
        return {"covered": total - len(missing), "total": total, "missing": missing}

    return {
        "rules": tally([(c.game.name, list(c.rules), c.touched()) for c in coverages]),
        "passages": tally([(c.game.name, c.wanted(), c.passages()) for c in coverages]),
    }


def _rules(game: typed.Game) -> Iterator[tuple[typed.Rule, object]]:
    """Every rule of a game, with what it is written with."""
    yield from ((rule, effect) for rule, _, effect in effects(game))
    yield from conditions(game)
    for function in game.functions.values():
        yield function.rule, ()
        for modifier in function.modifiers:
            yield modifier.rule, ()


def _functions(part: object) -> Iterator[str]:
    """The derived values that any part of a game is written with."""
    if isinstance(part, typed.Derived):
        yield part.function.name
    if isinstance(part, typed.ToEach):
        if isinstance(part.symbol, typed.FunctionSymbol):
            yield part.symbol.name
    elif isinstance(part, dict):
        for value in part.values():
            yield from _functions(value)
    elif isinstance(part, tuple):
        for value in part:
            yield from _functions(value)
    elif is_dataclass(part) and not isinstance(part, type | Span | typed.Symbol):
        for field in fields(part):
            yield from _functions(getattr(part, field.name))


__all__ = ["Coverage", "summed"]
