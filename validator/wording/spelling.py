"""One term in several spellings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Label
from ludex.dsl.source import Span
from ludex.validator.text.document import Page
from ludex.validator.text.tokens import singular
from ludex.validator.wording.base import MANY, Seen, Wording


class SpellingVariants(Wording):
    """One term in several spellings.

    Capitals, hyphens, and *colour* beside *color*: harmless where it is chance, but a reader cannot know that it
    is. Spell a term one way.
    """

    code = "LX750"
    name = "spelling-variants"
    message = "{what} is also spelt {other}"
    bad = "Put the card into your Victory Pile. At the end, count the cards in your Victory pile."
    good = "Put the card into your Victory Pile. At the end, count the cards in your Victory Pile."
    _REGIONAL = (
        ("color", "colour"),
        ("neighbor", "neighbour"),
        ("gray", "grey"),
        ("center", "centre"),
        ("honor", "honour"),
        ("armor", "armour"),
        ("harbor", "harbour"),
        ("favor", "favour"),
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        yield from cls._capitals(page)
        text = page.source.text
        for a, b in cls._REGIONAL:
            found = [
                list(re.finditer(rf"\b{x}(?:s|ed|ing)?\b", text[page.start : page.end], re.IGNORECASE)) for x in (a, b)
            ]
            if all(found):
                fewer, more = sorted(found, key=len)
                spans = [Span(page.source, page.start + m.start(), page.start + m.end()) for m in (fewer[0], more[0])]
                yield cls.seen(
                    spans[0],
                    MANY,
                    ["two spellings of one word", "two words"],
                    about="spelling",
                    other=f"`{spans[1].text}`",
                    labels=[Label(spans[1], "the other spelling")],
                )

    @classmethod
    def _capitals(cls, page: Page) -> Iterator[Seen]:
        uses: dict[str, dict[str, list[Span]]] = defaultdict(lambda: defaultdict(list))
        for sentence in page.sentences:
            if sentence.kind in ("heading", "credit", "flavour") or sentence.block.kind == "row":
                continue
            for phrase in sentence.phrases:
                tokens = [t for t in phrase.tokens if t.kind not in ("determiner", "number", "ordinal")]
                if (
                    len(tokens) < 2
                    or len(tokens) > 4
                    or tokens[0].start == sentence.start
                    or not any(t.text[0].isupper() for t in tokens)
                ):
                    continue
                key = " ".join(singular(t.low).replace("-", " ") for t in tokens)
                shape = "".join("X" if t.text[0].isupper() else "x" for t in tokens)
                uses[key][shape].append(Span(page.source, tokens[0].start, tokens[-1].end))
        for _key, shapes in sorted(uses.items()):
            shapes = {shape: spans for shape, spans in shapes.items() if not spans[0].text.isupper()}
            if len(shapes) >= 2 and not any("x" * len(shape) == shape for shape in shapes) or len(shapes) >= 3:
                ranked = sorted(shapes.values(), key=len)
                fewest, most = ranked[0][0], ranked[-1][0]
                yield cls.seen(
                    fewest,
                    MANY,
                    ["one thing, spelt by chance in two ways", "two things"],
                    about="spelling",
                    other=f"`{most.text}`",
                    labels=[Label(most, "the other spelling")],
                )


RULES: tuple[type[Diagnosis], ...] = (SpellingVariants,)
