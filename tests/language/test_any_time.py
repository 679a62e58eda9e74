"""Rules that answer `any time`: as soon as their condition holds, for as long as it does, and never half way."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludex

HEAD = """
ludex: 1
game: kettle
title: Kettle
players: {least: 2, most: 2}
variables:
  heat: {type: 0 to 20, seen by: all}
  steam: {type: 0 to 20, seen by: all}
  rested: {type: 0 to 20, seen by: all}
  coal: {type: 0 to 9, starts: 7, seen by: all}
rounds: {phases: [cooking]}
phases:
  cooking:
    turns: {from: P1, actions: [stoke]}
scoring: {score: steam, ties: shared}
"""
STOKE = """
actions:
  stoke:
    do: |
      %s
"""
WHISTLE = """
triggers:
  whistle:
    at: any time
    when: heat >= 3
    do: |
      subtract 3 from heat
      add 1 to steam
"""
END = "end:\n  boiled over: {at: any time, when: %s}\n"


def started(folder: Path, *parts: str) -> ludex.Match:
    folder.mkdir()
    (folder / "game.yaml").write_text(HEAD + "".join(parts), encoding="utf-8")
    return ludex.load(folder).start(players=2, seed=1)


def played(folder: Path, *parts: str) -> ludex.Match:
    match = started(folder, *parts)
    match.apply("stoke")
    return match


def values(match: ludex.Match) -> tuple[int, int, int]:
    state = match.view(0)["state"]
    return state["heat"], state["steam"], state["rested"]


def stoke(*lines: str) -> str:
    return STOKE % "\n      ".join(lines)


NEVER = END % "steam >= 20"


def test_it_runs_as_soon_as_the_condition_holds_and_for_as_long(tmp_path: Path) -> None:
    match = played(tmp_path / "a", stoke("add 7 to heat", "set rested to steam"), WHISTLE, NEVER)
    assert values(match) == (1, 2, 2)


def test_what_would_be_changed_back_is_seen(tmp_path: Path) -> None:
    match = played(tmp_path / "a", stoke("set heat to 4", "set heat to 0", "set rested to steam"), WHISTLE, NEVER)
    assert values(match) == (0, 1, 1)


def test_an_end_comes_in_the_middle_of_an_effect(tmp_path: Path) -> None:
    match = played(tmp_path / "a", stoke("set heat to 9", "set heat to 0", "set rested to 5"), END % "heat is 9")
    assert match.result is not None and match.result.ended_by == "boiled over"
    assert values(match) == (9, 0, 0)


def test_an_end_is_seen_inside_what_a_trigger_does(tmp_path: Path) -> None:
    match = played(tmp_path / "a", stoke("set heat to 9", "set rested to 5"), WHISTLE, END % "steam is 2")
    assert match.result is not None and values(match) == (3, 2, 0)


def test_it_is_seen_in_procedures_and_through_derived_values(tmp_path: Path) -> None:
    more = ("values:\n  warmth: {is: heat + steam}\nprocedures:\n  blow:\n    do: |\n      add 4 to heat\n"
            "      set rested to steam\n")
    whistle = WHISTLE.replace("heat >= 3", "warmth >= 3 and heat >= 3")
    assert values(played(tmp_path / "a", stoke("do blow"), more, whistle, NEVER)) == (1, 1, 1)


def test_what_the_trigger_runs_itself_is_one_step(tmp_path: Path) -> None:
    """It would run itself otherwise, which nothing may."""
    more = "procedures:\n  cool:\n    do: |\n      set heat to 3\n      set heat to 1\n      add 1 to steam\n"
    whistle = WHISTLE.split("    do:")[0] + "    do: do cool\n"
    match = played(tmp_path / "a", stoke("do cool", "set rested to steam"), more, whistle, NEVER)
    assert values(match) == (1, 1, 1)


def test_the_set_up_is_one_step(tmp_path: Path) -> None:
    setup = "setup:\n  - do: |\n      set heat to 9\n      set heat to 4\n      set rested to steam\n"
    assert values(played(tmp_path / "a", setup, stoke("add 0 to heat"), WHISTLE, NEVER)) == (1, 1, 0)


LIGHT = """      set heat to 9
      set heat to 4
