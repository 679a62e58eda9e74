"""Every diagnostic about wording: its page, its two examples, and what every one of its reports has to say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from ludex import rules
from ludex.dsl.diagnostics import Diagnosis
from ludex.pages import all_rules
from ludex.validator import audit
from ludex.validator.rulebook import DETECTORS
from ludex.validator.text import decoding

RULES: tuple[type[Diagnosis], ...] = (*DETECTORS, *decoding.RULES)
each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)


def of(rule: type[Diagnosis], text: str) -> list:
    return [finding for finding in audit(text) if finding.code == rule.code]


@each_rule
def test_a_diagnostic_is_registered_and_has_a_page(rule: type[Diagnosis]) -> None:
    assert all_rules()[rule.code] is rule
    first, _, rest = rule.page().partition("\n")
    assert re.match(r"[A-Z*`\"].*[.:]$", first)
    assert len(rest.split()) > 8
    assert rule.message[0] in "{`" or rule.message[0].islower()
    assert not rule.message.endswith(".")


@each_rule
def test_the_bad_example_gives_this_finding(rule: type[Diagnosis]) -> None:
    found = of(rule, rule.bad)
    assert len(found) == 1
    assert found[0].severity == rule.severity
    assert found[0].evidence == rule.evidence


@each_rule
def test_the_good_example_does_not(rule: type[Diagnosis]) -> None:
    assert of(rule, rule.good) == []


@pytest.mark.parametrize("rule", DETECTORS, ids=lambda rule: rule.code)
def test_a_report_shows_its_readings(rule: type[Diagnosis]) -> None:
    finding = of(rule, rule.bad)[0]
    assert len(finding.readings) >= 2
    assert len(set(finding.readings)) == len(finding.readings)
    assert finding.severity in ("info", "hint")
    assert finding.evidence == "candidate"
    assert not any(re.search(r"[{}]|\n|  ", reading) for reading in finding.readings)


def test_there_are_many_and_each_has_its_own_code() -> None:
    codes = [rule.code for rule in DETECTORS]
    assert len(codes) == len(set(codes)) >= 60
    assert all(code.startswith("LX7") for code in codes)


def test_detectors_know_no_game() -> None:
    """No title and no item of a bundled game stands in the reader of texts or in a detector, not even in an example."""
    root = Path(__file__).resolve().parents[2]
    titles: set[str] = set()
    names: set[str] = set()
    for path in [path for folder in rules.catalogue().values() for path in sorted(folder.glob("*.yaml"))]:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        if isinstance(document, dict):
            titles |= {str(document["title"])} if "title" in document else set()
            for component in (document.get("components") or {}).values():
                names |= {str(item) for item in component["items"]}
    assert len(titles) == len(rules.catalogue())
    names = {name for name in titles | names if re.search(r"[A-Z]\w{3}", name)}
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b")
    files = [*(root / "validator" / "wording").glob("*.py"), *(root / "validator" / "text").glob("*.py")]
    found = [(path.name, m.group()) for path in files for m in pattern.finditer(path.read_text(encoding="utf-8"))]
    assert found == []
