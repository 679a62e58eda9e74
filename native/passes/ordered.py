"""Recognises the choice of several in an order, as lowering writes it: a loop over what is left, kind by kind.

It keeps those elements that may be taken next, and behind each takes off some sums what that element adds to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludex.ir.ops import Arith, BlockId, Branch, Copy, Count, Distinct, Goto, Op, Reg
from ludex.ir.registers import read, written
from ludex.native.passes.elements import keeps, over_elements
from ludex.native.passes.specialize import Shaped


@dataclass(frozen=True, slots=True)
class Ordered:
    """Such a loop: it goes over the first elements of all kinds that are `left`."""

    head: BlockId
    body: BlockId
    kept: BlockId
    back: BlockId
    out: BlockId
    left: Reg
    rest: Reg
    element: Reg
    found: Reg
    test: Reg
    #: What is done before the test, and behind it.
    first: tuple[Op, ...]
    later: tuple[Op, ...]
    assigned: frozenset[Reg]
    #: The sums, and the registers that are taken off them.
    sums: dict[Reg, Reg]
    #: What stands before the loop.
    ahead: tuple[Op, ...]

    def starts_as_count(self, register: Reg) -> bool:
        """Whether a register begins as the number of elements that are left."""
        value: Reg = register
        for op in reversed(self.ahead):
            if written(op) == value:
                if not isinstance(op, Copy):
                    return isinstance(op, Count) and op.set == self.left
                value = op.source
            elif written(op) == self.left:
                return False
        return False

    @staticmethod
    def at(shaped: Shaped, head: BlockId, before: list[list[BlockId]], known: Mapping[Reg, int]) -> Ordered | None:
        """The loop that begins at a block, if one does."""
        blocks, each = shaped.function.blocks, over_elements(shaped, head, before, known)
        if each is None:
            return None
        asking, inner, was = blocks[each.body].end, blocks[each.body].ops, shaped.was
        if not isinstance(asking, Branch) or len(before[head]) != 2:
            return None
        kept, back = asking.yes, asking.no
        if before[kept] != [each.body] or sorted(before[back]) != sorted([each.body, kept]):
            return None
        if back not in before[head] or blocks[back].end != Goto(blocks[back].end.origin, head) or \
                blocks[kept].end != Goto(blocks[kept].end.origin, back):
            return None
        found, rest = keeps(blocks[kept].ops, each.element), each.rest
        if max(was[head], was[kept], was[back]) >= 0 or not head or head in (kept, back) or found is None:
            return None
        sums: dict[Reg, Reg] = {}
        later = blocks[back].ops
        for at, op in enumerate(later):
            if isinstance(op, Arith) and op.how == "sub" and op.to == op.left:
                sums[op.to] = op.right
            elif isinstance(op, Copy):
                makes = [o for o in later[:at] if written(o) == op.source]
                if len(makes) != 1 or not isinstance(takes := makes[0], Arith) or takes.how != "sub" or \
                        takes.left != op.to:
                    return None
                sums[op.to] = takes.right
        ops = (*blocks[head].ops, *inner, *blocks[kept].ops, *later)
        if any(written(op) is None for op in ops):
            return None
        every = [written(op) for op in (*inner, *later)]
        if len({*every}) != len(every) or found in every or rest in every[2:]:
            return None
        there = {each.element}
        for op in (*each.ops, *later):
            if any(r not in there and r in every and r not in sums for r in read(op)):
                return None  # it is what it was the last time
            there.update(w for w in (written(op),) if w is not None)
        ahead = blocks[next(b for b in before[head] if b != back)].ops
        left = _left(ahead, rest)
        assigned = frozenset(w for op in ops if (w := written(op)) is not None)
        if left is None or left in assigned:
            return None
        return Ordered(head, each.body, kept, back, each.out, left, rest, each.element, found, asking.test, each.ops,
                       later, assigned, sums, ahead)


def _left(ahead: tuple[Op, ...], rest: Reg) -> Reg | None:
    """The set whose first elements of all kinds a register holds, behind some operations."""
    value, at = rest, len(ahead)
    for at in range(len(ahead) - 1, -1, -1):
        op = ahead[at]
        if written(op) != value:
            continue
        if isinstance(op, Copy):
            value = op.source
        elif isinstance(op, Distinct):
            return None if op.set in {written(o) for o in ahead[at:]} else op.set
        else:
            return None
    return None
