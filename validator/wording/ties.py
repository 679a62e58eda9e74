"""The most, the highest, the longest: superlatives that two may share, and ties that are not broken to the end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Label
from ludex.validator.text.document import Page, Sentence
from ludex.validator.wording.base import MANY, MOST, Seen, Wording

_MOST = (
    r"\b(?<!at )(?:the )?(?<!at )(?P<most>most|highest|lowest|fewest|largest|greatest|best|longest"
    r"|biggest|least|smallest"
    r"|majority|strongest|richest|furthest)\b"
)
_SAYS_TIE = re.compile(
    r"\bsame number\b|\bti(?:e|ed|es|e-?breakers?|ebreakers?)\b|\bdrawn game\b|\ba draw\b"
    r"|\bequal\b(?! (?:to|number|or)\b)"
    r"|\bif (?:several|two|more than one|both|all)\b[^.]*\b(?:most|highest|lowest|fewest|same|equally|largest)\b"
)


class TieIncomplete(Wording):
    """The one with the most of something is named, and two may have the most.

    Say who has it then: none, all of them, or the one who is ahead by something else; and go on until that decides,
    or say that they share.
    """

    code = "LX736"
    name = "tie-incomplete"
    message = "{what}: what happens if several are equal is not said to the end"
    bad = "The game ends after ten rounds. The player with the most coins wins."
    good = (
        "The game ends after ten rounds. The player with the most coins wins. If there is a tie, the tied "
        "players share the win."
    )
    _WINS = re.compile(
        rf"(?P<at>{_MOST}[^.;]{{0,60}}\b(?:wins?|winner|victor|victory(?! points?))\b|\b(?:wins?|winner|victor"
        rf"|victory(?! points?))\b[^.;]{{0,60}}{_MOST.replace('?P<most>', '?P<more>')}"
        rf"|{_MOST.replace('?P<most>', '?P<best>')}[^.;]{{0,60}} score wins)"
    )
    _HOLDER = re.compile(
        rf"\b(?P<at>the (?!card|number|amount)[a-z]+ (?:with|holding|having|who (?:has|holds|owns|bids?"
        rf"|plays?|collects?)) {_MOST}[^.,;]{{0,50}})"
    )
    #: A trial of who begins: who is best at it, and nothing for equals.
    #: Several may come to the winning number in one hand or round.
    _FIRST_TO = re.compile(
        r"(?P<at>\bfirst (?:player |team |side |pair |one |person )?(?:to|who|that) (?:reach(?:es)?"
        r"|scores?|gets?|ha(?:s|ve)|collects?|earns?|makes?)"
        r"[^.;]{2,40}?\b(?:points?|\d+)\b[^.;]{0,15}?\bwins?\b)"
    )
    _BEGINS = re.compile(
        rf"(?P<at>{_MOST.replace('?P<most>', '?P<trial>')}[^.;]{{0,40}}?\b(?:starts?|begins?|(?:goes"
        rf"|plays|moves|leads|deals) ?(?:first)?"
        rf"|is (?:the )?(?:first|start(?:ing)?) player|deals first|is (?:the )?dealer))\b"
    )
    _DECIDED = re.compile(
        r"\bstill tied\b|\bfurther ties?\b|\bshare\b|\bremain(?:s)? tied\b|\ball tied\b|\btied players "
        r"(?:all )?(?:win|share|command)\b|\bjointly\b|\bno one\b|\bnobody\b|\btie stands\b|\bearliest\b"
        r"|\bnot possible\b|\bimpossible\b|\bis a draw\b|\bends? in a (?:draw|tie)\b|\bno winner\b"
        r"|\bturn order\b|\bclosest to\b|\brandom|\broll|\bcoin\b|\bif (?:several"
        r"|two|more than one)\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        tied = [s for s in page.rules if _SAYS_TIE.search(s.low)]
        wins = [
            (s, m)
            for s in page.rules
            for m in [cls._WINS.search(s.low)]
            if m and not re.search(r"\btie\b|\btied\b|\bties\b", s.low[: m.start()])
        ]
        done = False
        auction = re.search(
            r"\boutbids?\b|\bascending\b|\bhigher bid\b|\bbid (?:must be )?(?:higher|more)\b|\braises? the bid\b",
            page.low,
        )
        for sentence, m in wins:
            if auction and re.search(r"\bbid(?:s|der|ders)?\b", m["at"]):
                continue
            after = [s for s in tied if s.order >= sentence.order]
            if not after:
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MOST,
                    ["all who are equal win together", "nobody wins", "something else decides that is not named"],
                    about="win",
                )
            elif not done and not any(cls._DECIDED.search(s.low) for s in (*after, *tied)):
                last = after[-1]
                t = re.search(r"\b(?:ties?|tied|tie-?\s?breaker)\b", last.low)
                start, end = (t.start(), t.end()) if t else (0, len(last.text))
                done = True
                yield cls.seen(
                    last.part(start, end),
                    MOST,
                    [
                        "if that is equal too, they share the win",
                        "if that is equal too, nobody wins",
                        "it is one more comparison among the tied players alone",
                    ],
                    labels=[Label(sentence.span, "who wins")],
                )
        if re.search(r"\b(?:hands?|rounds?|deals?|tricks?)\b", page.low) and not tied:
            for sentence in page.rules:
                if reached := cls._FIRST_TO.search(sentence.low):
                    yield cls.seen(
                        sentence.part(reached.start("at"), reached.end("at")),
                        MANY,
                        [
                            "if several reach it together, the one with more wins",
                            "if several reach it together, they share the win",
                        ],
                        about="first to",
                    )
        for sentence in page.sentences:
            begins = cls._BEGINS.search(sentence.low) if sentence.binding else None
            if (
                begins
                and re.search(
                    r"\b(?:roll|rolls|dice|die|draws?|cuts?|score|card|number|throw|throws|bid)\b", sentence.low
                )
                and not _SAYS_TIE.search(sentence.low)
                and not any(cls._near(s, sentence) for s in tied)
            ):
                yield cls.seen(
                    sentence.part(begins.start("at"), begins.end("at")),
                    MOST,
                    ["those who are equal try again", "all try again", "whoever comes first in seating order begins"],
                    about="begins",
                )
        for sentence in page.rules:
            held = cls._HOLDER.search(sentence.low)
            if (
                held
                and all(sentence is not s for s, _ in wins)
                and not cls._WINS.search(sentence.low)
                and not re.search(r"\bties? (?:is|are)\b|^\W*(?:if|in) [^.]*\btie", sentence.low)
                and not any(cls._near(s, sentence) for s in tied)
            ):
                yield cls.seen(
                    sentence.part(held.start("at"), held.end("at")),
                    MANY,
                    [
                        "if several are equal, none of them",
                        "if several are equal, all of them",
                        "if several are equal, the one whose turn comes first",
                    ],
                )

    @staticmethod
    def _near(other: Sentence, sentence: Sentence) -> bool:
        return other.section is sentence.section and 0 <= other.order - sentence.order <= 3


class TiePolarity(Wording):
    """What breaks the tie is named, and not which way.

    "Ties are broken by number of cards": more or fewer? "In turn order": the first or the last? Say which one is
    better.
    """

    code = "LX737"
    name = "tie-polarity"
    message = "whether more or less of it is better is not said: {what}"
    bad = (
        "The player with the most coins wins. Ties are broken by the number of cards in hand; if still "
        "tied, the win is shared."
    )
    good = (
        "The player with the most coins wins. Ties are broken in favour of the player with the fewest "
        "cards; if still tied, the win is shared."
    )
    _BROKEN = re.compile(
        r"(?P<at>\b(?:ties?(?: is| are| being)?(?: broken| resolved| decided)?|tie-?\s?breaker is|ties "
        r"(?:go|goes)) (?:by|using|through|in|with|the|number|based on|according to|to)\b[^.;,]{2,70})"
    )
    _CLEAR = re.compile(
        r"\b(?:most|more|fewest|fewer|highest|higher|lowest|lower|earliest|latest|favou?r|closest"
        r"|youngest|oldest|first in|last in|longest|largest|shared?|random(?:ly)?|die|coin)\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            for m in cls._BROKEN.finditer(sentence.low):
                if not cls._CLEAR.search(m["at"]) or re.search(r"\bbeen there longest\b", m["at"]):
                    yield cls.seen(
                        sentence.part(m.start("at"), m.end("at")),
                        MOST,
                        ["more of it, or earlier, is better", "less of it, or later, is better"],
                    )


class TieAmongWhom(Wording):
    """After a tie another superlative decides, and it is not said among whom.

    "In case of a tie, the player with the largest herd wins" may look at all players again, or only at those who
    are tied.
    """

    code = "LX785"
    name = "tie-among-whom"
    message = "{what}: among the tied players or among all is not said"
    bad = (
        "The player with the most coins wins. In case of a tie, the player with the most cards wins; if "
        "still tied, they share the win."
    )
    good = (
        "The player with the most coins wins. In case of a tie, the tied player with the most cards wins; "
        "if still tied, they share the win."
    )
    _TIE = re.compile(
        rf"\b(?:in (?:the )?(?:case|event) of (?:a )?ties?|if (?:there is|there's|it is) a tie|if "
        rf"tied)\b[^.;]{{0,40}}?(?P<at>\bthe (?!tied\b)[a-z]+ (?:who|with|that|having"
        rf"|holding)\b[^.;]{{0,60}}?{_MOST}[^.;]{{0,40}})"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            m = cls._TIE.search(sentence.low)
            if m and not re.search(r"\btied players?\b|\bamong\b|\bof those\b|\bof them\b", sentence.low):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY,
                    ["among the tied players only", "among all players again"],
                )


RULES: tuple[type[Diagnosis], ...] = (TieIncomplete, TiePolarity, TieAmongWhom)
