"""Reads the lines of a record and makes sure that they are one: every key, every type, every number.

Nothing is played here and no game is loaded. Files are read within limits, a line at a time.
"""

from __future__ import annotations

import io
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from ludex.dsl.files import open_file

FORMAT = "ludex record"
VERSION = 1

#: The most bytes of a record and of one line, and the most lines.
BYTES, LINE_BYTES, LINES = 64_000_000, 4_000_000, 1_000_000
#: The largest number that is believed.
HUGE = 2**64


class BadRecord(ValueError):
    """A record cannot be read or played; `line` says where it goes wrong (None: the file as a whole)."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.message = message
        self.line = line


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision of a seat or, with no seat, an outcome of chance, and the line that has it."""

    number: int
    seat: str | None
    id: str
    words: str
    line: int


@dataclass(frozen=True, slots=True)
class Record:
    """What a record says. `path` is where the rules lie, for a game that is not bundled; `rulings` has the reading of
    every ruling, `changed` those that were not the usual ones; `position` is there if the match was taken up at one,
    and `given` if it began at one that was stated."""

    game: str
    title: str
    path: str | None
    rules: str
    language: int
    players: int
    seats: tuple[str, ...]
    rulings: dict[str, str]
    changed: dict[str, str]
    parameters: dict[str, int]
    seed: int
    chance: str
    position: dict[str, Any] | None
    given: dict[str, Any] | None
    taken: tuple[Taken, ...]
    result: dict[str, Any] | None
    hash: str
    is_text: bool

    @property
    def decisions(self) -> int:
        """How many decisions it has."""
        return sum(1 for taken in self.taken if taken.seat is not None)


def read(path_or_text: str | Path) -> Record:
    """The record of a file, or of a text. Raises `BadRecord`."""
    if isinstance(path_or_text, str) and ("\n" in path_or_text or path_or_text.lstrip().startswith("{")):
        data = path_or_text.encode("utf-8", "surrogatepass")
        if len(data) > BYTES:
            raise BadRecord(_too_large(len(data)))
        return _Reader(io.BytesIO(data), True).record()
    if not isinstance(path_or_text, str | Path):
        raise BadRecord(f"a record is a file or a text, not a {type(path_or_text).__name__}")
    path = Path(path_or_text)
    try:
        with open_file(path) as file:
            size = os.fstat(file.fileno()).st_size
            if size > BYTES:
                raise BadRecord(_too_large(size))
            return _Reader(file, False).record()
    except BadRecord:
        raise
    except FileNotFoundError:
        raise BadRecord("there is no such file") from None
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else str(fault)
        raise BadRecord(f"the file cannot be read: {(reason or 'unknown reason').lower()}") from None


def is_record(path: Path) -> bool:
    """Whether a file begins as a record does; whether it is a whole one is not asked. Raises OSError."""
    with open_file(path) as file:
        line = file.readline(LINE_BYTES)
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and header.get("format") == FORMAT


def _too_large(size: int) -> str:
    return f"{size:,} bytes are more than a record may have ({BYTES:,})"


Data = dict[str, Any]
Check = Callable[[Any], bool]


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    return _whole(value) and -HUGE < value < HUGE


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _map(of: Check) -> Check:
    return lambda value: isinstance(value, dict) and all(map(of, value.values()))


_HEADER: dict[str, tuple[Check, str]] = {
    "format": (_text, "a text"), "version": (_number, "a number"), "game": (_text, "a text"),
    "title": (_text, "a text"), "rules": (_text, "a text"), "language": (_number, "a number"),
    "players": (_number, "a number"), "seats": (_texts, "a list of texts"),
    "changed": (_map(_text), "texts by name"), "rulings": (_map(_text), "texts by name"),
    "parameters": (_map(_number), "numbers by name"),
    "seed": (_whole, "a whole number"), "chance": (_text, "a text"),
}
_OPTIONAL: dict[str, tuple[Check, str]] = {
    "path": (_text, "a text"), "position": (lambda value: isinstance(value, dict), "a section of keys"),
    "given": (lambda value: isinstance(value, dict), "a section of keys"),
}
_TAKEN: dict[str, tuple[Check, str]] = {"n": (_number, "a number"), "id": (_text, "a text"), "words": (_text, "a text")}
_SEAT: dict[str, tuple[Check, str]] = {"seat": (_text, "a text")}
_CHANCE: dict[str, tuple[Check, str]] = {"chance": (lambda value: value is True, "true")}
_HASH: dict[str, tuple[Check, str]] = {"hash": (_text, "a text")}
_UNFINISHED: dict[str, tuple[Check, str]] = {"unfinished": (lambda value: value is True, "true")}
_RESULT_LINE: dict[str, tuple[Check, str]] = {"result": (lambda value: isinstance(value, dict), "an object")}
_RESULT: dict[str, tuple[Check, str]] = {
    "winners": (_texts, "a list of texts"), "ended_by": (_text, "a text"),
    "ranking": (lambda value: isinstance(value, list) and all(map(_texts, value)), "a list of lists of texts"),
    "scores": (_map(_number), "numbers by name"),
}


