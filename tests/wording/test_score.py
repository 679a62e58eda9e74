"""The script that scores the audit: what it counts as the same place and as a fitting kind, and the score that was reached.

The rulebooks and the studies lie outside this repository. Where they are (beside it in `../shared`, or in the folder that
LUDEX_SHARED names), the score reached is held as a floor.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("LUDEX_SHARED") or ROOT.parent / "shared")

#: What was reached: recall of the entries findable by text, precision of the reports, and reports per 1,000 words.
RECALL, PRECISION, DENSITY = 0.75, 0.7, 25.0


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit_score", ROOT / "benchmarks" / "audit_score.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["audit_score"] = module
    spec.loader.exec_module(module)
    return module


audit_score = load()

RULES = """THE FERRY

A game for 2-4 players.

PLAY
Move the ferry any number of spaces. Give the passenger a few coins.
At the end of the game, the player with the most coins wins.
"""


def study(*entries: str) -> str:
    return "# A study\n\n" + "\n\n".join(entries) + "\n"


def results(tmp_path: Path, *entries: str) -> dict[str, bool]:
    """Entry -> whether it was found, for a study of one little text under the name of one of the six."""
    (tmp_path / "carving_up_china.txt").write_text(RULES, encoding="utf-8")
    (tmp_path / "ambiguities-carving-x.md").write_text(study(*entries), encoding="utf-8")
    (score,) = audit_score.score(tmp_path, tmp_path)
    return {entry.name: f"{entry.game}/{entry.name}" in score.found for entry in score.entries}


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ('**C-01 · vague-quantity · A.** `L6` "a few coins": how many? Default 2. Machine: (text) vague.', True),
        ('**C-01 · vague-quantity · A.** `L6` "any number of spaces": none? Default no. Machine: (text) bounds.', True),
        ('**C-01 · vague-quantity · A.** `L7` "the most coins": how many? Default. Machine: (text) here.', False),
        ('**C-01 · contradiction · A.** `L6` "a few coins": against L7. Default 2. Machine: (text) vague.', False),
        ('**C-01 · missing-tiebreak · A.** `L7` "the most coins wins": ties. Default shared. Machine: (text) ties.', True),
        ('**C-01 · vague-quantity · A.** `L3` "2-4 players": a few coins. Default 2. Machine: (text) vague.', False),
        ('**C-01 · vague-quantity · A.** `L6` "the passenger": how heavy? Default not. Machine: (text) vague.', False),
        ('**C-01 · vague-quantity · A.** `L6`: how many? Default 2. Machine: (text) vague.', True),
    ],
)
def test_place_and_kind_must_fit(tmp_path: Path, entry: str, found: bool) -> None:
    assert results(tmp_path, entry) == {"C-01": found}


def test_what_is_read_of_an_entry(tmp_path: Path) -> None:
    path = tmp_path / "ambiguities-carving-x.md"
    path.write_text(study('**C-07 · scope, missing-case (odd) · B.** `L6-7` "a few ... coins" is odd. Default none. Machine: (static) no.'),
                    encoding="utf-8")
    (entry,) = audit_score.read_entries(tmp_path)
    assert (entry.kinds, entry.lines, entry.quotes) == ({"scope", "missing-case"}, {6, 7}, ("a few", "coins"))
    assert not entry.by_text


def test_every_diagnostic_has_kinds_that_it_fits() -> None:
    from ludex.validator.rulebook import DETECTORS

    known = set(audit_score.FITTING) | set(audit_score.TOPICS)
    assert {rule.code for rule in DETECTORS} <= known


if (SHARED / "sources").is_dir() and (SHARED / "games").is_dir():

    def test_the_score_that_was_reached_is_held() -> None:
        scores = audit_score.score(SHARED / "sources", SHARED / "games")
        wanted = [(s, e) for s in scores for e in s.entries if e.by_text]
        reports = [right for s in scores for _, right in s.reports]
        assert len(wanted) > 200
        recall = sum(f"{e.game}/{e.name}" in s.found for s, e in wanted) / len(wanted)
        precision = sum(map(bool, reports)) / len(reports)
        density = 1000 * len(reports) / sum(s.words for s in scores)
        assert recall >= RECALL
        assert precision >= PRECISION
        assert density <= DENSITY
