"""What the lines and expressions of a game read and write, with all that they run.

What a word reads and writes is told by the handles of its parameters, so that nobody need know the word: a variable or
a zone that a line names as such is written, and everything else that it names is read. What happens at any time is
looked at after lines that write what its condition reads; the checks ask the same.
"""

from __future__ import annotations

from functools import cached_property

from ludex.dsl import typed
from ludex.dsl.pieces import all_lines, inmost_first, named, ran, runs
from ludex.dsl.typed import Argument, Effect, FunctionSymbol, Line
from ludex.ir.record import record


@record
class Touched:
    """The variables and zones that something reads and writes, and whether somebody decides or the game may end in
    it."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    asks: bool = False
    ends: bool = False

    def __or__(self, other: Touched) -> Touched:
        return Touched(self.reads | other.reads, self.writes | other.writes, self.asks or other.asks,
                       self.ends or other.ends)


class Reach:
    """What effects and expressions of one game touch, with all that they run and ask for."""

    def __init__(self, game: typed.Game) -> None:
        self.game = game
        self._reads: dict[str, frozenset[str]] = {}
        self._nodes: dict[int, tuple[object, frozenset[str]]] = {}
        self._run: dict[tuple[str, str], Touched] = {}

    # -- expressions

    def reads(self, node: Argument | Line | None) -> frozenset[str]:
        """The variables and zones on which something depends, through derived values too."""
        known = self._nodes.get(id(node))
        if known is not None:
            return known[1]
        found: set[str] = set()
        for symbol in named(node):
            if isinstance(symbol, FunctionSymbol):
                found |= self.function(symbol.name)
            elif isinstance(symbol, typed.VariableSymbol | typed.ZoneSymbol):
                found.add(symbol.name)
        self._nodes[id(node)] = node, frozenset(found)
        return self._nodes[id(node)][1]

    def function(self, name: str) -> frozenset[str]:
        """What a derived value depends on."""
        if name not in self._reads:
            self._reads[name] = frozenset()
            rule = self.game.functions.get(name)
            if rule is not None:
                exprs = [rule.body]
                for modifier in rule.modifiers:
                    exprs += [e for e in (modifier.when, modifier.set, modifier.add) if e is not None]
                self._reads[name] = frozenset().union(*(self.reads(expr) for expr in exprs))
        return self._reads[name]

    # -- effects

    def line(self, line: Line) -> Touched:
        """What a line itself touches, with what it runs and without those under it."""
        found = self.own(line)
        for run in runs(line):
            found |= self.run(*run)
        return found

    def own(self, line: Line) -> Touched:
        """What a line itself touches, without what it runs."""
        reads: set[str] = set()
        writes: set[str] = set()
        taken: tuple[Argument, ...] = ()
        placed = False
        for name, argument in line.arguments.items():
            sort = line.word.parameters[name].sort
            if sort == "variable" and isinstance(argument, typed.Field):
                writes.add(argument.variable.name)
                reads |= self.reads(argument.owner)
            elif sort == "place" and isinstance(argument, typed.Place):
                writes.add(argument.zone.name)
                reads |= self.reads(argument.owner)
                placed = True
            elif sort == "items":
                taken = (*taken, argument)
                reads |= self.reads(argument)
            else:
                reads |= self.reads(argument)
        if placed:
            for items in taken:
                writes |= self.lying(items)
        return Touched(frozenset(reads), frozenset(writes), line.word.needs_actor, line.word.ends_game)

    def lying(self, items: Argument) -> frozenset[str]:
        """The zones from which items may be taken."""
        if isinstance(items, typed.Place):
            return frozenset((items.zone.name,))
        if isinstance(items, typed.Apply) and items.lies is not None:
            return frozenset(place.zone.name for place in items.lies)
        domain = getattr(items.type, "domain", None) if isinstance(items, typed.Typed) else None
        return frozenset(z.name for z in self.game.zones.values() if z.domain == domain)

    def effect(self, effect: Effect | None) -> Touched:
        """What an effect touches, with all that it runs."""
        found = Touched()
        for line in effect or ():
            found |= self.line(line) | self.effect(line.body) | self.effect(line.otherwise)
        return found

    def run(self, sort: str, name: str) -> Touched:
        """What a procedure, an action, a moment or the filling of a zone touches."""
        if (sort, name) not in self._run:
            for key in inmost_first(self.game, [(sort, name)], self._run):
                if key not in self._run:
                    self._run[key] = Touched()
                    self._run[key] = self._made(*key)
        return self._run[sort, name]

    def _made(self, sort: str, name: str) -> Touched:
        found = Touched()
        for effect in ran(self.game, (sort, name)):
            found |= self.effect(effect)
        if sort == "action" and name in self.game.actions:
            action = self.game.actions[name]
            found |= Touched(self.reads(action.when).union(*map(self.reads, action.choices)), asks=True)
        if sort == "moment":
            for trigger in (trigger for trigger in self.game.triggers if trigger.at_moment == name):
                found |= Touched(self.reads(trigger.when))
            for end in (end for end in self.game.ends if end.moment == name):
                found |= Touched(self.reads(end.when), ends=True)
        return found

    @cached_property
    def written(self) -> frozenset[str]:
        """Every variable and zone that some rule writes."""
        return frozenset().union(*(self.line(line).writes for line in all_lines(self.game)))
