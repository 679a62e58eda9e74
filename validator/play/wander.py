"""Games under two readings where there are too many to try all: a broad front that goes on together, and single games
at random, of many tempers.

The front keeps some positions of every length, of as many different places in the rules as it can, and tries a few
options of each; what it finds is short. Single games go to the end, and find what only shows there.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from ludex.validator.play.board import Key
from ludex.validator.play.effort import Effort
from ludex.validator.play.lockstep import Luck, Pair, Position

#: How many positions the front keeps, how many it tries for each length, and how far it goes.
WIDTH, TRIED, FAR = 40, 160, 60


class Temper:
    """How somebody at random likes to play: some ways of acting more than others, by lot."""

    def __init__(self, rng: random.Random, spread: float | None = None) -> None:
        self.rng = rng
        self.spread = rng.choice((0.0, 1.0, 2.5)) if spread is None else spread
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


def lot(rng: random.Random) -> Luck:
    """Luck as it comes."""
    return lambda weights: rng.choices(range(len(weights)), weights)[0]


def front(pair: Pair, level: Sequence[Position], most: int, effort: Effort, rng: random.Random) -> Position | None:
    """A short game that differs, from positions of one length on; of at most `most` decisions."""
    luck = lot(rng)
    level = rng.sample(level, min(WIDTH, len(level)))
    while level and level[0].decisions < min(most, FAR):
        places: dict[tuple[int, ...], dict[tuple[int, ...], Position]] = {}
        for position in level:
            for key in _some(pair.common(position), max(1, TRIED // len(level)), rng):
                new = position.copy()
                pair.choose(new, key, luck)
                effort.step(len(pair.common(new)))
                if pair.difference(new) is not None:
                    return new
                if not pair.finished(new):
                    places.setdefault(pair.place(new), {}).setdefault(pair.key(new), new)
        level = []
        piles = [rng.sample(list(pile.values()), len(pile)) for pile in places.values()]
        while piles and len(level) < WIDTH:
            level += [pile.pop() for pile in piles]
            piles = [pile for pile in piles if pile]
    return None


def _some(keys: Sequence[Key], most: int, rng: random.Random) -> list[Key]:
    """Some of the options, of as many ways of acting as there are."""
    if len(keys) <= most:
        return list(keys)
    ways: dict[str, list[Key]] = {}
    for key in rng.sample(keys, len(keys)):
        ways.setdefault(key[0], []).append(key)
    found: list[Key] = []
    while len(found) < most:
        found += [way.pop() for way in ways.values() if way]
    return found[:most]


def play_on(pair: Pair, position: Position, script: Sequence[Key], temper: Temper, most: int, luck: Luck,
            effort: Effort) -> Position | None:
    """Play on by a script, what does not fit left out, and then at random; the position where the two differ, after
    `most` decisions at the latest."""
    rest = list(script)
    while True:
        if pair.difference(position) is not None:
            return position
        if pair.finished(position) or position.decisions >= most:
            return None
        keys = pair.common(position)
        effort.step(len(keys))
        if not keys:
            return None
        chosen: Key | None = None
        while rest and chosen is None:
            key = rest.pop(0)
            chosen = key if key in keys else None
        pair.choose(position, chosen if chosen is not None else temper.pick(keys), luck)


__all__ = ["Temper", "front", "lot", "play_on"]
