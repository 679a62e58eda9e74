"""Where things may lie, as far as it follows from the rules: from what they were taken, and where they may have gone.

A line that moves things which a procedure was given, or which a value names, does not say where they are. They lie
where whoever runs the procedure has them from, or where lines on the way have put things of their class. So a program
need not look for them in every zone there is.

What is known is a list of zones that is never too short; where nothing is known it is all zones of the class.
"""

from __future__ import annotations

from dataclasses import field

from ludex.dsl import typed
from ludex.dsl.pieces import Run, effects, inmost_first, lines, ran, runs
from ludex.dsl.typed import Argument, Effect, Line
from ludex.ir.record import changeable

Zones = frozenset[str]
#: What is known of local names at a point of an effect.
Known = dict[typed.Local, Zones]


@changeable
class Whereabouts:
    """Where the things of every expression in a line of a game may lie."""

    game: typed.Game
    #: What procedures are given lies here.
    _given: Known = field(init=False, default_factory=dict)
    _found: dict[int, Zones] = field(init=False, default_factory=dict)
    #: By line: the zones that it, with all that it runs and what stands under it, may bring things to.
    _targets: dict[int, Zones] = field(init=False, default_factory=dict)
    _run: dict[Run, Zones] = field(init=False, default_factory=dict)
    _values: dict[typed.FunctionSymbol, Zones] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        game = self.game
        self._given = {local: frozenset() for rule in game.procedures.values() for local in rule.parameters}
        inner = inmost_first(
            game, (run for _, _, effect in effects(game) for line in lines(effect) for run in runs(line)))
        ran_by_none = dict.fromkeys([*(("procedure", name) for name in game.procedures),
                                     *(("action", name) for name in game.actions)])
        for run in inner:
            ran_by_none.pop(run, None)
        # Whoever runs something comes before it, so that all that it is given is known.
        for _, sort, effect in effects(game):
            if sort not in ("procedure", "action"):
                self._effect(effect, {})
        for run in (*ran_by_none, *reversed(inner)):
            for effect in ran(game, run):
                self._effect(effect, self._start(run))
        # What nobody runs may be given anything.
        for local, zones in self._given.items():
            self._given[local] = zones or self._all(local)

    def of(self, node: Argument) -> Zones:
        """The zones in which the things of an expression in a line may lie."""
        return self._found.get(id(node)) or self._all(node)

    def brought(self, line: Line) -> Zones:
        """The zones to which a line may bring things, with all that it runs and what stands under it."""
        known = self._targets.get(id(line))
        if known is None:
            found = {argument.zone.name for name, argument in line.arguments.items()
                     if isinstance(argument, typed.Place) and line.word.parameters[name].sort == "place"
                     and name != line.word.draws_from}
            for run in runs(line):
                found |= self._brought_by(run)
            for under in (*(line.body or ()), *(line.otherwise or ())):
                found |= self.brought(under)
            known = self._targets[id(line)] = frozenset(found)
        return known

    def _brought_by(self, run: Run) -> Zones:
        for each in inmost_first(self.game, [run], self._run):
            self._run[each] = frozenset().union(
                *(self.brought(line) for effect in ran(self.game, each) for line in effect))
        return self._run[run]

    # -- the course of an effect

    def _start(self, run: Run) -> Known:
        """What is known where the effect of a procedure or an action begins."""
        sort, name = run
        known: Known = {}
        if sort == "procedure" and name in self.game.procedures:
            known = {local: self._given[local] for local in self.game.procedures[name].parameters}
        if sort == "action" and name in self.game.actions:
            for chosen in self.game.actions[name].choices:
                self._choice(chosen, known)
        return known

    def _effect(self, effect: Effect, known: Known) -> None:
        for line in effect:
            if line.word.repeats:
                self._widen(known, line)  # it may have run before
            for argument in line.arguments.values():
                if isinstance(argument, typed.Chosen):
                    self._choice(argument, known)
                elif isinstance(argument, typed.Typed):
                    self._found[id(argument)] = self._lying(argument, known)
            self._give(line, known)
            for argument in line.arguments.values():
                if isinstance(argument, typed.Local):
                    known[argument] = self._among(line, known)
            for under in (line.body, line.otherwise):
                if under is not None:
                    self._effect(under, dict(known))
            self._widen(known, line)

    def _choice(self, chosen: typed.Chosen, known: Known) -> None:
        if chosen.source is not None:
            zones = self._lying(chosen.source, known)
            self._found[id(chosen.source)] = known[chosen.local] = zones

    def _give(self, line: Line, known: Known) -> None:
        """What a line gives to the procedure that it runs."""
        for argument in line.arguments.values():
            if isinstance(argument, typed.Given):
                for sort, name in runs(line):
                    if sort == "procedure" and name in self.game.procedures:
                        parameters = self.game.procedures[name].parameters
                        for local, value in zip(parameters, argument.values, strict=False):
                            self._given[local] |= self._lying(value, known)

    def _widen(self, known: Known, line: Line) -> None:
        brought = self.brought(line)
        for local, zones in known.items():
            known[local] = zones | (brought & self._all(local))

    # -- expressions

    def _all(self, node: Argument) -> Zones:
        domain = getattr(node.type, "domain", None)
        return frozenset(zone.name for zone in self.game.zones.values() if zone.domain == domain)

    def _among(self, node: Line | typed.Apply, known: Known) -> Zones:
        """Where the things lie that a word takes from its parts, for its value or its new name."""
        word = node.word
        found = [self._lying(node.arguments[name], known) for name in word.lies() or ()]
        if not found:
            return frozenset(zone.name for zone in self.game.zones.values())
        return min(found, key=len) if word.lies_in_each else frozenset().union(*found)

    def _lying(self, node: Argument, known: Known) -> Zones:
        """Where the things of an expression may lie."""
        match node:
            case typed.Place(zone=zone) | typed.ToEach(symbol=typed.ZoneSymbol() as zone):
                return frozenset((zone.name,))
            case typed.Use(local=local) if local in known:
                return known[local]
            case typed.Apply():
                return self._among(node, known) & self._all(node)
            case typed.Derived(function=function):
                return self._value(function, node)
        return self._all(node)

    def _value(self, function: typed.FunctionSymbol, node: typed.Derived) -> Zones:
        if function not in self._values:
            self._values[function] = self._all(node)
            rule = self.game.functions.get(function.name)
            if rule is not None and not any(modifier.add for modifier in rule.modifiers):
                ways = (rule.body, *(modifier.set for modifier in rule.modifiers if modifier.set is not None))
                self._values[function] = frozenset().union(*(self._lying(way, {}) for way in ways))
        return self._values[function]


