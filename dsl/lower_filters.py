"""Looks for what a condition on each element of a set says of all at once, so that most elements need no look.

`(place in places where cells of place lies within meadow)` would look at thousands of places. The way back of the
relation gives the same set in a few steps. Only what stands at the front of a condition is used, joined by `and`, and
only while there is an element left, so that nothing is worked out that a loop would not have worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ludex.dsl import typed
from ludex.dsl.grid import bits, transposed
from ludex.dsl.local_names import locals_of
from ludex.dsl.lowering import Lowering
from ludex.dsl.types import Element
from ludex.ir.builder import Value
from ludex.ir.types import Set

#: A relation with more targets for an element is gone back through the elements that have one elsewhere.
MOST_TARGETS = 8

_Step = Callable[[Lowering, Value], Value]


def narrowed(at: Lowering, local: typed.Local, source: Value, test: typed.TypedExpr) -> tuple[Value, bool]:
    """A part of a set that has all elements for which a condition holds, and whether it has no others."""
    found: list[_Step] = []
    conjuncts = list(_conjuncts(test))
    for conjunct in conjuncts:
        step = _step(at, local, conjunct)
        if step is None:
            break
        found.append(step)
    if not found:
        return source, False
    b = at.b
    left = b.fresh(source.type)
    b.assign(left, source)

    def take(number: int) -> None:
        if number < len(found):
            def on() -> None:
                b.assign(left, found[number](at, left))
                take(number + 1)

            b.branch(b.compare("ne", left, b.empty(left.domain)), on)

    take(0)
    return left, len(found) == len(conjuncts)


def _conjuncts(test: typed.TypedExpr) -> Sequence[typed.TypedExpr]:
    if isinstance(test, typed.Apply) and test.word.conjunction:
        return [part for argument in test.arguments.values() if isinstance(argument, typed.TypedExpr)
                for part in _conjuncts(argument)]
    return [test]


def _step(at: Lowering, local: typed.Local, test: typed.TypedExpr) -> _Step | None:
    """What narrows a set to the elements for which a condition holds, if that can be said of all at once."""
    if not isinstance(test, typed.Apply):
        return None
    given = [argument for argument in test.arguments.values() if isinstance(argument, typed.TypedExpr)]
    if test.word.means == "not" and len(given) == 1:
        inner = _step(at, local, given[0])
        if inner is None:
            return None
        return lambda at, left: at.b.combine("minus", left, inner(at, left))
    if len(given) != 2:
        return None
    first, second = given
    match test.word.means:
        case "contains" if _is(second, local) and _apart(first, local):
            return lambda at, left: at.b.combine("meet", left, at.value(first))
        case "contains" | "meets" if _apart(second, local):
            return _back(at, local, first, second)
        case "meets" if _apart(first, local):
            return _back(at, local, second, first)
        case "within" if _apart(second, local):
            return _inside(at, local, first, second)
    return None


def _is(expr: typed.TypedExpr, local: typed.Local) -> bool:
    return isinstance(expr, typed.Use) and expr.local is local


def _apart(expr: typed.TypedExpr, local: typed.Local) -> bool:
    return local not in locals_of(expr)


def _relation(at: Lowering, local: typed.Local, expr: typed.TypedExpr) -> typed.RelationSymbol | None:
    """The relation of which an expression asks what it says of a local name."""
    if not isinstance(expr, typed.Apply) or set(expr.arguments) != {"relation", "place"}:
        return None
    place, named = expr.arguments["place"], expr.arguments["relation"]
    if not isinstance(place, typed.Use) or place.local is not local or not isinstance(named, typed.Named):
        return None
    assert isinstance(place.type, Element)
    relation = at.relation(named.names[0], place.type.domain)
    whole = len(relation.values) == at.scene.program.domains[relation.origin].size
    return relation if whole and not relation.single and not place.type.optional else None


def _back(at: Lowering, local: typed.Local, of: typed.TypedExpr, others: typed.TypedExpr) -> _Step | None:
    relation = _relation(at, local, of)
    if relation is None:
        return None
    table = _table(at, relation, "back", lambda: relation.values)

    def step(at: Lowering, left: Value) -> Value:
        wanted = at.value(others)
        found = at.b.shift(wanted, table) if isinstance(wanted.type, Set) else at.b.shift(at.b.single(wanted), table)
        return at.b.combine("meet", left, found)

    return step


def _inside(at: Lowering, local: typed.Local, of: typed.TypedExpr, ground: typed.TypedExpr) -> _Step | None:
    relation = _relation(at, local, of)
    if relation is None:
        return None
    values = relation.values
    counts = [value.bit_count() for value in values]
    most = max(counts, default=0)
    if most > MOST_TARGETS:
        return None
    tables = [(_table(at, relation, f"back {n + 1}", partial(_nth, values, n)),
               bits(source for source, count in enumerate(counts) if count <= n)) for n in range(most)]

    def step(at: Lowering, left: Value) -> Value:
        b = at.b
        inside = at.value(ground)
        for table, fewer in tables:
            found = b.combine("union", b.shift(inside, table), b.const(fewer, Set(relation.origin)))
            left = b.combine("meet", left, found)
        return left

    return step


def _table(at: Lowering, relation: typed.RelationSymbol, how: str, values: Callable[[], Sequence[int]]) -> str:
    """A table of the way back, worked out once for a program."""
    program, name = at.scene.program, f"{relation.key}, {how}"
    if name not in program.tables:
        back = transposed(values(), program.domains[relation.target].size)
        program.table(name, relation.target, Set(relation.origin), back)
    return name


def _nth(values: Sequence[int], n: int) -> list[int]:
    """The n-th element of each set, as a set; the empty one where there are fewer."""
    for _ in range(n):
        values = [value & (value - 1) for value in values]
    return [value & -value for value in values]
