"""Diagnostics as such: pages and examples of every one, findings as data, order, fingerprints, frames."""

from __future__ import annotations

import inspect
import json
import re
import types
from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

import ludex
from ludex.dsl import read as read_module
from ludex.dsl import shape_rules, yaml_rules
from ludex.dsl.diagnostics import Diagnosis, Finding, Label, RuleErrors, Sink, quote
from ludex.dsl.render import render, render_findings, text_width
from ludex.dsl.source import Source, Span
from ludex.validator.registry import all_rules, collect, find_rule

RULES: tuple[type[Diagnosis], ...] = (*yaml_rules.RULES, *shape_rules.RULES, *read_module.RULES)

ReadSet = Callable[[str], tuple[Any, tuple[Finding, ...]]]

FIELDS = [
    "code", "name", "severity", "evidence", "message", "file", "line", "column", "end_line", "end_column",
    "labels", "help", "passage", "readings", "witness", "fingerprint",
]

#: Texts and how many columns of a terminal they take.
WIDTHS = {
    "": 0, "abc ": 4, "手札": 4, "e\u0301": 1, "👍": 2, "👍🏽": 2, "❤\ufe0f": 2,
    "👩\u200d👩\u200d👧": 2, "🇫🇷": 2,
}


class Lost(Diagnosis):
    """A page."""

    code = "LX999"
    name = "lost"
    severity = "warning"
    message = "`{what}` is lost"


def span_of(text: str, word: str, path: str = "rules/tiny/game.yaml", nth: int = 0) -> Span:
    start = -1
    for _ in range(nth + 1):
        start = text.index(word, start + 1)
    return Span(Source(path, text), start, start + len(word))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_diagnostic_has_a_page(rule: type[Diagnosis]) -> None:
    page = rule.page()
    first, _, rest = page.partition("\n")
    assert first.endswith(".")
    assert first[0].isupper()
    assert "  " not in first
    assert inspect.cleandoc(page) == page
    assert re.fullmatch(r"LX\d{3}", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name)
    assert rule.severity in ("error", "warning", "info", "hint")
    assert not rule.message.endswith(".")
    assert rule.message[0] in "{`" or rule.message[0].islower()
    assert rest or rule.code == "LX107"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_bad_example_gives_exactly_this_finding(rule: type[Diagnosis], read_example: ReadSet) -> None:
    _, findings = read_example(rule.bad)
    assert [finding.code for finding in findings] == [rule.code]
    finding = findings[0]
    assert finding.name == rule.name
    assert finding.message
    assert not finding.message.endswith(".")
    assert finding.message[0] in "`" or not finding.message[0].isupper()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_good_example_gives_none(rule: type[Diagnosis], read_example: ReadSet) -> None:
    rules, findings = read_example(rule.good)
    assert [finding.message for finding in findings] == []
    assert rules is not None


def test_registry_holds_every_module_and_refuses_doubles() -> None:
    assert set(RULES) <= set(all_rules().values())
    assert list(all_rules()) == sorted(all_rules())
    assert find_rule("lx002") is find_rule("duplicate-key") is yaml_rules.DuplicateKey
    assert find_rule("LX000") is None


def test_a_rule_is_found_without_asking_more_modules_than_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(module: str) -> types.ModuleType:
        asked.append(module)
        return import_module(module)

    monkeypatch.setattr("ludex.validator.registry.import_module", ask)
    for code in ("LX518", "modifier-order", "LX608"):
        assert find_rule(code) is not None
    assert "ludex.validator.source" in asked
    assert not [module for module in asked if "wording" in module or "play" in module]
    with pytest.raises(ValueError, match="LX001"):
        collect(("ludex.dsl.yaml_rules", "ludex.dsl.yaml_rules"))


