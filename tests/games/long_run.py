"""Plays very many random games with the bare engine and prints how they ended; a sample of them is checked in full.

    python tests/games/long_run.py                                  Carving Up China, 10,000 games for 3, 4 and 5
    python tests/games/long_run.py --game pig --games 1000 --checked 0 --workers 4

Every game must end by an end condition of its rules, within a bound no honest game comes near. The sample goes
through the checks of `game_checks.py` at every stop. A failure is printed with its seed and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from game_checks import Table, Tally, load, play, tables

from ludex.interpreter.engine import Engine

#: No game is so long; one that reaches it has no end.
MOST_DECISIONS = 1_000_000
#: How many games a worker plays before it reports.
BATCH = 100


@dataclass(slots=True)
class Ends:
    """How some games ended."""

    games: int = 0
    decisions: int = 0
    shortest: int = MOST_DECISIONS
    longest: int = 0
    ended_by: Counter[str] = field(default_factory=Counter)
    winners: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Ends) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.shortest = min(self.shortest, other.shortest)
        self.longest = max(self.longest, other.longest)
        self.ended_by += other.ended_by
        self.winners += other.winners
        self.faults += other.faults


def play_bare(table: Table, seeds: range) -> Ends:
    """Play with the engine alone."""
    ends = Ends()
    engine = Engine(load(table.game).program(table.players))
    for seed in seeds:
        rng = random.Random(seed)
        left = MOST_DECISIONS

        def pick(number: int, rng: random.Random = rng) -> int:
            nonlocal left
            left -= 1
            if not left:
                raise AssertionError("no end")
            return int(rng.random() * number)

        try:
            state = engine.start(seed)
            decisions = engine.playout(state, pick)
            broken = [name for name, function in engine.program.invariants.items()
                      if not engine.evaluate(function, state)]
            if not engine.over(state) or engine.reason(state) is None or broken:
                raise AssertionError(f"not over by the rules; broken: {broken}")
        except Exception as wrong:
            ends.faults.append(f"{table}, seed {seed}: {type(wrong).__name__}: {wrong}")
            continue
        ends.games += 1
        ends.decisions += decisions
        ends.shortest = min(ends.shortest, decisions)
        ends.longest = max(ends.longest, decisions)
        ends.ended_by[engine.reason(state) or ""] += 1
        if engine.program.scores:
            scores = [engine.evaluate(engine.program.scores[0], state, [seat]) for seat in range(table.players)]
            ends.winners.update(seat for seat in range(table.players) if scores[seat] == max(scores))
    return ends


def play_checked(table: Table, seed: int) -> Tally | str:
    """Play with every check at every stop."""
    try:
        return play(table, seed, redeals=2)
    except Exception as wrong:
        notes = "; ".join(getattr(wrong, "__notes__", []))
        return f"{table}, seed {seed}: {type(wrong).__name__}: {wrong} ({notes})"


def batches(games: int) -> Iterator[range]:
    for first in range(0, games, BATCH):
        yield range(first, min(first + BATCH, games))


def run(table: Table, games: int, checked: int, pool: ProcessPoolExecutor) -> bool:
    """Play one game for one number of players; whether all went well."""
    began = time.perf_counter()
    ends = Ends()
    for part in pool.map(play_bare, *zip(*((table, seeds) for seeds in batches(games)), strict=True)) if games else ():
        ends.add(part)
    sys.stdout.write(f"{table}: {ends.games} of {games} games ended by the rules, "
                     f"{ends.decisions / max(ends.games, 1):.1f} decisions each "
                     f"({min(ends.shortest, ends.longest)} to {ends.longest}), "
                     f"in {time.perf_counter() - began:.0f} s\n"
                     f"  ended by: {dict(ends.ended_by)}\n  best score by seat: {dict(sorted(ends.winners.items()))}\n")
    began = time.perf_counter()
    tally, faults = Tally(), ends.faults
    for done in pool.map(play_checked, [table] * checked, range(checked)):
        if isinstance(done, Tally):
            tally.add(done)
        else:
            faults.append(done)
    sys.stdout.write(f"  checked: {tally.ended_by.total()} of {checked} games, {tally.stops} stops, "
                     f"{tally.options} options, {tally.refused} refusals, {tally.worlds} worlds "
                     f"({tally.other_worlds} other than the real one), "
                     f"{tally.events} events, in {time.perf_counter() - began:.0f} s\n")
    sys.stdout.writelines(f"  FAULT {fault}\n" for fault in faults)
    sys.stdout.flush()
    return not faults and ends.games == games


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="carving_up_china")
    parser.add_argument("--players", type=int, nargs="*")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--checked", type=int, default=300)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    chosen = [table for table in tables() if table.game == given.game
              and (not given.players or table.players in given.players)]
    if not chosen:
        parser.error("no bundled game is called so, or not so many may play it")
    with ProcessPoolExecutor(given.workers) as pool:
        return 0 if min([run(table, given.games, given.checked, pool) for table in chosen]) else 1


if __name__ == "__main__":
    sys.exit(main())
