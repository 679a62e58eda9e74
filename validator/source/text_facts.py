"""What sentences of a rulebook say, as plain facts: numbers, comparisons, how many of what, and where patterns stand.

Places are kept, so that a finding can point at the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ludex.dsl.source import Span
from ludex.ir.record import record
from ludex.validator.source.book import Entry, Sentence
from ludex.validator.source.patterns import ANY_NUMBER, COMPARED, FIGURE, HINTS, RANGE
from ludex.validator.text.words import number_of


@record
class Figure:
    """A number in a text; `hint` is one that is only spoken of, such as `both` or `second`."""

    number: int
    at: Span
    hint: bool


@record
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


#: What stands between the numbers of a list.
_BETWEEN = re.compile(r"\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+")


def figures(sentence: Sentence) -> Iterator[Figure]:
    """The numbers of a sentence. `one` is an article more often than a number, and no figure."""
    source = sentence.at.source
    for match in FIGURE.finditer(source.text, sentence.at.start, sentence.at.end):
        word = match.group().lower()
        if word == "one":
            continue
        if match.group("hint"):
            yield Figure(HINTS[word], Span(source, match.start(), match.end()), True)
        elif match.group("digits") is None or len(match.group("digits")) <= 9:
            yield Figure(number_of(word) or 0, Span(source, match.start(), match.end()), False)


def supported(entry: Entry) -> set[int]:
    """All numbers that a passage speaks of: written, hinted at, between the ends of a range, or a sum of two. Those of
    a list (`2, 3 or 4`) are not summed up: it is one of them."""
    written: list[int] = []
    more: set[int] = {0, 1}
    for sentence in entry.sentences:
        row: list[Figure] = []
        for figure in (*figures(sentence), None):
            if figure is not None and figure.hint:
                more.add(figure.number)
                continue
            if figure is not None and row and _follows(row[-1], figure):
                row.append(figure)
                continue
            numbers = [found.number for found in row]
            more.update(numbers)
            written += numbers if len(row) < 3 else []
            row = [] if figure is None else [figure]
        for match in RANGE.finditer(sentence.text):
            low, high = number_of(match.group(1)) or 0, number_of(match.group(2)) or 0
            more.update(range(low, min(high, low + 50) + 1))
        ones = len(re.findall(r"\bone\b", sentence.text, re.IGNORECASE))
        if ones > 1:
            more.add(ones)
        more.add(listed(sentence.text))
    sums = {a + b for place, a in enumerate(written) for b in written[place + 1:]}
    return more | sums | {sum(written)}


def _follows(one: Figure, other: Figure) -> bool:
    """Whether two numbers are neighbours in a list."""
    return _BETWEEN.fullmatch(one.at.source.text, one.at.end, other.at.start) is not None


def listed(text: str) -> int:
    """How many things the list after a colon has; 0 if there is none."""
    _, colon, rest = text.partition(":")
    return len(re.split(r",\s*(?:and |or )?| and | or ", rest.split(";")[0].split(". ")[0])) if colon else 0


def found(pattern: re.Pattern[str], sentence: Sentence) -> list[Span]:
    """The places of a pattern in a sentence, whatever its line breaks."""
    source, start = sentence.at.source, sentence.at.start
    text = sentence.flat
    return [Span(source, start + match.start(), start + match.end()) for match in pattern.finditer(text)]


def compared(sentence: Sentence) -> Iterator[Compared]:
    """The comparisons of a sentence."""
    text = sentence.flat
    for sign, pattern in COMPARED:
        for match in pattern.finditer(text):
            words = next((g for g in match.groupdict().values() if g), None)
            at = Span(sentence.at.source, sentence.at.start + match.start(), sentence.at.start + match.end())
            yield Compared(sign, None if words is None else number_of(words), at)


def counted(entry: Entry, noun: str) -> set[int]:
    """How many of something a passage speaks of: `3 cards`, `one card`, `the card`."""
    word = re.escape(noun.split()[-1].lower())
    lead = rf"{ANY_NUMBER}|a|an|the|top|next|each|every|that|this"
    pattern = re.compile(rf"\b({lead})\s+(?:[\w'’]+\s+){{0,2}}?{word}(s?)\b", re.IGNORECASE)
    found_numbers = set()
    for sentence in entry.rules:
        for match in pattern.finditer(sentence.text):
            said = match.group(1).lower()
            if (number := number_of(said)) is not None:
                found_numbers.add(number)
            elif not match.group(2):
                found_numbers.add(1)
    return found_numbers


def any_of(pattern: re.Pattern[str], entries: Iterable[Entry]) -> bool:
    """Whether one of several passages has a pattern."""
    return any(pattern.search(entry.passage.text) for entry in entries)
