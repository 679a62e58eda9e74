"""What came of looking for a game in which two readings differ: such a game, or how far it was looked for in vain.

Both say what they rest on. Nobody should take "not found" for "there is none", or the shortest game found for the
shortest there is.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ludex import naming
from ludex.diverge_story import Telling, wrapped
from ludex.match import Match
from ludex.validator.play.diverge import Search


@dataclass(frozen=True, slots=True)
class NoDivergence:
    """No game that tells the readings apart was found.

    From the start, `positions` were tried in order, all games of up to `deep` decisions among them (-1: not even all
    ways to begin), and `games` at random; then games from the positions of `scenarios`. If `complete`, no position is
    left, and if `proved`, what happens is as likely, too. `same` says that no rule depends on the ruling, or that both
    readings lead to the same program.
    """

    ruling: str
    readings: tuple[str, ...]
    players: tuple[int, ...]
    positions: int = 0
    games: int = 0
    deep: int = 0
    scenarios: int = 0
    complete: bool = True
    proved: bool = True
    same: bool = True
    late: bool = False

    @staticmethod
    def of(ruling: str, readings: tuple[str, ...], players: tuple[int, ...], searches: list[Search]) -> NoDivergence:
        """What several searches from the start have in common."""
        return NoDivergence(
            ruling, readings, players, sum(s.positions for s in searches), sum(s.games for s in searches),
            min((s.deep for s in searches if not s.complete), default=max(s.deep for s in searches)), 0,
            all(s.complete for s in searches), all(s.proved for s in searches), not any(s.positions for s in searches),
            any(s.late for s in searches))

    @property
    def lines(self) -> tuple[str, ...]:
        """The answer in words."""
        numbers = naming.listed([str(number) for number in self.players])
        with_players = f"with {numbers} player{'s' * (self.players != (1,))}"
        others = "All other rulings were read as they are decided, and parameters had their usual values."
        if self.same:
            why = "no rule that is played depends on it: all readings lead to the same program"
            return f"{self.ruling}: its readings never lead to anything different, {with_players}.", \
                f"This is proved: {why}.", others
        if self.complete:
            head = f"{self.ruling}: its readings never lead to anything different, {with_players}."
            tried = f"all {self.positions:,} positions were tried, and none differs"
            if self.proved:
                return head, f"This is proved: {tried}.", others
            return head, (f"Of what can happen this is proved: {tried}. But chance is not asked for in the same way, "
                          f"so how likely it is may not be the same."), others
        reach = ("not even all ways to begin could be tried" if self.deep < 0 else
                 f"all games of up to {_decisions(self.deep)} were tried")
        more = f", {self.games:,} games at random" if self.games else ""
        places = f", and games from the positions of {self.scenarios} scenarios" if self.scenarios else ""
        late = " The time ran out: --seconds allows more." * self.late
        return (f"{self.ruling}: no difference was found, {with_players}. That is no proof that there is none.",
                f"{reach[0].upper()}{reach[1:]} ({self.positions:,} positions){more}{places}.{late}", others)

    def none_within(self) -> dict[str, Any]:
        """How far it was looked for, as plain data."""
        return {"players": list(self.players), "positions": self.positions, "games": self.games, "deep": self.deep,
                "scenarios": self.scenarios, "complete": self.complete, "proved": self.proved, "late": self.late}

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {"ruling": self.ruling, "readings": list(self.readings), "none_within": self.none_within(),
                "story": list(self.lines)}


@dataclass(frozen=True, slots=True)
class OtherTables:
    """The readings differ before any game: not the same numbers of players can play. `players` has them by reading."""

    ruling: str
    players: dict[str, tuple[int, ...]]

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings, as they are listed."""
        return tuple(self.players)

    @property
    def lines(self) -> tuple[str, ...]:
        """The answer in words."""
        told = [f"  {reading}: {naming.listed([str(number) for number in players], 'no')} players"
                for reading, players in self.players.items()]
        return f"{self.ruling}: its readings differ in who can play, before any game begins.", *told

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {"ruling": self.ruling, "readings": list(self.readings),
                "players": {reading: list(players) for reading, players in self.players.items()},
                "story": list(self.lines)}


@dataclass(frozen=True, slots=True)
class Divergence:
    """A game in which two readings differ after `length` decisions, from the start of the game or from the `position`
    of a scenario.

    `record` plays it under the first of them, `records` has it for either; `story` tells it line by line. `shortest`
    says that no shorter one exists from there, for all numbers of players asked for; `minimal`, that no single decision
    could be left out. `nearer` is a shorter game from a position; `start` says how far one from the start was looked
    for in vain.
    """

    ruling: str
    readings: tuple[str, str]
    players: int
    length: int
    shortest: bool
    minimal: bool
    differs: str
    position: str | None
    records: dict[str, str]
    telling: Telling = field(repr=False)
    matches: dict[str, Match] = field(compare=False, repr=False)
    nearer: Divergence | None = None
    start: NoDivergence | None = None
    late: bool = False

    @property
    def record(self) -> str:
        """The game under the first reading; under the other one if the rules have no answer before it begins."""
        return self.records.get(self.readings[0]) or self.records.get(self.readings[1], "")

    @property
    def match(self) -> Match:
        """The game of the record, as it was played."""
        return next(iter(self.matches.values()))

    @property
    def story(self) -> tuple[str, ...]:
        """The story, with a long beginning left out."""
        return tuple(self.lines())

    def lines(self, whole: bool = False) -> list[str]:
        """The story line by line."""
        found = self.telling.head()
        if self.start is not None:
            found += ["", *wrapped(f"No game from the start was found that tells them apart. {self.start.lines[1]}")]
        found += ["", *self._one(whole)]
        if self.nearer is not None:
            found += ["", *self.nearer._one(whole)]
        if self.late:
            found += ["", "The time ran out before all was tried: --seconds allows more."]
        return found

    def _one(self, whole: bool) -> list[str]:
        sure = ("No game is shorter." if self.shortest else
                "It is the shortest that was found, and no single decision can be left out." if self.minimal else
                "It is the shortest that was found.")
        length = _decisions(self.length)
        begin = "From the start of the game"
        if self.position is not None:
            begin, sure = f"From the position of {self.position}", sure.replace("No game is", "No game from there is")
        players = f"{self.players} player{'s' * (self.players != 1)}"
        head = f"{begin}: they part after {length}, with {players}. {sure}"
        return [*wrapped(head), *self.telling.lines(whole)]

    def _data(self) -> dict[str, Any]:
        return {"players": self.players, "length": self.length, "shortest": self.shortest, "minimal": self.minimal,
                "differs": self.differs, "position": self.position, "record": self.record, "records": self.records,
                **self.telling.to_json()}

    def to_json(self) -> dict[str, Any]:
        """The divergence as plain data; `from_position` is the shorter game from a position."""
        found = {"ruling": self.ruling, "readings": list(self.readings), **self._data(), "story": self.lines(True)}
        if self.start is not None:
            found["none_within"] = self.start.none_within()
        found["from_position"] = None if self.nearer is None else self.nearer._data()
        found["late"] = self.late
        return found

    def with_nearer(self, nearer: Divergence) -> Divergence:
        """The same, with a shorter game from a position beside it."""
        return replace(self, nearer=nearer)


def _decisions(number: int) -> str:
    return f"{number} decision{'s' * (number != 1)}"


__all__ = ["Divergence", "NoDivergence", "OtherTables"]
