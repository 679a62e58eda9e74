"""What those have in common who enter boards, and what lies and is printed on them, into the table of symbols.

They work by the means of the collector that calls them: it adds names and lists of things, and reads types. What is
said of a board, a pattern, a picture or a relation without a proper shape is one diagnostic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludex.dsl import syntax
from ludex.dsl.diagnostics import Diagnosis, Sink
from ludex.dsl.names import Symbols
from ludex.dsl.nodes import Scalar
from ludex.dsl.source import Span
from ludex.dsl.typed import DomainSymbol, RelationSymbol, Symbol
from ludex.dsl.types import Element, Type
from ludex.ir.record import changeable


class BoardShape(Diagnosis):
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


RULES: tuple[type[Diagnosis], ...] = (BoardShape,)


@changeable
class Means:
    """What is needed to enter something of boards: the table, and a few ways of the collector that fills it."""

    rules: syntax.RuleSet
    sink: Sink
    found: Symbols
    add: Callable[[Symbol], None]
    add_domain: Callable[[DomainSymbol, Scalar | None], None]
    reserved: Callable[[Span, str, str], bool]
    type: Callable[[Scalar], Type | None]
    value: Callable[[Scalar, Type], int]
    domain_named: Callable[[Scalar, str], str | None]

    def complain(self, at: Span, problem: str, help: str | None = None) -> None:
        """Say that something has no proper shape."""
        self.sink.add(BoardShape.at(at, problem=problem, help=help))

    def damaged(self, section: Span) -> bool:
        """Whether there is an error in a section already, so that a key of it may be lost."""
        return any(found.severity == "error" and found.span.source is section.source
                   and section.start <= found.span.start < section.end for found in self.sink.findings)

    def taken(self, name: Scalar, domain: str) -> bool:
        """Whether the elements of a domain have something of a name already, or it can be none; that is told."""
        had = any(other.domain == domain for other in self.found.attributes.get(name.text, ()))
        if had or self.found.relation(name.text, domain) is not None:
            self.complain(name.span, f"{Element(domain)} has `{name.text}` already")
            return True
        return self.reserved(name.span, name.text, "names")

    def relate(self, name: str, at: Span, origin: str, target: str, values: Iterable[int], *, single: bool = False,
               ways: str | None = None, passage: str = "") -> None:
        """Enter a relation."""
        symbol = RelationSymbol(name, at, passage, origin, target, tuple(values), single, ways)
        self.found.relations.setdefault(name, []).append(symbol)
