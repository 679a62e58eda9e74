"""What a ruling or an assumption settles is told to whoever asks, and is no finding otherwise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import ludex
from ludex.checking import examine
from ludex.cli.main import root
from ludex.dsl.diagnostics import Diagnosis
from ludex.validator.settled import RULES, ComponentUnknown, SourceContradiction

GAME = """
ludex: 1
game: inn
title: Inn
players: {least: 2, most: 2}
rounds: {phases: [stay]}
phases: {stay: {do: nobody wins}}
"""


def inn(folder: Path, more: str) -> Path:
    rules, _, source = more.partition("--- source.md\n")
    text, _, rulings = source.partition("--- rulings.yaml\n")
    (folder / "game.yaml").write_text(GAME + rules, encoding="utf-8")
    for name, content in (("source.md", text), ("rulings.yaml", rulings)):
        if content:
            (folder / name).write_text(content, encoding="utf-8")
    return folder


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_what_is_settled_is_told_to_whoever_asks(rule: type[Diagnosis], tmp_path: Path) -> None:
    report = examine(inn(tmp_path, rule.bad))
    assert rule.code not in [finding.code for finding in report.findings]
    assert [entry.finding.code for entry in report.silenced] == [rule.code]
    quiet = CliRunner().invoke(root, ["check", str(tmp_path)])
    assert quiet.exit_code == 0 and "1 settled" in quiet.output and rule.code not in quiet.output
    told = CliRunner().invoke(root, ["check", str(tmp_path), "--settled"])
    assert told.exit_code == 0 and f"info[{rule.code}]" in told.output and "1 settled" not in told.output
    document = json.loads(CliRunner().invoke(root, ["check", str(tmp_path), "--format", "json"]).output)
    assert [entry["code"] for entry in document["silenced"]] == [rule.code]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_nothing_else_is(rule: type[Diagnosis], tmp_path: Path) -> None:
    assert examine(inn(tmp_path, rule.good)).silenced == ()


def test_every_contradiction_of_the_example_of_play_and_every_unknown_component_is_told() -> None:
    """An Infamous Traffic: whom an action pays, the investments of the example, and 22 things that are printed."""
    silenced = examine("an_infamous_traffic").silenced
    told = {code: [entry.finding for entry in silenced if entry.finding.code == code]
            for code in (SourceContradiction.code, ComponentUnknown.code)}
    rules = ludex.load("an_infamous_traffic").syntax
    contradictions = {name.text for name, ruling in rules.rulings.items()
                      if ruling.kind is not None and ruling.kind.text == "contradiction"}
    assert len(told[SourceContradiction.code]) == len(contradictions)
    assert {"example_bracket", "who_gains"} <= contradictions
    assert all(len(finding.readings) > 1 for finding in told[SourceContradiction.code])
    assert len(told[ComponentUnknown.code]) == len(rules.assumptions) == 22
