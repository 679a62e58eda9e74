"""Does without asking what changes nothing when there is nothing to do.

`move your bid to your hand` looks whether there is a bid before it takes the cards out and puts them in. Whether there
is one nobody can foresee, and a processor that has guessed wrong has lost more time than two steps on sets take. So
where a few steps are done only if a set is not empty, and leave everything as it is for the empty set, they are done
anyway. That they do is seen by following them with the empty set: what is stored is what was there, and what else they
work out is read by nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ludex.ir.faults import Faults
from ludex.ir.graph import Block, Function
from ludex.ir.ops import BlockId, Branch, Combine, Compare, Const, Copy, Goto, Load, Op, Reg, Store
from ludex.ir.registers import written
from ludex.ir.types import Set
from ludex.native.passes.elements import constants
from ludex.native.passes.reduce import live
from ludex.native.passes.specialize import Shaped

#: More steps than this are asked about.
MOST = 12

#: What a register holds: what another one held before, what a cell of a field does, or a number.
Value = tuple[object, ...]
EMPTY: Value = ("number", 0)


def anyway(shaped: Shaped, faults: Faults, kept: Mapping[BlockId, set[Reg]]) -> Shaped:
    """The procedure with fewer tests."""
    function = shaped.function
    alive, known = live(function, kept), constants(function)
    blocks = list(function.blocks)
    for number, block in enumerate(function.blocks):
        end = block.end
        if not isinstance(end, Branch) or (asked := _asked(function, block, end.test, known)) is None:
            continue
        of, how = asked
        then, other = (end.yes, end.no) if how == "ne" else (end.no, end.yes)
        inner = function.blocks[then]
        if then != other and inner.end == Goto(inner.end.origin, other) and len(inner.ops) <= MOST and \
                not any(faults.possible(op, function) for op in inner.ops) and _nothing(inner.ops, of, alive[other]):
            blocks[number] = Block(block.ops, Goto(end.origin, then))
    return replace(shaped, function=replace(function, blocks=tuple(blocks)))


def _asked(function: Function, block: Block, test: Reg, known: Mapping[Reg, int]) -> tuple[Reg, str] | None:
    """The set of which a block asks at its end whether it is empty, and how."""
    for at in range(len(block.ops) - 1, -1, -1):
        op = block.ops[at]
        if written(op) != test:
            continue
        if not isinstance(op, Compare) or op.how not in ("eq", "ne") or \
                not isinstance(function.registers[op.left].type, Set):
            return None
        zero = [o for o in block.ops[:at] if written(o) == op.right][-1:]
        if any(not isinstance(o, Const) or o.value for o in zero) or not zero and known.get(op.right) != 0:
            return None
        return None if op.left in {written(o) for o in block.ops[at:]} else (op.left, op.how)
    return None


def _nothing(ops: tuple[Op, ...], empty: Reg, alive: set[Reg]) -> bool:
    """Whether operations leave everything as it is if a register holds the empty set."""
    values: dict[Reg, Value] = {empty: EMPTY}

    def of(register: Reg) -> Value:
        return values.get(register, ("before", register))

    for op in ops:
        match op:
            case Store(field=field, index=index, source=source):
                if of(source) != ("cell", field, None if index is None else of(index)):
                    return False
                continue
            case Load(field=field, index=index):
                value: Value = ("cell", field, None if index is None else of(index))
            case Const(value=number):
                value = ("number", number)
            case Copy(source=source):
                value = of(source)
            case Combine(how="union", left=left, right=right) if EMPTY in (of(left), of(right)):
                value = of(right) if of(left) == EMPTY else of(left)
            case Combine(how="minus", left=left, right=right) if of(right) == EMPTY:
                value = of(left)
            case Combine(how="meet" | "minus", left=left, right=right) if EMPTY in (of(left), of(right)):
                value = EMPTY
            case _:
                return False
        to = written(op)
        assert to is not None
        values[to] = value
    return all(value == ("before", register) for register, value in values.items()
               if register in alive and register != empty) and of(empty) == EMPTY
