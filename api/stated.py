"""A position that is stated instead of played to: where in the game play begins, and what lies where.

The position of a scenario becomes one, so that a match can begin there and be recorded. It names fields and what is in
them as the game does, and says nothing of any program: one and the same position can be taken up under every reading
of a ruling.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludex.dsl import typed
from ludex.dsl.course import ROUND, SETUP
from ludex.ir.contract import Engine
from ludex.ir.record import record
from ludex.stages import fields_in, fields_out

#: The keys of a stated position as data.
KEYS = frozenset({"begin", "called", "fields"})


@record
class Stated:
    """A position to begin at: the part of the game that comes next (a phase, the set-up or the first round, as `Course`
    has it), what the fields hold, and what people call it."""

    begin: str
    fields: Mapping[str, Sequence[int]]
    called: str

    def to_json(self, engine: Engine) -> dict[str, Any]:
        """The position as plain data, by the names of the game."""
        return {"begin": self.begin, "called": self.called, "fields": fields_out(engine, self.fields)}


def beginnings(game: typed.Game) -> tuple[str, ...]:
    """The parts of a game that play can begin with."""
    return (SETUP, ROUND, *game.rounds)


def stated_in(engine: Engine, begin: str, data: Mapping[str, Any]) -> Stated:
    """A stated position from plain data, for an engine that begins there. Raises ValueError, KeyError or TypeError for
    what does not fit."""
    if data.keys() != KEYS or not isinstance(data["called"], str) or not isinstance(data["fields"], dict):
        raise ValueError(f"it has the keys {', '.join(sorted(KEYS))}, and nothing else")
    names = [field.name for field in engine.program.fields.values() if field.role != "system"]
    if sorted(data["fields"]) != sorted(names):
        odd = min(set(names) ^ set(data["fields"]))
        raise ValueError(f"there is no `{odd}` in {'it' if odd in names else 'the game'}")
    return Stated(begin, fields_in(engine, data["fields"]), data["called"])


__all__ = ["Stated", "beginnings", "stated_in"]
