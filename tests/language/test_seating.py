"""Readings that decide who can play: they change the table, and no game is needed to tell them apart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import ludex
from ludex import diverge
from ludex.dsl.diagnostics import Finding

RULES = """
ludex: 1
game: tables
title: Tables
players: {least: 2, most: 3}
variables: {turns: {type: 0 to 9, seen by: all}}
rounds: {phases: [play]}
phases: {play: {turns: {from: P1, actions: [stay, stop]}}}
actions: {stay: {do: add count of players to turns}, stop: {do: nobody wins}}
end: {enough: {at: any time, when: turns > 5}}
scoring: {score: '0', ties: nobody wins}
rulings:
  how_many:
    question: How many can play?
    source: play
    readings:
      as_told: {means: Two or three.}
      alone_too: {means: "One, two or three.", players: {least: 1, most: 3}}
      four_too: {means: Up to four., players: {least: 2, most: 4}}
    choice: as_told
    because: It says so.
  which_board:
    question: Which board?
    source: play
    readings:
      any: {means: Any.}
      printed: {means: The printed one is needed., unplayable: yes}
    choice: any
    because: None is named.
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    def written(text: str) -> Path:
        (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
        return tmp_path

    return written


@pytest.fixture
def game(write: Callable[[str], Path]) -> ludex.Game:
    return ludex.load(write(RULES))


def test_a_reading_says_how_many_play(game: ludex.Game) -> None:
    assert (list(game.players), list(game.typed.tables)) == ([2, 3], [1, 2, 3, 4])
    for reading, players in (("as_told", [2, 3]), ("alone_too", [1, 2, 3]), ("four_too", [2, 3, 4])):
        for number in range(1, 5):
            if number in players:
                match = game.start(number, seed=1, rulings={"how_many": reading})
                assert match.seats == [f"P{seat + 1}" for seat in range(number)]
            else:
                with pytest.raises(ludex.BadStart, match=f"players.*, not {number}"):
                    game.start(number, rulings={"how_many": reading})
    assert len(game.start(seed=1, rulings={"how_many": "alone_too"}).seats) == 1


def test_what_is_refused_says_which_reading_would_allow_it(game: ludex.Game) -> None:
    with pytest.raises(ludex.BadStart, match="for 2 to 3 players, not 4; it is where `how_many` is `four_too`"):
        game.start(4)
    with pytest.raises(ludex.BadStart, match="for 2 to 4 players where `how_many` is `four_too`, not 1"):
        game.start(1, rulings={"how_many": "four_too"})
    with pytest.raises(ludex.BadStart, match="cannot be played where `which_board` is `printed`: The printed one"):
        game.start(rulings={"which_board": "printed"})
    with pytest.raises(ludex.BadStart, match=r"for 2 to 3 players, not 9$"):
        game.start(9)


def test_several_readings_allow_what_each_of_them_does(game: ludex.Game) -> None:
    assert not game.typed.players({"how_many": "four_too", "which_board": "printed"})
    assert game.typed.players({"how_many": "four_too", "which_board": "any"}) == range(2, 5)


def test_a_state_and_a_record_keep_the_reading(game: ludex.Game, tmp_path: Path) -> None:
    match = game.start(4, seed=1, rulings={"how_many": "four_too"})
    match.apply("stay")
    assert game.restore(match.to_json()).to_json() == match.to_json()
    ludex.record.write(match, tmp_path / "game.jsonl")
    assert len(ludex.replay(tmp_path / "game.jsonl").seats) == 4


def test_they_are_told_apart_without_a_game(game: ludex.Game) -> None:
    found = diverge.diverge(game, "how_many")
    assert isinstance(found, diverge.OtherTables)
    assert found.players == {"as_told": (2, 3), "alone_too": (1, 2, 3), "four_too": (2, 3, 4)}
    assert "alone_too: 1, 2 and 3 players" in "\n".join(found.lines)
    assert found.to_json()["readings"] == list(found.readings)
    found = diverge.diverge(game, "which_board")
    assert isinstance(found, diverge.OtherTables)
    assert "printed: no players" in found.lines[-1]


def test_a_ruling_about_play_may_have_a_reading_about_the_table(write: Callable[[str], Path]) -> None:
    asked = RULES.replace("when: turns > 5", "when: turns > 5 or ruling how_many is alone_too").replace(
        "players: {least: 1, most: 3}", "unplayable: no")
    found = diverge.diverge(ludex.load(write(asked)), "how_many")
    assert isinstance(found, diverge.Divergence)
    assert found.readings == ("as_told", "alone_too")


@pytest.mark.parametrize(("text", "wrong", "code", "message"), [
    ("{least: 1, most: 3}", "{least: 3, most: 1}", "LX111", "3 to 1 players: the smallest number is above the largest"),
    ("choice: as_told", "choice: four_too", "LX119", "how many play under the chosen reading `four_too`"),
    ("unplayable: yes", "unplayable: yes, players: {least: 2, most: 3}", "LX119", "nobody can play, so nobody has to be"),
])
def test_what_makes_no_sense_is_found(
    write: Callable[[str], Path], text: str, wrong: str, code: str, message: str,
) -> None:
    assert RULES.count(text) == 1
    with pytest.raises(ludex.RuleErrors) as stopped:
        ludex.load(write(RULES.replace(text, wrong)))
    found: list[Finding] = [finding for finding in stopped.value.findings if finding.code == code]
    assert len(found) == 1
    assert found[0].message.startswith(message)
