"""Choices: what somebody decides. The one who acts decides; `for PLAYER:` lets another act."""

from __future__ import annotations

from dataclasses import replace

from ludex.dsl.choosing import Offer, choose, offer, possible
from ludex.dsl.lower_events import said
from ludex.dsl.lowering import Lowering
from ludex.dsl.typed import Chosen
from ludex.dsl.types import Type
from ludex.dsl.vocabulary import handles as h
from ludex.dsl.vocabulary.word import Word

DECLINE = "decline"


def _asked(choice: Chosen, question: str | None) -> Chosen:
    return choice if question is None else replace(choice, words=question)


class Choose(Word):
    """Choose, and go on with what was chosen.

    `choose card from hand` chooses one element; `one or more`, `any number of`, `up to N` and `exactly N` choose a
    set; `choose number n from 1 to 6` chooses a number. After `where` comes a condition: on the element, or on the
    whole set; after `asking`, in quotes, what a person is asked. When nothing can be chosen, that is a fault: guard
    it with `if`, or use `you may choose`.
    """

    phrase = "choose {choice} [asking {question}]"
    example = "choose card from hand asking \"which card?\""
    means = "choose"
    needs_actor = True

    @classmethod
    def bound(cls, given: dict[str, Type]) -> Type:
        return given["choice"]

    @staticmethod
    def lower(at: Lowering, choice: h.Choice, question: h.Text | None = None) -> None:
        choose(at, (_asked(choice, question),), lambda: None)


class MayChoose(Word):
    """Choose something, or decline. What stands under it happens only if something was chosen.

    Nothing is asked if nothing can be chosen. `otherwise:` may follow for both cases.
    """

    phrase = "you may choose {choice} [asking {question}]"
    sort = "block"
    example = "you may choose card from hand:"
    means = "may choose"
    scope = ("body",)
    followed_by = ("other case",)
    needs_actor = True
    adds_answer = DECLINE

    @classmethod
    def bound(cls, given: dict[str, Type]) -> Type:
        return given["choice"]

    @staticmethod
    def lower(at: Lowering, choice: h.Choice, body: h.Body, otherwise: h.Body | None,
              question: h.Text | None = None) -> None:
        choice = _asked(choice, question)
        b = at.b
        not_chosen, after = b.block(), b.block()
        b.branch(possible(at, choice), lambda: offer(at, "may", choice.words, [
            Offer("", "", at.rule, None, (choice,), body),
            Offer(DECLINE, DECLINE, at.rule, None, (), lambda: b.goto(not_chosen)),
        ]), lambda: b.goto(not_chosen))
        b.goto(after)
        b.at(not_chosen)
        if otherwise is not None:
            otherwise()
        b.goto(after)
        b.at(after)


class May(Word):
    """Do something, or decline. `otherwise:` may follow for the second case."""

    phrase = "you may {label}"
    sort = "block"
    example = 'you may "take the pot":'
    means = "may"
    followed_by = ("other case",)
    needs_actor = True
    adds_answer = DECLINE

    @staticmethod
    def lower(at: Lowering, label: h.Text, body: h.Body, otherwise: h.Body | None) -> None:
        no = otherwise if otherwise is not None else (lambda: None)
        def taken() -> None:
            at.tell(f"{{@}}: {said(label)}", [])
            body()

        offer(at, "may", label, [
            Offer(label, label, at.rule, None, (), taken),
            Offer(DECLINE, DECLINE, at.rule, None, (), no),
        ])


class TakeAction(Word):
    """Take one of several actions (see the section `actions`) that are legal now."""

    phrase = "take action {actions}"
    example = "take action wait or stop"
    means = "act"
    needs_actor = True

    @staticmethod
    def lower(at: Lowering, actions: h.Actions) -> None:
        at.scene.take_action(at, actions)


WORDS = (Choose, MayChoose, May, TakeAction)
