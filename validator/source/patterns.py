"""The words by which a text shows what it says: permissions, conditions, limits, who acts, comparisons, deeds.

They are those of any rulebook; none comes from one game. What is said in a roundabout way is simply not seen.
"""

from __future__ import annotations

import re

from ludex.validator.text.words import NUMBERS


def words(alternatives: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """Whole words, in any case."""
    return re.compile(rf"{before}\b(?:{alternatives})\b{after}", re.IGNORECASE)


#: Words that speak of a number without writing it.
HINTS: dict[str, int] = {
    "both": 2, "twice": 2, "pair": 2, "double": 2, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "half": 2, "thrice": 3, "couple": 2,
    "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6, "sevens": 7, "eights": 8, "nines": 9, "tens": 10,
}
#: What stands before a number that is all there are.
ALL = re.compile(r"\ball (?:of )?(?:the |his |her |their |your |these |those )?$", re.IGNORECASE)
#: How a passage begins that is only played where a table agrees on it.
OPTIONAL = "(optional)"
ANY_NUMBER = rf"\d+|{'|'.join(NUMBERS)}"

_AHEAD = r"(?<![\w.,/'’-])"
FIGURE = re.compile(
    rf"{_AHEAD}(?:(?P<digits>\d+)(?!\w|[.,/:]\d|-\w)|(?P<word>{'|'.join(NUMBERS)})(?!\w|-(?!\d)\w)"
    rf"|(?P<hint>{'|'.join(HINTS)})\b)",
    re.IGNORECASE,
)
RANGE = re.compile(rf"(?<!\w)({ANY_NUMBER})(?:\s*[-–]\s*|\s+to\s+)({ANY_NUMBER})(?!\w)", re.IGNORECASE)

# -- may and must

MAY = words(r"may(?! not\b)|can(?! not\b)(?!'t)|(?:is|are) (?:allowed|free) to|optionally|chooses? (?:whether|to)")
#: Who can be meant by a `can` that permits; without anybody it is an ability.
PERSON = words("players?|person|he|she|they|you|one|who|whoever|winner|loser|owner|opponent")
MUST = words(r"must(?! not\b)|(?:has|have) to|(?:is|are) (?:obliged|forced) to")
#: Permission in other words than `may`, for the question whether a rule may leave a choice.
LEAVE = words(
    r"may|can|could|or|either|optional\w*|choose|chooses|wish\w*|likes?|wants?|up to|any number|if desired|might|"
    r"allowed|free to|decides?"
)
#: The most that somebody may have.
CAP = words("the most|at most|no more than|not more than")

# -- conditions

CONDITION = words(
    "only if|even if|if|unless|as long as|so long as|while|whenever|when|as soon as|provided(?: that)?|in case|"
    "except when|except if"
)
#: Those that may tell a moment, and no condition.
MOMENT = words("while|whenever|when|as soon as")
#: A condition on who acts.
WHO = words("(?:the|a|any|each|every) (?:player|person|one) (?:who|whose)|whoever")
DENIED = words(r"no|none|nobody|no one|nothing|not|never|without|empty|exhausted|(?:run|runs|ran) out|\w+n't")
UNTIL = words("until|till")
ONCE = words("only once|just once|once per|once (?:a|each|every)|at most once|no more than once")
INSTEAD = words("instead|in place of|in lieu of|replaces?|rather than|in its stead")
THEN = words("then|after (?:that|this|which)|afterwards|next|finally")

# -- who

_SEEN = "".join(f"(?<!{lead} )" for lead in (
    "view of", "seen by", "known to", "visible to", "open to", "in front of", "serve", "serves"))
EVERYBODY = words(
    r"(?:each|every|all)(?: of)?(?: the| other| two)? (?:other )?players?(?![’'])|everyone|everybody", before=_SEEN)
SEVERAL = re.compile(
    r"\b(?:players(?!['’])|each|every|all|everyone|everybody|both|others|they|their|them|the other|anyone|whoever|who|"
    r"nobody|opponents|rivals|turns|simultaneously|in turn)\b|\bplayers['’]",
    re.IGNORECASE,
)
SEAT = words(r"(?:first|second|third|fourth|last|starting|youngest|oldest) (?:player|seat)|dealer|seats?")
RIGHT = words(
    "(?:counter-?|anti-?)clockwise|counter clockwise|(?:to|on) (?:the|his|her|their|your) right|right-hand neighbou?r")
LEFT = words("clockwise|(?:to|on) (?:the|his|her|their|your) left|left-hand neighbou?r",
             before="(?<!counter)(?<!counter-)(?<!counter )(?<!anti)(?<!anti-)")
#: How many play.
PLAYERS = re.compile(
    rf"\b(?P<how>for|each of the|are|only)\s+(?P<low>{ANY_NUMBER})(?:\s*(?:[-–]|to|or)\s*(?P<high>{ANY_NUMBER}))?"
    rf"\s+(?:players|people|persons)\b"
    rf"|^(?P<first>{ANY_NUMBER})(?:\s*(?:[-–]|to|or)\s*(?P<last>{ANY_NUMBER}))?\s+players\b",
    re.IGNORECASE,
)

# -- sight and superlatives

_NOT_SEEN = "(?:does|do|may|can) not (?:see|look)|cannot (?:see|look)"
HIDDEN = words(f"face[- ]down|{_NOT_SEEN}|unseen|unknown|hidden|secret(?:ly)?|in secret")
SHOWN = words("face[- ]up|in full view|openly|visible to|open to all|in the open")
MOST = words("first (?:to )?(?:reach(?:es)?|comes? to|gets? to)|most|highest|greatest|largest|biggest|best|longest",
             before="(?<!at )")
LEAST = words("fewest|lowest|smallest|least|shortest", before="(?<!at )")

# -- comparisons

_BARE = rf"(?: (?P<n>{ANY_NUMBER})\b)?"
_TO = "reach(?:es)?|comes? to|gets? to|arrives? at"


def _before(after: str) -> str:
    return rf"(?<!\w)(?P<m>{ANY_NUMBER}) or (?:{after})\b"


#: Sign -> a phrase that says it, of a number or of another quantity.
COMPARED: tuple[tuple[str, re.Pattern[str]], ...] = (
    (">", words(r"the (?:higher|greater|larger|bigger|stronger) (?!of\b|one\b)\w+",
                after="(?= (?:wins|takes|beats|gets|scores))")),
    (">", re.compile(rf"\b(?:more|greater|higher|larger|bigger) than{_BARE}", re.IGNORECASE)),
    ("<", re.compile(rf"\b(?:fewer|less|lower|smaller) than{_BARE}", re.IGNORECASE)),
    (">=", re.compile(rf"\bat least{_BARE}|{_before('more|higher|greater')}|\b(?:{_TO})(?: (?P<k>{ANY_NUMBER})\b)",
                      re.IGNORECASE)),
    ("<=", re.compile(rf"(?<!or )\b(?:at most|no more than|up to|not more than){_BARE}|{_before('fewer|less|lower')}"
                      rf"|\bdown to(?: (?P<k>{ANY_NUMBER})\b)", re.IGNORECASE)),
    ("is", re.compile(rf"\bexactly{_BARE}", re.IGNORECASE)),
    ("any", words(r"any number|as many (?:\w+ )?as (?:one|he|she|they|you|the player)")),
)

# -- deeds

_DIE = r"(?! over)(?=[^.]*\bdi(?:e|ce)\b)"
_CARDS = r"(?= (?:\w+ ){0,4}cards?\b|[^.]*\bfrom\b)"
#: What is done -> the verbs of it, and the words of the language of which one has to be there.
DEEDS: tuple[tuple[str, re.Pattern[str], frozenset[str]], ...] = (
    ("shuffle", words(r"(?:re)?shuffl\w+"), frozenset(("shuffle",))),
    ("roll", words("roll|rolls|rolled|throws? (?:the|a) di[ce]e?", after=_DIE), frozenset(("chance",))),
    ("leave to chance", words("at random|randomly|by lot"),
     frozenset(("chance", "shuffle"))),
    ("deal or draw", words("deal|deals|dealt|draws?|drawn", after=_CARDS), frozenset(("draw", "chance", "move"))),
    ("add", words("adds|added to|(?:goes|go) up by|increases? by"),
     frozenset(("add", "move"))),
    ("take away", words("subtracts?|takes? away|(?:goes|go) down by|decreases? by|loses|pays?"),
     frozenset(("take away", "move", "set", "end"))),
    ("discard", words("discard(?:s|ed)?"), frozenset(("move",))),
)
