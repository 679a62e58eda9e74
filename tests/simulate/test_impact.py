"""What rulings are worth: pairs of games from the same seeds, their differences, and the order of the rulings."""

from __future__ import annotations

import math
import statistics
from typing import Any

import pytest

import ludex
from ludex import simulation
from ludex.game import RulingInfo
from ludex.impact import COUNTED, Impact, Reading, impact, ranked
from ludex.simulate.intervals import student
from ludex.simulate.paired import Differences, Pairs, Turns, strangers
from ludex.simulate.rows import Row
from ludex.simulate.stopping import Stop


def over(seed: int, decisions: int, winners: tuple[int, ...], scores: tuple[int, ...] = ()) -> Row:
    return Row(seed, "over", decisions, "end", winners, scores)


def test_differences_have_a_mean_with_an_interval() -> None:
    numbers = [3.0, -1.0, 0.0, 2.0, 2.0, -4.0, 1.0]
    found = Differences()
    for number in numbers:
        found.add(number)
    error = statistics.stdev(numbers) / math.sqrt(len(numbers))
    assert found.shift.mean == pytest.approx(statistics.mean(numbers))
    assert found.shift.low is not None and found.shift.high is not None
    assert found.shift.high - found.shift.mean == pytest.approx(student(6) * error, rel=1e-6)
    assert found.shift.mean - found.shift.low == pytest.approx(found.shift.high - found.shift.mean)
    assert found.size == pytest.approx(13 / 7)
    assert Differences().shift.mean == Differences().size == 0


def test_one_difference_tells_nothing_of_the_next() -> None:
    found = Differences()
    found.add(3)
    assert (found.shift.mean, found.shift.low, found.shift.high, found.shift.clear) == (3, None, None, False)


def test_wins_that_turn_have_an_interval() -> None:
    found = Turns()
    for before, now in [(False, True)] * 12 + [(True, False)] * 2 + [(True, True)] * 20 + [(False, False)] * 16:
        found.add(before, now)
    # Bonett and Price (2012): shares of 13/52 and 3/52, their difference 0.1923 with a standard error of 0.0721.
    shift = found.shift()
    assert shift.mean == pytest.approx(0.2)
    assert (shift.low, shift.high) == (pytest.approx(0.0509, abs=1e-3), pytest.approx(0.3337, abs=1e-3))
    assert shift.clear and not found.shift(100).clear


@pytest.mark.parametrize("pairs", [1, 2, 3])
def test_few_pairs_favour_nobody(pairs: int) -> None:
    found = Pairs(2)
    for seed in range(pairs):
        found.add(over(seed, 10, (0,)), over(seed, 10, (1,)))
    seat, shift = found.favoured()
    assert (seat, shift.mean, shift.clear) == (0, -1, False)
    assert shift.low == -1


def test_who_is_favoured_is_looked_for_among_all() -> None:
    """What is clear of a seat that was named before is not of the one of four, and of many readings, that moves most."""
    found = Pairs(4)
    for seed in range(60):
        found.add(over(seed, 10, (seed % 4,)), over(seed, 10, (0,) if seed < 12 else (seed % 4,)))
    assert found.wins[0].shift().clear
    seat, shift = found.favoured(10)
    assert (seat, shift.clear) == (0, False)
    assert found.favoured()[1].mean == shift.mean == found.wins[0].shift().mean


def test_the_same_fault_is_no_difference() -> None:
    """Programs of two readings number their places differently."""
    pairs = Pairs(2)
    pairs.add(Row(1, "fault", 5, fault=(3, "too many")), Row(1, "fault", 5, fault=(4, "too many")))
    pairs.add(Row(2, "fault", 5, fault=(3, "too many")), Row(2, "fault", 5, fault=(3, "too few")))
    assert (pairs.differ.rate, pairs.winner.rate) == (0.5, 0)


def test_strangers_are_all_that_could_meet() -> None:
    rows = [over(1, 5, (0,)), over(2, 6, (0,)), over(3, 7, (1,)), Row(4, "limit", 9)]
    different = sum(one.ending != other.ending or one.winners != other.winners
                    for at, one in enumerate(rows) for other in rows[:at])
    assert strangers(rows) == pytest.approx(different / 6)
    assert strangers(rows[:1]) is None


def test_pairs_count_what_differs() -> None:
    pairs = Pairs(2)
    pairs.add(over(1, 10, (0,), (5, 3)), over(1, 10, (0,), (5, 3)))
    pairs.add(over(2, 10, (0,), (5, 3)), over(2, 14, (0,), (6, 3)))
    pairs.add(over(3, 10, (0,), (5, 3)), over(3, 10, (1,), (3, 4)))
    pairs.add(over(4, 10, (0,), (5, 3)), Row(4, "limit", 20))
    assert (pairs.differ.rate, pairs.winner.rate) == (0.75, 0.5)
    assert pairs.endings == {"over": 3, "limit": 1, "fault": 0}
    # Of a game that was given up nobody knows how long it would have been.
    assert pairs.length.size == 4 / 3
    assert pairs.score == pytest.approx((3 / 3 + 1 / 3) / 2)
    seat, shift = pairs.favoured()
    assert (seat, shift.mean) == (0, pytest.approx(-1 / 3))
    assert pairs.wins[1].shift().mean == pytest.approx(1 / 3)


