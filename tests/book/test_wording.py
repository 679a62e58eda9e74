"""How rules are told: what rulings decide is gone, names lead somewhere, and nothing of a rule file is markup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from read_book import Reader, book

import ludex
from ludex.book import html, markdown
from ludex.book.making import make
from ludex.book.model import Book, Rule, Step, plain

START = """
ludex: 1
game: small
title: Small <b>&amp; quiet</b>
players: {least: 2, most: 2}
enumerations: {colour: {values: [red, blue]}}
components: {card: {attributes: {hue: {type: colour}}, items: {Ace: {hue: red}, King: {hue: blue, copies: 2}}}}
zones:
  deck: {of: card, order: shuffled, starts with: all, when short: draw fewer}
  heap: {of: card, seen by: all}
  hand: {of: card, each: player, seen by: owner}
variables:
  pot: {type: 0 to 90, seen by: all}
  open: {type: flag, seen by: all}
rounds: {phases: [play]}
end: {over: {at: end of round, when: deck is empty}}
scoring: {score: count of your hand, ties: shared}
rulings:
  tie:
    question: Who | wins *a* tie?
    source: a.1
    readings: {shared: {means: Both.}, first: {means: The first.}}
    choice: shared
    because: It is <i>so</i>.
phases:
  play:
    do: |
