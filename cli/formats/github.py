"""Results as the lines that GitHub shows beside a change: one workflow command a finding.

Such a line is `::error file=...,line=...::message`. What would end it, or one of its properties, is written in
percent signs, so that no text of a rule file can start a command of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludex.cli.formats import Results, details, summary

if TYPE_CHECKING:
    from ludex.dsl.diagnostics import Finding

COMMANDS = {"error": "error", "warning": "warning", "info": "notice", "hint": "notice"}
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def render(results: Results) -> str:
    """The lines, and a last one that sums up."""
    lines = [_line(finding) for finding in results.findings]
    lines += [_command("notice", {"title": "not checked"}, skipped.in_words())
              for skipped in results.skipped if not skipped.quiet]
    return "\n".join([*lines, summary(results)])


def _line(finding: Finding) -> str:
    place = {"file": finding.file, "line": finding.line, "endLine": finding.end_line}
    if finding.line == finding.end_line:  # columns are for a place on one line only
        place |= {"col": finding.column, "endColumn": finding.end_column}
    message = "\n".join([finding.message, *details(finding)])
    return _command(COMMANDS[finding.severity], {**place, "title": f"{finding.code} {finding.name}"}, message)


def _command(name: str, properties: dict[str, object], message: str) -> str:
    written = ",".join(f"{key}={_escaped(str(value), _PROPERTY)}" for key, value in properties.items())
    return f"::{name} {written}::{_escaped(message, _DATA)}"


def _escaped(text: str, table: dict[str, str]) -> str:
    return "".join(table.get(character, character) for character in text)
