"""Which effects run which: procedures, actions, moments with their triggers, and what zones do when empty.

None of them may run itself, directly or through others. A state has one frame for each procedure, and what actions
and moments do is written where they are reached: a circle would have no end, and a long way to the end no size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from ludex.dsl import typed
from ludex.dsl.any_time import is_woven
from ludex.dsl.diagnostics import Diagnosis, Label, Sink
from ludex.dsl.pieces import lines, runs
from ludex.dsl.source import Span
from ludex.ir.record import changeable


class RunsItself(Diagnosis):
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


#: What the examples have in common.
_STEPS = "actions:\n" + "".join(f"  step {n}: {{do: take action step {n + 1}}}\n" for n in range(1, 9))


class TooManyCopies(Diagnosis):
    """What actions and moments do is written out wherever they are reached, and that is too much here.

    An action that offers actions, which offer others, and triggers that reach moments, whose triggers reach others,
    multiply. Put what they have in common into a procedure, which is written once.
    """

    code = "LX318"
    name = "too-many-copies"
    severity = "error"
    message = "{problem}"
    bad = _STEPS + "  step 9: {do: take action step 10}\n  step 10: {do: add 1 to pot}\n"
    good = _STEPS + "  step 9: {do: do the last steps}\nprocedures:\n  the last steps: {do: add 1 to pot}\n"


RULES: tuple[type[Diagnosis], ...] = (RunsItself, TooManyCopies)

#: Something that runs: its sort (procedure, action, moment, refill) and its name.
_Node = tuple[str, str]
#: What is written out wherever it is reached; the others are written once, and so is what happens at any time.
_WRITTEN_OUT = ("action", "moment")
#: The most actions and moments that may be written out, and the most inside one another.
MOST_COPIES, DEEPEST = 3000, 9


@changeable
class _Runs:
    """What runs what, and where it says so."""

    edges: dict[_Node, list[tuple[_Node, Span]]] = field(default_factory=dict)
    places: dict[_Node, Span] = field(default_factory=dict)

    def add(self, node: _Node, place: Span, *effects: typed.Effect | None) -> None:
        """Note what some effects run."""
        self.places.setdefault(node, place)
        found = self.edges.setdefault(node, [])
        for effect in effects:
            found.extend(_runs(effect or ()))


def check_rest(game: typed.Game, sink: Sink) -> None:
    """Report every circle once, at the first of its effects; and what would be too much to write out."""
    runs = _Runs()
    for name, procedure in game.procedures.items():
        runs.add(("procedure", name), procedure.rule.at, procedure.effect)
    for name, action in game.actions.items():
        runs.add(("action", name), action.rule.at, action.effect)
    for trigger in game.triggers:
        runs.add(("moment", trigger.at_moment), trigger.rule.at, trigger.effect)
    for name, refill in game.when_empty.items():
        runs.add(("refill", name), refill.rule.at, refill.effect)
    for name, phase in game.phases.items():
        node = ("phase", name)
        runs.add(node, phase.rule.at, phase.effect, phase.finish)
        if phase.turns is not None:
            runs.add(node, phase.rule.at, phase.turns.effect)
            runs.edges[node] += [(("action", action), phase.rule.at) for action in phase.turns.actions]
    for number, step in enumerate(game.setup):
        runs.add(("step", str(number)), step.rule.at, step.effect)
    done: dict[_Node, None] = {}
    for node in runs.edges:
        if not _visit(node, runs, done, sink):
            return
    _measure(runs, done, sink)


def _visit(first: _Node, runs: _Runs, done: dict[_Node, None], sink: Sink) -> bool:
    """Go everywhere from a node, without recursion; `done` gets what has been seen, the innermost first. False after
    a circle was found."""
    path: dict[_Node, None] = {}
    todo: list[tuple[_Node, bool]] = [(first, False)]
    while todo:
        node, left = todo.pop()
        if left:
            del path[node]
            done[node] = None
        elif node in path:
            ring = list(path)
            _circle(ring[ring.index(node):], runs, sink)
            return False
        elif node not in done and node in runs.edges:
            path[node] = None
            todo.append((node, True))
            todo.extend((other, False) for other, _ in reversed(runs.edges[node]))
    return True


def _circle(ring: list[_Node], runs: _Runs, sink: Sink) -> None:
    through = "" if len(ring) == 1 else f" through {', '.join(f'`{name}`' for _, name in ring[1:])}"
    labels = [Label(dict(reversed(runs.edges[one]))[after], "here")
              for one, after in zip(ring, [*ring[1:], ring[0]], strict=True)]
    sink.add(RunsItself.at(runs.places[ring[0]], what=f"`{ring[0][1]}`", through=through, labels=labels[:2]))


def _measure(runs: _Runs, done: dict[_Node, None], sink: Sink) -> None:
    """Report what would be written out too often, or too deep inside one another."""
    copies: dict[_Node, int] = {}
    depth: dict[_Node, int] = {}
    for node in done:
        inside = [(sort, name) for (sort, name), _ in runs.edges[node]
                  if sort in _WRITTEN_OUT and not is_woven(name) and (sort, name) in runs.edges]
        copies[node] = 1 + sum(copies[other] for other in inside)
        depth[node] = 1 + max((depth[other] for other in inside), default=0)
        problem = None
        if copies[node] > MOST_COPIES:
            problem = f"what `{node[1]}` leads to would be written out more than {MOST_COPIES} times"
        elif depth[node] > DEEPEST:
            problem = f"`{node[1]}` leads to more than {DEEPEST} actions and moments, one inside the other"
        if problem is not None:
            sink.add(TooManyCopies.at(runs.places[node], problem=problem))
            return


def _runs(effect: typed.Effect) -> Iterator[tuple[_Node, Span]]:
    """What the lines of an effect run, and where they say so."""
    for line in lines(effect):
        yield from ((run, line.at) for run in runs(line))
