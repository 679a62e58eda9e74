"""Cuts a line of the language into tokens.

Names come from the game: every declared name, of one word or several, is matched before anything shorter, and a
word nobody declared is a name too (the checker says what is wrong with it). A literal word of the language wins
over a name of the same length. The longest reading is not always the one that makes sense, so `readings` gives
the others; the parser tries them where the first fails. The articles the, a and an say nothing and are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from lark import Token, Tree

from ludex.dsl.grammar import grammar
from ludex.dsl.phrases import Phrases
from ludex.ir.record import record

_WORD = re.compile(r"[^\W\d](?:[\w-]*\w)?|_\w*")
_DIGITS = re.compile(r"[0-9]+")
_NUMBER = re.compile(r"[0-9]+(?![\w.,]*\w)")
_NUMBER_LIKE = re.compile(r"\d[\w.,]*\w|\d")
#: A space of a board that is called by how far it lies from the middle.
_PLACE = re.compile(r"-?[0-9]+,-?[0-9]+(?![\w,]*\w)")
_STRING = re.compile(r'"[^"\n]*"')
_ARTICLE = re.compile(r"(?:the|a|an)(?=\s)")
_POSSESSIVE = re.compile(r"['’]s\b")
_BLANK = re.compile(r"(?:\s+|(?:^|(?<=\s))#[^\n]*)+")


@record
class Piece:
    """A token: its type, its text (a name with single spaces), and where it is in the line."""

    type: str
    text: str
    start: int
    end: int


class BadCharacter(Exception):
    """Something that begins no token."""

    def __init__(self, start: int, end: int) -> None:
        self.start, self.end = start, end


class Lexicon:
    """The declared names of a game, ready for matching. With `places`, `0,-2` is the name of a space."""

    def __init__(self, names: Iterable[str], places: bool = False) -> None:
        # A number is itself everywhere; that it cannot be a name is told where it is declared.
        self.names = frozenset(name for name in names if not _DIGITS.fullmatch(name))
        self.places = places
        #: What texts have been read as (`parse_line.py`): scenarios say the same again and again.
        self.trees: dict[tuple[str, str], Tree[Token]] = {}

    @cached_property
    def _phrases(self) -> Phrases:
        return Phrases((*grammar().literals, *self.names))

    def forbids(self, name: str) -> str | None:
        """Why a text could not be a name wherever it stands, or None."""
        if re.search(r"(?:^|\s)#", name):
            return "a `#` after a space begins a comment"
        if _DIGITS.fullmatch(name):
            return "it is a number, which could not be told from it; put a word before it"
        if name.endswith(":"):
            return "a colon at the end of a line begins a block"
        if _ARTICLE.match(name + " ") and " " not in name:
            return f"`{name}` is an article, and articles are skipped"
        return None

    def pieces(self, text: str) -> list[Piece]:
        """The tokens of a line in the longest reading; a comment ends it. Raises `BadCharacter`."""
        found: list[Piece] = []
        at = self.past_blanks(text, 0)
        while at < len(text):
            found.append(self._at(text, at))
            at = self.past_blanks(text, found[-1].end)
        return found

    def past_blanks(self, text: str, at: int) -> int:
        """Where the next token begins: after blanks, comments, and articles that begin no name."""
        while True:
            blank = _BLANK.match(text, at)
            if blank is not None:
                at = blank.end()
            article = _ARTICLE.match(text, at)
            if article is None or self._known(text, at) is not None:
                return at
            at = article.end()

    def readings(self, text: str, at: int) -> list[Piece]:
        """All tokens that may begin here, in the order in which to try them. Raises `BadCharacter`."""
        place = self._place(text, at)
        if place is not None:
            return [place]
        literals = grammar().literals
        found = []
        for spoken, end in reversed(self._phrases.beginning(text, at)):
            if spoken in literals:
                found.append(Piece(literals[spoken], spoken, at, end))
            if spoken in self.names or spoken not in literals:
                found.append(Piece("NAME", spoken, at, end))
        return found or [self._at(text, at)]

    def names_in(self, text: str) -> tuple[str, ...]:
        """The names in a text that cannot be read: among them may be new ones that it was about to give."""
        try:
            return tuple(piece.text for piece in self.pieces(text) if piece.type == "NAME")
        except BadCharacter:
            return tuple(_WORD.findall(text))

    def _known(self, text: str, at: int) -> Piece | None:
        """The longest declared name or literal that begins here."""
        found = self._phrases.beginning(text, at)
        if not found:
            return None
        spoken, end = found[-1]
        return Piece(grammar().literals.get(spoken, "NAME"), spoken, at, end)

    def _place(self, text: str, at: int) -> Piece | None:
        match = _PLACE.match(text, at) if self.places else None
        return None if match is None else Piece("NAME", match.group(), at, match.end())

    def _at(self, text: str, at: int) -> Piece:
        known = self._place(text, at) or self._known(text, at)
        if known is not None:
            return known
        patterns = (("NUMBER", _NUMBER), ("STRING", _STRING), ("POSSESSIVE", _POSSESSIVE), ("NAME", _WORD))
        for type, pattern in patterns:
            match = pattern.match(text, at)
            if match is not None:
                return Piece(type, match.group(), at, match.end())
        if text[at] in "()":
            return Piece("LPAR" if text[at] == "(" else "RPAR", text[at], at, at + 1)
        like = _NUMBER_LIKE.match(text, at)
        raise BadCharacter(at, like.end() if like is not None else at + 1)
