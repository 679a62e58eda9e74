"""The commands about rule sets: games, check, test, show, explain and new."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludex
from ludex.dsl.diagnostics import Finding
from ludex.dsl.source import Source, Span

FIELDS = {
    "code", "name", "severity", "evidence", "message", "file", "line", "column", "end_line", "end_column",
    "labels", "help", "passage", "readings", "witness", "fingerprint",
}


def spoil(folder: Path) -> Path:
    """Misspell a key of the game."""
    file = folder / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "\nphses: {}\n", encoding="utf-8")
    return file


# -- games


def test_games(run) -> None:
    rows = run("games", "--format", "json").document
    assert [row["name"] for row in rows] == sorted(ludex.rules.catalogue())
    for row in rows:
        assert set(row) >= {"name", "title", "players", "passages", "rulings", "scenarios", "rule_lines"}
        assert row["passages"] > 0
        assert row["scenarios"] > 0
        assert row["rule_lines"] > 0
    carving = next(row for row in rows if row["name"] == "carving_up_china")
    assert carving["title"] == "Carving Up China"
    assert carving["players"] == [3, 4, 5]
    assert carving["rulings"] > 0
    text = run("games").out.splitlines()
    assert len(text) == len(rows) + 1
    assert any("Carving Up China" in line and "3 to 5" in line for line in text)


# -- check


@pytest.mark.parametrize("name", sorted(ludex.rules.catalogue()))
def test_bundled_games_have_no_errors(run, name: str) -> None:
    assert run("check", name).code == 0


def test_a_fault_is_told(run, own_game: Path) -> None:
    file = spoil(own_game)
    done = run("check", own_game)
    assert done.code == 1
    assert "error[LX101]" in done.out
    assert str(file) in done.out
    assert "phses" in done.out
    assert done.out.splitlines()[-1].startswith("1 error")
    assert done.out.endswith(" in 1 rule set\n")


def test_findings_as_json(run, own_game: Path) -> None:
    spoil(own_game)
    done = run("check", own_game, "pig", "--format", "json")
    assert done.code == 1
    document = done.document
    assert document["version"] == 1
    assert document["checked"] == [str(own_game), "pig"]
    assert {(entry["path"], entry["reason"]) for entry in document["skipped"]} == {
        (str(own_game), "the rules have errors"), ("pig", "no games are played")}
    assert document["summary"]["error"] == 1
    [finding] = [finding for finding in document["findings"] if finding["severity"] == "error"]
    assert set(finding) >= FIELDS
    assert finding["code"] == "LX101"


def test_select_and_ignore(run, own_game: Path) -> None:
    spoil(own_game)
    assert run("check", own_game, "--ignore", "LX101").code == 0
    assert run("check", own_game, "--ignore", "LX9,unknown-key").code == 0
    assert run("check", own_game, "--ignore", "LX1").code == 0
    assert run("check", own_game, "--select", "LX2").code == 0
    assert run("check", own_game, "--select", "LX2", "--select", "LX101").code == 1


def test_strict_lets_warnings_fail(run, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Span(Source("game.yaml", "zones:\n"), 0, 5)
    warning = Finding("LX203", "unused-definition", "warning", "proved", "nothing uses `deck`", place)
    monkeypatch.setattr(ludex, "examine", lambda path, **more: ludex.Report(Path(path), (warning,)))
    assert run("check", "pig").code == 0
    done = run("check", "pig", "--strict")
    assert done.code == 1
    assert done.out.endswith("1 warning in 1 rule set\n")


def test_files_and_folders_of_games_are_found(run, own_game: Path) -> None:
    for place in (*own_game.rglob("*.*"), own_game.parent):
        document = run("check", place, "--format", "json").document
        assert document["checked"] == [str(own_game)]
    document = run("check", own_game, own_game / "game.yaml", "--format", "json").document
    assert document["checked"] == [str(own_game)]


def test_a_rule_set_may_be_one_file(run, tmp_path: Path) -> None:
    file = tmp_path / "nim.yaml"
    game = ludex.rules.catalogue()["nim"] / "game.yaml"
    file.write_text(game.read_text(encoding="utf-8"), encoding="utf-8")
    assert run("check", file, "--format", "json").document["checked"] == [str(file)]
    assert run("play", file, "--seed", "1").code == 0


def test_nothing_checked_is_an_error(run, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("nothing", encoding="utf-8")
    done = run("check", file, "--format", "json")
    assert done.code == 1
    assert done.document["checked"] == []
    assert done.document["skipped"] == [{"path": str(file), "reason": "it is not a rule file"}]
    assert [finding["code"] for finding in done.document["findings"]] == ["LX910"]


@pytest.mark.parametrize("command", ["play", "show", "test"])
def test_broken_rules_end_in_findings(run, own_game: Path, command: str) -> None:
    spoil(own_game)
    done = run(command, own_game)
    assert done.code == 1
    assert "LX101" in done.out
    assert "went wrong inside" not in done.err


def test_broken_rules_as_json(run, own_game: Path) -> None:
    spoil(own_game)
    document = run("play", own_game, "--format", "json").document
    assert "LX101" in [finding["code"] for finding in document["findings"]]


# -- test


def test_scenarios_of_a_bundled_game(run) -> None:
    done = run("test", "carving_up_china", "--format", "json")
    assert done.code == 0
    document = done.document
    assert document["summary"]["passed"] > 0
    assert document["summary"]["failed"] == 0
    assert len(document["scenarios"]) == sum(document["summary"].values())
    for scenario in document["scenarios"]:
        assert set(scenario) >= {"game", "name", "source", "reading", "status", "message", "file", "line"}
    assert set(document["coverage"]) >= {"rules", "passages"}
    text = run("test", "carving_up_china").out
    assert f"\n{document['summary']['passed']} passed, 0 failed, " in text


def test_scenarios_by_a_word(run) -> None:
    scenarios = run("test", "carving_up_china", "--format", "json").document["scenarios"]
    name = scenarios[0]["name"]
    chosen = run("test", "carving_up_china", "-k", name, "--format", "json").document["scenarios"]
    assert name in [scenario["name"] for scenario in chosen]
    assert all(name in scenario["name"] for scenario in chosen)
    done = run("test", "carving_up_china", "-k", "no scenario is called this")
    assert done.code == 1
    assert "nothing was tested" in done.err


# -- show and explain


@pytest.mark.parametrize("stage", ["document", "syntax", "typed", "ir", "python"])
def test_show(run, stage: str) -> None:
    done = run("show", "pig", "--stage", stage)
    assert done.code == 0
    assert len(done.out) > 100


def test_explain(run) -> None:
    assert "LX101" in run("explain", "LX101").out
    assert run("explain", "unknown-key").code == 0
    assert "draw" in run("explain", "draw").out
    done = run("explain", "LX1010")
    assert done.code == 2
    assert "did you mean" in done.err
    assert "did you mean draw" in run("explain", "drw").err
    assert "foreach" not in run("explain", "foreech").err


def test_explain_a_key_or_a_section(run) -> None:
    page = run("explain", "when", "short").out
    assert "when short: (a key of zone)" in page
    assert "written as: draw fewer or draw nothing" in page
    page = run("explain", "zones").out
    assert "zones: (a key of rule set)" in page
    assert "\nzone (a section)\n" in page
    assert "  seen by: Who may look at the contents" in page
    assert run("explain", "source").out.count("(a key of") == 3  # of most, of what a module needs, and of rulings
    for name in ludex.explainable():
        assert ludex.explain(name) is not None, name


# -- new


def test_a_new_game_checks_tests_and_plays(run, own_game: Path) -> None:
    done = run("check", own_game, "--strict")
    assert (done.code, done.out) == (0, "no findings in 1 rule set\n")
    assert run("test", own_game).code == 0
    document = run("play", own_game, "--seed", "1", "--format", "json").document
    assert document["game"] == "my_game"
    assert document["result"]["winners"]
    assert ludex.load(own_game).title == "My game"


def test_editors_find_the_schema_of_a_new_game(own_game: Path) -> None:
    first = (own_game / "game.yaml").read_text(encoding="utf-8").splitlines()[0]
    schema = (own_game / first.partition("$schema=")[2]).resolve()
    assert json.loads(schema.read_text(encoding="utf-8"))["properties"]["ludex"]


def test_a_new_game_from_another(run, tmp_path: Path) -> None:
    folder = tmp_path / "carving_up_mars"
    done = run("new", folder, "--from", "carving_up_china")
    assert done.code == 0
    assert f"ludex check {folder}" in done.out
    game = ludex.load(folder)
    assert (game.name, game.title, game.players) == ("carving_up_mars", "Carving up mars", range(3, 6))


def test_new_overwrites_nothing(run, own_game: Path) -> None:
    before = {path: path.read_bytes() for path in own_game.rglob("*") if path.is_file()}
    done = run("new", own_game)
    assert done.code == 2
    assert "exists already" in done.err
    assert {path: path.read_bytes() for path in own_game.rglob("*") if path.is_file()} == before
    assert list(own_game.parent.iterdir()) == [own_game]


def test_rules_that_no_scenario_touches_are_findings(run, tmp_path: Path) -> None:
    pig = ludex.rules.catalogue()["pig"]
    for name in ("game.yaml", "source.md", "scenarios/turns.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text((pig / name).read_text(encoding="utf-8"), encoding="utf-8")

    def untested(*arguments: str) -> list[str]:
        document = run("test", tmp_path, *arguments, "--format", "json").document
        assert {finding["code"] for finding in document["findings"]} <= {"LX906"}
        return sorted(finding["message"] for finding in document["findings"])

    assert untested() == []
    (tmp_path / "scenarios" / "turns.yaml").write_text(
        "- scenario: the start\n  source: goal\n  players: 2\n  expect: [points of P1 is 0]\n", encoding="utf-8")
    document = run("test", tmp_path, "--format", "json").document
    missing = document["coverage"]["rules"]["missing"]
    assert missing
    assert untested() == sorted(f"no scenario touches `{rule}`" for rule in missing)
    assert untested("-k", "start") == []
    assert all(finding["file"].endswith("game.yaml") for finding in document["findings"])
