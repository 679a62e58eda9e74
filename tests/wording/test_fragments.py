"""Pairs of short rulebook fragments, one with faults put in and one without: what is found, and what is a false alarm.

The faults are listed in `fragments/expected.yaml`, by the words at the place. What the audit misses stays in the list; the
share it finds may not fall. False alarms are counted on the clean texts, where every report is one.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from ludex.dsl.diagnostics import Finding
from ludex.validator import audit

FOLDER = Path(__file__).parent / "fragments"
EXPECTED: dict[str, list[dict[str, str]]] = yaml.safe_load((FOLDER / "expected.yaml").read_text(encoding="utf-8"))
NAMES = sorted(EXPECTED)
each_pair = pytest.mark.parametrize("name", NAMES)


def told(name: str, variant: str) -> list[Finding]:
    return audit(FOLDER / f"{name}.{variant}.txt")


def is_found(fault: dict[str, str], findings: list[Finding]) -> bool:
    """Whether a report of this name stands at these words, or within or around them."""
    for finding in findings:
        spans = [finding.span, *(label.span for label in finding.labels)]
        if finding.name == fault["is"] and any(
            fault["at"] in span.text or (span.text.strip() and span.text.strip() in fault["at"]) for span in spans
        ):
            return True
    return False


def missed(name: str) -> list[dict[str, str]]:
    findings = told(name, "faulty")
    return [fault for fault in EXPECTED[name] if not is_found(fault, findings)]


def test_every_fragment_is_a_pair_with_its_faults() -> None:
    assert len(NAMES) >= 10
    for variant in ("faulty", "clean"):
        assert sorted(path.name.split(".")[0] for path in FOLDER.glob(f"*.{variant}.txt")) == NAMES
    for name in NAMES:
        text = " ".join((FOLDER / f"{name}.faulty.txt").read_text(encoding="utf-8").split())
        assert len(EXPECTED[name]) >= 5
        assert [fault["at"] for fault in EXPECTED[name] if fault["at"] not in text] == []


@each_pair
def test_faults_are_found(name: str) -> None:
    assert len(missed(name)) <= len(EXPECTED[name]) // 3, missed(name)


def test_most_faults_are_found_over_all() -> None:
    all_missed = {name: missed(name) for name in NAMES}
    total = sum(len(faults) for faults in EXPECTED.values())
    found = 1 - sum(len(faults) for faults in all_missed.values()) / total
    assert total >= 90
    assert found >= 0.85, all_missed


@each_pair
def test_the_clean_text_is_free_of_these_faults(name: str) -> None:
    """What is told about the faulty text and not about the clean one is what the pair is about."""
    found = {fault["is"] for fault in EXPECTED[name] if is_found(fault, told(name, "faulty"))}
    still = found & {finding.name for finding in told(name, "clean")}
    assert len(still) <= 1, still


def test_false_alarms_are_few() -> None:
    alarms = {name: [(f.line, f.name, f.span.text[:40]) for f in told(name, "clean")] for name in NAMES}
    words = sum(len((FOLDER / f"{name}.clean.txt").read_text(encoding="utf-8").split()) for name in NAMES)
    count = sum(map(len, alarms.values()))
    assert words >= 800
    assert 1000 * count / words <= 8, alarms
    assert max(map(len, alarms.values())) <= 3, alarms
