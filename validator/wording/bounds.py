"""Where a range begins and ends, and what becomes of a number that does not come out even."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Sentence
from ludex.validator.wording.base import MANY, MOST, NUMBER, SOME, Cued, Seen, cue


class BoundsUnclear(Cued):
    """A range whose ends are open.

    May *any number* be none? Does *up to three* allow zero? Is the limit itself still allowed? Name the least and
    the most.
    """

    code = "LX719"
    name = "bounds-unclear"
    message = "whether {what} may be none, or where it ends, is not said"
    bad = "Move your pawn any number of spaces."
    good = "Move your pawn one or more spaces, as many as you like."
    cues = (
        cue(
            r"\b(?P<at>any number of (?P<noun>(?!times|players)[a-z]+))",
            MOST,
            "at least one",
            "none is allowed too",
            unless=r"including (?:none|zero)|\bat least\b|\bnone\b",
        ),
        cue(r"\b(?P<at>any amount of (?P<noun>[a-z]+))", MOST, "at least one", "none is allowed too"),
        cue(
            rf"\b(?P<at>up to (?P<number>{NUMBER}) (?P<noun>[a-z]+))",
            MANY,
            "from one to {number}",
            "from none to {number}",
            unless=r"including (?:none|zero)|\bat least\b|\bnone\b|\b(?:may|can|game|lasts?|takes?|players"
            r"|cost)\b[^,.;]*\bup to\b",
        ),
        cue(
            r"\b(?:discards?|reduces?|cuts?|sells?|drops?|discarding)\b[^,.;]{0,40}? ?(?P<at>down to "
            r"(?:\d+|a hand of \d+|" + "|".join(w.NUMBERS) + r"|the limit|their limit|your limit) ?[a-z]*)",
            MANY,
            "exactly as many as needed, chosen by the owner",
            "more may be given up as well",
            "also when there are fewer already",
        ),
        cue(
            r"\b(?P<at>at most (?:one|1) (?P<noun>[a-z ]{2,25}))",
            MANY,
            "one or none",
            "exactly that many; none is another case",
            "each counted separately, even where they overlap",
        ),
        cue(
            rf"\bbetween (?P<at>(?P<low>{NUMBER}) and (?P<high>{NUMBER}))\b",
            SOME,
            "{low} and {high} included",
            "{low} and {high} not included",
        ),
        cue(
            rf"\b(?P<at>(?:one|{NUMBER}) or more (?P<noun>[a-z]+))",
            SOME,
            "as many as whoever acts chooses",
            "as many as apply",
        ),
        cue(
            r"\b(?P<at>as far as (?:it|he|they|you) can(?: go)?(?:[^,.;]{0,50}))",
            MANY,
            "always the whole way",
            "any part of the way",
        ),
        cue(
            r"\b(?P<at>(?:there is )?no limit to [^,.;]{3,50})",
            SOME,
            "without any bound",
            "up to the end of what is printed or supplied",
        ),
        cue(r"\b(?P<at>one or more steps|one or more spaces)\b", SOME, "any number", "as many as can be paid"),
    )


def _not_rounded_below(page: Page, sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether nothing near by says how to round."""
    near = [s for s in page.sentences if s.section is sentence.section and abs(s.order - sentence.order) <= 4]
    return not any(re.search(r"\bround(?:ed|ing)? (?:up|down|to)|\bfractions?\b", s.low) for s in near)


class RoundingWord(Cued):
    """A part of a number that may not come out even.

    Half of five is not a number of cards. Say "rounded up" or "rounded down"; where parts need not be equal, say
    *parts*, not *halves*.
    """

    code = "LX725"
    name = "rounding-word"
    message = "{what} may not come out even, and nothing says what happens then"
    bad = "Lose half of your coins."
    good = "Lose half of your coins, rounded down."
    cues = (
        cue(
            r"\b(?P<at>(?:half(?!-| (?:hidden|way|full|empty|an hour|strength|size|height))|halves"
            r"|(?:a|one) third of|two "
            r"thirds of|a quarter of)(?: of)?(?: [a-z]+){0,2})\b",
            MOST,
            "exact parts, so an uneven number cannot be split",
            "rounded down",
            "rounded up",
            unless=r"\bround(?:ed|ing)?\b",
        ),
        cue(
            r"\b(?P<at>(?:divide|divided|split|shared?) (?:[^,.;]{0,30} )?(?:equally|evenly))\b",
            MOST,
            "what is left over is nobody's",
            "what is left over goes to somebody",
            unless=r"\bround(?:ed|ing)?\b|left ?over|remainder",
        ),
        cue(
            r"\b(?P<at>(?:the |a )?ratio (?:of|between) [^,.;()]{3,50}|divide[sd]? (?:[a-z]+ "
            r"){0,4}?by [^,.;()]{3,30}"
            r"|(?:the |an )average (?:of )?[a-z]+)",
            MANY,
            "rounded down",
            "rounded up",
            "rounded to the nearest",
            unless=r"\bround(?:ed|ing)?\b|\bfractions?\b|\bremainder\b|\bwhole number",
            keep=_not_rounded_below,
        ),
        cue(r"\b(?P<at>(?:is|are) halved)\b", MOST, "rounded down", "rounded up", unless=r"\bround(?:ed|ing)?\b"),
        cue(
            r"\b(?P<at>for every (?:two|three|four|five|2|3|4|5|10|ten) [a-z]+)",
            SOME,
            "full groups only",
            "a started group counts too",
        ),
        cue(
            rf"\b(?P<at>(?P<number>{NUMBER}) (?P<noun>[a-z ]{{3,30}}?) (?:are|is) (?:required|needed) "
            rf"(?:to|for) (?P<act>[^,.;]{{3,40}}))",
            MANY,
            "{act} once for every full {number} {noun}",
            "at least {number} {noun}, then {act} for each of them",
            "exactly once, however many {noun} there are",
        ),
    )


