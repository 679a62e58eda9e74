"""Whether a function is well-formed: its parameters and result, its registers and blocks, and that its loops come to
an end (V8 to V11, V21).

`check_frame` looks at what everything else rests on, `check_function` at the rest, step by step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludex.ir.flow import predecessors, reachable
from ludex.ir.graph import Block, Function, Program
from ludex.ir.loops import endless
from ludex.ir.ops import Call, Choose, Enter, Load, Lookup, Op, Reg, Shift, Store, Terminator
from ludex.ir.registers import edges, read, targets, used, written
from ludex.ir.verify_program import Violations, check_known, check_type
from ludex.ir.verify_steps import check_steps


def check_frame(program: Program, function: Function) -> Violations:
    """The first part, for one function."""
    registers, blocks = len(function.registers), len(function.blocks)
    for register in function.registers:
        yield from check_known(program, "domain", register.type.domain)
    if function.result is not None:
        yield from check_known(program, "domain", function.result.domain)
    if not 0 <= function.parameters <= registers:
        yield "V8", f"{function.parameters} parameters, but {registers} registers"
    if function.pure != (function.result is not None):
        yield "V8", "a pure function without a result" if function.pure else "a procedure with a result"
    named = {t for block in function.blocks for t in targets(block.end)}
    for target in sorted(named):
        if not 0 < target < blocks:
            yield "V9", f"block {target} cannot be gone to"
    if not function.blocks:
        yield "V9", "there is no first block"
    elif all(0 <= t < blocks for t in named):
        for number in sorted(set(range(blocks)) - reachable(function)):
            yield "V9", f"block {number} cannot be reached"
    for number, block in enumerate(function.blocks):
        for step in _steps(block):
            for mentioned in sorted(_registers(step)):
                if not 0 <= mentioned < registers:
                    yield "V10", f"%{mentioned} in block {number}"
            for sort, name in _mentions(step):
                yield from check_known(program, sort, name)


def _steps(block: Block) -> tuple[Op | Terminator, ...]:
    return (*block.ops, block.end)


def _registers(step: Op | Terminator) -> set[Reg]:
    """The registers that a step reads or sets."""
    if isinstance(step, Terminator):
        return {*used(step), *(to for _, to in edges(step) if to is not None)}
    target = written(step)
    return {*read(step)} if target is None else {*read(step), target}


def _mentions(step: Op | Terminator) -> Iterator[tuple[str, str]]:
    """The fields, tables and functions that a step names."""
    match step:
        case Load(field=name) | Store(field=name):
            yield "field", name
        case Lookup(table=name) | Shift(table=name):
            yield "table", name
        case Call(function=name) | Enter(procedure=name):
            yield "function", name
        case Choose(alternatives=alternatives):
            yield from (("function", guard.function) for way in alternatives for guard in way.guards)


def check_function(program: Program, function: Function) -> Violations:
    """The second part, for one function."""
    for number, register in enumerate(function.registers):
        yield from check_type(program, register.type, f"%{number}")
    if function.result is not None:
        yield from check_type(program, function.result, "the result")
    yield from _undefined(function)
    for number in endless(function):
        yield "V21", f"the loop at block {number}"
    yield from check_steps(program, function)


def _undefined(function: Function) -> Violations:
    """Registers read where some path gives them no value."""
    before = predecessors(function)
    sets = [_bits(r for op in block.ops if (r := written(op)) is not None) for block in function.blocks]
    # For each block, the registers that surely have a value at its beginning, one bit each.
    inside = [(1 << len(function.registers)) - 1 for _ in function.blocks]
    inside[0] = (1 << function.parameters) - 1
    todo = dict.fromkeys(reversed(range(len(function.blocks))))
    while todo:
        number, _ = todo.popitem()
        known = inside[number]
        for other in before[number]:
            for into, on_the_way in edges(function.blocks[other].end):
                if into == number:
                    known &= inside[other] | sets[other] | (0 if on_the_way is None else 1 << on_the_way)
        if known != inside[number] or number == 0:
            inside[number] = known
            todo.update(dict.fromkeys(targets(function.blocks[number].end)))
    for number, block in enumerate(function.blocks):
        known = inside[number]
        for op in block.ops:
            yield from (("V11", f"%{r} in block {number}") for r in read(op) if not known >> r & 1)
            known |= _bits(r for r in (written(op),) if r is not None)
        yield from (("V11", f"%{r} in block {number}") for r in used(block.end) if not known >> r & 1)


def _bits(registers: Iterable[Reg]) -> int:
    """Some registers as a set of bits."""
    found = 0
    for register in registers:
        found |= 1 << register
    return found
