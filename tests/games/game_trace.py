"""Plays seeded games and writes down everything that must not depend on the process: for `test_determinism.py`.

One line a stop, as JSON: who decides, the identities of the options in order, what who decides and a spectator are
shown, the text that restores the position, the hash, and the events since. Run as a script it writes to the standard
output.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from typing import Literal

import ludex
from ludex import Game, Match, rules


def described(match: Match, count: int) -> str:
    """One stop in a line."""
    decision, chance = match.decision, match.chance
    offered = decision.options if decision is not None else chance.outcomes if chance is not None else ()
    views = json.dumps([match.view(seat) for seat in (None, 0 if decision is None else decision.player)])
    return json.dumps({
        "player": None if decision is None else decision.player,
        "options": [(choice.id, choice.words) for choice in offered],
        "views": hashlib.sha256(views.encode()).hexdigest(),
        "state": hashlib.sha256(match.to_json().encode()).hexdigest(),
        "hash": match.hash(),
        "events": [(event.text, event.public_text, event.rule) for event in match.events_since(count)],
        "result": str(match.result),
    }, ensure_ascii=True)


def trace(game: Game, players: int, seed: int, chance: Literal["auto", "ask"]) -> Iterator[str]:
    """All stops of one game."""
    rng = random.Random(seed)
    match = game.start(players, seed, chance=chance)
    count = 0
    while True:
        line = described(match, count)
        count += len(json.loads(line)["events"])
        yield line
        decision, asked = match.decision, match.chance
        if decision is not None:
            match.apply(rng.randrange(len(decision.options)))
        elif asked is not None:
            match.apply(rng.randrange(len(asked.outcomes)))
        else:
            return


def main() -> None:
    for name in rules.catalogue():
        game = ludex.load(name)
        sys.stdout.write(f"{name} {game.content_hash}\n")
        for seed in range(3):
            players = game.players[seed % len(game.players)]
            for line in trace(game, players, seed, "ask" if seed == 2 else "auto"):
                sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
