"""`ludex impact`: the ranking as text and as a document, and wrong use."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from steps_game import cache_apart

from ludex.cli.commands.impact import told


@pytest.fixture(autouse=True, scope="module")
def own_cache() -> Iterator[None]:
    with cache_apart():
        yield


RULINGS = ("--ruling", "tie", "--ruling", "german_bonus", "--ruling", "last_bidder")


def test_the_ranking_in_lines(run) -> None:
    done = run("impact", "carving_up_china", "-n", "100", "--seed", "1", *RULINGS)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Carving Up China: 100 games under each reading, 3 players (all random), seed 1"
    assert [line.split()[0] for line in lines[4:8]] == ["last_bidder", "tie", "tie", "german_bonus"]
    assert re.fullmatch(r"\d+ other rulings are notes: no rule depends on them", lines[8])
    assert lines[-1].startswith("Two games that have nothing in common have different winners in ")


def test_the_document(run) -> None:
    document = run("impact", "nim", "-n", "50", "--seed", "1", "--format", "json").document
    [ruling] = document["rulings"]
    assert set(ruling) >= {"name", "readings", "change", "low", "high"}
    assert set(ruling["change"]) == {"winner", "score", "length", "options"}
    assert (document["version"], document["game"], document["games"]) == (1, "nim", 50)
    again = run("impact", "nim", "-n", "50", "--seed", "1", "--format", "json", "--backend", "python").document
    assert {**again, "backend": ""} == {**document, "backend": ""}


def test_how_far_all_simulations_are() -> None:
    shown: list[tuple[int, int, str]] = []
    see = told(lambda done, total, now="": shown.append((done, total, now)), 100)
    see("as decided", 40, 3)
    see("as decided", 100, 3)
    see("tie: nobody_wins", 10, 3)
    assert shown == [(40, 300, "as decided"), (100, 300, "as decided"), (110, 300, "tie: nobody_wins")]


def test_a_game_without_rulings(run) -> None:
    done = run("impact", "connect_four", "-n", "10", "--seed", "1")
    assert done.code == 0
    assert done.out.splitlines() == [
        "Connect Four: 10 games under each reading, 2 players (all random), seed 1", "",
        "no rule depends on a ruling"]


def test_so_many_cannot_play(run) -> None:
    done = run("impact", "carving_up_china", "--players", "5", "-n", "5", "--ruling", "short_deal", "--seed", "1")
    assert "short_deal: not_for_five: so many cannot play by it" in done.out


@pytest.mark.parametrize(("arguments", "says"), [
    (("--ruling", "x"), "there is no ruling `x`; there are last_match"), (("-n", "0"), "0 is not in the range"),
    (("--agents", "nobody"), "there is no agent 'nobody'"), (("--players", "9"), "Nim is for 2 players"),
    (("--parameter", "x"), "--parameter wants NAME=VALUE"), (("--backend", "steam"), "'steam' is not one of"),
])
def test_wrong_use(run, arguments: tuple[str, ...], says: str) -> None:
    done = run("impact", "nim", *arguments)
    assert done.code == 2
    assert says in done.err and "Traceback" not in done.err
