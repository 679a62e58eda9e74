"""Operations on bit sets that take more than an operator. Generated code calls them by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ludex.ir.distances import distances

#: Sets of no more elements are shifted element by element.
FEW = 6


def distinct(bits: int, kinds: Sequence[int]) -> int:
    """The lowest element of each kind; `kinds[e]` is the set of all elements of e's kind."""
    found = 0
    while bits:
        lowest = bits & -bits
        found |= lowest
        bits &= ~kinds[lowest.bit_length() - 1]
    return found


def shifter(table: Sequence[int]) -> Callable[[int], int]:
    """What gives the union of a table's sets over the elements of a set.

    Where elements lie in a grid, most targets lie at one of a few distances from their sources. A large set is then
    moved as a whole, once for each distance; a small one, or one of a table without such order, element by element.
    """
    moves: list[tuple[int, int]] | None = None

    def shift(bits: int) -> int:
        nonlocal moves
        found = 0
        if bits.bit_count() > FEW:
            if moves is None:
                moves = distances(table)
            if moves and len(moves) < bits.bit_count():
                for mask, by in moves:
                    part = bits & mask
                    found |= part << by if by >= 0 else part >> -by
                return found
        while bits:
            lowest = bits & -bits
            found |= table[lowest.bit_length() - 1]
            bits ^= lowest
        return found

    return shift


def nth(bits: int, index: int) -> int:
    """The element that has `index` elements below it in the set."""
    base = 0
    width = bits.bit_length()
    while width > 8:
        half = width >> 1
        low = bits & ((1 << half) - 1)
        below = low.bit_count()
        if index < below:
            bits, width = low, half
        else:
            index -= below
            bits >>= half
            base += half
            width -= half
    while index:
        bits &= bits - 1
        index -= 1
    return base + (bits & -bits).bit_length() - 1


def elements(bits: int) -> Iterator[int]:
    """The elements from the lowest to the highest."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
