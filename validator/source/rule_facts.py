"""What rules say, as plain facts: numbers, conditions, choices, deeds, the names they touch, and in which order.

Facts are those of the readings chosen in the rulings; what belongs to another reading is left out, since the text is
held against the game as it is played. A part is a piece of rules that cites passages. Helpers that cite nothing
(procedures, values) count as written where they are used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ludex.dsl import typed
from ludex.dsl.source import Span
from ludex.dsl.types import Element, Elements, Number
from ludex.dsl.vocabulary.chance import RollDie
from ludex.dsl.vocabulary.choices import Choose, May, MayChoose, TakeAction
from ludex.dsl.vocabulary.flow import Do, ForEach, ForEachFrom, ForEachIn, If, OtherwiseIf, ReachMoment, RepeatUntil
from ludex.dsl.vocabulary.logic import (
    And,
    AtLeast,
    AtMost,
    Conditional,
    Is,
    IsEmpty,
    IsNot,
    IsNotEmpty,
    Less,
    More,
    NoOne,
    Not,
    NotSo,
    Or,
    RulingIs,
    Yes,
)
from ludex.dsl.vocabulary.sets import AnyOf, EveryOf, Filtered, NoneOf
from ludex.dsl.vocabulary.word import Word

COMPARISONS: dict[type[Word], str] = {More: ">", AtLeast: ">=", Less: "<", AtMost: "<=", Is: "is", IsNot: "is not"}
MIRRORED = {">": "<", ">=": "<=", "<": ">", "<=": ">="}
OPPOSITE = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "is": "is not", "is not": "is"}


@dataclass(frozen=True, slots=True)
class Told:
    """A number that a rule writes, where, and as a part of what."""

    number: int
    at: Span
    role: str = ""
    #: For a draw: the class of what is drawn.
    of: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that is not decided by a ruling: how it compares, with which number, and what it names.

    `soft` is one that a word brings with it, such as a choice that is only asked where something can be chosen.
    """

    at: Span
    compare: str = ""
    number: int | None = None
    names: frozenset[str] = frozenset()
    soft: bool = False


@dataclass(slots=True)
class Step:
    """A line of an effect that does something: the word, what it names, and where it stands."""

    word: str
    names: frozenset[str]
    at: Span


@dataclass(slots=True)
class Facts:
    """All that a stretch of rules says."""

    numbers: list[Told] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    choices: list[typed.Chosen] = field(default_factory=list)
    optional: list[Span] = field(default_factory=list)
    everybody: list[Span] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    domains: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    #: Seats that are named outright, but for who begins.
    seats: list[Span] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def take(self, other: Facts) -> None:
        """Add what other rules say."""
        self.numbers += other.numbers
        self.conditions += other.conditions
        self.choices += other.choices
        self.optional += other.optional
        self.everybody += other.everybody
        self.words |= other.words
        self.names |= other.names
        self.domains |= other.domains
        self.seats += other.seats
        self.steps += other.steps


