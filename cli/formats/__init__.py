"""The results of a check as text, in the format that a person or a program asks for.

One file a format, each with a function `render`, and none of them knows which command has looked. What was not
looked at is part of every format, so that a run that skipped something cannot pass for a clean one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from ludex.ir.record import record

if TYPE_CHECKING:
    from ludex.dsl.diagnostics import Finding
    from ludex.validator.suppress import Silenced

#: Name of a format -> the module that writes it.
FORMATS = {
    "text": "ludex.cli.formats.plain",
    "json": "ludex.cli.formats.json_document",
    "sarif": "ludex.cli.formats.sarif",
    "junit": "ludex.cli.formats.junit",
    "github": "ludex.cli.formats.github",
}

#: What one finding of a severity is called where it is not the severity itself.
WORDS = {"info": "note"}


@record
class Skipped:
    """A path that was not looked at, or a check of it that was not made, and why."""

    path: str
    reason: str
    check: str = ""
    quiet: bool = False  # a finding says the same, or whoever ran the command has left it out himself

    def in_words(self) -> str:
        """It as a sentence."""
        what = f"the check of {self.check} in {self.path}" if self.check else self.path
        return f"{what} was skipped: {self.reason}"


@record
class Results:
    """What a command has found, where it has looked, and where not.

    `subject` is what one of the things looked at is called. `files` are the files of each of them. A finding of a
    severity in `gate` fails the run; `broken` says that Ludex itself failed somewhere.
    """

    findings: Sequence[Finding]
    checked: Sequence[str]
    skipped: Sequence[Skipped] = ()
    silenced: Sequence[Silenced] = ()
    files: tuple[tuple[str, tuple[str, ...]], ...] = ()
    checks: Sequence[dict[str, object]] = ()
    gate: tuple[str, ...] = ("error",)
    broken: bool = False
    subject: str = "rule set"

    def fails(self, finding: Finding) -> bool:
        """Whether a finding makes the run fail."""
        return finding.severity in self.gate


def render(results: Results, form: str) -> str:
    """The text of some results in one of the formats, without a line break at its end."""
    text: str = import_module(FORMATS[form]).render(results)
    return text


def tally(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings there are of each severity."""
    counted = Counter(finding.severity for finding in findings)
    return {
        "error": counted["error"],
        "warning": counted["warning"],
        "info": counted["info"],
        "hint": counted["hint"],
    }


def summary(results: Results) -> str:
    """The last line: numbers of findings and of what was looked at, such as `2 errors in 1 rule set`."""
    counted = [(count, WORDS.get(name, name)) for name, count in tally(results.findings).items()]
    found = ", ".join(number(count, word) for count, word in counted if count) or "no findings"
    hidden = Counter(silenced.by for silenced in results.silenced)
    parts = [f"{hidden['comment']} silenced"] if hidden["comment"] else []
    parts += [f"{hidden['baseline']} in the baseline"] if hidden["baseline"] else []
    settled = hidden["ruling"] + hidden["assumption"]
    parts += [f"{settled} settled"] if settled else []
    aside = f" ({', '.join(parts)})" if parts else ""
    return f"{found}{aside} in {number(len(results.checked), results.subject)}"


def number(count: int, word: str) -> str:
    """A count with its word in the singular or plural."""
    return f"{count} {word}{'s' * (count != 1)}"


def details(finding: Finding) -> list[str]:
    """What there is to say about a finding besides its message."""
    lines = [f"passage: {finding.passage}"] if finding.passage else []
    lines += [f"reading: {reading}" for reading in finding.readings]
    return [*lines, f"help: {finding.help}"] if finding.help else lines
