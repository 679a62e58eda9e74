"""What is left of a finished function: empty jumps are followed, blocks that only follow one another are joined, and
what cannot be reached is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ludex.ir.flow import reachable
from ludex.ir.graph import Block, Function
from ludex.ir.ops import Branch, Choose, Enter, Goto, Roll, Terminator
from ludex.ir.registers import targets


def tidy(function: Function) -> Function:
    """Follow empty jumps, then keep reachable blocks in order of first visit."""
    blocks = list(function.blocks)

    def past(block: int) -> int:
        seen: set[int] = set()
        while not blocks[block].ops and isinstance(blocks[block].end, Goto) and block not in seen:
            seen.add(block)
            block = targets(blocks[block].end)[0]
        return block

    blocks = [_led(block, past) for block in blocks]
    return _merge(_in_order(function, blocks))


def _merge(function: Function) -> Function:
    """Join a block with its only successor when that has no other predecessor."""
    blocks = list(function.blocks)
    counts = [0] * len(blocks)
    counts[0] = 1
    for block in blocks:
        for target in targets(block.end):
            counts[target] += 1
    gone: set[int] = set()
    for at in range(len(blocks)):
        if at in gone:
            continue
        while isinstance(blocks[at].end, Goto):
            target = targets(blocks[at].end)[0]
            if counts[target] != 1 or target == at or target in gone or target == 0:
                break
            blocks[at] = Block(blocks[at].ops + blocks[target].ops, blocks[target].end)
            gone.add(target)
    return _in_order(function, blocks)


def _in_order(function: Function, blocks: list[Block]) -> Function:
    """The function with these blocks, without those that cannot be reached."""
    order = sorted(reachable(replace(function, blocks=tuple(blocks))))
    new = {old: at for at, old in enumerate(order)}
    return replace(function, blocks=tuple(_led(blocks[old], new.__getitem__) for old in order))


def _led(block: Block, where: Callable[[int], int]) -> Block:
    """A block that leads to other numbers."""
    if all(where(target) == target for target in targets(block.end)):
        return block
    return Block(block.ops, _retarget(block.end, where))


def _retarget(end: Terminator, where: Callable[[int], int]) -> Terminator:
    match end:
        case Goto() | Roll():
            return replace(end, target=where(end.target))
        case Branch():
            return replace(end, yes=where(end.yes), no=where(end.no))
        case Enter():
            return replace(end, then=where(end.then))
        case Choose():
            return replace(end, alternatives=tuple(replace(a, target=where(a.target)) for a in end.alternatives))
    return end
