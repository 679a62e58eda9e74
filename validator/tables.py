"""Rows that are looked at together: cases that leave a gap, modifiers that meet (LX503, LX504, LX511).

All states that the conditions can tell apart are tried where they are few (`cases.py`), and a finding shows one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, Label
from ludex.dsl.typed import FunctionRule, Line, ModifierRule, TypedExpr
from ludex.dsl.types import Number
from ludex.validator.cases import Case, Cases
from ludex.validator.checks import Check, Context
from ludex.validator.facts import Facts
from ludex.validator.known import State
from ludex.validator.walk import effects, lines, same

_PRICE = "values:\n  fee:\n    of: {card: card, owner: player}\n    is: rank of card\n    modifiers:\n"
_KINGS = _PRICE + "      kings: {when: card is King, set: 5}\n"


class DecisionGap(Diagnosis):
    """A row of cases compares the same things, and one way in which they can stand to each other is in none of them.

    Larger and smaller, and nothing for equal; three colours of four. Nothing happens then, which nobody has said. Add
    the case, or `otherwise:`.
    """

    code = "LX503"
    name = "decision-gap"
    severity = "warning"
    message = "none of these cases is taken when {state}"
    bad = ("roll die from 1 to 6\nroll other from 1 to 6\nif die > other:\n    set open to yes\n"
           "otherwise if die < other:\n    set open to no\n")
    good = bad.replace("die < other", "die <= other")


class DecisionConflict(Diagnosis):
    """Two modifiers set one value at the same time, to different values.

    Here the one that is written last has its way. The rules should say which of the two it is, by conditions that
    exclude each other or by a ruling that cites the passages of both.
    """

    code = "LX504"
    name = "decision-conflict"
    severity = "warning"
    message = "`{name}` and `{other}` both set `{value}` when {state}, to {one} and to {two}"
    bad = _KINGS + "      hearts: {when: colour of card is hearts, set: 6}\n"
    good = _KINGS + "      clubs: {when: colour of card is clubs, set: 6}\n"


class ModifierOrder(Diagnosis):
    """Two modifiers of one value apply at the same time, and it matters which comes first.

    Doubling and then adding is not adding and then doubling; a value that is set forgets what was added before. Here
    the order is that in which they are written. Let a ruling that cites the passages of both say which it is.
    """

    code = "LX511"
    name = "modifier-order"
    severity = "warning"
    message = "`{name}` and `{other}` both change `{value}` when {state}: in this order it is {one}, in the other {two}"
    bad = (_PRICE + "      rich: {when: points of owner > 5, add: 1}\n      kings: {when: card is King, set: 5}\n")
    good = (_PRICE + "      rich: {when: points of owner > 5, add: 1}\n      kings: {when: card is King, add: 5}\n")


RULES: tuple[type[Diagnosis], ...] = (DecisionGap, DecisionConflict, ModifierOrder)


def _cited(context: Context, first: typed.Rule, second: typed.Rule) -> bool:
    """Whether a ruling cites passages of both."""
    one, two = (set(rule.passage.split(", ")) - {""} for rule in (first, second))
    rulings = (set(ruling.rule.passage.split(", ")) for ruling in context.game.rulings.values())
    return any(one & cited and two & cited for cited in rulings)


def _modifiers(context: Context) -> Iterator[Finding]:
    """Pairs of modifiers that cannot change places."""
    for function in context.game.functions.values():
        for first, second in combinations(function.modifiers, 2):
            if second.settled:
                continue
            if first.set is None and second.set is None or _cited(context, first.rule, second.rule):
                continue
            found = _meeting(context.flow.facts, function, first, second)
            if found is None:
                continue
            case, one, two = found
            kind = ModifierOrder if first.set is None or second.set is None else DecisionConflict
            if kind is DecisionConflict:
                one, two = two, one
            yield kind.at(second.rule.at, name=first.rule.name, other=second.rule.name, value=function.symbol.name,
                          state=case.words, one=one, two=two, witness=case.told,
                          labels=(Label(first.rule.at, f"`{first.rule.name}`"),))


def _meeting(facts: Facts, function: FunctionRule, first: ModifierRule, second: ModifierRule
             ) -> tuple[Case, int, int] | None:
    """A state in which both apply and the order shows, with the value in either order."""
    exprs = [first.when, second.when]
    parts = [e for m in (first, second) for e in (m.set, m.add) if e is not None]
    for case in Cases(facts, State(), None).of([*exprs, *parts, function.body], where=exprs):
        start = facts.bounds(function.body, case.state, None)
        one = _apply(facts, second, _apply(facts, first, start[0], case.state), case.state)
        two = _apply(facts, first, _apply(facts, second, start[0], case.state), case.state)
        if one is not None and two is not None and one != two:
            return case, one, two
    return None


def _apply(facts: Facts, modifier: ModifierRule, value: int | None, state: State) -> int | None:
    """The value after a modifier; None where that is not known."""
    for expr, adds in ((modifier.set, False), (modifier.add, True)):
        if expr is None:
            continue
        low, high = facts.bounds(expr, state, None)
        if low != high or value is None and adds:
            return None
        value = low + (value or 0 if adds else 0)
    return value


def _gaps(context: Context) -> Iterator[Finding]:
    """Rows of cases that leave a way out."""
    flow = context.flow
    if not flow.complete:
        return
    visits = {place: visit for (place, _), visit in flow.lines.items()}
    for _, _, effect in effects(context.game):
        for line in lines(effect):
            if line.word.means != "case" or line.word.follows or id(line) not in visits:
                continue
            tests = _row(line)
            if tests is None or len(tests) < 2 or not _about_one(tests):
                continue
            visit = visits[id(line)]
            missing = [case for case in Cases(flow.facts, visit.state, visit.actor).of(tests)
                       if all(flow.facts.truth(test, case.state, visit.actor) is False for test in tests)]
            if missing and (_ordered(tests) or len(missing) == 1):
                yield DecisionGap.at(tests[0].at, state=missing[0].words, witness=missing[0].told)


def _row(line: Line) -> list[TypedExpr] | None:
    """The conditions of a row of cases without a last one that takes the rest."""
    tests: list[TypedExpr] = []
    case: Line | None = line
    while case is not None:
        test = case.arguments.get("condition")
        if not isinstance(test, TypedExpr):
            return None
        tests.append(test)
        case = case.otherwise[0] if case.otherwise else None
    return tests


def _sides(test: TypedExpr) -> tuple[typed.Argument, typed.Argument] | None:
    if isinstance(test, typed.Apply) and {"left", "right"} <= test.arguments.keys():
        return test.arguments["left"], test.arguments["right"]
    return None


def _about_one(tests: list[TypedExpr]) -> bool:
    """Whether all conditions compare the same thing."""
    compared = ("<", ">", "<=", ">=", "is")
    if not all(isinstance(test, typed.Apply) and test.word.means in compared for test in tests):
        return False
    sides = [_sides(test) for test in tests]
    first = sides[0]
    return first is not None and any(
        all(other is not None and any(same(one, side) for side in other) for other in sides) for one in first
        if not isinstance(one, typed.Literal))


def _ordered(tests: list[TypedExpr]) -> bool:
    """Whether all conditions ask which of two numbers is the greater."""
    if not all(isinstance(test, typed.Apply) and test.word.means != "is" for test in tests):
        return False
    numbers = {side.value for test in tests for side in _sides(test) or ()
               if isinstance(side, typed.Literal) and isinstance(side.type, Number)}
    low = any(isinstance(test, typed.Apply) and test.word.means in ("<", "<=") for test in tests)
    high = any(isinstance(test, typed.Apply) and test.word.means in (">", ">=") for test in tests)
    return low and high and len(numbers) <= 1


CHECKS: tuple[Check, ...] = (
    Check("modifiers that meet", ("typed",), (DecisionConflict, ModifierOrder), _modifiers),
    Check("cases that leave a gap", ("typed",), (DecisionGap,), _gaps),
)
