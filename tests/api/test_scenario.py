"""Scenarios: each kind of expectation holds and fails, each fault of an author is told at its place."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex.dsl.diagnostics import Diagnosis
from ludex.scenario import Report
from ludex.scenario_position import RULES

# P1 is red, so that each of his cards weighs one more; a show has to weigh 3.
GIVEN = """
  players: 2
  given:
    at: show
    colour of choice: {P1: red, P2: blue}
    hand: {P1: [Ace, Duke, King], P2: [Ace, Duke]}
    luck: 4
    rest: {card: deck}
"""
START = f"- scenario: the start{GIVEN}"
SHOWN = f"""- scenario: both have shown{GIVEN}  do:
    - P1: show King
    - P2: show Duke; Ace
    - chance: 6
"""
OVER = f"""- scenario: the game is over{GIVEN}  parameters: {{goal: 2}}
  rulings: {{passing: earned}}
  do:
    - P1: show Duke; King
    - P2: show Ace; Duke
"""


def only(report: Report) -> dict[str, Any]:
    [scenario] = report.scenarios
    return scenario


def expecting(before: str, *expectations: str) -> str:
    return before + "  expect:\n" + "".join(f"    - {each}\n" for each in expectations)


HOLD = [
    (START, '"P1\'s points is 0"'),
    (START, '"total weight of (hand of P1) for P1 is 9 and luck is 4"'),
    (START, "zone: {hand of P1: [King, Ace, Duke]}"),
    (START, "zone: {P1's hand: 3, hand of P2: [Ace, Duke], table: [], deck: 1}"),
    (START, "decides: P1"),
    (OVER, "decides: nobody"),
    (START, "offers: [show Duke, show King; Ace, show Ace; Duke, show Duke; King; done, show King,"
            " show King; Duke; Ace, pass]"),
    (START, "legal: [show Duke; Ace, pass]"),
    (START, "legal: show King"),
    (START, "refused: show Ace"),
    (START, "refused: {move: show Ace, by: show.1}"),
    (START, "refused: {move: show Ace, by: show}"),
    (START, "refused: show King; King"),
    (START, "refused: roll the die"),
    (SHOWN, "event: moves King from P1's hand to table"),
    (SHOWN, "event: P2"),
    (START, "sees: {P1: {hand of P1: [Ace, Duke, King], hand of P2: 2, table: [], deck: 1}}"),
    (START, "sees: {spectator: {points of P1: 0, waiting: [P2, P1], colour of choice of P2: blue}}"),
    (START, "hidden: {P2: [hand of P1, luck], spectator: deck}"),
    (OVER, 'over: "yes"'),
    (START, 'over: "no"'),
    (OVER, "result: {winners: [P1, P2], scores: {P1: 2, P2: 2}, ranking: [[P2, P1]], ended by: enough points}"),
]

FAIL = [
    (START, '"P1\'s points is 1"', "it does not hold that P1's points is 1"),
    (START, '"weight of King for P1 is 4"', "LX302"),
    (START, "zone: {hand of P1: [King, Duke]}", "`hand of P1` should hold King, Duke, but there is also Ace"),
    (START, "zone: {table: [Ace, Ace]}", "`table` should hold Ace, Ace, but there is no Ace, Ace"),
    (START, "zone: {table: []}\n    - zone: {deck: 2}", "`deck` should hold 2, but it is 1"),
    (START, "decides: P2", "P2 should have to decide, but P1 has to decide (show or pass)"),
    (START, "decides: nobody", "nobody should have to decide, but P1"),
    (OVER, "decides: P1", "P1 should have to decide, but the game is over (enough points)"),
    (START, "offers: [show Duke, pass]", "there is also show Ace; Duke"),
    (START, "offers: [show Duke, show King; Ace, show Ace; Duke, show Duke; King, show King, show King; Duke; Ace,"
            " pass, show Ace]", "but there is no show Ace"),
    (OVER, "offers: pass", "moves should be offered, but the game is over"),
    (START, "legal: [pass, show Ace]", "`show Ace` should be possible, but it does not hold that"),
    (START, "refused: show Duke", "`show Duke` should be refused, but it is possible"),
    (START, "refused: {move: show Ace, by: show.3}", "should be refused by show.3, not because it does not hold that"),
    (START, "event: thunder", "nothing that happened says `thunder`"),
    (START, "sees: {P2: {hand of P1: [Ace, Duke, King]}}", "P2 should see what is in `hand of P1`, but sees 3 unknown"),
    (START, "sees: {P2: {hand of P1: 2}}", "P2 should see in `hand of P1` 2, but it is 3"),
    (START, "sees: {P1: {hand of P1: [Ace]}}", "there is also Duke, King"),
    (START, "sees: {P1: {points of P1: 3}}", "P1 should see `points of P1` as 3, but it is 0"),
    (START, "sees: {P1: {luck: 4}}", "P1 should see `luck`, but does not"),
    (START, "hidden: {P1: hand of P1}", "P1 should not see `hand of P1`, but does: Ace, Duke, King"),
    (START, "hidden: {spectator: points of P2}", "a spectator should not see `points of P2`, but does: 0"),
    (START, "over: yes", "the game should be over, but P1 has to decide"),
    (OVER, "over: no", "the game should not be over, but the game is over"),
    (START, "result: {winners: [P1]}", "the game should be over, but P1 has to decide"),
    (OVER, "result: {winners: [P1]}", "the winners should be P1, but are P1, P2"),
    (OVER, "result: {scores: {P1: 2, P2: 3}}", "the score of P2 should be 3, but is 2"),
    (OVER, "result: {ranking: [[P1], [P2]]}", "the ranking should be P1; P2, but is P1, P2"),
    (OVER, "result: {ended by: boredom}", "the game should be ended by `boredom`, but is by `enough points`"),
]


@pytest.mark.parametrize(("before", "expectation"), HOLD)
def test_an_expectation_holds(scenarios, before: str, expectation: str) -> None:
    found = only(scenarios(expecting(before, expectation)))
    assert (found["status"], found["message"]) == ("passed", "")


@pytest.mark.parametrize(("before", "expectation", "message"), FAIL)
def test_an_expectation_fails(scenarios, before: str, expectation: str, message: str) -> None:
    text = expecting(before, expectation)
    found = only(scenarios(text))
    assert found["status"] == ("error" if message.startswith("LX") else "failed")
    assert message in found["message"]
    assert found["line"] == text.count("\n")
    assert found["file"].endswith("/toy/scenarios/tried.yaml")


def test_every_failure_is_told(scenarios) -> None:
    found = only(scenarios(expecting(START, "decides: P2", "decides: P1", '"luck is 5"')))
    first = START.count("\n") + 2
    assert [failure["line"] for failure in found["failures"]] == [first, first + 2]
    assert found["line"] == first


# -- what is done

STOPS = [
    ("P2: pass", "P2 should `pass`, but P1 has to decide (show or pass)"),
    ("P1: show Ace", "P1 cannot stop there: it does not hold that total weight of cards for you >= 3 (show.1)"),
    ("P1: show Ace; King; done; pass", "the move of P1 is complete before `pass`: P2 has to decide"),
    ("P1: sing", "P1 cannot `sing`: `sing` is nothing that can be done here"),
    ("chance: King", "no chance event brings `King` here: P1 has to decide"),
    ("P1: pass\n    - P2: pass\n    - chance: 7", "no chance event brings `7` here: P1 has to decide"),
]


@pytest.mark.parametrize(("steps", "message"), STOPS)
def test_play_that_cannot_go_on(scenarios, steps: str, message: str) -> None:
    text = expecting(f"{START}  do:\n    - {steps}\n", "decides: P1")
    found = only(scenarios(text))
    assert found["status"] == "failed"
    assert message in found["message"]
    assert found["line"] == text.count("\n") - 2


def test_the_elements_of_a_move_in_any_order(scenarios) -> None:
    for move in ("show King; Ace; Duke", "show Ace; King; Duke; done", "show Duke; King; Ace"):
        assert only(scenarios(expecting(f"{START}  do: [P1: {move}]\n", "zone: {table: 3}", "decides: P2")))[
            "status"] == "passed"


def test_a_move_may_stay_open(scenarios) -> None:
    text = expecting(f"{START}  do: [P1: show Ace; ...]\n", "decides: P1", "offers: [Duke, King, Duke; King]")
    assert only(scenarios(text))["message"] == ""


# -- positions and chance


def test_without_a_position_play_begins_with_the_set_up(scenarios) -> None:
    text = expecting("- scenario: x\n  players: 3\n  do: [P1: red, P2: blue]\n", "decides: P3", '"deck is not empty"',
                     "offers: [red, blue, green]", "zone: {hand of P1: 0}", '"luck is 3"')
    assert only(scenarios(text))["message"] == ""


def test_a_variable_given_at_the_set_up_keeps_its_value(scenarios) -> None:
    text = "- scenario: x\n  given: {luck: 6, points: {P2: 4}}\n"
    text = expecting(text, '"luck is 6 and points of P1 is 0 and points of P2 is 4"', "decides: P1")
    assert only(scenarios(text))["message"] == ""


def test_what_is_not_named_is_as_the_set_up_leaves_it(scenarios) -> None:
    text = expecting("- scenario: x\n  given: {at: start of round, points: {P1: 3}}\n  do: [chance: 2]\n",
                     "zone: {hand of P1: 1, hand of P2: 1, deck: 4}", '"points of P2 is 0 and luck is 2"',
                     '"colour of choice of P1 is red and colour of choice of P2 is red"')
    assert only(scenarios(text))["message"] == ""


def test_given_items_leave_other_zones_alone_where_they_can(scenarios) -> None:
    text = expecting("- scenario: x\n  seed: 5\n  given: {at: show, table: [Ace, Duke, King]}\n",
                     "zone: {hand of P1: 1, hand of P2: 1, deck: 1, table: [Ace, Duke, King]}")
    assert only(scenarios(text))["message"] == ""


def test_the_rest_goes_where_it_is_said(scenarios) -> None:
    text = expecting("- scenario: x\n  given: {at: show, hand of P2: [King], rest: {card: hand of P1}}\n",
                     "zone: {hand of P1: 5, hand of P2: [King], deck: 0}")
    assert only(scenarios(text))["message"] == ""


def test_displaced_items_go_back_to_the_supply(scenarios) -> None:
    text = expecting("- scenario: x\n  given: {at: show, hand: {P1: [], P2: [Ace, Ace]}}\n",
                     "zone: {hand of P1: 0, hand of P2: [Ace, Ace], deck: 4}")
    assert only(scenarios(text))["message"] == ""


def test_shuffled_zones_give_what_is_on_top(scenarios) -> None:
    text = "- scenario: x\n  given: {deck: [King, Ace, Duke, Ace, King, Duke]}\n  do: [P1: red, P2: red, chance: 5]\n"
    text = expecting(text, "zone: {hand of P1: [King], hand of P2: [Ace]}", '"luck is 5"')
    assert only(scenarios(text))["message"] == ""


def test_a_line_for_chance_comes_before_the_order_of_a_zone(scenarios) -> None:
    text = "- scenario: x\n  given: {deck: [King, Ace, Duke, Ace, King, Duke]}\n"
    text += "  do: [P1: red, P2: red, chance: Duke]\n"
    text = expecting(text, "zone: {hand of P1: [Duke], hand of P2: [King]}")
    assert only(scenarios(text))["message"] == ""


def test_other_chance_goes_by_the_seed(scenarios) -> None:
    def luck(seed: int) -> list[str]:
        text = f"- scenario: x\n  seed: {seed}\n  given: {{at: start of round}}\n"
        return [number for number in "123456"
                if only(scenarios(expecting(text, f'"luck is {number}"')))["status"] == "passed"]

    found = [luck(seed) for seed in range(6)]
    assert all(len(each) == 1 for each in found)
    assert len({each[0] for each in found}) > 1
    assert luck(3) == found[3]


def test_a_set_up_that_does_not_come_to_its_end(scenarios, toy: Path) -> None:
    file = toy / "game.yaml"
    text = file.read_text(encoding="utf-8")
    for line, message in (("nobody wins", "does not come to its end"),
                          ("move all cards to table", "cannot be played: `table` holds 4 at most")):
        file.write_text(text.replace("\nrounds:", f"\n  - {{do: {line}}}\nrounds:"), encoding="utf-8")
        found = only(scenarios(expecting("- scenario: x\n  given: {at: show}\n", "decides: P1")))
        assert (found["status"], found["line"]) == ("error", 1)
        assert f"LX150 the set-up {message}" in found["message"]


def test_an_invariant_that_breaks_is_a_failure(scenarios) -> None:
    for points, line in ((9, 4), (10, 1)):
        text = f"- scenario: x\n  given: {{at: show, points: {{P1: {points}}}, hand of P1: [King]}}\n  do:\n"
        found = only(scenarios(expecting(f"{text}    - P1: show King\n", "decides: P2")))
        assert found["status"] == "failed"
        assert found["message"] == "the invariant `few points` does not hold after this"
        assert found["line"] == line


def test_a_fault_of_the_rules_is_a_failure(scenarios, toy: Path) -> None:
    text = expecting("- scenario: x\n  given: {at: show, table: [Ace, Ace, Duke, Duke], hand of P1: [King]}\n"
                     "  do:\n    - P1: show King\n", "decides: P2")
    found = only(scenarios(text))
    assert found["status"] == "failed"
    assert "the rules have no answer: `table` holds 4 at most (rule `show`, " in found["message"]
    assert found["line"] == 4


def test_an_expression_without_an_answer_is_a_failure(scenarios, toy: Path) -> None:
    file = toy / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("  waiting: {", "  hero: {type: player or none, "
                    "starts: none}\n  waiting: {"), encoding="utf-8")
    found = only(scenarios(expecting(START, '"points of hero is 0"', "decides: P1")))
    assert found["status"] == "failed"
    assert [failure["line"] for failure in found["failures"]] == [START.count("\n") + 2]


# -- on the way, and items by a variable

COINS = """
components:
  coin: {items: {penny: {copies: 4}}}
  card:"""
COIN_ZONES = """
zones:
  bank: {of: coin, starts with: all, seen by: all}
  purse: {of: coin, each: player, seen by: all}
