"""Small rule sets for the tests of this folder, and what these tests need.

They need the extra `rl`, which the extra `dev` brings. Where it is missing they fail, and are not skipped; for Pythons
newer than those that it is for they are left out, with a line in the report.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

#: The same bound stands in pyproject.toml.
NEWEST = (3, 14)
LEFT_OUT = sys.version_info[:2] > NEWEST and any(
    importlib.util.find_spec(name) is None for name in ("pyspiel", "pettingzoo"))
collect_ignore_glob = ["test_*.py"] if LEFT_OUT else []

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tools")]
pytest.register_assert_rewrite("in_numbers")

WriteRules = Callable[[str], str]


def pytest_report_header() -> list[str]:
    return ["the extra rl is not there for this Python: adapters are not tested"] if LEFT_OUT else []


@pytest.fixture
def write_rules(tmp_path: Path) -> WriteRules:
    """Write a rule set for two, of what follows its head: `write_rules(text)` gives its path."""

    def write(text: str) -> str:
        folder = tmp_path / f"game{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        head = "ludex: 1\ngame: small\ntitle: Small\nplayers: {least: 2, most: 2}\n"
        (folder / "game.yaml").write_text(head + text, encoding="utf-8")
        return str(folder)

    return write


#: Two speak in turns, and each may always say either.
TALK = """
variables:
  said: {type: 0 to 100, seen by: all}
rounds: {phases: [talk]}
phases:
  talk:
    turns: {from: P1, until: said >= 40, actions: [ping, pong]}
actions:
  ping: {do: do speak}
  pong: {do: do speak}
procedures:
  speak:
    do: |
      add 1 to said
      moment spoken
moments:
  spoken: {}
end:
  enough: {at: spoken, when: said >= 40}
scoring: {score: said, ties: shared}
"""


@pytest.fixture
def talk(write_rules: WriteRules) -> str:
    """A game in which the seats alternate strictly and every action is always allowed."""
    return write_rules(TALK)
