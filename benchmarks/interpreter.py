"""How fast the interpreter plays, beside a plain Python program of the same game; see README.md."""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

import ludex


def decisions_per_second(game: ludex.Game, players: int, seconds: float, seed: int) -> float:
    """Uniformly random play with the engine, in CPU seconds."""
    rulings = {name: ruling.choice for name, ruling in game.rulings.items()}
    engine = game.engine(players, rulings, {})
    rng = random.Random(seed)
    engine.playout(engine.start(seed), lambda count: int(rng.random() * count))
    decisions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        seed += 1
        decisions += engine.playout(engine.start(seed), lambda count: int(rng.random() * count))
    return decisions / spent


def yardstick(path: str, players: int, seconds: float) -> float:
    """The plain program's decisions a second."""
    program = Path(path).resolve()
    done = subprocess.run([sys.executable, str(program), str(seconds), "1"], check=True, text=True,
                          capture_output=True, cwd=program.parent, env={**os.environ, "NP": str(players)})
    found = re.search(r"decisions/s ([\d.]+)", done.stdout)
    if found is None:
        raise SystemExit(f"{path} printed no decisions/s")
    return float(found.group(1))


def copy_microseconds(game: ludex.Game, players: int) -> tuple[float, float]:
    """What copying the engine's state costs, and copying a match, in the middle of a game."""
    match = game.start(players=players, seed=1)
    for _ in range(200):
        assert match.decision is not None
        match.apply(match.decision.options[-1])
    state, times = match.state, 100_000
    start = time.process_time()
    for _ in range(times):
        state[:]
    plain = time.process_time() - start
    start = time.process_time()
    for _ in range(times // 10):
        match.copy()
    return plain / times * 1e6, (time.process_time() - start) / (times // 10) * 1e6


def cold_seconds(command: list[str]) -> float:
    """The processor's seconds of a command in a fresh process, from start to end; what Python has compiled is kept from
    the first time on."""
    code = f"import sys; sys.argv = {['ludex', *command]!r}; from ludex.cli.main import main; main()"
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = os.times()
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env=kept)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--yardstick", help="a plain program of Carving Up China")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=float, default=2.0)
    given = options.parse_args()
    game = ludex.load("carving_up_china")
    for players in game.players:
        ours, theirs, ratios = [], [], []
        for number in range(given.rounds):
            ours.append(decisions_per_second(game, players, given.seconds, number * 100_000))
            if given.yardstick:
                theirs.append(yardstick(given.yardstick, players, given.seconds))
                ratios.append(ours[-1] / theirs[-1])
        line = f"{players} players: {statistics.median(ours):,.0f} decisions/s"
        if ratios:
            line += (f"; plain Python {statistics.median(theirs):,.0f}; "
                     f"ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
        print(line)
    state, match = copy_microseconds(game, 4)
    print(f"copying: a state {state:.2f} microseconds, a match {match:.2f}")
    for command in (["check", "carving_up_china"], ["--help"]):
        seconds = statistics.median(cold_seconds(command) for _ in range(5))
        print(f"`ludex {' '.join(command)}` in a fresh process: {seconds:.2f} s")


if __name__ == "__main__":
    main()
