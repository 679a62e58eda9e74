"""Plays many games of the bundled rule sets on both engines; by hand, as it takes long.

    python tests/native/long_run.py [GAME...] [--games N] [--readings R]

Every number of players, and readings drawn at random besides those chosen.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import ludex
from ludex import rules

sys.path.insert(0, str(Path(__file__).resolve().parent))

from native_lockstep import Lockstep


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*")
    options.add_argument("--games", dest="number", type=int, default=1000)
    options.add_argument("--readings", type=int, default=3)
    given = options.parse_args()
    for name in given.games or rules.catalogue():
        game = ludex.load(name)
        dice = random.Random(name)
        for players in game.players:
            for reading in range(given.readings + 1):
                rulings = {r: dice.choice([each for each in ruling.readings if game.barred(players, {r: each}) is None])
                           if reading else ruling.choice
                           for r, ruling in game.rulings.items() if ruling.executable}
                step = Lockstep(game.program(players, rulings))
                for seed in range(-(-given.number // (given.readings + 1))):
                    step.game(seed)
                said = "as chosen" if not reading else f"reading {reading}"
                sys.stdout.write(f"{name} {players} {said} {dict(step.seen)}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
