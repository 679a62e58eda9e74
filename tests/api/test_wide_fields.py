"""A field with a cell for every space of a large board is shown, and written, by what has changed in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludex

GAME = """\
ludex: 1
game: stones
title: Stones
players: {least: 2, most: 2}
boards:
  field: {grid: squares, columns: 12, rows: 12}
variables:
  height: {type: 0 to 3, each: space, seen by: all}
  secret: {type: 0 to 3, each: space, seen by: nobody}
rounds: {phases: [play]}
phases:
  play: {turns: {from: P1, actions: [build]}}
actions:
  build:
    choose: space from spaces where height of space < 3
    do: |
      add 1 to height of space
      add 1 to secret of space
"""


@pytest.fixture
def match(tmp_path: Path) -> ludex.Match:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    match = ludex.load(tmp_path).start(players=2)
    match.apply("build c4")
    match.apply("build l12")
    return match


def test_a_view_has_what_is_not_as_at_the_start(match: ludex.Match) -> None:
    assert match.view(1)["state"]["height"] == {"c4": 1, "l12": 1}
    assert "secret" not in match.view(1)["state"]


def test_a_state_is_read_back_from_what_is_written(match: ludex.Match) -> None:
    text = match.to_json()
    assert json.loads(text)["fields"]["secret"] == {"c4": 1, "l12": 1}
    again = match.game.restore(text)
    assert again.to_json() == text
    assert again.view(None) == match.view(None)


@pytest.mark.parametrize("cells", [{"c4": 1, "z9": 1}, {"c4": 9}, {"c4": "many"}, {"c4": 1, "l12": 1, "a1": 0}])
def test_what_was_not_written_by_us_is_refused(match: ludex.Match, cells: dict[str, object]) -> None:
    data = json.loads(match.to_json())
    data["fields"]["secret"] = cells
    with pytest.raises(ludex.BadState):
        match.game.restore(json.dumps(data))
