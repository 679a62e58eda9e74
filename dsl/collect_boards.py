"""Enters boards, what is printed on them, the patterns that lie on them, and relations, into the table of symbols.

A board is a handful of domains (its spaces, directions, and where the game asks for them edges and corners) with
relations between them; a pattern is a domain of places with the spaces that each covers. Once they stand in the table
nothing else of the language asks what a board is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from math import atan2
from operator import or_

from ludex.dsl import syntax
from ludex.dsl.diagnostics import Rule, Sink, quote
from ludex.dsl.grid import Grid, Place, Shape, between, bits, grid, reached, size, transposed, turns, variants
from ludex.dsl.names import BadAttribute, Symbols, UndefinedName, nearest, passage_of, plural
from ludex.dsl.nodes import Scalar
from ludex.dsl.source import Span
from ludex.dsl.typed import (
    AttributeSymbol,
    BoardSymbol,
    DomainSymbol,
    PatternSymbol,
    RelationSymbol,
    Symbol,
    ValueSymbol,
)
from ludex.dsl.types import Element, Number, Type
from ludex.ir.record import changeable

#: The most spaces of a board, and the most places of a pattern.
MOST_SPACES, MOST_PLACES = 3000, 20_000


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
    bad = "boards:\n  field: {grid: squares, columns: 3}\n"
    good = "boards:\n  field: {grid: squares, columns: 3, rows: 3}\n"


RULES: tuple[type[Rule], ...] = (BoardShape,)


@changeable
class BoardCollector:
    """Fills a `Symbols` with what has to do with boards, by the means of the collector that calls it."""

    rules: syntax.RuleSet
    sink: Sink
    found: Symbols
    add: Callable[[Symbol], None]
    add_domain: Callable[[DomainSymbol, Scalar | None], None]
    type: Callable[[Scalar], Type | None]
    value: Callable[[Scalar, Type], int]
    domain_named: Callable[[Scalar, str], str | None]

    def boards(self) -> None:
        """Enter all boards and patterns."""
        for name, board in self.rules.boards.items():
            self._board(name, board)
        for name, pattern in self.rules.patterns.items():
            self._pattern(name, pattern)

    def rest(self) -> None:
        """Enter what needs all domains: what is printed on boards, and relations."""
        for name, board in self.rules.boards.items():
            symbol = self.found.boards.get(name.text)
            if symbol is not None:
                for what, printed in board.printed.items():
                    self._printed(symbol, what, printed)
        for name, relation in self.rules.relations.items():
            self._relation(name, relation)

    def _complain(self, at: Span, problem: str, help: str | None = None) -> None:
        self.sink.add(BoardShape.at(at, problem=problem, help=help))

    def _leave_out(self, board: syntax.Board, *names: str) -> None:
        """Nothing is said of the use of what a board without a shape would have brought."""
        self.sink.left_out.update(names, grid(Shape("squares", False, 60, 60, 0, 0)).names)
        for text in (board.edge, board.corner):
            if text is not None:
                self.sink.left_out |= {text.text, plural(text.text, None)}
        for what, printed in board.printed.items():
            self.sink.left_out |= {what.text, *(() if printed.inverse is None else (printed.inverse.text,))}

    # -- boards

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
            self._complain(name.span, f"the size of `{name.text}` is not clear", f"give {wanted}")
            return None
        if squares and (board.side is not None or board.lying is not None):
            key = board.side or board.lying
            assert key is not None
            self._complain(key.span, "only a board of hexagons has this")
            return None

        def number(text: Scalar | None) -> int:
            return 0 if text is None else int(text.text)

        flat = board.lying is not None and board.lying.text == "flat"
        whole = Shape("squares" if squares else "hexagons", flat, number(board.columns), number(board.rows),
                      number(board.side), number(board.reach))
        if size(whole) > MOST_SPACES:
            self._complain(name.span, f"`{name.text}` has {size(whole)} spaces, and {MOST_SPACES} are the most")
            return None
        known = grid(whole).names
        for space in board.missing:
            if space.text not in known:
                self.sink.add(UndefinedName.at(space.span, what=f"no space of `{name.text}`", name=space.text,
                                               help=nearest(space.text, known)))
        missing = frozenset(space.text for space in board.missing)
        if missing >= set(known):
            self._complain(name.span, f"`{name.text}` has no space left")
            return None
        return Shape(whole.kind, flat, whole.columns, whole.rows, whole.side, whole.reach, missing)

    def relate(self, name: str, at: Span, origin: str, target: str, values: Iterable[int], *, single: bool = False,
               ways: str | None = None, passage: str = "") -> None:
        """Enter a relation."""
        symbol = RelationSymbol(name, at, passage, origin, target, tuple(values), single, ways)
        self.found.relations.setdefault(name, []).append(symbol)

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

    # -- patterns

    def _pattern(self, name: Scalar, pattern: syntax.Pattern) -> None:
        board = self.found.boards.get(pattern.board.text)
        parts = self._parts(name, pattern)
        if board is None or parts is None:
            if board is None and pattern.board.text not in self.sink.left_out:
                self.sink.add(UndefinedName.at(pattern.board.span, what="no board", name=pattern.board.text,
                                               help=nearest(pattern.board.text, self.found.boards)))
            self._no_pattern(name, pattern)
            return
        made = board.grid
        assert made is not None
        forms: list[list[Place]] = []
        for texts in parts.values():
            places = [self._way(text, made) for text in texts]
            forms.append([place for place in places if place is not None])
        flat = [place for form in forms for place in form]
        if len(set(flat)) < len(flat):
            self._complain(name.span, f"`{name.text}` covers a space twice")
        if not flat:
            self._no_pattern(name, pattern)
            return

        def yes(text: Scalar | None) -> bool:
            return text is not None and text.text == "yes"

        kind = made.shape.kind
        names: list[str] = []
        covered: list[list[int]] = [[] for _ in parts]
        all_forms = variants(kind, forms, yes(pattern.turned), yes(pattern.mirrored))
        led = reached(made, {place for _, _, image in all_forms for part in image for place in part})
        positions = [((f" turned {turn * 360 // turns(kind)}" if turn else "") + (" mirrored" if mirror else ""),
                      [[led[place] for place in part] for part in image]) for turn, mirror, image in all_forms]
        for space, anchor in enumerate(made.names):
            for more, image in positions:
                spots = [[spaces[space] for spaces in part] for part in image]
                if all(map(all, spots)):
                    names.append(anchor + more)
                    for part, mine in zip(covered, spots, strict=True):
                        part.append(reduce(or_, mine, 0))
        if not names or len(names) > MOST_PLACES:
            problem = f"has {len(names)} places, and {MOST_PLACES} are the most"
            self._complain(name.span, f"`{name.text}` {problem if names else 'does not fit on its board'}")
            self._no_pattern(name, pattern)
            return
        symbol = DomainSymbol(name.text, name.span, passage_of(pattern.source), "board", tuple(names), ())
        self.add_domain(symbol, pattern.plural)
        self.found.patterns[name.text] = PatternSymbol(name.text, name.span, passage_of(pattern.source), board.name)
        whole = [0] * len(names)
        for (part_name, at), values in zip(((p.text, p.span) for p in parts), covered, strict=True):
            if part_name:
                self.relate(part_name, at, name.text, board.space, values)
            whole = [a | b for a, b in zip(whole, values, strict=True)]
        self.relate(plural(board.space, None), name.span, name.text, board.space, whole)
        self.relate(plural(name.text, pattern.plural), name.span, board.space, name.text,
                    transposed(whole, len(made.names)))

    def _no_pattern(self, name: Scalar, pattern: syntax.Pattern) -> None:
        self.sink.left_out |= {name.text, plural(name.text, pattern.plural), *(part.text for part in pattern.parts)}

    def _parts(self, name: Scalar, pattern: syntax.Pattern) -> dict[Scalar, tuple[Scalar, ...]] | None:
        if bool(pattern.cells) == bool(pattern.parts):
            self._complain(name.span, f"what `{name.text}` covers is not clear", "give either `cells` or `parts`")
            return None
        return pattern.parts or {Scalar("", name.span): pattern.cells}

    def _way(self, text: Scalar, made: Grid) -> Place | None:
        """Where a way leads from the first space."""
        across = along = 0
        for word in text.text.split():
            if word == "here":
                continue
            if word not in made.ways:
                self.sink.add(UndefinedName.at(text.span, what="no direction", name=word,
                                               help=nearest(word, [*made.ways, "here"])))
                return None
            a, b = made.offsets[made.ways.index(word)]
            across, along = across + a, along + b
        return across, along

    # -- what is printed

    def _printed(self, board: BoardSymbol, name: Scalar, printed: syntax.Printed) -> None:
        type = self.type(printed.type)
        values = None if type is None else self._picture(board, printed, type)
        if type is None or values is None:
            self.sink.left_out |= {name.text, *(() if printed.inverse is None else (printed.inverse.text,))}
            return
        had = any(other.domain == board.space for other in self.found.attributes.get(name.text, ()))
        if had or self.found.relation(name.text, board.space) is not None:
            self._complain(name.span, f"a {board.space} has `{name.text}` already")
            return
        passage = passage_of(printed.source)
        if isinstance(type, Element):  # of a set of spaces it is what is printed on any of them
            self.relate(name.text, name.span, board.space, type.domain, values, single=True, passage=passage)
        else:
            self.found.attributes.setdefault(name.text, []).append(
                AttributeSymbol(name.text, name.span, passage, board.space, type, tuple(values)))
        if printed.inverse is not None and isinstance(type, Element):
            self.relate(printed.inverse.text, printed.inverse.span, type.domain, board.space,
                        transposed([bits((value,)) for value in values], len(self.found.domains[type.domain].elements)))
        elif printed.inverse is not None:
            self._complain(printed.inverse.span, f"only what has names can be asked for its spaces, this is {type}")

    def _picture(self, board: BoardSymbol, printed: syntax.Printed, type: Type) -> list[int] | None:
        """What a picture shows on each space, or None if it does not fit the board."""
        made = board.grid
        assert made is not None
        rows: dict[float, list[int]] = {}
        for space, place in enumerate(made.places):
            rows.setdefault(made.point(place)[1], []).append(space)
        wanted = [sorted(rows[height], key=lambda s: made.point(made.places[s])[0]) for height in sorted(rows)]
        lines = list(_lines(printed.picture))
        if len(lines) != len(wanted):
            self._complain(printed.picture.span, f"the picture has {len(lines)} rows, and the board {len(wanted)}")
            return None
        values = [0] * len(made.names)
        legend = {sign.text: value for sign, value in printed.legend.items()}
        for number, (signs, spaces) in enumerate(zip(lines, wanted, strict=True)):
            if len(signs) != len(spaces):
                at = signs[0].span if signs else printed.picture.span
                self._complain(at, f"row {number + 1} of the picture has {len(signs)} spaces, and the board "
                                   f"{len(spaces)} there")
                return None
            for sign, space in zip(signs, spaces, strict=True):
                given: Scalar | None = sign
                if sign.text in legend:
                    given = legend[sign.text]
                elif sign.text == ".":
                    given = printed.default
                if given is None:
                    self.sink.add(BadAttribute.at(sign.span, problem=f"{quote(sign.text)} stands for the default, and "
                                                                     "there is none"))
                    return None
                values[space] = self.value(given, type)
        return values

    # -- relations

    def _relation(self, name: Scalar, relation: syntax.Relation) -> None:
        origin = self.domain_named(relation.from_, "")
        target = origin if relation.to is None else self.domain_named(relation.to, "")
        if origin is None or target is None:
            self.sink.left_out.add(name.text)
            return
        both = relation.both_ways is not None and relation.both_ways.text == "yes"
        if both and origin != target:
            assert relation.both_ways is not None
            self._complain(relation.both_ways.span, f"a relation of {origin} to {target} has no `both ways`",
                           "give the way back a name with `inverse`")
            both = False
        first, second = self._members(origin), self._members(target)
        values = [0] * len(self.found.domains[origin].elements)
        for element, others in relation.pairs.items():
            mine = self._member(element, origin, first)
            for other in others:
                theirs = self._member(other, target, second)
                for one in mine:
                    values[one] |= bits(theirs)
                for one in theirs if both else ():
                    values[one] |= bits(mine)
        if self.found.relation(name.text, origin) is not None:
            self._complain(name.span, f"a {origin} has `{name.text}` already")
            return
        passage = passage_of(relation.source)
        self.relate(name.text, name.span, origin, target, values, passage=passage)
        back = transposed(values, len(self.found.domains[target].elements))
        single = relation.exclusive is not None and relation.exclusive.text == "yes"
        if single:
            assert relation.exclusive is not None
            for theirs_name, owners in zip(self.found.domains[target].elements, back, strict=True):
                if owners.bit_count() != 1:
                    many = "several" if owners else "none"
                    self._complain(relation.exclusive.span,
                                   f"`{theirs_name}` belongs to {many} of these, so `{name.text}` is not exclusive")
                    break
            back = [owners.bit_length() - 1 for owners in back]
        if relation.inverse is not None:
            self.relate(relation.inverse.text, relation.inverse.span, target, origin, back, single=single,
                        passage=passage)

    def _members(self, domain: str) -> dict[str, tuple[int, ...]]:
        """The names that stand for elements of a domain, and which."""
        symbol = self.found.domains[domain]
        found: dict[str, tuple[int, ...]] = {name: (at,) for at, name in enumerate(symbol.elements)}
        for value in self.found.values.values():
            if isinstance(value, ValueSymbol) and value.domain == domain:
                found[value.name] = value.members
        return found

    def _member(self, name: Scalar, domain: str, known: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
        if name.text not in known:
            if name.text not in self.sink.left_out:
                self.sink.add(UndefinedName.at(name.span, what=f"no {domain}", name=name.text,
                                               help=nearest(name.text, known)))
            return ()
        return known[name.text]


def _angle(made: Grid, way: int) -> float:
    """The angle of a direction in a drawing, clockwise."""
    x, y = made.point(made.offsets[way])
    return atan2(y, x)


def _lines(picture: Scalar) -> Iterable[list[Scalar]]:
    """The rows of a picture, each as its signs with their places."""
    start = 0
    for line in picture.text.split("\n"):
        words = line.split()
        apart = len(words) > 1
        found = []
        at = 0
        for word in words if apart or not words else list(words[0]):
            at = line.index(word, at)
            found.append(Scalar(word, picture.at(start + at, start + at + len(word))))
            at += len(word)
        if found:
            yield found
        start += len(line) + 1


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
