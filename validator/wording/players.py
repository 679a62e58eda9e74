"""Several players, several pieces: one for all or one for each, oneself included or not, in which order."""

from __future__ import annotations

import re

from ludex.dsl.diagnostics import Diagnosis
from ludex.validator.text.document import Page, Sentence
from ludex.validator.wording.base import MANY, NUMBER, SOME, Cued, cue

_ORDERED = (
    r"\b(per turn|alternat\w+|(on|during|in) (his|her|their|your|its) (own )?turns?|in (reverse|turn"
    r"|order|any order|player order|turn order|seat(ing)? order)|turn order|clockwise"
    r"|starting (with|from)|beginning with|start(s|ing)? player|"
    r"simultaneous(ly)?|at the same time|secret(ly)?|take turns|one at a time|one after (an|the "
    r")other|at once|in sequence|face[- ]?down|together)\b"
)


class QuantifierScope(Cued):
    """One for all, or one for each.

    "All players take a card" may hand out one card to each of them or one to the group. Say *each*, or *one in all*.
    """

    code = "LX704"
    name = "quantifier-scope"
    message = "{what}: one in all or one for each is not said"
    bad = "All players take a coin from the box."
    good = "Each player takes one coin from the box."
    cues = (
        cue(
            r"\b(?P<who>all (?:the )?(?:other )?players|both players|players|all opponents) (?:must |may "
            r"|can |then |also )?"
            r"(?P<verb>take|draw|get|gain|receive|pay|lose|choose|select|place|discard|roll|have"
            r"|move) (?P<at>(?:a|an|one|1) (?!of\b)[a-z]+)",
            MANY,
            "each of them: {verb} {at}",
            "{at} for all of them together",
            unless=_ORDERED,
        ),
        cue(
            r"(?P<at>\b(?:place|put|add) (?:a|an|one) [^,.;]{3,40} (?:in|on) (?P<x>[^,.;]{2,20}) and "
            r"(?:in|on) (?P<y>[^,.;]{2,20}))",
            MANY,
            "one in {x} and another in {y}",
            "one in all, for {x} and {y}",
        ),
    )


class IncludesSelf(Cued):
    """Whether the one who acts, or the thing itself, is among *others*, *any* or *all*.

    "Any pile" may include your own; "move to any field" may include the field where the piece stands. Say
    "including your own" or "another".
    """

    code = "LX726"
    name = "includes-self"
    message = "whether {what} includes the one it starts from is not said"
    bad = "Move the robber to any field."
    good = "Move the robber to any field other than the one it is on."
    cues = (
        cue(
            r"\b(?:move|moves|moved|go|goes|travel|sail|fly|return|shuffle)\b[^,.;]{0,40}? (?P<at>(?:to"
            r"|onto|into) any (?P<noun>(?!other)[a-z]+))",
            MANY,
            "any {noun} but the one it is on",
            "any {noun}, also the one it is on",
            unless=r"other than|another|including|(?:to|onto|into) any [a-z]+[* ]+(?:connected|adjacent"
            r"|other|that|with|which|within|next)",
        ),
        cue(
            r"\b(?P<at>(?:from|in|into|of|on) any (?:player's |players )?(?P<noun>(?:(?!other|new"
            r"|empty)[a-z]+ )?(?:pile"
            r"|hand|area|board|tableau|stack|supply|reserve)))\b(?! [a-z]+ion\b)",
            MANY,
            "any {noun} of another player",
            "any {noun}, also your own",
        ),
        cue(
            r"\b(?:before|until|hits?|hitting|blocked by|surrounded by|next to) "
            r"(?P<at>another (?P<noun>[a-z]+))",
            MANY,
            "another {noun} of whoever, your own too",
            "another {noun} of an opponent",
        ),
        cue(
            r"\b(?P<at>(?:each|every|any) (?:player's )?(?P<noun>player|opponent|neighbou?r)) (?:loses"
            r"|discards|pays|must discard|must pay|must give)",
            SOME,
            "whoever acts too",
            "all but whoever acts",
        ),
        cue(
            r"\b(?P<at>any (?:one|1|two|three|\d) (?:of )?(?:the |your |their )?(?P<noun>[a-z]+))",
            SOME,
            "also the one used before",
            "another {noun}",
        ),
    )


