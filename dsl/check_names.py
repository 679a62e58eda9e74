"""What names mean in expressions: locals, zones, variables, values, items, and their owners.

Where something is wrong a finding is added and the answer is None; whoever asked stays silent about it, so that
no mistake is told twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

from ludex.dsl import typed
from ludex.dsl.check_rules import ActorUnbound, CyclicDefinition, ShadowedName, TypeMismatch, WrongKind
from ludex.dsl.diagnostics import Label, Sink
from ludex.dsl.grid import bits
from ludex.dsl.names import PLAYER, Symbols, UndefinedName, describe, nearest
from ludex.dsl.parse_help import word
from ludex.dsl.source import Span
from ludex.dsl.tree import NameNode
from ludex.dsl.typed import (
    Apply,
    AttributeSymbol,
    BoardSymbol,
    Derived,
    Everything,
    Field,
    FunctionSymbol,
    Literal,
    Local,
    ParameterSymbol,
    Place,
    Printed,
    RelationSymbol,
    Setting,
    Symbol,
    TypedExpr,
    Use,
    ValueSymbol,
    VariableSymbol,
    ZoneSymbol,
)
from ludex.dsl.types import Element, Elements, Kind, Nothing, Number, Type, Unknown, fits
from ludex.dsl.vocabulary.word import Word
from ludex.ir.record import changeable

#: How many values may be defined through one another, one upon the other.
MOST_DEFINING = 30


@changeable
class Scope:
    """The local names known at a point, and who acts.

    `unknown` are names that a line with a finding may have given: nothing is said about them. `closed` are names
    that were known only inside an expression further back; `own` those given on this level.
    """

    names: dict[str, Local] = field(default_factory=dict)
    you: Local | None = None
    unknown: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)
    own: set[str] = field(default_factory=set)

    def inner(self) -> Scope:
        """A scope inside this one."""
        return Scope(dict(self.names), self.you, set(self.unknown), set(self.closed))


class NameChecker:
    """Checks names against the symbols of a rule set."""

    #: The word for relations, which the grammar does not know by its phrase; `check.py` names it.
    related: type[Word]

    def __init__(self, symbols: Symbols, sink: Sink) -> None:
        self.symbols = symbols
        self.sink = sink
        self.function_types: dict[FunctionSymbol, Type | None] = {}
        #: Checks the definition of a derived value when its type is first needed; set by `game.py`.
        self.define: Callable[[FunctionSymbol], None] = lambda symbol: None
        self.defining: list[FunctionSymbol] = []
        self.used: set[Symbol] = set()

    # -- findings

    def reject(self, at: Span, problem: str, help: str | None = None) -> None:
        """Say that types do not fit."""
        self.sink.add(TypeMismatch.at(at, problem=problem, help=help))

    def mismatch(self, at: Span, wanted: object, found: TypedExpr, help: str | None = None) -> None:
        """Say that something of another type is needed."""
        self.reject(at, f"{wanted} is needed here, this is {found.type}", help or self.elsewhere((found,), (wanted,)))

    def nobody(self, at: Span, what: str) -> None:
        """Say that nobody acts."""
        self.sink.add(ActorUnbound.at(at, what=f"`{what}`"))

    def undefined(self, at: Span, what: str, name: str, known: Iterable[str], help: str | None = None) -> None:
        """Say that a name stands for nothing, unless an earlier finding explains why."""
        if name not in self.sink.left_out:
            self.sink.add(UndefinedName.at(at, what=what, name=name, help=word(name) or nearest(name, known) or help))

    def bind(self, node: NameNode, type: Type, scope: Scope, after: bool = False) -> Local:
        """A new local name; `after` says that it is known to what follows on the same level, not inside something."""
        other = self.symbols.values.get(node.name)
        if other is not None or self.symbols.plurals.get(node.name) and node.name not in self.symbols.made_plurals:
            labels = () if other is None else (Label(other.at, "declared here"),)
            self.sink.add(WrongKind.at(node.at, name=node.name, found=describe(other) if other else "a plural",
                                       wanted="a new name", labels=labels))
        elif node.name in scope.names and not (after and node.name in scope.own):
            self.sink.add(ShadowedName.at(node.at, name=node.name,
                                          labels=(Label(scope.names[node.name].at, "the first meaning"),)))
        return Local(node.name, node.at, "", type)

    # -- names

    def name(self, at: Span, name: str, scope: Scope) -> TypedExpr | None:
        """What a name by itself means."""
        if name == "you" or name in scope.names:
            local = scope.you if name == "you" else scope.names[name]
            if local is None:
                self.nobody(at, "you")
                return None
            return Use(at, local.type, local)
        if name in scope.unknown:
            return None
        symbol = self.symbols.values.get(name)
        if symbol is not None:
            self.used.add(symbol)
            return self._symbol(at, symbol, scope)
        plural = self.symbols.plurals.get(name)
        if plural is not None and plural in self.symbols.domains:
            return Everything(at, self.symbols.elements(plural), plural)
        zone = self.symbols.values.get(plural) if plural is not None else None
        if isinstance(zone, ZoneSymbol):
            self.used.add(zone)
            return Place(at, self.symbols.elements(zone.domain), zone, None, every=True)
        self._nothing(at, name, scope)
        return None

    def _symbol(self, at: Span, symbol: Symbol, scope: Scope) -> TypedExpr | None:
        match symbol:
            case ValueSymbol(domain=domain, kind=True, members=members):
                return Literal(at, Kind(domain, self.symbols.many.get(domain, "")), sum(1 << m for m in members))
            case ValueSymbol(domain=domain, members=members):
                return Literal(at, Element(domain), members[0])
            case ParameterSymbol():
                return Setting(at, symbol.type, symbol)
            case BoardSymbol():
                self.sink.add(WrongKind.at(at, name=symbol.name, found="a board", wanted="a value"))
            case ZoneSymbol(each=None) | VariableSymbol(each=None):
                return self._field(at, symbol, None)
            case ZoneSymbol() | VariableSymbol() if symbol.each != PLAYER:
                self.reject(at, f"there is one `{symbol.name}` for each {symbol.each}; say `{symbol.name} of ...`")
            case ZoneSymbol() | VariableSymbol() if scope.you is not None:
                return self._field(at, symbol, Use(at, scope.you.type, scope.you))
            case FunctionSymbol(parameters=()):
                return self._derived(at, symbol, ())
            case FunctionSymbol(parameters=((_, Element(domain="player")),)) if scope.you is not None:
                return self._derived(at, symbol, (Use(at, scope.you.type, scope.you),))
            case FunctionSymbol(parameters=parameters) if parameters[0][1] != Element(PLAYER) or len(parameters) > 1:
                self.reject(at, f"`{symbol.name}` is a value of {listed(n for n, _ in parameters)}; "
                                f"say `{symbol.name} of ...`")
            case _:
                self.nobody(at, symbol.name)
        return None

    def _nothing(self, at: Span, name: str, scope: Scope) -> None:
        """The finding for a name that is no value."""
        for attribute in self.symbols.attributes.get(name, ())[:1]:
            self.reject(at, f"`{name}` is an attribute of {attribute.domain}; say `{name} of ...`")
            return
        for relation in self.symbols.relations.get(name, ())[:1]:
            self.reject(at, f"`{name}` is a relation of {relation.origin}; say `{name} of ...`")
            return
        if name in self.symbols.domains:
            which = "say who: `you`, `P1`, or the name of a loop or a variable" if name == PLAYER else \
                f"say which, or `{self.symbols.several(name)}` for all of them"
            self.sink.add(WrongKind.at(at, name=name, found="the name of a class", wanted="a value", help=which))
            return
        for space in self.symbols.named.values():
            if name in space:
                self.sink.add(WrongKind.at(at, name=name, found=describe(space[name]), wanted="a value"))
                return
        help: str | None = None
        if name in scope.closed:
            help = f"`{name}` is known only inside its own condition; put one with `and` or `or` in parentheses"
        elif "-" in name and name.split("-")[0] in {*scope.names, *self.symbols.values}:
            help = "put spaces around a minus"
        for board in self.symbols.boards.values():
            if board.grid is not None and name in board.grid.shape.missing:
                help = f"it is among the `missing` spaces of `{board.name}`"
        if help is not None:
            self.undefined(at, "nothing", name, (), help)
        else:
            self.undefined(at, "nothing", name, [*scope.names, *self.symbols.values, *self.symbols.plurals])

    def _field(self, at: Span, symbol: ZoneSymbol | VariableSymbol, owner: TypedExpr | None) -> TypedExpr | None:
        if isinstance(symbol, ZoneSymbol):
            return Place(at, self.symbols.elements(symbol.domain), symbol, owner)
        return None if isinstance(symbol.type, Unknown) else Field(at, symbol.type, symbol, owner)

    def _derived(self, at: Span, symbol: FunctionSymbol, arguments: tuple[TypedExpr, ...]) -> TypedExpr | None:
        type = self.function_type(symbol, at)
        return None if type is None else Derived(at, type, symbol, arguments)

    def function_type(self, symbol: FunctionSymbol, at: Span) -> Type | None:
        """The type of a derived value, found by checking its definition."""
        if symbol in self.defining:
            self.sink.add(CyclicDefinition.at(at, name=symbol.name))
            return None
        if symbol in self.function_types:
            return self.function_types[symbol]
        if len(self.defining) >= MOST_DEFINING:
            self.reject(at, f"more than {MOST_DEFINING} values are defined one through the other")
            return None
        self.function_types[symbol] = None
        self.defining.append(symbol)
        self.define(symbol)
        self.defining.pop()
        return self.function_types[symbol]

    # -- owners

    def of(self, at: Span, name: str, name_at: Span, given: list[TypedExpr], scope: Scope) -> TypedExpr | None:
        """What a name means with an owner, or with the two things that a value is of."""
        owner = given[0]
        printed = self._printed(at, name, owner) if len(given) == 1 else None
        if printed is not None:
            return printed
        relation = self.symbols.relation(name, getattr(owner.type, "domain", ""))
        if relation is not None:
            return self._related(at, relation, given)
        symbol = self.symbols.values.get(name)
        if symbol is not None:
            self.used.add(symbol)
        match symbol:
            case ZoneSymbol() | VariableSymbol():
                return self._owned(at, name_at, symbol, given)
            case FunctionSymbol(parameters=parameters):
                if len(given) != len(parameters):
                    wanted = listed(n for n, _ in parameters) or "nothing"
                    self.reject(at, f"`{name}` is a value of {wanted}",
                                "the second stands after `for`" if len(parameters) == 2 else None)
                    return None
                for argument, (_, type) in zip(given, parameters, strict=True):
                    if not fits(argument.type, type):
                        self.mismatch(argument.at, type, argument)
                        return None
                return self._derived(at, symbol, tuple(given))
            case None if name not in self.symbols.attributes and name not in scope.names \
                    and name not in self.symbols.relations:
                if name not in scope.unknown:
                    known = [*self.symbols.values, *self.symbols.attributes, *self.symbols.relations]
                    leading = self._leading(name, owner.type)
                    if leading is None:
                        self.undefined(name_at, "nothing", name, known)
                    else:
                        self.reject(at, f"{owner.type} has no `{name}`", leading)
                return None
        self.reject(at, f"{owner.type} has no `{name}`", self._leading(name, owner.type))
        return None

    def _leading(self, name: str, owner: Type) -> str | None:
        """By which relation one comes from an owner to what is named by its class, or as it is called of others."""
        origin = getattr(owner, "domain", "")
        wanted = {name if name in self.symbols.domains else self.symbols.plurals.get(name),
                  *(relation.target for relation in self.symbols.relations.get(name, ()))} - {origin}
        found = [f"`{relation.name} of ...`" for relations in self.symbols.relations.values() for relation in relations
                 if relation.origin == origin and relation.target in wanted]
        return f"say {' or '.join(found)}" if found else None

    def _printed(self, at: Span, name: str, owner: TypedExpr) -> TypedExpr | None:
        """An attribute of an item, or of a kind of item, which all its copies share."""
        for attribute in self.symbols.attributes.get(name, ()):
            match owner:
                case typed.Typed(type=Element(domain=domain)) if attribute.domain == domain:
                    self.used.add(attribute)
                    return Printed(at, attribute.type, attribute, owner)
                case Literal(type=Kind(domain=domain), value=members) if attribute.domain == domain:
                    self.used.add(attribute)
                    value = attribute.values[(members & -members).bit_length() - 1]
                    type = attribute.type
                    return Literal(at, Number(value, value) if isinstance(type, Number) else type, value)
        return None

    def _related(self, at: Span, relation: RelationSymbol, given: list[TypedExpr]) -> TypedExpr | None:
        """What a relation says of an element, or of all elements of a set; perhaps in a direction."""
        self.used.add(relation)
        owner, way = given[0], given[1] if len(given) > 1 else None
        if relation.ways is None and way is not None:
            self.reject(way.at, f"`{relation.name}` has no direction")
            return None
        if relation.ways is not None and way is None:
            self.reject(at, f"`{relation.name}` needs a direction", f"say `{relation.name} of ... towards ...`")
            return None
        if way is not None:
            way = self.direction(way, relation.ways or "")
            if not isinstance(way.type, Element) or way.type.domain != relation.ways:
                self.mismatch(way.at, Element(str(relation.ways)), way)
                return None
        if isinstance(owner.type, Element) and relation.single:
            type: Type = Element(relation.target, owner.type.optional or min(relation.values) < 0)
        else:
            type = self.symbols.elements(relation.target)
        named = typed.Named(at, Nothing(), (relation.name,))
        arguments: dict[str, typed.Argument] = {"relation": named, "place": owner}
        return Apply(at, type, self.related, arguments if way is None else arguments | {"way": way})

    def direction(self, way: TypedExpr, wanted: str) -> TypedExpr:
        """A direction by its name is one of the board at hand, though the name by itself is that of the first board."""
        name = self._called(way)
        if name is not None and way.type != Element(wanted) and name in self.symbols.domains[wanted].elements:
            return Literal(way.at, Element(wanted), self.symbols.domains[wanted].elements.index(name))
        return way

    def _called(self, found: TypedExpr) -> str | None:
        """The name of a space or direction that is named."""
        match found:
            case Literal(type=Element(domain=domain), value=value) if self.symbols.domains[domain].sort == "board":
                return self.symbols.domains[domain].elements[value]
        return None

    def elsewhere(self, found: Iterable[object], wanted: Iterable[object]) -> str | None:
        """Where a space or direction of another board is wanted: how the one of the same name is called."""
        domains = {type.domain for type in wanted if isinstance(type, Element | Elements)}
        for each in found:
            name = self._called(each) if isinstance(each, Literal) else None
            for board in self.symbols.boards.values() if name is not None else ():
                for domain in (board.space, board.direction):
                    if domain in domains and name in self.symbols.domains[domain].elements \
                            and isinstance(each, Literal) and each.type != Element(domain):
                        return f"that of `{board.name}` is `{name} of {board.name}`"
        return None

    def part_of_board(self, at: Span, name: str, name_at: Span, board: BoardSymbol, way: TypedExpr | None
                      ) -> TypedExpr | None:
        """What a board has as a whole: its middle, its rim, and its directions of one sort."""
        self.used.add(board)
        grid = board.grid
        assert grid is not None
        straight = bits(grid.straight)
        sets = {"axes": bits(grid.axes())}
        if grid.shape.kind == "squares":
            sets |= {"orthogonals": straight, "diagonals": bits(range(len(grid.ways))) & ~straight}
        relation = self.symbols.relation(f"{name} of {board.name}", board.direction)
        if relation is not None and way is not None:
            way = self.direction(way, board.direction)
            if isinstance(way.type, Element | Elements) and way.type.domain == board.direction:
                return self._related(at, relation, [way])
            self.mismatch(way.at, Element(board.direction), way)
            return None
        if relation is not None:
            return Literal(at, self.symbols.elements(board.space), bits(
                space for space in range(len(grid.names)) if any(grid.steps[d][space] < 0 for d in grid.straight)))
        if way is not None:
            self.reject(way.at, f"`{name}` of a board has no direction")
        elif name in sets:
            return Literal(at, self.symbols.elements(board.direction), sets[name])
        elif name == "middle" and grid.middle is not None:
            return Literal(at, Element(board.space), grid.middle)
        elif name == "middle":
            self.reject(at, f"`{board.name}` has no space in its middle")
        elif name in grid.names:
            return Literal(at, Element(board.space), grid.names.index(name))
        elif name in grid.ways:
            return Literal(at, Element(board.direction), grid.ways.index(name))
        elif name in ("orthogonals", "diagonals"):
            self.reject(name_at, f"a board of hexagons has no `{name}`")
        else:
            self.undefined(name_at, "no part of a board", name, ["middle", "rim", *sets])
        return None

    def _owned(self, at: Span, name_at: Span, symbol: ZoneSymbol | VariableSymbol, given: list[TypedExpr]
               ) -> TypedExpr | None:
        if symbol.each is None:
            self.reject(name_at, f"there is only one `{symbol.name}`, it has no owner")
        elif len(given) > 1:
            self.reject(given[1].at, f"`{symbol.name}` has one owner, and no second part after `for`")
        elif not fits(given[0].type, Element(symbol.each, True)):
            self.mismatch(given[0].at, Element(symbol.each), given[0])
        else:
            return self._field(at, symbol, given[0])
        return None

    def each_of(self, node: NameNode, over: Type, second: TypedExpr | None) -> typed.ToEach | None:
        """A value or attribute by name, asked of every element of a set."""
        assert isinstance(over, Elements | Kind)
        element = Element(over.domain)
        attributes = self.symbols.attributes.get(node.name, ())
        symbol: Symbol | None = next((a for a in attributes if a.domain == over.domain), None)
        symbol = symbol or self.symbols.values.get(node.name)
        if symbol is None and not attributes:
            known = [*self.symbols.attributes, *self.symbols.of(FunctionSymbol)]
            self.undefined(node.at, "no value or attribute", node.name, known)
            return None
        if symbol is not None:
            self.used.add(symbol)
        match symbol:
            case FunctionSymbol(parameters=((_, first), *rest)) if fits(element, first):
                if len(rest) != (second is not None):
                    self.reject(node.at, f"`{node.name}` is a value of {listed(n for n, _ in symbol.parameters)}",
                                "the second stands after `for`" if rest else "leave out `for`")
                    return None
                if second is not None and not fits(second.type, rest[0][1]):
                    self.mismatch(second.at, rest[0][1], second)
                    return None
                type = self.function_type(symbol, node.at)
                return None if type is None else typed.ToEach(node.at, type, symbol)
            case AttributeSymbol() | VariableSymbol() | ZoneSymbol() if second is not None:
                self.reject(second.at, f"`{node.name}` has no second part after `for`")
                return None
            case AttributeSymbol():
                return typed.ToEach(node.at, symbol.type, symbol)
            case VariableSymbol(each=each) if each == over.domain:
                return None if isinstance(symbol.type, Unknown) else typed.ToEach(node.at, symbol.type, symbol)
            case ZoneSymbol(each=each, domain=domain) if each == over.domain:
                return typed.ToEach(node.at, Elements(domain), symbol)
        one_of_each = isinstance(symbol, ZoneSymbol) and symbol.each is not None
        if symbol is None or one_of_each or isinstance(symbol, FunctionSymbol | VariableSymbol):
            self.reject(node.at, f"{element} has no `{node.name}`")
        else:
            self.sink.add(WrongKind.at(node.at, name=node.name, found=describe(symbol),
                                       wanted="a value or attribute of something"))
        return None


def listed(names: Iterable[str]) -> str:
    """Names in a sentence."""
    return " and ".join(f"`{name}`" for name in names)
