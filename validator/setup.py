"""What the beginning of a game takes, against what there is, for every number of players (LX411, LX412, LX416).

The beginning is counted through (`counting.py`), so the numbers in these findings are those of the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, Severity
from ludex.dsl.source import Span
from ludex.dsl.typed import Argument, Line
from ludex.dsl.types import Number
from ludex.validator.checks import Check, Context
from ludex.validator.counting import Counting, Shortage, rulings
from ludex.validator.facts import Facts
from ludex.validator.known import State
from ludex.validator.walk import effects, inside, lines


class CountMismatch(Diagnosis):
    """All items of a class are added up, and the number does not agree with the list of components.

    Wherever they lie, the items of a class are as many as its list says. Either the list or the number is wrong.
    """

    code = "LX411"
    name = "count-mismatch"
    severity = "error"
    message = "all zones of `{domain}` together hold {count} items, and this says {said}"
    bad = ("invariants:\n  no card is lost:\n"
           "    holds: count of deck + count of pack + count of hands + count of discard is 19\n")
    good = bad.replace("19", "18")


class SetupOverdraw(Diagnosis):
    """The beginning of the game takes more from a zone than there is, when so many play.

    Who goes short, and does it happen at all? Deal fewer, add items, let fewer play, or decide it by a ruling and ask
    before the draw how many there are: then nothing is told. It is an error unless `when short:` says what a draw does,
    which is seldom meant for the beginning.
    """

    code = "LX412"
    name = "setup-overdraw"
    severity = "warning"
    message = "with {players} players {wanted} items are wanted from `{zone}` up to here, and there are {there}"
    bad = ("setup:\n  - do: |\n      set starter to P2\n      for each player from starter:\n"
           "          draw 5 from deck to hand\n"
           "triggers:\n  cast off:\n    at: end of round\n    do: |\n      move hands to discard\n"
           "      draw 1 from deck to discard\n")
    good = bad.replace("draw 5", "draw 4")


class ShortageSplit(Diagnosis):
    """Players draw from one zone, one after the other, and nothing says who is first when it runs short.

    Say with whom it begins: `for each player from PLAYER:`.
    """

    code = "LX416"
    name = "shortage-split-undefined"
    severity = "warning"
    evidence = "candidate"
    message = "`{zone}` may not have {wanted} for all players here, and nothing says who is first"
    bad = "for each player:\n    draw 1 from deck to hand\n"
    good = "for each player from starter:\n    draw 1 from deck to hand\n"


RULES: tuple[type[Diagnosis], ...] = (CountMismatch, SetupOverdraw, ShortageSplit)


def _overdraws(context: Context) -> Iterator[Finding]:
    """Draws of the beginning that find too little."""
    game = context.game
    found: dict[int, list[Shortage]] = {}
    sure: dict[int, bool] = {}
    asked = tuple(rulings(game, context.flow.facts))
    for players in range(game.most, game.least - 1, -1):
        counting = Counting(game, context.flow.facts, context.reach, context.course, players, asked)
        counting.run()
        if not counting.short:
            break  # fewer players take no more
        for place, shortage in counting.short.items():
            found.setdefault(place, []).append(shortage)
            sure[place] = not shortage.assumed
    told: set[tuple[str, int]] = set()
    for place, shortages in found.items():
        # Where a condition on the way asks how many there are, somebody has thought of it.
        shortages.reverse()
        fresh = [s for s in shortages if (s.zone.name, s.players) not in told and not s.asked]
        told.update((s.zone.name, s.players) for s in shortages)
        if not fresh:
            continue
        first = fresh[0]
        severity: Severity = "warning" if first.zone.when_short is not None else "error"
        assumed = " and ".join(first.assumed)
        yield SetupOverdraw.at(
            first.line.at, severity=severity, evidence="proved" if sure[place] else "candidate",
            players=" or ".join(str(s.players) for s in fresh), wanted=" or ".join(str(s.wanted) for s in fresh),
            there=" or ".join(dict.fromkeys(str(s.there) for s in fresh)), zone=first.zone.name,
            help=f"this is so when {assumed}" if assumed else None,
            witness=[{"players": s.players, "wanted": s.wanted, "there": s.there, "assumed": list(s.assumed)}
                     for s in fresh])


def _sums(context: Context) -> Iterator[Finding]:
    """Sums of all zones of a class that are compared with a number."""
    game = context.game
    for holds in game.invariants.values():
        for part in inside(holds):
            if not isinstance(part, typed.Apply) or part.word.means != "is":
                continue
            for one, other in (("left", "right"), ("right", "left")):
                said = part.arguments[other]
                if isinstance(said, typed.Literal) and isinstance(said.type, Number):
                    yield from _whole(context, part.arguments[one], said)


def _whole(context: Context, total: Argument, said: typed.Literal) -> Iterator[Finding]:
    game = context.game
    counted = [part.arguments["set"] for part in _terms(total)
               if isinstance(part, typed.Apply) and part.word.means == "count"]
    places = [place for place in counted if isinstance(place, typed.Place) and (place.every or place.owner is None)]
    domains = {place.zone.domain for place in places}
    if len(places) != len(_terms(total)) or len(domains) != 1:
        return
    [domain] = domains
    zones = {zone.name for zone in game.zones.values() if zone.domain == domain}
    count = len(game.domains[domain].elements)
    placed = any(zone.full for zone in game.zones.values() if zone.domain == domain)
    if {place.zone.name for place in places} == zones and len(places) == len(zones) and placed and count != said.value:
        yield CountMismatch.at(said.at, domain=domain, count=count, said=said.value,
                               witness={"there": count, "said": said.value})


def _terms(expr: Argument) -> list[Argument]:
    if isinstance(expr, typed.Apply) and expr.word.means == "+":
        return [*_terms(expr.arguments["left"]), *_terms(expr.arguments["right"])]
    return [expr]


def _splits(context: Context) -> Iterator[Finding]:
    """Loops over all players in the order of the seats, in which they draw from a zone that may run short."""
    flow = context.flow
    if not flow.complete:
        return
    visits = {place: visit for (place, _), visit in flow.lines.items()}
    for _, _, effect in effects(context.game):
        for loop in lines(effect):
            if loop.word.means != "each" or id(loop) not in visits:
                continue
            for line in lines(loop.body):
                if line.word.means == "draw":
                    yield from _split(context, flow.facts, loop, line, visits[id(loop)].state)


def _split(context: Context, facts: Facts, loop: Line, line: Line, state: State) -> Iterator[Finding]:
    source = line.arguments["source"]
    if not isinstance(source, typed.Place) or source.owner is not None:
        return
    wanted = facts.bounds(line.arguments["count"], state, None)[1]
    there = facts.bounds(source, state, None)[0]
    if wanted * context.game.most > there:
        head = loop.at.text.splitlines()[0]
        yield ShortageSplit.at(Span(loop.at.source, loop.at.start, loop.at.start + len(head)), zone=source.zone.name,
                               wanted=wanted, witness={"wanted": wanted * context.game.most, "there": there},
                               help="say `for each player from ...:`")


CHECKS: tuple[Check, ...] = (
    Check("sums of components", ("typed",), (CountMismatch,), _sums),
    Check("what the beginning takes", ("typed",), (SetupOverdraw,), _overdraws),
    Check("who goes short", ("typed",), (ShortageSplit,), _splits),
)
