"""`ludex book`: the forms, what is written over, and what is told where there is no book to make."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.mark.parametrize(("form", "start"), [("html", "<!DOCTYPE html>\n"), ("markdown", "<!-- generator: ludex book")])
def test_a_book_is_printed_or_written(run, tmp_path: Path, form: str, start: str) -> None:
    done = run("book", "nim", "--format", form)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(start)
    file = tmp_path / "book"
    silent = run("book", "nim", "--format", form, "--out", file)
    assert (silent.code, silent.out, silent.err) == (0, "", "")
    assert file.read_text(encoding="utf-8") == done.out


def test_the_form_is_that_of_the_file(run, tmp_path: Path) -> None:
    for ending, start in (("html", "<!DOCTYPE"), ("md", "<!--"), ("json", "{")):
        file = tmp_path / f"book.{ending}"
        assert run("book", "nim", "--out", file).code == 0
        assert file.read_text(encoding="utf-8").startswith(start)
    assert run("book", "nim").out.startswith("<!DOCTYPE")


def test_as_data(run) -> None:
    document = run("book", "nim", "--format", "json").document
    assert document["version"] == 1
    assert document["book"]["title"] == "Nim"
    assert [ruling["name"] for ruling in document["book"]["rulings"]] == ["last match"]


@pytest.mark.parametrize("ending", ["html", "md", "json"])
def test_a_book_is_written_over_and_nothing_else(run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"book.{ending}"
    assert run("book", "nim", "--out", file).code == 0
    assert run("book", "pig", "--out", file).code == 0
    assert "Pig" in file.read_text(encoding="utf-8")
    file.write_text("my own notes")
    done = run("book", "nim", "--out", file)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"Error: --out: '{file}' is there already, and is no book that Ludex wrote\n"
    assert file.read_text() == "my own notes"


def test_a_place_that_cannot_be_written(run, tmp_path: Path) -> None:
    done = run("book", "nim", "--out", tmp_path / "nowhere" / "book.html")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Error: --out: ") and done.err.endswith("no such folder\n")
    assert run("book", "nim", "--out", tmp_path).code == 2


def test_broken_rules_are_told_as_findings(run, own_game: Path, tmp_path: Path) -> None:
    file = own_game / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("rounds:", "ronds:", 1), encoding="utf-8")
    target = tmp_path / "book.html"
    done = run("book", own_game, "--out", target)
    assert done.code == 1
    assert "error[LX" in done.out and "Traceback" not in done.out + done.err
    assert not target.exists()
    broken = run("book", own_game, "--format", "json").document
    assert broken["error"]["kind"] == "rules" and broken["findings"]


def test_a_game_that_there_is_not(run) -> None:
    done = run("book", "nimm")
    assert (done.code, done.out) == (2, "")
    assert done.err == "Error: there is no bundled game and no folder 'nimm'; did you mean 'nim'?\n"


def test_a_new_game_has_a_book(run, own_game: Path) -> None:
    done = run("book", own_game)
    assert (done.code, done.err) == (0, "")
    assert "</html>" in done.out
