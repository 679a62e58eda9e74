"""The picture of a match: well-formed, the same for the same view, with everything that may be seen in it, once."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from xml.etree import ElementTree

import pytest
from drawn_games import GAMES, GARDEN, SHED, positions

import ludex
from ludex.drawing import svg
from ludex.drawing.boards import tint_of
from ludex.drawing.scene import scene
from ludex.drawing.signs import SEATS, SOFT, abbreviations, text_on

SVG = "{http://www.w3.org/2000/svg}"
ids = {"ids": lambda name: name.rpartition("/")[2]}


def parsed(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter(f"{SVG}g") if element.get("class") == name]


def title(element: ElementTree.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


@pytest.mark.parametrize("name", GAMES, **ids)
def test_pictures_are_xml_with_a_title_and_nothing_from_outside(name: str) -> None:
    for match in positions(name):
        for seat in (None, 0):
            picture = match.to_svg(seat)
            root = parsed(picture)
            assert title(root).startswith(match.game.title)
            assert (root.findtext(f"{SVG}desc") or "").startswith(scene(match, seat).status)
            wide, high = (float(root.get(key, "")) for key in ("width", "height"))
            assert root.get("viewBox") == f"0 0 {svg.number(wide)} {svg.number(high)}"
            assert not {"script", "image", "style", "use"} & {element.tag.removeprefix(SVG) for element in root.iter()}
            assert not any(key == "id" or "href" in key for element in root.iter() for key in element.attrib)
            assert picture.count("http") == 1
            assert picture == match.copy().to_svg(seat)


@pytest.mark.parametrize("name", GAMES, **ids)
def test_nothing_lies_outside_the_sheet(name: str) -> None:
    for match in positions(name, every=30):
        root = parsed(match.to_svg())
        wide, high = (float(root.get(key, "")) for key in ("width", "height"))
        for element in root.iter():
            for key, most in (("x", wide), ("cx", wide), ("y", high), ("cy", high)):
                assert 0 <= float(element.get(key, "0")) <= most, ElementTree.tostring(element)


@pytest.mark.parametrize("name", GAMES, **ids)
def test_a_seat_sees_the_same_picture_whatever_it_may_not_see(name: str) -> None:
    """Two states that differ only in what is hidden from a seat give it equal pictures, and equal lines."""
    from ludex.drawing.terminal import draw

    dice = random.Random(9)
    for match in positions(name, every=30):
        for seat in (None, *range(len(match.seats))):
            other = match.redeal(seat, dice)
            assert other.to_svg(seat) == match.to_svg(seat)
            assert draw(other, seat) == draw(match, seat)


@pytest.mark.parametrize("name", ["carving_up_china", "kuhn_poker", str(SHED), str(GARDEN)], **ids)
def test_the_same_states_look_different_to_who_sees_the_cards(name: str) -> None:
    """So the test above compares states that do differ: to the seat whose hand was dealt anew it is to be seen."""
    dice, different = random.Random(9), 0
    for match in positions(name, decisions=24, every=3):
        for seat in range(len(match.seats)):
            other = match.redeal(seat, dice)
            different += any(other.to_svg(one) != match.to_svg(one) for one in range(len(match.seats)) if one != seat)
    assert different


@pytest.mark.parametrize("name", GAMES, **ids)
def test_every_item_that_may_be_seen_is_drawn_once(name: str) -> None:
    for match in positions(name):
        for seat in (None, 0):
            root, drawn, wanted = parsed(match.to_svg(seat)), Counter[str](), Counter[str]()
            for card in of_class(root, "card"):
                words = re.sub(r"^\d+ × ", "", title(card))
                drawn[words.partition(" (")[0]] += int(card.get("data-count", ""))
            on_board = " ".join(title(mark) for mark in of_class(root, "mark"))
            for zone, value in match.view(seat)["state"].items():
                symbol = match.game.typed.zones.get(zone)
                if symbol is None:
                    continue
                stands = symbol.each is not None and match.game.typed.domains[symbol.each].sort == "board"
                for owner, pile in value.items() if symbol.each is not None else [("", value)]:
                    if stands:
                        assert all(f"{zone} of {owner}: {item}" in on_board for item in pile.get("items", ()))
                    else:
                        wanted.update(pile.get("items", ()))
            assert drawn == wanted


@pytest.mark.parametrize("name", [str(GARDEN), str(SHED), "tic_tac_toe"], **ids)
def test_every_mark_of_a_board_is_drawn_once(name: str) -> None:
    seen = 0
    for match in positions(name):
        [board] = scene(match, 0).boards
        drawn = Counter(part for mark in of_class(parsed(match.to_svg(0)), "mark") for part in title(mark).split("; "))
        assert drawn == Counter(mark.title for marks in board.marks.values() for mark in marks)
        seen += drawn.total()
    assert seen > 5


def test_hidden_cards_are_backs_with_their_number() -> None:
    match = ludex.load("kuhn_poker").start(seed=5)
    for seat, backs in ((None, 2), (0, 1), (1, 1)):
        root = parsed(match.to_svg(seat))
        assert [title(pile) for pile in of_class(root, "pile")].count("hand: 1 face down") == backs
        assert len(of_class(root, "card")) == 2 - backs


def test_who_decides_who_has_won_and_what_happened_last_is_told() -> None:
    match = ludex.load("tic_tac_toe").start(seed=1)
    match.apply("mark b2")
    texts = [element.text for element in parsed(match.to_svg()).iter(f"{SVG}text")]
    assert "P2 decides: mark" in texts
    assert "Last: P1: mark; P1's marks gains b2" in texts
    assert "► to decide" in texts
    for square in ("a1", "b1", "a2", "b3"):
        match.apply(f"mark {square}")
    texts = [element.text for element in parsed(match.to_svg()).iter(f"{SVG}text")]
    assert "Over: P1 wins (three in a row)" in texts
    assert "winner, score 1" in texts


def test_a_notebook_shows_what_everybody_may_see() -> None:
    match = ludex.load("kuhn_poker").start(seed=1)
    assert match._repr_svg_() == match.to_svg(None) != match.to_svg(0)


def test_text_of_the_rules_is_escaped() -> None:
    picture = ludex.load(GARDEN).start(seed=1).to_svg()
    assert "Garden &lt;&amp;&gt;" in picture
    assert title(parsed(picture)).startswith('Garden <&> "Shed"')
    assert parsed(svg.document(1, 1, "a\x00\ud800\x1bb\tc", "d\uffff", [])).findtext(f"{SVG}title") == "ab c"


def test_a_seat_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no seat 7"):
        ludex.load("nim").start().to_svg(7)


def test_players_and_grounds_can_be_told_apart() -> None:
    assert len(set(SEATS)) == 8
    assert len(set(SOFT)) == 8
    assert {text_on(colour) for colour in SOFT} == {"#1C1C1A"}
    assert text_on("#0072B2") == "#FFFFFF"
    assert text_on("#F0E442") == "#1C1C1A"


def test_signs_are_short_and_differ() -> None:
    signs = abbreviations(["green plot", "great plan", "gravel", "Gp", "Grove", "42", "", "…", "green plot"])
    assert len({sign.lower() for sign in signs.values()}) == len(signs) == 8
    assert (signs["green plot"], signs["gravel"], signs["42"]) == ("GP", "G", "42")
    assert all(0 < len(sign) <= 5 for sign in signs.values())


def test_items_have_the_colour_of_whom_they_belong_to_or_of_what_they_are() -> None:
    shed, garden = (ludex.load(path).typed for path in (SHED, GARDEN))
    elements = shed.domains["pot"].elements
    found = {name.partition(" #")[0]: tint_of(shed, "pot", at) for at, name in enumerate(elements)}
    assert found == {"red pot": (0, None), "blue pot": (1, None), "plain pot": (None, None)}
    found = {name.partition(" #")[0]: tint_of(garden, "tile", at)
             for at, name in enumerate(garden.domains["tile"].elements)}
    assert found == {"clay tile": (None, 0), "moss tile": (None, 1), "Stone": (None, 1)}


def test_long_texts_are_cut_or_wrapped() -> None:
    assert svg.cut("short", 10, 100) == "short"
    shortened = svg.cut("a long text that has no room", 10, 60)
    assert shortened.endswith("…")
    assert svg.width(shortened, 10) <= 60
    whole = "no room to spare"
    assert svg.cut(whole, 10, svg.width(whole, 10) + 0.001) == whole
    assert svg.cut(whole, 10, svg.width(whole, 10) - 1) == "no room to spa…"
    began = time.process_time()
    assert svg.cut("ab " * 100_000, 10, 50).endswith("…")
    assert time.process_time() - began < 0.5
    lines = svg.wrap("one two three four five six", 10, 50, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert svg.width("日本", 10) > svg.width("ab", 10, True) > svg.width("ab", 10) > svg.width("il", 10)
