"""Readings of rulings told apart by play: the search, its shortest games, luck that is the same, and the command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import ludex
from ludex import diverge
from ludex.cli.main import root
from ludex.diverge import Budget, Divergence, NoDivergence
from ludex.validator.play.rules import RulingIdle

SMALL = Budget(positions=300, games=15, tries=60)


@pytest.fixture(scope="module")
def carving() -> ludex.Game:
    return ludex.load("carving_up_china")


def test_all_games_are_tried_in_order_and_the_shortest_is_told() -> None:
    found = diverge.diverge(ludex.load("nim"), "last_match", where="start")
    assert isinstance(found, Divergence)
    assert (found.readings, found.length, found.shortest, found.differs) == (("wins", "loses"), 6, True, "result")
    match = ludex.replay(found.record)
    assert match.result is not None
    assert match.result.winners == (0,)
    assert len(match.history) == found.length
    assert found.telling.rows[0].cells == (("is over: P1 wins",), ("is over: P2 wins",))


@pytest.mark.parametrize(("ruling", "players", "most", "differs"), [
    ("short_deal", 5, 5, "options or seat or state"),
    ("rebellion_prize", 3, 3, "seat"),
    ("lead_must_bid", 3, 3, "options"),
    ("nation_choice", 3, 0, "seat"),
    ("french_when", 3, 3, "state"),
    ("may_pass", 3, 6, "options"),
])
def test_readings_of_a_bundled_game_are_told_apart(
    carving: ludex.Game, ruling: str, players: int, most: int, differs: str
) -> None:
    found = diverge.diverge(carving, ruling, players, budget=SMALL, where="start")
    assert isinstance(found, Divergence)
    assert found.length <= most
    assert found.differs in differs.split(" or ")
    match = ludex.replay(found.record)
    assert sum(taken.player is not None for taken in match.history) == found.length
    assert match.rulings[ruling] == found.readings[0]
    assert any(line.startswith("  [") for line in found.story), "no passage is cited"
    other = ludex.replay(found.records[found.readings[1]])
    assert other.rulings[ruling] == found.readings[1]
    assert [t.words for t in other.history if t.player is not None] == [
        t.words for t in match.history if t.player is not None]


def test_who_is_dealt_to_first_makes_no_difference_while_there_is_enough(carving: ludex.Game) -> None:
    """Each player gets the same cards in both games, whoever is dealt to first; only a short deck can tell."""
    found = diverge.diverge(carving, "deal_order", 3, budget=Budget(depth=3, positions=200, games=0), where="start")
    assert isinstance(found, NoDivergence)
    assert not found.proved
    assert isinstance(diverge.diverge(carving, "deal_order", 5, budget=SMALL, where="start"), Divergence)


def test_a_reading_that_needs_five_players_is_not_found_with_three(carving: ludex.Game) -> None:
    found = diverge.diverge(carving, "french_short", 3, budget=Budget(positions=100, games=3), where="start")
    assert isinstance(found, NoDivergence)
    assert found.to_json()["none_within"] == {
        "players": [3], "positions": found.positions, "games": 3, "deep": found.deep, "scenarios": 0,
        "complete": False, "proved": False, "late": False}
    assert 0 < found.positions <= 100
    assert found.lines[0].endswith("with 3 players. That is no proof that there is none.")
    assert f"({found.positions} positions), 3 games at random." in found.lines[1]


def test_equal_programs_are_proved_to_be_equal(write: Callable[[str], Path]) -> None:
    found = diverge.diverge(ludex.load(write(RulingIdle.bad)), "last_word")
    assert isinstance(found, NoDivergence)
    assert found.proved


def test_a_game_known_whole_without_a_difference_is_a_proof(write: Callable[[str], Path]) -> None:
    """The programs differ here (one has a rule more), the games do not."""
    text = RulingIdle.bad.replace("          you wins\n      otherwise:\n", (
        "          if 3 < count of players:\n              nobody wins\n          you wins\n      otherwise:\n"))
    text = text.replace("3 < count of players", "points of P1 > 3") + (
        "variables: {points: {type: 0 to 9, each: player, seen by: all}}\n")
    found = diverge.diverge(ludex.load(write(text)), "last_word")
    assert isinstance(found, NoDivergence)
    assert found.proved
    assert found.positions > 0


def test_the_same_seed_finds_the_same_game(carving: ludex.Game) -> None:
    one, other = (diverge.diverge(carving, "land_leases", 4, 7, SMALL, "start") for _ in range(2))
    assert isinstance(one, Divergence)
    assert one == other


def test_a_ruling_that_is_not_there_or_that_no_rule_asks_for(carving: ludex.Game) -> None:
    with pytest.raises(ludex.BadStart, match="no ruling `nothing`"):
        diverge.diverge(carving, "nothing")
    with pytest.raises(ludex.BadStart, match="3 to 5 players"):
        diverge.diverge(carving, "beat", 9)
    idle = next(name for name, ruling in carving.rulings.items() if not ruling.executable)
    found = diverge.diverge(carving, idle)
    assert isinstance(found, NoDivergence)
    assert found.proved


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "nim.jsonl"
    run = CliRunner().invoke(root, ["diverge", "nim", "last_match", "--record", str(file)])
    assert run.exit_code == 0
    assert "No game is shorter." in run.stdout
    for place, reading in ((file, "wins"), (tmp_path / "nim.loses.jsonl", "loses")):
        assert CliRunner().invoke(root, ["replay", str(place)]).exit_code == 0
        assert ludex.replay(place).rulings["last_match"] == reading
    again = CliRunner().invoke(root, ["diverge", "nim", "last_match", "--record", str(tmp_path / "nim.jsonl")])
    assert again.exit_code == 2
    file.unlink()
    again = CliRunner().invoke(root, ["diverge", "nim", "last_match", "--record", str(file)])
    assert again.exit_code == 2, "what is there under the other reading is not written over either"
    assert not file.exists()
    as_json = json.loads(CliRunner().invoke(root, ["diverge", "nim", "last_match", "--format", "json"]).stdout)
    assert {"ruling", "readings", "length", "record", "story"} <= set(as_json)
    short = CliRunner().invoke(root, ["diverge", "nim", "last_match", "--depth", "2", "--games", "0", "--from", "start",
                                      "--format", "json"])
    assert "none_within" in json.loads(short.stdout)
    wrong = CliRunner().invoke(root, ["diverge", "nim", "first_match"])
    assert wrong.exit_code == 2
    assert "there is no ruling `first_match`" in wrong.output
