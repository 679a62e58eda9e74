"""A program is built once for what settles it, whoever asks."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

import ludex
from ludex import programs
from ludex.check_by_play import check
from ludex.line_coverage import of_play
from ludex.validator.play.table import Plan

lower = programs.lower


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Counter[object]:
    """How often each program was written, wherever that is done."""
    found: Counter[object] = Counter()

    def counted(game, seats, readings=None, parameters=None, course=None, extra=None):  # type: ignore[no-untyped-def]
        chosen = {name: ruling.choice for name, ruling in game.rulings.items()} | (readings or {})
        numbers = {name: each.default for name, each in game.parameters.items()} | (parameters or {})
        found[id(game), seats, *sorted(chosen.items()), *sorted(numbers.items()), course or lower.__globals__["Course"](),
              *sorted(extra or {})] += 1
        return lower(game, seats, readings, parameters, course, extra)

    for name, module in list(sys.modules.items()):
        if name.startswith("ludex.") and getattr(module, "lower", None) is lower:
            monkeypatch.setattr(module, "lower", counted)
    return found


def test_what_loading_has_built_is_played(built: Counter[object]) -> None:
    game = ludex.load("pig")
    assert built.total() == 1
    game.start(players=game.players[-1])
    game.program(game.players[-1], parameters={})
    assert built.total() == 1
    game.start(players=game.players[0])
    game.start(players=game.players[0], seed=2, parameters={"target": 20})
    game.start(players=game.players[0], seed=3, parameters={"target": 20})
    assert set(built.values()) == {1}
    assert built.total() == 3


def test_checks_by_play_and_coverage_build_nothing_twice(built: Counter[object]) -> None:
    game = ludex.load("kuhn_poker")
    plan = Plan(games=2, positions=20)
    check(game, plan)
    of_play(game, plan)
    check(game, plan)
    times = [times for key, times in built.items() if key[0] == id(game.typed)]  # type: ignore[index]
    assert set(times) == {1}


def test_scenarios_share_the_programs_of_their_game(built: Counter[object]) -> None:
    from ludex import scenario

    scenario.run([Path(ludex.rules.__file__).parent / "pig"], lines=True)
    assert set(built.values()) == {1}
