"""What chance may bring where a state waits for it. Every engine lists it in the same way, from the state alone.

Two items of a kind are one outcome only if nothing in the state tells them apart: of a card in my hand and one like it
in yours it matters which is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludex.ir.graph import Program
from ludex.ir.layout import POINT, Layout, frames
from ludex.ir.ops import Roll
from ludex.ir.types import Int, Set, Type


def outcomes(program: Program, layout: Layout, state: Sequence[int]) -> list[tuple[int, int]]:
    """Each outcome of the chance event that a state waits at, with its weight; the lowest first."""
    name, roll = roll_at(program, layout, state)
    if roll.until is not None:
        first, last = (state[layout.saved[name, register]] for register in (roll.over, roll.until))
        return [(number, 1) for number in range(first, last + 1)]
    return [((group & -group).bit_length() - 1, group.bit_count()) for group in alike(program, layout, state)]


def alike(program: Program, layout: Layout, state: Sequence[int]) -> list[int]:
    """What chance may pick where a state waits for it, as sets: the elements of each are one outcome. The set with the
    lowest element comes first."""
    name, roll = roll_at(program, layout, state)
    over = state[layout.saved[name, roll.over]]
    type = program.functions[name].registers[roll.over].type
    assert isinstance(type, Set)
    groups: dict[int, int] = {}
    for kind, element in _by_kind(program.domains[type.domain].kinds, over):
        groups[kind] = groups.get(kind, 0) | element
    parts = list(groups.values())
    if any(part & (part - 1) for part in parts):
        for cell in _cells(program, layout, state, type.domain):
            parts = [half for part in parts for half in (part & cell, part & ~cell) if half]
    return sorted(parts, key=lambda part: part & -part)


def roll_at(program: Program, layout: Layout, state: Sequence[int]) -> tuple[str, Roll]:
    """The roll that a state waits at, and the procedure it stands in."""
    name, block = layout.points[state[POINT]]
    roll = program.functions[name].blocks[block].end
    assert isinstance(roll, Roll)
    return name, roll


def _by_kind(kinds: tuple[int, ...], bits: int) -> Iterator[tuple[int, int]]:
    while bits:
        lowest = bits & -bits
        element = lowest.bit_length() - 1
        yield kinds[element] if kinds else element, lowest
        bits ^= lowest


def _cells(program: Program, layout: Layout, state: Sequence[int], domain: str) -> Iterator[int]:
    """Everything in a state that holds elements of a domain, as sets."""
    for field in program.fields.values():
        size = 1 if field.index is None else program.domains[field.index].size
        first = layout.fields[field.name]
        for value in state[first:first + size]:
            yield from _as_set(field.type, value, domain)
    slots = {slot: program.functions[name].registers[register].type for (name, register), slot in layout.saved.items()}
    for _, needed in frames(layout, state):
        for slot in needed:
            if slot in slots:
                yield from _as_set(slots[slot], state[slot], domain)


def _as_set(type: Type, value: int, domain: str) -> Iterator[int]:
    if isinstance(type, Set) and type.domain == domain:
        yield value
    elif isinstance(type, Int) and type.domain == domain and value >= 0:
        yield 1 << value


__all__ = ["alike", "outcomes", "roll_at"]
