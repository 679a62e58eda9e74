"""The findings of rules that a command cannot use, on the screen or as the JSON document of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludex.cli import formats
from ludex.cli.output import write_text

if TYPE_CHECKING:
    import ludex


def show(findings: Sequence[ludex.Finding], checked: Sequence[str], *, as_json: bool) -> None:
    """Write findings, each with its place and what may help, and a last line that sums them up."""
    write_text(formats.render(formats.Results(findings, checked), "json" if as_json else "text"))
