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
from ludex.simulate.rows import game_seeds

PAGE = "docs/agents.md"


@pytest.fixture(autouse=True, scope="module")
def own_cache() -> Iterator[None]:
    with cache_apart():
        yield


def test_commands_print_what_is_shown(place: Path) -> None:
    typed_in = [command for block in blocks(PAGE, "console") for command in commands(block)]
    assert len(typed_in) == 3
    for command in typed_in:
        printed = typed(command)
        assert agrees(printed, command.printed), f"$ {command.line}\n{printed}"


def test_the_game_that_is_played_again_is_one_of_those_above() -> None:
    """The third game of the first simulation of the page, by its seed."""
    lines = [command.line.split() for block in blocks(PAGE, "console") for command in commands(block)]
    simulated, played = (next(line for line in lines if line[1] == name) for name in ("simulate", "play"))
    assert simulated[-4:] == ["--seed", "7", "--agents", "mcts:100,random"]
    assert played[3:] == ["--seed", str(game_seeds(7, 2, 1)[0]), "--seat", "1=mcts:100"]


def test_all_agents_are_told_with_their_numbers() -> None:
    rows = re.findall(r"^\| `([a-z]+)(?::N)?` \| .*?(?:\((\d+)(?: if nothing is said)?\).*)?\|$",
                      (ROOT / PAGE).read_text(encoding="utf-8"), re.MULTILINE)
    assert dict(rows) == {
        RANDOM: "", **{name: str(kind.number) for name, kind in KINDS.items()}}
