"""Reads texts of the language into syntax trees: effects line by line, expressions, types and choices.

Each line is parsed by itself, so ten mistakes give ten findings and one never hides another. What the parser
would have accepted is told in words a person wrote or could write, never as names of tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedToken

from ludex.dsl.diagnostics import Finding, Rule, Sink, quote
from ludex.dsl.document import Scalar
from ludex.dsl.grammar import grammar
from ludex.dsl.lexer import BadCharacter, Lexicon, Piece
from ludex.dsl.source import Span
from ludex.dsl.tree import (
    ApplyNode, ChoiceNode, Expr, ListNode, NameNode, NumberNode, OfNode, Statement, TextNode,
)
from ludex.dsl.types import Element, Elements, Flag, Number, Type
from ludex.dsl.vocabulary import Conditional, Filtered


class EffectSyntax(Rule):
    """A line of the language cannot be read.

    The message names the word that does not fit and what could stand there. Each line is read by itself:
    fix this one, and the others are not affected.
    """

    code = "LX301"
    name = "effect-syntax"
    severity = "error"
    message = "{problem}"
    bad = "draw 2 to hand from deck"
    good = "draw 2 from deck to hand"


class Indentation(Rule):
    """Lines under a block must be indented, and by the same amount; other lines must not be.

    A block is a line that ends in a colon, such as `if deck is empty:`. What it governs stands under it,
    further to the right, in spaces.
    """

    code = "LX313"
    name = "indentation"
    severity = "error"
    message = "{problem}"
    bad = "if deck is empty:\nend the game"
    good = "if deck is empty:\n    end the game"


RULES: tuple[type[Rule], ...] = (EffectSyntax, Indentation)

#: The deepest nesting of parentheses and blocks; more is a mistake, or an attack.
DEPTH = 40


class Parser:
    """Reads texts with the names of one game."""

    def __init__(self, lexicon: Lexicon, sink: Sink) -> None:
        self.lexicon = lexicon
        self.sink = sink

    def expression(self, scalar: Scalar) -> Expr | None:
        """An expression, or None after a finding."""
        tree = self._parse(scalar, 0, len(scalar.text), "expression")
        return None if tree is None else _Reader(scalar).expr(tree)

    def choice(self, scalar: Scalar) -> ChoiceNode | None:
        """A choice, or None after a finding."""
        tree = self._parse(scalar, 0, len(scalar.text), "choice")
        return None if tree is None else _Reader(scalar).choice(tree)

    def type(self, scalar: Scalar) -> tuple[Type, Span] | None:
        """A type whose domain, if it names one, is still unchecked; or None after a finding."""
        tree = self._parse(scalar, 0, len(scalar.text), "type")
        if tree is None:
            return None
        words = [t for t in tree.children if isinstance(t, Token) and t.type in ("NUMBER", "NAME")]
        span = scalar.at(words[0].start_pos or 0, words[0].end_pos or 0) if words else scalar.span
        match tree.data:
            case "number_type":
                low, high = (int(str(w)) for w in words)
                if low > high or high > 1_000_000:
                    self._complain(scalar.span, f"`{low} to {high}` is not a range of numbers up to a million")
                    return None
                return Number(low, high), span
            case "flag_type":
                return Flag(), span
            case "set_type":
                return Elements(str(words[0])), span
            case "optional_type":
                return Element(str(words[0]), True), span
        return Element(str(words[0])), span

    def effect(self, scalar: Scalar) -> tuple[Statement, ...] | None:
        """An effect: its lines as statements and blocks. Lines with findings are left out."""
        rows = list(_rows(scalar, self.sink))
        statements, rest = self._lines(scalar, rows, 0, rows[0].indent if rows else 0, 0)
        assert not rest
        return statements

    def _lines(self, scalar: Scalar, rows: list[_Row], at: int, indent: int, depth: int
               ) -> tuple[tuple[Statement, ...], list[_Row]]:
        """The statements of one indentation; returns what is left behind them."""
        found: list[Statement] = []
        rows = rows[at:]
        while rows:
            row = rows[0]
            if row.indent < indent and depth:
                break
            span = scalar.at(row.start, row.end)
            if row.indent != indent:
                self.sink.add(Indentation.at(span, problem="this line is indented as none above it"))
            statement = self._line(scalar, row)
            rows = rows[1:]
            body: tuple[Statement, ...] | None = None
            if row.block:
                if not rows or rows[0].indent <= row.indent:
                    self.sink.add(Indentation.at(span, problem="nothing is indented under this line"))
                    body = ()
                elif depth >= DEPTH:
                    self.sink.add(Indentation.at(span, problem=f"blocks are nested more than {DEPTH} deep"))
                    while rows and rows[0].indent > row.indent:
                        rows = rows[1:]
                    body = ()
                else:
                    body, rows = self._lines(scalar, rows, 0, rows[0].indent, depth + 1)
            elif rows and rows[0].indent > row.indent:
                self.sink.add(Indentation.at(
                    scalar.at(rows[0].start, rows[0].end),
                    problem="this line is indented, but the line above it is not a block",
                    help="a block ends in a colon"))
                _, rows = self._lines(scalar, rows, 0, rows[0].indent, depth + 1)
            if statement is not None:
                found.append(Statement(statement.at, statement.word, statement.arguments, body))
        return tuple(found), rows

    def _line(self, scalar: Scalar, row: _Row) -> Statement | None:
        tree = self._parse(scalar, row.start, row.end, "block" if row.block else "statement")
        if tree is None:
            return None
        read = _Reader(scalar).word(tree, scalar.at(row.start, row.end))
        return Statement(scalar.at(row.start, row.end), read.word, read.arguments)

    def _parse(self, scalar: Scalar, start: int, end: int, what: str) -> Tree[Token] | None:
        """Parse a stretch of a scalar; a mistake becomes one finding."""
        text = scalar.text[start:end]
        try:
            pieces = self.lexicon.pieces(text)
        except BadCharacter as bad:
            mark = text[bad.start]
            wants = "close the quotes" if mark == '"' else None
            self.sink.add(EffectSyntax.at(scalar.at(start + bad.start, start + bad.end),
                                          problem=f"`{mark}` means nothing here", help=wants))
            return None
        depth = deepest = 0
        for piece in pieces:
            depth += {"LPAR": 1, "RPAR": -1}.get(piece.type, 0)
            deepest = max(deepest, depth)
        if deepest > DEPTH:
            self._complain(scalar.at(start, end), f"parentheses are nested more than {DEPTH} deep")
            return None
        parser: Any = grammar().parser.parse_interactive("", start=what)
        for index, piece in enumerate(pieces):
            token = Token(piece.type, piece.text, start_pos=start + piece.start, end_pos=start + piece.end)
            if piece.text in self.lexicon.doubtful and piece.type not in (accepted := parser.accepts()) \
                    and "NAME" in accepted:
                # A word of the language that is also declared, where only a name can stand.
                token = Token("NAME", piece.text, start_pos=token.start_pos, end_pos=token.end_pos)
            try:
                parser.feed_token(token)
            except UnexpectedToken:
                self.sink.add(self._unexpected(scalar, start, pieces, index, parser.accepts(), what))
                return None
        try:
            tree: Tree[Token] = parser.feed_eof()
        except UnexpectedToken:
            last = pieces[-1].end if pieces else 0
            place = scalar.at(start + max(last - 1, 0), start + last) if pieces else scalar.span
            self.sink.add(EffectSyntax.at(place, problem=f"the {_thing(what)} stops too early",
                                          help=_expected(parser.accepts())))
            return None
        return tree

    def _unexpected(self, scalar: Scalar, start: int, pieces: list[Piece], index: int, accepts: Iterable[str],
                    what: str) -> Finding:
        piece = pieces[index]
        place = scalar.at(start + piece.start, start + piece.end)
        if index == 0 and what in ("statement", "block"):
            other = "block" if what == "statement" else "statement"
            if piece.type in _first_tokens(other):
                note = "a block ends in a colon" if other == "block" else "only a block ends in a colon"
                return EffectSyntax.at(place, problem=f"{quote(piece.text)} does not begin a {what} here", help=note)
            return EffectSyntax.at(place, problem=f"{quote(piece.text)} does not begin a {_thing(what)}",
                                   help=_nearest_start(piece.text, what))
        return EffectSyntax.at(place, problem=f"{quote(piece.text)} does not fit here", help=_expected(accepts))

    def _complain(self, span: Span, problem: str) -> None:
        self.sink.add(EffectSyntax.at(span, problem=problem))


@cache
def _first_tokens(what: str) -> frozenset[str]:
    """The tokens that a text may begin with."""
    parser: Any = grammar().parser.parse_interactive("", start=what)
    return frozenset(parser.accepts())


def _thing(what: str) -> str:
    return {"statement": "line", "block": "block"}.get(what, what)


def _expected(accepts: Iterable[str]) -> str | None:
    """What could stand here, in words; nothing where that would be a long list."""
    spoken = {token: literal for literal, token in grammar().literals.items()}
    names = {"NAME": "a name", "NUMBER": "a number", "STRING": "words in quotes", "LPAR": "`(`", "RPAR": "`)`",
             "POSSESSIVE": "`'s`", "$END": "the end of the line"}
    accepted = list(accepts)
    value = {"NAME", "NUMBER", "LPAR"} <= set(accepted)
    words = sorted(f"`{spoken[t]}`" for t in accepted if t in spoken and not value)
    words = [w for w in words if "`" in w]
    others = ["a value"] if value else sorted(names[t] for t in accepted if t in names)
    found = others + words
    return f"expected {' or '.join(found)}" if 0 < len(found) <= 6 else None


def _nearest_start(word: str, what: str) -> str | None:
    first = _first_tokens(what)
    starts = sorted({literal.split()[0] for literal, token in grammar().literals.items()
                     if token in first})
    close = get_close_matches(word.split()[0], starts, 1)
    return f"did you mean `{close[0]}`?" if close else None


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of an effect that says something: its indentation, its extent, whether it opens a block."""

    indent: int
    start: int
    end: int
    block: bool


