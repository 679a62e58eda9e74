"""Enters boards into the table of symbols: their spaces and directions, and what lies beside and between them.

A board is a handful of domains (spaces, directions, and where the game asks for them edges and corners) with relations
between them. Once they stand in the table nothing else of the language asks what a board is. Patterns that lie on
boards are entered by `collect_patterns.py`, what is printed on them by `collect_tables.py`, with the same `Means`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import atan2

from ludex.dsl import syntax
from ludex.dsl.diagnostics import Rule, Sink
from ludex.dsl.grid import Grid, Shape, between, bits, grid, size
from ludex.dsl.names import Symbols, UndefinedName, nearest, passage_of, plural
from ludex.dsl.nodes import Scalar
from ludex.dsl.source import Span
from ludex.dsl.typed import AttributeSymbol, BoardSymbol, DomainSymbol, RelationSymbol, Symbol, ValueSymbol
from ludex.dsl.types import Number, Type

#: The most spaces of a board.
MOST_SPACES = 3000


class BoardShape(Rule):
    """A board, a pattern or a picture has no proper shape.

    A board is a rectangle (`columns` and `rows`), for hexagons also a rhombus (the same keys) or a hexagon (`side`), or
    whatever lies within `reach` of the middle. A pattern covers spaces of its board, each named by the way to it. A
    picture shows as many rows, and as many spaces in each, as its board has.
    """

    code = "LX322"
    name = "board-shape"
    severity = "error"
    message = "{problem}"
    bad = "boards:\n  field: {grid: squares, columns: 3, space: plot}\n"
    good = "boards:\n  field: {grid: squares, columns: 3, rows: 3, space: plot}\n"


RULES: tuple[type[Rule], ...] = (BoardShape,)


@dataclass(slots=True)
class Means:
    """What is needed to enter something of boards: the table, and a few ways of the collector that fills it."""

    rules: syntax.RuleSet
    sink: Sink
    found: Symbols
    add: Callable[[Symbol], None]
    add_domain: Callable[[DomainSymbol, Scalar | None], None]
    type: Callable[[Scalar], Type | None]
    value: Callable[[Scalar, Type], int]
    domain_named: Callable[[Scalar, str], str | None]

    def complain(self, at: Span, problem: str, help: str | None = None) -> None:
        """Say that something has no proper shape."""
        self.sink.add(BoardShape.at(at, problem=problem, help=help))

    def relate(self, name: str, at: Span, origin: str, target: str, values: Iterable[int], *, single: bool = False,
               ways: str | None = None, passage: str = "") -> None:
        """Enter a relation."""
        symbol = RelationSymbol(name, at, passage, origin, target, tuple(values), single, ways)
        self.found.relations.setdefault(name, []).append(symbol)


class BoardCollector(Means):
    """Enters the boards of a rule set."""

    def enter(self) -> None:
        """Enter all boards."""
        for name, board in self.rules.boards.items():
            self._board(name, board)

    def _leave_out(self, board: syntax.Board, *names: str) -> None:
        """Nothing is said of the use of what a board without a shape would have brought."""
        self.sink.left_out.update(names, grid(Shape("squares", False, 60, 60, 0, 0)).names)
        for text in (board.edge, board.corner):
            if text is not None:
                self.sink.left_out |= {text.text, plural(text.text, None)}
        for what, printed in board.printed.items():
            self.sink.left_out |= {what.text, *(() if printed.inverse is None else (printed.inverse.text,))}

    def _board(self, name: Scalar, board: syntax.Board) -> None:
        space = "space" if board.space is None else board.space.text
        shape = self._shape(name, board)
        if shape is None:
            self._leave_out(board, name.text, space, plural(space, None))
            return
        made = grid(shape)
        direction = "direction" if board.direction is None else board.direction.text
        symbol = BoardSymbol(name.text, name.span, passage_of(board.source), made, space, direction,
                             None if board.edge is None else board.edge.text,
                             None if board.corner is None else board.corner.text)
        self.add(symbol)
        self.found.boards[name.text] = symbol
        self._domain(board.space or name, space, made.names)
        if not any(other.direction == direction and other.grid is not None and other.grid.ways == made.ways
                   for other in self.found.boards.values() if other is not symbol):
            self._domain(board.direction or name, direction, made.ways)
            self._elements(symbol, direction, made.ways)
        self._elements(symbol, space, made.names)
        self._beside(symbol, made)
        self._between(symbol, made)

    def _elements(self, board: BoardSymbol, domain: str, names: Sequence[str]) -> None:
        """Name spaces or directions. What two boards have, such as `a1`, is that of the first."""
        others = {kind for other in self.found.boards.values() if other is not board
                  for kind in (other.space, other.direction)}
        for at, called in enumerate(names):
            known = self.found.values.get(called)
            if not isinstance(known, ValueSymbol) or known.domain not in others:
                self.add(ValueSymbol(called, board.at, "", domain, (at,)))

    def _domain(self, at: Scalar, name: str, elements: Sequence[str]) -> None:
        self.add_domain(DomainSymbol(name, at.span, "", "board", tuple(elements), ()), None)

    def _shape(self, name: Scalar, board: syntax.Board) -> Shape | None:
        squares = board.grid.text == "squares"
        given = {key for key in ("columns", "rows", "side", "reach") if getattr(board, key) is not None}
        if given not in ({"columns", "rows"}, {"side"}, {"reach"}):
            if any(board.at.start <= found.span.start < board.at.end for found in self.sink.findings):
                return None  # a key may have been lost
            wanted = "`columns` and `rows`, or `reach`" if squares else "`columns` and `rows`, `side`, or `reach`"
            self.complain(name.span, f"the size of `{name.text}` is not clear", f"give {wanted}")
            return None
        if squares and (board.side is not None or board.lying is not None):
            key = board.side or board.lying
            assert key is not None
            self.complain(key.span, "only a board of hexagons has this")
            return None

        def number(text: Scalar | None) -> int:
            return 0 if text is None else int(text.text)

        flat = board.lying is not None and board.lying.text == "flat"
        whole = Shape("squares" if squares else "hexagons", flat, number(board.columns), number(board.rows),
                      number(board.side), number(board.reach))
        if size(whole) > MOST_SPACES:
            self.complain(name.span, f"`{name.text}` has {size(whole)} spaces, and {MOST_SPACES} are the most")
            return None
        known = grid(whole).names
        for space in board.missing:
            if space.text not in known:
                self.sink.add(UndefinedName.at(space.span, what=f"no space of `{name.text}`", name=space.text,
                                               help=nearest(space.text, known)))
        missing = frozenset(space.text for space in board.missing)
        if missing >= set(known):
            self.complain(name.span, f"`{name.text}` has no space left")
            return None
        return Shape(whole.kind, flat, whole.columns, whole.rows, whole.side, whole.reach, missing)

    def _beside(self, board: BoardSymbol, made: Grid) -> None:
        """Neighbours, rows and columns, rims, and the turns of directions."""
        at, space, way = board.at, board.space, board.direction
        spaces = range(len(made.names))
        self.relate("neighbour", at, space, space, (made.steps[d][s] for s in spaces for d in range(len(made.ways))),
                    single=True, ways=way)
        around = [bits(made.steps[d][s] for d in made.straight) for s in spaces]
        self.relate("neighbours", at, space, space, around)
        if made.shape.kind == "squares":
            every = [bits(step[s] for step in made.steps) for s in spaces]
            self.relate("surroundings", at, space, space, every)
            self.relate("diagonal neighbours", at, space, space,
                        (whole & ~near for whole, near in zip(every, around, strict=True)))
        for number, name in enumerate(("column", "row")):
            values = [place[number] + (1 if made.shape.columns else 0) for place in made.places]
            self.found.attributes.setdefault(name, []).append(
                AttributeSymbol(name, at, "", space, Number(min(values), max(values)), tuple(values), built_in=True))
        self.relate(f"rim of {board.name}", at, way, space,
                    (bits(s for s in spaces if step[s] < 0) for step in made.steps))
        if self.found.relation("opposite", way) is None:
            count = len(made.ways)
            by_angle = sorted(range(count), key=lambda d: _angle(made, d))
            place = {d: number for number, d in enumerate(by_angle)}
            self.relate("opposite", at, way, way, (made.opposite(d) for d in range(count)), single=True)
            for name, turn in (("right turn", 1), ("left turn", -1)):
                turned = [by_angle[(place[d] + turn) % count] for d in range(count)]
                self.relate(name, at, way, way, turned, single=True)

    def _between(self, board: BoardSymbol, made: Grid) -> None:
        """Edges and corners, where the game asks for them."""
        at, space, edge, corner = board.at, board.space, board.edge, board.corner
        if edge is None and corner is None:
            return
        about = between(made)
        corners = about.corners
        if edge is not None:
            self._domain(self._key(board, "edge"), edge, about.edges)
            self.relate("sides", at, space, edge, map(bits, about.edges_of))
            self.relate("banks", at, edge, space, map(bits, about.banks))
            meeting = transposed([bits(ends) for ends in about.ends], len(corners))
            self.relate("neighbours", at, edge, edge,
                        ((meeting[a] | meeting[b]) & ~(1 << e) for e, (a, b) in enumerate(about.ends)))
            if corner is not None:
                self.relate("ends", at, edge, corner, map(bits, about.ends))
                self.relate(plural(edge, None), at, corner, edge, meeting)
        if corner is not None:
            self._domain(self._key(board, "corner"), corner, about.corners)
            self.relate("corners", at, space, corner, map(bits, about.corners_of))
            self.relate(plural(space, None), at, corner, space,
                        transposed([bits(corners_of) for corners_of in about.corners_of], len(corners)))
            beside = [0] * len(corners)
            for a, b in about.ends:
                beside[a] |= 1 << b
                beside[b] |= 1 << a
            self.relate("neighbours", at, corner, corner, beside)

    def _key(self, board: BoardSymbol, name: str) -> Scalar:
        section = next(b for n, b in self.rules.boards.items() if n.text == board.name)
        found = section.edge if name == "edge" else section.corner
        assert found is not None
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


def _angle(made: Grid, way: int) -> float:
    """The angle of a direction in a drawing, clockwise."""
    x, y = made.point(made.offsets[way])
    return atan2(y, x)


def names_of(rules: syntax.RuleSet) -> Iterable[str]:
    """Every name that boards, patterns and relations bring into the language."""
    for name, board in rules.boards.items():
        yield from (name.text, *_GIVEN)
        for key in (board.space, board.direction, board.edge, board.corner):
            if key is not None:
                yield from (key.text, plural(key.text, None))
        for what, printed in board.printed.items():
            yield what.text
            if printed.inverse is not None:
                yield printed.inverse.text
    for name, pattern in rules.patterns.items():
        yield from (name.text, plural(name.text, pattern.plural), *(part.text for part in pattern.parts))
    for name, relation in rules.relations.items():
        yield name.text
        if relation.inverse is not None:
            yield relation.inverse.text


#: What every board brings with it, where it is more than one word.
_GIVEN = ("diagonal neighbours", "right turn", "left turn")
