"""Scenarios that pass whatever the rules do are told, and those that would catch a fault are not."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludex

GIVEN = """
  players: 2
  given:
    at: show
    colour of choice: {P1: red, P2: blue}
    hand: {P1: [Ace, Duke, King], P2: [Ace, Duke]}
    luck: 4
    rest: {card: deck}
"""
START = f"- scenario: tried{GIVEN}"
SHOWN = f"{START}  do: [P1: show King]\n"
EARNED = f"{START}  rulings: {{passing: earned}}\n"

ALWAYS = "expects only what holds in every position"
GIVEN_ONLY = "expects only what is given, and nothing in it can change that"
NOT_CHANGED = "expects only what is given, and nothing changes it before somebody has to decide"
NO_STEP = "expects nothing that its steps change"
ANY_READING = "is played where `passing` is `earned`, and passes under every other reading, too"

#: What is seen without playing.
STATIC = [
    (START, '"points of P1 >= 0"', ALWAYS),
    (START, '"count of players is 2"', ALWAYS),
    (SHOWN, '"points of P1 <= 20"', ALWAYS),
    (START, '"colour of choice of P1 is red"', GIVEN_ONLY),
    (SHOWN, '"colour of choice of P1 is red"', GIVEN_ONLY),
    (START, "zone: {hand of P1: [Duke, King, Ace], deck: 1, table: 0}", GIVEN_ONLY),
    (START, '"hand of P2 contains Duke and points of P1 >= 0"', None),
    (START, '"hand of P2 contains Duke and colour of choice of P2 is blue"', GIVEN_ONLY),
]
#: What only playing shows.
PLAYED = [
    (START, '"luck is 4"', NOT_CHANGED),
    (SHOWN, '"luck is 4"', NO_STEP),
    (SHOWN, '"points of P2 is 0"\n    - "total weight of (hand of P2) for P2 is 3"', NO_STEP),
    (SHOWN, "zone: {hand of P2: [Ace, Duke]}\n    - over: no", NO_STEP),
    (EARNED, "legal: [show King]", ANY_READING),
    (EARNED, '"points of P1 is 0"', ANY_READING),
]
#: What some fault of the rules would show in.
PROOFS = [
    (START, "decides: P1"),
    (START, '"points of P1 is 0"'),  # so the set-up leaves it
    (START, '"colour of choice of P1 is red"\n    - "points of P1 < 1"'),
    (START, '"total weight of (hand of P1) for P1 is 9"'),
    (START, '"total rank of (hand of P1) is 6"'),
    (START, '"goal is 5"'),
    (START, "refused: {move: show Ace, by: show.1}"),
    (START, "hidden: {P2: hand of P1}"),
    (SHOWN, '"points of P1 is 1"\n    - "luck is 4"'),
    (SHOWN, '"points of P2 is 0"\n    - decides: P2'),
    (SHOWN, "event: moves King"),
    (SHOWN, "zone: {table: [King]}"),
    (EARNED, "refused: {move: pass, by: show.3}"),
    ("- scenario: tried\n  players: 2\n  do: [P1: red, P2: red, chance: Ace, chance: Duke, chance: 6]\n", '"luck is 6"'),
]


def scenario(before: str, expectation: str) -> str:
    return f"{before}  expect:\n    - {expectation}\n"


def told(findings: object) -> list[tuple[str, str]]:
    return [(f.message.removeprefix("`tried` "), f.evidence) for f in findings  # type: ignore[attr-defined]
            if f.code == "LX907"]


@pytest.mark.parametrize(("before", "expectation", "problem"), STATIC)
def test_what_is_seen_without_playing(scenarios, toy: Path, before: str, expectation: str, problem: str | None) -> None:
    report = scenarios(scenario(before, expectation))
    assert report.summary["passed"] == 1
    expected = [] if problem is None else [(problem, "proved")]
    assert told(report.findings) == expected
    assert told(ludex.check(toy)) == expected


@pytest.mark.parametrize(("before", "expectation", "problem"), PLAYED)
def test_what_playing_shows(scenarios, toy: Path, before: str, expectation: str, problem: str) -> None:
    report = scenarios(scenario(before, expectation))
    assert report.summary["passed"] == 1
    assert told(report.findings) == [(problem, "witnessed")]
    [finding] = [found for found in report.findings if found.code == "LX907"]
    assert (finding.span.text, finding.severity) == ("tried", "warning")
    assert told(ludex.check(toy)) == []


@pytest.mark.parametrize(("before", "expectation"), PROOFS)
def test_what_proves_something_is_left_alone(scenarios, before: str, expectation: str) -> None:
    report = scenarios(scenario(before, expectation))
    assert report.summary["passed"] == 1, report.scenarios
    assert told(report.findings) == []


def test_a_check_that_plays_shows_it_too(scenarios, toy: Path) -> None:
    scenarios(scenario(*PLAYED[0][:2]))
    assert told(ludex.examine(toy, games=1).findings) == [(NOT_CHANGED, "witnessed")]


def test_a_reading_that_no_rule_depends_on(scenarios, toy: Path) -> None:
    text = (toy / "game.yaml").read_text(encoding="utf-8")
    (toy / "game.yaml").write_text(text.replace("ruling passing is free or ", ""), encoding="utf-8")
    report = scenarios(scenario(EARNED, "decides: P1"))
    assert told(report.findings) == [
        ("is played where `passing` is `earned`, and no rule depends on that ruling", "proved")]


def test_a_scenario_that_fails_is_told_as_that_alone(scenarios) -> None:
    report = scenarios(scenario(START, '"luck is 5"'))
    assert (report.summary["failed"], told(report.findings)) == (1, [])


def test_a_comment_silences_it_where_it_is_found_and_is_not_called_unused_elsewhere(scenarios, toy: Path) -> None:
    mark = "- scenario: tried  # ludex: ignore LX907 because it shows a position"
    report = scenarios(scenario(START, '"luck is 4"').replace("- scenario: tried", mark))
    assert report.summary["passed"] == 1
    assert told(report.findings) == []
    assert not {"LX907", "LX902"} & {finding.code for finding in ludex.check(toy)}
