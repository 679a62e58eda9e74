"""Source text and places in it: the first step of the path from file to game.

Everything a person may be told about carries a `Span`, from the first stage on, because a position
cannot be added later. Lines and columns are 1-based and count code points, as editors show them; a
carriage return, a line feed, or both together end a line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import field

from ludex.ir.record import entity, record

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


@entity
class Source:
    """A file as text. Two sources are the same only if they are one object."""

    path: str
    text: str = field(repr=False)
    _known_starts: tuple[int, ...] | None = field(default=None, init=False, repr=False)  # made when first asked for

    @property
    def _starts(self) -> tuple[int, ...]:
        """Where lines begin."""
        starts = self._known_starts
        if starts is None:
            starts = (0, *(match.end() for match in _LINE_BREAK.finditer(self.text)))
            object.__setattr__(self, "_known_starts", starts)
        return starts

    @property
    def line_count(self) -> int:
        """How many lines there are; the empty piece after a last line break counts as one."""
        return len(self._starts)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        offset = min(max(offset, 0), len(self.text))
        starts = self._starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line_start(self, line: int) -> int:
        """The offset at which a line begins."""
        return self._starts[min(max(line, 1), self.line_count) - 1]

    def line_text(self, line: int) -> str:
        """A line without its line break; empty where there is no such line."""
        if not 1 <= line <= self.line_count:
            return ""
        start = self._starts[line - 1]
        end = self._starts[line] if line < self.line_count else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@record
class Span:
    """A stretch of a source, from `start` up to but without `end`."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line it begins on."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """The column it begins at."""
        return self.source.place(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line it ends on."""
        return self.source.place(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column after its last character."""
        return self.source.place(self.end)[1]

    @property
    def text(self) -> str:
        """What the file says there."""
        return self.source.text[self.start : self.end]

    def join(self, other: Span) -> Span:
        """The smallest span that holds both; they must lie in one source."""
        if other.source is not self.source:
            raise ValueError("spans of two sources cannot be joined")
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))
