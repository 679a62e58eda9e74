"""When two pieces of rules say the same; and the ways through a game, all in one place for the checks."""

from __future__ import annotations

from ludex.dsl import typed
from ludex.dsl.pieces import conditions, effects, inside, lines, named, parts
from ludex.dsl.reach import Reach, Touched
from ludex.dsl.typed import Line


def same(left: object, right: object) -> bool:
    """Whether two pieces of rules say the same, wherever they stand."""
    return key_of(left) == key_of(right)


def key_of(node: object, names: dict[typed.Local, object] | None = None) -> object:
    """What a piece of rules says, without where it stands: equal for equal pieces. New names are told apart by the
    order in which they are given, and all that act are one `you`."""
    known: dict[typed.Local, object] = {} if names is None else names

    def of(node: object) -> object:
        match node:
            case typed.Local():
                if node.name == "you":
                    return "you"
                return known.setdefault(node, len(known))
            case typed.Use(local=local):
                return "you" if local.name == "you" else ("use", known.get(local, id(local)))
            case typed.Literal(value=value, type=type):
                return "is", value, str(type)
            case typed.Words(text=text):
                return "says", text
            case typed.Everything(domain=domain):
                return "all", domain
            case typed.Setting(parameter=parameter):
                return "setting", parameter.name
            case typed.Field(variable=variable, owner=owner):
                return "field", variable.name, of(owner)
            case typed.Place(zone=zone, owner=owner, every=every):
                return "zone", zone.name, of(owner), every
            case typed.Printed(attribute=attribute, item=item):
                return "printed", attribute.name, attribute.domain, of(item)
            case typed.Derived(function=function, arguments=arguments):
                return "value", function.name, tuple(of(a) for a in arguments)
            case typed.Apply(word=word, arguments=named_arguments):
                return word.__name__, tuple((n, of(a)) for n, a in named_arguments.items())
            case typed.Chosen():
                return "choice", of(node.local), node.single, tuple(
                    of(p) for p in (node.source, node.least, node.most, node.low, node.high, node.where))
            case typed.ToEach(symbol=symbol):
                return "each", symbol.name
            case typed.Named(names=given):
                return "named", given
            case typed.Given(values=values):
                return "given", tuple(of(a) for a in values)
            case Line():
                return (node.word.__name__, tuple((n, of(a)) for n, a in node.arguments.items()), of(node.body),
                        of(node.otherwise))
            case tuple():
                return tuple(of(each) for each in node)
        return node

    return of(node)


__all__ = ["Reach", "Touched", "conditions", "effects", "inside", "key_of", "lines", "named", "parts", "same"]
