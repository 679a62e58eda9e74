"""The page about boards: its blocks are one game that checks clean and plays to its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import blocks

import ludex

PAGE = "docs/boards.md"


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    """The game of the page, in as many files as it has blocks."""
    folder = tmp_path / "survey"
    folder.mkdir()
    for number, block in enumerate(blocks(PAGE, "yaml")):
        (folder / f"{number:02}.yaml").write_text(block.text, encoding="utf-8")
    return folder


def test_the_game_of_the_page_is_whole(survey: Path) -> None:
    assert {block.mark for block in blocks(PAGE)} == {"yaml"}
    game = ludex.load(survey)
    assert [f"{f.code} {f.message}" for f in game.check() if f.severity != "info"] == []
    for seed in range(6):
        match = game.start(players=2 + seed % 3, seed=seed)
        agents = ludex.agents.Agents(match)
        while match.decision is not None:
            assert match.broken_invariants() == []
            match.apply(agents.choose(match))
        assert match.result is not None
        assert match.result.ended_by == "all claimed"
