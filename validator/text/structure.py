"""From lines to blocks: headings, paragraphs, list items, table rows, and the pages of a file.

Rulebooks come as plain text in every style: wrapped lines or one line a paragraph, numbered sections, wiki
or Markdown marks, headings in capitals, lists after a colon. What a line is, is told by itself and by its
neighbours; a line that fits nothing is part of a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ludex.dsl.source import Source
from ludex.ir.record import record
from ludex.validator.text.purposes import heading_kind

BlockKind = Literal["heading", "paragraph", "item", "row", "stamp"]

_WIKI_HEADING = re.compile(r"\s*(={2,6})\s*(.+?)\s*\1\s*$")
_HTML_HEADING = re.compile(r"\s*<h([1-6])\b[^>]*>\s*(\S.*?)\s*(?:</h\1>)?\s*$", re.IGNORECASE)
_HASH_HEADING = re.compile(r"(#{1,6})\s+(\S.*)")
_BOLD = re.compile(r"(?:'{3,5}|\*\*|__)(?P<words>[^'*_\n][^*\n]*?)(?:'{3,5}|\*\*|__)\s*:?\s*$")
_NUMBERED = re.compile(r"(?P<number>\d+(?:\.\d+)+\.?|\d+[.)]|[IVX]+\.|Section \d+[.:]?|§ ?\d+[.]?)\s+(?P<words>\S.*)")
_ITEM = re.compile(
    r"\s*(?P<mark><li\b[^>]*>|[*•·▪●◦–—‣]+|-(?=\s|\d)|\(\w{1,3}\)|\d{1,2}[.)](?=\s)|[a-z]\)(?=\s)|#(?=\s))\s*(?=\S)"
)
#: A line of a glossary: what is explained, a colon, and the explanation.
_LABELLED = re.compile(r"[A-Z0-9][\w'’/-]*(?: [\w'’/()-]+){0,5}: \S")
_PAGE_NUMBER = re.compile(r"(?:[-–—] ?)?(?:[Pp]age )?\d{1,3}(?: ?[-–—])?")
_STAMP = re.compile(r"\s*\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?Z?)?\s*$")
_TAIL = re.compile(r"(?:\s*={2,}|'{3,}:?|\*\*:?|__:?|\s*#+|\s*\{[#.][^}]*\}|\s*</h\d>)\s*$", re.IGNORECASE)
_CELL = re.compile(r"[|!]\s*(?:[a-z]+=\"[^\"]*\"\s*)*\|?\s*(.*)$")
_ROW_CELL = re.compile(r"\S(?:[^\t\n]*?\S)?(?=\s*\t| {4,}|$)")
_SMALL = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "de",
        "for",
        "from",
        "in",
        "of",
        "on",
        "or",
        "the",
        "to",
        "vs",
        "with",
        "your",
        "its",
        "is",
        "are",
    ]
)


#: Marks of wikis, Markdown and HTML that are no words: they become blanks, so that every place stays where it is.
_MARKS = re.compile(
    r"(?m:^[ \t]*>+)|'{2,5}(?!')|\*{2,3}|(?<!\w)_{2}|_{2}(?!\w)|`+|(?<!\w)\*(?=\w)"
    r"|(?<=[\w.!?:)])\*(?=[\s.,;:)]|$)(?<!\d\*)"
    r"|</?[a-zA-Z][^<>\n]{0,200}>|<!--.*?-->|!\[[^\]\n]*\]\([^)\n]*\)|(?<=\])\([^)\s]*\)|\{[#.][^}\n]*\}",
    re.DOTALL,
)


def without_marks(text: str) -> str:
    """A text with such marks blanked out, as long as before."""
    return _MARKS.sub(lambda mark: re.sub(r"[^\n]", " ", mark.group()), text)


@record
class Block:
    """A stretch of text that belongs together; `start` is where its words begin, after marks and numbers."""

    kind: BlockKind
    start: int
    end: int
    number: str = ""
    level: int = 0
    cells: tuple[tuple[int, int], ...] = ()
    group: int = 0


@dataclass(slots=True)
class _Line:
    start: int
    end: int
    text: str
    kind: str = ""
    number: str = ""
    level: int = 0
    words: int = 0  # offset in the line at which its words begin
    cells: tuple[tuple[int, int], ...] = field(default=())


def read_blocks(source: Source) -> tuple[tuple[Block, ...], int]:
    """All blocks of a text in order, and the width at which its lines are wrapped (0 if they are not)."""
    lines = list(_lines(source))
    lengths = sorted(len(line.text) for line in lines if len(line.text) > 30)
    width = lengths[int(len(lengths) * 0.9)] if lengths else 0
    wrapped = width if width <= 110 and len(lengths) > 3 else 0
    _mark(lines)
    return tuple(_join(lines, wrapped)), wrapped


def _lines(source: Source) -> Iterator[_Line]:
    for number in range(1, source.line_count + 1):
        text = source.line_text(number)
        start = source.line_start(number)
        yield _Line(start, start + len(text), text)


def _mark(lines: list[_Line]) -> None:
    in_table = False
    for index, line in enumerate(lines):
        text = line.text.strip()
        line.words = len(line.text) - len(line.text.lstrip())
        if not text:
            line.kind = "blank"
        elif text.startswith("{|"):
            in_table, line.kind = True, "blank"
        elif in_table:
            line.kind = "cell" if text[0] in "|!" and not text.startswith(("|-", "|}", "|+")) else "rule"
            if text.startswith("|}"):
                in_table, line.kind = False, "blank"
            elif line.kind == "cell" and (found := _CELL.match(text)):
                line.words += found.start(1)
        else:
            _mark_plain(lines, index, text)
    for index, line in enumerate(lines):
        if line.kind == "" and _is_title(line.text.strip(), lines, index):
            # An example of play has parts of its own; other headings without marks stand side by side.
            whole = line.text.strip().isupper() or heading_kind(line.text.strip()) in ("example", "credit")
            line.kind, line.level = "heading", 1 if whole else 2


def _mark_plain(lines: list[_Line], index: int, text: str) -> None:
    line = lines[index]
    if not without_marks(text).strip() or _PAGE_NUMBER.fullmatch(text) and _stands_alone(lines, index):
        line.kind = "blank"
    elif _STAMP.match(text):
        line.kind = "stamp"
    elif re.fullmatch(r"[-=_*~#]{3,}", text):
        line.kind = "blank"
    elif found := _HTML_HEADING.match(line.text):
        line.kind, line.level, line.words = "heading", int(found[1]), found.start(2)
    elif found := _WIKI_HEADING.match(line.text):
        line.kind, line.level, line.words = "heading", len(found[1]), found.start(2)
    elif (found := _HASH_HEADING.match(text)) and not (
        _neighbour(lines, index, 1).startswith("# ") or _neighbour(lines, index, -1).startswith("# ")
    ):
        line.kind, line.level, line.words = "heading", len(found[1]), line.words + found.start(2)
    elif (found := _BOLD.match(text)) and "'''" not in found["words"]:
        line.kind, line.level, line.words = "heading", 3, line.words + found.start("words")
    elif text.startswith("|") and text.count("|") > 2 or _in_pipes(lines, index):
        line.kind = "blank" if set(text) <= set("|-: ") else "row"
        line.cells = tuple(
            (line.start + m.start(), line.start + m.end()) for m in re.finditer(r"[^|\s][^|]*", line.text)
        )
    elif re.search(r"\S(?: *\t\s*| {4,})\S", text) and not text.endswith("."):
        line.kind = "row"
        line.cells = tuple(
            (line.start + m.start(), line.start + m.end()) for m in _ROW_CELL.finditer(line.text.rstrip())
        )
    elif (found := _NUMBERED.match(text)) and _is_section(lines, index, found):
        line.kind, line.number = "heading", found["number"].rstrip(".):")
        line.level, line.words = 1 + line.number.count("."), line.words + found.start("words")
    elif _LABELLED.match(text) and (
        _LABELLED.match(_neighbour(lines, index, 1).strip()) or _LABELLED.match(_neighbour(lines, index, -1).strip())
    ):
        line.kind = "item"
    elif found := _ITEM.match(line.text):
        line.kind, line.number, line.words = "item", found["mark"], found.end()


def _in_pipes(lines: Sequence[_Line], index: int) -> bool:
    """Whether a line is a row of a table that has a rule of dashes below its head."""
    text = lines[index].text
    beside = (_neighbour(lines, index, 1), text, _neighbour(lines, index, -1))
    return "|" in text and (
        any("|" in x and "-" in x and set(x) <= set("|-: ") for x in beside)
        or lines[index - 1].kind == "row"
        and bool(re.search(r"\s\|\s", text))
    )


def _stands_alone(lines: Sequence[_Line], index: int) -> bool:
    """Whether a number alone on a line is none of a column of numbers."""
    return not any(re.fullmatch(r"[-+]?\d+", _neighbour(lines, index, step).strip()) for step in (-1, 1))


def _is_section(lines: list[_Line], index: int, found: re.Match[str]) -> bool:
    """Whether a numbered line is the heading of a section, not an item of a list or a sentence."""
    words = found["words"].strip()
    if len(words) > 70 or words.endswith((".", ",", ";")) or not words[0].isupper():
        return False
    if "." in found["number"].rstrip(".)"):
        return True
    alike = re.compile(r"\s*\d+[.)]\s")
    return not (alike.match(_neighbour(lines, index, 1)) or alike.match(_neighbour(lines, index, -1)))


def _neighbour(lines: Sequence[_Line], index: int, step: int) -> str:
    place = index + step
    return lines[place].text if 0 <= place < len(lines) else ""


def _is_title(text: str, lines: Sequence[_Line], index: int) -> bool:
    """Whether a line without marks is a heading: short, in capitals or title case, and followed by text."""
    words = re.findall(r"[^\W\d_][\w'’&-]*", re.sub(r"\(.*?\)", "", text))
    if (
        not words
        or len(words) > 9
        or len(text) > 70
        or re.search(r"[.,;!?\"”]$|[^\d\w]\)$|^[^(]*\)$", text)
        or ":" in text[:-1]
    ):
        return False
    before = _neighbour(lines, index, -1).strip()
    after = _neighbour(lines, index, 1).strip()
    if text.isupper() and len(text) > 3 or (heading_kind(text) and words[0][0].isupper() and after):
        return True
    if text.endswith(":"):
        return False
    long_before = (
        not before
        or before.endswith((".", "!", "?", ")", "”", '"', "…"))
        or lines[index - 1].kind in ("heading", "stamp", "row", "item")
    )
    titled = all(word[0].isupper() or word.lower() in _SMALL for word in words) and words[0][0].isupper()
    if titled and (not before or before == text or lines[index - 1].kind == "heading") and after in ("", text):
        return True
    return (
        titled
        and long_before
        and bool(after)
        and len(after) > len(text)
        and (
            not before
            or lines[index - 1].kind == "heading"
            or len(after) > 60
            or lines[index + 1].kind in ("heading", "row", "item")
        )
    )


#: Words that begin a line only where the line before goes on.
RUNS_ON = frozenset(
    [
        "by",
        "has",
        "have",
        "had",
        "is",
        "are",
        "was",
        "were",
        "of",
        "to",
        "and",
        "or",
        "nor",
        "with",
        "from",
        "than",
        "as",
        "into",
        "until",
    ]
)


def _goes_on(before: str, line: str, wrapped: int) -> bool:
    """Whether a line continues the one before it."""
    before, after = before.rstrip(), line.strip()
    if before.endswith(":"):
        return False
    if wrapped:
        return True
    ended = before.endswith((".", "!", "?", "…", '"', "”", ")"))
    return not ended and (after[0].islower() or len(before) >= 60)


def _join(lines: Sequence[_Line], wrapped: int) -> Iterator[Block]:
    """Lines to blocks: wrapped lines go together, and so do the cells of a row in a wiki table."""
    start = end = -1
    kind: BlockKind = "paragraph"
    number = before = ""
    cells: list[tuple[int, int]] = []
    group, listing, apart = 0, False, False

    def flush() -> Iterator[Block]:
        nonlocal start
        if start >= 0:
            yield Block(kind, start, end, number, group=group)
        start = -1
        if cells:
            yield Block("row", cells[0][0], cells[-1][1], cells=tuple(cells), group=group)
            cells.clear()

    for line in lines:
        first = line.start + line.words
        last = line.start + len(line.text.rstrip())
        if line.kind == "cell":
            if start >= 0:
                yield from flush()
            cells.append((min(first, last), last))
            continue
        if line.kind in ("blank", "rule"):
            yield from flush()
            listing = False
            group += line.kind == "blank" and not apart
        elif line.kind in ("heading", "stamp", "row"):
            yield from flush()
            words = _TAIL.sub("", line.text[line.words :].rstrip())
            marked: BlockKind = "heading" if line.kind == "heading" else "row" if line.kind == "row" else "stamp"
            yield Block(marked, first, first + len(words), line.number, line.level, line.cells, group)
        elif line.kind == "item":
            yield from flush()
            start, end, kind, number = first, last, "item", line.number
        elif start >= 0 and not cells and _goes_on(before, line.text, wrapped) and not listing:
            end = last
        else:
            yield from flush()
            short = listing and len(line.text) < 50 and not line.text.rstrip().endswith(".")
            start, end, kind, number = first, last, "item" if short else "paragraph", ""
        listing = line.kind in ("", "item") and (line.text.rstrip().endswith(":") or (listing and line.kind == ""))
        apart = line.kind in ("blank", "rule")
        before = line.text
    yield from flush()
