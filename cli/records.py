"""Records as the commands use them: written while a person plays, taken up again, verified.

The only place of the command line that knows how `ludex.record` is called; it turns a file that cannot be
read, or a game that no longer fits its record, into a message.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludex.cli.output import Fault, failed

if TYPE_CHECKING:
    import ludex


def check_writable(path: str) -> None:
    """Complain before the game about a record that could not be written after it."""
    place = Path(path)
    if place.is_dir():
        raise Fault(f"'{path}' is a folder; a record is a file")
    if not place.absolute().parent.is_dir():
        raise Fault(f"there is no folder '{place.parent}' to write a record into")


def save(match: ludex.Match, path: str) -> None:
    """Write the game so far; an OSError says why it could not be."""
    from ludex import record

    record.write(match, Path(path))


def replay(path: str, to: int | None = None, as_json: bool = False) -> ludex.Match:
    """The match of a record, after its first `to` decisions or all of them; a misfit ends the command."""

    import ludex

    if not Path(path).is_file():
        raise Fault(f"there is no record '{path}'")
    try:
        played = ludex.record.play_again(Path(path), to=to)
        for note in played.notes:
            click.echo(f"Note: {note}", err=True)
        return played.match
    except ludex.RuleErrors as broken:
        from ludex.cli import findings

        findings.show(broken.findings, [path], as_json=as_json)
    except ludex.record.BadRecord as fault:
        if as_json:
            from ludex.cli.output import write_json

            write_json({"record": path, "verified": False, "message": str(fault)})
        click.echo(f"Error: {path}: {fault}", err=True)
    return failed()
