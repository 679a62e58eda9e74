"""A board as a part of a picture: its spaces, what stands on them, and the legend."""

from __future__ import annotations

from math import ceil, cos, pi, sin, sqrt

from ludex.drawing import svg
from ludex.drawing.boards import Board, Ground, Mark, bare_line
from ludex.drawing.signs import BACK, FAINT, INK, LINE, NEUTRAL, SHEET, SOFT, seat_colour, text_on
from ludex.dsl.grid import Point, letters

PLAIN, ABSENT = "#FBFAF6", "#E2E0D8"
#: A space is so large in small boards, and in others.
LARGE, SMALL, FEW = 64.0, 50.0, 9
ROW = 22.0


class BoardPicture:
    """A board that can be drawn; `wide` and `high` say how much room it takes."""

    def __init__(self, board: Board) -> None:
        self.board = board
        points = [board.between.points[corner] for space in board.spaces for corner in board.between.corners_of[space]]
        low_x, high_x = min(x for x, _ in points), max(x for x, _ in points)
        low_y, high_y = min(y for _, y in points), max(y for _, y in points)
        self.unit = LARGE if max(high_x - low_x, high_y - low_y) <= FEW else SMALL
        self.ruled = board.grid.shape.kind == "squares" and bool(board.grid.shape.columns)
        margin = 24.0 if self.ruled else 4.0
        self.left = self.top = 0.0
        self.within = margin - low_x * self.unit, 30 - low_y * self.unit
        self.board_high = 30 + (high_y - low_y) * self.unit + (margin if self.ruled else 4)
        self.explained = self._legend_entries()
        self.wide = max((high_x - low_x) * self.unit + margin + 8, 180.0 if len(self.explained) < 5 else 380.0)
        longest = max((svg.width(meaning, 12) for _, _, meaning in self.explained), default=0.0)
        self.columns = max(1, int(self.wide // (longest + 46)))
        self.high = self.board_high + (14 + ROW * ceil(len(self.explained) / self.columns) if self.explained else 0)

    def at(self, point: Point) -> Point:
        """Where a point of the board lies in the picture."""
        return (self.left + self.within[0] + point[0] * self.unit, self.top + self.within[1] + point[1] * self.unit)

    def draw(self, left: float, top: float) -> list[str]:
        """The elements of the picture, with its upper left corner at a place."""
        self.left, self.top = left, top
        board = self.board
        parts = [svg.text(self.left, self.top + 14, board.name, 14, INK, bold=True)]
        if self.ruled and board.grid.shape.missing:
            shape = board.grid.shape
            x, y = self.at((-0.5, 0.5 - shape.rows))
            parts.append(svg.rect(x, y, shape.columns * self.unit, shape.rows * self.unit, ABSENT, LINE))
        parts += [self._space(space) for space in board.spaces]
        if self.ruled:
            parts += self._rulers()
        if board.edged:
            for corner in sorted({corner for space in board.spaces for corner in board.between.corners_of[space]}):
                parts.append(svg.circle(*self.at(board.between.points[corner]), self.unit * 0.045, LINE))
        parts += [self._edge(number) for site, number in sorted(board.marks) if site == "edge"]
        parts += [self._stood_on(space) for space in board.spaces if board.on("space", space)]
        for site, number in sorted(board.marks):
            if site == "corner":
                parts.append(self._in_a_row(board.on(site, number), self.at(board.between.points[number])))
        return [*parts, *self._legend()]

    def _space(self, space: int) -> str:
        board, between = self.board, self.board.between
        x, y = self.at(board.grid.point(board.grid.places[space]))
        name = board.grid.names[space]
        printed, grounds, told, fill = [], [], [], PLAIN
        for one in board.prints:
            if one.texts[space]:
                printed.append(one.texts[space])
                told.append(f"{one.name} {one.meanings.get(one.texts[space], one.texts[space])}")
                if one.kinds and fill == PLAIN:
                    fill = SOFT[one.kinds[space] % len(SOFT)]
        for ground in board.grounds:
            if space in ground.spaces:
                told.append(ground.name)
                if ground.tint is not None:
                    fill = SOFT[ground.tint % len(SOFT)]
                if not self._says_all(ground):
                    grounds.append(ground.sign)
        parts = [svg.polygon([self.at(between.points[corner]) for corner in between.corners_of[space]], fill, LINE)]
        high, size = self.unit * (0.38 if board.grid.shape.flat else 0.35), self.unit * 0.155
        if not self.ruled:
            parts.append(svg.middle(x, y - high, name, size * 1.1, FAINT))
        for row, signs in enumerate(filter(None, (printed, grounds))):
            words = svg.cut(" ".join(signs), size, self.unit * (0.9 if self.ruled else 0.7), True)
            if self.ruled:
                parts.append(svg.text(x - self.unit * 0.45, y - self.unit * (0.32 - 0.17 * row), words, size, FAINT,
                                      bold=True))
            else:
                parts.append(svg.middle(x, y + high - self.unit * 0.17 * row, words, size, FAINT, bold=True))
        return svg.titled(f"{name}: {', '.join(told)}" if told else name, parts)

    def _says_all(self, ground: Ground) -> bool:
        """Whether the colour of a ground needs no sign beside it, as there is only one that colours."""
        return ground.tint is not None and sum(1 for other in self.board.grounds if other.tint is not None) == 1

    def _rulers(self) -> list[str]:
        shape, grid = self.board.grid.shape, self.board.grid
        low_x, bottom = self.left + 12, self.top + self.board_high - 8
        columns = [svg.middle(self.at(grid.point((column, 0)))[0], bottom, letters(column), 12, FAINT)
                   for column in range(shape.columns)]
        return columns + [svg.middle(low_x, self.at(grid.point((0, row)))[1], str(row + 1), 12, FAINT)
                          for row in range(shape.rows)]

    def _edge(self, number: int) -> str:
        first, second = (self.at(self.board.between.points[end]) for end in self.board.between.ends[number])
        marks = self.board.on("edge", number)
        seat = next((mark.seat for mark in marks if mark.seat is not None), None)
        colour = NEUTRAL if seat is None else seat_colour(seat)
        parts = [svg.line(first, second, colour, self.unit * 0.11)]
        told = [mark for mark in marks if not bare_line("edge", mark)]
        x, y = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
        if told:
            parts.append(self._in_a_row(tuple(told), (x, y), titles=False))
        return svg.titled("; ".join(mark.title for mark in marks), parts, class_="mark", data_count=len(marks))

    def _stood_on(self, space: int) -> str:
        marks = self.board.on("space", space)
        x, y = self.at(self.board.grid.point(self.board.grid.places[space]))
        room, beside = (0.38, (0.28, 0.28)) if self.ruled else (0.28, (0.24, 0.16))
        signs = [printed.texts[space] for printed in self.board.prints]
        signs += [one.sign for one in self.board.grounds if space in one.spaces and not self._says_all(one)]
        if not self.ruled and any(signs):
            room = 0.23  # between the name and the signs
        elif not self.ruled:
            y += self.unit * 0.08
        large = tuple(mark for mark in marks if mark.sort != "value")
        small = tuple(mark for mark in marks if mark.sort == "value")
        if not large:
            return self._gathered(small, (x, y if self.ruled else y - self.unit * 0.05), 0.25 if self.ruled else 0.21)
        if not small:
            return self._gathered(large, (x, y), room)
        return self._gathered(large, (x - 0.07 * self.unit, y - 0.02 * self.unit), room * 0.85) + self._gathered(
            small, (x + beside[0] * self.unit, y + beside[1] * self.unit), 0.19)

    def _gathered(self, marks: tuple[Mark, ...], about: Point, room: float) -> str:
        """Marks in rows about a point, within so much room to each side (in spaces)."""
        across = ceil(sqrt(len(marks)))
        down = ceil(len(marks) / across)
        radius = room * self.unit / across
        parts = []
        for at, mark in enumerate(marks):
            row, column = divmod(at, across)
            in_row = min(across, len(marks) - row * across)
            x = about[0] + (2 * column - in_row + 1) * radius
            y = about[1] + (2 * row - down + 1) * radius
            drawn = glyph(mark, x, y, radius * (1 if len(marks) == 1 else 0.92))
            parts.append(svg.titled(mark.title, [drawn], class_="mark"))
        return "".join(parts)

    def _in_a_row(self, marks: tuple[Mark, ...], about: Point, titles: bool = True) -> str:
        """Small marks side by side about a point, where there is no room for more than a row."""
        radius = 0.125 * self.unit
        left = about[0] - (len(marks) - 1) * radius
        drawn = [glyph(mark, left + 2 * at * radius, about[1], radius) for at, mark in enumerate(marks)]
        if not titles:
            return "".join(drawn)
        return "".join(svg.titled(mark.title, [one], class_="mark") for mark, one in zip(marks, drawn, strict=True))

    # -- the legend

    def _legend_entries(self) -> list[tuple[Mark | str, str, str]]:
        """What is explained: a mark, the colour of a ground or (no colour) a line; the sign on it; what it means."""
        board = self.board
        found: list[tuple[Mark | str, str, str]] = []
        for printed in board.prints:
            if not printed.kinds:
                found.append((PLAIN, "n", printed.name))
            first = next((other for other in board.prints if other.kinds), None)
            for at, (sign, meaning) in enumerate(printed.meanings.items()):
                found.append((SOFT[at % len(SOFT)] if printed is first else PLAIN, sign, f"{printed.name}: {meaning}"))
        for ground in board.grounds:
            if ground.spaces:
                colour = PLAIN if ground.tint is None else SOFT[ground.tint % len(SOFT)]
                found.append((colour, "" if self._says_all(ground) else ground.sign, ground.name))
        return found + [("" if bare_line(site, mark) else mark, mark.sign, mark.meaning)
                        for site, mark in board.legend()]

    def _legend(self) -> list[str]:
        parts = []
        step = self.wide / self.columns
        for at, (what, sign, meaning) in enumerate(self.explained):
            row, column = divmod(at, self.columns)
            x, y = self.left + 12 + column * step, self.top + self.board_high + 18 + row * ROW
            if what == "":
                parts.append(svg.line((x - 9, y), (x + 9, y), NEUTRAL, 6))
            elif isinstance(what, str):
                parts.append(svg.rect(x - 9, y - 9, 18, 18, what, LINE, 3))
                parts.append(svg.middle(x, y, sign, 10 if len(sign) < 3 else 8, FAINT, bold=True) if sign else "")
            else:
                parts.append(glyph(what, x, y, 9.5, sign))
            parts.append(svg.text(x + 16, y + 4, svg.cut(meaning, 12, step - 34), 12, INK))
        return parts


def glyph(mark: Mark, x: float, y: float, radius: float, sign: str | None = None) -> str:
    """A mark about a point. The form tells variables apart, the colour and the number players."""
    code = mark.code if sign is None else sign
    if mark.sort == "piece" and mark.seat is not None:
        code = str(mark.seat + 1)
    if mark.sort == "value":
        size = min(radius * 1.3, 1.9 * radius / svg.width(code, 1, True))
        half = max(radius * 0.85, svg.width(code, size, True) / 2 + size * 0.25)
        return svg.rect(x - half, y - size * 0.75, 2 * half, size * 1.5, SHEET, NEUTRAL, size * 0.4) + svg.middle(
            x, y, code, size, INK, True)
    if mark.sort == "back":
        return svg.rect(x - radius, y - radius * 0.85, 2 * radius, radius * 1.7, BACK, INK, radius * 0.2) + svg.middle(
            x, y, code, min(radius, 1.7 * radius / svg.width(code, 1, True)), SHEET, True)
    colour = NEUTRAL if mark.seat is None else seat_colour(mark.seat)
    if mark.sort == "item":
        if mark.seat is None:
            colour = SHEET if mark.tint is None else SOFT[mark.tint % len(SOFT)]
        shape = svg.rect(x - radius, y - radius * 0.85, 2 * radius, radius * 1.7, colour, INK, radius * 0.25)
    else:
        shape = _form(mark.form, x, y, radius, colour)
    size = min(radius * 1.15, 1.6 * radius / svg.width(code, 1, True))
    return shape + svg.middle(x, y, code, size, text_on(colour), True)


def _form(form: int, x: float, y: float, radius: float, colour: str) -> str:
    """The outline of a piece: disc, square, diamond, hexagon, and again with a second line."""
    thick = max(1.0, radius * 0.08) * (1 + form // 4)
    match form % 4:
        case 0:
            return svg.circle(x, y, radius, colour, INK, stroke_width=thick)
        case 1:
            half = radius * 0.88
            return svg.rect(x - half, y - half, 2 * half, 2 * half, colour, INK, radius * 0.15, stroke_width=thick)
        case 2:
            points = [(x, y - radius * 1.15), (x + radius * 1.15, y), (x, y + radius * 1.15), (x - radius * 1.15, y)]
        case _:
            points = [(x + radius * 1.05 * cos(pi / 3 * at), y + radius * 1.05 * sin(pi / 3 * at)) for at in range(6)]
    return svg.polygon(points, colour, INK, stroke_width=thick)
