"""Complete moves in words: the elements of a set in any order, single choices in theirs, and why a move is refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ludex
from ludex import moves

GIVE = """
  give:
    source: show.1
    when: count of your hand > 1
    choose: [gift from your hand, keepsake from your hand where keepsake is not gift]
    do: move gift to table
"""


@pytest.fixture
def match(toy: Path) -> ludex.Match:
    """P1 is red and holds three different cards; the actions are to show, to give and to pass."""
    file = toy / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("actions: [show, pass]", "actions: [show, give, pass]")
    text = text.replace("draw 1 from deck", "draw 3 from deck").replace("\nactions:\n", f"\nactions:{GIVE}")
    file.write_text(text, encoding="utf-8")
    game = ludex.load(toy)
    for seed in range(100):
        match = game.start(seed=seed)
        match.apply("red")
        match.apply("blue")
        if len(set(match.view(0)["state"]["hand"]["P1"]["items"])) == 3:
            return match
    raise AssertionError("no seed deals three different cards")


def test_elements_of_a_set_in_any_order(match: ludex.Match) -> None:
    for move in ("show King; Ace; Duke", "show Ace; Duke; King", "show Duke; King; Ace; done"):
        assert moves.steps(match, move) == ["show Ace", "Duke", "King"]
        assert moves.refusal(match, move) is None
    assert moves.steps(match, "show King; Ace; done; pass") == ["show Ace", "King", "done", "pass"]
    assert moves.steps(match, "pass") == ["pass"]
    assert moves.steps(match, "sing; dance") == ["sing", "dance"]


def test_single_choices_keep_their_order(match: ludex.Match) -> None:
    for move in ("give King; Ace", "give Ace; King"):
        assert "; ".join(moves.steps(match, move)) == move
        match.copy().apply(moves.steps(match, move)[0])
    assert moves.steps(ludex.load("nim").start(seed=1), "take from row B; 2") == ["take from row B", "2"]


SWAP = """
  swap:
    source: show.1
    choose:
      - gift from your hand
      - exactly 2 others from (other in your hand where other is not gift)
    do: move gift to table
"""


def test_elements_of_a_set_that_comes_after_another_choice_in_any_order(toy: Path, match: ludex.Match) -> None:
    file = toy / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("actions: [show, ", "actions: [swap, show, ")
    file.write_text(text.replace("\nactions:\n", f"\nactions:{SWAP}"), encoding="utf-8")
    found = ludex.load(toy).start(seed=match.seed)
    for words in ("red", "blue"):
        found.apply(words)
    for move in ("swap Duke; King; Ace", "swap Duke; Ace; King", "swap Duke; King; Ace; done"):
        assert moves.steps(found, move) == ["swap Duke", "Ace", "King"], move
        assert moves.refusal(found, move) is None
    assert moves.steps(found, "swap Duke; King; Ace; done; pass") == ["swap Duke", "Ace", "King", "done", "pass"]
    refusal = moves.refusal(found, "swap Duke; King; Duke")
    assert refusal is not None
    assert refusal.rule == "swap"


def test_all_complete_moves(match: ludex.Match) -> None:
    found = moves.complete_moves(match, 100)
    assert found == [
        "show Ace; Duke; King", "show Ace; Duke", "show Ace; King", "show Duke; King", "show Duke", "show King",
        "give Ace", "give Duke", "give King", "pass",
    ]
    assert len(moves.complete_moves(match, 3)) == 4
    assert all(moves.refusal(match, move) is None for move in found)


def test_why_a_move_is_refused(match: ludex.Match) -> None:
    for move, rule in [("show Ace", "show"), ("show King; King", ""), ("show Ace; Ace", "show"),
                       ("give Ace; Ace", "give"), ("sing", ""), ("pass; pass", "")]:
        refusal = moves.refusal(match, move)
        assert refusal is not None, move
        assert refusal.rule == rule, move
    refusal = moves.refusal(match, "show Ace")
    assert refusal is not None
    assert refusal.reason == "it does not hold that total weight of cards for you >= 3"


def test_a_match_that_is_over_refuses_everything() -> None:
    match = ludex.load("kuhn_poker").start(seed=1)
    for words in ("bet", "fold"):
        match.apply(words)
    refusal = moves.refusal(match, "bet")
    assert refusal is not None
    assert refusal.reason == "the game is over"
    assert moves.complete_moves(match, 10) == []


def test_of_several_ways_the_one_that_came_closest_says_why_not() -> None:
    """Three actions are called `bid`, one for each reading; the reading itself is never the reason."""
    game = ludex.load("carving_up_china")
    choice = random.Random(4)
    refused = 0
    for reading in game.rulings["bid_total"].readings:
        match = game.start(players=3, seed=3, rulings={"bid_total": reading})
        for _ in range(60):
            decision = match.decision
            assert decision is not None
            for item in ("Manchu Weakness", "Opium Trade", "Military Aid") if decision.kind == "action" else ():
                refusal = match.why_not(f"bid {item}")
                if refusal is not None:
                    assert "ruling bid_total" not in refusal.reason
                    assert refusal.passage == "conflict.2, conflict.5"
                    refused += 1
            match.apply(choice.choice(decision.options))
    assert refused > 10


# -- why a move is refused, in the words in which it was asked


def test_done_at_the_end_is_asked_for(match: ludex.Match) -> None:
    """A move that says that it is complete is refused where it cannot be, with the reason of the whole."""
    refusal = match.why_not("show Ace; done")
    assert refusal is not None
    assert "total weight of cards for you >= 3" in refusal.reason
    assert refusal.passage == "show.1"
    assert match.why_not("show Ace; King; done") is None
    assert match.why_not("show Ace") is None
    assert match.why_not("give Ace; King; done") is None


def test_an_element_that_comes_later_in_order(toy: Path) -> None:
    file = toy / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("for you >= 3", "for you >= 6")
    file.write_text(text.replace("draw 1 from deck", "draw 3 from deck"), encoding="utf-8")
    game = ludex.load(toy)
    for seed in range(100):
        match = game.start(seed=seed)
        match.apply("blue")
        match.apply("blue")
        if sorted(match.view(0)["state"]["hand"]["P1"]["items"]) == ["Ace", "Duke", "King"]:
            break
    assert [option.words for option in match.decision.options] == ["show Ace", "pass"]
    refusal = match.why_not("show King")
    assert refusal is not None
    assert "`King` alone is not enough" in refusal.reason
    assert "`show Ace; Duke; King`" in refusal.reason
    assert refusal.passage == "show.1"


def test_an_action_by_its_name_alone(match: ludex.Match) -> None:
    possible = match.why_not("show")
    assert possible is not None
    assert possible.reason.startswith("`show` is possible, but not alone: `show Ace`")
    refused = match.copy()
    refused.apply("show Ace")
    refused.apply("Duke")
    refused.apply("King")
    assert refused.decision is not None
    assert refused.decision.player == 1


def test_why_an_action_alone_is_impossible(toy: Path) -> None:
    file = toy / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("for you >= 3", "for you >= 9"), encoding="utf-8")
    match = ludex.load(toy).start(seed=1)
    match.apply("blue")
    match.apply("blue")
    refusal = match.why_not("show")
    assert refusal is not None
    assert "total weight of cards for you >= 9" in refusal.reason
    assert refusal.passage == "show.1"


def test_an_element_whose_action_is_left_out(match: ludex.Match) -> None:
    refusal = match.why_not("Ace")
    assert refusal is not None
    assert refusal.reason in ("that is `show Ace` here", "that is `give Ace` here")
