"""Which effects run which: procedures, actions, moments with their triggers, and what zones do when empty.

None of them may run itself, directly or through others. A state has one frame for each procedure, and what actions
and moments do is written where they are reached, so a circle would have no end.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Label, Rule, Sink
from ludex.dsl.source import Span


class RunsItself(Rule):
    """An effect runs itself, directly or through others.

    A procedure may not `do` itself, an action may not offer itself, a trigger may not reach its own moment. What
    happens again and again is a loop: `repeat until ...:`, or turns that go on.
    """

    code = "LX316"
    name = "runs-itself"
    severity = "error"
    message = "{what} runs itself{through}"
    bad = "procedures:\n  again: {do: do again}\n"
    good = "procedures:\n  again: {do: add 1 to pot}\n"


RULES: tuple[type[Rule], ...] = (RunsItself,)

#: Something that runs: its sort (procedure, action, moment, zone) and its name.
_Node = tuple[str, str]


def check_rest(game: typed.Game, sink: Sink) -> None:
    """Report every circle once, at the first of its effects."""
    runs: dict[_Node, dict[_Node, Span]] = {}
    places: dict[_Node, Span] = {}

    def add(node: _Node, rule: typed.Rule, effect: typed.Effect) -> None:
        places.setdefault(node, rule.at)
        runs.setdefault(node, {}).update(dict(_runs(effect)))

    for name, procedure in game.procedures.items():
        add(("procedure", name), procedure.rule, procedure.effect)
    for name, action in game.actions.items():
        add(("action", name), action.rule, action.effect)
    for trigger in game.triggers:
        add(("moment", trigger.at_moment), trigger.rule, trigger.effect)
    for name, refill in game.when_empty.items():
        add(("zone", name), refill.rule, refill.effect)
    done: set[_Node] = set()
    for node in runs:
        _visit(node, [], runs, places, done, sink)


def _visit(node: _Node, path: list[_Node], runs: dict[_Node, dict[_Node, Span]], places: dict[_Node, Span],
           done: set[_Node], sink: Sink) -> None:
    if node in path:
        circle = path[path.index(node):]
        through = "" if len(circle) == 1 else f" through {', '.join(f'`{name}`' for _, name in circle[1:])}"
        labels = [Label(runs[one][after], "here") for one, after in zip(circle, [*circle[1:], node], strict=True)]
        sink.add(RunsItself.at(places[node], what=f"`{node[1]}`", through=through, labels=labels[:2]))
        return
    if node in done or node not in runs:
        return
    for other in runs[node]:
        _visit(other, [*path, node], runs, places, done, sink)
    done.add(node)


def _runs(effect: typed.Effect) -> Iterator[tuple[_Node, Span]]:
    """What the lines of an effect run, and where they say so."""
    for line in effect:
        for name, argument in line.arguments.items():
            sort = line.word.parameters[name].sort
            if isinstance(argument, typed.Named) and sort in ("procedure", "action", "moment"):
                yield from (((sort, each), line.at) for each in argument.names)
            elif isinstance(argument, typed.Place) and name == "source" and sort == "place":
                yield ("zone", argument.zone.name), line.at
        yield from _runs(line.body or ())
        yield from _runs(line.otherwise or ())
