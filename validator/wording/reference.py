"""What a word stands for: pronouns, *that player*, and terms that nobody explains."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Rule
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Sentence
from ludex.validator.text.tokens import Phrase, verb_base
from ludex.validator.wording.base import MANY, MOST, SOME, Seen, Wording, clause


#: Somebody whom a singular `they` may stand for.
_ONE_PERSON = r"\b(?:player|opponent|winner|loser|owner|dealer|person|somebody|someone|anyone|whoever|banker|attacker|defender)\b"


class PronounAntecedent(Wording):
    """A pronoun that may stand for two things.

    "Put the card on the token and remove it": the card or the token? Repeat the noun.
    """

    code = "LX701"
    name = "pronoun-antecedent"
    message = "what {what} stands for can be read in two ways"
    bad = "Place a card under a token. Remove it at the end of the turn."
    good = "Place a card under a token. Remove the card at the end of the turn."
    _THIS = re.compile(
        r"^\W*(?P<at>this|that|these|those) (?P<verb>may|can|will|must|continues?|goes|happens?|applies"
        r"|does|ends?|increases?|triggers?|counts?)\b"
    )
    #: One thing on, under or beside another, and then an act that could be done to either.
    _EITHER = re.compile(
        r"\b(?P<one>(?:a|an|one|the|your|his|her|their|that|this) (?:[a-z-]+ )?(?P<first>[a-z]+)) (?:on|onto|on top of|under|beneath|below|beside|next to"
        r"|against|with|for|to) (?P<two>(?:a|an|one|the|your|his|her|their|that|this|another) (?:[a-z-]+ )?(?P<second>[a-z]+)),? (?:and|then|and then) "
        r"(?:[a-z]+ )?(?P<verb>[a-z]+) (?P<at>it)\b"
    )
    _ACTS = w.words(
        "remove discard return flip turn rotate move take destroy reveal score sell remove upgrade swap shift lose give pass activate use keep trade"
    )
    #: Two people, and then one of them.
    _WHO = re.compile(
        r"\b(?P<one>whoever|(?:a|an|any|the|each|one|that|if|when) (?:[a-z]+ )?(?:player|attacker|defender|owner|buyer|seller|bidder|winner|loser|dealer))\b"
        r"[^.;:]*?\b(?P<two>(?:another|a second|the other|an opposing|the next|the previous|a different|any other) player|(?:an|his|her|their|the|any) "
        r"(?:opponent|owner|defender|attacker|neighbou?r|dealer|seller|buyer|rival))(?!'s|s'|\w)\b[^.;:]*?"
        r"(?:, (?:then )?|\band (?:then )?|\bbut |\bif |\bunless |\bbefore |\bwhen )(?P<at>he|she|they)\b(?= [a-z]+)"
    )
    _PRONOUN = re.compile(r"\b(?P<at>it|they|them)\b")

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        before: Sentence | None = None
        for sentence in page.rules:
            if m := cls._THIS.search(sentence.low):
                last = clause(before, 50) if before else "what stands above"
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY if re.match("continue|go|appl|happen|end", m["verb"]) else SOME,
                    [
                        f"what the sentence before says: {last}",
                        "all that was said before, from the beginning of the section",
                    ],
                )
            elif seen := cls._either(sentence) or cls._pronoun(sentence, before):
                yield seen
            before = sentence

    @classmethod
    def _either(cls, sentence: Sentence) -> Seen | None:
        for m in cls._EITHER.finditer(sentence.low):
            places = w.PLACES | w.PLACE_NOUNS - w.words("tile plot box")
            nouns = {t.start - sentence.start for t in sentence.tokens if t.is_noun}
            if (
                verb_base(m["verb"]) in cls._ACTS
                and m["second"] not in places | w.PEOPLE | w.PLAIN_NOUNS
                and m["first"] not in w.PEOPLE | w.PLAIN_NOUNS
                and {m.start("first"), m.start("second")} <= nouns
            ):
                return cls.seen(sentence.part(m.start("at"), m.end("at")), MANY, [f"the {m['first']}", f"the {m['second']}"])
        if (m := cls._WHO.search(sentence.low)) and not re.search(r"\b(?:who|which) *$", sentence.low[: m.start("at")]):
            return cls.seen(sentence.part(m.start("at"), m.end("at")), MANY, [m["one"], m["two"]])
        return None

    @classmethod
    def _pronoun(cls, sentence: Sentence, before: Sentence | None) -> Seen | None:
        for m in cls._PRONOUN.finditer(sentence.low):
            many = m["at"] != "it"
            around = sentence.source.text[sentence.block.start : sentence.start + m.start()].lower()
            if m["at"] == "they" and re.search(_ONE_PERSON, around):
                continue
            place = sentence.start + m.start()
            own = [p for p in sentence.phrases if p.end <= place]
            candidates = [
                p
                for p in (own or (before.phrases if before and before.block == sentence.block else ()))
                if p.head.plural == many
                and p.head.base not in w.PLAIN_NOUNS
                and p.head.base not in w.ORDINALS
                and (many or p.head.base not in w.PEOPLE)
            ]
            heads = list(dict.fromkeys(p.head.base for p in candidates))
            if len(heads) >= 2 and not re.match(
                r"\s*(?:is|was|may be|must be) (?:now |not |also |usually |often |then )?(?:possible|necessary|allowed|permitted|important|legal|the|a|an|his|her"
                r"|their|your|up|to|easy|better|best|assumed|recommended|considered)\b", sentence.low[m.end() :]
            ):
                # As the subject it goes on with the subject before it, unless something is done to it.
                done = re.search(r"[a-z]", sentence.low[: m.start()]) or re.match(
                    r" (?:(?:is|are|was|were)|(?:may|must|can|cannot|will|should) (?:not )?be) (?:[a-z]+ ){0,2}?[a-z]+(?:ed|en|t)\b", sentence.low[m.end() :]
                )
                told = before is not None and {t.base for t in before.tokens if t.kind == "verb"}
                same = told and any(t.base in told for t in sentence.tokens if t.kind == "verb" and t.start > place)
                strong = not own and len(heads) == 2 and done is not None and not same
                return cls.seen(
                    sentence.part(m.start(), m.end()),
                    MANY if strong else SOME,
                    [f"the {heads[-1]}", f"the {heads[-2]}"],
                )
        return None


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

    #: States and relations that decide something in many games, and mean something else in each: a pattern of their use.
    _CONCEPTS = (
        ("control", r"(?<!zone of )(?<!zones of )\b(?P<at>(?:controls?|controlled|controlling|(?:maintaining |takes? |gains? |in |lose |loses )control of) "
                    r"(?:the |a |an |most |more |by |any |all |that |this |each )[a-z]+)"),
        ("garrison", r"\b(?P<at>(?:a |the |no |its |without a )?garrison(?:s|ed)?)\b"),
        ("isolated", r"\b(?P<at>isolated|cut off|besieged|out of supply|in supply)\b"),
        ("blocked", r"\b(?P<at>(?:is|are|be|becomes?) (?:completely |totally )?(?:blocked|trapped|immobili[sz]ed|threatened))\b"),
        ("majority", r"\b(?P<at>(?:the|a|has|have) majority(?: (?:of|in) [^,.;]{2,30})?)"),
        ("dominate", r"\b(?P<at>dominat(?:es?|ed|ing|ion)(?: (?:of )?[a-z]+)?)\b"),
        ("owned", r"\b(?P<at>(?:hex|hexes|tiles?|spaces?|fields?|cities|city|territory|territories|regions?|areas?|provinces?|lands?|squares?) "
                  r"(?:that )?(?:they|he|she|you|it|a player|the player) (?:already )?(?:owns?|possess(?:es)?|holds?))\b"),
        ("friendly", r"\b(?P<at>(?:friendly|allied) (?:unit|piece|city|hex|space|territory|region|area)s?)\b"),
    )

    @classmethod
    def _concepts(cls, page: Page) -> Iterator[Seen]:
        titles = " | ".join(section.title.lower() for section in page.sections)
        for name, pattern in cls._CONCEPTS:
            uses = [(s, m) for s in page.details for m in [re.search(pattern, s.low)] if m]
            stem = name[:5]
            told = re.compile(
                rf"\b{stem}[a-z]*\b[^.\n]{{0,40}}(?:\b(?:if|when|as long as|while|means?|by (?:placing|having|moving)|is the|consists?)\b|[:=])"
                rf"|\b(?:if|when|unless|because)\b[^.\n]*\b(?:is|are|be|considered|called) [a-z ]{{0,15}}{stem}|\b(?:who|that) (?:has|have|holds?|owns?)\b[^.\n]{{2,50}}"
                rf"{stem}|\({stem}|\b{stem}[a-z]* ?\("
            )
            if not uses or stem in titles or told.search(page.spoken) or (name == "friendly" and re.search(r"\bown\b|\bfriendly-owned", page.low)):
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

    _LOST = re.compile(r"\b(?P<at>(?:the|a|one) (?:next )?turn (?:is|will be) (?:forfeit(?:ed)?|lost|skipped|missed))\b")

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
            if m := cls._LOST.search(sentence.low):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY,
                    ["of the player who acts now", "of the player who comes next"],
                )


RULES: tuple[type[Rule], ...] = (
    PronounAntecedent,
    UndefinedTerm,
    UnnamedPlayer,
)
