"""How a stack keeps what is known of its order: a number for each item, in a field that nobody sees.

A stack is a set like every zone, and which item comes is decided when it is drawn. An item that was put under the rest
has a number above 0, one that was put on top a number below 0, all others have 0: their order is chance. The lowest
number comes first, so a draw is a roll among the items of the lowest number. Items put down together share a number.
The numbers in use are always next to one another, so that they never outgrow the items there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludex.ir.builder import ProgramBuilder, Value
from ludex.ir.graph import Field
from ludex.ir.types import Int, Set

if TYPE_CHECKING:
    from ludex.dsl.lowered import Where
    from ludex.dsl.lowering import Lowering
    from ludex.dsl.typed import ZoneSymbol


def declare(program: ProgramBuilder, zone: ZoneSymbol) -> None:
    """The field that a stack keeps its order in."""
    size = program.domains[zone.domain].size
    name = _numbers(zone)
    program.fields[name] = Field(name, Int(-size, size), zone.domain, "system", "nobody", False, (0,) * size, zone.name)


def _numbers(zone: ZoneSymbol) -> str:
    """The field with the numbers of the items of a stack."""
    return f"order in {zone.name}"


def next_to_come(at: Lowering, stack: Where) -> Value:
    """The items of which one comes next, each as likely."""
    b = at.b
    field = _numbers(stack.zone)
    lowest, found = b.fresh(b.program.fields[field].type), b.fresh(Set(stack.zone.domain))
    b.assign(lowest, b.const(lowest.high))
    b.assign(found, b.empty(stack.zone.domain))

    def consider(item: Value) -> None:
        mine = b.load(field, item)

        def alone() -> None:
            b.assign(lowest, mine)
            b.assign(found, b.single(item))

        def beside() -> None:
            b.assign(found, b.combine("union", found, b.single(item)))

        b.branch(b.compare("lt", mine, lowest), alone, lambda: b.branch(b.compare("eq", mine, lowest), beside))

    at.each(at.contents(stack), consider)
    return found


def leave(at: Lowering, stack: Where, items: Value) -> None:
    """Items leave a stack: those beyond them come one place nearer, unless others share the place they leave."""
    b = at.b
    field = _numbers(stack.zone)

    def one(item: Value) -> None:
        place = b.load(field, item)
        b.store(field, item, b.const(0))
        b.branch(b.compare("ne", place, b.const(0)), lambda: close(item, place))

    def close(left: Value, place: Value) -> None:
        shared = b.fresh(Int(0, 1))
        b.assign(shared, b.flag(False))
        rest = b.combine("minus", at.contents(stack), b.single(left))

        def look(item: Value) -> None:
            b.assign(shared, b.either(shared, b.compare("eq", b.load(field, item), place)))

        def nearer(item: Value) -> None:
            mine = b.load(field, item)
            below = b.both(b.compare("lt", b.const(0), place), b.compare("lt", place, mine))
            above = b.both(b.compare("lt", place, b.const(0)), b.compare("lt", mine, place))
            b.branch(below, lambda: b.store(field, item, b.arith("sub", mine, b.const(1))))
            b.branch(above, lambda: b.store(field, item, b.arith("add", mine, b.const(1))))

        at.each(rest, look)
        b.branch(b.negate(shared), lambda: at.each(rest, nearer))

    at.each(b.combine("meet", at.contents(stack), items), one)


def forget(at: Lowering, stacks: Sequence[Where]) -> None:
    """Stacks are shuffled: nothing is known of their order."""
    for stack in stacks:
        def one(item: Value, field: str = _numbers(stack.zone)) -> None:
            at.b.store(field, item, at.b.const(0))

        at.each(at.contents(stack), one)


def put(at: Lowering, stack: Where, items: Value, *, on_top: bool) -> None:
    """Items that have just come into a stack lie above or under all others."""
    b = at.b
    field = _numbers(stack.zone)
    edge = b.fresh(b.program.fields[field].type)
    b.assign(edge, b.const(0))

    def look(item: Value) -> None:
        b.assign(edge, b.arith("min" if on_top else "max", edge, b.load(field, item), b.program.fields[field].type))  # type: ignore[arg-type]

    at.each(b.combine("minus", at.contents(stack), items), look)
    place = b.arith("sub" if on_top else "add", edge, b.const(1))
    at.each(items, lambda item: b.store(field, item, place))
