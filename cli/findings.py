"""The findings of rules that a command cannot use, on the screen or as the JSON document of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludex.cli import formats
from ludex.cli.output import write_text

if TYPE_CHECKING:
    import ludex


def show(
    findings: Sequence[ludex.Finding], checked: Sequence[str], skipped: Sequence[dict[str, str]] = (), *,
    as_json: bool, what: str = "rule set",
) -> None:
    """Write findings, each with its place and what may help, and a last line that sums them up.

    `what` is what one of those `checked` is called; each of those `skipped` has a path and a reason.
    """
    left_out = [formats.Skipped(entry["path"], entry["reason"]) for entry in skipped]
    results = formats.Results(findings, checked, left_out, subject=what)
    write_text(formats.render(results, "json" if as_json else "text"))
