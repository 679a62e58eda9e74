"""What rules say, as plain facts: numbers, conditions, choices, deeds, the names they touch, and in which order.

Facts are those of the readings chosen in the rulings; what belongs to another reading is left out, since the text is
held against the game as it is played. A part is a piece of rules that cites passages. Helpers that cite nothing
(procedures, values) count as written where they are used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from typing import TYPE_CHECKING

from ludex.dsl import typed
from ludex.dsl.source import Span
from ludex.dsl.types import Element, Elements, Number
from ludex.ir.record import changeable, record

if TYPE_CHECKING:
    from ludex.dsl.vocabulary.word import Word

#: What a word means -> what a rulebook would say of it, where that is something else or more.
SAYS: dict[str, tuple[str, ...]] = {
    "case": ("if",), "either": ("otherwise",), "each from": ("each player",), "each": ("each player",),
    "may choose": ("may",), "act": ("offer",), "+": ("add",), "-": ("take away",),
    "draw": ("draw", "chance"), "pick": ("chance",), "roll": ("roll", "chance"),
    "after": ("left",), "before": ("right",), "": (),
}
#: What lines say that write a variable, by how they do it.
CHANGING = {"set": "set", "up": "add", "down": "take away", "grow": "add", "shrink": "take away"}
#: What comparisons say.
COMPARISONS = (">", ">=", "<", "<=", "is", "is not", "empty", "not empty")
MIRRORED = {">": "<", ">=": "<=", "<": ">", "<=": ">="}
OPPOSITE = {
    ">": "<=", ">=": "<", "<": ">=", "<=": ">", "is": "is not", "is not": "is", "empty": "not empty",
    "not empty": "empty",
}


@record
class Told:
    """A number that a rule writes, where, and as a part of what."""

    number: int
    at: Span
    role: str = ""
    #: For a draw: the class of what is drawn. For an argument: of which value, and its place.
    of: str = ""


@record
class Condition:
    """A condition that is not decided by a ruling: how it compares, with which number, and what it names.

    `soft` is one that a word brings with it, such as a choice that is only asked where something can be chosen.
    """

    at: Span
    compare: str = ""
    number: int | None = None
    names: frozenset[str] = frozenset()
    soft: bool = False


@changeable
class Step:
    """A line of an effect that does something: the word, what it names, and where it stands."""

    word: str
    names: frozenset[str]
    at: Span


@changeable
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
    #: Items and values that are named outright: each name, and where it stands.
    things: list[tuple[str, Span]] = field(default_factory=list)

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
        self.things += other.things


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
        tells = says(expr.word)
        if "ruling" in tells:
            ruling, reading = (argument.names[0] for argument in expr.arguments.values()
                               if isinstance(argument, typed.Named))
            found = self.game.rulings.get(ruling)
            return found is not None and found.choice == reading
        if "yes" in tells or "no" in tells:
            return "yes" in tells
        inner = [self.ruled(part) for part in _parts(expr)]
        if "not" in tells:
            return None if inner[0] is None else not inner[0]
        if expr.word.conjunction or "or" in tells:
            decisive = "or" in tells
            if decisive in inner:
                return decisive
            return None if None in inner else not decisive
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
                name = bare(node.at.text)
                facts.names.add(name)
                facts.things.append((name, node.at))
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
                for number, argument in enumerate(arguments):
                    self.expr(argument)
                    if isinstance(argument, typed.Literal) and isinstance(argument.type, Number):
                        facts.numbers[-1] = replace(facts.numbers[-1], role="argument", of=f"{function.name}/{number}")
            case typed.ToEach(symbol=symbol):
                facts.names.add(symbol.name)
                if isinstance(symbol, typed.FunctionSymbol):
                    self._function(symbol)
            case typed.Apply():
                self._apply(node, role)
            case typed.Chosen():
                self.chosen(node)
            case typed.Given(values=values):
                for given in values:
                    if isinstance(given, typed.Literal) and not isinstance(given.type, Number):
                        self.expr(given)
            case typed.Use(local=local):
                if isinstance(local.type, Elements):
                    facts.domains.add(local.type.domain)

    def _function(self, symbol: typed.FunctionSymbol) -> None:
        self.facts.names.add(symbol.name)
        self.facts.calls.add(f"value {symbol.name}")

    def _apply(self, node: typed.Apply, role: str) -> None:
        tells = says(node.word)
        if "ruling" in tells:
            return
        if node.word.conjunction or "or" in tells:
            for part in _parts(node):
                if self.ruled(part) is None:
                    self.expr(part)
            return
        self.facts.words.update(tells)
        sorts = {name: _sort(node.word, name) for name in node.arguments}
        tests = {name: _expr(node.arguments[name]) for name, sort in sorts.items() if sort == "condition"}
        arms = [name for name, sort in sorts.items() if sort == "later"]
        known = self.ruled(next(iter(tests.values()))) if arms and tests else None
        for name, argument in node.arguments.items():
            if name in tests:
                if "not" in tells:
                    self.expr(argument)
                else:
                    self.condition(tests[name])
            elif name not in arms or known is None or known is (name == arms[0]):
                inner = "compare" if tells and tells[0] in COMPARISONS else ""
                self.expr(argument, inner or role)

    def condition(self, expr: typed.TypedExpr | None, soft: bool = False) -> None:
        """A condition: each part that `and` or `or` joins is one of its own."""
        if expr is None or self.ruled(expr) is not None or expr.at in self.game.norms:
            return  # what a module forbids is no part of the action that it forbids
        tells = says(expr.word) if isinstance(expr, typed.Apply) else ()
        if isinstance(expr, typed.Apply) and (expr.word.conjunction or "or" in tells):
            for part in _parts(expr):
                self.condition(part, soft)
            return
        if isinstance(expr, typed.Apply) and "not" in tells:
            self._negated = not self._negated
            for part in _parts(expr):
                self.condition(part, soft)
            self._negated = not self._negated
            return
        inner = Reader(self.game)
        inner.expr(expr)
        compare = next((tell for tell in tells if tell in COMPARISONS), "")
        compare = OPPOSITE.get(compare, "") if self._negated else compare
        number = None
        if isinstance(expr, typed.Apply) and compare:
            sides = _parts(expr)
            nothing = any(isinstance(side, typed.Apply) and "none" in says(side.word) for side in sides)
            fixed = [self._fixed(side) for side in sides]
            number = next((value for value in reversed(fixed) if value is not None), None)
            if len(fixed) > 1 and fixed[1] is None and fixed[0] is not None:
                compare = MIRRORED.get(compare, compare)
            if nothing:
                compare = {"is": "none", "is not": "not none"}.get(compare, compare)
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
        facts, tells = self.facts, says(line.word)
        tests = [_expr(argument) for name, argument in line.arguments.items() if _sort(line.word, name) == "condition"]
        facts.words.update(tells)
        if tests:
            known = self.ruled(tests[0]) if "if" in tells else None
            for test in tests:
                self.condition(test)
            if known is not False:
                self.effect(line.body)
            if known is not True:
                self.effect(line.otherwise)
            if "if" in tells and known is not None and line.otherwise is not None:
                facts.words.discard("otherwise")
            return
        before = Reader(self.game)
        for key, argument in line.arguments.items():
            if isinstance(argument, typed.Named):
                self._named(_sort(line.word, key), argument)
            elif not isinstance(argument, typed.Chosen):
                before.expr(argument, "first" if key == "first" else (tells[0] if tells else key))
        drawn = line.arguments.get(line.word.draws_from)
        if isinstance(drawn, typed.Place):
            before.facts.numbers = [replace(told, of=drawn.zone.domain) for told in before.facts.numbers]
        facts.take(before.facts)
        facts.calls |= before.facts.calls
        for argument in line.arguments.values():
            if isinstance(argument, typed.Chosen):
                self.chosen(argument)
        over = line.arguments.get("set")
        if line.word.brings is not None:
            target = line.arguments.get(line.word.brings[1])
            if isinstance(target, typed.Place) and target.zone.shuffled:
                facts.words.add("shuffle")
        if "each player" in tells or (isinstance(over, typed.Typed) and over.type == Elements("player")):
            facts.everybody.append(line.at)
        if "may" in tells:
            facts.optional.append(line.at)
            facts.conditions.append(Condition(line.at, soft=True))
        facts.words |= {word for word, so in (("win", line.word.names_winner), ("end", line.word.ends_game)) if so}
        if line.body is None:
            facts.steps.append(Step(tells[0] if tells else "", frozenset(before.facts.names), line.at))
        self.effect(line.body)
        self.effect(line.otherwise)

    def _named(self, sort: str, named: typed.Named) -> None:
        self.facts.calls |= {f"{sort} {name}" for name in named.names}
        if sort == "action" and len(named.names) > 1:
            self.facts.optional.append(named.at)


def says(word: type[Word]) -> tuple[str, ...]:
    """What a rulebook would say of a word."""
    if word.changes is not None:
        return (CHANGING[word.changes.how],)
    return SAYS.get(word.means, (word.means,))


def bare(text: str) -> str:
    """A name as written, without its article."""
    words = text.split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in ("the", "a", "an") else words)


def _parts(node: typed.Apply) -> list[typed.TypedExpr]:
    """The arguments of a word that are expressions."""
    return [argument for argument in node.arguments.values()
            if not isinstance(argument, typed.Local | typed.Chosen | typed.ToEach | typed.Named | typed.Given)]


def _sort(word: type[Word], parameter: str) -> str:
    """What the checker does with an argument."""
    return word.parameters[parameter].sort if parameter in word.parameters else ""


def _expr(argument: typed.Argument) -> typed.TypedExpr:
    assert not isinstance(argument, typed.Local | typed.Chosen | typed.ToEach | typed.Named | typed.Given)
    return argument
