"""How far a word reaches: and, or, not, only, unless, and phrases that may belong to two things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ludex.dsl.diagnostics import Diagnosis, quote
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Sentence
from ludex.validator.wording.base import MANY, MOST, NUMBER, SOME, Cued, Seen, Wording, cue


class CoordinationScope(Wording):
    """A word before two things joined by *and* or *or* may go with the first alone or with both.

    "Red cards and tokens" are red cards and all tokens, or cards and tokens that are red; "any number of tiles and
    walls" may be any number of each. The same holds the other way round: what describes the second thing may be
    meant for the first too. Repeat the word, or swap the two.
    """

    code = "LX702"
    name = "coordination-scope"
    message = "what belongs to both parts of {what} can be read in two ways"
    bad = "On your turn, place any number of walls and towers on the board."
    good = "On your turn, place walls and towers on the board, as many of each as you like."

    _QUANTITY = re.compile(
        rf"\b(?P<many>any number of|up to {NUMBER}|a total of {NUMBER}|all other) "
        r"(?P<first>[a-z-]+(?: [a-z-]+)?) (?P<join>and|or) (?P<second>(?!(?:up|any|all|as|the|a|an"
        r"|then|to|their|its|his|her|your)\b)[a-z-]+(?: [a-z-]+)?)"
    )
    _SECOND = re.compile(
        r"\b(?P<first>(?:the|a|an|each) [a-z-]+(?: that [^,.;]{3,30}?)?) and (?P<rest>(?:all|every"
        r"|each|any|other|both) "
        r"(?P<adjective>[a-z-]+(?: [a-z-]+)?) (?P<second>[a-z]+s?))\b"
    )
    _LAST = re.compile(
        r"(?P<one>\b\w+ [^,.;]{3,60}?) and (?P<two>[^,.;]{3,60}?) (?P<late>at the same time|simultaneously|"
        r"in (?:the same|that|this) (?:turn|round|phase)|during (?:that|this) [a-z]+)\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            low = sentence.low
            if m := cls._QUANTITY.search(low):
                many = m["many"]
                yield cls.seen(
                    sentence.part(m.start(), m.end()),
                    MANY,
                    [
                        f"{many} {m['first']}, {m['join']} {many} {m['second']}, each counted for itself",
                        f"{many} of both together",
                        f"{many} {m['first']} alone, and {m['second']} as they are",
                    ],
                )
            elif m := cls._SECOND.search(low):
                adjective = m["adjective"]
                yield cls.seen(
                    sentence.part(m.start(), m.end()),
                    MANY,
                    [f"only the {m['second']} have to be {adjective}", f"{m['first']} has to be {adjective} too"],
                )
            elif (m := cls._LAST.search(low)) and any(
                t.kind == "verb" and sentence.start + m.start("two") <= t.start < sentence.start + m.end("two")
                for t in sentence.tokens
            ):
                yield cls.seen(
                    sentence.part(m.start("two"), m.end()),
                    MANY,
                    [f"{m['late']} goes with {quote(m['two'])} alone", f"{m['late']} goes with both parts"],
                )


def _verbs(sentence: Sentence, match: re.Match[str], groups: Iterable[str]) -> bool:
    """Whether all these groups are single verbs."""
    from ludex.validator.text.tokens import verb_base

    return all(verb_base(match[group]) is not None for group in groups)


class Attachment(Wording):
    """A phrase at the end may belong to what stands right before it, or to something earlier.

    In "in a city or in a town beside a city with no guard" the guard may be missing in the city or in the town. Put
    the phrase next to what it describes, or make two sentences.
    """

    code = "LX703"
    name = "attachment"
    message = "{what} may belong to either of two things before it"
    bad = "Build in a city or in a town beside a city without any guards."
    good = "Build in a city. You may also build in a town that has no guards and lies beside a city."

    _LATE = re.compile(
        r"\b(?P<one>(?:in|on|to|from|into|onto|at) (?:a|an|any|the|each) [^,.;]{2,50}?) or (?:in |on "
        r"|to |from )?(?P<two>(?:a|an|any|the)? ?[^,.;]{2,70}?) "
        r"(?P<late>(?:without|with no|with at least|with an?|that (?:is|are|has|have)|which (?:is|are"
        r"|has|have)|containing) [^,.;]{2,40})"
    )
    _PARTICLE = re.compile(
        r"\b(?P<one>[a-z]+) or (?P<two>[a-z]+) (?P<late>(?:out of|off|away from|into|onto|through|over) "
        r"(?:the|a|an|any) [a-z]+)"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            if m := cls._LATE.search(sentence.low):
                yield cls.seen(
                    sentence.part(m.start("late"), m.end("late")),
                    MANY,
                    [
                        f"only {quote(m['two'])} is {quote(m['late'])}",
                        f"{quote(m['one'])} is {quote(m['late'])} as well",
                    ],
                )
            elif (m := cls._PARTICLE.search(sentence.low)) and _verbs(sentence, m, ("one", "two")):
                yield cls.seen(
                    sentence.part(m.start(), m.end()),
                    MANY,
                    [
                        f"{quote(m['late'])} goes with {m['two']} alone, and {m['one']} stands by itself",
                        f"both {m['one']} and {m['two']} go with {quote(m['late'])}",
                    ],
                )


class OnlyPlacement(Cued):
    """*Only* may limit several parts of the sentence.

    "You may only move pieces in your own row" may forbid other rows, other acts than moving, or other things than
    pieces. Put *only* right before what it limits.
    """

    code = "LX705"
    name = "only-placement"
    message = "what *only* limits in {what} can be read in two ways"
    bad = "In winter only move one caravan."
    good = "In winter move one caravan at most, and do nothing else."
    cues = (
        cue(
            r"\b(?P<modal>may|can|must|could) only (?:be )?(?P<verb>[a-z]+) (?P<rest>(?:[^,.;]{2,60}))",
            SOME,
            "there is no other place or way: {verb} {rest}, or not at all",
            "{verb} is all that is allowed there; anything else is not",
        ),
        cue(
            r"\b(?:is|are) only (?P<verb>[a-z]+ed|[a-z]+en) (?P<rest>(?:when|if|in|on) [^,.;]{2,50})",
            SOME,
            "at no other time: {rest}",
            "nothing else happens {rest}",
        ),
        cue(
            r"(?:^|[,;:.] ?|\b(?:you|players?|they|he|she|and|then|round|turn|[a-z]*winter"
            r"|[a-z]*summer) )\W*\bonly (?P<verb>"
            + "|".join(sorted(w.GAME_VERBS))
            + r") (?P<rest>(?:a|an|one|the|your|his|their|\d+) [^,.;]{2,40})",
            MANY,
            "nothing but: {verb} {rest}",
            "{verb} nothing but {rest}",
        ),
    )


class OrKind(Cued):
    """*Or* may leave a choice of one, or allow both.

    Say "either ... or ..., not both", or "one or both". Where something is forbidden or required, *and/or* leaves
    open how the parts are counted.
    """

    code = "LX706"
    name = "or-kind"
    message = "{what}: whether both together are meant is not said"
    bad = "A player wins with ten sheep and/or cows."
    good = "A player wins with ten animals, sheep and cows counted together."
    cues = (
        cue(
            r"[^,.;]{0,25}\band/or\b[^,.;]{0,25}",
            MOST,
            "either is enough",
            "both are counted together",
            "both are needed unless one is missing",
        ),
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        yield from super().find(page)
        for sentence in page.rules:
            if (
                not sentence.text.isupper()
                and (m := re.search(r"\bOR\b(?=\W*\w)", sentence.text))
                and re.search(r"\b(?:may|can|must|you|players?|he|she|they)\b", sentence.low[: m.start()])
                and not re.search(r"\beither\b|\bone of\b", sentence.low)
            ):
                before, after = sentence.text[: m.start()], sentence.text[m.end() :]
                yield cls.seen(
                    sentence.part(m.start(), m.end()),
                    MANY,
                    [
                        f"one of the two, never both: {quote(before[-40:])} or {quote(after[:40])}",
                        "both, one after the other, if that is possible",
                    ],
                )


class EitherBoth(Cued):
    """*Either* may mean one of two, or each of two.

    "At either end" can be one end of your choice or both. Say *one of the two* or *both*.
    """

    code = "LX708"
    name = "either-both"
    message = "{what} may be one of the two, or both"
    bad = "Place a lamp at either end of the street."
    good = "Place a lamp at both ends of the street."
    cues = (
        cue(
            r"\b(?:at|on|in|to) either (?P<noun>(?!case|way|event|using|by|of|or|an?\b|the|one|your"
            r"|his|their|player|order"
            r"|direction|hand)[a-z]+(?<!ing))\b(?! (?:or|a|an|the|your|his|their)\b)",
            MOST,
            "one {noun}, as chosen",
            "both {noun}s",
        ),
    )


class NegationScope(Cued):
    """A *not* before *and* or *or*, or after *all*, may deny one part or everything.

    "All units cannot move" may keep all of them still, or only say that some stay. Name each thing that is forbidden.
    """

    code = "LX723"
    name = "negation-scope"
    message = "how far the denial reaches in {what} can be read in two ways"
    bad = "All ships cannot leave the harbour."
    good = "No ship can leave the harbour."
    cues = (
        cue(
            r"\b(?P<at>(?:all|every|each) (?![^,.;]*\b(?:which|that|who)\b)[^,.;]{2,40}? (?:cannot"
            r"|can not|may not|must not|do not|are not))\b",
            MOST,
            "none of them",
            "not all of them, but perhaps some",
        ),
        cue(
            r"\b(?P<at>(?:with )?no (?P<a>[^,.;]{2,30}?) or any (?P<b>[^,.;]{2,30}))",
            MOST,
            "neither {a} nor any {b}",
            "no {a}; or else any {b}",
        ),
        cue(
            r"\b(?P<at>neither (?P<a>[^,.;]{2,40}?) or (?P<b>[a-z]+)[^,.;]{0,25})",
            MANY,
            "not {a}, and not {b} either",
            "not both of them, but one may",
        ),
        cue(
            r"\b(?P<at>without (?:a|an|any) (?P<a>[a-z]+) or (?P<b>[^,.;]{3,40}))",
            MANY,
            "neither {a} nor {b}",
            "no {a}, or with {b}",
        ),
    )


class StackedExceptions(Wording):
    """Exceptions to exceptions, in one sentence or in brackets.

    Each *unless*, *except* and *but not* turns the meaning round once more, and it is not clear what the last one
    is an exception to. Make one sentence for the rule and one for each exception.
    """

    code = "LX724"
    name = "stacked-exceptions"
    message = "{what} is an exception, and what it is an exception from can be read in two ways"
    bad = "No units (except scouts) may enter the forest, unless they carry a torch."
    good = "Scouts may enter the forest. Other units may enter it only with a torch."
    _EXCEPT = re.compile(r"\bunless\b|\bexcept\b|\bbut not\b|\bother than\b|\bprovided that\b")
    _DENIES = re.compile(r"\b(?:no|not|cannot|never|neither)\b")

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            found = list(cls._EXCEPT.finditer(sentence.low))
            denials = len(cls._DENIES.findall(sentence.low))
            if len(found) >= 2 or (found and denials >= 2):
                last = found[-1]
                tail = sentence.text[last.start() :].rstrip(" .")
                yield cls.seen(
                    sentence.part(last.start(), last.start() + len(tail)),
                    MANY,
                    [f"{quote(tail)} lifts the whole sentence", f"{quote(tail)} lifts only the part right before it"],
                )


RULES: tuple[type[Diagnosis], ...] = (
    CoordinationScope,
    Attachment,
    OnlyPlacement,
    OrKind,
    EitherBoth,
    NegationScope,
    StackedExceptions,
)
