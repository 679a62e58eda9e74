"""Boards as lines of text, for any terminal: squares with their rows and columns, hexagons in staggered rows.

The board itself is made by `canvas.py`; here are what is shown of a match, and the legend, which explains the signs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.drawing.boards import Board, bare_line
from ludex.drawing.canvas import WIDEST, drawn, plain
from ludex.drawing.scene import boards_of

if TYPE_CHECKING:
    from ludex.match import Match


@dataclass(frozen=True, slots=True)
class Drawn:
    """The boards of a match in lines, and the names of the zones and variables that they show."""

    lines: tuple[str, ...]
    names: frozenset[str]


def draw(match: Match, seat: int | None) -> Drawn:
    """What a seat (None: a spectator) may see of the boards; no lines where a game has none."""
    if not match.game.typed.boards:
        return Drawn((), frozenset())
    found, names = boards_of(match, seat)
    lines: list[str] = []
    for board in found:
        if len(found) > 1:
            lines.append(f"{board.name}:")
        lines += board_lines(board)
    return Drawn(tuple(lines), frozenset(names))


def board_lines(board: Board) -> list[str]:
    """A board and its legend."""
    return [*drawn(board), *_legend(board)]


def _legend(board: Board) -> list[str]:
    parts = []
    for printed in board.prints:
        parts += [f"{sign} {printed.name}: {meaning}" for sign, meaning in printed.meanings.items()]
        if not printed.kinds:
            parts.append(f"n {printed.name}")
    parts += [f"{ground.sign.lower()} {ground.name}" for ground in board.grounds if ground.spaces and not plain(board)]
    parts += [f"{'#' if bare_line(site, mark) else mark.sign} {mark.meaning}" for site, mark in board.legend()]
    lines: list[str] = []
    for part in parts:
        part = part[:WIDEST - 2]
        if lines and len(lines[-1]) + len(part) + 3 <= 100:
            lines[-1] += f"   {part}"
        else:
            lines.append(f"  {part}")
    return lines
