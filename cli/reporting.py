"""Writes reports, and knows what they say of a simulation besides its summary."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ludex.cli import written

if TYPE_CHECKING:
    from ludex.game import Game
    from ludex.simulation import Simulation


def see_to(file: str) -> None:
    """See that a report can be written there, before anything is played."""
    written.check(file, "--report", _is_report, "report")


def keep(file: str, page: str) -> None:
    """Write a report; of what is there, only another one is written over."""
    written.write(file, "--report", page, _is_report, "report")


def write(file: str, document: Mapping[str, Any], found: Simulation) -> None:
    """Write the report of a simulation; `document` is its summary."""
    from ludex.report.simulation import page

    keep(file, page(document, played(found)))


def about(game: Game) -> str:
    """What a game is, in its own words."""
    return " ".join(game.syntax.about.text.split()) if game.syntax.about is not None else ""


def played(found: Simulation) -> Any:
    """What the summary of a simulation does not say."""
    from ludex.report.simulation import Played

    setting, tally = found.setting, found.tally
    game = setting.game
    rulings = tuple((name, ruling.question, ruling.readings[setting.rulings[name]],
                     setting.rulings[name] == ruling.choice)
                    for name, ruling in game.rulings.items() if ruling.executable)
    return Played(game.title, about(game), rulings, tuple(reason for reason in setting.reasons if reason),
                  tally.lengths, tuple(counts for counts in tally.scores if counts), _command(found))


def _command(found: Simulation) -> str:
    """What gives the same games again."""
    setting = found.setting
    agents = sorted(set(setting.agents))
    words = ["ludex", "simulate", setting.game.name, "-n", str(found.tally.games), "--players", str(setting.players),
             "--seed", str(setting.seed)]
    if agents != ["random"]:
        words += ["--agents", agents[0] if len(agents) == 1 else ",".join(setting.agents)]
    words += [part for name, reading in setting.rulings.items() if reading != setting.game.rulings[name].choice
              for part in ("--ruling", f"{name}={reading}")]
    usual = {name: each.default for name, each in setting.game.typed.parameters.items()}
    words += [part for name, value in setting.parameters.items() if value != usual[name]
              for part in ("--parameter", f"{name}={value}")]
    return shlex.join(words)


def _is_report(start: bytes) -> bool:
    """Whether a file that begins so is a report, which may be written anew."""
    from ludex.report.page import MARK

    return MARK.encode() in start
