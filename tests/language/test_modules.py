"""Modules over bundled games and over one another: house rules, what is missing, and what two of them decide
differently."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import ludex
from ludex import IllegalMove, checking, rules
from ludex.dsl.diagnostics import Finding
from ludex.dsl.precedence import conjuncts

NIM = rules.catalogue()["nim"]
PIG = rules.catalogue()["pig"]
HEAD = "game: {name}\ntitle: {name}\nextends: {base}\n"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a rule set of one file over others."""

    def run(name: str, text: str, *bases: Path) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        listed = f"[{', '.join(base.as_posix() for base in bases)}]"
        (folder / "game.yaml").write_text(HEAD.format(name=name, base=listed) + text, encoding="utf-8")
        return folder

    return run


def told(folder: Path) -> list[tuple[str, str, list[str]]]:
    """Code, message and labelled texts of all findings that are more than notes, but for those about sources."""
    return [(f.code, f.message, [label.span.text for label in f.labels]) for f in ludex.check(folder)
            if f.severity in ("error", "warning") and not f.code.startswith("LX6")]


def offered(match: ludex.Match) -> list[str]:
    assert match.decision is not None
    return [option.words for option in match.decision.options]


# -- a house rule


def test_a_house_rule_of_two_lines(write: Write) -> None:
    """One may not take a single match from the longest row: said of an action, with what is chosen in it."""
    house = write("house", "forbids:\n  not one of C: {what: take, when: pile is C and amount is 1}\n", NIM)
    assert [finding.message for finding in ludex.check(house)] == []
    match = ludex.load(house).start(players=2, seed=1)
    match.apply("take from row C")
    assert offered(match) == ["2", "3", "4", "5"]
    with pytest.raises(IllegalMove, match="`not one of C` forbids it: pile is C and amount is 1"):
        match.apply("1")
    match.apply("5")
    match.apply("take from row A")
    assert offered(match) == ["1", "2", "3"]


def test_what_refuses_is_the_base_where_the_ban_does_not_hold(write: Write) -> None:
    house = write("house", "forbids:\n  no heroes: {what: hold, when: turn total > 50}\n"
                           "  no heroines: {what: hold, when: turn total > 60}\n", PIG)
    match = ludex.load(house).start(players=2, seed=1)
    with pytest.raises(IllegalMove, match="it does not hold that turn total > 0"):
        match.apply("hold")


@pytest.mark.parametrize(("action", "when", "messages"), [
    # that a ban leaves nothing to a condition of the base is no news
    ("hold", "turn total < 5", []),
    ("hold", "turn total < 1", ["`turn total < 1` changes nothing beside `turn total > 0`: it never holds there"]),
    ("roll", "turn total > 1005", ["`turn total > 1005` never holds here"]),
    ("hold", "turn total >= 0", ["`turn total >= 0` always holds here"]),
    ("hold", '"yes"', []),
])
def test_a_ban_is_told_as_what_it_forbids(write: Write, action: str, when: str, messages: list[str]) -> None:
    house = write("house", f"forbids:\n  a ban: {{what: {action}, when: {when}}}\n", PIG)
    assert [finding.message for finding in ludex.check(house) if not finding.code.startswith("LX6")] == messages


def test_two_bans_of_which_one_says_nothing(write: Write) -> None:
    house = write("house", "forbids:\n  low: {what: hold, when: turn total < 3}\n"
                           "  lower: {what: hold, when: turn total < 2}\n", PIG)
    assert [finding.message for finding in ludex.check(house) if not finding.code.startswith("LX6")] == [
        "`turn total < 2` changes nothing beside `turn total > 0 and not (turn total < 3)`: it never holds there"]


