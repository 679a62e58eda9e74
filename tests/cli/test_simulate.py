"""`ludex simulate`: the summary as text and as a document, conditions, ends before the end, wrong use."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow.parquet
import pytest
from steps_game import cache_apart, written

from ludex.cli.simulating import needed
from ludex.ir.contract import Engine, Option, State
from ludex.simulate.agents import Tree
from ludex.simulate.rows import Row
from ludex.simulate.tally import Tally

NIM = ("simulate", "nim", "--seed", "7")


@pytest.fixture(autouse=True, scope="module")
def own_cache() -> Iterator[None]:
    with cache_apart():
        yield


def test_the_summary_in_lines(run) -> None:
    done = run("simulate", "pig", "-n", "200", "--players", "3", "--seed", "7", "--parameter", "target=20")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Pig: 200 games, 3 players (all random), seed 7"
    assert [line.split()[0] for line in lines[3:6]] == ["P1", "P2", "P3"]
    assert any(line.startswith("length in decisions: ") for line in lines)
    assert lines[-1].startswith("native, ")


def test_the_document(run) -> None:
    done = run(*NIM, "-n", "300", "--format", "json", "--workers", "2", "--expect", "games == 300")
    assert (done.code, done.err) == (0, "")
    document = done.document
    assert set(document) >= {"game", "players", "seed", "games", "backend", "workers", "seconds", "cpu_seconds",
                             "decisions", "playouts_per_second", "decisions_per_second", "seats", "length", "ties",
                             "ended_by"}
    assert (document["game"], document["players"], document["seed"], document["games"]) == ("nim", 2, 7, 300)
    assert set(document["seats"][0]) >= {"seat", "wins", "rate", "low", "high"}
    assert set(document["length"]) >= {"mean", "median", "min", "max"}
    assert sum(seat["wins"] for seat in document["seats"]) == 300
    assert document["expect"] == [{"condition": "games == 300", "met": True, "figures": {"games": 300}}]


def test_agents_think_once(run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where some games are looked at closely, and their decisions written down."""
    asked = []
    choose = Tree.choose

    def counted(self: Tree, engine: Engine, state: State, options: Sequence[Option]) -> int:
        asked.append(len(options))
        return choose(self, engine, state, options)

    monkeypatch.setattr(Tree, "choose", counted)
    document = run(*NIM, "-n", "6", "--agents", "mcts:3", "--detail", "--workers", "1", "--format", "json").document
    assert document["detail"]["decisions"] == document["decisions"] == len(asked) > 0


def test_one_worker_or_three_either_engine(run) -> None:
    found = []
    for more in (("--workers", "1"), ("--workers", "3"), ("--workers", "1", "--backend", "python")):
        document = run(*NIM, "-n", "120", "--format", "json", *more).document
        for passing in ("workers", "seconds", "cpu_seconds", "playouts_per_second", "decisions_per_second", "backend"):
            del document[passing]
        found.append(document)
    assert found[0] == found[1] == found[2]


def test_what_is_expected(run) -> None:
    done = run(*NIM, "-n", "100", "--expect", "seat_advantage < 0.9", "--expect", "ties > 0")
    assert done.code == 1
    assert "expected seat_advantage < 0.9: holds (seat_advantage is " in done.out
    assert "expected ties > 0: DOES NOT HOLD (ties is 0)" in done.out
    assert run(*NIM, "-n", "100", "--expect", "ended_by['settle the game'] == games").code == 0
    assert [each["met"] for each in run(*NIM, "-n", "9", "--expect", "ties > 0", "--format", "json").document["expect"]
            ] == [False]


def test_until(run) -> None:
    done = run("simulate", "kuhn_poker", "--seed", "1", "--until", "0.05", "--format", "json")
    assert done.code == 0
    assert done.document["why"] == "until" and done.document["half_width"] <= 0.05
    assert 100 < done.document["games"] < 1000
    still = run("simulate", "kuhn_poker", "--seed", "1", "-n", "100", "--until", "0.05")
    assert still.code == 0 and "the widest interval is still ± 0.0" in still.out


