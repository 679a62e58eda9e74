"""The restated rulebook: its passages, each with an id that rules cite.

In `source.md` a passage is a paragraph that begins with its id in bold: `**conflict.3** The Lead ...`. Ids are words
and numbers in lower case, joined by dots.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ludex.dsl.source import Source, Span
from ludex.ir.record import record

_PASSAGE = re.compile(r"^\*\*([a-z0-9_]+(?:\.[a-z0-9_]+)*)\*\*[ \t]*(.*(?:\n(?![ \t]*\r?\n|\*\*|#).*)*)", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@record
class Passage:
    """A passage: its id, its text with single spaces, and where it stands."""

    id: str
    text: str
    at: Span


def passages(source: Source) -> dict[str, Passage]:
    """The passages of a restated rulebook by id; of two with one id, the first."""
    found: dict[str, Passage] = {}
    for passage in all_passages(source):
        found.setdefault(passage.id, passage)
    return found


def all_passages(source: Source) -> Iterator[Passage]:
    """The passages of a restated rulebook in order, also those whose id stands above already."""
    for match in _PASSAGE.finditer(source.text):
        text = " ".join(_COMMENT.sub(" ", match.group(2)).split())
        yield Passage(match.group(1), text, Span(source, match.start(), match.end()))


def held_against(citation: Span, book: Source) -> bool:
    """Whether a citation speaks of this book. Where one rule set extends another, and both have a book, each part of
    the rules is held against that of its own folder."""
    folder = Path(citation.source.path).parent
    return folder == Path(book.path).parent or not _has_book(folder, Path(book.path).name)


@cache
def _has_book(folder: Path, name: str) -> bool:
    return (folder / name).is_file()
