"""Scenarios played as a check: whether worked examples come out as the rulebook says, and whether they prove anything.

A scenario says what the rules mean in a case, and mostly which passage is meant. When the rules let something else
come out, one of them is wrong: the rule, the passage, or the scenario. Other readings than the chosen ones are rules,
too, and nothing else looks at how they play; so what their scenarios say counts as much.
Of any scenario that passes it is told when it would do so whatever the rules did (`scenario_proof`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Finding, Label, RuleErrors
from ludex.game import Game
from ludex.scenario import PASSED, Runner, Scenario
from ludex.scenario_file import Together, read_file
from ludex.scenario_proof import ProvesNothing


class ExampleDisagrees(Diagnosis):
    """A scenario does not come out as it says.

    The scenario tells what the rules mean in one case, and the rules do something else. See which of them is wrong:
    the rule, the restated passage that the scenario cites, or the scenario. `ludex test GAME` shows all that it
    expects.
    """

    code = "LX617"
    name = "example-disagrees"
    severity = "error"
    evidence = "witnessed"
    message = "the rules do not do what `{name}` says: {problem}"
    bad = (
        "--- source.md\n**dusk** (example) After the first round, 1 round has been played.\n"
        "--- scenarios/dusk.yaml\n"
        "- {scenario: the first round, source: dusk, players: 2, do: [], expect: [\"rounds played is 4\"]}\n"
    )
    good = bad.replace("played is 4", "played is 3")


RULES: tuple[type[Diagnosis], ...] = (ExampleDisagrees,)


def of_scenarios(game: Game) -> Iterator[Finding]:
    """What comes of playing the scenarios of a game."""
    # Those of the chosen readings first: most of them are played by the same program.
    scenarios = sorted(_scenarios(game), key=lambda scenario: bool(scenario.reading))
    runner = Runner(scenarios)
    for scenario in scenarios:
        outcome = runner.play(scenario)
        if outcome.status == PASSED:
            yield from (finding for finding in outcome.findings if finding.code == ProvesNothing.code)
            continue
        problem = outcome.failures[0].message if outcome.failures else "it cannot be played"
        at = outcome.failures[0].at if outcome.failures else scenario.at
        passage = scenario.sources[0] if scenario.sources else None
        labels = [Label(game.texts[passage].at, "the passage")] if passage in game.texts else []
        yield ExampleDisagrees.at(at, name=scenario.name, problem=problem, passage=passage, labels=labels,
                                  readings=[scenario.reading] if scenario.reading else [])


def _scenarios(game: Game) -> Iterator[Scenario]:
    together = Together(game)
    for file in game.scenario_files:
        try:
            read = read_file(file, game, together)
        except RuleErrors:
            continue  # `ludex test` tells what is wrong with the file
        yield from (s for s in read if not s.broken)
