"""Stacks: what is put on top comes first, what is put under comes last, and between them it is chance."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from example_runs import write_example

import ludex
from ludex.dsl import lower_stacks
from ludex.dsl.diagnostics import Finding
from ludex.ir.text import print_program
from ludex.ir.text_read import read_program
from ludex.match import Match
from ludex.scenario import run

NAMES = ("one", "two", "three", "four", "five", "six")


def game(folder: Path, lines: str) -> Path:
    """A rule set with six cards in a stack, and lines in its set-up; then cards are drawn one by one, face up."""
    inside = "".join(f"      {line}\n" for line in lines.splitlines())
    return write_example(folder, (
        "ludex: 1\ngame: stacks\ntitle: Stacks\nplayers: {least: 2, most: 2}\n"
        f"components:\n  card: {{items: {{{', '.join(f'{name}: {{}}' for name in NAMES)}}}}}\n"
        "zones:\n  pile: {of: card, order: stack, starts with: all, when short: draw fewer}\n"
        "  table: {of: card, seen by: all}\n  hand: {of: card, each: player, seen by: owner}\n"
        "  second pile: {of: card, order: stack, when short: draw fewer}\n"
        f"setup:\n  - do: |\n      for P1:\n{inside.replace('      ', '          ')}"
        "rounds: {phases: [play]}\n"
        "phases:\n  play:\n    do: |\n      if pile is empty:\n          nobody wins\n      draw 1 from pile to table\n"
        "      for P1:\n          you may \"go on\":\n              say \"on\"\n"))


def begin(folder: Path, lines: str) -> Match:
    return ludex.load(game(folder, lines)).start(2, 1, chance="ask")


def draws(match: Match, seed: int = 0) -> list[set[str]]:
    """Draw everything: what might have come each time."""
    rng, found = random.Random(seed), []
    while match.result is None:
        if match.chance is not None:
            found.append({outcome.words for outcome in match.chance.outcomes})
            match.apply(rng.choice(match.chance.outcomes))
        else:
            match.apply("go on")
    return found


def take(names: str) -> str:
    return f"move {names} to your hand"


def test_under_the_rest_in_the_order_put(tmp_path: Path) -> None:
    match = begin(tmp_path, f"{take('one together with two')}\nput two under pile\nput one under pile")
    found = draws(match)
    assert found[0] == {"three", "four", "five", "six"}
    assert [len(one) for one in found] == [4, 3, 2, 1, 1, 1]
    assert found[4:] == [{"two"}, {"one"}]


def test_on_top_the_last_comes_first(tmp_path: Path) -> None:
    found = draws(begin(tmp_path, f"{take('one together with two')}\nput two on top of pile\nput one on top of pile"))
    assert found[:2] == [{"one"}, {"two"}]
    assert found[2] == {"three", "four", "five", "six"}


@pytest.mark.parametrize(("where", "first"), [("under", 4), ("on top of", 0)])
def test_several_at_once_lie_in_an_order_that_nobody_knows(where: str, first: int, tmp_path: Path) -> None:
    found = draws(begin(tmp_path, f"{take('one together with two')}\nput your hand {where} pile"))
    assert found[first] == {"one", "two"}
    assert found[first + 1] < {"one", "two"}


def test_what_lies_in_it_already_can_be_put_elsewhere_in_it(tmp_path: Path) -> None:
    found = draws(begin(tmp_path, "put one under pile\nput two under pile\nput one under pile\nput two on top of pile"))
    assert found[0] == {"two"}
    assert found[5] == {"one"}


def test_what_is_taken_out_leaves_no_gap(tmp_path: Path) -> None:
    lines = "".join(f"put {name} under pile\n" for name in NAMES[:4]) + f"{take('two together with three')}\n"
    match = begin(tmp_path, lines + "put two under pile")
    order = match.game.write_state(match)["fields"]["order in pile"]
    assert {name: order[name] for name in NAMES} == {
        "one": 1, "two": 3, "three": 0, "four": 2, "five": 0, "six": 0}


def test_a_shuffle_forgets_the_order(tmp_path: Path) -> None:
    found = draws(begin(tmp_path, f"put one under pile\nput two on top of pile\n{take('three')}\nshuffle your hand into pile"))
    assert [len(one) for one in found] == [6, 5, 4, 3, 2, 1]


def test_a_stack_that_goes_round_never_outgrows_its_numbers(tmp_path: Path) -> None:
    lines = "repeat 100 times:\n    draw 1 from pile to your hand\n    put your hand under pile"
    match = ludex.load(game(tmp_path, lines)).start(2, 1)
    order = match.game.write_state(match)["fields"]["order in pile"]
    assert sorted(order.values()) == [0, 1, 2, 3, 4, 5] or sorted(order.values()) == [1, 2, 3, 4, 5, 6]


def test_items_go_from_one_stack_to_another(tmp_path: Path) -> None:
    match = begin(tmp_path, "put one under pile\nput two under pile\nput one under second pile\nput two under second pile")
    fields = match.game.write_state(match)["fields"]
    assert set(fields["order in pile"].values()) == {0}
    assert fields["order in second pile"]["two"] == 2
    assert sorted(fields["second pile"]) == ["one", "two"]


def test_another_world_has_the_same_order_with_other_cards(tmp_path: Path) -> None:
    other_worlds(tmp_path, "order in pile")


def other_worlds(folder: Path, order: str) -> None:
    match = begin(folder, f"{take('one together with two')}\nput two under pile\nput one on top of pile\n{take('six')}")
    match.apply(match.chance.outcomes[0] if match.chance is not None else "")
    lowest = set()
    for seed in range(20):
        world = match.redeal(1, random.Random(seed))
        fields = world.game.write_state(world)["fields"]
        assert sorted(fields[order].values()) == [0, 0, 0, 0, 0, 1]
        assert all(fields[order][name] == 0 for name in NAMES if name not in fields["pile"])
        lowest |= {name for name in NAMES if fields[order][name] == 1}
    assert len(lowest) > 2


@pytest.mark.parametrize("name", ["order in {}", "what is known of {}"])
def test_whoever_looks_at_an_order_finds_it_by_its_stack(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                         ) -> None:
    monkeypatch.setattr(lower_stacks, "_numbers", lambda zone: name.format(zone.name))
    match = begin(tmp_path / "stacks", "put one under pile\nput two under pile")
    program = match.engine.program
    assert {field.name: field.order_of for field in program.fields.values() if field.order_of is not None} == {
        name.format("pile"): "pile", name.format("second pile"): "second pile"}
    assert read_program(print_program(program)) == program
    other_worlds(tmp_path / "world", name.format("pile"))
    the_order_given_is_played(tmp_path / "scenario")


def test_a_scenario_gives_the_order(tmp_path: Path) -> None:
    the_order_given_is_played(tmp_path / "scenario")


def the_order_given_is_played(tmp_path: Path) -> None:
    folder = game(tmp_path, take("six"))
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "order.yaml").write_text(
        "- scenario: five, then one, then chance\n  given:\n    at: play\n    pile: [five, one]\n"
        "    rest: {card: second pile}\n  do:\n    - P1: go on\n  expect:\n    - \"table contains five and table contains one\"\n"
        "- scenario: five and one of the others\n  given:\n    at: play\n    pile: [five]\n    hand: {P1: [], P2: []}\n"
        "    rest: {card: pile}\n  expect:\n    - zone: {table: [five]}\n    - zone: {pile: 5}\n", encoding="utf-8")
    assert [one["status"] for one in run(folder).scenarios] == ["passed", "passed"]


def complaint(found: list[Finding]) -> list[str]:
    return [finding.message for finding in found if finding.severity == "error"]


def test_a_stack_is_told_where_on_it(tmp_path: Path) -> None:
    assert complaint(list(ludex.check(game(tmp_path, "move one to pile")))) == ["this is a stack: `put ... under`, `put ... on top of` or `shuffle ... into` it"]


def test_only_a_stack_has_a_bottom(tmp_path: Path) -> None:
    found = complaint(list(ludex.check(game(tmp_path, "put one under table"))))
    assert found == ["this zone is not `order: stack`; only a stack has a top and a bottom"]
