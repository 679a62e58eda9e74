"""The scenarios of every bundled game: each is a test of its own."""

from __future__ import annotations

from functools import cache

import pytest

import ludex
from ludex.scenario import Outcome, Runner, Scenario

SCENARIOS = [scenario for name in ludex.rules.catalogue() for scenario in ludex.scenario.read(name)]
RUNNER = Runner(SCENARIOS)


@cache
def outcome(number: int) -> Outcome:
    return RUNNER.play(SCENARIOS[number])


def name(scenario: Scenario) -> str:
    return f"{scenario.game.name}-{scenario.name}"


@pytest.mark.parametrize("number", range(len(SCENARIOS)), ids=[name(scenario) for scenario in SCENARIOS])
def test_scenario(number: int) -> None:
    found = outcome(number)
    told = [f"{failure.at.source.path}:{failure.at.line}: {failure.message}" for failure in found.failures]
    assert (found.status, told) == ("passed", [])
    assert found.findings == ()


def test_no_scenario_is_left_out() -> None:
    assert len(SCENARIOS) >= 60
    for game_name in ludex.rules.catalogue():
        game = ludex.load(game_name)
        mine = [scenario for scenario in SCENARIOS if scenario.game.name == game_name]
        assert 0 < len(mine) == game.scenarios
        assert {scenario.file for scenario in mine} == {file.shown for file in game.scenario_files}


def test_scenarios_touch_every_rule() -> None:
    """Each rule that cites a passage takes part in a scenario, and each passage that says something is covered."""
    for number in range(len(SCENARIOS)):
        outcome(number)
    for game, coverage in RUNNER.coverages.items():
        assert set(coverage.rules) - coverage.touched() == set(), game.name
        assert set(coverage.wanted()) - coverage.passages() == set(), game.name


#: The rulings of the greatest weight and those without which a scenario of the study could go either way, by the names
#: they have in the study.
RESTING = {
    "carving_up_china": (26, "C-15 C-16 C-24 C-30 C-34 C-36 C-40 C-41 C-45 C-46 C-50 C-51 C-52 C-58"),
    "china_gold": (14, "G-11 G-12 G-13 G-17 G-18 G-21 G-26 G-27"),
    "greater_china": (19, "G-19 G-23 G-35 G-46 G-62"),
    "battle_sheep": (17, "S-05 S-09 S-11 S-12 S-14 S-15 S-16 S-18 S-20 S-21 S-24 S-25 S-29"),
}


@pytest.mark.parametrize("game_name", RESTING)
def test_what_decides_games_can_be_played_either_way(game_name: str) -> None:
    """A ruling of the greatest weight, or one without which a scenario of the study could go either way, is part of the
    rules; where it cannot be, its reason says so. Each of its readings is played by some scenario."""
    game = ludex.load(game_name)
    number, resting_on = RESTING[game_name]
    played = {(ruling, reading) for scenario in SCENARIOS if scenario.game.name == game.name
              for ruling, reading in scenario.rulings.items()}
    looked_at = 0
    for key, about in game.syntax.rulings.items():
        assert about.weight is not None
        assert about.study is not None
        if about.weight.text != "A" and about.study.text not in resting_on.split():
            continue
        looked_at += 1
        executable = key.text in game.typed.used_rulings
        assert executable != about.because.text.rstrip().endswith("cannot be played.)"), key.text
        if executable:
            others = {reading.text for reading in about.readings} - {about.choice.text}
            assert others <= {reading for ruling, reading in played if ruling == key.text}, key.text
    assert looked_at == number
