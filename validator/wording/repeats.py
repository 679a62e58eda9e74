"""What is said twice, and not in the same way: sets, lists and tables, rules."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Label, quote
from ludex.dsl.source import Span
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Sentence
from ludex.validator.text.tokens import singular
from ludex.validator.wording.base import MANY, MOST, Seen, Wording, clause


class SetDefinedTwice(Wording):
    """Two lists of one set differ in a member.

    The names may be two names of one thing, or one list may be wrong.
    """

    code = "LX751"
    name = "set-defined-twice"
    message = "{what} lists {one} where another list of the same has {other}"
    bad = (
        "The northern ports (Aland, Borg, Calma and Dorn) trade grain. The northern ports are Aland, "
        "Borg, Calma and Dornhaven."
    )
    good = (
        "The northern ports (Aland, Borg, Calma and Dorn) trade grain. The northern ports are Aland, "
        "Borg, Calma and Dorn."
    )
    _LIST = re.compile(
        r"(?:[A-Z][\w'-]+(?: [A-Z][\w'-]+)*, ){1,8}(?:and |or )?[A-Z][\w'-]+(?: [A-Z][\w'-]+)*(?:,? "
        r"(?:and|or) [A-Z][\w'-]+(?: [A-Z][\w'-]+)*)?"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        lists: list[tuple[Sentence, re.Match[str], frozenset[str]]] = []
        for s in page.sentences:
            if s.kind in ("credit", "flavour", "heading"):
                continue
            for m in cls._LIST.finditer(s.text):
                names = frozenset(
                    part.strip() for part in re.split(r",\s*(?:and |or )?|\s+(?:and|or)\s+", m.group()) if part.strip()
                )
                if len(names) >= 3:
                    lists.append((s, m, names))
        for index, (s, m, names) in enumerate(lists):
            for other, n, others in lists[:index]:
                missing, extra = others - names, names - others
                if len(names & others) >= 2 and len(missing) == 1 and len(extra) == 1:
                    one, two = next(iter(extra)), next(iter(missing))
                    yield cls.seen(
                        s.part(m.start(), m.end()),
                        MOST,
                        [f"{one} and {two} are one and the same", "one of the lists is wrong", "there are two sets"],
                        one=f"`{one}`",
                        other=f"`{two}`",
                        labels=[Label(other.part(n.start(), n.end()), "the other list")],
                        about=f"{one} {two}",
                    )
        yield from cls._kinds(page)

    @classmethod
    def _kinds(cls, page: Page) -> Iterator[Seen]:
        """Kinds announced in a sentence, held against headings made with the same noun."""
        for s in page.rules:
            m = re.search(r"\b(?:types|kinds|sorts) of (?P<noun>[a-z]+): (?P<list>[^.]+)", s.low)
            if m is None:
                continue
            noun = singular(m["noun"])
            names = [singular(x.strip()) for x in re.split(r",|\band\b|\bor\b", m["list"]) if x.strip()]
            headed = {
                singular(re.sub(r"\(.*", "", sec.title.lower()).split()[0]): sec
                for sec in page.sections
                if len(sec.title.split()) >= 2
                and singular(re.sub(r"\(.*?\)", "", sec.title.lower()).strip(" :").split()[-1]) == noun
                and sec.title.split()[0].lower() not in ("list", "the")
            }
            missing = [x for x in names if x not in headed]
            extra = [x for x in headed if x not in names]
            if len(headed) >= 2 and missing and extra:
                start = (
                    s.low.index(missing[0], m.start("list"))
                    if missing[0] in s.low[m.start("list") :]
                    else m.start("list")
                )
                yield cls.seen(
                    s.part(start, start + len(missing[0])),
                    MOST,
                    [f"{missing[0]} and {extra[0]} are one and the same", "there is one kind more"],
                    one=f"`{missing[0]}`",
                    other=f"`{extra[0]}`",
                    labels=[Label(headed[extra[0]].span, "the other name")],
                )


class ListAgainstTable(Wording):
    """The same things stand in a list and in a table, under different names.

    Where the two differ the reader cannot tell which governs. Keep one, or use the same words.
    """

    code = "LX752"
    name = "list-against-table"
    message = "the list and the table of {what} do not use the same words: {one} only here, {other} only there"
    bad = (
        "Trade Goods\n\n* Red Wool - 2 points\n* Blue Wool - 3 points\n* Red Cloth - 4 points\n\n"
        "{|\n! Colour\n! Fleece\n! Cloth\n|-\n| Red\n| 2 points\n| 4 points\n|-\n| Blue\n| 3 points\n|\n|}\n"
    )
    good = (
        "Trade Goods\n\n* Red Wool - 2 points\n* Blue Wool - 3 points\n* Red Cloth - 4 points\n\n"
        "{|\n! Colour\n! Wool\n! Cloth\n|-\n| Red\n| 2 points\n| 4 points\n|-\n| Blue\n| 3 points\n|\n|}\n"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for section in page.sections:
            body = [s for s in page.sentences if s.section is section and s.kind != "heading"]
            items = [s for s in body if s.block.kind == "item"]
            rows = [s for s in body if s.block.kind == "row"]
            if (
                len(items) < 3
                or len(rows) < 2
                or sum(len(s.block.cells) >= 2 for s in rows) < len(rows)
                or any(s.order > rows[0].order for s in items[:1])
            ):
                continue
            listed, tabled = cls._words(items), cls._words(rows)
            shared = set(listed) & set(tabled)
            if len(shared) < 2:
                continue
            here = [x for x in listed if x not in tabled]
            there = [x for x in tabled if x not in listed]
            if here and there:
                place = listed[here[0]]
                yield cls.seen(
                    place,
                    MOST,
                    [
                        f"{here[0]} and {there[0]} are one and the same",
                        "they are two things",
                        "the table says more than the list, and it counts too",
                    ],
                    what=quote(section.title),
                    one=f"`{here[0]}`",
                    other=f"`{there[0]}`",
                    labels=[Label(tabled[x], "only in the table") for x in there[:4]]
                    + [Label(listed[x], "only in the list") for x in here[1:4]],
                )

    @staticmethod
    def _words(sentences: list[Sentence]) -> dict[str, Span]:
        plain = w.words("number available value point pts total card any with card total")
        found: dict[str, Span] = {}
        for s in sentences:
            for m in re.finditer(r"[A-Za-z]{4,}", s.text):
                base = singular(m.group().lower())
                if base not in plain and base not in w.PREPOSITIONS and base not in w.DETERMINERS:
                    found.setdefault(base, s.part(m.start(), m.end()))
        return found


class SaidTwice(Wording):
    """One rule in two wordings.

    Where they differ, one of them has a condition that the other lacks, or a word for another. Say it once, and
    refer to it.
    """

    code = "LX763"
    name = "said-twice"
    message = "this says nearly the same as another place, in other words: {what}"
    bad = (
        "The harvest prize goes to the owner of the most barns.\n\nEach barn holds two sheep.\n\nThe "
        "harvest prize goes to the owner of the most full barns."
    )
    good = "The harvest prize goes to the owner of the most full barns.\n\nEach barn holds two sheep."

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        sentences = [s for s in page.rules if len(s.content) >= 5]
        weights = Counter(word for s in sentences for word in s.content)

        def size(words: frozenset[str]) -> float:
            return sum(1.0 / math.sqrt(1 + weights[x]) for x in words)

        for index, s in enumerate(sentences):
            best: tuple[float, Sentence] | None = None
            for other in sentences[:index]:
                common = s.content & other.content
                if len(common) < 4:
                    continue
                near = size(common) / size(s.content | other.content)
                if (
                    near > 0.68
                    and not (s.overview or other.overview)
                    and (best is None or near > best[0])
                    and s.low.strip() != other.low.strip()
                    and not cls._parallel(s, other)
                ):
                    best = (near, other)
            if best is not None:
                other = best[1]
                yield cls.seen(
                    s.span,
                    MANY,
                    [f"as it says here: {clause(s, 110)}", f"as it says there: {clause(other, 110)}"],
                    what=clause(s),
                    labels=[Label(other.span, "the other wording")],
                )

    @staticmethod
    def _parallel(s: Sentence, other: Sentence) -> bool:
        """Sentences of one paragraph, or made alike for different things, differ on purpose."""
        if s.block == other.block or s.block.kind == "item" and other.block.kind == "item":
            return True
        names = [{t.base for t in x.tokens if t.kind == "name" or t.kind == "number"} for x in (s, other)]
        return bool(names[0] ^ names[1]) and len(s.tokens) < 8


RULES: tuple[type[Diagnosis], ...] = (
    SetDefinedTwice,
    ListAgainstTable,
    SaidTwice,
)
