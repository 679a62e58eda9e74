"""Checks of a rule set beyond its form: what it leaves open, and how it stands to its source."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ludex.dsl.diagnostics import Finding
from ludex.validator import (
    choices,
    clarity,
    conditions,
    course,
    givens,
    idle,
    order,
    ranges,
    setup,
    sight,
    size,
    source,
    structure,
    tables,
    unused,
)
from ludex.validator.checks import Check, Context, Outcome, run_checks
from ludex.validator.play import by_play

__all__ = ["CHECKS", "Check", "Context", "Outcome", "audit", "run_checks"]

#: All checks, in the order they run: a module a group.
CHECKS: tuple[Check, ...] = tuple(check for group in (
    unused, clarity, sight, conditions, course, idle, ranges, choices, setup, givens, structure, size, order, tables,
    source, by_play,
) for check in group.CHECKS)


def audit(texts: Iterable[str | Path] | str | Path, *, everything: bool = False) -> list[Finding]:
    """What plain rulebooks leave open, given as paths or as texts; with `everything`, unsure reports too."""
    from ludex.validator.rulebook import audit_texts

    return audit_texts(texts, everything=everything)
