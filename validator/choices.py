"""Choices that somebody may not be able to make, or that come in an order nobody has stated (LX334, LX515 to LX519).

A choice with nothing to choose from is a fault in play. Here it is told where no condition on the way rules it out; for
actions only with a state that leaves none of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, quote
from ludex.dsl.source import Span
from ludex.dsl.typed import Chosen, Line, TypedExpr
from ludex.validator.cases import Case, Cases
from ludex.validator.checks import Check, Context
from ludex.validator.facts import Facts
from ludex.validator.known import State
from ludex.validator.ranges import at_most, within, words
from ludex.validator.visits import Visit
from ludex.validator.walk import effects, lines

_HANDS = "setup:\n  - do: |\n      for each player from P1:\n          draw 2 from deck to hand\n"


class PickFromEmpty(Diagnosis):
    """Chance is to pick from a set that may be empty.

    That is a fault when it happens. Ask first whether there is anything.
    """

    code = "LX334"
    name = "pick-from-empty"
    severity = "warning"
    evidence = "candidate"
    message = "{text} {how} empty here, and chance has to pick from it"
    bad = "pick card at random from discard\nshuffle card into deck\ndraw 1 from deck to discard\n"
    good = ("if discard is not empty:\n    pick card at random from discard\n    shuffle card into deck\n"
            "draw 1 from deck to discard\n")


class ImpossiblePolicy(Diagnosis):
    """More are to be chosen than there may be.

    Does he choose as many as there are, or none? Rulebooks seldom say; here it is a fault when it happens. Say
    `smaller of ... and ...`, or ask first.
    """

    code = "LX515"
    name = "impossible-policy"
    severity = "warning"
    evidence = "candidate"
    message = "{wanted} are to be chosen from {text}, which may have {there}"
    bad = ("for starter:\n    draw 2 from deck to hand\n    choose exactly 3 cards from hand\n"
           "    move cards to discard\n")
    good = ("for starter:\n    draw 2 from deck to hand\n    if count of hand >= 3:\n"
            "        choose exactly 3 cards from hand\n        move cards to discard\n")


class EmptyMandatoryChoice(Diagnosis):
    """Somebody must choose, and there may be nothing to choose from.

    That is a fault when it happens. Ask first, `if hand is not empty:`, or let him decline: `you may choose`. Where
    players act, give them an action that is always there.
    """

    code = "LX518"
    name = "empty-mandatory-choice"
    severity = "warning"
    evidence = "candidate"
    message = "{text}"
    bad = "for starter:\n    choose card from hand\n    move card to discard\n    draw 2 from deck to hand\n"
    good = ("for starter:\n    if hand is not empty:\n        choose card from hand\n        move card to discard\n"
            "    draw 2 from deck to hand\n")


class ChoiceMode(Diagnosis):
    """All players choose, and nothing says in which order, or that it is at the same time.

    Here they choose one after the other, and who chooses later sees what those before him have done. Say with whom it
    begins: `for each player from PLAYER:`.
    """

    code = "LX519"
    name = "choice-mode"
    severity = "warning"
    message = "all players choose here, and nothing says who is first"
    bad = 'for each player:\n    you may "raise":\n        add 1 to points\n'
    good = 'for each player from starter:\n    you may "raise":\n        add 1 to points\n'


RULES: tuple[type[Diagnosis], ...] = (PickFromEmpty, ImpossiblePolicy, EmptyMandatoryChoice, ChoiceMode)


def _chosen(context: Context) -> Iterator[Finding]:
    """Choices and picks from sets that may be too small."""
    flow = context.flow
    if not flow.complete:
        return
    for visit in flow.choices.values():
        if isinstance(visit.node, Chosen):
            yield from _possible(flow.facts, visit.node, visit)
    for visit in flow.lines.values():
        line = visit.node
        if isinstance(line, Line) and line.word.means == "pick":
            among = line.arguments["set"]
            low, high = flow.facts.bounds(among, visit.state, visit.actor)
            if low == 0:
                yield PickFromEmpty.at(among.at, text=quote(among.at.text), how="is always" if high == 0 else "may be",
                                       evidence="proved" if high == 0 else "candidate")


def _possible(facts: Facts, chosen: Chosen, visit: Visit) -> Iterator[Finding]:
    if chosen.source is None:
        assert chosen.low is not None and chosen.high is not None
        low, high = (facts.bounds(e, visit.state, visit.actor) for e in (chosen.low, chosen.high))
        if low[1] > high[0] and not at_most(facts, chosen.low, chosen.high, visit):
            text = f"there may be no number to choose: the first may be {low[1]}, and the last {high[0]}"
            yield EmptyMandatoryChoice.at(chosen.high.at, text=text)
        return
    size = facts.bounds(chosen.source, visit.state, visit.actor)
    source = quote(chosen.source.at.text)
    if chosen.single or (isinstance(chosen.least, typed.Literal) and chosen.most is None):
        if size[0] == 0:
            how, sure = ("is always", True) if size[1] == 0 else ("may be", False)
            text = f"{source} {how} empty here, and somebody has to choose from it"
            yield EmptyMandatoryChoice.at(chosen.source.at, text=text, evidence="proved" if sure else "candidate")
        return
    if chosen.least is None:
        return
    wanted = facts.bounds(chosen.least, visit.state, visit.actor)
    if wanted[1] > size[0] and not _fits(facts, chosen.least, chosen.source, visit):
        never = wanted[0] > size[1]
        yield ImpossiblePolicy.at(chosen.at, wanted=words(wanted), text=source, there=words(size),
                                  evidence="proved" if never else "candidate",
                                  witness={"wanted": list(wanted), "there": list(size)})


def _fits(facts: Facts, wanted: TypedExpr, source: TypedExpr, visit: Visit) -> bool:
    """Whether a number is never greater than the size of a set, by how it is written."""
    least = facts.bounds(source, visit.state, visit.actor)[0]
    return within(facts, wanted, (facts.count(source, visit.actor), least), visit)


def _actions(context: Context) -> Iterator[Finding]:
    """Turns in which no action may be left."""
    flow, game = context.flow, context.game
    if not flow.complete:
        return
    for (place, actor), visit in flow.turns.items():
        begun = flow.entries.get((place, actor), visit)
        actions = [game.actions[name] for name in visit.names if name in game.actions]
        for action in actions:
            flow.facts.alias[action.you] = actor
        exprs = [action.when for action in actions if action.when is not None]
        if any(action.when is None and not _sources(action) and not any(c.where for c in action.choices)
               for action in actions):
            continue
        exprs += [source for action in actions for source in _sources(action)]
        at = _place(context, place)
        if at is not None and all(_gone(flow.facts, action, begun.state, actor, True) or _refused(
                flow.facts, action, begun.state, actor) for action in actions):
            yield EmptyMandatoryChoice.at(at, text="no action is ever left here", evidence="proved")
            continue
        if at is None:
            continue
        # What lies somewhere in the middle of turns is known too little: it is only looked at where they begin.
        case = _case(flow.facts, visit.state, actor, actions, exprs, False) or _case(
            flow.facts, begun.state, actor, actions, exprs, True)
        if case is not None and _dealt(context, place, actor, actions, exprs):
            yield EmptyMandatoryChoice.at(at, text=f"no action is left when {case.words}", witness=case.told)


def _case(facts: Facts, state: State, actor: object, actions: list[typed.ActionRule], exprs: list[TypedExpr],
          asked: bool) -> Case | None:
    """A state that leaves none of some actions."""
    return next((case for case in Cases(facts, state, actor).of(exprs)
                 if all(_gone(facts, action, case.state, actor, asked) for action in actions)), None)


def _dealt(context: Context, place: int, actor: object, actions: list[typed.ActionRule], exprs: list[TypedExpr]
           ) -> bool:
    """Whether no action may be left also where every draw brings what it asks for.

    A deal from a deck that comes out even leaves nobody without a card, which bounds alone cannot tell. Whether a draw
    may fall short is asked at the draw.
    """
    flow = context.flow_of_full_draws
    visit = flow.turns.get((place, actor))
    if visit is None or not flow.complete:
        return True
    begun = flow.entries.get((place, actor), visit)
    for action in actions:
        flow.facts.alias[action.you] = actor
    return any(_case(flow.facts, state, actor, actions, exprs, asked) is not None
               for state, asked in ((visit.state, False), (begun.state, True)))


def _sources(action: typed.ActionRule) -> list[TypedExpr]:
    """The zones and sets from which an action needs something."""
    return [chosen.source for chosen in action.choices
            if isinstance(chosen.source, typed.Place | typed.Field) and (chosen.single or chosen.least is not None)]


def _gone(facts: Facts, action: typed.ActionRule, state: State, actor: object, asked: bool) -> bool:
    """Whether an action is surely not offered in a state; `asked` says whether to look at what can be chosen."""
    if action.when is not None and facts.truth(action.when, state, actor) is False:
        return True
    return asked and any(facts.bounds(source, state, actor)[1] == 0 for source in _sources(action))


def _refused(facts: Facts, action: typed.ActionRule, state: State, actor: object) -> bool:
    """Whether what can be chosen with an action is surely refused, whatever it is."""
    return any(chosen.where is not None and facts.truth(chosen.where, state, actor) is False
               for chosen in action.choices)


def _place(context: Context, place: int) -> Span | None:
    """Where players take one of some actions."""
    everywhere = (context.course.whole, *(effect for _, _, effect in effects(context.game)))
    return next((line.at for effect in everywhere for line in lines(effect) if id(line) == place), None)


def _order(context: Context) -> Iterator[Finding]:
    """Loops over all players in which each decides something."""
    for _, _, effect in effects(context.game):
        for line in lines(effect):
            if line.word.means != "each" or not line.body:
                continue
            if context.reach.effect(line.body).asks:
                head = line.at.text.splitlines()[0]
                yield ChoiceMode.at(Span(line.at.source, line.at.start, line.at.start + len(head)),
                                    help="say `for each player from ...:`")


CHECKS: tuple[Check, ...] = (
    Check("choices that can be made", ("typed",), (PickFromEmpty, ImpossiblePolicy, EmptyMandatoryChoice), _chosen),
    Check("turns with an action left", ("typed",), (EmptyMandatoryChoice,), _actions),
    Check("the order of choices", ("typed",), (ChoiceMode,), _order),
)
