"""Recognises loops over the elements of a set, in the form in which lowering writes them.

A head asks whether there is an element left; the body takes the first one and goes on with the rest. What a pass wants
of the body beyond that, it looks for itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludex.ir.graph import Function
from ludex.ir.ops import BlockId, Branch, Combine, Compare, Const, Copy, First, Op, Reg, Rest, Single
from ludex.ir.registers import edges, written
from ludex.native.passes.specialize import Shaped


@dataclass(frozen=True, slots=True)
class Elements:
    """Where the loop goes: its `body`, and `out`; the register of the elements that are left (`rest`), that of the
    current one, and what the body does with it."""

    body: BlockId
    out: BlockId
    rest: Reg
    element: Reg
    ops: tuple[Op, ...]


def over_elements(shaped: Shaped, head: BlockId, before: Sequence[Sequence[BlockId]], known: Mapping[Reg, int]
                  ) -> Elements | None:
    """The loop whose head is a block, if it is one that does nothing but ask, and nobody else comes to its body."""
    block = shaped.function.blocks[head]
    if not isinstance(block.end, Branch) or not block.ops:
        return None
    body, out = block.end.yes, block.end.no
    ops = shaped.function.blocks[body].ops
    if body == out or before[body] != [head] or shaped.was[body] >= 0 or len(ops) < 2:
        return None
    tested = block.ops[-1]
    if not isinstance(tested, Compare) or tested.how != "ne" or tested.to != block.end.test:
        return None
    if known.get(tested.right) != 0 or any(written(op) not in (tested.to, tested.right) for op in block.ops):
        return None
    rest, first, less = tested.left, ops[0], ops[1]
    if not isinstance(first, First) or first.set != rest or less != Rest(less.origin, rest, rest):
        return None
    return Elements(body, out, rest, first.to, ops[2:])


def keeps(ops: Sequence[Op], element: Reg) -> Reg | None:
    """The set to which some operations add an element, if that is all they do."""
    match [op for op in ops if not isinstance(op, Const)]:
        case [Single(to=one, element=added), Combine(to=sum_, how="union", left=found, right=right),
              Copy(to=to, source=source)] if (added, right, source, to) == (element, one, sum_, found):
            return found
    return None


def constants(function: Function) -> dict[Reg, int]:
    """Registers that are always the same number."""
    found: dict[Reg, int] = {}
    spoilt: set[Reg] = set(range(function.parameters))
    for block in function.blocks:
        spoilt.update(to for _, to in edges(block.end) if to is not None)
        for op in block.ops:
            target = written(op)
            if target is None:
                continue
            if isinstance(op, Const) and found.get(target, op.value) == op.value:
                found[target] = op.value
            else:
                spoilt.add(target)
    return {r: v for r, v in found.items() if r not in spoilt}