"""


def small(folder: Path, *lines: str, more: str = "", start: str = START) -> Book:
    (folder / "game.yaml").write_text(start.lstrip() + "".join(f"      {line}\n" for line in lines) + more)
    (folder / "source.md").write_text("# Small\n\n## A <u>part</u>\n\n**a.1** Draw; 1 < 2 & done.\n")
    return make(ludex.load(folder))


def told(book: Book, sort: str = "phase") -> list[str]:
    return [line for rule in book.rules.values() if rule.sort == sort for line in lines_of(rule)]


def lines_of(rule: Rule) -> Iterator[str]:
    for part in rule.parts:
        if part.words:
            yield f"{part.label}: {plain(part.words)}"
        yield from _lines(part.steps, 0)


def _lines(steps: tuple[Step, ...], depth: int) -> Iterator[str]:
    for step in steps:
        yield "  " * depth + plain(step.words)
        yield from _lines(step.under, depth + 1)


@pytest.mark.parametrize(("lines", "expected"), [
    (["if ruling tie is shared:", "    add 1 to pot", "otherwise:", "    add 2 to pot"], ["Add 1 to pot."]),
    (["if ruling tie is first:", "    add 1 to pot", "otherwise:", "    add 2 to pot"], ["Add 2 to pot."]),
    (["if ruling tie is first:", "    add 1 to pot"], []),
    (["if ruling tie is first:", "    add 1 to pot", "otherwise if open:", "    add 2 to pot"],
     ["If open:", "  Add 2 to pot."]),
    (["if open:", "    add 1 to pot", "otherwise if ruling tie is shared:", "    add 2 to pot"],
     ["If open:", "  Add 1 to pot.", "Otherwise:", "  Add 2 to pot."]),
    (["if open and ruling tie is shared:", "    add 1 to pot"], ["If open:", "  Add 1 to pot."]),
    (["if open or ruling tie is shared:", "    add 1 to pot"], ["Add 1 to pot."]),
    (["if (open or pot > 3) and ruling tie is shared and pot < 9:", "    add 1 to pot"],
     ["If (open or pot > 3) and pot < 9:", "  Add 1 to pot."]),
    (["if pot < 9 and (open or pot > 3 or ruling tie is first):", "    add 1 to pot"],
     ["If pot < 9 and (open or pot > 3):", "  Add 1 to pot."]),
    (["if pot < 9 and (open or ruling tie is first):", "    add 1 to pot"],
     ["If pot < 9 and open:", "  Add 1 to pot."]),
    (["if open and not (ruling tie is shared and pot > 3):", "    add 1 to pot"],
     ["If open and not (pot > 3):", "  Add 1 to pot."]),
    (["add (if ruling tie is first then 1 else pot + 2) to pot"], ["Add pot + 2 to pot."]),
    (["set pot to 3 * (if ruling tie is first then 1 else pot + 2)"], ["Set pot to 3 × (pot + 2)."]),
    (["set pot to 3 * (if ruling tie is first then pot + 2 else 1)"], ["Set pot to 3 × 1."]),
    (["if open:", "    for P1:", "        you wins"], ["If open:", "  For P1:", "    You win."]),
    (["if open:", "    if ruling tie is first:", "        add 1 to pot"], []),
    (["set pot to count of (deck together with hands)"], ["Set pot to the number of (deck together with hands)."]),
    (["set pot to count of deck  # as many as there are"], ["Set pot to the number of cards in deck."]),
    (['for each player:', '    choose card from your hand asking "which?"', "    move card to heap"],
     ["For each player:", "  Choose a card from your hand.", "  Move card to heap."]),
    (["for each player:", "    choose card from (card in your hand where hue of card is red)", "    move card to heap"],
     ["For each player:", "  Choose a card in your hand where hue of card is red.", "  Move card to heap."]),
])
def test_what_rulings_decide_is_gone(tmp_path: Path, lines: list[str], expected: list[str]) -> None:
    assert told(small(tmp_path, *lines, "draw 1 from deck to hand of P1")) == [
        *expected, "Draw 1 from deck to hand of P1."]


def test_another_choice_tells_other_rules(tmp_path: Path) -> None:
    lines = ["if ruling tie is shared:", "    add 1 to pot", "otherwise:", "    add 2 to pot"]
    small(tmp_path, *lines)
    file = tmp_path / "game.yaml"
    file.write_text(file.read_text().replace("choice: shared", "choice: first"))
    assert told(make(ludex.load(tmp_path))) == ["Add 2 to pot."]


def test_a_procedure_of_which_nothing_is_left_is_not_called(tmp_path: Path) -> None:
    more = "procedures:\n  look:\n    do: |\n      if ruling tie is first:\n          add 1 to pot\n"
    made = small(tmp_path, "do look", "draw 1 from deck to hand of P1", more=more)
    assert told(made) == ["Draw 1 from deck to hand of P1."]
    assert [rule.idle for rule in made.rules.values() if rule.sort == "procedure"] == [True]


def test_names_lead_to_what_they_name(tmp_path: Path) -> None:
    made = small(tmp_path, "for each card in hands:", "    if hue of card is blue:", "        set pot to 1")
    phase = next(rule for rule in made.rules.values() if rule.sort == "phase")
    step = phase.parts[0].steps[0]
    assert [(run.text, run.to) for run in step.words if run.to] == [("card", "items-card"), ("hands", "zone-hand")]
    assert [(run.text, run.to) for run in step.under[0].words if run.to] == [
        ("hue", "items-card"), ("card", "items-card"), ("blue", "list-colour")]


def test_an_action_of_another_reading_is_marked_and_left_out_of_the_turn() -> None:
    made = book("carving_up_china")
    assert [(rule.id, rule.idle) for rule in made.rules.values() if rule.sort == "action"] == [
        ("action-bid", False), ("action-bid-afresh", True), ("action-lay-a-new-bid", True), ("action-drop-out", False)]
    assert "A turn: one of the actions bid or drop out" in told(made)


MODULE = """
ludex: 1
extends: ../base
game: module
title: Module
while: not open
forbids:
  no aces: {what: take, when: card is Ace and pot > 3, source: a.1}
grants:
  rich may stop: {what: stop, when: pot > 80, source: m.1}
actions:
  wait: {when: "pot < 5 or pot > 9", do: add 1 to pot, source: m.1}
adds: {play: {actions: wait}}
"""


def test_conditions_that_a_module_adds_are_told(tmp_path: Path) -> None:
    base, module = tmp_path / "base", tmp_path / "module"
    base.mkdir()
    module.mkdir()
    more = """
    turns: {from: P1, actions: [take, stop]}
