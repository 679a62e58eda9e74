"""Plays a bundled game and the game of the same name in OpenSpiel side by side, move by move.

At every decision both must let the same seat choose between the same moves, chance must bring the same with the same
probability, and in the end both must give everybody the same return. What is the same move is said by a `Pair`: a
move may take several options here, such as a piece and then where it goes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pyspiel

import ludex
from ludex import Match

#: The ids of the options that make a move.
Steps = tuple[str, ...]
#: Every game of these is over by then.
MOST_MOVES = 5_000


def by_winner(match: Match) -> list[float]:
    """1 for the winner and -1 for the other; 0 where there is no winner, or both are."""
    assert match.result is not None
    won = match.result.winners
    return [0.0 if len(won) != 1 else 1.0 if seat in won else -1.0 for seat in range(len(match.seats))]


def by_score(match: Match) -> list[float]:
    """The scores, as they are."""
    assert match.result is not None
    return [float(match.result.scores[seat]) for seat in range(len(match.seats))]


def all_of(state: Any) -> list[int]:
    """All that OpenSpiel calls legal."""
    return list(state.legal_actions())


def no_chance(state: Any, words: str) -> list[int]:
    """No chance is expected."""
    raise AssertionError(f"chance: {words}")


def nothing(*_: Any) -> None:
    """Nothing needs to be done."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A game here and in OpenSpiel, and how moves of the one become moves of the other."""

    game: str
    #: OpenSpiel's name of it, with parameters where they are not the usual ones.
    spiel: str
    #: OpenSpiel's action for options that were taken in a position; None where they are only the beginning of a move.
    move: Callable[[Match, Steps], int | None]
    parameters: dict[str, int] | None = None
    rulings: dict[str, str] | None = None
    returns: Callable[[Match], list[float]] = by_winner
    #: OpenSpiel's outcomes that are one here, by its words; they may be several where items look alike.
    outcomes: Callable[[Any, str], list[int]] = no_chance
    #: Which of OpenSpiel's legal actions are to be found here, where it is not all of them.
    legal: Callable[[Any], list[int]] = all_of
    #: Brings OpenSpiel's game to where this one begins, and after each move to where this one goes on.
    begin: Callable[[Match, Any], None] = nothing
    settle: Callable[[Match, Any], None] = nothing
    #: Whether chance is followed event by event.
    asking: bool = True

    def __str__(self) -> str:
        return self.game if self.spiel == self.game else f"{self.game}={self.spiel}"


@cache
def loaded(name: str) -> ludex.Game:
    """A bundled game, read once."""
    return ludex.load(name)


@cache
def other(name: str) -> Any:
    """A game of OpenSpiel."""
    return pyspiel.load_game(name)


def moves(match: Match, pair: Pair) -> Iterator[tuple[int, Steps]]:
    """All moves that can be made, as OpenSpiel numbers them, with the options that make them."""

    def further(now: Match, steps: Steps) -> Iterator[tuple[int, Steps]]:
        assert now.decision is not None
        for option in now.decision.options:
            taken = (*steps, option.id)
            action = pair.move(match, taken)
            if action is not None:
                yield action, taken
                continue
            seat, copy = now.decision.player, now.copy()
            copy.apply(option)
            assert copy.decision is not None
            assert copy.decision.player == seat
            yield from further(copy, taken)

    return further(match, ())


def play(pair: Pair, seed: int) -> int:
    """Play one random game in both, and return the number of decisions."""
    rng = random.Random(f"{pair} {seed}")
    game = loaded(pair.game)
    match = game.start(game.players[0], seed, pair.rulings, pair.parameters, chance="ask" if pair.asking else "auto")
    state = other(pair.spiel).new_initial_state()
    pair.begin(match, state)
    decisions = 0
    while match.result is None:
        assert not state.is_terminal(), f"over there, but not here: {match.log(None)[-3:]}"
        if match.chance is not None:
            _chance(pair, match, state, rng)
        else:
            decisions += 1
            assert decisions < MOST_MOVES
            _decide(pair, match, state, rng)
        pair.settle(match, state)
    assert state.is_terminal(), f"over here, but not there: {match.result}"
    assert pair.returns(match) == state.returns()
    return decisions


def _decide(pair: Pair, match: Match, state: Any, rng: random.Random) -> None:
    assert match.decision is not None
    assert match.decision.player == state.current_player()
    here = list(moves(match, pair))
    assert sorted(action for action, _ in here) == sorted(pair.legal(state))
    action, steps = rng.choice(here)
    for step in steps:
        match.apply(step)
    state.apply_action(action)


def _chance(pair: Pair, match: Match, state: Any, rng: random.Random) -> None:
    assert match.chance is not None
    assert state.is_chance_node()
    there = dict(state.chance_outcomes())
    ways = [pair.outcomes(state, outcome.words) for outcome in match.chance.outcomes]
    assert sorted(action for way in ways for action in way) == sorted(there)
    for outcome, way in zip(match.chance.outcomes, ways, strict=True):
        assert abs(float(outcome.probability) - sum(there[action] for action in way)) < 1e-9
    chosen = rng.choices(match.chance.outcomes, [float(o.probability) for o in match.chance.outcomes])[0]
    match.apply(chosen)
    state.apply_action(rng.choice(ways[chosen.index]))
