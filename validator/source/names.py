"""Things by name: declared names found in a text, names that no rule uses or no text has, and terms with two spellings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from ludex.dsl.diagnostics import Diagnosis, Finding, Label
from ludex.dsl.source import Source, Span
from ludex.validator.source import text_facts as text
from ludex.validator.source.book import Book, Entry
from ludex.validator.source.parts import Part, Parts

_REST = "actions:\n  rest: {source: rest, do: add 1 to your points}\n"


class TermDrift(Diagnosis):
    """A thing has two spellings in the text, or another name in the rules than in the text.

    Players take two names for two things. Use one name, or write a ruling that says they are the same.
    """

    code = "LX616"
    name = "term-drift"
    severity = "info"
    evidence = "candidate"
    message = "`{one}` is also written `{other}`"
    bad = (
        "moments:\n  dusk: {source: dusk}\n"
        "--- source.md\n**dusk** Dusk has a Long Shadow.\n\n**dusk.1** (interface) The Long shadow falls.\n"
    )
    good = bad.replace("Long shadow", "Long Shadow")


class LostName(Diagnosis):
    """The text names a thing, and no rule that cites it touches that thing.

    Zones, variables, items and values are found by their names. Where a passage names one and the rules that cite
    it do not use it, a part of what it says is missing, or belongs to a rule that does not cite it.
    """

    code = "LX629"
    name = "lost-name"
    severity = "warning"
    message = "`{id}` names `{thing}`, and no rule that cites it has to do with it"
    bad = _REST + "--- source.md\n**rest** A player rests, and lays down his hand.\n"
    good = bad.replace("add 1 to your points", "move hand to discard")


class AddedName(Diagnosis):
    """A rule is about a thing that no passage it cites speaks of, and another passage does.

    Looked at are items and values, which a rule can only mean by their names. It may be about the wrong one, or it
    follows from that other passage as well, and should cite it.
    """

    code = "LX636"
    name = "added-name"
    severity = "warning"
    message = "the rule is about `{thing}`, and {cites} does not speak of it"
    bad = (
        "actions:\n  rest: {source: rest, when: hand contains Queen or hand contains King, do: add 1 to your points}\n"
        "--- source.md\n**rest** If his hand has a Queen, the player takes a point.\n\n"
        "**king** (strategy) Keep a King as long as you can.\n"
    )
    good = bad.replace(" or hand contains King", "")


RULES: tuple[type[Diagnosis], ...] = (TermDrift, LostName, AddedName)

#: What stands before a thing, and not before a word that happens to be its name.
_OWNED = re.compile(r"\b(?:the|his|her|their|its|your|of|into|from|to|[\w]+['’]s?)\s$", re.IGNORECASE)
_TERM = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][a-z]+(?: [A-Za-z][a-z]+)?")


def check(book: Book, parts: Parts, names: Names, decided: dict[str, str]) -> Iterator[Finding]:
    """Lost names and drifting terms. `decided` holds the words of the rulings about a passage."""
    for entry in book.entries.values():
        serving = parts.serving(entry.id)
        if not entry.idle and serving:
            reached = parts.reach(serving, ("value ", "modifier ", "empty "))
            yield from names.lost(entry, serving, reached, decided.get(entry.id, ""))
    yield from names.added(book, decided)
    yield from _spellings(book, decided)


class Names:
    """Finds declared names in a text, the longest first, in any case, in singular or plural."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.names: dict[tuple[str, ...], str] = {}
        #: First word of a name -> how many words the longest such name has.
        self.longest: dict[str, int] = {}
        game = parts.game
        self.items = frozenset(self._items())
        for name in (*game.zones, *game.variables, *self.items):
            key = tuple(_stem(word) for word in re.findall(r"[\w-]+", name.lower()))
            self.names.setdefault(key, name)
            self.longest[key[0]] = max(self.longest.get(key[0], 0), len(key))

    def _items(self) -> Iterator[str]:
        for component in self.parts.rules.components.values():
            yield from (name.text for name in component.items)
        for enumeration in self.parts.rules.enumerations.values():
            yield from (value.text for value in enumeration.values)

    def places(self, span: Span) -> Iterator[tuple[str, Span]]:
        """Declared names in a stretch of text, with their places."""
        words = list(re.finditer(r"[A-Za-z][\w-]*", span.text))
        at = 0
        while at < len(words):
            longest = self.longest.get(_stem(words[at].group().lower()), 0)
            for size in range(min(longest, len(words) - at), 0, -1):
                key = tuple(_stem(match.group().lower()) for match in words[at:at + size])
                if key in self.names:
                    place = Span(span.source, span.start + words[at].start(), span.start + words[at + size - 1].end())
                    yield self.names[key], place
                    at += size - 1
                    break
            at += 1

    def said(self, span: Span) -> set[str]:
        """Declared names in a stretch of text."""
        return {name for name, _ in self.places(span)}

    def lost(self, entry: Entry, serving: list[Part], reached: list[Part], decided: str) -> Iterator[Finding]:
        """Names in a passage that no rule which cites it uses, and no ruling speaks of."""
        doing = [part for part in reached if part.kind != "tool"]  # what only declares a thing does nothing with it
        used = set().union(*(part.facts.names for part in doing or reached))
        called = " ".join(f"{part.name} {part.title}" for part in reached if not part.key.startswith("name "))
        domains = set().union(*(part.facts.domains for part in reached))
        game = self.parts.game
        told: set[str] = set()
        for sentence in entry.rules:
            for name, at in self.places(sentence.at):
                if name in used or name in told or self._member(name, domains):
                    continue
                last = name.split()[-1]
                if re.search(rf"\b{re.escape(name)}\b", called, re.IGNORECASE) or re.search(
                        rf"\b{re.escape(last)}", decided, re.IGNORECASE):
                    continue
                small = at.text[:1].islower() or at.start == sentence.at.start
                if len(name) == 1 or " " not in name and small and not (name in game.zones and _OWNED.search(
                        at.source.text, sentence.at.start, at.start)):
                    continue
                told.add(name)
                yield LostName.at(at, id=entry.id, thing=name, passage=entry.id,
                                  labels=[Label(serving[0].at, "this cites the passage")])

    def added(self, book: Book, decided: dict[str, str]) -> Iterator[Finding]:
        """Items and values in rules that no passage they cite has, nor a ruling about one, but another passage."""
        said = {entry.id: self.said(entry.passage.at) for entry in book.entries.values()}
        somewhere = set().union(*said.values())
        for part in self.parts.all.values():
            entries = [entry for id in part.passages if (entry := book.find(id)) is not None]
            if not entries or len(entries) < len(part.passages):
                continue
            about = set().union(*(said.get(entry.id) or self.said(entry.passage.at) for entry in entries))
            missing = [(name, at) for name, at in part.facts.things
                       if name in self.items and name in somewhere and name not in about]
            if missing:
                words = " ".join(f"{book.heading(entry)} {decided.get(entry.id, '')}" for entry in entries)
                about = self.said(Span(Source("", words), 0, len(words)))
            for name, at in missing:
                if name not in about:
                    cites = " or ".join(f"`{entry.id}`" for entry in entries)
                    yield AddedName.at(at, thing=name, cites=cites, passage=entries[0].id,
                                       labels=[Label(entries[0].name_span, "the passage")])

    def _member(self, name: str, domains: Iterable[str]) -> bool:
        for domain in domains:
            component = next((c for n, c in self.parts.rules.components.items() if n.text == domain), None)
            if component is not None and any(item.text == name for item in component.items):
                return True
            if domain in self.parts.game.domains and name in self.parts.game.domains[domain].elements:
                return True
        return False


@cache
def _stem(word: str) -> str:
    word = word.removesuffix("'s").removesuffix("s'")
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        return word[:-1]
    return word


def _spellings(book: Book, decided: dict[str, str]) -> Iterator[Finding]:
    """Terms of two words that are written in two ways. What a ruling speaks of in both ways is no news."""
    said = " ".join(decided.values())
    first: dict[str, tuple[str, Span]] = {}
    told: set[str] = set()
    for entry in book.entries.values():
        for sentence in entry.sentences:
            for at in text.found(_TERM, sentence):
                words = " ".join(at.text.split())
                key = words.lower()
                if " " not in words or key in told:
                    continue
                if key in first and first[key][0] != words and words[0].isupper() and first[key][0][0].isupper():
                    told.add(key)
                    if words in said and first[key][0] in said:
                        continue
                    yield TermDrift.at(at, one=words, other=first[key][0], passage=entry.id,
                                       labels=[Label(first[key][1], "here")])
                first.setdefault(key, (words, at))
