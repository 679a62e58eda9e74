"""Numbers, lists and comparisons: whether text and rules name the same ones.

For each passage, the numbers of its sentences are held against those of all rules that cite it, and the numbers that
rules write against all passages that they cite. A number counts as there if a name stands for it: a parameter, the
size of a class, what is printed. Only where both sides have a number that the other lacks is it an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, Label
from ludex.dsl.types import Number
from ludex.validator.source.book import Book, Entry
from ludex.validator.source.lists import PAIR, counts, lists
from ludex.validator.source.parts import Part, Parts
from ludex.validator.source.patterns import ALL, OPTIONAL, PLAYERS
from ludex.validator.source.rule_facts import Condition, Told
from ludex.validator.source.text_facts import (
    Compared,
    Figure,
    compared,
    counted,
    figures,
    listed,
    supported,
)
from ludex.validator.text.words import number_of

_BUY = "actions:\n  buy: {source: buy, do: subtract 3 from your points}\n"


class NumberMismatch(Diagnosis):
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


class ComparisonMismatch(Diagnosis):
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


class RuleAdds(Diagnosis):
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


RULES: tuple[type[Diagnosis], ...] = (NumberMismatch, RuleAdds, ComparisonMismatch)

#: Roles of numbers that a text need not have.
_FREE = frozenset(("capacity", "players?"))


def check(book: Book, parts: Parts, decided: dict[str, str]) -> Iterator[Finding]:
    """All findings about numbers. `decided` holds the words of the rulings about a passage."""
    spoken = {entry.id: supported(entry) for entry in book.entries.values()}
    for name, revision in book.revisions.items():
        spoken |= {f"{name}/{entry.id}": supported(entry) for entry in revision.entries.values()}
    strict = dict(_unspoken(parts, spoken, {}))
    unspoken = dict(_unspoken(parts, spoken, decided))
    told = set()
    for entry in book.entries.values():
        serving = parts.serving(entry.id)
        if any(part.key.startswith("copies ") for part in serving):
            # What is declared has to say it itself; an invariant does not stand in for it.
            serving = [part for part in serving if not part.key.startswith("invariant ")]
        if entry.idle or not serving:
            continue
        yield from _compare(entry, serving)
        yield from _drawn(entry, serving)
        if any(lists(entry, parts, serving)):
            continue
        for figure in _missing(entry, parts, serving):
            near = [number for part in serving for number in strict.get(part.key, ()) if number.at not in told]
            if near:
                told.add(near[0].at)
                yield NumberMismatch.at(
                    near[0].at, passage=entry.id, labels=[Label(figure.at, "the text has it here")],
                    problem=f"the rule has {near[0].number} where `{entry.id}` has {figure.number}")
            elif not any(figure.number in parts.stands_for(part.facts) for part in parts.reach(serving)
                         if part.name not in parts.sizes):
                yield NumberMismatch.at(
                    figure.at, passage=entry.id, severity="warning",
                    labels=[Label(serving[0].at, "this cites the passage")],
                    problem=f"`{entry.id}` has the number {figure.number}, and no rule that cites it has")
    for key, numbers in unspoken.items():
        for number in numbers:
            if number.at not in told:
                told.add(number.at)
                yield _added(book, parts.all[key], number)
    yield from _players(book, parts)


def _written(part: Part, parts: Parts) -> list[Told]:
    """The numbers that a part writes and a text has to have."""
    return [told for told in part.facts.numbers
            if told.role not in _FREE and told.number not in (0, 1) and (told.role, told.number) != ("roll", 6)
            and not _of_a_row(told, part, parts)]


def _of_a_row(told: Told, part: Part, parts: Parts) -> bool:
    """Whether a value is asked for each of its numbers in turn: `score of dice for 1`, `... for 2` and so on."""
    if told.role != "argument":
        return False
    name, _, place = told.of.rpartition("/")
    type = parts.game.functions[name].parameters[int(place)].type
    row = {other.number for other in part.facts.numbers if other.of == told.of}
    return isinstance(type, Number) and type.high - type.low < 101 and row >= set(range(type.low, type.high + 1))


def _unspoken(parts: Parts, spoken: dict[str, set[int]], decided: dict[str, str]
              ) -> Iterator[tuple[str, list[Told]]]:
    """Part -> the numbers it writes that no passage it cites has, nor a ruling about one, nor a start or default."""
    for part in parts.all.values():
        ids = [id for id in part.passages if id in spoken]
        if not ids or part.key.startswith("invariant "):
            continue  # an invariant supports a text, and may count what the text does not
        said = set().union(*(spoken[id] for id in ids)) | parts.settings(part.facts)
        words = " ".join(decided.get(id, "") for id in ids)
        missing = [told for told in _written(part, parts)
                   if told.number not in said and not re.search(rf"(?<!\d){told.number}(?!\d)", words)]
        if missing:
            yield part.key, missing


def _missing(entry: Entry, parts: Parts, serving: list[Part]) -> Iterator[Figure]:
    """The numbers of a passage that no rule which cites it writes."""
    has: set[int] = set()
    singles = False
    wrong = {finding.span.start for finding in counts(entry)}
    for part in serving:
        has.update(told.number for told in part.facts.numbers)
        singles |= any(choice.single for choice in part.facts.choices)
        for condition in part.facts.conditions:
            if condition.number is not None:
                has.add(condition.number)
        has |= _rolled(part)
        if part.key.startswith("name "):
            has |= parts.sizes.get(part.name, set()) | parts.printable.get(part.name, set())
            parameter = parts.game.parameters.get(part.name)
            if parameter is not None and entry.passage.text.startswith(OPTIONAL):
                has.update(figure.number for sentence in entry.rules for figure in figures(sentence)
                           if parameter.type.low <= figure.number <= parameter.type.high)
        elif part.key.startswith(("start ", "players ", "default ")):
            has |= parts.behind.get(part.name, set())
        has |= {len(parts.rules.rounds.phases)} if part.key == "rounds " else set()
    kinds: dict[str, int] = {}
    for part in serving:
        kinds[part.key.partition(" ")[0]] = kinds.get(part.key.partition(" ")[0], 0) + 1
    has.update(kinds.values())
    has.add(parts.game.least if parts.game.least == parts.game.most else 1)
    printed = any(part.key.startswith("copies ") for part in serving)
    for sentence in entry.rules:
        things = listed(sentence.text)
        written = [figure.number for figure in figures(sentence) if not figure.hint]
        if printed and len(PAIR.findall(sentence.text)) > 1:
            continue  # a list, which is compared entry by entry
        for figure in figures(sentence):
            heads = figure.number == things > 1 and ":" in sentence.at.text[figure.at.end - sentence.at.start:]
            if figure.hint or heads or figure.at.start in wrong or figure.number in has:
                continue
            if ALL.search(figure.at.source.text, sentence.at.start, figure.at.start) and any(
                    figure.number in sizes for sizes in parts.sizes.values()):
                continue
            if figure.number == 1 and (singles or not has):
                continue
            if any(figure.number + other in has for other in written if other > 1) and len(written) > 1:
                continue  # a part of a sum
            if figure.number != 0:
                yield figure


def _rolled(part: Part) -> set[int]:
    """The sides of a die that is rolled."""
    bounds = [told.number for told in part.facts.numbers if told.role == "roll"]
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


# -- things that are counted


def _drawn(entry: Entry, serving: list[Part]) -> Iterator[Finding]:
    """Draws of another number of items than the text has."""
    for part in serving:
        for told in part.facts.numbers:
            if told.role == "draw" and told.of and told.number > 1 and len(part.passages) == 1:
                said = counted(entry, told.of)
                if said and told.number not in said and told.number in supported(entry):
                    yield NumberMismatch.at(
                        told.at, passage=entry.id, severity="warning", labels=[Label(entry.name_span, "the passage")],
                        problem=f"the rule draws {told.number}, and `{entry.id}` speaks of "
                                f"{' or '.join(map(str, sorted(said)))}")


def _players(book: Book, parts: Parts) -> Iterator[Finding]:
    """How many play, wherever the text says it."""
    least, most = parts.rules.players.least, parts.rules.players.most
    for entry in book.entries.values():
        if entry.idle or not parts.serving(entry.id) or any(p.key == "players " for p in parts.serving(entry.id)):
            continue
        for sentence in entry.rules:
            for match in PLAYERS.finditer(sentence.text):
                low = number_of(match.group("low") or match.group("first")) or 0
                high = match.group("high") or match.group("last")
                both = low, low if high is None else number_of(high) or 0
                exact = (match.group("how") or "").lower() in ("for", "each of the")
                if exact and both != (int(least.text), int(most.text)) or not (
                        int(least.text) <= low <= both[1] <= int(most.text)):
                    yield NumberMismatch.at(
                        most.span, passage=entry.id, severity="warning", labels=[Label(sentence.at, "the text")],
                        problem=f"the text says `{match.group()}`, and the rules are for {least.text} to {most.text}")
