"""The shortest game in which two readings of a ruling differ.

First all games are tried, a decision longer each time, as far as the budget reaches; where that comes to an end without
a difference, there is none. Then a broad front goes on from there, and games are played at random; the shortest that
differs is made shorter. Each part has a share of the work, so that a game with hundreds of options for a decision takes
no longer than one with few.
"""

from __future__ import annotations

import random

from ludex.ir.record import record
from ludex.validator.play.board import Board
from ludex.validator.play.effort import Effort
from ludex.validator.play.in_order import in_order
from ludex.validator.play.lockstep import Difference, Pair, Position
from ludex.validator.play.shorten import Shortened, minimize, shorten
from ludex.validator.play.wander import Temper, front, lot, play_on

#: The most decisions of a game at random.
LONGEST = 3_000
#: Which part of what is left goes to trying all, to the front, to games at random, and to making the best one shorter;
#: with the rest single decisions are left out.
IN_ORDER, FRONT, AT_RANDOM, SHORTEN = 0.4, 0.25, 0.4, 0.5


@record
class Budget:
    """How far to look: decisions deep (None: as far as the positions reach), positions of the search, games at random,
    tries to make what was found shorter and whether to go on until it is minimal, the work of it all, and seconds
    (None: no matter how long)."""

    depth: int | None = None
    positions: int = 4_000
    games: int = 200
    tries: int = 400
    minimal: bool = True
    work: int = 80_000
    seconds: float | None = None


@record
class Found:
    """A game in which the two differ at its end, by the moves of either side; `shortest` if no shorter one exists,
    `minimal` if no single decision could be left out."""

    players: int
    decisions: int
    left: tuple[int, ...]
    right: tuple[int, ...]
    keys: tuple[tuple[str, int, int], ...]
    difference: Difference
    shortest: bool
    minimal: bool


@record
class Search:
    """What came of it: a game, or none; `proved` if there is none, whatever happens and however likely it is;
    `complete` if all positions were tried; how many positions and games were, and to how many decisions all of them;
    `late` if the time ran out."""

    found: Found | None
    proved: bool
    complete: bool
    positions: int
    games: int
    deep: int
    late: bool = False

    def none_before(self, decisions: int) -> bool:
        """Whether it is sure that no game of fewer decisions differs."""
        return self.complete or self.deep >= decisions - 1 or (
            self.found is not None and self.found.shortest and self.found.decisions >= decisions)


def same_program(one: Board, other: Board) -> bool:
    """Whether two programs are the same but for where in the rules they come from."""
    sizes = [{name: len(each.blocks) for name, each in board.program.functions.items()} for board in (one, other)]
    return sizes[0] == sizes[1] and one.plain == other.plain


def search(pair: Pair, budget: Budget, seed: int = 0, most: int = LONGEST) -> Search:
    """Look for the shortest game in which the two boards of a pair differ, of `most` decisions."""
    if same_program(pair.left, pair.right):
        return Search(None, True, True, 0, 0, 0)
    effort = Effort(budget.work, budget.seconds)
    depth = most if budget.depth is None else min(budget.depth, most)
    with effort.part(IN_ORDER if budget.games else 1.0):
        tried = in_order(pair, budget.positions, depth, effort)
    if tried.found is not None:
        found = _found(tried.found, pair, True, True)
        return Search(found, False, False, tried.positions, 0, tried.deep, effort.late)
    if tried.complete or tried.deep >= most:
        return Search(None, tried.complete and tried.even, tried.complete, tried.positions, 0, tried.deep)
    best, games = None, 0
    if budget.games:
        with effort.part(FRONT):
            best = front(pair, tried.level, most, effort, random.Random(seed))
        best, games = _at_random(pair, budget.games, seed, most, best, effort)
    if best is None:
        return Search(None, False, False, tried.positions, games, tried.deep, effort.late)
    game = Shortened(best)
    least = tried.deep + 1
    with effort.part(SHORTEN):
        shorten(pair, game, budget.tries, seed, least, effort)
    if budget.minimal:
        with effort.part(1.0):
            minimize(pair, game, seed, least, effort)
    found = _found(game.best, pair, game.best.decisions <= least, game.minimal)
    return Search(found, False, False, tried.positions, games, tried.deep, effort.late)


def _found(position: Position, pair: Pair, shortest: bool, minimal: bool) -> Found:
    difference = pair.difference(position)
    assert difference is not None
    return Found(pair.left.program.seats, position.decisions, tuple(position.left.all_moves()),
                 tuple(position.right.all_moves()), tuple(position.all_keys()), difference, shortest, minimal)


def _at_random(pair: Pair, games: int, seed: int, most: int, best: Position | None, effort: Effort
               ) -> tuple[Position | None, int]:
    """The shortest of some games at random that differ; how many were played."""
    played = 0
    with effort.part(AT_RANDOM):
        for number in range(games):
            limit = most if best is None else best.decisions - 1
            if limit < 0:
                break
            rng = random.Random(seed * 1_000_003 + number)
            luck = lot(rng)
            best = play_on(pair, pair.start(luck), [], Temper(rng), limit, luck, effort) or best
            played += 1
    return best, played


__all__ = ["LONGEST", "Budget", "Found", "Search", "same_program", "search"]
