"""The bundled small games have the values that theory gives them.

A game that is solved exactly and comes out right has right rules, right chances, right hidden information and right
results, all at once. The theory stands here in its own terms and knows nothing of the engine.
"""

from __future__ import annotations

import json
from functools import cache
from operator import xor

import pytest
from game_checks import load
from solve import Tree, explore, value_iteration

from ludex import Match

# -- Kuhn poker (Kuhn 1950: "A simplified two-person poker"): the first player loses 1/18 a game


@cache
def kuhn() -> Tree:
    return Tree(load("kuhn_poker").start(seed=0, chance="ask"))


def told(known: str, seat: int) -> tuple[str, str]:
    """A seat's card, and what has been done, out of what it knows."""
    view, log, _ = json.loads(known)
    (card,) = view["state"]["hand"][f"P{seat + 1}"]["items"]
    checked, bettor = view["state"]["checks"] > 0, view["state"]["bettor"]
    assert all("draws 1 card" in line for line in log if f"P{2 - seat} draws" in line)
    return card, f"{'checked' if checked else ''}{' bet' if bettor else ''}".strip()


def test_kuhn_has_twelve_sets_of_information() -> None:
    tree = kuhn()
    seen = sorted((player, *told(known, player)) for known, (player, _) in tree.sets.items())
    cards = ("Jack", "King", "Queen")
    assert seen == sorted([*((0, card, what) for card in cards for what in ("", "checked bet")),
                           *((1, card, what) for card in cards for what in ("bet", "checked"))])


def test_kuhn_equilibrium() -> None:
    tree = kuhn()
    strategy = tree.solve(400)
    value = tree.value(strategy)
    first, second = tree.best_response(strategy, 0), tree.best_response(strategy, 1)
    assert abs(value + 1 / 18) < 1e-3
    assert -second <= -1 / 18 + 1e-12
    assert first >= -1 / 18 - 1e-12
    assert 0 <= (first + second) / 2 < 0.005


def test_kuhn_equilibrium_is_the_known_one() -> None:
    """The first player bets the Jack with some chance a up to 1/3, the King three times as often, never the Queen, and
    calls with the Queen with a + 1/3; the second bets the Jack and calls with the Queen one time in three."""
    tree = kuhn()
    strategy = tree.solve(2000)
    odds = {}
    for known, (player, names) in tree.sets.items():
        for name, chance in zip(names, strategy[known], strict=True):
            odds[(player, *told(known, player), name)] = chance
    a = odds[0, "Jack", "", "bet"]
    assert -0.01 < a < 1 / 3 + 0.01
    wanted = {
        (0, "King", "", "bet"): 3 * a, (0, "Queen", "", "bet"): 0, (0, "Queen", "checked bet", "call"): a + 1 / 3,
        (0, "Jack", "checked bet", "call"): 0, (0, "King", "checked bet", "call"): 1,
        (1, "Jack", "checked", "bet"): 1 / 3, (1, "Queen", "bet", "call"): 1 / 3, (1, "Jack", "bet", "call"): 0,
        (1, "King", "bet", "call"): 1, (1, "King", "checked", "bet"): 1, (1, "Queen", "checked", "bet"): 0,
    }
    for place, chance in wanted.items():
        assert odds[place] == pytest.approx(chance, abs=0.02), place


def test_the_judge_knows_a_bad_strategy() -> None:
    """Against one who tosses coins the first player can win 1/2 a game, the second 5/12; two of them play at 1/8."""
    tree = kuhn()
    even = tree.even()
    assert tree.value(even) == pytest.approx(1 / 8)
    assert tree.best_response(even, 0) == pytest.approx(1 / 2)
    assert tree.best_response(even, 1) == pytest.approx(5 / 12)


# -- Nim (Bouton 1901): the player to move wins if the sum without carrying is not zero


def wins_by_theory(piles: list[int], last_wins: bool) -> bool:
    """Whether the player to move wins."""
    total = 0
    for pile in piles:
        total = xor(total, pile)
    if last_wins or max(piles) > 1:
        return total != 0
    return sum(piles) % 2 == 0


@pytest.mark.parametrize("reading", ["wins", "loses"])
def test_nim_is_won_as_the_theory_says(reading: str) -> None:
    match = load("nim").start(rulings={"last_match": reading})
    positions = explore(match)
    values = value_iteration(positions)
    seen = set()
    for name, position in positions.items():
        if position.player is None or position.match.decision is None or position.match.decision.kind != "action":
            continue
        piles = list(position.match.view(None)["state"]["matches"].values())
        seen.add(tuple(piles))
        wins = wins_by_theory(piles, reading == "wins")
        assert values[name][position.player] == (1.0 if wins else 0.0), piles
    assert seen == {(a, b, c) for a in range(4) for b in range(5) for c in range(6) if a + b + c}
    assert values[match.hash()] == (1.0, 0.0)


# -- Pig (Neller and Presser 2004: "Optimal play of the dice game Pig"), with a small target


def pig_by_theory(target: int) -> dict[tuple[int, int, int], float]:
    """The chance to win of who moves, by own points, the other's points and the turn total, by Bellman's equations.
    As in our rules, points that reach the target are scored at once, and a turn begins with a roll."""
    states = [(own, other, turn) for own in range(target) for other in range(target) for turn in range(target - own)]
    chance = dict.fromkeys(states, 0.0)
    while True:
        change = 0.0
        for own, other, turn in states:
            roll = 1 - chance[other, own, 0]
            for die in range(2, 7):
                roll += 1.0 if own + turn + die >= target else chance[own, other, turn + die]
            roll /= 6
            hold = 1 - chance[other, own + turn, 0] if turn else 0.0
            best = max(roll, hold)
            change = max(change, abs(best - chance[own, other, turn]))
            chance[own, other, turn] = best
        if change < 1e-12:
            return chance


def reachable(target: int) -> set[tuple[int, int, int]]:
    """Where a player can stand who has to decide, from the start of a game."""
    found: set[tuple[int, int, int]] = set()
    waiting = [(0, 0, 0)]
    while waiting:
        own, other, turn = waiting.pop()
        if (own, other, turn) not in found:
            found.add((own, other, turn))
            waiting.append((other, own, 0))
            waiting += [(other, own + turn, 0)] if turn else []
            waiting += [(own, other, turn + die) for die in range(2, 7) if own + turn + die < target]
    return found


def standing(match: Match) -> tuple[int, int, int]:
    """Own points, the other's points, the turn total."""
    assert match.decision is not None
    state, player = match.view(None)["state"], match.decision.player
    points = list(state["points"].values())
    return points[player], points[1 - player], state["turn total"]


@pytest.mark.parametrize("target", [2, 3, 10])
def test_pig_is_worth_what_the_equations_say(target: int) -> None:
    match = load("pig").start(2, seed=0, parameters={"target": target}, chance="ask")
    positions = explore(match)
    values = value_iteration(positions)
    wanted = pig_by_theory(target)
    seen = set()
    for name, position in positions.items():
        if position.player is not None:
            at = standing(position.match)
            seen.add(at)
            assert values[name][position.player] == pytest.approx(wanted[at], abs=1e-6), at
            assert sum(values[name]) == pytest.approx(1, abs=1e-6)
    assert seen == reachable(target)
    if target == 2:  # any roll but a 1 wins
        assert values[match.hash()][0] == pytest.approx(6 / 7, abs=1e-6)
