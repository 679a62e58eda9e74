"""Findings as plain text: the message, the lines of the file with carets under them, and the help.

No colour codes here: the text is the same in a pipe, a log and an exception. What a file holds is shown so
that it can neither move the cursor nor shift the carets: tabs have one width, wide characters two columns,
control characters and direction marks are replaced.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ludex.dsl.source import Span

if TYPE_CHECKING:
    from ludex.dsl.diagnostics import Finding, Label

_TAB = "    "
_LONGEST = 120  # columns of a line that are shown
_MOST_LABELS = 2
_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"


def render_findings(findings: Iterable[Finding]) -> str:
    """Several findings with an empty line between them."""
    return "\n\n".join(render(finding) for finding in findings)


def render(finding: Finding) -> str:
    """One finding: headline, place, frame, other places, help."""
    shown = finding.labels[:_MOST_LABELS]
    margin = max(len(str(span.line)) for span in (finding.span, *(label.span for label in shown)))
    bar = " " * margin + " |"
    lines = [f"{finding.severity}[{finding.code}]: {visible_text(finding.message)}"]
    lines += _frame(finding.span, "", "^", "-->", margin)
    for label in shown:
        lines += _frame(label.span, label.text, "-", ":::", margin)
    notes = []
    if len(finding.labels) > len(shown):
        notes.append(f"note: {_others(finding.labels[_MOST_LABELS:])}")
    if finding.passage:
        notes.append(f"passage: {visible_text(finding.passage)}")
    notes += [f"reading: {visible_text(reading)}" for reading in finding.readings]
    if finding.help:
        notes.append(f"help: {visible_text(finding.help)}")
    if notes:
        lines.append(bar)
        lines += [f"{' ' * margin} = {note}" for note in notes]
    return "\n".join(lines)


def text_width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    width, last, joined = 0, 0, False
    for character in text:
        if character == _EMOJI_STYLE and last == 1:
            width, last = width + 1, 2
            continue
        size = 0 if joined else _width(character)
        if "\U0001f3fb" <= character <= "\U0001f3ff" and last == 2:
            size = 0  # a skin tone changes the figure before it
        joined = character == _JOINER
        width += size
        last = size or last
    return width


def visible_text(text: str) -> str:
    """Text that is safe to print: tabs widened, what cannot be seen replaced by a box."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_TAB if character == "\t" else character if _is_safe(character) else "\ufffd"
                   for character in text)


def _is_safe(character: str) -> bool:
    category = unicodedata.category(character)
    return category not in ("Cc", "Cs", "Zl", "Zp") and (category != "Cf" or character in "\u200c\u200d")


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _frame(span: Span, words: str, mark: str, arrow: str, margin: int) -> list[str]:
    """The place, the line, and marks under the part of it that is meant."""
    bar = " " * margin + " |"
    line, column = span.source.place(span.start)
    text = span.source.line_text(line)
    head = [f"{' ' * margin}{arrow} {visible_text(span.source.path)}:{line}:{column}"]
    if not text.strip() and not words:
        return head
    first = column - 1
    last = span.end_column - 1 if span.end_line == line else len(text.rstrip())
    before, inside, after = text[:first], text[first:last], text[last:]
    before, inside, after = _clip(visible_text(before), visible_text(inside), visible_text(after))
    marks = mark * max(text_width(inside), 1)
    pointer = " " * text_width(before) + marks + (f" {visible_text(words)}" if words else "")
    shown = (before + inside + after).rstrip()
    return [*head, bar, f"{line:>{margin}} | {shown}", f"{bar} {pointer}"]


def _clip(before: str, inside: str, after: str) -> tuple[str, str, str]:
    """Keep what is meant in view on a very long line."""
    if len(before) + len(inside) + len(after) <= _LONGEST:
        return before, inside, after
    if len(inside) > _LONGEST // 2:
        inside, after = inside[: _LONGEST // 2] + "…", ""
    room = _LONGEST - len(inside)
    if len(before) > room // 2:
        before = "…" + before[len(before) - room // 2 :]
    if len(after) > room - len(before):
        after = after[: max(room - len(before), 0)] + "…"
    return before, inside, after


def _others(labels: tuple[Label, ...]) -> str:
    places = ", ".join(f"{label.span.source.path}:{label.span.line}" for label in labels[:5])
    return f"also {visible_text(places)}" + (f" and {len(labels) - 5} more" if len(labels) > 5 else "")
