"""The state of a program as one array of integers: which slot holds what.

Slot 0 is the point where play stands (a block number of the whole program, or -1 when the game is over),
slot 1 the seeded generator, slot 2 the end condition that fired (-1 for none). Then come the fields, then the
frames: for each procedure a return point and the registers that must survive a wait. There is no recursion,
so a procedure needs one frame, and the array has a fixed size. Every engine uses this layout.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludex.ir.flow import live_at_end, liveness
from ludex.ir.graph import Program
from ludex.ir.ops import BlockId, Choose, End, Enter, Reg, Roll, set_on_the_way

POINT, GENERATOR, REASON = 0, 1, 2
OVER = -1


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies."""

    size: int
    fields: dict[str, int]                       # first slot of a field
    returns: dict[str, int]                      # slot of a procedure's return point
    saved: dict[tuple[str, Reg], int]            # slot of a register that survives a wait
    blocks: dict[str, int]                       # number of a procedure's first block
    points: dict[int, tuple[str, BlockId]]       # block number -> where it is
    live: dict[int, tuple[int, ...]]             # waiting or returning point -> frame slots in use
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
    needed: dict[int, set[tuple[str, Reg]]] = {}
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
                keep |= live | set(set_on_the_way(block.end).values())
                needed[number + index] = {(function.name, r) for r in live}
            elif isinstance(block.end, Enter):
                keep |= live_in[block.end.then]
                needed[number + block.end.then] = {(function.name, r) for r in live_in[block.end.then]}
            elif isinstance(block.end, End):
                reasons[block.end.reason] = None
        for register in sorted(keep):
            saved[function.name, register] = at
            at += 1
        number += len(function.blocks)
    live_slots = {
        point: tuple(sorted({saved[r] for r in registers} | {returns[points[point][0]]}))
        for point, registers in needed.items()
    }
    return Layout(at, fields, returns, saved, blocks, points, live_slots, tuple(reasons))


def canonical(layout: Layout, state: list[int]) -> list[int]:
    """A copy of a state in which everything that no longer matters is zero, so that equal positions are equal."""
    first_frame = min(layout.returns.values())
    plain = state[:first_frame] + [0] * (layout.size - first_frame)
    point = state[POINT]
    while point in layout.live:
        for slot in layout.live[point]:
            plain[slot] = state[slot]
        point = state[layout.returns[layout.points[point][0]]]
    return plain