class _Reader:
    """Reads one record."""

    def __init__(self, file: BinaryIO, is_text: bool) -> None:
        self.file = file
        self.is_text = is_text
        self.line = 0

    def record(self) -> Record:
        rows = self._rows()
        header = next(rows, None)
        if header is None:
            raise BadRecord("the file is empty")
        self._header(header)
        taken: list[Taken] = []
        end: Data | None = None
        for row in rows:
            if end is not None:
                self._wrong("something follows the last line of the record")
            if "n" in row:
                taken.append(self._taken(row, len(taken) + 1, header))
            else:
                end = self._end(row, header)
        if end is None:
            self.line += 1
            self._wrong("the record stops here, without a last line that says how it came out")
        return Record(
            header["game"], header["title"], header.get("path"), header["rules"], header["language"],
            header["players"], tuple(header["seats"]), header["rulings"], header["changed"], header["parameters"],
            header["seed"], header["chance"], header.get("position"), header.get("given"), tuple(taken),
            end.get("result"), end["hash"], self.is_text)

    def _wrong(self, message: str) -> NoReturn:
        raise BadRecord(message, self.line)

    def _rows(self) -> Iterator[Data]:
        """The objects of the file, one a line."""
        while True:
            data = self.file.readline(LINE_BYTES + 1)
            if not data:
                return
            self.line += 1
            if self.line > LINES:
                self._wrong(f"a record may have {LINES:,} lines, and this one has more")
            if len(data) > LINE_BYTES:
                self._wrong(f"the line is longer than {LINE_BYTES:,} bytes")
            yield self._row(data)

    def _row(self, data: bytes) -> Data:
        try:
            row = json.loads(data.decode("utf-8"), object_pairs_hook=self._pairs, parse_constant=self._constant)
        except BadRecord:
            raise
        except UnicodeDecodeError:
            self._wrong("this is not text in UTF-8")
        except RecursionError:
            self._wrong("there are too many brackets in one another")
        except ValueError as fault:
            self._wrong(f"this is not JSON: {getattr(fault, 'msg', 'a number is too long').lower()}")
        if not isinstance(row, dict):
            self._wrong("this should be an object in braces")
        return row

    def _pairs(self, pairs: list[tuple[str, Any]]) -> Data:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
            self._wrong(f"`{twice}` stands twice")
        return found

    def _constant(self, name: str) -> NoReturn:
        self._wrong(f"{name} is not a number")

    def _keys(self, row: Data, what: str, needed: dict[str, tuple[Check, str]],
              optional: dict[str, tuple[Check, str]] | None = None) -> None:
        known = needed | (optional or {})
        for key, value in row.items():
            if key not in known:
                self._wrong(f"{what} has no `{key}`")
            check, expected = known[key]
            if not check(value):
                self._wrong(f"`{key}` should be {expected}")
        for key in needed:
            if key not in row:
                self._wrong(f"{what} lacks `{key}`")

    def _header(self, row: Data) -> None:
        if row.get("format") != FORMAT:
            self._wrong("this is not a record of Ludex")
        if row.get("version") != VERSION or row.get("version") is True:
            self._wrong(f"this is a record of version {row.get('version')!r}, and only version {VERSION} is known")
        self._keys(row, "the first line", _HEADER, _OPTIONAL)
        if row["seats"] != [f"P{n + 1}" for n in range(len(row["seats"]))] or len(row["seats"]) != row["players"]:
            self._wrong("`seats` and `players` do not fit together")
        if row["chance"] not in ("auto", "ask"):
            self._wrong("`chance` should be `auto` or `ask`")
        if "position" in row and "given" in row:
            self._wrong("a game begins at a `position`, or at the one that is `given`, not at both")
        for name, reading in row["changed"].items():
            if row["rulings"].get(name) != reading:
                self._wrong(f"`changed` and `rulings` have different readings of `{name}`")

    def _taken(self, row: Data, number: int, header: Data) -> Taken:
        by_chance = "chance" in row
        self._keys(row, "a move", _TAKEN | (_CHANCE if by_chance else _SEAT))
        if row["n"] != number:
            self._wrong(f"this should be move {number}, not {row['n']}")
        if by_chance and header["chance"] != "ask":
            self._wrong("chance goes by the seed in this record, and so is not written down")
        if not by_chance and row["seat"] not in header["seats"]:
            self._wrong(f"there is no seat `{row['seat']}`")
        return Taken(number, None if by_chance else row["seat"], row["id"], row["words"], self.line)

    def _end(self, row: Data, header: Data) -> Data:
        if "unfinished" in row:
            self._keys(row, "the last line", _UNFINISHED | _HASH)
            return row
        self._keys(row, "a line that is no move", _RESULT_LINE | _HASH)
        self._keys(row["result"], "`result`", _RESULT)
        return row


__all__ = ["BadRecord", "Record", "Taken", "is_record", "read"]
