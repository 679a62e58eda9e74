"""Which copies of an item a condition tells apart: those that a local name holds, from those that it does not.

Copies in one zone are one option, since no rule can tell them apart. A choice made before can: `that is not this`
holds for three of four aces. Only names outside the choice count, and only where the items themselves are compared:
`worth of this` is a number, the same for whichever copy. (What a variable can name has no copies at all.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludex.dsl import typed
from ludex.dsl.local_names import locals_of, locals_of_choices
from ludex.dsl.types import Element, Elements


def told_apart(chosen: typed.Chosen, ahead: Sequence[typed.Chosen]) -> list[typed.Local]:
    """The local names by which the condition of a choice, or of those that depend on it, tells copies apart."""
    if chosen.source is None:
        return []
    domain = _domain(chosen.local)
    choices = (chosen, *ahead)
    outside = [local for local in locals_of_choices(choices) if _domain(local) == domain]
    if not outside:
        return []
    conditions = [part for each in choices for part in (each.low, each.high, each.least, each.most, each.where)]
    conditions += [each.source for each in ahead]
    named = {local for part in conditions for local in _compared(part, domain, frozenset(outside))}
    return [local for local in outside if local in named]


def _domain(local: typed.Local) -> str | None:
    return local.type.domain if isinstance(local.type, Element | Elements) else None


def _compared(node: typed.Argument | None, domain: str | None, outside: frozenset[typed.Local]
              ) -> Iterator[typed.Local]:
    """The names of items in an expression that are held against something, and not only asked for what they have."""
    match node:
        case typed.Use(local=local):
            if local in outside:
                yield local
            return
        case None | typed.Local() | typed.ToEach() | typed.Named() | typed.Words():
            return
        case typed.Given(values=values):
            parts: Sequence[typed.Argument | None] = values
        case typed.Chosen():
            parts = (node.source, node.low, node.high, node.least, node.most, node.where)
        case typed.Printed(item=item):
            parts = (item,)
        case typed.Field(owner=owner) | typed.Place(owner=owner):
            parts = (owner,)
        case typed.Derived(arguments=arguments):
            parts = arguments
        case typed.Apply(arguments=named):
            parts = tuple(named.values())
        case _:
            return
    if not isinstance(node, typed.Given | typed.Chosen) and set(locals_of(node)) <= outside and not (
            isinstance(node.type, Element | Elements) and node.type.domain == domain):
        return
    for part in parts:
        yield from _compared(part, domain, outside)
