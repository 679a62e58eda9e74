"""From the GAME of a command line to a game, with its faults told in words.

Every command that takes a game or a choice of readings goes through here, so that a misspelt name, a
missing folder and a broken rule file look the same everywhere.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ludex.cli.output import Fault, error, failed, write_json

if TYPE_CHECKING:
    import ludex


def locate(game: str) -> str | Path:
    """The bundled name, or the path, that GAME stands for."""
    from ludex import rules

    bundled = rules.catalogue()
    if game in bundled:
        return game
    try:
        there = bool(game) and Path(game).exists()
    except OSError as fault:  # such as a name that is too long
        raise Fault(f"'{game[:40]}' cannot be a game: {(fault.strerror or 'unknown reason').lower()}") from None
    if there:
        return Path(game)
    near = difflib.get_close_matches(game, bundled, n=1)
    hint = f"did you mean '{near[0]}'?" if near else "`ludex games` lists the bundled games"
    raise Fault(f"there is no bundled game and no folder '{game}'; {hint}")


def load(game: str, as_json: bool = False) -> ludex.Game:
    """The game, or the findings of its rule files and exit code 1."""
    import ludex

    try:
        return ludex.load(locate(game))
    except ludex.RuleErrors as broken:
        tell_broken(broken, [game], as_json)


def tell_broken(broken: ludex.RuleErrors, games: Sequence[str], as_json: bool) -> NoReturn:
    """The findings of rules that cannot be played, and exit code 1."""
    from ludex.cli import findings
    from ludex.cli.formats import Results
    from ludex.cli.formats.json_document import document

    if as_json:
        why = error("rules", "the rules have errors and cannot be played")
        write_json({**document(Results(broken.findings, games)), "error": why})
    else:
        findings.show(broken.findings, games, as_json=False)
    failed()


def pairs(option: str, texts: Iterable[str]) -> dict[str, str]:
    """NAME=VALUE texts of a repeated option, as a mapping."""
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not (name and sign and value):
            raise Fault(f"{option} wants NAME=VALUE, not '{text}'")
        if name in found:
            raise Fault(f"{option} names '{name}' twice")
        found[name] = value
    return found


def numbers(option: str, texts: Iterable[str]) -> dict[str, int]:
    """NAME=NUMBER texts of a repeated option, as a mapping."""
    found: dict[str, int] = {}
    for name, value in pairs(option, texts).items():
        try:
            found[name] = int(value)
        except ValueError:
            raise Fault(f"{option} {name} wants a whole number, not '{value}'") from None
    return found
