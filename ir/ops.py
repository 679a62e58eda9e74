"""All operations and terminators. This list is meant to stand still.

Each is a frozen record. The annotations say what `registers.py` tells of it: a field of type `Into` holds
the register that is set, fields of type `Reg` or tuples of them those that are read, and those of type
`BlockId` where play may go on. `origin` is an index into `Program.origins`: the place in the rule files
that caused the operation. What each means is in `contract.py`, clause by clause.
"""

from __future__ import annotations

from typing import Literal

from ludex.ir.record import record

#: A register: an index into `Function.registers`.
Reg = int
#: A register that is set.
Into = int
#: A block: an index into `Function.blocks`.
BlockId = int


@record
class Op:
    """One step that neither waits nor branches."""

    origin: int


# -- numbers


@record
class Const(Op):
    """Set a register to a number, or to a set given as the number of its bits."""

    to: Into
    value: int


@record
class Copy(Op):
    """Set a register to the value of another."""

    to: Into
    source: Reg


@record
class Arith(Op):
    """Whole-number arithmetic."""

    to: Into
    how: Literal["add", "sub", "mul", "div", "mod", "min", "max"]
    left: Reg
    right: Reg


@record
class Compare(Op):
    """1 if the comparison holds, else 0. Sets compare with eq and ne only."""

    to: Into
    how: Literal["eq", "ne", "lt", "le"]
    left: Reg
    right: Reg


@record
class Logic(Op):
    """Both, or either, of two flags."""

    to: Into
    how: Literal["and", "or"]
    left: Reg
    right: Reg


@record
class Not(Op):
    """1 for 0 and 0 for 1."""

    to: Into
    source: Reg


@record
class Select(Op):
    """One of two values by a flag; both are already known."""

    to: Into
    test: Reg
    yes: Reg
    no: Reg


# -- state and tables


@record
class Load(Op):
    """Read a field of the state, at an index if it has one."""

    to: Into
    field: str
    index: Reg | None


@record
class Store(Op):
    """Write a field of the state. A value outside the field's bounds is a fault."""

    field: str
    index: Reg | None
    source: Reg


@record
class Lookup(Op):
    """Read a constant table."""

    to: Into
    table: str
    index: Reg


# -- sets


@record
class Single(Op):
    """The set of one element; of none, the empty set."""

    to: Into
    element: Reg


@record
class Has(Op):
    """1 if the set has the element."""

    to: Into
    set: Reg
    element: Reg


@record
class Count(Op):
    """How many elements a set has."""

    to: Into
    set: Reg


@record
class Combine(Op):
    """Union, intersection or difference."""

    to: Into
    how: Literal["union", "meet", "minus"]
    left: Reg
    right: Reg


@record
class First(Op):
    """The lowest element of a set, or none."""

    to: Into
    set: Reg


@record
class Rest(Op):
    """A set without its lowest element; of the empty set, the empty set."""

    to: Into
    set: Reg


@record
class Shift(Op):
    """The union of a table's sets over the elements of a set: one step along a relation."""

    to: Into
    set: Reg
    table: str


@record
class Distinct(Op):
    """Of each kind of interchangeable elements in a set, the lowest one."""

    to: Into
    set: Reg


# -- the rest


@record
class Call(Op):
    """Evaluate a pure function."""

    to: Into
    function: str
    args: tuple[Reg, ...]


@record
class Emit(Op):
    """Report an event. `seen` is the set of seats who may know `secrets`; everyone may know `args`."""

    kind: str
    args: tuple[Reg, ...]
    secrets: tuple[Reg, ...]
    seen: Reg | None


@record
class Tick(Op):
    """Count one step of a loop that no finite set bounds; too many between two decisions are a fault."""


# -- terminators


@record
class Terminator:
    """How a block ends."""

    origin: int


@record
class Goto(Terminator):
    """Go on at a block."""

    target: BlockId


@record
class Branch(Terminator):
    """Go on at one of two blocks by a flag."""

    test: Reg
    yes: BlockId
    no: BlockId


@record
class Guard:
    """Why an option may be missing: a pure function of the registers `args`, where None stands for the
    option's own element. `origin` points at the rule that refuses."""

    function: str
    args: tuple[Reg | None, ...]
    origin: int


@record
class Alternative:
    """Options of one form that lead to one block.

    `one`: a single option, there if the flag `over` is 1 (or always, if None).
    `each`: an option for each element of the set `over`; `to` receives it.
    `range`: an option for each number from `over` to `until`; `to` receives it.
    `universe` (for `each`) is the set the element must come from before any guard is asked.
    """

    form: Literal["one", "each", "range"]
    name: str
    words: str
    target: BlockId
    over: Reg | None
    until: Reg | None
    to: Into | None
    universe: Reg | None
    guards: tuple[Guard, ...]
    origin: int


@record
class Choose(Terminator):
    """A seat decides: the options are those of the alternatives, in order. All that they depend on lies in the
    registers that are named here (`used`); those are kept while play waits."""

    seat: Reg
    kind: str
    prompt: str
    alternatives: tuple[Alternative, ...]


@record
class Roll(Terminator):
    """Chance decides, uniformly: an element of the set `over`, or a number from `over` to `until`.
    `source` names the zone drawn from, if any. `seen` is the set of seats who may know the outcome."""

    to: Into
    over: Reg
    until: Reg | None
    source: str | None
    seen: Reg | None
    target: BlockId


@record
class Enter(Terminator):
    """Run a procedure, then go on at a block."""

    procedure: str
    args: tuple[Reg, ...]
    then: BlockId


@record
class Return(Terminator):
    """Leave a function with its result, or a procedure with none."""

    value: Reg | None


@record
class End(Terminator):
    """The game is over; `reason` names the end condition."""

    reason: str


@record
class Fail(Terminator):
    """The rules have no answer here: a fault with this message."""

    message: str


OPS: tuple[type[Op], ...] = (
    Const, Copy, Arith, Compare, Logic, Not, Select, Load, Store, Lookup, Single, Has, Count, Combine, First,
    Rest, Shift, Distinct, Call, Emit, Tick,
)
TERMINATORS: tuple[type[Terminator], ...] = (Goto, Branch, Choose, Roll, Enter, Return, End, Fail)