def test_an_exception_lifts_a_ban_and_nothing_else(write: Write) -> None:
    house = write("house", "forbids:\n  not one: {what: take, when: amount is 1}\n"
                           "permits:\n  but of A: {what: take, when: amount is 1 and pile is A}\n", NIM)
    assert told(house) == []
    match = ludex.load(house).start(players=2, seed=1)
    match.apply("take from row A")
    assert offered(match) == ["1", "2", "3"]
    match.apply("3")
    assert offered(match) == ["take from row B", "take from row C"]
    match.apply("take from row B")
    assert offered(match) == ["2", "3", "4"]


def test_a_grant_widens_what_the_base_allows(write: Write) -> None:
    base = write("base", """
values:
  may take: {of: {pile: row}, is: matches of pile > 3}
replaces: take
actions:
  take:
    source: turn
    when: any pile in rows where may take of pile
    choose: pile from rows where may take of pile
    do: set matches of pile to 0
""", NIM)
    free = write("free", "grants:\n  row A too: {what: may take, when: pile is A}\n", base)
    assert offered(ludex.load(base).start(players=2, seed=1)) == ["take B", "take C"]
    assert offered(ludex.load(free).start(players=2, seed=1)) == ["take A", "take B", "take C"]


def test_what_a_module_says_holds_while_it_says_so(write: Write) -> None:
    house = write("house", "while: not late\nvariables:\n  late: {type: flag, seen by: all}\n"
                           "forbids:\n  not one: {what: take, when: amount is 1}\n"
                           "triggers:\n  dusk: {source: turn, at: end of taking, do: set late to yes}\n"
                           "replaces: phases\n", NIM)
    game = ludex.load(house)
    assert [f.code for f in game.check() if f.severity == "error"] == []
    match = game.start(players=2, seed=1)
    match.apply("take from row A")
    assert offered(match) == ["2", "3"]
    over = game.start(players=2, seed=1)
    fields = game.write_state(over)
    fields["fields"]["late"] = 1
    later = game.restore(json.dumps(fields))
    later.apply("take from row A")
    assert offered(later) == ["1", "2", "3"]


@pytest.mark.parametrize("rest", [
    "", "forbids:\n  x1: {what: take, when: amount is 1}\n  x2: {what: take, when: amount is 2}\n"])
def test_a_mistake_in_while_is_told_once(write: Write, rest: str) -> None:
    assert told(write("house", f"while: not lat\n{rest}", NIM)) == [("LX201", "nothing is called `lat`", [])]


# -- steps


def test_a_step_before_and_after_a_phase(write: Write) -> None:
    """Triggers of the moments that come with each phase: before what it does, and behind its turns."""
    base = write("base", """
replaces: [rounds, taking]
rounds: {phases: [dawn, taking]}
phases:
  dawn: {source: turn, do: add 2 to steps}
  taking:
    source: turn
    do: |
      for P1:
          take action take
variables:
  steps: {type: 0 to 99, seen by: all}
""", NIM)
    module = write("module", "triggers:\n"
                             "  first: {source: turn, at: start of dawn, do: set steps to 3 * steps + 1}\n"
                             "  last: {source: turn, at: end of dawn, do: set steps to 5 * steps}\n", base)
    game = ludex.load(module)
    match = game.start(players=2, seed=1)
    assert game.write_state(match)["fields"]["steps"] == (3 * 0 + 1 + 2) * 5


# -- what is missing


def test_gc22_a_base_that_lacks_what_a_module_needs(tmp_path: Path) -> None:
    """Three names that Greater China needs are not there: three findings, each with its sentence, and no other."""
    for name in ("theatre_war", "greater_china"):
        shutil.copytree(rules.catalogue()[name], tmp_path / name)
    for file in (tmp_path / "theatre_war").glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        for old, new in (("Bolshevization", "Sovietization"), ("at war", "in arms"),
                         ("returning air movement", "flying home")):
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
    for file in (tmp_path / "greater_china").glob("*.yaml"):  # what else it says about them
        text = file.read_text(encoding="utf-8").replace("not (Bolshevization of", "not (Sovietization of")
        file.write_text(text, encoding="utf-8")
    missing = [f for f in ludex.check(tmp_path / "greater_china") if f.severity == "error"]
    assert {(f.message, f.passage) for f in missing} == {
        ("no value is called `at war`, and `sovereignty.2` needs it", "sovereignty.2"),
        ("no value is called `Bolshevization`, and `sovereignty.3` needs it", "sovereignty.3"),
        ("no phase is called `returning air movement`, and `air.2` needs it", "air.2"),
    }


