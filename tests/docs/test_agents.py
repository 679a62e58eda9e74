"""The page about agents: its commands print what it shows, and its table has all agents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from packages import ROOT
from pages import agrees, blocks, commands, typed
from steps_game import cache_apart

from ludex.simulate.agents import KINDS, RANDOM

PAGE = "docs/agents.md"


@pytest.fixture(autouse=True, scope="module")
def own_cache() -> Iterator[None]:
    with cache_apart():
        yield


def test_commands_print_what_is_shown(place: Path) -> None:
    typed_in = [command for block in blocks(PAGE, "console") for command in commands(block)]
    assert len(typed_in) == 2
    for command in typed_in:
        printed = typed(command)
        assert agrees(printed, command.printed), f"$ {command.line}\n{printed}"


def test_all_agents_are_told_with_their_numbers() -> None:
    rows = re.findall(r"^\| `([a-z]+)(?::N)?` \| .*?(?:\((\d+)(?: if nothing is said)?\).*)?\|$",
                      (ROOT / PAGE).read_text(encoding="utf-8"), re.MULTILINE)
    assert dict(rows) == {
        RANDOM: "", **{name: str(kind.number) for name, kind in KINDS.items()}}
