"""The book of every bundled game: it holds all there is, once, and is one sound file that needs nothing else."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from read_book import Reader, book, game

from ludex import rules
from ludex.book import html, markdown
from ludex.book.model import THINGS, plain

GAMES = sorted(rules.catalogue())
#: What makes a browser ask somebody else for something.
ASKING = {"src", "srcset", "data", "action", "poster", "background"}


@pytest.mark.parametrize("name", GAMES)
def test_every_passage_ruling_item_and_assumption_is_there_once(name: str) -> None:
    loaded, made = game(name), book(name)
    sections = loaded.syntax
    assert [one.name for chapter in made.chapters for one in chapter.passages] == list(loaded.texts)
    assert len(made.rulings) == len(sections.rulings)
    assert [item.name for table in made.components for item in table.items] == [
        item.text for component in sections.components.values() for item in component.items]
    assert [plain(one.says) for one in made.assumptions] == [
        one.says.text.replace("_", " ") for one in sections.assumptions.values()]

    reader = Reader(html.page(made))
    ids = Counter(reader.of("id"))
    here = [id for chapter in made.chapters for one in chapter.passages for id in (one.id, *one.rulings)]
    here += [item.id for table in made.components for item in table.items] + [one.id for one in made.assumptions]
    here += list(made.rules) + [one.id for one in (*made.components, *made.boards, *made.rulings)]
    assert {id: ids[id] for id in here} == dict.fromkeys(here, 1)
    text = markdown.document(made)
    assert {id: text.count(f'<a id="{id}"></a>') for id in here} == dict.fromkeys(here, 1)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_is_sound_and_needs_nothing_else(name: str) -> None:
    text = html.page(book(name))
    reader = Reader(text)
    assert reader.faults == []
    assert [id for id, many in Counter(reader.of("id")).items() if many > 1] == []
    targets = reader.of("href")
    assert all(target.startswith("#") for target in targets)
    assert {target[1:] for target in targets} <= set(reader.of("id"))
    assert {tag for tag, _ in reader.elements} & {"script", "link", "img", "iframe", "object"} == set()
    assert {key for _, given in reader.elements for key in given} & ASKING == set()
    assert re.findall(r"url\(|@import|https?://", text.replace("http://www.w3.org/2000/svg", "")) == []
    assert [int(tag[1]) for tag, _ in reader.elements if re.fullmatch("h[1-6]", tag)].count(1) == 1


@pytest.mark.parametrize("name", GAMES)
def test_every_citation_leads_to_its_rule_and_back(name: str) -> None:
    made = book(name)
    known = {one.name: one for chapter in made.chapters for one in chapter.passages}
    for rule in made.rules.values():
        for cited in rule.passages:
            behind = known[cited]
            assert rule.id in (behind.rules if rule.sort not in THINGS else [thing.to for thing in behind.things])
    for ruling in made.rulings:
        places = [one.name for one in known.values() if ruling.id in one.rulings]
        assert places == [cited for cited in ruling.passages if cited in known][:1]
        assert [reading.chosen for reading in ruling.readings].count(True) == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_markdown_has_no_link_that_leads_nowhere(name: str) -> None:
    text = markdown.document(book(name))
    anchors = re.findall(r'<a id="([^"]+)"></a>', text)
    assert len(anchors) == len(set(anchors))
    targets = re.findall(r"\]\(([^)]*)\)", text)
    assert {target.removeprefix("#") for target in targets} <= set(anchors)
    assert all(target.startswith("#") for target in targets)


@pytest.mark.parametrize("name", GAMES)
def test_no_chapter_is_empty(name: str) -> None:
    made = book(name)
    loaded = game(name).syntax
    assert all(chapter.passages for chapter in made.chapters)
    assert all(section.rules for section in made.sections)
    text = html.page(made)
    for id, there in (("rulings", loaded.rulings), ("assumptions", loaded.assumptions)):
        assert (f'<section id="{id}"' in text) == bool(there)
    assert text.count('role="img"') == len(made.boards) == len(loaded.boards)


def test_a_book_is_the_same_every_time() -> None:
    from ludex.book.making import make

    assert html.page(make(game("takenoko"))) == html.page(book("takenoko"))