def test_a_value_of_other_things_is_not_what_is_needed(write: Write) -> None:
    base = write("base", "values:\n  heap: {of: {pile: row}, is: matches of pile}\n", NIM)
    module = write("module", "requires:\n  heap: {as: value, of: [row, player]}\n", base)
    assert ("LX114", "`heap` is of row, not of row and player, and this module needs it", ["heap"]) in told(module)


@pytest.mark.parametrize(("text", "message"), [
    ("forbids:\n  x1: {what: takes, when: amount is 1}\n", "no value or action is called `takes`"),
    ("overrides:\n  x1: {of: heaps, was: 1, set: 2}\n", "no value is called `heaps`"),
    ("adds:\n  rowe: {values: D}\n", "no enumeration is called `rowe`"),
    ("adds:\n  takin: {actions: take}\n", "no phase is called `takin`"),
    ("forbids:\n  x1: {what: take, when: amount is 1, over: x2}\n",
     "no other rule that could be beaten is called `x2`"),
    ("hooks: nothing\n", "no value, variable or moment is called `nothing`"),
    ("triggers:\n  x1: {source: turn, at: start of takin, do: nobody wins}\n", "no moment is called `start of takin`"),
])
def test_names_that_the_base_has_not(write: Write, text: str, message: str) -> None:
    assert [finding for finding in told(write("house", text, NIM)) if finding[0] == "LX201"] == [("LX201", message, [])]


TIES = ("components:\n  city: {items: [Canton, Peking, Nanking]}\n"
        "relations:\n  road: {from: city, to: city, pairs: {Canton: Nanking}}\n")


@pytest.mark.parametrize(("pairs", "there"), [
    ("{Peking: Nanking}", None), ("{Canton: Peking}", None), ("{Canton: [Nanking, Peking]}", "Canton: Nanking"),
    ("{Canton: Nanking}", "Canton: Nanking"),
])
def test_pairs_are_added_one_by_one(write: Write, pairs: str, there: str | None) -> None:
    base = write("base", TIES, NIM)
    module = write("module", f"adds:\n  road: {{pairs: {pairs}}}\n", base)
    assert [finding for finding in told(module) if finding[0] == "LX116"] == (
        [] if there is None else [("LX116", f"`{there}` is in `road` already", [there.split(": ")[1]])])
    found = checking.read(module).analysis
    assert found is not None
    (relation,) = found.symbols.relations["road"]
    assert relation.values[0] >> 2 & 1  # Canton and Nanking, whatever was added
    assert bool(relation.values[0] >> 1 & 1) is ("Canton" in pairs and "Peking" in pairs)


# -- what is decided differently


def test_what_is_said_anew_is_listed(write: Write) -> None:
    text = "variables:\n  matches: {source: setup, type: 0 to 9, each: row, starts: 2, seen by: all}\n"
    assert told(write("silent", text, NIM)) == [
        ("LX113", "`matches` is said here in place of what an extended rule set says", ["matches"])]
    assert told(write("told", f"replaces: matches\n{text}", NIM)) == []
    assert told(write("wrong", f"replaces: [matches, match]\n{text}", NIM)) == [
        ("LX201", "nothing that is extended is called `match`", [])]


