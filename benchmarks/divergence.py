"""How short the games are that tell the readings of rulings apart, and how long it takes to find them.

    python benchmarks/divergence.py [GAME [RULING...]] [--games N] [--seconds S] [--json]

A line for each ruling that a rule depends on: decisions from the start of a game, and from the position of a scenario;
`=` where no shorter game exists, `-` where no single decision can be left out. The same seed gives the same figures, as
long as the time does not run out (`late`).
"""

from __future__ import annotations

import argparse
import json
import time

import ludex
from ludex import diverge, divergence


def main() -> None:
    parser = argparse.ArgumentParser(description="How short the games are that tell the readings of rulings apart.")
    parser.add_argument("game", nargs="?", default="carving_up_china")
    parser.add_argument("rulings", nargs="*", metavar="RULING")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each ruling")
    options = parser.parse_args()
    game = ludex.load(options.game)
    names = options.rulings or [name for name, ruling in game.rulings.items() if ruling.executable]
    if not options.json:
        print(f"{'ruling':24}{'from start':>14}{'from position':>15}{'seconds':>9}  differ in")
    for name in names:
        begun = time.perf_counter()
        budget = diverge.Budget(games=options.games, seconds=options.seconds)
        found = diverge.diverge(game, name, budget=budget)
        seconds = time.perf_counter() - begun
        start, near = parts(found)
        late = found.late
        if options.json:
            print(json.dumps({"ruling": name, "start": start and start.length, "position": near and near.length,
                              "seconds": round(seconds, 1), "late": late}), flush=True)
            continue
        differs = " / ".join(each.differs for each in (start, near) if each is not None)
        print(f"{name:24}{length(start):>14}{length(near):>15}{seconds:9.1f}  {differs}{'  late' * late}", flush=True)


def parts(found: divergence.Divergence | divergence.NoDivergence
          ) -> tuple[divergence.Divergence | None, divergence.Divergence | None]:
    """What was found from the start, and from a position."""
    if isinstance(found, divergence.NoDivergence):
        return None, None
    return (found, found.nearer) if found.position is None else (None, found)


def length(found: divergence.Divergence | None) -> str:
    """How many decisions, and how sure it is."""
    if found is None:
        return ""
    return f"{found.length} {'=' if found.shortest else '-' if found.minimal else ' '}"


if __name__ == "__main__":
    main()
