"""Plays a game that was found again, as a match: so that it can be told in the game's own words, and recorded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ludex import record
from ludex.events import Event
from ludex.game import Game
from ludex.ir.outcomes import alike, roll_at
from ludex.match import Match, RuleFault
from ludex.stated import Stated


@dataclass(slots=True)
class Played:
    """One of the two games, played again: `moments` has the match and the number of events before each decision. There
    is no match if the rules have no answer before anything can be decided."""

    match: Match | None
    moments: list[tuple[Match, int]]
    fault: str

    @property
    def events(self) -> list[Event]:
        """What happened."""
        return [] if self.match is None else self.match.events

    @property
    def common(self) -> int:
        """How many events came before the last decision."""
        return self.moments[-1][1] if self.moments else 0


def play(game: Game, rulings: dict[str, str], players: int, moves: Sequence[int], position: Stated | None) -> Played:
    """A game played again by its moves."""
    try:
        match = game.start(players, 0, rulings, chance="ask") if position is None else game.start_at(
            position, players, 0, rulings, chance="ask")
    except RuleFault as fault:
        return Played(None, [], str(fault))
    moments: list[tuple[Match, int]] = []
    fault_text = ""
    for move in moves:
        asked = match.chance is not None
        if not asked:
            moments.append((match.copy(), len(match.events)))
        try:
            match.apply(outcome_index(match, move) if asked else move)
        except RuleFault as fault:
            fault_text = str(fault)
            break
    return Played(match, moments, fault_text)


def outcome_index(match: Match, element: int) -> int:
    """The place among its outcomes of what chance brings: an element, or where it is not there, one of its kind."""
    engine, state = match.engine, match.state
    name, roll = roll_at(engine.program, engine.layout, state)
    if roll.until is not None:
        return [value for value, _ in engine.outcomes(state)].index(element)
    domain = engine.program.functions[name].registers[roll.to].type.domain
    kinds = engine.program.domains[domain].kinds if domain is not None else ()
    groups = alike(engine.program, engine.layout, state)
    for at, group in enumerate(groups):
        if group >> element & 1:
            return at
    return next(at for at, (value, _) in enumerate(engine.outcomes(state)) if kinds and kinds[value] == kinds[element])


def as_record(match: Match) -> str:
    """The record of a match, as text."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in record.lines(match))


__all__ = ["Played", "as_record", "outcome_index", "play"]
