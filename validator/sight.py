"""What players can see: what nobody has said they may, and what their options would tell them (LX309, LX421).

Options are shown to the one who decides. Where whether he may do something depends on what he cannot see, the offer
itself tells him.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, Label, quote
from ludex.dsl.typed import Argument, Line, Local
from ludex.validator.checks import Check, Context
from ludex.validator.walk import effects, lines, parts


class HiddenInformationRead(Diagnosis):
    """What somebody may do, or choose, depends on something that he cannot see.

    The options that are offered then tell him what is hidden: an action that is there only while a rival holds an ace
    says that he does. Ask for something that he can see, or let him do it in any case and look afterwards.
    """

    code = "LX309"
    name = "hidden-information-read"
    severity = "warning"
    message = "what is offered here shows something of {text}, which the one who decides cannot see"
    bad = (
        "phases:\n  bids:\n    turns: {from: starter, until: open, actions: [raise, pass]}\n"
        "rounds: {phases: [play, bids], source: end}\n"
        "actions:\n  raise:\n    when: no card in hand of (player after you) where card is Ace\n"
        "    do: set open to yes\n"
        "  pass: {do: set open to yes}\n"
        "setup:\n  - do: |\n      set starter to P2\n      for each player from starter:\n          "
        "          draw 2 from deck to hand\n"
    )
    good = bad.replace("hand of (player after you)", "hand")


class VisibilityUndefined(Diagnosis):
    """Nothing says who may see a variable, or look into a zone.

    Nobody does then, by convention. Say it by `seen by:`, `all`, `owner` or `nobody`. Decks that are shuffled need not
    say it.
    """

    code = "LX421"
    name = "visibility-undefined"
    severity = "warning"
    message = "nothing says who may see `{name}`, so nobody does"
    bad = "variables:\n  bank: {type: 0 to 9}\n"
    good = "variables:\n  bank: {type: 0 to 9, seen by: nobody}\n"


RULES: tuple[type[Diagnosis], ...] = (HiddenInformationRead, VisibilityUndefined)


def _stated(context: Context) -> Iterator[Finding]:
    """Zones and variables that do not say who sees them."""
    game = context.game
    for name, zone in context.rules.zones.items():
        symbol = game.zones.get(name.text)
        if zone.seen_by is None and symbol is not None and not symbol.shuffled:
            yield VisibilityUndefined.at(name.span, name=name.text)
    for name, variable in context.rules.variables.items():
        if variable.seen_by is None:
            yield VisibilityUndefined.at(name.span, name=name.text)


def _offers(context: Context) -> Iterator[Finding]:
    """Conditions of actions and choices that look at what is hidden from the one who decides."""
    game = context.game
    for action in game.actions.values():
        for expr in (action.when, *action.choices):
            yield from _shows(context, expr, action.you)
    for _, _, effect in effects(game):
        for line in lines(effect):
            yield from _choice(context, line)


def _choice(context: Context, line: Line) -> Iterator[Finding]:
    for argument in line.arguments.values():
        if isinstance(argument, typed.Chosen):
            yield from _shows(context, argument, None)


def _shows(context: Context, node: Argument | None, you: Local | None) -> Iterator[Finding]:
    """The hidden things whose contents, not only their number, a condition looks at."""
    if node is None:
        return
    if isinstance(node, typed.Apply) and node.word.means in ("count", "empty", "not empty") and isinstance(
            node.arguments["set"], typed.Place):
        return  # how many are in a zone everybody may know
    if isinstance(node, typed.Place | typed.Field):
        symbol = node.zone if isinstance(node, typed.Place) else node.variable
        if _hidden(symbol, node, you):
            yield HiddenInformationRead.at(node.at, text=quote(node.at.text),
                                           labels=(Label(symbol.at, f"seen by {_seers(symbol.sight)}"),))
            return
    if isinstance(node, typed.ToEach) and isinstance(node.symbol, typed.VariableSymbol | typed.ZoneSymbol) and (
            node.symbol.sight != "all"):
        yield HiddenInformationRead.at(node.at, text=quote(node.at.text),
                                       labels=(Label(node.symbol.at, f"seen by {_seers(node.symbol.sight)}"),))
        return
    for part in parts(node):
        yield from _shows(context, part, you)


def _seers(sight: str) -> str:
    return {"owner": "its owner alone", "nobody": "nobody"}.get(sight, "all")


def _hidden(symbol: typed.ZoneSymbol | typed.VariableSymbol, node: typed.Place | typed.Field, you: Local | None
            ) -> bool:
    if symbol.sight == "all":
        return False
    if symbol.sight == "nobody":
        return True
    mine = isinstance(node.owner, typed.Use) and (node.owner.local.name == "you" or node.owner.local is you)
    return not mine


CHECKS: tuple[Check, ...] = (
    Check("who may see what", ("typed",), (VisibilityUndefined,), _stated),
    Check("what options show", ("typed",), (HiddenInformationRead,), _offers),
)
