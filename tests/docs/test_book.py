"""The page about rulebooks: its commands write books, its program prints what it says, its example is told as it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from packages import ROOT
from pages import Command, blocks, typed

import ludex
from ludex.book.making import make
from ludex.book.model import Step, plain

PAGE = "docs/book.md"


def test_no_block_is_left_out() -> None:
    assert [block.mark for block in blocks(PAGE)] == ["sh", "yaml", "python", ""]


def test_commands_write_books(place: Path) -> None:
    for block in blocks(PAGE, "sh"):
        for line in block.text.splitlines():
            assert typed(Command(line, "")).strip() == ""
    assert sorted(path.name for path in place.iterdir()) == ["carving_up_china.md", "hex.json", "takenoko.html"]


def test_the_program_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    [program], [printed] = blocks(PAGE, "python"), blocks(PAGE, "")
    exec(program.text, {})  # the page is ours
    assert capsys.readouterr().out.strip() == printed.text.strip()


def test_the_example_is_told_as_the_page_says(tmp_path: Path) -> None:
    [block] = blocks(PAGE, "yaml")
    lines = "".join(f"      {line}\n" for line in block.text.splitlines())
    (tmp_path / "game.yaml").write_text(
        "ludex: 1\ngame: small\ntitle: Small\nplayers: {least: 2, most: 2}\n"
        "components: {card: {copies: 9, items: {Ace: {}}}}\n"
        "zones:\n  deck: {of: card, order: shuffled, starts with: all, when short: draw fewer}\n  hand: {of: card}\n"
        "rounds: {phases: [play]}\nend: {over: {at: end of round, when: deck is empty}}\n"
        "scoring: {score: 0, ties: shared}\n"
        "rulings:\n  last_match:\n    question: What?\n    source: x\n    readings: {takes: {means: A}, loses: {means: B}}\n"
        f"    choice: takes\n    because: So.\nphases:\n  play:\n    do: |\n{lines}")
    book = make(ludex.load(tmp_path))
    [phase] = [rule for rule in book.rules.values() if rule.sort == "phase"]

    def told(steps: tuple[Step, ...]) -> str:
        return " ".join(f"{plain(step.words)} {told(step.under)}".strip() for step in steps)

    said = told(phase.parts[0].steps)
    assert f"“{said}” where `takes` is chosen" in (ROOT / PAGE).read_text(encoding="utf-8")
