"""Enters patterns into the table of symbols: forms of several spaces, with all the places where they can lie.

A pattern is a domain of places, each a space to begin at with a turn and perhaps a mirror, and relations from a place
to the spaces that it covers and back. Forms that look the same after a turn are entered once.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from ludex.dsl import syntax
from ludex.dsl.collect_means import Means
from ludex.dsl.grid import Grid, Place, reached, transposed, turns, variants
from ludex.dsl.names import UndefinedName, nearest, passage_of, plural
from ludex.dsl.nodes import Scalar
from ludex.dsl.typed import DomainSymbol, PatternSymbol

#: The most places of a pattern.
MOST_PLACES = 20_000


class PatternCollector(Means):
    """Enters the patterns of a rule set, when its boards are known."""

    def enter(self) -> None:
        """Enter all patterns."""
        for name, pattern in self.rules.patterns.items():
            self._pattern(name, pattern)

    def _pattern(self, name: Scalar, pattern: syntax.Pattern) -> None:
        board = self.found.boards.get(pattern.board.text)
        parts = self._parts(name, pattern)
        if board is None or parts is None:
            if board is None and pattern.board.text not in self.sink.left_out:
                self.sink.add(UndefinedName.at(pattern.board.span, what="no board", name=pattern.board.text,
                                               help=nearest(pattern.board.text, self.found.boards)))
            self._no_pattern(name, pattern)
            return
        made = board.grid
        assert made is not None
        forms = [self._form(name, part, texts, made) for part, texts in parts.items()]
        self._once(name, parts, made)
        if not all(forms):
            self._no_pattern(name, pattern)
            return

        def yes(text: Scalar | None) -> bool:
            return text is not None and text.text == "yes"

        kind = made.shape.kind
        names: list[str] = []
        covered: list[list[int]] = [[] for _ in parts]
        all_forms = variants(kind, forms, yes(pattern.turned), yes(pattern.mirrored))
        led = reached(made, {place for _, _, image in all_forms for part in image for place in part})
        positions = [((f" turned {turn * 360 // turns(kind)}" if turn else "") + (" mirrored" if mirror else ""),
                      [[led[place] for place in part] for part in image]) for turn, mirror, image in all_forms]
        for space, anchor in enumerate(made.names):
            for more, image in positions:
                spots = [[spaces[space] for spaces in part] for part in image]
                if all(map(all, spots)):
                    names.append(anchor + more)
                    for part, mine in zip(covered, spots, strict=True):
                        part.append(reduce(or_, mine, 0))
        if not names or len(names) > MOST_PLACES:
            problem = f"has {len(names)} places, and {MOST_PLACES} are the most"
            self.complain(name.span, f"`{name.text}` {problem if names else 'does not fit on its board'}")
            self._no_pattern(name, pattern)
            return
        symbol = DomainSymbol(name.text, name.span, passage_of(pattern.source), "board", tuple(names), ())
        self.add_domain(symbol, pattern.plural)
        if self.found.domains[name.text] is not symbol:
            self._no_pattern(name, pattern)
            return
        self.found.patterns[name.text] = PatternSymbol(name.text, name.span, passage_of(pattern.source), board.name)
        whole = [0] * len(names)
        for values in covered:
            whole = [a | b for a, b in zip(whole, values, strict=True)]
        self.relate(plural(board.space, None), name.span, name.text, board.space, whole)
        for part_name, values in zip(parts, covered, strict=True):
            if part_name.text and not self.taken(part_name, name.text):
                self.relate(part_name.text, part_name.span, name.text, board.space, values)
        self.relate(plural(name.text, pattern.plural), name.span, board.space, name.text,
                    transposed(whole, len(made.names)))

    def _no_pattern(self, name: Scalar, pattern: syntax.Pattern) -> None:
        self.sink.left_out |= {name.text, plural(name.text, pattern.plural), *(part.text for part in pattern.parts)}

    def _parts(self, name: Scalar, pattern: syntax.Pattern) -> dict[Scalar, tuple[Scalar, ...]] | None:
        if bool(pattern.cells) == bool(pattern.parts):
            if self.damaged(pattern.at):
                return None
            self.complain(name.span, f"what `{name.text}` covers is not clear", "give either `cells` or `parts`")
            return None
        return pattern.parts or {Scalar("", name.span): pattern.cells}

    def _form(self, name: Scalar, part: Scalar, texts: tuple[Scalar, ...], made: Grid) -> list[Place]:
        """The places of a part, as far as they are known."""
        if not texts and not self.damaged(part.span):
            self.complain(part.span, f"`{part.text}` of `{name.text}` covers nothing")
        return [place for text in texts if (place := self._way(text, made)) is not None]

    def _once(self, name: Scalar, parts: dict[Scalar, tuple[Scalar, ...]], made: Grid) -> None:
        """See that no space is covered twice."""
        seen: set[Place] = set()
        for text in (text for texts in parts.values() for text in texts):
            place = self._way(text, made)
            if place in seen:
                self.complain(text.span, f"`{name.text}` covers a space twice")
            elif place is not None:
                seen.add(place)

    def _way(self, text: Scalar, made: Grid) -> Place | None:
        """Where a way leads from the first space."""
        across = along = 0
        for word in text.text.split():
            if word == "here":
                continue
            if word not in made.ways:
                self.sink.add(UndefinedName.at(text.span, what="no direction", name=word,
                                               help=nearest(word, [*made.ways, "here"])))
                return None
            a, b = made.offsets[made.ways.index(word)]
            across, along = across + a, along + b
        return across, along
