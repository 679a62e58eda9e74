"""Files that are not what they should be: nothing is waited for, nothing is written over, and each is told by name."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex.cli import searching
from ludex.dsl import files
from ludex.dsl.encoding import FILE_LIMIT

PIG = ("play", "pig", "--seed", "1")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file of the user's that is no record."""
    file = tmp_path / "notes.txt"
    file.write_text("mine\n", encoding="utf-8")
    return file


def errors(done: Any) -> list[dict[str, Any]]:
    """The errors among the findings of a check."""
    return [finding for finding in done.document["findings"] if finding["severity"] == "error"]


def strange(folder: Path, kind: str) -> Path:
    """Something at a path that is no file."""
    place = folder / f"{kind}.yaml"
    match kind:
        case "pipe":
            os.mkfifo(place)
        case "folder":
            place.mkdir()
        case "device":
            return Path("/dev/zero")
    return place


# -- records


def test_a_record_takes_the_place_of_nothing(run, own: Path, own_game: Path) -> None:
    rules = own_game / "game.yaml"
    for file in (own, rules):
        before = file.read_bytes()
        done = run(*PIG, "--record", file)
        assert done.code == 2
        assert done.out == ""
        assert f"'{file}' is there already and is no record" in done.err
        assert file.read_bytes() == before


