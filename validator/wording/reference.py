"""What a word stands for: pronouns, *that player*, and terms that nobody explains."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Sentence
from ludex.validator.text.tokens import Phrase, verb_base
from ludex.validator.wording.base import MANY, MOST, Seen, Wording


class UndefinedTerm(Wording):
    """A word with a meaning of its own in this game, which is explained nowhere.

    It is written like a term, or decides what is allowed, and no sentence says what it means. Define it where it is
    first used.
    """

    code = "LX715"
    name = "undefined-term"
    message = "{what} is used like a term and explained nowhere"
    bad = "Build farms on irrigated fields. An irrigated field yields two grain."
    good = "A field is irrigated if it lies beside water. Build farms on irrigated fields."

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        yield from cls._emphasised(page)
        yield from cls._states(page)
        yield from cls._once(page)
        yield from cls._concepts(page)

    #: States and relations that decide something in many games, and mean something else in each.
    _CONCEPTS = (
        (
            "control",
            r"(?<!zone of )(?<!zones of )\b(?P<at>(?:controls?|controlled|(?:maintaining "
            r"|takes? |gains? |in |lose |loses )control of) "
            r"(?:the |a |an |most |more |by |any |all |that |this |each )[a-z]+)",
        ),
        ("garrison", r"\b(?P<at>(?:a |the |no |its |without a )?garrison(?:s|ed)?)\b"),
        ("isolated", r"\b(?P<at>isolated|cut off|besieged|out of supply|in supply)\b"),
        (
            "blocked",
            r"\b(?P<at>(?:is|are|be|becomes?) (?:completely |totally )?(?:blocked|trapped"
            r"|immobili[sz]ed|threatened))\b",
        ),
        ("majority", r"\b(?P<at>(?:the|a|has|have) majority(?: (?:of|in) [^,.;]{2,30})?)"),
        ("dominate", r"\b(?P<at>dominat(?:es?|ed|ing|ion)(?: (?:of )?[a-z]+)?)\b"),
        (
            "owned",
            r"\b(?P<at>(?:hex|hexes|tiles?|spaces?|fields?|cities|city|territory|territories|regions?"
            r"|areas?|provinces?|lands?|squares?) "
            r"(?:that )?(?:they|he|she|you|it|a player|the player) (?:already )?(?:owns?|possess(?:es)?|holds?))\b",
        ),
        ("friendly", r"\b(?P<at>(?:friendly|allied) (?:unit|piece|city|hex|space|territory|region|area)s?)\b"),
    )

    @classmethod
    def _concepts(cls, page: Page) -> Iterator[Seen]:
        titles = " | ".join(section.title.lower() for section in page.sections)
        for name, pattern in cls._CONCEPTS:
            uses = [(s, m) for s in page.details for m in [re.search(pattern, s.low)] if m]
            stem = name[:5]
            told = re.compile(
                rf"\b{stem}[a-z]*\b[^.\n]{{0,40}}(?:\b(?:if|when|as long as|while|means?|by "
                rf"(?:placing|having|moving)|is the|consists?)\b|[:=])"
                rf"|\b(?:if|when|unless|because)\b[^.\n]*\b(?:is|are|be|considered|called) [a-z "
                rf"]{{0,15}}{stem}|\b(?:who|that) (?:has|have|holds?|owns?)\b[^.\n]{{2,50}}"
                rf"{stem}|\({stem}|\b{stem}[a-z]* ?\("
            )
            if (
                not uses
                or stem in titles
                or told.search(page.spoken)
                or (name == "friendly" and re.search(r"\bown\b|\bfriendly-owned", page.low))
            ):
                continue
            for sentence, m in uses:
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY,
                    [f"{name}: as the word says in plain English", f"{name}: by a condition that is not given"],
                    about=name,
                )

    @classmethod
    def _emphasised(cls, page: Page) -> Iterator[Seen]:
        """A word in capitals hints at a contrast: there must be others that are not so."""
        plain = w.words(
            "must not and or only all one no always never may any each both every first two three four "
            "five six once then but if note reverse"
        )
        for sentence in page.rules:
            if sentence.text.isupper() or sentence.section is None and sentence.order == 0:
                continue
            for m in re.finditer(r"\b[A-Z]{4,}\b", sentence.text):
                word = m.group().lower()
                if (
                    word in plain
                    or word in w.ADJECTIVES
                    or word in w.NUMBERS
                    or len(re.findall(rf"\b{m.group()}", page.source.text)) > 2
                    or not any(
                        t.start >= sentence.start + m.end() and t.kind in ("noun", "adjective")
                        for t in sentence.tokens
                        if t.start <= sentence.start + m.end() + 2
                    )
                    or not sentence.text[m.end() :].lstrip()[:1].islower()
                ):
                    continue
                noun = re.match(r"\s*([a-z-]+)", sentence.text[m.end() :])
                what = noun[1] if noun else "it"
                yield cls.seen(
                    sentence.part(m.start(), m.end() + (noun.end() if noun else 0)),
                    MOST,
                    [f"there is {what} that is not {word}, and it does not count", f"every {what} is {word}"],
                    about=word,
                )

    @classmethod
    def _states(cls, page: Page) -> Iterator[Seen]:
        """An uncommon adjective before a noun of the game, in several rules, that nothing is ever said to become."""
        uses: dict[str, list[tuple[Sentence, Phrase]]] = {}
        for sentence in page.rules:
            for phrase in sentence.phrases:
                for token in phrase.tokens[:-1]:
                    low = token.low
                    if (
                        token.kind == "adjective"
                        and low not in w.ADJECTIVES
                        and len(low) > 4
                        and not low.startswith("un")
                        and not low.endswith(("est", "'s"))
                        and (low.endswith(("ed", "en")) or token.text[0].isupper())
                        and token.start != sentence.start
                        and phrase.head.kind in ("noun", "name")
                        and phrase.head.low not in w.ADJECTIVES
                        and verb_base(low) is None
                        and low == token.text.lower()
                        and phrase.head.base not in w.PLAIN_NOUNS
                    ):
                        uses.setdefault(low, []).append((sentence, phrase))
        for word, found in uses.items():
            if len({id(s) for s, _ in found}) < 2 or word in page.defined:
                continue
            if re.search(
                rf"\b(?:is|are|becomes?|considered|called) (?:\w+ )?{word} (?:if|when|as soon|while"
                rf"|because|once|unless)\b|\b(?:if|when)\b[^.]*, [^.,]*\b(?:is|are|becomes?) {word}\b(?=[.,;])"
                rf"|{word}\b[^.]{{0,30}}\bmeans\b|make[sd]? [^.]{{2,30}} {word}\b",
                page.low,
            ):
                continue
            for sentence, phrase in found:
                yield cls.seen(
                    sentence.part(phrase.start - sentence.start, phrase.end - sentence.start),
                    MANY,
                    [f"{word}, as the word says in plain English", f"{word}, by a condition that is not given"],
                    about=word,
                )

    @classmethod
    def _once(cls, page: Page) -> Iterator[Seen]:
        """A noun that stands in quotation marks, or a zone that is spoken of as known, and is never introduced."""
        for sentence in page.rules:
            if (
                m := re.search(
                    r"\b(?:from|to|into|shuffle|on|in) (?P<at>the discard)\b(?! (?:pile|stack|deck|box))", sentence.low
                )
            ) and not re.search(r"\bdiscard pile\b", page.low):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MOST,
                    ["one pile of everything discarded", "what was just discarded", "one pile for each player"],
                    about="the discard",
                )


class UnnamedPlayer(Wording):
    """*The player* or *that player*, and nobody before it that this could be.

    The player whose turn it is, the one who owns the thing, or the one the rule is about? Name him.
    """

    code = "LX729"
    name = "unnamed-player"
    message = "which player {what} is can be read in two ways"
    bad = "Each city receives as many guards as it had at the beginning of the player's turn."
    good = "Each city receives as many guards as it had at the beginning of its owner's turn."
    _WHO = re.compile(
        r"\b(?P<at>that player turn|(?:the|that) player's (?P<noun>[a-z]+)|a player's (?P<own>[a-z]+)|the "
        r"(?:acting|active|current) player)\b"
    )

    _LOST = re.compile(
        r"\b(?P<at>(?:the|a|one) (?:next )?turn (?:is|will be) (?:forfeit(?:ed)?|lost|skipped|missed))\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            for m in cls._WHO.finditer(sentence.low):
                earlier = sentence.low[: m.start()] + " ".join(
                    s.low
                    for s in page.sentences[max(sentence.order - 3, 0) : sentence.order]
                    if s.section is sentence.section
                )
                named = re.search(
                    r"\b(?:a|the|each|that|any|every|one|first|second|acting|which|no) (?:[a-z]+ "
                    r")?player\b|\bplayer who\b|\byou\b|\bowner\b",
                    earlier,
                ) or any(
                    re.search(r"\bthe player (?:has|may|must|can|is|then|chooses|takes|plays)\b", s.low)
                    for s in page.sentences
                    if s.section is sentence.section and s is not sentence
                )
                if m["own"]:
                    if re.search(r"\bplayer [a-z]+s?\b", sentence.low[: m.start()]) and re.search(
                        r"\breturn|\bgoes? to|\badd|\bplace", sentence.low
                    ):
                        yield cls.seen(
                            sentence.part(m.start("at"), m.end("at")), MANY, ["of the owner", "of any player"]
                        )
                elif not named and "acting" not in m["at"] and "active" not in m["at"] and "current" not in m["at"]:
                    yield cls.seen(
                        sentence.part(m.start("at"), m.end("at")),
                        MOST if "that" not in m["at"] or "turn" in m["at"] else MANY,
                        ["the player whose turn it is", "the owner of what the sentence is about"],
                    )
                break
            if lost := cls._LOST.search(sentence.low):
                yield cls.seen(
                    sentence.part(lost.start("at"), lost.end("at")),
                    MANY,
                    ["of the player who acts now", "of the player who comes next"],
                )


RULES: tuple[type[Diagnosis], ...] = (
    UndefinedTerm,
    UnnamedPlayer,
)
