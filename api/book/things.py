"""What rules speak of, in words: where things lie, what is kept track of, lists, forms and relations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludex.book.anchors import NAMES, Anchors
from ludex.book.model import Part, Rule, Run, Section, Sort
from ludex.book.rules import cited
from ludex.book.wording import Wording, joined
from ludex.dsl.nodes import Scalar
from ludex.game import Game

ORDERS = {"shuffled": "shuffled", "stack": "shuffled; the order counts"}
SEEN = {"all": "everybody", "owner": "its owner", "nobody": "nobody"}
SHORT = {"draw fewer": "as many are drawn as there are", "draw nothing": "nothing is drawn"}


class Things:
    """What rules speak of: zones, variables, lists."""

    def __init__(self, game: Game, anchors: Anchors, wording: Wording) -> None:
        self.game, self.anchors, self.wording = game, anchors, wording

    def sections(self) -> tuple[Section, ...]:
        """All things, without sections that have none."""
        found = (
            Section("zones", "Where things lie", "", tuple(self._zones())),
            Section("variables", "What is kept track of", "", tuple(self._variables())),
            Section("lists", "Lists, forms and relations", "", tuple(self._lists())),
        )
        return tuple(section for section in found if section.rules)

    def _thing(self, sort: Sort, name: Scalar, parts: Iterable[Part], source: tuple[Scalar, ...]) -> Rule:
        return Rule(self.anchors.find(sort, name.text), sort, name.text, tuple(parts), cited(source))

    def _id(self, name: Scalar) -> str:
        return self.anchors.find(NAMES, name.text)

    def _each(self, each: Scalar | None) -> tuple[Part, ...]:
        return () if each is None else (Part("One for", (Run("each "), Run(each.text, self._id(each)))),)

    def _zones(self) -> Iterator[Rule]:
        for name, zone in self.game.syntax.zones.items():
            parts = [Part("Holds", (Run(self._several(zone.of), self._id(zone.of)),)), *self._each(zone.each)]
            order = "none" if zone.order is None else zone.order.text
            if order != "none":
                parts.append(Part("Order", (Run(ORDERS[order]),)))
            parts.append(Part("Seen by", (Run("nobody" if zone.seen_by is None else SEEN[zone.seen_by.text]),)))
            if zone.starts_with is not None:
                parts.append(Part("At the start", (Run("all of them"),)))
            if zone.capacity is not None:
                parts.append(Part("At most", (Run(zone.capacity.text),)))
            if name.text in self.game.typed.when_empty:
                steps = self.wording.effect(self.game.typed.when_empty[name.text].effect)
                parts.append(Part("When empty", (), steps))
            if zone.when_short is not None:
                parts.append(Part("When short", (Run(SHORT[zone.when_short.text]),)))
            yield self._thing("zone", name, parts, zone.source)

    def _several(self, of: Scalar) -> str:
        return self.game.analysis.symbols.several(of.text)

    def _variables(self) -> Iterator[Rule]:
        for name, parameter in self.game.syntax.parameters.items():
            parts = (Part("Can be", self.wording.type(parameter.type.text)),
                     Part("Usually", (Run(parameter.default.text),)))
            yield self._thing("parameter", name, parts, parameter.source)
        for name, variable in self.game.syntax.variables.items():
            known = [Part("Can be", self.wording.type(variable.type.text)), *self._each(variable.each)]
            if isinstance(variable.starts, Scalar):
                known.append(Part("At the start", self.wording.words(variable.starts.text)))
            elif variable.starts:
                runs = [run for number, (key, start) in enumerate(variable.starts.items()) for run in (
                    Run("; " if number else ""), Run(f"{key.text}: "), *self.wording.words(start.text))]
                known.append(Part("At the start", joined(runs)))
            known.append(Part("Known to", (Run("nobody" if variable.seen_by is None
                                               else SEEN[variable.seen_by.text]),)))
            yield self._thing("variable", name, known, variable.source)

    def _lists(self) -> Iterator[Rule]:
        rules = self.game.syntax
        for name, enumeration in rules.enumerations.items():
            values = Run(", ".join(value.text for value in enumeration.values))
            yield self._thing("list", name, [Part("One of", (values,))], enumeration.source)
        for name, pattern in rules.patterns.items():
            named: list[tuple[str, Iterable[Scalar]]] = [(part.text, cells) for part, cells in pattern.parts.items()]
            parts = [Part("On", (Run(pattern.board.text, self._id(pattern.board)),))]
            parts += [Part(label, (Run("; ".join(cell.text for cell in cells)),))
                      for label, cells in (named or [("Spaces", pattern.cells)])]
            if pattern.turned is not None:
                parts.append(Part("Turned", (Run("may lie turned" if pattern.turned.text == "yes" else "no"),)))
            yield self._thing("pattern", name, parts, pattern.source)
        for name, relation in rules.relations.items():
            pairs = tuple(Part(key.text, (Run(", ".join(one.text for one in others)),))
                          for key, others in relation.pairs.items())
            about = [] if relation.both_ways is None or relation.both_ways.text != "yes" else [
                Part("Both ways", (Run("what belongs to one has that one in turn"),))]
            if relation.inverse is not None:
                about.append(Part("The way back", (Run(relation.inverse.text),)))
            yield self._thing("relation", name, (*pairs, *about), relation.source)
