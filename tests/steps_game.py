"""A small game that comes out in every way that there is: won, drawn, too long, and without an answer."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: Whoever dares goes on; the fourth step is more than the rules have room for.
STEPS = """
ludex: 1
game: steps
title: Steps
players: {least: 2, most: 3}
variables:
  steps: {type: 0 to 3, seen by: all}
rounds: {phases: [walking]}
phases:
  walking:
    turns: {from: P1, actions: [go on, win, draw]}
actions:
  go on: {do: add 1 to steps}
  win: {do: you wins}
  draw: {when: steps > 0, do: nobody wins}
"""


def written(place: Path) -> Path:
    """The folder of that game, in another one."""
    folder = place / "steps"
    folder.mkdir()
    (folder / "game.yaml").write_text(STEPS, encoding="utf-8")
    return folder


@contextmanager
def cache_apart() -> Iterator[None]:
    """What is compiled meanwhile goes into a cache that is thrown away."""
    kept = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory(prefix="ludex-tests-") as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        yield
        if kept is None:
            del os.environ["XDG_CACHE_HOME"]
        else:
            os.environ["XDG_CACHE_HOME"] = kept
