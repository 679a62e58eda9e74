"""What is known at a point of the rules: bounds of numbers, elements and sizes of sets, and what a condition adds.

An expression is known by a key: a number that stands for what it says, with you for whoever acts. For each key there
may be bounds: of a number, of an element (its index; none is -1), of a flag, or of how many elements a set has. All of
it holds for every number of players and every reading of the rulings; what is not known is only bounded by its type.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludex.dsl import typed
from ludex.dsl.typed import Argument, TypedExpr
from ludex.dsl.types import Element, Elements, Flag, Kind, Nothing, Number, Type
from ludex.dsl.vocabulary.word import Mismatch
from ludex.validator.walk import Reach

Key = int
Bounds = tuple[int, int]
#: A condition that holds (or does not) and whose parts cannot be told yet; and who acts in it.
Later = tuple[TypedExpr, bool, object]

FLAG: Bounds = (0, 1)
#: The most expressions that are looked at for one game, counted with repetitions.
EFFORT = 150_000
#: Nobody who could be named.
_NOBODY = object()
#: Beyond every number of the language.
FAR = 4_000_000_000


@dataclass(slots=True)
class State:
    """What is known at one point. States are never changed once they are shared; `copy` first."""

    values: dict[Key, Bounds] = field(default_factory=dict)
    #: Pairs of keys of which the first is at most the second.
    below: frozenset[tuple[Key, Key]] = frozenset()
    later: tuple[Later, ...] = ()

    def copy(self) -> State:
        """A state of its own with the same facts."""
        return State(dict(self.values), self.below, self.later)

    def same(self, other: State) -> bool:
        """Whether two states know the same."""
        return self.values == other.values and self.below == other.below


class Facts:
    """Evaluates and assumes expressions of one game."""

    def __init__(self, game: typed.Game, reach: Reach) -> None:
        self.game = game
        self.reach = reach
        #: How many expressions may still be looked at; beyond that only types are known.
        self.left = EFFORT
        self._numbers: dict[object, Key] = {}
        self._cache: dict[tuple[int, object], Key] = {}
        self._each: dict[typed.Symbol, list[Bounds] | None] = {}
        self._kept: list[object] = []  # what the cache knows by its identity must live on
        #: For each key, the variables, zones and local names that it depends on.
        self.depends: list[frozenset[object]] = []
        #: The players that values are of: who is meant stands for them.
        self._owners = {p for f in game.functions.values() for p in f.parameters if p.type == Element("player")
                        and sum(q.type == Element("player") for q in f.parameters) == 1}
        #: What local names stand for, where they are not themselves.
        self.alias: dict[typed.Local, object] = {}
        self.sizes: dict[str, Bounds] = {
            name: (game.least, game.most) if domain.sort == "player" else (len(domain.elements),) * 2
            for name, domain in game.domains.items()}

    # -- keys

    def intern(self, what: object, depends: frozenset[object] = frozenset()) -> Key:
        """The key of something."""
        found = self._numbers.get(what)
        if found is None:
            found = self._numbers[what] = len(self.depends)
            self.depends.append(depends)
        return found

    def summary(self, name: str) -> Key:
        """The key for what all cells of a variable or zone have in common."""
        return self.intern(("any", name))

    def local(self, local: typed.Local, actor: object) -> object:
        """What a local name stands for."""
        if local in self.alias:
            return self.alias[local]
        return actor if local.name == "you" or local in self._owners and actor is not None else local

    def key(self, node: Argument, actor: object) -> Key:
        """The key of an expression."""
        cached = self._cache.get((id(node), actor))
        if cached is not None:
            return cached
        depends: set[object] = set()
        key = self.intern(self._shape(node, actor, depends), frozenset(depends))
        self._cache[id(node), actor] = key
        self._kept.append(node)
        return key

    def cell(self, name: str, owner: Key | None) -> Key:
        """The key of a variable or zone of an owner."""
        if owner is None:
            return self.summary(name)
        return self.intern(("cell", name, owner), self.depends[owner] | {name})

    def count(self, among: Argument, actor: object) -> Key:
        """The key of how many elements a set has."""
        inner = self.key(among, actor)
        return self.intern(("count", inner), self.depends[inner])

    def _shape(self, node: Argument, actor: object, depends: set[object]) -> object:
        def of(part: Argument | None) -> object:
            if part is None:
                return None
            key = self.key(part, actor)
            depends.update(self.depends[key])
            return key

        match node:
            case typed.Use(local=local):
                stands = self.local(local, actor)
                depends.add(stands)
                return "local", stands
            case typed.Literal(value=value, type=type):
                return "literal", value, isinstance(type, Kind | Elements), getattr(type, "domain", None)
            case typed.Everything(domain=domain):
                return "all", domain
            case typed.Setting(parameter=parameter):
                return "setting", parameter.name
            case typed.Field(variable=symbol, owner=owner) | typed.Place(zone=symbol, owner=owner):
                depends.add(symbol.name)
                if isinstance(node, typed.Place) and node.every:
                    return "every", symbol.name
                return ("any", symbol.name) if owner is None else ("cell", symbol.name, of(owner))
            case typed.Printed(attribute=attribute, item=item):
                return "printed", attribute.name, attribute.domain, of(item)
            case typed.Derived(function=function, arguments=arguments):
                depends.update(self.reach.function(function.name))
                return "value", function.name, tuple(of(a) for a in arguments)
            case typed.Apply(word=word, arguments=arguments):
                if word.means == "count":
                    return "count", of(arguments["set"])
                shape = word.__name__, tuple((n, of(a)) for n, a in arguments.items())
                if word.means == "ruling":
                    return shape
                depends.update(self.reach.reads(node))
                return shape
            case typed.Local():
                return "new", node
            case typed.ToEach(symbol=symbol):
                return "each", symbol.name
            case typed.Named(names=names):
                return "names", names
            case typed.Words(text=text):
                return "words", text
        return "choice", id(node)

    # -- values

    def of_type(self, type: Type) -> Bounds:
        """The bounds that a type gives: of a number, an element, a flag, or of a set's size."""
        match type:
            case Number(low=low, high=high):
                return low, high
            case Element(domain=domain, optional=optional):
                return -1 if optional else 0, self.sizes[domain][1] - 1
            case Elements(domain=domain) | Kind(domain=domain):
                return 0, self.sizes[domain][1]
            case Nothing():
                return -1, -1
        return FLAG

    def bounds(self, expr: Argument, state: State, actor: object) -> Bounds:
        """The bounds of an expression's value, or of the size of a set."""
        self.left -= 1
        if self.left < 0 and isinstance(expr, typed.Typed):
            return self.of_type(expr.type)
        low, high = self._computed(expr, state, actor)
        known = state.values.get(self.key(expr, actor))
        if known is not None:
            low, high = max(low, known[0]), min(high, known[1])
        return (low, high) if low <= high else (low, low)

    def _computed(self, expr: Argument, state: State, actor: object) -> Bounds:
        assert not isinstance(expr, typed.Chosen)
        wide = self.of_type(expr.type)
        match expr:
            case typed.Literal(type=Kind() | Elements(), value=value):
                return (value.bit_count(),) * 2
            case typed.Literal(value=value):
                return value, value
            case typed.Everything(domain=domain):
                return self.sizes[domain]
            case typed.Field(variable=symbol) | typed.Place(zone=symbol, every=False):
                if isinstance(symbol, typed.ZoneSymbol) and symbol.capacity is not None:
                    wide = wide[0], min(wide[1], symbol.capacity)
                known = state.values.get(self.summary(symbol.name), wide)
                return max(wide[0], known[0]), min(wide[1], known[1])
            case typed.Place(zone=zone):
                low, high = state.values.get(self.summary(zone.name), wide)
                owners = self.sizes[zone.each] if zone.each is not None else (1, 1)
                return min(low * owners[0], wide[1]), min(wide[1], high * owners[1])
            case typed.Printed(attribute=attribute, item=item):
                first, last = self.bounds(item, state, actor)
                values = attribute.values[max(first, 0):last + 1]
                return (min(values), max(values)) if values else wide
            case typed.Derived(function=function, arguments=arguments):
                rule = self.game.functions.get(function.name)
                acting = self._acting(rule, arguments, actor)
                if rule is None or acting is _NOBODY or not isinstance(expr.type, Number) and rule.modifiers:
                    return wide
                low, high = self._defined(rule, state, acting)
                return max(wide[0], low), min(wide[1], high)
            case typed.Apply():
                found = self._applied(expr, state, actor)
                return wide if found is None else (max(wide[0], found[0]), min(wide[1], found[1]))
        return wide

    def _applied(self, expr: typed.Apply, state: State, actor: object) -> Bounds | None:
        given = expr.arguments

        def of(name: str) -> Bounds:
            return self.bounds(given[name], state, actor)

        match expr.word.means:
            case "yes":
                return 1, 1
            case "no":
                return 0, 0
            case "none":
                return -1, -1
            case "count" | "all":
                return of("set")
            case "union":
                left, right = of("left"), of("right")
                return max(left[0], right[0]), left[1] + right[1]
            case "minus":
                left, right = of("left"), of("right")
                return max(0, left[0] - right[1]), left[1]
            case "meet":
                return 0, min(of("left")[1], of("right")[1])
            case "where":
                source = of("source")
                every = self.truth(given["test"], state, actor)
                if every is not None:
                    return source if every else (0, 0)
                return self._free(expr, state, actor), source[1]
            case "just":
                return int(of("element")[0] >= 0), 1
            case "nothing":
                return 0, 0
            case "either":
                return self._either(expr, state, actor)
            case "total":
                return self._total(expr, state, actor)
            case "highest" | "lowest":
                each, size = self.of_type(expr.arguments["value"].type), of("set")
                return each if size[0] > 0 else (min(each[0], 0), max(each[1], 0))
        if isinstance(expr.type, Flag):
            truth = self.truth(expr, state, actor)
            return FLAG if truth is None else (int(truth),) * 2
        if not isinstance(expr.type, Number):
            return None
        types: dict[str, Type] = {}
        for name, argument in given.items():
            if isinstance(argument, typed.Chosen):
                return None
            narrow = isinstance(argument.type, Number)
            types[name] = Number(*of(name)) if narrow else argument.type
        try:
            result = expr.word.result(types)
        except Mismatch:
            return None
        return (result.low, result.high) if isinstance(result, Number) else None

    def _either(self, expr: typed.Apply, state: State, actor: object) -> Bounds | None:
        found: list[Bounds] = []
        test = expr.arguments["test"]
        assert isinstance(test, TypedExpr)
        for name, wanted in (("yes", True), ("no", False)):
            inner = self.assume(test, wanted, state, actor)
            if inner is not None:
                found.append(self.bounds(expr.arguments[name], inner, actor))
        return (min(low for low, _ in found), max(high for _, high in found)) if found else None

    def _free(self, expr: typed.Apply, state: State, actor: object) -> int:
        """The fewest elements of a set that no player has taken: all but one for each player who has one."""
        test, source = expr.arguments["test"], expr.arguments["source"]
        if not isinstance(test, typed.Apply) or test.word.means != "no such":
            return 0
        rival, taken = test.arguments["name"], test.arguments["test"]
        if not isinstance(test.arguments["source"], typed.Everything) or not isinstance(taken, typed.Apply) or (
                taken.word.means != "is"):
            return 0
        sides = tuple(taken.arguments[name] for name in ("left", "right"))
        for cell, element in (sides, sides[::-1]):
            if isinstance(cell, typed.Field) and isinstance(cell.owner, typed.Use) and cell.owner.local is rival and (
                    isinstance(element, typed.Use) and element.local is expr.arguments["name"]):
                have = self.sizes["player"][1]
                mine = self.intern(("local", actor), frozenset((actor,)))
                known = state.values.get(self.cell(cell.variable.name, mine))
                if actor is not None and known is not None and known[1] < 0:
                    have -= 1
                return max(0, self.bounds(source, state, actor)[0] - have)
        return 0

    def _total(self, expr: typed.Apply, state: State, actor: object) -> Bounds:
        value = expr.arguments["value"]
        assert isinstance(value, typed.ToEach)
        fewest, most = self.bounds(expr.arguments["set"], state, actor)
        each = self._of_each(value.symbol)
        if each is not None:
            lows, highs = sorted(low for low, _ in each), sorted((high for _, high in each), reverse=True)
            return (min(sum(lows[:n]) for n in {fewest, most, _crossing(lows, fewest, most)}),
                    max(sum(highs[:n]) for n in {fewest, most, _crossing([-h for h in highs], fewest, most)}))
        low, high = self.of_type(value.type)
        return min(low * fewest, low * most), max(high * fewest, high * most)

    def _of_each(self, symbol: typed.Symbol) -> list[Bounds] | None:
        """The bounds of a value for every element that it can be of; None if that is not worth while."""
        if isinstance(symbol, typed.AttributeSymbol):
            return [(value, value) for value in symbol.values]
        if not isinstance(symbol, typed.FunctionSymbol):
            return None
        if symbol not in self._each:
            self._each[symbol] = None
            rule = self.game.functions.get(symbol.name)
            item = rule.parameters[0] if rule is not None and rule.parameters else None
            if rule is not None and item is not None and isinstance(item.type, Element):
                domain = self.game.domains[item.type.domain]
                kinds = domain.kinds or tuple(range(len(domain.elements)))
                if domain.sort == "component" and len(set(kinds)) <= 200:
                    key = self.intern(("local", item), frozenset((item,)))
                    made = {kind: self._defined(rule, State({key: (kind, kind)})) for kind in set(kinds)}
                    self._each[symbol] = [made[kind] for kind in kinds]
        return self._each[symbol]

    def _acting(self, rule: typed.FunctionRule | None, arguments: tuple[TypedExpr, ...], actor: object) -> object:
        """Who is the player that a value is of, if that can be told."""
        if rule is None or not arguments:
            return actor
        players = [a for a, p in zip(arguments, rule.parameters, strict=True) if p.type == Element("player")]
        if len(players) == 1 and isinstance(players[0], typed.Use):
            return self.local(players[0].local, actor)
        return None if not players else _NOBODY

    def _defined(self, rule: typed.FunctionRule, state: State, actor: object = None) -> Bounds:
        """The bounds of a value by its definition."""
        low, high = self.bounds(rule.body, state, actor)
        for modifier in rule.modifiers:
            truth = self.truth(modifier.when, state, actor)
            if truth is False:
                continue
            new = (low, high) if modifier.set is None else self.bounds(modifier.set, state, actor)
            more = (0, 0) if modifier.add is None else self.bounds(modifier.add, state, actor)
            new = new[0] + more[0], new[1] + more[1]
            low, high = new if truth else (min(low, new[0]), max(high, new[1]))
        return low, high

    # -- conditions

    def truth(self, expr: Argument, state: State, actor: object) -> bool | None:
        """Whether a condition holds, if that is known."""
        known = state.values.get(self.key(expr, actor))
        if known is not None and known[0] == known[1]:
            return known[0] == 1
        self.left -= 1
        if self.left < 0:
            return None
        match expr:
            case typed.Literal(value=value):
                return value == 1
            case typed.Apply():
                return self._tested(expr, state, actor)
            case typed.Field() | typed.Use() | typed.Printed():
                low, high = self.bounds(expr, state, actor)
                return low == 1 if low == high else None
        return None

    def _tested(self, expr: typed.Apply, state: State, actor: object) -> bool | None:
        given = expr.arguments
        match expr.word.means:
            case "yes":
                return True
            case "no":
                return False
            case "not":
                inner = self.truth(given["condition"], state, actor)
                return None if inner is None else not inner
            case ("and" | "or") as joined:
                return self._joined(operands(expr), joined == "or", state, actor)
            case ("<" | ">" | "<=" | ">=") as how:
                small, large = ("left", "right") if how in ("<", "<=") else ("right", "left")
                return self._ordered(given[small], given[large], how in ("<", ">"), state, actor)
            case "is":
                return self._equal(given["left"], given["right"], state, actor)
            case "is not":
                equal = self._equal(given["left"], given["right"], state, actor)
                return None if equal is None else not equal
            case ("empty" | "not empty") as how:
                low, high = self.bounds(given["set"], state, actor)
                empty = True if high == 0 else False if low > 0 else None
                return empty if how == "empty" or empty is None else not empty
            case "contains":
                return False if self.bounds(given["set"], state, actor)[1] == 0 else None
            case ("any" | "no such" | "every") as how:
                return self._quantified(how, given["source"], given["test"], state, actor)
        return None

    def _joined(self, parts: list[TypedExpr], absorbing: bool, state: State, actor: object) -> bool | None:
        """Whether all of some conditions hold, or one of them, each where those before it leave it open."""
        settled = True
        for number, part in enumerate(parts):
            truth = self.truth(part, state, actor)
            if truth is absorbing:
                return absorbing
            if truth is None:
                settled = False
                if number + 1 < len(parts):
                    state = self.assume(part, not absorbing, state, actor) or state
        return not absorbing if settled else None

    def _ordered(self, small: Argument, large: Argument, strict: bool, state: State, actor: object) -> bool | None:
        a, b = self.bounds(small, state, actor), self.bounds(large, state, actor)
        if a[1] + strict <= b[0]:
            return True
        if a[0] + strict > b[1]:
            return False
        left, right = self.key(small, actor), self.key(large, actor)
        if left == right:
            return not strict
        if strict and (right, left) in state.below:
            return False
        return True if not strict and (left, right) in state.below else None

    def _equal(self, left: Argument, right: Argument, state: State, actor: object) -> bool | None:
        if self.key(left, actor) == self.key(right, actor):
            return True
        for one, other in ((left, right), (right, left)):
            if isinstance(other, typed.Literal) and isinstance(other.type, Kind) and isinstance(
                    getattr(one, "type", None), Element):
                low, high = self.bounds(one, state, actor)
                inside = [bool(other.value >> n & 1) if n >= 0 else False for n in range(low, high + 1)]
                return inside[0] if len(set(inside)) == 1 else None
        a, b = self.bounds(left, state, actor), self.bounds(right, state, actor)
        if a[1] < b[0] or b[1] < a[0]:
            return False
        sets = isinstance(getattr(left, "type", None), Elements | Kind)
        if a[0] == a[1] == b[0] == b[1] and (not sets or a[0] == 0):
            return True
        return None

    def _quantified(self, how: str, source: Argument, test: Argument, state: State, actor: object) -> bool | None:
        fewest, most = self.bounds(source, state, actor)
        if most == 0:
            return how != "any"
        inner = self.truth(test, state, actor)
        if inner is None or (fewest == 0 and inner is (how != "every")):
            return None
        return inner if how != "no such" else not inner

    def assume(self, expr: TypedExpr, wanted: bool, state: State, actor: object) -> State | None:
        """The state in which a condition holds (or does not); None if that cannot be."""
        truth = self.truth(expr, state, actor)
        if truth is not None and truth is not wanted:
            return None
        if self.left < 0:
            return state
        # What is known already is noted too: where ways meet, only what is noted on all of them is kept.
        made = self._assumed(expr, wanted, state.copy(), actor)
        if made is None and truth is not None:
            return state
        return made if made is None or not made.later else self._settle(made)

    def _settle(self, state: State) -> State | None:
        """Look again at what could not be decided before."""
        pending, state = state.later, State(state.values, state.below)
        for expr, wanted, actor in pending:
            parts = operands(expr)
            truths = [self.truth(part, state, actor) for part in parts]
            if wanted in truths:
                continue
            still = [part for part, truth in zip(parts, truths, strict=True) if truth is None]
            if not still:
                return None
            if len(still) > 1:
                state.later = (*state.later, (expr, wanted, actor))
                continue
            found = self._assumed(still[0], wanted, state, actor)
            if found is None:
                return None
            state = found
        return state

    def _assumed(self, expr: TypedExpr, wanted: bool, state: State, actor: object) -> State | None:
        """Add what a condition says to a state that nobody else has."""
        state.values[self.key(expr, actor)] = (int(wanted),) * 2
        if not isinstance(expr, typed.Apply):
            return state
        given = expr.arguments
        match expr.word.means:
            case "not":
                return self._part(given["condition"], not wanted, state, actor)
            case ("and" | "or") as joined:
                if wanted is not (joined == "and"):
                    state.later = (*state.later, (expr, wanted, actor))
                    return state
                found: State | None = state
                for part in operands(expr):
                    found = None if found is None else self._part(part, wanted, found, actor)
                return found
            case ("<" | ">" | "<=" | ">=") as how:
                small, large = ("left", "right") if how in ("<", "<=") else ("right", "left")
                strict = how in ("<", ">")
                if not wanted:
                    small, large, strict = large, small, not strict
                return self._order(given[small], given[large], strict, state, actor)
            case ("is" | "is not") as how:
                return self._match(given["left"], given["right"], wanted is (how == "is"), state, actor)
            case ("empty" | "not empty") as how:
                empty = wanted is (how == "empty")
                return self.narrow(given["set"], (0, 0) if empty else (1, FAR), state, actor)
            case "contains" if wanted:
                return self.narrow(given["set"], (1, FAR), state, actor)
            case ("any" | "no such" | "every") as how:
                if wanted is (how == "any"):
                    return self.narrow(given["source"], (1, FAR), state, actor)
                if isinstance(given["source"], typed.Everything) and isinstance(given["name"], typed.Local):
                    return self._all(given["name"], given["test"], how == "every", state, actor)
        return state

    def _all(self, local: typed.Local, test: Argument, wanted: bool, state: State, actor: object) -> State | None:
        """What holds (or fails) for every element of a domain says something of all its cells."""
        assert isinstance(test, TypedExpr)
        inner = self.assume(test, wanted, state, actor)
        if inner is None:
            return None
        element = self.intern(("local", local), frozenset((local,)))
        for name in self.reach.reads(test):
            known, summary = inner.values.get(self.cell(name, element)), self.summary(name)
            if known is not None:
                low, high = state.values.get(summary, (-FAR, FAR))
                state.values[summary] = max(low, known[0]), min(high, known[1])
        return state

    def _part(self, expr: Argument, wanted: bool, state: State, actor: object) -> State | None:
        assert isinstance(expr, TypedExpr)
        found = self.assume(expr, wanted, state, actor)
        return found.copy() if found is state else found

    def _order(self, small: Argument, large: Argument, strict: bool, state: State, actor: object) -> State | None:
        a, b = self.bounds(small, state, actor), self.bounds(large, state, actor)
        state.below |= {(self.key(small, actor), self.key(large, actor))}
        first = self.narrow(small, (-FAR, b[1] - strict), state, actor)
        return None if first is None else self.narrow(large, (a[0] + strict, FAR), first, actor)

    def _match(self, left: Argument, right: Argument, equal: bool, state: State, actor: object) -> State | None:
        for one, other in ((left, right), (right, left)):
            if isinstance(getattr(other, "type", None), Kind) and isinstance(getattr(one, "type", None), Element):
                if isinstance(other, typed.Literal) and equal:
                    bits = other.value
                    return self.narrow(one, ((bits & -bits).bit_length() - 1, bits.bit_length() - 1), state, actor)
                return state
        a, b = self.bounds(left, state, actor), self.bounds(right, state, actor)
        if isinstance(getattr(left, "type", None), Elements | Kind):
            if not equal:
                return state
        elif not equal:
            for one, x, y in ((left, a, b), (right, b, a)):
                if y[0] == y[1] and y[0] in x and x[0] < x[1]:
                    found = self.narrow(one, (x[0] + (x[0] == y[0]), x[1] - (x[1] == y[0])), state, actor)
                    if found is None:
                        return None
                    state = found
            return state
        both = max(a[0], b[0]), min(a[1], b[1])
        first = self.narrow(left, both, state, actor)
        return None if first is None else self.narrow(right, both, first, actor)

    def narrow(self, expr: Argument, to: Bounds, state: State, actor: object) -> State | None:
        """Note that a value lies between bounds, and what that says about its parts; None if it cannot."""
        low, high = self.bounds(expr, state, actor)
        low, high = max(low, to[0]), min(high, to[1])
        if low > high:
            return None
        if isinstance(expr, typed.Literal):
            return state
        state.values[self.key(expr, actor)] = (low, high)
        if not isinstance(expr, typed.Apply):
            return state
        given = expr.arguments
        match expr.word.means:
            case "count" | "all":
                return self.narrow(given["set"], (low, high), state, actor)
            case "where" if low > 0:
                return self.narrow(given["source"], (low, FAR), state, actor)
            case "+":
                a, b = (self.bounds(given[n], state, actor) for n in ("left", "right"))
                found = self.narrow(given["left"], (low - b[1], high - b[0]), state, actor)
                return None if found is None else self.narrow(given["right"], (low - a[1], high - a[0]), found, actor)
            case "-":
                a, b = (self.bounds(given[n], state, actor) for n in ("left", "right"))
                found = self.narrow(given["left"], (low + b[0], high + b[1]), state, actor)
                return None if found is None else self.narrow(given["right"], (a[0] - high, a[1] - low), found, actor)
        return state

    # -- forgetting

    def forget(self, state: State, names: Iterable[object]) -> State:
        """The state without what depends on some variables, zones or local names."""
        gone = frozenset(names)
        if not gone:
            return state
        depends = self.depends
        dead = {k for k in state.values if not gone.isdisjoint(depends[k])}
        return State({k: v for k, v in state.values.items() if k not in dead},
                     frozenset(p for p in state.below if gone.isdisjoint(depends[p[0]] | depends[p[1]])),
                     tuple(e for e in state.later if gone.isdisjoint(depends[self.key(e[0], e[2])])))

    def join(self, left: State | None, right: State | None) -> State | None:
        """What is known where two ways meet."""
        if left is None or right is None or left is right:
            return right if left is None else left
        values = {}
        for key, (low, high) in left.values.items():
            other = right.values.get(key)
            if other is not None:
                values[key] = (min(low, other[0]), max(high, other[1]))
        return State(values, left.below & right.below, tuple(e for e in left.later if e in right.later))

    @staticmethod
    def widen(old: State, new: State) -> State:
        """The new state, with bounds that have moved given up."""
        values = {}
        for key, (low, high) in new.values.items():
            before = old.values.get(key, (low, high))
            bounds = (low if low >= before[0] else -FAR, high if high <= before[1] else FAR)
            if bounds != (-FAR, FAR):
                values[key] = bounds
        return State(values, new.below, new.later)



def _crossing(values: list[int], fewest: int, most: int) -> int:
    """How many of the values, smallest first, make the smallest sum, within bounds."""
    return min(max(sum(1 for value in values if value < 0), fewest), most)


def operands(expr: TypedExpr) -> list[TypedExpr]:
    """The conditions that a row of `and`, or of `or`, joins."""
    assert isinstance(expr, typed.Apply)
    found: list[TypedExpr] = []
    todo: list[Argument] = [expr]
    while todo:
        part = todo.pop()
        if isinstance(part, typed.Apply) and part.word is expr.word:
            todo += [part.arguments["right"], part.arguments["left"]]
        elif isinstance(part, TypedExpr):
            found.append(part)
    return found
