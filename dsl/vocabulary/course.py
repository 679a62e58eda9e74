"""The course of a game in words that nobody writes: starts, parts, turns, the answers of a moment, how it is over.

`dsl/course.py` tells a whole game with them, and whoever follows a game follows its lines. They have no phrase and no
page.
"""

from __future__ import annotations

from typing import cast

from ludex.dsl import typed
from ludex.dsl.lower_events import said
from ludex.dsl.lowering import Lowering
from ludex.dsl.vocabulary import handles as h
from ludex.dsl.vocabulary.word import Word
from ludex.ir.graph import SEATS
from ludex.ir.types import Int


class Start(Word):
    """A variable has its first value, or its first values. Nobody is told."""

    means = "start"

    @staticmethod
    def lower(at: Lowering, variable: h.ValueName) -> None:
        symbol = cast(typed.VariableSymbol, variable.symbol)
        name, start = symbol.name, at.scene.game.starts[symbol.name]
        if symbol.each is None:
            assert not isinstance(start, dict)
            at.b.store(name, None, at.value(start))
            return
        elements = at.scene.program.domains[symbol.each].elements
        for number, element in enumerate(elements):
            if not isinstance(start, dict):
                at.b.store(name, at.b.const(number), at.value(start))
            elif element in start:
                index = at.b.const(number, Int(0, len(elements) - 1, symbol.each))
                at.b.store(name, index, at.value(start[element]))


class OneStep(Word):
    """What happens in it is one step for what happens at any time, which is looked at afterwards."""

    sort = "block"
    means = "one step"

    @staticmethod
    def lower(at: Lowering, body: h.Body) -> None:
        with at.in_one_step():
            body()


class Happens(Word):
    """A rule of this sort and name happens: a step of the set-up, a phase that comes, a trigger whose condition
    holds."""

    sort = "block"
    means = "part"

    @staticmethod
    def lower(at: Lowering, sort: h.Text, name: h.Text, body: h.Body) -> None:
        body()


class ForEver(Word):
    """Again and again, until the game ends."""

    sort = "block"
    means = "for ever"
    repeats = True

    @staticmethod
    def lower(at: Lowering, body: h.Body) -> None:
        at.b.loop(lambda after: body())


class AsLongAs(Word):
    """Again and again, for as long as the condition holds."""

    sort = "block"
    means = "as long as"
    repeats = True

    @staticmethod
    def lower(at: Lowering, condition: h.Condition, body: h.Body) -> None:
        def once(after: int) -> None:
            at.b.leave_if(at.b.negate(condition()), after)
            body()

        at.b.loop(once)


class Turns(Word):
    """Players act one after the other."""

    sort = "block"
    means = "turns"
    repeats = True
    acts = "name"

    @staticmethod
    def lower(at: Lowering, name: h.NewName, first: h.Arm, body: h.Body, among: h.Arm | None = None,
              until: h.Condition | None = None, next: h.Arm | None = None) -> None:
        b, seats = at.b, at.scene.seats
        seat = b.fresh(Int(0, seats - 1, SEATS), "whose turn")
        b.assign(seat, at.present(first.value()))
        step = at.scene.program.table(f"seat {1:+d}", SEATS, Int(0, seats - 1, SEATS),
                                      [(n + 1) % seats for n in range(seats)])

        def act() -> None:
            with at.acting(name, seat):
                body()

        def turn(after: int) -> None:
            if until is not None:
                b.leave_if(until(), after)
            if among is None:
                act()
            else:
                some = among.value()
                b.branch(b.compare("eq", some, b.empty(SEATS)), lambda: b.fail(
                    "nobody is `among` those who have a turn, and the turns go on"))
                b.branch(b.has(some, seat), act)
            if next is None:
                b.assign(seat, b.lookup(step, seat))
            else:
                with at.acting(name, seat):
                    b.assign(seat, at.present(next.value()))

        b.loop(turn)


class Begins(Word):
    """A phase begins, and everybody is told."""

    means = "begins"

    @staticmethod
    def lower(at: Lowering, words: h.Text) -> None:
        at.tell(said(words), [], sort="phase")


class IsOver(Word):
    """An end condition has come to hold, and the game is over."""

    means = "over"
    ends_game = True

    @staticmethod
    def lower(at: Lowering, sort: h.Text, name: h.Text, words: h.Text) -> None:
        at.tell(f"the game ends: {said(words)}", [])
        at.scene.no_tie(at)
        at.b.end(name)


class Stops(Word):
    """Play stops here, for those who want to see no more."""

    means = "stop"
    ends_game = True

    @staticmethod
    def lower(at: Lowering, words: h.Text) -> None:
        at.b.end(words)


WORDS: tuple[type[Word], ...] = (Start, OneStep, Happens, ForEver, AsLongAs, Turns, Begins, IsOver, Stops)
