"""Which local names a part of a game uses without giving them itself: what a piece written apart has to be told."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.dsl import typed


def locals_of(expr: typed.Argument | None) -> list[typed.Local]:
    """The local names that an expression uses and does not bind."""
    found: dict[typed.Local, None] = {}
    bound: set[typed.Local] = set()

    def walk(node: typed.Argument | None) -> None:
        match node:
            case typed.Use(local=local):
                found[local] = None
            case typed.Local():
                bound.add(node)
            case typed.Field(owner=owner) | typed.Place(owner=owner):
                walk(owner)
            case typed.Printed(item=item):
                walk(item)
            case typed.Derived(arguments=arguments):
                for each in arguments:
                    walk(each)
            case typed.Apply(arguments=named):
                for argument in named.values():
                    walk(argument)
            case typed.Given(values=values):
                for each in values:
                    walk(each)

    walk(expr)
    return [local for local in found if local not in bound]


def locals_of_choices(choices: Sequence[typed.Chosen]) -> list[typed.Local]:
    """The local names that some choices use and do not give themselves."""
    found: dict[typed.Local, None] = {}
    given: set[typed.Local] = set()
    for chosen in choices:
        for part in (chosen.source, chosen.low, chosen.high, chosen.least, chosen.most):
            found.update(dict.fromkeys(local for local in locals_of(part) if local not in given))
        given.add(chosen.local)
        found.update(dict.fromkeys(local for local in locals_of(chosen.where) if local not in given))
    return list(found)


def actors_of(effect: typed.Effect) -> list[typed.Local]:
    """The `you` that an effect uses and does not bind."""
    found: dict[typed.Local, None] = {}

    def lines(effect: typed.Effect) -> None:
        for line in effect:
            for argument in line.arguments.values():
                used = locals_of_choices((argument,)) if isinstance(argument, typed.Chosen) else locals_of(argument)
                found.update(dict.fromkeys(local for local in used if local.name == "you"))
            lines(line.body or ())
            lines(line.otherwise or ())
            if line.you is not None:
                found.pop(line.you, None)

    lines(effect)
    return list(found)


def asks(effect: typed.Effect) -> bool:
    """Whether whoever acts is asked something in an effect, though it may never say `you`."""
    return any(line.word.needs_actor or line.you is None and asks(line.body or ()) or asks(line.otherwise or ())
               for line in effect)
