"""What is said where rules and rulebook do not fit: every diagnostic by its examples, the place and the words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import ludex
from ludex import scenario_proof, worked_examples
from ludex.dsl.diagnostics import Diagnosis, Finding
from ludex.pages import all_rules
from ludex.validator import source

Check = Callable[[str], list[Finding]]
each_rule = pytest.mark.parametrize("rule", source.RULES, ids=lambda rule: rule.code)


@each_rule
def test_a_diagnostic_is_registered_and_has_a_page(rule: type[Diagnosis]) -> None:
    assert all_rules()[rule.code] is rule
    first, _, rest = rule.page().partition("\n")
    assert re.match(r"[A-Z`].*\.", first)
    assert rest
    assert not rule.message.endswith(".")


@each_rule
def test_the_bad_example_gives_exactly_this_finding(rule: type[Diagnosis], check: Check) -> None:
    found = check(rule.bad)
    assert [(finding.code, finding.message) for finding in found] == [(rule.code, found[0].message if found else "")]
    assert found[0].severity == rule.severity


@each_rule
def test_the_good_example_gives_none_and_plays(rule: type[Diagnosis], check: Check, write: Callable[[str], Path]) -> None:
    assert [finding.message for finding in check(rule.good)] == []
    assert ludex.load(write(rule.good)).start(seed=1).seed == 1


#: Code -> the file of the finding of its bad example, the text that it points at, and the message.
PINNED: dict[str, tuple[str, str, str]] = {
    "LX601": ("example.yaml", "go home", "the action `go home` cites no passage"),
    "LX604": ("example.yaml", "dusk", "the passage `dusk` has changed since the last review"),
    "LX605": ("example.yaml", "home", "`home` is amended by `errata`, which is not cited"),
    "LX606": ("source.md", "Whoever goes home must shout.", "no rule cites the passage `shout`"),
    "LX607": ("source.md", "may", "the text says `may`, and the rules that cite `gift` leave no choice"),
    "LX608": ("example.yaml", "3", "the rule has 3 where `buy` has 4"),
    "LX609": ("source.md", "If", "`if` in `rest` has no counterpart in the rules that cite it"),
    "LX610": ("source.md", "until", "`until` in `rest` has no counterpart in the rules that cite it"),
    "LX611": ("source.md", "only once", "`only once` in `rest` has no counterpart in the rules that cite it"),
    "LX612": ("source.md", "on the left", "the text says `on the left`, and the rules go the other way"),
    "LX613": ("source.md", "Instead", "`instead` in `rest` has no counterpart in the rules that cite it"),
    "LX614": ("source.md", "Each player", "the text speaks of `each player`, and no rule that cites `gift` does"),
    "LX615": ("example.yaml", "exactly 3 cards from your hand",
              "the text says `up to 3`, and the rule chooses exactly 3"),
    "LX616": ("source.md", "Long shadow", "`Long shadow` is also written `Long Shadow`"),
    "LX618": ("source.md", "Three", "`dusk` says `Three`, and then lists 2"),
    "LX619": ("example.yaml", "7", "the rule has the number 7, and the text of `rest` has none"),
    "LX620": ("source.md", "**home**", "`home` is marked as open, and no ruling is about it"),
    "LX621": ("example.yaml", "dusk",
              "the passage `dusk` has changed since the last review, and this ruling is about it"),
    "LX622": ("example.yaml", "tbd", "a reason is needed here"),
    "LX623": ("example.yaml", "old/home",
              "this rule follows `old/home`, a passage of another revision, and no ruling says why"),
    "LX624": ("source.md", "home.2", "the text points to `home.2`, and there is no such passage"),
    "LX635": ("source.md", "A player goes home.", "`home` says something else in the revision `old`: it has `no`"),
    "LX626": ("source.md", "**home**", "there is another passage `home` on line 23"),
    "LX627": ("example.yaml", "points > 3", "the text says `at least 3`, and the rules compare by `>`"),
    "LX628": ("example.yaml", "7", "`Crown` has 7 here and 8 in `coins`"),
    "LX629": ("source.md", "hand", "`rest` names `hand`, and no rule that cites it has to do with it"),
    "LX630": ("source.md", "rolls", "`rest` says to roll, and no rule that cites it does"),
    "LX631": ("example.yaml", "vault", "the text says `face down`, and `vault` is seen by all"),
    "LX632": ("source.lock", "dusk = 1cf85474", "this line does not tell a passage and its fingerprints"),
    "LX633": ("example.yaml", "{score: points, best: lowest, ties: shared, source: goal}",
              "the text says `most`, and the rules look for the lowest"),
    "LX636": ("example.yaml", "King", "the rule is about `King`, and `rest` does not speak of it"),
    "LX634": ("example.yaml", "favourite is not none", "the rule asks the opposite of `As long as there is no favourite`"),
}


@each_rule
def test_pinned(rule: type[Diagnosis], check: Check) -> None:
    [finding] = check(rule.bad)
    assert (Path(finding.file).name, finding.span.text, finding.message) == PINNED[rule.code]


def test_every_diagnostic_is_pinned() -> None:
    assert set(PINNED) == {rule.code for rule in source.RULES}


# -- what agrees is not told


AGREE = [
    # Numbers behind names, in words, as sums and as ranges.
    ("values:\n  toll: {is: 4}\nactions:\n  pay: {source: pay, do: subtract toll from your points}\n",
     "A player pays four points."),
    ("parameters:\n  fee: {type: 1 to 9, default: 4}\nactions:\n  pay: {source: pay, do: subtract fee from your points}\n",
     "A player pays 4 points."),
    ("actions:\n  pay: {source: pay, do: subtract 7 from your points}\n", "A player pays 4 points and 3 more."),
    ("actions:\n  pay: {source: pay, choose: number n from 2 to 5, do: subtract n from your points}\n",
     "A player pays two to five points."),
    # A permission: an action beside others, a choice of any number, a block that can be declined.
    ("actions:\n  pay: {source: pay, choose: any number of cards from hand, do: move cards to discard}\n",
     "A player may discard cards."),
    # A restriction is no permission, also where the sentence begins with it.
    ("actions:\n  pay: {source: pay, when: points > 5, do: add 1 to points}\n",
     "Only a player with more than 5 points may gain one."),
    # Both seats by their names are not one seat only.
    ("values:\n  all points: {source: pay, is: points of P1 + points of P2}\n", "The points of both players count."),
    # The most that one may have is a limit, no permission.
    ("actions:\n  pay: {source: pay, when: points <= 5, do: add 1 to points}\n",
     "Points: 5 are the most that a player may have."),
    # Remarks and passages that are no rules.
    ("actions:\n  pay: {source: pay, do: add 1 to points}\n", "A player gets a point. (Some may take 5.)"),
    # Limits as choices, conditions of any kind.
    ("actions:\n  pay: {source: pay, choose: up to 2 cards from hand, do: move cards to discard}\n",
     "At most 2 cards are discarded."),
    ("actions:\n  pay: {source: pay, when: not (points < 5), do: add 1 to points}\n",
     "When somebody has at least 5 points, he gets one more."),
    # Each player, by a loop, by turns, by a zone of each.
    ("triggers:\n  pay: {source: pay, at: end of round, do: move hands to discard}\n",
     "Each player discards his hand."),
    # An ability, a moment, a name that is a letter, a thing beside a hidden one.
    ("actions:\n  pay: {source: pay, do: add 1 to points}\n", "Points can be counted by chips."),
    ("zones:\n  stock: {of: card, seen by: nobody, source: pay}\n  market: {of: card, seen by: all, source: pay}\n",
     "The stock lies face down beside the market."),
    ("values:\n  limit: {is: 5, source: pay}\n", "Each player has a limit of 5."),
    # The range of what is printed, all that there are, numbers as names, a value of each number in turn.
    ("components:\n  tile: {source: pay, attributes: {size: {type: 1 to 7}}, items: {Hut: {size: 2}}}\n",
     "A tile has a size from 1 to 7."),
    ("enumerations:\n  tint: {values: [pink, teal, plum, grey, lime]}\n"
     "actions:\n  pay: {source: pay, do: add count of tints to points}\n", "A player gets points for all five."),
    ("actions:\n  pay: {source: pay, do: add 5 to points}\n", "A player gets points for fives."),
    ("values:\n  gain: {of: {n: 1 to 3}, is: pot + n}\n"
     "actions:\n  pay: {source: pay, do: add gain of (1) + gain of (2) + gain of (3) to points}\n",
     "A player gets points, or 0 of them."),
    # A number that only counts where a table wants it, and rounds that come again until something else is so.
    ("parameters:\n  fee: {type: 0 to 1000, default: 0, source: pay}\n"
     "actions:\n  pay: {source: pay, when: points >= fee, do: add 1 to points}\n",
     "(optional) A player has 300 points or more before he gets another."),
    ("rounds: {phases: [play, feast]}\nphases:\n  feast: {source: pay, do: draw 1 from deck to discard}\n"
     "end:\n  done: {at: end of round, when: deck is empty, source: end}\n", "A card is drawn until the deck is used up."),
    # Not another number: parts of words, dates, ids.
    ("actions:\n  pay: {source: pay, do: add 1 to points}\n",
     "A player gets a point, as people did in the 1800s (see cards), with an x2 in front."),
]


@pytest.mark.parametrize(("rules", "words"), AGREE)
def test_what_agrees_is_not_told(rules: str, words: str, check: Check) -> None:
    found = check(f"{rules}--- source.md\n**pay** {words}\n")
    assert [f"{f.code} {f.message}" for f in found if f.code.startswith("LX6")] == []


@pytest.mark.parametrize(("rules", "words", "code"), [
    ("components:\n  tile: {source: pay, attributes: {size: {type: 1 to 6}}, items: {Hut: {size: 2}}}\n",
     "A tile has a size from 1 to 7.", "LX608"),
    ("enumerations:\n  tint: {values: [pink, teal, plum, grey]}\n"
     "actions:\n  pay: {source: pay, do: add count of tints to points}\n", "A player gets points for all five.", "LX608"),
    ("values:\n  gain: {of: {n: 1 to 3}, is: pot + n}\n"
     "actions:\n  pay: {source: pay, do: add gain of (1) + gain of (3) to points}\n",
     "A player gets points, or 7 of them.", "LX608"),
    ("parameters:\n  fee: {type: 0 to 1000, default: 0, source: pay}\n"
     "actions:\n  pay: {source: pay, when: points >= fee, do: add 1 to points}\n",
     "A player has 300 points or more before he gets another.", "LX608"),
    ("rounds: {phases: [play, feast]}\nphases:\n  feast: {source: pay, do: draw 1 from deck to discard}\n"
     "end:\n  done: {at: end of round, when: deck is empty, source: end}\n", "A card is drawn until night falls.", "LX610"),
])
def test_what_nearly_agrees_is_told(rules: str, words: str, code: str, check: Check) -> None:
    assert code in {f.code for f in check(f"{rules}--- source.md\n**pay** {words}\n")}


@pytest.mark.parametrize(("words", "told"), [("A 2, 3, 4, 5 or 6", True), ("A 2 and a 6, or 3 and", False)])
def test_the_numbers_of_a_list_are_not_summed_up(words: str, told: bool, check: Check) -> None:
    rules = "actions:\n  throw: {source: throw, do: \"roll die from 1 to 8\\nadd die to pot\"}\n"
    found = check(f"{rules}--- source.md\n**throw** The player rolls the die. {words} adds that many to the pot.\n")
    assert any(f.code == "LX608" and "8" in f.message for f in found) is told


KING = (
    "actions:\n  rest: {source: rest, when: hand contains King, do: add 1 to your points}\n"
    "--- source.md\n**king** (strategy) Keep a King as long as you can.\n\n"
)


@pytest.mark.parametrize(("title", "told"), [("Rest", True), ("The King", False)])
def test_a_heading_tells_what_a_passage_is_about(title: str, told: bool, check: Check) -> None:
    found = check(f"{KING}## {title}\n\n**rest** When such a card is in his hand, the player takes a point.\n")
    assert ("LX636" in {f.code for f in found}) is told


# -- scenarios that cite passages


def test_the_examples_of_a_worked_example(write: Callable[[str], Path]) -> None:
    rule = worked_examples.ExampleDisagrees
    [finding] = [f for f in ludex.examine(write(rule.bad), games=1).findings if f.severity == "error"]
    assert (finding.code, Path(finding.file).name, finding.span.text) == ("LX617", "dusk.yaml", '"rounds played is 4"')
    assert "LX617" not in {f.code for f in ludex.examine(write(rule.good), games=1).findings}


def test_a_scenario_that_proves_nothing(write) -> None:
    rule = scenario_proof.ProvesNothing
    [finding] = [f for f in ludex.check(write(rule.bad)) if f.code == "LX907"]
    assert finding.message == "`the first round` expects only what holds in every position"
    assert (Path(finding.file).name, finding.span.text) == ("dusk.yaml", "the first round")
    assert "LX907" not in {f.code for f in ludex.examine(write(rule.good), games=1).findings}
