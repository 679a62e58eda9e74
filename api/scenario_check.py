"""What can be found in the scenarios of a rule set without running them: their form, and what their names mean.

Whether they come out as they should is for `ludex test` to say. They can be read only where the rules have no error,
for it is the rules that say what their names mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludex.dsl.diagnostics import Finding, RuleErrors
from ludex.scenario_file import Together, read_file

if TYPE_CHECKING:
    from ludex.game import Game


def scenario_findings(game: Game) -> list[Finding]:
    """The findings about the scenario files of a game."""
    found: list[Finding] = []
    together = Together(game)
    for file in game.scenario_files:
        try:
            for scenario in read_file(file, game, together):
                found += scenario.findings
        except RuleErrors as broken:
            found += broken.findings
    return found


__all__ = ["scenario_findings"]
