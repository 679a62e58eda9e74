"""What is wrong with the text itself: misprints, repeated words, stray sentences, words about a screen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Label
from ludex.dsl.source import Span
from ludex.validator.text import words as w
from ludex.validator.text.document import Page
from ludex.validator.text.tokens import singular, verb_base
from ludex.validator.wording.base import MANY, MOST, Seen, Wording, clause


class Misspelling(Wording):
    """A word that differs by one letter from a word of this text, or is often mistaken for another.

    Probably a misprint; but a reader who takes it for another term looks for a rule that is not there.
    """

    code = "LX748"
    name = "misspelling"
    message = "{what} may be a misprint of `{other}`"
    bad = "Each harbour holds two ships. Ships leave a harbour in the morning. A habour may be closed."
    good = "Each harbour holds two ships. Ships leave a harbour in the morning. A harbour may be closed."

    #: Words that are often taken for others in rules of games -> what is probably meant.
    _USUAL = (
        (re.compile(r"\b(?P<at>loose)(?= (?:a|an|the|one|all|his|her|their|your|it|\d))"), "lose"),
        (
            re.compile(
                r"\b(?:player|players|you|he|she|they|must|may|to) (?P<at>roles?)\b(?= (?:a|an|the|one|two|all|\d))"
            ),
            "roll",
        ),
        (re.compile(r"\bdi(?:e|ce) (?P<at>roles?)\b"), "roll"),
        (re.compile(r"\b(?:a|one|single) (?P<at>dice)\b(?! (?:game|roll|tower|pool|cup|bag|track|value))"), "die"),
    )

    @classmethod
    def _confused(cls, page: Page) -> Iterator[Seen]:
        for s in page.sentences:
            if s.kind in ("credit", "noise", "heading"):
                continue
            for t in s.tokens:
                if meant := w.MISSPELT.get(t.low):
                    yield cls.seen(
                        Span(page.source, t.start, t.end),
                        MANY,
                        [f"{meant}, misspelt", f"{t.low}, another term"],
                        other=meant,
                        about=t.low,
                    )
            for pattern, meant in cls._USUAL:
                for m in pattern.finditer(s.low):
                    yield cls.seen(
                        s.part(m.start("at"), m.end("at")),
                        MANY,
                        [f"{meant}, misspelt", f"{m['at']}, another term"],
                        other=meant,
                        about=m["at"],
                    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        yield from cls._confused(page)
        counts = Counter(t.low for s in page.sentences for t in s.tokens if t.text.isalpha())
        often = [word for word, n in counts.items() if n >= 2 and len(word) >= 5]
        for s in page.rules:
            for t in s.tokens:
                low = t.low
                if (
                    counts[low] != 1
                    or len(low) < 6
                    or not low.isalpha()
                    or not t.text.islower()
                    or verb_base(low) is not None
                    or low in w.ADJECTIVES
                    or low in w.COMPONENTS | w.PLAIN_NOUNS
                    or low.endswith("ly")
                ):
                    continue
                other = next(
                    (
                        v
                        for v in w.VERBS
                        if len(v) >= 7
                        and low not in _REAL
                        and len(low) == len(v) - 1
                        and low[0] == v[0]
                        and one_letter(low, v)
                    ),
                    None,
                ) or next(
                    (
                        o
                        for o in often
                        if one_letter(low, o)
                        and singular(low) != singular(o)
                        and low[0] == o[0]
                        and not _inflected(low, o)
                        and (len(singular(low)) != len(o) or len(low) >= 8)
                        and low.replace("our", "or") != o.replace("our", "or")
                    ),
                    None,
                )
                if other is not None:
                    yield cls.seen(
                        s.part(t.start - s.start, t.end - s.start),
                        MOST,
                        [f"{other}, misspelt", f"{low}, another term"],
                        other=other,
                        about=low,
                    )


#: Words that lack one letter of a verb and are words all the same.
_REAL = w.COMPONENTS | w.words("compete contest consist")


def _inflected(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    if len(long) == len(short):
        return short[:-1] == long[:-1] and {short[-1], long[-1]} <= set("sdrym")
    return long.startswith(short[:-1]) and long[-1] in "sdryne"


def one_letter(a: str, b: str) -> bool:
    """Whether one letter added, dropped, changed or swapped with its neighbour makes one word of the other."""
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    x, y = a[start:], b[start:]
    if len(a) == len(b):
        return x[1:] == y[1:] or (x[:2] == y[:2][::-1] and x[2:] == y[2:])
    return x[1:] == y or x == y[1:]


class Garbled(Wording):
    """A sentence that went wrong in editing.

    Words said twice, a missing space, a sentence cut off, an apostrophe left out: the reader has to guess what was
    meant.
    """

    code = "LX749"
    name = "garbled"
    message = "something is left over or missing in {what}"
    bad = "Play goes on until all but one are out but one."
    good = "Play goes on until all but one are out."
    _PATTERNS = (
        (
            re.compile(r"\b(?P<at>(?P<word>[a-z]+) (?P=word))\b(?<!that that)(?<!had had)"),
            ("the word is there once too often", "a word is missing between the two"),
        ),
        (
            re.compile(
                r"\b(?P<at>(?P<gram>(?!the |a |an |its |his |her |their |your )[a-z]+ "
                r"[a-z]+)\b[^,.;:()]{3,16}\b(?P=gram))\b(?=[,.;]|$)"
            ),
            ("the second is left over", "something else stood there"),
        ),
        (
            re.compile(
                r"(?<!- )\b(?P<at>(?:a|an) (?:a|an|the|of|to|is|are|from)|the (?:a|an|of|to|is|are"
                r"|and|from)|to (?:at(?! (?:least|most|once|any))|of|is|are|from)"
                r"|(?:is|are) (?:is|are|may|must|can|has)|(?:may|must|can) (?:is|are|has|may|must)"
                r"|within in|into in|at least on of|of from"
                r"|more then|less then|and and)\b(?! to\b)"
            ),
            ("one of the words is left over", "a word is missing between them"),
        ),
        (
            re.compile(r"(?P<at>\b\d+(?:to|or|and|cards?|players?|points?)\b)"),
            ("a space is missing", "a number is missing"),
        ),
        (
            re.compile(
                r"(?P<at>\b(?:(?:a|the|each|every|one|[a-z]+[^s\W]) )?players (?:first|last|next|own|max|maximum|"
                r"(?P<middle>[a-z]+) (?:pile|hand|deck|turn|board|area|size)))\b"
            ),
            ("of one player", "of all players together"),
        ),
        (
            re.compile(r"(?P<at>\w+(?:-\w+)?\.\.\.[\"”])\s*$"),
            ("the sentence goes on as another place has it", "the rest is lost"),
        ),
        (
            re.compile(r"(?P<at>\bin (?:a )?straight line\b[^.]{0,60}\bin straight line\b)"),
            ("the same condition twice", "two conditions"),
        ),
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for s in page.sentences:
            if s.kind in ("credit", "heading") or s.block.kind == "row":
                continue
            for pattern, readings in cls._PATTERNS:
                m = pattern.search(s.low)
                if m and s.text[m.start("at")].isupper() and s.kind == "example":
                    continue
                middle = m.groupdict().get("middle") if m else None
                if middle and (
                    verb_base(middle) or middle in w.PREPOSITIONS | w.DETERMINERS | w.MODALS | w.AUXILIARIES
                ):
                    continue
                if m and not re.search(r"\bof the \w+ of the\b", m["at"]):
                    yield cls.seen(
                        s.part(m.start("at"), m.end("at")), MOST, readings, about="cut" if "..." in m["at"] else ""
                    )
                    break


class InterfaceInRules(Wording):
    """A sentence about a screen among the rules.

    What is to be clicked is no rule of the game, unless the order of clicks stands for an order of acts. Keep the
    two apart.
    """

    code = "LX754"
    name = "interface-in-rules"
    message = "{what} tells how to use a program, between rules of the game"
    bad = "Move one ship to a neighbouring port. Click on the anchor to confirm. Then unload its cargo."
    good = "Move one ship to a neighbouring port. Then unload its cargo."

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for s in page.sentences:
            if s.kind == "interface":
                yield cls.seen(
                    s.span,
                    MANY,
                    ["no rule of the game", "a rule about what is done, and in which order"],
                    about="interface",
                    what=clause(s),
                )


class StrayText(Wording):
    """A line that belongs to something else.

    A remark of a reader, an empty entry, a heading with nothing under it, a date: it is no rule, and hides what is
    missing.
    """

    code = "LX756"
    name = "stray-text"
    message = "{what} does not seem to belong to the rules"
    bad = "Move one ship. Then unload its cargo.\n\nanybody up for a game tonight?\n"
    good = "Move one ship. Then unload its cargo.\n"

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for s in page.sentences:
            if s.kind == "noise" and (s.text.strip().endswith("?") or "Created page" in s.text):
                yield cls.seen(
                    s.span, MOST, ["it may be left out", "it stands for a rule that was left out"], what=clause(s)
                )
        seen: Counter[str] = Counter()
        for index, section in enumerate(page.sections):
            seen[section.title] += 1
            body = [s for s in page.sentences if s.section is section and s.kind != "heading"]
            following = page.sections[index + 1] if index + 1 < len(page.sections) else None
            if not body and seen[section.title] > 1 and (following is None or following.level <= section.level):
                yield cls.seen(
                    section.span,
                    MOST,
                    ["what stood under it is lost", "it was left in by mistake"],
                    labels=[Label(section.span, "nothing under it")],
                )
        if page.beside and not page.title and any(s.binding for s in page.sentences):
            first = page.sentences[0]
            told = ["the title before it was lost", "it goes with the title that follows"]
            yield cls.seen(
                first.span, MANY, told, about="untitled", what="a text without a title, among others that have one,"
            )
        if page.title and not any(s.binding for s in page.sentences):
            yield cls.seen(page.span, MOST, ["the text was taken out", "the text is lost"], what=f"`{page.title}`")


RULES: tuple[type[Diagnosis], ...] = (Misspelling, Garbled, InterfaceInRules, StrayText)
