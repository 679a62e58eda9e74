"""Every key that a rule set may have says something to a later stage; one that nobody reads would be a promise."""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from example_runs import write_example

import ludex
from ludex import rules
from ludex.dsl import syntax

SECTIONS: tuple[type[Any], ...] = tuple(
    sort for sort in vars(syntax).values()
    if isinstance(sort, type) and issubclass(sort, syntax.Section) and sort is not syntax.Section)
#: Who holds what is cited against the rulebook.
CITED = "ludex.validator.source.cited"
#: Who looks at all keys of any section, whatever they are: to fill it, to find the passages that are cited.
GENERIC = ("ludex.dsl.read", "ludex.dsl.syntax", "ludex.validator.structure", CITED)
#: What is used up when the files are read.
WHILE_READING = {("RuleSet", "ludex"), ("RuleSet", "extends")}
#: Sections that the games below do not have.
MORE = """\
parameters:
  stake: {type: 1 to 3, default: 1, source: pot}
relations:
  ranks: {from: suit, to: card, pairs: {clubs: Ace, hearts: [Queen, King]}, inverse: suits, source: cards}
  next to: {from: suit, to: suit, pairs: {clubs: hearts}, both ways: yes, source: cards}
boards:
  yard:
    grid: squares
    space: plot
    direction: turn
    columns: 2
    rows: 1
    printed: {soil: {type: suit, picture: ". h", legend: {h: hearts}, default: clubs, inverse: soils, source: cards}}
    source: cards
patterns:
  bar: {board: board, cells: [here, east], turned: no, source: cards}
invariants:
  few: {holds: pot <= 100, source: pot}
"""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """The keys of sections that some stage asks for."""
    found: set[tuple[str, str]] = set()

    def watch(sort: type[Any], name: str) -> None:
        slot = sort.__dict__[name]

        def get(section: Any) -> Any:
            module = sys._getframe(1).f_globals["__name__"]
            if module not in GENERIC or (name, module) == ("source", CITED):
                found.add((sort.__name__, name))
            return slot.__get__(section, sort)

        monkeypatch.setattr(sort, name, property(get, lambda section, value: slot.__set__(section, value)))

    for sort in SECTIONS:
        for field in fields(sort):
            if "key" in field.metadata:
                watch(sort, field.name)
    return found


def test_every_key_is_used_by_a_later_stage(asked: set[tuple[str, str]], tmp_path: Path) -> None:
    for game in (*(rules.catalogue()[name] for name in ("carving_up_china", "greater_china")), write_example(tmp_path / "example_game", MORE)):
        ludex.check(game)
        ludex.load(game).in_words()
    keys = {(sort.__name__, field.name) for sort in SECTIONS for field in fields(sort) if "key" in field.metadata}
    assert len(keys) > 100
    assert keys - asked - WHILE_READING == set()
