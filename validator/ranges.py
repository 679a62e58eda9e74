"""Numbers and elements that may not be what a line needs (LX304 to LX333, LX423).

Each is a fault when it happens in play. Here it is told beforehand, with the bounds within which the numbers lie on the
way to the line; what a condition on the way rules out is not told.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Evidence, Finding, quote
from ludex.dsl.typed import Argument, Line, TypedExpr
from ludex.dsl.types import Element, Number
from ludex.validator.checks import Check, Context
from ludex.validator.facts import Facts
from ludex.validator.known import Bounds, Key, State
from ludex.validator.visits import Visit
from ludex.validator.walk import inside


class UnguardedOptional(Diagnosis):
    """Something is asked of an element that may be none.

    To ask for the hand of none, or to let none act, is a fault. Ask first, `if X is not none:`, or use a type without
    `or none`.
    """

    code = "LX304"
    name = "unguarded-optional"
    severity = "warning"
    evidence = "candidate"
    message = "{text} {how} none here, and somebody or something is needed"
    bad = "roll die from 1 to 6\nif die > 3:\n    set favourite to starter\nfor favourite:\n    add 1 to points\n"
    good = ("roll die from 1 to 6\nif die > 3:\n    set favourite to starter\nif favourite is not none:\n"
            "    for favourite:\n        add 1 to points\n")


class NegativePossible(Diagnosis):
    """A number may fall below what its variable can hold.

    That is a fault when it happens, and a rulebook that says *pay* seldom says what happens to those who cannot. Ask
    first whether there is enough, or take `smaller of ... and ...`.
    """

    code = "LX306"
    name = "negative-possible"
    severity = "warning"
    evidence = "candidate"
    message = "{variable} may go below {least}: {bounds}"
    bad = "roll die from 1 to 6\nsubtract die from pot\n"
    good = "roll die from 1 to 6\nif pot >= die:\n    subtract die from pot\n"


class AboveBound(Diagnosis):
    """A number may rise above what its variable can hold.

    That is a fault when it happens. Raise the bound in the type, or say in the rules what happens at the top.
    """

    code = "LX331"
    name = "above-bound-possible"
    severity = "warning"
    evidence = "candidate"
    message = "{variable} may go above {most}: {bounds}"
    bad = "roll die from 1 to 6\nset debt to die + 15\n"
    good = "roll die from 1 to 6\nset debt to die + 14\n"


class AlwaysOutOfBounds(Diagnosis):
    """A line takes a variable out of its bounds whenever it is reached.

    Every time is a fault. The amount or the type of the variable is wrong.
    """

    code = "LX332"
    name = "always-out-of-bounds"
    severity = "error"
    message = "{variable} always leaves its bounds here: it would be {would}, and it is {least} to {most}"
    bad = "set debt to 15\nadd 10 to debt\n"
    good = "set debt to 15\nadd 5 to debt\n"


class AggregateOfEmpty(Diagnosis):
    """The highest or lowest of a set is asked that may be empty.

    Of an empty set it is 0 by convention, which no rulebook says. Ask first whether the set is empty.
    """

    code = "LX311"
    name = "aggregate-of-empty"
    severity = "warning"
    evidence = "candidate"
    message = "{text} may be asked of nothing here, and is 0 then"
    bad = "for starter:\n    set pot to lowest rank of hand\n    draw 1 from deck to hand\n"
    good = ("for starter:\n    draw 1 from deck to hand\n    if hand is not empty:\n"
            "        set pot to lowest rank of hand\n")


class NotOnlyOne(Diagnosis):
    """`only one of` is asked of a set that may have more elements, or none.

    That is a fault when it happens. Ask first for `count of ... is 1`, or choose one.
    """

    code = "LX333"
    name = "not-only-one"
    severity = "warning"
    evidence = "candidate"
    message = "{text} has {bounds} elements here, and `only one of` needs exactly one"
    bad = "for starter:\n    exclude you from leaders\nset favourite to only one of leaders\n"
    good = "if count of leaders is 1:\n    set favourite to only one of leaders\n"


class CapacityOverrun(Diagnosis):
    """More items may come into a zone than it can hold.

    That is a fault when it happens, and the rules do not say which items have to give way. Ask first, or move something
    out before.
    """

    code = "LX423"
    name = "capacity-overrun"
    severity = "warning"
    evidence = "candidate"
    message = "`{zone}` holds {capacity}, and {most} may come to lie there"
    bad = ("zones:\n  shelf: {of: card, seen by: all, capacity: 2}\n"
           "triggers:\n  more:\n    at: end of round\n    do: |\n"
           "      draw 3 from deck to shelf\n      move shelf to discard\n")
    good = bad.replace("draw 3", "draw 2")


RULES: tuple[type[Diagnosis], ...] = (
    UnguardedOptional, NegativePossible, AboveBound, AlwaysOutOfBounds, AggregateOfEmpty, NotOnlyOne, CapacityOverrun,
)


def words(bounds: Bounds) -> str:
    """Bounds as people read them."""
    return f"{bounds[0]}" if bounds[0] == bounds[1] else f"{bounds[0]} to {bounds[1]}"


def _visits(context: Context) -> Iterator[tuple[Line, Visit]]:
    flow = context.flow
    if flow.complete:
        for visit in flow.lines.values():
            if isinstance(visit.node, Line):
                yield visit.node, visit


def _numbers(context: Context) -> Iterator[Finding]:
    """Variables that may leave their bounds."""
    facts = context.flow.facts
    for line, visit in _visits(context):
        variable = line.arguments.get("variable")
        if not isinstance(variable, typed.Field) or not isinstance(variable.type, Number):
            continue
        change = line.word.changes
        if change is None or change.clamped:
            continue
        value = line.arguments[change.by]
        old, by = (facts.bounds(part, visit.state, visit.actor) for part in (variable, value))
        new = change.after(old, by, old)
        about = f"it is {words(old)} here, and {words(by)} is {'added' if change.how == 'up' else 'taken'}"
        if change.how == "down" and at_most(facts, value, variable, visit):
            new = max(new[0], 0), max(new[1], 0)
        if change.how == "set":
            if isinstance(value, typed.Apply) and value.word.means == "-" and at_most(
                    facts, value.arguments["right"], value.arguments["left"], visit):
                new = max(new[0], 0), new[1]
            about = f"{quote(value.at.text)} is {words(new)} here" if isinstance(value, typed.Typed) else ""
        yield from _leaves(line, variable, old, new, about)


def _leaves(line: Line, variable: typed.Field, old: Bounds, new: Bounds, about: str) -> Iterator[Finding]:
    assert isinstance(variable.type, Number)
    least, most, text = variable.type.low, variable.type.high, quote(variable.at.text)
    witness = {"before": list(old), "after": list(new)}
    if new[1] < least or new[0] > most:
        yield AlwaysOutOfBounds.at(line.at, variable=text, would=words(new), least=least, most=most, witness=witness)
    elif new[0] < least:
        yield NegativePossible.at(line.at, variable=text, least=least, bounds=about, witness=witness)
    elif new[1] > most and (old[1] < most or not _grows(line, variable)):
        # A count that has come up to its bound step by step is only known to be within its type.
        yield AboveBound.at(line.at, variable=text, most=most, bounds=about, witness=witness)


def _grows(line: Line, variable: typed.Field) -> bool:
    """Whether a line makes a variable more than it was."""
    value = line.arguments.get("value")
    return value is None or any(isinstance(part, typed.Field) and part.variable is variable.variable
                                for part in inside(value))


def at_most(facts: Facts, small: Argument, large: Argument, visit: Visit) -> bool:
    """Whether one number is never greater than another, by what was asked before or by how it is written."""
    least = facts.bounds(large, visit.state, visit.actor)[0]
    return within(facts, small, (facts.key(large, visit.actor), least), visit)


def within(facts: Facts, small: Argument, large: tuple[Key, int], visit: Visit) -> bool:
    """The same, where the other number is known by its key and its least value."""
    state, actor = visit.state, visit.actor
    left = facts.key(small, actor)
    if left == large[0] or (left, large[0]) in state.below or facts.bounds(small, state, actor)[1] <= large[1]:
        return True
    if isinstance(small, typed.Apply):
        given = small.arguments
        if small.word.means == "smaller":
            return within(facts, given["left"], large, visit) or within(facts, given["right"], large, visit)
        if small.word.means == "-":
            return facts.bounds(given["right"], state, actor)[0] >= 0 and within(facts, given["left"], large, visit)
    return False


def _present(context: Context) -> Iterator[Finding]:
    """Elements that may be none, sets that may be empty, where something is needed."""
    flow = context.flow
    if not flow.complete:
        return
    for line, visit in _visits(context):
        for name, argument in line.arguments.items():
            handle = line.word.parameters[name]
            if handle.sort == "player" and isinstance(argument, TypedExpr):
                yield from _none(flow.facts, argument, visit.state, visit.actor)
            if isinstance(argument, typed.Given):
                yield from _handed(context, line, argument, visit)
            elif not isinstance(argument, typed.Chosen):
                yield from _inside(flow.facts, argument, visit.state, visit.actor)
    for visit in flow.asked.values():
        assert isinstance(visit.node, TypedExpr)
        yield from _none(flow.facts, visit.node, visit.state, visit.actor)
        yield from _inside(flow.facts, visit.node, visit.state, visit.actor)
    for visit in flow.tests.values():
        if isinstance(visit.node, TypedExpr):
            yield from _inside(flow.facts, visit.node, visit.state, visit.actor)


def _handed(context: Context, line: Line, given: typed.Given, visit: Visit) -> Iterator[Finding]:
    """What a procedure is handed."""
    procedure, facts = line.arguments["procedure"], context.flow.facts
    assert isinstance(procedure, typed.Named)
    rule = context.game.procedures.get(procedure.names[0])
    for value, local in zip(given.values, rule.parameters if rule is not None else (), strict=False):
        if isinstance(local.type, Element) and not local.type.optional:
            yield from _none(facts, value, visit.state, visit.actor)
        yield from _inside(facts, value, visit.state, visit.actor)


def _none(facts: Facts, expr: Argument, state: State, actor: object) -> Iterator[Finding]:
    kind = getattr(expr, "type", None)
    if not isinstance(kind, Element) or not kind.optional or not isinstance(expr, TypedExpr):
        return
    low, high = facts.bounds(expr, state, actor)
    if low < 0:
        how, evidence = ("is always", "proved") if high < 0 else ("may be", "candidate")
        yield UnguardedOptional.at(expr.at, text=quote(expr.at.text), how=how, evidence=_evidence(evidence))


def _evidence(name: str) -> Evidence:
    return "proved" if name == "proved" else "candidate"


def _inside(facts: Facts, expr: Argument, state: State, actor: object) -> Iterator[Finding]:
    """What an expression asks of its parts, each with what is known where it is looked at."""
    match expr:
        case typed.Field(owner=owner) | typed.Place(owner=owner) if owner is not None:
            yield from _none(facts, owner, state, actor)
            yield from _inside(facts, owner, state, actor)
        case typed.Printed(item=item):
            yield from _none(facts, item, state, actor)
            yield from _inside(facts, item, state, actor)
        case typed.Derived(function=function, arguments=arguments):
            for argument, (_, wanted) in zip(arguments, function.parameters, strict=True):
                if isinstance(wanted, Element) and not wanted.optional:
                    yield from _none(facts, argument, state, actor)
                yield from _inside(facts, argument, state, actor)
        case typed.Apply():
            yield from _asked(facts, expr, state, actor)
            yield from _branches(facts, expr, state, actor)


def _branches(facts: Facts, expr: typed.Apply, state: State, actor: object) -> Iterator[Finding]:
    given = expr.arguments
    first = {"and": "left", "or": "left", "either": "test"}.get(expr.word.means)
    if first is None:
        for name, argument in given.items():
            if expr.word.parameters[name].sort == "player":
                yield from _none(facts, argument, state, actor)
            yield from _inside(facts, argument, state, actor)
        return
    test = given[first]
    assert isinstance(test, TypedExpr)
    yield from _inside(facts, test, state, actor)
    for name, wanted in (("right", expr.word.means == "and"), ("yes", True), ("no", False)):
        inner = facts.assume(test, wanted, state, actor) if name in given else None
        if inner is not None:
            yield from _inside(facts, given[name], inner, actor)


def _asked(facts: Facts, expr: typed.Apply, state: State, actor: object) -> Iterator[Finding]:
    if "set" not in expr.arguments:
        return
    among = expr.arguments["set"]
    size = facts.bounds(among, state, actor) if isinstance(among, TypedExpr) else (1, 1)
    text = quote(among.at.text)
    match expr.word.means:
        case "only one" if size != (1, 1):
            never = size[0] > 1 or size[1] < 1
            yield NotOnlyOne.at(expr.at, text=text, bounds=words(size), witness={"elements": list(size)},
                                evidence="proved" if never else "candidate")
        case ("highest" | "lowest") as how if size[0] == 0:
            value = expr.arguments["value"]
            low = facts.of_type(value.type)[0] if isinstance(value, typed.ToEach) else 0
            quiet = how == "highest" and low >= 0
            yield AggregateOfEmpty.at(expr.at, text=quote(expr.at.text), severity="info" if quiet else None)


def _capacity(context: Context) -> Iterator[Finding]:
    """Zones into which more may come than they hold."""
    facts = context.flow.facts
    for line, visit in _visits(context):
        target = line.arguments.get("target")
        if not isinstance(target, typed.Place) or target.zone.capacity is None:
            continue
        held = facts.bounds(target, visit.state, visit.actor)
        what = line.arguments.get("count") if line.word.means == "draw" else line.arguments.get("items")
        if what is None:
            continue
        one = isinstance(getattr(what, "type", None), Element)
        size = (1, 1) if one else facts.bounds(what, visit.state, visit.actor)
        if size[0] == size[1] > 0 and held[1] + size[1] > target.zone.capacity:
            always = held[0] + size[0] > target.zone.capacity
            yield CapacityOverrun.at(line.at, zone=target.zone.name, capacity=target.zone.capacity,
                                     most=held[1] + size[1], evidence="proved" if always else "candidate",
                                     witness={"held": list(held), "coming": list(size)})


CHECKS: tuple[Check, ...] = (
    Check("the bounds of variables", ("typed",), (NegativePossible, AboveBound, AlwaysOutOfBounds), _numbers),
    Check("elements that may be missing", ("typed",), (UnguardedOptional, AggregateOfEmpty, NotOnlyOne), _present),
    Check("zones that are full", ("typed",), (CapacityOverrun,), _capacity),
)
