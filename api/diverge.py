"""Two readings of a ruling, told apart by play: the shortest game in which they differ, from the start of the game and
from the positions of its scenarios.

The search itself is `validator/play/diverge.py`. Here it is decided where to look and how long: every other reading
and every number of players gets its share of the time, and what has been found bounds what is looked for next.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from ludex.diverge_story import tell
from ludex.divergence import Divergence, NoDivergence, OtherTables
from ludex.game import BadStart, Game
from ludex.scenario_starts import Start, starts
from ludex.stated import Stated
from ludex.validator.play.board import Board
from ludex.validator.play.diverge import LONGEST, Budget, Found, Search, search
from ludex.validator.play.lockstep import Pair

#: What the search from one position of a scenario may cost at most, and which part of the time all of them may.
NEAR, NEARLY = Budget(positions=400, games=8, tries=40, work=6_000), 0.4

Where = Literal["start", "scenarios", "both"]


@dataclass(slots=True)
class _Best:
    """The shortest game so far, and what it was found with."""

    found: Found | None = None
    other: str = ""
    start: Start | None = None

    @property
    def most(self) -> int:
        """How many decisions a better one has at most."""
        return LONGEST if self.found is None else self.found.decisions - 1

    def see(self, found: Found | None, other: str, start: Start | None = None) -> None:
        """Take a game that is shorter."""
        if found is not None and found.decisions <= self.most:
            self.found, self.other, self.start = found, other, start


class _Clock:
    """Deals out the time that there is."""

    def __init__(self, seconds: float | None) -> None:
        self.until = None if seconds is None else time.monotonic() + seconds

    def share(self, parts: int, of: float = 1.0) -> float | None:
        """The seconds for one of so many parts, of a part of what is left."""
        return None if self.until is None else max(0.0, self.until - time.monotonic()) * of / parts


def diverge(game: Game, ruling: str, players: int | None = None, seed: int = 0, budget: Budget | None = None,
            where: Where = "both") -> Divergence | NoDivergence | OtherTables:
    """The shortest game found that tells the chosen reading of a ruling from another one.

    Without `players`, all numbers of players are tried. `where` says whether to look from the start of the game, from
    the positions of its scenarios, or from both. Readings that differ in who can play need no game. Raises `BadStart`
    for a ruling that there is not.
    """
    if ruling not in game.rulings:
        raise BadStart(f"there is no ruling `{ruling}`; there are {', '.join(sorted(game.rulings)) or 'none'}")
    seated, choice = game.typed.rulings[ruling].players, game.rulings[ruling].choice
    others = [reading for reading in game.typed.rulings[ruling].readings if reading not in (choice, *seated)]
    if not others:
        return OtherTables(ruling, {reading: tuple(game.typed.players({ruling: reading}))
                                    for reading in game.typed.rulings[ruling].readings})
    barred = None if players is None else game.barred(players, {})
    if barred is not None:
        raise BadStart(barred)
    readings = game.typed.rulings[ruling].readings
    counts = tuple(game.players) if players is None else (players,)
    if ruling not in game.typed.used_rulings:
        return NoDivergence(ruling, readings, counts)
    budget = budget or Budget()
    clock = _Clock(budget.seconds)
    boards: dict[tuple[object, ...], Board] = {}

    def pair(other: str, count: int, position: Stated | None = None) -> Pair:
        return pair_of(game, ruling, game.rulings[ruling].choice, other, count, position, boards)

    best, searches = _Best(), list[Search]()
    if where != "scenarios":
        searches = _from_start(best, pair, others, counts, budget, seed, clock, 1.0 if where == "start" else 1 - NEARLY)
    none = NoDivergence.of(ruling, readings, counts, searches) if searches else None
    near, tried, late = _Best(best.found), 0, False
    if where != "start" and best.most >= 0 and not (none is not None and none.complete and best.found is None):
        places = starts(game, ruling, players)
        tried, late = _from_positions(near, pair, others, places, budget, seed, clock)
    late = late or any(done.late for done in searches)
    answers = [
        _answer(game, ruling, each, searches, late) for each in (best, near)
        if each.found is not None and (each is best or each.start is not None)]
    if not answers:
        none = none or NoDivergence(ruling, readings, counts, deep=-1, complete=False, proved=False, same=False)
        return replace(none, scenarios=tried, late=late)
    if len(answers) == 2:
        return answers[0].with_nearer(answers[1])
    return answers[0] if near.start is None else replace(answers[0], start=none)


def _from_start(best: _Best, pair: Callable[[str, int], Pair], others: list[str], counts: tuple[int, ...],
                budget: Budget, seed: int, clock: _Clock, share: float) -> list[Search]:
    """Look from the start of the game, under every other reading and with every number of players."""
    todo = [(other, count) for other in others for count in counts]
    searches = []
    until = _Clock(clock.share(1, share))
    for number, (other, count) in enumerate(todo):
        if best.most < 0:
            break
        limits = replace(budget, seconds=until.share(len(todo) - number))
        done = search(pair(other, count), limits, seed, best.most)
        searches.append(done)
        best.see(done.found, other)
    return searches


def _from_positions(best: _Best, pair: Callable[[str, int, Stated], Pair], others: list[str],
                    places: Iterable[Start], budget: Budget, seed: int, clock: _Clock) -> tuple[int, bool]:
    """Look from the positions of scenarios; from how many, and whether the time ran out."""
    near = replace(NEAR, depth=budget.depth, positions=min(NEAR.positions, budget.positions),
                   games=min(NEAR.games, budget.games), tries=min(NEAR.tries, budget.tries),
                   work=min(NEAR.work, budget.work))
    tried = 0
    for start in places:
        tried += 1
        for other in others:
            seconds = clock.share(1)
            if seconds == 0:
                return tried - 1, True
            done = search(pair(other, start.players, start.position), replace(near, seconds=seconds), seed, best.most)
            best.see(done.found, other, start)
            if best.most < 0:
                return tried, False
    return tried, False


def _answer(game: Game, ruling: str, best: _Best, searches: list[Search], late: bool) -> Divergence:
    """A game as it is told; from the start it is the shortest only if no search can have missed a shorter one."""
    found = best.found
    assert found is not None
    left = game.rulings[ruling].choice
    position = None if best.start is None else best.start.position
    telling, matches, records = tell(game, ruling, found, left, best.other, position)
    shortest = found.shortest if position is not None else found.shortest and all(
        done.none_before(found.decisions) for done in searches)
    name = None if best.start is None else f"scenario `{best.start.scenario.name}`"
    return Divergence(ruling, (left, best.other), found.players, found.decisions, shortest, found.minimal,
                      found.difference.sort, name, records, telling, matches, late=late)


def pair_of(game: Game, ruling: str, left: str, right: str, players: int, position: Stated | None = None,
            boards: dict[tuple[object, ...], Board] | None = None) -> Pair:
    """The games under two readings of a ruling, all others as they are decided; from a position, if one is stated.
    `boards` keeps those that have been made."""
    rulings = {name: rule.choice for name, rule in game.typed.rulings.items()}
    numbers = {name: parameter.default for name, parameter in game.typed.parameters.items()}
    begin = None if position is None else position.begin
    kept = {} if boards is None else boards
    for reading in (left, right):
        if (reading, players, begin) not in kept:
            engine = game.engine(players, rulings | {ruling: reading}, numbers, begin=begin)
            kept[reading, players, begin] = Board(engine)
    return Pair(kept[left, players, begin], kept[right, players, begin], None if position is None else position.fields)


__all__ = ["Budget", "Divergence", "NoDivergence", "OtherTables", "diverge", "pair_of"]
