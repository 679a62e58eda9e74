"""What is said about texts of the language that are wrong: the place, the words, and nothing beside the mistake."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from example_runs import FIRST_LINE, INDENT, check_lines, of_texts
from static_pins import PINS

import ludex
from ludex.dsl import (
    calls,
    check_rules,
    collect,
    collect_means,
    lower_size,
    modules,
    names,
    overlay,
    parse,
    precedence,
    seating,
)
from ludex.dsl.diagnostics import Diagnosis, Finding
from ludex.pages import all_rules, find_rule
from ludex.validator import CHECKS, hygiene, source, structure, suppress

Check = Callable[..., list[Finding]]

#: Those that the checks of whole games raise without playing them.
OF_CHECKS: tuple[type[Diagnosis], ...] = tuple(dict.fromkeys(
    rule for check in CHECKS if "play" not in check.needs for rule in check.rules
    if rule not in (*source.RULES, *hygiene.RULES)))
RULES: tuple[type[Diagnosis], ...] = (
    *overlay.RULES, *modules.RULES, *parse.RULES, *names.RULES, *collect.RULES, *collect_means.RULES, *seating.RULES,
    *check_rules.RULES, *calls.RULES, *suppress.RULES, *OF_CHECKS,
)
each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)


# -- every diagnostic


@each_rule
def test_a_diagnostic_is_registered_and_has_a_page(rule: type[Diagnosis]) -> None:
    assert all_rules()[rule.code] is rule
    page = rule.page()
    first, _, rest = page.partition("\n")
    assert re.match(r"[A-Z`].*\.", first)
    assert rest
    assert rule.message[0] in "{`" or rule.message[0].islower()
    assert not rule.message.endswith(".")


def found_in(text: str, rule: type[Diagnosis], check: Check) -> list[Finding]:
    """The findings of a rule's example. One about texts that are wrong need not be a good game."""
    found = check(text, rule.code)
    return found if rule in OF_CHECKS else of_texts(found)


@each_rule
def test_the_bad_example_gives_exactly_this_finding(rule: type[Diagnosis], check: Check) -> None:
    found = found_in(rule.bad, rule, check)
    assert [finding.code for finding in found] == [rule.code]
    assert found[0].severity == rule.severity
    assert not found[0].message.endswith(".")


@each_rule
def test_the_good_example_gives_none_and_plays(rule: type[Diagnosis], check: Check, write: Callable[[str], Path]) -> None:
    assert [finding.message for finding in found_in(rule.good, rule, check)] == []
    assert ludex.load(write(rule.good)).start(seed=1).seed == 1