def _rows(scalar: Scalar, sink: Sink) -> Iterable[_Row]:
    for match in re.finditer(r"[^\n]+", scalar.text):
        line = _without_comment(match.group())
        content = line.strip()
        if not content:
            continue
        start = match.start() + len(line) - len(line.lstrip())
        if "\t" in line[: start - match.start()]:
            sink.add(Indentation.at(scalar.at(match.start(), start), problem="a tab stands where spaces indent"))
        end = start + len(content)
        block = content.endswith(":")
        yield _Row(start - match.start(), start, end - 1 if block else end, block)


def _without_comment(line: str) -> str:
    quoted = False
    for at, mark in enumerate(line):
        if mark == '"':
            quoted = not quoted
        elif mark == "#" and not quoted and (at == 0 or line[at - 1].isspace()):
            return line[:at]
    return line


class _Reader:
    """Turns Lark's tree into ours."""

    def __init__(self, scalar: Scalar) -> None:
        self.scalar = scalar

    def span(self, part: Tree[Token] | Token) -> Span:
        tokens = [part] if isinstance(part, Token) else list(_tokens(part))
        if not tokens:
            return self.scalar.span
        return self.scalar.at(tokens[0].start_pos or 0, tokens[-1].end_pos or 0)

    def expr(self, part: Tree[Token] | Token) -> Expr:
        if isinstance(part, Token):
            if part.type == "STRING":
                return TextNode(self.span(part), str(part)[1:-1])
            return NameNode(self.span(part), str(part))
        at = self.span(part)
        kids = part.children
        match part.data:
            case "expression":
                return self.expr(kids[0])
            case "inner":
                return self.expr(kids[1])
            case "digits":
                return NumberNode(at, int(str(kids[0])[:18]))
            case "name":
                return NameNode(at, str(kids[0]))
            case "you":
                return NameNode(at, "you")
            case "your":
                return OfNode(at, str(kids[1]), self.span(kids[1]), None, None)
            case "owned":
                return OfNode(at, str(kids[2]), self.span(kids[2]), self.expr(kids[0]), None)
            case "of":
                return OfNode(at, str(kids[0]), self.span(kids[0]), self.expr(kids[2]), None)
            case "of_for":
                return OfNode(at, str(kids[0]), self.span(kids[0]), self.expr(kids[2]), self.expr(kids[4]))
            case "filtered":
                return ApplyNode(at, Filtered, {
                    "name": self.expr(kids[1]), "source": self.expr(kids[3]), "test": self.expr(kids[5])})
            case "conditional":
                return ApplyNode(at, Conditional, {
                    "test": self.expr(kids[2]), "yes": self.expr(kids[4]), "no": self.expr(kids[6])})
            case "names":
                return ListNode(at, tuple(
                    NameNode(self.span(k), str(k)) for k in kids if isinstance(k, Token) and k.type == "NAME"))
        return self.word(part, at)

    def word(self, part: Tree[Token], at: Span) -> ApplyNode:
        variant = grammar().variants[part.data]
        literals = set(grammar().literals.values())
        spoken = [k for k in part.children if not (isinstance(k, Token) and k.type in literals)]
        arguments: dict[str, Expr] = {}
        for name, kid in zip(variant.parameters, spoken, strict=True):
            if variant.word.parameters[name].syntax == "choice" and isinstance(kid, Tree):
                arguments[name] = self.choice(kid)
            else:
                arguments[name] = self.expr(kid)
        return ApplyNode(at, variant.word, arguments)

    def choice(self, part: Tree[Token]) -> ChoiceNode:
        kids = [k for k in part.children if k is not None]
        tokens = [k for k in kids if isinstance(k, Token)]
        name = next(t for t in tokens if t.type == "NAME")
        values = [self.expr(k) for k in kids if isinstance(k, Tree) or (isinstance(k, Token) and k.type == "STRING")]
        sort = str(part.data).removeprefix("choose_").replace("_", " ")
        amount = values.pop(0) if sort in ("up to", "exactly") else None
        source = values.pop(0)
        until = values.pop(0) if sort == "number" else None
        return ChoiceNode(self.span(part), sort, str(name), self.span(name), amount, source, until,
                          values.pop(0) if values else None)


def _tokens(part: Tree[Token]) -> Iterable[Token]:
    for kid in part.children:
        if isinstance(kid, Token):
            yield kid
        elif isinstance(kid, Tree):
            yield from _tokens(kid)
