"""What may be called what: declared names that are words of the language, long names, names that meet, new names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from example_runs import check_lines, of_texts, play, write_example

import ludex
from ludex.dsl.diagnostics import Finding
from ludex.dsl.grammar import grammar
from ludex.dsl.parse_help import stands_alone
from ludex.dsl.vocabulary import WORDS

Check = Callable[[str], list[Finding]]


def game(sections: str, lines: str) -> str:
    """A whole rule set with sections of its own and one line after the other in its phase."""
    inside = "".join(f"      {line}\n" for line in lines.splitlines())
    return (
        "ludex: 1\ngame: names\ntitle: Names\nplayers: {least: 2, most: 3}\nrounds: {phases: [play]}\n"
        f"phases:\n  play:\n    do: |\n{inside}      nobody wins\n{sections}"
    )


def plays(folder: Path, text: str) -> list[str]:
    """What is told of a rule set that has no findings and plays."""
    write_example(folder, text)
    assert [f"{f.code} {f.message}" for f in of_texts(ludex.check(folder))] == []
    match = play(ludex.load(folder), 2, 1)
    assert match.result is not None
    return [event.text for event in match.events]


# -- spaces that are called by numbers

LAND = (
    "boards:\n  land: {grid: hexagons, reach: 2, space: field}\n"
    "variables:\n  tower: {type: field, starts: middle of land, seen by: all}\n"
    "  left: {type: 0 to 9, starts: 3, seen by: all}\n"
)


def test_a_space_is_called_by_how_far_it_lies_from_the_middle(tmp_path: Path) -> None:
    lines = (
        "if neighbours of 0,0 contains 1,-1 and not neighbours of -1,0 contains 1,-1:\n    set tower to 1,-1\n"
        "if tower is 1,-1 and left -1 is 2:\n    set tower to -2,0\nset left to 1"
    )
    assert "tower becomes -2,0" in plays(tmp_path / "game", game(LAND, lines))


@pytest.mark.parametrize("line", ["set tower to 3,0", "set tower to 0,0,0", "set left to 1,5"])
def test_other_numbers_with_commas_are_no_spaces(line: str, tmp_path: Path) -> None:
    write_example(tmp_path / "game", game(LAND, line))
    assert any(finding.severity == "error" for finding in ludex.check(tmp_path / "game"))


# -- words of the language as names


def single_words() -> list[str]:
    """Every word of the language that could be a name, and means nothing by itself."""
    literals = {part.literal for word in WORDS for part in word.variants()[0] if part.literal[:1].isalpha()}
    literals |= {"of", "for", "from", "to", "in", "where", "if", "then", "else", "or", "your", "number", "exactly"}
    return sorted(word for word in literals if not stands_alone(word, "expression"))


@pytest.mark.parametrize("name", single_words())
def test_a_word_of_the_language_may_name_whatever_a_name_alone_can_be(name: str, tmp_path: Path) -> None:
    sections = (
        f"procedures:\n  {name}: {{do: add 1 to {name}}}\n"
        f"variables:\n  {name}: {{type: 0 to 90, seen by: all}}\n"
        f"actions:\n  {name}: {{do: add 1 to {name}}}\n"
        f"moments:\n  {name}: {{about: a moment}}\n"
        f"triggers:\n  when it comes: {{at: {name}, do: add 1 to {name}}}\n"
    )
    lines = (
        f"add 3 to {name}\nset {name} to {name} + 1\ndo {name}\nmoment {name}\n"
        f"if {name} > 3:\n    subtract 1 from {name}\n"
        f"for P1:\n    take action {name}"
    )
    told = plays(tmp_path / "names", game(sections, lines))
    assert f"{name} becomes 3" in told
    assert f"{name} becomes 6" in told


def test_words_that_mean_something_by_themselves_are_these() -> None:
    words = grammar().literals
    assert {word for word in words if stands_alone(word, "expression")} == {"yes", "no", "none", "you"}
    assert {word for word in words if stands_alone(word, "type")} == {"flag"}


@pytest.mark.parametrize(("sections", "place", "message"), [
    ("variables:\n  none: {type: 0 to 3}\n", "none", "it is a word of the language, which means something by itself"),
    ("values:\n  worth:\n    of: {you: player}\n    is: 3\n", "you",
     "it is a word of the language, which means something by itself"),
    ("enumerations:\n  flag: {values: [red, blue]}\n", "flag",
     "it is a word of the language, which means something by itself"),
    ("enumerations:\n  answer: {values: [perhaps, none]}\n", "none",
     "it is a word of the language, which means something by itself"),
    ("zones:\n  pile: {of: tile, each: player, plural: you}\n", "you",
     "it is a word of the language, which means something by itself"),
    ("variables:\n  the: {type: 0 to 3}\n", "the", "`the` is an article, and articles are skipped"),
    ("variables:\n  a: {type: 0 to 3}\n", "a", "`a` is an article, and articles are skipped"),
    ('actions:\n  "play #3": {do: nobody wins}\n', '"play #3"', "a `#` after a space begins a comment"),
    ('variables:\n  "so:": {type: 0 to 3}\n', '"so:"', "a colon at the end of a line begins a block"),
    ('enumerations:\n  row: {values: ["1", "2 b"]}\n', '"1"',
     "it is a number, which could not be told from it; put a word before it"),
    ("variables:\n  winners: {type: 0 to 3}\n", "winners", "the winners of the game are kept under it"),
])
def test_a_name_that_could_not_be_read_is_a_finding(sections: str, place: str, message: str, tmp_path: Path) -> None:
    tiles = "components:\n  tile: {items: [Temple, Bath]}\n"
    found = of_texts(ludex.check(write_example(tmp_path / "names", game(tiles + sections, "nobody wins"))))
    assert [(f.code, f.span.text, f.message) for f in found] == [
        ("LX219", place, f"`{place.strip(chr(34))}` cannot be a name: {message}")]


@pytest.mark.parametrize("name", ["hand to", "to hand", "draw 3 from pot", "if open", "end the game now", "is empty",
                                  "set pot to 3", "the crown", "take the pot", "a tie", "one or more", "not", "no more",
                                  "Money & Arms", "Wei-Ha-Wei", "Rock (big)", "3 of a kind", "John's house", "50 %",
                                  "Größe", "ход", "no", "yes", "none", "you"])
def test_a_procedure_may_have_any_name(name: str, tmp_path: Path) -> None:
    sections = (f"procedures:\n  \"{name}\": {{do: add 1 to pot}}\n"
                "variables:\n  pot: {type: 0 to 9, seen by: all}\n  open: {type: flag, seen by: all}\n")
    told = plays(tmp_path / "names", game(sections, f"set pot to 3\nif open:\n    set pot to 4\ndo {name}"))
    assert told[-2:] == ["pot becomes 4", "nobody wins"]


def test_a_name_that_begins_like_a_line_does_not_spoil_the_line(tmp_path: Path) -> None:
    sections = ("procedures:\n  add 1: {do: say \"one\"}\n  add 1 to pot: {do: say \"two\"}\n"
                "variables:\n  pot: {type: 0 to 9, seen by: all}\n  pot to: {type: 0 to 9, seen by: all}\n")
    lines = "add 1 to pot\ndo add 1\ndo add 1 to pot\nset pot to 4\nset pot to to 5"
    assert plays(tmp_path / "names", game(sections, lines)) == [
        "play", "pot becomes 1", "one", "two", "pot becomes 4", "pot to becomes 5", "nobody wins"]


def test_the_longest_name_wins_where_both_make_sense(tmp_path: Path) -> None:
    sections = ("variables:\n  high bid: {type: 0 to 9, seen by: all}\n  high: {type: 0 to 9, seen by: all}\n"
                "  bid: {type: 0 to 9, seen by: all}\n")
    lines = "set high bid to 3\nset high to 4\nset bid to high bid + high"
    assert plays(tmp_path / "names", game(sections, lines))[-2:] == ["bid becomes 7", "nobody wins"]


def test_articles_are_skipped_and_spaces_do_not_count(tmp_path: Path) -> None:
    sections = "variables:\n  high bid: {type: 0 to 9, seen by: all}\n"
    assert plays(tmp_path / "names", game(sections, "set  the   high  bid to    the high bid + 3  # a comment"))[-2:] == [
        "high bid becomes 3", "nobody wins"]


def test_a_comment_ends_a_line_and_not_a_text(tmp_path: Path) -> None:
    sections = ("variables:\n  pot: {type: 0 to 9, seen by: all}\nvalues:\n  worth:\n    is: |\n"
                "      1  # the first\n      # nothing\n      + 2 # the second\n")
    assert plays(tmp_path / "names", game(sections, "set pot to worth"))[-2:] == ["pot becomes 3", "nobody wins"]


# -- names that meet


@pytest.mark.parametrize(("sections", "place", "message"), [
    ("enumerations:\n  card: {values: [red, blue]}\n", "card", "`card` is already the name of an enumeration"),
    ("enumerations:\n  player: {values: [red, blue]}\n", "player", "`player` is already the name of the players"),
    ("enumerations:\n  colours: {values: [clubs, blue]}\n", "clubs", "`clubs` is already the name of a suit"),
    ("enumerations:\n  hue: {values: [red, red]}\n", "red", "`red` is already the name of a hue"),
    ("enumerations:\n  sort: {values: [red, blue], plural: suits}\n", "suits",
     "`suits` is already the name of several of `suit`"),
    ("enumerations:\n  sort: {values: [red, blue], plural: players}\n", "players",
     "`players` is already the name of all players"),
    ("enumerations:\n  sort: {values: [red, blue], plural: pot}\n", "pot", "`pot` is already the name of a variable"),
    ("zones:\n  suit: {of: card, each: player}\n", "suit", "`suits` is already the name of several of `suit`"),
    ("variables:\n  P1: {type: 0 to 3}\n", "P1", "`P1` is already the name of a player"),
    ("parameters:\n  pot: {type: 0 to 3, default: 1}\n", "pot", "`pot` is already the name of a parameter"),
    ("values:\n  Ace: {is: 3}\n", "Ace", "`Ace` is already the name of an item (card)"),
])
def test_names_that_meet(sections: str, place: str, message: str, check: Check) -> None:
    found = [f for f in check(sections) if f.code == "LX218"]
    assert [f.message for f in found] == [message]
    assert found[0].span.text in (place, "pot")


def test_a_plural_that_nobody_wrote_gives_way(check: Check) -> None:
    assert of_texts(check("variables:\n  suits: {type: 0 to 3}\n")) == []
    assert of_texts(check("enumerations:\n  row: {values: [top, low]}\nvariables:\n  rows: {type: set of rows}\n")) == []


def test_the_set_of_a_class_may_be_hidden_by_a_choice() -> None:
    assert check_lines("choose one or more cards from hand\nmove cards to discard") == ()


@pytest.mark.parametrize(("text", "place", "code", "message"), [
    ("choose pot from hand", "1:8", "LX206", "`pot` is a variable, not a new name"),
    ("choose Ace from hand", "1:8", "LX206", "`Ace` is an item (card), not a new name"),
    ("choose players from hand", "1:8", "LX206", "`players` is a plural, not a new name"),
    ("roll P1 from 1 to 6", "1:6", "LX206", "`P1` is a player, not a new name"),
    ("for each c in deck:\n    choose c from hand", "2:12", "LX204",
     "`c` already means something here, which is hidden by this"),
    ("choose c from hand\nif any c in deck where c is Ace:\n    add 1 to pot", "2:8", "LX204",
     "`c` already means something here, which is hidden by this"),
    ("choose c from hand\nrepeat 2 times:\n    choose c from hand", "3:12", "LX204",
     "`c` already means something here, which is hidden by this"),
])
def test_a_new_name_that_is_taken(text: str, place: str, code: str, message: str) -> None:
    assert [(f"{f.line}:{f.column}", f.code, f.message) for f in check_lines(text)
            if f.code in ("LX206", "LX204")] == [(place, code, message)]


@pytest.mark.parametrize("text", [
    "choose c from hand\nmove c to discard\nchoose c from hand\nmove c to discard",
    "roll d from 1 to 6\nroll d from 1 to 6",
    "for each c in deck:\n    add 1 to pot\nfor each c in hand:\n    add 1 to pot",
    "if open:\n    choose c from hand\notherwise:\n    choose c from hand",
    "if any c in deck where c is Ace:\n    add 1 to pot\nset leaders to (c in players where points of c > 1)",
])
def test_a_name_may_be_given_again_on_the_same_level(text: str) -> None:
    assert check_lines(text) == ()


def test_a_parameter_of_a_value_is_a_new_name(check: Check) -> None:
    found = check("values:\n  double:\n    of: {pot: card}\n    is: 2\n")
    assert [(f.code, f.line, f.message) for f in found] == [("LX206", 3, "`pot` is a variable, not a new name")]


def test_two_choices_of_an_action_need_two_names(check: Check) -> None:
    found = check("actions:\n  swap:\n    choose: [c from hand, c from discard]\n    do: move c to hand\n")
    assert [(f.code, f.span.text) for f in found] == [("LX204", "c")]


# -- declarations with mistakes are told once


@pytest.mark.parametrize(("sections", "lines", "message"), [
    ("variables:\n  pile: {type: 0 too 5}\n", "add 1 to pile\nset pile to pile + 1", "`too` does not fit here"),
    ("variables:\n  pile: {type: crad}\n", "set pile to 1\nif pile is 3:\n    end the game", "no type is called `crad`"),
    ("variables:\n  pile: {type: 0 to 5, each: plaier}\n", "add 1 to pile of P1",
     "no list of things is called `plaier`"),
    ("zones:\n  heap: {of: crad}\n", "move hand of P1 to heap\nmove heap to hand of P1",
     "no component class is called `crad`"),
    ("zones:\n  heap: {of: card, each: plaier}\n", "move heaps to hand of P1", "no list of things is called `plaier`"),
    ("values:\n  twice:\n    of: {n: numbr}\n    is: n + n\n", "set pot to twice of pot", "no type is called `numbr`"),
    ("values:\n  twice: {is: pott + 1}\n", "set pot to twice\nset pot to twice + 1", "nothing is called `pott`"),
    ("parameters:\n  goal: {type: card, default: 3}\n", "set pot to goal",
     "a parameter is a number, as in `1 to 9`"),
    ("components:\n  card:\n    attributes: {rank: {type: 1 to}}\n    items: {Ace: {rank: 1}}\n",
     "set pot to total rank of hands\nset pot to rank of Ace", "the type stops too early"),
    ("actions:\n  play:\n    choose: c frm hand\n    where: rank of c > 1\n    do: move c to table\n", "nobody wins",
     "`frm` does not fit here"),
    ("actions:\n  play:\n    choose: [c from hnd, d from hand]\n    do: |\n      move c to table\n      move d to table\n",
     "nobody wins", "nothing is called `hnd`"),
])
def test_a_declaration_with_a_mistake_is_told_once(sections: str, lines: str, message: str, tmp_path: Path) -> None:
    base = {
        "components": "components:\n  card:\n    attributes: {rank: {type: 1 to 3}}\n    items: {Ace: {rank: 1}}\n",
        "zones": "zones:\n  hand: {of: card, each: player}\n  table: {of: card}\n",
        "variables": "variables:\n  pot: {type: 0 to 9}\n",
    }
    for name, text in base.items():
        if not sections.startswith(name):
            sections += text
        elif name != "components":
            sections = text + sections.removeprefix(f"{name}:\n")
    found = of_texts(ludex.check(write_example(tmp_path / "names", game(sections, lines))))
    assert [f.message for f in found] == [message]


def test_attributes_may_name_what_is_declared_later(check: Check) -> None:
    text = ("components:\n  tile:\n    attributes: {token: {type: stone or none}}\n"
            "    items: {Temple: {token: Onyx}, Bath: {token: none}}\n"
            "  stone: {items: [Onyx, Jade]}\n")
    assert check(text) == []


# -- types and numbers


def test_numbers_may_be_negative(tmp_path: Path) -> None:
    sections = ("variables:\n  debt: {type: -4 to 10, seen by: all}\n  cold: {type: -9 to -3, seen by: all}\n"
                "  warm: {type: 3 to 9, seen by: all}\n  deep: {type: \"- 5 to 5\", starts: -5, seen by: all}\n"
                "components:\n  tile:\n    attributes: {worth: {type: -3 to 3}}\n"
                "    items: {Pit: {worth: -2}, Hill: {worth: 3}}\n")
    match = play(ludex.load(write_example(tmp_path / "names", game(
        sections, "add -3 to debt\nadd - worth of Pit to debt\nset cold to -2 * 3 - -1\nset warm to 9 + cold - -1"))), 2, 1)
    assert match.view(None)["state"] | {} == {"debt": -1, "cold": -5, "warm": 5, "deep": -5}


def test_a_variable_starts_at_the_number_nearest_to_zero(tmp_path: Path) -> None:
    sections = ("variables:\n  debt: {type: -4 to 10, seen by: all}\n  cold: {type: -9 to -3, seen by: all}\n"
                "  warm: {type: 3 to 9, seen by: all}\n  who: {type: player, seen by: all}\n"
                "  lit: {type: flag, seen by: all}\n  some: {type: player or none, seen by: all}\n"
                "  all of them: {type: set of players, seen by: all}\n")
    match = ludex.load(write_example(tmp_path / "names", game(sections, "for P1:\n    you may \"go\":\n        say \"on\""))
                       ).start(2, seed=1)
    assert match.view(None)["state"] == {"debt": 0, "cold": -3, "warm": 3, "who": "P1", "lit": False, "some": None,
                                         "all of them": []}


@pytest.mark.parametrize(("type", "message"), [
    ("10 to 4", "`10 to 4` is not a range of numbers from the lower to the higher"),
    ("-4 to -10", "`-4 to -10` is not a range of numbers from the lower to the higher"),
    ("0 to 1000001", "a number may be from -1000000 to 1000000 at the most"),
    ("-1000001 to 0", "a number may be from -1000000 to 1000000 at the most"),
    (f"0 to {'9' * 5000}", "a number may be from -1000000 to 1000000 at the most"),
    ("0 to", "the type stops too early"),
    ("0 - 4", "`-` does not fit here"),
    ("set of", "the type stops too early"),
    ("set of plaiers", "no type is called `plaiers`"),
    ("plaier or none", "no type is called `plaier`"),
    ("1.5 to 3", "`1.5` is not a whole number"),
])
def test_types_that_are_none(type: str, message: str, check: Check) -> None:
    assert [f.message for f in check(f"variables:\n  it: {{type: {type}}}\n")] == [message]


@pytest.mark.parametrize(("variable", "message"), [
    ("{type: 0 to 5, starts: 6}", "a number from 0 to 5 is needed here, this is the number 6"),
    ("{type: -5 to -1, starts: 0}", "a number from -5 to -1 is needed here, this is the number 0"),
    ("{type: player, starts: none}", "a player is needed here, this is none"),
    ("{type: player, each: player, starts: {P1: P2, P9: P1}}", "no player is called `P9`"),
])
def test_starts_that_do_not_fit(variable: str, message: str, check: Check) -> None:
    assert [f.message for f in check(f"variables:\n  it: {variable}\n")] == [message]


@pytest.mark.parametrize(("modifier", "message"), [
    ("{when: open}", "a modifier has `set`, `add`, or both"),
    ("{when: open, set: starter}", "a number from 0 to 100 is needed here, this is a player"),
    ("{when: open, add: starter}", "a number is needed here, this is a player"),
    ("{when: pot, set: 3}", "yes or no is needed here, this is a number from 0 to 100"),
])
def test_modifiers_that_do_not_fit(modifier: str, message: str, check: Check) -> None:
    assert [f.message for f in check(f"values:\n  it:\n    is: pot\n    modifiers:\n      one: {modifier}\n")] == [message]


def test_nothing_can_be_added_to_what_is_no_number(check: Check) -> None:
    text = "values:\n  it:\n    is: open\n    modifiers:\n      one: {when: open, add: 1}\n"
    assert [f.message for f in check(text)] == ["nothing can be added to yes or no"]


def test_the_name_of_the_winners_is_taken(check: Check) -> None:
    assert [finding.message for finding in check("variables:\n  winners: {type: 0 to 3}\n")] == [
        "`winners` cannot be a name: the winners of the game are kept under it"]


def test_an_action_is_offered_once_in_turns(check: Check) -> None:
    text = "phases:\n  more: {turns: {from: starter, until: yes, actions: [wait, stop, wait]}}\n"
    found = check(text)
    assert [(finding.message, finding.line, finding.column) for finding in found] == [
        ("`wait` is offered here twice", 2, 67)]


#: Sections with a mistake of shape -> its message. What they would name is used in the lines.
UNSHAPED = {
    "components:\n  tile: {itemz: {Big Rock: {}, Hut: {}}}\n": "`itemz` is not a key of component `tile`",
    "components:\n  tile:\n    attributes: {size: {typ: 1 to 3}}\n    items: {Big Rock: {size: 3}, Hut: {size: 1}}\n":
        "`typ` is not a key of attribute `size`",
    "components:\n  tile:\n    attributes: {size: {type: 1 to 3}}\n    items: {Big Rock: [3], Hut: {size: 1}}\n":
        "item `Big Rock` should be a section of keys, but is a list",
    "components:\n  tile: {items: {Big Rock: {}, Hut: {}}, copies: [3]}\n":
        "`copies` of component `tile` should be a number in digits, but is a list",
}


@pytest.mark.parametrize("sections", UNSHAPED)
def test_what_a_broken_section_names_is_not_told_again(sections: str, tmp_path: Path) -> None:
    more = "attributes" in sections
    lines = f"if any t in tiles where t is Big Rock{' and size of Hut > 2' * more}:\n  add 1 to pot"
    folder = write_example(tmp_path / "game", lines)
    (folder / "more.yaml").write_text(sections, encoding="utf-8")
    assert [finding.message for finding in of_texts(ludex.check(folder))] == [UNSHAPED[sections]]


def test_a_number_needs_no_parentheses_after_of_and_for(check: Callable[[str], list[Finding]]) -> None:
    values = ("values:\n  double:\n    of: {number: 1 to 6}\n    is: 2 * number\n"
              "  extra:\n    of: {number: 1 to 6, more: 1 to 6}\n    is: number + more\n"
              "  answer:\n    is: double of 3 + extra of 2 for 5 + extra of (1 + 1) for 1\n")
    assert [finding.message for finding in check(values)] == []
    found = check(values.replace("double of 3", "count of 3"))
    assert [finding.code for finding in found] == ["LX302"]


def test_a_name_that_is_a_number_hides_no_number(tmp_path: Path) -> None:
    """The name is told, and nothing else: what is written elsewhere is the number."""
    lines = "set pot to 1\nif pot > 1:\n    add 1 to pot\nnobody wins"
    sections = "variables:\n  pot: {type: 0 to 9}\nenumerations:\n  row: {values: [\"1\", high]}\n"
    found = of_texts(ludex.check(write_example(tmp_path / "names", game(sections, lines))))
    assert [(f.code, f.span.text) for f in found] == [("LX219", '"1"')]


@pytest.mark.parametrize(("sections", "line", "message"), [
    ("enumerations:\n  die: {values: [white, black], plural: dice}\nvariables:\n  kept: {type: set of dice}\n",
     "set kept to 5", "the variable takes a set of dice, this is the number 5"),
    ("enumerations:\n  die: {values: [white, black], plural: dice}\nvariables:\n  pot: {type: 0 to 9}\n",
     "set pot to dice without just white", "the variable takes a number from 0 to 9, this is a set of dice"),
    ("enumerations:\n  city: {values: [Bern, Rome]}\nvariables:\n  pot: {type: 0 to 9}\n",
     "set pot to just Bern", "the variable takes a number from 0 to 9, this is a set of cities"),
    ("components:\n  tile: {items: [Temple, Bath], plural: Tessera}\nzones:\n  pile: {of: tile, starts with: all}\n"
     "variables:\n  pot: {type: 0 to 9}\n",
     "set pot to (tile in pile where tile is Bath)", "the variable takes a number from 0 to 9, this is a set of Tessera"),
])
def test_several_are_called_by_their_plural(sections: str, line: str, message: str, tmp_path: Path) -> None:
    found = of_texts(ludex.check(write_example(tmp_path / "names", game(sections, f"{line}\nnobody wins"))))
    assert [f.message for f in found if f.severity == "error"] == [message]
