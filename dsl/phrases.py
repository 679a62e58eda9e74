"""Texts of one or several words, found by how a line goes on.

A line is followed letter by letter through all texts at once. As one regular expression they would be found a little
faster, and take a hundred times as long to get ready.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

_INSIDE = re.compile(r"[\w-]*\w")
#: Where a text is kept that ends here; no letter.
_END = ""


class Phrases:
    """Some texts. Between their words any blanks may stand; one that ends in a letter does not end inside a word."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._first: dict[str, Any] = {}
        for text in texts:
            spaced = " ".join(text.split())
            at = self._first
            for letter in spaced:
                at = at.setdefault(letter, {})
            at[_END] = spaced

    def beginning(self, line: str, at: int) -> list[tuple[str, int]]:
        """The texts that begin at a place, and where each ends; the shortest first."""
        found: list[tuple[str, int]] = []
        known = self._first
        while at < len(line):
            letter = line[at]
            at += 1
            if letter.isspace():
                letter = " "
                while at < len(line) and line[at].isspace():
                    at += 1
            if letter not in known:
                break
            known = known[letter]
            text = known.get(_END)
            if text is not None and not (_is_word(letter) and _INSIDE.match(line, at)):
                found.append((text, at))
        return found


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