actions:
  take: {choose: card from deck, do: move card to heap}
  stop: {when: pot > 3 and ruling tie is shared, do: add 1 to pot}
"""
    small(base, "set open to no", more=more)
    file = base / "game.yaml"
    file.write_text(file.read_text().replace("order: shuffled, ", ""))
    (module / "game.yaml").write_text(MODULE.lstrip())
    (module / "source.md").write_text("# Module\n\n## More\n\n**m.1** Wait.\n")
    made = make(ludex.load(module))
    assert told(made, "action") == [
        "To choose: a card from deck", "Such that: not (card is Ace and pot > 3 and not open)", "Move card to heap.",
        "Only if: pot > 3 or (pot > 80 and not open)", "Add 1 to pot.",
        "Only if: (pot < 5 or pot > 9) and not open", "Add 1 to pot."]
    assert [(chapter.book, chapter.title) for chapter in made.chapters] == [("Module", "More"), ("Small", "A <u>part</u>")]


def test_what_a_file_says_is_never_markup(tmp_path: Path) -> None:
    made = small(tmp_path, 'say "<script>alert(1)</script>"')
    reader = Reader(html.page(made))
    assert reader.faults == []
    assert {"script", "b", "i", "u"} & {tag for tag, _ in reader.elements} == set()
    shown = "".join(reader.text)
    for text in ("Small <b>&amp; quiet</b>", "A <u>part</u>", "1 < 2 & done.", "It is <i>so</i>.", "<script>alert(1)"):
        assert text in shown
    plain_text = markdown.document(made)
    assert "Who \\| wins \\*a\\* tie?" in plain_text
    assert "<script" not in plain_text.replace("\\<", "")


@pytest.mark.parametrize(("text", "written"), [
    ("a_b *c* `d`", "a\\_b \\*c\\* \\`d\\`"), ("1. one", "1\\. one"), ("- two", "\\- two"), (".", "."),
    ("-1", "-1"), ("# no\n\nheading", "\\# no heading"), ("[x](y)", "\\[x\\](y)")])
def test_markdown_is_escaped_where_it_would_be_read(text: str, written: str) -> None:
    assert markdown.escaped(text) == written


def test_the_marks_of_passages(tmp_path: Path) -> None:
    small(tmp_path, "draw 1 from deck to hand of P1")
    (tmp_path / "source.md").write_text(
        "# Small\n\n**a.1** (open: which one?) Draw. (This is a remark.)\n\n## Notes\n\n**b** (strategy) Be quick.\n\n"
        "**c** (amends: a.1) Or not.\n")
    made = make(ludex.load(tmp_path))
    assert [(chapter.title, [one.name for one in chapter.passages]) for chapter in made.chapters] == [
        ("Small <b>&amp; quiet</b>", ["a.1"]), ("Notes", ["b", "c"])]
    first, second, third = (one for chapter in made.chapters for one in chapter.passages)
    assert (first.question, [one.remark for one in first.sentences]) == ("which one?", [False, True])
    assert (second.mark, third.amends) == ("strategy", ("a.1",))
    shown = " ".join("".join(Reader(html.page(made)).text).split())
    assert "Left open Which one?" in shown and "Advice Be quick." in shown and "Changes a.1" in shown


def test_what_a_text_mentions_is_linked(tmp_path: Path) -> None:
    small(tmp_path, "draw 1 from deck to hand of P1", more="assumptions: {no_fee: {says: See a.1., because: And who_1 in b.}}")
    file = tmp_path / "game.yaml"
    file.write_text(file.read_text().replace("  tie:", "  who_1:").replace("is <i>so</i>.", "follows from no_fee and x.y."))
    made = make(ludex.load(tmp_path))
    assert [(run.text, run.to) for run in made.rulings[0].because] == [
        ("It follows from ", ""), ("no fee", "assumption-no-fee"), (" and x.y.", "")]
    assert [run.to for run in (*made.assumptions[0].says, *made.assumptions[0].because) if run.to] == [
        "p-a.1", "ruling-who-1"]


def test_where_a_game_ends_at_once_is_told_at_a_glance() -> None:
    assert ("The end", "by place") in [(part.label, plain(part.words)) for part in book("hex").glance]
    assert "The end" in [part.label for part in book("takenoko").glance]


def test_a_game_without_a_text_has_its_rules(tmp_path: Path) -> None:
    small(tmp_path, "draw 1 from deck to hand of P1")
    (tmp_path / "source.md").unlink()
    made = make(ludex.load(tmp_path))
    assert made.chapters == ()
    reader = Reader(html.page(made))
    assert reader.faults == []
    assert {target[1:] for target in reader.of("href")} <= set(reader.of("id"))
    assert made.rulings[0].id in reader.of("id")


def test_a_board_is_drawn_though_the_rules_break_off_before_anybody_decides(tmp_path: Path) -> None:
    more = "boards: {field: {grid: squares, columns: 2, rows: 2}}\nsetup:\n  - do: set pot to pot - 1\n"
    made = small(tmp_path, "draw 1 from deck to hand of P1", more=more)
    assert "<svg" in made.boards[0].picture and made.boards[0].lines


def test_actions_procedures_and_moments_may_be_called_by_words_of_the_language(tmp_path: Path) -> None:
    found = small(tmp_path, "for P1:", "    take action roll or move on or stop", more="""
