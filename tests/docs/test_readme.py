"""The README: what it shows is real, and what it says to type works."""

from __future__ import annotations

import contextlib
import io
import tomllib
from pathlib import Path

import pytest
from packages import ROOT
from pages import Block, agrees, blocks, commands, typed

PAGE = "README.md"


def test_no_block_is_left_out() -> None:
    assert {block.mark for block in blocks(PAGE)} == {"console", "python", "sh", "yaml"}


@pytest.mark.parametrize("block", blocks(PAGE, "console"), ids=lambda block: f"line {block.line}")
def test_commands(place: Path, block: Block) -> None:
    for command in commands(block):
        printed = typed(command)
        assert agrees(printed, command.printed), f"$ {command.line}\n{printed}"


@pytest.mark.parametrize("block", blocks(PAGE, "python"), ids=lambda block: f"line {block.line}")
def test_python(place: Path, block: Block) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block.text, f"{PAGE}:{block.line}", "exec"), {})
    assert printed.getvalue()


@pytest.mark.parametrize("block", blocks(PAGE, "yaml"), ids=lambda block: f"line {block.line}")
def test_rules_are_quoted_word_for_word(block: Block) -> None:
    files = (ROOT / "rules" / "carving_up_china").glob("*.yaml")
    assert any(block.text in file.read_text(encoding="utf-8") for file in files)


def test_make_play_is_what_is_shown() -> None:
    [first, *_] = [command.line for block in blocks(PAGE, "console") for command in commands(block)]
    assert first.removeprefix("ludex") in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_license_is_the_declared_one() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        declared = tomllib.load(file)["project"]["license"]
    assert f"SPDX-License-Identifier: {declared}" in (ROOT / PAGE).read_text(encoding="utf-8")
