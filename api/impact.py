"""What a ruling is worth: games under its other readings beside games under the chosen one, from the same seeds.

A pair of games with one seed is equal until the readings first differ in it. Where they never do, the ruling was not
asked about, or made no difference; so the share of pairs that differ says how often the table would have had to decide
it, and the share that somebody else wins, how much hangs on it. Readings are compared one at a time, with all other
rulings as they are decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, Any

from ludex.game import BadStart
from ludex.ir.contract import Option
from ludex.ir.record import changeable, record
from ludex.simulate.agents import RANDOM
from ludex.simulate.paired import Pairs, Shift, strangers
from ludex.simulate.rows import Row, game_seeds
from ludex.simulate.stopping import Stop
from ludex.simulate.summary import rounded, seat_names
from ludex.simulation import LIMIT, Setting, setting, simulate
from ludex.thinking import step

if TYPE_CHECKING:
    from ludex.game import Game, RulingInfo

#: In so many of the games the options are counted, decision by decision.
COUNTED = 25


@record
class Reading:
    """What one reading changes; it is one of `among` that are compared."""

    reading: str
    pairs: Pairs
    among: int

    @property
    def most(self) -> tuple[float, ...]:
        """By what readings, and rulings, are ranked: how often somebody else wins, then by how much scores and lengths
        differ, then how many games do."""
        return self.pairs.winner.rate, self.pairs.score, self.pairs.length.size, self.pairs.differ.rate

    @property
    def favoured(self) -> tuple[int, Shift]:
        """The seat whose share of wins it moves most, with an interval that holds together with those of all other
        seats and readings."""
        return self.pairs.favoured(self.among)

    def to_json(self) -> dict[str, Any]:
        """As plain data: `change` in one pair of games, `shift` in the mean of all."""
        pairs, winner, differ = self.pairs, self.pairs.winner, self.pairs.differ
        seat, favoured = self.favoured
        names = seat_names(len(pairs.wins))
        return {
            "reading": self.reading, "games": pairs.games, "endings": dict(pairs.endings),
            "differ": rounded(differ.rate),
            "change": {"winner": rounded(winner.rate), "score": rounded(pairs.score),
                       "length": rounded(pairs.length.size), "options": rounded(pairs.options.size)},
            "low": rounded(winner.low), "high": rounded(winner.high),
            "shift": {"winner": {"seat": names[seat], **_shift(favoured)},
                      "score": {name: _shift(each.shift) for name, each in zip(names, pairs.scores, strict=True)},
                      "length": _shift(pairs.length.shift), "options": _shift(pairs.options.shift)},
        }


def _shift(shift: Shift) -> dict[str, float | None]:
    return {name: None if value is None else rounded(value)
            for name, value in (("mean", shift.mean), ("low", shift.low), ("high", shift.high))}


@record
class Ranked:
    """A ruling with what its readings change, the one that changes most first."""

    name: str
    question: str
    choice: str
    weight: str
    readings: tuple[Reading, ...]

    def to_json(self) -> dict[str, Any]:
        """As plain data; `change`, `low` and `high` are those of the reading that changes most."""
        first = self.readings[0].to_json()
        return {"name": self.name, "question": self.question, "choice": self.choice, "weight": self.weight,
                "change": first["change"], "low": first["low"], "high": first["high"],
                "readings": [each.to_json() for each in self.readings]}


@changeable
class Impact:
    """What the rulings of a game are worth, the one on which most hangs first.

    `strangers` is how often two games under the decided readings that have nothing in common are won by different
    seats: what a pair comes to that has parted early (None where fewer than two games were played). `tables` are
    readings under which so many cannot play; `left` are rulings of which nothing was played, because somebody stopped
    it.
    """

    setting: Setting
    games: int
    strangers: float | None
    rulings: list[Ranked] = field(default_factory=list)
    tables: list[tuple[str, str]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {**self.setting.to_json(), "games": self.games,
                "strangers": None if self.strangers is None else rounded(self.strangers),
                "rulings": [each.to_json() for each in self.rulings],
                "tables": [{"ruling": name, "reading": reading} for name, reading in self.tables], "left": self.left}


def impact(game: Game, games: int = 1000, players: int | None = None, seed: int | None = None,
           rulings: Sequence[str] = (), parameters: Mapping[str, int] | None = None, agents: Sequence[str] = (RANDOM,),
           backend: str | None = None, limit: int = LIMIT, workers: int = 1, stop: Stop | None = None,
           see: Callable[[str, int, int], None] | None = None) -> Impact:
    """Play so many games under every other reading of some rulings (of all, if none is named). `see` is told what is
    played now, how many games of it are done, and of how many simulations it is one. Raises `BadStart`, and `NoEngine`
    where the backend that was named cannot be used."""
    stop = stop or Stop()
    usual = setting(game, players, seed, None, parameters, agents, backend, limit)
    wanted = _wanted(game, rulings)
    tables: list[tuple[str, str]] = []
    todo: list[tuple[str, str, Setting]] = []
    for name in wanted:
        for reading in game.rulings[name].readings:
            if reading == game.rulings[name].choice:
                continue
            if game.barred(usual.players, {name: reading}) is not None:
                tables.append((name, reading))
                continue
            other = setting(game, usual.players, usual.seed, {name: reading}, parameters, agents, backend, limit)
            todo.append((name, reading, other))
    played = _Played(games, workers, stop, see or (lambda what, done, of: None), len(todo) + 1)
    base, offered = played.rows(usual, "as decided"), played.offered(usual)
    found = Impact(usual, len(base), strangers(base), tables=tables)
    by_name: dict[str, list[Reading]] = {}
    for name, reading, other in todo:
        if stop.asked:
            break
        pairs = Pairs(usual.players)
        for before, row in zip(base, played.rows(other, f"{name}: {reading}"), strict=False):
            pairs.add(before, row)
        for few, many in zip(offered, played.offered(other), strict=False):
            pairs.options.add(many - few)
        if pairs.games:
            by_name.setdefault(name, []).append(Reading(reading, pairs, len(todo)))
    found.rulings = sorted((ranked(game.rulings[name], name, read) for name, read in by_name.items()),
                           key=lambda each: each.readings[0].most, reverse=True)
    found.left = [name for name in wanted if name not in by_name and name not in dict(tables)]
    return found


def _wanted(game: Game, rulings: Sequence[str]) -> list[str]:
    """The rulings that were named, or all, in the order of the rules."""
    for name in rulings:
        if name not in game.rulings:
            raise BadStart(f"there is no ruling `{name}`; there are {', '.join(sorted(game.rulings)) or 'none'}")
        if not game.rulings[name].executable:
            raise BadStart(f"no rule depends on the ruling `{name}`, so nothing hangs on it")
    return [name for name, ruling in game.rulings.items() if ruling.executable and (name in rulings or not rulings)]


def ranked(about: RulingInfo, name: str, readings: Sequence[Reading]) -> Ranked:
    """A ruling with its readings in their order."""
    return Ranked(name, about.question, about.choice, about.weight,
                  tuple(sorted(readings, key=lambda each: each.most, reverse=True)))


@changeable
class _Played:
    """Plays the games of one setting after the other."""

    games: int
    workers: int
    stop: Stop
    see: Callable[[str, int, int], None]
    simulations: int

    def rows(self, played: Setting, what: str) -> list[Row]:
        """All games of a setting."""
        found: list[Row] = []

        def take(rows: Sequence[Row], _tally: object) -> None:
            found.extend(rows)
            self.see(what, len(found), self.simulations)

        simulate(played, self.games, workers=self.workers, stop=self.stop, see=take)
        return found

    def offered(self, played: Setting) -> list[float]:
        """How many options there are at a decision of the first games, in the mean of each; of fewer, if it is to
        stop."""
        player = step(played.program, played.agents, played.limit, played.backend)
        found = []
        for seed in game_seeds(played.seed, 0, min(self.games, COUNTED)):
            offered: list[int] = []
            if self.stop.unless_asked(partial(player.game, seed, partial(_count, offered))) is None:
                break
            found.append(sum(offered) / max(1, len(offered)))
        return found


def _count(offered: list[int], options: Sequence[Option], _taken: Option) -> None:
    offered.append(len(options))


__all__ = ["Impact", "Ranked", "Reading", "impact", "ranked"]
