"""Conditions that are settled beforehand, and cases that an earlier case takes away (LX401, LX404, LX501 to LX513).

The course of the game is followed once with bounds for everything that can be counted (`flow.py`). A condition that
never or always holds within these bounds is told as proved: no play can show another.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, Label, quote
from ludex.dsl.names import END_OF_ROUND
from ludex.dsl.typed import Argument, Line, TypedExpr
from ludex.ir.record import record
from ludex.validator.checks import Check, Context
from ludex.validator.hygiene import CheckSkipped
from ludex.validator.visits import Visit
from ludex.validator.walk import effects, inside, lines

_TINY = "ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 2, most: 2}\nrounds: {phases: [play]}\nphases:\n"
_DAYS = "variables:\n  day: {type: 0 to 9, seen by: all}\n"
_ENDS = _TINY + "  play: {do: add 1 to day}\nscoring: {score: day, ties: shared}\n" + _DAYS


class PhaseUnreachable(Diagnosis):
    """A phase is described, and play never comes to it.

    It is not among the `phases:` of a round, or a phase before it never ends otherwise than with the game.
    """

    code = "LX401"
    name = "phase-unreachable"
    severity = "warning"
    message = "play never comes to the phase `{name}`: {why}"
    bad = _TINY + "  play: {do: nobody wins}\n  night: {do: nobody wins}\n"
    good = _TINY.replace("[play]", "[play, night]") + '  play: {do: say "good night"}\n  night: {do: nobody wins}\n'


class EndUnreachable(Diagnosis):
    """The condition of an end can never hold when it is looked at.

    Nothing raises what it waits for, or it waits for more than there can be. Unless something else ends the game, it
    goes on for ever.
    """

    code = "LX404"
    name = "end-unreachable"
    severity = "warning"
    message = "the end `{name}` is never reached: {text} cannot hold{why}"
    bad = _ENDS + "end:\n  late: {at: end of round, when: day > 9}\n  soon: {at: end of round, when: day is 5}\n"
    good = _ENDS + "end:\n  late: {at: end of round, when: day > 8}\n"


class NeverFires(Diagnosis):
    """A condition cannot hold, whatever happens in play, so what depends on it never does.

    A number is compared with one it cannot reach, a zone is asked for what it cannot have, or something that was said
    before already rules it out.
    """

    code = "LX501"
    name = "never-fires"
    severity = "warning"
    message = "{text} never holds here{why}"
    bad = "roll die from 1 to 6\nif die > 6:\n    set pot to 0\n"
    good = "roll die from 1 to 6\nif die > 5:\n    set pot to 0\n"


class AlwaysTrue(Diagnosis):
    """A condition holds every time it is looked at, so it says nothing.

    It may be meant as a reminder. But where a rulebook says *if*, it means something that can fail.
    """

    code = "LX502"
    name = "always-true"
    severity = "info"
    message = "{text} always holds here{why}"
    bad = "roll die from 1 to 6\nif die >= 1:\n    set pot to 0\n"
    good = "roll die from 1 to 6\nif die >= 2:\n    set pot to 0\n"


class MaskedRule(Diagnosis):
    """A case is never looked at with success, because the cases before it take everything it waits for.

    Put the narrower case first.
    """

    code = "LX505"
    name = "masked-rule"
    severity = "warning"
    message = "{text} never comes up: the cases before it have taken all of it"
    bad = "roll die from 1 to 6\nif die > 3:\n    set pot to 0\notherwise if die > 5:\n    set open to yes\n"
    good = "roll die from 1 to 6\nif die > 5:\n    set open to yes\notherwise if die > 3:\n    set pot to 0\n"


class SubsumedPart(Diagnosis):
    """A part of a condition changes nothing beside the other part.

    Where the other part leaves anything open, this one is settled. One of the two may be meant to say something else.
    """

    code = "LX506"
    name = "subsumed-part"
    severity = "info"
    message = "{text} changes nothing beside {other}: it {how} holds there"
    bad = "roll die from 1 to 6\nif die > 3 and die > 2:\n    set pot to 0\n"
    good = "roll die from 1 to 6\nif die > 3 and die < 6:\n    set pot to 0\n"


class WindowMissing(Diagnosis):
    """A rule waits for a moment that never comes.

    No line that can be reached says `moment NAME`, so the trigger never answers and the end is never looked at.
    """

    code = "LX513"
    name = "window-missing"
    severity = "warning"
    message = "`{name}` waits for the moment `{moment}`, which nothing reaches"
    bad = (_TINY + "  play: {do: nobody wins}\nmoments:\n  dusk: {about: the day is over}\n"
           "triggers:\n  night: {at: dusk, do: nobody wins}\n")
    good = (_TINY + "  play: {do: moment dusk}\nmoments:\n  dusk: {about: the day is over}\n"
            "triggers:\n  night: {at: dusk, do: nobody wins}\n")


class UnreachableLine(Diagnosis):
    """Play never comes to a line, because it never gets past the line before it.

    The game has ended there, or what stands there is never left.
    """

    code = "LX527"
    name = "unreachable-line"
    severity = "warning"
    message = "play never comes to this line: it does not get past {before}"
    bad = "roll die from 1 to 6\nif die is 6:\n    nobody wins\n    set pot to 3\n"
    good = "roll die from 1 to 6\nif die is 6:\n    set pot to 3\n    nobody wins\n"


class LoopNeverEntered(Diagnosis):
    """What ends a loop, or the turns of a phase, holds already when they begin, so they never happen.

    The condition after `until` is looked at before each time. Something that should have been set beforehand is
    missing, or the condition says the contrary of what is meant.
    """

    code = "LX529"
    name = "loop-never-entered"
    severity = "warning"
    message = "{text} holds already whenever this begins, so nothing in it ever happens{why}"
    bad = "set pot to 3\nrepeat until pot < 5:\n    subtract 1 from pot\n"
    good = "set pot to 9\nrepeat until pot < 5:\n    subtract 1 from pot\n"


RULES: tuple[type[Diagnosis], ...] = (
    LoopNeverEntered, PhaseUnreachable, EndUnreachable, NeverFires, AlwaysTrue, MaskedRule, SubsumedPart, WindowMissing,
    UnreachableLine,
)


@record
class _Asked:
    """A condition: what sort of place it stands in, and the case of which it is an alternative."""

    expr: TypedExpr
    sort: str
    first: Line | None = None
    name: str = ""


def _asked(context: Context) -> Iterator[_Asked]:
    """All conditions that decide whether something happens."""
    game = context.game
    for _, _, effect in effects(game):
        for line in lines(effect):
            yield from _cases(line)
            if line.word.means == "until":
                yield _Asked(_expr(line.arguments["condition"]), "until")
            for argument in line.arguments.values():
                for part in inside(argument):
                    if isinstance(part, typed.Apply) and part.word.means == "either":
                        yield _Asked(_expr(part.arguments["test"]), "if")
    for phase in game.phases.values():
        if phase.when is not None:
            yield _Asked(phase.when, "when")
        if phase.turns is not None and phase.turns.until is not None:
            yield _Asked(phase.turns.until, "until")
    for action in game.actions.values():
        if action.when is not None:
            yield _Asked(action.when, "when")
    for chosen in _choices(context):
        if chosen.where is not None:
            yield _Asked(chosen.where, "where")
    for trigger in game.triggers:
        if trigger.when is not None:
            yield _Asked(trigger.when, "when")
    for end in game.ends:
        yield _Asked(end.when, "end", name=end.rule.name)


def _choices(context: Context) -> Iterator[typed.Chosen]:
    for action in context.game.actions.values():
        yield from action.choices
    for _, _, effect in effects(context.game):
        for line in lines(effect):
            yield from (argument for argument in line.arguments.values() if isinstance(argument, typed.Chosen))


def _cases(line: Line) -> Iterator[_Asked]:
    """The conditions of a row of cases."""
    if line.word.means != "case" or line.word.follows:
        return
    yield _Asked(_expr(line.arguments["condition"]), "if")
    case = line.otherwise[0] if line.otherwise else None
    while case is not None and "condition" in case.arguments:
        yield _Asked(_expr(case.arguments["condition"]), "otherwise", line)
        case = case.otherwise[0] if case.otherwise else None


def _expr(node: Argument) -> TypedExpr:
    assert isinstance(node, TypedExpr)
    return node


def _visits(kept: dict[tuple[int, object], Visit], node: object) -> list[Visit]:
    return [visit for (place, _), visit in kept.items() if place == id(node)]


def _settled(context: Context) -> Iterator[Finding]:
    """Conditions that never or always hold, cases that are masked, and parts that say nothing."""
    flow = context.flow
    if not flow.complete:
        return
    facts = flow.facts
    by_place: dict[int, list[Visit]] = {}
    for (place, _), visit in flow.tests.items():
        by_place.setdefault(place, []).append(visit)
    for asked in _asked(context):
        visits = by_place.get(id(asked.expr), [])
        truths = {facts.truth(asked.expr, v.state, v.actor) for v in visits}
        if truths == {False} and asked.sort != "until":
            total = next((ban for ban in _bans(context, asked.expr) if all(
                facts.truth(ban, v.state, v.actor) is False for v in visits)), None)
            if total is None:
                yield _never(context, asked, visits)
            elif total.at.text.strip("\"'") != "yes":  # which says that there is no condition
                yield AlwaysTrue.at(total.at, text=quote(total.at.text), why="")
        elif truths == {True} and asked.sort == "until":
            at = asked.expr.at
            yield LoopNeverEntered.at(at, text=quote(at.text), why=_because(context, asked.expr, visits))
        elif truths == {True} and asked.sort in ("if", "when", "where") and not isinstance(asked.expr, typed.Literal):
            at = asked.expr.at
            if _ban(context, asked.expr):
                yield NeverFires.at(at, text=quote(at.text), why="")
                continue
            yield AlwaysTrue.at(at, text=quote(at.text), why=_because(context, asked.expr, visits))
        elif truths:
            yield from _parts(context, asked.expr, visits)


def _ban(context: Context, expr: TypedExpr) -> bool:
    """Whether this is what a module forbids, as the negation that it became."""
    return isinstance(expr, typed.Apply) and expr.word.means == "not" and expr.at in context.game.norms


def _bans(context: Context, expr: TypedExpr) -> Iterator[typed.Apply]:
    """What modules forbid, among the parts of a condition."""
    if isinstance(expr, typed.Apply) and expr.word.conjunction:
        for side in expr.arguments.values():
            yield from _bans(context, _expr(side))
    elif isinstance(expr, typed.Apply) and _ban(context, expr):
        yield expr


def _text(context: Context, expr: TypedExpr) -> str:
    """A condition as it was written, also if it was put together of those of several rules."""
    if _ban(context, expr):
        return f"not ({expr.at.text})"
    if isinstance(expr, typed.Apply) and expr.word.conjunction:
        sides = [_expr(side) for side in expr.arguments.values()]
        if any(side.at.source is not expr.at.source or side.at.start < expr.at.start for side in sides):
            return " and ".join(_text(context, side) for side in sides)
    return expr.at.text


def _never(context: Context, asked: _Asked, visits: list[Visit]) -> Finding:
    at, text, why = asked.expr.at, quote(_text(context, asked.expr)), _because(context, asked.expr, visits)
    if asked.sort == "end":
        return EndUnreachable.at(at, name=asked.name, text=text, why=why)
    facts = context.flow.facts
    if asked.first is not None:
        before = _visits(context.flow.lines, asked.first)
        if any(facts.truth(asked.expr, v.state, v.actor) is not False for v in before):
            return MaskedRule.at(at, text=text, labels=(Label(_expr(asked.first.arguments["condition"]).at,
                                                              "the first of the cases before it"),))
    return NeverFires.at(at, text=text, why=why)


def _because(context: Context, expr: TypedExpr, visits: list[Visit]) -> str:
    """The bounds that settle a comparison, in words."""
    if not isinstance(expr, typed.Apply) or not {"left", "right"} <= expr.arguments.keys():
        return ""
    facts = context.flow.facts
    for name in ("left", "right"):
        side = expr.arguments[name]
        if isinstance(side, typed.Literal) or not isinstance(side, typed.Typed):
            continue
        if type(side.type).__name__ != "Number":
            continue
        found = [facts.bounds(side, v.state, v.actor) for v in visits]
        low, high = min(b[0] for b in found), max(b[1] for b in found)
        what = quote(side.at.text)
        return f": {what} is {low}" if low == high else f": {what} is {low} to {high}"
    return ""


def _parts(context: Context, expr: TypedExpr, visits: list[Visit]) -> Iterator[Finding]:
    """Parts of `and` and `or` that say nothing beside each other. A ban of a module is told as what it forbids; that
    it leaves nothing to a condition of the base is what bans are for."""
    if not isinstance(expr, typed.Apply) or expr.word.means not in ("and", "or", "not"):
        return
    facts = context.flow.facts
    if expr.word.means == "not":
        yield from _parts(context, _expr(expr.arguments["condition"]), visits)
        return
    both = _expr(expr.arguments["left"]), _expr(expr.arguments["right"])
    wanted = expr.word.means == "and"
    told = False
    for part, other in ((both[1], both[0]), (both[0], both[1])):
        truths = set()
        for visit in visits:
            state = facts.assume(other, wanted, visit.state, visit.actor)
            if state is not None:
                truths.add(facts.truth(part, state, visit.actor))
        if not told and len(truths) == 1 and None not in truths:
            told = True
            if _ban(context, other) and not _ban(context, part):
                continue
            how = "always" if truths == {not _ban(context, part)} else "never"
            yield SubsumedPart.at(part.at, text=quote(part.at.text), other=quote(_text(context, other)), how=how)
    if not told:
        for part in both:
            yield from _parts(context, part, visits)


def _phases(context: Context) -> Iterator[Finding]:
    """Phases to which play never comes."""
    game, flow = context.game, context.flow
    stuck: str | None = None
    for name in game.rounds:
        if ("phase", name) in flow.reached or not flow.complete:
            stuck = name
            continue
        before = f"`{stuck}` is never left" if stuck is not None else "the set-up is never left"
        yield PhaseUnreachable.at(game.phases[name].rule.at, name=name, why=before)
    for name, phase in game.phases.items():
        if name not in game.rounds:
            yield PhaseUnreachable.at(phase.rule.at, name=name, why="no round has it")


def _moments(context: Context) -> Iterator[Finding]:
    """Triggers and ends of moments that never come."""
    game, flow = context.game, context.flow
    if not flow.complete:
        return
    for name, rule in (*((t.at_moment, t.rule) for t in game.triggers), *((e.moment, e.rule) for e in game.ends)):
        if name != END_OF_ROUND and ("moment", name) not in flow.reached:
            yield WindowMissing.at(rule.at, name=rule.name, moment=name)


def _unreached(context: Context) -> Iterator[Finding]:
    """Lines to which play never comes although it comes to the line before."""
    flow = context.flow
    if not flow.complete:
        return
    reached = {place for place, _ in flow.lines}
    todo = [effect for _, _, effect in effects(context.game)]
    while todo:
        effect = todo.pop()
        for before, line in pairwise(effect):
            if id(before) in reached and id(line) not in reached:
                first = before.at.text.splitlines()[0] if before.at.text else ""
                yield UnreachableLine.at(line.at, before=quote(first), labels=(Label(before.at, "not past this"),))
                break
        todo += [block for line in effect for block in (line.body, line.otherwise) if block]


def _followed(context: Context) -> Iterator[Finding]:
    """Whether the course of the game could be followed at all."""
    if context.too_large:
        return  # it is too long to be played, which is told
    if not context.flow.complete or context.flow.facts.left < 0:
        yield CheckSkipped.at(context.rules.game.span, checks="what follows from the course of the game",
                              reason="it is too long to follow")


CHECKS: tuple[Check, ...] = (
    Check("the course of the game", ("typed",), (CheckSkipped,), _followed),
    Check("conditions that are settled", ("typed",),
          (EndUnreachable, NeverFires, AlwaysTrue, MaskedRule, SubsumedPart, LoopNeverEntered), _settled),
    Check("phases that are reached", ("typed",), (PhaseUnreachable,), _phases),
    Check("moments that come", ("typed",), (WindowMissing,), _moments),
    Check("lines that are reached", ("typed",), (UnreachableLine,), _unreached),
)
