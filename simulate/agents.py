"""Who decides, in simulated games and at a match. An agent sees a position through the contract and takes an option.

Agents are made for each game from the first state of the game's generator, so that their choices follow from the game's
seed. Seats with agents of one name share one. A new kind is a class here and its name in `KINDS`. All but those that
decide at random think in worlds that their seat holds possible (`mind.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Protocol

from ludex.ir.contract import Engine, Fault, Option, State
from ludex.ir.picks import Picks
from ludex.ir.record import changeable, record
from ludex.simulate.mind import Mind, shares
from ludex.simulate.search import search


class Agent(Protocol):
    """Whoever decides for some seats of one game."""

    def choose(self, engine: Engine, state: State, options: Sequence[Option]) -> int:
        """The index of one of the options; there is at least one. The state may not be changed."""


class Random:
    """Takes each option with the same chance."""

    def __init__(self, generator: int) -> None:
        self._picks = Picks(generator)

    def choose(self, engine: Engine, state: State, options: Sequence[Option]) -> int:
        return self._picks.pick(len(options))


@changeable
class Greedy:
    """Takes the option after which its own score is best, in the mean of some worlds; a game that is over counts for
    more than any score, as it came out. Of equal ones it takes one at random. What its seat has to choose to complete
    the step, up to its next action, is chosen at random before the score is looked at."""

    mind: Mind
    rng: random.Random
    worlds: int

    def choose(self, engine: Engine, state: State, options: Sequence[Option]) -> int:
        if len(options) == 1:
            return 0
        seat = engine.seat(state)
        values = [0.0] * len(options)
        for _ in range(self.worlds):
            world = self.mind.world(state, seat, self.rng)
            for at, option in enumerate(options):
                values[at] += self._value(world[:], option, seat)
        best = max(values)
        return self.rng.choice([at for at, value in enumerate(values) if value == best])

    def _value(self, world: State, option: Option, seat: int) -> float:
        engine, program = self.mind.engine, self.mind.engine.program
        try:
            if option in engine.options(world):
                engine.choose(world, option)
            for _ in range(MOST_CHOICES):
                choose = engine.decision(world)
                if choose is None or choose.kind == "action" or engine.seat(world) != seat:
                    break
                engine.choose(world, self.rng.choice(engine.options(world)))
            if engine.over(world):
                return (self.mind.worth(world, self.rng)[seat] - 1 / program.seats) * 1e9
            if not program.scores:
                return 0.0
            return engine.evaluate(program.scores[0], world, (seat,)) * (-1.0 if program.best == "lowest" else 1.0)
        except Fault:
            return 0.0


@changeable
class Flat:
    """Plays on at random behind every option, equally often and in the same worlds, and takes what does best."""

    mind: Mind
    rng: random.Random
    games: int

    def choose(self, engine: Engine, state: State, options: Sequence[Option]) -> int:
        if len(options) == 1:
            return 0
        seat = engine.seat(state)
        values = [0.0] * len(options)
        for _ in range(max(1, self.games // len(options))):
            world = self.mind.world(state, seat, self.rng)
            for at, option in enumerate(options):
                values[at] += self._value(world[:], option)[seat]
        return values.index(max(values))

    def _value(self, world: State, option: Option) -> tuple[float, ...]:
        try:
            if option in self.mind.engine.options(world):
                self.mind.engine.choose(world, option)
            return self.mind.worth(world, self.rng)
        except Fault:
            return shares(self.mind.engine.program, ())


@changeable
class Tree:
    """Searches a tree of what may follow, iteration by iteration (`search.py`)."""

    mind: Mind
    rng: random.Random
    iterations: int

    def choose(self, engine: Engine, state: State, options: Sequence[Option]) -> int:
        if len(options) == 1:
            return 0
        return search(self.mind, state, engine.seat(state), options, self.iterations, self.rng)


@record
class Kind:
    """A kind of agent that thinks: what makes one, the number it takes, and what that is a number of."""

    make: Callable[[Mind, random.Random, int], Agent]
    number: int
    of: str


#: The agent that engines may also play by themselves, and the one that needs no mind.
RANDOM = "random"
#: The kinds that think, by name.
KINDS: dict[str, Kind] = {
    "greedy": Kind(Greedy, 4, "worlds"), "flat": Kind(Flat, 200, "games a decision"),
    "mcts": Kind(Tree, 200, "iterations a decision")}
#: A step that needs more choices is judged as it is then.
MOST_CHOICES = 20
#: More worlds, games or iterations than anybody waits for.
MOST = 10_000_000


class NoAgent(ValueError):
    """There is no agent of a name; the message says so."""


def understood(name: str, others: Sequence[str] = ()) -> str:
    """The name of an agent in the one form that it has: `mcts` is `mcts:200`. `others` could have been named as well.
    Raises `NoAgent`."""
    kind, colon, number = name.partition(":")
    if name == RANDOM:
        return name
    if kind == RANDOM:
        raise NoAgent(f"{RANDOM!r} takes no number, as in {name!r}")
    if kind not in KINDS:
        known = [*others, RANDOM, *KINDS]
        near = get_close_matches(kind, known, 1)
        raise NoAgent(f"there is no agent {name!r}; there is {', '.join(known[:-1])} and {known[-1]}"
                      + (f"; did you mean {near[0]!r}?" if near else ""))
    if not colon:
        return f"{kind}:{KINDS[kind].number}"
    if not number.isdecimal() or not number.isascii() or not 1 <= int(number[:9]) <= MOST or len(number) > 8:
        raise NoAgent(f"{name!r} wants a number from 1 to {MOST:,} behind the colon: {KINDS[kind].of}")
    return f"{kind}:{int(number)}"


def for_seats(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The understood name of an agent for each seat, from one for all or one for each. Raises `NoAgent`."""
    agents = tuple(understood(name) for name in names)
    if len(agents) == 1:
        return agents * seats
    if len(agents) != seats:
        raise NoAgent(f"agents are named once for all seats, or one for each of {seats}; these are {len(agents)}")
    return agents


def made(name: str, generator: int, mind: Mind | None) -> Agent:
    """An agent for a game, by its understood name."""
    if name == RANDOM:
        return Random(generator)
    assert mind is not None
    kind, _, number = name.partition(":")
    return KINDS[kind].make(mind, random.Random(f"{name}/{generator}"), int(number))


def seated(names: Sequence[str], generator: int, mind: Mind | None) -> list[Agent]:
    """The agents of a game, one for each seat, by their understood names."""
    known = {name: made(name, generator, mind) for name in names}
    return [known[name] for name in names]


__all__ = ["KINDS", "RANDOM", "Agent", "NoAgent", "for_seats", "made", "seated", "understood"]
