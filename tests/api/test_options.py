"""Every option of a decision can be named, and no two of them by the same id or the same words.

Words come from titles, labels and names, which rules may choose as they like. Where they clash, the options are named
apart; where a clash is certain and nobody could be told what is meant, checking says so.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import ludex
from ludex import moves, naming

GAME = """
ludex: 1
game: tiny
title: Tiny
players: {least: 2, most: 2}
enumerations:
  suit: {values: [SUITS]}
components:
  card: {items: {Ace: {}, King: {copies: 2}, Duke: {}}}
zones:
  deck: {of: card, order: shuffled, starts with: all, when short: draw fewer}
  table: {of: card, seen by: all}
variables:
  pot: {type: 0 to 100, seen by: all}
rounds: {phases: [play]}
phases:
  play:
    do: |
      for P1:
          EFFECT
actions:
  ACTIONS
end:
  over: {at: end of round, when: pot >= 0}
scoring: {score: pot, ties: shared}
"""


def write(folder: Path, effect: str, actions: str = "wait: {do: add 1 to pot}", suits: str = "red, blue") -> Path:
    text = GAME.replace("EFFECT", effect.replace("\n", "\n          ")).replace("ACTIONS", actions.replace("\n", "\n  "))
    (folder / "game.yaml").write_text(text.replace("SUITS", suits), encoding="utf-8")
    return folder


def shown(match: ludex.Match) -> dict[str, str]:
    """Id -> words of all options, after seeing that each takes itself, by both."""
    assert match.decision is not None
    options = match.decision.options
    for option in options:
        for name in (option.id, option.words):
            assert match.why_not(name) is None
            copy = match.copy()
            copy.apply(name)
            assert copy.history[-1].id == option.id
    found = {option.id: option.words for option in options}
    assert len(found) == len(set(found.values())) == len(options)
    return found


@pytest.mark.parametrize(("actions", "effect", "options"), [
    # Two titles that are the same.
    ("wait: {title: halt, do: add 1 to pot}\nstop: {title: halt, do: add 2 to pot}", "take action wait or stop",
     {"wait": "halt (wait)", "stop": "halt (stop)"}),
    # What one says is what the other is called.
    ("wait: {title: stop, do: add 1 to pot}\nstop: {title: wait, do: add 2 to pot}", "take action wait or stop",
     {"wait": "stop (wait)", "stop": "wait (stop)"}),
    # A title that reads like another action and what is chosen with it.
    ("give: {choose: suit from suits, do: add 1 to pot}\nother: {title: give red, do: add 2 to pot}",
     "take action give or other",
     {"give:red": "give red (give)", "give:blue": "give blue", "other": "give red (other)"}),
    # An action that is called as another one is with nothing chosen, in id and words.
    ("give: {choose: any number of suit from suits, do: add 1 to pot}\ngive none: {do: add 2 to pot}",
     "take action give or give none",
     {"give:red": "give red", "give:blue": "give blue", "give none (2)": "give none (give none) (2)",
      "give none (3)": "give none (give none) (3)"}),
])
def test_options_are_named_apart(tmp_path: Path, actions: str, effect: str, options: dict[str, str]) -> None:
    match = ludex.load(write(tmp_path, effect, actions)).start(seed=1)
    assert shown(match) == options


def test_what_means_several_options_is_refused_with_their_words(tmp_path: Path) -> None:
    actions = "give: {choose: suit from suits, do: add 1 to pot}\nother: {title: give red, do: add 2 to pot}"
    match = ludex.load(write(tmp_path, "take action give or other", actions)).start(seed=1)
    refusal = match.why_not("give red")
    assert refusal is not None
    assert refusal.reason == "`give red` means several things here: `give red (give)`, `give red (other)`"


def test_copies_in_two_places(tmp_path: Path) -> None:
    effect = ("choose first from (card in deck where card is King)\nmove first to table\n"
              "choose card from deck together with table\nadd 1 to pot")
    match = ludex.load(write(tmp_path, effect)).start(seed=1)
    match.apply("King")
    assert set(shown(match)) == {"Ace", "King in deck", "King in table", "Duke"}
    refusal = match.why_not("King")
    assert refusal is not None
    assert refusal.reason == "`King` means several things here: `King in table`, `King in deck`"


def test_names_that_look_like_what_tells_options_apart(tmp_path: Path) -> None:
    suits = 'red, "red (0)", "(0)", "red in table", Red'
    match = ludex.load(write(tmp_path, "choose suit from suits", suits=suits)).start(seed=1)
    assert set(shown(match)) == {"red", "red (0)", "(0)", "red in table", "Red"}


def test_marks_do_not_clash_with_names() -> None:
    assert naming.apart(["x", "y"], str) == ["x", "y"]
    assert naming.apart(["x", "x (0)", "x"], str) == ["x (0) (0)", "x (0) (1)", "x (2)"]
    assert naming.apart(["x", "y"], lambda at: "ab"[at], ["y", "x"]) == ["x (a)", "y (b)"]


def test_a_label_with_a_semicolon_is_one_step(tmp_path: Path) -> None:
    match = ludex.load(write(tmp_path, 'you may "wait; see":\n    add 1 to pot')).start(seed=1)
    assert set(shown(match)) == {"wait; see", "decline"}
    assert moves.steps(match, "wait; see") == ["wait; see"]
    assert moves.refusal(match, "wait; see") is None


@pytest.mark.parametrize(("effect", "suits", "column", "name"), [
    ('you may "decline":\n    add 1 to pot', "red, blue", 19, "decline"),
    ("you may choose suit from suits:\n    add 1 to pot", "red, decline", 36, "decline"),
    ("choose any number of suit from suits", "done, blue", 42, "done"),
    ("choose exactly 2 suit from suits", "done, blue", 38, "done"),
])
def test_what_is_called_as_an_answer_of_the_language(tmp_path: Path, effect: str, suits: str, column: int, name: str
                                                     ) -> None:
    [finding] = ludex.check(write(tmp_path, effect, suits=suits))
    assert (finding.code, finding.line, finding.column) == ("LX321", 20, column)
    assert finding.message == f"`{name}` is offered here twice"


@pytest.mark.parametrize("effect", [
    "choose suit from suits",
    'you may choose suit from suits asking "decline":\n    add 1 to pot',
    'you may "done":\n    add 1 to pot',
])
def test_where_such_names_do_no_harm(tmp_path: Path, effect: str) -> None:
    folder = write(tmp_path, effect, suits="red, done")
    assert [finding for finding in ludex.check(folder) if finding.severity == "error"] == []
    shown(ludex.load(folder).start(seed=1))


def test_a_name_holds_no_semicolon(tmp_path: Path) -> None:
    [finding] = ludex.check(write(tmp_path, "choose suit from suits", suits='red, "light; blue"'))
    assert (finding.code, finding.line, finding.column) == ("LX104", 7, 24)
    assert "semicolon" in finding.message


def test_a_prompt_names_what_the_readings_leave(toy: Path) -> None:
    """An action that a reading rules out is not there to be asked for; one that only the position forbids is."""
    text = (toy / "game.yaml").read_text(encoding="utf-8")
    (toy / "game.yaml").write_text(text.replace("ruling passing is free or your points > 0", "ruling passing is free"),
                                   encoding="utf-8")
    prompts = {}
    for reading in ("free", "earned"):
        match = ludex.load(toy).start(seed=1, rulings={"passing": reading})
        while match.decision is not None and match.decision.kind != "action":
            match.apply(0)
        assert match.decision is not None
        prompts[reading] = match.decision.prompt
    assert prompts == {"free": "show or pass", "earned": "show"}


def test_unknown_items_are_counted() -> None:
    assert [naming.unknown("city", count) for count in (1, 2)] == ["1 city", "2 cities"]
