"""What it takes to say something somewhere: the base of what every rulebook has to say, and a whole little game.

A slot that nothing fills is reported at the sentence that needs it, or else at the beginning of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from ludex.dsl.source import Span
from ludex.validator.text.document import Page
from ludex.validator.wording.base import MOST, Seen, Wording

#: Shorter texts are parts of a rulebook, of which nothing can be asked.
LEAST_WORDS = 150


#: A whole little game, so that an example lacks one thing only.
WHOLE = (
    "A game for 2-4 players. The box holds 40 cards.\n\n"
    "Set-up: Shuffle the deck and deal 5 cards to each player. Hands are secret; everything else lies "
    "face up. The youngest player "
    "begins, and play goes clockwise.\n\n"
    "Play: On your turn, draw one card from the deck and play one card to your own row. If the deck "
    "is empty, shuffle the discard pile "
    "and make it the new deck; if that is empty too, nobody draws. A card in a row scores as many "
    "points as its number shows. You must play a card on "
    "each of your turns as long as you hold one; you may talk about the cards that lie in the rows, "
    "but you may not show a card from "
    "your hand to anybody. A row has no limit. Rows stay where they are until the game is over.\n\n"
    "End: The game ends after the round in which a player has no cards left. The player with the most "
    "points wins. If there is a "
    "tie, the tied players share the win.\n"
)


def place(page: Page, asks: re.Pattern[str]) -> Span:
    """The first words that ask for it, or the beginning of the page."""
    for sentence in page.rules:
        if m := asks.search(sentence.low):
            return sentence.part(m.start(), m.end())
    first = next((s for s in page.sentences if s.kind != "noise"), None)
    return first.span if first is not None else Span(page.source, page.start, page.start)


def _sides(page: Page) -> bool:
    """Whether the turns of two named sides have headings or steps of their own, one after the other."""
    names = {
        m[1]
        for s in page.sections
        for m in [
            re.match(r"(?:the )?([a-z]+) (?:player(?:'s|’s)? )?(?:turn|phases?|player(?:'s|’s) .*)$", s.title.lower())
        ]
        if m
    }
    return len(names - {"your", "player", "each", "first", "a", "the", "game", "main"}) >= 2


class Slot(Wording):
    """The base of what a rulebook has to say: filled by one of `filled`, asked for at the first match of `asks`."""

    filled: ClassVar[re.Pattern[str]]
    asks: ClassVar[re.Pattern[str]]
    needs: ClassVar[re.Pattern[str] | None] = None
    told: ClassVar[tuple[str, ...]]
    #: Whether it is plain where somebody plays alone or two named sides act one after the other, and where a player has
    #: one opponent.
    by_sides: ClassVar[bool] = False
    by_opponent: ClassVar[bool] = False
    good = WHOLE

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        if page.word_count < LEAST_WORDS or cls.filled.search(cls.text(page)) or cls.is_told(page):
            return
        if cls.by_sides and (_sides(page) or page.for_one) or cls.by_opponent and page.for_two:
            return
        if cls.needs is not None and not cls.needs.search(page.low):
            return
        yield cls.seen(place(page, cls.asks), MOST, cls.told, about=cls.code)

    @classmethod
    def is_told(cls, page: Page) -> bool:
        """Whether a section is about it."""
        return False

    @classmethod
    def text(cls, page: Page) -> str:
        """Where it may be filled: in what binds, and in headings."""
        return page.low + "\n" + "\n".join(s.low for s in page.sentences if s.kind == "heading")
