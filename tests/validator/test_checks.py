"""That every check is run or said to be skipped, and that one that breaks down does not take the rest with it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import ludex
from ludex.cli.main import run
from ludex.dsl.diagnostics import Finding
from ludex.pages import all_rules
from ludex.validator import CHECKS, Check, Context, checks

PIG = ludex.rules.catalogue()["pig"]


def fails(context: Context) -> Iterable[Finding]:
    """A check that breaks down after its first finding."""
    yield all_rules()["LX403"].at(context.rules.game.span)
    raise ZeroDivisionError("nothing\nto divide by")


def counts(context: Context) -> Iterable[Finding]:
    """A check that needs everything and uses it."""
    assert context.game.name == "pig"
    assert context.passages
    assert context.too_large == ()
    assert context.games == 3
    yield all_rules()["LX414"].at(context.rules.game.span, zone="hoard")


BROKEN = Check("the weather", ("typed",), (), fails)
#: The checks that play no games.
UNPLAYED = [check for check in CHECKS if "play" not in check.needs]
COUNTING = Check("everything", ("document", "typed", "ir", "source", "play"), (), counts)


def test_each_check_says_what_became_of_it() -> None:
    report = ludex.examine("pig", [*UNPLAYED, COUNTING], games=3)
    assert [(outcome.status, outcome.findings) for outcome in report.outcomes] == [("ran", 0)] * len(UNPLAYED) + [("ran", 1)]
    assert [finding.code for finding in report.findings] == ["LX414"]
    skipped = ludex.examine("pig", [*CHECKS, COUNTING]).outcomes[-1]
    assert (skipped.status, skipped.reason) == ("skipped", "no games are played")


def test_names_are_unlike_and_diagnostics_are_registered() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    for check in CHECKS:
        assert check.rules
        assert all(all_rules()[rule.code] is rule for rule in check.rules)


def test_a_check_that_breaks_down_is_a_finding_and_the_others_go_on() -> None:
    report = ludex.examine("pig", [BROKEN, *CHECKS])
    [finding] = report.findings
    assert (finding.code, finding.severity) == ("LX908", "error")
    assert "the weather" in finding.message
    assert "`pig`" in finding.message
    assert "ZeroDivisionError: nothing to divide by" in finding.message
    assert [outcome.status for outcome in report.outcomes] == ["failed"] + ["ran"] * len(UNPLAYED) + ["skipped"]


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github"])
def test_a_check_that_breaks_down_ends_the_command_with_2(
    form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = ludex.examine
    monkeypatch.setattr(ludex, "examine", lambda path, **more: whole(path, [BROKEN], **more))
    for arguments in ((), ("--ignore", "LX908"), ("--select", "LX4")):
        assert run(["check", "pig", "--format", form, *arguments]) == 2
        out = capsys.readouterr().out
        assert "LX908" in out
        assert "the weather" in out


def test_reading_that_breaks_down_is_a_finding_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(path: Path) -> None:
        raise RecursionError

    monkeypatch.setattr("ludex.checking.read", explode)
    report = ludex.examine("pig")
    assert [finding.code for finding in report.findings] == ["LX908"]
    assert "the check of the language broke down" in report.findings[0].message
    assert report.findings[0].file == PIG.as_posix()


def test_whoever_looks_for_the_fault_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDEX_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        ludex.examine("pig", [BROKEN])


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text((PIG / "game.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    report = ludex.examine(tmp_path)
    [finding] = report.findings
    assert (finding.code, finding.severity) == ("LX909", "info")
    assert finding.message == "the check of citations, passages, numbers of the text and wording of the text was skipped: there is no readable `source.md` beside the rules"
    reasons = {outcome.reason for outcome in report.outcomes if "source" in need(outcome.check)}
    assert reasons == {checks.WHY_SKIPPED["source"]}


def test_rules_that_cite_nothing_miss_nothing(tmp_path: Path) -> None:
    text = (PIG / "game.yaml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines(keepends=True) if not line.strip().startswith("source:")]
    (tmp_path / "game.yaml").write_text(re.sub(r",? ?source: [a-z.0-9]+", "", "".join(lines)), encoding="utf-8")
    report = ludex.examine(tmp_path)
    assert report.findings == ()
    assert checks.WHY_SKIPPED["source"] in {outcome.reason for outcome in report.outcomes}


def need(name: str) -> tuple[str, ...]:
    """What the check of a name needs."""
    return next(check.needs for check in CHECKS if check.name == name)


def test_rules_with_errors_leave_out_the_checks_that_need_them_whole(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    text = (PIG / "game.yaml").read_text(encoding="utf-8")
    file.write_text(text + "\ninvariants:\n  nonsense: {holds: nothing at all}\n", encoding="utf-8")
    outcomes = ludex.examine(tmp_path).outcomes
    assert {outcome.reason for outcome in outcomes if outcome.check == "the end of the game"} == {"the rules have errors"}
    file.write_text("ludex: [", encoding="utf-8")
    outcomes = ludex.examine(tmp_path).outcomes
    assert {(outcome.status, outcome.reason) for outcome in outcomes} == {("skipped", "the rules cannot be read")}
    assert len(outcomes) == len(CHECKS)


@pytest.mark.parametrize(("data", "code"), [
    (b"**start** caf\xe9", "LX012"), (b"\xff\xfea\x00", "LX012"), (b"**start** a\x00b", "LX012"),
    (b"x" * 2_000_001, "LX011"),
])
def test_a_source_that_is_no_text_is_a_finding(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "game.yaml").write_text((PIG / "game.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "source.md").write_bytes(data)
    found = [(finding.code, Path(finding.file).name) for finding in ludex.check(tmp_path)]
    assert (code, "source.md") in found


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_source_is_read_with_any_line_ends(tmp_path: Path, end: str) -> None:
    for name in ("game.yaml", "source.md"):
        text = (PIG / name).read_text(encoding="utf-8")
        (tmp_path / name).write_bytes(text.replace("\n", end).encode())
    assert ludex.check(tmp_path) == []
    assert {id: p.text for id, p in ludex.load(tmp_path).texts.items()} == {
        id: p.text for id, p in ludex.load("pig").texts.items()}
