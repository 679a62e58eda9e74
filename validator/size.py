"""Whether the rules are short enough to be played, once everything is written out."""

from __future__ import annotations

from ludex.dsl.diagnostics import Finding
from ludex.dsl.lower_size import ProgramTooLarge
from ludex.validator.checks import Check, Context


def _size(context: Context) -> tuple[Finding, ...]:
    return context.too_large


CHECKS: tuple[Check, ...] = (Check("the size of the program", ("ir",), (ProgramTooLarge,), _size),)