def test_a_record_of_another_game_stays(run, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    assert run(*PIG, "--record", file).code == 0
    before = file.read_bytes()
    done = run("play", "pig", "--seed", "2", "--record", file)
    assert done.code == 2
    assert f"--resume {file}" in done.err
    assert file.read_bytes() == before
    other = tmp_path / "other.record"
    assert run("play", "--resume", file, "--record", other, "--seat", "1=random").code == 0
    assert file.read_bytes() == before
    assert other.is_file()
    done = run("play", "--resume", other, "--record", file, "--seat", "1=random")
    assert done.code == 2
    assert file.read_bytes() == before


def test_a_command_that_is_suggested_can_be_typed(run, tmp_path: Path) -> None:
    """A shell takes the name of a file as one word, whatever is in it."""
    folder = tmp_path / "my games"
    folder.mkdir()
    file = folder / "it's over.record"
    assert run(*PIG, "--record", file).code == 0
    again = run(*PIG, "--record", file)
    short = run("play", "pig", "--seed", "2", "--record", folder / "short.record", "--limit", "1")
    open_ = run("play", "--resume", folder / "short.record")
    made = run("new", folder / "own")
    assert (again.code, short.code, open_.code, made.code) == (2, 1, 2, 0)
    for text, path in ((again.err, file), (open_.err, folder / "short.record")):
        command = re.search(r"`(ludex play --resume .*?)`", text)
        assert command is not None
        assert shlex.split(command.group(1))[3] == str(path)
    lines = [shlex.split(line) for line in made.out.splitlines() if line.startswith("  ludex")]
    assert [line[2] for line in lines] == [str(folder / "own")] * 3


@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_a_record_is_a_file(run, tmp_path: Path, kind: str) -> None:
    place = strange(tmp_path, kind)
    for arguments in ((*PIG, "--record", place), ("replay", place), ("play", "--resume", place, "--seat", "1=random")):
        done = run(*arguments)
        assert done.code == 2
        assert f"it is a {kind}" in done.err
        assert done.out == ""


def test_places_where_no_record_can_be(run, tmp_path: Path, own: Path) -> None:
    dangling = tmp_path / "link"
    dangling.symlink_to(tmp_path / "nowhere")
    for place in ("", dangling, own / "game.record", tmp_path / "no" / "game.record", tmp_path / ("x" * 300)):
        done = run(*PIG, "--record", place)
        assert done.code == 2
        assert done.out == ""
        assert "went wrong inside" not in done.err
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_that_cannot_be_written(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda place, _mode: place != tmp_path)
    done = run(*PIG, "--record", tmp_path / "game.record")
    assert done.code == 2
    assert done.out == ""
    assert "nothing can be written into its folder" in done.err


def test_a_write_that_fails_names_the_file(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.record"

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device", str(tmp_path / ".beside.tmp"))

    monkeypatch.setattr(os, "fsync", full)
    done = run(*PIG, "--record", file, "--format", "json")
    assert done.code == 2
    assert done.document["error"] == {"kind": "file", "message": f"'{file}' cannot be written: no space left on device"}
    assert done.err == f"Error: '{file}' cannot be written: no space left on device\n"
    assert list(tmp_path.iterdir()) == []


def test_a_record_of_other_rules_is_gone_on_with_elsewhere(run, own_game: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    assert run("play", own_game, "--seed", "1", "--limit", "3", "--record", file).code == 1
    before = file.read_bytes()
    rules = own_game / "game.yaml"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    done = run("play", "--resume", file, "--seat", "1=random")
    assert done.code == 2
    assert "are not those" in done.err
    assert file.read_bytes() == before
    other = tmp_path / "other.record"
    assert run("play", "--resume", file, "--record", other, "--seat", "1=random").code == 0
    assert file.read_bytes() == before


def test_a_person_saves_over_nothing(run, own: Path) -> None:
    done = run(*PIG, "--seat", "1=human", stdin=f"save {own}\nsave {'x' * 300}\nquit\n")
    assert done.code == 0
    assert f"'{own}' is there already and stays as it is" in done.out
    assert "cannot be written" in done.out
    assert own.read_text(encoding="utf-8") == "mine\n"


# -- rules, rulebooks and scenarios


@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_rules_are_files(run, tmp_path: Path, kind: str) -> None:
    place = strange(tmp_path, kind)
    for command in ("play", "test") if kind != "folder" else ():
        done = run(command, place)
        assert done.code == 1
        assert f"it is a {kind}" in done.out


@pytest.mark.parametrize("kind", ["pipe", "folder"])
@pytest.mark.parametrize("name", ["more.yaml", "source.md", "scenarios/more.yaml"])
def test_what_lies_in_a_rule_set_is_a_file(run, own_game: Path, name: str, kind: str) -> None:
    place = own_game / name
    place.unlink(missing_ok=True)
    strange(own_game, kind).rename(place)
    done = run("check", own_game)
    assert done.code == 1
    assert f"{place.as_posix()}`: it cannot be read (it is a {kind})" in done.out
    assert run("test", own_game).code == 1
    if name == "scenarios/more.yaml":
        assert done.err == ""  # the rules themselves were checked
        assert run("play", own_game).code == 0
        assert ludex.load(own_game).scenarios > 0


def test_files_are_opened_without_waiting(tmp_path: Path) -> None:
    for kind in ("pipe", "folder", "device"):
        with pytest.raises(OSError, match=f"it is a {kind}"):
            files.open_file(strange(tmp_path, kind))
    with pytest.raises(OSError, match="there is no such file"):
        files.open_file(Path("a\0b"))


def test_a_rulebook_that_is_not_utf_8(run, own_game: Path) -> None:
    rulebook = own_game / "source.md"
    rulebook.write_bytes(rulebook.read_bytes().splitlines(keepends=True)[0] + b"\n\xfcber\n")
    [finding] = errors(run("check", own_game, "--format", "json"))
    assert (finding["code"], finding["file"]) == ("LX012", rulebook.as_posix())
    assert (finding["line"], finding["column"]) == (3, 1)
    with pytest.raises(ludex.RuleErrors):
        ludex.load(own_game)
    rulebook.write_bytes(b"x" * (FILE_LIMIT + 1))
    [finding] = errors(run("check", own_game, "--format", "json"))
    assert f"{FILE_LIMIT:,} is the most that is read" in finding["message"]


def test_scenarios_are_read_by_check(run, own_game: Path) -> None:
    file = own_game / "scenarios" / "wrong.yml"
    file.write_text("- scenario: wrong\n  rulngs: {}\n  expect: [decides: P9]\n", encoding="utf-8")
    document = run("check", own_game, "--format", "json").document
    assert document["checked"] == [str(own_game)]
    places = [(finding["file"], finding["line"], finding["column"]) for finding in document["findings"]]
    assert places == [(file.as_posix(), 2, 3), (file.as_posix(), 3, 21)]
    assert [finding.line for finding in ludex.load(own_game).check()] == [2, 3]
    assert [finding.line for finding in ludex.check(own_game)] == [2, 3]
    assert run("play", own_game).code == 0


@pytest.mark.parametrize("name", sorted(ludex.rules.catalogue()))
def test_a_bundled_game_has_the_name_of_its_folder(name: str) -> None:
    assert ludex.load(name).name == name == ludex.rules.catalogue()[name].name


def test_a_new_game_from_one_file(run, own_game: Path, tmp_path: Path) -> None:
    assert run("new", tmp_path / "second", "--from", own_game / "game.yaml").code == 0
    assert ludex.load(tmp_path / "second").name == "second"


# -- looking for rule sets


def test_links_and_hidden_folders_are_not_followed(run, own_game: Path, tmp_path: Path) -> None:
    (tmp_path / "again").symlink_to(own_game)
    (tmp_path / "round").symlink_to(tmp_path)
    own_game.rename(tmp_path / ".hidden")
    done = run("check", tmp_path, "--format", "json")
    assert done.document["checked"] == []
    (tmp_path / ".hidden").rename(own_game)
    assert run("check", tmp_path, "--format", "json").document["checked"] == [str(own_game)]


def test_the_search_has_a_bound(run, own_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path.joinpath(*"abcd")
    deep.mkdir(parents=True)
    own_game.rename(deep / "game")
    document = run("check", tmp_path, "--format", "json").document
    assert document["checked"] == []
    [skipped] = document["skipped"]
    assert skipped["reason"] == "nothing more than 4 levels below it was searched"
    (deep / "game").rename(deep.parent / "game")
    assert run("check", tmp_path, "--format", "json").document["checked"] == [str(deep.parent / "game")]
    monkeypatch.setattr(searching, "FOLDERS", 2)
    [skipped] = run("check", tmp_path, "--format", "json").document["skipped"]
    assert skipped["reason"] == "only the first 2 folders in it were searched"


# -- one document


@pytest.mark.parametrize("arguments", [
    ["play"], ["play", ""], ["play", "no_such_game"], ["play", "pig", "--players", "9"],
    ["play", "pig", "--players", "x"],
    ["play", "pig", "--seat", "9=random"], ["play", "pig", "--seat", "1=human"], ["play", "pig", "--ruling", "a=b"],
    ["play", "pig", "--record", "/dev/null"], ["play", "--resume", "no_such_record"], ["replay", "no_such_record"],
    ["replay"], ["check"], ["check", "no_such_folder"], ["check", "pig", "--select", "LX999"], ["test", "no_such_game"],
    ["games", "--no-such-option"], ["no_such_command"], ["play", "x" * 300],
], ids=" ".join)
def test_wrong_use_is_one_document(run, arguments: list[str]) -> None:
    for form in (["--format", "json"], ["--format=json"]):
        done = run(*arguments, *form)
        assert done.code == 2
        assert done.document["error"]["kind"] == "usage"
        assert done.document["error"]["message"] in done.err
    if "1=human" not in arguments:
        assert run(*arguments).out == ""


def test_other_ends_are_one_document(run, own_game: Path, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("replay", own, "--format", "json")
    assert (done.code, done.document["error"]["kind"], done.document["error"]["line"]) == (1, "record", 1)
    done = run("play", "--resume", own, "--seat", "1=random", "--format", "json")
    assert (done.code, done.document["error"]["kind"]) == (1, "record")
    done = run("play", "pig", "--limit", "3", "--format", "json")
    assert (done.code, done.document["error"]["kind"], len(done.document["decisions"])) == (1, "limit", 3)
    done = run("test", "pig", "-k", "no such scenario", "--format", "json")
    assert (done.code, done.document["error"]["kind"]) == (1, "nothing")
    (own_game / "game.yaml").write_text("ludex: 1\n", encoding="utf-8")
    for command in ("play", "test"):
        done = run(command, own_game, "--format", "json")
        assert (done.code, done.document["error"]["kind"]) == (1, "rules")
        assert done.document["findings"]

    def stop(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ludex.rules, "catalogue", stop)
    done = run("games", "--format", "json")
    assert (done.code, done.document["error"]["kind"]) == (2, "stopped")


def test_a_fault_of_the_rules_is_one_document(run, own_game: Path) -> None:
    rules = own_game / "game.yaml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text + '\ninvariants:\n  nobody scores: {holds: "no p in players where points of p > 0"}\n',
                     encoding="utf-8")
    done = run("play", own_game, "--seed", "1", "--format", "json")
    assert done.code == 1
    error = done.document["error"]
    assert (error["kind"], error["invariant"], error["file"]) == ("fault", "nobody scores", rules.as_posix())
    assert error["line"] == len(text.splitlines()) + 3
    assert done.document["decisions"]
    assert done.document["result"] is None
    assert "the invariant `nobody scores` does not hold" in done.err
    assert json.loads(run("play", own_game, "--seed", "1", "--format", "json").out) == done.document
    rules.write_text(text + '\ninvariants:\n  never: {holds: "no"}\n', encoding="utf-8")
    done = run("play", own_game, "--format", "json")
    assert (done.code, done.document["error"]["invariant"]) == (1, "never")
