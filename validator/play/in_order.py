"""All games under two readings, a decision longer each time: what is found is the shortest there is, and where the
positions come to an end without a difference, there is none.

Chance is gone through outcome by outcome. Where both games ask for the same luck in the same order, whatever can happen
is equally likely in both. Where they do not, each of them in turn goes first, so that nothing that only one of the two
can bring is overlooked; what is likely is not compared then, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludex.validator.play.effort import Effort, Spent
from ludex.validator.play.lockstep import Luck, Pair, Position

#: The part of all positions that chance may use up at one place: of a hundred thousand ways to deal, the first thousand
#: are all alike.
WIDE = 4


@dataclass(slots=True)
class InOrder:
    """What came of it: a position that differs, if any; whether all were tried; whether luck was the same in all of
    them; how many positions; to how many decisions all were tried; and those that were not gone on with."""

    found: Position | None = None
    complete: bool = False
    even: bool = True
    positions: int = 0
    deep: int = -1
    level: tuple[Position, ...] = ()


class _Odometer:
    """Tries every row of chance outcomes, the first ones first."""

    def __init__(self) -> None:
        self.row: list[int] = []
        self.sizes: list[int] = []
        self.at = 0

    def luck(self, weights: Sequence[int]) -> int:
        if self.at == len(self.row):
            self.row.append(0)
            self.sizes.append(len(weights))
        self.at += 1
        return self.row[self.at - 1]

    def step(self) -> bool:
        """Go to the next row; False after the last."""
        self.at = 0
        while self.row and self.row[-1] == self.sizes[-1] - 1:
            self.row.pop()
            self.sizes.pop()
        if not self.row:
            return False
        self.row[-1] += 1
        return True


@dataclass(slots=True)
class _Differs(Exception):
    """A position that differs."""

    position: Position


def in_order(pair: Pair, positions: int, depth: int | None, effort: Effort) -> InOrder:
    """Try all games of up to `depth` decisions, as far as so many positions reach."""
    done = InOrder()
    seen: set[tuple[int, ...]] = set()
    astray = False

    def after(begin: Callable[[Luck, bool], Position], new: list[Position]) -> None:
        """Gather the positions that chance may bring."""
        nonlocal astray
        most = min(positions, done.positions + max(1, positions // WIDE))
        for left_first in (True, False):
            odometer, even = _Odometer(), True
            while True:
                if done.positions >= most:
                    raise Spent
                position = begin(odometer.luck, left_first)
                done.positions += 1
                effort.step(0 if position.left.offered is None else len(position.left.offered), odometer.at)
                if pair.difference(position) is not None:
                    raise _Differs(position)
                even = even and position.even
                astray = astray or position.astray
                if not pair.finished(position):
                    key = pair.key(position)
                    if key not in seen:
                        seen.add(key)
                        new.append(position)
                if not odometer.step():
                    break
            done.even = done.even and even
            if even:
                return

    level: list[Position] = []
    following: list[Position] = []
    try:
        after(pair.start, level)
        while True:
            done.deep += 1
            done.complete = not level and not astray
            if not level or done.deep == depth:
                break
            following = []
            for position in level:
                for key in pair.common(position):
                    def go_on(luck: Luck, left_first: bool, p: Position = position, k: tuple[str, int, int] = key
                              ) -> Position:
                        new = p.copy()
                        pair.choose(new, k, luck, left_first)
                        return new

                    after(go_on, following)
            level = following
    except _Differs as differs:
        done.found = differs.position
    except Spent:
        pass
    done.level = tuple(level)
    return done


__all__ = ["InOrder", "in_order"]
