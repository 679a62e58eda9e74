"""The diagnostics of meaning: what names stand for, whether types fit, and who acts.

They are raised by the parts of the checker (`check_names.py`, `check_words.py`, `check.py`) and by `game.py`. The
examples are lines of an effect, put into a phase of a small game, or whole sections of one.
"""

from __future__ import annotations

from ludex.dsl.diagnostics import Diagnosis


class ShadowedName(Diagnosis):
    """A new name hides one that is known already.

    Inside, the name means the new thing, and the old one cannot be named; a reader may still think of it. Take
    another name. Giving a name again on the same level, as in two choices one after the other, is no fault: from
    the second on it means what the second says.
    """

    code = "LX204"
    name = "shadowed-name"
    severity = "warning"
    message = "`{name}` already means something here, which is hidden by this"
    bad = "for each card in deck:\n    for each card in discard:\n        add 1 to pot\n"
    good = "for each card in deck:\n    for each other in discard:\n        add 1 to pot\n"


class CyclicDefinition(Diagnosis):
    """A value is defined by itself, directly or through others.

    A derived value must follow from the state in finitely many steps.
    """

    code = "LX205"
    name = "cyclic-definition"
    severity = "error"
    message = "`{name}` is defined by itself"
    bad = "values:\n  whole: {is: half + half}\n  half: {is: whole divided by 2 rounded down}\n"
    good = "values:\n  whole: {is: half + half}\n  half: {is: pot divided by 2 rounded down}\n"


class WrongKind(Diagnosis):
    """A name exists, but is of another kind than the place needs.

    A zone where a variable is set, an item where a zone is needed: the message says what the name is.
    """

    code = "LX206"
    name = "wrong-kind"
    severity = "error"
    message = "`{name}` is {found}, not {wanted}"
    bad = "set deck to 3\n"
    good = "set pot to 3\n"


class TypeMismatch(Diagnosis):
    """A value of one sort stands where another sort is needed.

    Numbers, conditions, players, items, names of items and sets are different sorts; the message says which
    was expected and which was found.
    """

    code = "LX302"
    name = "type-mismatch"
    severity = "error"
    message = "{problem}"
    bad = "if deck > 3:\n    end the game\n"
    good = "if count of deck > 3:\n    end the game\n"


class ActorUnbound(Diagnosis):
    """Something is done by `you`, and nobody is acting.

    Actions, turns and the loop `for each player:` have somebody who acts; elsewhere say who: `for PLAYER:`,
    or `PLAYER's hand` for `your hand`.
    """

    code = "LX308"
    name = "actor-unbound"
    severity = "error"
    message = "nobody acts here, so {what} has no owner"
    bad = "move hand to discard\n"
    good = "for each player:\n    move hand to discard\n"


class MisplacedBlock(Diagnosis):
    """A block stands where it has nothing to follow, such as `otherwise:` without an `if` above it.

    Such a block comes directly under the one it belongs to, with the same indentation.
    """

    code = "LX315"
    name = "misplaced-block"
    severity = "error"
    message = "{problem}"
    bad = "otherwise:\n    end the game\n"
    good = "if deck is empty:\n    end the game\notherwise:\n    add 1 to pot\n"


class OfferedTwice(Diagnosis):
    """Two things that may be done at one decision have the same name.

    Nobody could say which of them is meant. An action is named once. A choice of several can be ended with `done`, and
    an offer that begins with `you may` can be answered with `decline`; where that is so, no element that can be chosen
    and no label is called so.
    """

    code = "LX321"
    name = "offered-twice"
    severity = "error"
    message = "`{name}` is offered here twice"
    bad = "for starter:\n    take action wait or stop or wait\n"
    good = "for starter:\n    take action wait or stop\n"


RULES: tuple[type[Diagnosis], ...] = (
    ShadowedName, CyclicDefinition, WrongKind, TypeMismatch, ActorUnbound, MisplacedBlock, OfferedTwice,
)
