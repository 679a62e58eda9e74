"""The state of a program as one array of integers: which slot holds what.

Slot 0 is the point where play stands (a block number of the whole program, or -1 when the game is over),
slot 1 the seeded generator, slot 2 the end condition that fired (-1 for none; at a chance event, -1 less the steps
taken since the last decision, which no roll gives back). Then come the fields, then the
frames: for each procedure a return point and the registers that must survive a wait. There is no recursion,
so a procedure needs one frame, and the array has a fixed size. Every engine uses this layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludex.ir.flow import live_at_end, liveness
from ludex.ir.graph import Program
from ludex.ir.ops import BlockId, Choose, End, Enter, Reg, Roll
from ludex.ir.record import record
from ludex.ir.registers import edges

POINT, GENERATOR, REASON = 0, 1, 2
OVER = -1


@record
class Layout:
    """Where everything lies."""

    size: int
    fields: dict[str, int]                       # first slot of a field
    returns: dict[str, int]                      # slot of a procedure's return point
    saved: dict[tuple[str, Reg], int]            # slot of a register that survives a wait
    blocks: dict[str, int]                       # number of a procedure's first block
    points: dict[int, tuple[str, BlockId]]       # block number -> where it is
    waiting: dict[int, tuple[int, ...]]          # point of a decision or roll -> frame slots in use
    returning: dict[int, tuple[int, ...]]        # point that a procedure returns to -> frame slots in use
    reasons: tuple[str, ...]                     # end conditions by number


def lay_out(program: Program) -> Layout:
    """Give every field and every surviving register its slot."""
    at = 3
    fields: dict[str, int] = {}
    for field in program.fields.values():
        fields[field.name] = at
        at += 1 if field.index is None else program.domains[field.index].size
    returns: dict[str, int] = {}
    saved: dict[tuple[str, Reg], int] = {}
    blocks: dict[str, int] = {}
    points: dict[int, tuple[str, BlockId]] = {}
    waiting: dict[int, set[Reg]] = {}
    returning: dict[int, set[Reg]] = {}
    reasons: dict[str, None] = {}
    number = 0
    for function in program.functions.values():
        if function.pure:
            continue
        blocks[function.name] = number
        returns[function.name] = at
        at += 1
        live_in = liveness(function)
        keep: set[Reg] = set(range(function.parameters))
        for index, block in enumerate(function.blocks):
            points[number + index] = (function.name, index)
            if isinstance(block.end, Choose | Roll):
                live = live_at_end(function, index, live_in)
                keep |= live | {to for _, to in edges(block.end) if to is not None}
                waiting[number + index] = live
            elif isinstance(block.end, Enter):
                keep |= live_in[block.end.then]
                returning[number + block.end.then] = live_in[block.end.then]
            elif isinstance(block.end, End):
                reasons[block.end.reason] = None
        for register in sorted(keep):
            saved[function.name, register] = at
            at += 1
        number += len(function.blocks)

    def slots(needed: dict[int, set[Reg]]) -> dict[int, tuple[int, ...]]:
        return {
            point: tuple(sorted({saved[points[point][0], r] for r in registers} | {returns[points[point][0]]}))
            for point, registers in needed.items()
        }

    return Layout(at, fields, returns, saved, blocks, points, slots(waiting), slots(returning), tuple(reasons))


def frames(layout: Layout, state: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The points where the procedures of a state stand, and the slots that each still needs: first where play waits,
    then where it will return to, one after another."""
    point, needed = state[POINT], layout.waiting
    while point in needed:
        yield point, needed[point]
        point, needed = state[layout.returns[layout.points[point][0]]], layout.returning


def can_wait_at(layout: Layout, state: Sequence[int]) -> bool:
    """Whether the point of a state is one where play waits, or its end, and the points it returns to exist."""
    point, needed = state[POINT], layout.waiting
    for _ in range(len(layout.returns) + 1):
        if point == OVER:
            return True
        if point not in needed:
            return False
        needed = layout.returning
        point = state[layout.returns[layout.points[point][0]]]
    return False


def canonical(layout: Layout, state: Sequence[int]) -> list[int]:
    """A copy of a state in which what no longer matters is zero, so that equal positions are equal."""
    first_frame = min(layout.returns.values())
    plain = [*state[:first_frame], *[0] * (layout.size - first_frame)]
    for _, slots in frames(layout, state):
        for slot in slots:
            plain[slot] = state[slot]
    return plain
