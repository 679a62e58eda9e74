"""`ludex play` and `ludex replay`: games of programs and of people, recorded, left, resumed and verified."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

import ludex
from ludex.agents import Agents

CARVING = ("play", "carving_up_china", "--players", "4", "--seed", "7")


def test_bots_play_a_whole_game(run) -> None:
    done = run(*CARVING)
    assert done.code == 0
    assert done.err == ""
    lines = done.out.splitlines()
    assert lines[0] == "Carving Up China: 4 players, seed 7"
    assert len(lines) > 100
    assert "The game ended by: " in done.out
    told = [line for line in lines if line.endswith("]")]
    assert len(told) > 100
    assert not [line for line in told if "[None]" in line]


def test_the_same_seed_gives_the_same_game(run, shell) -> None:
    first = run(*CARVING).out
    assert run(*CARVING).out == first
    for hash_seed in ("0", "1", "random"):
        assert shell(*CARVING, PYTHONHASHSEED=hash_seed).out == first
    assert run(*CARVING[:-1], "8").out != first


def test_json(run) -> None:
    done = run(*CARVING, "--format", "json")
    assert done.code == 0
    document = done.document
    assert set(document) >= {"game", "players", "seed", "rulings", "decisions", "events", "result", "hash"}
    assert (document["game"], document["players"], document["seed"]) == ("carving_up_china", 4, 7)
    game = ludex.load("carving_up_china")
    assert document["rulings"] == {name: ruling.choice for name, ruling in game.rulings.items()}
    result = document["result"]
    assert set(result["scores"]) == {"P1", "P2", "P3", "P4"}
    assert sorted(seat for place in result["ranking"] for seat in place) == ["P1", "P2", "P3", "P4"]
    assert result["ranking"][0] == result["winners"]
    assert result["ended_by"]
    assert all(event["text"] and "rule" in event and "passage" in event for event in document["events"])
    assert {decision["seat"] for decision in document["decisions"]} == {"P1", "P2", "P3", "P4"}


def test_text_and_json_tell_the_same_game(run) -> None:
    text, document = run(*CARVING).out, run(*CARVING, "--format", "json").document
    for event in document["events"]:
        assert event["text"] in text
    for seat, score in document["result"]["scores"].items():
        assert f"  {seat}: {score}\n" in text


def test_a_seed_is_chosen_and_named(run) -> None:
    document = run("play", "pig", "--format", "json").document
    again = run("play", "pig", "--seed", str(document["seed"]), "--format", "json").document
    assert again == document


def test_another_reading_is_said(run) -> None:
    game = ludex.load("carving_up_china")
    name, ruling = next(iter(game.rulings.items()))
    other = next(reading for reading in ruling.readings if reading != ruling.choice)
    done = run(*CARVING, "--ruling", f"{name}={other}")
    assert f"by another reading: {name} is {other}" in done.out
    assert run(*CARVING, "--ruling", f"{name}={other}", "--format", "json").document["rulings"][name] == other


def test_wrong_start(run) -> None:
    for arguments, says in [
        (("--players", "9"), "9"),
        (("--ruling", "no_such_ruling=x"), "no_such_ruling"),
    ]:
        done = run("play", "carving_up_china", *arguments)
        assert done.code == 2
        assert says in done.err


def test_a_person_plays_against_a_search(run) -> None:
    """The person takes the left column from below; the search has to see where that leads."""
    done = run("play", "connect_four", "--seed", "3", "--seat", "1=human", "--seat", "2=mcts:100", "--no-board",
               stdin="1\n1\n1\n1\n1\n1\n" + "2\n" * 20)
    assert done.code == 0
    assert "P2 wins" in done.out


@pytest.mark.parametrize(("kind", "says"), [
    ("gredy", "there is no agent 'gredy'; there is human, random, greedy, flat and mcts; did you mean 'greedy'?"),
    ("humam", "did you mean 'human'?"), ("human:2", "did you mean 'human'?"),
    ("mcts:0", "'mcts:0' wants a number from 1 to 10,000,000 behind the colon: iterations a decision"),
    ("random:3", "'random' takes no number"),
])
def test_a_seat_for_nobody(run, kind: str, says: str) -> None:
    done = run("play", "pig", "--seat", f"2={kind}")
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    if not kind.startswith("hum"):
        [named] = [line.partition("; there is")[0] for line in run("simulate", "pig", "--agents", kind).err.splitlines()]
        assert named in done.err


def test_what_goes_on_from_a_record_follows_from_it(run, tmp_path: Path) -> None:
    """Streams of its own, which the seed and the number of decisions give, and not those that the game began with."""
    def resumed(seed: int, decisions: int, name: str) -> list[str]:
        file = tmp_path / name
        run("play", "pig", "--seed", seed, "--limit", decisions, "--record", file)
        document = run("play", "--resume", file, "--seat", "1=random", "--format", "json").document
        return [each["words"] for each in document["decisions"]]

    whole = [each["words"] for each in run("play", "pig", "--seed", "2", "--format", "json").document["decisions"]]
    first = resumed(2, 4, "first")
    assert first[:4] == whole[:4]
    assert first != whole
    assert resumed(2, 4, "again") == first
    assert resumed(2, 5, "later")[5:] != first[5:]


def test_a_game_that_does_not_end_is_given_up(run) -> None:
    done = run("play", "carving_up_china", "--seed", "1", "--limit", "5")
    assert done.code == 1
    assert "the game was not over after 5 decisions" in done.err
    document = run("play", "carving_up_china", "--seed", "1", "--limit", "5", "--format", "json").document
    assert document["result"] is None
    assert len(document["decisions"]) == 5


def test_a_person_plays_a_whole_game(run, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = itertools.cycle(["1", "2", "1", "3"])
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        assert len(asked) < 2000
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    done = run("play", "carving_up_china", "--players", "3", "--seed", "2", "--seat", "2=human")
    assert done.code == 0
    assert set(asked) == {"P2> "}
    assert "The game ended by: " in done.out
    assert "hand" in done.out


def test_a_person_sees_nothing_that_is_not_theirs(run) -> None:
    """With one person at the table, events are told as that seat may know them, and in no other way."""
    arguments = ("play", "carving_up_china", "--players", "3", "--seed", "4", "--seat", "1=human")
    done = run(*arguments, stdin="1\n" * 40)
    match = ludex.load("carving_up_china").start(players=3, seed=4)
    agents = Agents(match)
    answers = 0
    while match.decision is not None and answers < 40:
        seat = match.decision.player
        answers += seat == 0
        match.apply(0 if seat == 0 else agents.choose(match))
    lines = {line.partition("  [")[0] for line in done.out.splitlines()}
    open_lines = {event.told_to(0) for event in match.events} - {""}
    secret = {event.text for event in match.events} - open_lines
    assert len(secret) > 10
    assert open_lines <= lines
    assert not secret & lines


def test_the_end_of_the_input_is_no_error(run, tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    done = run("play", "pig", "--seed", "1", "--seat", "1=human", "--record", record, stdin="1\n")
    assert done.code == 0
    assert "the input has ended; the game is not over" in done.out
    assert f"the game is in {record}" in done.out
    assert record.is_file()


def test_left_and_resumed(run, tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    run("play", "pig", "--seed", "1", "--seat", "1=human", "--record", record, stdin="1\nquit\n")
    begun = record.read_text(encoding="utf-8")
    done = run("play", "--resume", record, "--seat", "P1=human", stdin="1\n")
    assert done.code == 0
    assert "Pig: 2 players, seed 1" in done.out
    assert len(record.read_text(encoding="utf-8")) > len(begun)
    done = run("play", "--resume", record)
    assert done.code == 2
    assert "who plays on?" in done.err
    done = run("play", "--resume", record, "--seat", "1=random")
    assert done.code == 0
    assert "The game ended by: " in done.out
    assert "verified" in run("replay", record).out


def test_record_and_replay(run, tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    played = run(*CARVING, "--record", record, "--format", "json").document
    done = run("replay", record, "--format", "json")
    assert done.code == 0
    document = done.document
    assert document.pop("verified") is True
    assert document == played
    text = run("replay", record)
    assert text.code == 0
    assert f"verified: {len(played['decisions'])} decisions, as recorded" in text.out


def test_replay_stops_where_asked(run, tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    run(*CARVING, "--record", record)
    done = run("replay", record, "--to", "3")
    assert done.code == 0
    assert "verified: 3 decisions" in done.out
    assert " decides: " in done.out
    assert len(run("replay", record, "--to", "3", "--format", "json").document["decisions"]) == 3


@pytest.mark.parametrize(
    "text", ["", "not json\n", "{}\n", "[1]\n", '{"game": "no_such_game"}\n', "\x00\xff"]
)
def test_a_file_that_is_no_record(run, tmp_path: Path, text: str) -> None:
    record = tmp_path / "game.record"
    record.write_bytes(text.encode("latin-1"))
    for command in (["replay", record], ["play", "--resume", record]):
        done = run(*command)
        assert done.code == 1
        assert "Error: " in done.err
        assert "went wrong inside" not in done.err


def test_a_record_that_no_longer_fits(run, tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    run(*CARVING, "--record", record)
    lines = record.read_text(encoding="utf-8").splitlines()
    del lines[1]
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run("replay", record, "--format", "json")
    assert done.code == 1
    assert done.document["verified"] is False
    assert done.document["message"]
    assert str(record) in done.err
    assert json.loads(done.out)["record"] == str(record)
