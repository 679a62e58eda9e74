"""What happens under which condition, for whom, and how often."""

from __future__ import annotations

from dataclasses import replace

from ludex.dsl import typed, types
from ludex.dsl.lowering import Lowering
from ludex.dsl.types import Element, Type
from ludex.dsl.vocabulary import handles as h
from ludex.dsl.vocabulary.players import PlayerAfter
from ludex.dsl.vocabulary.word import Word
from ludex.ir.builder import Value
from ludex.ir.graph import SEATS
from ludex.ir.types import Int


class If(Word):
    """What stands under it happens only if the condition holds. `otherwise if C:` and `otherwise:` may follow."""

    phrase = "if {condition}"
    sort = "block"
    example = "if pot > 3:"
    means = "case"
    followed_by = ("further case", "other case")

    @staticmethod
    def lower(at: Lowering, condition: h.Condition, body: h.Body, otherwise: h.Body | None) -> None:
        at.b.branch(condition(), body, otherwise)


class OtherwiseIf(Word):
    """After `if`: looked at only when no condition before it held."""

    phrase = "otherwise if {condition}"
    sort = "block"
    example = "otherwise if pot > 3:"
    means = "case"
    follows = "further case"
    followed_by = ("further case", "other case")

    @staticmethod
    def lower(at: Lowering, condition: h.Condition, body: h.Body, otherwise: h.Body | None) -> None:
        at.b.branch(condition(), body, otherwise)


class Otherwise(Word):
    """The other case of the block before it: no condition held, or the offer was declined."""

    phrase = "otherwise"
    sort = "block"
    example = "otherwise:"
    means = "otherwise"
    follows = "other case"

    @staticmethod
    def lower(at: Lowering, body: h.Body) -> None:
        body()


class ForEachFrom(Word):
    """For each player, clockwise from one of them; that player acts in what stands under it."""

    phrase = "for each {name} from {first}"
    sort = "block"
    example = "for each player from starter:"
    means = "each from"
    repeats = True
    scope = ("body",)
    acts = "name"

    @classmethod
    def bound(cls, given: dict[str, Type]) -> Type:
        return Element("player")

    @staticmethod
    def lower(at: Lowering, name: h.NewName, first: h.Player, body: h.Body) -> None:
        b = at.b
        seat, left = b.fresh(Int(0, at.scene.seats - 1, SEATS)), b.fresh(Int(0, at.scene.seats))
        b.assign(seat, first)
        b.assign(left, b.const(at.scene.seats))

        def turn(after: int) -> None:
            b.leave_if(b.compare("eq", left, b.const(0)), after)
            with at.acting(name, seat):
                body()
            b.assign(left, b.arith("sub", left, b.const(1), Int(0, at.scene.seats)))
            b.assign(seat, PlayerAfter.lower(at, seat))

        b.loop(turn)


class ForEachIn(Word):
    """For each element of a set, in the order they are listed; the set is fixed beforehand. A player acts in what
    stands under it."""

    phrase = "for each {name} in {set}"
    sort = "block"
    example = "for each p in players:"
    means = "each in"
    repeats = True
    scope = ("body",)
    acts = "name"

    @classmethod
    def bound(cls, given: dict[str, Type]) -> Type:
        return types.element_of(given["set"])

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("set",)

    @staticmethod
    def lower(at: Lowering, name: h.NewName, set: h.Elements, body: h.Body) -> None:
        def one(element: Value) -> None:
            if element.domain == SEATS:
                with at.acting(name, element):
                    body()
            else:
                at.bind(name, element)
                body()

        at.each(set, one)


class ForEach(Word):
    """For each player; that player acts in what stands under it. The order is that of the seats: where it could
    matter, say `from`."""

    phrase = "for each {name}"
    sort = "block"
    example = "for each player:"
    means = "each"
    repeats = True
    scope = ("body",)
    acts = "name"

    @classmethod
    def bound(cls, given: dict[str, Type]) -> Type:
        return Element("player")

    @classmethod
    def reordered(cls, line: typed.Line) -> typed.Line:
        """Beginning with the second seat."""
        second = typed.Literal(line.at, Element("player"), 1)
        return replace(line, word=ForEachFrom, arguments={**line.arguments, "first": second})

    @staticmethod
    def lower(at: Lowering, name: h.NewName, body: h.Body) -> None:
        ForEachIn.lower(at, name, at.b.everything(SEATS), body)


class ForPlayer(Word):
    """Let a player act in what stands under it."""

    phrase = "for {player}"
    sort = "block"
    example = "for starter:"
    means = "for"
    acts = "player"

    @staticmethod
    def lower(at: Lowering, player: h.Player, body: h.Body) -> None:
        seat = at.b.fresh(Int(0, at.scene.seats - 1, SEATS))
        at.b.assign(seat, player)
        with at.acting(None, seat):
            body()


class RepeatTimes(Word):
    """Again and again, this many times."""

    phrase = "repeat {count} times"
    sort = "block"
    example = "repeat 2 times:"
    means = "times"
    repeats = True

    @staticmethod
    def lower(at: Lowering, count: h.Number, body: h.Body) -> None:
        b = at.b
        left = b.fresh(Int(min(0, count.low), max(0, count.high)))
        b.assign(left, count)

        def once(after: int) -> None:
            b.leave_if(b.compare("le", left, b.const(0)), after)
            body()
            b.assign(left, b.arith("sub", left, b.const(1), Int(min(-1, left.low), left.high)))

        b.loop(once)


class RepeatUntil(Word):
    """Again and again, until the condition holds; it is looked at before each time."""

    phrase = "repeat until {condition}"
    sort = "block"
    example = "repeat until pot > 3:"
    means = "until"
    repeats = True

    @staticmethod
    def lower(at: Lowering, condition: h.Condition, body: h.Body) -> None:
        def once(after: int) -> None:
            at.b.leave_if(condition(), after)
            body()

        at.b.loop(once)


class Do(Word):
    """Run a procedure (see the section `procedures`). Whoever acts goes on acting in it.

    What a procedure needs to know stands after `with`, in the order of its parameters: `do pay out with winner and 3`.
    """

    phrase = "do {procedure} [with {given}]"
    example = "do refill"
    means = "do"

    @staticmethod
    def lower(at: Lowering, procedure: h.Procedure, given: h.Given | None = None) -> None:
        rule = at.scene.game.procedures[procedure]
        values = [at.actor()]
        for local, value in zip(rule.parameters, given or (), strict=True):
            values.append(at.fitted(value, local.type, f"`{local.name}` of `{procedure}`"))
        at.run(f"do {procedure}", values)


class ReachMoment(Word):
    """Reach a moment: its triggers run in the order written, then its end conditions are looked at."""

    phrase = "moment {moment}"
    example = "moment showdown"
    means = "moment"

    @staticmethod
    def lower(at: Lowering, moment: h.Moment) -> None:
        at.scene.moment(at, moment)


WORDS = (If, OtherwiseIf, Otherwise, ForEachFrom, ForEachIn, ForEach, ForPlayer, RepeatTimes, RepeatUntil, Do,
         ReachMoment)
