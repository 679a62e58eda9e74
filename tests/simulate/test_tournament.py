"""Tournaments: everybody in every seat with the same luck, ratings that follow the results, wrong use."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import ludex
from ludex.simulate.intervals import wilson
from ludex.simulate.stopping import Stop
from ludex.tournament import NoRatings, Tournament, rating_model, tournament


@pytest.fixture(scope="module")
def connect_four() -> Tournament:
    return tournament(ludex.load("connect_four"), ["random", "mcts:40", "greedy:1"], 30, seed=7)


def test_the_stronger_is_rated_higher(connect_four: Tournament) -> None:
    assert [each.agent for each in connect_four.contestants] == ["mcts:40", "greedy:1", "random"]
    ratings = [each.mu for each in connect_four.contestants]
    assert ratings == sorted(ratings, reverse=True)
    first, second, last = connect_four.contestants
    assert first.ahead is not None and 0.9 < first.ahead <= 1
    assert last.ahead is None
    assert first.wins > second.wins > last.wins


def test_all_sit_in_all_seats_equally_often(connect_four: Tournament) -> None:
    assert (connect_four.games, connect_four.line_ups, connect_four.rounds) == (30, 6, 5)
    for each in connect_four.contestants:
        assert [games for games, _ in each.seats] == [10, 10]
        assert sum(games for games, _ in each.seats) == each.games == 20
        assert sum(wins for _, wins in each.seats) == each.wins
    assert sum(each.wins for each in connect_four.contestants) <= connect_four.games


def test_a_table_of_four() -> None:
    found = tournament(ludex.load("carving_up_china"), ["random"] * 5, 40, players=4, seed=1)
    assert (found.line_ups, found.games) == (20, 40)
    assert [each.name for each in sorted(found.contestants, key=lambda each: each.name)] == [
        f"random #{number}" for number in range(1, 6)]
    assert {games for each in found.contestants for games, _ in each.seats} == {8}
    wins = sum(each.wins for each in found.contestants)
    assert wins + sum(each.shared > 0 for each in found.contestants) > 30


def test_equal_agents_are_rated_alike() -> None:
    """Two that do the same in the same games, in all seats, have equally many wins."""
    found = tournament(ludex.load("kuhn_poker"), ["random", "random"], 100, seed=3)
    first, second = found.contestants
    assert found.left == []
    assert first.wins == second.wins == 50
    assert abs(first.mu - second.mu) < 2 * first.sigma


def test_neither_engine_nor_workers_change_it(connect_four: Tournament) -> None:
    ways: list[dict[str, Any]] = [{"backend": "python"}, {"workers": 2}]
    for more in ways:
        again = tournament(ludex.load("connect_four"), ["random", "mcts:40", "greedy:1"], 30, seed=7, **more)
        assert {**again.to_json(), "backend": ""} == {**connect_four.to_json(), "backend": ""}


def test_what_is_stopped_tells_what_is_done() -> None:
    stop = Stop()
    found = tournament(ludex.load("kuhn_poker"), ["random", "random", "random"], 60, seed=3, stop=stop,
                       see=lambda done, of: stop.ask() if done >= 20 else None)
    assert 20 <= found.games < 60
    assert sum(each.games for each in found.contestants) == 2 * found.games
    # Line-ups are played one after the other: those that are left have played less than they should, or nothing.
    assert found.left and all(each.games < found.rounds for each in found.left)
    played = (found.line_ups - len(found.left)) * found.rounds + sum(each.games for each in found.left)
    assert played == found.games
    assert found.left[-1].seats == ("random #3", "random #2")
    assert found.to_json()["left"][-1] == {"seats": ["random #3", "random #2"], "games": 0}
    # Who has not played stands behind those who have, and nothing is said of who is stronger.
    assert [each.games > 0 for each in found.contestants] == [True, True, False]
    assert [each.ahead is None for each in found.contestants] == [False, True, True]


def test_games_that_do_not_end_are_counted_apart() -> None:
    found = tournament(ludex.load("pig"), ["random", "random"], 10, seed=3, limit=3)
    assert (found.games, found.unfinished) == (10, 10)
    assert [each.games for each in found.contestants] == [0, 0]


def test_games_of_one_seed_hang_together() -> None:
    """Two that do the same play the same game twice with each seed: none of their games tells more than one."""
    found = tournament(ludex.load("kuhn_poker"), ["random", "random", "random"], 60, seed=3)
    for each in found.contestants:
        assert (each.games, each.rate.rate) == (40, each.wins / 40)
        assert wilson(each.wins, 40).half <= each.rate.half <= wilson(each.wins / 4, 10).half
    one = tournament(ludex.load("connect_four"), ["random", "mcts:40"], 2, seed=7)
    assert [each.rate for each in one.contestants] == [wilson(each.wins / 2, 1) for each in one.contestants]


def test_a_draw_is_a_result(steps: ludex.Game) -> None:
    """Who has drawn is about as strong: ratings stay where they were, and less is left open."""
    played = (tournament(steps, ["random", "random"], 2, seed=seed) for seed in range(100))
    drawn = next(found for found in played if not found.unfinished and not any(each.wins for each in found.contestants))
    before = rating_model().rating()
    assert [each.mu for each in drawn.contestants] == [before.mu, before.mu]
    assert all(each.sigma < before.sigma and each.shared == 0 for each in drawn.contestants)


def test_too_many_line_ups_are_not_counted_one_by_one() -> None:
    with pytest.raises(ludex.BadStart, match="more than 10,000 line-ups"):
        tournament(ludex.load("carving_up_china"), ["random"] * 2000, players=5)


@pytest.mark.parametrize(("agents", "more", "says"), [
    (["random"], {}, "a table of 2 needs at least 2 contestants"), (["random", "x"], {}, "there is no agent 'x'"),
    (["random", "random"], {"games": 0}, "at least one game"), (["random", "random"], {"players": 9}, "is for 2 players"),
    (["random"] * 200, {}, "more than 10,000 line-ups"), (["random", "random"], {"rulings": {"x": "y"}}, "no ruling"),
])
def test_wrong_use(agents: list[str], more: dict[str, Any], says: str) -> None:
    with pytest.raises(ludex.BadStart, match=says):
        tournament(ludex.load("nim"), agents, **more)


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(NoRatings, match="need the extra `tournament`"):
        tournament(ludex.load("nim"), ["random", "random"], 2)
