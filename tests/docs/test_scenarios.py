"""The page about scenarios: its examples pass, in the game they are for, and it names every key there is."""

from __future__ import annotations

import shutil
from pathlib import Path

from packages import ROOT
from pages import blocks

import ludex
from ludex.scenario_file import KEYS
from ludex.scenario_wants import READERS

PAGE = "docs/scenarios.md"


def test_its_examples_pass(tmp_path: Path) -> None:
    folder = tmp_path / "kuhn_poker"
    shutil.copytree(ROOT / "rules" / "kuhn_poker", folder, ignore=shutil.ignore_patterns("scenarios"))
    (folder / "scenarios").mkdir()
    examples = blocks(PAGE, "scenario")
    for number, block in enumerate(examples):
        (folder / "scenarios" / f"{number}.yaml").write_text(block.text, encoding="utf-8")
    report = ludex.scenario.run(folder)
    assert [(s["name"], s["message"]) for s in report.scenarios if s["status"] != "passed"] == []
    assert len(report.scenarios) == sum(block.text.count("- scenario:") for block in examples) >= 4


def test_every_key_is_told() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    for key in KEYS:
        assert f"\n| `{key}` |" in text or f"\n| `{key}`, " in text, key
    for key in READERS:
        assert f"\n| `{key}: " in text, key
