"""From bytes to text, and which characters a rule file may hold.

Everything odd about bytes and characters is told here, by name and at its place, before the YAML scanner
sees it: its own words for these faults help nobody. Text is UTF-8 and nothing else. What can neither be
seen nor typed on purpose is refused everywhere; what merely looks like something else is reported in
names only, by `name_text.py`.
"""

from __future__ import annotations

import re
import unicodedata

from ludex.dsl.diagnostics import Finding, Sink, quote
from ludex.dsl.source import Source, Span
from ludex.dsl.yaml_rules import Encoding, TooDeepOrLarge

#: The largest file that is read, in bytes.
FILE_LIMIT = 2_000_000

#: Control characters but for tab and line breaks, unseen line separators, and a byte order mark inside.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")

_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
_SAVE = "save the file as UTF-8 text in your editor"


def decode(data: bytes, shown_path: str, sink: Sink) -> Source | None:
    """The text of a file, or None after a finding that says why there is none."""
    nowhere = Span(Source(shown_path, ""), 0, 0)
    if len(data) > FILE_LIMIT:
        sink.add(too_large(nowhere, len(data)))
        return None
    if data.startswith(_WIDE_MARKS):
        sink.add(Encoding.at(nowhere, problem="the file is UTF-16 text, not UTF-8", help=_SAVE))
        return None
    marked = data.startswith(b"\xef\xbb\xbf")
    try:
        source = Source(shown_path, data.removeprefix(b"\xef\xbb\xbf").decode("utf-8"))
    except UnicodeDecodeError as fault:
        _report_bytes(fault, shown_path, sink)
        return None
    if marked:
        sink.add(Encoding.at(Span(source, 0, 0), severity="hint",
                             problem="the file starts with a byte order mark, which is skipped"))
    seen: set[str] = set()
    for match in FORBIDDEN.finditer(source.text):
        if match.group() not in seen:
            seen.add(match.group())
            sink.add(forbidden_character(Span(source, match.start(), match.end()), match.group()))
    return None if seen else source


def too_large(span: Span, size: int) -> Finding:
    """The finding for a file beyond the limit."""
    return TooDeepOrLarge.at(
        span, problem=f"the file has {size:,} bytes, and {FILE_LIMIT:,} is the most that is read",
        help="split it: all files of a folder are read together",
    )


def forbidden_character(span: Span, character: str) -> Finding:
    """The finding for a character that no rule file may hold."""
    return Encoding.at(
        span, problem=f"there is {describe(character)} here, which a rule file cannot hold", help="delete it"
    )


def describe(character: str) -> str:
    """A character that cannot be shown, in words."""
    names = {"\x00": "NUL", "\x1b": "ESCAPE", "\x7f": "DELETE", "\x0c": "FORM FEED", "\x85": "NEXT LINE",
             "\ufeff": "BYTE ORDER MARK"}
    name = names.get(character) or unicodedata.name(character, "")
    kind = "a control" if unicodedata.category(character) == "Cc" else "an unseen"
    return f"{kind} character U+{ord(character):04X}" + (f" ({name.lower()})" if name else "")


def _report_bytes(fault: UnicodeDecodeError, shown_path: str, sink: Sink) -> None:
    data, at = fault.object, fault.start
    before = len(data[:at].removeprefix(b"\xef\xbb\xbf").decode("utf-8"))
    shown = Source(shown_path, data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace"))
    windows = data[at : at + 1].decode("cp1252", "ignore")
    guess = f"; in an old Windows file it would be {quote(windows)}" if windows.strip() else ""
    sink.add(Encoding.at(Span(shown, before, before + 1), help=_SAVE,
                         problem=f"the byte {data[at]:02X} is not UTF-8 text{guess}"))
