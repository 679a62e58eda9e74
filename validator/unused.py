"""What is declared and does nothing: names that no rule uses, values that nobody reads, items that are nowhere (LX2).

A name that no rule uses is a rule that was forgotten, a second spelling of another name, or left over. All of this is
read off the typed rules, so it is certain; what people only look at is told more quietly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding
from ludex.dsl.pieces import defining, expressions, reached
from ludex.dsl.source import Span
from ludex.dsl.typed import Argument, Local
from ludex.dsl.types import Element, Elements
from ludex.validator.checks import Check, Context
from ludex.validator.walk import conditions, effects, inside, lines, parts

_TINY = "ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 2, most: 2}\nrounds: {phases: [play]}\nphases:\n"
_OVER = _TINY + "  play: {do: nobody wins}\n"
_CARDS = "components:\n  card: {copies: 6, items: [Ace, King]}\n"
_DRAW = _TINY + "  play:\n    do: |\n      draw 1 from deck to tray\n      if deck is empty:\n          nobody wins\n"
_ZONES = (_CARDS + "zones:\n  deck: {of: card, order: shuffled, starts with: all, when short: draw fewer}\n"
          "  tray: {of: card, seen by: all}\n")


class UnusedDefinition(Diagnosis):
    """A value, parameter, enumeration or attribute is declared, and no rule uses it.

    Either a rule that should use it is missing or names another one, or the definition is left over and can go.
    """

    code = "LX203"
    name = "unused-definition"
    severity = "warning"
    message = "no rule uses {what} `{name}`"
    bad = _OVER + "values:\n  bonus: {is: 3}\n"
    good = (_TINY + "  play:\n    do: |\n      add bonus to day\n      if day > 6:\n          nobody wins\n"
            "values:\n  bonus: {is: 3}\nvariables:\n  day: {type: 0 to 9, seen by: all}\n")


class ComponentUnused(Diagnosis):
    """Pieces or cards are listed, and no rule can ever touch them.

    A class needs a zone in which its items lie, and one of its zones `starts with: all`. Items that lie nowhere
    cannot be drawn or moved.
    """

    code = "LX210"
    name = "component-unused"
    severity = "warning"
    message = "the {count} items of `{name}` are never in play: {why}"
    bad = _OVER + _CARDS
    good = _DRAW + _ZONES


class ActionNeverOffered(Diagnosis):
    """An action is described, and no turn offers it.

    Name it among the `actions:` of some turns, or in a line `take action`.
    """

    code = "LX220"
    name = "action-never-offered"
    severity = "warning"
    message = "nobody is ever offered the action `{name}`"
    bad = _OVER + "actions:\n  pray: {do: nobody wins}\n"
    good = _TINY + "  play: {turns: {from: P1, actions: [pray]}}\nactions:\n  pray: {do: nobody wins}\n"


class ProcedureNeverDone(Diagnosis):
    """A procedure is described, and nothing that can happen does it.

    A line `do NAME` is missing, or stands in rules that are never reached themselves.
    """

    code = "LX221"
    name = "procedure-never-done"
    severity = "warning"
    message = "nothing ever does the procedure `{name}`"
    bad = _OVER + "procedures:\n  finish: {do: nobody wins}\n"
    good = _TINY + "  play: {do: do finish}\nprocedures:\n  finish: {do: nobody wins}\n"


class MomentUnanswered(Diagnosis):
    """A moment is named, and no trigger and no end is tied to it.

    Reaching it does nothing. A rule that should answer it may be missing, or it can go.
    """

    code = "LX222"
    name = "moment-unanswered"
    severity = "warning"
    message = "no trigger and no end answers the moment `{name}`"
    bad = (_TINY + "  play:\n    do: |\n      moment dusk\n      nobody wins\n"
           "moments:\n  dusk: {about: the day is over}\n")
    good = (_TINY + "  play:\n    do: |\n      moment dusk\nmoments:\n  dusk: {about: the day is over}\n"
            "triggers:\n  night: {at: dusk, do: nobody wins}\n")


class ZoneUnused(Diagnosis):
    """A zone is declared, and no rule moves anything in or out, or looks at it.

    A rule that should use it is missing or names another zone.
    """

    code = "LX223"
    name = "zone-unused"
    severity = "warning"
    message = "no rule uses the zone `{name}`"
    bad = _DRAW + _ZONES + "  shelf: {of: card, seen by: all}\n"
    good = _DRAW + _ZONES


class UnusedName(Diagnosis):
    """Something is given a name and not spoken of afterwards.

    What was chosen, rolled or picked has no consequence then; a condition about each element that does not name the
    element says the same of all of them. Perhaps another name was meant further down.
    """

    code = "LX224"
    name = "unused-name"
    severity = "warning"
    message = "`{name}` is {how} here, and nothing speaks of it"
    bad = "roll die from 1 to 6\n"
    good = "roll die from 1 to 6\nset pot to die\n"


class UnusedParameter(Diagnosis):
    """A value is said to be of something that its definition does not look at.

    It is the same for all of them. Perhaps the definition names the wrong thing, or the parameter can go.
    """

    code = "LX225"
    name = "unused-parameter"
    severity = "warning"
    message = "`{value}` is the same for every `{name}`: its definition does not look at it"
    bad = "values:\n  cost: {of: {item: card}, is: pot + 1}\n"
    good = "values:\n  cost: {of: {item: card}, is: rank of item + 1}\n"


class NeverRead(Diagnosis):
    """A variable is written, and no rule ever looks at it.

    Whatever it counts has no consequence. A rule may be missing, or read another variable. Where players can see it,
    it may be there for them alone: then this is a note.
    """

    code = "LX226"
    name = "variable-never-read"
    severity = "warning"
    message = "`{name}` is written, and no rule looks at it"
    bad = (_TINY + "  play:\n    do: |\n      add 1 to day\n      nobody wins\n"
           "variables:\n  day: {type: 0 to 9, seen by: nobody}\n")
    good = (_TINY + "  play:\n    do: |\n      add 1 to day\n      if day > 3:\n          nobody wins\n"
            "variables:\n  day: {type: 0 to 9, seen by: all}\n")


class NeverWritten(Diagnosis):
    """A variable keeps its first value for ever, because no rule writes it.

    What depends on it is settled before the game. A line that should change it may be missing; a number that never
    changes is better a parameter or a value.
    """

    code = "LX227"
    name = "variable-never-written"
    severity = "warning"
    message = "no rule ever changes `{name}`"
    bad = (_TINY + "  play:\n    do: |\n      roll die from 1 to 6\n      if die > tax:\n          nobody wins\n"
           "variables:\n  tax: {type: 0 to 9, starts: 1, seen by: all}\n")
    good = (_TINY + "  play:\n    do: |\n      add 1 to tax\n      if count of players < tax:\n          nobody wins\n"
            "variables:\n  tax: {type: 0 to 9, starts: 1, seen by: all}\n")


class NeverFilled(Diagnosis):
    """A zone is looked at, and nothing ever comes into it.

    It is empty for the whole game. A line that should move items there may be missing or names another zone.
    """

    code = "LX229"
    name = "zone-never-filled"
    severity = "warning"
    message = "nothing ever comes into `{name}`, so it is always empty"
    bad = (_DRAW.replace("deck is empty", "count of deck <= count of shelf") + _ZONES
           + "  shelf: {of: card, seen by: all}\n")
    good = _DRAW + _ZONES


RULES: tuple[type[Diagnosis], ...] = (
    UnusedDefinition, ComponentUnused, ActionNeverOffered, ProcedureNeverDone, MomentUnanswered, ZoneUnused, UnusedName,
    UnusedParameter, NeverRead, NeverWritten, NeverFilled,
)


def _definitions(context: Context) -> Iterator[Finding]:
    """Values, parameters, enumerations and attributes that nothing uses."""
    game, used = context.game, context.analysis.used
    for function in game.functions.values():
        if function.symbol not in used:
            yield UnusedDefinition.at(function.symbol.at, what="the value", name=function.symbol.name)
    for parameter in game.parameters.values():
        if parameter not in used:
            yield UnusedDefinition.at(parameter.at, what="the parameter", name=parameter.name)
    for attribute in game.attributes:
        if attribute not in used and not attribute.built_in:
            yield UnusedDefinition.at(attribute.at, what="the attribute", name=attribute.name)
    spoken = set(_domains(context))
    for domain in game.domains.values():
        if domain.sort == "enumeration" and domain.name not in spoken:
            yield UnusedDefinition.at(domain.at, what="the enumeration", name=domain.name)


def _domains(context: Context) -> Iterator[str]:
    """The domains that some rule or declaration speaks of."""
    game = context.game
    for variable in game.variables.values():
        yield getattr(variable.type, "domain", "")
        yield variable.each or ""
    for attribute in game.attributes:
        yield getattr(attribute.type, "domain", "")
    for zone in game.zones.values():
        yield zone.each or ""
    for function in game.functions.values():
        for parameter in function.parameters:
            yield getattr(parameter.type, "domain", "")
    for node in expressions(context.game):
        yield getattr(getattr(node, "type", None), "domain", "")


def _components(context: Context) -> Iterator[Finding]:
    """Classes of items that are nowhere."""
    game = context.game
    for domain in game.domains.values():
        if domain.sort != "component":
            continue
        zones = [zone for zone in game.zones.values() if zone.domain == domain.name]
        if not zones:
            why = "no zone is for them"
        elif not any(zone.full for zone in zones):
            why = "none of their zones `starts with: all`"
        else:
            continue
        yield ComponentUnused.at(domain.at, count=len(domain.elements), name=domain.name, why=why)


def _rules(context: Context) -> Iterator[Finding]:
    """Actions, procedures and moments to which nothing comes."""
    game = context.game
    running = reached(game, [context.course.whole, *(rule.effect for rule in game.when_empty.values())])
    for name, action in game.actions.items():
        if ("action", name) not in running:
            yield ActionNeverOffered.at(action.rule.at, name=name)
    for name, procedure in game.procedures.items():
        if ("procedure", name) not in running:
            yield ProcedureNeverDone.at(procedure.rule.at, name=name)
    answered = {trigger.at_moment for trigger in game.triggers} | {end.moment for end in game.ends}
    for name, moment in context.analysis.symbols.named["moment"].items():
        if name not in answered and name not in _hooks(context):
            yield MomentUnanswered.at(moment.at, name=name)


def _hooks(context: Context) -> set[str]:
    """What is there for modules to look at, change or answer."""
    return {name.text for name in context.rules.hooks}


def _state(context: Context) -> Iterator[Finding]:
    """Zones and variables that are not used, not read, not written."""
    game = context.game
    read: set[typed.Symbol] = set()
    touched: set[typed.Symbol] = set()
    filled: set[str] = {zone.name for zone in game.zones.values() if zone.full}
    for node in expressions(context.game):
        if isinstance(node, typed.Place):
            touched.add(node.zone)
        elif isinstance(node, typed.ToEach):
            read.add(node.symbol)
            touched.add(node.symbol)
    for expr in _reading(context):
        read.update(part.variable for part in inside(expr) if isinstance(part, typed.Field))
    for _, _, effect in effects(game):
        for line in lines(effect):
            target = line.arguments.get("target")
            if isinstance(target, typed.Place):
                filled.add(target.zone.name)
    for zone in game.zones.values():
        if zone not in touched:
            yield ZoneUnused.at(zone.at, name=zone.name)
        elif zone.name not in filled:
            yield NeverFilled.at(zone.at, name=zone.name)
    for variable in game.variables.values():
        written = variable.name in context.reach.written
        if variable not in read and not written:
            yield UnusedDefinition.at(variable.at, what="the variable", name=variable.name)
        elif variable not in read:
            seen = variable.sight != "nobody"
            yield NeverRead.at(variable.at, name=variable.name, severity="info" if seen else None)
        elif not written and variable.name not in _hooks(context):
            yield NeverWritten.at(variable.at, name=variable.name)


def _reading(context: Context) -> Iterator[Argument]:
    """Every expression whose value matters: all but the variables that lines write."""
    game = context.game
    for _, _, effect in effects(game):
        for line in lines(effect):
            for name, argument in line.arguments.items():
                if line.word.parameters[name].sort == "variable" and isinstance(argument, typed.Field):
                    yield from parts(argument)
                else:
                    yield argument
    for _, expr in conditions(game):
        yield expr
    for function in game.functions.values():
        yield from defining(function)
    for start in game.starts.values():
        yield from start.values() if isinstance(start, dict) else (start,)


_HOW = {"roll": "rolled", "pick": "picked", "choose": "chosen", "may choose": "chosen", "draw": "drawn",
        "each in": "taken from the set"}


def _locals(context: Context) -> Iterator[Finding]:
    """Names that are given and not used."""
    game = context.game
    used = {node.local for node in expressions(context.game) if isinstance(node, typed.Use)}
    acting: set[Local] = set()
    for _, _, effect in effects(game):
        for line in lines(effect):
            if line.word.acts:
                acting.update(_given(line.arguments.values()))
            yield from _unused(_given(line.arguments.values()), used, acting, _HOW.get(line.word.means, "named"))
    for action in game.actions.values():
        yield from _unused((chosen.local for chosen in action.choices), used, acting, "chosen")
    for node in expressions(context.game):
        if isinstance(node, typed.Apply):
            yield from _unused(_given(node.arguments.values()), used, acting, "named")


def _given(arguments: Iterable[Argument]) -> list[Local]:
    found = []
    for argument in arguments:
        local = argument.local if isinstance(argument, typed.Chosen) else argument
        if isinstance(local, Local):
            found.append(local)
    return found


def _unused(given: Iterable[Local], used: set[Local], acting: set[Local], how: str) -> Iterator[Finding]:
    for local in given:
        acts = local in acting and local.type in (Element("player"), Elements("player"))
        if local not in used and not acts:
            at = local.at
            yield UnusedName.at(Span(at.source, at.start, at.end), name=local.name, how=how)


def _parameters(context: Context) -> Iterator[Finding]:
    """Parameters that a value does not look at."""
    for function in context.game.functions.values():
        used = {node.local for node in defining(function) if isinstance(node, typed.Use)}
        for parameter in function.parameters:
            acts = parameter.type == Element("player") and any(local.name == "you" for local in used)
            if parameter not in used and not acts and function.symbol.name not in _hooks(context):
                yield UnusedParameter.at(parameter.at, value=function.symbol.name, name=parameter.name)


CHECKS: tuple[Check, ...] = (
    Check("definitions that nothing uses", ("typed",), (UnusedDefinition,), _definitions),
    Check("components", ("typed",), (ComponentUnused,), _components),
    Check("rules that nothing reaches", ("typed",), (ActionNeverOffered, ProcedureNeverDone, MomentUnanswered), _rules),
    Check("zones and variables", ("typed",), (ZoneUnused, NeverRead, NeverWritten, NeverFilled, UnusedDefinition),
          _state),
    Check("names that are given", ("typed",), (UnusedName,), _locals),
    Check("parameters of values", ("typed",), (UnusedParameter,), _parameters),
)


__all__ = ["CHECKS", "RULES"]
