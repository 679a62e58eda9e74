"""A rule set is what its files said when they were read: not where they lie, nor what they say by now."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import ludex
from ludex.record import lines
from ludex.stages import show

RULES = Path(ludex.rules.__file__).parent


@pytest.fixture
def family(tmp_path: Path) -> Path:
    """A module, by a name that comes before that of its base."""
    shutil.copytree(RULES / "pig", tmp_path / "base")
    (tmp_path / "aaa").mkdir()
    (tmp_path / "aaa" / "game.yaml").write_text("extends: ../base\nreplaces: title\ntitle: Other\n", encoding="utf-8")
    return tmp_path


def test_the_fingerprint_does_not_hang_on_where_one_stands(family: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {ludex.load(family / "aaa").content_hash, ludex.load(family / "base" / ".." / "aaa").content_hash}
    for folder, path in ((family, "aaa"), (family / "aaa", "."), (family / "base", "../aaa")):
        monkeypatch.chdir(folder)
        found.add(ludex.load(Path(path)).content_hash)
    shutil.copytree(family, family / "zzz")
    found.add(ludex.load(family / "zzz" / "aaa").content_hash)
    assert len(found) == 1
    assert found != {ludex.load(family / "base").content_hash}


def test_a_game_is_what_its_files_said_when_it_was_loaded(family: Path) -> None:
    untouched = ludex.load(family / "aaa")
    wanted = (untouched.content_hash, untouched.rule_lines, untouched.passages, sorted(untouched.texts),
              untouched.inherited, show(untouched, "document", 2), untouched.findings)
    assert wanted[1]
    assert wanted[3]
    game = ludex.load(family / "aaa")
    match = game.start(seed=1)
    for file in (family / "base" / "game.yaml", family / "base" / "source.md", family / "aaa" / "game.yaml"):
        file.write_text("title: something else\n", encoding="utf-8")
    (family / "aaa" / "more.yaml").write_text("about: more\n", encoding="utf-8")
    found = (game.content_hash, game.rule_lines, game.passages, sorted(game.texts), game.inherited,
             show(game, "document", 2), game.findings)
    assert found == wanted
    assert next(iter(lines(match)))["rules"] == wanted[0]


def test_scenario_files_are_read_once(family: Path) -> None:
    game = ludex.load(family / "base")
    number = game.scenarios
    assert number
    shutil.rmtree(family / "base" / "scenarios")
    assert game.scenarios == number
    assert not ludex.load(family / "base").scenarios
