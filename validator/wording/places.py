"""Where: words of place without a meaning, pieces that begin nowhere or go nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis
from ludex.validator.text import words as w
from ludex.validator.text.document import Page
from ludex.validator.wording.base import MANY, MOST, Seen, Wording


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
            r"(?<!players )(?<!successfully )\bconnect(?:ed|ing|s)?\b(?! (?:players?|to the (?:server|game)))",
            ("touching along one side", "touching along a whole side of the piece", "joined over several steps"),
        ),
        (
            "surrounded",
            r"\bsurround(?:ed|s)?\b|\benclosed\b",
            ("on all sides by others' pieces", "on all sides by anything, own pieces and the edge too"),
        ),
        (
            "border",
            r"(?<!shared )\bborder\b(?!s? (?:of|that|between))|(?<!to )(?<!board )(?<!map )(?<!table "
            r")(?<!east )(?<!west )(?<!north )(?<!south )(?<!land )"
            r"(?<!far )(?<!opposite )\bedge\b(?! to edge)(?! of )|\bcoast(?:al|line)?\b",
            ("the outer rim only", "also the rim of a hole inside"),
        ),
        (
            "in between",
            r"\bin between\b|\bbetween any\b",
            ("right next to both", "anywhere on the way from one to the other"),
        ),
        (
            "nearest",
            r"\b(?:nearest|closest)\b(?! to (?:the )?(?:[a-z]+'s (?:left|right)|active|current|first"
            r"|start|starting|dealer|youngest|you\b|him|[a-z]+ player|\d))"
            r"|\bwithin range\b|\bin range\b|\bdistance (?:to|from|between)\b|\bline of sight\b",
            ("counted in spaces, round corners", "as the crow flies"),
        ),
    )
    #: The board is made of cells that only touch along whole sides, so that to be adjacent is plain.
    _HEXES = re.compile(
        r"\bhex(?:es|agons?|agonal)?\b|\b(?:six|6) (?:[a-z]+ )?(?:adjacent|neighbou?ring"
        r"|surrounding)\b|\b(?:six|6) [a-z]+ "
        r"(?:adjacent|surrounding|around|next)\b"
    )
    _BESIDE = re.compile(
        r" (?:(?:each|one) (?:an)?other|any|the|it|its|their|your|each|him|them|this"
        r"|that)\b[^.,;]{0,40}?(?:board|deck|decks|pile"
        r"|market|table|container|mat|display|bank|supply|it|him|them|other|cit(?:y|ies)|cards?|track|player)\b"
    )
    _DEFINED = (
        r"(?:share|shares|sharing|touch(?:es|ing)?|common|orthogonal|diagonal|count(?:s|ed)? as|mean(?:s"
        r"|t)?|defined|considered|directly to the)"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for name, pattern, readings in cls._WORDS:
            uses = [(s, m) for s in page.rules for m in [re.search(pattern, s.low)] if m]
            if name == "straight line" and re.search(r"\borthogonal|\bdiagonal|\bdirections?\b", page.low):
                continue
            if (
                not uses
                or (name in ("adjacent", "next to") and cls._HEXES.search(page.low))
                or any(
                    (name == "nearest" and re.search(rf"(?:{pattern})[^.:]{{0,40}}:", s.low))
                    or re.search(rf"(?:{pattern})[^.]*\b{cls._DEFINED}\b|\b{cls._DEFINED}\b[^.]*(?:{pattern})", s.low)
                    for s, _ in uses
                )
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


class StartPlaceMissing(Wording):
    """A piece moves, and where it begins is not said.

    Say where it stands when the game starts, or what brings it into play.
    """

    code = "LX784"
    name = "start-place-missing"
    message = "{what} is moved, and where it begins is nowhere said"
    bad = "On your turn, move the dragon up to three spaces. Players lose a coin when the dragon reaches them."
    good = "The dragon starts in its cave. On your turn, move the dragon up to three spaces."
    _MOVE = re.compile(r"\bmove (?:the )?(?P<noun>[a-z]+)\b(?! (?:of|up(?! to)|down|forward|to the next player))")

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            for m in cls._MOVE.finditer(sentence.low):
                noun = m["noun"]
                token = next((t for t in sentence.tokens if t.start == sentence.start + m.start("noun")), None)
                if (
                    token is None
                    or not token.is_noun
                    or any(t.is_noun and t.start == token.end + 1 for t in sentence.tokens)
                    or noun.endswith(("ly", "ing", "s"))
                    or noun in w.MODALS
                    or noun in w.DETERMINERS
                    or noun in w.PRONOUNS
                    or noun in w.PREPOSITIONS
                    or noun in w.ADVERBS
                    or noun in w.NUMBERS
                    or noun in w.AUXILIARIES
                ):
                    continue
                if re.search(
                    rf"\bis the {noun}\b|\b(?:place|put|set|lay|add)s? (?:the |a |one |his |your "
                    rf"|their )?(?:[a-z]+ "
                    rf")?{noun}\b|\b{noun}s? (?:starts?|begins?|stands?|is placed|are placed|lies)\b"
                    rf"|\b(?:begin|start)s? with [^.\n]*{noun}",
                    page.low,
                ):
                    continue
                yield cls.seen(
                    sentence.part(m.start("noun"), m.end("noun")),
                    MOST,
                    [
                        "off the board, from where it enters",
                        "in the middle, or on the first space",
                        "where the player who moves it first likes",
                    ],
                    about="start place",
                )


class RemovedWhere(Wording):
    """Something is taken away, and where it goes is not said.

    Out of the game, to a discard pile, back to its owner or to the supply: it makes a difference when something
    runs out, or comes back.
    """

    code = "LX787"
    name = "removed-where"
    message = "where it goes is not said: {what}"
    bad = "Remove the cards in one row of the market. Then fill the row from the deck."
    good = "Put the cards in one row of the market on the discard pile. Then fill the row from the deck."
    _REMOVE = re.compile(
        r"\b(?P<at>(?:removes?|(?:is|are|be) (?:then |immediately |now )?(?:removed|cleared|taken away"
        r"|eliminated|destroyed|captured|lost))\b ?(?P<rest>[^.;]*))"
    )
    #: Said once for all: where what is taken away goes.
    _TOLD = re.compile(
        r"\b(?:removed|eliminated|destroyed|captured|lost|dead) (?:[a-z]+ ){0,2}(?:are|is|go|goes"
        r"|return|returns)\b[^.\n]{0,40}\b(?:removed from"
        r"|returned|out of|put|placed|supply|box|reserve|owner|back|set aside|to the)\b|\beliminated (?:pool|box)\b"
    )
    #: Without any of these there is no place to go to but out of the game.
    _ELSEWHERE = re.compile(r"\b(?:supply|reserve|box|discard|stock|pool|bank|hands?|bag|market|display)\b")
    _WHERE = re.compile(
        r"\bfrom (?:the )?(?:game|play)\b|\bout of (?:the )?(?:game|play)\b|\bto (?:the|its|his|their"
        r"|your|a)\b|\binto\b|\bbox\b|\bsupply\b|\bdiscard\b|\breserve\b|\bstock\b|\bhands?\b|\bset "
        r"aside\b|\breturn"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            m = cls._REMOVE.search(sentence.low)
            if (
                m is None
                or cls._WHERE.search(sentence.low)
                or re.search(
                    r"\b(?:if|when|whenever|unless|until|once|can|may|could|cannot|not|that|which"
                    r"|who)\b[^,]*$|\b(?:points?|turns?|games?|rounds?)\b|\bdeck with\b",
                    sentence.low[: m.start()],
                )
                or re.search(r"\)|\bpoints?\b|\bplayers?\b|\bfrom [a-z ]*(?:deck|turn order)\b", m["at"])
                or cls._TOLD.search(page.low)
                or (page.word_count > 100 and not cls._ELSEWHERE.search(page.low))
            ):
                continue
            after = next((s.low for s in page.sentences if s.order == sentence.order + 1), "")
            if re.search(
                r"\b(?:removed|these|they|it) [^.]*\b(?:out of|from) (?:the )?(?:game|play)|\b(?:put"
                r"|place|flip|return|move)s?\b",
                after,
            ):
                continue
            end = m.start("at") + min(len(m["at"]), 40)
            yield cls.seen(
                sentence.part(m.start("at"), end),
                MANY,
                ["out of the game", "back to the supply, or to its owner", "to a discard pile"],
                about="removed",
            )


RULES: tuple[type[Diagnosis], ...] = (
    AdjacencyUnclear,
    StartPlaceMissing,
    RemovedWhere,
)
