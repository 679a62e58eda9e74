"""The document that a plain text is: pages, headings, lists, tables, sentences, and what each sentence is for."""

from __future__ import annotations

import pytest

from ludex.dsl.source import Source
from ludex.validator.text.document import Document, read_document
from ludex.validator.text.tokens import phrases, singular, split, verb_base


def read(text: str) -> Document:
    return read_document(Source("rules.txt", text))


def kinds(text: str) -> list[tuple[str, str]]:
    (page,) = read(text).pages
    return [(sentence.kind, " ".join(sentence.text.split())) for sentence in page.sentences]


# -- headings


@pytest.mark.parametrize(
    ("text", "title", "number"),
    [
        ("SET-UP\nShuffle the deck.\n", "SET-UP", ""),
        ("== Set-up ==\nShuffle the deck.\n", "Set-up", ""),
        ("## Set-up\nShuffle the deck.\n", "Set-up", ""),
        ("'''Set-up''':\nShuffle the deck.\n", "Set-up", ""),
        ("**Set-up**\nShuffle the deck.\n", "Set-up", ""),
        ("3.1 The Deck\nShuffle the deck.\n", "The Deck", "3.1"),
        ("4. Trade Goods\nShuffle the deck and deal.\n", "Trade Goods", "4"),
        ("The Long Road\nEach player shuffles his deck and places it on the table, then he draws a card.\n",
         "The Long Road", ""),
    ],
)
def test_headings_of_many_styles(text: str, title: str, number: str) -> None:
    (page,) = read(text).pages
    assert [(section.title, section.number) for section in page.sections] == [(title, number)]
    assert [s.kind for s in page.sentences if s.text.startswith(title)] == ["heading"]


@pytest.mark.parametrize("text", ["1. Trade\n2. Travel\n3. Rest\n", "# Trade\n# Travel\n", "* Trade\n* Travel\n", "(1) Trade\n(2) Travel\n"])
def test_lists_are_no_headings(text: str) -> None:
    (page,) = read(text).pages
    assert page.sections == ()
    assert {block.kind for block in page.blocks} == {"item"}
    assert [s.text for s in page.sentences][:2] == ["Trade", "Travel"]


def test_sections_stand_in_each_other() -> None:
    (page,) = read("1. Play\n1.1 Trade\nBuy one good.\n1.2 Rest\nDo nothing.\n").pages
    assert [(s.title, s.above) for s in page.sections] == [("Play", ()), ("Trade", ("Play",)), ("Rest", ("Play",))]
    assert page.sentences[-1].section is page.sections[-1]


# -- lines and sentences


def test_wrapped_lines_are_one_sentence_and_short_lines_are_not() -> None:
    text = (
        "Each player takes one ship of his colour and places it in a harbour of\n"
        "his choice, but not in the harbour where another ship lies already.\n"
        "Play goes clockwise\n"
        "Each ship holds two crates, and a crate that is loaded stays in the ship until\n"
        "it is sold.\n"
    )
    assert [text for _, text in kinds(text)] == [
        "Each player takes one ship of his colour and places it in a harbour of his choice, but not in the harbour where "
        "another ship lies already.",
        "Play goes clockwise",
        "Each ship holds two crates, and a crate that is loaded stays in the ship until it is sold.",
    ]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_places_count_code_points_whatever_ends_a_line(ending: str) -> None:
    (page,) = read(f"Die Fähre{ending}{ending}Move the ferry. Stop!{ending}").pages
    last = page.sentences[-1].span
    assert (last.text, last.line, last.column, last.end_column) == ("Stop!", 3, 17, 22)


def test_page_numbers_are_no_text() -> None:
    found = kinds("Each player takes one ship of his colour and places it in a harbour.\n12\nPlay goes clockwise.\n")
    assert [text for _, text in found] == [
        "Each player takes one ship of his colour and places it in a harbour.", "Play goes clockwise.",
    ]


def test_abbreviations_end_no_sentence() -> None:
    assert len(kinds("Goods, e.g. Salt or Silk, are sold at no. 5 of the list. Then rest.\n")) == 2


def test_tables_give_rows_with_cells() -> None:
    wiki = '{| class="wikitable"\n! Name\n! Points\n|-\n| align="left" | Owl\n| 3\n|-\n| Fox\n|\n|}\n'
    tabs = "Name\tPoints\nOwl\t\t3\nFox\t4\n"
    pipes = "| Name | Points |\n|---|---|\n| Owl | 3 |\n| Fox | 4 |\n"
    for text in (wiki, tabs, pipes):
        (page,) = read(text).pages
        rows = [[text[a:b].strip() for a, b in block.cells] for block in page.blocks]
        assert {block.kind for block in page.blocks} == {"row"}
        assert rows[:2] == [["Name", "Points"], ["Owl", "3"]]
        assert rows[2][0] == "Fox"


def test_a_stamp_begins_a_page() -> None:
    text = "Play a card.\n\nHelp one\n\n2020-05-06T10:11:12Z\n\nMove a ship.\n\nHelp two\n\n2020-05-07\n\nSell it.\n"
    pages = read(text).pages
    assert [(page.title, page.stamp) for page in pages] == [("", ""), ("Help one", "2020-05-06T10:11:12Z"), ("Help two", "2020-05-07")]
    assert [[s.text for s in page.sentences] for page in pages] == [["Play a card."], ["Move a ship."], ["Sell it."]]


