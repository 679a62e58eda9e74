"""Findings that are not told: comments that silence one, with all that can be wrong with them, and baselines."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex.dsl.diagnostics import Finding, Sink
from ludex.dsl.source import Source, Span
from ludex.validator.suppress import silence

GAME = """\
ludex: 1
game: leaky
title: Leaky
players: {least: 2, most: 2}
components:
  card: {items: [ace, king, queen], source: cards}
zones:
  deck: {of: card, order: shuffled, starts with: all}
  table: {of: card, seen by: all}
rounds: {phases: [play]}
phases:
  play:
    do: |
      draw 1 from deck to table
      nobody wins
    source: cards
"""
LINE = "      draw 1 from deck to table\n"
#: What may stand between two equal lines.
PAUSE = '      say "on"\n'
TODAY = date(2026, 7, 1)


@pytest.fixture
def leaky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Write the rule set, with something else in place of its line that draws."""
    monkeypatch.chdir(tmp_path)

    def write(line: str = LINE, source: str = "**cards** There are three cards.\n") -> Path:
        folder = Path("leaky")
        folder.mkdir(exist_ok=True)
        (folder / "game.yaml").write_text(GAME.replace(LINE, line), encoding="utf-8")
        (folder / "source.md").write_text(source, encoding="utf-8")
        return folder

    return write


def told(folder: Path, today: date = TODAY) -> list[str]:
    """Codes and lines of what is told about a rule set."""
    return [f"{finding.code} {finding.line}" for finding in ludex.examine(folder, today=today).findings]


# -- comments


@pytest.mark.parametrize(("line", "codes"), [
    (LINE, ["LX414 14"]),
    # On the line, and above it.
    ("      draw 1 from deck to table # ludex: ignore LX414 because two cards last\n", []),
    ("      # ludex: ignore LX414 because two cards last\n" + LINE, []),
    ("      # ludex: ignore depletion-undefined because two cards last\n" + LINE, []),
    ("      # ludex: ignore lx414 because two cards last\n\n      # and so on\n" + LINE, []),
    ("      #ludex:ignore LX414 because two cards last\n" + LINE, []),
    # Not its place.
    ("      # ludex: ignore LX414 because two cards last\n      say \"on\"\n" + LINE, ["LX902 14", "LX414 16"]),
    (LINE + "      # ludex: ignore LX414 because two cards last\n", ["LX414 14", "LX902 15"]),
    # Another code, none, several.
    ("      # ludex: ignore LX406 because two cards last\n" + LINE, ["LX902 14", "LX414 15"]),
    ("      # ludex: ignore LX406, LX414 because two cards last\n" + LINE, ["LX902 14"]),
    ("      # ludex: ignore LX4 because two cards last\n" + LINE, ["LX903 14", "LX414 15"]),
    ("      # ludex: ignore LX999 LX414 because two cards last\n" + LINE, ["LX903 14"]),
    ("      # ludex: ignore because two cards last\n" + LINE, ["LX913 14", "LX414 15"]),
    ("      # ludex: ignroe LX414 because two cards last\n" + LINE, ["LX913 14", "LX414 15"]),
    # No reason: the comment holds, and that is all there is to say.
    ("      # ludex: ignore LX414\n" + LINE, ["LX901 14"]),
    ("      # ludex: ignore LX414 because\n" + LINE, ["LX901 14"]),
    ("      # ludex: ignore LX414 until 2027-01-31\n" + LINE, ["LX901 14"]),
    # Days.
    ("      # ludex: ignore LX414 until 2026-07-01 because two cards last\n" + LINE, []),
    ("      # ludex: ignore LX414 until 2026-06-30 because two cards last\n" + LINE, ["LX904 14", "LX414 15"]),
    ("      # ludex: ignore LX414 until 2026-06-31 because two cards last\n" + LINE, ["LX913 14", "LX414 15"]),
    ("      # ludex: ignore LX414 until tomorrow because two cards last\n" + LINE, ["LX913 14", "LX414 15"]),
    ("      # ludex: ignore LX414 until because two cards last\n" + LINE, ["LX913 14", "LX414 15"]),
    ("      # ludex: ignore LX414 because nobody can wait until 2020-01-01\n" + LINE, []),
    # Twice is once too often only where the second has nothing left to do.
    ("      # ludex: ignore LX414 because two cards last\n"
     "      draw 1 from deck to table # ludex: ignore LX414 because two cards last\n", []),
    # Words that are no such comment.
    ("      # ludex: 1\n      # ludex is the language\n      # see ludex: rules\n" + LINE, ["LX414 17"]),
    ('      say "#ludex: ignore LX414 because"\n' + LINE, ["LX414 15"]),
])
def test_comments(leaky: Callable[..., Path], line: str, codes: list[str]) -> None:
    assert told(leaky(line)) == codes


