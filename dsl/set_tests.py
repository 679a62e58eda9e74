"""What a condition on a whole chosen set asks of it: whether one set of each size can stand for all of that size.

It can where the condition asks only how many elements there are, and where it also compares one sum with a bound: then
the elements of the highest values, or of the lowest, are the best that size can do. Whether a choice can be completed
is seen from as many sets as there are elements, not from all subsets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from ludex.dsl import typed
from ludex.dsl.local_names import locals_of
from ludex.dsl.typed import Apply, Argument, Chosen, TypedExpr
from ludex.ir.record import record


@record
class Order:
    """In which order elements are taken to try one set of each size: by a value, the highest or lowest first; or in
    any order."""

    value: typed.ToEach | None = None
    second: TypedExpr | None = None
    highest: bool = True


def order_of(chosen: Chosen) -> Order | None:
    """The order for a choice; None where one set of a size does not tell what others would do."""
    if chosen.where is None:
        return Order()
    orders: list[Order] = []
    for condition in _all_of(chosen.where):
        if not _only_counts(condition, chosen):
            order = _extreme(condition, chosen)
            if order is None:
                return None
            orders.append(order)
    first = orders[0] if orders else Order()
    return first if all(_alike(order, first) for order in orders) else None


def _all_of(condition: TypedExpr) -> Iterator[TypedExpr]:
    """The conditions that must all hold."""
    if isinstance(condition, Apply) and condition.word.conjunction:
        for part in condition.arguments.values():
            assert isinstance(part, TypedExpr)
            yield from _all_of(part)
    else:
        yield condition


def _only_counts(node: Argument, chosen: Chosen) -> bool:
    """Whether an expression is the same for all sets of one size."""
    if chosen.local not in locals_of(node):
        return True
    if not isinstance(node, Apply):
        return False
    return node.word.counted(node, chosen) or all(_only_counts(part, chosen) for part in node.arguments.values())


def _extreme(node: TypedExpr, chosen: Chosen) -> Order | None:
    """For a comparison of a sum with a bound: which elements make it hold."""
    if not isinstance(node, Apply) or node.word.greater is None:
        return None
    for number, name in enumerate(node.word.greater):
        total, bound = node.arguments[name], node.arguments[node.word.greater[1 - number]]
        summed = total.word.summed(total, chosen) if isinstance(total, Apply) else None
        if summed is not None and _only_counts(bound, chosen):
            return Order(*summed, highest=number == 0)
    return None


def _alike(one: Order, other: Order) -> bool:
    """Whether two orders take the elements in the same way."""
    if one is other or one.value is None or other.value is None:
        return one is other or one == other
    return one.value.symbol is other.value.symbol and one.highest == other.highest and _same(one.second, other.second)


def _same(one: object, other: object) -> bool:
    """Whether two expressions say the same, wherever they stand."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(part, other[name]) for name, part in one.items())
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, typed.Typed) and type(one) is type(other):
        names = [part.name for part in fields(one) if part.name != "at"]
        return all(_same(getattr(one, name), getattr(other, name)) for name in names)
    return one == other
