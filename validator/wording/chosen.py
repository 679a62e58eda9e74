"""Which one, and which way: choices that a rule leaves to nobody in particular."""

from __future__ import annotations

import re

from ludex.dsl.diagnostics import Diagnosis
from ludex.validator.text.document import Page, Sentence
from ludex.validator.wording.base import MANY, NUMBER, SOME, Cued, cue


class WhoChooses(Cued):
    """Something is chosen out of several, and who chooses which is not said.

    "Remove one die from the pool": any die, or a certain one? Name who chooses, or the rule that decides.
    """

    code = "LX769"
    name = "who-chooses"
    message = "which one, and who chooses it, is not said: {what}"
    bad = "Remove one die from the pool."
    good = "Remove the lowest die from the pool."
    cues = (
        cue(
            r"\b(?P<verb>removes?|discards?|returns?|eliminates?|destroys?) (?P<at>(?:a single|one|1|any "
            r"one|another) (?P<noun>[a-z]+(?: [a-z]+)?) (?:from|of|in|on) (?P<place>[^,.;]{3,40}))",
            MANY,
            "any {noun}, chosen by whoever acts",
            "a {noun} drawn at random",
            "a certain {noun}: the first, the last, the best",
            unless=r"\b(?:player|you|they|he|she|owner|winner|loser|opponent)s? (?:may |must |can |then "
            r")?[a-z]+ (?:a|one|1|any)\b|\brandom|\b(?:top|bottom|highest|lowest|face[- ]down|draw "
            r"pile|deck|bag)\b|\bof (?:your|their|his) choice|\bchooses?\b",
        ),
        cue(
            r"\b(?P<at>(?:on|in|at|to|from) any (?P<noun>[a-z]+(?: [a-z]+)? (?:zone|space|region|field"
            r"|hex|area|territory|city|location|spot|cell|slot)s?))\b",
            SOME,
            "any {noun}, chosen by whoever acts",
            "any {noun} that is still empty",
        ),
        cue(
            r"\b(?P<at>(?P<noun>(?:[a-z]+ )?(?:units|cards|pieces|tokens|tiles|coins|dice|cubes"
            r"|resources)) (?:with|worth) (?:a |an )?"
            r"(?:total|combined)(?: [a-z]+)?(?: (?:of )?at least| equal)?)\b",
            SOME,
            "{noun} that their owner chooses",
            "{noun} that the other player chooses",
            "as few {noun} as reach the total",
            unless=r"\bchoos|\bchoice|\bof your\b",
        ),
        cue(
            r"\b(?P<at>(?:take|takes|return|returns|gain|gains) (?!(?:a|an|another) [a-z]*(?:turn"
            r"|action|round|player|hit)|(?:an? )?(?:extra|additional|new|single)\b)(?:the necessary|the "
            r"required|the remaining|an? [a-z]+ (?:chip|token|tile|card)|another [a-z]+ (?:chip|token"
            r"|tile|card)|another [a-z]+)) ",
            MANY,
            "chosen by whoever takes it",
            "the next one, or one at random",
            unless=r"\brandom|of (?:your|their|his) choice",
        ),
    )


def _no_way_told(page: Page, sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether no rule says where what goes back goes."""
    return sentence.text[match.start() - 1 : match.start()] != "(" and not any(
        re.search(
            r"\b(?:retreat|push|move|withdraw|flee)[a-z]*\b[^.]*\b(?:direction|towards?|by (?:the "
            r")?(?:attack|defend|own|winn)[a-z]+ player|away from|choice|chooses"
            r"|came from|that way|adjacent)\b|\bmoved [^.]*\bby (?:the )?(?:attacking|defending|owning) player\b",
            s.low,
        )
        for s in page.rules
    )


class WhichWay(Cued):
    """Something goes back, away or aside, and which way, or who chooses it, is not said.

    "The loser retreats one field": to any field, towards his own side, where he came from? Say which, or who chooses.
    """

    code = "LX797"
    name = "which-way"
    message = "which way, and who chooses it, is not said: {what}"
    bad = "The losing unit retreats one field."
    good = "The losing unit retreats one field towards its own side of the board."
    cues = (
        cue(
            rf"\b(?P<at>(?:retreats?|flees?|(?:moves?|goes|go|pushe?s?|pushed|driven|fall|falls"
            rf"|steps?) (?:back|away|aside"
            rf"|out of the way)|is pushed|are pushed)(?: (?:back )?(?:by )?(?:{NUMBER}|a|an) "
            rf"[a-z]+)?)(?![a-z)]| (?:the|a|an|any|all|to|towards?|into|onto|from|in|at|along|up|down"
            rf"|through|[a-z]+ing)\b)",
            MANY,
            "in any direction, as its owner chooses",
            "in any direction, as the other player chooses",
            "straight back, the way it came",
            keep=_no_way_told,
            unless=r"\b(?:towards?|direction|straight|came from|closest|nearest|of (?:his|her|their|its"
            r"|your) choice|chooses?|own side"
            r"|home|as far as|(?:may|can|cannot|must) (?:not )?(?:retreat|withdraw)(?=[.,;]| (?:if"
            r"|from|into)))\b|\bno retreat|\bbefore\b",
        ),
    )


RULES: tuple[type[Diagnosis], ...] = (
    WhoChooses,
    WhichWay,
)
