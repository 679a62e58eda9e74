"""What must hold at every decision of any game: checks that know the public interface and no game.

`play` plays one seeded game and asks them all at every stop. They are used by `test_every_game.py`, which every
bundled game inherits, and by `long_run.py` for many games. A `Tally` counts what was asked, so that a test can
tell that a check was not idle.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Literal

import pytest

import ludex
from ludex import Chance, Decision, Event, Game, IllegalMove, Match, Option, Outcome, rules
from ludex.dsl import syntax
from ludex.ir.graph import Field, orders
from ludex.ir.layout import GENERATOR
from ludex.ir.types import Set
from ludex.match import Taken

#: How many steps every restored match and every copy plays on beside the original.
WINDOW = 3
#: Of the restored matches, so many at a time play on beside the original to its end.
LONG_TWINS = 6
#: A game that has not ended by then has no end.
MOST_STOPS = 50_000


@dataclass(frozen=True, slots=True)
class Table:
    """A bundled game and how many play it."""

    game: str
    players: int

    def __str__(self) -> str:
        return f"{self.game}-{self.players}"


@dataclass(slots=True)
class Tally:
    """What was asked, and how often."""

    stops: int = 0
    options: int = 0
    refused: int = 0
    worlds: int = 0
    other_worlds: int = 0
    events: int = 0
    hidden_items: bool = False
    ended_by: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count another game in."""
        for name in ("stops", "options", "refused", "worlds", "other_worlds", "events"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.hidden_items |= other.hidden_items
        self.ended_by += other.ended_by


@cache
def load(name: str) -> Game:
    """A bundled game, read once."""
    return ludex.load(name)


def tables() -> list[Table]:
    """Every bundled game with every number of players."""
    return [Table(name, players) for name in rules.catalogue() for players in load(name).players]


def seats_of(match: Match) -> list[int | None]:
    """All who may look: each seat, and a spectator."""
    return [*range(len(match.seats)), None]


def told(match: Match) -> int:
    """How many events there are so far; `len(match.events)` would put all of them into words."""
    return match._told


# -- one position


def somebody_can_act(match: Match) -> None:
    """Somebody decides (or chance), or the game is over; never both, never neither."""
    waiting = [match.decision is not None, match.chance is not None, match.result is not None]
    assert waiting.count(True) == 1, waiting
    if match.decision is not None:
        assert match.decision.options
        assert match.decision.player in range(len(match.seats))
    if match.chance is not None:
        assert match.asking
        assert sum(outcome.probability for outcome in match.chance.outcomes) == 1
        chances_are_counted(match, match.chance)


def chances_are_counted(match: Match, chance: Chance) -> None:
    """Each item of the zone drawn from (of a stack, each of those that may come next) is as likely; copies of one name are one outcome, as likely as they are many."""
    found = {outcome.words: outcome.probability for outcome in chance.outcomes}
    assert min(found.values()) > 0
    if chance.source is None or match.engine.program.fields[chance.source].index is not None:
        return
    cells = match.game.write_state(match)["fields"]
    kept = orders(match.engine.program).get(chance.source)
    order = cells[kept.name] if kept is not None else {}
    first = min((order.get(item, 0) for item in cells[chance.source]), default=0)
    names = [re.sub(r" #\d+$", "", item) for item in cells[chance.source] if order.get(item, 0) == first]
    assert found == {name: Fraction(names.count(name), len(names)) for name in names}


def items_of(program_field: Field) -> str | None:
    """The component class that a field holds, if it is a zone."""
    if program_field.role != "zone":
        return None
    assert isinstance(program_field.type, Set)
    return program_field.type.domain


def items_lie_in_one_place(match: Match) -> None:
    """Every item is in one cell of one zone; only items that no zone starts with may be in none."""
    program, cells = match.engine.program, match.game.write_state(match)["fields"]
    found: dict[str, Counter[str]] = {}
    started: dict[str, int] = {}
    for each in program.fields.values():
        domain = items_of(each)
        if domain is None:
            continue
        contents = [cells[each.name]] if each.index is None else list(cells[each.name].values())
        for content in contents:
            found.setdefault(domain, Counter()).update(content)
        for start in each.start:
            started[domain] = started.get(domain, 0) | start
    for domain, counts in found.items():
        names = program.domains[domain].elements
        assert set(counts) <= set(names)
        assert max(counts.values(), default=1) == 1, f"in two places: {counts.most_common(3)}"
        lost = [name for at, name in enumerate(names) if started[domain] >> at & 1 and name not in counts]
        assert not lost


def contents(match: Match, domain: str) -> list[int]:
    """What lies in each cell of the zones of a class."""
    engine, found = match.engine, []
    for each in engine.program.fields.values():
        if items_of(each) == domain:
            first = engine.layout.fields[each.name]
            found += match.state[first:first + len(each.start)]
    return found


def offered_by_guards(match: Match) -> list[tuple[int, int]]:
    """The options worked out anew from the state, guard by guard; the engine lists them from what it kept."""
    engine, state = match.engine, match.state
    choose = engine.decision(state)
    assert choose is not None
    found = []
    for number, way in enumerate(choose.alternatives):
        values = [value for at, value in engine.options(state) if at == number] if way.form == "range" else [0]
        if way.form == "each":
            domain = match.domain(way)
            assert domain is not None and way.to is not None
            kinds = engine.program.domains[domain].kinds or range(engine.program.domains[domain].size)
            # Of numbers that are looked at one by one, each could be the one.
            everything = (1 << engine.program.domains[domain].size) - 1
            universe = everything if way.universe is None else engine.register(state, way.universe)
            cells = contents(match, domain)
            # Copies that lie in one place are one option.
            lowest: dict[tuple[int, int], int] = {}
            for value in range(universe.bit_length()):
                if universe >> value & 1:
                    place = next((at for at, bits in enumerate(cells) if bits >> value & 1), -1)
                    lowest.setdefault((kinds[value], place), value)
            values = sorted(lowest.values())
        found += [(number, value) for value in values if not engine.refusals(state, way, value)]
    return found


def guards_are_cheap(match: Match) -> bool:
    """Whether working the options out anew takes little: a guard on a subset may try every completion of it."""
    choose = match.engine.decision(match.state)
    assert choose is not None
    return all(way.universe is None or match.engine.register(match.state, way.universe).bit_count() <= 9
               for way in choose.alternatives)


def tail(match: Match, seat: int | None, count: int) -> list[str]:
    """The last of what a seat was told."""
    return [event.told_to(seat) for event in match.events_since(max(0, told(match) - count))]


def hidden_stays_hidden(match: Match, rng: random.Random, tally: Tally, redeals: int = 1) -> None:
    """What a seat is shown is the same in every world that it holds possible, and such a world is sound."""
    cheap = match.decision is not None and guards_are_cheap(match)
    offered = offered_by_guards(match) if cheap else []
    if cheap:
        assert offered == match.engine.options(match.state)
    for seat in seats_of(match):
        shown, log = match.view(seat), tail(match, seat, 5)
        assert json.loads(json.dumps(shown)) == shown
        assert ("options" in (shown["decision"] or {})) == (
            match.decision is not None and seat == match.decision.player)
        for _ in range(redeals):
            try:
                world = match.redeal(seat, rng)
            except ValueError:
                # Another has begun a choice that hardly any other hand could go on with. At its own a seat is refused
                # nothing.
                assert match.decision is not None
                assert match.decision.player != seat
                continue
            assert world.view(seat) == shown
            assert tail(world, seat, 5) == log
            assert world.result == match.result
            if match.decision is not None and match.decision.player == seat:
                assert world.decision == match.decision
                if cheap:
                    assert offered_by_guards(world) == offered
            assert not world.broken_invariants()
            items_lie_in_one_place(world)
            tally.worlds += 1
            first = GENERATOR + 1
            tally.other_worlds += world.state[first:] != match.state[first:]
    for each in match.engine.program.fields.values():
        tally.hidden_items |= items_of(each) is not None and each.sight != "all"


def same_position(one: Match, other: Match) -> None:
    """Two matches stand at the same position and show the same to everybody."""
    assert one.hash() == other.hash()
    assert one.decision == other.decision
    assert one.chance == other.chance
    assert one.result == other.result
    for seat in seats_of(one):
        assert one.view(seat) == other.view(seat)


def restored(match: Match, text: str) -> Match:
    """The match again, by way of its text."""
    again = match.game.restore(text)
    assert again.to_json() == text
    same_position(again, match)
    assert not again.events
    assert not again.history
    return again


def offered(match: Match) -> Decision | Chance:
    """What waits: a decision or chance."""
    waiting = match.decision or match.chance
    assert waiting is not None
    return waiting


def listed(waiting: Decision | Chance) -> Sequence[Option | Outcome]:
    """What may be chosen, or what may come."""
    return waiting.options if isinstance(waiting, Decision) else waiting.outcomes


def options_can_be_named(match: Match, tally: Tally) -> None:
    """An option is meant by itself, its index, its id and its words alike, and no rule speaks against it."""
    before, count = match.hash(), told(match)
    choices = listed(offered(match))
    assert [choice.index for choice in choices] == list(range(len(choices)))
    assert len({choice.id for choice in choices}) == len(choices)
    assert len({choice.words for choice in choices}) == len(choices)
    reached: set[tuple[str, ...]] = set()
    for choice in choices:
        if match.decision is not None:
            assert match.why_not(choice.words) is None
            assert match.why_not(choice.id) is None
        hashes = set()
        for name in (choice, choice.index, choice.id, choice.words):
            copy = match.copy()
            copy.apply(name)
            assert (copy.history[-1].id, copy.history[-1].words) == (choice.id, choice.words)
            hashes.add((copy.hash(), *(event.text for event in copy.events_since(count))))
        assert len(hashes) == 1, choice
        reached |= hashes
        tally.options += 1
    assert len(reached) == len(choices), "two options do the same"
    assert match.hash() == before


def others_are_refused(match: Match, words: list[str], rng: random.Random, tally: Tally) -> None:
    """What is not offered is refused with a reason, and changes nothing."""
    choices = listed(offered(match))
    legal = {name for choice in choices for name in (choice.id, choice.words)}
    wrong: list[int | str] = [word for word in rng.sample(words, min(3, len(words))) if word not in legal]
    before, count, taken = match.hash(), told(match), len(match.history)
    for move in [*wrong, "stand on one leg", "", -1, len(choices)]:
        if isinstance(move, str):
            refusal = match.why_not(move)
            assert refusal is not None
            assert refusal.reason
        with pytest.raises(IllegalMove):
            match.apply(move)
        tally.refused += 1
    assert (match.hash(), told(match), len(match.history)) == (before, count, taken)


# -- events


@cache
def sections(game: str, file: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """First line, last line and citation of every section of a rule file (by its folder and name) that may cite a passage."""

    def walk(node: object) -> Iterator[tuple[int, int, str]]:
        if isinstance(node, syntax.Section):
            keys = syntax.keys_of(type(node))
            if "source" in keys and Path(node.at.source.path).parts[-2:] == file:
                cited = ", ".join(source.text for source in getattr(node, "source"))  # noqa: B009
                first = node.at.line if node.name is None else min(node.at.line, node.name.span.line)
                yield first, node.at.end_line, cited
            for name, _, _ in keys.values():
                yield from walk(getattr(node, name))
        elif isinstance(node, dict):
            for value in node.values():
                yield from walk(value)
        elif isinstance(node, tuple):
            for value in node:
                yield from walk(value)

    return list(walk(load(game).syntax))


def events_name_their_rule(game: Game, events: list[Event], tally: Tally) -> None:
    """An event says which rule made it and where, and cites what that rule cites."""
    for event in events:
        assert event.text
        assert event.rule
        places = [(last - first, cited) for first, last, cited in sections(game.name, Path(event.file).parts[-2:])
                  if first <= event.line <= last]
        assert places, event
        assert event.passage == min(places)[1], event
        assert all(passage in game.texts for passage in event.passage.split(", ") if passage), event
        tally.events += 1


# -- a whole game


@dataclass(slots=True)
class Kept:
    """A copy of an earlier position that nobody plays on, and what it must still be at the end."""

    match: Match
    hash: str
    told: int
    last: list[Event]
    history: list[Taken]

    @classmethod
    def of(cls, match: Match) -> Kept:
        copy = match.copy()
        count = told(copy)
        return cls(copy, copy.hash(), count, copy.events_since(max(0, count - 2)), copy.history[-2:])

    def check(self, moves: int) -> None:
        assert self.match.hash() == self.hash
        assert told(self.match) == self.told
        assert self.match.events_since(max(0, self.told - 2)) == self.last
        assert len(self.match.history) == moves
        assert self.match.history[-2:] == self.history


def play(table: Table, seed: int, *, chance: Literal["auto", "ask"] = "auto",
         rulings: dict[str, str] | None = None, redeals: int = 1) -> Tally:
    """Play one game at random and check every stop of it."""
    stop = 0
    try:
        tally = Tally()
        for stop in _stops(table, seed, chance, rulings, redeals, tally):
            assert stop < MOST_STOPS, "no end"
        return tally
    except Exception as wrong:
        wrong.add_note(f"{table}, seed {seed}, chance {chance}, rulings {rulings}, stop {stop}")
        raise


def _stops(table: Table, seed: int, chance: Literal["auto", "ask"], rulings: dict[str, str] | None, redeals: int,
           tally: Tally) -> Iterator[int]:
    rng = random.Random(f"{table} {seed}")
    game = load(table.game)
    match = game.start(table.players, seed, rulings, chance=chance)
    events_name_their_rule(game, match.events, tally)
    kept: list[Kept] = []
    short: list[tuple[int, Match]] = []
    long: list[Match] = []
    words: dict[str, None] = {}
    while match.result is None:
        text = match.to_json()
        _check(match, rng, tally, redeals)
        options_can_be_named(match, tally)
        others_are_refused(match, list(words), rng, tally)
        words.update((choice.words, None) for choice in listed(offered(match)))

        twin = restored(match, text)
        kept.append(Kept.of(match))
        _copies_go_their_own_way(match, rng)

        count = told(match)
        choice = rng.choice(listed(offered(match)))
        match.apply(choice.id)
        new = match.events_since(count)
        events_name_their_rule(game, new, tally)
        if len(long) < LONG_TWINS or rng.random() < 0.01:
            long.append(twin)
        short = [(left - 1, one) for left, one in short if left > 1] + [(WINDOW, twin)]
        for one in {id(m): m for m in [*long, *(m for _, m in short)]}.values():
            count = told(one)
            one.apply(choice.id)
            assert one.hash() == match.hash()
            assert one.events_since(count) == new
        tally.stops += 1
        yield tally.stops
    _check(match, rng, tally, redeals)
    final = restored(match, match.to_json())
    with pytest.raises(IllegalMove):
        final.apply(0)
    assert match.why_not("anything") is not None
    for twin in long:
        same_position(twin, match)
    for moves, earlier in enumerate(kept):
        earlier.check(moves)
    assert match.result is not None
    tally.ended_by[match.result.ended_by] += 1


def _check(match: Match, rng: random.Random, tally: Tally, redeals: int) -> None:
    somebody_can_act(match)
    assert not match.broken_invariants()
    items_lie_in_one_place(match)
    hidden_stays_hidden(match, rng, tally, redeals)


def _copies_go_their_own_way(match: Match, rng: random.Random) -> None:
    """Playing on with a copy changes nothing in the original."""
    before, decision, chance = match.hash(), match.decision, match.chance
    count = told(match)
    last = match.events_since(max(0, count - 2))
    copies = [match.copy(), match.copy()]
    for _ in range(WINDOW):
        for copy in copies:
            if copy.result is None:
                copy.apply(rng.choice(listed(offered(copy))).id)
    assert match.hash() == before
    assert (match.decision, match.chance) == (decision, chance)
    assert match.events_since(max(0, count - 2)) == last
    assert told(match) == count