"""


@pytest.mark.parametrize("lines", [
    ["do light"], ["moment lit"], ["for P2:", "    take action light"], ["repeat 1 times:", "    do warm"],
])
def test_what_the_set_up_runs_is_a_part_of_it(tmp_path: Path, lines: list[str]) -> None:
    """Elsewhere the same lines are looked at one by one."""
    more = (f"  light:\n    do: |\n{LIGHT}procedures:\n  light:\n    do: |\n{LIGHT}  warm: {{do: do light}}\n"
            "moments: {lit: {}}\n")
    wick = f"  the wick:\n    at: lit\n    do: |\n{LIGHT}"
    setup = "setup:\n  - do: |\n      " + "\n      ".join([*lines, "set rested to steam\n"])
    match = started(tmp_path / "a", setup, stoke("set heat to 0", *lines), more, WHISTLE, wick, NEVER)
    asked = "action" in lines[-1]
    if asked:
        match.apply("light")
    assert values(match) == (1, 1, 0)
    match.apply("stoke")
    if asked:
        match.apply("light")
    assert values(match) == (1, 5, 0)


CARDS = ("components:\n  card: {items: {Log: {}}}\nzones:\n  hand: {of: card, seen by: all}\n  deck:\n    of: card\n"
         "    order: shuffled\n    starts with: all\n    when short: draw fewer\n"
         "    when empty: \"set heat to 9\\nset heat to 4\"\n")


def test_what_a_deck_does_when_empty_in_the_set_up_is_a_part_of_it(tmp_path: Path) -> None:
    begun = "setup:\n  - do: |\n      draw 2 from deck to hand\n      set rested to steam\n"
    match = started(tmp_path / "a", begun, stoke("draw 1 from deck to hand", "set rested to steam"), CARDS, WHISTLE, NEVER)
    assert values(match) == (1, 1, 0)
    match.apply("stoke")
    assert values(match) == (1, 5, 5)


def test_it_is_looked_at_before_the_first_round_without_a_set_up(tmp_path: Path) -> None:
    whistle = WHISTLE.replace("heat", "coal")
    match = started(tmp_path / "a", stoke("add 1 to heat"), whistle, NEVER)
    assert match.view(0)["state"]["coal"] == 1 and values(match) == (0, 2, 0)
    ended = started(tmp_path / "b", stoke("add 1 to heat"), END % "heat < 3")
    assert ended.result is not None and ended.result.ended_by == "boiled over"


SONG = """
  song:
    at: any time
    when: steam >= 2
    do: |
      subtract 2 from steam
      add 1 to rested
      %s
