"""Results as one JSON document, for other programs: `version`, `findings`, `checked`, `skipped`, `summary`."""

from __future__ import annotations

from typing import Any

from ludex.cli.formats import Results, tally
from ludex.cli.output import json_text


def render(results: Results) -> str:
    """The document as text."""
    return json_text(document(results))


def document(results: Results) -> dict[str, Any]:
    """The document as plain data."""
    return {
        "version": 1,
        "findings": [finding.to_json() for finding in results.findings],
        "checked": list(results.checked),
        "skipped": [
            {"path": skipped.path, **({"check": skipped.check} if skipped.check else {}), "reason": skipped.reason}
            for skipped in results.skipped
        ],
        "silenced": [
            {**silenced.finding.to_json(), "because": silenced.because, "by": silenced.by}
            for silenced in results.silenced
        ],
        "checks": list(results.checks),
        "summary": {
            **tally(results.findings), "checked": len(results.checked), "skipped": len(results.skipped),
            "silenced": len(results.silenced),
        },
    }
