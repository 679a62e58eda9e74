"""What points elsewhere: section numbers, names of rules, footnote marks, letters for words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Label, quote
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Section, Sentence
from ludex.validator.text.tokens import singular
from ludex.validator.wording.base import MANY, MOST, Seen, Wording


class DeadReference(Wording):
    """The text points to a place that is not there.

    A section number without a section, or a rule with a name that no heading has. Mend the number, or add the rule.
    """

    code = "LX745"
    name = "dead-reference"
    message = "{what} leads nowhere: nothing of that name or number is in this text"
    bad = "Ships move as described in the Coastal Storm rule."
    good = "Coastal Storm\nShips stay in port.\n\nShips move unless the Coastal Storm rule holds."
    NUMBER = re.compile(
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
        numbers |= {m[1] for s in page.sentences for m in [re.match(r"\W*(\d+(?:\.\d+)+)\.?\s", s.text)] if m}
        titles = " | ".join(section.title.lower() for section in page.sections) + " | " + " | ".join(page.defined)
        listed = " | ".join(s.low for s in page.sentences if s.block.kind in ("item", "row"))
        for sentence in page.sentences:
            if sentence.kind in ("heading", "credit"):
                continue
            if numbers:
                for m in cls.NUMBER.finditer(sentence.low):
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
            yield from cls._table(page, sentence)
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

    _TABLE = re.compile(
        r"\b(?:on|in|to|from|see|consult|using|with|by|per|a|the) (?:the )?(?P<at>(?P<name>(?!the\b"
        r"|allow\b|any\b|your\b|same\b|this\b|that\b|round\b|large\b|game\b|playing\b)"
        r"[a-z]+(?: (?!the\b)[a-z]+)?) (?:table|chart))\b"
    )

    @classmethod
    def _table(cls, page: Page, sentence: Sentence) -> Iterator[Seen]:
        """A table that is named and not there."""
        if (m := cls._TABLE.search(sentence.low)) is None or sentence.kind == "component":
            return
        words = [
            singular(word) for word in m["name"].split() if word not in w.PREPOSITIONS | w.DETERMINERS | w.CONJUNCTIONS
        ]
        captions = [
            s.title.lower() for s in page.sections if re.search(r"table|chart|effects?|results", s.title.lower())
        ]
        there = " ".join([*captions, *(s.low for s in page.sentences if s.block.kind == "row")])
        if words and not any(re.search(rf"\b{re.escape(word)}", there) for word in words):
            yield cls.seen(
                sentence.part(m.start("at"), m.end("at")),
                MANY,
                ["a table that is printed on a board or card", "a table of this text that was left out"],
                about=words[0],
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
    _MARK = re.compile(r"(?<=[\w)])(?P<mark>\*+|†|‡|[¹²³])(?![\w*\"'”’])")

    _EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=\w)[^*\n]+(?<=[^\s*])\1(?![\w*])")

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        text = page.source.text
        for sentence in page.sentences:
            raw = cls._EMPHASIS.sub(lambda m: " " * len(m.group()), text[sentence.start : sentence.end])
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
        "AND OR NOT ALL ONE TWO MUST ONLY US USA UK USSR UN EU OK TV II III IV VI VII AM PM AD BC DIY "
        "NO MAY BOTH ANY NW SE NE SW RPG AI ID FOUR FIVE SIX NINE TEN THE YOU"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        text = page.source.text[page.start : page.end]
        for sentence in page.rules:
            if sentence.text.isupper():
                continue
            for m in re.finditer(r"(?<![\w'-])[A-Z]{2,4}(?![\w'-])", sentence.text):
                word = m.group()
                if (
                    word in cls._KNOWN
                    or (len(word) == 4 and re.search("[AEIOU]", word))
                    or sentence.text[m.end() :].startswith(":")
                    or _is_a_word(page, word.lower())
                    or _are_initials(page, word.lower())
                    or re.search(rf"[\"'“(\[]{word}[\"'”)\]]", sentence.text)
                    or re.search(rf"\(\s*{word}s?\s*\)|\b{word}s? ?(?:=|\(|means|stands)", text)
                ):
                    continue
                if _in_a_title(sentence.text, m):
                    continue
                yield cls.seen(
                    sentence.part(m.start(), m.end()),
                    MANY,
                    [f"{word}: words that another text gives", f"{word}: short for something in this text"],
                    about=word,
                )


def _in_a_title(text: str, match: re.Match[str]) -> bool:
    """Whether a word beside it stands in capitals too."""
    beside = text[: match.start()].split()[-1:] + text[match.end() :].split()[:1]
    return any(len(word) > 2 and word.isalpha() and word.isupper() for word in beside)


def _are_initials(page: Page, word: str) -> bool:
    """Whether words that begin with these letters stand one after the other somewhere in the text."""
    letters = word[:-1] if word.endswith("s") and len(word) > 2 else word
    return bool(re.search(r"\b" + r"[a-z]*[- ](?:of |the |and )?".join(letters) + r"[a-z]+\b", page.spoken))


def _is_a_word(page: Page, word: str) -> bool:
    """Whether letters in capitals are only a word that is stressed."""
    lists = (w.AUXILIARIES, w.MODALS, w.DETERMINERS, w.PRONOUNS, w.PREPOSITIONS, w.CONJUNCTIONS, w.ADVERBS, w.VERBS)
    return (
        any(word in known for known in lists) or word in w.NUMBERS or bool(re.search(rf"\b{word}\b", page.source.text))
    )


RULES: tuple[type[Diagnosis], ...] = (
    DeadReference,
    ReferenceOffTopic,
    StrayMark,
    UnexplainedAbbreviation,
)