class ExactOrAtLeast(Cued):
    """A bare number in a condition.

    "Next to two houses" may be exactly two, or two and more. Say *exactly* or *at least*.
    """

    code = "LX766"
    name = "exact-or-at-least"
    message = "{what}: exactly so many or at least so many is not said"
    bad = "A church may only be built next to 2 houses."
    good = "A church may only be built next to at least 2 houses."
    cues = (
        cue(
            rf"\b(?:next to|adjacent to|beside|touching|connected to|bordering|containing"
            rf"|near) (?P<at>(?P<number>{NUMBER}) (?!or\b|and\b|to\b|of\b)(?:other )?(?:[a-z-]+ )?(?P<noun>[a-z]+))",
            MOST,
            "exactly {number} {noun}",
            "{number} {noun} or more",
        ),
        cue(
            rf"\b(?:if) (?:you|a player|he|they|the player|there) (?:have|has|are|is|own|owns"
            rf"|hold|holds|collected?) (?P<at>(?P<number>{NUMBER}) (?P<noun>(?!they|he"
            rf"|she|you|it|or|and|then|of|in|points?|left|remaining)[a-z]+))\b",
            MANY,
            "exactly {number} {noun}",
            "{number} {noun} or more",
            unless=r"\bat least\b|\bexactly\b|or more",
        ),
        cue(
            rf"\b(?P<at>(?:on )?rolls? of (?P<number>{NUMBER}))\b",
            MANY,
            "exactly {number}",
            "{number} or less",
            "{number} or more",
        ),
        cue(
            r"\bhow many (?P<noun>[a-z ]{3,40}?) (?P<at>may|can) be\b",
            MOST,
            "exactly that many",
            "up to that many",
            "none is allowed too",
        ),
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        yield from super().find(page)
        rows = [
            (s, m)
            for s in page.sentences
            if s.block.kind == "item"
            for m in [re.match(rf"\W*(?P<number>{NUMBER}) (?P<word>[a-z]+) (?:on|in|of|at|with)\b.*- ?\d", s.low)]
            if m
        ]
        if len(rows) >= 3:
            for sentence, m in rows:
                yield cls.seen(
                    sentence.part(m.start("number"), m.end("word")),
                    MANY,
                    [f"exactly {m['number']} {m['word']}", f"{m['number']} {m['word']} or more"],
                    about="rows",
                )


class MayBeNone(Cued):
    """One of several is to be chosen or taken, and there may be none.

    "Take a card from an opponent": and if he has none? Say whether nothing happens, or whether the act cannot be
    chosen then."""

    code = "LX792"
    name = "may-be-none"
    message = "what if there is none to take or choose is not said: {what}"
    bad = "Take a coin from an opponent."
    good = "Take a coin from an opponent who has one. If no opponent has a coin, nothing happens."
    cues = (
        cue(
            rf"\b(?P<verb>takes?|steals?|draws?|removes?|destroys?|chooses?|returns?|swaps?"
            rf"|exchanges?|captures?|eats?|claims?|buys?|targets?|moves?|uses?) "
            rf"(?P<at>(?:a|an|one|1|any one|any 1|another|up to {NUMBER}) (?:target "
            rf")?(?P<noun>[a-z]+(?: [a-z]+)?) (?:from|of|in) "
            r"(?:an?|any|another|the|your|his|their) (?:[a-z]+ )?(?:player|opponent|neighbou?r"
            r"|discard pile|hand|pile|victory pile|region|zone|area|board|city|plot|reserve"
            r"|stock)s?)\b",
            MANY,
            "nothing happens if there is no {noun}",
            "it cannot be chosen if there is no {noun}",
            "something else is taken instead",
            unless=r"\bif (?:there (?:is|are) (?:no|none)|no |possible|able|any)|\bwho has\b|\bat least "
            r"one\b|^\W*(?:if|when|whenever"
            r"|an?y? player who|whoever)\b",
        ),
        cue(
            r"\b(?P<at>(?:1|one|a|any) target (?P<noun>[a-z]+))\b",
            MANY,
            "nothing happens if there is no {noun}",
            "the act is lost",
        ),
    )


class TooFew(Cued):
    """So many are to be given up, and there may be fewer.

    "Each player loses three coins": and who has two? He may lose what he has, owe the rest, or be spared.
    """

    code = "LX793"
    name = "too-few"
    message = "what holds for somebody who has fewer is not said: {what}"
    bad = "The loser pays three coins to the winner."
    good = "The loser pays three coins to the winner, or as many as he has."
    cues = (
        cue(
            rf"(?<!may )\b(?P<verb>loses?|pays?|discards?|sacrifices?|gives? up|returns?) "
            rf"(?P<at>(?P<number>{NUMBER}) (?!or\b|of\b)(?P<noun>[a-z]+))",
            MANY,
            "as many {noun} as there are",
            "nothing, unless there are {number}",
            "it cannot be done without {number}",
            unless=r"\bif (?:you|he|she|they|a player) (?:ha(?:s|ve)|cannot|can)|\bas many\b|\bif possible"
            r"|\bat least\b|\bmay\b|\bcan\b",
        ),
    )


RULES: tuple[type[Diagnosis], ...] = (
    MayBeNone,
    TooFew,
    BoundsUnclear,
    RoundingWord,
    ExactOrAtLeast,
)
