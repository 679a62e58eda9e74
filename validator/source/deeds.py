"""What is done and to whose eyes: shuffling, rolling, gaining and losing, the best and the worst, open and hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, Label
from ludex.validator.source import patterns as say
from ludex.validator.source import text_facts as text
from ludex.validator.source.book import Book, Entry
from ludex.validator.source.parts import Part, Parts

_REST = "actions:\n  rest: {source: rest, do: add 1 to your points}\n"


class LostDeed(Diagnosis):
    """The text says that something is done, and no rule that cites it does it.

    Looked for are shuffling, rolling, drawing, discarding, adding and taking away, and what is left to chance.
    """

    code = "LX630"
    name = "lost-deed"
    severity = "warning"
    message = "`{id}` says to {deed}, and no rule that cites it does"
    bad = _REST + "--- source.md\n**rest** A player rests and rolls a die.\n"
    good = bad.replace("do: add 1 to your points", 'do: "roll die from 1 to 6\\nadd die to pot"')


class SightMismatch(Diagnosis):
    """The text says that something is hidden, and the rules show it to all; or the other way round.

    Looked at are the zones and variables that cite the passage: `face down` goes with `seen by: owner` or `nobody`,
    `face up` with `seen by: all`.
    """

    code = "LX631"
    name = "sight-mismatch"
    severity = "warning"
    message = "the text says `{text}`, and `{zone}` is seen by {sight}"
    bad = (
        "zones:\n  vault: {of: card, seen by: all, source: vault}\n"
        "--- source.md\n**vault** Cards in the vault lie face down.\n"
    )
    good = bad.replace("seen by: all", "seen by: nobody")


class SuperlativeMismatch(Diagnosis):
    """The text asks for the most, and the rules for the least; or the other way round.

    The scoring counts, with its `best:`, and so do `highest` and `lowest` of a set.
    """

    code = "LX633"
    name = "superlative-mismatch"
    severity = "warning"
    message = "the text says `{text}`, and the rules look for the {other}"
    bad = (
        "scoring: {score: points, best: lowest, ties: shared, source: goal}\n"
        "--- source.md\n**goal** Whoever has most points wins.\n"
    )
    good = bad.replace("best: lowest", "best: highest")


RULES: tuple[type[Diagnosis], ...] = (LostDeed, SightMismatch, SuperlativeMismatch)


def check(book: Book, parts: Parts) -> Iterator[Finding]:
    """Deeds, sight and superlatives."""
    for entry in book.entries.values():
        serving = parts.serving(entry.id)
        if not entry.idle and serving:
            yield from _deeds(entry, parts.reach(serving))
            yield from _sight(entry, serving, parts)
            yield from _superlatives(entry, serving)


def _deeds(entry: Entry, reached: list[Part]) -> Iterator[Finding]:
    words = set().union(*(part.facts.words for part in reached))
    rules = [part for part in reached if part.kind != "tool"]
    if not rules:
        return
    for sentence in entry.rules:
        for deed, pattern, needed in say.DEEDS:
            for at in text.found(pattern, sentence)[:1]:
                if not needed & words:
                    yield LostDeed.at(at, id=entry.id, deed=deed, passage=entry.id,
                                      labels=[Label(rules[0].at, "this cites it")])


def _sight(entry: Entry, serving: list[Part], parts: Parts) -> Iterator[Finding]:
    things: list[typed.ZoneSymbol | typed.VariableSymbol] = [
        *(zone for name, zone in parts.game.zones.items() if parts.all.get(f"name {name}") in serving),
        *(found for name, found in parts.game.variables.items() if parts.all.get(f"name {name}") in serving),
    ]
    zones = [thing for thing in things if isinstance(thing, typed.ZoneSymbol)]
    for sentence in entry.rules:
        hidden, shown = text.found(say.HIDDEN, sentence), text.found(say.SHOWN, sentence)
        if bool(hidden) is bool(shown):
            continue
        at = (hidden or shown)[0]
        wrong = [zone for zone in zones if (zone.sight == "all") is bool(hidden)]
        others = [zone.name for zone in zones if zone not in wrong]
        apart = any(re.search(rf"\b{re.escape(name)}\b", sentence.text, re.IGNORECASE) for name in others)
        if wrong and (not others or (hidden and not apart)):
            yield SightMismatch.at(
                wrong[0].at, text=" ".join(at.text.lower().split()), zone=wrong[0].name, sight=wrong[0].sight,
                passage=entry.id, labels=[Label(at, "the text says it here")])


def _superlatives(entry: Entry, serving: list[Part]) -> Iterator[Finding]:
    words = set().union(*(part.facts.words for part in serving))
    most = [at for s in entry.rules for at in text.found(say.MOST, s)]
    least = [at for s in entry.rules for at in text.found(say.LEAST, s)]
    if bool(most) is bool(least):
        return
    asked, other = ("highest", "lowest") if most else ("lowest", "highest")
    scored = any(part.key == "scoring " and other in part.facts.words for part in serving)
    if scored or (other in words and asked not in words):
        part = max((p for p in serving if other in p.facts.words), key=lambda p: p.key == "scoring ")
        at = (most or least)[0]
        yield SuperlativeMismatch.at(part.at, text=at.text.lower(), other="lowest" if most else "highest",
                                     passage=entry.id, labels=[Label(at, "the text says it here")])
