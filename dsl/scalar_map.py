"""From a character of a YAML scalar's text to the characters of the file that wrote it.

Between a scalar in the file and its text lie quotes, doubled quotes, escapes, indentation and folded
lines, so "start of the scalar plus offset" is wrong for most styles. The functions here walk over the
raw text once more, by the same rules as the YAML scanner, and note for each character of the text where
it came from. They decide nothing about the text itself: what the scanner read stays what was read.
"""

from __future__ import annotations

import re
from typing import Literal

Style = Literal["plain", "single", "double", "literal", "folded"]
Ranges = list[tuple[int, int]]

_BREAK = re.compile(r"\r\n|\r|\n")
_BLANKS = re.compile(r"[ \t]*")
_ESCAPE_LENGTH = {"x": 4, "u": 6, "U": 10}


def map_scalar(source: str, start: int, end: int, style: Style, text: str) -> Ranges:
    """For each character of `text` its range in `source`, given the raw scalar from `start` to `end`."""
    if style in ("literal", "folded"):
        ranges = _map_block(source, start, end, style == "folded", text)
    elif style == "plain":
        ranges = _map_flow(source, start, end, "")
    else:
        ranges = _map_flow(source, start + 1, end - 1, "'" if style == "single" else "\\")
    if len(ranges) == len(text):
        return ranges
    # The scanner read something we do not know of: the whole scalar is still a true answer.
    return [(start, end)] * len(text)


def _map_flow(source: str, position: int, end: int, special: str) -> Ranges:
    """Plain and quoted scalars: `special` is the character that may stand for another (' or a backslash)."""
    ranges: Ranges = []
    while position < end:
        character = source[position]
        if character in " \t\r\n":
            position = _map_white(source, position, end, ranges, after_escape=False)
        elif character == special == "'":
            ranges.append((position, position + 2))
            position += 2
        elif character == special == "\\" and source[position + 1 : position + 2] in ("\r", "\n"):
            position = _map_white(source, position + 1, end, ranges, after_escape=True)
        elif character == special == "\\":
            length = _ESCAPE_LENGTH.get(source[position + 1 : position + 2], 2)
            ranges.append((position, position + length))
            position += length
        else:
            ranges.append((position, position + 1))
            position += 1
    return ranges


def _map_white(source: str, position: int, end: int, ranges: Ranges, after_escape: bool) -> int:
    """Blanks stay; a line break becomes a space, several become one break less; blanks around them go."""
    breaks: Ranges = []
    first = position
    while True:
        after_blanks = _BLANKS.match(source, position, end)
        position = after_blanks.end() if after_blanks else position
        line_break = _BREAK.match(source, position, end)
        if line_break is None:
            break
        breaks.append(line_break.span())
        position = line_break.end()
    if not breaks:
        ranges.extend((at, at + 1) for at in range(first, position))
    elif after_escape or len(breaks) > 1:
        ranges.extend(breaks[1:])
    else:
        ranges.append(breaks[0])
    return position


def _map_block(source: str, start: int, end: int, folded: bool, text: str) -> Ranges:
    """Block scalars: find the indentation that gives as many characters as there are, then map."""
    header_end = _BREAK.search(source, start, end)
    if header_end is None:
        return []
    lines = _lines(source, header_end.end(), end)
    likely = [_indent(source, first, last) for first, last, _ in lines if source[first:last].strip(" ")]
    shown = next((line for line in text.split("\n") if line.strip(" ")), "")
    guess = (likely[0] if likely else 0) - (len(shown) - len(shown.lstrip(" ")))
    deepest = max((last - first for first, last, _ in lines), default=0)
    for indent in (guess, *range(1, deepest + 2)):
        ranges = _map_lines(source, lines, indent, folded)
        # Chomping only cuts line breaks off the end, so what comes before decides.
        if len(ranges) >= len(text) and all(source[at] in "\r\n" for at, _ in ranges[len(text) :]):
            return ranges[: len(text)]
    return []


def _lines(source: str, position: int, end: int) -> list[tuple[int, int, tuple[int, int]]]:
    """Each line as start, end without break, and the range of its break (empty at the end of the file)."""
    lines = []
    while position < end:
        line_break = _BREAK.search(source, position, end)
        last, after = line_break.span() if line_break else (end, end)
        lines.append((position, last, (last, after)))
        position = after
    return lines


def _indent(source: str, first: int, last: int) -> int:
    line = source[first:last]
    return len(line) - len(line.lstrip(" "))


def _map_lines(
    source: str, lines: list[tuple[int, int, tuple[int, int]]], indent: int, folded: bool
) -> Ranges:
    """Content lines lose their indentation; in a folded scalar a single break between words is a space."""
    ranges: Ranges = []
    waiting: tuple[int, int] | None = None  # the break that ends the last content line
    blank_lines: Ranges = []
    after_indented = True
    for first, last, line_break in lines:
        if last - first <= indent and not source[first:last].strip(" "):
            blank_lines.append(line_break)
            continue
        starts_blank = source[first + indent : first + indent + 1] in (" ", "\t")
        if waiting is not None:
            fold = folded and not after_indented and not starts_blank
            if not fold or not blank_lines:
                ranges.append(waiting)
        ranges.extend(blank_lines)
        blank_lines = []
        ranges.extend((at, at + 1) for at in range(first + indent, last))
        after_indented = starts_blank
        waiting = line_break
    tail = [*([waiting] if waiting else []), *blank_lines]
    return ranges + [line_break for line_break in tail if line_break[0] < line_break[1]]
