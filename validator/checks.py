"""What a check of a whole game is, and how all of them are run.

A check says what it needs and which diagnostics it may raise; its `run` looks at a `Context` and gives
findings. `run_checks` runs those whose needs are met, says of the others why they were skipped, and turns a
crash into a finding that names the check, so that one mistake of ours does not silence the rest. To add a
check, write one beside its diagnostics and name it in the tuple `CHECKS` of its module; `validator/__init__.py`
lists the modules.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeVar

from ludex.dsl import typed
from ludex.dsl.course import Script, course_of
from ludex.dsl.diagnostics import Diagnosis, Finding, Sink
from ludex.dsl.game import Analysis
from ludex.dsl.lower import too_large
from ludex.dsl.passages import Passage, passages
from ludex.dsl.source import Source
from ludex.dsl.syntax import RuleSet
from ludex.ir.record import record
from ludex.validator.flow import Flow, follow
from ludex.validator.hygiene import InternalError
from ludex.validator.play.table import Table
from ludex.validator.walk import Reach

Made = TypeVar("Made")

#: What a check may need: the sections as read (always there), a game free of errors, which can be written out,
#: the restated rulebook, or leave to play games.
Need = Literal["document", "typed", "ir", "source", "play"]

WHY_SKIPPED: dict[Need, str] = {
    "typed": "the rules have errors",
    "ir": "the rules have errors",
    "source": "there is no readable `source.md` beside the rules",
    "play": "no games are played",
}
#: Why no check at all is made of rules that cannot be read.
UNREADABLE = "the rules cannot be read"


@dataclass(eq=False)
class Context:
    """What is known about the rule set that is checked.

    `games` is how many games the checks may play, from which `seed`, and `table` makes where they are played. The other
    parts may be relied on by a check that needs them.
    """

    rules: RuleSet
    analysis: Analysis
    source: Source | None = None
    games: int = 0
    seed: int = 0
    table: Callable[[], Table] | None = None
    _made: dict[Callable[[Context], Any], Any] = field(default_factory=dict, init=False, repr=False)

    def has(self, need: Need) -> bool:
        """Whether something that a check needs is there."""
        match need:
            case "document":
                return True
            case "source":
                return self.source is not None
            case "play":
                return self.games > 0 and self.table is not None and self.analysis.game is not None
            case _:
                return self.analysis.game is not None

    @property
    def game(self) -> typed.Game:
        """The checked game. For checks that need `typed`."""
        assert self.analysis.game is not None
        return self.analysis.game

    @cached_property
    def passages(self) -> dict[str, Passage]:
        """The passages of the restated rulebook by id; none if there is no such file."""
        return {} if self.source is None else passages(self.source)

    @cached_property
    def reach(self) -> Reach:
        """What effects and expressions read and write. For checks that need `typed`."""
        return Reach(self.game)

    @cached_property
    def course(self) -> Script:
        """The game in lines from its start to its end. For checks that need `typed`."""
        return course_of(self.game)

    @cached_property
    def flow(self) -> Flow:
        """What is known wherever play can be. For checks that need `typed`."""
        return follow(self.game, self.reach, self.course)

    @cached_property
    def flow_of_full_draws(self) -> Flow:
        """The same if no draw falls short: what may go wrong there does not rest on a deck that may run out."""
        return follow(self.game, self.reach, self.course, full_draws=True)

    @cached_property
    def too_large(self) -> tuple[Finding, ...]:
        """What there is to say if the rules are too long to be played. For checks that need `ir`."""
        return too_large(self.game, self.game.most)

    def once(self, make: Callable[[Context], Made]) -> Made:
        """What several checks of one kind look at, made for the first of them and kept as long as this rule set is."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]  # type: ignore[no-any-return]


@record
class Check:
    """One check: its name in words, what it needs, the diagnostics it may raise, and the function that looks."""

    name: str
    needs: tuple[Need, ...]
    rules: tuple[type[Diagnosis], ...]
    run: Callable[[Context], Iterable[Finding]]


@record
class Outcome:
    """What became of a check. `findings` counts what it found; `reason` says why it was skipped or has failed."""

    check: str
    status: Literal["ran", "skipped", "failed"]
    findings: int = 0
    reason: str = ""


def run_checks(context: Context, checks: Iterable[Check], sink: Sink) -> tuple[Outcome, ...]:
    """Run all checks whose needs are met; their findings go to the sink. One outcome a check, in order."""
    outcomes = []
    for check in checks:
        lacking = next((need for need in check.needs if not context.has(need)), None)
        if lacking is not None:
            outcomes.append(Outcome(check.name, "skipped", reason=WHY_SKIPPED[lacking]))
            continue
        try:
            found = list(check.run(context))
        except Exception as fault:
            if debugging():
                raise
            sink.add(InternalError.at(context.rules.game.span, check=check.name, game=context.rules.game.text,
                                      fault=describe(fault), help="set LUDEX_DEBUG=1 to see where"))
            outcomes.append(Outcome(check.name, "failed", reason=describe(fault)))
            continue
        sink.extend(found)
        outcomes.append(Outcome(check.name, "ran", len(found)))
    return tuple(outcomes)


def debugging() -> bool:
    """Whether somebody wants to see where Ludex broke down, instead of what else there is to find."""
    return os.environ.get("LUDEX_DEBUG") == "1"


def describe(fault: BaseException) -> str:
    """An exception in a few words, on one line."""
    about = " ".join(str(fault).split())[:200]
    return f"{type(fault).__name__}: {about}" if about else type(fault).__name__