"""


def test_several_are_seen_inside_one_another(tmp_path: Path) -> None:
    match = played(tmp_path / "a", stoke("add 9 to heat", "add 1 to heat"), WHISTLE, SONG % "add 1 to coal", NEVER)
    assert values(match) == (1, 1, 1)
    match = played(tmp_path / "b", stoke("add 9 to heat"), WHISTLE, SONG % "add 2 to heat", NEVER)
    assert values(match) == (2, 1, 1)


def test_it_is_not_written_out_wherever_it_may_happen(tmp_path: Path) -> None:
    more = "moments:\n  lit: {about: the fire is lit}\n"
    whistle = WHISTLE + "      moment lit\n" * 60 + "  the wick:\n    at: lit\n    do: set rested to 1\n"
    assert values(played(tmp_path / "a", stoke(*["add 3 to heat"] * 60), more, whistle, END % "steam >= 3")) == (0, 3, 1)


def test_a_moment_that_is_called_like_it_is_a_moment(tmp_path: Path) -> None:
    more = "moments:\n  any time soon: {about: it is nearly noon}\n"
    noon = WHISTLE.replace("any time", "any time soon")
    setup = "setup:\n  - do: |\n      set heat to 4\n      %s\n      set rested to heat\n"
    reached = started(tmp_path / "a", setup % "moment any time soon", stoke("set heat to 9"), more, noon, NEVER)
    assert values(reached) == (1, 1, 1)
    reached.apply("stoke")
    assert values(reached) == (9, 1, 1)
    assert values(started(tmp_path / "b", setup % "add 0 to heat", stoke("add 1 to heat"), more, noon, NEVER)) == (4, 0, 4)


def test_it_is_asked_of_whoever_it_names(tmp_path: Path) -> None:
    whistle = WHISTLE.replace("      add 1 to steam\n", "      for P2:\n          choose number puff from 1 to 2\n"
                                                         "          add puff to steam\n")
    match = played(tmp_path / "a", stoke("add 4 to heat", "set rested to steam"), whistle, NEVER)
    assert match.decision is not None and match.decision.player == 1
    match.apply("2")
    assert values(match) == (1, 2, 2) and match.decision is not None and match.decision.player == 1
    assert match.decision.options[0].id == "stoke"


@pytest.mark.parametrize(("text", "said"), [
    ("triggers:\n  whistle: {at: any time, do: add 1 to steam}\n", "what happens at any time needs a `when`"),
    ("triggers:\n  whistle: {at: anytime, when: heat > 1, do: set heat to 0}\n", "no moment is called `anytime`"),
])
def test_mistakes(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "game.yaml").write_text(HEAD + stoke("add 1 to heat") + NEVER + text, encoding="utf-8")
    assert [f.message for f in ludex.check(tmp_path) if f.severity == "error"] == [said]


def test_the_check_follows_it(tmp_path: Path) -> None:
    """What the trigger changes is not taken for granted after the line that gives rise to it."""
    (tmp_path / "game.yaml").write_text(
        HEAD + stoke("set heat to 5", "if heat > 4:", "    set rested to 1", "otherwise:", "    set rested to 2")
        + WHISTLE + NEVER, encoding="utf-8")
    assert [f.code for f in ludex.check(tmp_path) if f.code.startswith("LX50")] == ["LX501"]


def settled(folder: Path, *parts: str) -> list[tuple[str, str]]:
    folder.mkdir()
    (folder / "game.yaml").write_text(HEAD + "".join(parts), encoding="utf-8")
    return [(f.code, f.span.text) for f in ludex.check(folder) if f.code in ("LX501", "LX502", "LX513")]


def test_the_check_knows_that_the_set_up_is_one_step(tmp_path: Path) -> None:
    light = f"procedures:\n  light:\n    do: |\n{LIGHT}"
    setup = "setup:\n  - do: do light\n"
    stew = WHISTLE.replace("heat >= 3", "heat is 9")
    assert settled(tmp_path / "a", setup, stoke("add 0 to steam"), light, stew, NEVER) == [("LX501", "heat is 9")]
    assert settled(tmp_path / "b", setup, stoke("do light"), light, stew, NEVER) == []


def test_the_check_knows_that_it_is_looked_at_before_the_first_round(tmp_path: Path) -> None:
    stew = WHISTLE.replace("heat", "coal")
    assert settled(tmp_path / "a", stoke("if coal > 2:", "    add 1 to steam"), stew, NEVER) == [("LX501", "coal > 2")]


def test_it_is_seen_when_a_deck_is_filled_as_the_trigger_fills_it(tmp_path: Path) -> None:
    """The trigger draws from the deck itself, so that filling it is one step; what that does is seen afterwards."""
    more = CARDS.replace("set heat to 9\\nset heat to 4", "set heat to 4")
    whistle = WHISTLE + "      if steam > 9:\n          draw 1 from deck to hand\n"
    match = played(tmp_path / "a", stoke("draw 2 from deck to hand", "set rested to steam"), more, whistle, NEVER)
    assert values(match) == (1, 1, 1)
