"""What is said of lines as other languages have them: the words of this one."""

from __future__ import annotations

from pathlib import Path

import pytest
from example_runs import check_lines, of_texts, write_example

import ludex

IF = "if open:\n  add 1 to pot\n"
#: A text -> what is at fault in it, and the help.
HABITS = {
    f"{IF}else:\n  add 2 to pot": ("else", "say `otherwise:`"),
    f"{IF}elif pot > 3:\n  add 2 to pot": ("elif", "say `otherwise if ...:`"),
    f"{IF}else if pot > 3:\n  add 2 to pot": ("else if", "say `otherwise if ...:`"),
    f"{IF}end if": ("end if", "a block ends where its indentation ends"),
    "if open then\n  add 1 to pot": ("then", "a block ends in a colon"),
    "if open {\n  add 1 to pot": ("{", "a block ends in a colon, and what belongs to it is indented under it"),
    "}": ("}", "a block ends in a colon, and what belongs to it is indented under it"),
    "add 1 to pot;": (";", "write one thing a line"),
    "pot += 1": ("+=", "say `add ... to ...`"),
    "pot -= 1": ("-=", "say `subtract ... from ...`"),
    "pot++": ("++", "say `add 1 to ...`"),
    "pot = 3": ("=", "say `set pot to ...`"),
    "your points = 3": ("=", "say `set your points to ...`"),
    "set pot = 3": ("=", "say `to`"),
    "pot := 3": (":=", "say `set ... to ...`"),
    "if pot = 3:\n  add 1 to pot": ("=", "say `is`"),
    "if pot == 3:\n  add 1 to pot": ("==", "say `is`"),
    "if pot != 3:\n  add 1 to pot": ("!=", "say `is not`"),
    "if pot => 3:\n  add 1 to pot": ("=>", "say `>=`"),
    "if open && open:\n  add 1 to pot": ("&&", "say `and`"),
    "if open || open:\n  add 1 to pot": ("||", "say `or`"),
    "if !open:\n  add 1 to pot": ("!", "say `not`, or `is not`"),
    "if open AND open:\n  add 1 to pot": ("AND", "say `and`"),
    "set open to True": ("True", "say `yes`"),
    "set open to false": ("false", "say `no`"),
    "set favourite to null": ("null", "say `none`"),
    "foreach c in hand:\n  add 1 to pot": ("foreach", "say `for each ... in ...:`"),
    "while open:\n  add 1 to pot": ("while", "say `repeat until ...:`, with the condition on which to stop"),
    "return": ("return", "an effect ends with its last line; put the rest under `if ...:`"),
    "return pot": ("return", "an effect ends with its last line; put the rest under `if ...:`"),
    "break": ("break", "a loop ends by its condition; say `repeat until ...:`"),
    "set pot to points of player": ("player", "say who: `you`, `P1`, or the name of a loop or a variable"),
    "if deck contains card:\n  add 1 to pot": ("card", "say which, or `cards` for all of them"),
    'print "on"': ("print", 'say `say "..."`'),
    "print(pot)": ("print", 'say `say "..."`'),
}


@pytest.mark.parametrize("text", HABITS)
def test_a_habit_is_told_the_words_of_the_language(text: str) -> None:
    assert [(finding.span.text, finding.help) for finding in check_lines(text)] == [HABITS[text]]


@pytest.mark.parametrize(("type", "help"), [
    ("boolean", "say `flag`"), ("Bool", "say `flag`"), ("integer", "say which numbers, as in `0 to 20`"),
    ("number", "say which numbers, as in `0 to 20`"), ("list of card", "say `set of ...`"),
    ("string", "there are no texts; name what it can be in the section `enumerations`"), ("flaag", None),
])
def test_a_type_of_another_language_is_told_the_one_of_this(type: str, help: str | None, tmp_path: Path) -> None:
    folder = write_example(tmp_path / "game", f"variables:\n  ready: {{type: {type}, seen by: all}}\n")
    (found,) = (finding for finding in of_texts(ludex.check(folder)) if finding.severity == "error")
    assert found.help == help


@pytest.mark.parametrize(("line", "name", "near"), [
    ("set high bd to 3", "high bd", "high bid"), ("add 1 to hihg bid", "hihg bid", "high bid"),
    ("set high bid to high bd + 1", "high bd", "high bid"), ("move deck to victory pil", "victory pil", "victory pile"),
])
def test_a_name_of_several_words_is_misspelt_like_any_other(line: str, name: str, near: str, tmp_path: Path) -> None:
    folder = write_example(tmp_path / "game", (
        "variables:\n  high bid: {type: 0 to 9, seen by: all}\nzones:\n  victory pile: {of: card, seen by: all}\n"
        f"procedures:\n  settle:\n    do: |\n      {line}\n"))
    (found,) = (finding for finding in of_texts(ludex.check(folder)) if finding.severity == "error")
    assert (found.code, found.span.text, found.help) == ("LX201", name, f"did you mean `{near}`?")


@pytest.mark.parametrize("text", [
    "if open and not open:\n  add 1 to pot", "set pot to 3 - - 2", "if pot >= 3 and pot <= 4:\n  add 1 to pot"])
def test_what_is_right_here_stays(text: str) -> None:
    assert check_lines(text) == ()
