"""Reads texts of the language into syntax trees: effects line by line, expressions, types and choices.

Each line is parsed by itself, so ten mistakes give ten findings and one never hides another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token, Tree

from ludex.dsl import parse_help
from ludex.dsl.diagnostics import Finding, Sink
from ludex.dsl.lexer import BadCharacter
from ludex.dsl.nodes import Scalar
from ludex.dsl.parse_line import DEPTH, LineParser
from ludex.dsl.parse_rules import RULES, EffectSyntax, Indentation
from ludex.dsl.parse_tree import TreeReader, number
from ludex.dsl.source import Span
from ludex.dsl.tree import Broken, ChoiceNode, Expr, Line, Statement
from ludex.dsl.types import Element, Elements, Flag, Number, Type
from ludex.ir.record import record

#: The largest bound of a number.
BOUND = 1_000_000


class Parser(LineParser):
    """Reads texts with the names of one game."""

    def expression(self, scalar: Scalar) -> Expr | None:
        """An expression, or None after a finding."""
        tree = self.parse(scalar, 0, len(scalar.text), "expression")
        return None if tree is None else TreeReader(scalar).expr(tree)

    def choice(self, scalar: Scalar) -> ChoiceNode | None:
        """A choice, or None after a finding."""
        tree = self.parse(scalar, 0, len(scalar.text), "choice")
        return None if tree is None else TreeReader(scalar).choice(tree)

    def type(self, scalar: Scalar) -> tuple[Type, Span] | None:
        """A type whose domain, if it names one, is still unchecked; or None after a finding."""
        tree = self.parse(scalar, 0, len(scalar.text), "type")
        if tree is None:
            return None
        if tree.data == "number_type":
            return self._range(scalar, [part for part in tree.children if isinstance(part, Tree)])
        names = [t for t in tree.children if isinstance(t, Token) and t.type == "NAME"]
        if not names:
            return Flag(), scalar.span
        name, span = str(names[0]), TreeReader(scalar).span(names[0])
        if tree.data == "set_type":
            return Elements(name), span
        return Element(name, tree.data == "optional_type"), span

    def _range(self, scalar: Scalar, bounds: list[Tree[Token]]) -> tuple[Type, Span] | None:
        low, high = (number(str(bound.children[1])) * (-1 if bound.children[0] else 1) for bound in bounds)
        if low > high or low < -BOUND or high > BOUND:
            problem = f"`{' '.join(scalar.text.split())}` is not a range of numbers from the lower to the higher"
            if low <= high:
                problem = f"a number may be from {-BOUND} to {BOUND} at the most"
            self.complain(scalar.span, problem)
            return None
        return Number(low, high), scalar.span

    def effect(self, scalar: Scalar) -> tuple[Line, ...]:
        """An effect: its lines as statements and blocks, and what is left of lines after a finding."""
        return _Effect(self, scalar).lines()


@record
class _Row:
    """A line of an effect that says something: its indentation, its extent, whether it ends in a colon."""

    indent: int
    start: int
    end: int
    colon: bool


class _Effect:
    """Reads the lines of one effect."""

    def __init__(self, parser: Parser, scalar: Scalar) -> None:
        self.parser = parser
        self.scalar = scalar
        self.rows = list(_rows(scalar, parser.sink))
        self.at = 0

    def lines(self) -> tuple[Line, ...]:
        """All lines."""
        return self._lines(self.rows[0].indent, 0) if self.rows else ()

    def _lines(self, indent: int, level: int) -> tuple[Line, ...]:
        """The lines of one indentation, from here on; lines further to the left belong to a block around it."""
        found: list[Line] = []
        told = indent
        while self.at < len(self.rows):
            row = self.rows[self.at]
            if row.indent < indent and level:
                break
            if row.indent not in (indent, told):
                self._indentation(row, "this line is indented as none above it")
                told = row.indent
            self.at += 1
            line, block = self._line(row)
            if not self._deeper(row):
                if block and row.colon and isinstance(line, Statement):
                    self._indentation(row, "nothing is indented under this line")
                body: tuple[Line, ...] = ()
            elif level >= DEPTH:
                self._indentation(row, f"blocks are nested more than {DEPTH} deep")
                body = ()
                while self._deeper(row):
                    self.at += 1
            else:
                if not block and isinstance(line, Statement) and not row.colon:
                    self._indentation(self.rows[self.at],
                                      "this line is indented, but the line above it is not a block",
                                      "a block ends in a colon")
                body = self._lines(self.rows[self.at].indent, level + 1)
            if isinstance(line, Broken):
                found.append(Broken(line.at, line.names, body if block or body else None))
            elif block:
                found.append(Statement(line.at, line.word, line.arguments, body))
            else:
                found += [line, *body]
        return tuple(found)

    def _deeper(self, row: _Row) -> bool:
        """Whether the next line is further to the right."""
        return self.at < len(self.rows) and self.rows[self.at].indent > row.indent

    def _line(self, row: _Row) -> tuple[Line, bool]:
        """A line, and whether it is a block. One that is a block but for its colon, or not one but for it, is read
        as what it would be without that mistake."""
        what, other = ("block", "statement") if row.colon else ("statement", "block")
        read = self.parser.try_to(self.scalar, row.start, row.end, what)
        if isinstance(read, Finding):
            otherwise = self.parser.try_to(self.scalar, row.start, row.end, other)
            meant = self._begins(row, other)
            if isinstance(otherwise, Tree) or meant:
                last = self.scalar.at(row.end, row.end + 1) if row.colon else self.scalar.at(row.end - 1, row.end)
                if isinstance(otherwise, Finding):
                    self.parser.sink.add(otherwise)
                elif row.colon:
                    self.parser.complain(last, "this line is not a block", "only a block ends in a colon")
                else:
                    self.parser.complain(last, "the colon of this block is missing", "a block ends in a colon")
                read, what = otherwise, other
            else:
                self.parser.sink.add(read)
        place = self.scalar.at(row.start, row.end)
        block = what == "block"
        if isinstance(read, Finding):
            return Broken(place, self.parser.lexicon.names_in(self.scalar.text[row.start:row.end])), block
        word = TreeReader(self.scalar, row.start).word(read, place)
        return Statement(place, word.word, word.arguments), block

    def _begins(self, row: _Row, what: str) -> bool:
        """Whether a line begins as only the other sort of line does."""
        try:
            pieces = self.parser.lexicon.pieces(self.scalar.text[row.start:row.end])
        except BadCharacter:
            return False
        first = {sort: parse_help.first_tokens(sort) for sort in ("statement", "block")}
        others = first["block" if what == "statement" else "statement"]
        return bool(pieces) and pieces[0].type in first[what] - others - {"NAME"}

    def _indentation(self, row: _Row, problem: str, help: str | None = None) -> None:
        self.parser.sink.add(Indentation.at(self.scalar.at(row.start, row.end), problem=problem, help=help))


def _rows(scalar: Scalar, sink: Sink) -> Iterator[_Row]:
    for match in re.finditer(r"[^\n]+", scalar.text):
        line = _without_comment(match.group())
        content = line.strip()
        if not content:
            continue
        start = match.start() + len(line) - len(line.lstrip())
        if "\t" in line[: start - match.start()]:
            sink.add(Indentation.at(scalar.at(match.start(), start), problem="a tab stands where spaces indent"))
        end = start + len(content)
        colon = content.endswith(":")
        yield _Row(start - match.start(), start, end - 1 if colon else end, colon)


def _without_comment(line: str) -> str:
    quoted = False
    for at, mark in enumerate(line):
        if mark == '"':
            quoted = not quoted
        elif mark == "#" and not quoted and (at == 0 or line[at - 1].isspace()):
            return line[:at]
    return line


__all__ = ["RULES", "EffectSyntax", "Indentation", "Parser"]
