"""Conditions on figures: what they may say, what they come to, and how a wrong one is told."""

from __future__ import annotations

import pytest

from ludex.simulate.expect import BadExpectation, expectation

FIGURES: dict[str, float | None] = {
    "games": 1000, "seat_advantage": 0.04, "P1.rate": 0.52, "P2.rate": 0.48, "length.mean": 12.5, "ties": 0,
    "ended_by[all out]": 900, "P1.score.mean": None}


@pytest.mark.parametrize(("text", "met"), [
    ("seat_advantage < 0.05", True), ("seat_advantage<4%", False), ("seat_advantage <= 4 %", True),
    ("0.5 < P1.rate < 0.6", True), ("0.5 < P2.rate < 0.6", False), ("abs(P1.rate - P2.rate) <= .05", True),
    ("max(P1.rate, P2.rate) == 0.52 and not ties > 0", True), ("ties > 0 or games != 1000", False),
    ("ended_by['all out'] / games >= 90%", True), ("-length.mean + 2 * 6.25 == 0", True), ("min(1, games) < +2", True),
])
def test_what_conditions_come_to(text: str, met: bool) -> None:
    assert expectation(text, FIGURES).verdict(FIGURES).met is met


def test_a_percentage_in_a_name_is_part_of_it() -> None:
    figures = {"ended_by[half, or 50% of all]": 900.0}
    for quote in "'\"":
        text = f"ended_by[{quote}half, or 50% of all{quote}] > 5%"
        assert expectation(text, figures).verdict(figures).figures == figures


def test_a_verdict_tells_the_figures() -> None:
    verdict = expectation(" abs(P1.rate - P2.rate) < ties ", FIGURES).verdict(FIGURES)
    assert verdict.text == "abs(P1.rate - P2.rate) < ties"
    assert verdict.figures == {"P1.rate": 0.52, "P2.rate": 0.48, "ties": 0}


@pytest.mark.parametrize(("text", "trouble"), [
    ("P1.score.mean > 3", "there is no P1.score.mean, as nothing was counted for it"),
    ("games / ties > 3", "`games / ties` has no value"),
])
def test_without_an_answer_it_does_not_hold(text: str, trouble: str) -> None:
    verdict = expectation(text, FIGURES).verdict(FIGURES)
    assert (verdict.met, verdict.trouble) == (False, trouble)


@pytest.mark.parametrize(("text", "says"), [
    ("", "is no condition"), ("seat_advantage <", "is no condition"), ("seat_advantage = 0.05", "is no condition"),
    ("seat_advantage", "`seat_advantage` is a number; a condition compares it"), ("3 + 4", "is a number"),
    ("seat_advantag < 0.05", "there is no figure `seat_advantag`; did you mean `seat_advantage`?"),
    ("P9.rate < 1", "there is no figure `P9.rate`"), ("ended_by['all in'] > 0", "there is no figure `ended_by[all in]`"),
    ("P1 < 1", "there is no figure `P1`"), ("(games > 1) + 1 > 2", "a number is needed where `games > 1` stands"),
    ("games and ties > 1", "a condition is needed where `games` stands"), ("games < 'x'", "cannot stand"),
    ("games ** games > 1", "cannot stand"), ("games // 2 > 1", "cannot stand"), ("True", "cannot stand"),
    ("games in [1]", "cannot stand"), ("(lambda: 1)() < games", "cannot stand"), ("abs(1, 2) < games", "cannot stand"),
    ("__import__('os').system('true') == 0", "cannot stand"), ("games.__class__ == 1", "there is no figure"),
    ("[games for games in (1,)] == games", "cannot stand"), ("min(games) < 1", "cannot stand"), ("games < 1\0", "is no"),
    ("(" * 600 + "games" + ")" * 600 + " > 1", "at most 500 characters"), ("games > 1j", "cannot stand"),
    ("(" * 240 + "games" + ")" * 240 + " > 1", "is no condition"), ("abs(*games) > 1", "cannot stand"),
    ("-" * 490 + "1 < games", "at most 100 forms one inside the other"),
])
def test_wrong_conditions(text: str, says: str) -> None:
    with pytest.raises(BadExpectation) as wrong:
        expectation(text, FIGURES)
    assert says in str(wrong.value)


def test_a_number_that_is_too_large_has_no_value() -> None:
    verdict = expectation(f"{'9' * 400} + seat_advantage > 1", FIGURES).verdict(FIGURES)
    assert not verdict.met and verdict.trouble.endswith("has no value")
