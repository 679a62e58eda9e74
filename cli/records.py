"""Records as the commands use them: written while a person plays, taken up again, verified.

The only place of the command line that knows how `ludex.record` is called; it turns a file that cannot be
read, or a game that no longer fits its record, into a message. Nothing that was there before is ever written over, but
for a record that is gone on with.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludex.cli.output import Fault, error, failed, write_json

if TYPE_CHECKING:
    import ludex


def check_target(path: str, resumed: str | None) -> None:
    """Complain before the game about a file that cannot become its record. The one that is resumed may be there."""
    from ludex.dsl.files import no_file
    from ludex.record_file import is_record

    if not path:
        raise Fault("--record wants the name of a file")
    place = Path(path)
    try:
        mode = place.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        mode = None
        if place.is_symlink():
            raise Fault(f"'{path}' is a link that leads nowhere; name a file") from None
    except (OSError, ValueError) as fault:
        raise Fault(cannot(path, fault)) from None
    folder = place.absolute().parent
    if not folder.is_dir():
        raise Fault(f"there is no folder '{place.parent}' to write a record into")
    if mode is not None:
        instead = no_file(mode)
        if instead is not None:
            raise Fault(f"'{path}' cannot hold a record: {instead}")
        if resumed is None or not place.samefile(resumed):
            if _begins_as_record(is_record, place):
                raise Fault(f"there is a record in '{path}' already; `ludex play --resume {shlex.quote(path)}` goes on "
                            f"with it, or name another file")
            raise Fault(f"'{path}' is there already and is no record; it stays as it is, name another file")
        if not os.access(place, os.W_OK):
            raise Fault(f"'{path}' cannot be written: it is read-only")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Fault(f"'{path}' cannot be written: nothing can be written into its folder")


def _begins_as_record(is_record: Callable[[Path], bool], place: Path) -> bool:
    try:
        return is_record(place)
    except OSError:
        return False


def cannot(path: str, fault: Exception) -> str:
    """Why a record cannot be written, in words."""
    reason = (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
    return f"'{path}' cannot be written: {reason[:1].lower()}{reason[1:]}"


def save(match: ludex.Match, path: str, new: bool = False) -> None:
    """Write the game so far, with `new` only where nothing is; an OSError says why it could not be."""
    from ludex import record

    record.write(match, Path(path), new)


def keep(match: ludex.Match, path: str, new: bool = False) -> None:
    """The same, with a message in place of an OSError."""
    try:
        save(match, path, new)
    except OSError as fault:
        raise Fault(cannot(path, fault), "file") from None


def see(path: str) -> None:
    """Complain about a record that is not there, or is no file."""
    from ludex.dsl.files import no_file

    try:
        instead = no_file(Path(path).stat().st_mode) if path else ""
    except (OSError, ValueError):
        instead = ""
    if instead is not None:
        raise Fault(f"'{path}' is no record: {instead}" if instead else f"there is no record '{path}'")


def replay(path: str, to: int | None = None, as_json: bool = False) -> ludex.record.Replay:
    """A record played again, its first `to` decisions or all of them; a misfit ends the command."""
    import ludex

    see(path)
    try:
        played = ludex.record.play_again(Path(path), to=to)
        for note in played.notes:
            click.echo(f"Note: {note}", err=True)
        return played
    except ludex.RuleErrors as broken:
        from ludex.cli.loading import tell_broken

        tell_broken(broken, [path], as_json)
    except ludex.record.BadRecord as fault:
        if as_json:
            message = str(fault)
            write_json({"record": path, "verified": False, "message": message,
                        "error": error("record", message, line=fault.line)})
        click.echo(f"Error: {path}: {fault}", err=True)
        failed()
