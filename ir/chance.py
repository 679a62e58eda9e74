"""The seeded generator that the contract names: SplitMix64, bounded without bias.

The generator is one 64-bit number in the state, so a copied state has the same future. A bounded number is
taken from the high half of a 128-bit product, and drawn again in the rare case that would favour some
outcomes (Lemire 2019, "Fast random integer generation in an interval"). One outcome uses no draw.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15


def seeded(seed: int) -> int:
    """The generator's first state for a seed: any integer, folded into 64 bits."""
    folded = seed & MASK
    seed >>= 64
    while seed not in (0, -1):
        folded = mix((folded + STEP ^ seed) & MASK)
        seed >>= 64
    return folded


def mix(value: int) -> int:
    """The output function of SplitMix64."""
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def below(state: list[int], slot: int, bound: int) -> int:
    """A number from 0 to bound - 1, each as likely; moves the generator in `state[slot]` on."""
    if bound <= 1:
        return 0
    while True:
        z = state[slot] = (state[slot] + STEP) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        product = (z ^ (z >> 31)) * bound
        low = product & MASK
        if low >= bound or low >= (MASK + 1 - bound) % bound:
            return product >> 64