"""
COIN_VARIABLES = """
variables:
  side: {type: colour or none, each: coin, starts: none, seen by: all}
"""


@pytest.fixture
def coins(toy: Path) -> None:
    """The toy with coins: the items of a class with one name for all, and a variable of each."""
    file = toy / "game.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in (("\ncomponents:\n  card:", COINS), ("\nzones:\n", COIN_ZONES), ("\nvariables:\n", COIN_VARIABLES)):
        assert text.count(old) == 1
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def test_what_is_expected_on_the_way(scenarios) -> None:
    text = expecting(f"""{START}  do:
    - expect: [decides: P1, "points of P1 is 0"]
    - P1: show King
    - expect: ["points of P1 is 1", decides: P2, refused: {{move: show Ace, by: show.1}}]
""", '"points of P1 is 1"')
    assert only(scenarios(text))["message"] == ""


def test_what_fails_on_the_way_is_told_with_all_the_rest(scenarios) -> None:
    text = expecting(f"""{START}  do:
    - expect: ["points of P1 is 1"]
    - P1: show King
    - expect:
        - decides: P1
        - decides: P2
    - P1: pass
""", "decides: P2")
    found = only(scenarios(text))
    first = START.count("\n") + 2
    assert (found["status"], [failure["line"] for failure in found["failures"]]) == (
        "failed", [first, first + 3, first + 5])


def test_items_are_given_and_expected_by_a_variable(scenarios, coins: None) -> None:
    given = GIVEN.replace("    luck: 4", "    purse: {P1: {side: [red, none]}, P2: {side: [blue]}}\n    luck: 4")
    before = f"- scenario: the start{given}"
    for zones in ("purse of P1: {side: [none, red]}", "purse of P2: {side: [blue]}, bank: {side: [none]}"):
        assert only(scenarios(expecting(before, f"zone: {{{zones}}}", "decides: P1")))["message"] == ""
    found = only(scenarios(expecting(before, "zone: {purse of P1: {side: [red, blue]}}", "decides: P1")))
    assert found["message"] == ("`purse of P1` should hold items whose side is red, blue, but there is no blue and "
                                "there is also none")
    found = only(scenarios(expecting(before.replace("[blue]", "[blue, blue, blue]"), "decides: P1")))
    assert "LX150 there are only 4 `penny`" in found["message"]


# -- faults of an author: the mark shows where the finding stands, and is not in the file

MARK = "§"
FAULTS = [
    ("LX101", "- scenario: x\n  §plyers: 2\n  expect: [decides: P1]\n"),
    ("LX102", "- §scenario: x\n  players: 2\n"),
    ("LX102", "- §players: 2\n  expect: [decides: P1]\n"),
    ("LX103", "- §scenario: [x]\n  expect: [decides: P1]\n"),
    ("LX103", "- scenario: x\n  players: §two\n  expect: [decides: P1]\n"),
    ("LX107", "- scenario: x\n  players: §4\n  expect: [decides: P1]\n"),
    ("LX103", "- scenario: x\n  seed: §many\n  expect: [decides: P1]\n"),
    ("LX602", "- scenario: x\n  source: [show.1, §show.9]\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  rulings: {§pasing: free}\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  rulings: {passing: §fre}\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  parameters: {§gaol: 3}\n  expect: [decides: P1]\n"),
    ("LX107", "- scenario: x\n  parameters: {goal: §10}\n  expect: [decides: P1]\n"),
    ("LX103", "- scenario: x\n  §given: []\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  given: {at: §shw}\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  given: {§hnd: {P1: [Ace]}}\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  given: {hand: {§P3: [Ace]}}\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  given: {hand: {P1: [Ace, §Aec]}}\n  expect: [decides: P1]\n"),
    ("LX103", "- scenario: x\n  given: {§hand: [Ace]}\n  expect: [decides: P1]\n"),
    ("LX103", "- scenario: x\n  given: {hand: {P1: §Ace}}\n  expect: [decides: P1]\n"),
    ("LX107", "- scenario: x\n  given: {points: {P1: §21}}\n  expect: [decides: P1]\n"),
    ("LX103", "- scenario: x\n  given: {points: {P1: §much}}\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  given: {colour of choice: {P1: §pink}}\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  given: {waiting: [P1, §P9]}\n  expect: [decides: P1]\n"),
    ("LX104", "- scenario: x\n  given: {waiting: [P1, §P1]}\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  given: {rest: {§cards: deck}}\n  expect: [decides: P1]\n"),
    ("LX103", "- scenario: x\n  given: {rest: {card: §luck}}\n  expect: [decides: P1]\n"),
    ("LX150", "- scenario: x\n  given: {hand: {P1: [Ace, Ace, §Ace]}}\n  expect: [decides: P1]\n"),
    ("LX150", "- scenario: x\n  given: {§table: [Ace, Ace, Duke, Duke, King]}\n  expect: [decides: P1]\n"),
    ("LX150", "- scenario: x\n  given: {§deck: [Ace]}\n  expect: [decides: P1]\n"),
    ("LX103", "- scenario: x\n  do: §pass\n  expect: [decides: P1]\n"),
    ("LX103", "- scenario: x\n  do: [§pass]\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  do: [§P3: pass]\n  expect: [decides: P1]\n"),
    ("LX103", "- scenario: x\n  do: [§P1: [pass]]\n  expect: [decides: P1]\n"),
    ("LX103", "- scenario: x\n  do: [expect: §decides]\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  do: [expect: [decides: §P3]]\n  expect: [decides: P1]\n"),
    ("LX103", "- scenario: x\n  given: {§table: {}}\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  given: {table: {§points: [1]}}\n  expect: [decides: P1]\n"),
    ("LX201", "- scenario: x\n  expect: [zone: {table: {§luck: [1]}}]\n"),
    ("LX103", "- scenario: x\n  expect: §decides\n"),
    ("LX103", "- scenario: x\n  §expect: []\n"),
    ("LX101", "- scenario: x\n  expect: [§decide: P1]\n"),
    ("LX103", "- scenario: x\n  expect: [§{decides: P1, over: no}]\n"),
    ("LX201", "- scenario: x\n  expect: [decides: §P3]\n"),
    ("LX301", "- scenario: x\n  expect: ['luck is §is 4']\n"),
    ("LX302", "- scenario: x\n  expect: ['§luck']\n"),
    ("LX201", "- scenario: x\n  expect: ['§luk is 4']\n"),
    ("LX201", "- scenario: x\n  expect: ['points of §P3 is 4']\n"),
    ("LX308", "- scenario: x\n  expect: ['§points is 4']\n"),
    ("LX201", "- scenario: x\n  expect: [zone: {§hnd of P1: []}]\n"),
    ("LX103", "- scenario: x\n  expect: [zone: {§luck: 4}]\n"),
    ("LX103", "- scenario: x\n  expect: [zone: {table: §Ace}]\n"),
    ("LX201", "- scenario: x\n  expect: [zone: {table: [§Red]}]\n"),
    ("LX103", "- scenario: x\n  expect: [§offers: {}]\n"),
    ("LX103", "- scenario: x\n  expect: [§legal: []]\n"),
    ("LX102", "- scenario: x\n  expect: [§refused: {by: show.1}]\n"),
    ("LX201", "- scenario: x\n  expect: [refused: {move: pass, by: §show.4}]\n"),
    ("LX201", "- scenario: x\n  expect: [sees: {§P4: {table: 0}}]\n"),
    ("LX103", "- scenario: x\n  expect: [sees: {P1: {§count of table: 0}}]\n"),
    ("LX107", "- scenario: x\n  expect: [sees: {P1: {points of P1: §99}}]\n"),
    ("LX201", "- scenario: x\n  expect: [hidden: {P1: [§tabel]}]\n"),
    ("LX101", "- scenario: x\n  expect: [result: {§winner: P1}]\n"),
    ("LX201", "- scenario: x\n  expect: [result: {winners: [§P3]}]\n"),
    ("LX103", "- scenario: x\n  expect: [result: {scores: {P1: §many}}]\n"),
    ("LX103", "- scenario: x\n  expect: [over: §maybe]\n"),
    ("LX202", "- scenario: x\n  expect: [decides: P1]\n- scenario: §x\n  expect: [decides: P1]\n"),
    ("LX103", "§scenario: x\n"),
    ("LX001", "- scenario: x\n  expect: [decides: P1§\n"),
    ("LX002", "- scenario: x\n  §scenario: y\n  expect: [decides: P1]\n"),
    ("LX910", "§# no scenario\n"),
]


@pytest.mark.parametrize(("code", "marked"), FAULTS)
def test_a_fault_is_told_at_its_place(scenarios, code: str, marked: str) -> None:
    before, _, after = marked.partition(MARK)
    report = scenarios(before + after)
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    errors = [finding for finding in report.findings if finding.severity == "error"]
    if code == "LX910":
        line = column = 1
    if code == "LX001":
        assert [(finding.code, finding.line) for finding in errors] == [(code, line)]
    else:
        assert [(f.code, f.line, f.column) for f in errors] == [(code, line, column)], [f.message for f in errors]
    broken = [scenario for scenario in report.scenarios if scenario["status"] == "error"]
    assert len(broken) == 1
    assert broken[0]["message"].startswith(code)
    assert broken[0]["line"] == line
    assert report.summary["error"] == 1


def test_a_broken_scenario_does_not_stop_the_others(scenarios) -> None:
    text = expecting("- scenario: broken\n  players: 9\n", "decides: P1") + expecting(START, "decides: P1")
    report = scenarios(text)
    assert [scenario["status"] for scenario in report.scenarios] == ["error", "passed"]
    assert report.summary == {"passed": 1, "failed": 0, "skipped": 0, "error": 1}


def test_a_broken_file_does_not_stop_the_others(scenarios, toy: Path) -> None:
    (toy / "scenarios").mkdir()
    (toy / "scenarios" / "another.yaml").write_bytes(b"\xff\x00")
    report = scenarios(expecting(START, "decides: P1"))
    assert [(s["name"], s["status"]) for s in report.scenarios] == [
        ("another.yaml", "error"), ("the start", "passed")]


@pytest.mark.parametrize("rule", RULES)
def test_the_examples_of_a_diagnostic(tmp_path: Path, rule: type[Diagnosis]) -> None:
    folder = tmp_path / "kuhn_poker"
    shutil.copytree(ludex.rules.catalogue()["kuhn_poker"], folder)
    for text, codes in ((rule.bad, [rule.code]), (rule.good, [])):
        file = folder / "scenarios" / "example.yaml"
        file.write_text(text, encoding="utf-8")
        assert [finding.code for finding in ludex.scenario.run(file).findings] == codes
    assert rule.page()


# -- paths, words and reports


def test_paths(scenarios, toy: Path) -> None:
    scenarios(expecting(START, "decides: P1"))
    second = toy / "scenarios" / "second.yaml"
    second.write_text(expecting(SHOWN, '"luck is 6"'), encoding="utf-8")
    names = [scenario["name"] for scenario in ludex.scenario.run(second).scenarios]
    assert names == ["both have shown"]
    for path in ([toy], [str(toy)], [toy / "game.yaml"], [toy, second, toy / "scenarios" / "tried.yaml"]):
        assert len(ludex.scenario.run(path).scenarios) == 2
    assert [scenario.name for scenario in ludex.scenario.read(toy)] == ["both have shown", "the start"]
    assert [scenario.name for scenario in ludex.scenario.read(second)] == ["both have shown"]
    assert ludex.scenario.run(["nim", toy]).summary["failed"] == 0


def test_a_game_with_errors_raises_them(scenarios, toy: Path) -> None:
    (toy / "game.yaml").write_text("ludex: 1\n", encoding="utf-8")
    with pytest.raises(ludex.RuleErrors):
        scenarios(expecting(START, "decides: P1"))


def test_a_word_chooses(scenarios) -> None:
    text = expecting(START, "decides: P1") + expecting(SHOWN, "decides: P2")
    assert [s["name"] for s in scenarios(text, word="SHOWN").scenarios] == ["both have shown"]
    assert scenarios(text, word="nothing is called this").scenarios == []


def test_the_report(scenarios) -> None:
    text = expecting(OVER.replace("  players", "  source: [end.1, end.2]\n  players"), "over: yes")
    report = scenarios(text)
    found = only(report)
    assert {key: found[key] for key in ("game", "name", "source", "reading", "status", "message", "failures")} == {
        "game": "toy", "name": "the game is over", "source": "end.1, end.2", "reading": "passing is earned",
        "status": "passed", "message": "", "failures": []}
    document = report.to_json()
    assert document["scenarios"] == report.scenarios
    assert document["summary"] == {"passed": 1, "failed": 0, "skipped": 0, "error": 0}
    assert set(document["coverage"]) == {"rules", "passages"}


def test_coverage_of_rules(scenarios) -> None:
    def missing(text: str) -> set[str]:
        return set(scenarios(text).coverage["rules"]["missing"])

    every = {"the colours", "the deal", "throw", "show", "pass", "enough points", "scoring", "weight", "red is heavy"}
    report = scenarios(expecting(START, "decides: P1"))
    assert report.coverage["rules"]["total"] == len(every)
    assert missing(expecting(START, "decides: P1")) == every - {"show"} - {"weight", "red is heavy"}
    assert missing(expecting(START.replace("red", "green"), "decides: P1")) == every - {"show", "weight"}
    assert missing(expecting(START, "legal: pass") + expecting(OVER, "result: {winners: [P1, P2]}")) == {
        "the colours", "the deal", "throw", "pass"}
    passed = expecting("- scenario: x\n  do: [P1: blue, P2: blue, P1: pass]\n", "decides: P2")
    assert missing(passed) == {"enough points", "scoring", "red is heavy"}
    refused = expecting("- scenario: x\n  given: {at: show}\n  rulings: {passing: earned}\n",
                        "refused: {move: pass, by: show.3}")
    assert "pass" not in missing(refused)


def test_coverage_of_passages(scenarios) -> None:
    text = expecting(START.replace("  players", "  source: setup.2\n  players"), "decides: P1")
    found = scenarios(text).coverage["passages"]
    assert found == {"covered": 3, "total": 8, "missing": ["setup.1", "round.1", "show.3", "end.1", "end.2"]}
    failing = scenarios(text.replace("decides: P1", "decides: P2")).coverage["passages"]
    assert failing["missing"] == ["setup.1", "setup.2", "round.1", "show.3", "end.1", "end.2"]
