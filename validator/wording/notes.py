"""Rules outside the rules: in tips and stories, in claims that allow no exception, in older revisions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from ludex.dsl.diagnostics import Diagnosis, Label
from ludex.dsl.source import Span
from ludex.validator.text.document import Page, Sentence
from ludex.validator.text.tokens import verb_base
from ludex.validator.wording.base import MANY, MOST, SOME, Seen, Wording, clause


def _likeness(a: Sentence, b: Sentence) -> float:
    return len(a.content & b.content) / max(len(a.content | b.content), 1)


class RevisionDrift(Wording):
    """Two revisions of one text differ in what they say.

    Which one holds? A new word for an old thing may be a new rule. Mark what has changed, and why.
    """

    code = "LX753"
    name = "revision-drift"
    message = "another revision of this text differs here: {what}"
    bad = (
        "Rules\n\n2020-01-02\n\nEach player takes four coins. The player with the most land wins the "
        "game.\n\nRules\n\n2019-01-02\n\nEach player takes four coins. The player with the largest herd "
        "wins the game.\n"
    )
    good = (
        "Rules\n\n2020-01-02\n\nEach player takes four coins. The player with the most land wins the "
        "game.\n\nRules\n\n2019-01-02\n\nEach player takes four coins. The player with the most land wins "
        "the game.\n"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        return iter(())

    @classmethod
    def between(cls, page: Page, older: Page) -> Iterator[Seen]:
        """What the newer of two revisions says otherwise."""
        old = {" ".join(s.low.split()): s for s in older.sentences if s.kind not in ("noise", "credit")}
        new = {" ".join(s.low.split()): s for s in page.sentences if s.kind not in ("noise", "credit")}
        gone = [s for text, s in old.items() if text not in new]
        if page.title and older.title and page.title != older.title:
            start = page.source.text.find(older.title, older.start)
            yield cls.seen(
                Span(page.source, page.start, page.start + len(page.title)),
                MOST,
                ["two names of one game", "two games with the same rules"],
                labels=[Label(Span(older.source, start, start + len(older.title)), "the other title")],
                about="title",
            )
        for text, s in new.items():
            if text in old:
                continue
            match = max(gone, key=lambda o: _likeness(s, o), default=None)
            if match is not None and _likeness(s, match) > 0.3:
                gone.remove(match)
                yield cls.seen(
                    s.span,
                    MOST,
                    [f"as it says now: {clause(s, 60)}", f"as it said before: {clause(match, 60)}"],
                    what=clause(s),
                    labels=[Label(match.span, "the older wording")],
                )
            else:
                yield cls.seen(
                    s.span,
                    MANY if s.binding else SOME + 0.2,
                    ["it was added later", "it was always meant, and left out before"],
                    what=clause(s),
                )
        for s in gone:
            if s.binding:
                yield cls.seen(s.span, MANY, ["it was left out on purpose", "it still holds"], what=clause(s))


class NoteSaysRule(Wording):
    """A rule that stands only where nobody looks for rules: in a tip, a note, an example, the story.

    Is it binding? Say it among the rules, and let the note refer to it.
    """

    code = "LX755"
    name = "rule-in-a-note"
    message = "{what} reads like a rule, but stands in {where}"
    bad = (
        "A pawn moves one space and may attack a pawn on the bridge.\n\nStrategy\n\nTry to hold the "
        "bridge. A pawn on the bridge cannot be attacked from behind.\n"
    )
    good = (
        "A pawn moves one space and may attack a pawn on the bridge.\n\nStrategy\n\nTry to hold the "
        "bridge. It is the shortest way home.\n"
    )
    _WHERE: ClassVar = {"strategy": "a tip", "flavour": "the story", "example": "an example"}
    _RULE = re.compile(
        r"\b(?:cannot be|can only|may only|must be|is the only (?:thing|way)|are allowed to|allows? "
        r"(?:you|a|an|the|players?) (?:[a-z]+ ){0,2}to|may not|first (?:turn|move|placement)|act(?:s)? "
        r"(?:first|before)|goes first|rules? \(\d)\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for s in page.sentences:
            if s.kind not in ("strategy", "flavour"):
                continue
            if (m := cls._RULE.search(s.low)) and len(s.content & {x for r in page.rules for x in r.content}) >= 2:
                yield cls.seen(
                    s.part(m.start(), m.end()),
                    MANY,
                    ["a rule that binds", "a remark: what the rules say elsewhere counts"],
                    where=cls._WHERE[s.kind],
                    what=clause(s),
                )


class AbsoluteClaim(Wording):
    """*The only way*, *always*, *never*: one exception anywhere contradicts it.

    Say "apart from ..." or leave the claim out: the rules themselves tell what is possible.
    """

    code = "LX762"
    name = "absolute-claim"
    message = "{what} allows no exception, and the text may hold one"
    bad = "Trading is the only way to gain coins. You gain 2 coins at the start of each round."
    good = "Trading is one way to gain coins. You gain 2 coins at the start of each round."
    _ALWAYS = re.compile(r"\b(?P<at>(?:always|in every case|in any case) (?P<verb>[a-z]+))\b")
    _ONLY = re.compile(
        r"\b(?P<at>(?:the|only) (?:only )?(?:way|source|means|method|chance|possibility)(?: of [a-z "
        r"]{2,30})? (?:to|of|for|available)(?: [a-z]+){1,3})"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for s in page.rules:
            m = cls._ONLY.search(s.low)
            if m and "only" in m["at"]:
                words = {
                    t.base
                    for t in s.tokens
                    if t.kind in ("verb", "noun")
                    and t.base in ("gain", "win", "revenue", "coin", "point", "score", "money", "draw", "move")
                    or t.is_noun
                } - {"way", "source", "player", "note"}
                others = [
                    o
                    for o in page.rules
                    if o is not s
                    and re.search(r"\b(?:gain|increase|receive|score|add|get)s?\b", o.low)
                    and words & {t.base for t in o.tokens}
                ]
                yield cls.seen(
                    s.part(m.start("at"), m.end("at")),
                    MOST if others else MANY,
                    ["no other rule does it", "it is the usual way, and other rules do it too"],
                    labels=[Label(o.span, "which may do it too") for o in others[:2]],
                )
            yield from cls._always(page, s)

    @classmethod
    def _always(cls, page: Page, s: Sentence) -> Iterator[Seen]:
        """*Always* in one place, and *only if* for the same act in another."""
        m = cls._ALWAYS.search(s.low)
        verb = verb_base(m["verb"]) if m else None
        if m is None or verb is None:
            return
        limits = re.compile(
            rf"\bonly {verb}s? (?:[^.;]{{0,30}} )?(?:if|when)\b|\bcannot {verb}\b|\bmay not {verb}\b"
            rf"|\bdoes not {verb}\b"
        )
        nouns = {t.base for t in s.tokens if t.is_noun}
        for other in page.rules:
            if other is not s and (n := limits.search(other.low)) and nouns & {t.base for t in other.tokens}:
                yield cls.seen(
                    s.part(m.start("at"), m.end("at")),
                    MOST,
                    ["always, whatever the other place says", "always, but for the case that the other place names"],
                    labels=[Label(other.part(n.start(), n.end()), "which says otherwise")],
                )
                return


RULES: tuple[type[Diagnosis], ...] = (
    RevisionDrift,
    NoteSaysRule,
    AbsoluteClaim,
)
