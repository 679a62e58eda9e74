"""A small tree search (UCT) on copies, which goes where random play does not: for tests of what a search meets.

It plays for the first seat of each decision by the result alone, in worlds that the seat holds possible.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from ludex import Match


@dataclass(slots=True)
class Branch:
    """What is known of an option: how often it was tried, and what it brought."""

    tried: int = 0
    worth: float = 0.0
    next: dict[str, Branch] = field(default_factory=dict)


def best_by_search(match: Match, rng: random.Random, rounds: int, depth: int,
                   look: Callable[[Match], None]) -> tuple[str, int]:
    """The option tried most often from here, and how many positions were met; `look` is shown each of them."""
    assert match.decision is not None
    seat, root, met = match.decision.player, Branch(), 0
    for _ in range(rounds):
        now, branch, path = match.redeal(seat, rng), root, [root]
        look(now)
        met += 1
        for _ in range(depth):
            if now.decision is None:
                break
            option = _option(branch, [choice.id for choice in now.decision.options], now.decision.player == seat, rng)
            branch = branch.next.setdefault(option, Branch())
            path.append(branch)
            now.apply(option)
            look(now)
            met += 1
        worth = _worth(now, seat)
        for step in path:
            step.tried += 1
            step.worth += worth
    return max(root.next, key=lambda option: root.next[option].tried), met


def _option(branch: Branch, options: list[str], own: bool, rng: random.Random) -> str:
    new = [option for option in options if option not in branch.next]
    if new:
        return rng.choice(new)
    sign = 1 if own else -1

    def bound(option: str) -> float:
        found = branch.next[option]
        return sign * found.worth / found.tried + math.sqrt(2 * math.log(branch.tried + 1) / found.tried)

    return max(options, key=bound)


def _worth(match: Match, seat: int) -> float:
    if match.result is not None:
        return 1.0 if seat in match.result.winners else 0.0
    return 0.5
