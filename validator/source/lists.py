"""Lists: things that the text names with a number each, or counts, against what is declared and against each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, Label
from ludex.dsl.document import Scalar
from ludex.dsl.source import Span
from ludex.validator.source.book import Book, Entry, Sentence
from ludex.validator.source.parts import Part, Parts
from ludex.validator.source.text_facts import figures, listed


class ListDiffers(Diagnosis):
    """A list in the text and a list of the rules do not have the same entries.

    The passage names things with a number each, or counts them; the rules that cite it declare other things, or print
    other numbers on them.
    """

    code = "LX628"
    name = "list-differs"
    severity = "error"
    message = "{problem}"
    bad = (
        "components:\n  coin:\n    source: coins\n    attributes: {weight: {type: 1 to 9}}\n"
        "    items: {Penny: {weight: 2}, Crown: {weight: 7}}\n"
        "--- source.md\n**coins** Coins and their weights: Penny 2, Crown 8.\n"
    )
    good = bad.replace("Crown 8", "Crown 7")


class PassagesContradict(Diagnosis):
    """The text contradicts itself in numbers.

    A number of things is not the number of those that are listed after it, a sum is not the sum of its parts, or one
    thing has two values in two passages.
    """

    code = "LX618"
    name = "passages-contradict"
    severity = "warning"
    message = "{problem}"
    bad = "moments:\n  dusk: {source: dusk}\n--- source.md\n**dusk** Three bells ring at dusk: the high and the low.\n"
    good = bad.replace("Three", "Two")


RULES: tuple[type[Diagnosis], ...] = (PassagesContradict, ListDiffers)

PAIR = re.compile(r"(?:^|[:,;]|\band\b)\s*([A-Z][\w&'’-]*(?: (?:[A-Z&][\w&'’-]*|of|the))*) (\d+)(?!\w|[.,]\d)")
_COUNTED = re.compile(r"\b([A-Za-z]+|\d+) ((?:[a-z]+ )?[A-Za-z]+s)\b[^:.;]*: ?([^.;]*)")


def check(book: Book, parts: Parts) -> Iterator[Finding]:
    """Lists against declarations, and the text against itself."""
    for entry in book.entries.values():
        serving = parts.serving(entry.id)
        if not entry.idle and serving:
            yield from lists(entry, parts, serving)
            yield from counts(entry)
    yield from _two_values(book)


def lists(entry: Entry, parts: Parts, serving: list[Part]) -> Iterator[Finding]:
    """Names with a number each, against the items that are declared."""
    classes = [parts.rules.components[name] for name in parts.rules.components
               if any(part.key == f"name {name.text}" for part in serving)]
    for sentence in entry.rules:
        text = sentence.flat
        pairs = [(m.group(1), int(m.group(2)), m) for m in PAIR.finditer(text)]
        declared = {name.text: (name, item) for component in classes for name, item in component.items.items()}
        if classes and len([pair for pair in pairs if pair[0] in declared]) >= 2:
            yield from _pairs(entry, sentence, pairs, declared, parts)
        yield from _names(entry, sentence, parts, serving)
    yield from _starts(entry, parts, serving)


def _pairs(entry: Entry, sentence: Sentence, pairs: list[tuple[str, int, re.Match[str]]],
           declared: dict[str, tuple[Scalar, dict[Scalar, Scalar]]], parts: Parts) -> Iterator[Finding]:
    said = {name: number for name, number, _ in pairs}
    columns: dict[str, dict[str, Scalar]] = {}
    for component in parts.rules.components.values():
        for key, item in component.items.items():
            if component.copies is not None:
                columns.setdefault("copies", {})[key.text] = component.copies
            for attribute, value in item.items():
                if value.text.lstrip("-").isdecimal():
                    columns.setdefault(attribute.text, {})[key.text] = value

    def agreeing(column: str) -> int:
        return sum(int(value.text) == said.get(name) for name, value in columns[column].items())

    best = max(columns, key=agreeing, default="")
    for name, number, match in pairs:
        at = Span(sentence.at.source, sentence.at.start + match.start(1), sentence.at.start + match.end(2))
        printed = columns.get(best, {}).get(name)
        if name not in declared:
            yield ListDiffers.at(at, passage=entry.id, problem=f"`{entry.id}` lists `{name}`, and the rules have none")
        elif printed is not None and int(printed.text) != number:
            yield ListDiffers.at(printed.span, passage=entry.id, labels=[Label(at, "the text has it here")],
                                 problem=f"`{name}` has {printed.text} here and {number} in `{entry.id}`")
    for name, (key, _) in declared.items():
        if name not in said and not re.search(rf"\b{re.escape(name)}\b", sentence.text):
            yield ListDiffers.at(key.span, passage=entry.id, labels=[Label(entry.name_span, "the list")],
                                 problem=f"`{name}` is not in the list of `{entry.id}`")


_RISING = re.compile(
    r"\bfrom (?:the )?(?:lowest|weakest|smallest|least) to (?:the )?\w+|\bin (?:rising|ascending) order", re.IGNORECASE)


def _rising(entry: Entry, sentence: Sentence, names: list[str], parts: Parts) -> Iterator[Finding]:
    """A list from the lowest to the highest, against what is printed."""
    if not _RISING.search(sentence.text):
        return
    for component in parts.rules.components.values():
        items = {key.text: item for key, item in component.items.items()}
        for attribute in component.attributes:
            row = [value for name in names for key, value in items.get(name, {}).items()
                   if key.text == attribute.text and value.text.lstrip("-").isdecimal()]
            for low, high in pairwise(row):
                if int(low.text) >= int(high.text):
                    yield ListDiffers.at(
                        high.span, passage=entry.id, labels=[Label(sentence.at, "the text's order")],
                        problem=f"the list of `{entry.id}` rises, and {low.text} is followed by {high.text}")


def _names(entry: Entry, sentence: Sentence, parts: Parts, serving: list[Part]) -> Iterator[Finding]:
    """An enumeration that is listed by name, against the values that are declared."""
    _, colon, rest = sentence.text.partition(":")
    if not colon:
        return
    listed_names = [re.sub(r"^(?:(?:and|or|the|an?|first|second|third|fourth|fifth|last) )+", "", name.strip(" ."))
                    for name in re.split(r",| and | or ", rest) if name.strip(" .")]
    for part in serving:
        domain = parts.game.domains.get(part.name) if part.key.startswith("name ") else None
        if domain is None or domain.sort == "player":
            continue
        values = list(dict.fromkeys(domain.elements))
        if domain.kinds:
            values = list({re.sub(r" \d+$", "", value): None for value in domain.elements})
        both = [name for name in listed_names if name in values]
        if len(both) < 2 or len(both) < len(listed_names) - 1 and len(both) < len(values) - 1:
            continue
        yield from _rising(entry, sentence, both, parts)
        for value in values:
            if not re.search(rf"\b{re.escape(value)}\b", sentence.text):
                yield ListDiffers.at(part.at, passage=entry.id, labels=[Label(sentence.at, "the list")],
                                     problem=f"`{value}` is not in the list of `{entry.id}`")
        for name in listed_names:
            if name not in values and re.fullmatch(r"[A-Z][\w'’ -]*", name):
                yield ListDiffers.at(part.at, passage=entry.id, labels=[Label(sentence.at, "the list")],
                                     problem=f"`{entry.id}` lists `{name}`, and `{part.name}` has no such value")


def _starts(entry: Entry, parts: Parts, serving: list[Part]) -> Iterator[Finding]:
    """What a variable of each value starts with, where a sentence gives the numbers one by one."""
    for part in serving:
        starts = parts.game.starts.get(part.name) if part.key.startswith("start ") else None
        if not isinstance(starts, dict):
            continue
        for sentence in entry.rules:
            said: dict[str, tuple[int, Span]] = {}
            for figure in figures(sentence):
                rest = sentence.at.source.text[figure.at.end:sentence.at.end]
                match = re.match(r"\s+(?:[a-z]+\s+){0,3}([A-Z][\w-]*|[a-z]+)\b", rest)
                if match is not None and match.group(1) in starts and not figure.hint:
                    said[match.group(1)] = figure.number, figure.at
            for element, (number, at) in said.items() if len(said) > 1 else ():
                start = starts[element]
                if isinstance(start, typed.Literal) and start.value != number:
                    yield ListDiffers.at(
                        start.at, passage=entry.id, labels=[Label(at, "the text has it here")],
                        problem=f"`{element}` starts with {start.value} here and {number} in `{entry.id}`")


def counts(entry: Entry) -> Iterator[Finding]:
    """A number of things, against how many are listed."""
    for sentence in entry.rules:
        text = sentence.flat
        if len(PAIR.findall(text)) > 1:
            continue  # the numbers belong to the names
        for match in _COUNTED.finditer(text):
            first = Span(sentence.at.source, sentence.at.start + match.start(1), sentence.at.start + match.end(1))
            counted = next((f for f in figures(Sentence(first.text, first, False)) if not f.hint), None)
            inside = [f.number for f in figures(sentence)
                      if f.at.start >= sentence.at.start + match.start(3) and not f.hint]
            things = listed(match.group(0))
            if counted is None or things < 2 or re.search(r"[(]|\bone\b", match.group(3)):
                continue
            if counted.number in (things, sum(inside)) or (not inside and counted.number < things):
                continue
            what = f"lists {things}"
            if len(inside) >= 2:
                what = f"gives numbers that make {sum(inside)}"
            yield PassagesContradict.at(counted.at, passage=entry.id,
                                        problem=f"`{entry.id}` says `{counted.at.text}`, and then {what}")


def _two_values(book: Book) -> Iterator[Finding]:
    """A name with a number, in two passages."""
    first: dict[str, tuple[int, Span, str]] = {}
    for entry in book.entries.values():
        if entry.idle:
            continue
        for sentence in entry.rules:
            for match in PAIR.finditer(sentence.flat):
                name, number = match.group(1), int(match.group(2))
                at = Span(sentence.at.source, sentence.at.start + match.start(1), sentence.at.start + match.end(2))
                if name not in first:
                    first[name] = number, at, entry.id
                elif first[name][0] != number and first[name][2] != entry.id:
                    yield PassagesContradict.at(
                        at, passage=entry.id, labels=[Label(first[name][1], "and another here")], severity="warning",
                        problem=f"`{name}` has {number} in `{entry.id}` and {first[name][0]} in `{first[name][2]}`")
