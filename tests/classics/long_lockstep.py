"""Plays thousands of random games side by side with OpenSpiel, and prints what was played.

    python tests/classics/long_lockstep.py                          2,000 games of each
    python tests/classics/long_lockstep.py --game hex --games 100 --first 2000

A difference is printed with its seed and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import sys
import time

from lockstep import Pair, play
from pairs import PAIRS


def run(pair: Pair, seeds: range) -> bool:
    """Play the games of these seeds; whether both were the same in all of them."""
    began, decisions, wrong = time.perf_counter(), 0, 0
    for seed in seeds:
        try:
            decisions += play(pair, seed)
        except Exception as difference:
            wrong += 1
            sys.stdout.write(f"  seed {seed}: {type(difference).__name__}: {difference}\n")
    sys.stdout.write(f"{pair}: {len(seeds) - wrong} of {len(seeds)} games the same, {decisions} decisions, "
                     f"in {time.perf_counter() - began:.0f} s\n")
    sys.stdout.flush()
    return not wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", nargs="*", help="which games (default: all)")
    parser.add_argument("--games", type=int, default=2_000, help="how many of each")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    chosen = [pair for pair in PAIRS if not given.game or pair.game in given.game]
    if not chosen:
        parser.error("no game of both is called so")
    same = [run(pair, range(given.first, given.first + given.games)) for pair in chosen]
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main())
