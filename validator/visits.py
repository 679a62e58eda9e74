"""Where play has been: for every line, condition and choice that is reached, what is known there.

The same place may be reached on several ways, and by several who act; for each who acts, what is known on all of them
is kept. What is never reached has no entry.
"""

from __future__ import annotations

from ludex.dsl import typed
from ludex.dsl.typed import Chosen, Line, TypedExpr
from ludex.ir.record import record
from ludex.validator.facts import Facts
from ludex.validator.known import State, join


@record
class Visit:
    """A line or a condition that is reached, who acts there, and what is known."""

    node: Line | TypedExpr | Chosen
    actor: object
    state: State
    #: The turns that a visit stands for, where a player takes an action.
    names: tuple[str, ...] = ()


#: By the identity of what is visited, and who acts.
Notes = dict[tuple[int, object], Visit]


class Visits:
    """All that is noted on the way through one game."""

    def __init__(self, game: typed.Game, facts: Facts) -> None:
        self.game = game
        self.facts = facts
        self.lines: Notes = {}
        self.tests: Notes = {}
        self.choices: Notes = {}
        #: Expressions that stand neither in a line nor as a condition: those of turns, and of what is chosen from.
        self.asked: Notes = {}
        #: What is known where players take one of several actions.
        self.turns: Notes = {}
        #: What is known there when the turns of a phase begin.
        self.entries: Notes = {}
        #: Names of phases, procedures, actions, triggers and ends that are reached.
        self.reached: set[tuple[str, str]] = set()

    def note(self, kept: Notes, place: int, visit: Visit) -> None:
        """Somebody comes to a place."""
        known = kept.get((place, visit.actor))
        if known is None:
            kept[place, visit.actor] = visit
        elif known.state is not visit.state:
            joined = join(known.state, visit.state)
            assert joined is not None
            kept[place, visit.actor] = Visit(known.node, visit.actor, joined, known.names)

    def test(self, expr: TypedExpr, state: State, actor: object) -> State | None:
        """A condition is looked at, and play goes on where it holds."""
        self.note(self.tests, id(expr), Visit(expr, actor, state))
        return self.facts.assume(expr, True, state, actor)

    def branch(self, expr: TypedExpr, state: State, actor: object) -> tuple[State | None, State | None]:
        """A condition is looked at, and play goes on where it holds and where it does not."""
        self.note(self.tests, id(expr), Visit(expr, actor, state))
        return self.facts.both(expr, state, actor)

    def look(self, expr: TypedExpr, state: State, actor: object) -> None:
        """The value of an expression is needed."""
        self.note(self.asked, id(expr), Visit(expr, actor, state))

    def so_far(self) -> tuple[list[Notes], set[tuple[str, str]]]:
        """A copy of all notes."""
        return [notes.copy() for notes in self._all()], self.reached.copy()

    def back_to(self, before: tuple[list[Notes], set[tuple[str, str]]]) -> None:
        """Forget what was noted since."""
        for notes, old in zip(self._all(), before[0], strict=True):
            notes.clear()
            notes.update(old)
        self.reached = before[1].copy()

    def _all(self) -> tuple[Notes, ...]:
        return self.lines, self.tests, self.choices, self.asked, self.turns, self.entries
