"""Reads texts of the language into syntax trees: effects line by line, expressions, types and choices.

Each line is parsed by itself, so ten mistakes give ten findings and one never hides another. A line is read with
the longest tokens first; where that makes no sense, shorter ones are tried, so that a declared name may be a word
of the language too. What the parser would have accepted is told in words (`parse_help.py`), never as tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedToken

from ludex.dsl import parse_help
from ludex.dsl.diagnostics import Finding, Rule, Sink, quote
from ludex.dsl.grammar import grammar
from ludex.dsl.lexer import BadCharacter, Lexicon, Piece
from ludex.dsl.nodes import Scalar
from ludex.dsl.parse_tree import TreeReader, depth, number, tokens
from ludex.dsl.source import Span
from ludex.dsl.tree import Broken, ChoiceNode, Expr, Line, Statement
from ludex.dsl.types import Element, Elements, Flag, Number, Type


class EffectSyntax(Rule):
    """A text of the language cannot be read.

    The message names the word that does not fit and what could stand there. Each line of an effect is read by
    itself: mend this one, and the others are not affected.
    """

    code = "LX301"
    name = "effect-syntax"
    severity = "error"
    message = "{problem}"
    bad = "draw 2 to discard from deck\n"
    good = "draw 2 from deck to discard\n"


class Indentation(Rule):
    """Lines under a block must be indented, and by the same amount; other lines must not be.

    A block is a line that ends in a colon, such as `if deck is empty:`. What it governs stands under it,
    further to the right, in spaces.
    """

    code = "LX313"
    name = "indentation"
    severity = "error"
    message = "{problem}"
    bad = "if deck is empty:\nend the game\n"
    good = "if deck is empty:\n    end the game\n"


RULES: tuple[type[Rule], ...] = (EffectSyntax, Indentation)

#: The deepest nesting of parentheses and of blocks; more is a mistake, or an attack.
DEPTH = 40
#: The deepest nesting of an expression as a whole: a sum of that many numbers reaches it.
TREE_DEPTH = 100
#: The most words and signs of a line.
LENGTH = 1000
#: The largest bound of a number.
BOUND = 1_000_000
#: How often another reading of a line is tried before its mistake is told.
TRIES = 50


class Parser:
    """Reads texts with the names of one game."""

    def __init__(self, lexicon: Lexicon, sink: Sink) -> None:
        self.lexicon = lexicon
        self.sink = sink

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

    def complain(self, span: Span, problem: str, help: str | None = None) -> None:
        """Add a finding about the form of a text."""
        self.sink.add(EffectSyntax.at(span, problem=problem, help=help))

    def parse(self, scalar: Scalar, start: int, end: int, what: str) -> Tree[Token] | None:
        """Parse a stretch of a scalar; a mistake becomes one finding."""
        found = self.try_to(scalar, start, end, what)
        if isinstance(found, Finding):
            self.sink.add(found)
            return None
        return found

    def try_to(self, scalar: Scalar, start: int, end: int, what: str) -> Tree[Token] | Finding:
        """Parse a stretch of a scalar, or say what is wrong with it."""
        text = scalar.text[start:end]
        try:
            pieces = self.lexicon.pieces(text)
            too_much = _too_much(pieces)
            if too_much is not None:
                return EffectSyntax.at(scalar.at(start, end), problem=too_much)
            read = _feed(pieces, what)
            if isinstance(read, _Stuck):
                read = self._other_readings(text, what, read)
        except BadCharacter as bad:
            place = scalar.at(start + bad.start, start + bad.end)
            mark = text[bad.start:bad.end]
            meant = "is not a whole number" if mark[0].isdigit() else "means nothing here"
            return EffectSyntax.at(place, problem=f"{quote(mark)} {meant}", help=parse_help.instead(mark))
        if isinstance(read, _Stuck):
            return self._explain(scalar, start, end, read, what)
        if depth(read) > TREE_DEPTH:
            return EffectSyntax.at(scalar.at(start, end), problem="this is nested too deeply",
                                   help="give a part of it a name of its own in the section `values`")
        for token in tokens(read):
            token.start_pos, token.end_pos = start + (token.start_pos or 0), start + (token.end_pos or 0)
        return read

    def _other_readings(self, text: str, what: str, first: _Stuck) -> Tree[Token] | _Stuck:
        """Try shorter tokens, the last choice first, until a line makes sense."""
        furthest = first
        chosen: list[Piece] = []
        others: list[list[Piece]] = []
        for _ in range(TRIES):
            if self._choose_on(text, chosen, others):
                read = _feed(chosen, what)
                if isinstance(read, Tree):
                    return read
                if read.place > furthest.place:
                    furthest = read
                del chosen[read.index + 1:], others[read.index + 1:]
            while others and not others[-1]:
                others.pop()
                chosen.pop()
            if not others:
                break
            chosen[-1] = others[-1].pop(0)
        return furthest

    def _choose_on(self, text: str, chosen: list[Piece], others: list[list[Piece]]) -> bool:
        """Take the longest tokens from here to the end, and note the others; False where nothing is a token."""
        at = self.lexicon.past_blanks(text, chosen[-1].end if chosen else 0)
        while at < len(text):
            try:
                best, *rest = self.lexicon.readings(text, at)
            except BadCharacter:
                return False
            chosen.append(best)
            others.append(rest)
            at = self.lexicon.past_blanks(text, best.end)
        return True

    def _explain(self, scalar: Scalar, start: int, end: int, stuck: _Stuck, what: str) -> Finding:
        """The finding for a text that cannot be read."""
        pieces, index, accepts = stuck.pieces, stuck.index, stuck.accepts
        thing = parse_help.THINGS.get(what, what)
        if not pieces:
            return EffectSyntax.at(scalar.at(start, end), problem=f"there is no {thing} here",
                                   help=parse_help.expected(accepts))
        text = scalar.text[start:end]
        if index == len(pieces):
            last = pieces[-1].end
            return EffectSyntax.at(scalar.at(start + last - 1, start + last), problem=f"the {thing} stops too early",
                                   help=parse_help.expected(accepts))
        piece = pieces[index]
        line = what in ("statement", "block")
        if line and (index == 0 or pieces[0].type == "NAME" and pieces[0].text not in self.lexicon.names):
            near = parse_help.nearest_start(pieces[0].text, what)
            if index == 0 or near is not None:
                return EffectSyntax.at(scalar.at(start + pieces[0].start, start + pieces[0].end),
                                       problem=f"{quote(pieces[0].text)} does not begin a {thing}", help=near)
        run = parse_help.nearest_run(pieces, index, text, self.lexicon) if piece.type == "NAME" else None
        if run is not None:
            whole, near = run
            return EffectSyntax.at(scalar.at(start + whole.start, start + whole.end),
                                   problem=f"nothing is called {quote(whole.text)}", help=f"did you mean `{near}`?")
        help = (parse_help.parentheses(pieces, index) or parse_help.only_a_name(accepts, piece)
                or parse_help.expected(accepts))
        return EffectSyntax.at(scalar.at(start + piece.start, start + piece.end),
                               problem=f"{quote(piece.text)} does not fit here", help=help)


@dataclass(frozen=True, slots=True)
class _Stuck:
    """How far a parser got: at which piece it stopped (behind the last: too early), and what it would accept."""

    pieces: tuple[Piece, ...]
    index: int
    accepts: frozenset[str]

    @property
    def place(self) -> int:
        if self.index < len(self.pieces):
            return self.pieces[self.index].start
        return self.pieces[-1].end if self.pieces else 0


def _feed(pieces: list[Piece], what: str) -> Tree[Token] | _Stuck:
    parser: Any = grammar().parser.parse_interactive("", start=what)
    index = 0
    try:
        for piece in pieces:
            parser.feed_token(Token(piece.type, piece.text, start_pos=piece.start, end_pos=piece.end))
            index += 1
        tree: Tree[Token] = parser.feed_eof()
    except UnexpectedToken:
        return _Stuck(tuple(pieces), index, frozenset(parser.accepts()))
    return tree


def _too_much(pieces: list[Piece]) -> str | None:
    """What is wrong with a text that is longer or deeper than anybody writes."""
    if len(pieces) > LENGTH:
        return f"this is longer than {LENGTH} words"
    level = deepest = 0
    for piece in pieces:
        level += {"LPAR": 1, "RPAR": -1}.get(piece.type, 0)
        deepest = max(deepest, level)
    return f"parentheses are nested more than {DEPTH} deep" if deepest > DEPTH else None


@dataclass(frozen=True, slots=True)
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
        word = TreeReader(self.scalar).word(read, place)
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
