"""One thing under two names, or in two spellings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Label
from ludex.dsl.source import Span
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Sentence
from ludex.validator.text.tokens import Phrase, Token, singular
from ludex.validator.wording.base import MANY, SOME, Seen, Wording, span_of

#: Words of which a text should use one for one thing.
FAMILIES: tuple[frozenset[str], ...] = (
    w.words("token counter marker piece chip disc disk cube"),
    w.PLACE_NOUNS,
    w.GROUP_NOUNS,
    w.TRACK_NOUNS,
    w.words("sea water waters ocean zone area"),
    w.words("chain line route network"),
    w.words("value worth price cost"),
    w.words("strength power"),
    w.words("warehouse storehouse storage store depot"),
    w.words("marker tracker"),
    w.words("bid bet wager"),
    w.words("round turn phase"),
    w.words("hand holding holdings reserve stock supply"),
)


_DIRECTIONS = (
    ("clockwise", r"\b(?:anti-?|counter-?)?clockwise\b"),
    (
        "to the left",
        r"\b(?:player|person|neighbou?r|play passes|turn passes|passes) to (?:his|her|your|their|the) "
        r"(?:or her )?(?:left|right)\b",
    ),
)


#: Acts that may be one and the same.
_REMOVALS = (
    ("discard", r"\bdiscard(?:s|ed)?\b"),
    (
        "remove from the game",
        r"(?:\b(?:is|are) )?\bremoved? (?:it |them )?(?:from|out of) (?:the game|play)\b|\bout of the game\b",
    ),
    ("remove", r"\b(?:is|are) removed\b(?! (?:from|out of) (?:the )?(?:game|play|board|map))"),
)


#: Words before a noun that may say one and the same.
_QUALITIES = (
    w.words("friendly allied"),
    w.words("enemy opposing hostile adversary rival"),
    w.words("betting bidding declaring"),
    w.words("initial starting"),
    w.words("general common shared"),
    w.words("bonus extra additional"),
)


#: Supplies that may be one and the same.
_SUPPLIES = w.words("bank supply reserve stock pool store")


class SynonymPair(Wording):
    """Two words for what is probably one thing.

    A *victory counter* here and a *victory marker* there, *spaces* and *fields*, a *bank* and a *supply*: the
    reader looks for a difference. Use one word for one thing.
    """

    code = "LX716"
    name = "synonym-pair"
    message = "{what} may be the same as {other}"
    bad = (
        "Place a harvest token in the barn. Each harvest marker in the barn scores a point. A harvest "
        "token costs 2 coins."
    )
    good = (
        "Place a harvest token in the barn. Each harvest token in the barn scores a point. A harvest "
        "token costs 2 coins."
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        yield from cls._modified(page)
        yield from cls._bare(page)
        yield from cls._acts(page, _REMOVALS, "removal")
        yield from cls._supplies(page)
        yield from cls._boards(page)
        yield from cls._modifiers(page)
        yield from cls._short_names(page)
        yield from cls._acts(page, _DIRECTIONS, "direction")
        yield from cls._ends(page)
        yield from cls._attributes(page)

    @classmethod
    def _modified(cls, page: Page) -> Iterator[Seen]:
        """The same word before two nouns of one family."""
        uses: dict[tuple[int, tuple[str, ...]], dict[str, list[tuple[Sentence, Phrase]]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for sentence in page.sentences:
            if not (sentence.binding or sentence.kind in ("interface", "example")):
                continue
            for phrase in sentence.phrases:
                core = tuple(re.sub(r"'s$", "", part.lower()) for part in phrase.core)
                if len(core) < 2:
                    continue
                for number, family in enumerate(FAMILIES):
                    if (
                        core[-1] in family
                        and core[-2] not in w.ADJECTIVES
                        and core[-2] not in w.ORDINALS
                        and core[-2] not in w.PEOPLE
                    ):
                        uses[number, core[-2:-1]][core[-1]].append((sentence, phrase))
        told: set[tuple[str, ...]] = set()
        for (_, modifier), heads in sorted(uses.items()):
            if len(heads) < 2 or modifier in told or cls._contrasted(heads):
                continue
            told.add(modifier)
            ranked = sorted(heads, key=lambda head: (-len(heads[head]), head))
            usual = ranked[0]
            for other in ranked[1:]:
                sentence, phrase = heads[other][0]
                yield cls.seen(
                    span_of(sentence, phrase),
                    MANY,
                    [
                        f"{' '.join(modifier)} {usual} and {' '.join(modifier)} {other} are one thing",
                        "they are two things",
                    ],
                    about=f"{' '.join(modifier)} {other}",
                    other=f"`{heads[usual][0][1].words}`",
                    labels=[Label(span_of(*heads[usual][0]), "the other word")]
                    + [Label(span_of(s, p), "again") for s, p in heads[other][1:]],
                )

    @staticmethod
    def _contrasted(heads: dict[str, list[tuple[Sentence, Phrase]]]) -> bool:
        """Two of them in one sentence are two things."""
        places = [{id(s) for s, _ in found} for found in heads.values()]
        return any(a & b for i, a in enumerate(places) for b in places[i + 1 :])

    @classmethod
    def _short_names(cls, page: Page) -> Iterator[Seen]:
        """A noun that names a piece or place alone, and elsewhere only together with `card`, `tile` or `space`."""
        heads = w.words("card tile space section piece token marker counter stack")
        long: dict[str, list[Span]] = defaultdict(list)
        alone: dict[str, list[Span]] = defaultdict(list)
        for s in page.rules:
            for phrase in s.phrases:
                core = phrase.core
                if len(core) >= 2 and core[-1] in heads:
                    long[core[-2].lower()].append(span_of(s, phrase))
                elif (
                    len(core) == 1
                    and phrase.article in ("a", "an", "any", "each", "every", "one", "the")
                    or (core and phrase.number is not None)
                ):
                    alone[core[-1].lower()].append(span_of(s, phrase))
        for noun, places in long.items():
            if (
                noun in alone
                and noun not in w.ADJECTIVES
                and noun not in w.PEOPLE
                and noun not in w.COMPONENTS | w.PLAIN_NOUNS
            ):
                fewer, more = sorted((places, alone[noun]), key=len)
                if len(fewer) < 2:
                    continue
                yield cls.seen(
                    fewer[0],
                    MANY if fewer[0].text.split()[-1].rstrip("s") in ("counter", "token", "marker") else SOME,
                    [
                        "one thing, once by its short name and once by its long one",
                        f"the {noun} and what shows it are two things",
                    ],
                    about="short names",
                    other=f"`{more[0].text}`",
                    labels=[Label(more[0], "the other name")] + [Label(span, "again") for span in fewer[1:]],
                )

    @classmethod
    def _bare(cls, page: Page) -> Iterator[Seen]:
        """Several plain words for a place on the board."""
        nouns = w.words("space square hex field cell spot plot")
        uses = {noun: page.uses.get(noun, []) for noun in nouns if page.uses.get(noun)}
        yield from cls._several(page, uses, "place")

    @classmethod
    def _boards(cls, page: Page) -> Iterator[Seen]:
        """Several plain words for what the game is played on."""
        uses = {
            noun: page.uses.get(noun, [])
            for noun in w.words("board gameboard playfield playmat map")
            if page.uses.get(noun)
        }
        if not any(s.kind == "component" and len(uses.keys() & {t.base for t in s.tokens}) for s in page.sentences):
            yield from cls._several(page, uses, "board")

    @classmethod
    def _modifiers(cls, page: Page) -> Iterator[Seen]:
        """Two words for one quality, before the same noun."""
        found: dict[tuple[int, str], dict[str, Span]] = defaultdict(dict)
        for s in page.rules:
            for phrase in s.phrases:
                for number, family in enumerate(_QUALITIES):
                    for token in phrase.tokens[:-1]:
                        if token.low in family:
                            found[number, phrase.head.base].setdefault(token.low, span_of(s, phrase))
        for (_, noun), spans in found.items():
            if len(spans) >= 2:
                (one, first), (two, second) = list(spans.items())[:2]
                yield cls.seen(
                    second,
                    MANY,
                    [f"{one} and {two} {noun} are the same", "they are two things"],
                    about=f"{one} {two}",
                    other=f"`{first.text}`",
                    labels=[Label(first, "the other word")],
                )

    @classmethod
    def _supplies(cls, page: Page) -> Iterator[Seen]:
        at_hand = re.compile(r"\b(?:from|to|into|in|of) (?:the|a) (?:[a-z]+ )?$")
        uses = {
            noun: here
            for noun in _SUPPLIES
            if (here := [(s, t) for s, t in page.uses.get(noun, ()) if at_hand.search(s.low[: t.start - s.start])])
        }
        yield from cls._several(page, uses, "supply")

    @classmethod
    def _several(cls, page: Page, uses: dict[str, list[tuple[Sentence, Token]]], about: str) -> Iterator[Seen]:
        if len(uses) < 2:
            return
        ranked = sorted(uses, key=lambda noun: (-len(uses[noun]), noun))
        usual = ranked[0]
        _, token = uses[ranked[1]][0]
        _, usual_token = uses[usual][0]
        yield cls.seen(
            Span(page.source, token.start, token.end),
            MANY,
            [f"{ranked[1]} and {usual} are one thing", "they are two things"],
            about=f"{about} {ranked[1]}",
            other=f"`{usual}`",
            labels=[Label(Span(page.source, usual_token.start, usual_token.end), "the other word")]
            + [
                Label(Span(page.source, t.start, t.end), "and one more")
                for noun in ranked[2:]
                for _, t in uses[noun][:1]
            ],
        )

    @classmethod
    def _acts(cls, page: Page, acts: tuple[tuple[str, str], ...], about: str) -> Iterator[Seen]:
        found = [(name, s, m) for name, pattern in acts for s in page.rules for m in [re.search(pattern, s.low)] if m]
        if re.search(r"\bdiscard piles?\b|\bdiscards\b", page.low):
            # A pile of its own and a place out of the game are two things.
            found = [entry for entry in found if entry[0] != "remove from the game"]
        names = list(dict.fromkeys(name for name, _, _ in found))
        # Two words for a direction in one sentence explain each other.
        here, there = ({id(s) for name, s, _ in found if (name == names[0]) is same} for same in (True, False))
        if len(names) < 2 or (about == "direction" and here & there):
            return
        _, s, m = next(entry for entry in found if entry[0] == names[-1])
        _, other, n = next(entry for entry in found if entry[0] == names[0])
        rest = [Label(x.part(k.start(), k.end()), "and this") for name, x, k in found if x not in (s, other)]
        yield cls.seen(
            s.part(m.start(), m.end()),
            MANY,
            [f"{names[-1]} and {names[0]} mean the same", "they lead to different places"],
            about=about,
            other=f"`{other.text[n.start() : n.end()]}`",
            labels=[Label(other.part(n.start(), n.end()), "the other word"), *rest],
        )

    @classmethod
    def _attributes(cls, page: Page) -> Iterator[Seen]:
        """The number that a thing has, under several names: its price, its value, its worth."""
        pattern = re.compile(
            r"\b(?P<number>value|worth|price|cost|wealth|strength|power|level|rank|rating) of (?:the |a "
            r"|an |his |their |your |each |this |that )(?P<thing>[a-z]+)|\b(?P<owner>[a-z]+)'s "
            r"\"?(?P<own>value|worth|price|cost|wealth|strength|power|level|rank|rating)\b"
            r"|\b\d+[- ](?P<printed>value|price|cost|strength|power|level|rank)\"? (?P<piece>[a-z]+)"
        )
        uses: dict[str, dict[str, tuple[Sentence, re.Match[str]]]] = defaultdict(dict)
        for s in page.sentences:
            if s.binding or s.kind == "example":
                for m in pattern.finditer(s.low):
                    thing = singular(m["thing"] or m["owner"] or m["piece"])
                    uses[thing].setdefault(m["number"] or m["own"] or m["printed"], (s, m))
        for thing, found in uses.items():
            if len(found) >= 2 and thing not in w.PEOPLE:
                names = list(found)
                (s, m), (o, n) = found[names[1]], found[names[0]]
                yield cls.seen(
                    s.part(m.start(), m.end()),
                    MANY,
                    [f"{names[1]} and {names[0]} of a {thing} are one number", "they are two numbers"],
                    about=f"number of {thing}",
                    other=f"`{o.text[n.start() : n.end()]}`",
                    labels=[
                        Label(x.part(k.start(), k.end()), "and this")
                        for name, (x, k) in found.items()
                        if name != names[1]
                    ],
                )

    @classmethod
    def _ends(cls, page: Page) -> Iterator[Seen]:
        found = [(m.group(2), s, m) for s in page.rules for m in re.finditer(r"\b(final|last) (round|turn)\b", s.low)]
        if len({name for name, _, _ in found}) == 2:
            (_, a, m), (_, b, n) = found[0], next(x for x in found if x[0] != found[0][0])
            yield cls.seen(
                b.part(n.start(), n.end()),
                MANY,
                ["one turn for each player, whoever set it off too", "one turn for the others only"],
                about="final",
                other=f"`{m.group()}`",
                labels=[Label(a.part(m.start(), m.end()), "the other word")],
            )


RULES: tuple[type[Diagnosis], ...] = (SynonymPair,)
