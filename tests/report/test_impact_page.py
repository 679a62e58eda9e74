"""The page about what rulings are worth: whole, closed off, and with the numbers of the document."""

from __future__ import annotations

import pytest
from read_page import outside, read

import ludex
from ludex.impact import Impact, impact
from ludex.report.impact import page
from ludex.report.page import MARK
from ludex.report.scales import percent


@pytest.fixture(scope="module")
def found() -> Impact:
    return impact(ludex.load("carving_up_china"), 60, 5, 1, ["tie", "german_bonus", "last_bidder", "short_deal"])


def test_it_is_whole_and_closed_off(found: Impact) -> None:
    text = page(found.to_json(), "<Carving>", "About & all")
    assert MARK in text
    assert outside(read(text), text) == []
    assert "<Carving>" not in text and "&lt;Carving&gt;" in text
    read(text)


def test_every_reading_is_told_with_its_numbers(found: Impact) -> None:
    document = found.to_json()
    text = page(document, "Carving Up China", "")
    assert len(document["rulings"]) == 4
    for ruling in document["rulings"]:
        assert f'id="ruling-{ruling["name"]}"' in text
        for reading in ruling["readings"]:
            assert f"{percent(reading['change']['winner'])} have another winner" in text
            assert f"{percent(reading['change']['winner'])} ({percent(reading['low'])} to " in text
    assert f"different winners in {percent(document['strangers'])} of cases" in text
    assert "So many cannot play by “Short deal” read as “Not for five”" in text


def test_one_game_shows_nothing() -> None:
    """Neither that much hangs on a ruling, nor whom it favours."""
    document = impact(ludex.load("nim"), 1, seed=3).to_json()
    text = page(document, "Nim", "")
    assert document["strangers"] is None and document["rulings"][0]["change"]["winner"] == 1
    assert "1 ruling<" in text and "1 game a reading" in text
    for claim in ("Most unevenly", "on which much of the result hangs", "nothing in common"):
        assert claim not in text


def test_nothing_hangs_on_rulings_that_change_no_winner() -> None:
    document = impact(ludex.load("carving_up_china"), 3, 3, 1, ["german_bonus"]).to_json()
    assert document["rulings"][0]["change"]["winner"] == 0
    assert "Most hangs on" not in page(document, "Carving Up China", "")


def test_a_game_without_rulings_has_a_page() -> None:
    text = page(impact(ludex.load("connect_four"), 5, seed=1).to_json(), "Connect Four", "")
    assert "0 rulings" in text
    assert outside(read(text), text) == []
