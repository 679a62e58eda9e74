"""Counts the ways in which a game can begin: all sequences of so many turns, by the bare engine.

This is what move generators are tested by, under the name perft. A turn is all that one player decides until the
other decides, however many choices it is made of. Sequences in which the game is over earlier are not counted.
`python tests/classics/perft.py othello 7` counts further than the tests do.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import ludex
from ludex.ir.contract import Engine, State


def engine_of(name: str) -> Engine:
    """The engine of a bundled game for its smallest number of players."""
    game = ludex.load(name)
    return game.start(game.players[0], 0).engine


def sequences(engine: Engine, state: State, depth: int) -> int:
    """How many sequences of `depth` turns there are from here."""
    if not depth:
        return 1
    found = 0
    for after in turns(engine, state):
        found += 1 if depth == 1 else sequences(engine, after, depth - 1)
    return found


def turns(engine: Engine, state: State) -> list[State]:
    """The positions after each way to make one turn, as often as there are ways."""
    if engine.over(state):
        return []
    seat, found, open_ = engine.seat(state), [], [state]
    while open_:
        now = open_.pop()
        for option in engine.options(now):
            after = now[:]
            engine.choose(after, option)
            if not engine.over(after) and engine.seat(after) == seat:
                open_.append(after)
            else:
                found.append(after)
    return found


def positions(engine: Engine, state: State, depth: int) -> Iterator[list[State]]:
    """The different positions after each number of turns, up to `depth`."""
    layer = [state]
    yield layer
    for _ in range(depth):
        layer = list({tuple(engine.canonical(after)): after for now in layer for after in turns(engine, now)}.values())
        yield layer


def main() -> None:
    """Print the counts of a game, depth by depth."""
    engine = engine_of(sys.argv[1])
    for depth in range(1, int(sys.argv[2]) + 1):
        sys.stdout.write(f"{depth} {sequences(engine, engine.start(0), depth)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
