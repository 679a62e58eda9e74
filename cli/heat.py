"""Coverage as the commands show it: lines of text, and a page of the rulebook for each rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludex.cli import written
from ludex.cli.output import Fault

if TYPE_CHECKING:
    from ludex.coverage import Coverage
    from ludex.line_coverage import LineCoverage


def write_page(file: str, looked: Sequence[tuple[LineCoverage, Coverage]], what: str) -> None:
    """Write the page of the one rule set that was played."""
    from ludex.heat_map import MARK, page

    if len(looked) != 1:
        raise Fault(f"--html shows one rule set, and {len(looked) or 'none'} can be played here")
    written.write(file, "--html", page(*looked[0], what), lambda start: MARK.encode() in start, "page")


def coverage_lines(covered: Mapping[str, Mapping[str, Any]], verbose: bool) -> Iterator[str]:
    """How much of the rules was touched; with `verbose`, what was not."""
    for what, part in covered.items():
        if not part["total"]:
            continue
        yield f"{what}: {part['covered']} of {part['total']} covered"
        for name in part["missing"] if verbose else ():
            yield f"  not covered: {name}"
