"""All operations and terminators. This list is meant to stand still.

Each is a frozen record. A field named in `WRITES` holds the register it sets; fields of type `Reg` or
tuples of them are read. `origin` is an index into `Program.origins`: the place in the rule files that
caused the operation. What each means is in `contract.py`, clause by clause.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from ludex.ir.record import record

#: A register: an index into `Function.registers`.
Reg = int
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

    to: Reg
    value: int


@record
class Copy(Op):
    """Set a register to the value of another."""

    to: Reg
    source: Reg


@record
class Arith(Op):
    """Whole-number arithmetic."""

    to: Reg
    how: Literal["add", "sub", "mul", "div", "mod", "min", "max"]
    left: Reg
    right: Reg


@record
class Compare(Op):
    """1 if the comparison holds, else 0. Sets compare with eq and ne only."""

    to: Reg
    how: Literal["eq", "ne", "lt", "le"]
    left: Reg
    right: Reg


@record
class Logic(Op):
    """Both, or either, of two flags."""

    to: Reg
    how: Literal["and", "or"]
    left: Reg
    right: Reg


@record
class Not(Op):
    """1 for 0 and 0 for 1."""

    to: Reg
    source: Reg


@record
class Select(Op):
    """One of two values by a flag; both are already known."""

    to: Reg
    test: Reg
    yes: Reg
    no: Reg


# -- state and tables


@record
class Load(Op):
    """Read a field of the state, at an index if it has one."""

    to: Reg
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

    to: Reg
    table: str
    index: Reg


# -- sets


@record
class Single(Op):
    """The set of one element; of none, the empty set."""

    to: Reg
    element: Reg


@record
class Has(Op):
    """1 if the set has the element."""

    to: Reg
    set: Reg
    element: Reg


@record
class Count(Op):
    """How many elements a set has."""

    to: Reg
    set: Reg


@record
class Combine(Op):
    """Union, intersection or difference."""

    to: Reg
    how: Literal["union", "meet", "minus"]
    left: Reg
    right: Reg


@record
class First(Op):
    """The lowest element of a set, or none."""

    to: Reg
    set: Reg


@record
class Rest(Op):
    """A set without its lowest element; of the empty set, the empty set."""

    to: Reg
    set: Reg


@record
class Shift(Op):
    """The union of a table's sets over the elements of a set: one step along a relation."""

    to: Reg
    set: Reg
    table: str


@record
class Distinct(Op):
    """Of each kind of interchangeable elements in a set, the lowest one."""

    to: Reg
    set: Reg


# -- the rest


@record
class Call(Op):
    """Evaluate a pure function."""

    to: Reg
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
    to: Reg | None
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

    to: Reg
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


#: The fields of operations that hold registers.
_REGISTERS = (
    "to", "source", "left", "right", "test", "yes", "no", "index", "element", "set", "args", "secrets", "seen",
)


def map_registers(op: Op, new: Callable[[Reg], Reg]) -> Op:
    """The same operation on other registers."""
    changes: dict[str, Any] = {}
    for name in _REGISTERS:
        value = getattr(op, name, None)
        if isinstance(value, tuple):
            changes[name] = tuple(map(new, value))
        elif value is not None:
            changes[name] = new(value)
    return replace(op, **changes)


def written(op: Op) -> Reg | None:
    """The register an operation sets, if any."""
    return getattr(op, "to", None)


def read(op: Op) -> tuple[Reg, ...]:
    """The registers an operation reads."""
    return _READ[type(op)](op)


#: By the sort of an operation; a table, because it is looked up a hundred times for each operation there is.
_READ: dict[type[Op], Callable[[Any], tuple[Reg, ...]]] = {
    **dict.fromkeys((Const, Tick), lambda op: ()),
    **dict.fromkeys((Copy, Not), lambda op: (op.source,)),
    **dict.fromkeys((Arith, Compare, Logic, Combine), lambda op: (op.left, op.right)),
    Select: lambda op: (op.test, op.yes, op.no),
    Load: lambda op: () if op.index is None else (op.index,),
    Store: lambda op: (op.source,) if op.index is None else (op.index, op.source),
    Lookup: lambda op: (op.index,),
    Single: lambda op: (op.element,),
    Has: lambda op: (op.set, op.element),
    **dict.fromkeys((Count, First, Rest, Shift, Distinct), lambda op: (op.set,)),
    Call: lambda op: op.args,
    Emit: lambda op: op.args + op.secrets + (() if op.seen is None else (op.seen,)),
}


def kept_by(way: Alternative) -> tuple[Reg, ...]:
    """The registers that an alternative of a decision reads."""
    found = [r for r in (way.over, way.until, way.universe) if r is not None]
    found += [a for guard in way.guards for a in guard.args if a is not None]
    return tuple(dict.fromkeys(found))


def used(end: Terminator) -> tuple[Reg, ...]:
    """The registers a terminator reads."""
    match end:
        case Branch(test=a):
            return (a,)
        case Choose(seat=seat, alternatives=alternatives):
            return tuple(dict.fromkeys([seat, *(r for way in alternatives for r in kept_by(way))]))
        case Roll(over=a, until=b, seen=c):
            return tuple(r for r in (a, b, c) if r is not None)
        case Enter(args=args):
            return args
        case Return(value=a):
            return () if a is None else (a,)
    return ()


def targets(end: Terminator) -> tuple[BlockId, ...]:
    """The blocks of the same function that may follow."""
    return _TARGETS[type(end)](end)


_TARGETS: dict[type[Terminator], Callable[[Any], tuple[BlockId, ...]]] = {
    **dict.fromkeys((Goto, Roll), lambda end: (end.target,)),
    Enter: lambda end: (end.then,),
    Branch: lambda end: (end.yes, end.no),
    Choose: lambda end: tuple(dict.fromkeys(way.target for way in end.alternatives)),
    **dict.fromkeys((Return, End, Fail), lambda end: ()),
}


def edges(end: Terminator) -> tuple[tuple[BlockId, Reg | None], ...]:
    """Each way to go on: a block, and the register that is set on the way there, if any."""
    match end:
        case Roll(to=to, target=target):
            return ((target, to),)
        case Choose(alternatives=alternatives):
            return tuple((way.target, way.to) for way in alternatives)
    return tuple((target, None) for target in targets(end))
