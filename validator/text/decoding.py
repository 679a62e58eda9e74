"""From the bytes of a rulebook to its text, whatever program wrote it.

People paste rulebooks from anywhere, so what can be repaired is repaired and told, and only what is no text at all is
refused. Nothing here raises for what a file holds.
"""

from __future__ import annotations

import re

from ludex.dsl.diagnostics import Diagnosis, Sink
from ludex.dsl.source import Source, Span

#: The largest text that is read, in bytes.
TEXT_LIMIT = 5_000_000

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
#: UTF-8 that was read as Windows text: two or three signs where one letter stood.
_MOJIBAKE = re.compile("Ã[\u0080-¿ ]|â€[\u0080-\u00ff™œ“”˜žš¢¦]?|Â[\u00a0-\u00bf]|ï¿½|\ufffd|â€|[“‘][\\w ]{1,30}†")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")


class TextUnreadable(Diagnosis):
    """There is no text to audit.

    The file is empty, holds no readable text (a picture, a program, a PDF before it was turned into text), or is
    larger than what is read. Save the rulebook as plain text.
    """

    code = "LX780"
    name = "text-unreadable"
    severity = "error"
    message = "there is no text to audit: {problem}"
    bad = "\n"
    good = "On your turn, move one ship to a port.\n"


class TextEncoding(Diagnosis):
    """Some characters went wrong between programs.

    A text that was saved in one encoding and read in another shows odd signs in place of quotation marks and
    accents. It is read as well as possible; save it as UTF-8.
    """

    code = "LX781"
    name = "text-encoding"
    severity = "info"
    message = "{problem}"
    bad = "The â€œCaptain may not move into the port.\n"
    good = "The “Captain” may not move into the port.\n"


RULES: tuple[type[Diagnosis], ...] = (TextUnreadable, TextEncoding)


def decode(data: bytes, shown: str, sink: Sink) -> Source | None:
    """The text of a file, or None after a finding that says why there is none."""
    nowhere = Span(Source(shown, ""), 0, 0)
    if len(data) > TEXT_LIMIT:
        sink.add(
            TextUnreadable.at(
                nowhere, problem=f"the file has {len(data):,} bytes, and {TEXT_LIMIT:,} is the most that is read"
            )
        )
        return None
    text, problem = _text(data)
    if len(_CONTROL.findall(text)) > max(len(text) // 200, 3):
        sink.add(TextUnreadable.at(nowhere, problem="the file holds something other than text"))
        return None
    source = Source(shown, text)
    if problem:
        at = next((i for i, c in enumerate(text) if ord(c) > 127), 0)
        sink.add(TextEncoding.at(Span(source, at, min(at + 1, len(text))), problem=problem))
    return source if check_text(source, sink) else None


def check_text(source: Source, sink: Sink) -> bool:
    """Tell about what went wrong with a text; whether there is one."""
    if not source.text.strip():
        sink.add(TextUnreadable.at(Span(source, 0, 0), problem="it is empty"))
        return False
    if found := _MOJIBAKE.search(source.text):
        sink.add(
            TextEncoding.at(
                Span(source, found.start(), found.end()),
                problem="this was probably another character, broken by a change of encoding",
                readings=("a quotation mark or an accent", "a sign with a meaning of its own"),
            )
        )
    ends = {
        end
        for end in ("\r\n", "\n", "\r")
        if re.search({"\r\n": "\r\n", "\n": "(?<!\r)\n", "\r": "\r(?!\n)"}[end], source.text)
    }
    if len(ends) > 1:
        place = re.search("\r\n|\r|\n", source.text)
        at = place.start() if place else 0
        sink.add(TextEncoding.at(Span(source, at, at), severity="hint", problem="lines end in more than one way"))
    return True


def _text(data: bytes) -> tuple[str, str]:
    """The text, and what was wrong with the bytes."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace"), ""
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        if data.count(0) > len(data) // 10:
            return data.decode("latin-1"), ""
        return data.decode("cp1252", "replace"), "the file is not UTF-8; it was read as an old Windows text"
