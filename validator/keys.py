"""Keys: numbers that stand for what expressions say, so that what is known of one is known wherever it is said again.

You are whoever acts: the key of `your hand` depends on that. A key also knows the variables, zones and local names that
its expression depends on; when one of them changes, what was known is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.dsl import typed
from ludex.dsl.typed import Argument
from ludex.dsl.types import Element, Elements, Kind, Nothing, Number, Type
from ludex.validator.known import FLAG, Bounds, Key, State
from ludex.validator.walk import Reach


class Keys:
    """The keys of one game's expressions."""

    def __init__(self, game: typed.Game, reach: Reach) -> None:
        self.game = game
        self.reach = reach
        self._numbers: dict[object, Key] = {}
        self._summaries: dict[str, Key] = {}
        #: By identity of an expression and who acts: the key, what its type says, and itself, so that it lives on.
        self._met: dict[tuple[int, object], tuple[Key, Bounds, Argument]] = {}
        #: For each key, the variables, zones and local names that it depends on; and the other way round.
        self.depends: list[frozenset[object]] = []
        self._users: dict[object, set[Key]] = {}
        #: The players that values are of: who is meant stands for them.
        self._owners = {p for f in game.functions.values() for p in f.parameters if p.type == Element("player")
                        and sum(q.type == Element("player") for q in f.parameters) == 1}
        #: What local names stand for, where they are not themselves.
        self.alias: dict[typed.Local, object] = {}
        self.sizes: dict[str, Bounds] = {
            name: (game.least, game.most) if domain.sort == "player" else (len(domain.elements),) * 2
            for name, domain in game.domains.items()}

    def intern(self, what: object, depends: frozenset[object] = frozenset()) -> Key:
        """The key of something."""
        found = self._numbers.get(what)
        if found is None:
            found = self._numbers[what] = len(self.depends)
            self.depends.append(depends)
            for name in depends:
                self._users.setdefault(name, set()).add(found)
        return found

    def summary(self, name: str) -> Key:
        """The key for what all cells of a variable or zone have in common."""
        found = self._summaries.get(name)
        if found is None:
            found = self._summaries[name] = self.intern(("any", name), frozenset((name,)))
        return found

    def local(self, local: typed.Local, actor: object) -> object:
        """What a local name stands for."""
        if local in self.alias:
            return self.alias[local]
        return actor if local.name == "you" or local in self._owners and actor is not None else local

    def named(self, stands: object) -> Key:
        """The key of what a local name stands for."""
        return self.intern(("local", stands), frozenset((stands,)))

    def key(self, node: Argument, actor: object) -> Key:
        """The key of an expression."""
        return (self._met.get((id(node), actor)) or self.meet(node, actor))[0]

    def meet(self, node: Argument, actor: object) -> tuple[Key, Bounds, Argument]:
        """What is worked out when an expression is seen for the first time."""
        depends: set[object] = set()
        key = self.intern(self._shape(node, actor, depends), frozenset(depends))
        found = self._met[id(node), actor] = key, self._wide(node), node
        return found

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

    # -- bounds that hold everywhere

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

    def _wide(self, node: Argument) -> Bounds:
        """The bounds of an expression as it stands, whatever is known."""
        match node:
            case typed.Literal(type=Kind() | Elements(), value=value):
                return (value.bit_count(),) * 2
            case typed.Literal(value=value):
                return value, value
            case typed.Everything(domain=domain):
                return self.sizes[domain]
            case typed.Place(zone=zone, every=False) if zone.capacity is not None:
                low, high = self.of_type(node.type)
                return low, min(high, zone.capacity)
        return self.of_type(node.type)

    # -- forgetting

    def forget(self, state: State, names: Iterable[object]) -> State:
        """A state of its own without what depends on some variables, zones or local names."""
        users, left = self._users, state.copy()
        dead: set[Key] = set().union(*(users[name] for name in names if name in users))
        for key in dead & left.values.keys():
            del left.values[key]
        if dead and left.below:
            left.below = frozenset(pair for pair in left.below if dead.isdisjoint(pair))
        if dead and left.later:
            left.later = tuple(e for e in left.later if self.key(e[0], e[2]) not in dead)
        return left