class Reader:
    """Walks typed rules and gathers facts, under the chosen readings."""

    def __init__(self, game: typed.Game) -> None:
        self.game = game
        self.facts = Facts()
        self._negated = False

    def ruled(self, expr: typed.TypedExpr | None) -> bool | None:
        """What the chosen readings make of a condition; None if it depends on play."""
        if not isinstance(expr, typed.Apply):
            return None
        if expr.word is RulingIs:
            ruling, reading = expr.arguments["ruling"], expr.arguments["reading"]
            assert isinstance(ruling, typed.Named)
            assert isinstance(reading, typed.Named)
            found = self.game.rulings.get(ruling.names[0])
            return found is not None and found.choice == reading.names[0]
        if expr.word is Yes:
            return True
        if expr.word is NotSo:
            return False
        if expr.word is Not:
            inner = self.ruled(_expr(expr.arguments["condition"]))
            return None if inner is None else not inner
        if expr.word in (And, Or):
            sides = [self.ruled(_expr(expr.arguments[side])) for side in ("left", "right")]
            decisive = expr.word is Or
            if decisive in sides:
                return decisive
            return None if None in sides else not decisive
        return None

    # -- expressions

    def expr(self, node: typed.Argument | None, role: str = "") -> None:
        """An expression, or any other argument of a word."""
        facts = self.facts
        match node:
            case typed.Literal(type=Number()):
                facts.numbers.append(Told(node.value, node.at, role))
            case typed.Literal(type=Element(domain="player"), value=value) if value >= 0:
                if role != "first":
                    facts.seats.append(node.at)
            case typed.Literal():
                facts.names.add(bare(node.at.text))
            case typed.Everything(domain=domain):
                facts.domains.add(domain)
            case typed.Setting(parameter=parameter):
                facts.names.add(parameter.name)
            case typed.Field(variable=variable, owner=owner):
                facts.names.add(variable.name)
                self.expr(owner)
            case typed.Place(zone=zone, owner=owner, every=every):
                facts.names.add(zone.name)
                if every:
                    facts.everybody.append(node.at)
                self.expr(owner)
            case typed.Printed(attribute=attribute, item=item):
                facts.names.add(attribute.name)
                facts.domains.add(attribute.domain)
                self.expr(item)
            case typed.Derived(function=function, arguments=arguments):
                self._function(function)
                for argument in arguments:
                    self.expr(argument)
            case typed.ToEach(symbol=symbol):
                facts.names.add(symbol.name)
                if isinstance(symbol, typed.FunctionSymbol):
                    self._function(symbol)
            case typed.Apply():
                self._apply(node, role)
            case typed.Chosen():
                self.chosen(node)
            case typed.Use(local=local):
                if isinstance(local.type, Elements):
                    facts.domains.add(local.type.domain)

    def _function(self, symbol: typed.FunctionSymbol) -> None:
        self.facts.names.add(symbol.name)
        self.facts.calls.add(f"value {symbol.name}")

    def _apply(self, node: typed.Apply, role: str) -> None:
        if node.word is RulingIs:
            return
        if node.word in (And, Or):
            for side in ("left", "right"):
                part = _expr(node.arguments[side])
                if self.ruled(part) is None:
                    self.expr(part)
            return
        if node.word is Conditional:
            test = _expr(node.arguments["test"])
            known = self.ruled(test)
            if known is None:
                self.condition(test)
            for arm, when in (("yes", True), ("no", False)):
                if known is None or known is when:
                    self.expr(node.arguments[arm], role)
            return
        self.facts.words.add(node.word.__name__)
        for name, argument in node.arguments.items():
            if name == "test" and node.word in (Filtered, AnyOf, EveryOf, NoneOf):
                self.condition(_expr(argument))
            else:
                inner = "compare" if node.word in COMPARISONS else node.word.__name__
                self.expr(argument, inner if not role or inner == "compare" else role)

    def condition(self, expr: typed.TypedExpr | None, soft: bool = False) -> None:
        """A condition: each part that `and` joins is one of its own."""
        if expr is None or self.ruled(expr) is not None:
            return
        if isinstance(expr, typed.Apply) and expr.word in (And, Or):
            for side in ("left", "right"):
                self.condition(_expr(expr.arguments[side]), soft)
            return
        if isinstance(expr, typed.Apply) and expr.word is Not:
            self._negated = not self._negated
            self.facts.words.add("Not")
            self.condition(_expr(expr.arguments["condition"]), soft)
            self._negated = not self._negated
            return
        inner = Reader(self.game)
        inner.expr(expr)
        compare, number = "", None
        if isinstance(expr, typed.Apply):
            if expr.word in COMPARISONS:
                compare = COMPARISONS[expr.word]
                compare = OPPOSITE[compare] if self._negated else compare
                sides = [_expr(expr.arguments[side]) for side in ("left", "right")]
                nothing = any(isinstance(side, typed.Apply) and side.word is NoOne for side in sides)
                left, right = (self._fixed(side) for side in sides)
                number = left if right is None else right
                if right is None and left is not None:
                    compare = MIRRORED.get(compare, compare)
                if nothing:
                    compare = {"is": "none", "is not": "not none"}.get(compare, compare)
            elif expr.word in (IsEmpty, IsNotEmpty):
                compare = "empty" if (expr.word is IsEmpty) is not self._negated else "not empty"
        self.facts.conditions.append(Condition(expr.at, compare, number, frozenset(inner.facts.names), soft))
        self.facts.calls |= inner.facts.calls
        self.facts.take(inner.facts)

    def _fixed(self, expr: typed.TypedExpr) -> int | None:
        """The number that a side of a comparison is known to be."""
        match expr:
            case typed.Literal(value=value, type=Number()):
                return value
            case typed.Setting(parameter=parameter):
                return parameter.default
            case typed.Derived(function=symbol) if symbol.name in self.game.functions:
                return self._fixed(self.game.functions[symbol.name].body)
            case _:
                return None

    def chosen(self, choice: typed.Chosen) -> None:
        """A choice."""
        self.facts.choices.append(choice)
        for part in (choice.source, choice.low, choice.high):
            self.expr(part, "choose")
        if not choice.single and choice.low is None:
            for part in (choice.least, choice.most):
                self.expr(part, "choose")
        self.condition(choice.where)

    # -- effects

    def effect(self, lines: Iterable[typed.Line] | None) -> None:
        """The lines of an effect."""
        for line in lines or ():
            self._line(line)

    def _line(self, line: typed.Line) -> None:
        facts, name = self.facts, line.word.__name__
        if line.word in (If, OtherwiseIf, RepeatUntil):
            test = _expr(line.arguments["condition"])
            known = self.ruled(test)
            self.condition(test)
            if line.word is RepeatUntil:
                facts.words.add(name)
            if known is not False:
                self.effect(line.body)
            if known is not True:
                self.effect(line.otherwise)
            return
        facts.words.add(name)
        before = Reader(self.game)
        for key, argument in line.arguments.items():
            if isinstance(argument, typed.Chosen) or key == "condition":
                continue
            if isinstance(argument, typed.Named):
                self._named(line.word, argument)
            else:
                before.expr(argument, "first" if key == "first" else name)
        source = line.arguments.get("source")
        if isinstance(source, typed.Place):
            before.facts.numbers = [replace(told, of=source.zone.domain) for told in before.facts.numbers]
        facts.take(before.facts)
        facts.calls |= before.facts.calls
        for argument in line.arguments.values():
            if isinstance(argument, typed.Chosen):
                self.chosen(argument)
        players = isinstance(over := line.arguments.get("set"), typed.Typed) and over.type == Elements("player")
        if line.word in (ForEach, ForEachFrom) or (line.word is ForEachIn and players):
            facts.everybody.append(line.at)
        if line.word in (May, MayChoose):
            facts.optional.append(line.at)
        if line.word is MayChoose:
            facts.conditions.append(Condition(line.at, soft=True))
        if line.body is None:
            facts.steps.append(Step(name, frozenset(before.facts.names), line.at))
        self.effect(line.body)
        self.effect(line.otherwise)

    def _named(self, word: type[Word], named: typed.Named) -> None:
        facts = self.facts
        if word is Do:
            facts.calls |= {f"procedure {name}" for name in named.names}
        elif word is ReachMoment:
            facts.calls |= {f"moment {name}" for name in named.names}
        elif word is TakeAction:
            facts.calls |= {f"action {name}" for name in named.names}
            if len(named.names) > 1:
                facts.optional.append(named.at)


def bare(text: str) -> str:
    """A name as written, without its article."""
    words = text.split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in ("the", "a", "an") else words)


def _expr(argument: typed.Argument) -> typed.TypedExpr:
    assert not isinstance(argument, typed.Local | typed.Chosen | typed.ToEach | typed.Named)
    return argument


__all__ = ["Choose", "Condition", "Facts", "Reader", "RollDie", "Step", "Told", "bare"]
