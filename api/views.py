"""What a seat may see, built by permission: a field is shown to those it is granted to, everything else is left out.

Of a zone that may not be looked into, the number of items is shown; of a variable, nothing.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ludex import naming
from ludex.ir.contract import Engine, State
from ludex.ir.graph import SEATS, Field
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
