"""Keeps the rows of a simulation as a Parquet file, one a game or one a decision, written while games are played.

The columns that are the same for all games cost next to nothing, and let files of several simulations be read as one.
The file gets its name when it is whole, so that nobody reads half of one. pyarrow comes with the extra `reports`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from ludex.simulate.rows import Row

#: How many rows are written in one go.
GROUP = 50_000


class NoParquet(Exception):
    """The package that writes Parquet is not there."""


class Table:
    """A file that is being written, rows in a row; `about` is what it says of itself. It gets its name in the end."""

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise NoParquet("Parquet files are written with the package `pyarrow`, which is not installed: "
                            "`pip install 'ludex[reports]'`") from None
        self._arrow: Any = pyarrow
        self._schema: Any = pyarrow.schema(
            self._columns(pyarrow, pyarrow.dictionary(pyarrow.int32(), pyarrow.string())),
            metadata={"ludex": json.dumps(dict(about), ensure_ascii=False)})
        self._games = 0
        self._path = path
        self._half = path.with_name(f".{path.name}.{os.getpid()}.part")
        self._file: Any = pyarrow.parquet.ParquetWriter(str(self._half), self._schema)

    def _columns(self, arrow: Any, words: Any) -> list[tuple[str, Any]]:
        """Names and types of the columns; `words` is the type of texts of which there are few."""
        raise NotImplementedError

    def _write(self, columns: Mapping[str, list[Any]]) -> None:
        self._file.write_table(self._arrow.Table.from_pydict(columns, schema=self._schema))

    def flush(self) -> None:
        """Write what is left."""

    def close(self) -> None:
        """Write what is left, and give the file its name; one without games is not worth what lies there already."""
        self.flush()
        if not self._games:
            self.drop()
            return
        self._file.close()
        self._half.replace(self._path)

    def drop(self) -> None:
        """Leave nothing behind of a simulation that came to nothing. Where the file cannot be written, that has been
        told already."""
        with suppress(OSError):
            self._file.close()
        self._half.unlink(missing_ok=True)


class Writer(Table):
    """Rows of games, in their order from number 0; `same` are the columns that are the same for all, with texts."""

    def __init__(self, path: Path, seats: Sequence[str], same: Mapping[str, str], about: Mapping[str, Any]) -> None:
        self._seats = seats
        self._same = same
        self._rows: list[Row] = []
        super().__init__(path, about)

    def _columns(self, arrow: Any, words: Any) -> list[tuple[str, Any]]:
        return [("game", arrow.int64()), ("seed", arrow.int64()), ("players", arrow.int16()), ("ending", words),
                ("ended_by", words), ("decisions", arrow.int64()), ("winners", arrow.list_(arrow.string())),
                ("scores", arrow.list_(arrow.int64())), ("fault", words), *((name, words) for name in self._same)]

    def add(self, rows: Sequence[Row]) -> None:
        """Write some more rows."""
        self._rows += rows
        if len(self._rows) >= GROUP:
            self.flush()

    def flush(self) -> None:
        rows = self._rows
        if not rows:
            return
        over = [row.ending == "over" for row in rows]
        self._write({
            "game": list(range(self._games, self._games + len(rows))),
            "seed": [row.seed for row in rows],
            "players": [len(self._seats)] * len(rows),
            "ending": [row.ending for row in rows],
            "ended_by": [row.ended_by if done else None for row, done in zip(rows, over, strict=True)],
            "decisions": [row.decisions for row in rows],
            "winners": [[self._seats[seat] for seat in row.winners] if done else None
                        for row, done in zip(rows, over, strict=True)],
            "scores": [list(row.scores) if done else None for row, done in zip(rows, over, strict=True)],
            "fault": [None if row.fault is None else row.fault[1] for row in rows],
            **{name: [value] * len(rows) for name, value in self._same.items()},
        })
        self._games += len(rows)
        self._rows = []


class Step(Protocol):
    """One decision: who had it, what was asked and taken of how many options, and the scores before it."""

    @property
    def seat(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def prompt(self) -> str: ...
    @property
    def action(self) -> str: ...
    @property
    def options(self) -> int: ...
    @property
    def choice(self) -> int: ...
    @property
    def words(self) -> str: ...
    @property
    def scores(self) -> tuple[int, ...]: ...


class DecisionWriter(Table):
    """Rows of decisions, game after game from number 0."""

    def __init__(self, path: Path, seats: Sequence[str], about: Mapping[str, Any]) -> None:
        self._seats = seats
        self._kept = 0
        self._rows: dict[str, list[Any]] = {}
        super().__init__(path, about)

    def _columns(self, arrow: Any, words: Any) -> list[tuple[str, Any]]:
        return [("game", arrow.int64()), ("seed", arrow.int64()), ("number", arrow.int32()), ("seat", words),
                ("kind", words), ("prompt", words), ("action", words), ("options", arrow.int32()),
                ("choice", arrow.int32()), ("option", words), ("scores", arrow.list_(arrow.int64()))]

    def add(self, seed: int, steps: Sequence[Step]) -> None:
        """Write the decisions of the next game."""
        columns: dict[str, list[Any]] = {
            "game": [self._games] * len(steps), "seed": [seed] * len(steps), "number": list(range(len(steps))),
            "seat": [self._seats[each.seat] for each in steps], "kind": [each.kind for each in steps],
            "prompt": [each.prompt for each in steps], "action": [each.action or None for each in steps],
            "options": [each.options for each in steps], "choice": [each.choice for each in steps],
            "option": [each.words for each in steps], "scores": [list(each.scores) for each in steps],
        }
        for name, values in columns.items():
            self._rows.setdefault(name, []).extend(values)
        self._games += 1
        self._kept += len(steps)
        if self._kept >= GROUP:
            self.flush()

    def flush(self) -> None:
        if self._kept:
            self._write(self._rows)
            self._rows, self._kept = {}, 0


def is_ours(path: Path) -> bool:
    """Whether a file is a simulation's, which may be written anew. Raises OSError where it cannot be read."""
    if path.exists() and not (path.is_file() or path.is_dir()):  # who reads from a pipe may wait for ever
        return False
    with path.open("rb") as file:
        if file.read(4) != b"PAR1":
            return False
    try:
        import pyarrow.parquet

        return b"ludex" in (pyarrow.parquet.read_schema(str(path)).metadata or {})
    except (ImportError, ValueError):
        return False
