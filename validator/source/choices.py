"""Who does how much, and whether he has to: may and must, each player and one, up to three and exactly three.

Each check asks whether the rules that cite a passage have anything of the kind that it says. It never asks whether it
is the right one, since that takes understanding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, Label
from ludex.dsl.types import Number
from ludex.validator.source import patterns as say
from ludex.validator.source import text_facts as text
from ludex.validator.source.book import Book, Entry
from ludex.validator.source.parts import Part, Parts


class ModalityMismatch(Diagnosis):
    """The text says `may` and the rules leave no choice, or the other way round.

    A player who may do something can also leave it: `you may`, an action beside others, a choice of any number.
    Whether something is offered or simply happens is the difference that is most easily lost.
    """

    code = "LX607"
    name = "modality-mismatch"
    severity = "warning"
    message = "{problem}"
    bad = (
        "triggers:\n  a gift:\n    source: gift\n    at: end of round\n"
        "    do: |\n      for starter:\n          add 1 to your points\n"
        "--- source.md\n**gift** The starting player may take a point.\n"
    )
    good = bad.replace(
        "          add 1 to your points", '          you may "take it":\n              add 1 to your points')


class ActorMismatch(Diagnosis):
    """The text speaks of each player, and the rule of one; or the other way round.

    What each player does needs a loop over the players, turns, or a zone or variable that each of them has.
    """

    code = "LX614"
    name = "actor-mismatch"
    severity = "warning"
    message = "{problem}"
    bad = (
        "triggers:\n  a gift: {source: gift, at: end of round, do: add 1 to points of starter}\n"
        "--- source.md\n**gift** Each player gets a point.\n"
    )
    good = bad.replace("do: add 1 to points of starter", 'do: "for each player:\\n    add 1 to points"')


class QuantifierMismatch(Diagnosis):
    """The text lets choose another quantity than the rule.

    `up to 3`, `exactly 3`, `any number`, `one or more`, `one` are different choices.
    """

    code = "LX615"
    name = "quantifier-mismatch"
    severity = "warning"
    message = "the text says `{text}`, and the rule chooses {rule}"
    bad = (
        "actions:\n  show: {source: show, choose: exactly 3 cards from your hand, do: move cards to discard}\n"
        "--- source.md\n**show** A player shows up to 3 cards of his hand.\n"
    )
    good = bad.replace("exactly 3", "up to 3")


RULES: tuple[type[Diagnosis], ...] = (ModalityMismatch, ActorMismatch, QuantifierMismatch)


def check(book: Book, parts: Parts) -> Iterator[Finding]:
    """Permissions, actors and quantities."""
    for entry in book.entries.values():
        serving = parts.serving(entry.id)
        if not entry.idle and serving:
            yield from _may(entry, serving, parts)
            yield from _everybody(entry, serving)
            yield from _quantities(entry, serving)
    yield from _forced(book, parts)
    yield from _none_at_all(book, parts)
    yield from _seats(book, parts)


def _may(entry: Entry, serving: list[Part], parts: Parts) -> Iterator[Finding]:
    if any(part.facts.optional or any(_least(choice) == 0 for choice in part.facts.choices) for part in serving):
        return
    if any(part.kind == "action" and part.name in _alternatives(parts) for part in serving):
        return
    if all(part.kind == "tool" for part in serving):
        return
    for sentence in entry.rules:
        for at in text.found(say.MAY, sentence):
            before = sentence.flat[:at.start - sentence.at.start]
            if at.text.lower() == "can" and not say.PERSON.search(before):
                continue
            if say.CAP.search(sentence.text) or re.search(r"\b(?:only|table)\b", sentence.text, re.I):
                continue
            rule = next(part for part in serving if part.kind != "tool")
            yield ModalityMismatch.at(
                at, passage=entry.id, labels=[Label(rule.at, "this cites it")],
                problem=f"the text says `{at.text.lower()}`, and the rules that cite `{entry.id}` leave no choice")
            return


def _alternatives(parts: Parts) -> set[str]:
    """Actions that are offered beside others."""
    found: set[str] = set()
    for part in parts.all.values():
        offered = [key.partition(" ")[2] for key in part.facts.calls if key.startswith("action ")]
        live = [name for name in offered if f"action {name}" in parts.all]
        if len(live) > 1:
            found.update(live)
    return found


def _forced(book: Book, parts: Parts) -> Iterator[Finding]:
    """Rules that leave a choice where no passage they cite does."""
    for part in parts.all.values():
        entries = [entry for id in part.passages if (entry := book.find(id)) is not None]
        offers = [at for at in part.facts.optional if at != part.at and at.text.lstrip().startswith("you may")]
        if offers and entries and not _leaves(entries):
            cites = ", ".join(f"`{entry.id}`" for entry in entries)
            yield ModalityMismatch.at(
                offers[0], passage=entries[0].id, labels=[Label(entries[0].name_span, "the passage")],
                problem=f"this may be declined, and nothing in the text of {cites} says so")


def _everybody(entry: Entry, serving: list[Part]) -> Iterator[Finding]:
    rules = [part for part in serving if part.facts.steps and not part.key.startswith("empty ")]
    if not rules or any(part.kind == "action" for part in serving):
        return
    everybody = any(part.facts.everybody for part in serving)
    for sentence in entry.rules:
        for at in text.found(say.EVERYBODY, sentence)[:1]:
            if not any(part.facts.everybody for part in rules) and not re.search(
                    r"\b(?:except|unless|until)\b", sentence.text):
                yield ActorMismatch.at(
                    at, passage=entry.id, labels=[Label(rules[0].at, "this cites it")],
                    problem=f"the text speaks of `{at.text.lower()}`, and no rule that cites `{entry.id}` does")
                everybody = False
    if not everybody:
        return
    words = " ".join(sentence.text for sentence in entry.sentences)
    for part in rules:
        loops = [at for at in part.facts.everybody if at.text.lstrip().startswith("for each player")]
        if loops and len(part.passages) == 1 and not say.SEVERAL.search(words):
            yield ActorMismatch.at(loops[0], passage=entry.id, labels=[Label(entry.name_span, "the passage")],
                                   problem=f"this is for each player, and `{entry.id}` speaks of one")


def _seats(book: Book, parts: Parts) -> Iterator[Finding]:
    """Rules for one seat, where the text does not tell seats apart."""
    for part in parts.all.values():
        entries = [entry for id in part.passages if (entry := book.find(id)) is not None]
        if entries and len({at.text for at in part.facts.seats}) == 1 and not text.any_of(say.SEAT, entries):
            at = part.facts.seats[0]
            yield ActorMismatch.at(
                at, passage=entries[0].id, labels=[Label(entries[0].name_span, "the passage")],
                problem=f"this is about the seat `{at.text}` only, and `{entries[0].id}` names no seat")


def _quantities(entry: Entry, serving: list[Part]) -> Iterator[Finding]:
    choices = [choice for part in serving for choice in part.facts.choices]
    if not choices:
        return
    for sentence in entry.rules:
        for said in text.compared(sentence):
            fitting = [c for c in choices if _fits(said, c)]
            compared = any(c.number is not None and said.number == c.number for part in serving
                           for c in part.facts.conditions)
            if fitting or compared or said.sign in (">", "<"):
                continue
            if said.sign != "any" and not any(said.number in (_least(c), _most(c)) for c in choices):
                continue
            wrong = choices[0]
            yield QuantifierMismatch.at(
                wrong.at, text=" ".join(said.at.text.lower().split()), rule=_quantity(wrong), passage=entry.id,
                labels=[Label(said.at, "the text says it here")])
            return


def _fits(said: text.Compared, choice: typed.Chosen) -> bool:
    """Whether a choice is of the quantity that a text gives."""
    least, most = _least(choice), _most(choice)
    match said.sign:
        case "any":
            return most is None
        case ">=":
            return least == said.number and most != said.number
        case "<=":
            return most == said.number and least != said.number
        case _:
            return least == most == said.number


def _quantity(choice: typed.Chosen) -> str:
    least, most = _least(choice), _most(choice)
    if choice.source is None:
        return "a number"
    if choice.single:
        return "one"
    if least == most and least is not None:
        return f"exactly {least}"
    if least == 0:
        return "any number" if most is None else f"up to {most}"
    return "one or more" if least == 1 else f"{choice.at.text}"


def _none_at_all(book: Book, parts: Parts) -> Iterator[Finding]:
    """Choices that may be of nothing, where every passage says that it must be done."""
    for part in parts.all.values():
        entries = [entry for id in part.passages if (entry := book.find(id)) is not None]
        loose = [choice for choice in part.facts.choices if choice.source is not None and _least(choice) == 0]
        must = [at for entry in entries for sentence in entry.rules for at in text.found(say.MUST, sentence)]
        if loose and must and not part.facts.optional and not _leaves(entries):
            yield ModalityMismatch.at(
                loose[0].at, passage=entries[0].id, labels=[Label(must[0], "the text")],
                problem=f"this may be a choice of nothing, and the text says `{must[0].text.lower()}`")


def _leaves(entries: list[Entry]) -> bool:
    """Whether a text lets somebody choose. The most that one may have is a limit, and no choice."""
    return any(say.LEAVE.search(sentence.text) and not say.CAP.search(sentence.text)
               for entry in entries for sentence in entry.sentences)


def _least(choice: typed.Chosen) -> int | None:
    """The fewest that a choice takes, or the lowest number; None if that is not known."""
    if choice.source is None:
        return _number(choice.low)
    if choice.single:
        return 1
    return 0 if choice.least is None else _number(choice.least)


def _most(choice: typed.Chosen) -> int | None:
    """The most that a choice takes, or the highest number; None if there is no limit, or it is not known."""
    if choice.source is None:
        return _number(choice.high)
    return 1 if choice.single else _number(choice.most)


def _number(expr: typed.TypedExpr | None) -> int | None:
    return expr.value if isinstance(expr, typed.Literal) and isinstance(expr.type, Number) else None
