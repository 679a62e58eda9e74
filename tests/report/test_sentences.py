"""What is said in words is what the numbers say, and as sure as they are."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.report import sentences
from ludex.simulate.rows import Row
from ludex.simulate.summary import counts
from ludex.simulate.tally import Tally


def summary(*wins: int, shared: int = 0, nobody: int = 0, limit: int = 0) -> dict[str, Any]:
    """A summary of games of ten decisions, with so many wins of each seat."""
    tally = Tally(len(wins))
    won: list[tuple[int, ...]] = [(seat,) for seat, often in enumerate(wins) for _ in range(often)]
    for number, winners in enumerate([*won, *[(0, 1)] * shared, *[()] * nobody]):
        tally.add(Row(number, "over", 10, "all out", winners))
    for number in range(limit):
        tally.add(Row(number, "limit", 500))
    return {**counts(tally), "players": len(wins), "limit": 500}


@pytest.mark.parametrize(("wins", "beyond"), [
    # Critical values at 95 %: 3.841 for two seats, 5.991 for three, 7.815 for four.
    ((530, 470), False), ((532, 468), True), ((500, 500), False), ((0, 0), False), ((9,), False),
    ((360, 315, 325), False), ((370, 310, 320), True), ((4, 0), False), ((10, 1), True), ((9, 0), False), ((280, 240, 240, 240), False), ((290, 230, 240, 240), True),
])
def test_what_is_more_than_chance(wins: tuple[int, ...], beyond: bool) -> None:
    assert sentences.beyond_chance(wins) is beyond


@pytest.mark.parametrize(("found", "free"), [(3.841459, 1), (5.991465, 2), (7.814728, 3), (9.487729, 4), (11.070498, 5), (16.918978, 9)])
def test_how_often_chance_gives_so_much(found: float, free: int) -> None:
    """The values are those of the tables."""
    assert sentences.by_chance(found, free) == pytest.approx(0.05, abs=1e-7)


def test_a_seat_that_is_favoured() -> None:
    assert sentences.about_seats(summary(600, 400)) == (
        "P1 wins most often: 60.0% of the games, 10.0 points more than the even share of 50.0%. With 1,000 games this is more "
        "than chance; its true share is likely between 56.9% and 63.0%.")
    assert sentences.about_seats(summary(49, 51)) == (
        "P2 wins most often: 51.0% of the games, 1.0 point more than the even share of 50.0%. With 100 games that could be chance.")
    assert sentences.about_seats(summary(50, 50)) == "All seats win equally often: 50.0% of the games each."
    assert sentences.about_seats(summary(0, 0, nobody=5)) == "No seat won a game alone."
    assert sentences.about_seats(summary(7)) == "The player wins 100% of the games."
    assert sentences.about_seats(summary(0, 0, limit=3)).startswith("No game came to its end")


def test_the_even_share_leaves_ties_out() -> None:
    assert sentences.even(summary(30, 50, shared=20)) == 0.4


@pytest.mark.parametrize(("found", "said"), [
    (summary(3, 1), "Every game had one winner."),
    (summary(3, 1, shared=1), "1 of the games (20.0%) had no single winner: several shared the win."),
    (summary(3, 1, nobody=4), "4 of the games (50.0%) had no single winner: nobody won."),
    (summary(3, 1, nobody=2, shared=2), "4 of the games (50.0%) had no single winner: 2 were shared, 2 nobody won."),
])
def test_ties(found: dict[str, Any], said: str) -> None:
    assert sentences.about_ties(found) == said


def test_games_that_were_given_up_come_first() -> None:
    assert sentences.headlines(summary(2, 1, limit=3))[0] == "3 of 6 games were given up after 500 decisions."


def test_shares_of_ends_are_of_all_games() -> None:
    """As in the chart below, which has a bar for those that were given up."""
    assert sentences.about_ends(summary(2, 1)) == "All games end with “all out”."
    assert sentences.about_ends(summary(2, 1, limit=1)) == "75.0% of the games end with “all out”."


def thing(name: str, choosers: int, rate: float, half: float) -> dict[str, Any]:
    return {"class": "nation", "name": name, "choosers": choosers, "won": {"rate": rate, "low": rate - half, "high": rate + half}}


def detail(*things: dict[str, Any]) -> dict[str, Any]:
    return {"games": 100, "finished": 100, "wins": 100, "items": [], "spaces": list(things)}


def test_what_goes_with_winning() -> None:
    clear = detail(thing("Britain", 40, 0.6, 0.15), thing("France", 40, 0.1, 0.1), thing("Russia", 40, 0.3, 0.1))
    assert sentences.about_choice(clear, 3) == (
        "As nation, Britain goes best: 60.0% of the seats that choose it win, and 10.0% with France; of all seats 33.3% do.")
    assert sentences.about_choice(detail(thing("Britain", 40, 0.5, 0.15), thing("France", 40, 0.1, 0.1)), 3) == ""
    few = detail(thing("Britain", 15, 0.6, 0.1), thing("France", 40, 0.1, 0.1))
    assert sentences.telling(few["spaces"], few, 3) == [few["spaces"][1]]
    everybody = detail(thing("Britain", 290, 0.6, 0.1))
    assert sentences.telling(everybody["spaces"], everybody, 3) == []
    # Only seats of games that came to their end are counted.
    assert sentences.telling(everybody["spaces"], {**everybody, "games": 200}, 3) == []


def leads(decided: int) -> dict[str, Any]:
    return {"leads": {"decided": decided, "changes": {"mean": 1.5}, "settled": {"median": 0.64}, "winner_ahead": [0.5] * 11}}


def test_when_games_are_settled() -> None:
    assert sentences.about_lead(leads(40)) == (
        "The later winner is ahead at half-time in 50% of the games, and ahead for good after 64% of the game (the median). "
        "Another seat comes to the front 1.5 times a game.")
    assert sentences.about_lead(leads(5)) == "Another seat comes to the front 1.5 times a game."
    assert sentences.about_lead({"leads": None}) == ""
