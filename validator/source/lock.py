"""What was reviewed: `source.lock` beside `source.md` keeps the fingerprints of all passages.

A line is a passage and one fingerprint a sentence. `ludex accept GAME` writes it, when somebody has looked at what
changed. As long as a passage differs from what was reviewed, every rule that cites it says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ludex.dsl.diagnostics import Diagnosis, Finding, Label
from ludex.dsl.source import Source, Span
from ludex.dsl.syntax import Ruling
from ludex.validator.source.book import Book, Entry
from ludex.validator.source.cited import Cited

LOCK = "source.lock"
HEAD = "# The texts that were reviewed: a passage, and one fingerprint a sentence. Written by `ludex accept`.\n"

_LINE = re.compile(r"([a-z0-9_]+(?:[./][a-z0-9_]+)*)((?: [0-9a-f]{8})*)\s*")

_EXAMPLE = "--- source.md\n**dusk** At dusk the day is over.\n--- source.lock\n"
_RULES = "moments:\n  dusk: {source: dusk, about: the day is over}\n"


class SourceChanged(Diagnosis):
    """A passage has changed since the rules that cite it were reviewed.

    `source.lock` keeps a fingerprint of every sentence of `source.md`. Where a passage is not what it was, look
    whether the rule still says the same, then write the file anew with `ludex accept`.
    """

    code = "LX604"
    name = "source-changed"
    severity = "error"
    message = "the passage `{id}` {what}"
    bad = _RULES + _EXAMPLE + "dusk 12345678\n"
    good = _RULES + _EXAMPLE + "dusk 1cf85474\n"


class StaleRuling(Diagnosis):
    """A passage has changed since a ruling decided how to read it.

    A ruling is about words. When the words are others, the question may be answered, or be a different one. Look at
    it again, then write `source.lock` anew with `ludex accept`.
    """

    code = "LX621"
    name = "stale-ruling"
    severity = "warning"
    message = "the passage `{id}` {what}, and this ruling is about it"
    bad = (
        "rulings:\n  late:\n    question: When is it dusk?\n    source: dusk\n    readings:\n"
        "      early: {means: Before the last action.}\n      after: {means: After the last action.}\n"
        "    choice: after\n    because: The day has to be over first.\n"
        "--- source.md\n**dusk** (flavour) At dusk the day is over.\n--- source.lock\ndusk 12345678\n"
    )
    good = bad.replace("12345678", "1cf85474")


class LockUnreadable(Diagnosis):
    """A line of `source.lock` is none that Ludex wrote.

    The file is made by `ludex accept`; a line is a passage and the fingerprints of its sentences. Write it anew.
    """

    code = "LX632"
    name = "lock-unreadable"
    severity = "error"
    message = "this line does not tell a passage and its fingerprints"
    bad = _RULES + _EXAMPLE + "dusk = 1cf85474\n"
    good = SourceChanged.good


RULES: tuple[type[Diagnosis], ...] = (SourceChanged, StaleRuling, LockUnreadable)


def written(book: Book) -> str:
    """The text of the lock file of a book."""
    lines = [" ".join((entry.id, *(s.fingerprint for s in entry.sentences))) for entry in book.entries.values()]
    for name, revision in book.revisions.items():
        lines += [" ".join((f"{name}/{entry.id}", *(s.fingerprint for s in entry.sentences)))
                  for entry in revision.entries.values()]
    return HEAD + "".join(f"{line}\n" for line in lines)


def lock_file(book: Book) -> Path:
    """Where the lock file of a book lies."""
    return Path(book.source.path).with_name(LOCK)


def check(book: Book, parts: list[Cited]) -> Iterator[Finding]:
    """Citations of passages that are not what was reviewed. Nothing, if there is no lock file."""
    path = lock_file(book)
    try:
        source = Source(str(path), path.read_bytes().decode("utf-8", "replace"))
    except OSError:
        return
    reviewed: dict[str, tuple[str, ...]] = {}
    for number in range(1, source.line_count + 1):
        line = source.line_text(number)
        match = _LINE.fullmatch(line)
        if match is not None:
            reviewed[match.group(1)] = tuple(match.group(2).split())
        elif line.strip() and not line.startswith("#"):
            start = source.line_start(number)
            yield LockUnreadable.at(Span(source, start, start + len(line)))
            return
    for part in parts:
        for citation in part.sources:
            entry = book.find(citation.text)
            what = None if entry is None else _change(entry, reviewed.get(citation.text))
            if entry is None or what is None:
                continue
            rule = StaleRuling if isinstance(part.section, Ruling) else SourceChanged
            yield rule.at(citation.span, id=citation.text, what=what, passage=citation.text,
                          labels=[Label(_place(entry, reviewed.get(citation.text)), "it says now")],
                          help="look at it again, then run `ludex accept`")


def _change(entry: Entry, reviewed: tuple[str, ...] | None) -> str | None:
    """In which way a passage is not what was reviewed; None if it is."""
    if reviewed is None:
        return "is new since the last review"
    if reviewed == tuple(s.fingerprint for s in entry.sentences):
        return None
    return "has changed since the last review"


def _place(entry: Entry, reviewed: tuple[str, ...] | None) -> Span:
    """The first sentence that was not reviewed, or the passage's name."""
    known = set(reviewed or ())
    return next((s.at for s in entry.sentences if s.fingerprint not in known), entry.name_span)
