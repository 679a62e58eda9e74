"""Compiling: what is kept, what is told when it cannot be done, and that nothing in the C is left undefined."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import ludex
from ludex.ir import graph, ops, types
from ludex.ir.contract import Event
from ludex.ir.graph import Program
from ludex.native import build, engine
from ludex.native.build import CHECKED, NoCompiler, library
from ludex.native.emit import emit
from ludex.native.identity import key_of
from ludex.native.playouts import Playouts

TINY = "int lx_one(void) { return 1; }\n"
HERE = Path(__file__).resolve().parent

#: Plays some programs in a process whose libraries look for what C leaves undefined.
PLAYED = """
import sys
sys.path[:0] = [{tests!r}, {here!r}]
from ludex.ir.contract import Event
from ludex.ir.graph import Program
from ludex.native import build, engine
build.FLAGS = build.CHECKED
import ludex
from native_lockstep import Lockstep
for name in ("tic_tac_toe", "othello", "draughts", "kuhn_poker", "china_gold"):
    game = ludex.load(name)
    step = Lockstep(game.program(game.players[0]))
    for seed in range(2):
        step.game(seed, 60)
    print(name, step.seen["decisions"])
"""


def test_a_library_lies_beside_its_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = library(TINY)
    assert first.is_file() and first.is_relative_to(tmp_path / "ludex" / "native")
    assert first.with_suffix(".c").read_text(encoding="utf-8") == TINY
    assert library(TINY) == first
    assert [path.name for path in first.parent.iterdir() if path.name.startswith("building-")] == []


def test_a_game_that_was_compiled_is_found_without_its_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = ludex.load("kuhn_poker").program(2)
    first = play(program)
    monkeypatch.setattr(engine, "emit", lambda *_: pytest.fail("its text is not needed"))
    assert play(program) == first
    # The same program, made anew, is the same.
    assert play(ludex.load("kuhn_poker").program(2)) == first


def test_another_program_is_another_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = ludex.load("nim")
    program = game.program(2)
    assert key_of(program) == key_of(ludex.load("nim").program(2))
    assert key_of(program) != key_of(game.program(2, {"last_match": "loses"}))


def test_every_part_of_a_program_tells_it_from_others() -> None:
    program = ludex.load("kuhn_poker").program(2)
    #: Equal, and made of parts of which no two are the same object.
    apart = eval(repr(program), {**vars(graph), **vars(ops), **vars(types)})
    assert apart == program and key_of(apart) == key_of(program)
    function = program.functions["main"]
    block, register, table = function.blocks[0], function.registers[0], next(iter(program.tables.values()))
    others = [
        replace(program, ties="nobody wins"), replace(program, origins=program.origins[:-1]),
        replace(program, functions=dict(reversed(program.functions.items()))),
        replace(program, tables={**program.tables, table.name: replace(table, values=(*table.values[:-1], -7))}),
        *(replace(program, functions={**program.functions, "main": changed}) for changed in (
            replace(function, blocks=(replace(block, ops=block.ops[:-1]), *function.blocks[1:])),
            replace(function, blocks=(replace(block, end=replace(block.end, origin=999)), *function.blocks[1:])),
            replace(function, registers=(replace(register, type=types.Int(-9, 9)), *function.registers[1:])),
            replace(function, registers=(replace(register, name="other"), *function.registers[1:]))))]
    assert len({key_of(each) for each in [program, *others]}) == len(others) + 1


@pytest.mark.parametrize("harm", ["index", "half of the index", "a letter of the index", "library", "half of the library",
                                  "no library", "index and library"])
def test_what_is_spoilt_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = ludex.load("kuhn_poker").program(2)
    first = play(program)
    for path in build.folder().iterdir():
        if path.suffix == ".json" and "index" in harm or path.suffix == ".so" and "library" in harm:
            whole = path.read_bytes()
            # Who has loaded it keeps what he has: files are put in the place of others.
            path.unlink()
            if harm != "no library":
                path.write_bytes(whole[:len(whole) // 2] if "half" in harm else
                                 whole.replace(b'"@', b'"<') if "letter" in harm else b"not this")
    assert play(program) == first
    assert {path.suffix for path in build.folder().iterdir()} == {".so", ".c", ".json"}


def test_two_can_compile_at_once(tmp_path: Path) -> None:
    code = ("import ludex; from ludex.native.engine import Engine; "
            "print(sum(Engine(ludex.load('nim').program(2)).start(1)))")
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    running = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment)
               for _ in range(3)]
    told = {each.communicate(timeout=120)[0] for each in running}
    assert len(told) == 1 and told.pop().strip().isdecimal()
    assert all(each.returncode == 0 for each in running)


def play(program: Program) -> list[tuple[int, ...]]:
    """How some games come out, in both texts."""
    made = engine.Engine(program)
    events: list[Event] = []
    return [(*made.start(3, events), len(events)),
            *((each.decisions, *each.scores[0]) for each in Playouts(made).play(range(5)))]


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


@pytest.mark.parametrize(("command", "told"), [("'cc", "is no command: no closing quotation"), ("false", "ended with 1")])
def test_a_command_that_compiles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, told: str
                                         ) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", command)
    with pytest.raises(NoCompiler, match=told):
        library(TINY)


def test_what_only_gcc_understands_is_told_to_gcc_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any other compiler (here one that calls itself so) would refuse it."""
    other = tmp_path / "other"
    other.write_text('#!/bin/sh\n[ "$1" = --version ] && echo other 1.0 && exit\necho "$@" > "$0.told"\nexec cc "$@"\n')
    other.chmod(0o755)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", str(other))
    assert library(TINY).is_file()
    told = (tmp_path / "other.told").read_text().split()
    assert "-O2" in told and not set(build.OF_GCC) & set(told)


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
