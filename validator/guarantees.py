"""What is known of an element because of the set it was chosen from.

Who chooses from `(way in directions where landing of herd for way is not none)` has a way for which the condition
holds. The set may be named by a derived value, joined from others, or narrowed again; the conditions are those under
which every element got into it, said of the chosen one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ludex.dsl import typed
from ludex.dsl.typed import Argument, Local, TypedExpr, Use

#: How many values are looked through that name one another.
DEEPEST = 6


def guarantees(game: typed.Game, source: TypedExpr, chosen: Local, depth: int = 0) -> Iterator[TypedExpr]:
    """The conditions that hold for every element of a set, said of a local name that stands for one."""
    match source:
        case typed.Apply(word=word, arguments=given):
            for name in word.within:
                side = given[name]
                if isinstance(side, TypedExpr):
                    yield from guarantees(game, side, chosen, depth)
            if word.means == "where":
                element, test = given["name"], given["test"]
                assert isinstance(element, Local) and isinstance(test, TypedExpr)
                yield put(test, {element: Use(test.at, chosen.type, chosen)})
        case typed.Derived(function=function, arguments=arguments) if depth < DEEPEST:
            rule = game.functions.get(function.name)
            if rule is not None and not rule.modifiers:
                standing = dict(zip(rule.parameters, arguments, strict=True))
                for test in guarantees(game, rule.body, chosen, depth + 1):
                    yield put(test, standing)


def put(expr: TypedExpr, standing: Mapping[Local, TypedExpr]) -> TypedExpr:
    """An expression with others in the place of local names."""
    found = _put(expr, standing)
    assert isinstance(found, TypedExpr)
    return found


def _put(node: Argument, standing: Mapping[Local, TypedExpr]) -> Argument:
    match node:
        case Use(local=local):
            return standing.get(local, node)
        case typed.Field(owner=owner) | typed.Place(owner=owner) if owner is not None:
            return replace(node, owner=put(owner, standing))
        case typed.Printed(item=item):
            return replace(node, item=put(item, standing))
        case typed.Derived(arguments=arguments):
            return replace(node, arguments=tuple(put(argument, standing) for argument in arguments))
        case typed.Apply(arguments=given):
            return replace(node, arguments={name: _put(argument, standing) for name, argument in given.items()})
    return node
