"""Players that are programs: an agent gets the match and its seat, and names one of the options.

Both kinds here are for company and for smoke tests, not for strength. An agent has a random stream of its
own, never the match's, and judges nothing but positions that its seat cannot tell from the real one: a
greedy agent looks ahead on re-dealt copies, so hidden cards cannot leak into its choice.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ludex import Match, Option


class Agent(Protocol):
    """Whoever decides for a seat."""

    def choose(self, match: Match, seat: int) -> Option:
        """One of the options of `match.decision`, which is the seat's to answer."""
        ...


class RandomAgent:
    """Takes each option with the same chance."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def choose(self, match: Match, seat: int) -> Option:
        return self._random.choice(options_of(match))


class GreedyAgent:
    """Takes the option after which its own score is best, seen one step ahead; else a random one.

    A step is the option and whatever the same seat has to decide to complete it, which is done at
    random. Each option is tried in a few worlds that the seat holds possible, the same for all options.
    """

    def __init__(self, seed: int | str, *, worlds: int = 3, most_options: int = 40) -> None:
        self._random = random.Random(seed)
        self._worlds = worlds
        self._most_options = most_options

    def choose(self, match: Match, seat: int) -> Option:
        options = options_of(match)
        if len(options) == 1:
            return options[0]
        tried = options if len(options) <= self._most_options else self._sample(options)
        worlds = [match.redeal(seat, self._random) for _ in range(self._worlds)]
        worth = [sum(self._try(world, option, seat) for world in worlds) for option in tried]
        best = max(worth)
        return self._random.choice([tried[place] for place, value in enumerate(worth) if value == best])

    def _sample(self, options: Sequence[Option]) -> list[Option]:
        return self._random.sample(list(options), self._most_options)

    def _try(self, world: Match, option: Option, seat: int) -> int:
        """The seat's score after the option in this world; as it is, where the world does not offer it."""
        copy = world.copy()
        if option.id in {offered.id for offered in options_of(copy)}:
            copy.apply(option.id)
        for _ in range(MOST_STEPS):
            if copy.decision is None or copy.decision.player != seat:
                break
            copy.apply(self._random.choice(copy.decision.options))
        return copy.score(seat) or 0


#: A seat that may go on deciding for ever is judged after this many steps.
MOST_STEPS = 20


def options_of(match: Match) -> Sequence[Option]:
    """The options of the decision that waits."""
    if match.decision is None:
        raise ValueError("nobody has to decide")
    return match.decision.options


#: The agents that a command line can name.
AGENTS: dict[str, type[RandomAgent] | type[GreedyAgent]] = {"random": RandomAgent, "greedy": GreedyAgent}
