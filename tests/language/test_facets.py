"""What words say of their values and deeds, and that everything that follows a game listens to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludex.dsl.diagnostics import Finding
from ludex.dsl.vocabulary import WORDS

Check = Callable[..., list[Finding]]

#: The words that say nothing of what they mean by `means`, and why nobody needs to know it.
UNKNOWN = {
    "a line that ends the game, by `ends_game`": ("Wins", "NobodyWins", "EndTheGame"),
    "a line that writes a variable, by `changes`": (
        "SetTo", "AddTo", "SubtractFrom", "AddAsFar", "SubtractAsFar", "Include", "Exclude"),
    "a set, by `bounds` and `within`": (
        "Together", "Without", "Common", "SetOfOne", "EmptySet", "Combined", "ThoseWithHighest", "ThoseWithLowest",
        "LineThrough", "AllReached"),
    "an element, by `bounds`": ("FirstOf",),
    "a number, by `bounds` or by `result`": ("DividedDown", "DividedUp", "GroupsIn", "LargestGroup", "RowsIn", "SeatsBetween"),
    "an element of which all is known by its type": ("NextOf", "EndOfLine"),
}


def test_what_is_not_known_of_a_word_has_a_reason() -> None:
    without = {word.__name__ for word in WORDS if not word.means}
    assert without == {name for names in UNKNOWN.values() for name in names}


HAND = "for starter:\n    if hand is not empty:\n        "
DRAWN = "        move card to discard\n    draw 2 from deck to hand\n"
FRIENDS = ("for starter:\n    if %s:\n        choose p from friends\n        exclude p from friends\n"
           "    include leaders in friends\n")


@pytest.mark.parametrize(("example", "code"), [
    # As far as it goes: the order does not show, unless it goes both ways or the amount may turn round.
    ("for each player:\n    add 1 to pot as far as it goes\n", "LX312"),
    ("for each player:\n    subtract rank of Ace from pot as far as it goes\n", "LX312"),
    # ... and it never leaves the bounds.
    ("add 90 to pot as far as it goes\nadd 90 to pot as far as it goes\n", "LX331"),
    # What is looked at only where a set is not empty, has an element there.
    (f"{HAND}choose card from those of hand with highest rank\n{DRAWN}", "LX518"),
    ("for starter:\n    if discard is empty and count of (hand together with discard) > 2:\n"
     f"        choose card from hand\n{DRAWN}", "LX518"),
    (FRIENDS % "friends meets players", "LX518"),
    (FRIENDS % "first of friends is not none", "LX518"),
    # ... and what is in a set, is somebody.
    ("roll die from 1 to 6\nif die > 3:\n    set favourite to starter\nif leaders contains favourite:\n"
     "    for favourite:\n        add 1 to points\n", "LX304"),
    ("for starter:\n    if hand is not empty:\n        add rank of first of hand to pot\n    draw 2 from deck to hand\n",
     "LX304"),
    (FRIENDS % "not (friends lies within just starter)", "LX518"),
])
def test_what_a_word_says_spares_a_finding(example: str, code: str, check: Check) -> None:
    assert not {code, "LX908"} & {finding.code for finding in check(example)}


@pytest.mark.parametrize(("example", "code"), [
    ("for each player:\n    add 1 to pot as far as it goes\n    subtract 1 from pot as far as it goes\n", "LX312"),
    ("for each player:\n    add debt to pot as far as it goes\n", "LX312"),
    ("for each player:\n    set pot to 1\n    add 1 to pot as far as it goes\n", "LX312"),
    ("set pot to 5\nsubtract 5 from pot as far as it goes\nif pot > 0:\n    set open to yes\n", "LX501"),
    ("set pot to 95\nadd 9 to pot as far as it goes\nif pot is 100:\n    set open to yes\n", "LX502"),
    ("if those of discard with highest rank is empty and discard is not empty:\n    set open to yes\n", "LX501"),
    ("if combined friends of (nobody in players) is not empty:\n    set open to yes\n", "LX501"),
    ("set leaders to nobody in players\nif players meets leaders:\n    set open to yes\n", "LX501"),
    ("set leaders to nobody in players\nif leaders lies within friends of starter:\n    set open to yes\n", "LX502"),
    ("set leaders to nobody in players\nif first of leaders is not none:\n    set open to yes\n", "LX501"),
    ("if players lies within just starter:\n    set open to yes\n", "LX501"),
    ("if number of groups in spaces < 1:\n    set open to yes\n", "LX501"),
])
def test_what_a_word_says_gives_a_finding(example: str, code: str, check: Check) -> None:
    assert code in [finding.code for finding in check(example)]


@pytest.mark.parametrize(("line", "bounds"), [
    ("set favourite to only one of (those of players with highest points)", "1 to 4"),
    ("include leaders in friends of starter\nset favourite to only one of (leaders also in friends of starter)", "0 to 4"),
])
def test_how_many_there_may_be_is_told(line: str, bounds: str, check: Check) -> None:
    found = [finding for finding in check(line) if finding.code == "LX333"]
    assert [bounds in finding.message for finding in found] == [True]


TURNS = """rounds: {phases: [talk], source: end}
phases:
  talk:
    source: play
    when: %s
    do: add 1 to rounds played
    turns: {from: %s, among: %s, until: rounds played > 1, next: %s, actions: [wait]}
"""


@pytest.mark.parametrize(("when", "first", "among", "following", "text"), [
    ("pot > 0", "favourite", "players", "starter", "favourite"),
    ("pot > 0", "player after favourite", "players", "starter", "favourite"),
    ("pot > 0", "starter", "friends of favourite", "starter", "favourite"),
    ("pot > 0", "starter", "players", "favourite", "favourite"),
    ("pot > 0", "starter", "players", "player before favourite", "favourite"),
    ("favourite is not none", "favourite", "friends of favourite", "player before favourite", None),
])
def test_who_has_a_turn_is_somebody(when: str, first: str, among: str, following: str, text: str | None, check: Check
                                    ) -> None:
    found = [finding for finding in check(TURNS % (when, first, among, following)) if finding.code == "LX304"]
    assert [finding.message for finding in found] == (
        [f"`{text}` is always none here, and somebody or something is needed"] if text else [])


@pytest.mark.parametrize("line", [
    "choose card from hand of favourite", "choose exactly (points of favourite) card from hand",
    "choose number n from 0 to points of favourite", "you may choose card from hand of favourite:",
    "do pay with favourite", "do pay with player after favourite", "do note with points of favourite",
])
def test_what_is_chosen_or_handed_on_is_there(line: str, check: Check) -> None:
    given = ("rounds: {phases: [talk], source: end}\nprocedures:\n"
             "  pay: {with: {who: player}, do: add 1 to points of who, source: play}\n"
             "  note: {with: {many: 0 to 1000}, do: add many to points of starter, source: play}\n"
             "phases:\n  talk:\n    source: play\n    do: |\n      for starter:\n        %s\n")
    body = f"{line}\n            add 1 to pot" if line.endswith(":") else line
    assert [finding.message for finding in check(given % body) if finding.code == "LX304"] == [
        "`favourite` is always none here, and somebody or something is needed"]
