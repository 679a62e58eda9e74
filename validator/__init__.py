"""Checks of a rule set beyond its form: what it leaves open, and how it stands to its source."""

from __future__ import annotations

from ludex.validator import choices, conditions, course, idle, ranges, setup, size, structure, unused, wording
from ludex.validator.checks import Check, Context, Outcome, run_checks

__all__ = ["CHECKS", "Check", "Context", "Outcome", "run_checks"]

#: All checks that play no games, in the order they run: a module a group.
CHECKS: tuple[Check, ...] = tuple(check for group in (
    unused, wording, conditions, course, idle, ranges, choices, setup, structure, size,
) for check in group.CHECKS)
