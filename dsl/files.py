"""Opens files that people name, and nothing else that may stand at a path.

A pipe would make its reader wait for ever, a device may never end, and a folder is not for reading: each of them is
an `OSError` here that says what it is, before anything is opened.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

_KINDS = (
    (stat.S_ISDIR, "it is a folder"), (stat.S_ISFIFO, "it is a pipe"), (stat.S_ISSOCK, "it is a socket"),
    (stat.S_ISCHR, "it is a device"), (stat.S_ISBLK, "it is a device"),
)


def no_file(mode: int) -> str | None:
    """What something is instead of a file, as a sentence; None for a file."""
    if stat.S_ISREG(mode):
        return None
    return next((says for is_kind, says in _KINDS if is_kind(mode)), "it is not a file")


def open_file(path: Path) -> BinaryIO:
    """The file at a path, to be read. Raises OSError; its `strerror` says why in words."""
    try:
        _see(path, path.stat().st_mode)
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError:  # a path with a NUL in it
        raise FileNotFoundError(errno.ENOENT, "there is no such file", str(path)) from None
    try:
        _see(path, os.fstat(handle).st_mode)  # it may be another one by now
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def _see(path: Path, mode: int) -> None:
    instead = no_file(mode)
    if instead is not None:
        raise OSError(errno.EINVAL, instead, str(path))


def read_file(path: Path, most: int) -> tuple[bytes, int]:
    """What a file holds, up to `most` bytes, and how many it has: more than `most` only says that it is too large."""
    with open_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(most + 1) if size <= most else b""
        return data, max(size, len(data))


__all__ = ["no_file", "open_file", "read_file"]
