"""Results as SARIF 2.1.0, the format in which code hosts take in findings.

Columns are counted in UTF-16 code units there, ours in code points, so they are turned here. Our fingerprints go
along, by which a host knows a finding again after lines have moved. What was silenced is left out: hosts show it
as if it were open.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ludex import __version__
from ludex.cli.formats import Results, details
from ludex.cli.output import json_text

if TYPE_CHECKING:
    from ludex.dsl.diagnostics import Diagnosis, Finding
    from ludex.dsl.source import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "info": "note", "hint": "note"}


def render(results: Results) -> str:
    """The log as text."""
    return json_text(log(results))


def log(results: Results) -> dict[str, Any]:
    """The log as plain data: one run, the diagnostics that occur in it, and its results."""
    from ludex.pages import all_rules

    codes = sorted({finding.code for finding in results.findings})
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "ludex",
                "semanticVersion": __version__,
                "rules": [_rule(all_rules()[code]) for code in codes],
            }},
            "columnKind": "utf16CodeUnits",
            "invocations": [{
                "executionSuccessful": not results.broken,
                "toolExecutionNotifications": [
                    {"level": "note", "message": {"text": skipped.in_words()}} for skipped in results.skipped
                ],
            }],
            "results": [_result(finding, codes.index(finding.code)) for finding in results.findings],
        }],
    }


def _rule(rule: type[Diagnosis]) -> dict[str, Any]:
    first = rule.page().partition("\n\n")[0]
    wrong, right = rule.bad.rstrip(), rule.good.rstrip()
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": " ".join(first.split())},
        "fullDescription": {"text": rule.page()},
        "help": {
            "text": f"{rule.page()}\n\nWrong:\n\n{wrong}\n\nRight:\n\n{right}\n",
            "markdown": f"{rule.page()}\n\nWrong:\n\n```yaml\n{wrong}\n```\n\nRight:\n\n```yaml\n{right}\n```\n",
        },
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
    }


def _result(finding: Finding, index: int) -> dict[str, Any]:
    related = [
        {"id": number, **_location(label.span), "message": {"text": label.text}}
        for number, label in enumerate(finding.labels, 1)
    ]
    about = {"severity": finding.severity, "evidence": finding.evidence, "help": finding.help,
             "passage": finding.passage, "readings": list(finding.readings), "witness": finding.witness}
    return {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": LEVELS[finding.severity],
        "message": {"text": "\n".join([finding.message, *details(finding)])},
        "locations": [_location(finding.span)],
        **({"relatedLocations": related} if related else {}),
        "partialFingerprints": {"ludex/v1": finding.fingerprint},
        "properties": {key: value for key, value in about.items() if value},
    }


def _location(span: Span) -> dict[str, Any]:
    return {"physicalLocation": {
        "artifactLocation": _artifact(span.source.path),
        "region": {
            "startLine": span.line, "startColumn": _units(span, span.line, span.column),
            "endLine": span.end_line, "endColumn": _units(span, span.end_line, span.end_column),
        },
    }}


def _artifact(path: str) -> dict[str, str]:
    """A file under the current folder by its way from there, any other by its full address."""
    place = Path(path)
    if place.is_absolute() and place.is_relative_to(Path.cwd()):
        place = place.relative_to(Path.cwd())
    if place.is_absolute():
        return {"uri": "file://" + quote(place.as_posix(), errors="replace")}
    return {"uri": quote(place.as_posix(), errors="replace"), "uriBaseId": "%SRCROOT%"}


def _units(span: Span, line: int, column: int) -> int:
    """A column in code points as one in UTF-16 code units."""
    before = span.source.line_text(line)[: column - 1]
    return column + sum(1 for character in before if ord(character) > 0xFFFF)