def test_two_modules_that_say_the_same_thing_differently(write: Write) -> None:
    start = "replaces: matches\nvariables:\n  matches: {{type: 0 to 9, each: row, starts: {}, seen by: all}}\n"
    one, other = write("one", start.format(2), NIM), write("other", start.format(4), NIM)
    both = write("both", "", one, other)
    (found,) = (f for f in ludex.check(both) if f.code == "LX113")
    assert {Path(found.file).parent.name, *(Path(label.span.source.path).parent.name for label in found.labels)} == {
        "one", "other"}
    settled = write("settled", start.format(3), one, other)
    assert told(settled) == []
    match = ludex.load(settled).start(players=2, seed=1)
    assert ludex.load(settled).write_state(match)["fields"]["matches"] == {"A": 3, "B": 3, "C": 3}


def clash(folder: Path) -> list[Finding]:
    return [f for f in ludex.check(folder) if f.code == "LX117"]


def test_two_modules_that_forbid_and_permit(write: Write) -> None:
    """Both places are shown; until it is settled the ban holds, and whoever puts them together can settle it."""
    strict = write("strict", "forbids:\n  not one: {what: take, when: amount is 1}\n", NIM)
    mild = write("mild", "permits:\n  all of A: {what: take, when: pile is A}\n", NIM)
    both = write("both", "", strict, mild)
    (found,) = clash(both)
    assert found.message == ("`all of A` and `not one` decide differently about `take` where both apply, "
                             "and nothing says which holds")
    assert {Path(found.file).parent.name, *(Path(label.span.source.path).parent.name for label in found.labels)} == {
        "strict", "mild"}
    match = ludex.load(both).start(players=2, seed=1)
    match.apply("take from row A")
    assert offered(match) == ["2", "3"]
    kind = write("kind", "permits:\n  all of A: {what: take, when: pile is A, over: not one}\n", strict)
    assert clash(kind) == []
    match = ludex.load(kind).start(players=2, seed=1)
    match.apply("take from row A")
    assert offered(match) == ["1", "2", "3"]


@pytest.mark.parametrize(("third", "clashes", "left"), [
    ("permits:\n  so it is: {what: take, when: pile is A, over: [not one, all of A]}\n", 0, ["1", "2", "3"]),
    ("forbids:\n  so it is: {what: take, when: amount is 1, over: [not one, all of A]}\n", 0, ["2", "3"]),
    ("permits:\n  so it is: {what: take, when: \"yes\", over: [not one, all of A]}\n", 0, ["1", "2", "3"]),
    # it does not hold wherever they do, or it is over one of them only
    ("permits:\n  so it is: {what: take, when: matches of B > 2, over: [not one, all of A]}\n", 1, ["1", "2", "3"]),
    ("permits:\n  so it is: {what: take, when: pile is A, over: not one}\n", 1, ["1", "2", "3"]),
])
def test_whoever_puts_two_modules_together_settles_what_they_say(write: Write, third: str, clashes: int,
                                                                 left: list[str]) -> None:
    strict = write("strict", "forbids:\n  not one: {what: take, when: amount is 1}\n", NIM)
    mild = write("mild", "permits:\n  all of A: {what: take, when: pile is A}\n", NIM)
    both = write("both", third, strict, mild)
    assert len(clash(both)) == clashes
    match = ludex.load(both).start(players=2, seed=1)
    match.apply("take from row A")
    assert offered(match) == left


def test_two_rules_that_are_over_each_other(write: Write) -> None:
    house = write("house", "forbids:\n  low: {what: hold, when: turn total < 9, over: kind}\n"
                           "permits:\n  kind: {what: hold, when: turn total > 5, over: low}\n", PIG)
    assert len(clash(house)) == 1


def test_a_permission_that_lifts_nothing(write: Write) -> None:
    house = write("house", "permits:\n  at zero: {what: hold, when: turn total is 0}\n", PIG)
    assert told(house) == [("LX118", "`at zero` permits `hold`, which no module forbids", [])]
    other = write("other", "forbids:\n  low: {what: hold, when: turn total < 3 and turn total is 0}\n", house)
    assert told(other) == []


