"""Picks at random, as every engine makes them where whole games are played: the same generator gives the same games.

Chance draws from the generator of the state, and picks from a second one, which begins with a mix of the first. So what
a game comes to follows from its seed alone, whichever engine plays it.
"""

from __future__ import annotations

from ludex.ir.chance import MASK, STEP, mix

_PICKS = int.from_bytes(b"picks")


class Picks:
    """The picks of one game; `generator` is the first state of the game's generator."""

    def __init__(self, generator: int) -> None:
        self._state = mix(generator ^ _PICKS)
        self._word, self._used = 0, 1 << 32

    def pick(self, count: int) -> int:
        """A number below `count`. A drawn word serves several picks, until 32 of its bits are used up."""
        used = self._used * count
        if used >> 32:
            self._state = self._state + STEP & MASK
            self._word, used = mix(self._state), count
        self._used = used
        product = self._word * count
        self._word = product & MASK
        return product >> 64
