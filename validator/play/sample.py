"""Games at random, each from a seed of its own, watched from the first decision to the end."""

from __future__ import annotations

import random
from collections.abc import Callable

from ludex.ir.contract import Event, Fault, State
from ludex.ir.layout import GENERATOR
from ludex.validator.play.secrets import leaks
from ludex.validator.play.table import Line, Plan, Table
from ludex.validator.play.watch import Tally

#: So many games are played a second time.
TWICE = 2
#: At one stop in so many it is looked whether anything secret shows.
SECRETS = 7


def play(tally: Tally, table: Table, plan: Plan) -> None:
    """Play the games of a plan."""
    for number in range(plan.games):
        if tally.hopeless:
            return
        if number < TWICE:
            _twice(tally, table, plan, plan.seed + number)
        _one(tally, table, plan, plan.seed + number)


def _twice(tally: Tally, table: Table, plan: Plan, seed: int) -> None:
    """Play a game on the engine and on another one beside it: every position must be the same."""
    one, other = tally.board.engine, table.engine(tally.board.program)
    rng = random.Random(seed)
    moves: list[int] = []
    try:
        state, again = one.start(seed), other.start(seed)
        while not one.over(state) and len(moves) < plan.longest:
            options = one.options(state)
            if one.canonical(state) != other.canonical(again) or options != other.options(again):
                break
            index = rng.randrange(len(options))
            moves.append(index)
            one.choose(state, options[index])
            other.choose(again, options[index])
        if one.canonical(state) != other.canonical(again):
            tally.happened("differs", -1, "", lambda: Line(tally.board.program.seats, seed, tuple(moves)))
    except Fault:
        return  # it is told where the game is played to be looked at


def _one(tally: Tally, table: Table, plan: Plan, seed: int) -> None:
    board, engine = tally.board, tally.board.engine
    rng = random.Random(seed)
    moves: list[int] = []

    def line() -> Line:
        return Line(board.program.seats, seed, tuple(moves))

    tally.games += 1
    events: list[Event] = []
    #: Positions since chance last spoke -> how many moves led there, and whether anybody has had a choice since.
    seen: dict[tuple[int, ...], int] = {}
    generator, free = 0, 0
    try:
        state = engine.start(seed, events)
        while True:
            tally.events(events, line)
            events = []
            if engine.over(state):
                tally.over(state, line)
                return
            choices = engine.options(state)
            tally.stop(state, choices, line)
            if state[GENERATOR] != generator:
                generator, seen, free = state[GENERATOR], {}, 0
            if _repeats(tally, state, len(moves), free, seen, line):
                return
            if tally.decisions % SECRETS == 0:
                leaks(tally, table, state, rng, line)
            if len(moves) >= plan.longest:
                tally.unfinished.append(line())
                return
            if len(choices) > 1:
                free = len(moves) + 1
            index = rng.randrange(len(choices))
            moves.append(index)
            tally.length += 1
            engine.choose(state, choices[index], events)
    except Fault as fault:
        tally.events(events, line)
        tally.fault(fault, line)


def _repeats(tally: Tally, state: State, moves: int, free: int, seen: dict[tuple[int, ...], int],
             line: Callable[[], Line]) -> bool:
    """Whether a position has come back by decisions alone; then nothing keeps the players from going round again. It
    is a loop of the rules themselves if nobody has had a choice on the way."""
    key = tuple(tally.board.engine.canonical(state))
    first = seen.setdefault(key, moves)
    if first == moves:
        return False
    forced = free <= first
    tally.happened("loop" if forced else "cycle", tally.choose_at(state[0]).origin,
                   "nobody has a choice on the way round" if forced else "", line)
    return forced


__all__ = ["play"]
