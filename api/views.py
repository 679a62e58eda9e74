"""What a seat may see, built by permission: a field is shown to those it is granted to, everything else is left out.

Of a zone that may not be looked into, the number of items is shown; of a variable, nothing.
"""

from __future__ import annotations

import random
from collections.abc import Container
from typing import Any

from ludex import naming
from ludex.ir.contract import Engine, State
from ludex.ir.graph import SEATS, Field, orders
from ludex.ir.layout import frames
from ludex.ir.types import Set


def fields(engine: Engine, state: State, seat: int | None, numbers: Container[str] = ()) -> dict[str, Any]:
    """The zones and variables of a state that a seat (or a spectator, None) may see, by name.

    `numbers` are the variables that hold numbers: what may be 0 or 1 could be a flag as well. Of what there is for
    every space of a large board, only what is not as at the start of a game.
    """
    shown: dict[str, Any] = {}
    for field in engine.program.fields.values():
        if field.role == "system":
            continue
        if field.index is None:
            found = _cell(engine, state, field, 0, seat, numbers)
            if found is not _HIDDEN:
                shown[field.name] = found
            continue
        first, sparse = engine.layout.fields[field.name], wide(engine, field)
        cells = {
            owner: found
            for at, owner in enumerate(engine.program.domains[field.index].elements)
            if not (sparse and state[first + at] == field.start[at])
            and (found := _cell(engine, state, field, at, seat, numbers)) is not _HIDDEN
        }
        if cells:
            shown[field.name] = cells
    return shown


_HIDDEN = object()
#: Of a field with more cells only those are shown, and written, that are not as at the start.
MOST_CELLS = 100


def _cell(engine: Engine, state: State, field: Field, at: int, seat: int | None, numbers: Container[str]) -> Any:
    value = state[engine.layout.fields[field.name] + at]
    if field.role == "zone":
        count = value.bit_count()
        if not may_see(field, at, seat):
            return {"count": count}
        assert isinstance(field.type, Set)
        return {"count": count, "items": naming.elements(engine.program, field.type.domain, value)}
    if field.name in numbers and may_see(field, at, seat):
        return value
    return naming.plain(engine.program, field.type, value) if may_see(field, at, seat) else _HIDDEN


def wide(engine: Engine, field: Field) -> bool:
    """Whether a field has so many cells that only those are written which are not as a game begins."""
    return field.index is not None and engine.program.domains[field.index].size > MOST_CELLS


def may_see(field: Field, at: int, seat: int | None) -> bool:
    """Whether a seat may look at one cell of a field."""
    return field.sight == "all" or field.sight == "owner" and field.index == SEATS and seat == at


def redeal(engine: Engine, state: State, seat: int | None, rng: random.Random) -> State:
    """A state that a seat cannot tell from this one: items it may not see are dealt anew among the places it may not
    look into, every place keeping its number. Items that a choice under way holds stay where they are."""
    new = state[:]
    pinned: dict[str, int] = {}
    for point, kept in frames(engine.layout, state):
        name = engine.layout.points[point][0]
        for (function, register), slot in engine.layout.saved.items():
            if function == name and slot in kept:
                type = engine.program.functions[name].registers[register].type
                if isinstance(type, Set):
                    pinned[type.domain] = pinned.get(type.domain, 0) | state[slot]
                elif type.domain is not None and state[slot] >= 0:
                    pinned[type.domain] = pinned.get(type.domain, 0) | 1 << state[slot]
    hidden: dict[str, list[int]] = {}
    for field in engine.program.fields.values():
        if field.role == "zone":
            assert isinstance(field.type, Set)
            size = 1 if field.index is None else engine.program.domains[field.index].size
            hidden.setdefault(field.type.domain, []).extend(
                engine.layout.fields[field.name] + at for at in range(size) if not may_see(field, at, seat))
    for domain, slots in hidden.items():
        fixed = pinned.get(domain, 0)
        pool = [at for slot in slots for at in range(engine.program.domains[domain].size)
                if state[slot] & ~fixed & 1 << at]
        rng.shuffle(pool)
        for slot in slots:
            count = (state[slot] & ~fixed).bit_count()
            new[slot] = state[slot] & fixed
            for _ in range(count):
                new[slot] |= 1 << pool.pop()
    first, known = engine.layout.fields, orders(engine.program)
    for domain, slots in hidden.items():
        for field in engine.program.fields.values():
            if field.name in known and field.type == Set(domain):
                for slot in range(first[field.name], first[field.name] + len(field.start)):
                    if slot in slots:
                        _restack(state, new, slot, first[known[field.name].name], pinned.get(domain, 0), rng)
    return new


def _restack(state: State, new: State, slot: int, order: int, fixed: int, rng: random.Random) -> None:
    """A stack keeps what is known of its order: what lies there anew takes the places of what lay there."""
    before, after = (
        [item for item in range(cell.bit_length()) if cell & ~fixed & 1 << item] for cell in (state[slot], new[slot]))
    rng.shuffle(after)
    for item in before:
        new[order + item] = 0
    for item, other in zip(before, after, strict=True):
        new[order + other] = state[order + item]
