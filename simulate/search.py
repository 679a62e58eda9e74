"""Monte Carlo tree search where not everything can be seen.

One tree for the seat that decides; each iteration goes down it in another world that the seat holds possible (Cowling,
Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012). As not every option is there in every world, it
counts how often each one was: a branch that is rarely there is not held to be neglected. Whoever decides at a branch
wants its own share of the win, so games of any number of players are searched alike.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludex.ir.contract import Fault, Option, State
from ludex.ir.layout import POINT
from ludex.simulate.mind import Mind, shares

#: How much what was rarely tried draws, against what did well (both are shares of a win).
CURIOSITY = 0.7
#: Where a decision stands, whose it is, and the option.
Branch = tuple[int, int, Option]


@dataclass(slots=True)
class Node:
    """What is known of a branch: how often it was there, how often taken, and what that was worth to who took it."""

    there: int = 0
    taken: int = 0
    worth: float = 0.0
    below: dict[Branch, Node] = field(default_factory=dict)


def search(mind: Mind, state: State, seat: int, options: Sequence[Option], iterations: int, rng: random.Random) -> int:
    """The index of the option that was taken most; of several the one that did best, and of those the first."""
    root = Node()
    for _ in range(iterations):
        iterate(mind, root, mind.world(state, seat, rng), rng)
    point = state[POINT]
    found = [root.below.get((point, seat, option)) for option in options]
    liked = [(0, 0.0) if node is None else (node.taken, node.worth) for node in found]
    return liked.index(max(liked))


def iterate(mind: Mind, root: Node, world: State, rng: random.Random) -> None:
    """Go down the tree, add a branch, play on at random, and remember what it came to."""
    engine, node = mind.engine, root
    path: list[tuple[int, Node]] = []
    try:
        while not engine.over(world):
            seat, point = engine.seat(world), world[POINT]
            options = engine.options(world)
            branches = [(point, seat, option) for option in options]
            fresh = [at for at, branch in enumerate(branches) if branch not in node.below]
            at = rng.choice(fresh) if fresh else best([node.below[branch] for branch in branches])
            for branch in branches:
                if branch in node.below:
                    node.below[branch].there += 1
            node = node.below.setdefault(branches[at], Node(there=1))
            path.append((seat, node))
            engine.choose(world, options[at])
            if fresh:
                break
        worth = mind.worth(world, rng)
    except Fault:  # no world in which play could have come this far, or rules without an answer
        worth = shares(engine.program, ())
    for seat, visited in path:
        visited.taken += 1
        visited.worth += worth[seat]


def best(nodes: Sequence[Node]) -> int:
    """The branch that looks best, those that were tried little getting the benefit of the doubt; of several the
    first."""
    values = [node.worth / node.taken + CURIOSITY * math.sqrt(math.log(node.there) / node.taken) for node in nodes]
    return values.index(max(values))


__all__ = ["search"]
