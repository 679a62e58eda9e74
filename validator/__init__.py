"""Checks of a rule set beyond its form: what it leaves open, and how it stands to its source."""

from __future__ import annotations

from ludex.dsl.diagnostics import Sink
from ludex.dsl.game import Analysis
from ludex.dsl.passages import Passage
from ludex.dsl.syntax import RuleSet
from ludex.validator import structure


def check_rules(rules: RuleSet, analysis: Analysis, passages: dict[str, Passage] | None, sink: Sink) -> None:
    """Run every check; findings go to the sink."""
    structure.check(rules, analysis, passages, sink)
