"""The page about the architecture: its table of arrows, its picture, and the word that it adds."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from packages import ROOT
from pages import blocks

import ludex
from ludex.dsl import grammar, vocabulary
from ludex.dsl.lowering import Lowering
from ludex.dsl.vocabulary import handles
from ludex.dsl.vocabulary.word import Word
from ludex.ir.ops import OPS, TERMINATORS
from ludex.stages import STAGES

PAGE = "docs/architecture.md"
TEXT = (ROOT / PAGE).read_text(encoding="utf-8")

GAME = """
ludex: 1
game: doubling
title: Doubling
players: {least: 1, most: 1}
variables:
  pot: {type: 0 to 100, starts: 3, seen by: all}
  debt: {type: 0 to 100, starts: 4, seen by: all, each: player}
rounds: {phases: [play]}
phases:
  play:
    do: |
      double pot
      for P1:
          double your debt
      if pot < debt of P1:
          nobody wins
      P1 wins
"""


def arrows() -> dict[str, set[str]]:
    """What `tests/test_arrows.py` allows, read from its code."""
    tree = ast.parse((ROOT / "tests" / "test_arrows.py").read_text(encoding="utf-8"))
    [table] = [node.value for node in tree.body
               if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "ARROWS"]
    assert isinstance(table, ast.Dict)
    everything = {ast.literal_eval(key) for key in table.keys if key is not None}
    found = {}
    for key, value in zip(table.keys, table.values, strict=True):
        text = ast.unparse(value)
        allowed = everything if "FOLDERS" in text else set() if text == "set()" else ast.literal_eval(value)
        found[str(ast.literal_eval(key))] = set(allowed)  # type: ignore[arg-type]
    return found


def test_the_table_of_folders_has_the_arrows_that_are_checked() -> None:
    told = {}
    for row in re.findall(r"^\| `\w+/` \| `(ludex[\w.]*)` \| (.*?) \|", TEXT, flags=re.MULTILINE):
        package, allowed = row
        told[package] = set(re.findall(r"`(ludex[\w.]*)`", allowed)) if allowed not in ("all", "nothing") else allowed
    wanted = arrows()
    everything = set(wanted)
    assert set(told) == everything
    for package, allowed in told.items():
        named = {"all": everything, "nothing": set()}.get(allowed, allowed) if isinstance(allowed, str) else allowed
        assert named == wanted[package], package


def test_the_picture_names_files_that_exist() -> None:
    [picture] = [block.text for block in blocks(PAGE, "") if "rules/<game>" in block.text]
    names = re.findall(r"\b(?:api|cli|dsl|interpreter|validator)/[\w./]*", picture)
    assert len(names) >= 8
    for name in names:
        assert (ROOT / name.rstrip(".")).exists(), name
    stages = re.findall(r"--stage (\w+)", picture)
    assert stages == list(STAGES)


def test_numbers_of_operations() -> None:
    assert f"There are {len(OPS)} operations and {len(TERMINATORS)} ways to end a block" in TEXT


@pytest.fixture
def with_word(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[type[Word]], None]]:
    """Adds a word to the language, for one test."""
    caches: list[Any] = []

    def add(word: type[Word]) -> None:
        monkeypatch.setattr(grammar, "WORDS", (*vocabulary.WORDS, word))
        for module in vars(ludex.dsl).values():
            for value in vars(module).values() if isinstance(module, type(ludex)) else ():
                if isinstance(value, type(cache(lambda: None))) and value not in caches:
                    caches.append(value)
        for cached in caches:
            cached.cache_clear()

    yield add
    monkeypatch.undo()
    for cached in caches:
        cached.cache_clear()


def test_the_word_of_the_page_is_a_word(tmp_path: Path, with_word: Callable[[type[Word]], None]) -> None:
    [block] = blocks(PAGE, "python")
    space: dict[str, Any] = {"Word": Word, "Lowering": Lowering, "h": handles}
    exec(compile(block.text, PAGE, "exec"), space)
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    assert [finding.code for finding in ludex.check(tmp_path)] != []
    with_word(space["Double"])
    assert ludex.check(tmp_path) == []
    match = ludex.load(tmp_path).start(seed=1)
    assert match.result is not None
    state = match.view(None)["state"]
    assert state["pot"] == 6
    assert state["debt"] == {"P1": 8}