#: Code -> text, and the place, message and help of its one finding.
PINNED: dict[str, tuple[str, int, int, str, str | None]] = {
    "LX111": (seating.PlayerRange.bad, 4, 18, "4 to 2 players: the smallest number is above the largest", None),
    "LX113": (overlay.ReplacedSilently.bad, 3, 3, "`dusk` is said here in place of what an extended rule set says",
              "`replaces: [dusk]` says that it is meant"),
    "LX114": (modules.RequirementMissing.bad, 2, 3, "no value is called `stake`, and `pot` needs it", None),
    "LX115": (modules.BaseChanged.bad, 4, 37, "`hand size` is `5` in the base, and this was written when it was `6`", None),
    "LX116": (modules.AddedAlready.bad, 2, 27, "`hearts` is in `suit` already", None),
    "LX119": (seating.ReadingPlayers.bad, 8, 13, "how many play under the chosen reading `three`, `players:` of the game "
              "says", None),
    "LX118": (modules.PermitsNothing.bad, 4, 3, "`all` permits `may bid`, which no module forbids",
              "`grants` says yes against the base"),
    "LX117": (precedence.RulesClash.bad, 6, 3,
              "`poor ones` and `leaders` decide differently about `may bid` where both apply, and nothing says which holds",
              "`over` in one of them names the one that it beats"),
    "LX201": ("add 1 to pott\n", 1, 10, "nothing is called `pott`", "did you mean `pot`?"),
    "LX204": ("for each p in players:\n    for each p in leaders:\n        add 1 to pot\n", 2, 14,
              "`p` already means something here, which is hidden by this", None),
    "LX205": ("values:\n  whole: {is: pot + whole}\n", 2, 21, "`whole` is defined by itself", None),
    "LX206": ("move deck to pot\n", 1, 14, "`pot` is a variable, not a zone", None),
    "LX218": ("zones:\n  Ace: {of: card}\n", 2, 3, "`Ace` is already the name of an item (card)", None),
    "LX219": ("values:\n  you: {is: 3}\n", 2, 3,
              "`you` cannot be a name: it is a word of the language, which means something by itself", None),
    "LX301": ("add 1 pot\n", 1, 7, "`pot` does not fit here", None),
    "LX302": ("set pot to deck\n", 1, 12, "the variable takes a number from 0 to 100, this is a set of cards", None),
    "LX308": ("choose card from deck\n", 1, 1, "nobody acts here, so `choose` has no owner", None),
    "LX313": ("add 1 to pot\n    add 2 to pot\n", 2, 5,
              "this line is indented, but the line above it is not a block", "a block ends in a colon"),
    "LX314": ("components:\n  tile:\n    attributes: {size: {type: 1 to 3}}\n    items: {Temple: {}}\n", 4, 13,
              "`Temple` has no `size`", None),
    "LX315": ("add 1 to pot\notherwise:\n    add 2 to pot\n", 2, 1,
              "`otherwise` does not follow a block it belongs to", None),
    "LX316": ("procedures:\n  one: {do: do two}\n  two: {do: do one}\n", 2, 3,
              "`one` runs itself through `two`", None),
    "LX317": ("zones:\n  pile: {of: card, each: player, starts with: all}\n", 2, 47,
              "there is one `pile` for each player, and an item begins in one zone only", None),
    "LX321": (check_rules.OfferedTwice.bad, 2, 33, "`wait` is offered here twice", None),
    "LX319": (lower_size.ProgramTooLarge.bad, 134, 7,
              "written out, the rules have more than 100,000 steps, and most of them come from here", None),
    "LX318": (calls.TooManyCopies.bad, 2, 3, "`step 1` leads to more than 9 actions and moments, one inside the other",
              None),
    "LX322": ("boards:\n  field: {grid: squares, rows: 3}\n", 2, 3, "the size of `field` is not clear",
              "give `columns` and `rows`, or `reach`"),
    "LX403": (structure.NoEndCondition.bad, 2, 7, "nothing ends the game", None),
    "LX405": (structure.NoWinnerRule.bad, 7, 14, "the game can end here, and no `scoring` says who has won", None),
    "LX406": ("scoring:\n  score: 2 * points\n", 2, 10,
              "several players may have the best score, and `ties` does not say what that means", None),
    "LX414": (structure.DepletionUndefined.bad, 2, 21,
              "`pile` may run out here, and its `when short` does not say what a draw does then", None),
    "LX901": (suppress.NoReason.bad, 2, 53, "nothing says why `LX414` is silenced here",
              "add `because` and the reason"),
    "LX902": (suppress.Unused.bad, 2, 66, "nothing on line 2 gives rise to `LX414`", None),
    "LX903": ("# ludex: ignore depletion-undefind because it is late\nmoments:\n  dusk: {source: start, about: hm}\n", 1, 17,
              "no diagnostic is called `depletion-undefind`", "did you mean `depletion-undefined`?"),
    "LX904": (suppress.Expired.bad, 2, 5, "`LX414` was silenced until 2020-02-29, which has passed", None),
    "LX913": (suppress.Unclear.bad, 2, 52, "this comment silences nothing: it names no code", suppress.FORM),
    "LX602": ("moments:\n  dusk: {source: [start, strt]}\n--- source.md\n", 2, 26,
              "`source.md` has no passage `strt`", "did you mean `start`?"),
} | {
    code: (find_rule(code).bad, *pin) for code, pin in PINS.items()  # type: ignore[union-attr]
}


@pytest.mark.parametrize("code", PINNED)
def test_pinned(code: str, check: Check) -> None:
    text, line, column, message, help = PINNED[code]
    found = found_in(text, all_rules()[code], check)
    assert [(finding.code, finding.message, finding.help) for finding in found] == [(code, message, help)]
    if Path(found[0].file).name in ("example.yaml", "source.md") or text.startswith("ludex:"):
        assert (found[0].line, found[0].column) == (line, column)
    else:
        assert (found[0].line, found[0].column) == (FIRST_LINE + line - 1, INDENT + column)


def test_every_diagnostic_is_pinned() -> None:
    assert set(PINNED) == {rule.code for rule in RULES}


# -- many mistakes at once


