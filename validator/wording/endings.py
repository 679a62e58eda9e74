"""For how long, and until when: the moment in which the game ends, and what is said to hold for good."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Label
from ludex.validator.text.document import Page
from ludex.validator.wording.base import MANY, MOST, NUMBER, SOME, Seen, Wording, clause


class EndWhen(Wording):
    """The game ends when something is so, and not in which moment.

    At once, after the turn, or when everybody has had the same number of turns? The last moves of the game hang on
    it.
    """

    code = "LX759"
    name = "end-checked-when"
    message = "{what}: at once, after this turn, or after the round, is not said"
    bad = (
        "The game ends when the last tile is placed. The player with the most points wins; if tied, they share the win."
    )
    good = (
        "The game ends after the round in which the last tile is placed. The player with the most points "
        "wins; if tied, they share the win."
    )
    _END = re.compile(
        r"(?P<at>\b(?:the )?(?:game|play|round|match)\s+(?:is over|ends?|will end|is finished|over)"
        r"(?: when(?:ever)?| once| if)[^.;]{3,80})|(?P<too>\b(?:when|if|once|as soon as) "
        r"[^.;]{3,90}, the (?:game|round|match) (?:is over|ends?|will end))"
    )
    _STATE = re.compile(
        r"(?P<at>\b[a-z][a-z ]{2,30} (?:is|are) (?:defeated|eliminated|out of the game|over|lost) when "
        r"[^.;]{3,80})"
    )
    _TOLD = re.compile(
        r"\bimmediately\b|\bat once\b|\bthe (?:instant|moment)\b|\binstead\b|\bend of (?:the|that|an?|any"
        r"|this|his|her|their|your) (?:turn|round|phase)"
        r"|after (?:that|this|the) (?:turn|round)|\bfinish the round|instantly|full round|final round"
        r"|last round|one (?:more|last|final) turn|equal number of turns"
    )
    _WINS = re.compile(r"(?P<at>\bwhen [^.;]{3,80}, the player (?:who|with)[^.;]{3,60} (?:wins|winner))")

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            for pattern in (cls._END, cls._WINS, cls._STATE):
                m = pattern.search(sentence.low)
                if m is None or re.search(
                    r"\b(?:both players|no player|neither|nobody|no one|cannot|can not)\b", m.group()
                ):
                    continue
                near = " ".join(s.low for s in page.sentences if sentence.order <= s.order <= sentence.order + 2)
                if not cls._TOLD.search(near):
                    yield cls.seen(
                        sentence.part(m.start(), m.end()),
                        MOST,
                        [
                            "at once, in the middle of a turn",
                            "after the turn in which it happens",
                            "after a full round, so that all had the same number of turns",
                        ],
                    )
                break


class ForeverThenNot(Wording):
    """Something holds for good, and elsewhere it changes.

    *From now on*, *permanently*, *for the rest of the game*: another rule that undoes it contradicts this one,
    unless one of them says so.
    """

    code = "LX760"
    name = "forever-then-not"
    message = "{what} says for good, and what follows may end it"
    bad = "For the rest of the game, the red die is used. When the bridge falls, the red die is returned to the box."
    good = "Until the bridge falls, the red die is used. When the bridge falls, the red die is returned to the box."
    _EVER = re.compile(
        r"\b(?P<at>for the (?:rest|remainder) of the game|from now on|permanently|for good|forever|from "
        r"then on|from that (?:time|point|moment) on|no longer|can(?:not|'t) be (?:changed"
        r"|undone)|for ever|never again)\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            if m := cls._EVER.search(sentence.low):
                nouns = {
                    t.base
                    for t in sentence.tokens
                    if t.is_noun and t.base not in ("game", "player", "number", "rest", "remainder")
                }
                later = next(
                    (
                        s
                        for s in page.rules
                        if s.order > sentence.order
                        and "removed from" not in sentence.low
                        and len(nouns & {t.base for t in s.tokens}) >= (1 if len(nouns) <= 3 else 2)
                        and re.search(
                            r"\b(?:return(?:ed|s)?|replaced?|again|instead|removed?|back|suspended"
                            r"|unless|until|revert)\b",
                            s.low,
                        )
                    ),
                    None,
                )
                same = re.search(r"\b(?:suspended|until|unless|revert|return)\b", sentence.low[m.end() :])
                changed = re.match(r"can(?:not|'t)", m["at"]) is not None
                sure = MOST if same or later else MANY if changed else SOME
                labels = [Label(later.span, "which changes it")] if later and not same else []
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    sure,
                    [
                        "for good: nothing later undoes it",
                        "until another rule changes it" + (f", such as {clause(later)}" if later else ""),
                    ],
                    labels=labels,
                )


class LeaverPieces(Wording):
    """A player drops out, and what becomes of his pieces is not said.

    Do they stay, can they be taken, do they still count at the end? And who plays after him?
    """

    code = "LX790"
    name = "leaver-pieces"
    message = "what becomes of the pieces of a player who is out is not said: {what}"
    bad = "A player whose king is taken is out of the game. The others play on."
    good = (
        "A player whose king is taken is out of the game. All his pieces are removed from the board. The "
        "others play on."
    )
    _OUT = re.compile(
        r"\b(?P<at>(?:player|players|he|she|they|you|opponent|who|that player)[^.;]{0,40}? (?:(?:is"
        r"|are|be) (?:out of the game|eliminated|knocked out)"
        r"|no longer (?:continue|play|take|participate)[a-z]*(?: playing| part| turns?)?|drops? "
        r"out(?: of the game)?|leaves? the game|(?:is|are) out(?= *[.,;]| *$)))(?!\w)"
    )
    _THEIRS = re.compile(
        r"\b(?:his|her|their|your|all|whose|the) (?:[a-z]+ )?(?:pieces|units|cards|tokens|tiles|land"
        r"|property|money|coins|hand|stack|stacks|houses|cities|territories|army|armies|pawns"
        r"|workers)\b[^.]*\b(?:remain|remains|stay|stays|removed?|returned?|discards?|discarded|goes?|go"
        r"|given?|taken|left|count)\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            m = cls._OUT.search(sentence.low)
            near = " ".join(s.low for s in page.sentences if sentence.order <= s.order <= sentence.order + 3)
            if m and not cls._THEIRS.search(near):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY,
                    ["they stay, and count", "they stay, and do not count", "they are removed, or taken by others"],
                    about="out",
                )


class SeveralEnds(Wording):
    """The game can end in two ways, and both may come at once, or one after the other.

    "After twelve rounds the richest player wins" and "the game ends when the deck is empty" are two ends. Say that
    whichever comes first ends the game, and which counts if both come together."""

    code = "LX796"
    name = "several-ends"
    message = "{what} ends the game, and so does something else: which comes first, or counts, is not said"
    bad = "After twelve rounds the richest player wins.\n\nThe game ends when the last card is drawn."
    good = "The game ends after twelve rounds, or when the last card is drawn, whichever comes first."
    _END = re.compile(
        r"\b(?P<at>(?:game|match) (?:will )?ends? (?:immediately |at once )?(?:when|if|after|as soon as|at the "
        r"end of) (?P<a>[^.;]{3,80})|(?:when|if|as soon as|after) (?P<b>[^.;]{3,70}), (?:the|a) (?:game (?:is "
        r"over|ends)|[a-z ]{3,25} wins)"
        rf"|after (?P<c>{NUMBER} (?:rounds|turns|hands|deals|years))[^.;]{{0,40}} wins)"
    )
    _TOLD = re.compile(
        r"\bwhichever\b|\bfirst of\b|\bsooner\b|\beither\b|\bone of (?:these|the following)\b|\bin two "
        r"ways\b|\btwo ways\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        found = [(s, m) for s in page.rules for m in [cls._END.search(s.low)] if m]
        if any(cls._TOLD.search(s.low) for s, _ in found) or not found:
            return
        words = [frozenset(t.base for t in s.tokens if t.is_noun) - {"game", "end", "player"} for s, _ in found]
        other = next((i for i in range(1, len(found)) if len(words[i] & words[0]) <= len(words[i]) / 3), None)
        s, m = found[0]
        if other is not None:
            o, n = found[other]
            labels = [Label(o.part(n.start("at"), n.end("at")), "the other end")]
        else:
            return
        yield cls.seen(
            s.part(m.start("at"), m.end("at")),
            MANY,
            [
                "whichever comes first ends the game",
                "both are one and the same end",
                "if both come together, the first named counts",
            ],
            labels=labels,
        )


RULES: tuple[type[Diagnosis], ...] = (
    LeaverPieces,
    SeveralEnds,
    EndWhen,
    ForeverThenNot,
)
