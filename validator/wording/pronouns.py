"""What *it*, *they* and *this* stand for, where two things or two people could be meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Sentence
from ludex.validator.text.tokens import verb_base
from ludex.validator.wording.base import MANY, SOME, Seen, Wording, clause

#: Somebody whom a singular `they` may stand for.
_ONE_PERSON = (
    r"\b(?:player|opponent|winner|loser|owner|dealer|person|somebody|someone|anyone|whoever|banker"
    r"|attacker|defender)\b"
)


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
        r"\b(?P<one>(?:a|an|one|the|your|his|her|their|that|this) (?:[a-z-]+ )?(?P<first>[a-z]+)) "
        r"(?:on|onto|on top of|under|beneath|below|beside|next to"
        r"|against|with|for|to) (?P<two>(?:a|an|one|the|your|his|her|their|that|this|another) "
        r"(?:[a-z-]+ )?(?P<second>[a-z]+)),? (?:and|then|and then) "
        r"(?:[a-z]+ )?(?P<verb>[a-z]+) (?P<at>it)\b"
    )
    _ACTS = w.words(
        "remove discard return flip turn rotate move take destroy reveal score sell remove upgrade "
        "swap shift lose give pass activate use keep trade"
    )
    #: Two people, and then one of them.
    _WHO = re.compile(
        r"\b(?P<one>whoever|(?:a|an|any|the|each|one|that|if|when) (?:[a-z]+ )?(?:player|attacker"
        r"|defender|owner|buyer|seller|bidder|winner|loser|dealer))\b"
        r"[^.;:]*?\b(?P<two>(?:another|a second|the other|an opposing|the next|the previous|a "
        r"different|any other) player|(?:an|his|her|their|the|any) "
        r"(?:opponent|owner|defender|attacker|neighbou?r|dealer|seller|buyer|rival))(?!'s|s'|\w)\b[^.;:]*?"
        r"(?:, (?:then )?|\band (?:then )?|\bbut |\bif |\bunless |\bbefore |\bwhen )(?P<at>he|she"
        r"|they)\b(?= [a-z]+)"
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
                return cls.seen(
                    sentence.part(m.start("at"), m.end("at")), MANY, [f"the {m['first']}", f"the {m['second']}"]
                )
        who = cls._WHO.search(sentence.low)
        if who and not re.search(r"\b(?:who|which) *$", sentence.low[: who.start("at")]):
            return cls.seen(sentence.part(who.start("at"), who.end("at")), MANY, [who["one"], who["two"]])
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
                r"\s*(?:is|was|may be|must be) (?:now |not |also |usually |often |then )?(?:possible"
                r"|necessary|allowed|permitted|important|legal|the|a|an|his|her"
                r"|their|your|up|to|easy|better|best|assumed|recommended|considered)\b",
                sentence.low[m.end() :],
            ):
                # As the subject it goes on with the subject before it, unless something is done to it.
                done = re.search(r"[a-z]", sentence.low[: m.start()]) or re.match(
                    r" (?:(?:is|are|was|were)|(?:may|must|can|cannot|will|should) (?:not )?be) "
                    r"(?:[a-z]+ ){0,2}?[a-z]+(?:ed|en|t)\b",
                    sentence.low[m.end() :],
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


RULES: tuple[type[Diagnosis], ...] = (PronounAntecedent,)
