"""What came of scenarios as JUnit XML: a suite for each game, in it a test case for each scenario.

What was found besides (a test that proves nothing, a rule that none touches) stands in a suite of its own, with a case
for each file; such a case fails where the finding fails the run. Faults of the form make their scenario an error, and
stand there only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as Xml

from ludex.cli.formats import Results, junit

if TYPE_CHECKING:
    from ludex.scenario import Report

FINDINGS = "findings"


def render(report: Report, gate: tuple[str, ...]) -> str:
    """The document, in ASCII. Findings of a severity in `gate` fail the run."""
    root = junit.document()
    suites: dict[str, Xml.Element] = {}
    for scenario in report.scenarios:
        game = scenario["game"]
        if game not in suites:
            suites[game] = junit.add_suite(root, game)
        _case(suites[game], scenario)
    found = [finding for finding in report.findings if finding.severity != "error"]
    if found:
        suite = junit.add_suite(root, FINDINGS)
        for file in dict.fromkeys(finding.file for finding in found):
            own = [finding for finding in found if finding.file == file]
            junit.add_file(suite, FINDINGS, file, own, Results(own, [], gate=gate))
    return junit.written(root)


def _case(suite: Xml.Element, scenario: Mapping[str, Any]) -> None:
    reading = f" ({scenario['reading']})" if scenario["reading"] else ""
    case = Xml.SubElement(suite, "testcase", {
        "classname": junit.clean(scenario["game"]), "name": junit.clean(scenario["name"] + reading),
        "file": junit.clean(scenario["file"])})
    if scenario["status"] not in ("failed", "error"):
        return
    told = [f"{failure['file']}:{failure['line']}: {failure['message']}" for failure in scenario["failures"]]
    tag = "error" if scenario["status"] == "error" else "failure"
    fault = Xml.SubElement(case, tag, {"message": junit.clean(scenario["message"]), "type": "scenario"})
    fault.text = junit.clean("\n" + "\n".join(told) + "\n")
