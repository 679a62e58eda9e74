"""What a word points to: pronouns, *that player*, sections that are not there, names nobody explains."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Label, Rule, quote
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Section, Sentence
from ludex.validator.text.tokens import Phrase, singular, verb_base
from ludex.validator.wording.base import MANY, MOST, SOME, Seen, Wording, clause


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
            elif seen := cls._pronoun(sentence, before):
                yield seen
            before = sentence

    @classmethod
    def _pronoun(cls, sentence: Sentence, before: Sentence | None) -> Seen | None:
        for m in cls._PRONOUN.finditer(sentence.low):
            many = m["at"] != "it"
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
                r"\s*(?:is|was) (?:possible|not possible|necessary|allowed|important|also)", sentence.low[m.end() :]
            ):
                strong = not own and len(heads) == 2
                return cls.seen(
                    sentence.part(m.start(), m.end()),
                    MANY if strong else SOME,
                    [f"the {heads[-1]}", f"the {heads[-2]}"],
                )
        return None


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
        r""
        r""
        r""
        r"(?:acting|active|current) player)\b"
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


class DeadReference(Wording):
    """The text points to a place that is not there.

    A section number without a section, or a rule with a name that no heading has. Mend the number, or add the rule.
    """

    code = "LX745"
    name = "dead-reference"
    message = "{what} leads nowhere: nothing of that name or number is in this text"
    bad = "Ships move as described in the Coastal Storm rule."
    good = "Coastal Storm\nShips stay in port.\n\nShips move unless the Coastal Storm rule holds."
    _NUMBER = re.compile(
        r"\b(?:section|rule|see|chapter|step|paragraph|§)\s+(?P<a>\d+(?:\.\d+)*)|\((?:see |as per |rule "
        r"|section )?(?P<b>\d+(?:\.\d+)+)\)|\bin (?P<c>\d+\.\d+(?:\.\d+)*)"
    )
    _NAMED = re.compile(
        r"\b(?:the|under|during|in|a) (?P<name>(?:[A-Z][\w-]*(?: and| of| to)? ){1,5}?)(?P<kind>[Rr]ule"
        r"|[Pp]hase|[Ss]tep|[Ss]equence|[Ss]ection|[Cc]hart|[Tt]able|[Mm]ovement|[Pp]rocedure)\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        numbers = {section.number for section in page.sections if section.number}
        titles = " | ".join(section.title.lower() for section in page.sections) + " | " + " | ".join(page.defined)
        listed = " | ".join(s.low for s in page.sentences if s.block.kind in ("item", "row"))
        for sentence in page.sentences:
            if sentence.kind in ("heading", "credit"):
                continue
            if numbers:
                for m in cls._NUMBER.finditer(sentence.low):
                    number = m["a"] or m["b"] or m["c"]
                    if number not in numbers and (len(numbers) > 3 and ("." in number or m["a"])):
                        yield cls.seen(
                            sentence.part(m.start(), m.end()),
                            MOST,
                            [
                                "another section is meant, with a number near to this one",
                                f"a section {number} was left out",
                            ],
                            about=number,
                        )
            if not sentence.binding:
                continue
            for m in cls._NAMED.finditer(sentence.text):
                name = m["name"].strip().lower()
                if (
                    name
                    and name not in titles
                    and name not in listed
                    and singular(name) not in titles
                    and name.split()[0] not in ("each", "the", "this")
                ):
                    yield cls.seen(
                        sentence.part(m.start("name"), m.end("kind")),
                        MOST if m["kind"].lower() in ("rule", "sequence", "procedure", "chart") else MANY,
                        [
                            "a rule of another text that has to be read too",
                            "a name for something in this text that is called otherwise",
                        ],
                        about=name,
                    )


class ReferenceOffTopic(Wording):
    """A section number that leads to a section about something else.

    What is named right before the number does not occur there, and another section has it in its heading. The
    number is probably of an older numbering.
    """

    code = "LX746"
    name = "reference-off-topic"
    message = "{what} leads to {title}, which says nothing about it"
    bad = (
        "1.1 Trade\nPlayers swap goods.\n1.2 Storms\nShips stay in port.\n1.3 Harbours\nShips load goods "
        "in harbours.\n"
        "1.4 Wreck\nAfter storms (1.3) wrecks are removed."
    )
    good = (
        "1.1 Trade\nPlayers swap goods.\n1.2 Storms\nShips stay in port.\n1.3 Harbours\nShips load goods "
        "in harbours.\n"
        "1.4 Wreck\nAfter storms (1.2) wrecks are removed."
    )
    _REFERENCE = re.compile(
        r"\((?:see |as per |rule |section )?(?P<number>\d+(?:\.\d+)+)\)|(?:per rule|see) "
        r"(?P<bare>\d+(?:\.\d+)+)"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        sections: dict[str, Section] = {s.number: s for s in page.sections if s.number}
        bodies: dict[str, set[str]] = {}
        for sentence in page.sentences:
            if sentence.section and sentence.section.number:
                bodies.setdefault(sentence.section.number, set()).update(sentence.content)
        for sentence in page.sentences:
            for m in cls._REFERENCE.finditer(sentence.low):
                number = m["number"] or m["bare"]
                target = sections.get(number)
                if target is None or (sentence.section is not None and sentence.section.number == number):
                    continue
                near = [t.base for t in sentence.tokens if t.end <= sentence.start + m.start() and t.is_noun][-4:]
                known = bodies.get(number, set()) | {singular(x) for x in re.findall(r"[a-z]+", target.title.lower())}
                other = next(
                    (
                        s
                        for s in sections.values()
                        if s.number != number
                        and not number.startswith(s.number)
                        and any(
                            singular(x) in near and singular(x) not in known
                            for x in re.findall(r"[a-z]{4,}", s.title.lower())
                        )
                    ),
                    None,
                )
                if other is not None and not (
                    set(near[-3:]) & {singular(x) for x in re.findall(r"[a-z]+", target.title.lower())}
                ):
                    yield cls.seen(
                        sentence.part(m.start(), m.end()),
                        MOST,
                        [
                            f"section {other.number} ({other.title}) is meant",
                            f"section {number} ({target.title}) is meant, for a reason that is not told",
                        ],
                        title=quote(target.title),
                        labels=[Label(target.span, "the section it leads to")],
                    )


class StrayMark(Wording):
    """A footnote mark without a footnote.

    An asterisk tells the reader to look for something that is not there.
    """

    code = "LX747"
    name = "stray-mark"
    message = "the mark in {what} has no footnote"
    bad = "Every sword costs 3* coins."
    good = "Every sword costs 3* coins.\n* 2 coins for smiths."
    _MARK = re.compile(r"(?<=[\w)])(?P<mark>\*+|†|‡|[¹²³])(?!\w|\*)")

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        text = page.source.text
        for sentence in page.sentences:
            raw = text[sentence.start : sentence.end]
            if "**" in raw:
                continue
            for m in cls._MARK.finditer(raw):
                if (
                    not re.search(rf"(?m)^\s*{re.escape(m['mark'])}\s?\w", text[page.start : page.end])
                    or page.source.text.count(m["mark"]) == 1
                ):
                    start = m.start() - len(re.findall(r"\S*$", raw[: m.start()])[0])
                    yield cls.seen(
                        sentence.part(start, m.end()),
                        MOST,
                        ["a special rule for this entry, told elsewhere", "a note that was left out"],
                        about=m["mark"],
                    )


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

    @classmethod
    def _emphasised(cls, page: Page) -> Iterator[Seen]:
        """A word in capitals hints at a contrast: there must be others that are not so."""
        plain = w.words(
        "must not and or only all one no always never may any each both every first two three four five six once then but if note reverse"
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
                    or len(re.findall(rf"\b{m.group()}\b", page.source.text)) > 2
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
                        and not low.endswith(("est", "'s"))
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


class UnexplainedAbbreviation(Wording):
    """Letters that stand for words nobody gives.

    Write the words once, with the letters in brackets after them.
    """

    code = "LX761"
    name = "unexplained-abbreviation"
    message = "{what} is not explained"
    bad = "Each city yields 2 IP for its owner."
    good = "Each city yields 2 influence points (IP) for its owner."
    _KNOWN = w.words(
        "AND OR NOT ALL ONE TWO MUST ONLY US USA UK USSR UN EU OK TV II III IV VI VII AM PM AD BC DIY NO MAY BOTH ANY NW SE NE SW RPG AI ID FOUR FIVE SIX NINE TEN THE YOU"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        text = page.source.text[page.start : page.end]
        for sentence in page.rules:
            if sentence.text.isupper():
                continue
            for m in re.finditer(r"(?<![\w'-])[A-Z]{2,4}(?![\w'-])", sentence.text):
                word = m.group()
                if word in cls._KNOWN or re.search(rf"\(\s*{word}s?\s*\)|\b{word}s? ?(?:=|\(|means|stands)", text):
                    continue
                yield cls.seen(
                    sentence.part(m.start(), m.end()),
                    MANY,
                    [f"{word}: words that another text gives", f"{word}: short for something in this text"],
                    about=word,
                )


RULES: tuple[type[Rule], ...] = (
    PronounAntecedent,
    UndefinedTerm,
    UnnamedPlayer,
    DeadReference,
    ReferenceOffTopic,
    StrayMark,
    UnexplainedAbbreviation,
)
