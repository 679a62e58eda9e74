"""The pictures that the page about showing games holds: positions that stay the same as long as their games do."""

from __future__ import annotations

import ludex


def kuhn_poker() -> str:
    """The first player has bet."""
    match = ludex.load("kuhn_poker").start(seed=1)
    match.apply("bet")
    return match.to_svg(seat=1)


def tic_tac_toe() -> str:
    """Four marks."""
    match = ludex.load("tic_tac_toe").start(seed=1)
    for square in ("b2", "a1", "c1", "a3"):
        match.apply(f"mark {square}")
    return match.to_svg()
