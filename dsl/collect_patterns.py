"""Enters patterns into the table of symbols: forms of several spaces, with all the places where they can lie.

A pattern is a domain of places, each a space to begin at with a turn and perhaps a mirror, and relations from a place
to the spaces that it covers and back. Forms that look the same after a turn are entered once.
"""

from __future__ import annotations

from ludex.dsl import syntax
from ludex.dsl.collect_boards import Means, transposed
from ludex.dsl.grid import Grid, Place, bits, turns, variants
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
        forms: list[list[Place]] = []
        for texts in parts.values():
            places = [self._way(text, made) for text in texts]
            forms.append([place for place in places if place is not None])
        flat = [place for form in forms for place in form]
        if len(set(flat)) < len(flat):
            self.complain(name.span, f"`{name.text}` covers a space twice")
        if not flat:
            self._no_pattern(name, pattern)
            return

        def yes(text: Scalar | None) -> bool:
            return text is not None and text.text == "yes"

        number = {place: at for at, place in enumerate(made.places)}
        kind = made.shape.kind
        all_forms = variants(kind, forms, yes(pattern.turned), yes(pattern.mirrored))
        names: list[str] = []
        covered: list[list[int]] = [[] for _ in parts]
        for anchor, (across, along) in zip(made.names, made.places, strict=True):
            for turn, mirror, image in all_forms:
                spots = [[number.get((across + a, along + b), -1) for a, b in part] for part in image]
                if any(spot < 0 for part in spots for spot in part):
                    continue
                names.append(anchor + (f" turned {turn * 360 // turns(kind)}" if turn else "")
                             + (" mirrored" if mirror else ""))
                for part, mine in zip(covered, spots, strict=True):
                    part.append(bits(mine))
        if not names or len(names) > MOST_PLACES:
            problem = f"has {len(names)} places, and {MOST_PLACES} are the most"
            self.complain(name.span, f"`{name.text}` {problem if names else 'does not fit on its board'}")
            self._no_pattern(name, pattern)
            return
        symbol = DomainSymbol(name.text, name.span, passage_of(pattern.source), "board", tuple(names), ())
        self.add_domain(symbol, pattern.plural)
        self.found.patterns[name.text] = PatternSymbol(name.text, name.span, passage_of(pattern.source), board.name)
        whole = [0] * len(names)
        for (part_name, at), values in zip(((p.text, p.span) for p in parts), covered, strict=True):
            if part_name:
                self.relate(part_name, at, name.text, board.space, values)
            whole = [a | b for a, b in zip(whole, values, strict=True)]
        self.relate(plural(board.space, None), name.span, name.text, board.space, whole)
        self.relate(plural(name.text, pattern.plural), name.span, board.space, name.text,
                    transposed(whole, len(made.names)))

    def _no_pattern(self, name: Scalar, pattern: syntax.Pattern) -> None:
        self.sink.left_out |= {name.text, plural(name.text, pattern.plural), *(part.text for part in pattern.parts)}

    def _parts(self, name: Scalar, pattern: syntax.Pattern) -> dict[Scalar, tuple[Scalar, ...]] | None:
        if bool(pattern.cells) == bool(pattern.parts):
            self.complain(name.span, f"what `{name.text}` covers is not clear", "give either `cells` or `parts`")
            return None
        return pattern.parts or {Scalar("", name.span): pattern.cells}

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
