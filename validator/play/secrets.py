"""Whether what a seat is offered gives away what it may not see.

A seat cannot tell apart two positions that differ only in what it may not look at. So in each of them it must be
offered the same: the conditions on its options, worked out anew there, have the same answers. And no option may name an
item that lies where the seat may not look.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from ludex.ir.contract import Engine, Fault, State
from ludex.ir.graph import SEATS, Field
from ludex.ir.layout import POINT
from ludex.ir.ops import Alternative, Choose
from ludex.ir.types import Int, Set
from ludex.validator.play.board import Board, members
from ludex.validator.play.table import Line, Table
from ludex.validator.play.watch import Tally

#: A condition is worked out anew only for sets of so many elements: it may try every way to complete a choice.
MOST = 9


def leaks(tally: Tally, table: Table, state: State, rng: random.Random, line: Callable[[], Line]) -> None:
    """Look at a decision, once as it is and once in another world that its seat cannot tell from it."""
    board, engine = tally.board, tally.board.engine
    choose = engine.decision(state)
    assert choose is not None
    seat = engine.seat(state)
    for number, value in engine.options(state):
        domain = _domain(board, state, choose.alternatives[number])
        if domain is not None and (zone := _unseen(board, state, domain, value, seat)):
            tally.happened("leak", choose.alternatives[number].origin, f"the options name what lies in `{zone}`", line)
            return
    if _large(board, state, choose):
        return
    other = table.redeal(engine, state, seat, rng)
    if other == state:
        return
    for way in choose.alternatives:
        if _offered(board, engine, state, way) != _offered(board, engine, other, way):
            tally.happened("leak", way.origin, "the options depend on items that the player may not see", line)
            return


def _domain(board: Board, state: State, way: Alternative) -> str | None:
    if way.form != "each":
        return None
    name, _ = board.layout.points[state[POINT]]
    assert way.to is not None
    type = board.program.functions[name].registers[way.to].type
    assert isinstance(type, Int)
    return type.domain


def _unseen(board: Board, state: State, domain: str, item: int, seat: int) -> str:
    """The zone that an item lies in, if the seat may not look there; nothing if it may."""
    for name, field in board.program.fields.items():
        if field.role == "zone" and field.type == Set(domain):
            first = board.layout.fields[name]
            for at in range(len(field.start)):
                if state[first + at] >> item & 1:
                    return "" if _may_see(field, at, seat) else name
    return ""


def _may_see(field: Field, at: int, seat: int) -> bool:
    return field.sight == "all" or field.sight == "owner" and field.index == SEATS and at == seat


def _large(board: Board, state: State, choose: Choose) -> bool:
    name, _ = board.layout.points[state[POINT]]
    return any(way.universe is not None and state[board.layout.saved[name, way.universe]].bit_count() > MOST
               for way in choose.alternatives)


def _offered(board: Board, engine: Engine, state: State, way: Alternative) -> list[int]:
    """What of an alternative's elements the rules let through, worked out from the position."""
    values = [0]
    if way.form == "each" and way.universe is not None:
        name, _ = board.layout.points[state[POINT]]
        values = list(members(state[board.layout.saved[name, way.universe]]))
    elif way.form == "range":
        return []
    found = []
    for value in values:
        try:
            if not engine.refusals(state, way, value):
                found.append(value)
        except Fault:
            continue
    return found


__all__ = ["leaks"]
