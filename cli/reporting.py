"""Writes the report of a simulation; what is there and no report stays."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.cli.output import Fault

if TYPE_CHECKING:
    from ludex.simulation import Simulation


def see_to(file: str) -> None:
    """See that a report can be written there, before anything is played."""
    path = Path(file)
    try:
        if (path.exists() or path.is_symlink()) and not _is_report(path):
            raise Fault(f"--report: '{file}' is there already, and is no report that Ludex wrote")
        if not path.absolute().parent.is_dir():
            raise Fault(f"--report: '{file}' cannot be written: there is no such folder", "file")
        if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
            raise Fault(f"--report: '{file}' cannot be written: permission denied", "file")
    except (OSError, ValueError) as fault:
        raise _unwritten(file, fault) from None


def write(file: str, document: Mapping[str, Any], found: Simulation) -> None:
    """Write the report of a simulation; `document` is its summary."""
    from ludex.report.simulation import page

    try:
        Path(file).write_text(page(document, played(found)), encoding="utf-8", newline="\n")
    except (OSError, ValueError) as fault:
        raise _unwritten(file, fault) from None


def played(found: Simulation) -> Any:
    """What the summary of a simulation does not say."""
    from ludex.report.simulation import Played

    setting, tally = found.setting, found.tally
    game = setting.game
    about = " ".join(game.syntax.about.text.split()) if game.syntax.about is not None else ""
    rulings = tuple((name, ruling.question, ruling.readings[setting.rulings[name]],
                     setting.rulings[name] == ruling.choice)
                    for name, ruling in game.rulings.items() if ruling.executable)
    return Played(game.title, about, rulings, tuple(reason for reason in setting.reasons if reason), tally.lengths,
                  tuple(counts for counts in tally.scores if counts), _command(found))


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


def _is_report(path: Path) -> bool:
    """Whether a file is a report, which may be written anew."""
    from ludex.dsl.files import read_file
    from ludex.report.page import MARK

    return MARK.encode() in read_file(path, 100_000_000)[0][:1000]


def _unwritten(file: str, fault: Exception) -> Fault:
    reason = getattr(fault, "strerror", None) or str(fault)
    return Fault(f"--report: '{file}' cannot be written: {reason[:1].lower()}{reason[1:]}", "file")
