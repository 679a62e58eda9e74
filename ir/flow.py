"""Facts about control flow: predecessors, reachable blocks, and which registers are live where."""

from __future__ import annotations

from ludex.ir.graph import Function
from ludex.ir.ops import BlockId, Reg
from ludex.ir.registers import edges, read, targets, used, written


def reachable(function: Function) -> set[BlockId]:
    """The blocks that control can get to."""
    seen: set[BlockId] = set()
    todo = [0]
    while todo:
        block = todo.pop()
        if block not in seen:
            seen.add(block)
            todo.extend(targets(function.blocks[block].end))
    return seen


def predecessors(function: Function) -> list[list[BlockId]]:
    """For each block, the blocks that may come just before it."""
    found: list[list[BlockId]] = [[] for _ in function.blocks]
    for number, block in enumerate(function.blocks):
        for target in targets(block.end):
            found[target].append(number)
    return found


def live_at_end(function: Function, block: BlockId, live_in: list[set[Reg]]) -> set[Reg]:
    """Registers needed after the operations of a block: by its terminator or by what follows."""
    end = function.blocks[block].end
    live = set(used(end))
    for target, to in edges(end):
        live |= live_in[target] - {to}
    return live


def liveness(function: Function) -> list[set[Reg]]:
    """For each block, the registers whose value on entry is read later."""
    live_in: list[set[Reg]] = [set() for _ in function.blocks]
    before = predecessors(function)
    todo = list(range(len(function.blocks)))
    while todo:
        number = todo.pop()
        live = live_at_end(function, number, live_in)
        for op in reversed(function.blocks[number].ops):
            target = written(op)
            if target is not None:
                live.discard(target)
            live.update(read(op))
        if live != live_in[number]:
            live_in[number] = live
            todo.extend(before[number])
    return live_in
