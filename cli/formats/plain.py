"""Results for people: each finding with its line and what may help, then what was skipped, then a sum."""

from __future__ import annotations

from ludex.cli.formats import Results, number, summary
from ludex.dsl.render import render_findings, visible_text
from ludex.validator.checks import UNREADABLE, WHY_SKIPPED

_ERRORS = {WHY_SKIPPED["typed"], UNREADABLE}


def render(results: Results) -> str:
    """Text without colours, in the order in which it is to be read."""
    lines = [render_findings(results.findings).rstrip(), ""] if results.findings else []
    lines += [f"skipped {visible_text(skipped.path)}: {skipped.reason}"
              for skipped in results.skipped if not skipped.check]
    lines += _left_out(results)
    return "\n".join([*lines, summary(results)])


def _left_out(results: Results) -> list[str]:
    """One line for each reason that kept checks from being made."""
    by_reason: dict[str, list[str]] = {}
    for skipped in results.skipped:
        if skipped.check and not skipped.quiet:
            by_reason.setdefault(skipped.reason, []).append(skipped.check)
    # Which checks need rules without errors does not matter before there are such rules.
    lines = ["checks of the whole game wait until the errors are mended"] if by_reason.keys() & _ERRORS else []
    return lines + [f"skipped {number(len(names), 'check')} ({_some(names)}): {reason}"
                    for reason, names in by_reason.items() if reason not in _ERRORS]


def _some(names: list[str]) -> str:
    different = list(dict.fromkeys(names))
    return ", ".join(different[:3]) + (", ..." if len(different) > 3 else "")
