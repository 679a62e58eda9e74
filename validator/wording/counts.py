"""Numbers held against each other: announced and listed, dealt and printed, a sum and its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Label
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Section, Sentence
from ludex.validator.text.tokens import singular, value_of
from ludex.validator.wording.base import MOST, NUMBER, Seen, Wording


def number(word: str) -> int:
    """The value of a figure or a number word; 0 for any other."""
    return w.number_of(word) or 0


class CountDiffers(Wording):
    """A number is announced, and another number of things follows.

    "There are three phases" and four are listed: one was added later, or one is no phase. Mend the number, or the
    list.
    """

    code = "LX742"
    name = "count-differs"
    message = "{what} says {said}, and {found} are there"
    bad = "Each turn has 3 phases:\n1. Trade\n2. Travel\n3. Rest\n4. Upkeep"
    good = "Each turn has 4 phases:\n1. Trade\n2. Travel\n3. Rest\n4. Upkeep"
    _ANNOUNCED = re.compile(
        rf"(?<!turn )(?<!step )(?<!phase )(?<!round )\b(?P<number>{NUMBER}) (?P<words>(?!or\b|and\b|more\b|to\b)"
        rf"(?:[a-z-]+ )?(?:[a-z-]+s))\b(?!,)(?:(?! (?:is|are|if|when|by|broken|may|must|can) )[^:.,;]){{0,40}}:\s*$"
    )
    _INLINE = re.compile(
        rf"\b(?P<number>{NUMBER}) (?P<words>(?:[a-z-]+ )?[a-z-]+s)(?: of [a-z ]{{2,25}}| are| as "
        rf"follows| here)?: ?(?P<list>[^.:]+)\.?$"
    )
    _TYPES = re.compile(
        rf"\b(?:the|all|any \d of the|\d of the)(?P<other> other)? (?P<number>{NUMBER}) "
        rf"(?P<noun>types|kinds|sorts|phases|steps|actions|colou?rs|suits|areas|options)\b"
    )
    _ORDINAL = re.compile(r"^\W*(first|second|third|fourth|fifth|finally|last)(ly)?\b")
    _FOLLOWING = re.compile(
        rf"\b(?P<number>{NUMBER}) (?P<noun>(?:[a-z]+ )?[a-z]+s) (?:are|is) (?:made|needed|required|used"
        rf"|changed|applied|done|added)\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.sentences:
            if not sentence.binding:
                continue
            yield from cls._list_below(page, sentence)
            yield from cls._inline(sentence)
            yield from cls._ordinals(page, sentence)
        yield from cls._kinds(page)

    @classmethod
    def _list_below(cls, page: Page, sentence: Sentence) -> Iterator[Seen]:
        m = cls._ANNOUNCED.search(sentence.low)
        if m is None:
            return
        items = _items_after(page, sentence)
        said, found = number(m["number"]), len(items)
        totals = [
            value
            for item in items
            if (value := next((v for t in item.tokens[:2] if (v := value_of(t)) is not None), None)) is not None
        ]
        if found >= 2 and len(totals) == found and sum(totals) == said:
            return
        if found >= 2 and said not in (found,) and "each" not in m["words"]:
            if len(totals) == found and said > found:
                yield cls._made(sentence, m, said, sum(totals))
            elif said <= 12 and found <= 12:
                yield cls._made(sentence, m, said, found)

    @classmethod
    def _inline(cls, sentence: Sentence) -> Iterator[Seen]:
        m = cls._INLINE.search(sentence.low)
        if m is None:
            return
        parts = [part for part in re.split(r",\s*(?:and|or)?\s*|\s+and\s+|\s+or\s+", m["list"].strip()) if part.strip()]
        if (
            len(parts) >= 2
            and all(len(part.split()) <= 4 for part in parts)
            and 2 <= number(m["number"]) <= 12
            and number(m["number"]) != len(parts)
        ):
            yield cls._made(sentence, m, number(m["number"]), len(parts))

    @classmethod
    def _ordinals(cls, page: Page, sentence: Sentence) -> Iterator[Seen]:
        m = cls._FOLLOWING.search(sentence.low)
        if m is None:
            return
        after = [s for s in page.sentences if s.order > sentence.order and s.block == sentence.block]
        counted = [s for s in after if cls._ORDINAL.match(s.low)]
        loose = [s for s in after if s not in counted and s.tokens and s.tokens[0].kind == "verb"]
        if len(counted) >= 2 and len(counted) + len(loose) != number(m["number"]):
            yield cls._made(
                sentence,
                m,
                number(m["number"]),
                len(counted) + len(loose),
                [Label(s.span, "one more") for s in loose[:1]],
            )

    @classmethod
    def _kinds(cls, page: Page) -> Iterator[Seen]:
        lists: list[tuple[Section, int]] = []
        for section in page.sections:
            items = [s for s in page.sentences if s.section is section and s.block.kind == "item"]
            blocks = {s.block.start for s in items}
            if len(blocks) >= 2:
                lists.append((section, len(blocks)))
        for sentence in page.rules:
            for m in cls._TYPES.finditer(sentence.low):
                for section, count in lists:
                    if m["noun"] in section.title.lower() and count not in (
                        number(m["number"]),
                        number(m["number"]) + bool(m["other"]),
                    ):
                        yield cls.seen(
                            sentence.part(m.start(), m.end()),
                            MOST,
                            [f"one of the {count} is none of them", f"the number should be {count}"],
                            said=number(m["number"]),
                            found=count,
                            labels=[Label(section.span, "the list")],
                            about=section.title,
                        )

    @classmethod
    def _made(
        cls, sentence: Sentence, m: re.Match[str], said: int, found: int, labels: list[Label] | None = None
    ) -> Seen:
        return cls.seen(
            sentence.part(m.start("number"), m.end("number")),
            MOST,
            [
                f"{said} is right, and one of those listed is something else",
                f"{found} is right, and the number is out of date",
            ],
            said=said,
            found=found,
            labels=labels or [],
        )


def _items_after(page: Page, sentence: Sentence) -> list[Sentence]:
    items: list[Sentence] = []
    seen: set[int] = set()
    last, close = 0, False  # the group of the item before, and whether items stand without lines between them
    for other in page.sentences[sentence.order + 1 :]:
        if other.block.kind != "item":
            break
        if len(seen) >= 2 and other.block.group != last and close:
            break
        if other.block.start not in seen:
            close = bool(seen) and (close or len(seen) == 1) and other.block.group == last
            last = other.block.group
        if other.block.start not in seen:
            seen.add(other.block.start)
            items.append(other)
    return items


class SupplyOverdraw(Wording):
    """More is dealt out than there is.

    Copies times kinds gives the size of the deck; what each player is dealt, times the most players, must not
    exceed it.
    """

    code = "LX743"
    name = "supply-overdraw"
    message = "{players} players are dealt {needed} of {there} cards: {what}"
    bad = (
        "A game for 2-5 players.\n\nEach player is dealt 9 cards.\n\nThere are 4 copies of each "
        "card.\n\nCard\tPower\nOwl\t1\nFox\t2\nBear\t3\nWolf\t4\nLynx\t5\nHare\t6\nSeal\t7\nMole\t8\nCrow\t9\nToad\t10\n"
    )
    good = (
        "A game for 2-4 players.\n\nEach player is dealt 9 cards.\n\nThere are 4 copies of each "
        "card.\n\nCard\tPower\nOwl\t1\nFox\t2\nBear\t3\nWolf\t4\nLynx\t5\nHare\t6\nSeal\t7\nMole\t8\nCrow\t9\nToad\t10\n"
    )
    _PLAYERS = re.compile(rf"\b(?P<least>{NUMBER})(?:\s*[-–]\s*| to | or )(?P<most>{NUMBER}) players\b")
    _DEAL = re.compile(
        rf"\beach player (?:is dealt|is given|draws|receives|takes|gets) (?P<number>{NUMBER}) (?:[a-z]+ "
        rf")?cards?\b"
    )
    _DEAL_ALL = re.compile(rf"\bdeal (?P<number>{NUMBER}) (?:[a-z]+ )?cards? to each player\b")
    _COPIES = re.compile(
        rf"\b(?P<number>{NUMBER}) copies of each (?:[a-z]+ )?card\b|\beach (?:[a-z]+ )?card (?:exists|is "
        rf"there|comes) (?P<other>{NUMBER}) times\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        most = max((number(m["most"]) for m in cls._PLAYERS.finditer(page.low)), default=0)
        copies = next(((s, m) for s in page.sentences for m in [cls._COPIES.search(s.low)] if m), None)
        if not most or copies is None:
            return
        sentence, m = copies
        section = sentence.section
        kinds = [
            s
            for s in page.sentences
            if s.block.kind == "row"
            and s.section is section
            and len(s.block.cells) >= 2
            and re.search(r"\d\W*$", s.text)
        ]
        there = number(m["number"] or m["other"]) * len(kinds)
        deals = [(s, d) for s in page.rules for d in [cls._DEAL.search(s.low) or cls._DEAL_ALL.search(s.low)] if d]
        needed = most * sum(number(d["number"]) for _, d in deals)
        if kinds and deals and needed > there:
            first, d = deals[0]
            yield cls.seen(
                first.part(d.start(), d.end()),
                MOST,
                [
                    "the last players are dealt fewer",
                    f"it cannot be played with {most} players",
                    "discarded cards are shuffled in first",
                ],
                players=most,
                needed=needed,
                there=there,
                labels=[Label(s.span, "dealt as well") for s, _ in deals[1:]] + [Label(sentence.span, "what there is")],
            )


class SiblingCount(Wording):
    """One of several lists says how many of each there are, the others do not.

    Where one list has numbers of copies, the reader asks for the others: one of each, or as many as in the first
    list?
    """

    code = "LX744"
    name = "sibling-count"
    message = "how many there are is said for {sibling}, but not for {what}"
    bad = (
        "Sea Cards (12 total)\n\n* Storm - 2 points\n* Calm - 1 point\n\nLand Cards\n\n* Hill - 2 "
        "points\n* Dale - 1 point\n"
    )
    good = (
        "Sea Cards (12 total)\n\n* Storm - 2 points\n* Calm - 1 point\n\nLand Cards (12 total)\n\n* Hill "
        "- 2 points\n* Dale - 1 point\n"
    )
    _COUNT = re.compile(
        rf"\(\s*(?:x ?)?{NUMBER}(?: total| cards| tiles| in all)?\s*\)|\b{NUMBER} copies\b|\bx ?\d+\b"
        rf"|\b{NUMBER} of each\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        groups: dict[str, list[tuple[Section, bool]]] = {}
        for section in page.sections:
            body = [s for s in page.sentences if s.section is section and s.kind != "heading"]
            if sum(s.block.kind in ("row", "item") for s in body) < 2:
                continue
            head = re.sub(r"\(.*?\)", "", section.title).strip(" :").lower().split()
            counted = bool(cls._COUNT.search(section.title.lower()) or any(cls._COUNT.search(s.low) for s in body))
            if len(head) >= 2:
                groups.setdefault(singular(head[-1]), []).append((section, counted))
        for found in groups.values():
            with_count = [section for section, counted in found if counted]
            for section, counted in found:
                if with_count and not counted:
                    yield cls.seen(
                        section.span,
                        MOST,
                        ["one of each", "as many as are needed", "as many as of the others"],
                        sibling=f"`{with_count[0].title}`",
                        labels=[Label(with_count[0].span, "where it is said")],
                    )


class OddCell(Wording):
    """A cell of a column of numbers that holds no number.

    An X or a dash may be nothing, or a value worked out elsewhere. Say which.
    """

    code = "LX765"
    name = "odd-cell"
    message = "{what} stands in a column of numbers"
    bad = "Card\tPoints\nMill\t3\nInn\t4\nForge\t5\nRuin\tX\n"
    good = "Card\tPoints\nMill\t3\nInn\t4\nForge\t5\nRuin\t0\n"

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        tables: dict[int, list[Sentence]] = {}
        for s in page.sentences:
            if s.block.kind == "row" and len(s.block.cells) >= 2:
                tables.setdefault(id(s.section), []).append(s)
        text = page.source.text
        for rows in tables.values():
            cells = [(row, text[row.block.cells[-1][0] : row.block.cells[-1][1]].strip()) for row in rows]
            numeric = [c for _, c in cells if re.fullmatch(r"[+-]?\d+\W*", c)]
            if len(numeric) < 3 or len(numeric) < len(cells) * 0.6:
                continue
            for row, cell in cells[1:]:
                if cell and not re.search(r"\d", cell):
                    start, end = row.block.cells[-1]
                    yield cls.seen(
                        row.part(start - row.start, end - row.start),
                        MOST,
                        [
                            "nothing: it counts as 0",
                            "a number that another rule gives",
                            "it does not belong to these at all",
                        ],
                        about=cell,
                    )


RULES: tuple[type[Diagnosis], ...] = (CountDiffers, SupplyOverdraw, SiblingCount, OddCell)
