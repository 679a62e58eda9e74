"""The geometry of a board: which spaces there are, what lies beside what, and where to draw it.

Nothing here knows rule files. A grid is made of squares or of hexagons, and has a place in the plane for every
space. Places are pairs of whole numbers: column and row for squares (rows upwards), and for hexagons the axial
coordinates of which the second grows downwards. What lies between spaces (an edge, a corner) is found as the sum of
the places that meet there, which is different for every edge and every corner, also at the rim.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import sqrt
from typing import Literal

from ludex.ir.record import record

Place = tuple[int, int]
Point = tuple[float, float]
Kind = Literal["squares", "hexagons"]

_SQUARE_WAYS = {"north": (0, 1), "northeast": (1, 1), "east": (1, 0), "southeast": (1, -1), "south": (0, -1),
                "southwest": (-1, -1), "west": (-1, 0), "northwest": (-1, 1)}
_HEX_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
_POINTED = ("east", "northeast", "northwest", "west", "southwest", "southeast")
_FLAT = ("southeast", "northeast", "north", "northwest", "southwest", "south")
_POINTED_CORNERS = ("upper right", "top", "upper left", "lower left", "bottom", "lower right")
_FLAT_CORNERS = ("right", "upper right", "upper left", "left", "lower left", "lower right")


@record
class Shape:
    """What a board is asked to be: a rectangle (of hexagons: a rhombus) of columns and rows, a hexagon with so many
    spaces to a side, or everything within so many steps of the middle."""

    kind: Kind
    flat: bool = False
    columns: int = 0
    rows: int = 0
    side: int = 0
    reach: int = 0
    missing: frozenset[str] = frozenset()


@record
class Grid:
    """Spaces by number, with their names, places and what is beside them.

    `steps[d]` gives for each space the one beside it in direction d, or -1. `straight` are the directions in which
    neighbours share a side.
    """

    shape: Shape
    names: tuple[str, ...]
    places: tuple[Place, ...]
    ways: tuple[str, ...]
    offsets: tuple[Place, ...]
    straight: tuple[int, ...]
    steps: tuple[tuple[int, ...], ...]

    @property
    def middle(self) -> int | None:
        """The space in the middle, where there is one."""
        shape = self.shape
        if shape.side or shape.reach:
            wanted: Place = (0, 0)
        elif shape.columns % 2 and shape.rows % 2:
            wanted = (shape.columns // 2, shape.rows // 2)
        else:
            return None
        return self.places.index(wanted) if wanted in self.places else None

    def opposite(self, way: int) -> int:
        """The direction that leads back."""
        across, along = self.offsets[way]
        return self.offsets.index((-across, -along))

    def axes(self) -> list[int]:
        """One direction of each pair of opposite ones."""
        return [way for way in range(len(self.ways)) if way < self.opposite(way)]

    def point(self, place: tuple[float, float]) -> Point:
        """Where a place lies in a drawing: neighbours are one apart, the second number grows downwards."""
        across, along = place
        if self.shape.kind == "squares":
            return (float(across), float(-along))
        if self.shape.flat:
            return (across * sqrt(3) / 2, along + across / 2)
        return (across + along / 2, along * sqrt(3) / 2)

    def corners_of(self, place: Place) -> list[Place]:
        """The corners of a space, in the order of a walk around it. A corner is the sum of the places about it."""
        across, along = place
        if self.shape.kind == "squares":
            return [(4 * across + 2 * x, 4 * along + 2 * y) for x, y in ((1, 1), (1, -1), (-1, -1), (-1, 1))]
        turned = [*_HEX_STEPS[1:], _HEX_STEPS[0]]
        return [(3 * across + a + c, 3 * along + b + d)
                for (a, b), (c, d) in zip(_HEX_STEPS, turned, strict=True)]

    def corner_point(self, corner: Place) -> Point:
        """Where a corner lies in a drawing."""
        about = 4 if self.shape.kind == "squares" else 3
        return self.point((corner[0] / about, corner[1] / about))

    def corner_words(self) -> tuple[str, ...]:
        """What the corners of a space are called, in the order of `corners_of`."""
        if self.shape.kind == "squares":
            return ("northeast", "southeast", "southwest", "northwest")
        return _FLAT_CORNERS if self.shape.flat else _POINTED_CORNERS

    def ends_of(self, way: int) -> tuple[int, int]:
        """Between which two corners of a space the side in a straight direction lies."""
        number = self.straight.index(way)
        if self.shape.kind == "squares":
            return ((number + 3) % 4, number)  # north lies between northwest and northeast
        return ((number + 5) % 6, number)


@cache
def grid(shape: Shape) -> Grid:
    """The grid of a shape."""
    squares = shape.kind == "squares"
    if squares:
        ways, offsets = tuple(_SQUARE_WAYS), tuple(_SQUARE_WAYS.values())
        straight: tuple[int, ...] = (0, 2, 4, 6)
    else:
        ways, offsets = _FLAT if shape.flat else _POINTED, _HEX_STEPS
        straight = tuple(range(6))
    named = {place: name for place, name in _named(shape) if name not in shape.missing}
    places = tuple(named)
    number = {place: at for at, place in enumerate(places)}
    steps = tuple(tuple(number.get((across + a, along + b), -1) for across, along in places) for a, b in offsets)
    return Grid(shape, tuple(named.values()), places, ways, offsets, straight, steps)


def size(shape: Shape) -> int:
    """How many spaces a shape has, before any are left out."""
    if shape.columns:
        return shape.columns * shape.rows
    if shape.kind == "squares":
        return (2 * shape.reach + 1) ** 2
    return 3 * _radius(shape) * (_radius(shape) + 1) + 1


def _radius(shape: Shape) -> int:
    return shape.side - 1 if shape.side else shape.reach


def _named(shape: Shape) -> Iterable[tuple[Place, str]]:
    if shape.columns:
        for row in range(shape.rows):
            for column in range(shape.columns):
                yield (column, row), f"{letters(column)}{row + 1}"
        return
    radius = _radius(shape)
    for along in range(-radius, radius + 1):
        for across in range(-radius, radius + 1):
            if shape.kind == "squares":
                yield (across, along), f"{across},{along}"
            elif abs(across + along) <= radius:
                name = f"{letters(across + radius)}{along + radius + 1}" if shape.side else f"{across},{along}"
                yield (across, along), name


def letters(number: int) -> str:
    """a, b, ..., z, aa, ab, ... for 0, 1, ..."""
    found = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(ord("a") + rest) + found
    return found


def bits(elements: Iterable[int]) -> int:
    """A set of elements as the number of its bits; -1 is no element."""
    found = 0
    for element in elements:
        if element >= 0:
            found |= 1 << element
    return found


def transposed(values: Sequence[int], targets: int) -> list[int]:
    """The way back of a relation given by sets."""
    back = [0] * targets
    for element, found in enumerate(values):
        while found:
            lowest = found & -found
            back[lowest.bit_length() - 1] |= 1 << element
            found ^= lowest
    return back


def reached(grid: Grid, ways: Iterable[Place]) -> dict[Place, list[int]]:
    """Where each of some ways (as the place that it leads to from the origin) leads from every space: the bit of the
    space there, or 0 if there is none."""
    known = {place: 1 << at for at, place in enumerate(grid.places)}
    return {(a, b): [known.get((across + a, along + b), 0) for across, along in grid.places] for a, b in ways}


@record
class Between:
    """Edges and corners of a grid: names, and which spaces, edges and corners belong together."""

    edges: tuple[str, ...]
    corners: tuple[str, ...]
    edges_of: tuple[tuple[int, ...], ...]       # by space
    corners_of: tuple[tuple[int, ...], ...]     # by space
    banks: tuple[tuple[int, ...], ...]          # edge -> spaces
    ends: tuple[tuple[int, ...], ...]           # edge -> corners
    points: tuple[Point, ...]                   # corner -> where to draw it


@cache
def between(grid: Grid) -> Between:
    """What lies between the spaces of a grid."""
    edges: dict[Place, tuple[int, str]] = {}
    corners: dict[Place, tuple[int, str]] = {}
    edges_of: list[tuple[int, ...]] = []
    corners_of: list[tuple[int, ...]] = []
    banks: list[list[int]] = []
    ends: list[tuple[int, ...]] = []
    for space, (across, along) in enumerate(grid.places):
        mine = []
        for place, word in zip(grid.corners_of((across, along)), grid.corner_words(), strict=True):
            number, _ = corners.setdefault(place, (len(corners), f"{grid.names[space]} {word}"))
            mine.append(number)
        corners_of.append(tuple(mine))
        about = []
        for way in grid.straight:
            a, b = grid.offsets[way]
            key = (2 * across + a, 2 * along + b)
            if key not in edges:
                edges[key] = len(edges), f"{grid.names[space]} {grid.ways[way]}"
                banks.append([])
                first, second = grid.ends_of(way)
                ends.append((mine[first], mine[second]))
            number, _ = edges[key]
            banks[number].append(space)
            about.append(number)
        edges_of.append(tuple(about))
    return Between(
        tuple(name for _, name in edges.values()), tuple(name for _, name in corners.values()), tuple(edges_of),
        tuple(corners_of), tuple(map(tuple, banks)), tuple(ends),
        tuple(grid.corner_point(corner) for corner in corners))


def turned(kind: Kind, place: Place) -> Place:
    """A place after a turn about the origin, by the smallest angle that the grid has."""
    across, along = place
    return (along, -across) if kind == "squares" else (-along, across + along)


def mirrored(kind: Kind, place: Place) -> Place:
    """The mirror image of a place."""
    across, along = place
    return (-across, along) if kind == "squares" else (-across - along, along)


def turns(kind: Kind) -> int:
    """How many turns bring everything back."""
    return 4 if kind == "squares" else 6


def variants(kind: Kind, parts: Sequence[Sequence[Place]], turned_too: bool, mirrored_too: bool
             ) -> list[tuple[int, bool, tuple[tuple[Place, ...], ...]]]:
    """A pattern in all its positions about the origin, each once: how often turned, whether mirrored, and its parts."""
    seen: set[object] = set()
    found = []
    for mirror in (False, True) if mirrored_too else (False,):
        image = tuple(tuple(mirrored(kind, p) if mirror else p for p in part) for part in parts)
        for turn in range(turns(kind) if turned_too else 1):
            low = min(place for part in image for place in part)
            form = tuple(frozenset((a - low[0], b - low[1]) for a, b in part) for part in image)
            if form not in seen:
                seen.add(form)
                found.append((turn, mirror, image))
            image = tuple(tuple(turned(kind, place) for place in part) for part in image)
    return found
