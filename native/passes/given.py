"""Works out what a pure function gives where all that it depends on is known: its arguments, or how fields start.

Passes ask for a few values of small functions; so this takes block after block, and gives up where it takes long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludex.ir.fold import NoAnswer, step
from ludex.ir.graph import Program
from ludex.ir.ops import Branch, Call, Goto, Load, Op, Reg, Return
from ludex.ir.registers import written
from ludex.native.passes.specialize import Shaped

#: The most blocks that are followed for one value.
STEPS = 2000


def given(program: Program, made: Mapping[str, Shaped], name: str, args: Sequence[int], at_start: bool = False) -> int:
    """What a function gives for some arguments, if it reads no state but that `at_start`. Else raises `NoAnswer`."""
    function = made[name].function
    values = dict(enumerate(args))
    number = 0
    for _ in range(STEPS):
        block = function.blocks[number]
        for op in block.ops:
            done(program, made, op, values, at_start)
        match block.end:
            case Goto(target=following):
                number = following
            case Branch(test=test, yes=yes, no=no):
                number = yes if values[test] else no
            case Return(value=result) if result is not None:
                return values[result]
            case _:
                break
    raise NoAnswer


def done(program: Program, made: Mapping[str, Shaped], op: Op, values: dict[Reg, int], at_start: bool = False) -> None:
    """Set what an operation sets; raises `NoAnswer` if that is not known."""
    target = written(op)
    if target is None:
        raise NoAnswer
    match op:
        case Load(field=name, index=index) if at_start:
            values[target] = program.fields[name].start[0 if index is None else values[index]]
        case Call(function=name, args=args):
            values[target] = given(program, made, name, [values[r] for r in args], at_start)
        case _:
            values[target] = int(step(op, values, {}, program.tables))