def _is_a_piece(page: Page, sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether what may be any is one thing that somebody could own."""
    place = sentence.start + match.start("noun")
    tokens = [t for t in sentence.tokens if place <= t.start < sentence.start + match.end("noun")]
    after = next((t for t in sentence.tokens if t.start >= sentence.start + match.end("noun")), None)
    return (
        bool(tokens)
        and all(t.is_noun and not t.plural for t in tokens)
        and not (after is not None and (after.is_noun or after.kind in ("verb", "number")))
    )


def _contended(page: Page, sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether it could matter who is first: not where everybody acts on what is his alone."""
    after = sentence.low[match.end("verb") :]
    near = " ".join(
        s.low for s in page.sentences if s.section is sentence.section and abs(s.order - sentence.order) <= 2
    )
    if match["verb"].startswith("play") and re.search(
        r"\bclockwise\b|\bto (?:the|his|her|their) left\b|\btricks?\b|\bin turn\b", page.low
    ):
        return False
    return (sentence.kind == "setup" or not page.for_two) and not (
        re.match(
            r" (?:[a-z]+ ){0,2}(?:their|his|her|its|your)(?: own)?\b(?![^,.;]*\b(?:on|to|from) (?:the"
            r"|each|a|any)\b)",
            after,
        )
        or re.search(
            r"\b(?:the same|simultaneous(?:ly)?|face[- ]down|secretly)\b|\bfrom (?:their|his|her) "
            r"(?:own )?(?:hand|deck|starting)",
            near,
        )
        or re.match(r" (?:not|how|whether|who|which|to)\b", after)
    )


class WhoseOwn(Cued):
    """*Any* or *a* piece, and it may be anybody's.

    "Remove any pawn" may mean one's own, an opponent's, or whichever one likes. Say whose.
    """

    code = "LX794"
    name = "whose-own"
    message = "whose it may be, one's own or another's, is not said: {what}"
    bad = "On your turn, you may upgrade any house."
    good = "On your turn, you may upgrade any house of your own."
    cues = (
        cue(
            r"\b(?:upgrades?|attacks?|takes?|moves?|removes?|destroys?|uses?|chooses?|targets?|eats?"
            r"|splits?|splitting|flips?|turns?|rotates?|captures?|builds?|places?|played|placed"
            r"|lowers?|raises?) "
            r"(?:over |down )?(?P<at>(?:on |in |to |from )?any (?P<noun>(?!new|legal|empty|number"
            r"|time|point|order|more|other|of|amount|player|opponent|kind|way|direction|or|and|two"
            r"|three)[a-z-]+(?: (?:zone"
            r"|space|region|card|tile|pile|piece|stack))?))\b",
            MANY,
            "{noun}: one's own",
            "{noun}: an opponent's as well",
            "{noun}: one that nobody owns",
            keep=_is_a_piece,
            unless=r"\b(?:own|opponent|other player|another player|anybody|anyone|rival|of your|of their|of his)",
        ),
    )


class EachOrTotal(Cued):
    """A gain for several: each of them the whole, or all of them together.

    "The winners score six points" may be six each or six to share. The same question comes up where several
    instances are counted once or one by one.
    """

    code = "LX727"
    name = "each-or-total"
    message = "{what}: for each or for all together is not said"
    bad = "The winners gain 3 coins."
    good = "Each winner gains 3 coins."
    cues = (
        cue(
            r"\b(?P<at>(?:players|opponents|winners|they|both players|all (?:tied )?players|the others) "
            r"(?:each )?(?:may |must |then |also )?"
            rf"(?:gain|gains|score|receive|get|lose|earn|pay|collect|draw) (?P<number>{NUMBER}) [a-z]+)",
            MANY,
            "{number} for each of them",
            "{number} in all, to be shared",
            unless=r"\beach\b|\bapiece\b|\b(?:a|any|the|one) player\b",
        ),
    )


class PerInstance(Cued):
    """Something is gained for *a* thing, and there may be several of them.

    "If you win with a torch, take a coin": with two torches this may be one coin or two. Say "for each torch" or
    "once, however many".
    """

    code = "LX764"
    name = "per-instance"
    message = "{what}: once, or once for every one of them, is not said"
    bad = "If you win a fight using a torch, take a coin."
    good = "If you win a fight, take a coin for each torch you used."
    cues = (
        cue(
            r"\b(?:if|when|whenever) (?:you|a player|he|she|they|the player)\b[^.;]{3,50}? (?:using|with"
            r"|by|has|have|own|play|plays|reveal|reveals) (?P<at>(?:a|an) (?P<noun>[a-z]+(?: "
            r"[a-z]+){0,2}))[^.;]{0,20}?, "
            r"(?:[a-z]+ ){0,3}?(?P<verb>take|gain|score|draw|toss|place|receive|put|get|earn|add|lose"
            r"|pay|takes|gains|scores|draws|receives)s? (?P<gain>(?:a|an|one|\d) [a-z]+)",
            MANY,
            "{gain} in all, however many there are",
            "{gain} for every single one",
        ),
        cue(
            r"\bfor each (?:such )?(?P<at>(?P<noun>[a-z]+))\b[^.;]*\bby one\b",
            SOME,
            "each {noun} counts once",
            "only those of the player count",
        ),
    )


class OrderAmongPlayers(Cued):
    """Several players do something, and nothing says in which order.

    Whoever goes later knows more, and may find less. Say "in turn order, starting with ...", "at the same time", or
    "secretly and then all at once".
    """

    code = "LX770"
    name = "order-among-players"
    message = "{what}: in which order, or at the same time, is not said"
    bad = "Each player chooses a guild from the display."
    good = "In turn order, each player chooses a guild from the display."
    cues = (
        cue(
            r"\b(?P<at>(?P<who>each (?:other )?player|every player|all (?:the )?(?:other )?players"
            r"|players|(?:the )?other players|both "
            r"[a-z]+s)(?: (?:with|who|that|having|holding) [^,.;]{2,40}?)?(?: \([^)]*\))? (?:must "
            r"|may |can |then |now |also |immediately "
            r"|secretly |will |gets? to )*(?P<verb>selects?|chooses?|picks?|places?|drafts?|bids?|plays?"
            r"|moves?|splits?|buys?|builds?|puts?|performs?|resolves?|take(?=s? (?:those|these|the"
            r"|one|an?) (?:[a-z]+ )?actions?\b))s?\b(?! "
            r"(?:turns|in|with|against|their (?:own )?(?:board|mat|colou?r)))[^,.;]{0,30})",
            MANY,
            "all at the same time",
            "one after the other, starting with the first player",
            "one after the other, in any order they like",
            unless=_ORDERED,
            keep=_contended,
        ),
        cue(
            r"\b(?P<at>(?P<who>each player|players) (?P<verb>splitting|placing|choosing|taking|drawing"
            r"|playing|moving)\b[^,.;]{0,30})",
            MANY,
            "all at the same time",
            "one after the other in turn",
            unless=_ORDERED,
        ),
    )


RULES: tuple[type[Diagnosis], ...] = (
    QuantifierScope,
    IncludesSelf,
    EachOrTotal,
    WhoseOwn,
    PerInstance,
    OrderAmongPlayers,
)
