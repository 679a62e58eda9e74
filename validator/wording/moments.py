"""When: moments, order and repetition that leave something open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from ludex.dsl.diagnostics import Diagnosis, Severity, quote
from ludex.validator.text import words as w
from ludex.validator.text.document import Page
from ludex.validator.text.tokens import verb_base
from ludex.validator.wording.base import MANY, MOST, SOME, Cued, Seen, Wording, clause, cue


class LastNext(Cued):
    """*Last*, *next*, *previous*: which one is meant depends on when one asks.

    The previous player may have dropped out; a previous turn may be any earlier one or the one right before. Say
    which.
    """

    code = "LX707"
    name = "last-next"
    message = "which one {what} is can be read in two ways"
    bad = "Bid more than the previous player."
    good = "Bid more than the highest bid so far."
    cues = (
        cue(
            r"\b(?P<at>(?:the|a|an) previous (?P<noun>(?:[a-z]+ (?=(?:[a-z]+ )?(?:action|turn|round"
            r"|phase)\b))*[a-z]+))\b",
            MOST,
            "the {noun} right before, whatever happened to it",
            "any earlier {noun}",
            "the last {noun} that still counts",
        ),
        cue(
            r"\b(?P<at>previously (?P<verb>[a-z]+))\b",
            SOME,
            "{verb} in an earlier turn",
            "{verb} earlier, also in this turn",
        ),
        cue(
            r"\b(?P<at>(?:the|a) (?:last|final) (?P<noun>round|turn|phase))\b",
            MANY,
            "the one going on now",
            "the one after it",
        ),
        cue(r"\b(?P<at>[a-z]+'s previous [a-z]+)\b", MANY, "the one there now", "one that was there before"),
        cue(
            r"\b(?P<at>the (?P<which>first|last) (?:two|three|four|five|six|\d+))(?=[.,;]| of them)",
            MANY,
            "{which} in an order that is marked",
            "any of them, as chosen",
        ),
    )


class MomentUnclear(Cued):
    """A moment that the turn does not have, or that falls into the middle of something.

    *Immediately*, *as soon as*, *at any time*: in the middle of an action, of another player's turn, before or
    after what is going on? Say what is finished first.
    """

    code = "LX720"
    name = "moment-unclear"
    message = "when exactly {what} is can be read in two ways"
    bad = "You may play an event card at any time."
    good = "You may play an event card at the start of your turn, before you draw."
    cues = (
        cue(
            r"(?<!look )(?<!through )\b(?P<at>at any (?:time|point|moment)(?: during [a-z' ]{3,30})?)\b",
            MOST,
            "also in the middle of an action",
            "only between actions",
            "only on one's own turn",
            unless=r"\b(?:not|never|no|cannot|nobody)\b[^.;]*\bat any (?:time|point|moment)",
        ),
        cue(
            r"\b(?P<at>as soon as (?P<what>[^,.;]{3,60}))",
            MANY,
            "in the middle of what is going on",
            "when what is going on is finished",
            unless=r"\b(?:game|round|hand|trick|bidding|auction|turn|phase|deal) (?:ends?|is over|is "
            r"finished)\b|\bwins?\b",
        ),
        cue(
            r"(?<!wins )(?<!ends )(?<!game )(?<!over )(?<!effect )(?<!loses )\b(?P<at>immediately|at "
            r"once|right away"
            r"|straight away|instantly)\b(?! (?:ends?|wins?|loses?|before|after|following|adjacent"
            r"|clockwise|behind|above|below|next to|and))",
            MANY,
            "what is going on is broken off",
            "what is going on is finished first",
            unless=r"\bnot [a-z ]{0,20}\b(?:immediately|at once)|\b(?:two|three|both|several|all|cards|\d+) "
            r"[a-z ]{0,20}\bat once\b|\bimmediately\W*$"
            r"|^(?!.*\b(?:whenever|as soon as|all players|is|are)\b)",
        ),
        cue(
            r"\b(?P<at>at the same (?:time|moment)|simultaneously)\b",
            MANY,
            "as one act",
            "one after the other, and the active player first",
            "one after the other, in any order",
            unless=r"\bin (?:this|the following) order\b|\bfirst player\b|\b(?:revealed|shown) "
            r"(?:simultaneously|at the same)|\b(?:reveals?|turns?|chooses?|shows?|plays?|lays?) "
            r"(?:[^,.;]{0,40} )?at the same time"
            r"|simultaneously (?:reveal|choose|turn|show|play)",
        ),
        cue(
            r"\b(?P<at>(?:is|are|be) (?:ever|at any point) [a-z]+)\b",
            MANY,
            "even for a moment, in the middle of something",
            "when everything has been done",
        ),
        cue(r"\b(?P<at>can (?:cause|force) [^,.;]{3,60})", MANY, "at once", "at any later time, once"),
        cue(
            r"^\W*(?P<at>instead of (?P<act>[a-z]+ing)\b[^,.;]{0,30})",
            MANY,
            "decided before it is known how {act} turns out",
            "decided afterwards",
        ),
        cue(
            r"\b(?P<at>after (?P<act>passing|drawing|bidding|moving|playing|placing|rolling"
            r"|taking)\b[^,.;]{0,30})(?=[^.;]*\bmay\b)",
            MANY,
            "right after, before anybody else acts",
            "at any later time",
            "after all players have done so",
        ),
        cue(
            r"\b(?P<at>during (?:this|that|the) (?!same)(?:[a-z]+ ){0,4}(?:action|turn|sequence))\b",
            SOME,
            "at its beginning",
            "at any moment of it",
        ),
        cue(r"(?:^|[.;] )\W*(?P<at>then)\b,?", SOME, "after each of them", "after all of them"),
        cue(r"\b(?P<at>for the first time)\b", MANY, "once for ever", "each time it becomes so again"),
        cue(
            r"\b(?P<at>once (?:the|a|an) [^,.;]{3,40} (?:is|are|have|has)\b[^,.;]{0,20})",
            SOME,
            "from then on",
            "at that moment only",
        ),
        cue(
            r"\b(?P<at>(?:once|when) [^,.;]{3,50} (?:are at war|is at war|has begun|have begun|has "
            r"started))",
            MANY,
            "from the first hostile act on",
            "when somebody declares it",
        ),
    )


def _acts(match: re.Match[str], name: str) -> bool:
    """Whether a part of a list begins with an act."""
    after = match.string[match.end(name) :].split()[:1]
    return verb_base(match[name]) is not None or (match[name] not in w.DETERMINERS and after[0] in w.DETERMINERS)


class OrderOfActs(Wording):
    """Several acts in one step, joined by commas, without an order.

    They may be done in the order given, in any order, or mixed with each other. Number them, or say "in any order".
    """

    code = "LX728"
    name = "tangled-sentence"
    severity: ClassVar[Severity] = "hint"
    message = "several acts or conditions in one sentence: {what}"
    bad = "On your turn perform 2 actions, place any tiles you hold, and complete any goals you have reached."
    good = "On your turn, first perform 2 actions. Then place any tiles you hold."
    _LIST = re.compile(
        r"^\W*(?:(?:on|in|during|at) [a-z' ]{2,25}?(?:turn|round|phase|step|action),? |then,? |next,? "
        r"|now )?(?P<at>(?P<one>[a-z]+) [^,.;]{3,60}, (?P<two>[a-z]+) [^,.;]{3,60},? and "
        r"(?P<three>[a-z]+) [^,.;]{3,60})"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            if re.search(r"\bin (?:this|any|that|the following) order\b|\bfirst\b|\bthen\b", sentence.low):
                continue
            m = cls._LIST.search(sentence.low)
            if (
                m
                and verb_base(m["one"])
                and all(_acts(m, name) for name in ("two", "three"))
                and re.search(r"\b(?:any|up to|may|all)\b", m["at"])
                and m["one"] not in ("is", "are", "has", "have", "does")
                and not re.match(r"\W*(?:if|when|once|after|before|as|while|during)\b", sentence.low)
            ):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY,
                    [
                        "in the order given",
                        "in any order, each finished before the next",
                        "mixed freely, also in the middle of each other",
                    ],
                    what=quote(m["at"], 60),
                )
                continue
            conditions = len(re.findall(r"\b(?:if|unless|when|while|except|as long as|until)\b", sentence.low))
            if conditions >= 3 or (len(sentence.tokens) > 60 and conditions >= 2):
                yield cls.seen(
                    sentence.span,
                    SOME,
                    ["each condition holds for everything after it", "each condition holds for the part next to it"],
                    what=clause(sentence),
                )


class OncePer(Cued):
    """*Once*, and no period.

    Once a turn, once a round, or once in the whole game? And once for each copy, or once for the player? Say both.
    """

    code = "LX757"
    name = "once-per-what"
    message = "{what}: once in which period is not said"
    bad = "You may redraw your hand once."
    good = "Once per game, you may redraw your hand."
    cues = (
        cue(
            r"(?P<at>\bonce\b)(?! (?:per|each|every|in (?:a|each|every)|during (?:a|each|every|the game"
            r"|your)|a (?:turn|round|game)|all|the|a|an|this|that|you|he|she|they|it|both|one|no|had"
            r"|have|has|is|was|were|each|there|these|those|player"
            r"|any|[a-z]+(?:ed|en)\b|[a-z]+s? (?:has|have|is|are)))",
            MOST,
            "once in the whole game",
            "once in each turn or phase",
            "once for each copy",
            unless=r"\bat once\b|\bonce per|\bonce (?:again|more)|^\W*once\b|\b(?:and|or|more than) once",
        ),
        cue(
            r"\b(?P<at>(?:limited to|only) one [a-z]+ (?P<what>round|attack|action|use))\b",
            MANY,
            "one in each turn",
            "one in each {what} against the same",
        ),
        cue(
            r"(?<!within )(?<!after )(?<!for )(?<!in )\b(?P<at>one (?:combat |attack |battle )?round)\b",
            MANY,
            "one for each battle",
            "one for the whole turn",
        ),
    )


RULES: tuple[type[Diagnosis], ...] = (
    LastNext,
    MomentUnclear,
    OrderOfActs,
    OncePer,
)