def test_every_diagnostic_of_the_package_is_in_the_registry() -> None:
    """One that is not could neither be explained nor selected."""
    for module in walk_packages(ludex.__path__, "ludex."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    found, todo = [], [Diagnosis]
    while todo:
        rule = todo.pop()
        todo += rule.__subclasses__()
        if "code" in vars(rule) and rule.__module__.startswith("ludex."):
            found.append(rule)
    assert sorted(rule.code for rule in found if rule not in all_rules().values()) == []
    assert len(found) >= len(all_rules()) > 100


def test_finding_as_json_has_the_promised_fields() -> None:
    text = "moments:\n  dawn: late\n"
    finding = Lost.at(span_of(text, "dawn"), what="dawn", labels=[Label(span_of(text, "late"), "here")],
                      help="look again", readings=("one", "two"))
    data = json.loads(json.dumps(finding.to_json()))
    assert list(data) == FIELDS
    assert (data["file"], data["line"], data["column"]) == ("rules/tiny/game.yaml", 2, 3)
    assert (data["end_line"], data["end_column"]) == (2, 7)
    assert data["message"] == "`dawn` is lost"
    assert data["labels"] == [{"file": "rules/tiny/game.yaml", "line": 2, "column": 9, "end_line": 2,
                               "end_column": 13, "text": "here"}]
    assert data["evidence"] == "proved"
    assert data["readings"] == ["one", "two"]
    assert all(getattr(finding, name) is not None for name in FIELDS if name not in ("passage", "witness"))


def test_severity_and_evidence_can_be_lifted_for_one_finding() -> None:
    finding = Lost.at(span_of("dawn", "dawn"), what="dawn", severity="error", evidence="witnessed")
    assert (finding.severity, finding.evidence) == ("error", "witnessed")
    assert Lost.severity == "warning"


def test_messages_stay_on_one_line_and_take_braces_as_text() -> None:
    finding = Lost.at(span_of("dawn", "dawn"), what="{what}\n   of\r\n{0}")
    assert finding.message == "`{what} of {0}` is lost"
    assert quote("  a\nb  ") == "`a b`"
    assert quote("x" * 50) == "`" + "x" * 39 + "…`"


def test_sink_gives_each_finding_once_in_file_order() -> None:
    text = "one two three\n"
    source, other = Source("b.yaml", text), Source("a.yaml", text)
    sink = Sink()
    sink.add(Lost.at(Span(source, 8, 13), what="three"))
    sink.add(Lost.at(Span(source, 0, 3), what="one"))
    sink.extend([Lost.at(Span(source, 0, 3), what="one"), Lost.at(Span(other, 4, 7), what="two")])
    assert [(f.file, f.message) for f in sink.findings] == [
        ("a.yaml", "`two` is lost"), ("b.yaml", "`one` is lost"), ("b.yaml", "`three` is lost")]
    assert not sink.errors
    sink.add(Lost.at(Span(source, 4, 7), what="two", severity="error"))
    assert sink.errors


def fingerprints(text: str, path: str = "rules/tiny/game.yaml") -> list[str]:
    sink = Sink()
    for nth in range(text.count("dawn")):
        sink.add(Lost.at(span_of(text, "dawn", path, nth), what="dawn"))
    for nth in range(text.count("dusk")):
        sink.add(Lost.at(span_of(text, "dusk", path, nth), what="dusk"))
    return [finding.fingerprint for finding in sink.findings]


def test_fingerprints_survive_moved_lines_and_folders_and_tell_equals_apart() -> None:
    before = fingerprints("dawn\ndusk\ndawn\n")
    assert len(set(before)) == 3
    assert fingerprints("\n\n  # words\n dawn\n   dusk\ndawn\n") == before
    assert fingerprints("dawn\ndusk\ndawn\n", "C:\\games\\game.yaml") == before
    assert fingerprints("dawn\ndusk\ndawn\n", "rules/tiny/phases.yaml") != before
    # A further equal finding behind the others does not change the prints of those.
    assert fingerprints("dawn\ndusk\ndawn\ndawn\n")[:3] == before


FRAME = """\
warning[LX999]: `dek` is lost
  --> game.yaml:10:15
   |
10 |   draw 3 from dek to hand
   |               ^^^
  ::: game.yaml:1:1
   |
 1 | zones:
   | ------ zones are declared here
   |
   = help: did you mean `deck`?"""


def test_frame_of_a_finding() -> None:
    text = "zones:\n" + "\n" * 8 + "  draw 3 from dek to hand\n"
    finding = Lost.at(span_of(text, "dek", "game.yaml"), what="dek", help="did you mean `deck`?",
                      labels=[Label(span_of(text, "zones:", "game.yaml"), "zones are declared here")])
    assert render(finding) == FRAME
    assert str(RuleErrors([finding])) == FRAME
    assert RuleErrors([finding]).findings == (finding,)
    assert render_findings([finding, finding]) == f"{FRAME}\n\n{FRAME}"


def caret_line(text: str, word: str) -> tuple[str, str]:
    lines = render(Lost.at(span_of(text, word), what="x")).split("\n")
    return lines[3].split(" | ", 1)[1], lines[4].split(" | ", 1)[1]


@pytest.mark.parametrize("before", [*WIDTHS, "\t"])
def test_carets_stand_under_what_is_meant(before: str) -> None:
    shown, carets = caret_line(f"{before}dek x", "dek")
    column = len(carets) - len(carets.lstrip())
    assert carets.strip() == "^^^"
    assert text_width(shown[: shown.index("dek")]) == column


def test_width_of_text() -> None:
    assert {text: text_width(text) for text in WIDTHS} == WIDTHS
    shown, carets = caret_line("draw 手札 x", "手札")
    assert (shown, carets) == ("draw 手札 x", "     ^^^^")


def test_text_of_a_file_cannot_drive_the_terminal() -> None:
    text = "a\x1b[31m \u202eb\u2028 dek\x07"
    shown = render(Lost.at(span_of(text, "dek", "ga\x1bme.yaml"), what="\x1b[0m", help="\x9b"))
    assert all(character == "\n" or character.isprintable() for character in shown)
    assert "\x1b" not in shown
    assert "dek" in shown


def test_long_lines_are_cut_round_the_place() -> None:
    text = "x" * 5000 + " dek " + "y" * 5000
    shown, carets = caret_line(text, "dek")
    assert len(shown) < 140
    assert shown.index("dek") == carets.index("^")
    assert shown.startswith("…")
    assert shown.endswith("…")


def test_many_labels_are_summed_up() -> None:
    text = "a b c d"
    labels = [Label(span_of(text, word), "there") for word in "bcd"]
    assert "note: also rules/tiny/game.yaml:1" in render(Lost.at(span_of(text, "a"), what="a", labels=labels))


def test_an_empty_file_can_be_pointed_at() -> None:
    assert render(Lost.at(Span(Source("none.yaml", ""), 0, 0), what="x")) == (
        "warning[LX999]: `x` is lost\n --> none.yaml:1:1")


def test_rules_are_classes_with_examples_only() -> None:
    for rule in RULES:
        own = {name for name, value in vars(rule).items() if isinstance(value, types.FunctionType)}
        assert own == set(), rule.code
        assert rule.bad != rule.good


def test_places_count_code_points_and_all_line_breaks() -> None:
    source = Source("a", "ab\r\ncd\re\n😀x")
    assert [source.place(offset) for offset in (0, 2, 4, 7, 9, 10, 11, 99)] == [
        (1, 1), (1, 3), (2, 1), (3, 1), (4, 1), (4, 2), (4, 3), (4, 3)]
    assert [source.line_text(line) for line in range(6)] == ["", "ab", "cd", "e", "😀x", ""]
    first, second = Span(source, 0, 2), Span(source, 4, 6)
    assert first.join(second) == second.join(first) == Span(source, 0, 6)
    assert first.join(second).text == "ab\r\ncd"
    with pytest.raises(ValueError, match="two sources"):
        first.join(Span(Source("b", "x"), 0, 1))
