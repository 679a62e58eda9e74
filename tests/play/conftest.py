"""What the tests of checks by play share: a folder with a tiny game, and what playing it shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import ludex
from ludex import check_by_play
from ludex.dsl.diagnostics import Finding
from ludex.validator.play.table import Plan

#: Enough for games of a few moves.
SMALL = Plan(games=60, positions=400, longest=600)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Write a rule set; gives its folder."""
    def written(text: str) -> Path:
        folder = tmp_path / "tiny"
        folder.mkdir(exist_ok=True)
        (folder / "game.yaml").write_text(text, encoding="utf-8")
        (folder / "source.md").write_text("**end** The game ends when somebody says so.\n", encoding="utf-8")
        return folder

    return written


@pytest.fixture
def play(write: Callable[[str], Path]) -> Callable[..., list[Finding]]:
    """What playing a rule set shows."""
    def played(text: str, plan: Plan = SMALL) -> list[Finding]:
        return check_by_play.check(ludex.load(write(text)), plan)

    return played
