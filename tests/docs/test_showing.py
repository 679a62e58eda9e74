"""The page about showing games: its commands print what it says, its pictures are those that are drawn now."""

from __future__ import annotations

from pathlib import Path

import pytest
from packages import ROOT
from pages import Block, Command, agrees, blocks, commands, typed

PAGE = "docs/showing.md"


def test_no_block_is_left_out() -> None:
    assert {block.mark for block in blocks(PAGE)} == {"", "console", "python", "sh"}


@pytest.mark.parametrize("block", blocks(PAGE, "console"), ids=lambda block: f"line {block.line}")
def test_commands(place: Path, block: Block) -> None:
    for command in commands(block):
        printed = typed(command)
        assert agrees(printed, command.printed), f"$ {command.line}\n{printed}"


def test_other_commands_run(place: Path) -> None:
    lines = [line for block in blocks(PAGE, "sh") for line in block.text.splitlines()]
    for line in lines:
        assert "Error" not in typed(Command(line, ""))
    drawn = {path.name: path.read_text(encoding="utf-8") for path in place.glob("*.svg")}
    assert sorted(drawn) == ["begin.svg", "end.svg", "hand.svg", "middle.svg"]
    assert len(set(drawn.values())) == 4
    assert all(text.startswith("<svg") for text in drawn.values())
    assert ", as P2 sees it</title>" in drawn["hand.svg"]


def test_the_program_draws_the_picture_of_the_page() -> None:
    [block] = blocks(PAGE, "python")
    names: dict[str, object] = {}
    exec(block.text, names)  # the page is ours
    assert names["picture"] == (ROOT / "docs/pictures/kuhn_poker.svg").read_text(encoding="utf-8")
