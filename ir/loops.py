"""Which loops surely come to an end, or to somebody's decision, or take a step from the budget.

A cycle of blocks is fine if it has a `Tick` or a `Choose` in it. Otherwise it must belong to a loop over a set that
only shrinks: the loop's head goes on only while the set is not empty, the next block takes an element out, and
nothing in the loop puts one in. Such a loop runs at most as often as the set has elements; loops inside it are looked
at in the same way, without its head.
"""

from __future__ import annotations

from collections.abc import Callable

from ludex.ir.graph import Function
from ludex.ir.ops import BlockId, Branch, Choose, Combine, Compare, Const, Op, Reg, Rest, Tick
from ludex.ir.registers import edges, targets, written


def endless(function: Function) -> list[BlockId]:
    """The first blocks of loops that nothing bounds."""
    free = {
        number for number, block in enumerate(function.blocks)
        if not isinstance(block.end, Choose) and not any(isinstance(op, Tick) for op in block.ops)
    }
    found: list[BlockId] = []
    todo = _cycles(function, free)
    while todo:
        cycle = todo.pop()
        heads = [block for block in sorted(cycle) if _shrinks(function, block, cycle)]
        if heads:
            todo.extend(_cycles(function, cycle - set(heads)))
        else:
            found.append(min(cycle))
    return sorted(found)


def trips(function: Function, sizes: Callable[[Reg], int]) -> tuple[dict[BlockId, int], set[BlockId]]:
    """How often each block may run, at most, between two decisions or two rounds of loops that nothing but the budget
    bounds; and the blocks of those loops. `sizes` gives the number of elements that a set in a register may have."""
    often = dict.fromkeys(range(len(function.blocks)), 1)
    unbounded: set[BlockId] = set()
    free = {number for number, block in enumerate(function.blocks) if not isinstance(block.end, Choose)}
    todo = _cycles(function, free)
    while todo:
        cycle = todo.pop()
        heads = {block: size for block in sorted(cycle) if (size := _shrinking(function, block, cycle, sizes))}
        if not heads:
            unbounded |= cycle
            heads = {b: 0 for b in cycle if any(isinstance(op, Tick) for op in function.blocks[b].ops)}
            assert heads, "a loop that nothing bounds"
        for block in cycle:
            for size in heads.values():
                often[block] *= size + 1
        todo.extend(_cycles(function, cycle - set(heads)))
    return often, unbounded


def _shrinking(function: Function, head: BlockId, cycle: set[BlockId], sizes: Callable[[Reg], int]) -> int:
    """How many elements the set may have that a loop's head tests and the loop makes smaller; 0 if there is none."""
    if not _shrinks(function, head, cycle):
        return 0
    end = function.blocks[head].end
    assert isinstance(end, Branch)
    tested = _tested_for_more(function, function.blocks[head].ops, end.test)
    assert tested is not None
    return max(1, sizes(tested))


def _shrinks(function: Function, head: BlockId, cycle: set[BlockId]) -> bool:
    """Whether a block tests a set that loses an element each time that the loop goes on from it."""
    end = function.blocks[head].end
    if not isinstance(end, Branch) or end.yes not in cycle or end.no in cycle:
        return False
    tested = _tested_for_more(function, function.blocks[head].ops, end.test)
    if tested is None:
        return False
    others = [b for b in cycle if b != head and end.yes in targets(function.blocks[b].end)]
    takes_out = any(isinstance(op, Rest) and op.to == op.set == tested for op in function.blocks[end.yes].ops)
    return takes_out and not others and not any(_may_grow(function, block, tested) for block in cycle)


def _tested_for_more(function: Function, ops: tuple[Op, ...], test: Reg) -> Reg | None:
    """The register that a flag says is not the empty set."""
    makers = [op for op in ops if written(op) == test]
    if not makers or not isinstance(makers[-1], Compare) or makers[-1].how != "ne":
        return None
    zeros = [op for block in function.blocks for op in block.ops if written(op) == makers[-1].right]
    if all(isinstance(op, Const) and op.value == 0 for op in zeros) and zeros:
        return makers[-1].left
    return None


def _may_grow(function: Function, block: BlockId, set: Reg) -> bool:
    """Whether a block may put an element into a set."""
    for op in function.blocks[block].ops:
        if written(op) == set:
            smaller = isinstance(op, Combine) and op.how in ("meet", "minus") and op.left == set
            if not smaller and not (isinstance(op, Rest) and op.set == set):
                return True
    return any(to == set for _, to in edges(function.blocks[block].end))


def _cycles(function: Function, inside: set[BlockId]) -> list[set[BlockId]]:
    """The strongly connected parts of some blocks that contain a cycle (Tarjan, without recursion)."""
    number: dict[BlockId, int] = {}
    low: dict[BlockId, int] = {}
    open_: list[BlockId] = []
    found: list[set[BlockId]] = []

    def follow(block: BlockId) -> list[BlockId]:
        return [t for t in targets(function.blocks[block].end) if t in inside]

    for root in sorted(inside):
        if root in number:
            continue
        number[root] = low[root] = len(number)
        open_.append(root)
        stack = [(root, follow(root))]
        while stack:
            block, rest = stack[-1]
            if rest:
                target = rest.pop()
                if target not in number:
                    number[target] = low[target] = len(number)
                    open_.append(target)
                    stack.append((target, follow(target)))
                elif target in open_:
                    low[block] = min(low[block], number[target])
                continue
            stack.pop()
            if stack:
                low[stack[-1][0]] = min(low[stack[-1][0]], low[block])
            if low[block] == number[block]:
                part: set[BlockId] = set()
                while block not in part:
                    part.add(open_.pop())
                if len(part) > 1 or block in follow(block):
                    found.append(part)
    return found
