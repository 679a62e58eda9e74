"""How much and how many: vague words, open comparisons and lists, amounts and remainders that are not told."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Sentence
from ludex.validator.wording.base import MANY, MOST, NUMBER, SOME, Cued, Seen, Wording, cue


def _not_told_below(page: Page, sentence: Sentence, match: re.Match[str]) -> bool:
    """A number announced here, and given by the list that follows, is no gap."""
    after = [s for s in page.sentences if s.order > sentence.order][:2]
    return not (
        sentence.text.rstrip().endswith(":") or any(s.block.kind == "item" and re.search(r"\d", s.text) for s in after)
    )


def _some_of_them(page: Page, sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether a plural stands alone as what is moved, so that it may be one or all, and no number is told beside it."""
    place = sentence.start + match.start("noun")
    token = next((t for t in sentence.tokens if t.start == place), None)
    verb = next((t for t in sentence.tokens if t.start == sentence.start + match.start("verb")), None)
    beside = " ".join(
        s.low for s in page.sentences if s.section is sentence.section and 0 < s.order - sentence.order <= 2
    )
    return (
        token is not None
        and token.plural
        and token.kind == "noun"
        and token.base not in w.PEOPLE | w.words("point turn round way damage")
        and verb is not None
        and verb.kind == "verb"
        and not re.search(rf"\b(?:{NUMBER}|all|each|every|any|both)\b", sentence.low)
        and not re.search(rf"\b(?:{NUMBER}|any number|as many|each|per) (?:[a-z]+ )?{match['noun']}\b", beside)
        and not re.search(rf"\b(?:{NUMBER}|any number of|as many|up to \d+) {match['noun']}\b", page.low)
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
            r"\b(?:takes?|draws?|places?|puts?|gives?|gains?|receives?|pays?|discards?|adds?|deals?"
            r"|lays?|moves?|rolls?|removes?|has|have|gets?|choose"
            r"|chooses|buys?|sells?|builds?|scores?|loses?|costs?|needs?|after|within|with|set|set up"
            r"|turn over|returns?)\b[^,.;]{0,25}? ?(?<!between )(?<!one or )"
            r"(?<!into )\b(?P<at>(?:a few|several|various|a couple of"
            r"|plenty of|a lot of|lots of|a handful of|a "
            r"(?:certain )?number of|a bit of) (?P<noun>[a-z]+))",
            MANY,
            "{noun}: as many as whoever acts chooses",
            "{noun}: a number that is not given here",
        ),
        cue(
            r"\b(?:take|draw|place|put|give|gain|receive|pay|discard|add|deal|lay|move|with|roll|leave"
            r"|set) (?P<at>(?:some|many|most|few) (?P<noun>(?!of|other)[a-z]+))",
            MANY,
            "{noun}: as many as whoever acts chooses",
            "{noun}: a number that is not given here",
        ),
        cue(
            r"\b(?:has|have|gets?|and) (?P<at>some (?P<noun>(?!of|other|more)[a-z]+s))\b"
            r"(?! (?:have|are|can|may|do|only))",
            MANY,
            "{noun}: as many as whoever acts chooses",
            "{noun}: a number that is not given here",
        ),
        cue(
            r"(?:^\W*|\b(?:may|can|must|then|and|to) |\b(?:player|he|she)s? )(?P<at>(?P<verb>takes?"
            r"|draws?|moves?|places?|puts?|discards?|returns?"
            r"|buys?|sells?|trades?|adds?|removes?|transfers?|delivers?|exchanges?|gives?|plants?"
            r"|builds?|purchases?|loads?|couples?"
            r"|(?<=may )(?:play|use|spend)|(?<=can )(?:play|use|spend)) (?:(?!up|on|in|to|as|only|all"
            r"|back)[a-z]+ (?=[a-z]+s\b))?"
            r"(?P<noun>[a-z]+s))\b(?= (?:from|to|on|onto|into|in|with|between|at|before|after|during) |[.;]|$)",
            MANY,
            "one of the {noun}",
            "as many {noun} as whoever acts likes",
            "all the {noun} that there are",
            keep=_some_of_them,
        ),
        cue(
            r"\b(?P<at>in (?:some|certain|rare|very rare|many|most) (?:instances|cases|situations"
            r"|circumstances))\b",
            SOME,
            "in the cases that other rules name",
            "in cases that whoever plays has to recognise",
        ),
        cue(
            r"\b(?P<at>(?:nearby(?= [a-z]+)|close by|not too far|far away|roughly|approximately|about \d+|around "
            r"\d+)(?: [a-z]+)?)\b",
            MANY,
            "exactly as far or as many",
            "more or less, as the players agree",
        ),
        cue(
            r"\b(?P<at>(?:costs?|pays?|takes?) (?:extra|more|less))(?=[.,;]|$)",
            MANY,
            "by an amount that is not given here",
            "by one",
        ),
        cue(
            r"\b(?P<at>as many (?P<noun>[a-z ]{2,30}?) as (?:possible|he can|they can|you can))",
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
            r"\b(?P<at>the (?P<word>larger|smaller|higher|lower|longer|shorter|stronger|weaker"
            r"|better|greater|bigger|older|younger|richer|nearer|closer) (?P<noun>[a-z]+(?<!s)))\b(?! than)",
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
            MANY,
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
            r"(?P<at>\b(?:such as|e\.g\.,?(?= (?:(?:a|an|the) )?[a-z-]+(?: [a-z-]+)?(?:,| or| and|\)|$))|etc\b"
            r"|(?<=\w, )and so forth|among others|including but not)[^.;)]{0,40})",
            MANY,
            "only what is listed",
            "also other things of the same kind",
        ),
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
        rf"\b(?:draw|draws|take|takes|reveal|reveals|look at|turn over) (?:the top )?(?P<many>{NUMBER}) "
        rf"(?P<noun>[a-z]+(?: (?!and\b|then\b|or\b|from\b|of\b)[a-z]+)?)\b[^.;]*?\b(?:place|keep"
        rf"|choose|take|play|select|use|add|plant"
        rf"|build|lay|pick"
        rf"|buy)s? (?P<few>{NUMBER})\b"
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
            many, few = (w.number_of(m[name]) or 0 for name in ("many", "few"))
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


def _named(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether the word after the verb is a noun that stands alone, and the verb is one."""
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
        "not it them all any each every his her their your its the a an one two three up out from if "
        "when that this no some more extra in on at by to for with as"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.details:
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
                    or page.word_count > 100
                    and not re.search(rf"\b(?:{NUMBER}|a|an|each|all|more|some) {noun}\b|\b{noun}s\b", page.low)
                ):
                    continue
                yield cls.seen(
                    sentence.part(m.start("verb"), m.end("noun")),
                    MANY,
                    [f"one {noun}", f"as much {noun} as there can be"],
                    about=noun,
                )
                break


RULES: tuple[type[Diagnosis], ...] = (
    VagueQuantity,
    ComparisonOpen,
    OpenList,
    RestUnstated,
    AmountMissing,
)
