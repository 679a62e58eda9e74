"""How relations between elements, and what can be seen along and across a board, become operations.

A relation is a table of constants: of an element it is a look-up, of a set the union over its elements. Directions
that are known when the rules are read cost nothing; others choose between tables, or look into one that holds all.
None has no neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludex.dsl import typed
from ludex.dsl.lowering import Lowering
from ludex.ir.builder import Value
from ludex.ir.types import Domain, Int, Set

NEIGHBOUR, NEIGHBOURS = "neighbour", "neighbours"


def related(at: Lowering, relation: typed.RelationSymbol, place: Value, way: Value | None = None) -> Value:
    """What belongs to an element, or to any element of a set."""
    if isinstance(place.type, Set):
        return _of_set(at, relation, place, way)
    b = at.b
    if place.low >= 0:
        return _of_element(at, relation, place, way)
    there = b.compare("le", b.const(0), place)
    safe = b.fresh(Int(0, max(place.high, 0), place.type.domain))
    b.assign(safe, b.arith("max", place, b.const(0)))
    found = _of_element(at, relation, safe, way)
    nothing = b.empty(relation.target) if isinstance(found.type, Set) else b.const(-1, Int(-1, -1, relation.target))
    return b.select(there, found, nothing)


def _of_element(at: Lowering, relation: typed.RelationSymbol, place: Value, way: Value | None) -> Value:
    b = at.b
    if way is not None and way.known is not None:
        return b.lookup(_single_table(at, relation, way.known), place)
    if way is None:
        table = _single_table(at, relation, None) if relation.single else _set_table(at, relation, None)
        return b.lookup(table, place)
    assert relation.ways is not None
    program = at.scene.program
    spaces, ways = program.domains[relation.origin], program.domains[relation.ways]
    both = f"({relation.origin} and {relation.ways})"
    if both not in program.domains:
        program.domains[both] = Domain(both, tuple(f"{s} {w}" for s in spaces.elements for w in ways.elements))
    table = program.table(f"{relation.key}, every way", both, _element(relation), relation.values)
    number = b.arith("mul", place, b.const(ways.size))
    number = b.arith("add", number, way, Int(0, spaces.size * ways.size - 1))
    return b.lookup(table, number)


def _of_set(at: Lowering, relation: typed.RelationSymbol, places: Value, way: Value | None) -> Value:
    b = at.b
    if way is None or way.known is not None:
        return b.shift(places, _set_table(at, relation, None if way is None else way.known))
    assert relation.ways is not None
    found = b.fresh(Set(relation.target))
    b.assign(found, b.empty(relation.target))
    for number in range(at.scene.program.domains[relation.ways].size):
        def shift(number: int = number) -> None:
            b.assign(found, b.shift(places, _set_table(at, relation, number)))

        b.branch(b.compare("eq", way, b.const(number)), shift)
    return found


def _element(relation: typed.RelationSymbol) -> Int:
    return Int(min(relation.values), max(0, *relation.values), relation.target)


def _entries(at: Lowering, relation: typed.RelationSymbol, way: int | None) -> Sequence[int]:
    """The values of a relation, in one direction if it has directions; seats that are not taken are left out."""
    if relation.ways is not None:
        size = at.scene.program.domains[relation.ways].size
        return relation.values[way::size] if way is not None else relation.values
    return relation.values[:at.scene.program.domains[relation.origin].size]


def _single_table(at: Lowering, relation: typed.RelationSymbol, way: int | None) -> str:
    values = _entries(at, relation, way)
    stem = relation.key if way is None else f"{relation.key} {way}"
    return at.scene.program.table(stem, relation.origin, Int(min(values), max(0, *values), relation.target), values)


def _set_table(at: Lowering, relation: typed.RelationSymbol, way: int | None) -> str:
    values = _entries(at, relation, way)
    if relation.single:
        values = [0 if value < 0 else 1 << value for value in values]
    everything = (1 << at.scene.program.domains[relation.target].size) - 1
    stem = relation.key if way is None else f"{relation.key} {way}"
    return at.scene.program.table(f"{stem}, as sets", relation.origin, Set(relation.target),
                                  [value & everything for value in values])


# -- along and across


def neighbour(at: Lowering, space: str) -> typed.RelationSymbol:
    """The relation that leads from a space in a direction to the next."""
    return at.relation(NEIGHBOUR, space)


def line(at: Lowering, start: Value, way: Value, ground: Value, most: Value | None) -> Value:
    """The spaces that one comes through from a space (or from all of a set) in a direction, as long as they belong to
    a set, and at most so many."""
    b = at.b
    step = neighbour(at, ground.domain)
    found, here = b.fresh(Set(ground.domain)), b.fresh(Set(ground.domain))
    b.assign(found, b.empty(ground.domain))
    b.assign(here, b.single(start) if isinstance(start.type, Int) else start)

    def on(after: int, left: Value | None) -> None:
        if left is not None:
            b.leave_if(b.compare("le", left, b.const(0)), after)
            b.assign(left, b.arith("sub", left, b.const(1), Int(min(left.low, 0) - 1, left.high)))
        further = b.combine("meet", related(at, step, here, way), ground)
        further = b.combine("minus", further, found)
        b.assign(here, further)
        b.leave_if(b.compare("eq", here, b.empty(ground.domain)), after)
        b.assign(found, b.combine("union", found, here))

    _loop(at, most, on)
    return found


def end_of_line(at: Lowering, start: Value, way: Value, ground: Value, most: Value | None) -> Value:
    """The last of the spaces that one comes through, or none."""
    b = at.b
    step = neighbour(at, ground.domain)
    here = b.fresh(Int(-1, at.scene.program.domains[ground.domain].size - 1, ground.domain))
    last = b.fresh(here.type)
    b.assign(here, start)
    b.assign(last, b.const(-1, Int(-1, -1, ground.domain)))

    def on(after: int, left: Value | None) -> None:
        if left is not None:
            b.leave_if(b.compare("le", left, b.const(0)), after)
            b.assign(left, b.arith("sub", left, b.const(1), Int(min(left.low, 0) - 1, left.high)))
        b.assign(here, related(at, step, here, way))
        b.leave_if(b.compare("lt", here, b.const(0)), after)
        b.leave_if(b.negate(b.has(ground, here)), after)
        b.assign(last, here)

    _loop(at, most, on)
    return last


def _loop(at: Lowering, most: Value | None, on: Callable[[int, Value | None], None]) -> None:
    left = None
    if most is not None:
        left = at.b.fresh(Int(min(most.low, 0) - 1, max(most.high, 0)))
        at.b.assign(left, most)
    at.b.loop(lambda after: on(after, left))
    at.loops += 1


def reached(at: Lowering, relation: typed.RelationSymbol, start: Value, ground: Value) -> Value:
    """What can be reached from a space, or from any of a set, by steps of a relation, with every step in a set. What
    one starts from belongs to it only if it lies in the set as well."""
    b = at.b
    found, edge = b.fresh(Set(ground.domain)), b.fresh(Set(ground.domain))
    first = b.single(start) if isinstance(start.type, Int) else start
    b.assign(found, b.combine("meet", first, ground))
    b.assign(edge, first)

    def on(after: int) -> None:
        further = b.combine("meet", related(at, relation, edge), ground)
        b.assign(edge, b.combine("minus", further, found))
        b.leave_if(b.compare("eq", edge, b.empty(ground.domain)), after)
        b.assign(found, b.combine("union", found, edge))

    b.loop(on)
    at.loops += 1
    return found


def groups(at: Lowering, relation: typed.RelationSymbol, ground: Value, each: Callable[[Value], None]) -> None:
    """Do something for every connected part of a set."""
    b = at.b
    left = b.fresh(ground.type)
    b.assign(left, ground)

    def on(after: int) -> None:
        b.leave_if(b.compare("eq", left, b.empty(ground.domain)), after)
        first = b.fresh(Int(0, at.scene.program.domains[ground.domain].size - 1, ground.domain))
        b.assign(first, b.first(left))
        group = reached(at, relation, first, left)
        b.assign(left, b.combine("minus", left, group))
        each(group)

    b.loop(on)
    at.loops += 1


def rows(at: Lowering, length: Value, ground: Value) -> Value:
    """How many straight rows of so many spaces, one beside the other, lie in a set; each is counted once."""
    b = at.b
    step = neighbour(at, ground.domain)
    size = at.scene.program.domains[ground.domain].size
    board = next(board for board in at.scene.game.boards.values() if board.space == ground.domain)
    assert board.grid is not None
    axes = board.grid.axes()
    total = b.fresh(Int(0, size * len(axes)))
    b.assign(total, b.const(0))
    for number, way in enumerate(axes):
        starts, left = b.fresh(ground.type), b.fresh(Int(min(length.low, 0) - 1, max(length.high, 1)))
        b.assign(starts, ground)
        b.assign(left, length)
        back = b.const(board.grid.opposite(way), Int(0, len(board.grid.ways) - 1, board.direction))

        def on(after: int, starts: Value = starts, left: Value = left, back: Value = back) -> None:
            b.leave_if(b.compare("le", left, b.const(1)), after)
            b.assign(starts, b.combine("meet", related(at, step, starts, back), ground))
            b.assign(left, b.arith("sub", left, b.const(1), Int(min(left.low, 0) - 1, left.high)))

        b.loop(on)
        at.loops += 1
        found = b.count(starts)
        if number:  # a row of one has no direction
            found = b.select(b.compare("le", length, b.const(1)), b.const(0), found)
        b.add_into(total, found)
    return b.select(b.compare("le", length, b.const(0)), b.const(0), total)