def test_the_reading_that_changes_most_comes_first() -> None:
    """Also where nobody else wins under any of them."""
    idle, scores = Pairs(2), Pairs(2)
    idle.add(over(1, 10, (0,), (5, 3)), over(1, 10, (0,), (5, 3)))
    scores.add(over(1, 10, (0,), (5, 3)), over(1, 10, (0,), (9, 3)))
    about = RulingInfo("What now?", {"a": "", "b": "", "c": ""}, "c", "", "", "", "A", True)
    found = ranked(about, "now", [Reading("a", idle, 2), Reading("b", scores, 2)])
    assert [each.reading for each in found.readings] == ["b", "a"]
    assert found.to_json()["change"] == {"winner": 0, "score": 2, "length": 0, "options": 0}


@pytest.fixture(scope="module")
def nim() -> Impact:
    return impact(ludex.load("nim"), 200, seed=3)


def test_a_reading_that_turns_the_result_round(nim: Impact) -> None:
    [ruling] = nim.rulings
    [reading] = ruling.readings
    assert (ruling.name, reading.reading, reading.pairs.games) == ("last_match", "loses", 200)
    assert reading.pairs.winner.rate == 1
    assert reading.pairs.length.size == reading.pairs.options.size == 0
    assert reading.pairs.options.pairs == COUNTED
    document = nim.to_json()
    assert document["rulings"][0]["change"] == {"winner": 1, "score": 0, "length": 0, "options": 0}
    assert document["rulings"][0]["low"] > 0.97
    # Of unrelated games about half have the same winner.
    assert nim.strangers is not None and 0.4 < nim.strangers < 0.6
    assert reading.favoured[1] == reading.pairs.favoured(1)[1]


def test_it_is_what_two_simulations_would_show() -> None:
    """The games are those of `simulate`, and differ by what the two summaries differ by."""
    game = ludex.load("carving_up_china")
    found = impact(game, 60, 3, 11, ["tie", "french_redraw"])
    assert [ruling.name for ruling in found.rulings] == ["french_redraw", "tie"]
    usual = simulation.simulate(simulation.setting(game, 3, 11), 60)
    for ruling in found.rulings:
        for reading in ruling.readings:
            other = simulation.simulate(simulation.setting(game, 3, 11, {ruling.name: reading.reading}), 60)
            for seat, wins in enumerate(reading.pairs.wins):
                moved = (other.tally.alone(seat) - usual.tally.alone(seat)) / 60
                assert wins.shift().mean == pytest.approx(moved)
            assert reading.pairs.length.shift.mean == pytest.approx((other.tally.decisions - usual.tally.decisions) / 60)
    assert found.rulings[1].readings[0].pairs.length.size == 0


@pytest.mark.parametrize("more", [{"backend": "python"}, {"workers": 2}])
def test_neither_engine_nor_workers_change_it(nim: Impact, more: dict[str, Any]) -> None:
    again = impact(ludex.load("nim"), 200, seed=3, **more)
    assert {**again.to_json(), "backend": ""} == {**nim.to_json(), "backend": ""}


def test_readings_by_which_others_play_are_told_and_not_played() -> None:
    found = impact(ludex.load("carving_up_china"), 5, 5, 1, ["short_deal"])
    assert found.tables == [("short_deal", "not_for_five")]
    assert [each.reading for each in found.rulings[0].readings] == ["all_or_nobody"]
    assert found.left == []


def test_what_is_stopped_tells_what_is_left() -> None:
    stop = Stop()

    def see(what: str, done: int, of: int) -> None:
        if what.startswith("tie"):
            stop.ask()

    found = impact(ludex.load("carving_up_china"), 20, 3, 1, ["tie", "german_bonus", "beat"], stop=stop, see=see)
    played = {ruling.name for ruling in found.rulings}
    assert "tie" in played and found.left
    assert played | set(found.left) == {"tie", "german_bonus", "beat"}


@pytest.mark.parametrize(("more", "says"), [
    ({"rulings": ["x"]}, "there is no ruling `x`"), ({"rulings": ["no_winner"]}, "there is no ruling"),
    ({"players": 7}, "is for 2 players"), ({"games": 0}, "at least one game"), ({"agents": ["x"]}, "no agent 'x'"),
])
def test_wrong_use(more: dict[str, Any], says: str) -> None:
    with pytest.raises(ludex.BadStart, match=says):
        impact(ludex.load("nim"), **{"games": 5, **more})


def test_options_are_not_counted_once_it_is_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are counted decision by decision, and agents may think long."""
    counted: list[int] = []

    class Counted:
        def game(self, seed: int, _see: object) -> Row:
            counted.append(seed)
            return over(seed, 0, ())

    monkeypatch.setattr("ludex.impact.step", lambda *_: Counted())
    impact(ludex.load("nim"), 2, seed=3)
    assert len(counted) == 4
    stop = Stop()
    impact(ludex.load("nim"), 2, seed=3, stop=stop, see=lambda what, done, of: stop.ask())
    assert len(counted) == 4


def test_a_note_is_worth_nothing() -> None:
    game = ludex.load("carving_up_china")
    note = next(name for name, ruling in game.rulings.items() if not ruling.executable)
    with pytest.raises(ludex.BadStart, match="no rule depends on the ruling"):
        impact(game, 5, rulings=[note])
