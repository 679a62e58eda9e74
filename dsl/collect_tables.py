"""Enters what a rule set writes out as a table: what is printed on the spaces of boards, and relations.

Both say for each element of a list what belongs to it, for ever. What is printed is drawn as a picture of the board,
a relation is a list of pairs; either becomes constants in the table of symbols, with the way back where it has a name.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.dsl import syntax
from ludex.dsl.collect_means import Means
from ludex.dsl.diagnostics import quote
from ludex.dsl.grid import bits, transposed
from ludex.dsl.names import BadAttribute, UndefinedName, nearest, passage_of
from ludex.dsl.nodes import Scalar
from ludex.dsl.typed import AttributeSymbol, BoardSymbol, ValueSymbol
from ludex.dsl.types import Element, Flag, Number, Type


class TableCollector(Means):
    """Enters pictures and relations, when all lists of things are known."""

    def enter(self) -> None:
        """Enter what is printed on boards, and all relations."""
        for name, board in self.rules.boards.items():
            symbol = self.found.boards.get(name.text)
            if symbol is not None:
                for what, printed in board.printed.items():
                    self._printed(symbol, what, printed)
        for name, relation in self.rules.relations.items():
            self._relation(name, relation)

    # -- what is printed

    def _printed(self, board: BoardSymbol, name: Scalar, printed: syntax.Printed) -> None:
        type = self.type(printed.type)
        if type is not None and not isinstance(type, Number | Flag | Element):
            self.complain(printed.type.span, f"a space can have a number, yes or no, or a name on it, not {type}")
            type = None
        values = None if type is None else self._picture(board, printed, type)
        if type is None or values is None or self.taken(name, board.space):
            self.sink.left_out |= {name.text, *(() if printed.inverse is None else (printed.inverse.text,))}
            return
        passage = passage_of(printed.source)
        if isinstance(type, Element):  # of a set of spaces it is what is printed on any of them
            self.relate(name.text, name.span, board.space, type.domain, values, single=True, passage=passage)
        else:
            self.found.attributes.setdefault(name.text, []).append(
                AttributeSymbol(name.text, name.span, passage, board.space, type, tuple(values)))
        if printed.inverse is not None and isinstance(type, Element):
            if self.taken(printed.inverse, type.domain):
                return
            self.relate(printed.inverse.text, printed.inverse.span, type.domain, board.space,
                        transposed([bits((value,)) for value in values], len(self.found.domains[type.domain].elements)))
        elif printed.inverse is not None:
            self.complain(printed.inverse.span, f"only what has names can be asked for its spaces, this is {type}")

    def _picture(self, board: BoardSymbol, printed: syntax.Printed, type: Type) -> list[int] | None:
        """What a picture shows on each space, or None if it does not fit the board."""
        made = board.grid
        assert made is not None
        rows: dict[float, list[int]] = {}
        for space, place in enumerate(made.places):
            rows.setdefault(made.point(place)[1], []).append(space)
        wanted = [sorted(rows[height], key=lambda s: made.point(made.places[s])[0]) for height in sorted(rows)]
        lines = list(_lines(printed.picture))
        if len(lines) != len(wanted):
            rows_shown = f"{len(lines)} row{'s' * (len(lines) != 1)}"
            self.complain(printed.picture.span, f"the picture has {rows_shown}, and the board {len(wanted)}",
                          "begin it with `picture: |`, so that each row keeps its line" if len(lines) == 1 else None)
            return None
        values = [0] * len(made.names)
        shown = {sign.text: self.value(value, type) for sign, value in printed.legend.items()}
        if printed.default is not None:
            shown.setdefault(".", self.value(printed.default, type))
        for number, ((words, single), spaces) in enumerate(zip(lines, wanted, strict=True)):
            signs = single if len(words) == 1 < len(spaces) else words
            if len(signs) != len(spaces):
                shown_there = f"{len(signs)} space{'s' * (len(signs) != 1)}"
                self.complain(signs[0].span, f"row {number + 1} of the picture has {shown_there}, and the board "
                                             f"{len(spaces)} there")
                return None
            for sign, space in zip(signs, spaces, strict=True):
                if sign.text not in shown and sign.text == ".":
                    self.sink.add(BadAttribute.at(sign.span, problem=f"{quote(sign.text)} stands for the default, and "
                                                                     "there is none"))
                    return None
                if sign.text not in shown:  # the same sign is told once
                    shown[sign.text] = self.value(sign, type)
                values[space] = shown[sign.text]
        return values

    # -- relations

    def _relation(self, name: Scalar, relation: syntax.Relation) -> None:
        origin = self.domain_named(relation.from_, "")
        target = origin if relation.to is None else self.domain_named(relation.to, "")
        if origin is None or target is None:
            self.sink.left_out |= {name.text, *(() if relation.inverse is None else (relation.inverse.text,))}
            return
        both = relation.both_ways is not None and relation.both_ways.text == "yes"
        if both and origin != target:
            assert relation.both_ways is not None
            self.complain(relation.both_ways.span, f"a relation of {origin} to {target} has no `both ways`",
                           "give the way back a name with `inverse`")
            both = False
        first, second = self._members(origin), self._members(target)
        values = [0] * len(self.found.domains[origin].elements)
        for element, others in relation.pairs.items():
            mine = self._member(element, origin, first)
            for other in others:
                theirs = self._member(other, target, second)
                for one in mine:
                    values[one] |= bits(theirs)
                for one in theirs if both else ():
                    values[one] |= bits(mine)
        if self.taken(name, origin):
            return
        passage = passage_of(relation.source)
        self.relate(name.text, name.span, origin, target, values, passage=passage)
        back = transposed(values, len(self.found.domains[target].elements))
        single = relation.exclusive is not None and relation.exclusive.text == "yes"
        if single:
            assert relation.exclusive is not None
            for theirs_name, owners in zip(self.found.domains[target].elements, back, strict=True):
                if owners.bit_count() != 1:
                    many = "several" if owners else "none"
                    self.complain(relation.exclusive.span,
                                  f"`{theirs_name}` belongs to {many} of these, so `{name.text}` is not exclusive")
                    break
            back = [owners.bit_length() - 1 for owners in back]
        if relation.inverse is not None and not self.taken(relation.inverse, target):
            self.relate(relation.inverse.text, relation.inverse.span, target, origin, back, single=single,
                        passage=passage)

    def _members(self, domain: str) -> dict[str, tuple[int, ...]]:
        """The names that stand for elements of a domain, and which."""
        symbol = self.found.domains[domain]
        found: dict[str, tuple[int, ...]] = {name: (at,) for at, name in enumerate(symbol.elements)}
        for value in self.found.values.values():
            if isinstance(value, ValueSymbol) and value.domain == domain:
                found[value.name] = value.members
        return found

    def _member(self, name: Scalar, domain: str, known: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
        if name.text not in known:
            if name.text not in self.sink.left_out:
                self.sink.add(UndefinedName.at(name.span, what=f"no {domain}", name=name.text,
                                               help=nearest(name.text, known)))
            return ()
        return known[name.text]


def _lines(picture: Scalar) -> Iterable[tuple[list[Scalar], list[Scalar]]]:
    """The rows of a picture, each as its words and as its signs, with their places."""
    start = 0
    for line in picture.text.split("\n"):
        words, signs = [], []
        at = start
        for word in line.split():
            at = picture.text.index(word, at)
            words.append(Scalar(word, picture.at(at, at + len(word))))
            signs += [Scalar(sign, picture.at(n, n + 1)) for n, sign in enumerate(word, at)]
            at += len(word)
        if words:
            yield words, signs
        start += len(line) + 1
