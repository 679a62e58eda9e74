"""China Gold beyond its scenarios: the odds of the discs, how rows are offered, and the boards as data."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

import ludex

BOARDS = {"china_gold": (91, 17, (3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 8)),
          "china_gold_61": (61, 12, (3, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6, 7)),
          "china_gold_19": (19, 4, (4, 5, 5, 5))}


@pytest.mark.parametrize("name", BOARDS)
def test_each_field_is_in_one_mountain_and_one_river(name: str) -> None:
    """Mountains are in one piece, and rivers are their mirror images (CG-01)."""
    fields, areas, sizes = BOARDS[name]
    game = ludex.load(name)
    found = {}
    for part in ("land", "water"):
        relation = next(r for r in game.analysis.symbols.relations[part] if r.origin == "field")
        assert len(relation.values) == fields
        found[part] = relation.values
        assert tuple(sorted(Counter(relation.values).values())) == sizes
        assert len(set(relation.values)) == areas
    board = game.analysis.symbols.boards["valley"]
    assert board.grid is not None
    at = {place: n for n, place in enumerate(board.grid.places)}
    for (q, r), n in at.items():
        assert found["water"][n] == found["land"][at[-q - r, r]]
    for area in range(areas):
        left = {n for n, a in enumerate(found["land"]) if a == area}
        todo = [left.pop()]
        while todo:
            here = todo.pop()
            beside = {step[here] for step in board.grid.steps} & left
            left -= beside
            todo += beside
        assert not left


#: What is thrown with which discs: parts of a whole.
ODDS = {("Disc 0/1", "Disc 0/2", "Disc 1/2"): {1: 1, 2: 2, 3: 2, 4: 2, 5: 1}, ("Disc 0/2", "Disc 1/2"):
        {1: 1, 2: 1, 3: 1, 4: 1}, ("Disc 0/1", "Disc 1/2"): {1: 1, 2: 2, 3: 1}}


def test_the_odds_of_a_throw() -> None:
    """Wherever a game at random comes to, the discs have their exact odds (CG-01, CG-12, CG-14), and whatever is thrown
    can be turned up (G-31)."""
    game, seen = ludex.load("china_gold"), set()
    for seed in range(12):
        rng = random.Random(seed)
        match = game.start(2, seed, chance="ask")
        while match.result is None:
            if match.chance is not None:
                discs = tuple(match.view(None)["state"]["discs in use"]["items"])
                if discs not in seen:
                    whole = sum(ODDS[discs].values())
                    assert thrown(match) == {n: Fraction(part, whole) for n, part in ODDS[discs].items()}
                    seen.add(discs)
                while match.chance is not None:
                    match.apply(rng.choice(match.chance.outcomes))
            assert match.decision is not None
            match.apply(rng.choice(match.decision.options))
    assert seen == set(ODDS)


def thrown(match: ludex.Match) -> dict[int, Fraction]:
    """The probability of each throw, from the first disc on."""
    found: Counter[int] = Counter()
    todo = [(match, Fraction(1))]
    while todo:
        now, chance = todo.pop()
        if now.chance is None:
            found[now.engine.evaluate("value thrown", now.state, ())] += chance
            assert now.decision is not None
            assert any(option.words.startswith("turn up") for option in now.decision.options)
            continue
        for outcome in now.chance.outcomes:
            after = now.copy()
            after.apply(outcome)
            todo.append((after, chance * outcome.probability))
    return dict(sorted(found.items()))


def test_all_gold_is_claimed_and_never_shared() -> None:
    """Both together have as much gold as there are markers, an odd number, so nobody can tie (G-33)."""
    game = ludex.load("china_gold_19")
    for seed in range(20):
        rng = random.Random(seed)
        match = game.start(2, seed)
        while match.decision is not None:
            match.apply(rng.choice(match.decision.options))
        assert match.result is not None
        assert sum(match.result.scores.values()) == 19
        assert len(match.result.winners) == 1
