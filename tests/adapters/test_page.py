"""The page about learning and solving: its programs print what it shows, and its tables name what there is."""

from __future__ import annotations

import contextlib
import inspect
import io
import re
from itertools import pairwise

import pytest
from packages import ROOT
from pages import blocks

PAGE = "docs/adapters.md"
PROGRAMS = [(block.text, after.text) for block, after in pairwise(blocks(PAGE)) if block.mark == "python"]


@pytest.mark.parametrize(("program", "shown"), PROGRAMS, ids=["pettingzoo", "openspiel"])
def test_programs(program: str, shown: str) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, PAGE, "exec"), {})
    assert printed.getvalue() == shown


def test_no_block_is_left_out() -> None:
    assert [block.mark for block in blocks(PAGE)] == ["sh", "python", "text", "python", "text"]


def test_settings() -> None:
    from ludex.adapters.openspiel import MAX_GAME_LENGTH
    from ludex.adapters.openspiel import game as openspiel_game
    from ludex.adapters.pettingzoo import RawEnv

    text = (ROOT / PAGE).read_text(encoding="utf-8")
    table = text[text.index("| setting |") : text.index("The agents `player_1`")]
    told = {name for row in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert told == set(inspect.signature(RawEnv).parameters) - {"rules"}
    others = told - {"render_mode", "max_cycles"} | {"max_game_length"}
    assert others == set(inspect.signature(openspiel_game).parameters) - {"rules"}
    assert f"({MAX_GAME_LENGTH} unless" in text
