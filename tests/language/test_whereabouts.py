"""What is known of where things lie is never too little: they are found wherever a line may have put them meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludex
from ludex.ir.ops import Load

HEAD = """
ludex: 1
game: yard
title: Yard
players: {least: 2, most: 2}
components:
  crate: {items: {A: {}, B: {}, C: {}, D: {}, E: {}, F: {}}}
zones:
  pile: {of: crate, starts with: all, seen by: all}
  shed: {of: crate, each: player, seen by: all}
  cart: {of: crate, seen by: all}
  dump: {of: crate, seen by: all}
  attic: {of: crate, seen by: all}
variables:
  done: {type: flag, seen by: all}
rounds: {phases: [work]}
phases:
  work:
    turns: {from: P1, until: done, actions: [load]}
scoring: {score: count of your shed, ties: shared}
"""
#: What `load` does with a crate from the pile; how the crate is told of when it comes to the attic at last.
WAYS = {
    "given": ("do store with it", "", "pile"),
    "from two places": (
        "do store with it\nmove first of pile to cart\nfor each other in cart:\n    do store with other", "", "cart"),
    "gone meanwhile": ("move it to cart\nmove it to dump\ndo store with it", "", "dump"),
    "gone in a loop": ("repeat 2 times:\n    do store with it\n    move it to cart\nmove it to dump\ndo store with it", "",
                       "dump"),
    "gone perhaps": ("if count of pile > 1:\n    move it to cart\ndo store with it", "", "cart"),
    "gone by a moment": ("moment rain\ndo store with it", """
triggers:
  rain: {at: rain, do: move pile to dump}
moments: {rain: {}}
""", "dump"),
    "gone by a procedure within": ("do sweep\ndo store with it", "", "dump"),
    "in either": ("let one be (if count of pile > 3 then it else first of dump)\ndo store with one", "", "pile"),
    "by a value": ("do store with favourite", "values:\n  favourite: {is: first of pile}\n", "pile"),
    "in a set": ("move it to cart\nlet some be pile together with cart\nmove some to attic", "", "cart"),
    "picked": ("pick lot at random from pile\ndo store with lot", "", "pile"),
    "owned": ("move it to your shed\ndo store with it", "", "shed"),
}


def yard(folder: Path, lines: str, more: str) -> ludex.Game:
    text = HEAD + "actions:\n  load:\n    choose: it from pile\n    do: |\n"
    text += "".join(f"      {line}\n" for line in [*lines.split("\n"), "set done to yes", "end the game"])
    text += "procedures:\n  sweep: {do: move pile to dump}\n"
    text += "  store:\n    with: {what: crate}\n    do: move what to attic\n" + more
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return ludex.load(folder)


@pytest.mark.parametrize("way", WAYS)
def test_things_are_found_where_they_are(way: str, tmp_path: Path) -> None:
    lines, more, last = WAYS[way]
    match = yard(tmp_path, lines, more).start(players=2, seed=1)
    match.apply(0)
    moves = [line for line in match.log(None) if "attic" in line]
    assert moves and last in moves[-1], match.log(None)
    state = match.view(None)["state"]
    lying = [state[zone] for zone in ("pile", "cart", "dump", "attic")] + list(state["shed"].values())
    assert sum(zone["count"] for zone in lying) == 6


def test_what_is_given_is_not_looked_for_everywhere(tmp_path: Path) -> None:
    """A procedure that is only given what comes out of the pile looks at no other zone than the one it fills."""
    game = yard(tmp_path, "do store with it", "")
    store = game.program(players=2).functions["do store"]
    looked_at = {op.field for block in store.blocks for op in block.ops if isinstance(op, Load)}
    assert looked_at == {"pile", "attic"}
