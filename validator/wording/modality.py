"""May, must, can, should, if: what is a duty, what is a choice, and what holds otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, quote
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Sentence
from ludex.validator.text.tokens import verb_base
from ludex.validator.wording.base import MANY, MOST, NUMBER, SOME, Cued, Seen, Wording, cue


class Loophole(Cued):
    """A word that lets exceptions in without naming them.

    *Normally*, *if possible*, *as usual*: who judges what is possible or usual? Name the exceptions, or leave the
    word out.
    """

    code = "LX712"
    name = "loophole"
    message = "{what} allows exceptions that are not named"
    bad = "Refill the market to five cards if possible."
    good = "Refill the market to five cards. If the deck is empty, leave the gaps open."
    cues = (
        cue(
            r"\b(?P<at>as normal|as usual|in the usual way|in the normal way|as always|as before"
            r"|accordingly|as appropriate)\b",
            MOST,
            "as another rule in this text says",
            "with all conditions of that rule, or without them",
        ),
        cue(
            r"\b(?P<at>(?:always )?optional)\b(?! (?:rule|variant))",
            MANY,
            "the whole of it may be left out",
            "each part of it may be left out",
        ),
        cue(
            r"\b(?P<at>normally|usually|generally|ordinarily|typically|in general)\b(?! (?:to "
            r"(?:their|your|his)|an?\b|better|best|good|worth|wise|"
            r"the best|agreed|considered|known|played))",
            MANY,
            "always, but for the exceptions named in this text",
            "there are other exceptions too",
        ),
        cue(
            r"\b(?P<at>if possible|where possible|when possible|if able|if needed|as needed|when "
            r"needed|whenever needed|if applicable|where appropriate|when appropriate|if practical)\b",
            MANY,
            "it has to be done whenever any way exists",
            "whoever acts decides whether it makes sense",
            unless=r"\bfollow(?:s|ed)?\b|\bof the suit\b",
        ),
    )

    @classmethod
    def sentences(cls, page: Page) -> tuple[Sentence, ...]:
        return tuple(
            s
            for s in page.sentences
            if (s.binding and s.block.kind != "row") or (s.kind == "heading" and "(" in s.text)
        )


#: Acts that say too little for the question whether they are a duty.
_GENERAL = w.words("make use form find see know do have")
_PERSON = re.compile(r"\b(?:player|winner|loser|opponent|owner|leader|dealer|attacker|defender)s?\b")


class ModalMix(Wording):
    """One text says *should*, *can*, *may* and *must*, and it is not clear which of them bind.

    *Should* may be a duty or advice; *can* may give a permission, state an ability, or describe what happens. Use
    *must* for duties and *may* for choices, and nothing else.
    """

    code = "LX713"
    name = "modal-mix"
    message = "{what} may be a duty, a choice, or a mere statement"
    bad = "The loser should pay two coins. The winner must take them. All players may look."
    good = "The loser must pay two coins. The winner must take them. All players may look."
    _CAN = re.compile(r"\b(?P<subject>[a-z' ]{0,60}?)\b(?P<at>can (?P<be>be )?(?P<verb>[a-z]+))\b")
    _SHOULD = re.compile(r"\b(?P<at>should (?:not |now )?(?P<verb>(?:be )?[a-z]+))\b")

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        binds = re.search(r"\b(?:must|may)\b", page.low)
        mixed = len(re.findall(r"\bmay (?!not\b)", page.low)) >= 2
        for sentence in page.rules:
            if (
                (m := cls._SHOULD.search(sentence.low))
                and binds
                and verb_base(m["verb"].removeprefix("be ")) in w.GAME_VERBS - w.words("lay look count call")
                and not re.search(r"\b(?:how|who|which|what|why|where|if|in case)\b[^,.;]*$", sentence.low[: m.start()])
            ):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MOST,
                    [f"a duty: must {m['verb']}", f"advice: it is better to {m['verb']}"],
                    about="should",
                )
            if not mixed:
                continue
            for m in cls._CAN.finditer(sentence.low):
                if m["verb"] in ("only", "not", "no", "never", "still") or sentence.low[
                    : m.start("at")
                ].rstrip().endswith(("where", "that", "who", "as far as it", "so", "as they", "everybody")):
                    continue
                act = f"{'be ' if m['be'] else ''}{m['verb']}"
                if (
                    verb_base(m["verb"]) in _GENERAL
                    or m["verb"] in ("choose", "win", "lose", "score", "gain", "earn")
                    or (m["be"] and verb_base(m["verb"]) is None)
                ):
                    continue
                if m["be"]:
                    yield cls.seen(
                        sentence.part(m.start("at"), m.end("at")),
                        MANY,
                        [
                            f"it may {act}, if whoever acts wants it",
                            f"it will {act} in any case",
                            f"it may {act} here, and nowhere else",
                        ],
                        about="can",
                    )
                elif verb_base(m["verb"]) in w.GAME_VERBS and "you" not in m["subject"].split():
                    yield cls.seen(
                        sentence.part(m.start("at"), m.end("at")),
                        MANY if _PERSON.search(m["subject"]) else SOME,
                        [f"may {act}, or decline", f"has to {act} where it is possible"],
                        about="can",
                    )


class NoElse(Wording):
    """A condition, and nothing for the case that it does not hold.

    "If the totals differ, the higher one wins": and if not? Add *otherwise*.
    """

    code = "LX718"
    name = "no-else"
    message = "what happens where this condition does not hold is not said: {what}"
    bad = "If the attacker has more units than the defender, the defender retreats."
    good = "If the attacker has more units than the defender, the defender retreats. Otherwise the attacker retreats."
    _IF = re.compile(r"(?:^|[,.;:(] ?)\W*(?P<at>if (?P<condition>[^,;.]{5,90}?))(?:,| then\b)")

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            m = cls._IF.search(sentence.low)
            if m is None or re.search(r"\botherwise\b|\bor else\b|\binstead\b|\beven if\b|\bif possible", sentence.low):
                continue
            after = next((s.low for s in page.sentences if s.order == sentence.order + 1), "")
            if re.search(r"\b(?:you|they|he|she|players?) (?:want|wish|like|prefer|choose)", m["condition"]):
                continue
            if re.match(
                r"\W*(?:otherwise|if not|else|however|in (?:all|any) other|if (?:it|they|he|you|there|no"
                r"|the \w+ (?:is|are|does|do)) ?(?:not|is not|isn't)?)\b",
                after,
            ):
                continue
            yield cls.seen(
                sentence.part(m.start("at"), m.end("at")),
                SOME
                if re.match(r"[^.;]*\b(?:may|can|cannot|decides?|chooses?)\b", sentence.low[m.end() :])
                else cls._sure(m["condition"]),
                [f"if not ({quote(m['condition'])}), nothing happens", "if not, something that another rule says"],
            )

    @staticmethod
    def _sure(condition: str) -> float:
        """Comparisons are the surest: what if both are equal?"""
        compared = re.search(
            r"\b(?:more|less|fewer|higher|lower|greater|larger|smaller|stronger|bigger)\b"
            rf"(?! than (?:{NUMBER}|half)\b)",
            condition,
        )
        return (
            MANY
            if compared and not re.search(r"\bor (?:equal|more|less|higher|lower|fewer)\b|equal to", condition)
            else SOME
        )


class ChoiceOrDuty(Wording):
    """An act of which it is not said whether it may be declined.

    A plain "the opponent then takes the card", an order to do two things, or "must ... or ..." can be read as a
    duty or as an offer. Say *must* or *may*.
    """

    code = "LX771"
    name = "choice-or-duty"
    message = "{what}: whether this may be declined is not said"
    bad = "The fence may be moved to another field."
    good = "The owner may move the fence to another field."
    _MUST_OR = re.compile(
        r"\bmust (?P<one>[^.;]{5,100}?),? or (?:else )?(?P<two>(?:they|he|she|you|it|the player|that "
        r"player|is|are|lose|pass)\b[^.;]{0,50})"
    )
    _MAY_BE = re.compile(r"\b(?P<at>(?:may|could) be (?P<verb>[a-z]+))\b")
    _CHOOSE_BETWEEN = re.compile(r"\b(?P<at>may choose (?:between|either) [^,.;]{3,50})")
    _ORDER = re.compile(
        rf"^\W*(?P<at>(?:perform|take|play|choose|move|do|carry out|execute|use) (?P<number>{NUMBER}) "
        rf"(?:different |other )?(?P<noun>[a-z]+s))\b"
    )
    _MAY = re.compile(r"\bmay\b")
    _THEN = re.compile(
        r"\b(?P<at>(?:opponent|player|winner|loser|owner|leader|unit|territory|players|territories) "
        r"(?:then )(?P<verb>clears?|takes?|claims?|receives?|draws?|removes?|places?|gains?|moves?))\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        choices = len(cls._MAY.findall(page.low))
        for sentence in page.rules:
            low = sentence.low
            if m := cls._MUST_OR.search(low):
                yield cls.seen(
                    sentence.part(m.start(), m.start("two")),
                    MOST,
                    [f"whoever can {quote(m['one'])} has to do so", f"a free choice: that, or {quote(m['two'])}"],
                )
            elif (
                (m := cls._MAY_BE.search(low))
                and verb_base(m["verb"]) in w.GAME_VERBS - _GENERAL
                and not re.match(
                    r"[^,.;]*\bby\b|\s*(?:in|from|on|at|up|within|more than|only|as many|anywhere|again|for)\b",
                    low[m.end() :],
                )
                and not re.search(
                    r"\b(?:no|not|never|only|which|that|who|each|several)\b|\bor\b[^,.;]*$", low[: m.start()]
                )
            ):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY,
                    [
                        f"it is optional to {verb_base(m['verb'])}",
                        f"one has to {verb_base(m['verb'])}, and what follows says where or how",
                    ],
                    about="may be",
                )
            elif m := cls._CHOOSE_BETWEEN.search(low):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY,
                    ["one of them has to be chosen", "none of them need be chosen"],
                )
            elif (m := cls._ORDER.search(low)) or (
                choices >= 3
                and (m := cls._THEN.search(low))
                and not re.search(r"\b(?:may|must|can|cannot|if you)\b", low)
            ):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY,
                    ["a duty, as far as it is possible", "an offer that may be declined, in whole or in part"],
                )


class OptionalVariant(Cued):
    """The game may be played in several ways, and none is the normal one.

    Before play starts somebody has to decide. Say which way holds unless the players agree on another.
    """

    code = "LX774"
    name = "variant-without-default"
    message = "{what} leaves open which way the game is played if nobody says anything"
    bad = "The game may be played with open or hidden hands."
    good = "The game is played with hidden hands. If all agree, play with open hands."
    cues = (
        cue(
            r"\b(?P<at>(?:the )?game (?:may|can) be played (?P<how>[^.;]{3,80} or [^.;]{3,80}))",
            MOST,
            "the first way unless all agree",
            "the players decide before they start",
        ),
        cue(
            r"\b(?P<at>(?:players|you|they) may (?:find it helpful to|wish to|want to|agree to|decide to) "
            r"[^.;]{3,60})",
            MANY,
            "part of the game",
            "a variant that needs the consent of all",
        ),
    )


RULES: tuple[type[Diagnosis], ...] = (
    Loophole,
    ModalMix,
    NoElse,
    ChoiceOrDuty,
    OptionalVariant,
)
