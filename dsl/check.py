"""Gives every text of a rule set its meaning: names become symbols, expressions get types.

The checker knows the forms of parameters (`vocabulary/handles.py`), never a word. Where something is wrong it
adds a finding and answers None; whoever asked stays silent about it, so that no mistake is told twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ludex.dsl import typed
from ludex.dsl.diagnostics import Label, Rule, Sink
from ludex.dsl.document import Scalar
from ludex.dsl.names import PLAYER, Symbols, UndefinedName, describe, nearest
from ludex.dsl.parse import Parser
from ludex.dsl.source import Span
from ludex.dsl.tree import (
    ApplyNode, ChoiceNode, Expr, ListNode, NameNode, NumberNode, OfNode, Statement, TextNode,
)
from ludex.dsl.typed import (
    Apply, AttributeSymbol, Chosen, Derived, DomainSymbol, Everything, Field, FunctionSymbol, Line, Literal, Local,
    Named, ParameterSymbol, Place, Printed, Setting, Symbol, ToEach, Typed, TypedExpr, Use, ValueSymbol,
    VariableSymbol, Words, ZoneSymbol,
)
from ludex.dsl.types import Element, Elements, Flag, Kind, Nothing, Number, Type, fits
from ludex.dsl.vocabulary.handles import Handle
from ludex.dsl.vocabulary.word import Mismatch, Word


class TypeMismatch(Rule):
    """A value of one sort stands where another sort is needed.

    Numbers, conditions, players, items, names of items and sets are different sorts; the message says which
    was expected and which was found.
    """

    code = "LX302"
    name = "type-mismatch"
    severity = "error"
    message = "{problem}"
    bad = "if hand > 3:\n    end the game"
    good = "if count of hand > 3:\n    end the game"


class WrongKind(Rule):
    """A name exists, but is of another kind than the place needs.

    A zone where a variable is set, an item where a zone is needed: the message says what the name is.
    """

    code = "LX206"
    name = "wrong-kind"
    severity = "error"
    message = "`{name}` is {found}, not {wanted}"
    bad = "set deck to 3"
    good = "set pot to 3"


class ActorUnbound(Rule):
    """Something is done by `you`, and nobody is acting.

    Actions, turns and the loop `for each player:` have somebody who acts; elsewhere say who: `for PLAYER:`,
    or `PLAYER's hand` for `your hand`.
    """

    code = "LX308"
    name = "actor-unbound"
    severity = "error"
    message = "nobody acts here, so {what} has no owner"
    bad = "move hand to discard"
    good = "for each player:\n    move hand to discard"


class CyclicDefinition(Rule):
    """A value is defined by itself, directly or through others.

    A derived value must follow from the state in finitely many steps.
    """

    code = "LX205"
    name = "cyclic-definition"
    severity = "error"
    message = "`{name}` is defined by itself"
    bad = "is: worth"
    good = "is: 2 * pot"


class MisplacedBlock(Rule):
    """A block stands where it has nothing to follow, such as `otherwise:` without an `if` above it."""

    code = "LX315"
    name = "misplaced-block"
    severity = "error"
    message = "{problem}"
    bad = "otherwise:\n    end the game"
    good = "if deck is empty:\n    end the game\notherwise:\n    add 1 to pot"


RULES: tuple[type[Rule], ...] = (TypeMismatch, WrongKind, ActorUnbound, CyclicDefinition, MisplacedBlock)


@dataclass(slots=True)
class Scope:
    """The local names known at a point, and who acts."""

    names: dict[str, Local] = field(default_factory=dict)
    you: Local | None = None

    def inner(self) -> Scope:
        return Scope(dict(self.names), self.you)


class Checker:
    """Checks texts against the symbols of a rule set."""

    def __init__(self, symbols: Symbols, sink: Sink) -> None:
        self.symbols = symbols
        self.sink = sink
        self.parser = Parser(symbols.lexicon, sink)
        self.function_types: dict[FunctionSymbol, Type | None] = {}
        #: Checks the definition of a derived value when its type is first needed; set by `game.py`.
        self.define: Callable[[FunctionSymbol], None] = lambda symbol: None
        self.defining: list[FunctionSymbol] = []
        self.used: set[Symbol] = set()
        self.used_rulings: set[str] = set()

    # -- texts

    def expression(self, text: Scalar, scope: Scope, wanted: Type | None = None) -> TypedExpr | None:
        """A text as an expression, of a wanted type if one is given."""
        node = self.parser.expression(text)
        if node is None:
            return None
        found = self.expr(node, scope)
        if found is not None and wanted is not None and not fits(found.type, wanted):
            self._mismatch(found.at, wanted, found)
            return None
        return found

    def condition(self, text: Scalar | None, scope: Scope) -> TypedExpr | None:
        return None if text is None else self.expression(text, scope, Flag())

    def effect_text(self, text: Scalar, scope: Scope) -> typed.Effect:
        statements = self.parser.effect(text)
        return self.effect(statements or (), scope)

    # -- expressions

    def expr(self, node: Expr, scope: Scope) -> TypedExpr | None:
        match node:
            case NumberNode(at=at, value=value):
                if value > 1_000_000_000:
                    self.sink.add(TypeMismatch.at(at, problem="numbers reach to a thousand million"))
                    return None
                return Literal(at, Number(value, value), value)
            case TextNode(at=at, text=text):
                self._reject(at, "words in quotes stand only where the language asks for words")
                return None
            case NameNode(at=at, name=name):
                return self._name(at, name, scope)
            case OfNode():
                return self._of(node, scope)
            case ApplyNode(at=at, word=word, arguments=arguments):
                read = self._apply(at, word, arguments, scope)
                if read is None:
                    return None
                given, type = read
                lies = self._lies(word, given)
                return Apply(at, type, word, given, lies)
        self._reject(node.at, "a list of names stands only where the language asks for one")
        return None

    def _reject(self, at: Span, problem: str) -> None:
        self.sink.add(TypeMismatch.at(at, problem=problem))

    def _mismatch(self, at: Span, wanted: object, found: TypedExpr) -> None:
        self._reject(at, f"{wanted} is needed here, this is {found.type}")

    def _name(self, at: Span, name: str, scope: Scope) -> TypedExpr | None:
        if name == "you":
            if scope.you is None:
                self.sink.add(ActorUnbound.at(at, what="`you`"))
                return None
            return Use(at, scope.you.type, scope.you)
        if name in scope.names:
            local = scope.names[name]
            return Use(at, local.type, local)
        symbol = self.symbols.values.get(name)
        if symbol is not None:
            self.used.add(symbol)
        match symbol:
            case ValueSymbol(domain=domain, kind=True, members=members):
                return Literal(at, Kind(domain), sum(1 << m for m in members))
            case ValueSymbol(domain=domain, members=members):
                return Literal(at, Element(domain), members[0])
            case ParameterSymbol():
                return Setting(at, symbol.type, symbol)
            case ZoneSymbol(each=None) | VariableSymbol(each=None):
                return self._field(at, symbol, None)
            case ZoneSymbol() | VariableSymbol():
                return self._owned_by_actor(at, symbol, scope)
            case FunctionSymbol(parameters=()):
                return self._derived(at, symbol, ())
            case FunctionSymbol(parameters=((_, Element(domain="player")),)):
                if scope.you is None:
                    self.sink.add(ActorUnbound.at(at, what=f"`{name}`"))
                    return None
                return self._derived(at, symbol, (Use(at, scope.you.type, scope.you),))
            case FunctionSymbol():
                self._reject(at, f"`{name}` is a value of {_listed(n for n, _ in symbol.parameters)}; "
                                 f"say `{name} of ...`")
                return None
        plural = self.symbols.plurals.get(name)
        if plural is not None and plural in self.symbols.domains:
            return Everything(at, Elements(plural), plural)
        if plural is not None:
            zone = self.symbols.values.get(plural)
            if isinstance(zone, ZoneSymbol):
                self.used.add(zone)
                return Place(at, Elements(zone.domain), zone, None, every=True)
        self._undefined(at, name, scope)
        return None

    def _undefined(self, at: Span, name: str, scope: Scope) -> None:
        if name in self.sink.left_out:
            return
        for attribute in self.symbols.attributes.get(name, ())[:1]:
            self._reject(at, f"`{name}` is an attribute of {attribute.domain}; say `{name} of ...`")
            return
        if name in self.symbols.domains:
            self.sink.add(WrongKind.at(at, name=name, found="the name of a class", wanted="a value"))
            return
        for space in self.symbols.named.values():
            if name in space:
                self.sink.add(WrongKind.at(at, name=name, found=describe(space[name]), wanted="a value"))
                return
        known = [*scope.names, *self.symbols.values, *self.symbols.plurals]
        self.sink.add(UndefinedName.at(at, what="nothing", name=name, help=nearest(name, known)))

    def _owned_by_actor(self, at: Span, symbol: ZoneSymbol | VariableSymbol, scope: Scope) -> TypedExpr | None:
        if symbol.each != PLAYER:
            self._reject(at, f"`{symbol.name}` has one for each {symbol.each}; say `{symbol.name} of ...`")
            return None
        if scope.you is None:
            self.sink.add(ActorUnbound.at(at, what=f"`{symbol.name}`"))
            return None
        return self._field(at, symbol, Use(at, scope.you.type, scope.you))

    def _field(self, at: Span, symbol: ZoneSymbol | VariableSymbol, owner: TypedExpr | None) -> TypedExpr:
        if isinstance(symbol, ZoneSymbol):
            return Place(at, Elements(symbol.domain), symbol, owner)
        return Field(at, symbol.type, symbol, owner)

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
        self.function_types[symbol] = None
        self.defining.append(symbol)
        self.define(symbol)
        self.defining.pop()
        return self.function_types[symbol]

    def _of(self, node: OfNode, scope: Scope) -> TypedExpr | None:
        symbol = self.symbols.values.get(node.name)
        if node.owner is None:
            if scope.you is None:
                self.sink.add(ActorUnbound.at(node.at, what=f"`your {node.name}`"))
                return None
            owner: TypedExpr | None = Use(node.at, scope.you.type, scope.you)
        else:
            owner = self.expr(node.owner, scope)
        second = None if node.second is None else self.expr(node.second, scope)
        if owner is None or node.second is not None and second is None:
            return None
        if isinstance(owner.type, Element):
            for attribute in self.symbols.attributes.get(node.name, ()):
                if attribute.domain == owner.type.domain:
                    self.used.add(attribute)
                    return Printed(node.at, attribute.type, attribute, owner)
        if symbol is not None:
            self.used.add(symbol)
        match symbol:
            case ZoneSymbol() | VariableSymbol():
                if symbol.each is None:
                    self._reject(node.name_at, f"there is only one `{node.name}`, it has no owner")
                    return None
                if not fits(owner.type, Element(symbol.each, True)):
                    self._mismatch(owner.at, Element(symbol.each), owner)
                    return None
                return self._field(node.at, symbol, owner)
            case FunctionSymbol(parameters=parameters):
                given = (owner,) if second is None else (owner, second)
                if len(given) != len(parameters):
                    self._reject(node.at, f"`{node.name}` takes {len(parameters)}: "
                                          f"{_listed(n for n, _ in parameters) or 'nothing'}")
                    return None
                for argument, (_, wanted) in zip(given, parameters, strict=True):
                    if not fits(argument.type, wanted):
                        self._mismatch(argument.at, wanted, argument)
                        return None
                return self._derived(node.at, symbol, given)
        if symbol is None and node.name not in self.symbols.attributes:
            known = [*self.symbols.values, *self.symbols.attributes]
            if node.name not in self.sink.left_out:
                self.sink.add(UndefinedName.at(node.name_at, what="nothing", name=node.name,
                                               help=nearest(node.name, known)))
            return None
        self._reject(node.at, f"{owner.type} has no `{node.name}`")
        return None

    def _lies(self, word: type[Word], given: dict[str, typed.Argument]) -> tuple[Place, ...] | None:
        parameters = word.lies()
        if parameters is None:
            return None
        places: list[Place] = []
        for name in parameters:
            match given[name]:
                case Place() as place:
                    places.append(place)
                case Apply(lies=lies) if lies is not None:
                    places.extend(lies)
                case _:
                    return None
        return tuple(places)

    # -- words

    def _apply(self, at: Span, word: type[Word], nodes: dict[str, Expr], scope: Scope
               ) -> tuple[dict[str, typed.Argument], Type] | None:
        """Check the arguments of a word. New names are bound in `scope` when the word says `after`."""
        if word.needs_actor and scope.you is None:
            self.sink.add(ActorUnbound.at(at, what=f"`{word.variants()[0][0].literal}`"))
            return None
        given: dict[str, typed.Argument] = {}
        types: dict[str, Type] = {}
        new = next((n for n in nodes if word.parameters[n].sort == "new"), None)
        later = word.scope if new is not None else ()
        good = True
        for name in [n for n in nodes if n != new and n not in later]:
            good &= self._argument(name, word.parameters[name], nodes[name], scope, given, types)
        if not good:
            return None
        if new is not None:
            node = nodes[new]
            assert isinstance(node, NameNode)
            local = self._bind(node, word.bound(types))
            given[new] = local
            types[new] = local.type
            inner = scope.inner()
            inner.names[node.name] = local
            for name in [n for n in nodes if n in later]:
                good &= self._argument(name, word.parameters[name], nodes[name], inner, given, types)
        if not good:
            return None
        try:
            type = word.result(types)
            word.accept(given)
        except Mismatch as wrong:
            place = nodes[wrong.parameter].at if wrong.parameter in nodes else at
            self._reject(place, wrong.message)
            return None
        return {n: given[n] for n in nodes}, type

    def _bind(self, node: NameNode, type: Type) -> Local:
        if node.name == "you":
            self._reject(node.at, "`you` cannot be given another meaning")
        if node.name in self.symbols.values or node.name in self.symbols.plurals:
            other = self.symbols.values.get(node.name)
            self.sink.add(WrongKind.at(
                node.at, name=node.name, found=describe(other) if other else "a plural", wanted="a new name",
                labels=(Label(other.at, "declared here"),) if other else ()))
        return Local(node.name, node.at, "", type)

    def _argument(self, name: str, handle: Handle, node: Expr, scope: Scope, given: dict[str, typed.Argument],
                  types: dict[str, Type]) -> bool:
        """Check one argument; whether it is good."""
        argument = self._by_sort(handle, node, scope, given)
        if argument is None:
            return False
        given[name] = argument
        types[name] = argument.local.type if isinstance(argument, Chosen) else argument.type
        return True

    def _by_sort(self, handle: Handle, node: Expr, scope: Scope, given: dict[str, typed.Argument]
                 ) -> typed.Argument | None:
        match handle.sort, node:
            case "words", TextNode(at=at, text=text):
                return Words(at, Nothing(), text)
            case "choice", ChoiceNode():
                return self.choice(node, scope)
            case "action", ListNode(at=at, names=names):
                return self._named(at, "action", names)
            case ("procedure" | "moment" | "ruling"), NameNode(at=at):
                return self._named(at, handle.sort, (node,))
            case "reading", NameNode(at=at, name=reading):
                ruling = next(a for a in given.values() if isinstance(a, Named)).names[0]
                known = self.symbols.readings.get(ruling, ())
                if reading in known:
                    self.used_rulings.add(ruling)
                    return Named(at, Nothing(), (reading,))
                self.sink.add(UndefinedName.at(at, what=f"no reading of `{ruling}`", name=reading,
                                               help=nearest(reading, known)))
                return None
            case "value name", NameNode():
                return self._to_each(node)
        found = self.expr(node, scope)
        if found is None:
            return None
        good = {
            "number": isinstance(found.type, Number), "condition": isinstance(found.type, Flag),
            "player": isinstance(found.type, Element) and found.type.domain == PLAYER,
            "anything": True, "set": isinstance(found.type, Elements | Kind),
            "items": isinstance(found.type, Elements | Element | Kind),
            "place": isinstance(found, Place) and not found.every, "variable": isinstance(found, Field),
        }[handle.sort]
        if good:
            return found
        if handle.sort in ("place", "variable"):
            self.sink.add(WrongKind.at(found.at, name=" ".join(found.at.text.split()), found=_kind_of(found),
                                       wanted=handle.wanted))
        else:
            self._mismatch(found.at, handle.wanted, found)
        return None

    def _named(self, at: Span, sort: str, names: Iterable[NameNode]) -> Named | None:
        space = self.symbols.named[sort]
        good = True
        for node in names:
            if node.name not in space:
                good = False
                if node.name not in self.sink.left_out:
                    self.sink.add(UndefinedName.at(node.at, what=f"no {sort}", name=node.name,
                                                   help=nearest(node.name, space)))
            else:
                self.used.add(space[node.name])
        return Named(at, Nothing(), tuple(n.name for n in names)) if good else None

    def _to_each(self, node: NameNode) -> ToEach | None:
        attributes = self.symbols.attributes.get(node.name, ())
        if attributes:
            self.used.add(attributes[0])
            return ToEach(node.at, attributes[0].type, attributes[0])
        symbol = self.symbols.values.get(node.name)
        if symbol is not None:
            self.used.add(symbol)
        if isinstance(symbol, FunctionSymbol) and symbol.parameters:
            type = self.function_type(symbol, node.at)
            return None if type is None else ToEach(node.at, type, symbol)
        if isinstance(symbol, VariableSymbol) and symbol.each is not None:
            return ToEach(node.at, symbol.type, symbol)
        if symbol is not None:
            self.sink.add(WrongKind.at(node.at, name=node.name, found=describe(symbol),
                                       wanted="a value or attribute of something"))
            return None
        known = [*self.symbols.attributes, *self.symbols.of(FunctionSymbol)]
        self.sink.add(UndefinedName.at(node.at, what="no value or attribute", name=node.name,
                                       help=nearest(node.name, known)))
        return None

    # -- choices

    def choice(self, node: ChoiceNode, scope: Scope) -> Chosen | None:
        """What is chosen. The new name is bound by whoever asked."""
        source = self.expr(node.source, scope)
        until = None if node.until is None else self.expr(node.until, scope)
        amount = None if node.amount is None else self.expr(node.amount, scope)
        if source is None or node.until is not None and until is None or node.amount is not None and amount is None:
            return None
        for number in (amount, until, source if node.sort == "number" else None):
            if number is not None and not isinstance(number.type, Number):
                self._mismatch(number.at, "a number", number)
                return None
        name = NameNode(node.name_at, node.name)
        if node.sort == "number":
            assert until is not None and isinstance(source.type, Number) and isinstance(until.type, Number)
            local = self._bind(name, Number(source.type.low, max(source.type.low, until.type.high)))
            if node.where is not None:
                self._reject(node.where.at, "a number is chosen from a range, without a condition")
                return None
            return Chosen(node.at, local.type, local, None, None, None, source, until, None, False, f"choose {node.name}")
        if not isinstance(source.type, Elements):
            self._mismatch(source.at, "a set", source)
            return None
        single = node.sort == "one"
        local = self._bind(name, Element(source.type.domain) if single else source.type)
        inner = scope.inner()
        inner.names[node.name] = local
        where = None if node.where is None else self.expr(node.where, inner)
        if node.where is not None and where is None:
            return None
        if where is not None and not isinstance(where.type, Flag):
            self._mismatch(where.at, "a condition", where)
            return None
        one = Literal(node.at, Number(1, 1), 1)
        least = {"some": one, "exactly": amount}.get(node.sort)
        most = amount if node.sort in ("up to", "exactly") else None
        how_many = {"some": "one or more ", "any": "any number of "}.get(node.sort, "")
        return Chosen(node.at, local.type, local, source, least, most, None, None, where, single,
                      f"choose {how_many}{node.name}")

    # -- effects

    def effect(self, statements: Iterable[Statement], scope: Scope) -> typed.Effect:
        """Check statements in order; names bound by one are known to the next."""
        lines: list[Line] = []
        failed: type[Word] | None = None
        for statement in statements:
            word = statement.word
            if word.follows:
                self._attach(statement, lines, scope, failed)
                continue
            line = self._line(statement, scope)
            failed = None if line is not None else word
            if line is not None:
                lines.append(line)
        return tuple(lines)

    def _attach(self, statement: Statement, lines: list[Line], scope: Scope, failed: type[Word] | None) -> None:
        """Hang a block such as `otherwise` under the block it follows."""
        word = statement.word
        line = self._line(statement, scope)
        if failed is not None and failed.__name__ in word.follows:
            return
        last = lines[-1] if lines else None
        tail = last
        while tail is not None and tail.otherwise is not None and len(tail.otherwise) == 1 \
                and tail.otherwise[0].word.follows:
            tail = tail.otherwise[0]
        if tail is None or tail.word.__name__ not in word.follows or tail.otherwise is not None:
            self.sink.add(MisplacedBlock.at(
                statement.at, problem=f"`{word.variants()[0][0].literal}` does not follow a block it belongs to"))
            return
        if line is None or last is None:
            return
        lines[-1] = _with_otherwise(last, line)

    def _line(self, statement: Statement, scope: Scope) -> Line | None:
        word = statement.word
        read = self._apply(statement.at, word, statement.arguments, scope)
        given = {} if read is None else read[0]
        inner = scope.inner()
        you: Local | None = None
        for argument in given.values():
            local = argument.local if isinstance(argument, Chosen) else argument
            if isinstance(local, Local):
                target = scope if word.scope == ("after",) else inner
                if word.scope in (("after",), ("body",)):
                    target.names[local.name] = local
        if word.acts:
            actor = given.get(word.acts)
            type = actor.type if isinstance(actor, Local | Typed) else None
            if read is None or (isinstance(type, Element) and type.domain == PLAYER):
                you = Local("you", statement.at, "", Element(PLAYER))
                inner.you = you
        if read is None:
            for node in statement.arguments.values():
                name = node.name if isinstance(node, NameNode | ChoiceNode) else None
                if name is not None and name not in self.symbols.values:
                    self.sink.left_out.add(name)
        body = None if statement.body is None else self.effect(statement.body, inner)
        if read is None:
            return None
        return Line(statement.at, word, given, you, body)


def _with_otherwise(line: Line, block: Line) -> Line:
    if line.otherwise is None:
        return Line(line.at, line.word, line.arguments, line.you, line.body, (block,))
    inner = _with_otherwise(line.otherwise[0], block)
    return Line(line.at, line.word, line.arguments, line.you, line.body, (inner,))


def _kind_of(found: TypedExpr) -> str:
    match found:
        case Place(every=True):
            return "the contents of several zones"
        case Place():
            return "a zone"
        case Field():
            return "a variable"
        case Derived():
            return "a derived value"
        case Use():
            return f"{found.type}, bound by this effect"
    return str(found.type)


def _listed(names: Iterable[str]) -> str:
    return " and ".join(names)


__all__ = ["Checker", "DomainSymbol", "RULES", "Scope"]
