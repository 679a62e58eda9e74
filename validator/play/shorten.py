"""Makes a game that differs shorter, and then plainer.

Decisions are left out, or the rest is played anew from somewhere in the middle. In the end every single decision is
left out once more, with some other luck behind it: if no game becomes shorter, the game is minimal as far as that goes.
Then a decision is swapped for one that stands earlier among the options, as long as the game does not become longer:
whoever reads it should not ask why just this card was taken.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ludex.validator.play.board import Key
from ludex.validator.play.effort import Effort, Spent
from ludex.validator.play.lockstep import Pair, Position
from ludex.validator.play.wander import Temper, lot, play_on

#: With how much other luck a decision is left out, and how long a game may be to be made plainer.
LOTS, PLAIN = 3, 60


@dataclass(slots=True)
class Shortened:
    """The best game so far; `minimal` once no single decision can be left out."""

    best: Position
    minimal: bool = False


def shorten(pair: Pair, game: Shortened, tries: int, seed: int, least: int, effort: Effort) -> None:
    """Leave out stretches, or play the rest anew, in place; not shorter than `least` decisions. Raises `Spent`."""
    rng = random.Random(seed)
    trunk: list[Position] = []
    for number in range(tries):
        best = game.best
        if best.decisions <= least:
            return
        if not trunk:
            trunk = pair.follow(best)
        script = best.all_keys()
        luck = lot(rng)
        cut = rng.randrange(best.decisions)
        rest = script[cut:]
        if number % 2:
            gap = rng.randint(1, max(1, min(len(rest), 1 + best.decisions // 4)))
            rest = rest[gap:]
        else:
            rest = []
        found = play_on(pair, trunk[cut].copy(), rest, Temper(rng), best.decisions - 1, luck, effort)
        if found is not None:
            game.best, trunk = found, []


def minimize(pair: Pair, game: Shortened, seed: int, least: int, effort: Effort) -> None:
    """Leave out single decisions until none can be; then make the game plainer, in place. Raises `Spent`."""
    _single(pair, game, seed, least, effort)
    before = game.best
    game.minimal = False
    try:
        _plainer(pair, game, seed, effort)
        if game.best is not before:
            _single(pair, game, seed, least, effort)
        game.minimal = True
    except Spent:
        # A plainer game that nobody has looked at is worth less than one that is minimal.
        if game.best.decisions == before.decisions:
            game.best, game.minimal = before, True
        raise


def _single(pair: Pair, game: Shortened, seed: int, least: int, effort: Effort) -> None:
    """Leave out single decisions, the last ones first, again and again until that leads nowhere."""
    again = True
    while again:
        again = False
        at = game.best.decisions
        trunk: list[Position] = []
        while at > 0 and game.best.decisions > least:
            at = min(at, game.best.decisions) - 1
            trunk, script = trunk or pair.follow(game.best), game.best.all_keys()
            for number in range(LOTS):
                rng = random.Random(f"{seed} {at} {number}")
                found = play_on(pair, trunk[at].copy(), script[at + 1:], Temper(rng, 0.0), game.best.decisions - 1,
                                lot(rng), effort)
                if found is not None:
                    game.best, again, trunk = found, True, []
                    break


def _plainer(pair: Pair, game: Shortened, seed: int, effort: Effort) -> None:
    """Swap decisions for earlier options."""
    if game.best.decisions > PLAIN:
        return
    sort = _sort(pair, game.best)
    at, trunk = 0, list[Position]()
    while at < game.best.decisions:
        trunk, script = trunk or pair.follow(game.best), game.best.all_keys()
        for key in pair.common(trunk[at]):
            if key == script[at]:
                break
            rng = random.Random(f"{seed} {at} {key}")
            new = trunk[at].copy()
            pair.choose(new, key, lot(rng))
            found = _as_written(pair, new, script[at + 1:], effort, rng)
            if found is not None and _sort(pair, found) == sort:
                game.best, trunk = found, []
                break
        at += 1


def _as_written(pair: Pair, position: Position, script: Sequence[Key], effort: Effort, rng: random.Random
                ) -> Position | None:
    """Play on by a script, every decision of which must fit, to where the two differ."""
    luck = lot(rng)
    for key in script:
        if pair.difference(position) is not None:
            return position
        keys = pair.common(position)
        effort.step(len(keys))
        if key not in keys:
            return None
        pair.choose(position, key, luck)
    return position if pair.difference(position) is not None else None


def _sort(pair: Pair, position: Position) -> str:
    difference = pair.difference(position)
    assert difference is not None
    return difference.sort


__all__ = ["Shortened", "minimize", "shorten"]
