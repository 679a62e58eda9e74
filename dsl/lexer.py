"""Cuts a line of the language into tokens.

Names come from the game: every declared name, of one word or several, is matched before anything shorter, and a
word nobody declared is a name too (the checker says what is wrong with it). Literal words of the language win
over names of the same length, so they are reserved. The articles the, a and an say nothing and are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ludex.dsl.grammar import grammar

_WORD = re.compile(r"[^\W\d](?:[\w-]*\w)?|_\w*")
_NUMBER = re.compile(r"\d+(?![\w.])")
_STRING = re.compile(r'"[^"\n]*"')
_ARTICLE = re.compile(r"(?:the|a|an)(?=\s)")
_POSSESSIVE = re.compile(r"['’]s\b")


@dataclass(frozen=True, slots=True)
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
    """The declared names of a game, ready for matching."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = sorted(set(names), key=lambda n: (-len(n), n))

    @cached_property
    def _name(self) -> re.Pattern[str]:
        return _any(self.names)

    @cached_property
    def _literal(self) -> re.Pattern[str]:
        return _any(sorted(grammar().literals, key=lambda n: (-len(n), n)))

    @cached_property
    def doubtful(self) -> frozenset[str]:
        """Declared names that are words of the language too."""
        return frozenset(n for n in self.names if n in grammar().literals)

    def reserved(self, name: str) -> bool:
        """Whether a name is a word of the language, and so can never be read as a name."""
        return name in grammar().literals or bool(_ARTICLE.fullmatch(name + " ", 0, len(name) + 1))

    def pieces(self, text: str) -> list[Piece]:
        """The tokens of a line; a comment ends it. Raises `BadCharacter`."""
        found: list[Piece] = []
        at = 0
        while at < len(text):
            if text[at].isspace():
                at += 1
                continue
            if text[at] == "#":
                break
            piece = self._at(text, at)
            if piece is None:
                article = _ARTICLE.match(text, at)
                if article is None:
                    raise BadCharacter(at, at + 1)
                at = article.end()
                continue
            found.append(piece)
            at = piece.end
        return found

    def _at(self, text: str, at: int) -> Piece | None:
        name = self._name.match(text, at) if self.names else None
        literal = self._literal.match(text, at)
        if name is not None and (literal is None or name.end() > literal.end()):
            return Piece("NAME", _spaced(name.group()), at, name.end())
        if literal is not None:
            return Piece(grammar().literals[_spaced(literal.group())], literal.group(), at, literal.end())
        if _ARTICLE.match(text, at):
            return None
        for type, pattern in (("NUMBER", _NUMBER), ("STRING", _STRING), ("POSSESSIVE", _POSSESSIVE), ("NAME", _WORD)):
            match = pattern.match(text, at)
            if match is not None:
                return Piece(type, match.group(), at, match.end())
        if text[at] in "()":
            return Piece("LPAR" if text[at] == "(" else "RPAR", text[at], at, at + 1)
        return None


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _any(names: list[str]) -> re.Pattern[str]:
    """Any of the names, longest first; a name of letters does not end or begin inside a word."""
    def one(name: str) -> str:
        body = r"\s+".join(map(re.escape, name.split()))
        tail = r"(?![\w-]*\w)" if name[-1:].isalnum() or name[-1:] == "_" else ""
        return body + tail

    return re.compile("|".join(map(one, names)) or r"(?!)")
