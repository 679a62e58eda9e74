"""What all detectors of unclear wording have in common.

A detector is a diagnostic that can look for itself: `find` reads a page and yields what it sees, each with at
least two readings and with how sure it is. What is too unsure, told twice, or the same again is sorted out
afterwards, in one place (`audit.py`), so that a detector never has to know about another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from ludex.dsl.diagnostics import Diagnosis, Evidence, Finding, Label, Severity, quote
from ludex.dsl.source import Span
from ludex.ir.record import record
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Sentence
from ludex.validator.text.tokens import Phrase

#: What a detector is sure of: most people would ask, many would, somebody might.
MOST, MANY, SOME = 0.9, 0.7, 0.4

#: A number in figures or in words, as part of a pattern.
NUMBER = r"(?:\d+|" + "|".join(w.NUMBERS) + r")"


@record
class Seen:
    """Something that may be unclear. What has the same `about` in one text is told once."""

    finding: Finding
    sure: float
    about: str = ""


class Wording(Diagnosis):
    """The base of the diagnostics about wording."""

    severity: ClassVar[Severity] = "info"
    evidence: ClassVar[Evidence] = "candidate"

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        """What it sees on a page."""
        raise NotImplementedError

    @classmethod
    def seen(
        cls,
        span: Span,
        sure: float,
        readings: Iterable[str],
        *,
        about: str = "",
        labels: Iterable[Label] = (),
        help: str | None = None,
        **fields: str | int,
    ) -> Seen:
        """One thing seen; `what` in the message is the text at the place unless given."""
        fields.setdefault("what", quote(span.text, 60))
        told = tuple(dict.fromkeys(" ".join(reading.split()) for reading in readings))
        finding = cls.at(span, readings=told, labels=labels, help=help, **fields)  # type: ignore[arg-type]
        return Seen(finding, sure, about)


@record
class Cue:
    """A pattern of words, how sure it makes us, and the readings it leaves.

    In readings `{0}` is the whole match, `{1}` a group, `{name}` a named group.
    """

    pattern: re.Pattern[str]
    sure: float
    readings: tuple[str, ...]
    unless: re.Pattern[str] | None = None
    about: str = ""
    keep: Callable[[Page, Sentence, re.Match[str]], bool] | None = None


def cue(
    pattern: str,
    sure: float,
    *readings: str,
    unless: str | None = None,
    about: str = "",
    keep: Callable[[Page, Sentence, re.Match[str]], bool] | None = None,
) -> Cue:
    """A cue from the text of a pattern; `unless` is a pattern that may not occur in the sentence."""
    return Cue(re.compile(pattern), sure, readings, re.compile(unless) if unless else None, about, keep)


class Cued(Wording):
    """A detector by patterns of words in single sentences."""

    cues: ClassVar[tuple[Cue, ...]]

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        """One thing for each sentence: the cue that is surest."""
        for sentence in cls.sentences(page):
            best: Seen | None = None
            for wanted in cls.cues:
                if wanted.unless is not None and wanted.unless.search(sentence.low):
                    continue
                for match in wanted.pattern.finditer(sentence.low):
                    if wanted.keep is not None and not wanted.keep(page, sentence, match):
                        continue
                    made = cls.from_match(sentence, match, wanted)
                    if best is None or made.sure > best.sure:
                        best = made
            if best is not None:
                yield best

    @classmethod
    def sentences(cls, page: Page) -> Iterable[Sentence]:
        """Where to look."""
        return page.details

    @classmethod
    def from_match(cls, sentence: Sentence, match: re.Match[str], wanted: Cue) -> Seen:
        """What a match amounts to; a group called `at` narrows the place."""
        at = "at" if "at" in match.re.groupindex else 0
        span = sentence.part(match.start(at), match.end(at))
        own = sentence.text
        groups = [own[slice(*match.span(i))] if match.span(i)[0] >= 0 else "" for i in range(len(match.groups()) + 1)]
        named = {name: groups[number] for name, number in match.re.groupindex.items()}
        readings = [clean(reading.format(*groups, **named)) for reading in wanted.readings]
        about = (
            clean(wanted.about.format(*groups, **named)).lower()
            if wanted.about
            else first_words(groups[match.re.groupindex.get("at", 0)])
        )
        return cls.seen(span, wanted.sure, readings, about=about)


def first_words(text: str) -> str:
    """What makes two matches the same question: the words that they begin with."""
    words = text.lower().split()
    return " ".join(words[: 3 if words[:1] in (["the"], ["a"], ["an"]) else 2])


def clean(text: str) -> str:
    """Text with single spaces."""
    return " ".join(text.split())


def clause(sentence: Sentence, most: int = 70) -> str:
    """A sentence for a reading, cut where it is long."""
    return quote(sentence.text, most)


def span_of(sentence: Sentence, phrase: Phrase) -> Span:
    """Where a noun phrase stands, without its article."""
    tokens = [t for t in phrase.tokens if t.kind != "determiner"] or list(phrase.tokens)
    return Span(sentence.source, tokens[0].start, tokens[-1].end)