def test_what_is_silenced_is_kept_with_its_reason(run, leaky: Callable[..., Path]) -> None:
    folder = leaky("      draw 1 from deck to table # ludex: ignore LX414 because two  cards last\n")
    [silenced] = ludex.examine(folder).silenced
    assert (silenced.finding.code, silenced.because, silenced.by) == ("LX414", "two cards last", "comment")
    document = run("check", folder, "--strict", "--format", "json").document
    assert document["findings"] == []
    assert [(entry["code"], entry["because"]) for entry in document["silenced"]] == [("LX414", "two cards last")]
    assert run("check", folder).out == "no findings (1 silenced) in 1 rule set\n"


def test_an_error_cannot_be_silenced(leaky: Callable[..., Path]) -> None:
    folder = leaky(LINE.replace("deck", "dekc").rstrip() + " # ludex: ignore LX201 because it will come\n")
    assert told(folder) == ["LX201 14", "LX902 14"]
    [_, unused] = ludex.check(folder)
    assert unused.message == "`LX201` is an error here, and an error cannot be silenced"


def test_while_there_is_an_error_no_comment_is_unused(leaky: Callable[..., Path]) -> None:
    folder = leaky("      # ludex: ignore LX414 because two cards last\n" + LINE + "      add 1 to nothing\n")
    assert told(folder) == ["LX201 16"]


def test_a_code_that_nobody_looked_for_is_not_unused() -> None:
    source = Source("game.yaml", "# ludex: ignore LX414 because so\nx\n")
    assert [finding.code for finding in silence([], [source], TODAY)[0]] == ["LX902"]
    assert silence([], [source], TODAY, {"LX414"}) == ([], [])


def test_comments_in_the_source() -> None:
    text = ("# A rulebook\n\n<!-- ludex: ignore LX602 because it is\n     about manners -->\n\n**a.1** One\nand two.\n\n"
            "**a.2** Three. <!-- ludex: ignore LX602 until 2026-06-01 because of that -->\n")
    source = Source("game/source.md", text)
    place = text.index("and two")
    finding = Finding("LX602", "passage-unknown", "warning", "proved", "so", Span(source, place, place + 7))
    left, silenced = silence([finding], [source], TODAY)
    assert [f"{entry.code} {entry.line}" for entry in left] == ["LX904 9"]
    assert [entry.because for entry in silenced] == ["it is about manners"]


def test_a_comment_is_no_part_of_a_passage(leaky: Callable[..., Path]) -> None:
    folder = leaky(source="**cards** There are <!-- ludex: ignore LX602 because so\n--> three cards.\n")
    assert ludex.load(folder).texts["cards"].text == "There are three cards."


def test_equal_findings_keep_their_fingerprints_when_one_is_silenced(leaky: Callable[..., Path]) -> None:
    twice = ludex.check(leaky(LINE + PAUSE + LINE))
    assert [finding.code for finding in twice] == ["LX414", "LX414"]
    [second] = ludex.check(leaky(LINE.rstrip() + " # ludex: ignore LX414 because so\n" + PAUSE + LINE))
    assert second.fingerprint == twice[1].fingerprint != twice[0].fingerprint


# -- rule sets that extend each other


def test_what_is_wrong_with_a_base_is_told_once(run, leaky: Callable[..., Path]) -> None:
    base = leaky()
    module = base.parent / "module"
    module.mkdir()
    (module / "game.yaml").write_text("extends: ../leaky\nreplaces: title\ntitle: Other\n", encoding="utf-8")
    alone = run("check", "leaky", "--format", "json").document
    for paths in (("leaky", "module"), ("module", "leaky"), (".",)):
        both = run("check", *paths, "--format", "json").document
        assert [finding["code"] for finding in both["findings"]].count("LX414") == 1
        assert len(both["checked"]) == 2 * len(alone["checked"])


# -- baselines


