"""Scenarios, played by a check that plays."""

from __future__ import annotations

import shutil
from pathlib import Path

import ludex
from ludex import rules
from ludex.worked_examples import of_scenarios


def test_an_example_that_comes_out_differently_is_told_where_it_says_so(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(rules.catalogue()["nim"], tmp_path / "nim"))
    assert list(of_scenarios(ludex.load(folder))) == []
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(text.replace("every row in rows", "any row in rows"), encoding="utf-8")
    finding, misere = of_scenarios(ludex.load(folder))
    assert (finding.readings, misere.readings) == ((), ("last_match is loses",))
    assert (finding.code, finding.severity, finding.evidence) == ("LX617", "error", "witnessed")
    assert finding.message.startswith("the rules do not do what `an emptied row is not the end` says: ")
    assert Path(finding.file).name == "the_last_match.yaml"
    assert finding.passage == "turn"
    assert Path(finding.labels[0].span.source.path).name == "source.md"
    assert "LX617" not in {found.code for found in ludex.check(folder)}
    assert "LX617" in {found.code for found in ludex.examine(folder, games=1).findings}


def test_an_example_that_cites_nothing_is_played_too(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(rules.catalogue()["nim"], tmp_path / "nim"))
    (folder / "scenarios" / "more.yaml").write_text(
        '- {scenario: a short row, players: 2, expect: ["matches of A is 4"]}\n', encoding="utf-8")
    [finding] = of_scenarios(ludex.load(folder))
    assert (finding.code, finding.passage, finding.labels) == ("LX617", None, ())
    assert Path(finding.file).name == "more.yaml"
