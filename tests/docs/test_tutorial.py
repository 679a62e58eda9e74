"""The tutorial, done: its files are written, its commands typed, and what they print must be what it shows."""

from __future__ import annotations

from pathlib import Path

from pages import blocks, commands, typed

import ludex

PAGE = "docs/tutorial.md"


def test_the_tutorial_is_true(place: Path) -> None:
    done = []
    for block in blocks(PAGE):
        if block.mark == "console":
            for command in commands(block):
                assert typed(command) == command.printed, f"{PAGE}:{block.line}: $ {command.line}"
                done.append(command.line.split()[1])
        elif block.path is not None:
            block.write(place)
        else:
            raise AssertionError(f"{PAGE}:{block.line}: a block that is neither a file nor commands")
    assert set(done) == {"check", "explain", "test", "play"}


def test_it_ends_with_a_game_that_is_whole(place: Path) -> None:
    """All but the last block of files, which breaks a card on purpose."""
    files = [block for block in blocks(PAGE) if block.path is not None]
    assert files[-1].path == "duel/components.yaml"
    for block in files[:-1]:
        block.write(place)
    game = ludex.load("duel")
    assert game.check() == []
    [(name, ruling)] = game.rulings.items()
    assert len(ruling.readings) == 2
    assert ruling.executable
    report = ludex.scenario.run("duel")
    assert report.summary["passed"] == len(report.scenarios) >= 2
    assert {scenario["reading"] for scenario in report.scenarios} == {"", f"{name} is to_defender"}
    for reading in ruling.readings:
        for seed in range(20):
            match = game.start(seed=seed, rulings={name: reading})
            while match.decision is not None:
                match.apply(match.decision.options[seed % len(match.decision.options)])
            assert match.result is not None
            assert sum(match.result.scores.values()) <= 12
