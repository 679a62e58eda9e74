"""The page about the language: its blocks are one game that checks clean, plays, and passes its scenarios."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path

import pytest
from packages import ROOT
from pages import Block, blocks, headings

import ludex
from ludex.dsl.vocabulary import WORDS

PAGE = "docs/language.md"
LAST = "The hard rules of six games"
#: What is not shown of a rule file: comments, and lines that only say where a rule comes from.
LEFT_OUT = re.compile(r"\s*# .*$|\s*source: .*$|\s*$")
GAP = "# ..."


def before_the_last(mark: str) -> list[Block]:
    """The blocks of a mark that belong to the game of the page."""
    order = headings(PAGE)
    return [block for block in blocks(PAGE, mark) if order.index(block.heading) < order.index(LAST)]


def excerpts() -> list[Block]:
    """The blocks of the last section."""
    order = headings(PAGE)
    return [block for block in blocks(PAGE, "yaml") if order.index(block.heading) >= order.index(LAST)]


@pytest.fixture
def market_day(tmp_path: Path) -> Path:
    """The game of the page, in as many files as it has blocks."""
    folder = tmp_path / "market_day"
    (folder / "scenarios").mkdir(parents=True)
    for number, block in enumerate(before_the_last("yaml")):
        (folder / f"{number:02}.yaml").write_text(block.text, encoding="utf-8")
    for number, block in enumerate(before_the_last("scenario")):
        (folder / "scenarios" / f"{number:02}.yaml").write_text(block.text, encoding="utf-8")
    [source] = before_the_last("markdown")
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
            agents = ludex.agents.Agents(match)
            while match.decision is not None:
                assert match.broken_invariants() == []
                match.apply(agents.choose(match))
            assert match.result is not None
            assert match.result.ended_by in ("the last day", "a fortune")


def test_who_can_play_is_open_too(market_day: Path) -> None:
    game = ludex.load(market_day)
    with pytest.raises(ludex.BadStart, match="for 2 to 4 players, not 5; it is where `fifth_merchant` is `one_more`"):
        game.start(players=5)
    assert len(game.start(players=5, rulings={"fifth_merchant": "one_more"}).seats) == 5


def test_its_scenarios_pass(market_day: Path) -> None:
    report = ludex.scenario.run(market_day)
    assert [s["message"] for s in report.scenarios if s["status"] != "passed"] == []
    assert len(report.scenarios) == 2


@pytest.mark.parametrize("block", before_the_last("effect"), ids=lambda block: f"line {block.line}")
def test_effects(market_day: Path, block: Block) -> None:
    text = "procedures:\n  example:\n    do: |\n" + textwrap.indent(block.text, " " * 6)
    (market_day / "example.yaml").write_text(text, encoding="utf-8")
    found = {(finding.code, finding.line) for finding in ludex.check(market_day)}
    assert ("LX221", 2) in found, "nothing does it"
    assert {code for code, _ in found} <= {"LX221", "LX224"}


@pytest.mark.parametrize("block", before_the_last("wrong"), ids=lambda block: f"line {block.line}")
def test_mistakes(market_day: Path, block: Block) -> None:
    text = "procedures:\n  example:\n    do: |\n" + textwrap.indent(block.text, " " * 6)
    (market_day / "example.yaml").write_text(text, encoding="utf-8")
    found = ludex.check(market_day)
    assert found != []
    assert {Path(finding.file).name for finding in found} == {"example.yaml"}


@pytest.mark.parametrize("block", before_the_last("expressions"), ids=lambda block: f"line {block.line}")
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

#: What issues name as the hardest rules -> a line that is part of each.
HARDEST = {
    "the auction": "where: total strength of (your bid together with cards) for you > your threshold",
    "the modifiers": "the British bonus:",
    "Invader Conflict": "you may choose target from your invader targets:",
    "Rebellion": "when: prize contains Rebellion",
    "growth with fertilizer": "fertilizer: {source: growth.2, when: improved of fertilizer contains spot, set: 2}",
    "first water": "do grow with spot and first growth of spot",
    "two different actions": "is: not used contains what",
    "weather": "budget: {is: (if weather is sun then 3 else 2), source: [turn.3, weather.2, weather.4]}",
    "patterns": "curve: {board: garden, cells: [here, north, southeast], turned: \"yes\", source: plot_cards.1}",
    "a claim": "complete a plot objective:",
    "a tile": "open spots:",
    "the border": "is: all reached from rim of meadow through (cells without pasture without more)",
    "a slide": "goals: {of: {herd: cell}, is: combined slide of directions for herd}",
    "a split": "set sheep of goal to walkers",
    "windows": "triples: {of: {way: direction}, is: after of (pairs of way) for (opposite of way)}",
    "discs": "right discs:",
    "demand": "check demand:",
    "revolution": "revolution:",
    "underselling": "move occupant of spot to out of the game",
    "Lin Zexu": "choose region from regions where counter is not Lin Zexu or catch of region is highest catch of regions",
    "veto": "set at war to no",
    "supply chains": "working:",
    "five to one": "is: many divided by 5 rounded down",
    "one round": "the elusive army:",
    "retreat": "move band to spent of haven",
    "a ban": "the western powers stay out:",
    "suspension": "while: not defeated",
}


def shown(text: str) -> list[str]:
    """The lines of a rule file as the page shows them."""
    lines = [re.sub(r"\s+# ludex: ignore .*$", "", line) for line in text.splitlines()]
    return [line for line in lines if not LEFT_OUT.fullmatch(line)]


@pytest.mark.parametrize("block", excerpts(), ids=lambda block: f"line {block.line}")
def test_an_excerpt_stands_in_the_rules(block: Block) -> None:
    first, *rest = block.text.splitlines()
    assert first.startswith("# rules/")
    file = shown((ROOT / first.removeprefix("# ")).read_text(encoding="utf-8"))
    for run in "\n".join(rest).split(f"\n{GAP}\n"):
        lines = run.split("\n")
        places = [at for at in range(len(file)) if file[at:at + len(lines)] == lines]
        assert places, run
        file = file[places[0] + len(lines):]  # what is shown later stands further down


@pytest.mark.parametrize("rule", HARDEST)
def test_the_hardest_rules_are_shown(rule: str) -> None:
    assert any(HARDEST[rule] == line.strip() for block in excerpts() for line in block.text.splitlines())


@pytest.mark.parametrize("game", sorted({block.text.split("/")[1] for block in excerpts()}))
def test_the_games_of_the_excerpts_are_played(game: str) -> None:
    match = ludex.load(game).start(seed=1)
    assert match.decision is not None
