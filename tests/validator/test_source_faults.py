"""Single faults put into the bundled games: what the text says beside them gives each of them away."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import ludex
from ludex import rules
from ludex.validator import source

#: Game, file, what stands there (once), what is put in its place, and the code of the finding.
FAULTS = [
    ("carving_up_china", "game.yaml", "most: 5", "most: 6", "LX608"),
    ("carving_up_china", "phases.yaml", "draw 6 from", "draw 7 from", "LX608"),
    ("carving_up_china", "effects.yaml", "    is: 4\n", "    is: 5\n", "LX608"),
    ("carving_up_china", "effects.yaml", "set: 5\n", "set: 6\n", "LX608"),
    ("carving_up_china", "effects.yaml", "2 * coins", "3 * coins", "LX608"),
    ("carving_up_china", "components.yaml", "copies: 4", "copies: 5", "LX608"),
    ("carving_up_china", "components.yaml", "Canton: {points: 6}", "Canton: {points: 5}", "LX628"),
    ("carving_up_china", "components.yaml", "      Formosa: {points: 2}\n", "", "LX628"),
    ("carving_up_china", "components.yaml", "Invasion: {power: 8}", "Invasion: {power: 4}", "LX628"),
    ("carving_up_china", "effects.yaml", "set: 15", "add: 15", "LX613"),
    ("carving_up_china", "phases.yaml", "[manchu phase, power phase,", "[power phase, manchu phase,", "LX612"),
    ("carving_up_china", "phases.yaml", "moves_on:\n          set lead to player after lead",
     "moves_on:\n          set lead to player before lead", "LX612"),
    ("carving_up_china", "phases.yaml", "best: highest", "best: lowest", "LX633"),
    ("carving_up_china", "phases.yaml", "when: territory deck is empty", "when: territory deck is not empty", "LX634"),
    ("carving_up_china", "components.yaml", "    when empty: shuffle imperial discard into imperial deck\n", "", "LX609"),
    ("carving_up_china", "phases.yaml", "      for each player from dealt first:\n          draw 6",
     "      for lead:\n          draw 6", "LX614"),
    ("carving_up_china", "phases.yaml",
     "      until: bidders is empty or (count of bidders is 1 and high bid > 0 and ruling last_bidder is wins_at_once)\n",
     "", "LX610"),
    ("carving_up_china", "effects.yaml",
     '              you may "redraw":\n', "              if imperial deck is not empty:\n", "LX607"),
    ("carving_up_china", "effects.yaml", "choose exactly (count of your hand - your hand limit)",
     "choose up to (count of your hand - your hand limit)", "LX607"),
    ("pig", "game.yaml", "default: 100", "default: 120", "LX608"),
    ("pig", "game.yaml", "    when: turn total > 0\n", "", "LX609"),
    ("pig", "game.yaml", "if your points >= target:", "if your points > target:", "LX627"),
    ("pig", "game.yaml", "take action roll or hold", "take action roll", "LX607"),
    ("nim", "game.yaml", "starts: {A: 3,", "starts: {A: 2,", "LX628"),
    ("nim", "game.yaml", "most: 2}", "most: 3}", "LX608"),
    ("kuhn_poker", "game.yaml", "Queen: {rank: 2}", "Queen: {rank: 1}", "LX628"),
    ("kuhn_poker", "game.yaml", "draw 1 from deck", "draw 2 from deck", "LX608"),
    ("kuhn_poker", "game.yaml", "seen by: owner", "seen by: all", "LX631"),
    ("kuhn_poker", "game.yaml", "      until: checks is 2\n", "", "LX609"),
]


@pytest.mark.parametrize(("game", "file", "old", "new", "code"), FAULTS, ids=lambda part: str(part)[:30].strip())
def test_a_single_fault_is_found(game: str, file: str, old: str, new: str, code: str, tmp_path: Path) -> None:
    folder = tmp_path / game
    shutil.copytree(rules.catalogue()[game], folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    found = {finding.code for finding in ludex.check(folder) if finding.severity in ("error", "warning")}
    assert code in found


@pytest.mark.parametrize("game", sorted(rules.catalogue()))
def test_the_bundled_games_agree_with_their_texts(game: str) -> None:
    found = ludex.examine(game, source.CHECKS)
    assert [(finding.code, finding.message) for finding in found.findings if finding.code.startswith("LX6")] == []
    assert all(outcome.status == "ran" for outcome in found.outcomes)
