"""Works out a union that is only asked whether it is empty no further than that needs.

`combined open squares of players is empty` is known as soon as one player has an open square. So each part is worked
out only if those before it are empty, and first comes what is needed anyway where play goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludex.ir.faults import Faults
from ludex.ir.graph import Block, Function, Register
from ludex.ir.ops import BlockId, Branch, Call, Combine, Compare, Const, Copy, Op, Reg, Store
from ludex.ir.registers import edges, read, written
from ludex.ir.types import Int, Set
from ludex.native.passes.reduce import live
from ludex.native.passes.specialize import Shaped


def parted(shaped: Shaped, faults: Faults, kept: Mapping[BlockId, set[Reg]]) -> Shaped:
    """The function with such tests as several."""
    function = shaped.function
    found = live(function, kept)
    blocks, registers = list(function.blocks), list(function.registers)
    for number, block in enumerate(function.blocks):
        if not isinstance(block.end, Branch):
            continue
        later = set(kept.get(number, set())).union(*(found[target] for target, _ in edges(block.end)))
        union = _union(function, block, faults, later)
        if union is not None:
            blocks += _tests(function, block, union, registers, len(blocks))
            blocks[number] = blocks.pop()
    more = len(blocks) - len(function.blocks)
    return replace(shaped, function=replace(function, blocks=tuple(blocks), registers=tuple(registers)),
                   was=(*shaped.was, *[-1] * more), known=(*shaped.known, *[()] * more))


@dataclass(frozen=True, slots=True)
class _Union:
    """The calls whose results are united, what else the block does, and where play goes on if there is something."""

    calls: list[Call]
    others: tuple[Op, ...]
    some: BlockId
    none: BlockId


def _union(function: Function, block: Block, faults: Faults, later: set[Reg]) -> _Union | None:
    """The union that a block tests, if nobody else reads it or its parts."""
    end = block.end
    assert isinstance(end, Branch)
    parts: dict[Reg, tuple[int, ...]] = {}
    sets = {r for r, register in enumerate(function.registers) if isinstance(register.type, Set)}
    gone: set[int] = set()
    asked: tuple[int, ...] = ()
    how = ""
    for at, op in enumerate(block.ops):
        target = written(op)
        if isinstance(op, Store) or target is None:
            if parts and any(parts.values()) or any(parts.get(r) for r in read(op)):
                return None
            continue
        new: tuple[int, ...] | None = None
        match op:
            case Const(value=0) if target in sets:
                new = ()
            case Call(function=name) if target in sets and name not in faults.functions:
                new = (at,)
            case Copy(source=source):
                new = parts.get(source)
            case Combine(how="union", left=left, right=right) if left in parts and right in parts:
                new = (*parts[left], *parts[right])
            case Compare(how="eq" | "ne", left=left, right=right) if target == end.test and parts.get(right) == ():
                asked, how = parts.get(left, ()), op.how
                gone.add(at)
                parts.pop(target, None)
                continue
        if target == end.test:
            return None
        if new:
            gone.add(at)
        elif any(parts.get(r) for r in read(op)):
            return None
        parts.pop(target, None)
        if new is not None:
            parts[target] = new
    calls = [op for at in asked if isinstance(op := block.ops[at], Call)]
    written_to = {written(block.ops[at]) for at in gone}
    if len(calls) < 2 or written_to & later or {*asked} != {at for at in gone if isinstance(block.ops[at], Call)}:
        return None
    if any(r in written_to or r in {written(op) for op in block.ops} for call in calls for r in call.args):
        return None
    some, none = (end.yes, end.no) if how == "ne" else (end.no, end.yes)
    return _Union(calls, tuple(op for at, op in enumerate(block.ops) if at not in gone), some, none)


def _tests(function: Function, block: Block, union: _Union, registers: list[Register], first: BlockId) -> list[Block]:
    """A block for each part, the first one last."""
    wanted = {(op.function, op.args) for op in function.blocks[union.some].ops if isinstance(op, Call)}
    by = {(call.function, call.args): call for call in union.calls}
    calls = sorted(by, key=lambda call: call not in wanted)
    origin = block.end.origin
    made: list[Block] = []
    for number, key in enumerate(calls):
        call = by[key]
        part, nothing, test = range(len(registers), len(registers) + 3)
        registers += [registers[call.to], registers[call.to], Register("", Int(0, 1))]
        ops = (replace(call, to=part), Const(origin, nothing, 0), Compare(origin, test, "ne", part, nothing))
        following = first + number if number + 1 < len(calls) else union.none
        made.append(Block(ops, Branch(origin, test, union.some, following)))
    return [*made[1:], replace(made[0], ops=(*union.others, *made[0].ops))]
