"""Seats and their order. Seats are numbered clockwise."""

from __future__ import annotations

from ludex.dsl.lowering import Lowering
from ludex.dsl.types import MOST_PLAYERS, Element, Elements, Number, Type
from ludex.dsl.vocabulary import handles as h
from ludex.dsl.vocabulary.word import Mismatch, Word
from ludex.ir.builder import Value
from ludex.ir.graph import SEATS
from ludex.ir.types import Int


class _Neighbour(Word):
    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return Element("player")


def _step(at: Lowering, player: Value, by: int) -> Value:
    seats = at.scene.seats
    table = at.scene.program.table(
        f"seat {by:+d}", SEATS, Int(0, seats - 1, SEATS), [(n + by) % seats for n in range(seats)])
    return at.b.lookup(table, player)


class PlayerAfter(_Neighbour):
    """The next player clockwise, to the left of one who faces the table."""

    phrase = "player after {player}"
    sort = "function"
    example = "set favourite to player after you"
    means = "after"

    @staticmethod
    def lower(at: Lowering, player: h.Player) -> Value:
        return _step(at, player, 1)


class PlayerBefore(_Neighbour):
    """The next player counter-clockwise, to the right."""

    phrase = "player before {player}"
    sort = "function"
    example = "set favourite to player before you"
    means = "before"

    @staticmethod
    def lower(at: Lowering, player: h.Player) -> Value:
        return _step(at, player, -1)


class NextOf(_Neighbour):
    """The first player of a set that comes clockwise after somebody; that player, if no other is in it."""

    phrase = "next of {set} after {player}"
    sort = "function"
    example = "set favourite to next of players after you"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        if given["set"] != Elements(SEATS):
            raise Mismatch("set", f"a set of players is needed here, this is {given['set']}")
        return Element(SEATS)

    @staticmethod
    def lower(at: Lowering, set: h.CloseSet, player: h.Player) -> Value:
        b = at.b
        found = b.fresh(Int(0, at.scene.seats - 1, SEATS))
        b.assign(found, player)
        left = b.fresh(Int(0, at.scene.seats))
        b.assign(left, b.const(at.scene.seats))

        def look(after: int) -> None:
            b.leave_if(b.compare("eq", left, b.const(0)), after)
            b.assign(left, b.arith("sub", left, b.const(1), Int(0, at.scene.seats)))
            b.assign(found, _step(at, found, 1))
            b.leave_if(b.has(set, found), after)

        b.loop(look)
        return found


class SeatsBetween(Word):
    """How many seats it is from one player clockwise to another; 0 from a player to the same."""

    phrase = "seats from {first} to {second}"
    sort = "function"
    example = "if seats from you to player after you is 1:"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        return Number(0, MOST_PLAYERS - 1)

    @staticmethod
    def lower(at: Lowering, first: h.Player, second: h.Player) -> Value:
        b, seats = at.b, at.scene.seats
        apart = b.arith("sub", second, first, Int(1 - seats, seats - 1))
        return b.arith("mod", b.arith("add", apart, b.const(seats)), b.const(seats), Int(0, seats - 1))


WORDS = (PlayerAfter, PlayerBefore, NextOf, SeatsBetween)
