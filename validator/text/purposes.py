"""What the sentences of a plain rulebook are for, by their own words and by the heading above them.

What the kinds say that bind nobody is kept apart, so that a vague word in the history of the theme is not reported as
a gap of the game.
"""

from __future__ import annotations

import re

from ludex.validator.text import words as w
from ludex.validator.text.sentences import SentenceKind

_HEADINGS: tuple[tuple[SentenceKind, str], ...] = (
    (
        "credit",
        r"credits?|thanks|acknowledge?ments?|copyright|about the author|colophon|imprint|licen[cs]e|sources?"
        r"|change ?log|(version|revision|release) (history|notes)|revisions|updates|to-?do( list)?"
        r"|notes for developers?"
        r"|(notes for )?development|implementation.*|play-?test.*|table of contents|(further )?links|references",
    ),
    ("example", r"examples?( of .*)?|sample .*|.*: an example|.* example"),
    ("strategy", r"strateg.*|(some )?(tips?|hints?|advice)( .*)?|.* (tips|hints|advice)|how to win"),
    (
        "flavour",
        r"(design(er)?'?s?|historical|history) (notes?|background)|background|history|(the )?story|flavou?r"
        r"|theme|foreword|preface|designer.*|design notes.*|historical .*|design .*",
    ),
    (
        "setup",
        r"(game |initial |starting )?set[- ]?up( .*)?|preparations?|.*initial placement.*|before (you|the "
        r"game).*"
        r"|preparing .*|setting up.*",
    ),
    (
        "component",
        r"(game )?components?|contents?|what'?s in the box|equipment|.*materials?|parts list|game pieces"
        r"|.*\bcard list|.*distribution",
    ),
)
_STARTS: tuple[tuple[SentenceKind, str], ...] = (
    ("flavour", r"(historical|designer'?s?|design|flavou?r|thematic|background) note\b"),
    (
        "strategy",
        r"(strateg(y|ic)|playing) (tips?|hints?|advice|notes?)\s*:|strategy:|(tips?|hints?|advice)\s*:",
    ),
    ("example", r"(an |as an )?(for )?examples?\b[,:.]|e\.g\.|for instance\b|example \d"),
    (
        "credit",
        r"copyright\b|©|special thanks|(game )?design(ed)?\b.*:|editing:|layout:|photo\b|written by|"
        r"\(?original translation|translat(ed|ion)\b|licensed|all rights reserved|illustrat(ed|ions?)\b|art:",
    ),
)
_INTERFACE = re.compile(
    r"\b(click(s|ed|ing)? (on|here|again)|click the '|double-click|mouse|button|tooltip|log ?in|web ?site|browser|"
    r"(from|in|on) the panel|game screen|the screen|drop-down|hover over|scroll|pop-?up|cursor|tap the icon|"
    r"the (game|system|program|app) (allows|will let|lets) you)\b",
    re.IGNORECASE,
)
_STRATEGY = re.compile(
    r"^(remember(,|:| that)|try (not )?to|don'?t (neglect|forget to consider)|expect\b|keep in mind"
    r"|good luck|welcome to|it is (usually|often|generally) "
    r"(best|good|wise|better)|be careful|be sure to consider|you (may|might) want to|remember that it|watch out)|"
    r"\b(is usually a (sound|good)|good strategy|sound strategy|tends? to (start|be)|an advantage)\b",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"\b(is called|are called|is known as|known as|means that|means\b|refers? to|consists? of|is "
    r"defined|are defined|"
    r"is the (sum|number|total|value)|is considered|are considered|counts? as|represents?|"
    r"(these|this) (is|are) (the|called|your)|will be called)\b",
    re.IGNORECASE,
)
_GAME_WORD = re.compile(
    r"\b("
    + "|".join(sorted(w.COMPONENTS | w.PEOPLE | {"players", "score", "game", "deal", "draw", "wins", "dice"}))
    + r")s?\b",
    re.IGNORECASE,
)
_DATA = re.compile(r"\s[-–:]\s*[+-]?\d+ ?\w*\.?( \(x\d+.*\))?$|\bx ?\d+\)?$|^\d+ \w+( \w+)?$")
_PAST = re.compile(r"\b(was|were|had|did|began|became|wanted|thought|used to|century|18\d\d|19\d\d|20\d\d)\b")
_BINDS = re.compile(r"\b(may|must|can|cannot|you|if)\b")
_FIRST = re.compile(r"\b(I|my|me|I'd|I've|we wanted)\b")


def heading_kind(title: str) -> SentenceKind | None:
    """The kind that a heading gives to what stands under it."""
    plain = re.sub(r"[^\w\s&'-]", "", title).strip().lower()
    return next((kind for kind, pattern in _HEADINGS if re.fullmatch(pattern, plain)), None)


def opening_kind(sentence: str) -> SentenceKind | None:
    """The kind that the first words of a sentence announce, for it and the rest of its paragraph."""
    low = sentence.lower().strip(" '\"*(")
    return next((kind for kind, pattern in _STARTS if re.match(pattern, low)), None)


def sentence_kind(sentence: str, above: SentenceKind | None, block: str) -> SentenceKind:
    """What a sentence is for, by its own words and by the heading above it."""
    if re.match(r"[a-z].*\?$", sentence.strip()):
        return "noise"
    if above in ("credit", "example", "strategy", "flavour"):
        return above
    if _INTERFACE.search(sentence):
        return "interface"
    if _STRATEGY.search(sentence.strip()):
        return "strategy"
    if _FIRST.search(sentence) and not re.search(r"[“\"']I\b|\bPart I\b|\bI[.)]", sentence):
        return "flavour"
    if above == "component" or block == "row" or (block == "item" and _DATA.search(sentence)):
        return "component"
    if not _GAME_WORD.search(sentence) and _PAST.search(sentence) and not _BINDS.search(sentence):
        return "flavour"
    if above == "setup":
        return "setup"
    if _DEFINES.search(sentence):
        return "definition"
    return "rule"
