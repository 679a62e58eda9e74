"""Operations on bit sets that take more than an operator. Generated code calls them by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def distinct(bits: int, kinds: Sequence[int]) -> int:
    """The lowest element of each kind; `kinds[e]` is the set of all elements of e's kind."""
    found = 0
    while bits:
        lowest = bits & -bits
        found |= lowest
        bits &= ~kinds[lowest.bit_length() - 1]
    return found


def shift(bits: int, table: Sequence[int]) -> int:
    """The union of the table's sets over the elements."""
    found = 0
    while bits:
        lowest = bits & -bits
        found |= table[lowest.bit_length() - 1]
        bits ^= lowest
    return found


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
