"""How far the elements of a set move along a relation, where they lie in a grid.

Most targets then lie at one of a few distances from their sources, and a whole set is moved by a shift for each
distance instead of element by element. Whoever runs a program may use that.
"""

from __future__ import annotations

from collections.abc import Sequence

#: A table is used by its distances if they are no more than this.
MOST_DISTANCES = 40


def distances(table: Sequence[int], most: int = MOST_DISTANCES) -> list[tuple[int, int]]:
    """For each distance from source to target the sources that have one there; nothing where there are too many."""
    masks: dict[int, int] = {}
    for source, targets in enumerate(table):
        while targets:
            lowest = targets & -targets
            by = lowest.bit_length() - 1 - source
            masks[by] = masks.get(by, 0) | 1 << source
            targets ^= lowest
            if len(masks) > most:
                return []
    return [(mask, by) for by, mask in masks.items()]
