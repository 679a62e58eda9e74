"""What a word must keep to whatever it means, and what it declares of itself: nobody else knows a word by its name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import ludex
from ludex.dsl.lowering import Lowering
from ludex.dsl.types import Number
from ludex.dsl.vocabulary.ending import Say
from ludex.ir.verify import Broken


def test_a_program_that_is_not_well_formed_never_runs(write: Callable[[str], Path],
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    def lower(at: Lowering, words: str) -> None:
        at.b.emit(f"event|{words}", [], [], at.b.const(1))  # a number, and no set of seats

    game = ludex.load(write('say "here we are"'))
    monkeypatch.setattr(Say, "lower", staticmethod(lower))
    with pytest.raises(Broken, match="a mistake in Ludex and not in the rules") as broken:
        game.start(seed=1)
    assert [number for number, _ in broken.value.violations] == ["V12"]


#: A rule set whose only line is that of the word below.
ONE_LINE = """\
ludex: 1
game: tiny
title: Tiny
players: {least: 2, most: 2}
rounds: {phases: [play]}
phases:
  play: {do: say "on we go"}
"""


@pytest.mark.parametrize(("facets", "codes"), [
    ({}, ["LX403"]),
    ({"ends_game": True}, ["LX405"]),
    ({"ends_game": True, "names_winner": True}, []),
])
def test_a_word_says_of_itself_how_the_game_ends(facets: dict[str, bool], codes: list[str], tmp_path: Path,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    for facet, value in facets.items():
        monkeypatch.setattr(Say, facet, value)
    (tmp_path / "game.yaml").write_text(ONE_LINE, encoding="utf-8")
    assert [finding.code for finding in ludex.check(tmp_path) if finding.code.startswith("LX4")] == codes


@pytest.mark.parametrize(("quotient", "least", "most"), [
    ("7 divided by 2 rounded down", 3, 3), ("7 divided by 2 rounded up", 4, 4),
    ("-7 divided by 2 rounded down", -4, -4), ("-7 divided by 2 rounded up", -3, -3),
    ("pot divided by (pot + 2) rounded up", 0, 50), ("debt divided by 3 rounded down", -7, 6),
    ("debt divided by 3 rounded up", -6, 7),
])
def test_the_type_of_a_quotient_holds_it(quotient: str, least: int, most: int, write: Callable[[str], Path]) -> None:
    game = ludex.load(write(f"values:\n  share: {{is: {quotient}}}\n"))
    assert game.typed.functions["share"].type == Number(least, most)


@pytest.mark.parametrize(("line", "pot"), [
    ("add 90 to pot as far as it goes", 95), ("add 96 to pot as far as it goes", 100),
    ("subtract 5 from pot as far as it goes", 0), ("subtract 6 from pot as far as it goes", 0),
])
def test_as_far_as_it_goes(line: str, pot: int, write: Callable[[str], Path]) -> None:
    game = ludex.load(write(f"{line}\nfor starter:\n    you may \"go on\":\n        add 0 to points"))
    match = game.start(2, 1)
    assert match.view(None)["state"]["pot"] == pot