actions:
  roll: {do: do draw}
  move on: {do: moment roll}
  stop: {do: end the game}
procedures:
  draw: {do: add 1 to pot}
moments:
  roll: {about: something}
triggers:
  more: {at: roll, do: add 1 to pot}
""")
    assert told(found) == ["For P1:", "  Take one of the actions roll, move on or stop."]
    leads = {run.text: run.to for rule in found.rules.values() if rule.sort in ("phase", "action")
             for part in rule.parts for step in part.steps for run in (*step.words, *(
                 inner for under in step.under for inner in under.words)) if run.to}
    assert leads == {"roll": "moment-roll", "move on": "action-move-on", "stop": "action-stop", "Draw": "procedure-draw"}


def test_what_a_module_forbids_of_an_action_stands_beneath_its_passage(tmp_path: Path) -> None:
    for name in ("base", "module"):
        (tmp_path / name).mkdir()
    small(tmp_path / "base", "for P1:", "    take action stop",
          more="actions: {stop: {do: end the game, source: a.1}}\n")
    (tmp_path / "module" / "game.yaml").write_text(
        "ludex: 1\nextends: ../base\ngame: module\ntitle: Module\n"
        "forbids: {not too early: {what: stop, when: pot < 5, source: house.1}}\n")
    (tmp_path / "module" / "source.md").write_text("# House\n\n## Bans\n\n**house.1** Not with less than 5.\n")
    chapters = make(ludex.load(tmp_path / "module")).chapters
    passages = {one.name: one for chapter in chapters for one in chapter.passages}
    assert passages["house.1"].rules == ("action-stop",)
    assert passages["a.1"].rules == ("action-stop",)


def test_what_happens_at_any_time_stands_nowhere_but_in_its_own_rule(tmp_path: Path) -> None:
    text = START.replace("at: end of round, when: deck is empty", "at: any time, when: pot > 80")
    found = small(tmp_path, "add 1 to pot", "for each player from P1:", "    add 1 to pot", more="""
setup: [{title: first, do: set pot to 4}]
triggers:
  full: {at: any time, when: pot > 50, do: subtract 3 from pot}
""", start=text)
    assert told(found) == ["Add 1 to pot.", "For each player from P1:", "  Add 1 to pot."]
    assert told(found, "step") == ["Set pot to 4."]
    assert told(found, "trigger") == ["As soon as: pot > 50", "Subtract 3 from pot."]
    assert told(found, "end") == ["As soon as: pot > 80", "Then: the game is over"]
