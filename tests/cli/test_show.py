"""Boards and pictures on the command line: `ludex show --svg`, and what `ludex play` draws, for whom and when."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ludex
from ludex.agents import Agents

DRAUGHT = ("play", "tic_tac_toe", "--seed", "1", "--seat", "2=human")
RULED = "  +---+---+---+\n"


def test_a_picture_is_printed_or_written(run, tmp_path: Path) -> None:
    done = run("show", "tic_tac_toe", "--svg")
    assert (done.code, done.err) == (0, "")
    assert ElementTree.fromstring(done.out).tag.endswith("svg")
    file = tmp_path / "board.svg"
    silent = run("show", "tic_tac_toe", "--svg", file)
    assert (silent.code, silent.out, silent.err) == (0, "", "")
    assert file.read_text(encoding="utf-8") == done.out


def test_a_picture_after_some_decisions_is_that_of_the_game_that_would_be_played(run) -> None:
    match = ludex.load("kuhn_poker").start(seed=3)
    agents = Agents(match)
    for _ in range(2):
        assert match.decision is not None
        match.apply(agents.choose(match))
    shown = run("show", "kuhn_poker", "--svg", "-", "--seed", "3", "--after", "2", "--seat", "2")
    assert shown.out == match.to_svg(1)
    assert run("show", "kuhn_poker", "--svg", "--after", "999").out.count("Over: ") == 2


def test_a_record_is_shown(run, tmp_path: Path) -> None:
    record = tmp_path / "nim.game"
    run("play", "nim", "--seed", "4", "--record", record)
    end, middle = run("show", record, "--svg"), run("show", record, "--svg", "-", "--after", "1")
    assert (end.code, middle.code) == (0, 0)
    assert "Over: " in end.out
    assert " decides: " in middle.out
    refused = run("show", record, "--svg", "-", "--seed", "1")
    assert (refused.code, refused.out) == (2, "")
    assert "a record has its players and its seed" in refused.err


def test_only_pictures_are_written_over(run, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes", encoding="utf-8")
    done = run("show", "nim", "--svg", file)
    assert done.code == 2
    assert "is no picture" in done.err
    assert file.read_text(encoding="utf-8") == "my notes"
    picture = tmp_path / "nim.svg"
    for seed in ("1", "2"):
        assert run("show", "nim", "--svg", picture, "--after", seed).code == 0
    assert picture.read_text(encoding="utf-8") == run("show", "nim", "--svg", "-", "--after", "2").out


@pytest.mark.parametrize(("arguments", "message"), [
    (("nim", "--after", "3"), "add --svg"),
    (("nim", "--svg", "-", "--stage", "ir"), "ask for one of them"),
    (("nim", "--words", "--stage", "ir"), "ask for one of them"),
    (("nim", "--words", "--svg", "-"), "ask for one of them"),
    (("nim", "--svg", "-", "--seat", "3"), "there is no seat 3; the seats are 1 to 2"),
    (("nim", "--svg", "-", "--seat", "0"), "there is no seat 0"),
    (("nim", "--svg", "-", "--players", "9"), "is for 2 players, not 9"),
    (("nim", "--svg", "-", "--after", "-1"), "-1 is not in the range"),
    (("nimm", "--svg"), "did you mean 'nim'?"),
    (("nim", "--svg", "no folder/nim.svg"), "cannot be written: no such file or directory"),
    (("nim", "--svg", "."), "cannot be written"),
    (("nim", "--svg", "a\0b"), "cannot be written: embedded null byte"),
])
def test_wrong_use_is_told(run, arguments: tuple[str, ...], message: str) -> None:
    done = run("show", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_what_was_decided_is_told_in_words(run) -> None:
    done = run("show", "--words", "battle_sheep")
    assert (done.code, done.err) == (0, "")
    told = " ".join(done.out.split())
    sections = ludex.load("battle_sheep").syntax
    assert sections.rulings
    assert sections.assumptions
    for ruling in sections.rulings.values():
        assert " ".join(ruling.question.text.split()) in told
        assert f"> {ruling.choice.text}: " in told
    for assumption in sections.assumptions.values():
        assert " ".join(assumption.says.text.split()) in told
        assert " ".join(f"because: {assumption.because.text}".split()) in told
    assert "weight A, a note: no rule asks for it) [play.1, end.3, second/end.3, first/end.3]" in told


def test_a_game_that_leaves_a_player_without_an_option_is_told(run, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text("""\
ludex: 1
game: stuck
title: Stuck
players: {least: 2, most: 2}
variables: {count: {type: 0 to 9, seen by: all, starts: 1}}
rounds: {phases: [play]}
phases: {play: {turns: {from: P1, actions: [go]}}}
actions: {go: {when: count > 0, do: subtract 1 from count}}
scoring: {score: 0, ties: shared}
""", encoding="utf-8")
    assert run("show", file, "--svg").code == 0
    done = run("show", file, "--svg", "--after", "2")
    assert done.code == 1
    assert "the rules leave the game without an answer" in done.err


def test_the_board_comes_before_each_question_and_at_the_end(run) -> None:
    answers = "mark a1\nview\nboard\n1\n1\n1\n"
    done = run(*DRAUGHT, stdin=answers)
    assert done.code == 0
    before, *questions = done.out.split("\nP2: mark\n")
    assert before.endswith("    a   b   c\n  1 marks of P1\n")
    assert all(RULED in text for text in questions)
    assert "marks: P1 " not in before  # the board shows it
    assert "marks:\n" in questions[1]  # and `view` says all
    assert questions[1].count("    a   b   c\n") == 2
    assert done.out.rindex("    a   b   c\n") > done.out.rindex("the game ends: ")


def test_boards_can_be_left_out(run) -> None:
    done = run(*DRAUGHT, "--no-board", stdin="mark a1\n1\n1\n1\n")
    assert RULED not in done.out
    assert "marks:\n" in done.out
    assert RULED not in run("play", "tic_tac_toe", "--seed", "1", "--no-board").out


def test_a_game_of_programs_ends_with_its_board(run) -> None:
    done = run("play", "tic_tac_toe", "--seed", "1")
    assert done.out.count("    a   b   c\n") == 1
    assert done.out.index("the game ends: ") < done.out.index(RULED) < done.out.index("The game ended by")


def test_a_game_without_boards_looks_as_ever(run) -> None:
    played = [run("play", "pig", "--seed", "1", "--seat", "1=human", *more, stdin="1\n2\n")
              for more in ((), ("--no-board",))]
    assert played[0] == played[1]
    assert "this game has no board" in run("play", "pig", "--seat", "1=human", stdin="board\n").out


def test_who_only_checks_loads_nothing_that_draws() -> None:
    code = ("import sys; from ludex.cli.main import run; run(['check', 'nim']); "
            "print([name for name in sys.modules if 'drawing' in name])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout.endswith("[]\n")
