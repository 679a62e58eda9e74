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
    needed: list[set[Reg]] = []  # in the block itself, before anything sets them
    changed: list[set[Reg]] = []
    for block in function.blocks:
        reads, writes = set(used(block.end)), set()
        for op in reversed(block.ops):
            target = written(op)
            if target is not None:
                reads.discard(target)
                writes.add(target)
            reads.update(read(op))
        needed.append(reads)
        changed.append(writes)
    onward = [edges(block.end) for block in function.blocks]
    before = predecessors(function)
    live_in: list[set[Reg]] = [set() for _ in function.blocks]
    todo = dict.fromkeys(range(len(function.blocks)))
    while todo:
        number, _ = todo.popitem()
        live = set(needed[number])
        for target, to in onward[number]:
            live |= live_in[target] - changed[number] if to is None else live_in[target] - changed[number] - {to}
        if live != live_in[number]:
            live_in[number] = live
            todo.update(dict.fromkeys(before[number]))
    return live_in
