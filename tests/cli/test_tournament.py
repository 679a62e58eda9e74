"""`ludex tournament`: the ranking as text and as a document, and wrong use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from steps_game import cache_apart

from ludex.simulate.stopping import Stop

COMMAND = ("tournament", "connect_four", "-n", "12", "--seed", "7", "--agents", "random,mcts:40,greedy:1")


@pytest.fixture(autouse=True, scope="module")
def own_cache() -> Iterator[None]:
    with cache_apart():
        yield


def test_the_ranking_in_lines(run) -> None:
    done = run(*COMMAND)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Connect Four: 12 games, 2 players at a table, seed 7: 6 line-ups, 2 games each"
    assert [line.split()[:2] for line in lines[3:]] == [["1", "mcts:40"], ["2", "greedy:1"], ["3", "random"]]


def test_the_document(run) -> None:
    document = run(*COMMAND, "--format", "json").document
    assert (document["version"], document["game"], document["games"]) == (1, "connect_four", 12)
    assert [each["name"] for each in document["contestants"]] == ["mcts:40", "greedy:1", "random"]
    assert all(each["games"] == 8 and each["low"] <= each["rate"] <= each["high"] for each in document["contestants"])


def test_who_stops_it_is_told_what_is_left(run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here somebody has pressed Ctrl-C before the first game."""
    def at_once(stop: Stop) -> Stop:
        stop.ask()
        return stop

    monkeypatch.setattr(Stop, "__enter__", at_once)
    command = ("tournament", "kuhn_poker", "-n", "120", "--seed", "7", "--agents", "random,random,random,greedy:1,flat:3")
    done = run(*command)
    assert done.code == 2
    assert "stopped after 0 of 120 games" in done.err
    lines = done.out.splitlines()
    left = lines[lines.index("line-ups that have not played all their games:") + 1:]
    assert (left[0], left[-1], len(left)) == ("  random #1, random #2: 0 of 6", "  and 8 more", 13)
    assert len(run(*command, "--format", "json").document["left"]) == 20


@pytest.mark.parametrize(("arguments", "says"), [
    (("--agents", "random"), "a table of 2 needs at least 2 contestants"),
    (("--agents", "random,mtcs"), "did you mean 'mcts'?"), ((), "Missing option '--agents'"),
    (("--agents", "random,random", "--players", "7"), "Nim is for 2 players"),
    (("--agents", "random,random", "-n", "0"), "0 is not in the range"),
])
def test_wrong_use(run, arguments: tuple[str, ...], says: str) -> None:
    done = run("tournament", "nim", *arguments)
    assert done.code == 2
    assert says in done.err and "Traceback" not in done.err
