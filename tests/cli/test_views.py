"""How a view reads: any plain data comes out as short lines by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludex
from ludex.cli.views import view_lines


def test_lines() -> None:
    view = {
        "prize": "Canton",
        "lead": None,
        "open": True,
        "coins": {"P1": 0, "P2": 2},
        "bidders": ["P1", "P2"],
        "bid": [],
        "deck": {"count": 12},
        "discard": {"count": 3, "items": ["Opium War", "Naval Power", "Opium War"]},
        "victory pile": {"P1": {"count": 0, "items": []}, "P2": {"count": 0, "items": []}},
        "won": {"P1": ["Korea"], "P2": []},
        "hand": {"P1": {"count": 1, "items": ["Invasion"]}, "P2": {"count": 6}, "P3": {"count": 0}},
    }
    assert list(view_lines(view)) == [
        "prize: Canton",
        "lead: none",
        "open: yes",
        "coins: P1 0, P2 2",
        "bidders: P1, P2",
        "bid: none",
        "deck: 12 (hidden)",
        "discard: 3 (2 × Opium War, Naval Power)",
        "victory pile: none",
        "won:",
        "  P1: Korea",
        "  P2: none",
        "hand:",
        "  P1: 1 (Invasion)",
        "  P2: 6 (hidden)",
        "  P3: none",
    ]


@pytest.mark.parametrize("name", sorted(ludex.rules.catalogue()))
def test_every_name_of_a_view_is_shown(name: str) -> None:
    game = ludex.load(name)
    match = game.start(players=min(game.players), seed=1)
    view = match.view(0)
    text = "\n".join(view_lines(view["state"]))
    assert json.loads(json.dumps(view)) == view
    for key in view["state"]:
        assert key in text
    assert "{" not in text
    assert str(Path.home()) not in text
