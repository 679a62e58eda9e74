"""Whether everyone sees everything in a game: what game theory calls perfect information.

Nothing in the state is kept from anybody, no event is told to some alone, and nobody has to decide while a choice of
somebody else waits to take effect. When in doubt the answer is no.
"""

from __future__ import annotations

from ludex.ir.contract import Engine
from ludex.ir.graph import Function, Program
from ludex.ir.ops import Choose, Const, Emit, Enter, Reg, Roll
from ludex.ir.registers import read, written


def all_open(engine: Engine) -> bool:
    """Whether a program is one of perfect information, as far as can be told from it."""
    program = engine.program
    if any(field.role != "system" and field.sight != "all" for field in program.fields.values()):
        return False
    procedures = [function for function in program.functions.values() if not function.pure]
    return all(_told_to_all(function, program.seats) and not _kept_back(engine, function) for function in procedures)


def _told_to_all(function: Function, seats: int) -> bool:
    everyone = (1 << seats) - 1
    values: dict[Reg, set[int | None]] = {}
    for block in function.blocks:
        for op in block.ops:
            if (to := written(op)) is not None:
                values.setdefault(to, set()).add(op.value if isinstance(op, Const) else None)
    seen = [op.seen for block in function.blocks for op in block.ops if isinstance(op, Emit) and op.secrets]
    seen += [block.end.seen for block in function.blocks if isinstance(block.end, Roll)]
    return all(register is None or values.get(register) == {everyone} for register in seen)


def _kept_back(engine: Engine, function: Function) -> bool:
    """Whether something that a seat has chosen may still wait where another seat decides."""
    layout = engine.layout
    first = layout.blocks[function.name]
    for seat in {block.end.seat for block in function.blocks if isinstance(block.end, Choose)}:
        chosen = _from_choices(function, seat)
        slots = {slot for (name, register), slot in layout.saved.items()
                 if name == function.name and register in chosen}
        for number, block in enumerate(function.blocks):
            match block.end:
                case Choose(seat=other) if other != seat and slots & set(layout.waiting[first + number]):
                    return True
                case Enter(procedure=name, args=args, then=then) if _asks(engine.program, name) and (
                        chosen & set(args) or slots & set(layout.returning[first + then])):
                    return True
    return False


def _from_choices(function: Function, seat: Reg) -> set[Reg]:
    """The registers that hold what a seat has chosen, or something made of it."""
    found = {way.to for block in function.blocks if isinstance(block.end, Choose) and block.end.seat == seat
             for way in block.end.alternatives if way.to is not None}
    before = -1
    while len(found) != before:
        before = len(found)
        found |= {to for block in function.blocks for op in block.ops
                  if (to := written(op)) is not None and found & set(read(op))}
    return found


def _asks(program: Program, name: str) -> bool:
    """Whether somebody decides in a procedure, or in one that it runs; none runs itself."""
    ends = [block.end for block in program.functions[name].blocks]
    return any(isinstance(end, Choose) or isinstance(end, Enter) and _asks(program, end.procedure) for end in ends)
