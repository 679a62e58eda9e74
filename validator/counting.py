"""The beginning of a game, counted: how many items lie where, for a number of players, until somebody acts.

Set-up and first phases run on numbers instead of items. A condition that the numbers settle is followed, another one
is followed both ways and remembered; where even the numbers are not known, the counting stops. Rulings have the reading
that is chosen in the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from ludex.dsl import typed
from ludex.dsl.any_time import is_woven
from ludex.dsl.course import Script
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
    course: Script
    players: int
    #: Ruling, reading, and the key of the question whether it is that.
    rulings: tuple[tuple[str, str, int], ...]
    short: dict[int, Shortage] = field(default_factory=dict)
    #: The key for how many are in all zones of a name together.
    keys: dict[str, int] = field(default_factory=dict)
    _lines: int = 0
    #: Whether this is one step, in the middle of which nothing happens at any time.
    _one_step: bool = False

    def run(self) -> None:
        """Count until somebody acts."""
        facts = self.facts
        self.keys = {name: facts.intern(("every", name), frozenset((name,))) for name in self.game.zones}
        state = State({facts.intern(("all", "player")): (self.players,) * 2})
        for zone in self.game.zones.values():
            self._put(state, zone, len(self.game.domains[zone.domain].elements) if zone.full else 0)
        for variable in self.game.variables.values():
            state.values[facts.summary(variable.name)] = facts.untold(variable)
        for name, reading, key in self.rulings:
            state.values[key] = (int(self.game.rulings[name].choice == reading),) * 2
        try:
            self._effect(self.course.whole, [Way(state, {})])
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
            for wanted, block in ((True, body), (False, otherwise)):
                after = self._effect(block, self._supposed(test, wanted, way))
                found += [replace(each, asked=way.asked) for each in after]
        return found

    def _supposed(self, test: TypedExpr, wanted: bool, way: Way) -> list[Way]:
        """The way on which a condition holds, or does not; none if that cannot be."""
        truth = self.facts.truth(test, way.state, None)
        state = self.facts.supposed(test, wanted, truth, way.state, None)
        if state is None:
            return []
        text = " ".join(test.at.text.split())
        assumed = way.assumed if truth is not None else (*way.assumed, text if wanted else f"not ({text})")
        return [replace(way, state=state, assumed=assumed, asked=way.asked | self.reach.reads(test))]

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
        if line.word.ends_game or line.word.means == "turns":
            return [replace(way, open=False)]
        match line.word.means:
            case "case" if line.body and all(under.word.means == "over" for under in line.body):
                # That the game is not over yet is nothing that is assumed.
                test = given["condition"]
                assert isinstance(test, TypedExpr)
                return [replace(way, open=self.facts.truth(test, way.state, None) is not True)]
            case "case":
                test = given["condition"]
                assert isinstance(test, TypedExpr)
                return self._case(test, [way], line.body, line.otherwise)
            case "otherwise" | "for" | "part":
                return self._effect(line.body, [way])
            case "for ever":
                return [replace(each, open=False) for each in self._effect(line.body, [way])]
            case "as long as":
                return self._for_as_long(line, way)
            case "one step":
                self._one_step, before = True, self._one_step
                ways = self._effect(line.body, [way])
                self._one_step = before
                return ways
            case "start":
                assert isinstance(given["variable"], typed.ToEach)
                return [replace(way, state=self.facts.started(given["variable"].symbol, way.state))]
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
                name = given["moment"].names[0]
                waits = self._one_step and is_woven(name)
                return [way] if waits else self._effect(self.course.answers.get(name), [way])
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

    def _for_as_long(self, line: Line, way: Way) -> list[Way]:
        """What happens as often as a condition still holds. Where that is not known it happens at least once, and what
        comes after is not counted."""
        test = line.arguments["condition"]
        assert isinstance(test, TypedExpr)
        ways, done = [way], list[Way]()
        while ways:
            found: list[Way] = []
            for each in ways:
                known = self.facts.truth(test, each.state, None) is not None
                over = self._supposed(test, False, each) if each.open else [each]
                again = self._effect(line.body, self._supposed(test, True, each) if each.open else [])
                done += over if known else (*over, *(replace(after, open=False) for after in again))
                found += again if known else []
            ways = self._merged(found)
        return [replace(each, asked=way.asked) for each in done]

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
