"""What checks by play say about draws, numbers of players and bundled games, and how they are called."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import ludex
from ludex.cli.main import root
from ludex.dsl.diagnostics import Finding
from ludex.validator.play import rules
from ludex.validator.play.check import interval
from ludex.validator.play.table import Plan

Play = Callable[..., list[Finding]]

DRAWS = """\
ludex: 1
game: tiny
title: Tiny
players: {least: 2, most: 2}
rounds: {phases: [play]}
phases: {play: {turns: {from: P1, actions: [draw one, stop]}}}
components:
  card:
    items: {Ace: {}, Queen: {}}
zones:
  deck: {of: card, order: shuffled, starts with: all}
  table: {of: card, seen by: all}
actions:
  draw one: {do: draw 1 from deck to table}
  stop: {do: nobody wins}
"""


def test_a_draw_that_finds_nothing_is_told_where_nothing_says_what_it_means(play: Play) -> None:
    found = [finding for finding in play(DRAWS) if finding.code == "LX811"]
    assert [(finding.line, finding.span.text) for finding in found] == [(14, "draw 1 from deck to table")]
    again = ludex.replay(str(found[0].witness))
    assert [taken.words for taken in again.history if taken.player is not None] == ["draw one"] * 3
    assert "nothing is left to draw from deck" in [event.text for event in again.events]
    said = DRAWS.replace("starts with: all", "starts with: all, when short: draw fewer")
    assert not [finding for finding in play(said) if finding.code == "LX811"]


def test_what_happened_with_all_numbers_of_players_is_not_laid_to_one(play: Play) -> None:
    often = rules.CountSpecificFailure.bad.replace("0 to 2, starts: 2", "0 to 1, starts: 1")
    assert [finding.code for finding in play(often) if finding.severity == "error"] == ["LX808"]
    assert "LX820" not in {finding.code for finding in play(often)}


def test_the_bundled_games_play_clean() -> None:
    for name in ("nim", "kuhn_poker"):
        found = ludex.examine(name, games=60).findings
        assert {finding.severity for finding in found} <= {"info", "hint"}, name
        assert "LX818" not in {finding.code for finding in found}, "all positions are known"


def test_the_ruling_of_a_bundled_game_is_shown_to_matter() -> None:
    (found,) = [f for f in ludex.examine("nim", games=5).findings if f.code == "LX812"]
    assert found.message == "the readings `wins` and `loses` of `last_match` differ after 6 decisions, with 2 players"
    assert len(ludex.replay(str(found.witness)).history) == 6


def test_the_same_plan_finds_the_same(play: Play) -> None:
    text = rules.EndNeverReached.bad
    assert [f.to_json() for f in play(text)] == [f.to_json() for f in play(text)]


def test_other_seeds_play_other_games(play: Play) -> None:
    messages = {f.message for seed in (0, 1000) for f in play(DRAWS, Plan(games=3, seed=seed, positions=1))
                if f.code == "LX818" or f.code == "LX811"}
    assert len(messages) > 1


@pytest.mark.parametrize(("wins", "games"), [(0, 60), (60, 60), (30, 60), (1, 1000)])
def test_an_interval_holds_the_rate(wins: int, games: int) -> None:
    low, high = interval(wins, games)
    assert -1e-9 <= low <= wins / games <= high <= 1 + 1e-9


def test_the_command_plays_and_writes_what_it_found(write: Callable[[str], Path], tmp_path: Path) -> None:
    folder = write(rules.InformationLeak.bad)
    assert CliRunner().invoke(root, ["check", str(folder)]).exit_code == 0
    witness = tmp_path / "games"
    run = CliRunner().invoke(root, ["check", str(folder), "--play", "20", "--witness", str(witness)])
    assert run.exit_code == 1
    assert "LX813" in run.stdout
    files = sorted(witness.iterdir())
    assert files
    for file in files:
        assert CliRunner().invoke(root, ["replay", str(file)]).exit_code == 0
    as_json = CliRunner().invoke(root, ["check", str(folder), "--play", "20", "--format", "json"])
    [found] = [each for each in json.loads(as_json.stdout)["findings"] if each["severity"] == "error"]
    assert found["code"] == "LX813"
    assert found["witness"].startswith('{"format": "ludex record"')
