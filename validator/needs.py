"""What of everything that is known a value is worked out from.

A game is followed through hundreds of states, most of which know the same of what a single expression looks at. So
each expression is told once which keys it looks at, and what came of them is kept: it is worked out again only where
something of that is known otherwise.
"""

from __future__ import annotations

from ludex.dsl import typed
from ludex.dsl.typed import Argument
from ludex.dsl.types import Element
from ludex.ir.record import entity
from ludex.validator.keys import Keys
from ludex.validator.known import Bounds, Key, State
from ludex.validator.walk import Reach, parts

#: Nobody who could be named.
NOBODY = object()


@entity
class Needs:
    """What one expression looks at, and what came of it for what was known."""

    keys: tuple[Key, ...]
    #: The pairs of keys of which it is asked whether one is at most the other.
    pairs: frozenset[tuple[Key, Key]]
    #: Whether a condition in it is taken for granted, which may decide what was left for later.
    assumes: bool
    bounds: dict[object, Bounds]
    truths: dict[object, bool | None]

    def seen(self, state: State) -> object:
        """All that the expression can see of a state, where nothing is left for later."""
        known = tuple(map(state.values.get, self.keys))
        return (known, state.below & self.pairs) if self.pairs and state.below else known


class Needing(Keys):
    """Knows what the expressions of one game look at."""

    def __init__(self, game: typed.Game, reach: Reach) -> None:
        super().__init__(game, reach)
        self._needs: dict[tuple[int, object], tuple[Needs, Argument]] = {}

    def needs(self, node: Argument, actor: object) -> Needs:
        """What an expression looks at, and all that is in it."""
        found = self._needs.get((id(node), actor))
        if found is None:
            found = self._needs[id(node), actor] = self._found(node, actor), node
        return found[0]

    def seen(self, needs: Needs, state: State) -> object:
        """All that an expression can see of a state."""
        seen = needs.seen(state)
        if not needs.assumes or not state.later:
            return seen
        left = [(id(expr), wanted, actor, self.needs(expr, actor).seen(state)) for expr, wanted, actor in state.later]
        return seen, tuple(left)

    def acting(self, node: typed.Derived, actor: object) -> object:
        """Who is the player that a value is of, if that can be told."""
        rule, arguments = self.game.functions.get(node.function.name), node.arguments
        if rule is None or not arguments:
            return actor
        players = [a for a, p in zip(arguments, rule.parameters, strict=True) if p.type == Element("player")]
        if len(players) == 1 and isinstance(players[0], typed.Use):
            return self.local(players[0].local, actor)
        return None if not players else NOBODY

    def _found(self, node: Argument, actor: object) -> Needs:
        key = self.key(node, actor)
        keys, pairs, assumes = {key}, set[tuple[Key, Key]](), False
        inner = [self.needs(part, actor) for part in parts(node)]
        match node:
            case typed.Field(variable=symbol) | typed.Place(zone=symbol):
                keys.add(self.summary(symbol.name))
            case typed.Derived(function=function):
                rule, acting = self.game.functions.get(function.name), self.acting(node, actor)
                if rule is not None and acting is not NOBODY:
                    inner += [self.needs(part, acting) for part in (rule.body, *(
                        part for each in rule.modifiers for part in (each.when, each.set, each.add)
                        if part is not None))]
            case typed.Apply(word=word, arguments=given):
                assumes = word.means in ("and", "or", "either", "any", "no such", "every", "where")
                if {"left", "right"} <= given.keys():
                    sides = self.key(given["left"], actor), self.key(given["right"], actor)
                    pairs |= {sides, sides[::-1]}
                if isinstance(given.get("name"), typed.Local):
                    # What holds for every element is asked of its cells, and of those of who acts.
                    for owner in (self.named(given["name"]), self.named(actor)):
                        for name in self.reach.reads(node):
                            keys |= {self.summary(name), self.cell(name, owner)}
        for part in inner:
            keys.update(part.keys)
            pairs |= part.pairs
            assumes |= part.assumes
        return Needs(tuple(keys), frozenset(pairs), assumes, {}, {})
