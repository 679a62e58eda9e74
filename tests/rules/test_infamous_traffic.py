"""An Infamous Traffic in random games: what its rules promise of every position, where it takes more than one rule.

The invariants of the game itself are looked at in every match. These hold only where an action is over.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

import ludex
from ludex.match import Match

GAME = ludex.load("an_infamous_traffic")
SMUGGLERS = ("Smuggler 0", "Smuggler 1", "Smuggler 2")
#: More actions of a turn than circles, prices and investments have room for.
ACTIONS = 500


def shown(match: Match) -> Mapping[str, Any]:
    return match.view(None)["state"]


def chain_of(station: str) -> str:
    return station.split()[0]


def wanted(state: Mapping[str, Any]) -> dict[str, int]:
    """The dice that each region should have: for its smugglers in no complete chain, and for its missionary."""
    counts = Counter({region: mission["count"] for region, mission in state["mission"].items()})
    for station, occupant in state["occupant"].items():
        if chain_of(station) not in state["complete"]:
            counts[chain_of(station)[0]] += sum(item in SMUGGLERS for item in occupant["items"])
    return dict(counts)


@pytest.mark.parametrize("players", GAME.players)
def test_demand_is_right_when_an_action_is_over_and_every_round_ends(players: int) -> None:
    match = GAME.start(players, seed=players)
    chance = random.Random(players)
    actions = looked_at = 0
    turn = 0
    while match.decision is not None:
        options = {option.words for option in match.decision.options}
        if "pass" in options:
            state = shown(match)
            assert {region: dice["count"] for region, dice in state["unrest"].items()} == wanted(state)
            actions = 0 if state["turn space"] != turn else actions + 1
            turn = state["turn space"]
            assert actions < ACTIONS
            looked_at += 1
            # Whoever always chooses blindly passes too soon.
            if len(options) > 1 and chance.random() < 0.8:
                options.discard("pass")
        match.apply(chance.choice(sorted(options)))
    assert looked_at > 10
    assert not match.broken_invariants()
