"""Counts, shares with their intervals, what lies in the middle, and the figures made of them."""

from __future__ import annotations

import statistics

import pytest

from ludex.simulate.intervals import clustered, mean, normal, quantile, student, wilson
from ludex.simulate.rows import Row, game_seeds
from ludex.simulate.summary import counts, figures
from ludex.simulate.tally import Tally


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662), (1, 1, 0.2065, 1.0)],
)
def test_wilsons_interval(hits: int, trials: int, low: float, high: float) -> None:
    """81 of 263 is the example that statistics texts print (Newcombe 1998)."""
    share = wilson(hits, trials)
    assert share.rate == hits / trials
    assert (share.low, share.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@pytest.mark.parametrize(("free", "wide"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (24, 2.0639), (1000, 1.9623)])
def test_means_of_few_numbers_are_less_sure(free: int, wide: float) -> None:
    """The values are those of the tables."""
    assert student(free) == pytest.approx(wide, rel=0.01)


def test_several_intervals_are_as_sure_as_one() -> None:
    assert normal() == pytest.approx(1.959964, abs=1e-6)
    assert normal(5) == pytest.approx(2.575829, abs=1e-6)  # 99 % for each of five


def test_trials_that_hang_together_are_worth_fewer() -> None:
    assert clustered([(0, 1), (1, 1), (1, 1), (0, 1)]) == wilson(2, 4)
    # Where all of a cluster come out alike, it is worth one trial; where each is like all, no more than there are.
    alike = clustered([(5, 5), (0, 5)] * 10)
    assert (alike.rate, alike.half) == (0.5, pytest.approx(wilson(10, 20).half, rel=0.03))
    assert clustered([(1, 2)] * 10) == wilson(10, 20)
    # Where nothing is known of how they differ, they are worth one each.
    assert clustered([(4, 4)] * 3) == wilson(3, 3)
    assert clustered([(2, 4)]) == wilson(0.5, 1)
    assert clustered([(0, 0)]) == clustered([]) == wilson(0, 0)


def test_nothing_is_known_without_a_trial() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)


@pytest.mark.parametrize("numbers", [[3], [1, 2], [5, 1, 1, 9, 7], [4, 4, 4, 10, 20, 20, 21], list(range(100))])
def test_the_middle_of_counted_numbers(numbers: list[int]) -> None:
    counted = {number: numbers.count(number) for number in numbers}
    assert mean(counted) == pytest.approx(statistics.mean(numbers))
    assert quantile(counted, 0.5) == statistics.median(numbers)
    assert (quantile(counted, 0), quantile(counted, 1)) == (min(numbers), max(numbers))
    if len(numbers) > 1:
        quarters = statistics.quantiles(numbers, n=4, method="inclusive")
        assert [quantile(counted, 0.25), quantile(counted, 0.75)] == [quarters[0], quarters[2]]


def counted() -> Tally:
    tally = Tally(3)
    for row in (Row(1, "over", 10, "all out", (0,), (5, 1, 2)), Row(2, "over", 20, "all out", (0, 2), (4, 1, 4)),
                Row(3, "over", 30, "", (), (0, 0, 0)), Row(4, "over", 12, "all out", (0,), (9, 0, 0)),
                Row(5, "limit", 100), Row(6, "fault", 7, fault=(3, "too many")), Row(7, "fault", 9, fault=(3, "too many"))):
        tally.add(row)
    return tally


def test_games_are_counted_by_how_they_came_out() -> None:
    found = counts(counted())
    assert (found["games"], found["decisions"]) == (7, 188)
    assert found["endings"] == {"over": 4, "limit": 1, "fault": 2}
    assert [(seat["wins"], seat["shared"], seat["rate"]) for seat in found["seats"]] == [(2, 1, 0.5), (0, 0, 0), (0, 1, 0)]
    assert found["ties"] == 2
    assert found["winners"] == [{"seats": ["P1"], "games": 2}, {"seats": [], "games": 1}, {"seats": ["P1", "P3"], "games": 1}]
    assert found["length"] == {"mean": 18, "min": 10, "lower": 11.5, "median": 16, "upper": 22.5, "max": 30}
    assert found["ended_by"] == {"all out": 3, "the end of the rules": 1}
    assert found["seats"][1]["score"] == {"mean": 0.5, "min": 0, "lower": 0, "median": 0.5, "upper": 1, "max": 1}
    assert counted().fault_seeds == {(3, "too many"): 6}


def test_figures_have_names() -> None:
    found = figures(counted())
    assert found["seat_advantage"] == 0.5
    assert found["tie_rate"] == 0.5
    assert found["length.median"] == 16
    assert found["P3.shared"] == 1
    assert found["P1.score.max"] == 9
    assert (found["faults"], found["limits"], found["finished"]) == (2, 1, 4)
    assert found["half_width"] == pytest.approx(wilson(2, 4).half)
    nothing = figures(Tally(2))
    assert set(nothing) == {name for name in found if not name.startswith("P3.")}
    assert nothing["P1.rate"] is None and nothing["length.mean"] is None and nothing["games"] == 0


def test_nothing_is_said_of_no_game_that_ended() -> None:
    tally = Tally(2)
    tally.add(Row(1, "limit", 100))
    found = counts(tally)
    assert (found["seat_advantage"], found["half_width"], found["length"]) == (None, None, None)
    assert found["seats"][1] == {"seat": "P2", "wins": 0, "shared": 0, "rate": None, "low": None, "high": None, "score": None}


def test_every_game_has_a_seed_of_its_own() -> None:
    seeds = game_seeds(1, 0, 1000)
    assert game_seeds(1, 10, 5) == seeds[10:15]
    assert len({*seeds, *game_seeds(2, 0, 1000), *game_seeds(-1, 0, 1000)}) == 3000
    assert all(0 <= seed < 2**63 for seed in seeds)
