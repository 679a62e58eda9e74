"""Chance: what nobody decides."""

from __future__ import annotations

from ludex.dsl import types
from ludex.dsl.lowering import Lowering
from ludex.dsl.types import Number, Type
from ludex.dsl.vocabulary import handles as h
from ludex.dsl.vocabulary.word import Mismatch, Word
from ludex.ir.graph import SEATS


class PickAtRandom(Word):
    """Let chance pick one element of a set, each as likely. Everyone learns which."""

    phrase = "pick {name} at random from {set}"
    example = "pick partner at random from players"
    means = "pick"

    @classmethod
    def bound(cls, given: dict[str, Type]) -> Type:
        return types.element_of(given["set"])

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        return ("set",)

    @staticmethod
    def lower(at: Lowering, name: h.NewName, set: h.Elements) -> None:
        picked = at.b.roll(set, seen=at.b.everything(SEATS))
        at.bind(name, picked)
        at.tell("chance picks {}", [picked])


class RollDie(Word):
    """Roll a die: a number from one bound to the other, each as likely. Everyone sees it."""

    phrase = "roll {name} from {low} to {high}"
    example = "roll die from 1 to 6"
    means = "roll"

    @classmethod
    def result(cls, given: dict[str, Type]) -> Type:
        low, high = given["low"], given["high"]
        assert isinstance(low, Number) and isinstance(high, Number)
        if low.high > high.low:
            raise Mismatch("high", f"{high} may be below {low}")
        return Number(low.low, high.high)

    @classmethod
    def bound(cls, given: dict[str, Type]) -> Type:
        low, high = given["low"], given["high"]
        assert isinstance(low, Number) and isinstance(high, Number)
        return Number(low.low, high.high)

    @staticmethod
    def lower(at: Lowering, name: h.NewName, low: h.Number, high: h.Number) -> None:
        rolled = at.b.roll(low, high, seen=at.b.everything(SEATS))
        at.bind(name, rolled)
        at.tell("{@} rolls {}", [rolled], plain="number")


WORDS = (PickAtRandom, RollDie)
