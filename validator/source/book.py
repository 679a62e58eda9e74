"""The restated rulebook as sentences: passages with what they are marked as, sentences with places and fingerprints.

A passage may begin with a mark in parentheses: `(flavour)`, `(strategy)`, `(example)`, `(interface)` and `(credit)`
say that it is no rule, `(open: question)` that it can be read in more than one way, `(amends: id)` that it changes
another one. A sentence that stands in parentheses is a remark of whoever restated the rules. `source.NAME.md` beside
it is another revision of the text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ludex.dsl.diagnostics import Sink
from ludex.dsl.encoding import decode
from ludex.dsl.passages import Passage, all_passages
from ludex.dsl.source import Source, Span
from ludex.ir.record import record
from ludex.validator.text.sentences import IDLE, split_sentences

OPEN = "open"
AMENDS = "amends"

_MARK = re.compile(rf"\(({'|'.join((*IDLE, OPEN, AMENDS))})(?::\s*([^)]*))?\)\s*")
_ID = re.compile(r"\*\*[^*]+\*\*[ \t]*")
_HEADING = re.compile(r"^#{1,6}[ \t]+(.*?)[ \t#]*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_PARAGRAPH = re.compile(r"\S(?:.|\n(?![ \t]*\r?\n|#|\*\*))*")


@record
class Sentence:
    """A sentence: its words with single spaces, and where it stands. A remark stands in parentheses."""

    text: str
    at: Span
    remark: bool

    @property
    def flat(self) -> str:
        """The text as it stands, character by character, on one line."""
        return self.at.text.replace("\t", " ").replace("\n", " ").replace("\r", " ")

    @property
    def fingerprint(self) -> str:
        """What tells this sentence from a changed one, whatever its line breaks."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


@dataclass(frozen=True)
class Entry:
    """A passage with its mark (empty for a rule), what the mark says after a colon, and its sentences."""

    passage: Passage
    mark: str
    about: str
    sentences: tuple[Sentence, ...]

    @property
    def id(self) -> str:
        """The id that rules cite."""
        return self.passage.id

    @property
    def idle(self) -> bool:
        """Whether it says nothing that a rule could follow."""
        return self.mark in IDLE

    @cached_property
    def rules(self) -> tuple[Sentence, ...]:
        """Its sentences without remarks."""
        return tuple(sentence for sentence in self.sentences if not sentence.remark)

    @property
    def name_span(self) -> Span:
        """The place of its id."""
        start = self.passage.at.start
        return Span(self.passage.at.source, start, start + len(self.id) + 4)


@dataclass(frozen=True)
class Book:
    """A restated rulebook: passages by id, those whose id stands twice, and its other revisions by name."""

    source: Source
    entries: dict[str, Entry]
    repeated: tuple[Passage, ...] = ()
    revisions: dict[str, Book] = field(default_factory=dict)

    def find(self, citation: str) -> Entry | None:
        """The passage that a rule cites: `id`, or `REVISION/id`."""
        revision, slash, id = citation.partition("/")
        if not slash:
            return self.entries.get(citation)
        return self.revisions[revision].entries.get(id) if revision in self.revisions else None

    @property
    def ids(self) -> list[str]:
        """All that can be cited."""
        return [*self.entries, *(f"{name}/{id}" for name, book in self.revisions.items() for id in book.entries)]

    @property
    def headings(self) -> list[str]:
        """The headings, in order."""
        return [match.group(1) for match in _HEADING.finditer(self.source.text)]

    def heading(self, entry: Entry) -> str:
        """The heading that a passage stands under; empty if there is none."""
        before = [match.group(1) for match in _HEADING.finditer(self.source.text, 0, entry.passage.at.start)]
        return before[-1] if before else ""

    @cached_property
    def loose(self) -> tuple[Sentence, ...]:
        """Sentences that belong to no passage."""
        text = list(self.source.text)
        for match in _HEADING.finditer(self.source.text):
            text[match.start():match.end()] = " " * (match.end() - match.start())
        for passage in (*(entry.passage for entry in self.entries.values()), *self.repeated):
            text[passage.at.start:passage.at.end] = " " * (passage.at.end - passage.at.start)
        return tuple(sentence for match in _PARAGRAPH.finditer("".join(text))
                     for sentence in sentences(Span(self.source, match.start(), match.end())))


def read_book(source: Source, sink: Sink | None = None) -> Book:
    """The book of a text, with the revisions that lie beside it. What is wrong with their bytes goes to the sink."""
    sink = Sink() if sink is None else sink
    revisions: dict[str, Book] = {}
    for path in sorted(Path(source.path).parent.glob("source.*.md")):
        try:
            text = decode(path.read_bytes(), str(path), sink)
        except OSError:
            continue
        if text is not None:
            revisions[path.name.removeprefix("source.").removesuffix(".md")] = _book(text)
    return _book(source, revisions)


def _book(source: Source, revisions: dict[str, Book] | None = None) -> Book:
    # Comments become blanks, so that nothing is read in them and every place stays where it is.
    source = Source(source.path, _COMMENT.sub(lambda match: re.sub(r"[^\r\n]", " ", match.group()), source.text))
    entries: dict[str, Entry] = {}
    repeated = []
    for passage in all_passages(source):
        if passage.id in entries:
            repeated.append(passage)
        else:
            entries[passage.id] = entry(passage)
    return Book(source, entries, tuple(repeated), revisions or {})


def entry(passage: Passage) -> Entry:
    """A passage with its mark and sentences."""
    source = passage.at.source
    id = _ID.match(source.text, passage.at.start)
    start = passage.at.start if id is None else id.end()
    mark = _MARK.match(source.text, start, passage.at.end)
    if mark is None:
        return Entry(passage, "", "", tuple(sentences(Span(source, start, passage.at.end))))
    about = " ".join((mark.group(2) or "").split())
    return Entry(passage, mark.group(1), about, tuple(sentences(Span(source, mark.end(), passage.at.end))))


def sentences(span: Span) -> Iterator[Sentence]:
    """The sentences of a stretch of text."""
    text = span.source.text
    for start, end in split_sentences(text, span.start, span.start + len(span.text.rstrip())):
        words = " ".join(text[start:end].split())
        yield Sentence(words, Span(span.source, start, end), words.startswith("(") and words.endswith(")"))
