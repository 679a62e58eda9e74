"""The pieces that a typed game is made of: every effect, line, condition and expression, and what a line runs.

Whoever has to look at all of a game asks here, so that what is added to a game (see `typed.Game`) is added to the ways
through it once. A test holds these ways against the fields of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from typing import Any

from ludex.dsl import typed
from ludex.dsl.typed import Argument, Effect, Line, Rule, Symbol, TypedExpr

#: An effect of a rule: whose it is, what sort of rule that is, and its lines.
Sited = tuple[Rule, str, Effect]


def effects(game: typed.Game) -> Iterator[Sited]:
    """Every effect of a game."""
    for step in game.setup:
        yield step.rule, "set-up", step.effect
    for phase in game.phases.values():
        yield phase.rule, "phase", phase.effect or ()
        yield phase.rule, "turn", (phase.turns.effect if phase.turns is not None else None) or ()
        yield phase.rule, "finish", phase.finish or ()
    for action in game.actions.values():
        yield action.rule, "action", action.effect
    for sort, rules in (("procedure", game.procedures.values()), ("trigger", game.triggers),
                        ("refill", game.when_empty.values())):
        for rule in rules:
            yield rule.rule, sort, rule.effect


def lines(effect: Effect | None) -> Iterator[Line]:
    """Every line of an effect, with those under it."""
    for line in effect or ():
        yield line
        yield from lines(line.body)
        yield from lines(line.otherwise)


def all_lines(game: typed.Game) -> Iterator[Line]:
    """Every line of every effect."""
    for _, _, effect in effects(game):
        yield from lines(effect)


def conditions(game: typed.Game) -> Iterator[tuple[Rule, TypedExpr]]:
    """Every condition and value that a rule has beside its effect."""
    for phase in game.phases.values():
        found = [phase.when]
        if phase.turns is not None:
            found += [phase.turns.first, phase.turns.among, phase.turns.until, phase.turns.next]
        yield from ((phase.rule, expr) for expr in found if expr is not None)
    for action in game.actions.values():
        if action.when is not None:
            yield action.rule, action.when
        for chosen in action.choices:
            yield from ((action.rule, part) for part in parts(chosen) if isinstance(part, TypedExpr))
    for trigger in game.triggers:
        if trigger.when is not None:
            yield trigger.rule, trigger.when
    for end in game.ends:
        yield end.rule, end.when
    if game.scoring is not None:
        yield from ((game.scoring.rule, expr) for expr in (game.scoring.score, *game.scoring.then))
    for name, holds in game.invariants.items():
        yield Rule(name, "", holds.at), holds


#: Sort of argument -> the arguments directly inside it; of others there are none.
_PARTS: dict[type, Callable[[Any], tuple[Argument, ...]]] = {
    **dict.fromkeys((typed.Field, typed.Place), lambda node: () if node.owner is None else (node.owner,)),
    typed.Printed: lambda node: (node.item,),
    typed.Derived: lambda node: node.arguments,
    typed.Given: lambda node: node.values,
    **dict.fromkeys((typed.Apply, Line), lambda node: tuple(node.arguments.values())),
    typed.Chosen: lambda node: tuple(
        part for part in (node.source, node.least, node.most, node.low, node.high, node.where) if part is not None),
}


def parts(node: Argument | Line | None) -> tuple[Argument, ...]:
    """The arguments directly inside an argument or a line."""
    found = _PARTS.get(type(node))
    return () if found is None else found(node)


def inside(node: Argument | Line | None) -> list[Argument]:
    """Every argument inside a line or an argument, and the argument itself, in the order written."""
    found: list[Argument] = []
    todo: list[Argument | Line] = [] if node is None else [node]
    while todo:
        part = todo.pop()
        if not isinstance(part, Line):
            found.append(part)
        todo += reversed(parts(part))
    return found


def named(node: Argument | Line | None) -> Iterator[Symbol]:
    """Every declared thing that is named inside, with repetitions."""
    for part in inside(node):
        match part:
            case typed.Field(variable=variable):
                yield variable
            case typed.Place(zone=zone):
                yield zone
            case typed.Setting(parameter=parameter):
                yield parameter
            case typed.Derived(function=function):
                yield function
            case typed.Printed(attribute=attribute):
                yield attribute
            case typed.ToEach(symbol=symbol):
                yield symbol


def expressions(game: typed.Game) -> Iterator[Argument]:
    """Every argument and expression of the rules, wherever it stands, with all that is inside."""
    for _, _, effect in effects(game):
        for line in lines(effect):
            yield from inside(line)
    for _, expr in conditions(game):
        yield from inside(expr)
    for action in game.actions.values():
        for chosen in action.choices:
            yield from inside(chosen)
    for function in game.functions.values():
        yield from defining(function)
    for start in game.starts.values():
        for expr in start.values() if isinstance(start, dict) else (start,):
            yield from inside(expr)


def defining(function: typed.FunctionRule) -> Iterator[Argument]:
    """Everything that a value is defined with."""
    yield from inside(function.body)
    for modifier in function.modifiers:
        for expr in (modifier.when, modifier.set, modifier.add):
            yield from inside(expr)


#: What a line may run: a procedure, an action, a moment, or the filling of a zone; and its name.
Run = tuple[str, str]


def runs(line: Line) -> Iterator[Run]:
    """What a line runs itself, without the lines under it."""
    for name, argument in line.arguments.items():
        sort = line.word.parameters[name].sort
        if isinstance(argument, typed.Named) and sort in ("procedure", "moment", "action"):
            yield from ((sort, each) for each in argument.names)
        elif isinstance(argument, typed.Place) and argument.zone.has_when_empty and name == line.word.draws_from:
            yield "refill", argument.zone.name


def reached(game: typed.Game, found: Iterable[Effect]) -> dict[Run, set[Run]]:
    """Everything that effects run, directly and through others, each with what it runs itself."""
    edges: dict[Run, set[Run]] = {}
    todo = [run for effect in found for line in lines(effect) for run in runs(line)]
    while todo:
        run = todo.pop()
        if run not in edges:
            edges[run] = {inner for effect in ran(game, run) for line in lines(effect) for inner in runs(line)}
            todo += edges[run]
    return edges


def inmost_first(game: typed.Game, firsts: Iterable[Run], known: Container[Run] = ()) -> list[Run]:
    """Everything that is run, directly and through others, each after what it runs itself; but what is known."""
    found: dict[Run, None] = {}
    open_ = [(first, False) for first in firsts]
    seen: set[Run] = set()
    while open_:
        run, left = open_.pop()
        if left:
            found[run] = None
        elif run not in seen and run not in known:
            seen.add(run)
            open_.append((run, True))
            open_ += [(inner, False) for effect in ran(game, run) for line in lines(effect) for inner in runs(line)]
    return list(found)


def ran(game: typed.Game, run: Run) -> list[Effect]:
    """The effects that something runs."""
    sort, name = run
    if sort == "moment":
        return [trigger.effect for trigger in game.triggers if trigger.at_moment == name]
    if sort == "action":
        return [game.actions[name].effect] if name in game.actions else []
    rules = game.procedures if sort == "procedure" else game.when_empty
    return [rules[name].effect] if name in rules else []


def rewritten(game: typed.Game, change: Callable[[Run, Effect], Effect]) -> typed.Game:
    """The game with other effects. What is asked knows what runs an effect, or else the sort and name of its rule."""
    def one(sort: str, name: str, effect: Effect | None) -> Any:
        return None if effect is None else change((sort, name), effect)

    def phase(name: str, rule: typed.PhaseRule) -> typed.PhaseRule:
        turns = rule.turns
        if turns is not None:
            turns = replace(turns, effect=one("phase", name, turns.effect))
        return replace(rule, effect=one("phase", name, rule.effect), turns=turns,
                       finish=one("phase", name, rule.finish))

    return replace(
        game,
        setup=tuple(replace(step, effect=one("set-up", step.rule.name, step.effect)) for step in game.setup),
        phases={name: phase(name, rule) for name, rule in game.phases.items()},
        actions={name: replace(rule, effect=one("action", name, rule.effect)) for name, rule in game.actions.items()},
        procedures={name: replace(rule, effect=one("procedure", name, rule.effect))
                    for name, rule in game.procedures.items()},
        triggers=tuple(replace(rule, effect=one("moment", rule.at_moment, rule.effect)) for rule in game.triggers),
        when_empty={name: replace(rule, effect=one("refill", name, rule.effect))
                    for name, rule in game.when_empty.items()})
