"""Expressions and the words in them: arguments are checked by the form that a word asks for (`vocabulary/handles.py`).

No word is known here. A word says what its parameters take, what type comes out, and what else must hold.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.dsl import typed
from ludex.dsl.check_names import NameChecker, Scope, listed
from ludex.dsl.check_rules import OfferedTwice, WrongKind
from ludex.dsl.names import PLAYER, describe
from ludex.dsl.source import Span
from ludex.dsl.tree import ApplyNode, ArgumentsNode, ChoiceNode, Expr, ListNode, NameNode, NumberNode, OfNode, TextNode
from ludex.dsl.typed import (
    DONE,
    Apply,
    Chosen,
    Derived,
    Field,
    Literal,
    Local,
    Named,
    Place,
    Symbol,
    ToEach,
    TypedExpr,
    Use,
    ValueSymbol,
    Words,
    ZoneSymbol,
)
from ludex.dsl.types import Element, Elements, Flag, Kind, Nothing, Number, Type, element_of, fits, set_of
from ludex.dsl.vocabulary.handles import Handle
from ludex.dsl.vocabulary.word import Mismatch, Word

#: How far apart numbers may be of which one is chosen where each has to be looked at.
MOST_NUMBERS = 1000
#: How far apart numbers may be of which one is chosen at all: each is an option.
MOST_OPTIONS = 10_000
#: The largest number that may be written.
LARGEST = 1_000_000_000
#: The sorts of parameters that say on which board one is, or of which class things are that relations join.
_ON_BOARDS = ("spaces", "ground", "board spaces")


class WordChecker(NameChecker):
    """Checks expressions and words."""

    used_rulings: set[str]
    #: The word that makes a set of one element; `check.py` names it.
    singleton: type[Word]

    def expr(self, node: Expr, scope: Scope) -> TypedExpr | None:
        """An expression with its type."""
        match node:
            case NumberNode(at=at, value=value):
                if value <= LARGEST:
                    return Literal(at, Number(value, value), value)
                self.reject(at, "numbers reach to a thousand million")
            case TextNode(at=at):
                self.reject(at, "words in quotes stand only where the language asks for words")
            case NameNode(at=at, name=name):
                return self.name(at, name, scope)
            case OfNode():
                return self._of(node, scope)
            case ApplyNode(at=at, word=word, arguments=arguments):
                read = self.apply(at, word, arguments, scope)
                if read is not None:
                    given, type = read
                    return Apply(at, type, word, given, self._lies(word, given))
            case _:
                self.reject(node.at, "a list of names stands only where the language asks for one")
        return None

    def _of(self, node: OfNode, scope: Scope) -> TypedExpr | None:
        if isinstance(node.owner, NameNode) and node.owner.name in self.symbols.boards:
            way = None if node.second is None else self.expr(node.second, scope)
            if node.second is not None and way is None:
                return None
            return self.part_of_board(node.at, node.name, node.name_at, self.symbols.boards[node.owner.name], way)
        owners: list[TypedExpr | None] = []
        if node.owner is not None:
            owners.append(self.expr(node.owner, scope))
        elif scope.you is None:
            self.nobody(node.at, f"your {node.name}")
            return None
        else:
            owners.append(Use(node.at, scope.you.type, scope.you))
        if node.second is not None:
            owners.append(self.expr(node.second, scope))
        given = [owner for owner in owners if owner is not None]
        return self.of(node.at, node.name, node.name_at, given, scope) if len(given) == len(owners) else None

    def _lies(self, word: type[Word], given: dict[str, typed.Argument]) -> tuple[Place, ...] | None:
        parameters = word.lies()
        if parameters is None:
            return None
        known: list[tuple[Place, ...] | None] = []
        for name in parameters:
            match given[name]:
                case Place() as place:
                    found: tuple[Place, ...] | None = (place,)
                case Apply(lies=lies):
                    found = lies
                case ToEach(symbol=ZoneSymbol() as zone) as each:
                    found = (Place(each.at, each.type, zone, None, True),)
                case _:
                    found = None
            if word.lies_in_each and found is not None:
                return found
            known.append(found)
        return None if None in known else tuple(place for found in known if found is not None for place in found)

    # -- words

    def apply(self, at: Span, word: type[Word], nodes: dict[str, Expr], scope: Scope
              ) -> tuple[dict[str, typed.Argument], Type] | None:
        """Check the arguments of a word. A new name is known to the arguments that the word says."""
        if word.needs_actor and scope.you is None:
            self.nobody(at, word.variants()[0][0].literal)
            return None
        given: dict[str, typed.Argument] = {}
        sorts = {name: word.parameters[name].sort for name in nodes}
        new = next((name for name in nodes if sorts[name] == "new"), None)
        later = word.scope if new is not None else ()
        first = [name for name in nodes if name != new and name not in later]
        # What a value is asked of decides which value a name means.
        first.sort(key=lambda name: sorts[name] == "value name")
        if not self._arguments(word, first, nodes, scope, given):
            return None
        if new is not None:
            node = nodes[new]
            assert isinstance(node, NameNode)
            local = self.bind(node, word.bound(_types(given)), scope, word.scope == ("after",))
            given[new] = local
            inner = scope.inner()
            inner.names[node.name] = local
            inside = [name for name in nodes if name in later]
            if inside:
                scope.closed.add(node.name)
            if not self._arguments(word, inside, nodes, inner, given):
                return None
        try:
            type = word.sized(word.result(_types(given)), _types(given), self._size)
            word.accept(given)
            self._on_a_board(word, given)
        except Mismatch as wrong:
            self.reject(nodes[wrong.parameter].at if wrong.parameter in nodes else at, wrong.message,
                        self.elsewhere(given.values(), _types(given).values()))
            return None
        if "procedure" in sorts.values() and not self._given(at, given):
            return None
        if word.adds_answer:
            self._answers(word.adds_answer, given.values())
        return {name: given[name] for name in nodes}, type

    def _size(self, domain: str) -> int:
        return len(self.symbols.domains[domain].elements)

    def _given(self, at: Span, given: dict[str, typed.Argument]) -> bool:
        """Whether a procedure is given what it needs."""
        name = next(a.names[0] for a in given.values() if isinstance(a, Named))
        found = next((a.values for a in given.values() if isinstance(a, typed.Given)), ())
        wanted = self.symbols.procedures.get(name, ())
        if len(found) != len(wanted):
            needs = f"needs {listed(n for n, _ in wanted)}" if wanted else "is given nothing"
            self.reject(at, f"the procedure `{name}` {needs}",
                        f"say `do {name} with {' and '.join('...' for _ in wanted)}`" if wanted else None)
            return False
        wrong = [(argument, type) for argument, (_, type) in zip(found, wanted, strict=True)
                 if not fits(argument.type, type)]
        for argument, type in wrong:
            self.mismatch(argument.at, type, argument)
        return not wrong

    def _on_a_board(self, word: type[Word], given: dict[str, typed.Argument]) -> None:
        """See that spaces, directions and relations of a word belong together. Raises `Mismatch`."""
        sorts = {name: handle.sort for name, handle in word.parameters.items()}
        spaces = next((given[n] for n, s in sorts.items() if s in _ON_BOARDS and n in given), None)
        if not isinstance(spaces, TypedExpr):
            return
        assert isinstance(spaces.type, Elements | Element)
        domain = spaces.type.domain
        board = self.symbols.board_of(domain)
        if board is None and "board spaces" in sorts.values():
            raise Mismatch(next(iter(sorts)), f"{Element(domain)} lies on no board, and there are no rows of them")
        for name, sort in sorts.items():
            argument = given.get(name)
            match sort, argument:
                case "relation", Named(names=(relation,)):
                    found = self.symbols.relation(relation, domain)
                    if found is not None and found.ways is not None:
                        raise Mismatch(name, f"`{relation}` needs a direction, and steps go by a relation without one")
                    if found is None or found.target != domain:
                        raise Mismatch(name, f"`{relation}` does not lead from one {domain} to others")
                case "way", typed.Typed():
                    if board is None:
                        raise Mismatch(name, f"{Element(domain)} lies on no board, and there are no directions from it")
                    assert isinstance(argument, TypedExpr)
                    given[name] = self.direction(argument, board.direction)
                    type = given[name].type
                    if not isinstance(type, Element) or type.domain != board.direction:
                        raise Mismatch(name, f"{Element(board.direction)} is needed here, this is {type}")
        if "relation" in sorts.values() and not any(isinstance(a, Named) for a in given.values()) \
                and self.symbols.relation("neighbours", domain) is None:
            raise Mismatch(next(n for n, s in sorts.items() if s in _ON_BOARDS),
                           f"{Element(domain)} has no `neighbours`; say by which relation, with `by`")

    def _arguments(self, word: type[Word], names: Iterable[str], nodes: dict[str, Expr], scope: Scope,
                   given: dict[str, typed.Argument]) -> bool:
        """Check some arguments; whether all are good. Each is looked at, whatever is wrong with the others."""
        good = True
        for name in names:
            handle, node = word.parameters[name], nodes[name]
            if handle.sort in ("value name", "reading"):
                argument = self._dependent(handle, node, given) if good else None
            else:
                argument = self._argument(handle, node, scope, word.scope == ("after",))
                if handle.lifts and isinstance(argument, TypedExpr) and isinstance(argument.type, Element):
                    (name_of_one,) = self.singleton.parameters
                    argument = Apply(argument.at, self.symbols.elements(argument.type.domain), self.singleton,
                                     {name_of_one: argument})
            if argument is None or not self._suits(handle, argument, nodes, name):
                good = False
            else:
                given[name] = argument
        return good

    def _dependent(self, handle: Handle, node: Expr, given: dict[str, typed.Argument]) -> typed.Argument | None:
        """An argument whose meaning depends on those before it."""
        assert isinstance(node, NameNode)
        if handle.sort == "reading":
            ruling = next(a for a in given.values() if isinstance(a, Named)).names[0]
            known = self.symbols.readings.get(ruling, ())
            if node.name in known:
                self.used_rulings.add(ruling)
                return Named(node.at, Nothing(), (node.name,))
            self.undefined(node.at, f"no reading of `{ruling}`", node.name, known)
            return None
        others = [a for a in given.values() if isinstance(a, TypedExpr)]
        over = next(a for a in others if isinstance(a.type, Elements | Kind))
        second = next((a for a in others if a is not over), None)
        return self.each_of(node, over.type, second)

    def _argument(self, handle: Handle, node: Expr, scope: Scope, after: bool) -> typed.Argument | None:
        match handle.sort, node:
            case "words", TextNode(at=at, text=text):
                return Words(at, Nothing(), text)
            case "choice", ChoiceNode():
                return self.choice(node, scope, after)
            case "action", ListNode(at=at, names=names):
                return self._named(at, "action", names)
            case ("procedure" | "moment" | "ruling"), NameNode(at=at):
                return self._named(at, handle.sort, (node,))
            case "given", ArgumentsNode(at=at, given=parts):
                values = [self.expr(part, scope) for part in parts]
                found = tuple(value for value in values if value is not None)
                return typed.Given(at, Nothing(), found) if len(found) == len(values) else None
            case "relation", NameNode(at=at, name=name):
                return self._relation(at, name, scope)
        return self.expr(node, scope)

    def _relation(self, at: Span, name: str, scope: Scope) -> Named | None:
        """The relation by which steps go."""
        if name in self.symbols.relations:
            return Named(at, Nothing(), (name,))
        others: list[Symbol] = [*self.symbols.attributes.get(name, ())]
        if name in self.symbols.values:
            others.insert(0, self.symbols.values[name])
        if others or name in scope.names:
            self.sink.add(WrongKind.at(
                at, name=name, found=describe(others[0]) if others else "a local name", wanted="a relation",
                help="steps go by what is so for ever: a relation of a board, or one under `relations`"))
        else:
            self.undefined(at, "no relation", name, self.symbols.relations)
        return None

    def _suits(self, handle: Handle, found: typed.Argument, nodes: dict[str, Expr], name: str) -> bool:
        """Whether an argument is of the sort that a handle asks for."""
        if not isinstance(found, TypedExpr) or isinstance(found, Words):
            return True
        type = found.type
        good = {
            "number": isinstance(type, Number), "condition": isinstance(type, Flag),
            "player": isinstance(type, Element) and type.domain == PLAYER, "set": isinstance(type, Elements | Kind),
            "items": isinstance(type, Elements | Element | Kind), "spaces": isinstance(type, Elements | Element),
            "ground": isinstance(type, Elements), "board spaces": isinstance(type, Elements),
            "way": isinstance(type, Element),
            "place": isinstance(found, Place) and not found.every, "variable": isinstance(found, Field),
        }.get(handle.sort, True)
        if good:
            return True
        if handle.sort in ("place", "variable"):
            self.sink.add(WrongKind.at(found.at, name=" ".join(found.at.text.split()), found=_kind_of(found),
                                       wanted=handle.wanted))
        else:
            help = _both_sides(found, nodes, name) if handle.sort == "condition" else None
            self.mismatch(found.at, handle.wanted, found, help)
        return False

    def _named(self, at: Span, sort: str, names: Iterable[NameNode]) -> Named | None:
        space = self.symbols.named[sort]
        good = True
        names = tuple(names)
        for number, node in enumerate(names):
            if node.name in space:
                self.used.add(space[node.name])
                if node.name in (other.name for other in names[:number]):
                    self.sink.add(OfferedTwice.at(node.at, name=node.name))
            else:
                good = False
                self.undefined(node.at, f"no {sort}", node.name, space)
        return Named(at, Nothing(), tuple(n.name for n in names)) if good else None

    # -- choices

    def choice(self, node: ChoiceNode, scope: Scope, after: bool = False) -> Chosen | None:
        """What is chosen. The new name is made known by whoever asked: to what follows on the same level (`after`), or
        inside something."""
        parts = [None if part is None else self.expr(part, scope) for part in (node.source, node.until, node.amount)]
        source, until, amount = parts
        if [part is None for part in parts] != [part is None for part in (node.source, node.until, node.amount)]:
            return None
        assert source is not None
        good = True
        for number in (amount, until, source if node.sort == "number" else None):
            if number is not None and not isinstance(number.type, Number):
                self.mismatch(number.at, "a number", number)
                good = False
        if not good:
            return None
        if node.sort == "number":
            assert until is not None
            return self._chosen_number(node, source, until, scope, after)
        if not isinstance(source.type, Elements | Kind):
            self.mismatch(source.at, "a set", source)
            return None
        single = node.sort == "one"
        domain = source.type.domain
        type = element_of(source.type) if single else set_of(source.type)
        local = self.bind(NameNode(node.name_at, node.name), type, scope, after)
        where = self._where(node, local, scope)
        if node.where is not None and where is None:
            return None
        least = {"some": Literal(node.at, Number(1, 1), 1), "exactly": amount}.get(node.sort)
        most = amount if node.sort in ("up to", "exactly") else None
        how_many = {"some": "one or more ", "any": "any number of "}.get(node.sort, "")
        if not single and self._has(domain, DONE):
            self._said_twice(source.at, DONE, "ends a choice of several")
        return Chosen(node.at, local.type, local, source, least, most, None, None, where, single,
                      f"choose {how_many}{node.name}")

    def _has(self, domain: str, name: str) -> bool:
        symbol = self.symbols.values.get(name)
        return isinstance(symbol, ValueSymbol) and symbol.domain == domain

    def _said_twice(self, at: Span, name: str, why: str) -> None:
        self.sink.add(OfferedTwice.at(at, name=name, help=f"`{name}` {why}; find another name"))

    def _answers(self, answer: str, arguments: Iterable[typed.Argument]) -> None:
        """See that nothing one is asked about is called as the answer that the word adds."""
        why = "is the answer of who does not want to"
        asked = list(arguments)
        chosen = [argument for argument in asked if isinstance(argument, Chosen)]
        for choice in chosen:
            if choice.source is not None and isinstance(choice.type, Element | Elements) \
                    and self._has(choice.type.domain, answer):
                self._said_twice(choice.source.at, answer, why)
        for argument in asked if not chosen else ():
            if isinstance(argument, Words) and argument.text == answer:
                self._said_twice(argument.at, answer, why)

    def _chosen_number(self, node: ChoiceNode, low: TypedExpr, high: TypedExpr, scope: Scope, after: bool
                       ) -> Chosen | None:
        assert isinstance(low.type, Number)
        assert isinstance(high.type, Number)
        type = Number(low.type.low, max(low.type.low, high.type.high))
        local = self.bind(NameNode(node.name_at, node.name), type, scope, after)
        where = self._where(node, local, scope)
        if node.where is not None and where is None:
            return None
        if where is not None and not self.few(type, where.at):
            return None
        if type.high - type.low >= MOST_OPTIONS:
            self.reject(high.at, f"there may be {type.high - type.low + 1} numbers to choose from, and "
                                 f"{MOST_OPTIONS} are the most",
                        f"say `smaller of ... and {MOST_OPTIONS}`" if high.type.low < high.type.high else None)
            return None
        return Chosen(node.at, type, local, None, None, None, low, high, where, False, f"choose {node.name}")

    def few(self, type: Type, at: Span) -> bool:
        """Whether there are so few numbers that each can be looked at by itself; else a finding."""
        if isinstance(type, Number) and type.high - type.low > MOST_NUMBERS:
            self.reject(at, f"each number from {type.low} to {type.high} would have to be tried, which are too many")
            return False
        return True

    def _where(self, node: ChoiceNode, local: Local, scope: Scope) -> TypedExpr | None:
        """The condition on what is chosen."""
        if node.where is None:
            return None
        inner = scope.inner()
        inner.names[node.name] = local
        where = self.expr(node.where, inner)
        if where is not None and not isinstance(where.type, Flag):
            self.mismatch(where.at, "a condition", where)
            return None
        return where


def _types(given: dict[str, typed.Argument]) -> dict[str, Type]:
    return {name: a.local.type if isinstance(a, Chosen) else a.type for name, a in given.items()}


def _both_sides(found: TypedExpr, nodes: dict[str, Expr], name: str) -> str | None:
    """For `card is Ace or King`: that the comparison has to be said twice."""
    other = next((node for key, node in nodes.items() if key != name), None)
    while isinstance(other, ApplyNode) and len(other.arguments) == 2:
        (_, left), (key, right) = other.arguments.items()
        if other.word.parameters[key].sort == "condition":
            other = right if isinstance(right, ApplyNode) else left
            continue
        source = other.at.source.text
        said = " ".join(f"{source[other.at.start:right.at.start]}{found.at.text}".split())
        return f"each side is a condition of its own; say `{said}` here"
    return None


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
