"""The file of rows: what stands in it, and that only a whole one ever has its name."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pyarrow.parquet
import pytest

import ludex
from ludex import simulation
from ludex.detail.looking import Met
from ludex.simulate import parquet
from ludex.simulate.parquet import DecisionWriter, Writer, is_ours
from ludex.simulate.rows import Row


def test_a_row_a_game(steps: ludex.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "GROUP", 100)
    path = tmp_path / "games.parquet"
    played = simulation.setting(steps, seed=3)
    writer = Writer(path, played.seats, {"backend": "native", "rulings": "{}"}, played.to_json())
    rows: list[Row] = []

    def see(new: Sequence[Row], _: object) -> None:
        rows.extend(new)
        writer.add(new)
        assert not path.exists()

    simulation.simulate(played, 250, see=see)
    writer.close()
    table = pyarrow.parquet.read_table(path)
    assert table.column_names == ["game", "seed", "players", "ending", "ended_by", "decisions", "winners", "scores",
                                  "fault", "backend", "rulings"]
    found = table.to_pylist()
    assert [row["game"] for row in found] == list(range(250))
    for kept, row in zip(found, rows, strict=True):
        over = row.ending == "over"
        assert (kept["seed"], kept["players"], kept["ending"]) == (row.seed, 2, row.ending)
        assert (kept["decisions"], kept["backend"]) == (row.decisions, "native")
        assert kept["winners"] == ([f"P{seat + 1}" for seat in row.winners] if over else None)
        assert kept["ended_by"] == (row.ended_by if over else None)
        assert kept["fault"] == (None if row.fault is None else row.fault[1])
    assert {row["ending"] for row in found} == {"over", "fault"}
    assert json.loads(table.schema.metadata[b"ludex"])["seed"] == 3
    assert [each.name for each in tmp_path.iterdir()] == ["games.parquet"]


def test_scores_stand_in_the_order_of_the_seats(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "x.parquet", ["P1", "P2"], {}, {})
    writer.add([Row(5, "over", 9, "done", (0, 1), (4, 4)), Row(6, "limit", 10)])
    writer.close()
    [first, second] = pyarrow.parquet.read_table(tmp_path / "x.parquet").to_pylist()
    assert (first["scores"], first["winners"]) == ([4, 4], ["P1", "P2"])
    assert (second["scores"], second["winners"], second["ended_by"]) == (None, None, None)


def test_nothing_is_left_of_a_file_that_is_dropped(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "x.parquet", ["P1"], {}, {})
    writer.add([Row(5, "limit", 9)])
    writer.drop()
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_told_once(tmp_path: Path) -> None:
    """What could not be closed for want of room is given up without another fault."""
    writer = Writer(tmp_path / "games.parquet", ["P1"], {}, {})

    class Full:
        def close(self) -> None:
            raise OSError("no space left on device")

    writer.add([Row(5, "limit", 9)])
    writer.flush()
    writer._file.close()
    writer._file = Full()
    with pytest.raises(OSError, match="no space"):
        writer.close()
    writer.drop()
    assert list(tmp_path.iterdir()) == []


def test_files_of_others_are_told_apart(tmp_path: Path) -> None:
    ours, other, text = (tmp_path / name for name in ("ours", "other", "text"))
    writer = Writer(ours, ["P1"], {}, {})
    writer.add([Row(5, "limit", 9)])
    writer.close()
    pyarrow.parquet.write_table(pyarrow.table({"a": [1]}), other)
    text.write_text("PAR1 is how such files begin")
    assert [is_ours(path) for path in (ours, other, text)] == [True, False, False]


def test_a_file_about_no_games_replaces_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    path.write_text("what was there")
    for writer in (Writer(path, ["P1"], {}, {}), DecisionWriter(path, ["P1"], {})):
        writer.close()
        assert path.read_text() == "what was there" and list(tmp_path.iterdir()) == [path]


def test_a_row_a_decision(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    writer = DecisionWriter(path, ["P1", "P2"], {"seed": 3})
    writer.add(5, [Met(1, "action", "go or stay", "go", 3, 2, "go home", (4, 0)), Met(0, "may", "again?", "", 2, 0, "yes", ())])
    writer.add(6, [])
    writer.add(7, [Met(0, "choose", "which?", "", 1, 0, "Ace", (1, 1))])
    writer.close()
    found = pyarrow.parquet.read_table(path).to_pylist()
    assert [(row["game"], row["seed"], row["number"], row["seat"]) for row in found] == [
        (0, 5, 0, "P2"), (0, 5, 1, "P1"), (2, 7, 0, "P1")]
    assert found[0] | {"game": 0} == {
        "game": 0, "seed": 5, "number": 0, "seat": "P2", "kind": "action", "prompt": "go or stay", "action": "go",
        "options": 3, "choice": 2, "option": "go home", "scores": [4, 0]}
    assert (found[1]["action"], found[1]["scores"]) == (None, [])
    assert is_ours(path)
