"""The ways through a typed game come everywhere: held against whatever its fields hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from example_runs import write_example

import ludex
from ludex import rules
from ludex.dsl import pieces, typed
from ludex.dsl.source import Span

#: What the bundled games do not use, or not in one place.
MORE = """\
rounds: {phases: [talk], source: end}
variables:
  stakes: {type: 0 to 9, each: player, starts: {P1: 1, P2: 2}, seen by: all, source: pot}
values:
  height: {is: 1, modifiers: {more: {when: open, add: count of leaders, source: pot}}, source: pot}
zones:
  second deck: {of: card, order: shuffled, when empty: shuffle discard into second deck, when short: draw fewer, source: deck}
phases:
  talk:
    source: play
    when: pot > height
    do: draw 1 from second deck to hand of starter
    turns: {from: starter, among: leaders, until: pot > 7, next: player after you, actions: [ask], do: add 1 to pot}
    finish: do pay with starter
actions:
  ask: {when: open, choose: [card from hand], where: rank of card > 1, do: move card to discard, source: play}
procedures:
  pay: {with: {who: player}, do: add 1 to stakes of who, source: play}
triggers:
  second showdown: {at: showdown, when: pot > 3, do: set open to no, source: play}
invariants:
  few: {holds: pot <= 100, source: pot}
scoring: {score: points, then: [stakes], ties: shared, source: end}
"""


def found(node: object) -> Iterator[object]:
    """All lines and expressions that anything holds, by nothing but its fields."""
    if isinstance(node, typed.Line | typed.Typed):
        yield node
    if isinstance(node, dict):
        for value in node.values():
            yield from found(value)
    elif isinstance(node, tuple):
        for value in node:
            yield from found(value)
    elif is_dataclass(node) and not isinstance(node, type | Span | typed.Symbol | typed.Local):
        for field in fields(node):
            yield from found(getattr(node, field.name))


def missed(game: typed.Game) -> list[object]:
    """What the ways through a game do not come to."""
    seen = {id(line) for line in pieces.all_lines(game)} | {id(part) for part in pieces.expressions(game)}
    return [node for field in fields(game) for node in found(getattr(game, field.name)) if id(node) not in seen]


@pytest.mark.parametrize("name", ["carving_up_china", "battle_sheep", "draughts", "hearts", "greater_china"])
def test_all_of_a_game_is_come_to(name: str) -> None:
    assert missed(ludex.load(rules.catalogue()[name]).typed) == []


def test_all_of_a_game_that_has_everything_is_come_to(tmp_path: Path) -> None:
    game = ludex.load(write_example(tmp_path / "example_game", MORE)).typed
    assert missed(game) == []
    held = {field.name for field in fields(game) if next(found(getattr(game, field.name)), None) is not None}
    assert held == {"starts", "when_empty", "functions", "setup", "phases", "actions", "procedures", "triggers", "ends",
                    "scoring", "invariants"}


def test_each_line_says_what_it_runs(tmp_path: Path) -> None:
    game = ludex.load(write_example(tmp_path / "example_game", MORE)).typed
    assert {run for line in pieces.all_lines(game) for run in pieces.runs(line)} == {
        ("refill", "second deck"), ("procedure", "pay"), ("procedure", "refill")}