TEN = """\
mve discard to deck
for each player:
    draw 3 from dekc to hand
    set points to yes
    choose card frm hand
    move card to discard
    add 1 to point
if pot:
    add 1 to pot
otherwise:
    take action wait or go
    set pot to total rnk of discard
set starter to only one of Ace
repeat until open
    set open to yse
do refil
"""
TEN_FOUND = [
    (1, 1, "`mve` does not begin a line", "did you mean `move`?"),
    (3, 17, "nothing is called `dekc`", "did you mean `deck`?"),
    (4, 19, "the variable takes a number from 0 to 1000, this is yes or no", None),
    (5, 17, "`frm` does not fit here", "expected `from`"),
    (7, 14, "nothing is called `point`", "did you mean `points`?"),
    (8, 4, "a condition is needed here, this is a number from 0 to 100", None),
    (11, 5, "nobody acts here, so `take action` has no owner", None),
    (12, 22, "no value or attribute is called `rnk`", "did you mean `rank`?"),
    (13, 16, "the variable takes a player, this is a card", None),
    (14, 17, "the colon of this block is missing", "a block ends in a colon"),
    (15, 17, "nothing is called `yse`", None),
    (16, 4, "no procedure is called `refil`", "did you mean `refill`?"),
]


def test_a_text_with_many_mistakes_tells_each_once_in_order_and_nothing_else(check: Check) -> None:
    found = check(TEN)
    assert [(f.line - FIRST_LINE + 1, f.column - INDENT, f.message, f.help) for f in found] == TEN_FOUND
    lines = TEN.splitlines()
    for finding in found:
        written = lines[finding.line - FIRST_LINE][finding.column - INDENT - 1:finding.end_column - INDENT - 1]
        assert finding.span.text == written != ""


@pytest.mark.parametrize(("text", "messages"), [
    # A broken line that gives a name: the name is not held against later lines.
    ("choose crd frm hand\nmove crd to discard\nadd rank of crd to pot", ["1:12 `frm` does not fit here"]),
    ("choose crd from hnd\nmove crd to discard", ["1:17 nothing is called `hnd`"]),
    ("roll die from 1 too 6\nadd die to pot", ["1:17 `too` does not fit here"]),
    ("draw 3 from deck to hand ass drawn\nmove drawn to discard", ["1:26 `ass` does not fit here"]),
    ("for each c inn deck:\n    set pot to rank of c", ["1:12 `inn` does not fit here"]),
    ("for each c in dekc:\n    set pot to rank of c", ["1:15 nothing is called `dekc`"]),
    # What stands under a broken block is looked at.
    ("iff open:\n    add 1 to pt", ["1:1 `iff` does not begin a line", "2:14 nothing is called `pt`"]),
    # `otherwise` after a broken block.
    ("if opn:\n    add 1 to pot\notherwise:\n    add 2 to pot", ["1:4 nothing is called `opn`"]),
    ("if open is:\n    add 1 to pot\notherwise:\n    add 2 to pot", ["1:10 the line stops too early"]),
    ("if open is:\n    add 1 to pot\notherwise if pt:\n    add 2 to pot\notherwise:\n    add 3 to pot",
     ["1:10 the line stops too early", "3:14 nothing is called `pt`"]),
    ("if open:\n    add 1 to pot\notherwise if opn:\n    add 2 to pot\notherwise:\n    add 3 to pot",
     ["3:14 nothing is called `opn`"]),
    ("you may choose card frm hand:\n    move card to discard\notherwise:\n    add 1 to pot",
     ["1:21 `frm` does not fit here"]),
    # The colon.
    ("if open\n    add 1 to pot\notherwise:\n    add 2 to pot", ["1:7 the colon of this block is missing"]),
    ("if open\n    add 1 to pot\notherwise\n    add 2 to pot",
     ["1:7 the colon of this block is missing", "3:9 the colon of this block is missing"]),
    ("move hand to discard:\nadd 1 to pot", ["1:21 this line is not a block"]),
    ("move hand to discard:\n    add 1 to pot", ["1:21 this line is not a block"]),
    ("move hnd to discard:\n    add 1 to pt",
     ["1:6 nothing is called `hnd`", "1:20 this line is not a block", "2:14 nothing is called `pt`"]),
    # Indentation.
    ("if open:\n        add 1 to pot\n    add 2 to pot\n    add 3 to pot\nadd 4 to pot",
     ["3:5 this line is indented as none above it"]),
    ("if open:\nadd 1 to pot", ["1:1 nothing is indented under this line"]),
    ("if open:\n    # only a comment", ["1:1 nothing is indented under this line"]),
    ("if open:\n\tadd 1 to pot", ["2:1 a tab stands where spaces indent"]),
    # Blocks that follow nothing.
    ("if open:\n    add 1 to pot\nadd 2 to pot\notherwise:\n    add 3 to pot",
     ["4:1 `otherwise` does not follow a block it belongs to"]),
    ("for starter:\n    add 1 to pot\notherwise:\n    add 3 to pt",
     ["3:1 `otherwise` does not follow a block it belongs to", "4:14 nothing is called `pt`"]),
    ("if open:\n    add 1 to pot\notherwise:\n    add 2 to pot\notherwise:\n    add 3 to pot",
     ["5:1 `otherwise` does not follow a block it belongs to"]),
])
def test_no_mistake_makes_another(text: str, messages: list[str]) -> None:
    assert said(text) == messages


