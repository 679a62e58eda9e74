"""A game in numbers: the same position, options and events as a match has, without the words.

A learner takes many more steps than a person, so an action goes straight to the engine; a `Match` is made of the
position when somebody wants to read it. Invariants are not looked at on the way.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludex import naming
from ludex.adapters.actions import Actions
from ludex.adapters.observation import Vector
from ludex.adapters.payoff import Payoff
from ludex.events import event, happened
from ludex.game import load
from ludex.ir.contract import Event, Option, State
from ludex.ir.layout import POINT
from ludex.match import Match


class Table:
    """A game for a number of players, with the actions, vectors and payoffs that belong to it.

    Raises `RuleErrors` for rules that cannot be played, and ValueError (such as `BadStart`) for other settings.
    """

    def __init__(self, rules: str | Path, players: int | None = None, rulings: Mapping[str, str] | None = None,
                 parameters: Mapping[str, int] | None = None, payoffs: str = "shares") -> None:
        self.game = load(rules)
        self.match = self.game.start(players, 0, rulings, parameters, chance="ask")
        self._made_of = (str(self.game.path), len(self.match.seats), tuple(self.match.rulings.items()),
                         tuple(self.match.parameters.items()), payoffs)
        self.engine = self.match.engine
        self.faults = self.match.faults()
        self.seats = len(self.match.seats)
        self.actions = Actions(self.engine)
        self.vector = Vector(self.engine, self.actions)
        self.payoff = Payoff(self.engine, payoffs)

    def __reduce__(self) -> tuple[Any, ...]:
        """A table is kept as what it was made of: code cannot be written down."""
        return _table, self._made_of

    def start(self, seed: int = 0, asking: bool = False, telling: bool = True) -> Play:
        """A new game at its first decision or, if it asks for chance, at its first chance event. What happens is kept
        only if it is to be told."""
        play = Play(self, seed, asking, telling)
        with self.faults:
            play.state = self.engine.start(seed, play.events, asking)
        return play


def shared(rules: str | Path, players: int | None = None, rulings: Mapping[str, str] | None = None,
           parameters: Mapping[str, int] | None = None, payoffs: str = "shares") -> Table:
    """A table that all who ask for the same one in a program share; its rule files are read once. Raises as `Table`."""
    try:
        return _table(str(rules), players, tuple((rulings or {}).items()), tuple((parameters or {}).items()), payoffs)
    except (TypeError, AttributeError):  # a setting of a wrong sort
        return Table(rules, players, rulings, parameters, payoffs)


@lru_cache(maxsize=64, typed=True)
def _table(rules: str, players: int | None, rulings: tuple[tuple[str, str], ...],
           parameters: tuple[tuple[str, int], ...], payoffs: str) -> Table:
    return Table(rules, players, dict(rulings), dict(parameters), payoffs)


class Play:
    """One game under way."""

    __slots__ = ("asking", "chosen", "events", "past", "seed", "state", "table")

    def __init__(self, table: Table, seed: int, asking: bool, telling: bool) -> None:
        self.table = table
        self.seed = seed
        self.asking = asking
        self.state: State = []
        self.events: list[Event] | None = [] if telling else None
        #: The decisions so far: whose, the action, and how many events there were before it.
        self.past: list[tuple[int, int, int]] = []
        #: What the one who decides has chosen since somebody else decided.
        self.chosen: tuple[int, ...] = ()

    def copy(self) -> Play:
        """An independent game at the same point."""
        other = Play(self.table, self.seed, self.asking, False)
        other.state, other.chosen, other.past = self.state[:], self.chosen, self.past[:]
        other.events = None if self.events is None else self.events[:]
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        return self.copy()

    # -- playing

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.table.engine.over(self.state)

    @property
    def point(self) -> int:
        """Where in the program play stands."""
        return self.state[POINT]

    @property
    def decider(self) -> int | None:
        """The seat that decides; None where chance does, or nobody."""
        engine = self.table.engine
        return engine.seat(self.state) if engine.decision(self.state) is not None else None

    def open(self) -> dict[int, Option]:
        """The actions that may be taken, each with the engine's option. Raises `RuleFault` where there is none."""
        with self.table.faults:
            return self.table.actions.open(self.state)

    def take(self, action: int, option: Option) -> None:
        """Take an action, with its option of `open`."""
        engine, seat = self.table.engine, self.table.engine.seat(self.state)
        self.past.append((seat, action, len(self.events or ())))
        with self.table.faults:
            engine.choose(self.state, option, self.events, self.asking)
        following = self.decider
        self.chosen = (*self.chosen, action) if following is None or following == seat else ()

    def outcomes(self) -> list[tuple[int, int]]:
        """What chance may bring where it is asked, each with its weight."""
        return self.table.engine.outcomes(self.state)

    def resolve(self, outcome: int) -> None:
        """Let chance bring this."""
        with self.table.faults:
            self.table.engine.resolve(self.state, outcome, self.events, self.asking)
        if self.past and self.decider not in (None, self.past[-1][0]):
            self.chosen = ()

    def payoffs(self) -> list[float]:
        """What each seat gets, once the game is over."""
        with self.table.faults:
            return self.table.payoff.of(self.state)

    # -- looking

    def vector(self, seat: int) -> list[int]:
        """What a seat sees, as numbers."""
        return self.table.vector.of(self.state, seat, self.chosen)

    def match(self) -> Match:
        """The position as a match, without its past."""
        of = self.table.match
        return Match(of.game, of.engine, self.state[:], self.seed, self.asking, of.rulings, of.parameters)

    def sight(self, seat: int | None) -> str:
        """What a seat (or a spectator, None) sees, as a line of JSON."""
        shown = self.match().view(seat)
        if seat is not None and seat == self.decider and self.chosen:
            shown["chosen"] = [self.table.actions.words[action] for action in self.chosen]
        return json.dumps(shown, ensure_ascii=False)

    def memory(self, seat: int | None) -> str:
        """All that a seat has chosen and was told so far, line by line, and what it sees now."""
        lines: list[str] = []
        told = 0
        for who, action, until in self.past:
            lines += self._told(seat, told, until)
            told = until
            if who == seat:
                lines.append(f"> {self.table.actions.words[action]}")
        lines += self._told(seat, told)
        return "\n".join([*lines, self.sight(seat)])

    def told(self, since: int = 0) -> list[str]:
        """What a spectator was told, after the first so many events."""
        return self._told(None, since)

    def _told(self, seat: int | None, since: int, until: int | None = None) -> list[str]:
        program = self.table.engine.program
        return [text for raw in (self.events or [])[since:until]
                if happened(raw) and (text := event(program, raw).told_to(seat))]

    def outcome_words(self, outcome: int) -> str:
        """What an outcome of the chance event that waits is called."""
        engine = self.table.engine
        values = [value for value, _ in engine.outcomes(self.state)]
        return naming.outcomes(engine, self.state, values)[values.index(outcome)]
