"""Positions of a game's scenarios as places to begin at: somebody has thought that something happens there.

They come in the order in which they are likely to help: first those of scenarios about the ruling asked for, then those
that cite its passages, then the others. Rulings that a scenario plays in another way are put back: a position is only
what lies where, and that is legal under every reading.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ludex.dsl.diagnostics import RuleErrors
from ludex.game import Game
from ludex.scenario_file import Together, read_file
from ludex.scenario_form import Scenario
from ludex.scenario_position import NoPosition, Positions
from ludex.stated import Stated


@dataclass(frozen=True, slots=True)
class Start:
    """A position to begin at, and the scenario that it is given in."""

    scenario: Scenario
    position: Stated

    @property
    def players(self) -> int:
        """For how many players it is."""
        return self.scenario.players


def starts(game: Game, ruling: str, players: int | None = None) -> Iterator[Start]:
    """The positions of the scenarios that can be laid out, the likeliest first, each once."""
    about = set(game.rulings[ruling].passage.split(", "))
    usual = {name: rule.choice for name, rule in game.typed.rulings.items()}
    positions = Positions()
    seen: set[str] = set()
    scenarios = [each for each in _all(game) if players in (None, each.players) and not each.parameters]
    for scenario in sorted(scenarios, key=lambda s: (ruling not in s.rulings, not about & set(s.sources))):
        if game.barred(scenario.players, usual) is not None:
            continue
        try:
            fields = positions.position(replace(scenario, rulings=usual)).fields
        except NoPosition:
            continue
        program = game.engine(scenario.players, usual, _parameters(game)).program
        shown = {name: values for name, values in fields.items() if program.fields[name].role != "system"}
        position = Stated(scenario.given.begin, shown, f"scenario {scenario.name}")
        key = json.dumps([scenario.players, position.begin, shown], sort_keys=True)
        if key not in seen:
            seen.add(key)
            yield Start(scenario, position)


def _parameters(game: Game) -> dict[str, int]:
    return {name: parameter.default for name, parameter in game.typed.parameters.items()}


def _all(game: Game) -> list[Scenario]:
    """The scenarios that can be read; what is wrong with the others is for `ludex test` to say."""
    found: list[Scenario] = []
    together = Together(game)
    for file in game.scenario_files:
        try:
            found += read_file(file, game, together)
        except RuleErrors:
            continue
    return [scenario for scenario in found if not scenario.broken]


__all__ = ["Start", "starts"]
