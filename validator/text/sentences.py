"""Where sentences begin and end, and what each may be for: rule, definition, example, strategy and so on.

Only rules, definitions, set-up and component lists bind anybody. Which sentence is for what, `purposes.py` tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from ludex.validator.text import words as w

SentenceKind = Literal[
    "rule",
    "definition",
    "component",
    "setup",
    "interface",
    "strategy",
    "flavour",
    "example",
    "credit",
    "heading",
    "noise",
]

#: The kinds that a passage of a restated rulebook can be marked with: it says nothing that a rule could follow.
IDLE: tuple[SentenceKind, ...] = ("flavour", "strategy", "example", "interface", "credit")
#: The kinds that bind.
BINDING = frozenset({"rule", "definition", "component", "setup"})

_STOP = re.compile(r"(?:[.!?…]+|(?<=\w)\s[!?])['\"”’)\]]*(?=\s)")
_OPENS = re.compile(r"\s+(?:['\"“‘(\[*]*(?:[A-Z0-9À-Ý]|'{2,})|\(\w)")


#: No sentence of a rulebook is longer; what is, is cut, so that looking for patterns in it takes no time.
_LONGEST = 1500


def split_sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of a block, as offsets."""
    for first, last in _stops(text, start, end):
        while last - first > _LONGEST:
            space = text.rfind(" ", first + _LONGEST // 2, first + _LONGEST)
            cut = first + _LONGEST if space < 0 else space
            yield first, cut
            first = cut
            while first < last and text[first].isspace():
                first += 1
        if first < last:
            yield first, last


def _stops(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    first = start
    for stop in _STOP.finditer(text, start, end):
        opens = _OPENS.match(text, stop.end(), end)
        if opens is None or _is_abbreviation(text, first, stop.start()):
            continue
        yield first, stop.end()
        first = stop.end()
        while first < end and text[first].isspace():
            first += 1
    if text[first:end].strip():
        yield first, end


def _is_abbreviation(text: str, start: int, stop: int) -> bool:
    word = re.search(r"[\w.]+$", text[max(start, stop - 12) : stop])
    if word is None:
        return False
    last = word.group().lower().rstrip(".")
    if last in w.ABBREVIATIONS and text[stop] == ".":
        return True
    return bool(re.fullmatch(r"[a-z]|\d{1,2}", last)) and stop - len(word.group()) <= start + 1
