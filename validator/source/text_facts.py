"""What sentences of a rulebook say, as plain facts: numbers, permissions, conditions, limits, quantities, deeds.

Only what plain words show is read, with patterns that hold for any rulebook; what is said in a roundabout way is
simply not seen. Places are kept, so that a finding can point at the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludex.dsl.source import Span
from ludex.validator.source.book import Entry, Sentence

NUMBERS = {
    word: value
    for value, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"]
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "dozen": 12}
#: Words that speak of a number without writing it.
HINTS = {
    "both": 2, "twice": 2, "pair": 2, "double": 2, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "half": 2, "thrice": 3, "couple": 2,
}

_WORDS = "|".join(NUMBERS)
_N = rf"(?P<n>\d+|{_WORDS})"
_NUMBER = re.compile(
    rf"(?<![\w.,/'’-])(?:(?P<digits>\d+)(?![\w]|[.,/:]\d|-\w)|(?P<word>{_WORDS})(?![\w]|-(?!\d)\w)|(?P<hint>{'|'.join(HINTS)})\b)",
    re.IGNORECASE,
)
_RANGE = re.compile(rf"(?<!\w)(\d+|{_WORDS})(?:\s*[-–]\s*|\s+to\s+)(\d+|{_WORDS})(?!\w)", re.IGNORECASE)

MAY = re.compile(
    r"\b(?:may(?! not\b)|can(?! not\b)(?!'t)|(?:is|are) (?:allowed|free) to|optionally|"
    r"chooses? (?:whether|to)\b)(?!\w)", re.IGNORECASE)
MUST = re.compile(r"\b(?:must(?! not\b)|(?:has|have) to|(?:is|are) (?:obliged|forced) to)\b", re.IGNORECASE)
CONDITION = re.compile(
    r"\b(?:only if|even if|if|unless|as long as|so long as|while|whenever|when|as soon as|provided(?: that)?|in case|"
    r"except when|except if)\b", re.IGNORECASE)
#: A condition on who acts.
WHO = re.compile(r"\b(?:the|a|any|each|every) (?:player|person|one) (?:who|whose)\b|\bwhoever\b", re.IGNORECASE)
UNTIL = re.compile(r"\b(?:until|till)\b", re.IGNORECASE)
DURATION = re.compile(
    r"\b(?:until|till|for (?:the rest of )?(?:the|this|that|one|his|their) (?:turn|round|phase|game)|"
    r"during (?:the|this|that) (?:turn|round|phase))\b", re.IGNORECASE)
ONCE = re.compile(r"\b(?:only once|just once|once per|once (?:a|each|every)|at most once|no more than once)\b", re.IGNORECASE)
INSTEAD = re.compile(r"\b(?:instead|in place of|in lieu of|replaces?|rather than|in its stead)\b", re.IGNORECASE)
EVERYBODY = re.compile(
    r"(?<!view of )(?<!seen by )(?<!known to )(?<!visible to )(?<!open to )(?<!in front of )(?<!serve )(?<!serves )"
    r"\b(?:(?:each|every|all)(?: of)?(?: the| other| two)? (?:other )?players?(?![’'])|everyone|everybody)\b",
    re.IGNORECASE)
SEVERAL = re.compile(
    r"\b(?:players(?!['’])|each|every|all|everyone|everybody|both|others|they|their|them|anyone|whoever|who|nobody|"
    r"opponents|rivals|turns|simultaneously|in turn)\b|\bplayers['’]", re.IGNORECASE)
#: Permission in other words than `may`, for the question whether a rule may leave a choice.
LEAVE = re.compile(
    r"\b(?:may|can|could|or|either|optional\w*|choose|chooses|wish\w*|likes?|wants?|up to|any number|if desired|might|"
    r"allowed|free to|decides?)\b", re.IGNORECASE)
SEAT = re.compile(r"\b(?:first|second|third|fourth|last|starting|youngest|oldest|seats?|dealer) (?:player|seat)?\b|\bseat\b",
                  re.IGNORECASE)
#: The most that somebody may have.
CAP = re.compile(r"\b(?:the most|at most|no more than|not more than)\b", re.IGNORECASE)
RIGHT = re.compile(
    r"\b(?:(?:counter-?|anti-?)clockwise|counter clockwise|(?:to|on) (?:the|his|her|their|your) right|to the right|"
    r"right-hand neighbou?r)\b", re.IGNORECASE)
LEFT = re.compile(
    r"(?<!counter)(?<!counter-)(?<!anti)(?<!anti-)\bclockwise\b|\b(?:to|on) (?:the|his|her|their|your) left\b|"
    r"\bleft-hand neighbou?r\b", re.IGNORECASE)
EMPTY = re.compile(
    r"\b(?:no (?:more )?\w+ left|none left|(?:run|runs|ran) out|(?:is|are|becomes?) (?:empty|exhausted|used up)|"
    r"has no \w+ left|last \w+ (?:is|has been) (?:taken|drawn))\b", re.IGNORECASE)

DENIED = re.compile(
    r"\b(?:no|none|nobody|no one|nothing|not|never|without|empty|exhausted|(?:run|runs|ran) out|\w+n't)\b", re.IGNORECASE)
HIDDEN = re.compile(
    r"\b(?:face[- ]down|(?:does|do|may|can) not (?:see|look)|unseen|unknown|hidden|secret(?:ly)?|in secret|cannot (?:see|look))\b",
    re.IGNORECASE)
SHOWN = re.compile(r"\b(?:face[- ]up|in full view|openly|visible to|open to all|in the open)\b", re.IGNORECASE)
#: How many play.
PLAYERS = re.compile(
    rf"\b(?P<how>for|each of the|are|only)\s+(?P<low>\d+|{_WORDS})(?:\s*(?:[-–]|to|or)\s*(?P<high>\d+|{_WORDS}))?\s+(?:players|people|persons)\b"
    rf"|^(?P<first>\d+|{_WORDS})(?:\s*(?:[-–]|to|or)\s*(?P<last>\d+|{_WORDS}))?\s+players\b", re.IGNORECASE)
MOST = re.compile(r"\b(?:first (?:to )?(?:reach(?:es)?|comes? to|gets? to)|most|highest|greatest|largest|biggest|best|longest|maximum)\b", re.IGNORECASE)
LEAST = re.compile(r"\b(?:fewest|lowest|smallest|least|minimum|shortest)\b(?<!at least)", re.IGNORECASE)

#: Phrase -> what it says about a number or a quantity.
_COMPARED: tuple[tuple[str, re.Pattern[str]], ...] = (
    (">", re.compile(r"\bthe (?:higher|greater|larger|bigger|stronger) (?!of\b|one\b)\w+(?= (?:wins|takes|beats|gets|scores))",
                     re.IGNORECASE)),
    (">", re.compile(rf"\b(?:more|greater|higher|larger|bigger) than(?: {_N}\b)?(?! (?:once|twice))", re.IGNORECASE)),
    ("<", re.compile(rf"\b(?:fewer|less|lower|smaller) than(?: {_N}\b)?", re.IGNORECASE)),
    (">=", re.compile(rf"\bat least(?: {_N}\b)?|(?<!\w){_N.replace('<n>', '<m>')} or (?:more|higher|greater)\b|"
                      rf"\b(?:reach(?:es)?|comes? to|gets? to|arrives? at)(?: {_N.replace('<n>', '<k>')}\b)", re.IGNORECASE)),
    ("<=", re.compile(rf"(?<!or )\b(?:at most|no more than|up to|not more than)(?: {_N}\b)?|"
                      rf"(?<!\w){_N.replace('<n>', '<m>')} or (?:fewer|less|lower)\b|\bdown to(?: {_N.replace('<n>', '<k>')}\b)",
                      re.IGNORECASE)),
    ("is", re.compile(rf"\bexactly(?: {_N}\b)?", re.IGNORECASE)),
    ("any", re.compile(r"\bany number\b|\bas many (?:\w+ )?as (?:one|he|she|they|you|the player)\b", re.IGNORECASE)),
)

#: Verbs of a rulebook -> what the language calls the same deed. One of the words has to be there.
DEEDS: tuple[tuple[str, re.Pattern[str], frozenset[str]], ...] = (
    ("shuffle", re.compile(r"\b(?:re)?shuffl\w+", re.IGNORECASE), frozenset(("Shuffle", "Shuffled"))),
    ("roll", re.compile(r"\b(?:roll|rolls|rolled|throws? (?:the|a) di[ce]e?)\b(?! over)(?=[^.]*\bdi(?:e|ce)\b)", re.IGNORECASE),
     frozenset(("RollDie", "PickAtRandom"))),
    ("leave to chance", re.compile(r"\b(?:at random|randomly|by lot)\b", re.IGNORECASE),
     frozenset(("PickAtRandom", "RollDie", "Draw", "Shuffle", "Shuffled"))),
    ("deal or draw", re.compile(r"\b(?:deal|deals|dealt|draws?|drawn)\b(?= (?:\w+ ){0,4}cards?\b|[^.]*\bfrom\b)|"
                                r"\bcards? (?:is|are) (?:dealt|drawn)\b", re.IGNORECASE),
     frozenset(("Draw", "PickAtRandom", "Move"))),
    ("add", re.compile(r"\b(?:adds|added to|(?:goes|go) up by|increases? by)\b", re.IGNORECASE),
     frozenset(("AddTo", "Plus", "add", "Include", "Move"))),
    ("take away", re.compile(r"\b(?:subtracts?|takes? away|(?:goes|go) down by|decreases? by|loses|pays?)\b",
                             re.IGNORECASE),
     frozenset(("SubtractFrom", "Minus", "Exclude", "Move", "Shuffle", "SetTo", "EndTheGame"))),
    ("discard", re.compile(r"\bdiscard(?:s|ed)?\b(?= (?:\w+ ){0,5}\w|\b)", re.IGNORECASE), frozenset(("Move", "Shuffle"))),
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a text; `hint` is one that is only spoken of, such as `both` or `second`."""

    number: int
    at: Span
    hint: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison in a text, with its number if one is given."""

    sign: str
    number: int | None
    at: Span

    @property
    def boundary(self) -> int | None:
        """The first number on the upper side of the line that it draws."""
        if self.number is None or self.sign in ("is", "any"):
            return None
        return self.number + (self.sign in (">", "<="))


def value_of(text: str) -> int:
    """The number that digits or a word stand for."""
    return int(text) if text.isdecimal() else NUMBERS[text.lower()]


def figures(sentence: Sentence) -> Iterator[Figure]:
    """The numbers of a sentence. `one` is an article more often than a number, and no figure."""
    source = sentence.at.source
    for match in _NUMBER.finditer(source.text, sentence.at.start, sentence.at.end):
        word = match.group().lower()
        if word == "one":
            continue
        if match.group("hint"):
            yield Figure(HINTS[word], Span(source, match.start(), match.end()), True)
        elif match.group("digits") is None or len(match.group("digits")) <= 9:
            yield Figure(value_of(word), Span(source, match.start(), match.end()), False)


def supported(entry: Entry) -> set[int]:
    """All numbers that a passage speaks of: written, hinted at, between the ends of a range, or a sum of two."""
    written: list[int] = []
    more: set[int] = {0, 1}
    for sentence in entry.sentences:
        for figure in figures(sentence):
            (more.add if figure.hint else written.append)(figure.number)
        for match in _RANGE.finditer(sentence.text):
            low, high = value_of(match.group(1)), value_of(match.group(2))
            more.update(range(low, min(high, low + 50) + 1))
        ones = len(re.findall(r"\bone\b", sentence.text, re.IGNORECASE))
        if ones > 1:
            more.add(ones)
        more.add(listed(sentence.text))
    sums = {a + b for place, a in enumerate(written) for b in written[place + 1:]}
    return more | set(written) | sums | {sum(written)}


def listed(text: str) -> int:
    """How many things the list after a colon has; 0 if there is none."""
    _, colon, rest = text.partition(":")
    return len(re.split(r",\s*(?:and |or )?| and | or ", rest.split(";")[0].split(". ")[0])) if colon else 0


def found(pattern: re.Pattern[str], sentence: Sentence) -> list[Span]:
    """The places of a pattern in a sentence, whatever its line breaks."""
    source, start = sentence.at.source, sentence.at.start
    text = re.sub(r"\s", " ", sentence.at.text)
    return [Span(source, start + match.start(), start + match.end()) for match in pattern.finditer(text)]


def compared(sentence: Sentence) -> Iterator[Compared]:
    """The comparisons of a sentence."""
    text = re.sub(r"\s", " ", sentence.at.text)
    for sign, pattern in _COMPARED:
        for match in pattern.finditer(text):
            words = next((g for g in match.groupdict().values() if g), None)
            at = Span(sentence.at.source, sentence.at.start + match.start(), sentence.at.start + match.end())
            yield Compared(sign, None if words is None else value_of(words), at)


def counted(entry: Entry, noun: str) -> set[int]:
    """How many of something a passage speaks of: `3 cards`, `one card`, `the card`."""
    word = re.escape(noun.split()[-1].lower())
    pattern = re.compile(rf"\b(\d+|{_WORDS}|a|an|the|top|next|each|every|that|this)\s+(?:[\w'’]+\s+){{0,2}}?{word}(s?)\b", re.IGNORECASE)
    found_numbers = set()
    for sentence in entry.rules:
        for match in pattern.finditer(sentence.text):
            said = match.group(1).lower()
            if said.isdecimal() or said in NUMBERS:
                found_numbers.add(value_of(said))
            elif not match.group(2):
                found_numbers.add(1)
    return found_numbers


def any_of(pattern: re.Pattern[str], entries: Iterable[Entry]) -> bool:
    """Whether one of several passages has a pattern."""
    return any(pattern.search(entry.passage.text) for entry in entries)
