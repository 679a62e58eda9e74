"""The shortest game in which two readings of a ruling differ.

First all games are tried, a decision longer each time, as far as the budget reaches; where that comes to an end without
a difference, there is none. Then games are played at random, of many tempers, and the shortest that differs is made
shorter: decisions are left out, or the rest is played again from somewhere in it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from ludex.ir.graph import Origin, Program
from ludex.ir.record import record
from ludex.ir.text import print_program
from ludex.validator.play.board import Key
from ludex.validator.play.lockstep import Difference, Luck, Pair, Position

#: The most decisions of a game at random.
LONGEST = 3_000


@record
class Budget:
    """How far to look: decisions deep (None: as far as the positions reach), positions of the search, games at random,
    tries to make what was found shorter."""

    depth: int | None = None
    positions: int = 4_000
    games: int = 200
    tries: int = 400


@record
class Found:
    """A game in which the two differ at its end, by the moves of either side; `shortest` if no shorter one exists."""

    players: int
    decisions: int
    left: tuple[int, ...]
    right: tuple[int, ...]
    difference: Difference
    shortest: bool


@record
class Search:
    """What came of it: a game, or none; `proved` if all games were tried; how many positions and games were."""

    found: Found | None
    proved: bool
    positions: int
    games: int
    deep: int


def same_program(one: Program, other: Program) -> bool:
    """Whether two programs are the same but for where in the rules they come from."""
    sizes = [{name: len(each.blocks) for name, each in program.functions.items()} for program in (one, other)]
    return sizes[0] == sizes[1] and _plain(one) == _plain(other)


def _plain(program: Program) -> str:
    nowhere = tuple(Origin("", "", "", 0, 0) for _ in program.origins)
    return print_program(replace(program, origins=nowhere))


def search(pair: Pair, budget: Budget, seed: int = 0, most: int = LONGEST) -> Search:
    """Look for the shortest game in which the two boards of a pair differ, of `most` decisions."""
    players = pair.left.program.seats
    if same_program(pair.left.program, pair.right.program):
        return Search(None, True, 0, 0, 0)
    found, complete, positions, deep = _in_order(pair, budget)
    if found is not None:
        return Search(_found(players, found, pair, True), False, positions, 0, deep)
    if complete:
        return Search(None, True, positions, 0, deep)
    best, games = _at_random(pair, budget, seed, most)
    if best is None:
        return Search(None, False, positions, games, deep)
    best = _shortened(pair, best, budget, random.Random(seed), deep)
    return Search(_found(players, best, pair, best.decisions <= deep), False, positions, games, deep)


def _found(players: int, position: Position, pair: Pair, shortest: bool) -> Found:
    difference = pair.difference(position)
    assert difference is not None
    return Found(players, position.decisions, tuple(position.left.all_moves()), tuple(position.right.all_moves()),
                 difference, shortest)


# -- in order


class _Odometer:
    """Tries every row of chance outcomes, the first ones first."""

    def __init__(self) -> None:
        self.row: list[int] = []
        self.sizes: list[int] = []
        self._at = 0

    def luck(self, weights: Sequence[int]) -> int:
        if self._at == len(self.row):
            self.row.append(0)
            self.sizes.append(len(weights))
        self._at += 1
        return self.row[self._at - 1]

    def step(self) -> bool:
        """Go to the next row; False after the last."""
        self._at = 0
        while self.row and self.row[-1] == self.sizes[-1] - 1:
            self.row.pop()
            self.sizes.pop()
        if not self.row:
            return False
        self.row[-1] += 1
        return True


class _Spent(Exception):
    """The budget of positions is used up."""


def _in_order(pair: Pair, budget: Budget) -> tuple[Position | None, bool, int, int]:
    """The shortest game by trying all, a decision longer each time; whether all were tried; positions; and to how many
    decisions all were tried."""
    seen: set[tuple[int, ...]] = set()
    tried = 0

    def after(begin: Callable[[Luck], Position]) -> Position | list[Position]:
        """The positions that chance may bring, or one that differs."""
        nonlocal tried
        odometer = _Odometer()
        new: list[Position] = []
        while True:
            if tried >= budget.positions:
                raise _Spent
            position = begin(odometer.luck)
            tried += 1
            if pair.difference(position) is not None:
                return position
            if not pair.finished(position):
                key = pair.key(position)
                if key not in seen:
                    seen.add(key)
                    new.append(position)
            if not odometer.step():
                return new

    deep = -1
    try:
        level = after(pair.start)
        while True:
            if isinstance(level, Position):
                return level, False, tried, deep
            deep += 1
            if not level:
                return None, True, tried, deep
            if deep == budget.depth:
                return None, False, tried, deep
            following: list[Position] = []
            differs: Position | None = None
            for position in level:
                for key in pair.common(position):
                    found = after(lambda luck, p=position, k=key: _chosen(pair, p, k, luck))  # type: ignore[misc]
                    if isinstance(found, Position):
                        differs = found
                        break
                    following += found
                if differs is not None:
                    break
            level = differs or following
    except _Spent:
        return None, False, tried, deep


def _chosen(pair: Pair, position: Position, key: Key, luck: Luck) -> Position:
    new = position.copy()
    pair.choose(new, key, luck)
    return new


# -- at random


class Temper:
    """How somebody at random likes to play: some ways of acting more than others, by lot."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.spread = rng.choice((0.0, 1.0, 2.5))
        self._likes: dict[str, float] = {}

    def pick(self, keys: Sequence[Key]) -> Key:
        """One of the options."""
        if not self.spread or len(keys) == 1:
            return self.rng.choice(keys)
        words = dict.fromkeys(key[0] for key in keys)
        for word in words:
            if word not in self._likes:
                self._likes[word] = math.exp(self.spread * self.rng.gauss(0, 1))
        (word,) = self.rng.choices(list(words), [self._likes[word] for word in words])
        return self.rng.choice([key for key in keys if key[0] == word])


