"""Which id everything in a book has, and what a name in a rule stands for.

Ids are made of names, so that a link into a book outlives a new edition of it. In an expression zones, variables,
values, items and their like share one space of names; actions, phases, procedures, moments and rulings have their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ludex.book.model import Run, Words
from ludex.dsl import syntax
from ludex.dsl.nodes import Scalar
from ludex.game import Game

#: The names that an expression may use.
NAMES = "name"


#: What nobody writes who means a word and no name.
_MENTION = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)+|[a-z0-9]+(?:_[a-z0-9]+)+")


@dataclass(slots=True)
class Anchors:
    """Ids of a book, each given once."""

    taken: set[str] = field(default_factory=set)
    known: dict[tuple[str, str], str] = field(default_factory=dict)

    def make(self, kind: str, name: str) -> str:
        """A new id."""
        slug = re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-.") or "x"
        wanted, number = f"{kind}-{slug}", 2
        while wanted in self.taken:
            wanted, number = f"{kind}-{slug}-{number}", number + 1
        self.taken.add(wanted)
        return wanted

    def name(self, kind: str, name: str) -> str:
        """A new id, for the one thing of a kind and name."""
        made = self.known[kind, name] = self.make(kind, name)
        return made

    def alias(self, name: str, to: str) -> None:
        """What a name stands for in expressions, unless it has a meaning already."""
        if to:
            self.known.setdefault((NAMES, name), to)

    def mentioned(self, text: str) -> Words:
        """A text for people, with links where it names a passage, a ruling or an assumption as rule files do."""
        runs: list[Run] = []
        at = 0
        for match in _MENTION.finditer(text):
            name = match.group()
            to = self.find("p", name) or self.find("ruling", name) or self.find("assumption", name)
            if to:
                shown = name if to == self.find("p", name) else name.replace("_", " ")
                runs += [Run(text[at:match.start()]), Run(shown, to)]
                at = match.end()
        return tuple(run for run in (*runs, Run(text[at:])) if run.text)

    def find(self, kind: str, name: str) -> str:
        """The id of a thing of a kind, or of what a name stands for; empty if there is none."""
        return self.known.get((kind, name), "")


def anchors(game: Game) -> Anchors:
    """Ids for everything that rules can name."""
    made, rules = Anchors(), game.syntax
    declared: tuple[tuple[str, Iterable[Scalar]], ...] = (
        ("zone", rules.zones), ("variable", rules.variables), ("value", rules.values), ("parameter", rules.parameters),
        ("list", rules.enumerations), ("items", rules.components), ("board", rules.boards),
        ("pattern", rules.patterns), ("relation", rules.relations),
        ("item", [item for component in rules.components.values() for item in component.items]))
    for kind, names in declared:
        for name in names:
            made.alias(name.text, made.name(kind, name.text))
    for kind, names in (("action", rules.actions), ("phase", rules.phases), ("procedure", rules.procedures),
                        ("moment", rules.moments), ("ruling", rules.rulings), ("trigger", rules.triggers),
                        ("assumption", rules.assumptions)):
        for name in names:
            made.name(kind, name.text)
    for id in game.texts:
        made.name("p", id)
    _also_called(made, rules)
    for plural, of in game.analysis.symbols.plurals.items():
        made.alias(plural, made.find(NAMES, of))
    return made


def _also_called(made: Anchors, rules: syntax.RuleSet) -> None:
    """Names of what stands inside a section: values of an enumeration, attributes, parts of a board."""
    for name, enumeration in rules.enumerations.items():
        for value in enumeration.values:
            made.alias(value.text, made.find("list", name.text))
    for name, component in rules.components.items():
        for attribute in component.attributes:
            made.alias(attribute.text, made.find("items", name.text))
    for name, board in rules.boards.items():
        id = made.find("board", name.text)
        for called in (board.space, board.edge, board.corner):
            if called is not None:
                made.alias(called.text, id)
        for key, printed in board.printed.items():
            made.alias(key.text, id)
            if printed.inverse is not None:
                made.alias(printed.inverse.text, id)
    for name, relation in rules.relations.items():
        if relation.inverse is not None:
            made.alias(relation.inverse.text, made.find("relation", name.text))
