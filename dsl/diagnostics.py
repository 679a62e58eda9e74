"""Findings: how every stage tells a person what is wrong, and where.

A fault in a rule file is a value, never an exception. Each kind of fault is one class derived from
`Diagnosis`, written beside the code that raises it: its docstring is the page that `ludex explain` shows,
its `bad` and `good` examples run as tests. `Sink` gathers findings and gives them out once each, in
file order, with fingerprints that survive moved lines.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from ludex.dsl.render import render_findings
from ludex.dsl.source import Span

Severity = Literal["error", "warning", "info", "hint"]
Evidence = Literal["proved", "witnessed", "candidate"]


@dataclass(frozen=True, slots=True)
class Label:
    """Another place that belongs to a finding, with a few words about it."""

    span: Span
    text: str

    def to_json(self) -> dict[str, Any]:
        """The label as plain data."""
        return {**_place(self.span), "text": self.text}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to tell, at one place."""

    code: str
    name: str
    severity: Severity
    evidence: Evidence
    message: str
    span: Span
    labels: tuple[Label, ...] = ()
    help: str | None = None
    passage: str | None = None
    readings: tuple[str, ...] = ()
    witness: Any = None
    fingerprint: str = ""

    @property
    def file(self) -> str:
        """The file, as shown to people."""
        return self.span.source.path

    @property
    def line(self) -> int:
        """The line it begins on, from 1."""
        return self.span.line

    @property
    def column(self) -> int:
        """The column it begins at, from 1, in code points."""
        return self.span.column

    @property
    def end_line(self) -> int:
        """The line it ends on."""
        return self.span.end_line

    @property
    def end_column(self) -> int:
        """The column after its last character."""
        return self.span.end_column

    def to_json(self) -> dict[str, Any]:
        """The finding as plain data, with the fields that other programs read."""
        return {
            "code": self.code,
            "name": self.name,
            "severity": self.severity,
            "evidence": self.evidence,
            "message": self.message,
            **_place(self.span),
            "labels": [label.to_json() for label in self.labels],
            "help": self.help,
            "passage": self.passage,
            "readings": list(self.readings),
            "witness": self.witness,
            "fingerprint": self.fingerprint,
        }


class Diagnosis:
    """The base of all diagnostics. A derived class fills in the class variables; `at` makes a finding.

    `bad` and `good` are examples that run as tests: the first gives exactly this finding, the second
    gives none.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    severity: ClassVar[Severity]
    evidence: ClassVar[Evidence] = "proved"
    message: ClassVar[str]
    bad: ClassVar[str]
    good: ClassVar[str]

    @classmethod
    def at(
        cls,
        span: Span,
        *,
        labels: Iterable[Label] = (),
        help: str | None = None,
        passage: str | None = None,
        readings: Iterable[str] = (),
        severity: Severity | None = None,
        evidence: Evidence | None = None,
        witness: Any = None,
        **fields: object,
    ) -> Finding:
        """A finding at a place. `fields` fill the message; severity and evidence only where they differ."""
        message = cls.message.format(**{key: one_line(str(value)) for key, value in fields.items()})
        finding = Finding(
            cls.code, cls.name, severity or cls.severity, evidence or cls.evidence, message, span,
            tuple(labels), help, passage, tuple(readings), witness,
        )
        return replace(finding, fingerprint=_fingerprint(finding, 0))

    @classmethod
    def page(cls) -> str:
        """What the fault is, why it is one, and how to mend it."""
        return inspect.cleandoc(cls.__doc__ or "")


class Sink:
    """Where all stages put their findings.

    `left_out` holds names of elements that an early stage could not read, so that a later one does
    not report them as undefined. `lost` holds the sorts of sections of which one could not be read at all.
    """

    __slots__ = ("_findings", "left_out", "lost")

    def __init__(self) -> None:
        self._findings: dict[tuple[object, ...], Finding] = {}
        self.left_out: set[str] = set()
        self.lost: set[type] = set()

    def add(self, finding: Finding) -> None:
        """Keep a finding; the same one at the same place is kept once."""
        key = (finding.code, finding.file, finding.span.start, finding.span.end, finding.message)
        self._findings.setdefault(key, finding)

    def extend(self, findings: Iterable[Finding]) -> None:
        """Keep several findings."""
        for finding in findings:
            self.add(finding)

    @property
    def errors(self) -> bool:
        """Whether anything found so far is an error."""
        return any(finding.severity == "error" for finding in self._findings.values())

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings by file, line, column and code; equal ones get fingerprints of their own."""
        ordered = sorted(self._findings.values(), key=in_file_order)
        seen: dict[str, int] = {}
        unique = []
        for finding in ordered:
            print_of_first = _fingerprint(finding, 0)
            ordinal = seen.get(print_of_first, 0)
            seen[print_of_first] = ordinal + 1
            unique.append(replace(finding, fingerprint=_fingerprint(finding, ordinal)))
        return tuple(unique)


class RuleErrors(Exception):
    """A rule set cannot be used; `findings` say why, and so does the text of the exception."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__(self.findings)

    def __str__(self) -> str:
        return render_findings(self.findings)


def one_line(text: str) -> str:
    """Text fit for a message: line breaks and what surrounds them become one space."""
    return re.sub(r"\s*[\r\n]\s*", " ", text)


def quote(text: str, most: int = 40) -> str:
    """The user's own text in backticks, on one line and cut where it is long."""
    text = one_line(text.strip())
    if len(text) > most:
        text = text[: most - 1].rstrip() + "…"
    return f"`{text}`"


def in_file_order(finding: Finding) -> tuple[object, ...]:
    """What findings are sorted by."""
    span = finding.span
    return finding.file, span.start, finding.code, span.end, finding.message


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": span.source.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _fingerprint(finding: Finding, ordinal: int) -> str:
    """Depends on the code, the file's own name and the text found, not on line numbers or folders."""
    text = finding.span.text or finding.span.source.line_text(finding.span.line)
    file_name = re.split(r"[/\\]", finding.file)[-1]
    parts = (finding.code, file_name, " ".join(text.split()), str(ordinal))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
