"""Lines and keys that do nothing, or nothing of their own (LX424 to LX430, LX507, LX525 to LX528, LX530).

They change nothing in play, which is why nobody notices: the line was meant to say something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, Label, quote
from ludex.dsl.typed import Effect, Line
from ludex.dsl.types import Elements
from ludex.validator.checks import Check, Context
from ludex.validator.walk import effects, inside, key_of, lines, same

_TWO = "triggers:\n  first: {at: end of round, do: add 1 to pot}\n"


class TieBreakIdle(Diagnosis):
    """A tie-break never decides anything.

    It asks again what the score or an earlier tie-break has asked, or it is the same for all players. Those who are
    equal stay equal.
    """

    code = "LX424"
    name = "tie-break-idle"
    severity = "warning"
    message = "this tie-break decides nothing: {why}"
    bad = "scoring: {score: points, then: [points], ties: shared}\n"
    good = "scoring: {score: points, then: [count of hand], ties: shared}\n"


class CapacityIdle(Diagnosis):
    """A zone is said to hold no more than so many items, and there are no more.

    The limit can never matter. Perhaps the number is wrong, or there should be more items.
    """

    code = "LX428"
    name = "capacity-idle"
    severity = "info"
    message = "there are only {count} items for `{zone}`, so its capacity of {capacity} never matters"
    bad = "zones:\n  shelf: {of: card, seen by: all, capacity: 18}\n"
    good = "zones:\n  shelf: {of: card, seen by: all, capacity: 17}\n"


class DrawRuleIdle(Diagnosis):
    """It is said what happens when a zone runs out, and nothing is ever drawn from it.

    `when empty:` and `when short:` are only looked at by `draw`. Perhaps a line takes items in another way and means to
    draw.
    """

    code = "LX429"
    name = "draw-rule-idle"
    severity = "warning"
    message = "nothing is drawn from `{zone}`, which is all that asks for {keys}"
    bad = ("zones:\n  pile: {of: card, order: shuffled, when short: draw fewer}\n"
           "procedures:\n  deal: {do: draw 1 from deck to discard}\n")
    good = bad + "  turn one up: {do: draw 1 from pile to discard}\n"


class RefillsNothing(Diagnosis):
    """What is done when a zone is empty does not put anything into it.

    The draw that was waiting finds nothing still. Shuffle something into the zone.
    """

    code = "LX430"
    name = "refills-nothing"
    severity = "warning"
    message = "this does not fill `{zone}` again"
    bad = (
        "zones:\n  pile: {of: card, order: shuffled, when empty: do tidy, when short: draw fewer}\n"
        "procedures:\n  tidy: {do: add 1 to pot}\n  turn one up: {do: draw 1 from pile to discard}\n"
    )
    good = bad.replace("add 1 to pot", "shuffle discard into pile")


class DuplicateRule(Diagnosis):
    """Two rules say the same.

    What they do happens twice, or the second never counts. One of them may be meant for another case.
    """

    code = "LX507"
    name = "duplicate-rule"
    severity = "warning"
    message = "`{name}` says the same as `{other}`"
    bad = _TWO + "  second: {at: end of round, do: add 1 to pot}\n"
    good = _TWO + "  second: {at: end of round, do: add 2 to pot}\n"


class NoEffect(Diagnosis):
    """A line changes nothing.

    It sets something to itself, adds nothing, or moves items to where they are. It may be meant for something else.
    """

    code = "LX525"
    name = "no-effect"
    severity = "warning"
    message = "this changes nothing: {why}"
    bad = "set pot to pot\n"
    good = "set pot to pot + 1\n"


class Overwritten(Diagnosis):
    """A variable is set, and set again before anything can look at it.

    The first line has no consequence. One of the two may be meant for another variable, or for another time.
    """

    code = "LX526"
    name = "overwritten"
    severity = "warning"
    message = "nothing looks at this before {variable} is set again"
    bad = "set pot to 3\nadd 1 to debt\nset pot to 4\n"
    good = "set pot to 3\nset debt to 0 - pot\nset pot to 4\n"


class SameBothWays(Diagnosis):
    """The same happens whether or not the condition holds.

    The condition decides nothing. One of the two cases may be meant to say something else.
    """

    code = "LX528"
    name = "same-both-ways"
    severity = "warning"
    message = "the same happens in both cases, so {text} decides nothing"
    bad = "roll die from 1 to 6\nif die > 3:\n    add 1 to pot\notherwise:\n    add 1 to pot\n"
    good = "roll die from 1 to 6\nif die > 3:\n    add 1 to pot\notherwise:\n    add 2 to pot\n"


class LineTwice(Diagnosis):
    """A line stands twice, one directly after the other.

    Either it was copied by mistake, or it is meant to happen twice, which a reader would take for a mistake. Delete
    one of them, or say `repeat 2 times:`.
    """

    code = "LX530"
    name = "line-twice"
    severity = "warning"
    message = "the line before says the same, so it happens twice"
    bad = "add 1 to pot\nadd 1 to pot\n"
    good = "repeat 2 times:\n    add 1 to pot\n"


RULES: tuple[type[Diagnosis], ...] = (
    TieBreakIdle, CapacityIdle, DrawRuleIdle, RefillsNothing, DuplicateRule, NoEffect, Overwritten, SameBothWays,
    LineTwice,
)


def _ties(context: Context) -> Iterator[Finding]:
    """Tie-breaks that decide nothing."""
    scoring = context.game.scoring
    if scoring is None:
        return
    before = [(scoring.score, "the score")]
    for expr in scoring.then:
        other = next((words for given, words in before if same(given, expr)), None)
        mine = any(isinstance(part, typed.Use) and part.local is scoring.you for part in inside(expr))
        if other is not None:
            yield TieBreakIdle.at(expr.at, why=f"it asks again what {other} has asked")
        elif not mine:
            yield TieBreakIdle.at(expr.at, why="it is the same for all players")
        before.append((expr, "the one before it"))


def _zones(context: Context) -> Iterator[Finding]:
    """Keys of zones that never matter."""
    game = context.game
    drawn = {place.zone for _, _, effect in effects(game) for line in lines(effect)
             if isinstance(place := line.arguments.get("source"), typed.Place) and line.word.means == "draw"}
    for name, section in context.rules.zones.items():
        zone = game.zones.get(name.text)
        if zone is None:
            continue
        count = len(game.domains[zone.domain].elements)
        if zone.capacity is not None and section.capacity is not None and zone.capacity >= count:
            yield CapacityIdle.at(section.capacity.span, count=count, zone=zone.name, capacity=zone.capacity)
        keys = [key for key, given in (("when empty", section.when_empty), ("when short", section.when_short))
                if given is not None]
        if keys and zone not in drawn:
            first = section.when_empty or section.when_short
            assert first is not None
            yield DrawRuleIdle.at(first.span, zone=zone.name, keys=" and ".join(f"`{key}`" for key in keys))
        rule = game.when_empty.get(zone.name)
        if rule is not None and section.when_empty is not None:
            touched = context.reach.effect(rule.effect)
            if zone.name not in touched.writes and not touched.ends:
                yield RefillsNothing.at(section.when_empty.span, zone=zone.name)


def _twins(context: Context) -> Iterator[Finding]:
    """Rules that say the same as another."""
    game = context.game
    rules: list[tuple[object, typed.Rule]] = []
    rules += [(("trigger", t.at_moment, key_of(t.when), key_of(t.effect)), t.rule) for t in game.triggers]
    rules += [(("end", end.moment, key_of(end.when)), end.rule) for end in game.ends]
    for function in game.functions.values():
        rules += [(("modifier", function.symbol.name, key_of(m.when), key_of(m.set), key_of(m.add)), m.rule)
                  for m in function.modifiers]
    for names in _offered(context):
        rules += [(("action", names, key_of(a.when), key_of(a.choices), key_of(a.effect)), a.rule)
                  for a in (game.actions[name] for name in names)]
    first: dict[object, typed.Rule] = {}
    for key, rule in rules:
        other = first.setdefault(key, rule)
        if other is not rule and other.name != rule.name:
            yield DuplicateRule.at(rule.at, name=rule.name, other=other.name,
                                   labels=(Label(other.at, f"`{other.name}`"),))


def _offered(context: Context) -> Iterator[tuple[str, ...]]:
    for phase in context.game.phases.values():
        if phase.turns is not None and phase.turns.actions:
            yield phase.turns.actions
    for _, _, effect in effects(context.game):
        for line in lines(effect):
            actions = line.arguments.get("actions")
            if isinstance(actions, typed.Named):
                yield actions.names


def _blocks(context: Context) -> Iterator[Effect]:
    todo = [effect for _, _, effect in effects(context.game)]
    while todo:
        effect = todo.pop()
        if effect:
            yield effect
        todo += [block for line in effect for block in (line.body, line.otherwise) if block]


def _gives(line: Line) -> bool:
    """Whether a line gives something a name: two dice are rolled, two cards chosen, in two equal lines."""
    return any(isinstance(argument, typed.Local | typed.Chosen) for argument in line.arguments.values())


def _idle(context: Context) -> Iterator[Finding]:
    """Lines without an effect."""
    for block in _blocks(context):
        for number, line in enumerate(block):
            why = _nothing(context, line)
            if why is not None:
                yield NoEffect.at(line.at, why=why)
            else:
                yield from _overwritten(context, line, block[number + 1:])
                if number and same(block[number - 1], line) and not _gives(line):
                    yield LineTwice.at(line.at, labels=(Label(block[number - 1].at, "the same"),))
            if line.body and line.otherwise and "condition" in line.arguments:
                case = line.otherwise[0]
                if case.word.means == "otherwise" and same(line.body, case.body):
                    test = line.arguments["condition"]
                    yield SameBothWays.at(test.at, text=quote(test.at.text))
    for _, _, effect in effects(context.game):
        for line in lines(effect):
            for argument in line.arguments.values():
                yield from _arms(argument)
    for function in context.game.functions.values():
        yield from _arms(function.body)


def _arms(argument: typed.Argument) -> Iterator[Finding]:
    for part in inside(argument):
        if isinstance(part, typed.Apply) and part.word.means == "either" and same(
                part.arguments["yes"], part.arguments["no"]):
            test = part.arguments["test"]
            yield SameBothWays.at(test.at, text=quote(test.at.text))


def _nothing(context: Context, line: Line) -> str | None:
    """Why a line does nothing, if it does nothing."""
    given, change = line.arguments, line.word.changes
    if change is not None:
        if change.how == "set" and same(given["variable"], given[change.by]):
            return "it is set to itself"
        return "the amount is always 0" if change.how in ("up", "down") and _always(
            context, line, change.by, (0, 0)) else None
    match line.word.means:
        case "move" if same(given["items"], given["target"]):
            return "the items are there already"
        case "move" if _always(context, line, "items", (0, 0)) and _may_be_filled(context, given["items"]):
            return "there is never anything to move"
        case "times" if _always(context, line, "count", (0, 0)):
            return "it is repeated 0 times"
        case "each in" if _always(context, line, "set", (0, 0)) and _may_be_filled(context, given["set"]):
            return "the set is always empty"
    return None


def _always(context: Context, line: Line, name: str, wanted: tuple[int, int]) -> bool:
    """Whether an argument always has a value."""
    flow = context.flow
    visits = [v for (place, _), v in flow.lines.items() if place == id(line)] if flow.complete else []
    argument = line.arguments[name]
    if name == "items" and not isinstance(getattr(argument, "type", None), Elements):
        return False
    return bool(visits) and all(flow.facts.bounds(argument, v.state, v.actor) == wanted for v in visits)


def _may_be_filled(context: Context, items: typed.Argument) -> bool:
    """Whether anything ever comes into the zones of a set; else that is the finding."""
    zones = context.reach.reads(items)
    return any(name in context.reach.written or context.game.zones[name].full for name in zones
               if name in context.game.zones) or not zones


def _overwritten(context: Context, line: Line, after: Effect) -> Iterator[Finding]:
    """A line that sets what a later line of the same block sets again, with nothing between that looks at it."""
    variable = _set(line)[0]
    if not isinstance(variable, typed.Field):
        return
    name, reach = variable.variable.name, context.reach
    for later in after:
        target, value = _set(later)
        if target is not None and same(target, variable) and name not in reach.reads(value):
            yield Overwritten.at(line.at, variable=quote(variable.at.text), labels=(Label(later.at, "set again"),))
            return
        touched = reach.line(later)
        if later.body or name in touched.reads | touched.writes or touched.asks or touched.ends:
            return


def _set(line: Line) -> tuple[typed.Argument | None, typed.Argument | None]:
    """The variable that a line gives a value, whatever it was, and that value."""
    change, given = line.word.changes, line.arguments
    return (given["variable"], given[change.by]) if change is not None and change.how == "set" else (None, None)


CHECKS: tuple[Check, ...] = (
    Check("tie-breaks", ("typed",), (TieBreakIdle,), _ties),
    Check("keys of zones", ("typed",), (CapacityIdle, DrawRuleIdle, RefillsNothing), _zones),
    Check("rules that say the same", ("typed",), (DuplicateRule,), _twins),
    Check("lines without an effect", ("typed",), (NoEffect, Overwritten, SameBothWays, LineTwice), _idle),
)