def check(run: Callable[..., Any], *arguments: object) -> tuple[int, list[str]]:
    """Exit code and codes of a strict check."""
    done = run("check", "leaky", "--strict", "--format", "json", *arguments)
    return done.code, [finding["code"] for finding in done.document["findings"]]


def test_a_baseline_hides_what_was_there_and_survives_moved_lines(run, leaky: Callable[..., Path]) -> None:
    leaky()
    assert check(run) == (1, ["LX414"])
    assert check(run, "--write-baseline", "known.json") == (0, [])
    [entry] = json.loads(Path("known.json").read_text(encoding="utf-8"))["findings"]
    assert set(entry) == {"fingerprint", "code", "message", "file"}
    assert (entry["code"], entry["file"]) == ("LX414", "leaky/game.yaml")
    assert check(run, "--baseline", "known.json") == (0, [])
    leaky("".join(f'      say "{word}"\n' for word in ("on", "and", "on again")) + LINE)
    assert check(run, "--baseline", "known.json") == (0, [])
    assert run("check", "leaky", "--baseline", "known.json").out == (
        "no findings (1 in the baseline) in 1 rule set\n")
    leaky(LINE + PAUSE + LINE)
    assert check(run, "--baseline", "known.json") == (1, ["LX414"])
    assert check(run, "--baseline", "known.json", "--write-baseline", "known.json") == (0, [])
    assert len(json.loads(Path("known.json").read_text(encoding="utf-8"))["findings"]) == 2


