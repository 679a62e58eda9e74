"""What runs out, and what overflows: decks and supplies that may be empty, hands that may be too full."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis
from ludex.validator.text.document import Page, Sentence
from ludex.validator.wording.base import MANY, MOST, NUMBER, Seen, Wording
from ludex.validator.wording.slot import WHOLE


class RunOut(Wording):
    """What happens when a stock is empty is not said.

    Decks, supplies and pools run out. Say whether one does without, reshuffles, or stops the game; and what if
    there is nothing to reshuffle either.
    """

    code = "LX738"
    name = "run-out"
    message = "what happens when there are no more is not said: {what}"
    bad = WHOLE.replace(
        "If the deck is empty, shuffle the discard pile and make it the new deck; if that is empty too, nobody draws. ",
        "",
    )
    good = WHOLE
    _TAKE = re.compile(
        r"\b(?:draw|draws|deal|deals|dealt|take|takes|drawn|taken)\b[^.;]{0,60}? from (?:the |a "
        r"|your |his |their |its |one of the \d )?(?P<stock>(?:(?!discard)[a-z]+ )?(?:deck|decks|pile|stack|supply"
        r"|reserve|bank|pool|bag|stock|box|chest|treasury|kitty|store|urn|cellar))\b"
    )
    _DRAW = re.compile(
        rf"\b(?:draw|draws) (?P<number>{NUMBER}) (?P<stock>(?:[a-z]+ )?(?:cards?|tiles?|tokens?"
        rf"|chips?))\b"
    )
    _EMPTY = re.compile(
        r"\b(?:runs? out|is (?:ever )?(?:empty|exhausted|depleted)|are exhausted|no (?:more )?[a-z "
        r"]{0,20}(?:left|remain|available)|exhausted|depleted|last [a-z]+ is (?:drawn|taken)|reshuffle"
        r"|unlimited|limited by|used up|not enough|insufficient|fewer than|as many as (?:possible|are "
        r"left))\b"
    )
    _RUNS_OUT = re.compile(
        r"\b(?P<at>(?:if|when|whenever|once) (?:the |a |any )?(?P<stock>[a-z ]{2,30}?) (?:runs? out|is "
        r"(?:empty|exhausted|used up|depleted)))\b"
    )
    _BOTH = re.compile(
        r"\btoo\b|\balso\b|\bboth\b|\bas well\b|\bno (?:more )?cards?\b|\bnobody draws\b|\bgame ends\b"
        r"|\bstill\b|\bends? the game\b|\bends immediately\b|\bgame is over\b|\bis triggered\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        done: set[str] = set()
        for sentence in page.rules:
            if m := cls._RUNS_OUT.search(sentence.low):
                after = next((s.low for s in page.sentences if s.order == sentence.order + 1), "")
                if re.search(r"\bshuffle\b|\breshuffle\b", sentence.low) and not cls._BOTH.search(
                    sentence.low[m.end() :] + " " + after
                ):
                    yield cls.seen(
                        sentence.part(m.start("at"), m.end("at")),
                        MOST,
                        [
                            "when the last one is taken",
                            "when one is needed and there is none",
                            "if there is nothing to shuffle either, nobody takes any",
                            "if there is nothing to shuffle either, the game ends",
                        ],
                    )
            m = cls._TAKE.search(sentence.low) or cls._DRAW.search(sentence.low)
            if m is None or page.word_count < 60 or sentence.kind == "setup":
                continue
            stock = m["stock"].split()[-1].rstrip("s")
            if stock.endswith(("card", "tile")) and done & {"deck", "pile", "stack", "stock"}:
                continue
            if stock in done or any(
                cls._EMPTY.search(s.low) and (stock in s.low or "to draw" in s.low) for s in page.sentences
            ):
                continue
            done.add(stock)
            yield cls.seen(
                sentence.part(m.start(), m.end()),
                MANY,
                [
                    f"if the {stock} runs short, one takes what there is",
                    f"if the {stock} runs short, nothing is taken",
                    f"the {stock} never runs short",
                ],
                about=stock,
            )


class HandLimitWhen(Wording):
    """A limit of a hand, and no moment at which it holds.

    Always, at the end of the turn, or only when drawing? And are cards given up, or not drawn at all?
    """

    code = "LX739"
    name = "hand-limit-when"
    message = "when {what} holds, and what is done with more, is not said"
    bad = "Draw two cards. There is a hand limit of 7 cards."
    good = "Draw two cards. At the end of your turn, discard down to the hand limit of 7 cards."
    _LIMIT = re.compile(
        rf"\b(?P<at>hand (?:limit|size)(?: (?:of|is) {NUMBER}(?: cards)?)?|(?:limit|maximum) of "
        rf"{NUMBER} cards (?:in|on) hand|(?:no more than|at most|never more than) {NUMBER} cards (?:in"
        rf"|on) (?:your |his |their |the )?hand)\b"
    )
    _WHEN = re.compile(
        r"\bend of\b|\bat any time\b|\bimmediately\b|\bafter drawing\b|\bphase\b|\bwhen(?:ever)? you "
        r"draw\b|\bdiscard\b|\bbefore\b|\bmay not draw\b|\bstarting\b|\bat all times\b|\balways\b|\bnot "
        r"allowed\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            m = cls._LIMIT.search(sentence.low)
            if (
                m
                and not any(
                    cls._WHEN.search(s.low)
                    for s in page.rules
                    if s is sentence or "limit" in s.low and ("hand" in s.low or s.order == sentence.order + 1)
                )
                and not cls._WHEN.search(cls._near(page, sentence))
            ):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MOST,
                    [
                        "one may not draw above it",
                        "one draws, and discards at once",
                        "it is checked at the end of the turn",
                    ],
                    about="hand limit",
                )

    @staticmethod
    def _near(page: Page, sentence: Sentence) -> str:
        return next((s.low for s in page.sentences if s.order == sentence.order + 1 and s.block == sentence.block), "")


RULES: tuple[type[Diagnosis], ...] = (
    RunOut,
    HandLimitWhen,
)
