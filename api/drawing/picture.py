"""A whole match as one picture: heading, boards, and a panel for the table and for every player.

Beside boards the panels stand on the right, or below them once there is more room. Where a game has no board, they
stand below the table, those of many players in two columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.drawing import svg
from ludex.drawing.board_picture import BoardPicture
from ludex.drawing.scene import Group, Pile, Scene, Stack, scene
from ludex.drawing.signs import BACK, FAINT, INK, LINE, PANEL, SHEET, SOFT, seat_colour, text_on

if TYPE_CHECKING:
    from ludex.match import Match

EDGE, GAP = 16.0, 12.0
#: How wide a panel is, how wide where panels stand below one another, and how wide a column must be for one.
PANEL_WIDE, ALONE, LEAST = 430.0, 620.0, 376.0
CARD, NAME, SMALL = 92.0, 11.5, 10.0


def to_svg(match: Match, seat: int | None) -> str:
    """The picture of a match for a seat; None is a spectator."""
    shown = scene(match, seat)
    boards = [BoardPicture(board) for board in shown.boards]
    columns = _columns(boards, len(shown.players))
    wide = columns[-1].left + columns[-1].wide + EDGE
    parts, top = _heading(shown, wide)
    for column in columns:
        column.end = top
    for picture in boards:
        parts += picture.draw(EDGE, columns[0].end)
        columns[0].end += picture.high + GAP
    for group in (shown.table, *shown.players):
        if group.seat is None and not group.facts and not group.piles:
            continue
        if group.seat is None and not boards:
            panel = _Panel(group, EDGE, top, wide - 2 * EDGE)
            for column in columns:
                column.end = top + panel.high + GAP
        else:
            column = min((one for one in columns if one.wide >= LEAST), key=lambda one: one.end)
            panel = _Panel(group, column.left, column.end, column.wide)
            column.end += panel.high + GAP
        parts += panel.draw()
    high = max(column.end for column in columns) - GAP + EDGE
    sheet = [svg.rect(0.5, 0.5, wide - 1, high - 1, SHEET, "#C9C8C2", 10), *parts]
    return svg.document(wide, high, f"{shown.title}, {shown.viewer}", _description(shown), sheet)


@dataclass(slots=True)
class _Column:
    """A column of the picture, and where what stands in it ends."""

    left: float
    wide: float
    end: float = 0.0


def _columns(boards: list[BoardPicture], players: int) -> list[_Column]:
    """The boards and a column beside them; without boards two for many players, one for few."""
    if boards:
        beside = max(picture.wide for picture in boards)
        return [_Column(EDGE, beside), _Column(EDGE + beside + 2 * GAP, PANEL_WIDE)]
    if players > 2:
        return [_Column(EDGE, PANEL_WIDE), _Column(EDGE + PANEL_WIDE + GAP, PANEL_WIDE)]
    return [_Column(EDGE, ALONE)]


def _heading(shown: Scene, wide: float) -> tuple[list[str], float]:
    """The heading, and where it ends."""
    room, y = wide - 2 * EDGE, EDGE + 40
    parts = [svg.text(EDGE, EDGE + 18, svg.cut(shown.title, 20, room * 0.6, True), 20, INK, bold=True),
             svg.text(wide - EDGE, EDGE + 18, shown.viewer, 12, FAINT, "end")]
    for words in svg.wrap(shown.status, 14, room, 2):
        parts.append(svg.text(EDGE, y, words, 14, INK))
        y += 18
    for words in svg.wrap("Last: " + "; ".join(shown.last), 12, room, 2) if shown.last else ():
        parts.append(svg.text(EDGE, y, words, 12, FAINT))
        y += 16
    return parts, y + 4


def _description(shown: Scene) -> str:
    """The scene in words, for those who do not see it."""
    parts = [shown.status]
    for board in shown.boards:
        marks = [mark.title for key in sorted(board.marks) for mark in board.marks[key]]
        marks += [f"{ground.name}: {', '.join(board.grid.names[space] for space in sorted(ground.spaces))}"
                  for ground in board.grounds if ground.spaces]
        parts.append(f"Board {board.name}: {'; '.join(marks) if marks else 'empty'}")
    for group in (shown.table, *shown.players):
        facts = [f"{name} {value}" for name, value in group.facts]
        facts += [f"{pile.name}: {_in_words(pile)}" for pile in group.piles]
        if facts:
            parts.append(f"{group.title}: {'; '.join(facts)}")
    return ". ".join(parts) + "."


def _in_words(pile: Pile) -> str:
    if pile.hidden:
        return f"{pile.hidden} face down"
    stacks = [f"{stack.count} × {stack.name}" if stack.count > 1 else stack.name for stack in pile.stacks]
    return ", ".join(stacks) or "empty"


class _Panel:
    """A panel: who, facts in chips, and piles of cards."""

    def __init__(self, group: Group, left: float, top: float, wide: float) -> None:
        self.group = group
        self.left, self.top, self.wide = left, top, wide
        self.parts: list[str] = []
        self.y = top + 30
        self._facts()
        self._piles()
        self.high = self.y - top + 8

    def draw(self) -> list[str]:
        """The elements of the panel, on its ground."""
        group = self.group
        deciding = "to decide" in group.notes
        ground = svg.rect(self.left, self.top, self.wide, self.high, PANEL, INK if deciding else "#D9D8D2", 8,
                          stroke_width=2 if deciding else 1)
        x = self.left + 12
        heading = []
        if group.seat is not None:
            colour = seat_colour(group.seat)
            heading = [svg.circle(x + 9, self.top + 17, 10, colour, INK),
                       svg.middle(x + 9, self.top + 17, str(group.seat + 1), 12, text_on(colour), True)]
            x += 26
        heading.append(svg.text(x, self.top + 22, group.title, 14, INK, bold=True))
        if group.notes:
            words = ("► " if deciding else "") + ", ".join(group.notes)
            heading.append(svg.text(x + svg.width(group.title, 14, True) + 10, self.top + 22, words, 12, INK))
        return [ground, *heading, *self.parts]

    def _facts(self) -> None:
        x, room = self.left + 12, self.left + self.wide - 12
        size, high = 12.0, 22.0
        if not self.group.facts:
            return
        self.y += 4
        for name, value in self.group.facts:
            shown = svg.cut(value, size, self.wide - 60 - svg.width(name, size), True)
            name_wide = svg.width(name, size)
            wide = name_wide + svg.width(shown, size, True) + 22
            if x + wide > room and x > self.left + 12:
                x, self.y = self.left + 12, self.y + high + 5
            self.parts.append(svg.titled(f"{name}: {value}", [
                svg.rect(x, self.y, wide, high, SHEET, "#CFCEC8", 5), svg.text(x + 7, self.y + 15, name, size, FAINT),
                svg.text(x + name_wide + 14, self.y + 15, shown, size, INK, bold=True)], class_="fact"))
            x += wide + 6
        self.y += high + 4

    def _piles(self) -> None:
        """The piles one after another in rows, each as wide as its cards; what is empty is named at the end."""
        x, row_high = self.left + 12, 0.0
        end = self.left + self.wide - 12
        for pile in self.group.piles:
            if pile.empty:
                continue
            label = f"{pile.name} ({pile.hidden or sum(stack.count for stack in pile.stacks)})"
            label_wide = svg.width(label, 12, True) + 4
            cards = max(len(pile.stacks), 1)
            wide = max(cards * (CARD + 6), min(label_wide, end - self.left - 12))
            if x > self.left + 12 and x + wide > end:
                x, self.y, row_high = self.left + 12, self.y + row_high, 0.0
            high = self._pile(pile, label, x, end)
            row_high = max(row_high, high)
            if wide > end - x:
                x, self.y, row_high = self.left + 12, self.y + row_high, 0.0
            else:
                x += wide + 10
        self.y += row_high
        empty = [pile.name for pile in self.group.piles if pile.empty]
        if empty:
            words = svg.cut(f"empty: {', '.join(empty)}", 12, self.wide - 24)
            self.parts.append(svg.text(self.left + 12, self.y + 16, words, 12, FAINT))
            self.y += 22

    def _pile(self, pile: Pile, label: str, left: float, end: float) -> float:
        """The cards of a pile; how high they are."""
        parts = [svg.text(left, self.y + 17, svg.cut(label, 12, end - left, True), 12, INK, bold=True)]
        y, x = self.y + 26, left
        if pile.hidden:
            parts.append(_back(x, y, pile.hidden))
            self.parts.append(svg.titled(f"{pile.name}: {pile.hidden} face down", parts, class_="pile"))
            return 26 + 58
        high = max(_card_high(stack) for stack in pile.stacks)
        for stack in pile.stacks:
            if x > left and x + CARD > end:
                x, y = left, y + high + 8
            parts.append(_card(stack, x, y, high))
            x += CARD + 6
        self.parts.append(svg.tag("g", parts, class_="pile"))
        return y + high + 8 - self.y


def _card_high(stack: Stack) -> float:
    lines = len(svg.wrap(stack.name, NAME, CARD - 18, 3, True))
    return max(46.0, 14 + lines * 14 + min(len(stack.printed), 4) * 13)


def _card(stack: Stack, x: float, y: float, high: float) -> str:
    """Equal items as a card that says how many there are."""
    fill = SHEET if stack.tint is None else SOFT[stack.tint % len(SOFT)]
    parts = []
    if stack.count > 1:
        parts.append(svg.rect(x + 4, y + 4, CARD, high, fill, LINE, 6))
    parts.append(svg.rect(x, y, CARD, high, fill, INK, 6))
    if stack.seat is not None:
        parts.append(svg.rect(x, y, 7, high, seat_colour(stack.seat), INK, 3))
    baseline, inset = y + 17, 8 if stack.seat is None else 13
    for words in svg.wrap(stack.name, NAME, CARD - 18, 3, True):
        parts.append(svg.text(x + inset, baseline, words, NAME, INK, bold=True))
        baseline += 14
    for words in stack.printed[:4]:
        parts.append(svg.text(x + inset, baseline, svg.cut(words, SMALL, CARD - 6 - inset), SMALL, FAINT))
        baseline += 13
    if stack.count > 1:
        sign = f"×{stack.count}"
        wide = svg.width(sign, 11, True) + 8
        parts += [svg.rect(x + CARD - wide, y + high - 15, wide + 6, 18, INK, None, 5),
                  svg.middle(x + CARD - wide / 2 + 3, y + high - 6, sign, 11, SHEET, True)]
    about = f" ({', '.join(stack.printed)})" if stack.printed else ""
    many = f"{stack.count} × " if stack.count > 1 else ""
    return svg.titled(f"{many}{stack.name}{about}", parts, class_="card", data_count=stack.count)


def _back(x: float, y: float, count: int) -> str:
    """Cards face down, with their number."""
    parts = [svg.rect(x + 4 * at, y + 2 * at, 42, 48, BACK, SHEET, 5) for at in reversed(range(min(count, 3)))]
    parts.append(svg.rect(x + 5, y + 5, 32, 38, BACK, "#B9C4D6", 3))
    return "".join(parts) + svg.middle(x + 21, y + 24, str(count), 16, SHEET, True)