@pytest.mark.parametrize(("second", "clashes", "worth"), [
    ("when: pile is A, set: 7", False, 7),                                # the same condition and more
    ("when: matches of pile > 2, set: 7", True, 7),                       # the later one
    ("when: matches of pile > 2, set: 7, over: first", False, 7),
    ("when: not (pile is A or pile is B), set: 7", False, 4),             # both cannot hold
    ("when: matches of pile > 2, set: 4", False, 4),                      # it is the same
])
def test_two_overrides_of_one_value(write: Write, second: str, clashes: bool, worth: int) -> None:
    base = write("base", "values:\n  worth: {of: {pile: row}, is: 1}\nhooks: worth\n", NIM)
    general = "pile is A or pile is B" if "not (" in second else "matches of pile > 1"
    if "pile is A, set" in second:
        second, general = "when: matches of pile > 1 and pile is A, set: 7", "matches of pile > 1"
    one = write("one", f"overrides:\n  first: {{of: worth, was: 1, when: {general}, set: 4}}\n", base)
    two = write("two", f"overrides:\n  second: {{of: worth, was: 1, {second}}}\n", one)
    assert bool(clash(two)) is clashes
    (two / "scenarios").mkdir()
    (two / "scenarios" / "worth.yaml").write_text(
        f"- scenario: what a row is worth\n  expect: ['worth of A is {worth}']\n", encoding="utf-8")
    (scenario,) = ludex.scenario.read(two)
    assert ludex.scenario.Runner([scenario]).play(scenario).status == "passed"


MODIFIED = """
values:
  worth:
    of: {pile: row}
    is: 1
    modifiers:
      long rows: {when: matches of pile > 3, set: 2}
hooks: worth
"""


@pytest.mark.parametrize(("override", "clashes"), [
    ("when: pile is A, set: 7", True),
    ("when: pile is A, set: 7, over: long rows", False),
    ("when: matches of pile > 3 and pile is B, set: 7", False),
    ("when: matches of pile < 3, set: 7", False),
])
def test_an_override_comes_after_what_modifies_the_value_in_the_base(write: Write, override: str, clashes: bool) -> None:
    """What else the base says of the value is not passed over in silence."""
    module = write("module", f"overrides:\n  mine: {{of: worth, was: 1, {override}}}\n", write("base", MODIFIED, NIM))
    found = clash(module)
    assert [label.span.text for finding in found for label in finding.labels] == (["long rows"] if clashes else [])
    assert all(finding.help == "`over: [long rows]` says that it is meant" for finding in found)


def test_a_base_that_has_changed_is_noticed(write: Write) -> None:
    base = write("base", "values:\n  worth: {of: {pile: row}, is: 2 * matches of pile}\nhooks: worth\n", NIM)
    module = write("module", "overrides:\n  x1: {of: worth, was: matches of the pile, when: pile is A, set: 4}\n", base)
    assert ("LX115", "`worth` is `2 * matches of pile` in the base, and this was written when it was `matches of pile`",
            ["2 * matches of pile"]) in told(module)


# -- several bases


def test_every_rule_set_comes_before_those_that_it_extends(write: Write) -> None:
    one = write("one", "about: the first\n", NIM)
    two = write("two", "about: the second\n", NIM)
    both = write("both", "", one, two)
    game = ludex.load(both)
    assert game.syntax.about is not None
    assert game.syntax.about.text == "the first"
    assert "take from row A" in offered(game.start(players=2, seed=1))


def test_a_module_over_two_unlike_games_is_no_crash(write: Write) -> None:
    assert any(code == "LX113" for code, _, _ in told(write("both", "", NIM, PIG)))


# -- conditions as their words tell


@pytest.mark.parametrize(("text", "parts"), [
    ("p > 1 and the q is r", ["p > 1", "q is r"]),
    ("(p and q) and r", ["(p and q)", "r"]),
    ("p and q or r", ["p and q or r"]),
    ("any x in s where (p and q) and r", ["any x in s where (p and q)", "r"]),
])
def test_conjuncts(text: str, parts: list[str]) -> None:
    assert conjuncts(text) == parts
