"""How compiled games scale: two threads beside one, and time and memory for more and more games; see README.md."""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from threading import Thread

import ludex
from ludex.native.engine import Engine
from ludex.native.playouts import Playouts

#: Game, number of players, and games that take some tenths of a second.
GAMES = (("connect_four", 2, 1_000_000), ("carving_up_china", 4, 30_000), ("an_infamous_traffic", 3, 1_000))
#: How many games are played of the last table.
MORE = (25_000, 50_000, 100_000, 200_000)


def two_beside_one(name: str, players: int, games: int, rounds: int) -> float:
    """How many times as many games a second two threads play as one does: the median of some rounds."""
    engine = Engine(ludex.load(name).program(players))
    both = [Playouts(engine) for _ in range(2)]
    rows = [playouts.prepared(range(first, first + games)) for playouts, first in zip(both, (0, games), strict=True)]
    ratios = []
    for _ in range(rounds):
        start = time.perf_counter()
        both[0].run(rows[0])
        alone = time.perf_counter() - start
        threads = [Thread(target=playouts.run, args=(each,)) for playouts, each in zip(both, rows, strict=True)]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        ratios.append(2 * alone / (time.perf_counter() - start))
    return statistics.median(ratios)


def main() -> None:
    """Measure and print two tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=5)
    given = options.parse_args()
    print("| game | players | two threads, times one |")
    print("|---|---|---|")
    for name, players, games in GAMES:
        print(f"| {name} | {players} | {two_beside_one(name, players, games, given.rounds):.2f} |", flush=True)
    print("\n| games of Carving Up China | seconds of the processor | most memory, MB |")
    print("|---|---|---|")
    playouts = Playouts(Engine(ludex.load("carving_up_china").program(4)))
    for games in MORE:
        start = time.process_time()
        for _ in playouts.play(range(games)):
            pass
        spent, most = time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"| {games:,} | {spent:.2f} | {most / 1024:.0f} |", flush=True)


if __name__ == "__main__":
    main()
