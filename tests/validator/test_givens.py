"""Invariants about data are held against the data when the rules are checked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import ludex
from ludex.checking import examine
from ludex.validator.givens import CHECKS

TRAFFIC = Path(__file__).resolve().parents[2] / "rules" / "an_infamous_traffic"


#: Data of others in place of ours, and which constraints they contradict.
OTHERS: list[tuple[dict[str, str], set[str]]] = [
    ({"C: [C1, C2], D: [D1, D2]": "C: [C1, C2, D2], D: D1",
      "A2 land, A2 far land]\n": "A2 land]\n", "A3 inner sea, A3 land]\n": "A3 inner sea, A3 land, A2 far land]\n",
      "A: [B, E, F], B: [C, E], C: [D, E, G]": "A: [B, E], B: E, C: [D, E, G]", "E: [F, G], F: H": "E: G, F: H",
      "G: [C, D], H: D}": "G: [C, D], H: G}"},
     {"the chains of the setup", "the short chain", "the next ports", "smugglers spread", "a road to the sea"}),
    ({"outer sea: [A1 outer sea, A2 outer sea, A3 outer sea, ": "outer sea: [",
      "A3 inner sea, B1 inner sea, B2 inner sea, C1": "A3 inner sea, C1",
      " land: [A1 land,": " land: [A1 land, A1 outer sea, A2 outer sea, A3 outer sea, B1 inner sea, B2 inner sea,"},
     {"every zone of the short chain", "seas of the example", "the first port", "a road to the sea"}),
    ({"money >= 6 then 4": "money >= 6 then 2", "money >= 0 then 2": "money >= 3 then 2",
      "to_three then 3": "to_three then 2",
      "Merchant: {business: selling,": "Merchant: {business: selling, cost: 1,",
      "growing, cost: 1, copies: 25}": "growing, cost: 1, copies: 24}",
      "Smuggler 0: {worth: 0, shade: black, copies: 5}": "Smuggler 0: {worth: 2, shade: black, copies: 6}",
      "Lin Zexu: {icons: 2": "Lin Zexu: {icons: 1", "Knighthood: {glory: 3}": "Knighthood: {glory: 0}"},
     {"brackets rise", "investments of the example", "prices of the example", "costs of the example",
      "the counters of the text", "five for five players", "prices of smugglers and bureaucrats", "icons of police",
      "the prizes of the text"}),
]


@pytest.mark.parametrize(("changes", "told"), OTHERS)
def test_other_data_are_held_against_the_text(tmp_path: Path, changes: dict[str, str], told: set[str]) -> None:
    folder = tmp_path / "traffic"
    shutil.copytree(TRAFFIC, folder, ignore=shutil.ignore_patterns("scenarios"))
    text = (folder / "data.yaml").read_text(encoding="utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "data.yaml").write_text(text, encoding="utf-8")
    found = [one for one in examine(folder, CHECKS).findings if one.severity == "error"]
    assert {(one.code, one.message.split("`")[1]) for one in found} == {("LX531", name) for name in told}
    lines = (folder / "constraints.yaml").read_text(encoding="utf-8").splitlines()
    for one in found:
        name = one.message.split("`")[1]
        assert one.file.endswith("constraints.yaml") and f"  {name}:" in lines[max(0, one.line - 5):one.line]


def test_every_constraint_on_data_is_broken_by_some_data() -> None:
    """None of them is asked in play, where none of them can break."""
    told = {name for _, names in OTHERS for name in names}
    game = ludex.load(TRAFFIC)
    constraints = {name.text for name in game.syntax.invariants if name.span.source.path.endswith("constraints.yaml")}
    assert constraints == told
    assert told.isdisjoint(game.start(players=3, seed=1).engine.program.invariants)
