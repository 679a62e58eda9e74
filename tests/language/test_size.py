"""What multiplies: it is a finding where it could not be written out, and a fault where it would never end."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from example_runs import check_lines, play, write_example

import ludex
from ludex.dsl import lower_size

#: Lines and sections that would never come to rest, or never be written out -> what is said of them.
ENDLESS: dict[str, tuple[str, str, str]] = {
    "loops in loops": (
        "".join(f"{'  ' * n}for each p{n} in players:\n" for n in range(24)) + "  " * 24 + "add 0 to pot", "",
        "the rules never come to rest"),
    "procedures that run the next twice": (
        "do p0", "procedures:\n" + "".join(f"  p{n}: {{do: \"do p{n + 1}\\ndo p{n + 1}\"}}\n" for n in range(40))
        + "  p40: {do: add 0 to pot}\n", "the rules never come to rest"),
    "values that need the next twice": (
        "set open to v0 > 3", "values:\n" + "".join(
            f"  v{n}: {{is: (if v{n + 1} > 3 then v{n + 1} else count of discard)}}\n" for n in range(28))
        + "  v28: {is: count of deck}\n", "the rules never come to rest"),
    "a million times": ("repeat 1000000 times:\n  set pot to 3", "", "the rules never come to rest"),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_has_no_end_in_sight_is_a_fault_soon(name: str, tmp_path: Path) -> None:
    lines, sections, message = ENDLESS[name]
    folder = write_example(tmp_path / "game", lines)
    (folder / "more.yaml").write_text(sections, encoding="utf-8")
    assert not any(finding.severity == "error" for finding in ludex.check(folder))
    game = ludex.load(folder)
    start = time.process_time()
    with pytest.raises(ludex.RuleFault, match=message):
        game.start(seed=1)
    assert time.process_time() - start < 30


def test_too_many_numbers_to_choose_from_are_a_finding() -> None:
    def said(high: str) -> list[tuple[str, str | None]]:
        return [(f.message, f.help) for f in check_lines(f"choose number n from 1 to {high}")]

    assert said("10000") == said("smaller of points of starter and 9") == []
    assert said("1000000000") == [
        ("there may be 1000000000 numbers to choose from, and 10000 are the most", None)]
    assert said("points of starter * 20") == [
        ("there may be 20000 numbers to choose from, and 10000 are the most", "say `smaller of ... and 10000`")]


#: An effect for a depth, whose program must grow with the depth, or with its square, and no faster.
NESTED: dict[str, Callable[[int], str]] = {
    "sets, chosen or declined": lambda depth: "for starter:\n" + "".join(
        f"{'  ' * n}  you may choose any number of s{n} from hand:\n" for n in range(depth))
        + "  " * depth + "  add 1 to pot",
    "sets, one after the other": lambda depth: "for starter:\n" + "".join(
        f"  choose any number of s{n} from hand\n" for n in range(depth)),
}


@pytest.mark.parametrize("name", NESTED)
def test_choices_of_sets_grow_no_faster_than_they_are_written(name: str, tmp_path: Path) -> None:
    def size(depth: int) -> int:
        program = ludex.load(write_example(tmp_path / "game", NESTED[name](depth))).program(2)
        return len(program.functions["main"].blocks)

    four, eight, twelve = size(4), size(8), size(12)
    assert twelve - eight == eight - four


def test_the_choices_of_an_action_grow_no_faster_than_they_are_written(tmp_path: Path) -> None:
    def size(depth: int) -> int:
        choices = "".join(f"      - any number of s{n} from hand\n" for n in range(depth))
        text = f"actions:\n  go:\n    choose:\n{choices}    do: add 1 to pot\n"
        folder = write_example(tmp_path / "game", "for starter:\n    take action go")
        (folder / "more.yaml").write_text(text, encoding="utf-8")
        return len(ludex.load(folder).program(2).functions["main"].blocks)

    four, eight, twelve = size(4), size(8), size(12)
    assert twelve - eight < 2 * (eight - four)


def test_a_game_that_is_too_large_in_another_reading_does_not_start(tmp_path: Path) -> None:
    step = '      draw 1 from deck to discard\n      say "on"\n'
    draws = textwrap.indent(step * 6, "      ")
    assert step * 6 in lower_size.ProgramTooLarge.bad
    text = lower_size.ProgramTooLarge.bad.replace(step * 6, f"        if ruling draw_first is no_thanks:\n{draws}")
    folder = write_example(tmp_path / "game", text)
    assert [f for f in ludex.check(folder) if f.severity == "error"] == []
    with pytest.raises(ludex.RuleErrors, match="more than 100,000 steps"):
        ludex.load(folder).start(seed=1, rulings={"draw_first": "no_thanks"})


def test_a_long_effect_is_written_in_the_time_of_its_length(tmp_path: Path) -> None:
    lines = ("repeat until pot > 3:\n  if open:\n    add 1 to pot\n  otherwise if pot is 2:\n"
             "    repeat 3 times:\n      add 2 to pot\n") * 300
    game = ludex.load(write_example(tmp_path / "game", lines))
    start = time.process_time()
    assert play(game, 2, 1).result is not None
    assert time.process_time() - start < 30


def test_what_is_played_is_verified_and_what_is_only_measured_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[str] = []
    monkeypatch.setattr("ludex.ir.verify.verify", lambda program: verified.append(program.name))
    assert ludex.check("pig") == []
    assert verified == []
    ludex.load("pig").start(players=2, seed=1)
    assert verified
    assert set(verified) == {"pig"}
