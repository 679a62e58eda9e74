"""The beginning of a game, counted: how many items lie where, for a number of players, until somebody acts.

Set-up and first phases run on numbers instead of items. A condition that the numbers settle is followed, another one
is followed both ways and remembered; where even the numbers are not known, the counting stops. Rulings have the reading
that is chosen in the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from ludex.dsl import typed
from ludex.dsl.typed import Argument, Effect, Line, TypedExpr
from ludex.ir.record import changeable, record
from ludex.validator.facts import Facts
from ludex.validator.known import State, join
from ludex.validator.walk import Reach, conditions, effects, inside, lines

#: The most ways that are followed, and the most lines on all of them.
MOST_WAYS, MOST_LINES = 48, 3000


@record
class Way:
    """One way through the beginning: what is known, what has been wanted from each zone, and what was assumed."""

    state: State
    wanted: dict[str, int]
    assumed: tuple[str, ...] = ()
    #: Zones that a condition on the way has asked about.
    asked: frozenset[str] = frozenset()
    #: How many of the items of each zone are the player's whose turn a loop has come to; None if that is not known.
    mine: dict[str, int | None] = field(default_factory=dict)
    #: Whether play goes on: it has not ended, and the numbers are known.
    open: bool = True


@record
class Shortage:
    """A draw that wants more than there is."""

    line: Line
    players: int
    zone: typed.ZoneSymbol
    wanted: int
    there: int
    assumed: tuple[str, ...]
    asked: bool


class _Stop(Exception):
    """The numbers are not known any more on this way."""


class _TooMany(Exception):
    """There are too many ways."""


@changeable
class Counting:
    """The beginning for one number of players."""

    game: typed.Game
    facts: Facts
    reach: Reach
    players: int
    #: Ruling, reading, and the key of the question whether it is that.
    rulings: tuple[tuple[str, str, int], ...]
    short: dict[int, Shortage] = field(default_factory=dict)
    #: The key for how many are in all zones of a name together.
    keys: dict[str, int] = field(default_factory=dict)
    _lines: int = 0

    def run(self) -> None:
        """Count until somebody acts."""
        facts = self.facts
        self.keys = {name: facts.intern(("every", name), frozenset((name,))) for name in self.game.zones}
        state = State({facts.intern(("all", "player")): (self.players,) * 2})
        for zone in self.game.zones.values():
            self._put(state, zone, len(self.game.domains[zone.domain].elements) if zone.full else 0)
        for name, reading, key in self.rulings:
            state.values[key] = (int(self.game.rulings[name].choice == reading),) * 2
        ways = [Way(state, {})]
        try:
            for step in self.game.setup:
                ways = self._effect(step.effect, ways)
            for name in self.game.rounds:
                phase = self.game.phases[name]
                if phase.when is not None:
                    ways = self._case(phase.when, ways, phase.effect, None)
                else:
                    ways = self._effect(phase.effect, ways)
                if phase.turns is not None:
                    break
                ways = self._effect(phase.finish, ways)
        except (_TooMany, RecursionError):
            return

    # -- numbers

    def _count(self, state: State, zone: typed.ZoneSymbol) -> int:
        return state.values[self.keys[zone.name]][0]

    def _put(self, state: State, zone: typed.ZoneSymbol, count: int) -> None:
        """How many are in a zone, or in all of its name together."""
        facts = self.facts
        state.values[self.keys[zone.name]] = (count, count)
        state.values[facts.summary(zone.name)] = (count, count) if zone.each is None else (0, count)

    def _change(self, way: Way, zone: typed.ZoneSymbol, count: int, owner: TypedExpr | None = None) -> Way:
        old = self._count(way.state, zone)
        state = self.facts.forget(way.state, [zone.name])
        self._put(state, zone, old + count)
        mine = way.mine
        if owner is not None:
            have = mine.get(zone.name)
            mine = {**mine, zone.name: None if have is None else have + count}
        return replace(way, state=state, mine=mine)

    def _exactly(self, expr: Argument, way: Way) -> int:
        low, high = self.facts.bounds(expr, way.state, None)
        if low != high:
            raise _Stop
        return low

    def _size(self, items: Argument, way: Way) -> tuple[typed.ZoneSymbol, int]:
        """The zone from which items come, and how many."""
        if not isinstance(items, typed.Place):
            raise _Stop
        if items.owner is None:
            return items.zone, self._count(way.state, items.zone)
        mine = way.mine.get(items.zone.name)
        if mine is None or not isinstance(items.owner, typed.Use):
            raise _Stop
        return items.zone, mine

    # -- effects

    def _effect(self, effect: Effect | None, ways: list[Way]) -> list[Way]:
        for line in effect or ():
            ways = self._merged([after for way in ways for after in (self._try(line, way) if way.open else [way])])
            if len(ways) > MOST_WAYS:
                raise _TooMany
        return ways

    def _merged(self, ways: list[Way]) -> list[Way]:
        """Of ways with the same numbers the one that assumes least."""
        if len(ways) < 2:
            return ways
        kept: dict[object, Way] = {}
        for way in ways:
            counts = tuple(way.state.values[key] for key in self.keys.values())
            key = (counts, tuple(sorted(way.wanted.items())), tuple(way.mine.items()) if way.open else None, way.open,
                   way.asked)
            other = kept.get(key)
            if other is None or len(way.assumed) < len(other.assumed):
                both = way.state if other is None else join(way.state, other.state)
                kept[key] = replace(way, state=both or way.state)
        return list(kept.values())

    def _case(self, test: TypedExpr, ways: list[Way], body: Effect | None, otherwise: Effect | None) -> list[Way]:
        found: list[Way] = []
        for way in ways:
            if not way.open:
                found.append(way)
                continue
            reads = self.reach.reads(test)
            truth = self.facts.truth(test, way.state, None)
            for wanted, block in ((True, body), (False, otherwise)):
                state = self.facts.supposed(test, wanted, truth, way.state, None)
                if state is None:
                    continue
                text = " ".join(test.at.text.split())
                assumed = way.assumed if truth is not None else (*way.assumed, text if wanted else f"not ({text})")
                inner = replace(way, state=state, assumed=assumed, asked=way.asked | reads)
                found += [replace(after, asked=way.asked) for after in self._effect(block, [inner])]
        return found

    def _try(self, line: Line, way: Way) -> list[Way]:
        try:
            return self._line(line, way)
        except _Stop:
            return [replace(way, open=False)]

    def _line(self, line: Line, way: Way) -> list[Way]:
        self._lines += 1
        if self._lines > MOST_LINES:
            raise _TooMany
        given = line.arguments
        if line.word.ends_game:
            return [replace(way, open=False)]
        match line.word.means:
            case "case":
                test = given["condition"]
                assert isinstance(test, TypedExpr)
                return self._case(test, [way], line.body, line.otherwise)
            case "otherwise" | "for":
                return self._effect(line.body, [way])
            case "each" | "each from":
                return self._players(line, way)
            case "each in" if isinstance(given["set"], typed.Everything) and given["set"].domain == "player":
                return self._players(line, way)
            case "times":
                return self._times(line, way, self._exactly(given["count"], way))
            case "do":
                assert isinstance(given["procedure"], typed.Named)
                return self._effect(self.game.procedures[given["procedure"].names[0]].effect, [way])
            case "moment":
                assert isinstance(given["moment"], typed.Named)
                return self._moment(given["moment"].names[0], way)
            case "draw":
                return [self._draw(line, way)]
            case "move":
                target = given["target"]
                assert isinstance(target, typed.Place)
                source, count = self._size(given["items"], way)
                owner = given["items"].owner if isinstance(given["items"], typed.Place) else None
                return [self._change(self._change(way, source, -count, owner), target.zone, count, target.owner)]
            case "may choose" | "may":
                return [*self._effect(line.body, [way]), *self._effect(line.otherwise, [way])]
        touched = self.reach.line(line)
        if line.body or touched.writes & self.game.zones.keys():
            raise _Stop
        return [replace(way, state=self.facts.forget(way.state, touched.writes))]

    def _players(self, line: Line, way: Way) -> list[Way]:
        share: dict[str, int | None] = {}
        for zone in self.game.zones.values():
            count = self._count(way.state, zone)
            share[zone.name] = count // self.players if count % self.players == 0 else None
        ways = [way]
        for _ in range(self.players):
            ways = self._effect(line.body, [replace(each, mine=share) for each in ways])
        return [replace(each, mine={}) for each in ways]

    def _times(self, line: Line, way: Way, times: int) -> list[Way]:
        ways = [way]
        for _ in range(times):
            ways = self._effect(line.body, ways)
        return ways

    def _moment(self, name: str, way: Way) -> list[Way]:
        ways = [way]
        for trigger in self.game.triggers:
            if trigger.at_moment == name:
                ways = self._case(trigger.when, ways, trigger.effect, None) if trigger.when is not None else (
                    self._effect(trigger.effect, ways))
        for end in self.game.ends:
            if end.moment == name:
                ways = [replace(w, open=w.open and self.facts.truth(end.when, w.state, None) is not True) for w in ways]
        return ways

    def _draw(self, line: Line, way: Way) -> Way:
        source, target = line.arguments["source"], line.arguments["target"]
        assert isinstance(source, typed.Place) and isinstance(target, typed.Place)
        if source.owner is not None:
            raise _Stop
        zone, wanted = source.zone, self._exactly(line.arguments["count"], way)
        total = way.wanted.get(zone.name, 0) + wanted
        way = replace(way, wanted={**way.wanted, zone.name: total})
        got = min(wanted, self._count(way.state, zone))
        way = self._change(self._change(way, zone, -got), target.zone, got, target.owner)
        if got < wanted and zone.has_when_empty:
            [way] = self._effect(self.game.when_empty[zone.name].effect, [way])
            more = min(wanted - got, self._count(way.state, zone))
            way, got = self._change(self._change(way, zone, -more), target.zone, more, target.owner), got + more
        if got < wanted:
            known = self.short.get(id(line))
            first = Shortage(line, self.players, zone, total, total - wanted + got, way.assumed, zone.name in way.asked)
            self.short[id(line)] = first if known is None else replace(known, wanted=max(known.wanted, total))
        return way


def rulings(game: typed.Game, facts: Facts) -> Iterator[tuple[str, str, int]]:
    """Every question that some expression asks about a ruling: ruling, reading, and its key."""
    exprs: list[Argument] = [a for _, _, effect in effects(game) for line in lines(effect)
                             for a in line.arguments.values()]
    exprs += [expr for _, expr in conditions(game)]
    for function in game.functions.values():
        exprs.append(function.body)
    for expr in exprs:
        for part in inside(expr):
            if isinstance(part, typed.Apply) and part.word.means == "ruling":
                ruling, reading = part.arguments["ruling"], part.arguments["reading"]
                assert isinstance(ruling, typed.Named) and isinstance(reading, typed.Named)
                yield ruling.names[0], reading.names[0], facts.key(part, None)
