"""Battle Sheep beyond its scenarios: what holds in whole games, and what its four revisions say otherwise."""

from __future__ import annotations

import random

import pytest

import ludex
from ludex.ir.types import Set
from ludex.validator.source.book import read_book
from ludex.validator.source.revisions import changes

GAME = ludex.load("battle_sheep")


def flocks(match: ludex.Match, players: int) -> list[set[str]]:
    """The spaces of each player, as everybody sees them."""
    found = match.view(None)["state"].get("flock", {})
    return [set(found.get(f"P{seat + 1}", ())) for seat in range(players)]


@pytest.mark.parametrize("players", GAME.players)
def test_what_holds_at_every_position(players: int) -> None:
    """Sheep stay the same in number, a space once taken stays taken, each split takes one more, and nobody who cannot
    split can later (BS-16)."""
    rng = random.Random(players)
    match = GAME.start(players, 1)
    splits, before, out = [0] * players, [set[str]() for _ in range(players)], set[int]()
    while match.decision is not None:
        decision = match.decision
        option = rng.choice(decision.options)
        if option.words.startswith("split"):
            assert decision.player not in out
            splits[decision.player] += 1
            out |= set(range(players)) - {seat for seat in range(players) if can_split(match, seat)}
        match.apply(option)
        now = flocks(match, players)
        assert match.broken_invariants() == []
        assert all(old <= new for old, new in zip(before, now, strict=True))
        before = now
    assert [len(flock) for flock in before] == [1 + count for count in splits]
    assert max(splits) <= 15


def can_split(match: ludex.Match, seat: int) -> bool:
    """Whether a seat could split a herd now."""
    function = match.engine.program.functions["value herds"]
    assert isinstance(function.result, Set)
    return match.engine.evaluate("value herds", match.state, (seat,)) != 0


def margins(ruling: str, games: int) -> set[int]:
    """By how many spaces the first of two players led at the end of games at random."""
    found = set()
    for seed in range(games):
        rng = random.Random(seed)
        match = GAME.start(2, seed, {"end_rule": ruling})
        while match.decision is not None:
            match.apply(rng.choice(match.decision.options))
        assert match.result is not None
        found.add(match.result.scores[0] - match.result.scores[1])
    return found


def test_who_is_second_cannot_have_more_spaces() -> None:
    """If the game ends with one left, two players end with as many spaces, or the first with one more (BS-17)."""
    assert margins("at_most_one", 12) == {0, 1}
    assert any(margin < 0 for margin in margins("none", 12))


def test_what_the_revisions_say_otherwise() -> None:
    """A tip came with the second, and four sentences changed after it, two of which may be rules (BS-27)."""
    source = GAME.read.source
    assert source is not None
    newest = read_book(source)
    first, second = newest.revisions["first"], newest.revisions["second"]
    assert [(c.id, c.kind, c.tells) for c in changes(first, second)] == [("tip.2", "added", False)]
    later = {c.id: c for c in changes(second, newest)}
    assert {id: change.tells for id, change in later.items()} == {
        "play.2": False, "play.3": False, "end.3": True, "end.4": True}
    assert (later["end.4"].gone, later["end.4"].come) == (("largest herd",), ("largest number",))


def test_a_drift_without_a_ruling_is_found() -> None:
    """Each passage that says something else is decided by a ruling, which names the older text."""
    cited = {source.text for ruling in GAME.syntax.rulings.values() for source in ruling.source}
    assert {"second/end.3", "first/end.3", "second/end.4", "first/end.4", "second/tip.2"} <= cited
