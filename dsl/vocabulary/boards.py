"""Boards: what lies beside what, along lines, in rows and in groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ludex.dsl import lower_boards
from ludex.dsl.lowering import Lowering
from ludex.dsl.types import Element, Elements, Number, Type
from ludex.dsl.vocabulary import handles as h
from ludex.dsl.vocabulary.facets import Bounds, Parts
from ludex.dsl.vocabulary.numbers import MOST, as_many
from ludex.dsl.vocabulary.word import Mismatch, Word
from ludex.ir.builder import Value
from ludex.ir.types import Int


class Related(Word):
    """What a relation says of an element, or of any element of a set: `neighbours of X`, `neighbour of X towards D`."""

    phrase = "{relation} of {place} [towards {way}]"
    sort = "function"
    example = "if count of neighbours of a1 > 2:"

    @staticmethod
    def lower(at: Lowering, relation: h.Related, place: h.Start, way: h.Way | None = None) -> Value:
        return lower_boards.related(at, at.relation(relation, place.domain), place, way)


def _on_one_board(given: dict[str, Type]) -> Elements:
    """The type of sets of the spaces that both parts are of."""
    start, ground = given["start"], given["ground"]
    assert isinstance(start, Element | Elements)
    wanted = Elements(start.domain, start.many)
    if getattr(ground, "domain", None) != start.domain:
        raise Mismatch("ground", f"{wanted} is needed here, this is {ground}")
    return wanted


class LineThrough(Word):
    """The spaces that one comes through from a space in a direction, as long as they are in a set.

    The space one starts from does not belong to the line, and need not be in the set. From a set of spaces it is all
    that is met on the way from any of them. `line of at most 3 from ...` stops earlier.
    """

    phrase = "line [of at most {most}] from {start} towards {direction} through {ground}"
    sort = "function"
    example = "if line from a1 towards east through spaces is empty:"
    within = ("ground",)

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _on_one_board(given)

    @staticmethod
    def lower(at: Lowering, start: h.Start, direction: h.Way, ground: h.CloseSet, most: h.CloseNumber | None = None
              ) -> Value:
        return lower_boards.line(at, start, direction, ground, most)


class EndOfLine(Word):
    """The last space of the line that goes from a space in a direction through a set.

    It is none if the next space in that direction is not in the set.
    """

    phrase = "end of line [of at most {most}] from {start} towards {direction} through {ground}"
    sort = "function"
    example = "if end of line from a1 towards east through spaces is none:"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        found = _on_one_board(given)
        if isinstance(given["start"], Elements):
            raise Mismatch("start", "a line that has an end starts from one space")
        return Element(found.domain, True, found.many)

    @staticmethod
    def lower(at: Lowering, start: h.Start, direction: h.Way, ground: h.CloseSet, most: h.CloseNumber | None = None
              ) -> Value:
        return lower_boards.end_of_line(at, start, direction, ground, most)


class AllReached(Word):
    """What can be reached from a space, or from any of a set, by steps to neighbours that all are in a set.

    What one starts from belongs to it only if it is in that set too. After `by` stands another relation to step by.
    """

    phrase = "all reached from {start} through {ground} [by {relation}]"
    sort = "function"
    example = "if count of (all reached from a1 through spaces) > 3:"
    within = ("ground",)

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return _on_one_board(given)

    @staticmethod
    def lower(at: Lowering, start: h.Start, ground: h.CloseSet, relation: h.Related | None = None) -> Value:
        by = at.relation(relation or lower_boards.NEIGHBOURS, ground.domain)
        return lower_boards.reached(at, by, start, ground)


class _Groups(Word):
    #: How many there may be for each space.
    each: ClassVar[int] = 1

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return Number(0, MOST)

    @classmethod
    def sized(cls, type: Type, given: dict[str, Type], size: Callable[[str], int]) -> Type:
        return Number(0, as_many(given["set"], size) * cls.each)


class GroupsIn(_Groups):
    """Into how many groups a set falls, in which one can go from each space to each by steps to neighbours."""

    phrase = "number of groups in {set} [by {relation}]"
    sort = "function"
    example = "if number of groups in spaces > 1:"

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        least, most = given.size("set")
        return min(least, 1), most

    @staticmethod
    def lower(at: Lowering, set: h.Ground, relation: h.Related | None = None) -> Value:
        b = at.b
        many = b.fresh(Int(0, at.scene.program.domains[set.domain].size))
        b.assign(many, b.const(0))
        lower_boards.groups(at, at.relation(relation or lower_boards.NEIGHBOURS, set.domain), set,
                            lambda _: b.assign(many, b.arith("add", many, b.const(1), Int(many.low, many.high))))
        return many


class LargestGroup(_Groups):
    """How many spaces the largest group of a set has; 0 for the empty set."""

    phrase = "size of largest group in {set} [by {relation}]"
    sort = "function"
    example = "if size of largest group in spaces > 1:"

    @classmethod
    def bounds(cls, given: Parts) -> Bounds:
        least, most = given.size("set")
        return min(least, 1), most

    @staticmethod
    def lower(at: Lowering, set: h.Ground, relation: h.Related | None = None) -> Value:
        b = at.b
        best = b.fresh(Int(0, at.scene.program.domains[set.domain].size))
        b.assign(best, b.const(0))
        lower_boards.groups(at, at.relation(relation or lower_boards.NEIGHBOURS, set.domain), set,
                            lambda group: b.assign(best, b.arith("max", best, b.count(group))))
        return best


class RowsIn(_Groups):
    """How many straight rows of so many spaces in a line lie in a set. Rows may overlap; each is counted once."""

    each = 4
    phrase = "number of rows of {length} in {set}"
    sort = "function"
    example = "if number of rows of 3 in spaces > 1:"

    @staticmethod
    def lower(at: Lowering, length: h.CloseNumber, set: h.Board) -> Value:
        return lower_boards.rows(at, length, set)


WORDS = (LineThrough, EndOfLine, AllReached, GroupsIn, LargestGroup, RowsIn)
