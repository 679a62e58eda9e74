"""How often tree search wins against players at random; see README.md.

Two players change seats from game to game; with more, one seat searches and goes round the table.
"""

from __future__ import annotations

import argparse
import time

import ludex
from ludex import simulation
from ludex.simulate.intervals import wilson

#: Game, number of players, games that are played, and the share that is to be won.
GAMES = (("connect_four", 2, 200, 0.9), ("breakthrough", 2, 200, 0.9), ("battle_sheep", 2, 200, 0.9),
         ("carving_up_china", 4, 60, 0.6))


def won(name: str, players: int, games: int, iterations: int, seed: int, workers: int) -> int:
    """How many games the one that searches has won alone, in all seats alike."""
    game, wins = ludex.load(name), 0
    for seat in range(players):
        agents = [f"mcts:{iterations}" if at == seat else "random" for at in range(players)]
        played = simulation.setting(game, players, seed + seat, agents=agents)
        wins += simulation.simulate(played, games // players, workers=workers).tally.alone(seat)
    return wins


def main() -> None:
    """Measure and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", help="which games (default: all of the table)")
    options.add_argument("--iterations", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--workers", type=int, default=simulation.usual_workers(1000))
    options.add_argument("--share", type=float, default=1.0, help="of the games of the table that is played")
    given = options.parse_args()
    print("| game | players | games | won | 95 % interval | to be won | seconds |")
    print("|---|---|---|---|---|---|---|")
    for name, players, usual, wanted in GAMES:
        if given.games and name not in given.games:
            continue
        games = max(players, round(usual * given.share) // players * players)
        start = time.perf_counter()
        share = wilson(won(name, players, games, given.iterations, given.seed, given.workers), games)
        print(f"| {name} | {players} | {games} | {share.rate:.1%} | {share.low:.1%} to {share.high:.1%} "
              f"| {wanted:.0%} | {time.perf_counter() - start:.0f} |", flush=True)


if __name__ == "__main__":
    main()
