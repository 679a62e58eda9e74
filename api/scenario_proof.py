"""Whether a scenario proves anything: one that passes whatever the rules do looks like a test, and is none.

Without playing it is told where all that is expected holds in every position, or is given and out of the reach of what
is played. `ludex test` and the checks that play compare more: what held before the first step, and what other readings
of the rulings named make of it. An expectation of what rules alone can answer (a derived value, what is printed on an
item, who may do or see what) always counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from ludex.dsl import typed
from ludex.dsl.course import SETUP
from ludex.dsl.diagnostics import Diagnosis, Finding
from ludex.dsl.typed import TypedExpr
from ludex.dsl.types import Elements, Kind
from ludex.scenario_form import Cell, Contents, Expectation, Holds, Scenario
from ludex.validator.facts import Facts
from ludex.validator.known import State
from ludex.validator.walk import Reach, effects, inside, lines

if TYPE_CHECKING:
    from ludex.game import Game


class ProvesNothing(Diagnosis):
    """A scenario passes whatever the rules do.

    All that it expects holds in every position, or is what `given` says and nothing changes, or held before the first
    step already; or it names a reading of a ruling and passes under every other one. No fault of the rules would make
    it fail. Expect what the rules make of the position: what a step changes, who decides next, what is refused. Where a
    step shall have no effect, say besides what shows that it was made, such as `decides` or `event`.
    """

    code = "LX907"
    name = "test-proves-nothing"
    severity = "warning"
    message = "`{name}` {problem}"
    bad = ("--- scenarios/dusk.yaml\n"
           "- {scenario: the first round, source: start, players: 2, do: [], expect: [\"rounds played >= 0\"]}\n")
    good = bad.replace("played >= 0", "played is 3")


RULES: tuple[type[Diagnosis], ...] = (ProvesNothing,)


class Proofs:
    """Looks at the scenarios of one game without playing them."""

    def __init__(self, game: Game) -> None:
        self.game = game.typed
        self._facts: dict[int, Facts] = {}

    def findings(self, scenario: Scenario) -> Iterator[Finding]:
        """What can be told of a scenario that has no fault itself."""
        if scenario.expectations and all(self._idle(wanted, scenario) for wanted in scenario.expectations):
            always = all(self._always(wanted, scenario) for wanted in scenario.expectations)
            yield ProvesNothing.at(scenario.at, name=scenario.name, problem=(
                "expects only what holds in every position" if always else
                "expects only what is given, and nothing in it can change that"))
        for ruling, reading in scenario.rulings.items():
            if ruling not in self.game.used_rulings:
                yield ProvesNothing.at(scenario.at, name=scenario.name, problem=(
                    f"is played where `{ruling}` is `{reading}`, and no rule depends on that ruling"))

    def _idle(self, wanted: Expectation, scenario: Scenario) -> bool:
        return self._always(wanted, scenario) or stated(wanted, scenario) and not (
            {name for name, _ in cells(expression(wanted), scenario)} & self._changed(scenario))

    def _always(self, wanted: Expectation, scenario: Scenario) -> bool:
        if not isinstance(wanted, Holds) or by_rules(wanted.condition, scenario):
            return False
        if scenario.players not in self._facts:
            facts = self._facts[scenario.players] = Facts(self.game, self._reach)
            facts.sizes["player"] = (scenario.players, scenario.players)
        return self._facts[scenario.players].truth(wanted.condition, State(), None) is True

    @cached_property
    def _reach(self) -> Reach:
        return Reach(self.game)

    @cached_property
    def _in_play(self) -> frozenset[str]:
        return frozenset().union(*(self._reach.line(line).writes for _, sort, effect in effects(self.game)
                                   if sort != "set-up" for line in lines(effect)))

    @cached_property
    def _before_a_move(self) -> frozenset[str]:
        """What phases may change by themselves, before an action is taken."""
        found: frozenset[str] = frozenset()
        for phase in self.game.phases.values():
            for effect in (phase.effect, phase.turns.effect if phase.turns is not None else None, phase.finish):
                found |= self._reach.effect(effect).writes
        return found.union(*(self._reach.run("moment", moment).writes
                             for moment in {t.at_moment for t in self.game.triggers}))

    def _changed(self, scenario: Scenario) -> frozenset[str]:
        """All that may change in a scenario, and perhaps more."""
        if scenario.given.begin == SETUP:
            return self._reach.written
        return self._in_play if moved(scenario) else self._before_a_move


def moved(scenario: Scenario) -> bool:
    """Whether somebody makes a move in it."""
    return any(step.seat is not None for step in scenario.steps)


def expression(wanted: Expectation) -> TypedExpr | None:
    """What an expectation asks the position for; None where it asks for something else."""
    return wanted.condition if isinstance(wanted, Holds) else wanted.zone if isinstance(wanted, Contents) else None


def by_rules(expr: TypedExpr, scenario: Scenario) -> bool:
    """Whether it takes the rules, and not the position alone, to know what something is."""
    nodes = list(inside(expr))
    lying = any(isinstance(node, typed.Field | typed.Place) for node in nodes)
    for node in nodes:
        match node:
            case typed.Derived() | typed.Printed():
                return True
            case typed.ToEach(symbol=symbol) if not isinstance(symbol, typed.VariableSymbol | typed.ZoneSymbol):
                return True
            case typed.Setting(parameter=parameter) if parameter.name not in scenario.parameters:
                return True
            case typed.Apply(word=word) if word.means == "ruling":
                return True
            case typed.Literal(type=Kind() | Elements()) if not lying:
                return True
            case typed.Everything(domain=domain) if domain != "player" and not lying:
                return True
    return False


def cells(expr: TypedExpr | None, scenario: Scenario) -> Iterator[Cell]:
    """The zones and variables that an expression looks at; of all owners where it is not certain of whom."""
    for node in inside(expr):
        if isinstance(node, typed.Field | typed.Place):
            symbol = node.variable if isinstance(node, typed.Field) else node.zone
            yield from ([(symbol.name, node.owner.value)] if isinstance(node.owner, typed.Literal)
                        else _all(symbol, scenario))
        elif isinstance(node, typed.ToEach) and isinstance(node.symbol, typed.VariableSymbol | typed.ZoneSymbol):
            yield from _all(node.symbol, scenario)


def _all(symbol: typed.VariableSymbol | typed.ZoneSymbol, scenario: Scenario) -> list[Cell]:
    if symbol.each is None:
        return [(symbol.name, None)]
    domain = scenario.game.typed.domains[symbol.each]
    count = scenario.players if domain.sort == "player" else len(domain.elements)
    return [(symbol.name, owner) for owner in range(count)]


def stated(wanted: Expectation, scenario: Scenario) -> bool:
    """Whether an expectation asks for nothing but what the position of the scenario says."""
    expr, given = expression(wanted), scenario.given
    if expr is None or by_rules(expr, scenario):
        return False
    zones = scenario.game.typed.zones
    return all(cell in given.zones or cell in given.variables
               or (cell[0] in zones and zones[cell[0]].domain in given.rest) for cell in cells(expr, scenario))


__all__ = ["RULES", "Proofs", "ProvesNothing", "by_rules", "cells", "expression", "moved", "stated"]