def test_it_is_found_from_another_folder(run, leaky: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    folder = leaky().absolute()
    run("check", "leaky", "--write-baseline", "known.json")
    monkeypatch.chdir(folder)
    for path in (".", folder, "game.yaml"):
        assert run("check", path, "--strict", "--baseline", "../known.json").code == 0


def test_a_stale_entry_is_told_at_its_place(run, leaky: Callable[..., Path]) -> None:
    leaky()
    run("check", "leaky", "--write-baseline", "known.json")
    leaky('      say "on"\n')
    done = run("check", "leaky", "--strict", "--baseline", "known.json", "--format", "json")
    [stale] = [finding for finding in done.document["findings"] if finding["code"] == "LX905"]
    assert (done.code, stale["code"], stale["severity"]) == (1, "LX905", "warning")
    assert (stale["file"], stale["line"], stale["column"]) == ("known.json", 5, 5)
    assert stale["message"].startswith("`LX414` is found no more in `leaky/game.yaml`: `deck` may run out")
    # What was not looked at is not stale: another rule set, rules with errors, a code whose check was skipped.
    assert run("check", "pig", "--strict", "--baseline", "known.json").code == 0
    leaky("      add 1 to nothing\n")
    assert check(run, "--baseline", "known.json") == (1, ["LX201"])


def test_an_entry_of_a_skipped_check_is_not_stale(run, leaky: Callable[..., Path]) -> None:
    leaky()
    entry = {"fingerprint": "0" * 16, "code": "LX602", "message": "so", "file": "leaky/game.yaml"}
    write("known.json", {"format": "ludex baseline", "version": 1, "findings": [entry]})
    assert check(run, "--baseline", "known.json", "--ignore", "LX414") == (1, ["LX905"])
    Path("leaky/source.md").unlink()
    assert check(run, "--baseline", "known.json", "--ignore", "LX414,LX909") == (0, [])


def test_an_error_is_never_in_a_baseline(run, leaky: Callable[..., Path]) -> None:
    leaky("      add 1 to nothing\n")
    assert check(run, "--write-baseline", "known.json") == (1, ["LX201"])
    assert json.loads(Path("known.json").read_text(encoding="utf-8"))["findings"] == []
    [error] = ludex.check("leaky")
    entry = {"fingerprint": error.fingerprint, "code": "LX201", "message": "so", "file": "leaky/game.yaml"}
    write("known.json", {"format": "ludex baseline", "version": 1, "findings": [entry]})
    assert check(run, "--baseline", "known.json") == (1, ["LX201"])


def write(file: str, content: object) -> None:
    Path(file).write_text(json.dumps(content), encoding="utf-8")


GOOD = '{"format": "ludex baseline", "version": 1, "findings": []}'


@pytest.mark.parametrize(("text", "code", "line", "column"), [
    ("", "LX914", 1, 1),
    ("not JSON\n", "LX914", 1, 1),
    ('{"format": "ludex baseline",\n "version": 1,\n "findings": [}\n', "LX914", 3, 15),
    ("[]", "LX914", 1, 1),
    ('"ludex baseline"', "LX914", 1, 1),
    ("{}", "LX914", 1, 1),
    ('{"format":\n "ludex state", "version": 1, "findings": []}', "LX914", 2, 2),
    ('{"format": "ludex baseline",\n "version": 2, "findings": []}', "LX914", 2, 13),
    ('{"format": "ludex baseline",\n "version": true, "findings": []}', "LX914", 2, 13),
    ('{"format": "ludex baseline",\n "version": "1", "findings": []}', "LX914", 2, 13),
    ('{"format": "ludex baseline", "version": 1,\n "findings": {}}', "LX914", 2, 14),
    ('{"format": "ludex baseline", "version": 1}', "LX914", 1, 1),
    ('{"format": "ludex baseline", "version": 1, "findings": [\n  3]}', "LX914", 2, 3),
    ('{"format": "ludex baseline", "version": 1, "findings": [\n  {"code": "LX414"}]}', "LX914", 2, 3),
    ('{"format": "ludex baseline", "version": 1, "findings": [\n'
     ' {"fingerprint": 3, "code": "LX414", "message": "", "file": ""}]}', "LX914", 2, 2),
    ('{"format": "ludex baseline", "version": 1, "findings": [\n'
     ' {"fingerprint": "", "code": "LX4I4", "message": "", "file": ""}]}', "LX911", 2, 2),
    ("[" * 100_000, "LX914", 1, 1),
    ("[" + "9" * 10_000 + "]", "LX914", 1, 1),
    (GOOD + "x", "LX914", 1, 59),
    ("\ufeff" + "x", "LX914", 1, 1),
    ("a\x00b", "LX012", 1, 2),
    ("x" * 2_000_001, "LX011", 1, 1),
])
def test_what_is_no_baseline_is_a_finding_at_its_place(
    run, leaky: Callable[..., Path], text: str, code: str, line: int, column: int
) -> None:
    leaky()
    Path("known.json").write_text(text, encoding="utf-8")
    done = run("check", "leaky", "--format", "json", "--baseline", "known.json")
    assert done.code == 1
    assert "LX414" in [finding["code"] for finding in done.document["findings"]]
    [found] = [finding for finding in done.document["findings"] if finding["code"] == code]
    assert (found["file"], found["line"], found["column"], found["severity"]) == ("known.json", line, column, "error")
    if code == "LX911":
        assert found["help"].startswith("did you mean `LX")
        return
    before = Path("known.json").read_bytes()
    again = run("check", "leaky", "--write-baseline", "known.json")
    assert again.code == 2
    assert "exists and is not a baseline" in again.err
    assert Path("known.json").read_bytes() == before


def test_a_baseline_in_latin_1_is_a_finding(run, leaky: Callable[..., Path]) -> None:
    leaky()
    Path("known.json").write_bytes(GOOD.replace("[]", '["\xe9"]').encode("latin-1"))
    assert check(run, "--baseline", "known.json") == (1, ["LX414", "LX012"])


@pytest.mark.parametrize(("option", "file", "said"), [
    ("--baseline", "nowhere.json", "there is no file"), ("--baseline", "leaky", "there is no file"),
    ("--write-baseline", "leaky", "exists and is not a baseline"),
    ("--write-baseline", "leaky/game.yaml", "exists and is not a baseline"),
    ("--write-baseline", "nowhere/known.json", "there is no folder"),
])
def test_wrong_files_are_wrong_use(run, leaky: Callable[..., Path], option: str, file: str, said: str) -> None:
    before = (leaky() / "game.yaml").read_bytes()
    done = run("check", "leaky", option, file)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert Path("leaky/game.yaml").read_bytes() == before


def test_the_sink_reads_a_written_baseline_back(leaky: Callable[..., Path]) -> None:
    from ludex.validator.baseline import read_baseline, write_baseline

    found = ludex.check(leaky(LINE + PAUSE + LINE + PAUSE.replace("on", "and on") + LINE))
    assert write_baseline(Path("known.json"), found) == 3
    sink = Sink()
    baseline = read_baseline(Path("known.json"), sink)
    assert sink.findings == ()
    assert baseline is not None
    assert baseline.split(found) == ([], found)
    assert baseline.stale(found, lambda _code, _file: True) == []
