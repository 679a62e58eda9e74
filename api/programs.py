"""The programs of one game, and the engines that play them: each built once, by what settles it.

Matches, positions, scenarios and checks by play ask here, so that what one of them needed is there for the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from ludex.dsl import typed
from ludex.dsl.course import Course
from ludex.dsl.lower import Extra, lower
from ludex.engines import PYTHON, engine_for
from ludex.ir.contract import Engine
from ludex.ir.graph import Program
from ludex.ir.record import record

if TYPE_CHECKING:
    from ludex.validator.play.traced import Tracing


@record
class Settings:
    """What settles a program: how many play, the readings of all rulings, all parameters, with which part of the game
    it begins and before which it stops, and the expressions that it can evaluate besides, by names that mean one
    expression each."""

    players: int
    readings: tuple[tuple[str, str], ...]
    parameters: tuple[tuple[str, int], ...]
    begin: str | None = None
    stop: str | None = None
    named: tuple[str, ...] = ()
    extra: Mapping[str, Extra] = field(default_factory=dict, compare=False)


class Programs:
    """The programs of a game."""

    def __init__(self, game: typed.Game) -> None:
        self.game = game
        self._programs: dict[Settings, Program] = {}
        self._engines: dict[tuple[Settings, str], Engine] = {}
        self._tracings: dict[Settings, tuple[Tracing, Engine]] = {}

    def settings(self, players: int, readings: Mapping[str, str] | None = None,
                 parameters: Mapping[str, int] | None = None, begin: str | None = None, stop: str | None = None,
                 extra: Mapping[str, Extra] | None = None) -> Settings:
        """Settings in the one form that they have: what is not said is as the rules have it."""
        chosen = {name: ruling.choice for name, ruling in self.game.rulings.items()} | dict(readings or {})
        numbers = {name: parameter.default for name, parameter in self.game.parameters.items()} | dict(parameters or {})
        more = extra or {}
        return Settings(players, tuple(sorted(chosen.items())), tuple(sorted(numbers.items())), begin, stop,
                        tuple(sorted(more)), more)

    def program(self, settings: Settings) -> Program:
        """The program, verified. Raises `RuleErrors` if it would be too large."""
        if settings not in self._programs:
            self._programs[settings] = lower(self.game, settings.players, dict(settings.readings),
                                             dict(settings.parameters), Course(settings.begin, settings.stop),
                                             settings.extra)
        return self._programs[settings]

    def engine(self, settings: Settings, backend: str = PYTHON) -> Engine:
        """An engine that plays it."""
        if (settings, backend) not in self._engines:
            self._engines[settings, backend] = engine_for(self.program(settings), backend)
        return self._engines[settings, backend]

    def tracing(self, settings: Settings) -> tuple[Tracing, Engine]:
        """The program with what tells which of its lines run, and an engine that plays that."""
        from ludex.validator.play.traced import traced  # few who play want to know

        if settings not in self._tracings:
            tracing = traced(self.program(settings))
            self._tracings[settings] = tracing, engine_for(tracing.program)
        return self._tracings[settings]


__all__ = ["Programs", "Settings"]