# -- what a sentence is for


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Each player draws one card.", "rule"),
        ("A route is called open if no ship lies on it.", "definition"),
        ("Strategy Tip: Players who hold the bridge win more often.", "strategy"),
        ("For example, a player with two cards draws three.", "example"),
        ("Historical Note: the bridge was built by many players of the court.", "flavour"),
        ("Click on the ship that you want to move.", "interface"),
        ("Copyright 2001 by the players' guild.", "credit"),
        ("who wants to play a card?", "noise"),
    ],
)
def test_sentences_are_classed_by_their_words(text: str, kind: str) -> None:
    assert kinds(text + "\n") == [(kind, text)]


@pytest.mark.parametrize(
    ("heading", "kind"),
    [("SETUP", "setup"), ("COMPONENTS", "component"), ("STRATEGY", "strategy"), ("CREDITS", "credit"),
     ("HISTORICAL BACKGROUND", "flavour"), ("EXAMPLE OF PLAY", "example"), ("PLAY", "rule")],
)
def test_sentences_are_classed_by_their_heading(heading: str, kind: str) -> None:
    assert kinds(f"{heading}\nEach player draws one card.\n")[-1] == (kind, "Each player draws one card.")


def test_a_note_holds_to_the_end_of_its_paragraph() -> None:
    found = kinds("Move one ship. Strategy note: stay near the port. A ship there is safe.\n\nSell one good.\n")
    assert [kind for kind, _ in found] == ["rule", "strategy", "strategy", "rule"]


# -- words


@pytest.mark.parametrize(
    ("word", "one"),
    [("cards", "card"), ("dice", "die"), ("companies", "company"), ("boxes", "box"), ("pass", "pass"), ("bonus", "bonus"),
     ("halves", "half"), ("players'", "player"), ("horses", "horse"), ("sheep", "sheep")],
)
def test_singular(word: str, one: str) -> None:
    assert singular(word) == one


@pytest.mark.parametrize(
    ("word", "base"),
    [("placing", "place"), ("placed", "place"), ("shuffled", "shuffle"), ("dealt", "deal"), ("swapping", "swap"),
     ("carries", "carry"), ("bed", None), ("wall", None)],
)
def test_verbs_are_known_by_their_forms(word: str, base: str | None) -> None:
    assert verb_base(word) == base


def test_noun_phrases_have_a_head_an_article_and_a_number() -> None:
    text = "Each player places two red cubes on the harbour board."
    found = phrases(split(text))
    assert [(p.words, p.article, p.number, p.head.base) for p in found] == [
        ("Each player", "each", None, "player"), ("two red cubes", "", 2, "cube"), ("the harbour board", "the", None, "board"),
    ]


# -- marks of Markdown and HTML


def parts(text: str) -> list[tuple[str, str, str]]:
    return [(s.block.kind, s.kind, " ".join(s.text.split())) for page in read(text).pages for s in page.sentences]


def test_marks_are_no_words() -> None:
    found = parts(
        "<h2>Harbour</h2>\n\nMove **one** `ship` to a *port*, see [below](#ports).\n\n"
        "## Ports {#ports .plain}\n\n> A port holds <b>two</b> ships.\n\n![a port](port.png)\n\n<li>Rest.</li>\n"
    )
    assert found == [
        ("heading", "heading", "Harbour"),
        ("paragraph", "rule", "Move one ship to a port , see [below] ."),
        ("heading", "heading", "Ports"),
        ("paragraph", "rule", "A port holds two ships."),
        ("item", "rule", "Rest."),
    ]


def test_a_footnote_mark_is_none() -> None:
    assert parts("Every sword costs 3* coins.\n")[0][2] == "Every sword costs 3* coins."


def test_what_is_announced_as_an_example_is_one() -> None:
    text = "Roll the dice.\n\nExample:\n\n![dice](dice.png)\n\nAnna rolls a few dice.\n\nThen move a ship.\n"
    assert [kind for _, kind, _ in parts(text)] == ["rule", "example", "example", "rule"]


def test_lines_of_a_glossary_are_items_of_a_list() -> None:
    text = "Results of a battle:\nAR (attacker retreats): the unit goes home\nDE (defender eliminated): the unit is lost\n"
    assert [block for block, _, _ in parts(text)] == ["paragraph", "item", "item"]


def test_a_table_may_have_no_outer_bars() -> None:
    text = "ground | cost\n-------|-----\nroad   | 1\nwood   | 2\n\nAll units move.\n"
    assert [block for block, _, _ in parts(text)] == ["row", "row", "row", "paragraph"]


def test_two_sides_are_two_players() -> None:
    def page(text: str) -> bool:
        return read(text).pages[0].for_two

    assert page("Both players hold a fan. White bows first.\n")
    assert page("Take your opponent's fan. The opponent bows.\n")
    assert not page("Both players hold a fan. The other players watch.\n")
    assert not page("Each player holds a fan.\n")


def test_who_plays_alone_has_no_opponent() -> None:
    alone = "You draw your card. You place it on your pile. If you cannot, you lose your lamp. You win if you hold your ship.\n"
    assert read(alone).pages[0].for_one
    assert not read(alone + "\nThen your opponent draws.\n").pages[0].for_one