def test_games_without_an_answer(run, tmp_path: Path) -> None:
    folder = written(tmp_path)
    done = run("simulate", folder, "-n", "200", "--seed", "1")
    assert done.code == 1
    assert done.err.startswith("Error: the rules left ") and " of 200 games without an answer" in done.err
    assert "without an answer: " in done.out and "(rule `go on`, " in done.out
    document = run("simulate", folder, "-n", "200", "--seed", "1", "--format", "json").document
    assert document["error"]["kind"] == "fault" and document["faults"][0]["games"] == document["endings"]["fault"]
    short = run("simulate", folder, "-n", "200", "--seed", "1", "--limit", "1")
    assert short.code == 0 and "given up after 1 decisions: " in short.out


def test_no_game_that_ends(run) -> None:
    done = run("simulate", "pig", "-n", "5", "--limit", "1", "--seed", "1", "--expect", "P1.rate > 0")
    assert done.code == 1
    assert "no game came to its end" in done.out
    assert "expected P1.rate > 0: DOES NOT HOLD (there is no P1.rate, as nothing was counted for it)" in done.out
    until = run("simulate", "pig", "-n", "5", "--limit", "1", "--seed", "1", "--until", "0.01")
    assert until.code == 0 and "the widest interval" not in until.out


@pytest.mark.parametrize(("arguments", "says"), [
    (("--expect", "seat_advantag < 1"), "--expect: there is no figure `seat_advantag`; did you mean `seat_advantage`?"),
    (("--expect", "seat_advantage"), "--expect: `seat_advantage` is a number"),
    (("--agents", "random,greed"), "there is no agent 'greed'; there is random,"),
    (("--agents", "random,random,random"), "agents are named once for all seats, or one for each of 2"),
    (("--players", "5"), "Nim is for 2 players"), (("--ruling", "x=y"), "there is no ruling `x`"),
    (("--ruling", "x"), "--ruling wants NAME=VALUE"), (("-n", "0"), "0 is not in the range"),
    (("--until", "0"), "--until"), (("--until", "x"), "is not a valid float"), (("--workers", "0"), "--workers"),
    (("--backend", "steam"), "'steam' is not one of"), (("--seed", "x"), "is not a valid integer"),
    (("--out", ""), "--out: "), (("--out", "no/such/folder/x"), "--out: 'no/such/folder/x' cannot be written"),
])
def test_wrong_use(run, arguments: tuple[str, ...], says: str) -> None:
    done = run("simulate", "nim", *arguments)
    assert done.code == 2
    assert says in done.err and "Traceback" not in done.err
    document = run("simulate", "nim", *arguments, "--format", "json").document
    assert document["error"]["kind"] in ("usage", "file") and says in document["error"]["message"]


