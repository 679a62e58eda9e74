"""What words lower with: the builder, what names stand for, and the few moves that many words share.

One `Lowering` belongs to one function being built. It knows which builder value each local name has, how zones and
variables lie in the state, and how items move. It knows no word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import Any

from ludex.dsl import lower_stacks, typed
from ludex.dsl.lower_events import seers, worded
from ludex.dsl.lowered import Asked, Cell, Goods, Later, Where
from ludex.dsl.source import Span
from ludex.dsl.types import Element, Elements, Flag, Kind, Nothing, Number, Type
from ludex.dsl.whereabouts import Whereabouts
from ludex.ir.builder import Builder, ProgramBuilder, Value
from ludex.ir.graph import SEATS, Origin
from ludex.ir.ops import Call
from ludex.ir.record import changeable
from ludex.ir.registers import targets
from ludex.ir.types import FLAG, Int, Set
from ludex.ir.types import Type as MachineType

#: What the text of an origin begins with, where what follows forbids something.
FORBIDDEN = "forbidden if "
#: How the name of a procedure ends whose lines are a part of one step.
IN_ONE_STEP = " in one step"
#: A loop over a set of a class with more elements takes a step for each of them.
FEW_ELEMENTS = 64
#: What is done to every zone of a name is written out for so many of them; for more it is a loop.
WRITTEN_OUT = 8


@changeable
class Scene:
    """What all functions of a program share: the game, the table's settings, and what is built on demand."""

    game: typed.Game
    program: ProgramBuilder
    seats: int
    parameters: dict[str, int]
    readings: dict[str, str]
    #: Builds the pure function of a derived value, once, and returns its name.
    derived: Callable[[typed.FunctionSymbol], str]
    whereabouts: Whereabouts
    #: Writes the triggers and ends of a moment at this point.
    moment: Callable[[Lowering, str], None]
    #: Lets the one who acts take one of the named actions.
    take_action: Callable[[Lowering, Sequence[str]], None]
    #: The zones whose items a zone's `when empty` brings into it.
    refills: Callable[[typed.ZoneSymbol], Sequence[Where]]
    #: Writes, where the game ends, that a tie is a fault if the rules say so.
    no_tie: Callable[[Lowering], None]
    #: The procedures that are there once more, for what happens in one step.
    waiting: frozenset[str]
    counter: int = 0
    looping: dict[str, bool] = field(default_factory=dict)
    #: Where origins stand in the files.
    spans: dict[int, Span] = field(default_factory=dict)

    def unique(self, stem: str) -> str:
        """A function name of its own."""
        self.counter += 1
        return f"{stem} #{self.counter}"

    def loops_in(self, name: str) -> bool:
        """Whether a function has a loop, or calls one that has."""
        if name not in self.looping:
            blocks = self.program.functions[name].blocks
            self.looping[name] = any(target <= at for at, block in enumerate(blocks) for target in targets(block.end)) \
                or any(self.loops_in(op.function) for block in blocks for op in block.ops if isinstance(op, Call))
        return self.looping[name]

    def calls_in(self, name: str) -> bool:
        """Whether a function calls another."""
        return any(isinstance(op, Call) for block in self.program.functions[name].blocks for op in block.ops)

    def machine(self, type: Type) -> MachineType:
        """The machine type that holds a type of the language."""
        match type:
            case Number(low=low, high=high):
                return Int(low, high)
            case Flag():
                return FLAG
            case Element(domain=domain, optional=optional):
                return Int(-1 if optional else 0, self.program.domains[domain].size - 1, domain)
            case Elements(domain=domain) | Kind(domain=domain):
                return Set(domain)
            case Nothing():
                return Int(-1, -1)
        raise AssertionError(type)


