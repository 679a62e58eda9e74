"""The bundled games on the engine and on the reference machine, which also sees whether registers keep their bounds."""

from __future__ import annotations

import pytest
from side_by_side import side_by_side

import ludex
from ludex import rules
from ludex.ir.contract import BUDGET


@pytest.mark.parametrize("name", rules.catalogue())
def test_both_machines_play_the_same_game(name: str) -> None:
    game = ludex.load(name)
    for players in sorted({game.players[0], game.players[-1]}):
        program = game.program(players)
        for seed, telling, asking, clean in ((1, True, False, False), (2, False, True, True)):
            seen = side_by_side(program, seed, telling, asking, clean, most=100, budget=BUDGET)
            assert seen["faults"] == 0
            assert seen["states"] == 100 or seen["ends"] == 1