def said(text: str) -> list[str]:
    """The findings of lines, with their places, in short."""
    return [f"{finding.line}:{finding.column} {finding.message}" for finding in check_lines(text)]


def helped(text: str) -> list[tuple[str, str | None]]:
    """The findings of lines with their help."""
    return [(finding.message, finding.help) for finding in check_lines(text)]


# -- single mistakes and what helps


@pytest.mark.parametrize(("text", "message", "help"), [
    # Words that were glued, cut, or misspelt.
    ("take actionx wait", "`take` does not begin a line", "did you mean `take action`?"),
    ("movehand to discard", "`movehand` does not begin a line", "did you mean `move hand`?"),
    ("mvoe hand to discard", "`mvoe` does not begin a line", "did you mean `move`?"),
    ("Move hand to discard", "`Move` does not begin a line", "did you mean `move`?"),
    ("drawer 3 from deck to hand", "`drawer` does not begin a line", "did you mean `draw`?"),
    ("fr each player:\n    add 1 to pot", "`fr` does not begin a line", "did you mean `for`?"),
    ("set pot too 3", "`too` does not fit here", "expected `to`"),
    ("set pot", "the line stops too early", "expected `to`"),
    ("set pot to", "the line stops too early", "expected a value"),
    ("add to pot", "`to` does not fit here", "expected a value"),
    ("set pot to rounds playd", "nothing is called `rounds playd`", "did you mean `rounds played`?"),
    ("set pot to Pot", "nothing is called `Pot`", "did you mean `pot`?"),
    ("set pot to POINTS", "nothing is called `POINTS`", "did you mean `points`?"),
    ("set pot to pot-1", "nothing is called `pot-1`", "put spaces around a minus"),
    ("choose draw from hand", "`draw` does not fit here",
     "`draw` is a word of the language; a name has to be another word"),
    ("choose card", "the line stops too early", "expected `from`"),
    ("do", "the line stops too early", "expected a name"),
    ("do 3", "`3` does not fit here", "expected a name"),
    ('say hello', "`hello` does not fit here", "expected words in quotes"),
    ("hand", "the line stops too early", "expected `wins`"),
    ("deck is empty", "`is empty` does not fit here", "expected `wins`"),
    # Characters that mean nothing.
    ("set open to pot = 3", "`=` means nothing here", "say `is`"),
    ("set open to pot != 3", "`!=` means nothing here", "say `is not`"),
    ("set open to pot ≥ 3", "`≥` means nothing here", "say `>=`"),
    ("set pot to 7 / 2", "`/` means nothing here", "say `divided by ... rounded down` or `rounded up`"),
    ("set pot to 7 − 2", "`−` means nothing here", "say `-`"),
    ("set pot to [7]", "`[` means nothing here", "use `(` and `)`"),
    ("add 1 to pot, add 2 to pot", "`,` means nothing here", "one thing a line; join conditions with `and` or `or`"),
    ("add 1 to pot; add 2 to pot", "`;` means nothing here", "write one thing a line"),
    ("add 1 to pot.", "`.` means nothing here", "a line ends without a full stop"),
    ("say 'hello'", "`'` means nothing here", 'words stand in double quotes, as in "redraw"'),
    ("say “hello”", "`“` means nothing here", 'use plain quotes, as in "redraw"'),
    ('say "hello', '`"` means nothing here', "close the quotes"),
    ("add pot#3 to pot", "`#` means nothing here", "a comment has a space before its `#`"),
    ("set pot to 1.5", "`1.5` is not a whole number", "a number is written in the digits 0 to 9 only"),
    ("set pot to 1,000", "`1,000` is not a whole number", "a number is written in the digits 0 to 9 only"),
    ("set pot to 3x", "`3x` is not a whole number", "a number is written in the digits 0 to 9 only"),
    ("set pot to ٣", "`٣` is not a whole number", "a number is written in the digits 0 to 9 only"),
    ("set pot to 99999999999999999999", "numbers reach to a thousand million", None),
    (f"set pot to {'9' * 5000}", "numbers reach to a thousand million", None),
    # Values of the wrong sort.
    ("if card is Ace or King:\n    add 1 to pot", "a condition is needed here, this is the name of a card",
     "each side is a condition of its own; say `card is King` here"),
    ("if card is not Ace and King:\n    add 1 to pot", "a condition is needed here, this is the name of a card",
     "each side is a condition of its own; say `card is not King` here"),
    ("if pot is 1 or 2:\n    add 1 to pot", "a condition is needed here, this is the number 2",
     "each side is a condition of its own; say `pot is 2` here"),
    ("if pot > 1 or open and pot < 5 or 7:\n    add 1 to pot", "a condition is needed here, this is the number 7",
     "each side is a condition of its own; say `pot < 7` here"),
    ("if open or 3:\n    add 1 to pot", "a condition is needed here, this is the number 3", None),
    ("if every p in players where points of p > 0 and points of p < 3:\n    add 1 to pot",
     "nothing is called `p`", "`p` is known only inside its own condition; put one with `and` or `or` in parentheses"),
    ("set pot to worth of Ace for starter for you", "`for` does not fit here",
     "put the inner part in parentheses, as in `(starter for you)`"),
    ("set pot to worth of favourite card", "`card` does not fit here", None),
    ("set pot to highest colour of hand", "a number is needed of each, this is a suit", None),
    ("set pot to total rank of players", "a player has no `rank`", None),
    ("set pot to total worth of hand", "`worth` is a value of `card` and `owner`", "the second stands after `for`"),
    ("set pot to total rank of hand for you", "`rank` has no second part after `for`", None),
    ("set pot to total points of players for you", "`points` has no second part after `for`", None),
    ("set pot to total pot of players", "a player has no `pot`", None),
    ("set pot to total deck of players", "`deck` is a zone, not a value or attribute of something", None),
    ("set pot to points of starter for you", "`points` has one owner, and no second part after `for`", None),
    ("set pot to pot of starter", "there is only one `pot`, it has no owner", None),
    ("set pot to worth", "`worth` is a value of `card` and `owner`; say `worth of ...`", None),
    ("set pot to rank", "`rank` is an attribute of card; say `rank of ...`", None),
    ("set pot to rank of starter", "a player has no `rank`", None),
    ("set pot to card", "`card` is the name of a class, not a value", "say which, or `cards` for all of them"),
    ("set pot to wait", "`wait` is an action, not a value", None),
    ("set pot to refill", "`refill` is a procedure, not a value", None),
    ("set pot to 101", "the variable takes a number from 0 to 100, this is the number 101", None),
    ("set starter to none", "the variable takes a player, this is none", None),
    ("set favourite to Ace", "the variable takes a player or none, this is the name of a card", None),
    ("if favourite is 3:\n    add 1 to pot", "a player or none is compared with the number 3", None),
    ("if none is favourite:\n    add 1 to pot", "none is compared with a player or none", None),
    ("include Ace in leaders", "a set of players cannot have the name of a card", None),
    ("move you to discard", "a player cannot go into a zone of cards", None),
    ("move hand to hands", "`hands` is the contents of several zones, not a zone", None),
    ("set leaders to just leaders", "a set of players is not one element", None),
    ("set leaders to next of hand after you", "a set of players is needed here, this is a set of cards", None),
    ("set pot to 7 divided by pot rounded down",
     "a number from 0 to 100 may be 0 or less, and nothing can be divided by that", None),
    ("set pot to 1000000 * 1000000",
     "the result may go from 1000000000000 to 1000000000000, further than numbers reach", None),
    ("roll die from 6 to 1", "the number 1 may be below the number 6", None),
    ('set pot to "3"', '`"3"` does not fit here', "expected a value"),
    ("choose number n from 0 to 5000 where n > 3",
     "each number from 0 to 5000 would have to be tried, which are too many", None),
    ("choose pot from hand", "`pot` is a variable, not a new name", None),
    ("choose hands from hand", "`hands` is a plural, not a new name", None),
    ("if ruling nosuch is yes_please:\n    add 1 to pot", "no ruling is called `nosuch`", None),
    ("if ruling draw_first is yes:\n    add 1 to pot", "`yes` does not fit here",
     "`yes` is a word of the language; a name has to be another word"),
    ("if ruling draw_first is yes_pleas:\n    add 1 to pot", "no reading of `draw_first` is called `yes_pleas`",
     "did you mean `yes_please`?"),
    ("moment shodown", "no moment is called `shodown`", "did you mean `showdown`?"),
    ("take action wait or sotp", "no action is called `sotp`", "did you mean `stop`?"),
])
def test_a_single_mistake(text: str, message: str, help: str | None) -> None:
    if "card is" in text:
        text = "for each card in deck:\n" + "".join(f"    {line}\n" for line in text.splitlines())
    assert helped(text) == [(message, help)]
