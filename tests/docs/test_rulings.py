"""The page about rulings and play: what it shows is what the commands print."""

from __future__ import annotations

from pathlib import Path

import pytest
from packages import ROOT
from pages import Block, Command, agrees, blocks, commands, typed

from ludex.pages import all_rules

PAGE = "docs/rulings.md"


def test_no_block_is_left_out() -> None:
    assert {block.mark for block in blocks(PAGE)} == {"console", "sh"}


@pytest.mark.parametrize("block", blocks(PAGE, "console"), ids=lambda block: f"line {block.line}")
def test_commands(place: Path, block: Block) -> None:
    for command in commands(block):
        printed = typed(command)
        assert agrees(printed, command.printed), f"$ {command.line}\n{printed}"


def test_other_commands_run(place: Path) -> None:
    lines = [line for block in blocks(PAGE, "sh") for line in block.text.splitlines()]
    assert len(lines) == 2
    for line in lines:
        assert "Error" not in typed(Command(line, ""))
    assert (place / "coverage.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_group_that_it_names_is_there() -> None:
    assert len([code for code in all_rules() if code.startswith("LX8")]) > 20
    assert "LX8" in (ROOT / PAGE).read_text(encoding="utf-8")
