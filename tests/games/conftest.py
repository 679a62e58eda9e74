"""Lets the tests of this folder import the helpers beside them, and a way to write rule sets of their own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
pytest.register_assert_rewrite("game_checks")

WriteRules = Callable[[str, str], Path]


@pytest.fixture
def write_rules(tmp_path: Path) -> WriteRules:
    """Write a rule set of one file: `write_rules("tiny", text)` gives its folder."""

    def write(name: str, text: str) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "game.yaml").write_text(text, encoding="utf-8")
        return folder

    return write
