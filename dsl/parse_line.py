"""Parses one text of the language, and says what is wrong with it where that cannot be done.

A text is read with the longest tokens first; where that makes no sense, shorter ones are tried, so that a declared
name may be a word of the language too. What the parser would have accepted is told in words (`parse_help.py`).
"""

from __future__ import annotations

from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedToken

from ludex.dsl import parse_help
from ludex.dsl.diagnostics import Finding, Sink, quote
from ludex.dsl.grammar import grammar
from ludex.dsl.lexer import BadCharacter, Lexicon, Piece
from ludex.dsl.names import UndefinedName
from ludex.dsl.nodes import Scalar
from ludex.dsl.parse_rules import EffectSyntax
from ludex.dsl.parse_tree import depth
from ludex.dsl.source import Span
from ludex.ir.record import record

#: The deepest nesting of parentheses and of blocks; more is a mistake, or an attack.
DEPTH = 40
#: The deepest nesting of an expression as a whole: a sum of that many numbers reaches it.
TREE_DEPTH = 100
#: The most words and signs of a line.
LENGTH = 1000
#: How often another reading of a line is tried before its mistake is told.
TRIES = 50


class LineParser:
    """Parses stretches of texts with the names of one game."""

    def __init__(self, lexicon: Lexicon, sink: Sink) -> None:
        self.lexicon = lexicon
        self.sink = sink

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
        """Parse a stretch of a scalar, or say what is wrong with it. Places in the tree count from the start."""
        text = scalar.text[start:end]
        known = self.lexicon.trees.get((text, what))
        if known is not None:
            return known
        try:
            pieces = self.lexicon.pieces(text)
            too_much = _too_much(pieces)
            if too_much is not None:
                return EffectSyntax.at(scalar.at(start, end), problem=too_much)
            read = _feed(pieces, what)
            if isinstance(read, _Stuck):
                read = self._other_readings(text, what, read)
        except BadCharacter as bad:
            foreign = parse_help.sign(text, bad.start, what in ("statement", "block"))
            if foreign is not None:
                first, last, help = foreign
                return EffectSyntax.at(scalar.at(start + first, start + last),
                                       problem=f"{quote(text[first:last])} means nothing here", help=help)
            place = scalar.at(start + bad.start, start + bad.end)
            mark = text[bad.start:bad.end]
            meant = "is not a whole number" if mark[0].isdigit() else "means nothing here"
            return EffectSyntax.at(place, problem=f"{quote(mark)} {meant}", help=parse_help.instead(mark))
        if isinstance(read, _Stuck):
            return self._explain(scalar, start, end, read, what)
        if depth(read) > TREE_DEPTH:
            return EffectSyntax.at(scalar.at(start, end), problem="this is nested too deeply",
                                   help="give a part of it a name of its own in the section `values`")
        self.lexicon.trees[text, what] = read
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
        line = what in ("statement", "block")
        if not pieces:
            return EffectSyntax.at(scalar.at(start, end), problem=f"there is no {thing} here",
                                   help=parse_help.expected(accepts))
        text = scalar.text[start:end]
        habit = parse_help.habit(text) if line and pieces[0].text not in self.lexicon.names else None
        if habit is not None:
            return EffectSyntax.at(scalar.at(start + pieces[0].start, start + pieces[0].start + habit[0]),
                                   problem=f"{quote(text[:habit[0]])} does not begin a {thing}", help=habit[1])
        if index == len(pieces):
            last = pieces[-1].end
            return EffectSyntax.at(scalar.at(start + last - 1, start + last), problem=f"the {thing} stops too early",
                                   help=parse_help.expected(accepts))
        piece = pieces[index]
        if line and (index == 0 or pieces[0].type == "NAME" and pieces[0].text not in self.lexicon.names):
            near = parse_help.nearest_start(pieces[0].text, what)
            if index == 0 or near is not None:
                return EffectSyntax.at(scalar.at(start + pieces[0].start, start + pieces[0].end),
                                       problem=f"{quote(pieces[0].text)} does not begin a {thing}", help=near)
        foreign = parse_help.sign(text, piece.start, False)
        if foreign is not None:
            return EffectSyntax.at(scalar.at(start + foreign[0], start + foreign[1]),
                                   problem=f"{quote(text[foreign[0]:foreign[1]])} means nothing here", help=foreign[2])
        run = parse_help.nearest_run(pieces, index, text, self.lexicon) if piece.type == "NAME" else None
        if run is not None:
            whole, near = run
            return UndefinedName.at(scalar.at(start + whole.start, start + whole.end), what="nothing", name=whole.text,
                                    help=f"did you mean `{near}`?")
        foreign_type = parse_help.type_word(pieces[0].text) if what == "type" else None
        help = (foreign_type or parse_help.word(piece.text) or parse_help.parentheses(pieces, index)
                or parse_help.only_a_name(accepts, piece) or parse_help.expected(accepts))
        return EffectSyntax.at(scalar.at(start + piece.start, start + piece.end),
                               problem=f"{quote(piece.text)} does not fit here", help=help)


@record
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
