"""How long each bundled game is in lines, how fast it plays, what a copy costs, how long a check; see README.md."""

from __future__ import annotations

import argparse
import statistics
import time

import ludex
from interpreter import cold_seconds, decisions_per_second
from ludex import rules
from ludex.dsl.gather import is_rule_file

#: Files whose lines are no rules of play: tables of what is printed, and decisions about the source.
TABLES = ("components.yaml", "board.yaml", "data.yaml")
RULINGS = "rulings.yaml"


def lines(name: str) -> tuple[int, int, int]:
    """Lines of rules, of tables, and of rulings; blank lines and comments are not counted."""
    counts = [0, 0, 0]
    for file in sorted(rules.catalogue()[name].iterdir()):
        if not is_rule_file(file.name):
            continue
        said = [line for line in file.read_text(encoding="utf-8").splitlines()
                if line.strip() and not line.lstrip().startswith("#")]
        counts[1 if file.name in TABLES else 2 if file.name == RULINGS else 0] += len(said)
    return counts[0], counts[1], counts[2]


def copy_microseconds(game: ludex.Game) -> float:
    """What copying the engine's state costs after some random decisions, in CPU time."""
    match = game.start(players=game.players[0], seed=1)
    agents = ludex.agents.Agents(match)
    for _ in range(20):
        if match.decision is not None:
            match.apply(agents.choose(match))
    state, times = match.state, 50_000
    start = time.process_time()
    for _ in range(times):
        state[:]
    return (time.process_time() - start) / times * 1e6


def main() -> None:
    """Measure and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", help="which games (default: all)")
    options.add_argument("--seconds", type=float, default=1.0, help="of play for each game")
    options.add_argument("--rounds", type=int, default=3)
    given = options.parse_args()
    names = given.games or sorted(rules.catalogue())
    print("| game | rules | tables | rulings | decisions/s | copy, microseconds | check, seconds |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        game = ludex.load(name)
        of_rules, of_tables, of_rulings = lines(name)
        speed = statistics.median(decisions_per_second(game, game.players[0], given.seconds / given.rounds, number)
                                  for number in range(given.rounds))
        check = statistics.median(cold_seconds(["check", name]) for _ in range(given.rounds))
        print(f"| {name} | {of_rules} | {of_tables} | {of_rulings} | {speed:,.0f} | {copy_microseconds(game):.2f} "
              f"| {check:.2f} |", flush=True)


if __name__ == "__main__":
    main()
