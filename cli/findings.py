"""Findings on the screen, and the JSON document of them that other programs read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ludex.cli.output import console, write_json

if TYPE_CHECKING:
    import ludex

#: What one finding of a severity is called where it is not the severity itself.
WORDS = {"info": "note"}


def tally(findings: Iterable[ludex.Finding]) -> dict[str, int]:
    """How many findings there are of each severity."""
    counted = Counter(finding.severity for finding in findings)
    return {
        "error": counted["error"],
        "warning": counted["warning"],
        "info": counted["info"],
        "hint": counted["hint"],
    }


def document(
    findings: Sequence[ludex.Finding], checked: Sequence[str], skipped: Sequence[dict[str, str]] = ()
) -> dict[str, Any]:
    """The JSON document of a check."""
    return {
        "version": 1,
        "findings": [finding.to_json() for finding in findings],
        "checked": list(checked),
        "skipped": list(skipped),
        "summary": {**tally(findings), "checked": len(checked), "skipped": len(skipped)},
    }


def show(
    findings: Sequence[ludex.Finding],
    checked: Sequence[str],
    skipped: Sequence[dict[str, str]] = (),
    *,
    as_json: bool,
) -> None:
    """Write findings, each with its place and what may help, and a last line that sums them up."""
    if as_json:
        write_json(document(findings, checked, skipped))
        return
    from ludex.dsl.render import render_findings

    out = console()
    if findings:
        out.print(render_findings(findings).rstrip(), end="\n\n")
    for left_out in skipped:
        out.print(f"skipped {left_out['path']}: {left_out['reason']}", style="dim")
    out.print(f"{counts(findings)} in {len(checked)} rule set{'s' * (len(checked) != 1)}")


def counts(findings: Iterable[ludex.Finding]) -> str:
    """The numbers of findings in words, such as `2 errors, 1 warning`."""
    tallied = tally(findings).items()
    parts = [f"{count} {WORDS.get(name, name)}{'s' * (count != 1)}" for name, count in tallied if count]
    return ", ".join(parts) or "no findings"
