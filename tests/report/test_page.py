"""The page about a simulation: whole, closed off, escaped, and with the numbers of the summary."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from read_page import Node, outside, read

import ludex
from ludex import simulation
from ludex.cli.reporting import played
from ludex.detail.closely import closely
from ludex.report.page import MARK
from ludex.report.scales import number, percent
from ludex.report.simulation import page
from ludex.simulation import simulate

UGLY = """
ludex: 1
game: ugly
title: "<script>alert('x')</script> & more"
about: "Nobody <b>dares</b> to say \\"it\\"."
players: {least: 2, most: 2}
components:
  card:
    items:
      "<script>bad()</script>": {copies: 2}
      "Ace & <i>King</i>": {copies: 2}
zones:
  deck: {of: card, order: shuffled, seen by: nobody, starts with: all}
  hand: {of: card, each: player, seen by: owner}
rounds: {phases: [playing]}
phases:
  playing:
    turns: {from: P1, actions: [take, stop]}
actions:
  take: {when: deck is not empty, do: draw 1 from deck to hand}
  stop: {do: you wins}
"""


def report(game: ludex.Game, games: int, sample: int = 20, **more: Any) -> tuple[dict[str, Any], str]:
    """The summary, and the page about it."""
    setting = simulation.setting(game, seed=7, **more)
    found = simulate(setting, games)
    document = {"version": 1, **found.to_json(), "expect": []}
    if sample:
        document["detail"] = closely(setting, min(sample, games)).to_json()
    return document, page(document, played(found))


def whole(text: str) -> Node:
    return read(text.removeprefix("<!DOCTYPE html>"))


def section(text: str, id: str) -> Node:
    [found] = [each for each in whole(text).all("section") if each.attributes["id"] == id]
    return found


def cells(node: Node) -> list[list[str]]:
    """The rows of the first table."""
    return [[cell.text for cell in row.inside if isinstance(cell, Node)] for row in node.first("tbody").all("tr")]


@pytest.mark.parametrize(("name", "games", "sample"), [
    ("kuhn_poker", 300, 50), ("connect_four", 300, 50), ("carving_up_china", 200, 10), ("takenoko", 12, 3),
    ("an_infamous_traffic", 12, 4), ("pig", 1, 1), ("nim", 60, 0),
])
def test_pages_are_whole_and_closed_off(name: str, games: int, sample: int) -> None:
    document, text = report(ludex.load(name), games, sample)
    assert text.startswith("<!DOCTYPE html>\n<html") and MARK in text[:300]
    found = whole(text)
    assert outside(found, text) == []
    ids = [node.attributes["id"] for node in found.everything() if "id" in node.attributes]
    assert len(set(ids)) == len(ids)
    assert {link.attributes["href"][1:] for link in found.all("a")} <= set(ids)
    assert all(svg.attributes["aria-label"] for svg in found.all("svg"))
    assert len(list(found.all("svg", "roomy"))) == len(list(found.all("svg", "tight"))) >= 3
    assert ("looked at move by move" in text) == (sample > 0)
    shown = re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
    assert not re.search(r"\bNone\b|\bnan\b|\{|\}", shown)
    assert f"{document['games']:,} game" in found.first("header").text


def test_numbers_are_those_of_the_summary() -> None:
    document, text = report(ludex.load("carving_up_china"), 300, 10)
    assert cells(section(text, "seats")) == [
        [seat["seat"], f"{seat['wins']:,}", percent(seat["rate"]), f"{percent(seat['low'])} to {percent(seat['high'])}",
         str(seat["shared"]), number(seat["score"]["mean"])] for seat in document["seats"]]
    assert [row[1] for row in cells(section(text, "ends"))] == [f"{often:,}" for often in document["ended_by"].values()]
    detail = document["detail"]
    assert {row[0]: row[1] for row in cells(section(text, "actions"))} == {
        each["action"]: f"{each['taken']:,}" for each in detail["actions"]}
    assert {row[0]: row[3] for row in cells(section(text, "rules"))} == {
        each["rule"]: f"{each['games']:,}" for each in detail["rules"]}
    assert {row[0]: row[3] for row in cells(section(text, "items"))}["Invasion"] == next(
        f"{each['moved']:,}" for each in detail["items"] if each["name"] == "Invasion")
    assert document["rules"] in section(text, "played").text
    assert "ludex simulate carving_up_china -n 300 --players 3 --seed 7" in section(text, "played").text
    assert f"{document['seat_advantage'] * 100:.1f} pts" in section(text, "glance").text


def test_the_page_does_not_depend_on_the_engine() -> None:
    game = ludex.load("pig")
    assert report(game, 40, backend="native")[1] == report(game, 40, backend="python")[1]


def test_names_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "ugly").mkdir()
    (tmp_path / "ugly" / "game.yaml").write_text(UGLY, encoding="utf-8")
    _, text = report(ludex.load(tmp_path / "ugly"), 30)
    found = whole(text)
    assert outside(found, text) == [] and not [*found.all("i"), *found.all("b")]
    assert found.first("h1").text == "<script>alert('x')</script> & more"
    assert {row[0] for row in cells(section(text, "items"))} == {"<script>bad()</script>", "Ace & <i>King</i>"}


def test_what_was_never_used_is_called_out() -> None:
    _, text = report(ludex.load("connect_four"), 5)
    assert [mark.text for mark in section(text, "ends").all("div", "marks")] == ["Ends that never came aboutthe grid is full"]


def test_other_readings_and_parameters_are_told() -> None:
    _, text = report(ludex.load("nim"), 20, rulings={"last_match": "loses"})
    told = section(text, "played").text
    assert "--ruling last_match=loses" in told and "another reading" in told
    _, text = report(ludex.load("pig"), 20, parameters={"target": 20})
    assert "--parameter target=20" in section(text, "played").text


def test_games_without_an_answer_are_told(steps: ludex.Game) -> None:
    document, text = report(steps, 100)
    faults = document["endings"]["fault"]
    assert faults and section(text, "glance").first("ul").text.startswith(f"The rules left {faults} of 100 games without an answer.")
    assert str(document["faults"][0]["seed"]) in section(text, "ends").text


def test_no_game_that_ended() -> None:
    _, text = report(ludex.load("pig"), 5, limit=1)
    assert "No game came to its end" in section(text, "glance").text
    assert not {"seats", "length"} & {each.attributes["id"] for each in whole(text).all("section")}
