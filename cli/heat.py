"""Coverage as the commands show it: lines of text, and a page of the rulebook for each rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.cli.output import Fault

if TYPE_CHECKING:
    from ludex.coverage import Coverage
    from ludex.line_coverage import LineCoverage


def write_page(file: str, looked: Sequence[tuple[LineCoverage, Coverage]], what: str) -> None:
    """Write the page of the one rule set that was played."""
    from ludex.heat_map import page

    if len(looked) != 1:
        raise Fault(f"--html shows one rule set, and {len(looked) or 'none'} can be played here")
    try:
        path = Path(file)
        if (path.exists() or path.is_symlink()) and not _is_a_page(path):
            raise Fault(f"--html: '{file}' is there already, and is no page that Ludex wrote")
        path.write_text(page(*looked[0], what), encoding="utf-8")
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise Fault(f"--html: '{file}' cannot be written: {reason[:1].lower()}{reason[1:]}") from None


def _is_a_page(path: Path) -> bool:
    """Whether a file is such a page, which may be written anew."""
    from ludex.dsl.files import read_file
    from ludex.heat_map import MARK

    return MARK.encode() in read_file(path, 100_000_000)[0][:1000]


def coverage_lines(covered: Mapping[str, Mapping[str, Any]], verbose: bool) -> Iterator[str]:
    """How much of the rules was touched; with `verbose`, what was not."""
    for what, part in covered.items():
        if not part["total"]:
            continue
        yield f"{what}: {part['covered']} of {part['total']} covered"
        for name in part["missing"] if verbose else ():
            yield f"  not covered: {name}"
