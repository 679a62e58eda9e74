"""The page about the language: its blocks are one game that checks clean, plays, and passes its scenarios."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest
import yaml
from packages import ROOT
from pages import Block, blocks, headings

import ludex
from ludex.dsl.vocabulary import WORDS

PAGE = "docs/language.md"
PAPER = "The hard rules, on paper"
#: For each block of today's language in the last section, what it needs around it.
AROUND = Path(__file__).parent / "paper"


def before_the_paper(mark: str) -> list[Block]:
    """The blocks of a mark that belong to the game of the page."""
    order = headings(PAGE)
    return [block for block in blocks(PAGE, mark) if order.index(block.heading) < order.index(PAPER)]


def on_paper() -> list[Block]:
    """The blocks of the last section."""
    order = headings(PAGE)
    return [block for block in blocks(PAGE, "yaml") if order.index(block.heading) >= order.index(PAPER)]


@pytest.fixture
def market_day(tmp_path: Path) -> Path:
    """The game of the page, in as many files as it has blocks."""
    folder = tmp_path / "market_day"
    (folder / "scenarios").mkdir(parents=True)
    for number, block in enumerate(before_the_paper("yaml")):
        (folder / f"{number:02}.yaml").write_text(block.text, encoding="utf-8")
    for number, block in enumerate(before_the_paper("scenario")):
        (folder / "scenarios" / f"{number:02}.yaml").write_text(block.text, encoding="utf-8")
    [source] = before_the_paper("markdown")
    (folder / "source.md").write_text(source.text, encoding="utf-8")
    return folder


def test_no_block_is_left_out() -> None:
    marks = {block.mark for block in blocks(PAGE)}
    assert marks == {"yaml", "effect", "wrong", "expressions", "scenario", "markdown"}


def test_the_game_of_the_page_is_whole(market_day: Path) -> None:
    game = ludex.load(market_day)
    assert [str(finding.message) for finding in game.check()] == []
    for seed in range(10):
        for reading in game.rulings["short_caravan"].readings:
            match = game.start(players=2 + seed % 3, seed=seed, rulings={"short_caravan": reading})
            agents = [ludex.agents.RandomAgent(f"{seed}/{seat}") for seat in range(len(match.seats))]
            while match.decision is not None:
                assert match.broken_invariants() == []
                match.apply(agents[match.decision.player].choose(match, match.decision.player))
            assert match.result is not None
            assert match.result.ended_by in ("the last day", "a fortune")


def test_its_scenarios_pass(market_day: Path) -> None:
    report = ludex.scenario.run(market_day)
    assert [s["message"] for s in report.scenarios if s["status"] != "passed"] == []
    assert len(report.scenarios) == 2


@pytest.mark.parametrize("block", before_the_paper("effect"), ids=lambda block: f"line {block.line}")
def test_effects(market_day: Path, block: Block) -> None:
    text = "procedures:\n  example:\n    do: |\n" + textwrap.indent(block.text, " " * 6)
    (market_day / "example.yaml").write_text(text, encoding="utf-8")
    found = {(finding.code, finding.line) for finding in ludex.check(market_day)}
    assert ("LX221", 2) in found, "nothing does it"
    assert {code for code, _ in found} <= {"LX221", "LX224"}


@pytest.mark.parametrize("block", before_the_paper("wrong"), ids=lambda block: f"line {block.line}")
def test_mistakes(market_day: Path, block: Block) -> None:
    text = "procedures:\n  example:\n    do: |\n" + textwrap.indent(block.text, " " * 6)
    (market_day / "example.yaml").write_text(text, encoding="utf-8")
    found = ludex.check(market_day)
    assert found != []
    assert {Path(finding.file).name for finding in found} == {"example.yaml"}


@pytest.mark.parametrize("block", before_the_paper("expressions"), ids=lambda block: f"line {block.line}")
def test_expressions(market_day: Path, block: Block) -> None:
    """Each line as a value of a player, so that somebody acts in it."""
    lines = "".join(f"  example {number}: {{of: {{somebody: player}}, is: {json.dumps(line)}}}\n"
                    for number, line in enumerate(block.text.splitlines()))
    (market_day / "example.yaml").write_text(f"values:\n{lines}", encoding="utf-8")
    assert {finding.code for finding in ludex.check(market_day)} <= {"LX203", "LX225"}, "nothing asks for it"


def test_effects_and_operators_are_all_there() -> None:
    """The tables of effects and of precedence name every word of their kind."""
    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in (PAGE, "docs/boards.md"))
    for word in WORDS:
        literals = [part.literal for part in word.variants()[-1] if part.literal]
        assert all(literal in text for literal in literals), word.phrase


# -- the last section


def test_every_block_on_paper_is_marked_and_well_formed() -> None:
    found = on_paper()
    assert len(found) >= 15
    for block in found:
        assert block.text.startswith(("# today\n", "# to come")), block.line
        assert all(isinstance(part, dict) for part in yaml.safe_load_all(block.text)), block.line


@pytest.mark.parametrize("block", [b for b in on_paper() if b.text.startswith("# today\n")],
                         ids=lambda block: block.heading)
def test_what_can_be_said_today(tmp_path: Path, block: Block) -> None:
    """A block marked so reads without a finding, in a game that declares the rest."""
    number = block.heading.split()[0]
    for name, text in (("example", block.text), ("game", (AROUND / f"{number}.yaml").read_text(encoding="utf-8"))):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    assert [f"{f.file}:{f.line}: {f.message}" for f in ludex.check(tmp_path) if f.severity == "error"] == []
    match = ludex.load(tmp_path).start(seed=1)
    assert match.decision is not None or match.result is not None