def _lot(rng: random.Random) -> Luck:
    return lambda weights: rng.choices(range(len(weights)), weights)[0]


def _at_random(pair: Pair, budget: Budget, seed: int, longest: int) -> tuple[Position | None, int]:
    """The shortest of some games at random that differ; how many were played."""
    best: Position | None = None
    for number in range(budget.games):
        rng = random.Random(seed * 1_000_003 + number)
        most = longest if best is None else best.decisions - 1
        found = _played(pair, pair.start(_lot(rng)), [], Temper(rng), most, _lot(rng))
        if found is not None:
            best = found
            if best.decisions == 0:
                return best, number + 1
    return best, budget.games


def _played(pair: Pair, position: Position, script: Sequence[Key], temper: Temper, most: int, luck: Luck
            ) -> Position | None:
    """Play on by a script, what does not fit left out, and then at random; the position where the two differ."""
    rest = list(script)
    while True:
        if pair.difference(position) is not None:
            return position
        if pair.finished(position) or position.decisions >= most:
            return None
        keys = pair.common(position)
        if not keys:
            return None
        chosen: Key | None = None
        while rest and chosen is None:
            key = rest.pop(0)
            chosen = key if key in keys else None
        pair.choose(position, chosen if chosen is not None else temper.pick(keys), luck)


def _shortened(pair: Pair, best: Position, budget: Budget, rng: random.Random, deep: int) -> Position:
    """A shorter game that differs, as far as some tries lead."""
    trunk: list[Position] = []
    for number in range(budget.tries):
        if best.decisions <= deep + 1:
            break
        if not trunk:
            trunk = pair.follow(best)
        script = best.all_keys()
        luck = _lot(rng)
        cut = rng.randrange(best.decisions)
        position = trunk[cut].copy()
        rest = script[cut:]
        if number % 2:
            gap = rng.randint(1, max(1, min(len(rest), 1 + best.decisions // 4)))
            rest = rest[gap:]
        else:
            rest = []
        found = _played(pair, position, rest, Temper(rng), best.decisions - 1, luck)
        if found is not None:
            best, trunk = found, []
    return best


__all__ = ["Budget", "Found", "Search", "same_program", "search"]
