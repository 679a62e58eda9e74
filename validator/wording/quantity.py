"""How much, how many, how far: quantities, comparisons and bounds that leave something open."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Rule
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Sentence
from ludex.validator.wording.base import MANY, MOST, SOME, Cued, Seen, Wording, cue

_NUMBER = r"(?:\d+|" + "|".join(w.NUMBERS) + r")"


def _not_told_below(page: Page, sentence: Sentence, match: re.Match[str]) -> bool:
    """A number announced here, and given by the list that follows, is no gap."""
    after = [s for s in page.sentences if s.order > sentence.order][:2]
    return not (
        sentence.text.rstrip().endswith(":") or any(s.block.kind == "item" and re.search(r"\d", s.text) for s in after)
    )


class VagueQuantity(Cued):
    """A number is needed, and a vague word stands there.

    *Some*, *a few*, *several*, *the appropriate number*: nobody can play that. Give the number, or say who chooses
    it.
    """

    code = "LX709"
    name = "vague-quantity"
    message = "{what} does not say how many"
    bad = "Give each player a few coins."
    good = "Give each player four coins."
    cues = (
        cue(
            r"\b(?P<at>(?:the|an?) (?:appropriate|right|correct|proper|necessary|required|usual|certain"
            r"|suitable|corresponding) (?:number|amount|quantity) of (?P<noun>[a-z]+))",
            MOST,
            "as many {noun} as some other rule says",
            "as many {noun} as whoever acts likes",
            keep=_not_told_below,
        ),
        cue(
            r"(?<!if )(?<!when )(?<!are )(?<!case )\b(?P<at>(?:a few|several|various|a couple of|plenty of|a lot of|lots of|a handful of|a "
            r"number of|some of|a bit of) (?P<noun>[a-z]+))",
            MANY,
            "{noun}: as many as whoever acts chooses",
            "{noun}: a number that is not given here",
        ),
        cue(
            r"\b(?:take|draw|place|put|give|gain|receive|pay|discard|add|deal|lay|move|with|roll|leave"
            r"|set) (?P<at>(?:some|many|most|few) (?P<noun>[a-z]+))",
            MANY,
            "{noun}: as many as whoever acts chooses",
            "{noun}: a number that is not given here",
        ),
        cue(
            r"\b(?P<at>in (?:some|certain|rare|very rare|many|most) (?:instances|cases|situations"
            r"|circumstances))\b",
            SOME,
            "in the cases that other rules name",
            "in cases that whoever plays has to recognise",
        ),
        cue(
            r"\b(?P<at>(?:nearby|close by|not too far|far away|roughly|approximately|about \d+|around "
            r"\d+)(?: [a-z]+)?)\b",
            MANY,
            "exactly as far or as many",
            "more or less, as the players agree",
        ),
        cue(
            r"\b(?P<at>as many (?P<noun>[a-z ]{2,30}?) as (?:possible|he can|they can|you can|you like))",
            MANY,
            "the most that can be reached at this moment",
            "the most that can be reached in any order of acts",
        ),
    )


def _equal_is_open(page: Page, sentence: Sentence, match: re.Match[str]) -> bool:
    """A comparison is closed if this sentence or the next says what holds for equals."""
    after = next((s.low for s in page.sentences if s.order == sentence.order + 1), "")
    return not re.search(r"\bequal|\btie[ds]?\b|\bsame\b", sentence.low + " " + after)


class ComparisonOpen(Cued):
    """A comparison without what it is compared with.

    "The larger group decides": larger than which, and what if both are equal? Name both sides, and the case that
    they are equal.
    """

    code = "LX710"
    name = "comparison-open"
    message = "{what}: compared with what, or what if equal, is not said"
    bad = "The larger army stays, and the other army leaves."
    good = "The army with more units stays; if both are equal, the attacker leaves."
    cues = (
        cue(
            r"\b(?P<at>(?:the|a|an) (?P<word>larger|smaller|higher|lower|longer|shorter|stronger|weaker"
            r"|better|greater|bigger|older|younger|richer|nearer|closer) (?P<noun>[a-z]+))\b(?! than)",
            MANY,
            "{word} than one certain other {noun}",
            "{word} than all others",
            "if equal, neither",
            keep=_equal_is_open,
        ),
        cue(
            r"\b(?P<at>(?:set|be|is|are) (?P<word>lower|higher|greater|less|larger|smaller)(?: than "
            r"[^,.;]{2,50})?)(?=[,.;]| and| then|$)",
            SOME,
            "strictly {word}",
            "{word} or equal",
            unless=r"\bor equal|equal to or|or more|or less\b",
        ),
        cue(
            r"\bif (?P<at>[^,.;]{3,60} (?P<word>greater|higher|more|less|lower|fewer|larger|smaller) than "
            r"[^,.;]{2,60})",
            SOME,
            "if equal, nothing happens",
            "if equal, something that is not said happens",
            unless=r"\bequal|\btie|otherwise",
        ),
        cue(
            r"\b(?P<at>(?P<word>highest|lowest|largest|smallest|oldest|newest) first)\b",
            SOME,
            "sorted by what is shown now",
            "sorted by what was shown before",
        ),
    )


class OpenList(Cued):
    """A list that is not finished.

    After *such as*, *e.g.* or *etc.* nobody knows what else belongs to it. List everything, or give the property
    that decides.
    """

    code = "LX711"
    name = "open-list"
    message = "the list in {what} is not complete, and nothing says what else belongs to it"
    bad = "Goods (such as grain or wool) may be sold."
    good = "Goods may be sold. Goods are grain and wool."
    cues = (
        cue(
            r"(?P<at>\b(?:such as|e\.g\.|etc\b|and so on|and so forth|among others|for instance|including "
            r"but not)[^.;)]{0,40})",
            MANY,
            "only what is listed",
            "also other things of the same kind",
        ),
    )


class AdjacencyUnclear(Wording):
    """A word of place that has no meaning until it is defined.

    Does a corner touch? Does a gap end a straight line? Is a thing adjacent to itself? One sentence decides: "two
    spaces are adjacent if they share a side".
    """

    code = "LX721"
    name = "adjacency-unclear"
    message = "{what} is used here and nowhere defined"
    bad = "Place a house on a space adjacent to a road."
    good = "Place a house on a space adjacent to a road. Spaces are adjacent if they share a side."

    _WORDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
        (
            "adjacent",
            r"\badjacent\b|\badjoining\b|\bneighbou?ring\b",
            ("sharing a side", "sharing a side or a corner", "joined by a path"),
        ),
        ("next to", r"\bnext to\b|\bbeside\b", ("sharing a side", "sharing a side or a corner")),
        (
            "straight line",
            r"\bstraight line\b|\bin a line\b",
            ("without gaps, along rows of spaces", "gaps and other things may lie between", "diagonals count too"),
        ),
        (
            "connected",
            r"\bconnect(?:ed|ing|s)?\b",
            ("touching along one side", "touching along a whole side of the piece", "joined over several steps"),
        ),
        (
            "surrounded",
            r"\bsurround(?:ed|s)?\b|\benclosed\b",
            ("on all sides by others' pieces", "on all sides by anything, own pieces and the edge too"),
        ),
        (
            "border",
            r"\bborder\b|\bedge\b(?! of (?:the|your) (?:table|card))|\bcoast(?:al|line)?\b",
            ("the outer rim only", "also the rim of a hole inside"),
        ),
        (
            "in between",
            r"\bin between\b|\bbetween any\b",
            ("right next to both", "anywhere on the way from one to the other"),
        ),
        (
            "nearest",
            r"\bnearest\b|\bclosest\b|\bwithin range\b|\bin range\b|\bdistance\b|\bline of sight\b",
            ("counted in spaces, round corners", "as the crow flies"),
        ),
    )
    _BESIDE = re.compile(
        r" (?:the|it|its|their|your|each|him|them|this|that)\b[^.,;]{0,40}?(?:board|deck|decks|pile"
        r"|market|table|container|mat|display|bank|supply|it|him|them|other)\b"
    )
    _DEFINED = (
        r"(?:share|shares|sharing|touch(?:es|ing)?|common|orthogonal|diagonal|count(?:s|ed)? as|mean(?:s"
        r"|t)?|defined|considered)"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for name, pattern, readings in cls._WORDS:
            uses = [(s, m) for s in page.rules for m in [re.search(pattern, s.low)] if m]
            if not uses or any(
                re.search(rf"(?:{pattern})[^.]*\b{cls._DEFINED}\b|\b{cls._DEFINED}\b[^.]*(?:{pattern})", s.low)
                for s, _ in uses
            ):
                continue
            for sentence, match in uses:
                if name == "next to" and cls._BESIDE.match(sentence.low, match.end()):
                    continue
                yield cls.seen(
                    sentence.part(match.start(), match.end()),
                    MOST,
                    [f"{match.group()}: {r}" for r in readings],
                    about=name,
                )


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
            r"\b(?P<at>(?:half|halves|(?:a|one) third of|two thirds of|a quarter of)(?: of)?(?: [a-z]+){0,2})\b",
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
            r"\b(?P<at>for every (?:two|three|four|five|2|3|4|5|10|ten) [a-z]+)",
            SOME,
            "full groups only",
            "a started group counts too",
        ),
        cue(
            rf"\b(?P<at>(?P<number>{_NUMBER}) (?P<noun>[a-z ]{{3,30}}?) (?:are|is) (?:required|needed) "
            rf"(?:to|for) (?P<act>[^,.;]{{3,40}}))",
            MANY,
            "{act} once for every full {number} {noun}",
            "at least {number} {noun}, then {act} for each of them",
            "exactly once, however many {noun} there are",
        ),
    )


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
            r"\b(?P<at>any number of (?P<noun>[a-z]+))",
            MOST,
            "at least one of {noun}",
            "none is allowed too",
            unless=r"including (?:none|zero)|\bat least\b|\bnone\b",
        ),
        cue(r"\b(?P<at>any amount of (?P<noun>[a-z]+))", MOST, "at least one", "none is allowed too"),
        cue(
            rf"\b(?P<at>up to (?P<number>{_NUMBER}) (?P<noun>[a-z]+))",
            MANY,
            "from one to {number}",
            "from none to {number}",
            unless=r"including (?:none|zero)|\bat least\b|\bnone\b",
        ),
        cue(
            r"\b(?P<at>down to (?:\d+|a hand of \d+|"
            + "|".join(w.NUMBERS)
            + r"|the limit|their limit|your limit) ?[a-z]*)",
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
            rf"\bbetween (?P<at>(?P<low>{_NUMBER}) and (?P<high>{_NUMBER}))\b",
            SOME,
            "{low} and {high} included",
            "{low} and {high} not included",
        ),
        cue(
            rf"\b(?P<at>(?:one|{_NUMBER}) or more (?P<noun>[a-z]+))",
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
            rf"\b(?:next to|adjacent to|beside|surrounded by|touching|connected to|bordering|containing"
            rf"|near) (?P<at>(?P<number>{_NUMBER}) (?:other )?(?:[a-z-]+ )?(?P<noun>[a-z]+))",
            MOST,
            "exactly {number} {noun}",
            "{number} {noun} or more",
        ),
        cue(
            rf"\b(?:if|when|once) (?:you|a player|he|they|the player|there) (?:have|has|are|is|own|owns"
            rf"|hold|holds|collected?|reach(?:es)?) (?P<at>(?P<number>{_NUMBER}) (?P<noun>[a-z]+))\b",
            MANY,
            "exactly {number} {noun}",
            "{number} {noun} or more",
            unless=r"\bat least\b|\bexactly\b|or more",
        ),
        cue(
            rf"\b(?P<at>(?:on )?rolls? of (?P<number>{_NUMBER}))\b",
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
            for m in [re.match(rf"\W*(?P<number>{_NUMBER}) (?P<word>[a-z]+) (?:on|in|of|at|with)\b.*- ?\d", s.low)]
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


class AmountMissing(Wording):
    """Something is gained or lost, and how much is not said.

    "The field grows wheat" or "the player loses health": one, or all of it? Give the number.
    """

    code = "LX768"
    name = "amount-missing"
    message = "{what} does not say how much"
    bad = "When it rains, the field grows wheat."
    good = "When it rains, the field grows 2 wheat."
    _ACTS = re.compile(
        r"(?<!to )\b(?P<verb>grows?|gains?|loses?|earns?|scores?|receives?|collects?|produces?|draws?|pays?|eats?"
        r"|harvests?) (?P<noun>[a-z]+)\b(?P<rest>[^.;]*)"
    )
    _MASS = w.words(
        "not it them all any each every his her their your its the a an one two three up out from if when that this no some more extra in on at by to for with as"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            for m in cls._ACTS.finditer(sentence.low):
                noun = m["noun"]
                if (
                    noun in cls._MASS
                    or noun.isdigit()
                    or noun in w.NUMBERS
                    or noun in w.PREPOSITIONS
                    or noun in w.CONJUNCTIONS
                    or re.match(r"\s*(?:equal|as indicated|according|for each|for every|from|based|worth)", m["rest"])
                    or not _named(sentence, m)
                ):
                    continue
                yield cls.seen(
                    sentence.part(m.start("verb"), m.end("noun")),
                    MANY,
                    [f"one {noun}", f"as much {noun} as there can be"],
                    about=noun,
                )
                break


def _named(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether the word after the verb is a noun that stands alone, and the verb is one.
    """
    place, after = sentence.start + match.start("noun"), sentence.start + match.end("noun")
    kinds = {t.start: t for t in sentence.tokens}
    token = kinds.get(place)
    verb = kinds.get(sentence.start + match.start("verb"))
    following = next((t for t in sentence.tokens if t.start >= after), None)
    return (
        token is not None
        and token.is_noun
        and not token.plural
        and verb is not None
        and verb.kind == "verb"
        and (following is None or not (following.is_noun or following.kind == "number"))
    )


