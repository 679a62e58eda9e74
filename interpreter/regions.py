"""Cuts a procedure into regions that become Python functions.

A region begins at an entry: the start of a procedure, a place where play goes on after a wait or a call, or a
block that two regions share. Inside a region control only moves forward or around loops that do not wait, so it
can be written with `if` and `while`; from region to region it hops through the driver.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludex.ir.flow import predecessors
from ludex.ir.graph import Function
from ludex.ir.ops import BlockId, Branch, Choose, Enter, Goto, Roll
from ludex.ir.registers import targets


@dataclass(frozen=True, slots=True)
class Region:
    """The blocks that belong to an entry, with what structured code needs to know about them."""

    entry: BlockId
    blocks: tuple[BlockId, ...]                    # in an order where only loops go back
    dominator: dict[BlockId, BlockId]              # immediate dominator
    forward: dict[BlockId, tuple[BlockId, ...]]    # predecessors that are not loop ends
    loops: dict[BlockId, frozenset[BlockId]]       # loop head -> blocks of the loop


def first_entries(function: Function) -> set[BlockId]:
    """The blocks that must be entries, because play waits or calls just before them."""
    found = {0}
    for block in function.blocks:
        if isinstance(block.end, Choose | Roll | Enter):
            found.update(targets(block.end))
    return found


def _inside(function: Function, block: BlockId) -> tuple[BlockId, ...]:
    """Successors without a wait or a call."""
    end = function.blocks[block].end
    return targets(end) if isinstance(end, Goto | Branch) else ()


def close(function: Function, entries: set[BlockId]) -> dict[BlockId, BlockId]:
    """Add entries until every block belongs to one; returns block -> entry."""
    before = predecessors(function)
    while True:
        owner = {entry: entry for entry in entries}
        todo = sorted(entries)
        while todo:
            block = todo.pop()
            for target in _inside(function, block):
                if target not in owner:
                    owner[target] = owner[block]
                    todo.append(target)
        shared = {
            block for block, mine in owner.items()
            if block not in entries
            and any(owner.get(p, mine) != mine for p in before[block] if block in _inside(function, p))
        }
        if not shared:
            return owner
        entries |= shared


def region(function: Function, entry: BlockId, owner: dict[BlockId, BlockId]) -> Region:
    """Order, dominators and loops of one region."""
    def follow(block: BlockId) -> list[BlockId]:
        return [t for t in _inside(function, block) if owner[t] == entry and t != entry]

    order: list[BlockId] = []
    state: dict[BlockId, int] = {}
    back: list[tuple[BlockId, BlockId]] = []
    stack: list[tuple[BlockId, list[BlockId]]] = [(entry, follow(entry))]
    state[entry] = 1
    while stack:
        block, rest = stack[-1]
        if rest:
            target = rest.pop()
            if state.get(target) == 1:
                back.append((block, target))
            elif target not in state:
                state[target] = 1
                stack.append((target, follow(target)))
        else:
            state[block] = 2
            order.append(block)
            stack.pop()
    order.reverse()
    ends = set(back)
    into: dict[BlockId, list[BlockId]] = {block: [] for block in order}
    for block in order:
        for target in dict.fromkeys(follow(block)):
            if (block, target) not in ends:
                into[target].append(block)
    forward = {block: tuple(found) for block, found in into.items()}
    return Region(entry, tuple(order), _dominators(order, forward), forward, _loops(back, forward))


def _dominators(order: list[BlockId], forward: dict[BlockId, tuple[BlockId, ...]]) -> dict[BlockId, BlockId]:
    at = {block: i for i, block in enumerate(order)}
    found = {order[0]: order[0]}
    for block in order[1:]:
        mine: BlockId | None = None
        for other in forward[block]:
            if mine is None:
                mine = other
                continue
            left, right = mine, other
            while left != right:
                if at[left] > at[right]:
                    left = found[left]
                else:
                    right = found[right]
            mine = left
        assert mine is not None, block
        found[block] = mine
    return found


def _loops(back: list[tuple[BlockId, BlockId]], forward: dict[BlockId, tuple[BlockId, ...]]
           ) -> dict[BlockId, frozenset[BlockId]]:
    found: dict[BlockId, set[BlockId]] = {}
    for end, head in back:
        inside = found.setdefault(head, {head})
        todo = [end]
        while todo:
            block = todo.pop()
            if block not in inside:
                inside.add(block)
                todo.extend(forward[block])
    # A loop inside a loop belongs to the outer body with all its blocks, however deep they nest.
    more = True
    while more:
        more = False
        for inside in found.values():
            for other, blocks in found.items():
                if other in inside and not blocks <= inside:
                    inside |= blocks
                    more = True
    return {head: frozenset(blocks) for head, blocks in found.items()}
