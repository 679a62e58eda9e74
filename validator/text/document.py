"""A rulebook as a document: pages, sections, blocks, sentences and words, each with its place.

Knows nothing of what may be wrong with a text. What audits wording reads this, and so may whatever compares a
restated rulebook with its rules: all places are offsets in one source.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ludex.dsl.source import Source, Span
from ludex.ir.record import record
from ludex.validator.text.purposes import heading_kind, opening_kind, sentence_kind
from ludex.validator.text.sentences import BINDING, SentenceKind, split_sentences
from ludex.validator.text.structure import RUNS_ON, Block, read_blocks, without_marks
from ludex.validator.text.tokens import Phrase, Token, phrases, singular, split

_OVERVIEW = re.compile(
    r"^(the )?(aim|goal|object|objective|overview|introduction|about|premise|idea)\b"
    r"|\b(?:overview|summary|recap|reminders?|points to remember|quick reference|in short|at a glance)\b"
)


@record
class Section:
    """A heading and what stands under it, up to the next heading."""

    title: str
    number: str
    level: int
    span: Span
    above: tuple[str, ...]


@dataclass(eq=False)
class Sentence:
    """A sentence, an item of a list, or a row of a table."""

    source: Source
    start: int
    end: int
    kind: SentenceKind
    block: Block
    section: Section | None
    order: int = 0

    @cached_property
    def text(self) -> str:
        """Its words with line breaks and marks blanked out: as long as in the file, so that offsets fit."""
        return re.sub(r"[\r\n\t]", " ", without_marks(self.source.text[self.start : self.end])).replace("’", "'")

    @cached_property
    def low(self) -> str:
        """The same in lower case."""
        return "".join(c.lower() if len(c.lower()) == 1 else c for c in self.text)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """Its words, with kinds."""
        return split(without_marks(self.source.text[self.start : self.end]), offset=self.start)

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        """Its noun phrases."""
        return phrases(self.tokens)

    @property
    def overview(self) -> bool:
        """Whether it stands where a text only says what it is about, so that details come later."""
        return self.section is not None and _OVERVIEW.search(self.section.title.lower()) is not None

    @property
    def binding(self) -> bool:
        """Whether it is part of the rules."""
        return self.kind in BINDING

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.source, self.start, self.end)

    def part(self, start: int, end: int) -> Span:
        """A part of it, by offsets in `text`."""
        return Span(self.source, self.start + start, self.start + end)

    @cached_property
    def content(self) -> frozenset[str]:
        """The base forms of the words that carry meaning."""
        return frozenset(t.base for t in self.tokens if t.kind in ("noun", "name", "verb", "adjective", "number"))


@dataclass(eq=False)
class Page:
    """One text of a file: most files have one, a feed of wiki pages has many."""

    source: Source
    start: int
    end: int
    title: str
    stamp: str
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...]
    sentences: tuple[Sentence, ...]
    wrapped: int
    beside: int = 0  # how many other pages of the file have a title

    @cached_property
    def rules(self) -> tuple[Sentence, ...]:
        """The sentences that bind, rows of tables left out."""
        return tuple(s for s in self.sentences if s.binding and s.block.kind != "row")

    @cached_property
    def details(self) -> tuple[Sentence, ...]:
        """Those of them that do more than say what the text is about."""
        return tuple(s for s in self.rules if not s.overview)

    @cached_property
    def low(self) -> str:
        """All sentences that bind in lower case, one a line."""
        return "\n".join(s.low for s in self.sentences if s.binding or s.kind == "interface")

    @cached_property
    def spoken(self) -> str:
        """Everything it says in lower case, one sentence a line."""
        return "\n".join(s.low for s in self.sentences)

    @cached_property
    def for_one(self) -> bool:
        """Whether nobody plays but the reader."""
        others = r"\bplayers?\b|\bopponents?\b|\bteams?\b|\bsides?\b|\bwhite\b|\bneighbou?rs?\b"
        return len(re.findall(r"\byou(?:r|rs)?\b", self.spoken)) >= 8 and not re.search(others, self.spoken)

    @cached_property
    def for_two(self) -> bool:
        """Whether there is always one opponent, so that two play, one after the other."""
        several = re.search(
            r"\bopponents\b|\b(?:other|all|three|four|five|six|several|more|\d) (?:other )?players\b"
            r"|\b(?:an|any|each|every|another) opponent\b"
            r"|\b(?:next|any|each) other player\b|\bteams?\b|\bpartners?\b",
            self.spoken,
        )
        sides = all(len(re.findall(rf"\b{side}s?\b", self.spoken)) >= 2 for side in ("white", "black"))
        return several is None and (
            sides
            or re.search(r"\b(?:two|both) players\b", self.spoken) is not None
            or len(re.findall(r"\b(?:your|the|his|their|her|its|an) opponent(?:'s)?\b|\bother player\b", self.spoken))
            >= 2
        )

    @property
    def span(self) -> Span:
        """The whole page."""
        return Span(self.source, self.start, self.end)

    @cached_property
    def word_count(self) -> int:
        """How many words the page has."""
        return len(re.findall(r"\w+", self.source.text[self.start : self.end]))

    @cached_property
    def defined(self) -> frozenset[str]:
        """Words that headings, quotation marks, bold type or a defining sentence introduce, in lower case."""
        found: set[str] = set()
        for section in self.sections:
            found.add(_plain(section.title))
            found.update(_plain(part) for part in re.split(r"\s*(?:,|&|\band\b|/)\s*", section.title) if part)
        for sentence in self.sentences:
            if sentence.kind == "definition":
                lead = re.split(_LEAD, sentence.low, maxsplit=1)[0]
                found.add(_plain(re.sub(r"^(the|a|an|each|every|all|any)\s+", "", lead)))
            found.update(_plain(m[1]) for m in re.finditer(r"['‘\"“]([\w -]{3,30})['’\"”]", sentence.low))
            if bold := re.match(r"\s*'{3}(.+?)'{3}", self.source.text[sentence.start : sentence.end]):
                found.add(_plain(bold[1]))
        return frozenset(found | {singular(name) for name in found})

    @cached_property
    def uses(self) -> dict[str, list[tuple[Sentence, Token]]]:
        """Where each noun stands, by base form, in sentences that bind."""
        found: dict[str, list[tuple[Sentence, Token]]] = defaultdict(list)
        for sentence in self.sentences:
            if sentence.binding:
                for token in sentence.tokens:
                    if token.is_noun:
                        found[token.base].append((sentence, token))
        return found


_ANNOUNCES = re.compile(r"\W*(?:for )?(?:an )?examples?(?: \w+)?\W*", re.IGNORECASE)
_LEAD = r"\b(?:is|are|consists?|means|refers?|represents?|counts?|will be)\b"


@dataclass(frozen=True)
class Document:
    """A file as a rulebook."""

    source: Source
    pages: tuple[Page, ...]


def read_document(source: Source) -> Document:
    """The document that a text is."""
    blocks, wrapped = read_blocks(source)
    pages = tuple(_pages(source, blocks, wrapped))
    for page in pages:
        page.beside = sum(bool(other.title) for other in pages if other is not page)
    return Document(source, pages)


def _plain(text: str) -> str:
    return re.sub(r"[^\w\s-]", "", text).strip().lower()


def _pages(source: Source, blocks: tuple[Block, ...], wrapped: int) -> Iterator[Page]:
    """A stamp (a line with nothing but date and time) begins a page; the line before it is its title."""
    cuts = [i for i, block in enumerate(blocks) if block.kind == "stamp"]
    starts = [cut - 1 if cut and _is_page_title(source, blocks[cut - 1]) else cut for cut in cuts]
    if not starts:
        yield _page(source, blocks, wrapped, "", "")
        return
    if starts[0]:
        yield _page(source, blocks[: starts[0]], wrapped, "", "")
    for cut, start, last in zip(cuts, starts, [*starts[1:], len(blocks)], strict=True):
        title = source.text[blocks[start].start : blocks[start].end] if start < cut else ""
        stamp = source.text[blocks[cut].start : blocks[cut].end]
        yield _page(source, blocks[cut + 1 : last], wrapped, title, stamp, blocks[start].start)


def _is_page_title(source: Source, block: Block) -> bool:
    words = source.text[block.start : block.end]
    return block.kind in ("heading", "paragraph") and len(words) < 80 and not words.endswith((".", "!", ":"))


def _page(
    source: Source, blocks: tuple[Block, ...], wrapped: int, title: str, stamp: str, start: int | None = None
) -> Page:
    sections: list[Section] = []
    sentences: list[Sentence] = []
    stack: list[Section] = []
    shown = 0  # up to which group of lines an example goes on that is announced by a word of its own
    for block in blocks:
        if block.kind == "heading":
            shown = 0
            words = source.text[block.start : block.end].strip()
            while stack and stack[-1].level >= block.level:
                stack.pop()
            section = Section(
                words, block.number, block.level, Span(source, block.start, block.end), tuple(s.title for s in stack)
            )
            stack.append(section)
            sections.append(section)
            sentences.append(Sentence(source, block.start, block.end, "heading", block, section, len(sentences)))
            continue
        above = next((kind for s in reversed(stack) if (kind := heading_kind(s.title))), None)
        opened: SentenceKind | None = "example" if shown and block.group <= shown else None
        for first, last in _spans(source, block, wrapped):
            text = " ".join(without_marks(source.text[first:last]).split())
            opened = opening_kind(text) or opened
            kind = opened or sentence_kind(text, above, block.kind)
            if re.fullmatch(r"\w+:( Created page with.*)?", text) and not _ANNOUNCES.fullmatch(text):
                kind = opened = "noise"
            sentences.append(Sentence(source, first, last, kind, block, stack[-1] if stack else None, len(sentences)))
            if _ANNOUNCES.fullmatch(text):
                shown = block.group + 1
    begin = start if start is not None else (blocks[0].start if blocks else 0)
    return Page(
        source,
        begin,
        blocks[-1].end if blocks else begin,
        title,
        stamp,
        blocks,
        tuple(sections),
        tuple(sentences),
        wrapped,
    )


def _spans(source: Source, block: Block, wrapped: int) -> Iterator[tuple[int, int]]:
    """The sentences of a block; a line that ends early, before a capital, ends one too."""
    if block.kind == "row":
        yield block.start, block.end
        return
    cuts = [block.start]
    if wrapped:
        for line in re.finditer(r"[^\n]*\n", source.text[block.start : block.end]):
            end = block.start + line.end()
            rest = re.match(r"[ \t]*(\S+)", source.text[end : block.end])
            length = len(line.group().rstrip())
            if (
                rest
                and rest[1][0].isupper()
                and rest[1].lower() not in RUNS_ON
                and length + len(rest[1]) < wrapped * 0.8
            ):
                cuts.append(end)
    cuts.append(block.end)
    for first, last in pairwise(cuts):
        while first < last and source.text[first].isspace():
            first += 1
        stop = first + len(source.text[first:last].rstrip())
        yield from split_sentences(source.text, first, stop)
