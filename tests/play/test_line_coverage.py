"""Which lines, conditions and items scenarios and games at random touch, and the page that shows it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

import ludex
from ludex import heat_map, line_coverage
from ludex.cli.main import root
from ludex.interpreter.engine import Engine
from ludex.ir.verify import verify
from ludex.validator.play.table import Plan
from ludex.validator.play.traced import Trace, traced

RULES = """\
ludex: 1
game: tiny
title: Tiny <Game>
players: {least: 2, most: 2}
rounds: {phases: [play]}
phases: {play: {source: play, turns: {from: P1, actions: [take, stop]}}}
components:
  card:
    items: {Ace: {}, Queen: {}}
zones:
  deck: {of: card, order: shuffled, starts with: all, when short: draw fewer}
  table: {of: card, seen by: all}
variables: {points: {type: 0 to 9, each: player, seen by: all}}
actions:
  take:
    source: take
    when: your points < 2
    do: |
      add 1 to your points
      if your points is 2:
          draw 1 from deck to table
  stop:
    source: stop
    do: nobody wins
"""
SOURCE = """\
# Tiny

## Play

**play** Players take turns.

**take** Whoever takes gets a point, and <b>a card</b> for the second one.

**stop** Anybody may end the game.

**colour** (flavour) It is raining.
"""
SCENARIOS = """\
- scenario: one point
  do:
    - P1: take
  expect:
    - points of P1 is 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "tiny"
    (place / "scenarios").mkdir(parents=True)
    (place / "game.yaml").write_text(RULES, encoding="utf-8")
    (place / "source.md").write_text(SOURCE, encoding="utf-8")
    (place / "scenarios" / "all.yaml").write_text(SCENARIOS, encoding="utf-8")
    return place


def test_lines_that_no_scenario_runs_are_named(folder: Path) -> None:
    covered = ludex.scenario.run([folder], lines=True).coverage
    assert covered["lines"] == {"covered": 2, "total": 4, "missing": [
        "tiny/game.yaml:21: draw 1 from deck to table", "tiny/game.yaml:24: nobody wins"]}
    assert covered["branches"]["missing"] == ["tiny/game.yaml:20: if your points is 2 never held"]
    assert covered["items"] == {"covered": 0, "total": 2, "missing": ["Ace (card)", "Queen (card)"]}


def test_a_scenario_more_covers_them(folder: Path) -> None:
    more = SCENARIOS + (
        "- scenario: a card\n  do:\n    - P1: take\n    - P2: take\n    - P1: take\n    - P2: stop\n"
        "  expect:\n    - points of P1 is 2\n")
    (folder / "scenarios" / "all.yaml").write_text(more, encoding="utf-8")
    report = ludex.scenario.run([folder], lines=True)
    assert report.summary["passed"] == 2
    assert report.coverage["lines"]["missing"] == []
    assert report.coverage["branches"]["missing"] == []
    assert len(report.coverage["items"]["missing"]) == 1


def test_lines_are_looked_at_only_when_asked_for(folder: Path) -> None:
    assert set(ludex.scenario.run([folder]).coverage) == {"rules", "passages"}


def test_games_at_random_touch_everything_here(folder: Path) -> None:
    lines, touched = line_coverage.of_play(ludex.load(folder), Plan(games=60))
    assert lines.games == 60
    assert lines.to_json()["lines"]["missing"] == []
    assert lines.to_json()["items"]["missing"] == []
    assert touched.passages() == {"play", "take", "stop"}
    assert lines.passages["take"] > lines.passages["stop"] > 0


def test_what_belongs_to_another_reading_is_not_missed() -> None:
    lines, _ = line_coverage.of_play(ludex.load("nim"), Plan(games=5))
    assert lines.to_json()["lines"]["missing"] == []


class Tags(HTMLParser):
    """The tags of a page, and whether all are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_shows_passages_by_how_often_they_were_played(folder: Path) -> None:
    text = heat_map.page(*line_coverage.of_play(ludex.load(folder), Plan(games=60)), "Sixty games.")
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert not {"script", "img", "link", "iframe"} & {tag for tag, _ in tags.seen}
    assert "http" not in text
    assert "Tiny &lt;Game&gt;" in text
    assert "&lt;b&gt;a card&lt;/b&gt;" in text
    sorts = {str(found["id"]): str(found["class"]) for tag, found in tags.seen if tag == "div" and "id" in found}
    assert sorts["colour"] == "p idle"
    assert re.fullmatch("p s[0-4]", sorts["take"])
    unplayed = heat_map.page(*ludex.scenario.run([folder], lines=True).looked[0], "One scenario.")
    assert 'class="p never" id="stop"' in unplayed
    assert "not covered" in unplayed


@pytest.mark.parametrize(("times", "most", "expected"), [(0, 1, 0), (1, 1, 0), (1, 10**6, 0), (10**6, 10**6, 4)])
def test_shades_go_from_seldom_to_often(times: int, most: int, expected: int) -> None:
    assert heat_map.shade(times, most) == expected


@pytest.mark.parametrize("name", ["nim", "kuhn_poker", "pig", "carving_up_china"])
def test_a_traced_program_is_well_formed_and_plays_the_same_game(name: str) -> None:
    game = ludex.load(name)
    program = game.program(game.players[0])
    tracing = traced(program)
    verify(tracing.program)
    plain, telling = Engine(program), Engine(tracing.program)
    trace = Trace()
    events: list[tuple[str, int, tuple[int, ...], tuple[int, ...], int]] = []
    one, other = plain.start(3), telling.start(3, events)
    for number in range(200):
        trace.add(events)
        events = []
        assert plain.over(one) == telling.over(other)
        if plain.over(one):
            break
        options = plain.options(one)
        assert telling.options(other) == options
        plain.choose(one, options[number % len(options)])
        telling.choose(other, options[number % len(options)], events)
    assert sum(trace.ran.values()) > 20
    fields = slice(3, 3 + sum(len(item.start) for item in program.fields.values()))
    assert one[fields] == other[fields]


def test_the_commands(folder: Path, tmp_path: Path, write: Callable[[str], Path]) -> None:
    page = tmp_path / "page.html"
    run = CliRunner().invoke(root, ["test", str(folder), "-v", "--html", str(page)])
    assert run.exit_code == 0
    assert "  not covered: tiny/game.yaml:24: nobody wins" in run.stdout
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    page.unlink()
    rules = folder / "game.yaml"
    before = rules.read_bytes()
    over = CliRunner().invoke(root, ["test", str(folder), "--html", str(rules)])
    assert (over.exit_code, rules.read_bytes()) == (2, before)
    assert "is there already, and is no page that Ludex wrote" in over.output
    run = CliRunner().invoke(root, ["check", str(folder), "--play", "20", "--coverage", "--html", str(page)])
    assert "lines: 4 of 4 covered" in run.stdout
    assert page.exists()
    as_json = CliRunner().invoke(
        root, ["check", str(folder), "--play", "20", "--coverage", "--format", "json"])
    assert json.loads(as_json.stdout)["version"] == 1
    alone = CliRunner().invoke(root, ["check", str(folder), "--coverage"])
    assert alone.exit_code == 2
    two = CliRunner().invoke(root, ["test", str(folder), "nim", "--html", str(page)])
    assert two.exit_code == 2
    assert "--html shows one rule set" in two.output
