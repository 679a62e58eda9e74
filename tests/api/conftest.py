"""What the tests of the Python interface share: a small game in a folder of its own, and scenarios written for it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import ludex
from ludex.scenario import Report

TOY = Path(__file__).parent / "toy"

Try = Callable[..., Report]


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """The folder of a game that may be changed."""
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder)
    return folder


@pytest.fixture
def scenarios(toy: Path) -> Try:
    """Write a file of scenarios for the small game and run it."""

    def run(text: str, word: str | None = None) -> Report:
        folder = toy / "scenarios"
        folder.mkdir(exist_ok=True)
        (folder / "tried.yaml").write_text(text, encoding="utf-8")
        return ludex.scenario.run([toy], word)

    return run
