"""The course of a game: who begins, what is left again, who is out, and for how many players (LX402 to LX422).

A rulebook that nobody has played leaves these to convention. What the language would decide by itself is named here, so
that the rules can say it instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, Label, quote
from ludex.dsl.pieces import expressions
from ludex.dsl.typed import Line, TypedExpr
from ludex.dsl.types import Element, Elements, Number
from ludex.validator.checks import Check, Context
from ludex.validator.known import FAR, State
from ludex.validator.walk import Touched, effects, inside, lines

_TINY = "ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 2, most: 4}\nrounds: {phases: [play]}\nphases:\n"
_GO = "actions:\n  go: {do: add 1 to steps}\n  stop: {do: exclude you from alive}\n"
_STEPS = ("variables:\n  steps: {type: 0 to 900, each: player, seen by: all}\n"
          "  alive: {type: set of players, seen by: all}\n")
_END = ("end:\n  far: {at: end of round, when: any p in players where steps of p > 8}\n"
        "scoring: {score: steps, ties: shared}\n")


class PhaseWithoutExit(Diagnosis):
    """The turns of a phase are never left: nothing in them ends the game, and nothing ends them.

    `until:` is missing, or waits for something that no turn changes. Name what ends these turns, or give players an
    action that does.
    """

    code = "LX402"
    name = "phase-without-exit"
    severity = "error"
    message = "the turns of `{name}` are never left: {why}"
    bad = (_TINY + "  play: {turns: {from: P1, actions: [go]}}\nactions:\n  go: {do: add 1 to steps}\n"
           "variables:\n  steps: {type: 0 to 900, each: player, seen by: all}\n" + _END)
    good = bad.replace("from: P1,", "from: P1, until: any p in players where steps of p > 9,").replace("> 8", "> 9")


class LoopWithoutExit(Diagnosis):
    """A loop, once begun, goes on for ever: nothing in it changes what it waits for.

    The condition after `repeat until` asks for something that the lines under it never write, and none of them ends the
    game.
    """

    code = "LX422"
    name = "loop-without-exit"
    severity = "warning"
    message = "nothing in this loop changes whether {text}"
    bad = "roll die from 1 to 6\nset pot to die\nrepeat until pot > 3:\n    add 1 to debt\n"
    good = "roll die from 1 to 6\nset pot to die\nrepeat until pot > 3:\n    add 1 to pot\n"


class PassUndefined(Diagnosis):
    """Players may drop out of the turns of a phase, and nothing is said for when all have done so.

    Turns pass over everybody who is not `among:`, so with nobody left they go round for ever. Let `until:` say what
    happens then.
    """

    code = "LX409"
    name = "pass-undefined"
    severity = "warning"
    message = "when nobody is left in {text}, these turns go on with nobody"
    bad = (_TINY + "  play:\n    do: set alive to players\n    turns: {from: P1, among: alive, actions: [go, stop], "
           "until: any p in players where steps of p > 8}\n" + _GO + _STEPS + _END)
    good = bad.replace("until: any", "until: alive is empty or any")


class FirstPlayerUndefined(Diagnosis):
    """Turns begin with a player whom no rule has named.

    A variable of the type `player` that is not set is P1, which here decides who goes first without anybody having said
    so. Set it in the set-up, give it `starts:`, or write `from: P1` if that is meant.
    """

    code = "LX407"
    name = "first-player-undefined"
    severity = "warning"
    message = "nothing says who {text} is when these turns first begin, so it is P1"
    bad = (_TINY + "  play:\n    turns: {from: chief, until: alive is empty, among: alive, actions: [stop]}\n"
           "    finish: nobody wins\nsetup:\n  - do: set alive to players\n"
           "actions:\n  stop:\n    do: |\n      exclude you from alive\n      set chief to you\nvariables:\n"
           "  alive: {type: set of players, seen by: all}\n  chief: {type: player, seen by: all}\n")
    good = bad.replace("do: set alive to players", 'do: |\n      set alive to players\n      set chief to P2')


class DefaultReliedOn(Diagnosis):
    """A variable begins with the first of several values, because nothing says otherwise.

    Of an enumeration that is the first value listed, of items the first item, of numbers that cannot be 0 the smallest.
    Say it by `starts:`.
    """

    code = "LX110"
    name = "default-relied-on"
    severity = "info"
    message = "`{name}` begins as {value}, which nothing says"
    bad = ("variables:\n  trump: {type: suit, seen by: all}\ntriggers:\n  turn the trump:\n    at: end of round\n"
           "    do: |\n      if trump is clubs:\n          set trump to hearts\n")
    good = bad.replace("suit, seen", "suit, starts: hearts, seen").replace("clubs:", "hearts:").replace(
        "to hearts", "to clubs")


class StartsIncomplete(Diagnosis):
    """It is said with what some begin, and not with what the others do.

    A variable that each player or each value has starts, for those who are left out, at the number nearest to 0, or at
    the first value. Give all of them their start, also for the largest number of players.
    """

    code = "LX432"
    name = "starts-incomplete"
    severity = "warning"
    message = "nothing says with what `{name}` begins for {left_out}"
    bad = ("variables:\n  tax: {type: 0 to 9, each: suit, starts: {clubs: 2}, seen by: all}\n"
           "triggers:\n  pay: {at: end of round, do: set pot to tax of clubs + tax of hearts}\n")
    good = bad.replace("clubs: 2}", "clubs: 2, hearts: 3}")


class OrderAfterElimination(Diagnosis):
    """The next player is counted among all seats, also among those who are out of the game.

    Players leave a set for good, and a neighbour is named without asking whether he is still in it. Say
    `next of SET after PLAYER`.
    """

    code = "LX408"
    name = "order-after-elimination"
    severity = "warning"
    message = "{text} may be somebody who is no longer in `{set}`"
    bad = (_TINY + "  play:\n    turns: {from: chief, among: alive, until: count of alive <= 1, actions: [stop]}\n"
           "    finish: |\n      set chief to player after chief\n      nobody wins\n"
           "setup:\n  - do: |\n      set alive to players\n      set chief to P2\n"
           "actions:\n  stop: {do: exclude you from alive}\nvariables:\n"
           "  alive: {type: set of players, seen by: all}\n  chief: {type: player, seen by: all}\n")
    good = bad.replace("player after chief", "next of alive after chief")


class EliminationAssets(Diagnosis):
    """A player is out for good, and nothing is said about what lies in front of him.

    His cards stay where they are: they count, block or are missing from the deck for the rest of the game. Move them
    where the rules want them.
    """

    code = "LX418"
    name = "elimination-assets"
    severity = "warning"
    evidence = "candidate"
    message = "who leaves `{set}` here is out for good, and nothing is said about his {zones}"
    bad = ("setup:\n  - do: |\n      for each player from P1:\n          draw 2 from deck to hand\n"
           "      set alive to players\n      set starter to P2\n"
           "variables:\n  alive: {type: set of players, seen by: all}\nphases:\n"
           "  duel:\n    turns: {from: starter, among: alive, until: count of alive <= 1, actions: [leave]}\n"
           "actions:\n  leave: {do: exclude you from alive}\nrounds: {phases: [play, duel]}\n")
    good = bad.replace("{do: exclude you from alive}",
                       "{do: \"move hand to discard\\nexclude you from alive\"}")


class CountUncovered(Diagnosis):
    """A row of cases by the number of players leaves out a number that may play.

    For that number none of the cases holds, and there is no `otherwise:`. Add its case, or let fewer numbers play.
    """

    code = "LX410"
    name = "setup-uncovered-count"
    severity = "warning"
    message = "none of these cases is for {counts} players"
    bad = "if count of players is 2:\n    set pot to 9\notherwise if count of players is 3:\n    set pot to 8\n"
    good = "if count of players is 2:\n    set pot to 9\notherwise if count of players > 2:\n    set pot to 8\n"


class SeatNotTaken(Diagnosis):
    """A rule names a seat that nobody has when fewer play.

    With so few players there is no such seat, and to ask for its hand or its turn is a fault. Ask first how many play.
    """

    code = "LX426"
    name = "seat-not-taken"
    severity = "warning"
    message = "with {count} players nobody is `{seat}`"
    bad = "set points of P3 to 5\n"
    good = "if count of players >= 3:\n    set points of P3 to 5\n"


RULES: tuple[type[Diagnosis], ...] = (
    PhaseWithoutExit, LoopWithoutExit, PassUndefined, FirstPlayerUndefined, DefaultReliedOn, StartsIncomplete,
    OrderAfterElimination,
    EliminationAssets, CountUncovered, SeatNotTaken,
)


def _turn(context: Context, turns: typed.TurnsRule) -> Touched:
    """What the turns of a phase touch."""
    found = context.reach.effect(turns.effect)
    for name in turns.actions:
        found |= context.reach.run("action", name)
    return found


def _exits(context: Context) -> Iterator[Finding]:
    """Turns and loops that are never left, and turns with nobody in them."""
    reach = context.reach
    for name, phase in context.game.phases.items():
        turns = phase.turns
        if turns is None:
            continue
        touched = _turn(context, turns)
        if turns.until is None and not touched.ends:
            yield PhaseWithoutExit.at(phase.rule.at, name=name,
                                      why="they have no `until`, and nothing in them ends the game")
        elif turns.until is not None and not touched.ends:
            reads = reach.reads(turns.until)
            if not reads & touched.writes:
                label = Label(turns.until.at, "no turn changes this")
                yield PhaseWithoutExit.at(phase.rule.at, name=name, labels=(label,), severity="warning",
                                          why=f"no turn changes whether {quote(turns.until.at.text)}")
        yield from _nobody_left(context, turns, touched)
    for _, _, effect in effects(context.game):
        for line in lines(effect):
            if line.word.means == "until":
                touched = reach.effect(line.body)
                test = line.arguments["condition"]
                if not touched.ends and not reach.reads(test) & touched.writes and isinstance(test, TypedExpr):
                    yield LoopWithoutExit.at(test.at, text=quote(test.at.text))


def _nobody_left(context: Context, turns: typed.TurnsRule, touched: Touched) -> Iterator[Finding]:
    among = turns.among
    if among is None or not context.reach.reads(among) & touched.writes:
        return
    facts = context.flow.facts
    nobody = facts.narrow(among, (0, 0), State(), None)
    if nobody is not None and (turns.until is None or facts.truth(turns.until, nobody, None) is False or not (
            context.reach.reads(turns.until) & context.reach.reads(among))):
        yield PassUndefined.at(among.at, text=quote(among.at.text))


def _starts(context: Context) -> Iterator[Finding]:
    """Variables that begin with a value that nothing says."""
    game, reach = context.game, context.reach
    early = reach.effect(context.course.whole[:-1])  # all but the rounds
    known = set(early.writes)
    told: set[str] = set()
    for name in game.rounds:
        phase = game.phases[name]
        known |= reach.effect(phase.effect).writes
        if phase.turns is None:
            known |= reach.effect(phase.finish).writes
            continue
        first = phase.turns.first
        if isinstance(first, typed.Field) and first.owner is None and first.variable.name not in known and (
                first.variable.name not in game.starts and first.variable.name not in told):
            told.add(first.variable.name)
            if first.type == Element("player"):
                yield FirstPlayerUndefined.at(first.at, text=quote(first.at.text),
                                              labels=(Label(first.variable.at, "declared here"),))
        known |= _turn(context, phase.turns).writes | reach.effect(phase.finish).writes
    for variable in game.variables.values():
        if variable.name in game.starts or variable.name in early.writes or variable.name in told:
            continue
        if variable.name not in reach.written:
            continue
        match variable.type:
            case Number(low=low) if low > 0:
                yield DefaultReliedOn.at(variable.at, name=variable.name, value=low)
            case Element(domain=domain, optional=False) if variable.each is None and domain != "player":
                symbol = game.domains[domain]
                if len(symbol.elements) > 1 and _looked_at_first(context, variable):
                    yield DefaultReliedOn.at(variable.at, name=variable.name, value=f"`{symbol.elements[0]}`")


def _left_out(context: Context) -> Iterator[Finding]:
    """Variables that begin as said for some and not for others."""
    game = context.game
    for name, variable in context.rules.variables.items():
        symbol, starts = game.variables.get(name.text), game.starts.get(name.text)
        if symbol is None or symbol.each is None or not isinstance(starts, dict) or len(starts) == 0:
            continue
        domain = game.domains[symbol.each]
        owners = domain.elements[:game.most] if domain.sort == "player" else domain.elements
        missing = [owner for owner in owners if owner not in starts]
        if missing and isinstance(variable.starts, dict):
            shown = ", ".join(f"`{owner}`" for owner in missing[:4]) + (" and others" if len(missing) > 4 else "")
            yield StartsIncomplete.at(name.span, name=name.text, left_out=shown)


def _looked_at_first(context: Context, variable: typed.VariableSymbol) -> bool:
    """Whether somewhere the first value may still be there when the variable is looked at."""
    facts = context.flow.facts
    for (_, actor), visit in (*context.flow.lines.items(), *context.flow.tests.items()):
        node = visit.node
        reads = context.reach.line(node).reads if isinstance(node, Line) else context.reach.reads(node)
        if variable.name in reads:
            low, _ = visit.state.values.get(facts.summary(variable.name), (0, FAR))
            if low == 0:
                return True
        del actor
    return False


def _lasting(context: Context) -> dict[str, list[Line]]:
    """The sets of players that are only ever left, outside the set-up, with the lines by which they are left."""
    game = context.game
    left: dict[str, list[Line]] = {}
    joined: set[str] = set()
    for _, sort, effect in effects(game):
        if sort == "set-up":
            continue
        for line in lines(effect):
            variable = line.arguments.get("variable")
            if not isinstance(variable, typed.Field) or variable.type != Elements("player"):
                continue
            if line.word.changes is not None and line.word.changes.how == "shrink":
                left.setdefault(variable.variable.name, []).append(line)
            else:
                joined.add(variable.variable.name)
    turned = [phase.turns.among for phase in game.phases.values() if phase.turns is not None]
    among = frozenset().union(*(context.reach.reads(expr) for expr in turned if expr is not None))
    return {name: found for name, found in left.items() if name not in joined and name in among}


def _elimination(context: Context) -> Iterator[Finding]:
    """Players who are out, their neighbours and their things."""
    lasting = _lasting(context)
    if not lasting:
        return
    game = context.game
    name = next(iter(lasting))
    firsts = {phase.turns.first.variable.name for phase in game.phases.values()
              if phase.turns is not None and isinstance(phase.turns.first, typed.Field)}
    for _, _, effect in effects(game):
        for line in lines(effect):
            variable, value = line.arguments.get("variable"), line.arguments.get("value")
            if isinstance(variable, typed.Field) and variable.variable.name in firsts and isinstance(
                    value, typed.Apply) and value.word.means in ("after", "before"):
                yield OrderAfterElimination.at(value.at, text=quote(value.at.text), set=name,
                                               help=f"say `next of {name} after ...`")
    hands = [zone for zone in game.zones.values() if zone.each == "player" and zone.name in context.reach.written]
    for rule, _, effect in effects(game):
        inner = [line for line in lines(effect) if any(line in found for found in lasting.values())]
        written = context.reach.effect(effect).writes
        kept = [zone.name for zone in hands if zone.name not in written]
        for line in inner:
            if len(kept) == len(hands) and hands:
                zones = " and ".join(f"`{zone}`" for zone in kept[:3])
                yield EliminationAssets.at(line.at, set=_set_of(line), zones=zones, passage=rule.passage or None)


def _set_of(line: Line) -> str:
    variable = line.arguments["variable"]
    assert isinstance(variable, typed.Field)
    return variable.variable.name


def _counts(context: Context) -> Iterator[Finding]:
    """Rows of cases by the number of players, and seats that nobody has."""
    game = context.game
    for _, _, effect in effects(game):
        for line in lines(effect):
            if line.word.means == "case" and line.otherwise and not line.word.follows:
                yield from _uncovered(context, line)


def _uncovered(context: Context, line: Line) -> Iterator[Finding]:
    cases: list[TypedExpr] = []
    case: Line | None = line
    while case is not None:
        test = case.arguments.get("condition")
        if not isinstance(test, TypedExpr):
            return
        cases.append(test)
        case = case.otherwise[0] if case.otherwise else None
    if any(context.reach.reads(test) or not _about_players(test) for test in cases):
        return
    facts, missing = context.flow.facts, []
    for count in range(context.game.least, context.game.most + 1):
        state = State({facts.intern(("all", "player")): (count, count)})
        if all(facts.truth(test, state, None) is False for test in cases):
            missing.append(str(count))
    if missing:
        yield CountUncovered.at(cases[0].at, counts=" or ".join(missing),
                                witness={"players": [int(count) for count in missing]})


def _about_players(test: TypedExpr) -> bool:
    return any(isinstance(part, typed.Everything) and part.domain == "player" for part in inside(test))


def _seats(context: Context) -> Iterator[Finding]:
    """Seats that are named although nobody may sit there."""
    game, facts = context.game, context.flow.facts
    everybody = facts.intern(("all", "player"))
    if not any(isinstance(node, typed.Literal) and node.type == Element("player") and node.value >= game.least
               for node in expressions(context.game)):
        return
    for visit in (*context.flow.lines.values(), *context.flow.tests.values()):
        node = visit.node
        fewest = visit.state.values.get(everybody, (game.least, game.most))[0]
        parts = [p for a in node.arguments.values() for p in inside(a)] if isinstance(node, Line) else [*inside(node)]
        for part in parts:
            if isinstance(part, typed.Literal) and part.type == Element("player") and part.value >= fewest:
                yield SeatNotTaken.at(part.at, count=fewest, seat=f"P{part.value + 1}",
                                      witness={"players": fewest})


CHECKS: tuple[Check, ...] = (
    Check("turns and loops that are left", ("typed",), (PhaseWithoutExit, LoopWithoutExit, PassUndefined), _exits),
    Check("what variables begin with", ("typed",), (FirstPlayerUndefined, DefaultReliedOn), _starts),
    Check("what some begin with", ("typed",), (StartsIncomplete,), _left_out),
    Check("players who are out", ("typed",), (OrderAfterElimination, EliminationAssets), _elimination),
    Check("cases by the number of players", ("typed",), (CountUncovered,), _counts),
    Check("seats that are named", ("typed",), (SeatNotTaken,), _seats),
)
