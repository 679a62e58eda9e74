"""The page about modules: its blocks are a base and a module over it, which check clean and play to their end."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import blocks

import ludex
from ludex import IllegalMove

PAGE = "docs/modules.md"


@pytest.fixture
def rule_sets(tmp_path: Path) -> Path:
    """The folders of the page."""
    for block in blocks(PAGE, "yaml"):
        block.write(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("name", "days"), [("ferry", 6), ("flood", 8)])
def test_the_rule_sets_of_the_page_are_whole(rule_sets: Path, name: str, days: int) -> None:
    assert {block.mark for block in blocks(PAGE)} == {"yaml", "text"}
    game = ludex.load(rule_sets / name)
    assert [f"{f.code} {f.message}" for f in game.check() if f.severity not in ("info", "hint")] == []
    for seed in range(6):
        match = game.start(players=2 + seed % 2, seed=seed)
        agents = ludex.agents.Agents(match)
        while match.decision is not None:
            match.apply(agents.choose(match))
        assert game.write_state(match)["fields"]["day"] == days


def test_the_refusal_of_the_page(rule_sets: Path) -> None:
    """What is forbidden is refused with the words that the page shows."""
    (words,) = (block.text.strip() for block in blocks(PAGE, "text"))
    game = ludex.load(rule_sets / "flood")
    for seed in range(40):
        match = game.start(players=2, seed=seed)
        while match.decision is not None:
            offered = [option.words for option in match.decision.options]
            if any(option.startswith("work") for option in offered) and "work 2" not in offered:
                with pytest.raises(IllegalMove) as refused:
                    match.apply("work 2")
                assert str(refused.value).startswith(words)
                return
            match.apply(match.decision.options[seed % len(offered)])
    pytest.fail("nobody came so far")
