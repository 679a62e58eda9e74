"""Compiling: what is kept, what is told when it cannot be done, and that nothing in the C is left undefined."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludex
from ludex.native import build
from ludex.native.build import CHECKED, NoCompiler, library
from ludex.native.emit import emit

TINY = "int lx_one(void) { return 1; }\n"
HERE = Path(__file__).resolve().parent

#: Plays some programs in a process whose libraries look for what C leaves undefined.
PLAYED = """
import sys
sys.path[:0] = [{tests!r}, {here!r}]
from ludex.native import build
build.library.__defaults__ = (build.CHECKED,)
import ludex
from native_lockstep import Lockstep
for name in ("tic_tac_toe", "othello", "draughts", "kuhn_poker", "china_gold"):
    game = ludex.load(name)
    step = Lockstep(game.program(game.players[0]))
    for seed in range(2):
        step.game(seed, 60)
    print(name, step.seen["decisions"])
"""


def test_what_was_compiled_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = library(TINY)
    assert first.is_file() and first.is_relative_to(tmp_path / "ludex" / "native")
    assert first.with_suffix(".c").read_text(encoding="utf-8") == TINY
    monkeypatch.setattr(build, "compile_into", lambda *_: pytest.fail("it is kept"))
    assert library(TINY) == first
    assert [path.name for path in first.parent.iterdir() if path.name.startswith("building-")] == []


def test_another_text_and_other_flags_are_another_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert len({library(TINY), library(TINY + "\n"), library(TINY, (*build.FLAGS, "-O1"))}) == 3


def test_without_a_compiler_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ziglang" else found(name))
    with pytest.raises(NoCompiler, match=r"no C compiler was found.*ludex\[native\]"):
        library(TINY)


def test_a_compiler_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(NoCompiler, match="has failed"):
        library("this is not C\n")
    assert list((tmp_path / "ludex" / "native").glob("*.so")) == []


def test_the_text_is_the_same_every_time() -> None:
    program = ludex.load("carving_up_china").program(4)
    code = ("import ludex, sys; from ludex.native.emit import emit; "
            "sys.stdout.write(emit(ludex.load('carving_up_china').program(4), False).text)")
    other = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True,
                           env={**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(sys.path)})
    assert other.stdout == emit(program, False).text


def test_nothing_is_left_undefined() -> None:
    """The address and undefined-behaviour sanitizers see nothing in play; a process of its own loads their library."""
    path = subprocess.run(["cc", "-print-file-name=libasan.so"], check=True, capture_output=True, text=True)
    code = PLAYED.format(tests=str(HERE.parent), here=str(HERE))
    environment = {**os.environ, "LD_PRELOAD": path.stdout.strip(), "ASAN_OPTIONS": "detect_leaks=0",
                   "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]
    assert len(done.stdout.splitlines()) == 5


def test_the_sanitizers_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They stop a program that does what C leaves undefined."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    wrong = library("__attribute__((visibility(\"default\"))) int lx_shift(int by) { return 1 << by; }\n", CHECKED)
    path = subprocess.run(["cc", "-print-file-name=libasan.so"], check=True, capture_output=True, text=True)
    done = subprocess.run([sys.executable, "-c", f"import ctypes; ctypes.CDLL({str(wrong)!r}).lx_shift(40)"],
                          check=False, capture_output=True, text=True,
                          env={**os.environ, "LD_PRELOAD": path.stdout.strip(), "ASAN_OPTIONS": "detect_leaks=0"})
    assert done.returncode != 0 and "shift exponent 40" in done.stderr
