"""What is said where rules and rulebook do not fit: every diagnostic by its examples, the place and the words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import ludex
from ludex.dsl.diagnostics import Finding, Rule
from ludex.dsl.registry import all_rules
from ludex.validator import source

Check = Callable[[str], list[Finding]]
each_rule = pytest.mark.parametrize("rule", source.RULES, ids=lambda rule: rule.code)


@each_rule
def test_a_diagnostic_is_registered_and_has_a_page(rule: type[Rule]) -> None:
    assert all_rules()[rule.code] is rule
    first, _, rest = rule.page().partition("\n")
    assert re.match(r"[A-Z`].*\.", first)
    assert rest
    assert not rule.message.endswith(".")


@each_rule
def test_the_bad_example_gives_exactly_this_finding(rule: type[Rule], check: Check) -> None:
    found = check(rule.bad)
    assert [(finding.code, finding.message) for finding in found] == [(rule.code, found[0].message if found else "")]
    assert found[0].severity == rule.severity


@each_rule
def test_the_good_example_gives_none_and_plays(rule: type[Rule], write: Callable[[str], Path]) -> None:
    folder = write(rule.good)
    assert [finding.message for finding in ludex.check(folder)] == []
    assert ludex.load(folder).start(seed=1).seed == 1
