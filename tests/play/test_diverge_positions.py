"""Readings told apart from the positions of scenarios: which are tried, that the records begin there, and the story."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import ludex
from ludex import diverge, record
from ludex.cli.main import root
from ludex.diverge import Budget, Divergence, NoDivergence
from ludex.scenario_starts import starts


@pytest.fixture(scope="module")
def nim() -> ludex.Game:
    return ludex.load("nim")


@pytest.fixture(scope="module")
def found(nim: ludex.Game) -> Divergence:
    found = diverge.diverge(nim, "last_match")
    assert isinstance(found, Divergence)
    return found


def test_both_are_told_where_the_one_from_a_position_is_shorter(found: Divergence) -> None:
    near = found.nearer
    assert near is not None
    assert (found.position, found.length) == (None, 6)
    assert (near.position, near.length, near.shortest) == ("scenario `the last match loses`", 2, True)
    assert any(line.startswith("From the start of the game: they part after 6 decisions") for line in found.story)
    assert any(line.startswith("From the position of scenario `the last match loses`: they part after 2 decisions")
               for line in found.story)
    assert "    matches: B 2" in found.story


def test_the_records_begin_at_the_position_under_either_reading(found: Divergence, tmp_path: Path) -> None:
    near = found.nearer
    assert near is not None
    for reading, text in near.records.items():
        match = ludex.replay(text)
        assert match.rulings["last_match"] == reading
        assert match.stated is not None
        assert match.stated.called == "scenario the last match loses"
        assert match.result is not None
    one, other = (json.loads(text.splitlines()[0])["given"] for text in near.records.values())
    assert one == other
    file = tmp_path / "near.jsonl"
    run = CliRunner().invoke(root, ["diverge", "nim", "last_match", "--record", str(file)])
    assert run.exit_code == 0
    assert ludex.replay(file).stated is not None
    replayed = CliRunner().invoke(root, ["replay", str(file)])
    assert replayed.exit_code == 0
    assert "verified: 2 decisions" in replayed.stdout


def test_only_from_positions(nim: ludex.Game) -> None:
    found = diverge.diverge(nim, "last_match", where="scenarios")
    assert isinstance(found, Divergence)
    assert found.position is not None
    assert found.nearer is None
    assert found.to_json()["from_position"] is None


def test_json_has_what_the_story_has(found: Divergence) -> None:
    data = json.loads(json.dumps(found.to_json()))
    assert data["parting"] == {"goal": ludex.load("nim").texts["goal"].text}
    assert data["differences"][0] == {"what": "the game", "wins": ["is over: P1 wins"], "loses": ["is over: P2 wins"]}
    assert [move.get("move") for move in data["moves"]][1:] == [
        "take from row A; 3", "take from row B; 4", "take from row C; 5"]
    assert data["then"]["loses"] == [{"text": "P2 wins", "passage": "goal"}]
    assert data["from_position"]["length"] == 2
    assert data["from_position"]["given"] == ["matches: B 2"]
    assert set(data["records"]) == {"wins", "loses"}


def test_positions_about_the_ruling_come_first() -> None:
    carving = ludex.load("carving_up_china")
    places = list(starts(carving, "lead_must_bid"))
    about = ["lead_must_bid" in place.scenario.rulings for place in places]
    assert about[0]
    assert about == sorted(about, reverse=True)
    assert {place.players for place in starts(carving, "lead_must_bid", 4)} == {4}


def test_a_game_that_must_run_to_its_end_is_short_from_a_position() -> None:
    carving = ludex.load("carving_up_china")
    found = diverge.diverge(carving, "end_check", budget=Budget(positions=100, games=1, tries=5), where="scenarios")
    assert isinstance(found, Divergence)
    assert (found.length, found.shortest) == (0, True)
    for reading, text in found.records.items():
        assert record.play_again(text).match.rulings["end_check"] == reading


def test_a_game_without_a_difference_names_the_positions_tried(write: Callable[[str], Path]) -> None:
    folder = write(_LONG)
    (folder / "scenarios").mkdir(exist_ok=True)
    (folder / "scenarios" / "one.yaml").write_text(
        _NEARLY.replace("STEPS", "10"), encoding="utf-8")
    game = ludex.load(folder)
    none = diverge.diverge(game, "last_word", budget=Budget(positions=20, games=1, work=300))
    assert isinstance(none, NoDivergence)
    assert none.scenarios == 1
    assert not none.proved
    assert "games from the positions of 1 scenario" in none.lines[1]
    (folder / "scenarios" / "one.yaml").write_text(
        _NEARLY.replace("STEPS", "899"), encoding="utf-8")
    found = diverge.diverge(ludex.load(folder), "last_word", budget=Budget(positions=20, games=1, work=300))
    assert isinstance(found, Divergence)
    assert (found.position, found.length) == ("scenario `nearly there`", 1)
    assert found.start is not None
    assert not found.start.proved
    assert found.to_json()["none_within"] == found.start.none_within()
    assert any("No game from the start was found" in line for line in found.story)


@pytest.mark.parametrize(("change", "message"), [
    ({"begin": "dinner"}, "play cannot begin with 'dinner'"),
    ({"begin": 3}, "says with which part of the game play begins"),
    ({"fields": {}}, "there is no `"),
    ({"fields": []}, "it has the keys begin, called, fields"),
    ({"called": None}, "it has the keys begin, called, fields"),
    ({"more": 1}, "it has the keys begin, called, fields"),
    ({"called": "another"}, None),
])
def test_a_stated_position_that_is_none(found: Divergence, change: dict[str, object], message: str | None) -> None:
    assert found.nearer is not None
    head, *rest = found.nearer.record.splitlines()
    data = json.loads(head)
    data["given"] |= change
    text = "\n".join([json.dumps(data), *rest]) + "\n"
    if message is None:
        assert ludex.replay(text).stated is not None
        return
    with pytest.raises(record.BadRecord, match="line 1"):
        ludex.replay(text)
    try:
        ludex.replay(text)
    except record.BadRecord as wrong:
        assert message in str(wrong)


@pytest.mark.parametrize("value", [7, None, {"A": 1}, {"A": 99, "B": 1, "C": 1}, {"A": True, "B": 1, "C": 1}, "ABC"])
def test_contents_that_a_field_cannot_have(found: Divergence, value: object) -> None:
    assert found.nearer is not None
    head, *rest = found.nearer.record.splitlines()
    data = json.loads(head)
    data["given"]["fields"]["matches"] = value
    with pytest.raises(record.BadRecord, match="line 1: the stated position does not fit the game"):
        ludex.replay("\n".join([json.dumps(data), *rest]) + "\n")


def test_a_match_from_a_position_can_be_kept_and_taken_up(found: Divergence, nim: ludex.Game) -> None:
    assert found.nearer is not None
    text = found.nearer.record
    match = ludex.replay(text, to=1)
    again = nim.restore(match.to_json())
    for each in (match, again):
        each.apply(each.decision.options[-1])  # type: ignore[union-attr]
    assert again.hash() == match.hash()
    taken_up = "".join(json.dumps(line) + "\n" for line in record.lines(nim.restore(match.to_json())))
    assert ludex.replay(taken_up).hash() == match.hash()
    data = json.loads(match.to_json())
    for wrong in ("dinner", 3, None, ["(round)"]):
        with pytest.raises(ludex.BadState):
            nim.restore(json.dumps({**data, "begin": wrong}))


_NEARLY = """
- scenario: nearly there
  source: end
  players: 2
  given: {at: play, steps: STEPS}
  expect: [decides: P1]
"""
_LONG = """
ludex: 1
game: tiny
title: Tiny
players: {least: 2, most: 2}
rounds: {phases: [play]}
variables: {steps: {type: 0 to 1000, seen by: all}}
phases: {play: {source: end, turns: {from: P1, actions: [step]}}}
actions:
  step:
    source: end
    do: |
      add 1 to steps
      if steps is 900:
          if ruling last_word is first:
              you wins
          otherwise:
              player after you wins
rulings:
  last_word:
    question: Who wins?
    source: end
    kind: gap
    readings: {first: {means: This one.}, other: {means: The next one.}}
    choice: first
    because: Somebody must.
"""
