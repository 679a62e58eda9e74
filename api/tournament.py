"""Agents against each other: everybody meets everybody, in every seat, with the same luck.

Each entry of the list is a contestant; the same agent may be named twice. A table is every choice of as many
contestants as play, and is played in every rotation, so that all sit in all seats equally often. Every line-up plays
games of the same seeds; so the games of a contestant are not independent of each other, and its interval is one for
games that hang together by their seeds. Ratings are OpenSkill's (Plackett-Luce): whoever wins is first, the others are
next, and where nobody has won all come in together.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from itertools import combinations, zip_longest
from math import comb
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from ludex.game import BadStart
from ludex.ir.record import changeable, record
from ludex.simulate.intervals import Share, clustered
from ludex.simulate.rows import Row
from ludex.simulate.stopping import Stop
from ludex.simulate.summary import rounded, seat_names
from ludex.simulation import LIMIT, Setting, setting, simulate

if TYPE_CHECKING:
    from ludex.game import Game

#: More line-ups than anybody waits for.
MOST_LINE_UPS = 10_000


class NoRatings(RuntimeError):
    """The library that rates is not there."""


@record
class Contestant:
    """How one entry has fared. Of `games` that came to their end it has won `wins` alone, which is the share `rate`,
    and `shared` with others; `seats` are games and wins by seat. `mu` and `sigma` are its rating and how unsure that
    is; `ahead` is how likely it is stronger than the next one of the ranking (None for the last)."""

    name: str
    agent: str
    games: int
    wins: int
    shared: int
    rate: Share
    mu: float
    sigma: float
    seats: tuple[tuple[int, int], ...]
    ahead: float | None = None

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {"name": self.name, "agent": self.agent, "games": self.games, "wins": self.wins, "shared": self.shared,
                "rate": rounded(self.rate.rate), "low": rounded(self.rate.low), "high": rounded(self.rate.high),
                "mu": rounded(self.mu), "sigma": rounded(self.sigma),
                "ahead": None if self.ahead is None else rounded(self.ahead),
                "seats": [{"seat": seat, "games": games, "wins": wins}
                          for seat, (games, wins) in zip(seat_names(len(self.seats)), self.seats, strict=True)]}


@record
class LineUp:
    """Who sat where, and how many games they have played."""

    seats: tuple[str, ...]
    games: int


@changeable
class Tournament:
    """What has come out, the best rated first. `unfinished` counts games that did not come to their end; `left` are the
    line-ups that have not played all their games, because it was stopped."""

    setting: Setting
    games: int
    line_ups: int
    rounds: int
    unfinished: int
    contestants: list[Contestant] = field(default_factory=list)
    left: list[LineUp] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        about = self.setting.to_json()
        del about["agents"]
        return {**about, "games": self.games, "line_ups": self.line_ups, "rounds": self.rounds,
                "unfinished": self.unfinished, "contestants": [each.to_json() for each in self.contestants],
                "left": [{"seats": list(each.seats), "games": each.games} for each in self.left]}


def tournament(game: Game, agents: Sequence[str], games: int = 100, players: int | None = None,
               seed: int | None = None, rulings: Mapping[str, str] | None = None,
               parameters: Mapping[str, int] | None = None, backend: str | None = None, limit: int = LIMIT,
               workers: int = 1, stop: Stop | None = None, see: Callable[[int, int], None] | None = None) -> Tournament:
    """Play at least so many games: all line-ups equally often. `see` is told how many games are played, of how many.
    Raises `BadStart`, and `NoRatings` without the library."""
    rating_model()
    stop = stop or Stop()
    seats = game.program(players, rulings, parameters).seats
    if games < 1:
        raise BadStart("at least one game is played")
    if len(agents) < max(2, seats):
        raise BadStart(f"a table of {seats} needs at least {max(2, seats)} contestants, and these are {len(agents)}; "
                       "an agent may be named more than once")
    if seed is None:
        seed = random.SystemRandom().getrandbits(32)
    if comb(len(agents), seats) * seats > MOST_LINE_UPS:
        raise BadStart(f"so many contestants make more than {MOST_LINE_UPS:,} line-ups")
    line_ups = [table[turn:] + table[:turn] for table in combinations(range(len(agents)), seats)
                for turn in range(seats)]
    rounds = -(-games // len(line_ups))
    settings = [setting(game, seats, seed, rulings, parameters, [agents[at] for at in line_up], backend, limit)
                for line_up in line_ups]
    played: list[list[Row]] = []
    done = 0
    for each in settings:
        rows: list[Row] = []
        if not stop.asked:
            simulate(each, rounds, workers=workers, stop=stop, see=partial(_keep, rows))
        played.append(rows)
        done += len(rows)
        if see is not None:
            see(done, rounds * len(line_ups))
    results = [(line_up, row) for rows in zip_longest(*played) for line_up, row in zip(line_ups, rows, strict=True)
               if row is not None]
    over = [(line_up, row) for line_up, row in results if row.ending == "over"]
    names = _named(agents)
    left = [LineUp(tuple(names[at] for at in line_up), len(rows))
            for line_up, rows in zip(line_ups, played, strict=True) if len(rows) < rounds]
    return Tournament(settings[0], len(results), len(line_ups), rounds, len(results) - len(over),
                      _ranked(names, _understood(settings, line_ups, len(agents)), over, seats), left)


def _keep(rows: list[Row], new: Sequence[Row], _tally: object) -> None:
    rows.extend(new)


def _named(agents: Sequence[str]) -> list[str]:
    """Names for all, those of several told apart by numbers."""
    return [name if agents.count(name) == 1 else f"{name} #{agents[:at + 1].count(name)}"
            for at, name in enumerate(agents)]


def _understood(settings: Sequence[Setting], line_ups: Sequence[tuple[int, ...]], count: int) -> list[str]:
    """The agents in the one form that they have."""
    known = {at: name for each, line_up in zip(settings, line_ups, strict=True)
             for at, name in zip(line_up, each.agents, strict=True)}
    return [known[at] for at in range(count)]


def rating_model() -> Any:
    """What rates. Raises `NoRatings`."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise NoRatings("ratings need the extra `tournament`: pip install 'ludex[tournament]'") from None
    return PlackettLuce()


