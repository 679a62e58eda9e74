"""The bounds of values: of what is stored, printed and derived, and of what words make of other values.

All of it holds for every number of players and every reading of the rulings. Effort is bounded: beyond it only types
are known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.dsl import typed
from ludex.dsl.typed import Argument, TypedExpr
from ludex.dsl.types import Element, Flag, Number, Type
from ludex.dsl.vocabulary.word import Mismatch
from ludex.validator.known import FLAG, Bounds, State
from ludex.validator.needs import NOBODY, Needing
from ludex.validator.walk import Reach

#: The most expressions that are looked at for one game, counted with repetitions.
EFFORT = 150_000


class Values(Needing):
    """Evaluates the expressions of one game. Whether conditions hold, `truth.py` and `facts.py` add."""

    def __init__(self, game: typed.Game, reach: Reach) -> None:
        super().__init__(game, reach)
        #: How many expressions may still be looked at.
        self.left = EFFORT
        self._each: dict[typed.Symbol, list[Bounds] | None] = {}

    def truth(self, expr: Argument, state: State, actor: object) -> bool | None:
        """Whether a condition holds, if that is known."""
        raise NotImplementedError

    def supposed(self, expr: TypedExpr, wanted: bool, truth: bool | None, state: State, actor: object) -> State | None:
        """The state in which a condition holds (or does not), which is known to be so or not known."""
        raise NotImplementedError

    def bounds(self, expr: Argument, state: State, actor: object) -> Bounds:
        """The bounds of an expression's value, or of the size of a set."""
        assert not isinstance(expr, typed.Chosen)
        key, wide, _ = self._met.get((id(expr), actor)) or self.meet(expr, actor)
        self.left -= 1
        if self.left < 0:
            return wide
        compute = _SORTS.get(type(expr))
        if compute is None:
            low, high = _STORED[type(expr)](self, expr, state, wide) if type(expr) in _STORED else wide
        else:
            needs = self.needs(expr, actor)
            seen = self.seen(needs, state)
            found = needs.bounds.get(seen)
            if found is None:
                found = needs.bounds[seen] = compute(self, expr, state, actor, wide)
            low, high = found
        known = state.values.get(key)
        if known is not None:
            low, high = max(low, known[0]), min(high, known[1])
        return (low, high) if low <= high else (low, low)

    # -- what is stored, printed and derived

    def _stored(self, expr: typed.Field, state: State, wide: Bounds) -> Bounds:
        low, high = state.values.get(self.summary(expr.variable.name), wide)
        return max(wide[0], low), min(wide[1], high)

    def _held(self, expr: typed.Place, state: State, wide: Bounds) -> Bounds:
        zone = expr.zone
        low, high = state.values.get(self.summary(zone.name), wide)
        if not expr.every:
            return max(wide[0], low), min(wide[1], high)
        owners = self.sizes[zone.each] if zone.each is not None else (1, 1)
        return min(low * owners[0], wide[1]), min(wide[1], high * owners[1])

    def _printed(self, expr: typed.Printed, state: State, actor: object, wide: Bounds) -> Bounds:
        first, last = self.bounds(expr.item, state, actor)
        values = expr.attribute.values[max(first, 0):last + 1]
        return (min(values), max(values)) if values else wide

    def _derived(self, expr: typed.Derived, state: State, actor: object, wide: Bounds) -> Bounds:
        rule = self.game.functions.get(expr.function.name)
        acting = self.acting(expr, actor)
        if rule is None or acting is NOBODY or not isinstance(expr.type, Number) and rule.modifiers:
            return wide
        low, high = self._defined(rule, state, acting)
        return max(wide[0], low), min(wide[1], high)

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

    # -- words

    def _applied(self, expr: typed.Apply, state: State, actor: object, wide: Bounds) -> Bounds:
        word = _WORDS.get(expr.word.means)
        if word is not None:
            found = word(self, expr, state, actor)
        elif isinstance(expr.type, Flag):
            truth = self.truth(expr, state, actor)
            return FLAG if truth is None else (int(truth),) * 2
        else:
            found = expr.word.bounds(Here(self, expr.arguments, state, actor))
            if found is None and isinstance(expr.type, Number):
                found = self._by_types(expr, state, actor)
        return wide if found is None else (max(wide[0], found[0]), min(wide[1], found[1]))

    def _by_types(self, expr: typed.Apply, state: State, actor: object) -> Bounds | None:
        """What the word itself says about its value, when numbers are bounded as they are here."""
        types: dict[str, Type] = {}
        for name, argument in expr.arguments.items():
            if isinstance(argument, typed.Chosen):
                return None
            narrow = isinstance(argument.type, Number)
            types[name] = Number(*self.bounds(argument, state, actor)) if narrow else argument.type
        try:
            result = expr.word.result(types)
        except Mismatch:
            return None
        return (result.low, result.high) if isinstance(result, Number) else None

    def _where(self, expr: typed.Apply, state: State, actor: object) -> Bounds:
        source = self.bounds(expr.arguments["source"], state, actor)
        every = self.truth(expr.arguments["test"], state, actor)
        if every is not None:
            return source if every else (0, 0)
        return self._free(expr, state, actor), source[1]

    def _either(self, expr: typed.Apply, state: State, actor: object) -> Bounds | None:
        found: list[Bounds] = []
        test = expr.arguments["test"]
        assert isinstance(test, TypedExpr)
        truth = self.truth(test, state, actor)
        for name, wanted in (("yes", True), ("no", False)):
            inner = self.supposed(test, wanted, truth, state, actor)
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
                known = state.values.get(self.cell(cell.variable.name, self.named(actor)))
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
                    key = self.named(item)
                    made = {kind: self._defined(rule, State({key: (kind, kind)})) for kind in set(kinds)}
                    self._each[symbol] = [made[kind] for kind in kinds]
        return self._each[symbol]


#: Sort of expression -> how its bounds are looked up.
_STORED: dict[type, Callable[[Values, Any, State, Bounds], Bounds]] = {
    typed.Field: Values._stored, typed.Place: Values._held,
}
#: Sort of expression -> how its bounds are worked out, where its type does not say all.
_SORTS: dict[type, Callable[[Values, Any, State, object, Bounds], Bounds]] = {
    typed.Printed: Values._printed, typed.Derived: Values._derived, typed.Apply: Values._applied,
}
#: For what words mean -> how their bounds are found, where it takes more than the bounds of their parts.
_WORDS: dict[str, Callable[[Values, typed.Apply, State, object], Bounds | None]] = {
    "where": Values._where, "either": Values._either, "total": Values._total,
}


class Here:
    """The parts of a word, as far as they are known at one point."""

    __slots__ = ("_actor", "_given", "_state", "_values")

    def __init__(self, values: Values, given: Mapping[str, Argument], state: State, actor: object) -> None:
        self._values, self._given, self._state, self._actor = values, given, state, actor

    def value(self, name: str) -> Bounds:
        """The bounds of a number, an element or a flag; of the name of a value, those that it has of any element."""
        argument = self._given[name]
        if isinstance(argument, typed.ToEach):
            return self._values.of_type(argument.type)
        return self._values.bounds(argument, self._state, self._actor)

    def size(self, name: str) -> Bounds:
        """How many elements a set has, or the set of an element."""
        low, high = self.value(name)
        if isinstance(getattr(self._given[name], "type", None), Element):
            return int(low >= 0), int(high >= 0)
        return low, high


def _crossing(values: list[int], fewest: int, most: int) -> int:
    """How many of the values, smallest first, make the smallest sum, within bounds."""
    return min(max(sum(1 for value in values if value < 0), fewest), most)
