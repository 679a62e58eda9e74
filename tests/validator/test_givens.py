"""Invariants about data are held against the data when the rules are checked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import ludex

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("old", "new", "told"), [
    ("Smuggler 2: {worth: 2, shade: black, copies: 5}", "Smuggler 2: {worth: 2, shade: black, copies: 6}", "Smuggler 0"),
    ("Knighthood: {glory: 3}", "Knighthood: {glory: 0}", "glory of prize is 0"),
    ("A3: [A3 opium, A3 outer sea, A3 inner sea, A3 land]", "A3: [A3 opium, A3 outer sea, A3 inner sea, A3 land, E1 land]",
     "links of chain is 4"),
])
def test_other_data_are_held_against_the_text(tmp_path: Path, old: str, new: str, told: str) -> None:
    folder = tmp_path / "traffic"
    shutil.copytree(ROOT / "rules" / "an_infamous_traffic", folder, ignore=shutil.ignore_patterns("scenarios"))
    data = folder / "data.yaml"
    text = data.read_text(encoding="utf-8")
    assert text.count(old) == 1
    if "E1 land" in new:
        text = text.replace("E1: [E1 land, E1 far land]", "E1: [E1 far land]")
    data.write_text(text.replace(old, new), encoding="utf-8")
    found = [f for f in ludex.check(folder) if f.code == "LX531"]
    assert len(found) == 1 and found[0].severity == "error", [str(f) for f in found]
    assert found[0].file.endswith("phases.yaml")
    lines = (folder / "phases.yaml").read_text(encoding="utf-8").splitlines()
    assert told in " ".join(lines[found[0].line - 1:found[0].end_line])
