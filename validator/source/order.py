"""In which order things happen: phases as a sentence lists them, the way round the table, first this and then that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Finding, Label
from ludex.dsl.source import Span
from ludex.validator.source import patterns as say
from ludex.validator.source import text_facts as text
from ludex.validator.source.book import Book, Entry
from ludex.validator.source.names import Names
from ludex.validator.source.parts import Part, Parts


class LostOrder(Diagnosis):
    """The text says in which order things happen, and the rules have another one.

    Phases that are listed in one order and run in another; a direction round the table; what comes first and what
    after that.
    """

    code = "LX612"
    name = "lost-order"
    severity = "warning"
    message = "{problem}"
    bad = (
        "actions:\n  wake: {source: wake, do: set starter to player before starter}\n"
        "--- source.md\n**wake** The lead goes to the player on the left.\n"
    )
    good = bad.replace("before", "after")


RULES: tuple[type[Diagnosis], ...] = (LostOrder,)


def check(book: Book, parts: Parts, names: Names) -> Iterator[Finding]:
    """Orders and directions."""
    for entry in book.entries.values():
        serving = parts.serving(entry.id)
        if not entry.idle and serving:
            yield from _order(entry, serving, parts, names)


def _order(entry: Entry, serving: list[Part], parts: Parts, names: Names) -> Iterator[Finding]:
    if any(part.key == "rounds " for part in serving):
        yield from _phases(entry, parts)
    words = set().union(*(part.facts.words for part in serving))
    for sentence in entry.rules:
        left, right = text.found(say.LEFT, sentence), text.found(say.RIGHT, sentence)
        wrong = "right" if left and not right else "left" if right and not left else ""
        other = "left" if wrong == "right" else "right"
        if wrong in words and other not in words:
            at = (left or right)[0]
            yield LostOrder.at(at, passage=entry.id, labels=[Label(serving[0].at, "this cites it")],
                               problem=f"the text says `{at.text.lower()}`, and the rules go the other way")
    yield from _sequence(entry, serving, names)


def _phases(entry: Entry, parts: Parts) -> Iterator[Finding]:
    """The phases in the order in which a sentence lists them."""
    titles = {name: (parts.game.phases[name].title, name) for name in parts.game.rounds}
    for sentence in entry.rules:
        low = sentence.text.lower()
        places: dict[str, int] = {}
        for name, (title, _) in titles.items():
            for said in (title.lower(), name.lower(), re.sub(r"\s+phase$", "", name.lower())):
                match = re.search(rf"\b{re.escape(said)}\b", low)
                if match is not None:
                    places[name] = match.start()
                    break
        written = [name for name in parts.game.rounds if name in places]
        listed = sorted(written, key=lambda name: places[name])
        if len(written) >= 2 and written != listed:
            wrong = next(a for a, b in zip(listed, written, strict=True) if a != b)
            yield LostOrder.at(parts.rules.rounds.phases[0].span.join(parts.rules.rounds.phases[-1].span),
                               passage=entry.id, labels=[Label(sentence.at, "the text's order")],
                               problem=f"`{entry.id}` lists the phases in another order: `{wrong}` comes earlier")
        if len(written) >= 2:
            for name in parts.game.phases:
                said = re.sub(r"\s+phase$", "", name.lower())
                if name not in titles and re.search(rf"\b{re.escape(said)}\b", low):
                    yield LostOrder.at(parts.game.phases[name].rule.at, passage=entry.id,
                                       labels=[Label(sentence.at, "the text")],
                                       problem=f"`{entry.id}` lists the phase `{name}`, and no round has it")


def _sequence(entry: Entry, serving: list[Part], names: Names) -> Iterator[Finding]:
    """What a passage says first and then, against the lines of one rule that cites it."""
    for sentence in entry.rules:
        for at in text.found(say.THEN, sentence)[:1]:
            before = names.said(Span(sentence.at.source, sentence.at.start, at.start))
            after = names.said(Span(sentence.at.source, at.end, sentence.at.end))
            for part in serving:
                steps, early, late = part.facts.steps, before - after, after - before
                first = [n for n, step in enumerate(steps) if step.names & early and not step.names & late]
                then = [n for n, step in enumerate(steps) if step.names & late and not step.names & early]
                if first and then and min(first) > max(then):
                    yield LostOrder.at(steps[then[0]].at, passage=entry.id, labels=[Label(at, "the text's order")],
                                       problem=f"`{entry.id}` has this after `{steps[first[0]].at.text}`")
