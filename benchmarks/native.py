"""How fast games are played as machine code, beside other programs that play them; see README.md.

All in one run, in CPU seconds of one thread, uniformly random play. The medians of ratios are what counts.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import ludex
from interpreter import decisions_per_second
from ludex.ir.contract import Engine as AnyEngine
from ludex.native.build import compiler
from ludex.native.engine import Engine
from ludex.native.playouts import Playouts

#: Game, number of players, the program in C and what OpenSpiel calls it (or None).
GAMES = (
    ("tic_tac_toe", 2, "tictactoe.c", "tic_tac_toe"),
    ("connect_four", 2, "connect4.c", "connect_four"),
    ("breakthrough", 2, "breakthrough.c", "breakthrough"),
    ("othello", 2, "reversi.c", "othello"),
    ("hex", 2, None, "hex(board_size=11)"),
    ("draughts", 2, None, "checkers"),
    ("carving_up_china", 4, "carving.c", None),
)
#: Compared by decisions, as nobody else's game is quite the same; the others by games.
BY_DECISIONS = ("carving_up_china",)
BATCH = 4096


def native(playouts: Playouts, seconds: float, seed: int) -> tuple[float, float]:
    """Games and decisions a CPU second."""
    games = decisions = 0
    spent = 0.0
    while spent < seconds:
        rows = playouts.prepared(range(seed + games, seed + games + BATCH))
        start = time.process_time()
        playouts.run(rows)
        spent += time.process_time() - start
        games += BATCH
        decisions += sum(row.decisions for row in rows)
    return games / spent, decisions / spent


def in_c(program: Path, seconds: float) -> tuple[float, float]:
    """The same of a program that prints it."""
    done = subprocess.run([str(program), str(seconds), "1"], check=True, capture_output=True, text=True)
    found = re.search(r"playouts/s ([\d.]+) decisions/s ([\d.]+)", done.stdout)
    if found is None:
        raise SystemExit(f"{program} printed no playouts/s and decisions/s")
    return float(found[1]), float(found[2])


def compiled(folder: Path, into: Path) -> dict[str, Path]:
    """The programs in C, by the names of their files."""
    made = {}
    for _, _, source, _ in GAMES:
        if source is not None:
            to = into / Path(source).stem
            options = ("-O3", "-march=native", "-o", str(to), str(folder / source))
            subprocess.run([*compiler().command, *options], check=True)
            made[source] = to
    return made


def open_spiel(name: str, seconds: float) -> float | None:
    """Games a CPU second with OpenSpiel, driven from Python; None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    import random

    game, dice, games = pyspiel.load_game(name), random.Random(1), 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
        games += 1
    return games / spent


def copying(engine: Engine, games: int = 100_000) -> float:
    """Microseconds for a copy of a state in C, with all that is done for a game in which nobody decides anything."""
    playouts = Playouts(engine, engine.start(1))
    rows = playouts.prepared(range(games))
    start = time.process_time()
    playouts.run(rows, 0)
    return (time.process_time() - start) / games * 1e6


def single_decisions(engine: AnyEngine, seconds: float) -> float:
    """Decisions a CPU second where Python takes every one of them."""
    import random

    dice, decisions, seed = random.Random(1).random, 0, 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        seed += 1
        steps = engine.steps(engine.start(seed))
        count = steps.count
        while count:
            count = steps.take(int(dice() * count))
            decisions += 1
    return decisions / spent


def main() -> None:
    """Measure and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", help="which games (default: all of the table)")
    options.add_argument("--programs", type=Path, help="the folder of the programs in C")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=float, default=0.5, help="of CPU time for each sample")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        programs = compiled(given.programs.resolve(), Path(folder)) if given.programs else {}
        if open_spiel("tic_tac_toe", 0.01) is None:
            print("OpenSpiel is not installed: its column is empty")
        print("| game | games/s | decisions/s | of the program in C | times OpenSpiel from Python "
              "| times the interpreter | single decisions, times the interpreter | copy, microseconds | ready in, s |")
        print("|---|---|---|---|---|---|---|---|---|")
        for name, players, source, peer in GAMES:
            if not given.games or name in given.games:
                print(row(name, players, programs.get(source or ""), peer, given.rounds, given.seconds), flush=True)


def row(name: str, players: int, program: Path | None, peer: str | None, rounds: int, seconds: float) -> str:
    """One line of the table."""
    game = ludex.load(name)
    rulings = {r: ruling.choice for r, ruling in game.rulings.items()}
    interpreter = game.engine(players, rulings, {})
    start = time.perf_counter()
    engine = Engine(interpreter.program)
    playouts = Playouts(engine)
    ready = time.perf_counter() - start
    rates, of_c, of_peer, of_python, single = [], [], [], [], []
    which = 1 if name in BY_DECISIONS else 0
    native(playouts, seconds / 10, 0)
    for number in range(rounds):
        rates.append(native(playouts, seconds, number * 10_000_000))
        if program is not None:
            of_c.append(rates[-1][which] / in_c(program, seconds)[which])
        other = open_spiel(peer, seconds) if peer is not None else None
        if other is not None:
            of_peer.append(rates[-1][0] / other)
        of_python.append(rates[-1][1] / decisions_per_second(game, players, seconds, number * 1000))
        single.append(single_decisions(engine, seconds) / single_decisions(interpreter, seconds))

    def told(ratios: list[float], digits: int) -> str:
        return f"{statistics.median(ratios):,.{digits}f}" if ratios else ""

    games, decisions = (statistics.median(rate[at] for rate in rates) for at in (0, 1))
    return (f"| {name} | {games:,.0f} | {decisions:,.0f} | {told(of_c, 2)} | {told(of_peer, 0)} | {told(of_python, 0)} "
            f"| {told(single, 1)} | {copying(engine):.3f} | {ready:.2f} |")


if __name__ == "__main__":
    main()
