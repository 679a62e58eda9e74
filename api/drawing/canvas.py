"""Boards on a canvas of signs, one class for each kind of grid.

A space has a line for its name and what is printed there, and one for what stands on it. In a rectangle of squares
columns and rows are named at the sides instead. Only signs of ASCII draw the lines, none of them longer than `WIDEST`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludex.drawing.boards import Board, Mark, bare_line
from ludex.dsl.grid import letters

#: The longest line, and the most that a space takes of it.
WIDEST, ROOM = 200, 15
Places = Sequence[tuple[int, int]]


def drawn(board: Board) -> list[str]:
    """The lines of a board, without its legend."""
    if board.grid.shape.kind == "squares":
        return _Squares(board).draw()
    return (_Flat(board) if board.grid.shape.flat else _Pointed(board)).draw()


def plain(board: Board) -> bool:
    """Whether the only ground is what makes a growing board, and need not be told of each space."""
    return bool(board.grid.shape.reach) and len(board.grounds) == 1 and board.grounds[0].spaces.issuperset(board.spaces)


@dataclass(slots=True)
class _Sheet:
    """A board on a canvas. A kind of grid says where the corner of a space lies, and the signs of its sides."""

    board: Board
    canvas: dict[tuple[int, int], str] = field(default_factory=dict)
    room: int = 3

    def draw(self) -> list[str]:
        """The lines."""
        board = self.board
        texts = {space: self.texts(space) for space in board.spaces}
        needed = max((len(text) for pair in texts.values() for text in pair), default=0)
        self.room = self.fitting(needed)
        for space in board.spaces:
            self.outline(space)
        for space, (upper, lower) in texts.items():
            self.write(space, upper, lower)
        self._marked_lines()
        crowded = [f"  {name}: {' '.join(pair).removeprefix(name).strip()}" for space, pair in texts.items()
                   if max(map(len, pair)) > self.room and (name := board.grid.names[space])]
        return [*self._lines(), *(line[:WIDEST] for line in crowded)]

    def texts(self, space: int) -> tuple[str, str]:
        """The two lines of a space: what it is, and what stands on it."""
        board = self.board
        signs = [printed.texts[space] for printed in board.prints if printed.texts[space]]
        if not plain(board):
            signs += [ground.sign.lower() for ground in board.grounds if space in ground.spaces]
        return " ".join([board.grid.names[space], *signs]), _codes(board.on("space", space))

    def fitting(self, needed: int) -> int:
        """How many signs wide a space is: what is needed, if the whole does not get too wide by that."""
        room = self.wider(1)
        while room < min(needed, ROOM) and self.width(self.wider(room + 1)) <= WIDEST:
            room = self.wider(room + 1)
        return room

    def _marked_lines(self) -> None:
        """Edges and corners on which something lies."""
        between = self.board.between
        for space in self.board.spaces:
            for way, edge in enumerate(between.edges_of[space]):
                marks = self.board.on("edge", edge)
                if marks:
                    self._along(self.side(space, way), marks)
        for space in self.board.spaces:
            for at, corner in enumerate(between.corners_of[space]):
                marks = self.board.on("corner", corner)
                if marks:
                    self.canvas[self.corner(space, at)] = _one_sign(marks)

    def _along(self, places: Places, marks: Sequence[Mark]) -> None:
        """Signs along a side: what lies there in the middle of it, and `#` on either side."""
        words = _codes(marks)
        if all(bare_line("edge", mark) for mark in marks):
            words = "#"
        words = words if len(words) <= len(places) else _one_sign(marks)
        first = (len(places) - len(words)) // 2
        for at, place in enumerate(places):
            inside = first <= at < first + len(words)
            self.canvas[place] = words[at - first] if inside else "#"

    def _lines(self) -> list[str]:
        if not self.canvas:
            return []
        columns, rows = [x for x, _ in self.canvas], [y for _, y in self.canvas]
        left, end = min(columns), min(max(columns), min(columns) + WIDEST - 1)
        lines = ["".join(self.canvas.get((x, y), " ") for x in range(left, end + 1)).rstrip()
                 for y in range(min(rows), max(rows) + 1)]
        if end < max(columns):
            lines.append(f"(the board goes on to the right of these {WIDEST} columns)")
        return lines

    def put(self, x: int, y: int, text: str) -> None:
        """Write signs from a place to the right."""
        for at, sign in enumerate(text):
            if sign != " ":
                self.canvas[x + at, y] = sign

    def centred(self, x: int, y: int, room: int, text: str) -> None:
        """Write a text into the middle of so much room; what is too long ends in `~`."""
        if len(text) > room:
            text = text[:room - 1] + "~" if room > 1 else "~"
        self.put(x + (room - len(text)) // 2, y, text)

    # -- what a kind of grid says

    def wider(self, room: int) -> int:
        """The next width from this one on that a space can have."""
        return room

    def width(self, room: int) -> int:
        """How wide the whole is with spaces of a width."""
        raise NotImplementedError

    def outline(self, space: int) -> None:
        """Draw the sides of a space."""
        raise NotImplementedError

    def write(self, space: int, upper: str, lower: str) -> None:
        """Write into a space."""
        raise NotImplementedError

    def side(self, space: int, way: int) -> Places:
        """The places of a side, in the order of directions."""
        raise NotImplementedError

    def corner(self, space: int, at: int) -> tuple[int, int]:
        """The place of a corner, in the order of a walk around the space."""
        raise NotImplementedError

    def across(self) -> int:
        """How many columns lie between the outermost spaces."""
        columns = [self.board.grid.places[space][0] for space in self.board.spaces]
        return max(columns) - min(columns)


@dataclass(slots=True)
class _Squares(_Sheet):
    """Squares; in a rectangle columns and rows are named at the sides."""

    @property
    def ruled(self) -> bool:
        return bool(self.board.grid.shape.columns)

    @property
    def high(self) -> int:
        """Lines between two rows: one for what is printed only where something is."""
        return 3 if not self.ruled or self.board.prints or self.board.grounds else 2

    def texts(self, space: int) -> tuple[str, str]:
        upper, lower = _Sheet.texts(self, space)
        return (upper.partition(" ")[2] if self.ruled else upper), lower

    def width(self, room: int) -> int:
        return (self.across() + 1) * (room + 1) + 6

    def wider(self, room: int) -> int:
        return max(room, 3) if self.across() < 40 else room

    def origin(self, space: int) -> tuple[int, int]:
        """The upper left corner of a space."""
        column, row = self.board.grid.places[space]
        return column * (self.room + 1), -row * self.high

    def outline(self, space: int) -> None:
        x, y = self.origin(space)
        for corner in range(4):
            self.canvas[self.corner(space, corner)] = "+"
        for way in () if self.board.edged else range(4):
            for place in self.side(space, way):
                self.canvas[place] = "-" if way in (0, 2) else "|"
        if self.ruled:
            column, row = self.board.grid.places[space]
            self.put(-1 - len(str(row + 1)), y + self.high - 1, str(row + 1))
            self.centred(x + 1, self.high + 1, self.room, letters(column))

    def write(self, space: int, upper: str, lower: str) -> None:
        x, y = self.origin(space)
        self.centred(x + 1, y + self.high - 1, self.room, lower)
        if self.high == 3:
            self.centred(x + 1, y + 1, self.room, upper)

    def side(self, space: int, way: int) -> Places:
        x, y = self.origin(space)
        if way in (0, 2):
            return [(x + at, y + (self.high if way == 2 else 0)) for at in range(1, self.room + 1)]
        return [(x + (self.room + 1 if way == 1 else 0), y + at) for at in range(1, self.high)]

    def corner(self, space: int, at: int) -> tuple[int, int]:
        x, y = self.origin(space)
        return x + (self.room + 1 if at in (0, 1) else 0), y + (self.high if at in (1, 2) else 0)


@dataclass(slots=True)
class _Pointed(_Sheet):
    """Hexagons with a corner above: every row is half a space further on."""

    def wider(self, room: int) -> int:
        return max(3, room + -(room + 1) % 4)

    def width(self, room: int) -> int:
        halves = [2 * x + y for x, y in (self.board.grid.places[space] for space in self.board.spaces)]
        return (max(halves) - min(halves)) * (room + 1) // 2 + room + 2

    def origin(self, space: int) -> tuple[int, int]:
        """The left end of the slanting lines above a space."""
        across, along = self.board.grid.places[space]
        return (2 * across + along) * (self.room + 1) // 2, 3 * along

    def outline(self, space: int) -> None:
        for way, sign in enumerate("|\\/|\\/"):
            for place in self.side(space, way):
                self.canvas[place] = sign

    def write(self, space: int, upper: str, lower: str) -> None:
        x, y = self.origin(space)
        self.centred(x + 1, y + 1, self.room, upper)
        self.centred(x + 1, y + 2, self.room, lower)

    def side(self, space: int, way: int) -> Places:
        x, y = self.origin(space)
        wide, quarter = self.room + 1, (self.room + 1) // 4
        return ([(x + wide, y + 1), (x + wide, y + 2)], [(x + wide - quarter, y)], [(x + quarter, y)],
                [(x, y + 1), (x, y + 2)], [(x + quarter, y + 3)], [(x + wide - quarter, y + 3)])[way]

    def corner(self, space: int, at: int) -> tuple[int, int]:
        x, y = self.origin(space)
        wide = self.room + 1
        return ((x + wide, y), (x + wide // 2, y), (x, y), (x, y + 3), (x + wide // 2, y + 3), (x + wide, y + 3))[at]


@dataclass(slots=True)
class _Flat(_Sheet):
    """Hexagons with a side above: every column is half a space further down."""

    def wider(self, room: int) -> int:
        return max(4, room)

    def width(self, room: int) -> int:
        return (self.across() + 1) * room + 2

    def origin(self, space: int) -> tuple[int, int]:
        """The place left of the upper side, above the slanting line."""
        across, along = self.board.grid.places[space]
        return across * self.room, 4 * along + 2 * across

    def outline(self, space: int) -> None:
        for way, sign in enumerate("/\\_/\\_"):
            for place in self.side(space, way):
                self.canvas[place] = sign

    def write(self, space: int, upper: str, lower: str) -> None:
        x, y = self.origin(space)
        self.centred(x + 1, y + 2, self.room, upper)
        self.centred(x + 1, y + 3, self.room, lower)

    def side(self, space: int, way: int) -> Places:
        x, y = self.origin(space)
        end = x + self.room
        above, below = ([(x + at, y + down) for at in range(2, self.room)] for down in (0, 4))
        return ([(end + 1, y + 3), (end, y + 4)], [(end, y + 1), (end + 1, y + 2)], above,
                [(x + 1, y + 1), (x, y + 2)], [(x, y + 3), (x + 1, y + 4)], below)[way]

    def corner(self, space: int, at: int) -> tuple[int, int]:
        x, y = self.origin(space)
        end = x + self.room
        return ((end + 1, y + 2), (end, y), (x + 1, y), (x, y + 2), (x + 1, y + 4), (end, y + 4))[at]


def _codes(marks: Sequence[Mark]) -> str:
    return ",".join(mark.code for mark in marks)



def _one_sign(marks: Sequence[Mark]) -> str:
    """The first of some marks where there is room for one sign: whose it is, or how its code begins."""
    seat = marks[0].seat
    return marks[0].code[:1] if seat is None else str(seat + 1)[-1]
