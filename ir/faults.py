"""Which operations may be a fault. Those are computed where they stand, so that faults come in the contract's order;
all others may be put off to where their value is used, or left out where it is not.
"""

from __future__ import annotations

from ludex.ir.graph import Function, Program
from ludex.ir.ops import Arith, Call, Fail, Load, Lookup, Op, Tick
from ludex.ir.types import Int


class Faults:
    """Knows the functions of a program whose call may be a fault."""

    def __init__(self, program: Program) -> None:
        self.functions: set[str] = set()
        more = True
        while more:
            found = {f.name for f in program.functions.values() if f.pure and self._in(f)}
            more = found != self.functions
            self.functions = found

    def _in(self, function: Function) -> bool:
        return any(isinstance(block.end, Fail) or any(self.possible(op, function) for op in block.ops)
                   for block in function.blocks)

    def possible(self, op: Op, function: Function) -> bool:
        """Whether an operation may be a fault."""
        match op:
            case Arith(how="div" | "mod", right=right):
                divisor = function.registers[right].type
                return isinstance(divisor, Int) and divisor.low <= 0 <= divisor.high
            case Load(index=index) | Lookup(index=index) if index is not None:
                place = function.registers[index].type
                return isinstance(place, Int) and place.low < 0
            case Call(function=name):
                return name in self.functions
            case Tick():
                return True
        return False
