"""Effects that are simultaneous in a rulebook, where the order shows in which they come here (LX312, LX420, LX508).

For each element of a loop, and for each trigger of a moment, it is worked out what is read and written, and whose. Two
that touch nothing in common can change places, and so can sums and sets that only grow; of the others one comes first,
and the rules should say which.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, Label, quote
from ludex.dsl.source import Span
from ludex.dsl.typed import Argument, Effect, Line, Local, TypedExpr
from ludex.dsl.types import Number
from ludex.ir.record import record
from ludex.validator.cases import Cases
from ludex.validator.checks import Check, Context
from ludex.validator.known import State
from ludex.validator.walk import Reach, effects, key_of, lines, parts

#: Whose a cell is, seen from an element of a loop: its own, the only one there is, or perhaps another's.
Whose = Literal["mine", "shared", "other"]


class UnorderedSideEffects(Diagnosis):
    """All do something at the same time, and what one does changes what it comes to for another.

    Here they do it one after the other, by the order of seats or of the list, and the result depends on who is first. A
    rulebook that says *all players* has not thought of that. Say with whom it begins, `for each player from ...:`, or
    note first what each is due, and give it to all afterwards.
    """

    code = "LX312"
    name = "unordered-side-effects"
    severity = "warning"
    evidence = "candidate"
    message = "the order shows here: one {does} {text}, another {also}"
    bad = "for each player:\n    if pot > 3:\n        subtract 1 from pot\n        add 1 to points\n"
    good = "for each player from starter:\n    if pot > 3:\n        subtract 1 from pot\n        add 1 to points\n"


class SimultaneousUnordered(Diagnosis):
    """Two triggers answer the same moment, both may apply, and it matters which comes first.

    Here it is the one that is written first, which nobody has decided. Let a ruling that cites the passages of both say
    which it is, or join them in one trigger.
    """

    code = "LX508"
    name = "simultaneous-unordered"
    severity = "warning"
    evidence = "candidate"
    message = "`{name}` and `{other}` come at the same moment, and nothing says which is first to touch `{cell}`"
    bad = (
        "setup:\n  - do: |\n      set starter to P2\n      roll die from 1 to 6\n      set debt to die\n"
        "triggers:\n  rent: {at: end of round, when: debt > 2, do: subtract 2 from debt}\n"
        "  wage: {at: end of round, when: debt > 1, do: set debt to 3}\n"
    )
    good = bad.replace("when: debt > 1, do: set debt to 3", "when: rounds played > 1, do: set open to yes")


class EndPrecedence(Diagnosis):
    """Two triggers of one moment may both end the game, and they name different winners.

    The one that is written first decides. Let a ruling that cites the passages of both say which it is.
    """

    code = "LX420"
    name = "end-precedence-undefined"
    severity = "warning"
    evidence = "candidate"
    message = "`{name}` and `{other}` may both end the game at the same moment, and nothing says which is first"
    bad = (
        "triggers:\n  rich: {at: end of round, when: pot > 6, do: starter wins}\n"
        "  broke: {at: end of round, when: debt > 3, do: nobody wins}\n"
        "setup:\n  - do: |\n      set starter to P2\n      roll die from 1 to 6\n      set pot to 3 * die\n"
        "      set debt to die\n"
    )
    good = bad.replace("debt > 3", "pot < 5")


RULES: tuple[type[Diagnosis], ...] = (UnorderedSideEffects, SimultaneousUnordered, EndPrecedence)


#: How many procedures may be looked into, one inside the other.
DEEPEST = 12


@record
class Access:
    """A variable or zone that an element reads or writes: whose, how, and where it stands."""

    name: str
    whose: Whose
    how: str  # read, add, grow, shrink, set
    at: Span


class Accesses:
    """What one element of a loop reads and writes, where `mine` are the names that stand for it."""

    def __init__(self, game: typed.Game, reach: Reach, mine: Iterable[Local | None] = ()) -> None:
        self.game = game
        self.reach = reach
        self.mine = {*mine} - {None}
        self.found: list[Access] = []
        self.ends = False
        self._running: list[str] = []

    def effect(self, effect: Effect | None, foreign: bool = False) -> None:
        """Note what an effect touches; `foreign` says that another acts in it."""
        for line in effect or ():
            self._line(line, foreign)

    def _whose(self, owner: TypedExpr | None, every: bool, foreign: bool) -> Whose:
        if every:
            return "other"
        if owner is None:
            return "shared"
        if isinstance(owner, typed.Use):
            local = owner.local
            if local in self.mine or local.name == "you" and not foreign and local not in self._others:
                return "mine"
        return "other"

    _others: frozenset[Local] = frozenset()

    def _line(self, line: Line, foreign: bool) -> None:
        self.ends |= line.word.ends_game
        drawn = line.word.draws_from
        for name, argument in line.arguments.items():
            sort = line.word.parameters[name].sort
            if name == drawn:
                continue  # what chance brings to one it could as well have brought to another
            if sort == "variable" and isinstance(argument, typed.Field):
                self._note(argument, _how(line), foreign)
            elif sort == "place" and isinstance(argument, typed.Place):
                self._note(argument, "grow", foreign)
            elif sort == "items":
                self._taken(line, argument, foreign)
            elif sort in ("procedure", "moment", "action") and isinstance(argument, typed.Named):
                for reached in argument.names:
                    self._run(sort, reached, foreign, argument.at)
            else:
                self.reads(argument, foreign)
        acts = foreign or line.you is not None
        if line.you is not None:
            self._others |= {line.you}
        self.effect(line.body, acts)
        self.effect(line.otherwise, foreign)

    def _taken(self, line: Line, items: Argument, foreign: bool) -> None:
        if any(line.word.parameters[name].sort == "place" for name in line.arguments):
            if isinstance(items, typed.Place):
                self._note(items, "shrink", foreign)
            elif isinstance(items, typed.Apply) and items.lies:
                for place in items.lies:
                    self._note(place, "shrink", foreign)
        self.reads(items, foreign)

    def _run(self, sort: str, name: str, foreign: bool, at: Span) -> None:
        if sort == "procedure" and name in self.game.procedures and name not in self._running and (
                len(self._running) < DEEPEST):
            self._running.append(name)
            self.effect(self.game.procedures[name].effect, foreign)
            self._running.pop()
            return
        touched = self.reach.run(sort, name)
        self.ends |= touched.ends
        for reached in touched.reads | touched.writes:
            how = "set" if reached in touched.writes else "read"
            self.found.append(Access(reached, "other", how, at))

    def _note(self, node: typed.Field | typed.Place, how: str, foreign: bool) -> None:
        symbol = node.variable if isinstance(node, typed.Field) else node.zone
        every = isinstance(node, typed.Place) and node.every
        self.found.append(Access(symbol.name, self._whose(node.owner, every, foreign), how, node.at))
        self.reads(node.owner, foreign)

    def reads(self, node: Argument | None, foreign: bool) -> None:
        """Note what an expression looks at."""
        if node is None:
            return
        if isinstance(node, typed.Field | typed.Place):
            self._note(node, "read", foreign)
            return
        if isinstance(node, typed.Derived):
            own = all(isinstance(a, typed.Use) and (a.local in self.mine or a.local.name == "you")
                      for a in node.arguments) and bool(node.arguments)
            for name in self.reach.function(node.function.name):
                self.found.append(Access(name, self._derived(node.function, name, own), "read", node.at))
        for part in parts(node):
            self.reads(part, foreign)

    def _derived(self, function: typed.FunctionSymbol, name: str, own: bool) -> Whose:
        """Whose cell a derived value reads: that of its parameter, if it names no other."""
        symbol: object = self.game.zones.get(name) or self.game.variables.get(name)
        if symbol is None or getattr(symbol, "each", None) is None:
            return "shared"
        rule = self.game.functions[function.name]
        if not own:
            return "other"
        inner = Accesses(self.game, self.reach, rule.parameters)
        for expr in (rule.body, *(e for m in rule.modifiers for e in (m.when, m.set, m.add))):
            inner.reads(expr, True)
        return "mine" if all(a.whose == "mine" for a in inner.found if a.name == name) else "other"


def _how(line: Line) -> str:
    """How a line writes its variable. Two that do it in the same way can change places, but for `set`."""
    change = line.word.changes
    if change is None:
        return "set"
    given = line.arguments[change.by]
    if change.how == "set":
        same = isinstance(given, typed.Literal | typed.Everything | typed.Setting) or (
            given.at.text.strip() in ("yes", "no", "none"))
        return f"set to {given.at.text}" if same else "set"
    if not change.clamped:
        return "add" if change.how in ("up", "down") else change.how
    # What stays at a bound comes to the same there in any order, if all goes towards it.
    towards = isinstance(given, typed.Typed) and isinstance(given.type, Number) and given.type.low >= 0
    return change.how if towards else "set"


def conflict(first: list[Access], second: list[Access]) -> tuple[Access, Access] | None:
    """An access of each of two elements that cannot change places."""
    for write in first:
        if write.how == "read":
            continue
        for other in second:
            if other.name != write.name or {write.whose, other.whose} == {"mine"}:
                continue
            if other.how == write.how and write.how != "set":
                continue  # sums, sets that grow or shrink, and one value given twice
            return write, other
    return None


_DOES = {"add": "changes", "up": "changes", "down": "changes", "grow": "fills", "shrink": "takes from"}


def _loops(context: Context) -> Iterator[Finding]:
    """Loops over sets in which the order shows."""
    game = context.game
    for _, _, effect in effects(game):
        for line in lines(effect):
            if line.word.means not in ("each", "each in") or not line.body:
                continue
            local = next((a for a in line.arguments.values() if isinstance(a, Local)), None)
            found = Accesses(game, context.reach, (local, line.you))
            found.effect(line.body)
            if found.ends and _ends_alone(context, line):
                continue
            clash = conflict(found.found, found.found)
            if clash is None:
                continue
            write, other = clash
            head = line.at.text.splitlines()[0]
            does = _DOES.get(write.how, "sets")
            also = "looks at it" if other.how == "read" else "changes it too"
            yield UnorderedSideEffects.at(
                Span(line.at.source, line.at.start, line.at.start + len(head)), does=does, also=also,
                text=quote(write.at.text), labels=(Label(write.at, "by one"), Label(other.at, "by another")),
                help="say `for each player from ...:`" if line.word.means == "each" else None)


def _ends_alone(context: Context, line: Line) -> bool:
    """Whether whatever an element does ends the game, and no two can both come to it: of two players only one is
    greater than the other."""
    if context.game.most != 2 or line.body is None or len(line.body) != 1:
        return False
    [case] = line.body
    test = case.arguments.get("condition")
    if not isinstance(test, typed.Apply) or test.word.greater is None or case.otherwise:
        return False
    ends = context.reach.effect(case.body).ends
    more, less = (test.arguments[name] for name in test.word.greater)
    return ends and _seen(more, False) == _seen(less, True)


def _seen(node: Argument, flipped: bool) -> object:
    """What an expression says, with one of two players for you and the other for your neighbour, or flipped."""
    if isinstance(node, typed.Use) and node.local.name == "you":
        return not flipped
    if isinstance(node, typed.Apply) and node.word.means in ("after", "before") and any(
            isinstance(part, typed.Use) and part.local.name == "you" for part in parts(node)):
        return flipped
    inner = parts(node)
    return (type(node), _seen_name(node), *(_seen(part, flipped) for part in inner)) if inner else key_of(node)


def _seen_name(node: Argument) -> object:
    match node:
        case typed.Field(variable=symbol) | typed.Place(zone=symbol) | typed.Derived(function=symbol) | typed.Printed(
                attribute=symbol):
            return symbol
        case typed.Apply(word=word):
            return word
    return key_of(node)


def _stated(context: Context, first: typed.Rule, second: typed.Rule) -> bool:
    """Whether a ruling has to do with the passages of both rules, or one passage is behind both."""
    one, two = (set(rule.passage.split(", ")) - {""} for rule in (first, second))
    return bool(one & two) or any(
        one & cited and two & cited
        for cited in (set(ruling.rule.passage.split(", ")) for ruling in context.game.rulings.values()))


def _triggers(context: Context) -> Iterator[Finding]:
    """Pairs of triggers of one moment that cannot change places."""
    game, facts = context.game, context.flow.facts
    for number, second in enumerate(game.triggers):
        for first in game.triggers[:number]:
            if first.at_moment != second.at_moment or _stated(context, first.rule, second.rule):
                continue
            together = [t.when for t in (first, second) if t.when is not None]
            if not _possible(Cases(facts, _known(context, first, second), None), together):
                continue
            sides = []
            for trigger in (first, second):
                found = Accesses(game, context.reach)
                found.effect(trigger.effect)
                found.reads(trigger.when, False)
                sides.append(found)
            labels = (Label(first.rule.at, f"`{first.rule.name}`"),)
            if sides[0].ends and sides[1].ends:
                yield EndPrecedence.at(second.rule.at, name=first.rule.name, other=second.rule.name, labels=labels)
                continue
            clash = conflict(sides[0].found, sides[1].found) or conflict(sides[1].found, sides[0].found)
            if clash is not None:
                yield SimultaneousUnordered.at(second.rule.at, name=first.rule.name, other=second.rule.name,
                                               cell=clash[0].name, labels=labels)


def _known(context: Context, first: typed.EffectRule, second: typed.EffectRule) -> State:
    """What is known where both conditions are looked at."""
    flow = context.flow
    for trigger in (first, second):
        visit = flow.tests.get((id(trigger.when), None)) if flow.complete else None
        if visit is not None:
            return visit.state
    return State()


def _possible(cases: Cases, together: list[TypedExpr]) -> bool:
    """Whether conditions may hold at the same time, as far as trying shows."""
    tried = False
    for case in cases.of(together):
        tried = True
        state: State | None = case.state
        for expr in together:
            state = None if state is None else cases.facts.assume(expr, True, state, None)
        if state is not None:
            return True
    return not tried


CHECKS: tuple[Check, ...] = (
    Check("the order in loops", ("typed",), (UnorderedSideEffects,), _loops),
    Check("the order of triggers", ("typed",), (SimultaneousUnordered, EndPrecedence), _triggers),
)
