"""Keeps the rows of a simulation as a Parquet file, one row a game, written while games are played.

The columns that are the same for all games cost next to nothing, and let files of several simulations be read as one.
The file gets its name when it is whole, so that nobody reads half of one. pyarrow comes with the extra `reports`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludex.simulate.rows import Row

#: How many rows are written in one go.
GROUP = 50_000


class NoParquet(Exception):
    """The package that writes Parquet is not there."""


class Writer:
    """Writes a file. Its rows stand in the order of the games, which have numbers from 0; `same` are the columns that
    are the same for all, with texts, and `about` is what the file says of itself."""

    def __init__(self, path: Path, seats: Sequence[str], same: Mapping[str, str], about: Mapping[str, Any]) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise NoParquet("Parquet files are written with the package `pyarrow`, which is not installed: "
                            "`pip install 'ludex[reports]'`") from None
        self._arrow: Any = pyarrow
        self._seats = seats
        self._same = same
        self._rows: list[Row] = []
        self._games = 0
        words = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
        self._schema: Any = pyarrow.schema(
            [("game", pyarrow.int64()), ("seed", pyarrow.int64()), ("players", pyarrow.int16()), ("ending", words),
             ("ended_by", words), ("decisions", pyarrow.int64()), ("winners", pyarrow.list_(pyarrow.string())),
             ("scores", pyarrow.list_(pyarrow.int64())), ("fault", words), *((name, words) for name in same)],
            metadata={"ludex": json.dumps(dict(about), ensure_ascii=False)})
        self._path = path
        self._half = path.with_name(f".{path.name}.{os.getpid()}.part")
        self._file: Any = pyarrow.parquet.ParquetWriter(str(self._half), self._schema)

    def add(self, rows: Sequence[Row]) -> None:
        """Write some more rows."""
        self._rows += rows
        if len(self._rows) >= GROUP:
            self._write()

    def _write(self) -> None:
        arrow, rows = self._arrow, self._rows
        if not rows:
            return
        over = [row.ending == "over" for row in rows]
        columns: dict[str, list[Any]] = {
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
        }
        self._file.write_table(arrow.Table.from_pydict(columns, schema=self._schema))
        self._games += len(rows)
        self._rows = []

    def close(self) -> None:
        """Write what is left, and give the file its name."""
        self._write()
        self._file.close()
        self._half.replace(self._path)

    def drop(self) -> None:
        """Leave nothing behind of a simulation that came to nothing."""
        self._file.close()
        self._half.unlink(missing_ok=True)


def is_ours(path: Path) -> bool:
    """Whether a file is a simulation's, which may be written anew. Raises OSError where it cannot be read."""
    with path.open("rb") as file:
        if file.read(4) != b"PAR1":
            return False
    try:
        import pyarrow.parquet

        return b"ludex" in (pyarrow.parquet.read_schema(str(path)).metadata or {})
    except (ImportError, ValueError):
        return False
