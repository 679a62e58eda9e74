"""What every bundled game inherits: the same checks for each of them and for every number of players.

Seeded random games are played and checked at every stop (see `game_checks.py`): kept as text and restored, copied,
looked at from every seat and in every world that a seat holds possible, each option taken by every name it has.

By default each game and number of players gets a few games, in about a minute. For a long run, say how many:

    LUDEX_GAMES=1000 pytest tests/games/test_every_game.py

`python tests/games/long_run.py` plays without these checks, ten thousand games and more, and prints counts.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from game_checks import Table, Tally, load, play, somebody_can_act, tables
from wire import play_watched, start_renamed

from ludex import Event, Match, views
from ludex.ir.graph import Field

GAMES = int(os.environ.get("LUDEX_GAMES", "0"))
#: Without LUDEX_GAMES a table is played until so many stops have been checked, in at most so many games.
ENOUGH_STOPS = 60
FEW_GAMES = 12

TABLES = tables()
each_table = pytest.mark.parametrize("table", TABLES, ids=str)
#: Each game once: with the fewest players.
FIRST = [table for table in TABLES if table.players == load(table.game).players[0]]


def seeds(tally: Tally) -> Iterator[int]:
    """Seeds until enough has been checked."""
    if GAMES:
        yield from range(GAMES)
    else:
        for seed in range(FEW_GAMES):
            if tally.stops < ENOUGH_STOPS:
                yield seed


def checked_something(tally: Tally) -> None:
    """No check was idle."""
    assert tally.stops
    assert tally.options >= tally.stops
    assert tally.refused > tally.stops
    assert tally.events >= tally.stops / 10
    assert tally.worlds > tally.stops
    if tally.hidden_items:
        assert tally.other_worlds > 0


@each_table
def test_every_stop_of_random_games(table: Table) -> None:
    tally = Tally()
    for seed in seeds(tally):
        tally.add(play(table, seed))
    checked_something(tally)


@pytest.mark.parametrize("table", FIRST, ids=str)
def test_every_stop_where_chance_is_asked(table: Table) -> None:
    tally = Tally()
    for seed in seeds(tally):
        tally.add(play(table, seed, chance="ask"))
    checked_something(tally)


@each_table
def test_no_seat_reads_a_name_it_should_not_know(table: Table) -> None:
    game = load(table.game)
    fields = game.program(table.players).fields.values()
    classes = {name for name, domain in game.typed.domains.items() if domain.sort == "component"}
    hidden = any(field.sight == "owner" and getattr(field.type, "domain", None) in classes for field in fields)
    for seed in range(GAMES or 1):
        wire = play_watched(start_renamed(game, table.players, seed), seed)
        assert (wire.private > 0) == hidden


@pytest.mark.parametrize("leak", ["view", "log"])
def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def everyone_may_see(field: Field, at: int, seat: int | None) -> bool:
        return True

    if leak == "view":
        monkeypatch.setattr(views, "may_see", everyone_may_see)
    else:
        monkeypatch.setattr(Match, "events_since", _open_events)
    with pytest.raises(AssertionError, match="the view of" if leak == "view" else "is told"):
        play_watched(start_renamed(load("kuhn_poker"), 2, 1), 1)


def _open_events(match: Match, count: int) -> list[Event]:
    return [replace(event, public_text=event.text) for event in match.events[count:]]


def one_reading_each() -> list[tuple[Table, str, str]]:
    """Every reading that is not the choice and by which so many can play, of every ruling that some rule depends on."""
    return [(table, name, reading) for table in FIRST for name, ruling in load(table.game).rulings.items()
            if ruling.executable for reading in ruling.readings
            if reading != ruling.choice and load(table.game).barred(table.players, {name: reading}) is None]


@pytest.mark.parametrize(("table", "name", "reading"), one_reading_each(), ids=str)
def test_every_reading_can_be_played(table: Table, name: str, reading: str) -> None:
    game = load(table.game)
    for players in game.typed.players({name: reading}) if GAMES else [table.players]:
        for seed in range(GAMES or 1):
            rng = random.Random(seed)
            match = game.start(players, seed, {name: reading})
            while match.decision is not None:
                somebody_can_act(match)
                assert match.broken_invariants() == []
                assert len(match.history) < 20_000, "no end"
                match.apply(rng.choice(match.decision.options))
            somebody_can_act(match)
            assert match.rulings[name] == reading
