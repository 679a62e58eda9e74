"""Small rule sets for the tests of this folder, and the helpers of the tests of games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

WriteRules = Callable[[str], str]


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
moments:
  spoken: {}
rounds: {phases: [talk]}
phases:
  talk:
    turns: {from: P1, until: said >= 40, actions: [ping, pong]}
actions:
  ping:
    do: |
      add 1 to said
      moment spoken
  pong:
    do: |
      add 1 to said
      moment spoken
end:
  enough: {at: spoken, when: said >= 40}
scoring: {score: said, ties: shared}
"""


@pytest.fixture
def talk(write_rules: WriteRules) -> str:
    """A game in which the seats alternate strictly and every action is always allowed."""
    return write_rules(TALK)
