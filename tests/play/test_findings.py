"""Every diagnostic of checks by play: the bad example shows it, the good one does not, and the game it carries plays."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex import check_by_play
from ludex.dsl.diagnostics import Diagnosis, Finding
from ludex.interpreter.engine import Engine
from ludex.ir.contract import State
from ludex.pages import all_rules
from ludex.validator.play import rules

Play = Callable[..., list[Finding]]
each_rule = pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.code)

#: What is told beside a fault, about the same: that it needs so many players.
BESIDE = {"LX820": ["LX808", "LX820"]}
#: Findings without a game to look at: they say what never happens, or count.
BARE = {"LX803", "LX804", "LX815", "LX816", "LX817", "LX818", "LX821", "LX823"}


@each_rule
def test_a_diagnostic_is_registered_and_has_a_page(rule: type[Diagnosis]) -> None:
    assert all_rules()[rule.code] is rule
    first, _, rest = rule.page().partition("\n")
    assert re.match(r"[A-Z].*", first)
    assert rest
    assert not rule.message.endswith(".")


class Forgetful(Engine):
    """An engine that plays another game each time."""

    starts = 0

    def start(self, seed: int, *rest: Any, **more: Any) -> State:
        Forgetful.starts += 1
        return super().start(seed + Forgetful.starts, *rest, **more)


class Wasteful(Engine):
    """An engine that loses a card with every decision."""

    def choose(self, state: State, *rest: Any, **more: Any) -> None:
        super().choose(state, *rest, **more)
        deck = self.layout.fields["deck"]
        state[deck] &= state[deck] - 1


#: What no rule can bring about, and the engines that do.
FAULTY: dict[str, type[Engine]] = {"LX807": Wasteful, "LX814": Forgetful}


@each_rule
def test_the_bad_example_gives_exactly_this_finding(
    rule: type[Diagnosis], write: Callable[[str], Path], play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    if rule.code in FAULTY:
        monkeypatch.setattr(check_by_play, "engine_for", FAULTY[rule.code])
    without_play = ludex.check(write(rule.bad))
    assert not [finding.message for finding in without_play if finding.severity == "error"]
    assert rule.code not in {finding.code for finding in without_play}
    found = play(rule.bad)
    heard = [finding for finding in found if loud(rule, finding)]
    assert [finding.code for finding in heard] == BESIDE.get(rule.code, [rule.code])
    finding = heard[-1]
    assert finding.severity == rule.severity
    assert finding.span.text
    if rule.code in BARE:
        assert finding.witness is None
    else:
        assert isinstance(finding.witness, str)
        again = ludex.record.play_again(finding.witness)
        assert again.notes == ()


@each_rule
def test_the_good_example_gives_none(rule: type[Diagnosis], write: Callable[[str], Path], play: Play) -> None:
    assert not [finding.message for finding in ludex.check(write(rule.good)) if finding.severity == "error"]
    found = play(rule.good)
    assert not [finding.message for finding in found if finding.severity in ("error", "warning")]
    assert rule.code not in {finding.code for finding in found}


def loud(rule: type[Diagnosis], finding: Finding) -> bool:
    """Whether a finding counts for an example: hints and infos that follow from its smallness do not."""
    return finding.code == rule.code or finding.severity in ("error", "warning")

