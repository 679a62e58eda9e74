"""Findings about the checking itself (LX9): what was not looked at, and where it broke down.

A clean run has to mean something. So whatever kept a check from looking is told like any other finding.
"""

from __future__ import annotations

from ludex.dsl.diagnostics import Diagnosis


class RuleUntested(Diagnosis):
    """No scenario touches a rule.

    `ludex test` runs all scenarios of a rule set and looks which rules took part. What none of them touches could
    say anything, and no test would fail. Write a scenario in which the rule decides something.
    """

    code = "LX906"
    name = "rule-untested"
    severity = "info"
    message = "no scenario touches `{rule}`"
    bad = "# a rule set whose scenarios never draw from the event deck\n"
    good = "# a rule set with a scenario for every rule\n"


class InternalError(Diagnosis):
    """A check broke down. The fault is one of Ludex, not of the rules.

    All other checks have run, but what this one would have found is not known, so the rule set cannot be called
    clean. `LUDEX_DEBUG=1 ludex check ...` shows where it happened; please report it together with the rules.
    """

    code = "LX908"
    name = "internal-error"
    severity = "error"
    message = "the check of {check} broke down on the game `{game}`, by a fault of Ludex ({fault})"
    bad = "about: a rule set that no check can digest\n"
    good = "about: any other rule set\n"


class CheckSkipped(Diagnosis):
    """A check could not run, because something that it needs is missing.

    What it would have found is not known. Beside the rules stands `source.md`, the rulebook in your own words;
    without it nobody can tell whether the passages that rules cite exist.
    """

    code = "LX909"
    name = "check-skipped"
    severity = "info"
    message = "the check of {checks} was skipped: {reason}"
    bad = "# a folder without source.md\n"
    good = "# a folder with source.md\n"


RULES: tuple[type[Diagnosis], ...] = (RuleUntested, InternalError, CheckSkipped)
