"""Lets the tests of this folder import the helpers beside them, and gives them the example game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.dsl.diagnostics import Finding

sys.path.insert(0, str(Path(__file__).resolve().parent))
pytest.register_assert_rewrite("example_runs")


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Write the example game with an example in it; gives its folder."""
    from example_runs import write_example

    return lambda example: write_example(tmp_path / "example_game", example)


@pytest.fixture
def check(write: Callable[[str], Path]) -> Callable[[str], list[Finding]]:
    """All findings of the example game with an example in it."""
    import ludex

    return lambda example: ludex.check(write(example))
