"""Pages that commands write: what somebody else wrote at the same place stays."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from ludex.cli.output import Fault


def check(file: str, option: str, ours: Callable[[bytes], bool], what: str) -> None:
    """A message where a file cannot be written, or is there and is none of ours; `ours` is asked about its beginning,
    `what` it is that we write."""
    from ludex.dsl.files import read_file

    path = Path(file)
    try:
        if (path.exists() or path.is_symlink()) and not ours(read_file(path, 100_000_000)[0][:1000]):
            raise Fault(f"{option}: '{file}' is there already, and is no {what} that Ludex wrote")
        if not path.name or not path.absolute().parent.is_dir():
            raise FileNotFoundError(2, "no such folder")
        if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
            raise PermissionError(13, "permission denied")
    except (OSError, ValueError) as fault:
        raise _unwritten(file, option, fault) from None


def write(file: str, option: str, text: str, ours: Callable[[bytes], bool], what: str) -> None:
    """Write a page."""
    check(file, option, ours, what)
    try:
        Path(file).write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as fault:
        raise _unwritten(file, option, fault) from None


def _unwritten(file: str, option: str, fault: Exception) -> Fault:
    reason = getattr(fault, "strerror", None) or str(fault)
    return Fault(f"{option}: '{file}' cannot be written: {reason[:1].lower()}{reason[1:]}", "file")
