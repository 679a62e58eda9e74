"""Nothing that goes wrong reaches a user as a traceback, and the exit code says what kind of thing it was."""

from __future__ import annotations

import subprocess
import sys
from typing import NoReturn

import pytest

import ludex


def broken(fault: BaseException):
    def raise_it(*_arguments: object, **_more: object) -> NoReturn:
        raise fault

    return raise_it


def test_an_error_of_our_own_is_one_line(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDEX_DEBUG", raising=False)
    monkeypatch.setattr(ludex.rules, "catalogue", broken(RuntimeError("the shelf\nfell down")))
    done = run("games")
    assert done.code == 2
    assert done.out == ""
    about = "RuntimeError: the shelf fell down"
    assert done.err == f"Error: something went wrong inside Ludex ({about}); LUDEX_DEBUG=1 shows where\n"


def test_debug_shows_where(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDEX_DEBUG", "1")
    monkeypatch.setattr(ludex.rules, "catalogue", broken(RuntimeError("the shelf fell down")))
    done = run("games")
    assert done.code == 2
    assert "Traceback" in done.err


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (KeyboardInterrupt(), "stopped"),
        (PermissionError(13, "Permission denied", "secret.yaml"), "Permission denied: secret.yaml"),
        (RecursionError("too deep"), "RecursionError"),
        (MemoryError(), "MemoryError"),
    ],
)
def test_other_ends(run, monkeypatch: pytest.MonkeyPatch, fault: BaseException, says: str) -> None:
    monkeypatch.setattr(ludex.rules, "catalogue", broken(fault))
    done = run("games")
    assert done.code == 2
    assert says in done.err
    assert "Traceback" not in done.err


def test_a_reader_that_goes_away() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "ludex", "play", "carving_up_china", "--seed", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) in (0, 2)  # 0 if all was written before
    assert complaint == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["play"],
        ["play", "no_such_game"],
        ["play", "pig", "--players", "many"],
        ["play", "pig", "--seat", "1"],
        ["play", "pig", "--seat", "1=cat"],
        ["play", "pig", "--seat", "9=human"],
        ["play", "pig", "--ruling", "nonsense"],
        ["play", "pig", "--ruling", "no_such=reading"],
        ["play", "pig", "--parameter", "target=lots"],
        ["play", "pig", "--record", "no_such_folder/game.record"],
        ["play", "pig", "--resume", "pig.record"],
        ["replay", "no_such_record"],
        ["check"],
        ["check", "no_such_folder"],
        ["check", "pig", "--select", "LX999"],
        ["explain", "no_such_word_at_all"],
        ["show", "pig", "--stage", "soup"],
        ["test", "no_such_folder"],
        ["new", "Not A Name"],
        ["new", "pig"],
    ],
    ids=" ".join,
)
def test_wrong_use(run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert "Error: " in done.err
    assert "went wrong inside" not in done.err


def test_output_that_cannot_show_a_character(shell) -> None:
    done = shell("play", "carving_up_china", "--seed", "1", PYTHONIOENCODING="ascii")
    assert done.code == 0
    assert done.err == ""