@changeable
class _Record:
    """What is counted of one contestant: by seat, and by seed, games and wins."""

    seats: list[list[int]]
    seeds: dict[int, list[int]] = field(default_factory=dict)
    shared: int = 0

    def add(self, seat: int, row: Row) -> None:
        won = row.winners == (seat,)
        for counts in (self.seats[seat], self.seeds.setdefault(row.seed, [0, 0])):
            counts[0] += 1
            counts[1] += won
        self.shared += len(row.winners) > 1 and seat in row.winners

    @property
    def games(self) -> int:
        return sum(games for games, _ in self.seats)


def _ranked(names: Sequence[str], agents: Sequence[str], results: Sequence[tuple[tuple[int, ...], Row]], seats: int
            ) -> list[Contestant]:
    model = rating_model()
    ratings = [model.rating(name=name) for name in names]
    records = [_Record([[0, 0] for _ in range(seats)]) for _ in names]
    for line_up, row in results:
        for seat, at in enumerate(line_up):
            records[at].add(seat, row)
        ranks = [0 if seat in row.winners or not row.winners else 1 for seat in range(seats)]
        rated = model.rate([[ratings[at]] for at in line_up], ranks=ranks)
        for at, [rating] in zip(line_up, rated, strict=True):
            ratings[at] = rating
    # Of who has not played, because somebody stopped it, nothing is known.
    order = sorted(range(len(names)), key=lambda at: (not records[at].games, -ratings[at].mu))
    found = []
    for at, after in zip_longest(order, order[1:]):
        one, ahead = records[at], None
        if after is not None and records[after].games:
            mine, other = ratings[at], ratings[after]
            ahead = NormalDist().cdf((mine.mu - other.mu) / (mine.sigma ** 2 + other.sigma ** 2) ** 0.5)
        rate = clustered((wins, games) for games, wins in one.seeds.values())
        found.append(Contestant(
            names[at], agents[at], one.games, sum(wins for _, wins in one.seats), one.shared, rate, ratings[at].mu,
            ratings[at].sigma, tuple((games, wins) for games, wins in one.seats), ahead))
    return found


__all__ = ["Contestant", "LineUp", "NoRatings", "Tournament", "tournament"]
