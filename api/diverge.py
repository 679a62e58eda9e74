"""Two readings of a ruling, told apart by play: the shortest game in which they differ, as a record and as a story.

The search itself is `validator/play/diverge.py`; here its result is played again as matches, so that it can be told in
the game's own words, with the passages that each step rests on.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludex import naming, record
from ludex.game import BadStart, Game
from ludex.match import Match, RuleFault
from ludex.validator.play.board import Board
from ludex.validator.play.diverge import LONGEST, Budget, Found, Search, search
from ludex.validator.play.lockstep import Pair

#: The most words of options that a story lists.
LISTED = 8


@dataclass(frozen=True, slots=True)
class Divergence:
    """A game in which two readings differ after `length` decisions. `record` plays it under the first of them, `story`
    tells it line by line; `shortest` says that no shorter one exists for this number of players."""

    ruling: str
    readings: tuple[str, str]
    players: int
    length: int
    shortest: bool
    differs: str
    record: str
    story: tuple[str, ...]
    match: Match = field(compare=False, repr=False)

    def to_json(self) -> dict[str, Any]:
        """The divergence as plain data."""
        return {
            "ruling": self.ruling, "readings": list(self.readings), "players": self.players, "length": self.length,
            "shortest": self.shortest, "differs": self.differs, "record": self.record, "story": list(self.story),
        }


@dataclass(frozen=True, slots=True)
class NoDivergence:
    """No game that tells the readings apart was found; if `proved`, there is none for these numbers of players."""

    ruling: str
    readings: tuple[str, ...]
    players: tuple[int, ...]
    positions: int
    games: int
    proved: bool

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {
            "ruling": self.ruling, "readings": list(self.readings),
            "none_within": {"players": list(self.players), "positions": self.positions, "games": self.games,
                            "proved": self.proved},
        }


def diverge(game: Game, ruling: str, players: int | None = None, seed: int = 0, budget: Budget | None = None
            ) -> Divergence | NoDivergence:
    """The shortest game found that tells the chosen reading of a ruling from another one.

    Without `players`, all numbers of players are tried. Raises `BadStart` for a ruling that there is not.
    """
    if ruling not in game.rulings:
        raise BadStart(f"there is no ruling `{ruling}`; there are {', '.join(sorted(game.rulings)) or 'none'}")
    if players is not None and players not in game.players:
        raise BadStart(f"{game.title} is for {game.players[0]} to {game.players[-1]} players, not {players}")
    readings = game.typed.rulings[ruling].readings
    counts = tuple(game.players) if players is None else (players,)
    if ruling not in game.typed.used_rulings:
        return NoDivergence(ruling, readings, counts, 0, 0, True)
    budget = budget or Budget()
    best: tuple[Found, str, str] | None = None
    searches: list[Search] = []
    chosen = game.rulings[ruling].choice
    for other in readings:
        if other == chosen:
            continue
        for count in counts:
            most = LONGEST if best is None else best[0].decisions - 1
            done = search(pair_of(game, ruling, chosen, other, count), budget, seed, most)
            searches.append(done)
            if done.found is not None and (best is None or done.found.decisions < best[0].decisions):
                best = done.found, chosen, other
    if best is None:
        return NoDivergence(ruling, readings, counts, sum(s.positions for s in searches),
                            sum(s.games for s in searches), all(s.proved for s in searches))
    return _told(game, ruling, *best)


def pair_of(game: Game, ruling: str, left: str, right: str, players: int) -> Pair:
    """The games under two readings of a ruling, all others as they are decided."""
    rulings = {name: rule.choice for name, rule in game.typed.rulings.items()}
    numbers = {name: parameter.default for name, parameter in game.typed.parameters.items()}
    return Pair(*(Board(game.engine(players, rulings | {ruling: reading}, numbers)) for reading in (left, right)))


# -- telling


@dataclass(slots=True)
class _Told:
    """One of the two games, played again; `common` counts the events before its last move."""

    match: Match
    common: int
    fault: str


def _told(game: Game, ruling: str, found: Found, left: str, right: str) -> Divergence:
    one = _played(game, ruling, left, found.players, found.left, found.decisions)
    other = _played(game, ruling, right, found.players, found.right, found.decisions)
    told = one if not one.fault else other
    lines = record.lines(told.match)
    return Divergence(
        ruling, (left, right), found.players, found.decisions, found.shortest, found.difference.sort,
        "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines),
        tuple(_story(game, ruling, found, (left, one), (right, other))), told.match)


def _played(game: Game, ruling: str, reading: str, players: int, moves: Sequence[int], decisions: int) -> _Told:
    """A game played again by its moves, and how much of it comes before the last decision."""
    try:
        match = game.start(players, 0, {ruling: reading}, chance="ask")
    except RuleFault as fault:
        raise AssertionError(fault) from fault
    common, fault_text = 0, ""
    for move in moves:
        if match.chance is None:
            common = len(match.events)
        try:
            match.apply(outcome_index(match, move) if match.chance is not None else move)
        except RuleFault as fault:
            fault_text = str(fault)
            break
    return _Told(match, common if decisions else 0, fault_text)


def outcome_index(match: Match, element: int) -> int:
    """The place among its outcomes of what chance brings."""
    roll = match.engine.roll(match.state)
    assert roll is not None
    name = match.engine.layout.points[match.state[0]][0]
    domain = match.engine.program.functions[name].registers[roll.to].type.domain
    kinds = match.engine.program.domains[domain].kinds if domain is not None else ()
    values = [value for value, _ in match.engine.outcomes(match.state)]
    wanted = kinds[element] if kinds else element
    return next(at for at, value in enumerate(values) if (kinds[value] if kinds else value) == wanted)


def _story(game: Game, ruling: str, found: Found, left: tuple[str, _Told], right: tuple[str, _Told]
           ) -> Iterator[str]:
    about = game.rulings[ruling]
    yield f"{ruling}: {about.question}"
    for passage in about.passage.split(", "):
        if passage in game.texts:
            yield f"  [{passage}] {game.texts[passage].text}"
    for reading, _ in (left, right):
        yield f"  {reading}: {about.readings[reading]}"
    yield ""
    decisions = f"{found.decisions} decision{'s' * (found.decisions != 1)}"
    sure = "No shorter game tells them apart" if found.shortest else "The shortest game found that tells them apart"
    yield (f"{sure} than this one of {decisions}, with {found.players} players:" if found.shortest else
           f"{sure} has {decisions}, with {found.players} players:")
    # What is the same in both is told once.
    texts = [[event.text for event in told.match.events] for _, told in (left, right)]
    same = next((at for at, (one, other) in enumerate(zip(*texts, strict=False)) if one != other),
                min(map(len, texts)))
    both = same >= max(left[1].common, right[1].common)
    yield from _events(left[1].match, 0, same if both else left[1].common)
    for reading, told in (left, right):
        following = list(_events(told.match, same if both else told.common, None))
        if following or told.fault:
            yield ""
            yield f"Then, under {reading}:"
            yield from following
        if told.fault:
            yield f"  the rules have no answer: {told.fault}"
    yield ""
    yield from _difference(found, left, right)


def _events(match: Match, first: int, last: int | None) -> Iterator[str]:
    for event in match.events[first:last]:
        passage = f"  [{event.passage}]" if event.passage else ""
        yield f"  {event.text}{passage}"


def _difference(found: Found, left: tuple[str, _Told], right: tuple[str, _Told]) -> Iterator[str]:
    difference, sides = found.difference, (left, right)
    yield "What differs:"
    if difference.sort == "state":
        for name in difference.names:
            cells = [_cells(told.match, name) for _, told in sides]
            for owner in cells[0]:
                if cells[0][owner] != cells[1][owner]:
                    whose = f"{owner}'s {name}" if owner else name
                    yield f"  {whose}: {cells[0][owner]} under {left[0]}, {cells[1][owner]} under {right[0]}"
        return
    if difference.sort == "scores":
        for seat, name in enumerate(left[1].match.seats):
            one, other = (told.match.score(seat) for _, told in sides)
            if one != other:
                yield f"  the score of {name} as things stand: {one} under {left[0]}, {other} under {right[0]}"
        return
    for reading, told in sides:
        match = told.match
        if told.fault:
            yield f"  under {reading} the rules have no answer"
        elif match.result is not None:
            winners = naming.listed([match.seats[seat] for seat in match.result.winners], "nobody")
            scores = ", ".join(f"{match.seats[seat]} {score}" for seat, score in match.result.scores.items())
            yield f"  under {reading} the game is over: {winners} won{f' ({scores})' if scores else ''}"
        elif match.decision is not None:
            decision = match.decision
            others = [] if (own := sides[reading == left[0]][1]).match.decision is None else [
                option.words for option in own.match.decision.options]
            only = list((Counter(option.words for option in decision.options) - Counter(others)).elements())
            words = f"{match.seats[decision.player]} has to decide: {decision.prompt}"
            if difference.sort == "options":
                if not only:
                    continue
                words = f"{match.seats[decision.player]} may also: {_listed(only)}"
            yield f"  under {reading} {words}"


def _listed(words: list[str]) -> str:
    more = f" and {len(words) - LISTED} more" if len(words) > LISTED else ""
    return f"{', '.join(words[:LISTED])}{more}"


def _cells(match: Match, name: str) -> dict[str, str]:
    """What a field holds, in words, by owner."""
    program = match.engine.program
    item = program.fields[name]
    at = match.engine.layout.fields[name]
    owners = [""] if item.index is None else list(program.domains[item.index].elements)
    shown = {}
    for number, owner in enumerate(owners):
        found = naming.plain(program, item.type, match.state[at + number])
        if isinstance(found, list):
            shown[owner] = naming.listed(found)
        else:
            shown[owner] = {True: "yes", False: "no", None: "none"}.get(found, str(found)) \
                if isinstance(found, bool) or found is None else str(found)
    return shown


__all__ = ["Budget", "Divergence", "NoDivergence", "diverge", "outcome_index", "pair_of"]