@changeable
class Lowering:
    """Lowers into one function."""

    scene: Scene
    b: Builder
    rule: typed.Rule
    you: Value | None = None
    values: dict[typed.Local, Value] = field(default_factory=dict)
    places: dict[typed.Local, tuple[Where, ...]] = field(default_factory=dict)
    #: How many loops over sets have been written, calls of functions with loops included.
    loops: int = 0
    #: In how many loops over sets one writes just now.
    depth: int = 0
    #: How many calls have been written of functions that call others.
    calls: int = 0
    #: Whether this is one step, in the middle of which nothing happens at any time.
    one_step: bool = False
    #: Registers of chosen sets, one for all the ways in which a choice can be made.
    wholes: dict[typed.Local, Value] = field(default_factory=dict)

    #: Where the items of a choice lie, looked at before the choice itself.
    sources: dict[typed.Local, tuple[Where, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # INVARIANT: `places` holds only what is true wherever control comes from. A loop's body may have moved items
        # before it runs again.
        self.b.on_loop = self.places.clear

    # -- origins

    @contextmanager
    def under(self, rule: typed.Rule) -> Iterator[None]:
        """What is lowered inside belongs to a rule."""
        before, here = self.rule, self.b.origin
        self.rule = rule
        self.at(rule.at)
        yield
        self.rule, self.b.origin = before, here

    def at(self, span: Span) -> int:
        """What is lowered from here on comes from this place of the current rule."""
        self.b.origin = self.origin(self.rule, span)
        return self.b.origin

    def origin(self, rule: typed.Rule, span: Span, forbidden: bool = False) -> int:
        """The number of an origin. Of what is `forbidden`, the text says when."""
        text = " ".join(span.text.split())
        if forbidden:
            text = FORBIDDEN + text
        number = self.scene.program.origin(
            Origin(rule.name, rule.passage, span.source.path, span.line, span.column, text[:120]))
        self.scene.spans.setdefault(number, span)
        return number

    # -- names

    def bind(self, local: typed.Local, value: Value, lies: tuple[Where, ...] | None = None) -> None:
        """From here on a local name stands for a value (and its items lie there)."""
        self.values[local] = value
        if lies is not None:
            self.places[local] = lies

    @contextmanager
    def acting(self, local: typed.Local | None, value: Value) -> Iterator[None]:
        """Inside, `you` is this player."""
        before = self.you
        self.you = value
        if local is not None:
            self.bind(local, value)
        yield
        self.you = before

    @contextmanager
    def in_one_step(self) -> Iterator[None]:
        """What happens inside is one step."""
        before, self.one_step = self.one_step, True
        yield
        self.one_step = before

    def actor(self) -> Value:
        """Who acts; nobody is -1."""
        return self.you if self.you is not None else self.b.const(-1, Int(-1, -1, SEATS))

    # -- expressions

    def value(self, expr: typed.TypedExpr) -> Value:
        """The value of an expression, computed here."""
        match expr:
            case typed.Literal(type=Element(domain="player"), value=value) if value >= self.scene.seats:
                return self.b.const(-1, Int(-1, -1, SEATS))  # a seat that is not taken is nobody
            case typed.Literal(type=type, value=value):
                return self.b.const(value, self.scene.machine(type) if not isinstance(type, Number) else None)
            case typed.Everything(domain=domain):
                return self.b.everything(domain)
            case typed.Use(local=local):
                return self.values[local]
            case typed.Setting(parameter=parameter):
                return self.b.const(self.scene.parameters[parameter.name])
            case typed.Field(variable=variable, owner=owner):
                return self.b.load(variable.name, None if owner is None else self.value(owner))
            case typed.Place():
                return self.contents(self.where(expr))
            case typed.Printed(attribute=attribute, item=item):
                return self.b.lookup(self.attribute(attribute), self.value(item))
            case typed.Derived(function=function, arguments=arguments):
                return self._call(function, [self.value(a) for a in arguments])
            case typed.Apply(word=word, arguments=arguments):
                here = self.b.origin
                self.at(expr.at)
                result: Value = word.lower(self, **self.arguments(word, arguments))  # type: ignore[attr-defined]
                self.b.origin = here
                return result
        raise AssertionError(expr)

    def arguments(self, word: type[Any], given: dict[str, typed.Argument]) -> dict[str, Any]:
        """Arguments as the word's handles want them."""
        found: dict[str, Any] = {}
        for name, argument in given.items():
            sort = word.parameters[name].sort
            match argument:
                case typed.Local() | typed.Chosen() | typed.ToEach():
                    found[name] = argument
                case typed.Named(names=names):
                    found[name] = names if sort == "action" else names[0]
                case typed.Given(values=values):
                    found[name] = tuple(self.value(value) for value in values)
                case typed.Words(text=text):
                    found[name] = text
                case _ if sort == "condition":
                    found[name] = Asked(argument, self._later(argument))
                case _ if sort == "later":
                    found[name] = Later(argument.type, self._later(argument))
                case _ if sort == "player":
                    found[name] = self.present(self.value(argument))
                case typed.Place() if sort == "place":
                    found[name] = self.where(argument)
                case typed.Field(variable=variable, owner=owner) if sort == "variable":
                    found[name] = Cell(variable, None if owner is None else self.value(owner))
                case _ if sort == "items":
                    value = self.value(argument)
                    items = self.b.single(value) if isinstance(value.type, Int) else value
                    found[name] = Goods(items, self.lying(argument), self.perhaps(argument))
                case _:
                    found[name] = self.value(argument)
        return found

    def _later(self, expr: typed.TypedExpr) -> Callable[[], Value]:
        return lambda: self.value(expr)

    def attribute(self, attribute: typed.AttributeSymbol) -> str:
        """The constant table of an attribute."""
        name = f"{attribute.name} of {attribute.domain}"
        return self.scene.program.table(name, attribute.domain, self.scene.machine(attribute.type), attribute.values)

    def to_each(self, value: typed.ToEach, element: Value, second: Value | None = None) -> Value:
        """A value by name, for one element."""
        match value.symbol:
            case typed.AttributeSymbol():
                return self.b.lookup(self.attribute(value.symbol), element)
            case typed.VariableSymbol(name=name) | typed.ZoneSymbol(name=name):
                return self.b.load(name, element)
            case typed.FunctionSymbol():
                return self._call(value.symbol, [element] if second is None else [element, second])
        raise AssertionError(value)

    def _call(self, function: typed.FunctionSymbol, arguments: list[Value]) -> Value:
        """A derived value. A parameter that is never none is not given none, and no number outside its bounds."""
        given = [self.fitted(value, type, f"`{name}` of `{function.name}`")
                 for value, (name, type) in zip(arguments, function.parameters, strict=True)]
        name = self.scene.derived(function)
        self.loops += self.scene.loops_in(name)
        self.calls += self.scene.calls_in(name)
        return self.b.call(name, given)

    def fitted(self, value: Value, type: Type, what: str) -> Value:
        """A value for a parameter: one that is never none is not given none, and no number outside its bounds."""
        if isinstance(type, Element) and not type.optional:
            return self.present(value)
        if isinstance(type, Number):
            return self._within(value, type, what)
        return value

    def present(self, value: Value) -> Value:
        """An element that is there; that there is none is a fault."""
        if not isinstance(value.type, Int) or value.low >= 0:
            return value
        b = self.b
        nothing = b.compare("lt", value, b.const(0))
        b.branch(nothing, lambda: b.fail("this is none, and somebody or something is needed"))
        there = b.fresh(Int(0, max(value.high, 0), value.type.domain))
        b.assign(there, value)
        return there

    def _within(self, value: Value, type: Number, what: str) -> Value:
        """A number within bounds; that it is outside is a fault."""
        b = self.b
        if type.low <= value.low and value.high <= type.high:
            return value
        low, high = b.const(type.low), b.const(type.high)
        outside = b.either(b.compare("lt", value, low), b.compare("lt", high, value))
        b.branch(outside, lambda: b.fail(f"{what} would be outside {type.low} to {type.high}"))
        inside = b.fresh(Int(type.low, type.high))
        b.assign(inside, value if value.low <= type.high and type.low <= value.high else low)
        return inside

    def relation(self, name: str, origin: str) -> typed.RelationSymbol:
        """The relation of a name that belongs to the elements of a class."""
        return self.scene.game.relations[f"{name} of {origin}"]

    # -- effects

    def effect(self, lines: typed.Effect) -> None:
        """Write the lines of an effect."""
        for line in lines:
            if line.rule is None:
                self._line(line)
            else:
                with self.under(line.rule):
                    self._line(line)

    def _line(self, line: typed.Line) -> None:
        changes = self.b.changes
        if line.written:
            self.at(line.at)
        given = self.arguments(line.word, line.arguments)
        if line.body is not None:
            given["body"] = self._body(line.body, line.you)
            if line.word.followed_by:
                given["otherwise"] = None if line.otherwise is None else self._body(line.otherwise)
        line.word.lower(self, **given)  # type: ignore[attr-defined]
        if self.b.changes != changes:
            self._forget(line)

    def run(self, procedure: str, values: Sequence[Value]) -> None:
        """Enter a procedure of the program."""
        waits = self.one_step and procedure in self.scene.waiting
        self.b.enter(f"{procedure}{IN_ONE_STEP}" if waits else procedure, values)

    def _forget(self, line: typed.Line) -> None:
        """Of the items of a class that a line may have moved nothing is known any more."""
        zones = self.scene.game.zones
        moved = {zones[name].domain for name in self.scene.whereabouts.brought(line)}
        for local in [local for local in self.places if getattr(local.type, "domain", None) in moved]:
            del self.places[local]

    def _body(self, lines: typed.Effect, you: typed.Local | None = None) -> Callable[[], None]:
        def write() -> None:
            if you is not None and self.you is not None:
                self.bind(you, self.you)
            self.effect(lines)

        return write

    def each(self, set: Value, body: Callable[[Value], None]) -> None:
        """For every element of a set. An element takes a step from the budget where there are loops in the loop, where
        it is in two others itself, and where there may be many elements: such loops have an end, but not one that
        anybody lives to see."""
        many = self.depth > 1 or self.scene.program.domains[set.domain].size > FEW_ELEMENTS

        def counted(element: Value) -> None:
            before = self.loops
            self.depth += 1
            body(element)
            self.depth -= 1
            if many or self.loops > before:
                self.b.tick()

        self.b.each(set, counted)
        self.loops += 1

    # -- zones

    def where(self, place: typed.Place) -> Where:
        """A zone with its owner's index computed here."""
        return Where(place.zone, None if place.owner is None else self.value(place.owner), place.every)

    def lying(self, expr: typed.Argument) -> tuple[Where, ...] | None:
        """Where the items of an expression lie, if that follows from how it is written."""
        match expr:
            case typed.Place():
                return (self.where(expr),)
            case typed.Use(local=local) if local in self.places:
                return self.places[local]
            case typed.Apply(lies=lies) if lies is not None:
                return tuple(self.where(place) for place in lies)
        perhaps = self.perhaps(expr)
        return perhaps if len(perhaps) == 1 and not perhaps[0].every else None

    def perhaps(self, expr: typed.Argument) -> tuple[Where, ...]:
        """The zones in which the items of an expression in a line may lie."""
        found = self.scene.whereabouts.of(expr)
        return tuple(where for where in self.anywhere(getattr(expr.type, "domain", "")) if where.zone.name in found)

    def contents(self, where: Where) -> Value:
        """The set of items in a zone, or in all zones of its name."""
        if not where.every:
            return self.b.load(where.zone.name, where.owner)
        total = self.b.fresh(Set(where.zone.domain))
        self.b.assign(total, self.b.empty(where.zone.domain))
        self.each_zone((where,), lambda one: self.b.assign(total, self.b.combine(
            "union", total, self.b.load(one.zone.name, one.owner))))
        return total

    def owners(self, zone: typed.ZoneSymbol) -> list[Value]:
        """The owners of a zone's copies, as constants."""
        assert zone.each is not None
        size = self.scene.program.domains[zone.each].size
        return [self.b.const(n, Int(0, size - 1, zone.each)) for n in range(size)]

    def single_zones(self, wheres: Sequence[Where]) -> list[Where]:
        """The same places one by one."""
        found: list[Where] = []
        for where in wheres:
            found += [Where(where.zone, o) for o in self.owners(where.zone)] if where.every else [where]
        return found

    def each_zone(self, wheres: Sequence[Where], body: Callable[[Where], None]) -> None:
        """Write something for each of some places: one after the other, or in a loop where there are many of a name."""
        for where in wheres:
            if not where.every:
                body(where)
                continue
            zone = where.zone
            assert zone.each is not None
            if self.scene.program.domains[zone.each].size > WRITTEN_OUT:
                self.b.each(self.b.everything(zone.each), lambda owner, zone=zone: body(Where(zone, owner)))  # type: ignore[misc]
            else:
                for owner in self.owners(zone):
                    body(Where(zone, owner))

    def anywhere(self, domain: str) -> tuple[Where, ...]:
        """All zones of a component class."""
        return tuple(Where(zone, None, zone.each is not None)
                     for zone in self.scene.game.zones.values() if zone.domain == domain)

    def take_out(self, goods: Goods) -> None:
        """Take items out of wherever they lie."""
        lies = goods.lies if goods.lies is not None else goods.perhaps

        def leave(where: Where) -> None:
            if where.zone.stack:
                lower_stacks.leave(self, where, goods.value)
            left = self.b.combine("minus", self.b.load(where.zone.name, where.owner), goods.value)
            self.b.store(where.zone.name, where.owner, left)

        self.each_zone(lies, leave)

    def put_in(self, items: Value, where: Where) -> None:
        """Put items into a zone; more than fit are a fault."""
        filled = self.b.combine("union", self.b.load(where.zone.name, where.owner), items)
        if where.zone.capacity is not None and where.zone.capacity < self.scene.program.domains[items.domain].size:
            over = self.b.compare("lt", self.b.const(where.zone.capacity), self.b.count(filled))
            self.b.branch(over, lambda: self.b.fail(f"`{where.zone.name}` holds {where.zone.capacity} at most"))
        self.b.store(where.zone.name, where.owner, filled)

    # -- variables

    def read(self, cell: Cell) -> Value:
        return self.b.load(cell.variable.name, cell.owner)

    def write(self, cell: Cell, value: Value, verb: str = "becomes", told: Value | None = None) -> None:
        """Set a variable and report it to those who may know it: what it becomes, or what it gains or loses."""
        type = self.scene.program.fields[cell.variable.name].type
        if isinstance(type, Int) and isinstance(value.type, Int) and type.domain is not None:
            if type.domain != value.type.domain:
                # None by itself belongs to no domain; here it is told of as one of the variable's.
                given, value = value, self.b.fresh(Int(value.low, value.high, type.domain))
                self.b.assign(value, given)
            if value.low < type.low:
                self.b.branch(self.b.compare("lt", value, self.b.const(0)),
                              lambda: self.b.fail(f"`{cell.variable.name}` cannot be none"))
        before = self.b.load(cell.variable.name, cell.owner)
        self.b.store(cell.variable.name, cell.owner, value)
        seen = seers(self.b, cell.variable.sight, cell.owner if cell.variable.each == SEATS else None)
        whose = "" if cell.owner is None else "{}'s "
        owner = [] if cell.owner is None else [cell.owner]
        news = [value] if told is None else [told, value]
        self.tell(f"{whose}{cell.variable.name} {verb} {{!}}", [*owner, before], news, seen, sort="change",
                  plain="flag" if isinstance(cell.variable.type, Flag) else "number")

    # -- events

    def tell(self, words: str, args: Sequence[Value], secrets: Sequence[Value] = (), seen: Value | None = None,
             sort: str = "event", plain: str | None = None) -> None:
        """Report an event. In the words, `{}` is the next argument, `{!}` the next secret and `{@}` who acts.

        The sort says what it is: an `event`, the `phase` that begins, or a `change`, whose last argument is the value
        before and whose last secret is the value after. `plain` says what 0 and 1 are here: a `flag` or a `number`.
        """
        event = worded(words, args, secrets, self.actor, plain)
        self.b.emit(f"{sort}|{event.words}", event.args, event.secrets, seen)

    # -- pure functions beside this one

    def aside(self, stem: str, needed: Sequence[typed.Local], extra: Sequence[MachineType],
              write: Callable[[Lowering, list[Value]], Value]) -> tuple[str, list[Value]]:
        """Build a pure function that knows some local names (and who acts) and takes further arguments after them.

        Returns its name and the values to pass for the names.
        """
        builder = Builder(self.scene.program, self.scene.unique(stem), pure=True)
        builder.origin = self.b.origin
        other = Lowering(self.scene, builder, self.rule)
        passed: list[Value] = []
        if self.you is not None:
            other.you = builder.parameter("you", self.you.type)
            passed.append(self.you)
        for local in needed:
            value = self.values[local]
            if self.you is not None and value.reg == self.you.reg:
                assert other.you is not None
                other.bind(local, other.you)
                continue
            other.bind(local, builder.parameter(local.name, value.type))
            passed.append(value)
        arguments = [builder.parameter(f"argument {n}", type) for n, type in enumerate(extra)]
        builder.give(write(other, arguments))
        builder.done()
        self.loops += other.loops
        return builder.name, passed
