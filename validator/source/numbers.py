"""Numbers, lists and comparisons: whether text and rules name the same ones.

For each passage, the numbers of its sentences are held against those of all rules that cite it, and the numbers that
rules write against all passages that they cite. A number counts as there if a name stands for it: a parameter, the
size of a class, what is printed. Only where both sides have a number that the other lacks is it an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl import syntax, typed
from ludex.dsl.diagnostics import Finding, Label, Rule
from ludex.dsl.source import Span
from ludex.dsl.types import Number
from ludex.validator.source.book import Book, Entry, Sentence
from ludex.validator.source.parts import Part, Parts
from ludex.validator.source.rule_facts import Condition, Told
from ludex.validator.source.text_facts import Compared, Figure, compared, figures, listed, supported

_BUY = "actions:\n  buy: {source: buy, do: subtract 3 from your points}\n"


class NumberMismatch(Rule):
    """Text and rules do not have the same number.

    An error, where the rule writes a number that no passage it cites has, and the passage one that no rule has. A
    warning, where only one of the two is so. Numbers behind names count: a parameter, copies, what is printed.
    """

    code = "LX608"
    name = "number-mismatch"
    severity = "error"
    message = "{problem}"
    bad = _BUY + "--- source.md\n**buy** A player pays 4 points.\n"
    good = bad.replace("4 points", "3 points")


class ComparisonMismatch(Rule):
    """Text and rules draw a line at different places.

    `at least 5` and `more than 5`, `up to 4` and `fewer than 4` differ by one, which is easily lost when a sentence
    becomes a condition.
    """

    code = "LX627"
    name = "comparison-mismatch"
    severity = "warning"
    message = "the text says `{text}`, and the rules compare by `{rule}`"
    bad = (
        "actions:\n  buy: {source: buy, when: points > 3, do: subtract 3 from your points}\n"
        "--- source.md\n**buy** Whoever has at least 3 points pays 3 of them.\n"
    )
    good = bad.replace("points > 3", "points >= 3")


class ListDiffers(Rule):
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


class PassagesContradict(Rule):
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


class RuleAdds(Rule):
    """A rule does something that no passage it cites speaks of.

    It may follow from another passage, which should be cited as well, or from a ruling or an assumption. It may also
    be a rule of the house.
    """

    code = "LX619"
    name = "rule-adds"
    severity = "info"
    evidence = "candidate"
    message = "{problem}"
    bad = "actions:\n  rest: {source: rest, do: add 7 to your points}\n--- source.md\n**rest** A player rests.\n"
    good = bad.replace("add 7", "add 1")


RULES: tuple[type[Rule], ...] = (NumberMismatch, PassagesContradict, RuleAdds, ComparisonMismatch, ListDiffers)

_PAIR = re.compile(r"(?:^|[:,;]|\band\b)\s*([A-Z][\w&'’-]*(?: (?:[A-Z&][\w&'’-]*|of|the))*) (\d+)(?!\w|[.,]\d)")
_COUNTED = re.compile(r"\b([A-Za-z]+|\d+) ((?:[a-z]+ )?[A-Za-z]+s)\b[^:.;]*: ?([^.;]*)")
#: Roles of numbers that a text need not have.
_FREE = frozenset(("capacity", "players?"))


def check(book: Book, parts: Parts, decided: dict[str, str]) -> Iterator[Finding]:
    """All findings about numbers. `decided` holds the words of the rulings about a passage."""
    spoken = {entry.id: supported(entry) for entry in book.entries.values()}
    for name, revision in book.revisions.items():
        spoken |= {f"{name}/{entry.id}": supported(entry) for entry in revision.entries.values()}
    unspoken = dict(_unspoken(book, parts, spoken, decided))
    told = set()
    for entry in book.entries.values():
        serving = parts.serving(entry.id)
        if entry.idle or not serving:
            continue
        lists = list(_lists(entry, parts, serving))
        yield from lists
        yield from _counts(entry)
        yield from _compare(entry, serving)
        if lists:
            continue
        for figure in _missing(entry, parts, serving):
            near = [number for part in serving for number in unspoken.get(part.key, ()) if number.at not in told]
            if near:
                told.add(near[0].at)
                yield NumberMismatch.at(
                    near[0].at, passage=entry.id, labels=[Label(figure.at, "the text has it here")],
                    problem=f"the rule has {near[0].number} where `{entry.id}` has {figure.number}")
            elif not any(figure.number in parts.stands_for(part.facts) for part in parts.reach(serving)):
                yield NumberMismatch.at(
                    figure.at, passage=entry.id, severity="warning",
                    labels=[Label(serving[0].at, "this cites the passage")],
                    problem=f"`{entry.id}` has the number {figure.number}, and no rule that cites it has")
    for key, numbers in unspoken.items():
        for number in numbers:
            if number.at not in told:
                told.add(number.at)
                yield _added(book, parts.all[key], number)
    yield from _two_values(book)


def _written(part: Part) -> list[Told]:
    """The numbers that a part writes and a text has to have."""
    return [told for told in part.facts.numbers
            if told.role not in _FREE and told.number not in (0, 1) and not (told.role == "RollDie" and told.number == 6)]


def _unspoken(book: Book, parts: Parts, spoken: dict[str, set[int]], decided: dict[str, str]
              ) -> Iterator[tuple[str, list[Told]]]:
    """Part -> the numbers it writes that no passage it cites speaks of."""
    for part in parts.all.values():
        ids = [id for id in part.passages if id in spoken]
        if not ids:
            continue
        said = set().union(*(spoken[id] for id in ids)) | parts.stands_for(part.facts)
        words = " ".join(decided.get(id, "") for id in ids)
        missing = [told for told in _written(part)
                   if told.number not in said and not re.search(rf"(?<!\d){told.number}(?!\d)", words)]
        if missing:
            yield part.key, missing


def _missing(entry: Entry, parts: Parts, serving: list[Part]) -> Iterator[Figure]:
    """The numbers of a passage that no rule which cites it writes."""
    has: set[int] = set()
    singles = False
    for part in serving:
        has.update(told.number for told in part.facts.numbers)
        singles |= any(choice.single for choice in part.facts.choices)
        for condition in part.facts.conditions:
            if condition.number is not None:
                has.add(condition.number)
        has |= _rolled(part)
        if part.key.startswith(("name ", "copies ", "start ", "players ", "default ")):
            has |= parts.behind.get(part.name, set())
        has |= {len(parts.rules.rounds.phases)} if part.key == "rounds " else set()
    kinds: dict[str, int] = {}
    for part in serving:
        kinds[part.key.partition(" ")[0]] = kinds.get(part.key.partition(" ")[0], 0) + 1
    has.update(kinds.values())
    has.add(parts.game.least if parts.game.least == parts.game.most else 1)
    for sentence in entry.rules:
        things = listed(sentence.text)
        for figure in figures(sentence):
            counts = things > 1 and figure.at.end <= sentence.at.start + sentence.at.text.index(":")
            if figure.hint or counts or figure.number in has or (figure.number == 1 and (singles or not has)):
                continue
            if figure.number != 0:
                yield figure


def _rolled(part: Part) -> set[int]:
    """The sides of a die that is rolled."""
    bounds = [told.number for told in part.facts.numbers if told.role == "RollDie"]
    return set(range(min(bounds), max(bounds) + 1)) if bounds and max(bounds) - min(bounds) < 101 else set()


def _added(book: Book, part: Part, number: Told) -> Finding:
    entries = [entry for id in part.passages if (entry := book.find(id)) is not None]
    counted = [figure for entry in entries for s in entry.rules for figure in figures(s) if not figure.hint]
    cites = ", ".join(f"`{id}`" for id in part.passages)
    if counted:
        return NumberMismatch.at(number.at, severity="warning", passage=part.passages[0],
                                 labels=[Label(counted[0].at, "the text has this number")],
                                 problem=f"the rule has the number {number.number}, and the text of {cites} has not")
    return RuleAdds.at(number.at, passage=part.passages[0],
                       problem=f"the rule has the number {number.number}, and the text of {cites} has none")


# -- comparisons


def _compare(entry: Entry, serving: list[Part]) -> Iterator[Finding]:
    """Lines that text and rules draw."""
    conditions = [c for part in serving for c in part.facts.conditions if c.compare in (">", ">=", "<", "<=")]
    chosen = {value for part in serving for choice in part.facts.choices
              for value in (_fixed(choice.least), _fixed(choice.most), _fixed(choice.low)) if value is not None}
    for sentence in entry.rules:
        for said in compared(sentence):
            if said.sign in ("is", "any") or said.number in chosen:
                continue
            wrong = _other_line(said, conditions)
            if wrong is not None:
                yield ComparisonMismatch.at(
                    wrong.at, text=" ".join(said.at.text.split()), rule=wrong.compare, passage=entry.id,
                    labels=[Label(said.at, "the text says it here")])


def _other_line(said: Compared, conditions: list[Condition]) -> Condition | None:
    """A condition that draws the line of a text, but at another place."""
    if said.boundary is None:
        strict = said.sign in (">", "<")
        open_ones = [c for c in conditions if c.number is None]
        if not open_ones or any((c.compare in (">", "<")) is strict for c in open_ones):
            return None
        return open_ones[0]
    near = [c for c in conditions if c.number == said.number]
    if any(_boundary(c) == said.boundary for c in conditions):
        return None
    return near[0] if near else None


def _boundary(condition: Condition) -> int | None:
    return None if condition.number is None else condition.number + (condition.compare in (">", "<="))


def _fixed(expr: typed.TypedExpr | None) -> int | None:
    return expr.value if isinstance(expr, typed.Literal) and isinstance(expr.type, Number) else None


# -- lists


def _lists(entry: Entry, parts: Parts, serving: list[Part]) -> Iterator[Finding]:
    """Names with a number each, against the items that are declared."""
    classes = [parts.rules.components[name] for name in parts.rules.components
               if any(part.key == f"name {name.text}" for part in serving)]
    for sentence in entry.rules:
        text = re.sub(r"\s", " ", sentence.at.text)
        pairs = [(m.group(1), int(m.group(2)), m) for m in _PAIR.finditer(text)]
        declared = {name.text: (name, item) for component in classes for name, item in component.items.items()}
        if classes and len([pair for pair in pairs if pair[0] in declared]) >= 2:
            yield from _pairs(entry, sentence, pairs, declared, parts)
        yield from _names(entry, sentence, parts, serving)


def _pairs(entry: Entry, sentence: Sentence, pairs: list[tuple[str, int, re.Match[str]]],
           declared: dict[str, tuple[object, object]], parts: Parts) -> Iterator[Finding]:
    said = {name for name, _, _ in pairs}
    for name, number, match in pairs:
        at = Span(sentence.at.source, sentence.at.start + match.start(1), sentence.at.start + match.end(2))
        if name not in declared:
            yield ListDiffers.at(at, passage=entry.id, problem=f"`{entry.id}` lists `{name}`, and the rules have none")
            continue
        key, item = declared[name]
        assert isinstance(item, dict)
        printed = [value for attribute, value in item.items() if _digits(value)]
        printed += _copies(parts, name)
        if printed and number not in {int(value.text) for value in printed if _digits(value)}:
            yield ListDiffers.at(printed[0].span, passage=entry.id, labels=[Label(at, "the text has it here")],
                                 problem=f"`{name}` has {printed[0].text} here and {number} in `{entry.id}`")
    text = sentence.text
    for name, (key, _) in declared.items():
        if name not in said and not re.search(rf"\b{re.escape(name)}\b", text):
            yield ListDiffers.at(key.span, passage=entry.id, labels=[Label(entry.name_span, "the list")],  # type: ignore[attr-defined]
                                 problem=f"`{name}` is not in the list of `{entry.id}`")


def _digits(value: object) -> bool:
    return isinstance(getattr(value, "text", None), str) and value.text.lstrip("-").isdecimal()  # type: ignore[attr-defined]


def _copies(parts: Parts, name: str) -> list[syntax.Scalar]:
    return [c.copies for c in parts.rules.components.values()
            if c.copies is not None and any(key.text == name for key in c.items)]


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
        values = [value for value in dict.fromkeys(domain.elements)]
        if domain.kinds:
            values = list({re.sub(r" \d+$", "", value): None for value in domain.elements})
        both = [name for name in listed_names if name in values]
        if len(both) < 2 or len(both) < len(listed_names) - 1 and len(both) < len(values) - 1:
            continue
        for value in values:
            if not re.search(rf"\b{re.escape(value)}\b", sentence.text):
                yield ListDiffers.at(part.at, passage=entry.id, labels=[Label(sentence.at, "the list")],
                                     problem=f"`{value}` is not in the list of `{entry.id}`")
        for name in listed_names:
            if name not in values and re.fullmatch(r"[A-Z][\w'’ -]*", name):
                yield ListDiffers.at(part.at, passage=entry.id, labels=[Label(sentence.at, "the list")],
                                     problem=f"`{entry.id}` lists `{name}`, and `{part.name}` has no such value")


# -- the text against itself


def _counts(entry: Entry) -> Iterator[Finding]:
    """A number of things, against how many are listed."""
    for sentence in entry.rules:
        text = re.sub(r"\s", " ", sentence.at.text)
        for match in _COUNTED.finditer(text):
            first = Span(sentence.at.source, sentence.at.start + match.start(1), sentence.at.start + match.end(1))
            counted = next((f for f in figures(Sentence(first.text, first, False)) if not f.hint), None)
            inside = [f.number for f in figures(sentence)
                      if f.at.start >= sentence.at.start + match.start(3) and not f.hint]
            things = listed(match.group(0))
            if counted is None or things < 2 or "(" in match.group(3):
                continue
            if counted.number in (things, sum(inside)) or (not inside and counted.number < things):
                continue
            what = f"a list of {things}"
            if len(inside) >= 2:
                what = f"numbers that make {sum(inside)}"
            yield PassagesContradict.at(counted.at, passage=entry.id,
                                        problem=f"`{entry.id}` has {counted.at.text} here, and then {what}")


def _two_values(book: Book) -> Iterator[Finding]:
    """A name with a number, in two passages."""
    first: dict[str, tuple[int, Span, str]] = {}
    for entry in book.entries.values():
        if entry.idle:
            continue
        for sentence in entry.rules:
            for match in _PAIR.finditer(re.sub(r"\s", " ", sentence.at.text)):
                name, number = match.group(1), int(match.group(2))
                at = Span(sentence.at.source, sentence.at.start + match.start(1), sentence.at.start + match.end(2))
                if name not in first:
                    first[name] = number, at, entry.id
                elif first[name][0] != number and first[name][2] != entry.id:
                    yield PassagesContradict.at(
                        at, passage=entry.id, labels=[Label(first[name][1], "and another here")], severity="warning",
                        problem=f"`{name}` has {number} in `{entry.id}` and {first[name][0]} in `{first[name][2]}`")