def test_rows_are_kept(run, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    assert run(*NIM, "-n", "50", "--out", path, "--ruling", "last_match=loses").code == 0
    table = pyarrow.parquet.read_table(path)
    assert table.num_rows == 50
    assert json.loads(table.column("rulings")[0].as_py()) == {"last_match": "loses"}
    assert table.column("game_name")[0].as_py() == "nim"
    assert run(*NIM, "-n", "20", "--out", path).code == 0
    assert pyarrow.parquet.read_table(path).num_rows == 20


def test_what_is_there_and_no_simulation_stays(run, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary")
    done = run(*NIM, "-n", "5", "--out", path)
    assert done.code == 2 and "is there already, and is no simulation that Ludex wrote" in done.err
    assert path.read_text() == "Dear diary"
    assert "is a directory" in run(*NIM, "-n", "5", "--out", tmp_path).err.lower()


def test_without_pyarrow(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = run(*NIM, "-n", "5", "--out", tmp_path / "x.parquet")
    assert done.code == 2 and "pip install 'ludex[reports]'" in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_closer_look(run) -> None:
    done = run(*NIM, "-n", "60", "--sample", "20", "--format", "json")
    assert (done.code, done.err) == (0, "")
    detail = done.document["detail"]
    assert (done.document["games"], detail["games"]) == (60, 20)
    lines = run(*NIM, "-n", "60", "--detail").out.splitlines()
    assert any(line.startswith("a closer look at the first 60 games, with ") for line in lines)
    assert "detail" not in run(*NIM, "-n", "60", "--format", "json").document


def test_decisions_are_kept(run, tmp_path: Path) -> None:
    """All of them, if nobody says of how many games."""
    path, games = tmp_path / "decisions.parquet", tmp_path / "games.parquet"
    done = run(*NIM, "-n", "40", "--decisions", path, "--out", games, "--format", "json")
    assert done.code == 0 and "detail" not in done.document
    table = pyarrow.parquet.read_table(path)
    assert table.num_rows == done.document["decisions"]
    assert Counter(table.column("game").to_pylist()) == dict(enumerate(pyarrow.parquet.read_table(games).column("decisions").to_pylist()))
    other = tmp_path / "other.parquet"
    assert run(*NIM, "-n", "40", "--decisions", other, "--backend", "python", "--workers", "3").code == 0
    assert pyarrow.parquet.read_table(other).to_pylist() == table.to_pylist()
    assert run(*NIM, "-n", "40", "--sample", "3", "--decisions", path).code == 0
    assert set(pyarrow.parquet.read_table(path).column("game").to_pylist()) == {0, 1, 2}


def test_decisions_that_cannot_be_kept(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run(*NIM, "-n", "5", "--decisions", tmp_path / "no" / "x.parquet")
    assert done.code == 2 and "--decisions: " in done.err and "cannot be written" in done.err
    both = run(*NIM, "-n", "5", "--decisions", tmp_path / "x", "--out", tmp_path / "x")
    assert both.code == 2 and "cannot go into one file" in both.err
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = run(*NIM, "-n", "5", "--decisions", tmp_path / "x.parquet")
    assert done.code == 2 and "pip install 'ludex[reports]'" in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_report(run, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    done = run(*NIM, "-n", "60", "--report", path, "--format", "json", "--expect", "ties > 0")
    assert done.code == 1 and done.document["detail"]["games"] == 60
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>") and "does not hold" in text and "60 games" in text
    assert run(*NIM, "-n", "20", "--report", path).code == 0
    assert "20 games" in path.read_text(encoding="utf-8")


def test_reports_that_cannot_be_written(run, tmp_path: Path) -> None:
    diary = tmp_path / "diary.html"
    diary.write_text("Dear diary")
    for where, says in ((diary, "is no report that Ludex wrote"), (tmp_path, "it is a folder"), (tmp_path / "no" / "x", "no such folder")):
        done = run(*NIM, "-n", "5", "--report", where)
        assert done.code == 2 and says in done.err and "Traceback" not in done.err
    assert diary.read_text() == "Dear diary"


def begun(out: Path, *more: str) -> subprocess.Popen[str]:
    """A simulation of far too many games, that plays already; a file of its rows is to be written."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ludex", "simulate", "--seed", "7", "--format", "json", "--out", out, *more],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    since = time.monotonic()
    while not list(out.parent.glob("*.part")):
        assert process.poll() is None and time.monotonic() - since < 100
        time.sleep(0.05)
    time.sleep(1)
    return process


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_tells_what_is_done(tmp_path: Path, workers: str, how: signal.Signals) -> None:
    """As in a terminal, where the signal goes to every process of the command, and as `timeout` ends a command."""
    path = tmp_path / "games.parquet"
    process = begun(path, "nim", "-n", "100000000", "--workers", workers, "--backend", "python")
    if how == signal.SIGINT:
        os.killpg(process.pid, how)
    else:
        process.send_signal(how)
    out, err = process.communicate(timeout=100)
    document = json.loads(out)
    assert process.returncode == 2
    assert document["why"] == "stopped" and document["error"]["kind"] == "stopped"
    assert err == f"Error: stopped after {document['games']} of 100000000 games\n"
    assert document["games"] > 0
    assert pyarrow.parquet.read_table(path).num_rows == document["games"]
    assert [each.name for each in tmp_path.iterdir()] == ["games.parquet"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_nobody_waits_for_who_thinks_and_what_was_there_stays(run, tmp_path: Path, workers: str) -> None:
    """A game would take hours; nothing is played, so there is nothing for which an older file should go."""
    path, report = tmp_path / "games.parquet", tmp_path / "report.html"
    assert run(*NIM, "-n", "20", "--out", path, "--report", report).code == 0
    process = begun(path, "connect_four", "-n", "100", "--workers", workers, "--agents", "mcts:1000000", "--report", report)
    os.killpg(process.pid, signal.SIGINT)
    out, _err = process.communicate(timeout=60)
    assert (process.returncode, json.loads(out)["games"]) == (2, 0)
    assert pyarrow.parquet.read_table(path).num_rows == 20 and "20 games" in report.read_text(encoding="utf-8")
    assert {each.name for each in tmp_path.iterdir()} == {"games.parquet", "report.html"}


def test_workers_do_not_outlive_who_wants_their_games(tmp_path: Path) -> None:
    """They have the same output, which ends when all of them have ended."""
    process = begun(tmp_path / "games.parquet", "nim", "-n", "100000000", "--workers", "2", "--backend", "python")
    time.sleep(2)
    process.kill()
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL


def test_files_that_are_in_the_way_of_each_other(run, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / ".." / tmp_path.name / "one"
    for first, second in (("--out", "--decisions"), ("--out", "--report"), ("--decisions", "--report")):
        done = run(*NIM, "-n", "5", first, one, second, other)
        assert done.code == 2 and f"is what {first} writes" in done.err
    assert not one.exists()


@pytest.mark.parametrize("option", ["--out", "--decisions"])
def test_nobody_waits_for_a_pipe(tmp_path: Path, option: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = subprocess.run([sys.executable, "-m", "ludex", *NIM, "-n", "5", option, pipe], capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.returncode == 2 and "is there already" in done.stderr


def test_a_folder_that_is_not_there_is_told_in_few_words(run, tmp_path: Path) -> None:
    done = run(*NIM, "-n", "5", "--out", tmp_path / "no" / "games.parquet")
    assert (done.code, done.err.rpartition(": ")[2]) == (2, "no such file or directory\n")


def test_a_report_that_cannot_be_written_leaves_the_summary(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object, **_more: object) -> int:
        raise OSError(28, "No space left on device")

    for command in (NIM, ("impact", "nim", "--seed", "7")):
        monkeypatch.setattr(Path, "write_text", full)
        done = run(*command, "-n", "5", "--report", tmp_path / "report.html")
        assert done.code == 2 and "no space left on device" in done.err
        assert done.out.startswith("Nim: 5 games")


def test_widths_that_are_none_and_widths_beyond_all_games(run) -> None:
    done = run(*NIM, "-n", "200", "--until", "nan")
    assert done.code == 2 and "a number between 0 and 1" in done.err and "inside Ludex" not in done.err
    assert run(*NIM, "-n", "200", "--until", "1e-300").code == 0


def test_how_many_games_it_will_take() -> None:
    tally = Tally(2)
    for number in range(100):
        tally.add(Row(number, "over", 5, "done", (number % 2,)))
    assert needed(tally, 500, None) == 500
    assert needed(tally, 1_000_000, tally.half_width / 2) == 400
    assert needed(tally, 300, tally.half_width / 2) == 300
    assert needed(tally, 300, 0.5) == 100
    assert needed(tally, 300, 1e-300) == 300
    assert needed(Tally(2), 300, 0.5) == 300
