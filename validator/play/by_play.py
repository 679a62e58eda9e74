"""The check by play as one of the checks of a rule set, for those who may play games."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl.diagnostics import Finding
from ludex.validator.checks import Check, Context
from ludex.validator.play.rules import RULES
from ludex.validator.play.table import Plan


def _play(context: Context) -> Iterator[Finding]:
    from ludex.validator.play.check import PlayCheck  # only who plays needs what it takes

    assert context.table is not None
    plan = Plan(games=context.games, seed=context.seed)
    return PlayCheck(context.game, context.table(), plan).findings()


CHECKS: tuple[Check, ...] = (Check("play", ("typed", "play"), RULES, _play),)
