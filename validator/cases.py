"""Conditions worked out for every state that they can tell apart, where these are few.

A condition depends on a few things: variables, how many are in a zone, what an item is, which reading is played. Each
is given all of its values, or where there are many, those at which some comparison changes; a condition that holds or
fails then is known to do so. States that show something are told in the words of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from ludex.dsl import typed
from ludex.dsl.typed import Argument, TypedExpr
from ludex.dsl.types import Element, Elements, Flag, Kind, Number
from ludex.ir.record import record
from ludex.validator.facts import Facts
from ludex.validator.known import Key, State
from ludex.validator.walk import inside

#: The most states that are tried.
MOST_STATES = 4096
#: The most values of a number that are all tried.
MOST_VALUES = 24

_JOINING = ("and", "or", "not", "is", "is not", "<", ">", "<=", ">=", "empty", "not empty", "+",
            "-", "*", "count", "all", "either", "smaller", "larger", "negative", "contains")


@record
class Thing:
    """Something on which conditions depend: its key, how it is said, and the values it may have with their words."""

    key: Key
    text: str
    values: tuple[tuple[int, str], ...]


@record
class Case:
    """One state: what is known in it, the things and which of its values each has, and how rulings are read."""

    state: State
    things: tuple[Thing, ...]
    places: tuple[int, ...]
    readings: dict[str, str]

    @property
    def told(self) -> dict[str, str]:
        """How the state is told."""
        told = {thing.text: thing.values[place][1] for thing, place in zip(self.things, self.places, strict=True)}
        return told | {f"ruling {ruling}": reading for ruling, reading in self.readings.items()}

    @property
    def words(self) -> str:
        """The state in a sentence."""
        return " and ".join(f"{text} is {value}" for text, value in self.told.items())


class Cases:
    """The states that some conditions can tell apart, within what is known."""

    def __init__(self, facts: Facts, state: State, actor: object) -> None:
        self.facts = facts
        self.state = state
        self.actor = actor

    def of(self, exprs: Sequence[TypedExpr], where: Sequence[TypedExpr] = ()) -> Iterator[Case]:
        """All states, or those of them in which some of the conditions hold; none if there are too many."""
        things: dict[Key, Thing] = {}
        asked: list[tuple[Key, str, str]] = []
        numbers = sorted({part.value for expr in exprs for part in inside(expr)
                          if isinstance(part, typed.Literal) and isinstance(part.type, Number)})
        for expr in exprs:
            for part in self._leaves(expr):
                key = self.facts.key(part, self.actor)
                if isinstance(part, typed.Apply) and part.word.means == "ruling":
                    ruling, reading = part.arguments["ruling"], part.arguments["reading"]
                    assert isinstance(ruling, typed.Named) and isinstance(reading, typed.Named)
                    asked.append((key, ruling.names[0], reading.names[0]))
                elif key not in things:
                    things[key] = self._thing(part, key, numbers)
        rulings = list(dict.fromkeys(ruling for _, ruling, _ in asked))
        known = self.facts.game.rulings
        total = 1
        for thing in things.values():
            total *= max(1, len(thing.values))
        for name in rulings:
            total *= len(known[name].readings)
        if total > MOST_STATES or not (things or rulings):
            return
        tests = self._settled(where, list(things))
        for chosen in product(*(known[name].readings for name in rulings)):
            played = dict(zip(rulings, chosen, strict=True))
            state = self.state.copy()
            for key, name, wanted in asked:
                state.values[key] = (int(played[name] == wanted),) * 2
            for inner, places in self._with(tuple(things.values()), (), state, tests):
                yield Case(inner, tuple(things.values()), places, played)

    def _settled(self, where: Sequence[TypedExpr], keys: Sequence[Key]) -> list[list[TypedExpr]]:
        """The conditions that are settled once so many things have their values, for each number of things."""
        found: list[list[TypedExpr]] = [[] for _ in range(len(keys) + 1)]
        for test in where:
            looked_at = set(self.facts.needs(test, self.actor).keys)
            # What was left for later may look at any of them.
            last = [at for at, key in enumerate(keys, 1) if key in looked_at or self.state.later]
            found[max(last, default=0)].append(test)
        return found

    def _with(self, things: tuple[Thing, ...], places: tuple[int, ...], state: State, tests: list[list[TypedExpr]]
              ) -> Iterator[tuple[State, tuple[int, ...]]]:
        """All states in which the things that have no value yet have one, as long as the conditions hold."""
        if not all(self.facts.truth(test, state, self.actor) for test in tests[len(places)]):
            return
        if len(places) == len(things):
            yield state, places
            return
        thing = things[len(places)]
        for place, (value, _) in enumerate(thing.values):
            inner = state.copy()
            inner.values[thing.key] = (value, value)
            yield from self._with(things, (*places, place), inner, tests)

    def _leaves(self, expr: Argument) -> Iterator[TypedExpr]:
        """The things that an expression depends on, as far as it can be taken apart."""
        if isinstance(expr, typed.Literal | typed.Everything | typed.Setting):
            return
        if isinstance(expr, typed.Apply):
            if expr.word.means in ("yes", "no", "none"):
                return
            if expr.word.means in _JOINING:
                for part in expr.arguments.values():
                    yield from self._leaves(part)
                return
        if isinstance(expr, typed.Printed) and isinstance(expr.item, TypedExpr):
            yield from self._leaves(expr.item)
            return
        if isinstance(expr, TypedExpr):
            yield expr

    def _thing(self, part: TypedExpr, key: Key, numbers: list[int]) -> Thing:
        low, high = self.facts.bounds(part, self.state, self.actor)
        text = " ".join(part.at.text.split())
        match part.type:
            case Flag():
                return Thing(key, text, tuple((n, "yes" if n else "no") for n in range(low, high + 1)))
            case Element(domain=domain):
                return Thing(key, text, tuple(self._elements(domain, low, high)))
            case Elements() | Kind():
                text = f"count of {text}"
        values: Sequence[int] = range(low, high + 1)
        if high - low >= MOST_VALUES:
            near = {n + d for n in (*numbers, 0) for d in (-1, 0, 1)} | {low, high, low + 1}
            values = sorted(n for n in near if low <= n <= high)
        return Thing(key, text, tuple((n, str(n)) for n in values))

    def _elements(self, domain: str, low: int, high: int) -> Iterator[tuple[int, str]]:
        """One element of each kind, by name."""
        symbol = self.facts.game.domains[domain]
        seen: set[int] = set()
        for n in range(low, high + 1):
            if n < 0:
                yield n, "none"
                continue
            kind = symbol.kinds[n] if symbol.kinds else n
            if kind not in seen:
                seen.add(kind)
                name = symbol.elements[n] if n < len(symbol.elements) else f"P{n + 1}"
                yield n, name.rsplit(" #", 1)[0]