class RestUnstated(Wording):
    """Some are taken and fewer are kept, and nothing says where the rest goes.

    "Draw three tiles and place one": the other two may go back on top, below, to a discard pile, or stay in hand.
    """

    code = "LX767"
    name = "rest-unstated"
    message = "{what}: what happens to the rest is not said"
    bad = "Draw 3 cards and keep one."
    good = "Draw 3 cards, keep one, and discard the others."
    _DRAW = re.compile(
        rf"\b(?:draw|draws|take|takes|reveal|reveals|look at|turn over) (?:the top )?(?P<many>{_NUMBER}) "
        rf"(?P<noun>[a-z]+(?: [a-z]+)?)\b[^.;]*?\b(?:place|keep|choose|take|play|select|use|add|pick"
        rf"|buy)s? (?P<few>{_NUMBER})\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            m = cls._DRAW.search(sentence.low)
            if m is None:
                continue
            after = next((s.low for s in page.sentences if s.order == sentence.order + 1), "")
            if re.search(
                r"\b(?:rest|other|others|remaining|unused|return|discard|back)\b", sentence.low[m.end() :] + " " + after
            ):
                continue
            many, few = (_value(m[name]) for name in ("many", "few"))
            if many > few > 0:
                yield cls.seen(
                    sentence.part(m.start(), m.end()),
                    MOST,
                    [
                        f"the other {m['noun']} go back, on top or below",
                        f"the other {m['noun']} are discarded",
                        f"the other {m['noun']} are kept for later",
                    ],
                )


def _value(word: str) -> int:
    return w.NUMBERS.get(word, int(word) if word.isdecimal() else 0)


RULES: tuple[type[Rule], ...] = (
    VagueQuantity,
    ComparisonOpen,
    OpenList,
    BoundsUnclear,
    AdjacencyUnclear,
    RoundingWord,
    ExactOrAtLeast,
    RestUnstated,
    AmountMissing,
)
