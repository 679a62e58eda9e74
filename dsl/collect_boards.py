"""Enters boards into the table of symbols: their spaces and directions, and what lies beside and between them.

A board is a handful of domains (spaces, directions, and where the game asks for them edges and corners) with relations
between them. Once they stand in the table nothing else of the language asks what a board is. Patterns that lie on
boards are entered by `collect_patterns.py`, what is printed on them by `collect_tables.py`, with the same `Means`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import atan2

from ludex.dsl import syntax
from ludex.dsl.collect_means import Means
from ludex.dsl.diagnostics import Label, Sink
from ludex.dsl.grid import Grid, Shape, between, bits, grid, size, transposed
from ludex.dsl.names import PLAYER, NameTwice, UndefinedName, describe, nearest, passage_of, plural
from ludex.dsl.nodes import Scalar
from ludex.dsl.typed import AttributeSymbol, BoardSymbol, DomainSymbol, Symbol, ValueSymbol
from ludex.dsl.types import Number

#: The most spaces of a board.
MOST_SPACES = 3000
#: The keys of a board that say what its parts are called, and what these are.
KINDS = {"space": "spaces", "direction": "directions", "edge": "edges", "corner": "corners"}


class BoardCollector(Means):
    """Enters the boards of a rule set."""

    def enter(self) -> None:
        """Enter all boards."""
        if syntax.Board in self.sink.lost:
            self._leave_out("space", "direction")
        for name, board in self.rules.boards.items():
            self._board(name, board)

    def _leave_out(self, *kinds: str) -> None:
        """Nothing is said of the use of what a board that cannot be entered would have brought."""
        self.sink.left_out |= _any_names() | _BROUGHT
        for kind in kinds:
            self.sink.left_out |= {kind, plural(kind, None)}

    def _board(self, name: Scalar, board: syntax.Board) -> None:
        called = {"space": "space", "direction": "direction"}
        called |= {kind: text.text for kind in KINDS if (text := getattr(board, kind)) is not None}
        shape = self._shape(name, board)
        if shape is None or self._clash(name, board, called, grid(shape)):
            self._leave_out(name.text, *called.values())
            for what, printed in board.printed.items():
                self.sink.left_out |= {what.text, *(() if printed.inverse is None else (printed.inverse.text,))}
            return
        if self.damaged(board.at):
            self._leave_out()
        made = grid(shape)
        symbol = BoardSymbol(name.text, name.span, passage_of(board.source), made, called["space"], called["direction"],
                             called.get("edge"), called.get("corner"))
        self.add(symbol)
        shared = self._shares(symbol.direction, made)
        self.found.boards[name.text] = symbol
        self._domain(board.space or name, symbol.space, made.names)
        if not shared:
            self._domain(board.direction or name, symbol.direction, made.ways)
            self._elements(symbol, symbol.direction, made.ways)
        self._elements(symbol, symbol.space, made.names)
        self._beside(symbol, made)
        self._between(symbol, made)

    def _shares(self, direction: str, made: Grid) -> bool:
        """Whether the directions are those of an earlier board."""
        return any(other.direction == direction and other.grid is not None and other.grid.ways == made.ways
                   for other in self.found.boards.values())

    def _clash(self, name: Scalar, board: syntax.Board, called: dict[str, str], made: Grid) -> bool:
        """Whether one sort of things of a board is called like something else; that is told."""
        mine: dict[str, str] = {}
        labels: tuple[Label, ...]
        for kind in sorted(called, key=lambda kind: getattr(board, kind) is not None):  # what is given is to blame
            text, given = called[kind], getattr(board, kind) or name
            other = self.found.domains.get(text) or self.found.domains.get(self.found.plurals.get(text, ""))
            help = f"give `{name.text}` a `{kind}` of its own" if given is name else None
            if text in mine:
                whose, labels = f"the {mine[text]} of `{name.text}`", ()
            elif other is not None and not (kind == "direction" and self._shares(text, made)):
                whose = self.found.whose(other.name) if other.name == text else f"several of `{other.name}`"
                labels = () if other.sort == PLAYER else (Label(other.at, "the first is here"),)
            else:
                mine |= {text: KINDS[kind], plural(text, None): KINDS[kind]}
                continue
            self.sink.add(NameTwice.at(given.span, name=text, other=whose, labels=labels, help=help))
            return True
        return False

    def _elements(self, board: BoardSymbol, domain: str, names: Sequence[str]) -> None:
        """Name spaces or directions. What two boards have, such as `a1`, is that of the first."""
        others = {kind for other in self.found.boards.values() if other is not board
                  for kind in (other.space, other.direction)}
        clashes: list[Symbol] = []
        for at, called in enumerate(names):
            known = self.found.values.get(called)
            if known is None:
                self.add(ValueSymbol(called, board.at, "", domain, (at,)))
            elif not isinstance(known, ValueSymbol) or known.domain not in others:
                clashes.append(known)
        if not clashes:
            return
        first, *more = clashes
        also = f", and so are {', '.join(f'`{other.name}`' for other in more[:3])}" if more else ""
        sort = "spaces" if domain == board.space else "directions"
        self.sink.add(NameTwice.at(
            board.at, name=first.name, other=describe(first), labels=(Label(first.at, "the first is here"),),
            help=f"the {sort} of a board are called so{also}{' ...' * (len(more) > 3)}; rename the other"))
        for clash in clashes:  # whichever is meant where it is used
            del self.found.values[clash.name]
            self.sink.left_out.add(clash.name)

    def _domain(self, at: Scalar, name: str, elements: Sequence[str]) -> None:
        self.add_domain(DomainSymbol(name, at.span, "", "board", tuple(elements), ()), None)

    def _shape(self, name: Scalar, board: syntax.Board) -> Shape | None:
        squares = board.grid.text == "squares"
        given = {key for key in ("columns", "rows", "side", "reach") if getattr(board, key) is not None}
        if given not in ({"columns", "rows"}, {"side"}, {"reach"}):
            if self.damaged(board.at):
                return None
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
        known = frozenset(grid(whole).names)
        missing, twice = set[str](), False
        for space in board.missing:
            if space.text not in known:
                self.sink.add(UndefinedName.at(space.span, what=f"no space of `{name.text}`", name=space.text,
                                               help=nearest(space.text, known)))
            elif space.text in missing and not twice:
                self.complain(space.span, f"`{space.text}` is named twice")
                twice = True
            missing.add(space.text)
        if missing >= known:
            self.complain(name.span, f"`{name.text}` has no space left")
            return None
        return Shape(whole.kind, flat, whole.columns, whole.rows, whole.side, whole.reach, frozenset(missing))

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


@cache
def _any_names() -> frozenset[str]:
    """What spaces and directions of a board may be called, whatever its shape."""
    shapes = (Shape("squares", columns=63, rows=63), Shape("squares", reach=31), Shape("hexagons", side=1),
              Shape("hexagons", flat=True, side=1))
    return frozenset(name for shape in shapes for name in (*grid(shape).names, *grid(shape).ways))


def may_grow(rules: syntax.RuleSet, sink: Sink) -> bool:
    """Whether spaces may be called by how far they lie from the middle, such as `0,-2`."""
    sizes = [board.columns or board.rows or board.side for board in rules.boards.values()]
    return None in sizes or syntax.Board in sink.lost


def _angle(made: Grid, way: int) -> float:
    """The angle of a direction in a drawing, clockwise."""
    x, y = made.point(made.offsets[way])
    return atan2(y, x)


def names_of(rules: syntax.RuleSet, sink: Sink) -> Iterable[str]:
    """Every name that boards, patterns and relations bring into the language."""
    if rules.boards or syntax.Board in sink.lost:
        yield from _GIVEN
    for name, board in rules.boards.items():
        yield name.text
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


#: What boards bring with them.
_BROUGHT = frozenset((
    "neighbour", "neighbours", "surroundings", "diagonal neighbours", "column", "row", "opposite", "right turn",
    "left turn", "sides", "banks", "corners", "ends"))
#: Of that, what is more than one word.
_GIVEN = tuple(sorted(name for name in _BROUGHT if " " in name))
