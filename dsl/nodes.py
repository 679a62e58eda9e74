"""The nodes of a document: texts, lists and mappings, each with its place in the file.

There are no numbers, truth values or dates here, and no schema. A scalar knows for every character of its
text which characters of the file wrote it, whatever quotes, escapes, indentation or folding lie between.
"""

from __future__ import annotations

from dataclasses import field

from ludex.dsl.scalar_map import Ranges, Style, map_scalar
from ludex.dsl.source import Span
from ludex.ir.record import entity, record


@entity
class Scalar:
    """A text with its place. `span` takes in quotes and the `|` of a block, `text` does not."""

    text: str
    span: Span
    style: Style = "plain"
    _ranges: Ranges | None = field(default=None, init=False, repr=False)  # made when first asked for
    _blank_after: int = field(default=0, init=False, repr=False)  # blank lines of a block, not in its span

    @property
    def empty(self) -> bool:
        """Whether nothing at all is written here (an empty text in quotes is something)."""
        return self.style == "plain" and not self.text

    def at(self, start: int, end: int) -> Span:
        """The place in the file of `text[start:end]`."""
        span, text = self.span, self.text
        quotes = 1 if self.style in ("single", "double") else 0
        if span.end - span.start == len(text) + 2 * quotes and self.style not in ("literal", "folded"):
            raw_start = span.start + quotes
            if span.source.text.startswith(text, raw_start):
                return Span(span.source, raw_start + start, raw_start + max(start, end))
        if not text:
            return Span(span.source, span.end, span.end)
        ranges = self._ranges
        if ranges is None:
            ranges = map_scalar(span.source.text, span.start, span.end + self._blank_after, self.style, text)
            object.__setattr__(self, "_ranges", ranges)
        start, end = min(start, len(text)), min(end, len(text))
        if start < end:
            return Span(span.source, ranges[start][0], ranges[end - 1][1])
        place = ranges[start][0] if start < len(text) else ranges[-1][1]
        return Span(span.source, place, place)


@entity
class Sequence:
    """A list. `complete` is False where an entry had to be left out after a finding."""

    items: tuple[Node, ...]
    span: Span
    complete: bool = True


@record
class Entry:
    """A key and its value."""

    key: Scalar
    value: Node


@entity
class Mapping:
    """Keys and values in the order written; no key stands twice. `complete` as for a list."""

    entries: tuple[Entry, ...]
    span: Span
    complete: bool = True
    _by_key: dict[str, Entry] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_key", {entry.key.text: entry for entry in self.entries})

    def entry(self, text: str) -> Entry | None:
        """The entry under a key, or None."""
        return self._by_key.get(text)

    def get(self, text: str) -> Node | None:
        """The value under a key, or None."""
        entry = self.entry(text)
        return None if entry is None else entry.value


Node = Scalar | Sequence | Mapping
