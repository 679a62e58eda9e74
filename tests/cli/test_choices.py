"""What a person may type for an option."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ludex.cli import choices


def options(*words: str) -> Any:
    return [SimpleNamespace(words=text, id=text, index=place) for place, text in enumerate(words)]


BID = options("bid: Naval Power", "bid: Naval Power, Opium War", "bid: Opium War", "drop out")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("4", ["drop out"]),
        ("1", ["bid: Naval Power"]),
        ("0", []),
        ("5", []),
        ("d", ["drop out"]),
        ("DROP  Out", ["drop out"]),
        ("bid: naval power", ["bid: Naval Power"]),
        ("bid: o", ["bid: Opium War"]),
        ("bid: n", ["bid: Naval Power", "bid: Naval Power, Opium War"]),
        ("out", []),
        ("", []),
    ],
)
def test_find(text: str, found: list[str]) -> None:
    assert [option.words for option in choices.find(BID, text)] == found


def test_a_number_means_the_option_that_reads_so() -> None:
    dice = options("3", "4", "none")
    assert [option.words for option in choices.find(dice, "3")] == ["3"]
    assert choices.find(dice, "1") == []
    assert choices.listing(dice, dice) == ["  3", "  4", "  none"]


def test_listing_keeps_the_numbers_of_the_whole_list() -> None:
    assert choices.listing(BID, choices.containing(BID, "opium")) == [
        "  2  bid: Naval Power, Opium War",
        "  3  bid: Opium War",
    ]


def test_near() -> None:
    assert choices.near(BID, "drpo out") == "drop out"
    assert choices.near(BID, "a cup of tea") is None


def test_capitals_matter_where_nothing_else_differs() -> None:
    colours = options("red", "Red", "Green")
    assert choices.find(colours, "Red") == [colours[1]]
    assert choices.find(colours, " red ") == [colours[0]]
    assert choices.find(colours, "RED") == colours[:2]
    assert choices.find(colours, "green") == [colours[2]]
