"""Greater China is a module over Theatre War, which knows nothing of it: what its study lists is there, and its end."""

from __future__ import annotations

import pytest

import ludex

GAME = ludex.load("greater_china")


def test_it_is_a_module_and_its_base_a_game_of_its_own() -> None:
    assert [layer.path.name for layer in GAME.read.files.layers] == ["greater_china", "theatre_war"]
    base = ludex.load("theatre_war")
    assert "Chinese" not in base.typed.domains["power"].elements
    assert GAME.typed.domains["power"].elements == (*base.typed.domains["power"].elements, "Chinese")
    assert base.typed.functions["rounds allowed"].modifiers == ()


def test_every_point_of_the_study_is_a_ruling() -> None:
    noted = [study for about in GAME.rulings.values() for study in about.study.split(", ")]
    assert sorted(noted) == [f"G-{number:02}" for number in range(1, 90)]


def test_every_handed_scenario_is_there() -> None:
    """Each has the name that it has in the study; GC-21 is about the text, and shown by `test_gc21_...` below, GC-22 is
    about linking, and shown by `test_gc22_...` in tests/language/test_modules.py."""
    names = {scenario.name.split()[0] for scenario in ludex.scenario.read("greater_china")}
    assert {f"GC-{number:02}" for number in range(1, 21)} <= names


def test_every_reading_that_can_be_played_is_played_by_a_scenario() -> None:
    played = {choice for scenario in ludex.scenario.read("greater_china") for choice in scenario.rulings.items()}
    wanted = {(name, reading) for name, about in GAME.rulings.items() if about.executable
              for reading in about.readings if reading != about.choice}
    assert len(wanted) >= 25
    assert wanted <= played


def test_gc21_the_remark_at_the_end_of_the_text_is_no_rule() -> None:
    """The stray line of the original is kept as a remark, which only a ruling speaks of (GC-21)."""
    assert GAME.texts["noise.1"].text.startswith("(flavour)")
    cited = {passage for rule in (*GAME.typed.triggers, *GAME.typed.actions.values(), *GAME.typed.functions.values())
             for passage in rule.rule.passage.split(", ")}
    assert "noise.1" not in cited
    assert "†" not in GAME.texts["lesser.2"].text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_comes_to_its_end(players: int) -> None:
    match = GAME.start(players=players, seed=players)
    agents = ludex.agents.Agents(match)
    while match.decision is not None:
        match.apply(agents.choose(match))
    assert match.result is not None
    assert match.result.ended_by in ("eight rounds", "Japan holds all", "Japan holds nothing")
