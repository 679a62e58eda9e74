"""The bundled games: data, and where it lies."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def catalogue() -> dict[str, Path]:
    """The name and folder of every bundled game, by name."""
    here = Path(__file__).resolve().parent
    return {file.parent.name: file.parent for file in sorted(here.rglob("game.yaml"))}
