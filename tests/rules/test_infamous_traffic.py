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


def test_every_handed_scenario_is_there() -> None:
    """Each has the name that it has in the study, which leaves five numbers out. S-75 and S-76 are properties of play,
    and shown by `test_s75_...` below."""
    names = {scenario.name.split()[0] for scenario in ludex.scenario.read("an_infamous_traffic")}
    assert {f"S-{number:02}" for number in range(1, 75) if number not in (12, 34, 38, 63, 72)} <= names


def rank(state: Mapping[str, Any]) -> tuple[int, int, int]:
    """What falls with every action but to pass: counters in circles, then what stations offer, then investments left."""
    stations = sum(state["price"][station] if occupant["count"] else 4 for station, occupant in state["occupant"].items())
    return (sum(ring["count"] for ring in state["ring"].values()), stations, -sum(state["investments"].values()))


def conserved(state: Mapping[str, Any]) -> None:
    """Nothing comes from nowhere, and nothing is lost (S-76)."""
    assert sum(dice["count"] for dice in (state["dice pool"], state["dice gone"], *state["unrest"].values())) == 10
    for enterprise in ("Opium", "Fleet", "Merchant"):
        for owner in state["stock"]:
            own = [state[zone][owner] for zone in ("stock", "holdings", "envoys")]
            placed = [occupant for station, occupant in state["occupant"].items() if state["trader"][station] == owner]
            assert sum(place["items"].count(enterprise) for place in (*own, *placed)) == 5
    assert state["force track"] == sum(garrison["count"] for garrison in state["garrison"].values())
    assert min(state["revenue"].values()) >= -4


@pytest.mark.parametrize("players", GAME.players)
def test_s75_every_round_ends_and_s76_everything_is_conserved(players: int) -> None:
    match = GAME.start(players, seed=players)
    chance = random.Random(players)
    actions = looked_at = 0
    turn = 0
    before: tuple[int, int, int] | None = None
    while match.decision is not None:
        options = {option.words for option in match.decision.options}
        if "pass" in options:
            state = shown(match)
            assert {region: dice["count"] for region, dice in state["unrest"].items()} == wanted(state)
            actions = 0 if state["turn space"] != turn else actions + 1
            turn = state["turn space"]
            assert actions < ACTIONS
            assert before is None or rank(state) < before
            conserved(state)
            looked_at += 1
            # Whoever always chooses blindly passes too soon.
            if len(options) > 1 and chance.random() < 0.8:
                options.discard("pass")
            before = rank(state)
        taken = chance.choice(sorted(options))
        if taken == "pass":
            before = None
        match.apply(taken)
    assert looked_at > 10
    assert not match.broken_invariants()
