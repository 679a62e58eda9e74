"""From a game to its book: the restated rulebook in its order, with what stands behind each passage."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.book.anchors import Anchors, anchors
from ludex.book.model import (
    THINGS,
    Assumption,
    Board,
    Book,
    Chapter,
    Component,
    Mark,
    Part,
    Passage,
    Reading,
    Rule,
    Ruling,
    Run,
    Section,
    Sentence,
)
from ludex.book.parts import boards, components
from ludex.book.rules import Writer, cited
from ludex.book.things import Things
from ludex.book.wording import Wording, joined
from ludex.game import Game
from ludex.validator.source import book as restated
from ludex.validator.text.sentences import IDLE

_HEADING = re.compile(r"^(#{1,6})[ \t]+(.*?)[ \t#]*$", re.MULTILINE)
#: What depends on a ruling.
WEIGHTS = {"A": "decides games", "B": "can change a result", "C": "a matter of words"}


def make(game: Game) -> Book:
    """The book of a game, under the readings that its rules choose."""
    known = anchors(game)
    wording = Wording(game, known)
    writer = Writer(game, known, wording)
    sections = (*writer.sections(), *Things(game, known, wording).sections())
    tables, pictures = components(game, known), boards(game, known)
    rulings = tuple(_rulings(game, known))
    players = _players(game)
    about = game.syntax.about
    glance = tuple(_glance(game, known, wording, players, tables, sections))
    chapters = tuple(_chapters(game, known, sections, tables, pictures))
    return Book(
        game.name, game.title, "" if about is None else about.text, players, glance, chapters, tables,
        pictures, sections, rulings, tuple(_assumptions(game, known)),
        {id: known.find("p", id) for id in game.texts})


def _players(game: Game) -> str:
    least, most = game.players[0], game.players[-1]
    return f"{least}" if least == most else f"{least} to {most}"


def _glance(game: Game, known: Anchors, wording: Wording, players: str, tables: tuple[Component, ...],
            sections: tuple[Section, ...]) -> Iterator[Part]:
    """The game in a few lines."""
    yield Part("Players", (Run(players),))
    if tables:
        yield Part("Components", joined(run for number, table in enumerate(tables) for run in (
            Run(", " if number else ""),
            Run(_counted(table), table.id))))
    by_sort: dict[str, list[Rule]] = {}
    for section in sections:
        for rule in section.rules:
            if not rule.idle:
                by_sort.setdefault(rule.sort, []).append(rule)
    for label, sort, between in (("Set-up", "step", ", "), ("A round", "phase", ", then "), ("Actions", "action", ", "),
                                 ("The end", "end", ", or ")):
        rules = by_sort.get(sort, [])
        if sort == "phase":
            order = list(game.typed.rounds)
            rules = [rule for name in order for rule in rules if rule.id == known.find("phase", name)]
            label = f"A {game.syntax.rounds.title.text}" if game.syntax.rounds.title is not None else label
        if rules:
            yield Part(label, joined(run for number, rule in enumerate(rules) for run in (
                Run(between if number else ""), Run(rule.name, rule.id))))
    if not by_sort.get("end"):
        ends = joined(run for number, (kind, name) in enumerate(wording.ending()) for run in (
            Run(" or " if number else "by "), Run(name, known.find(kind, name))))
        if ends:
            yield Part("The end", ends)
    for rule in by_sort.get("scoring", ()):
        best = {part.label: part.words for part in rule.parts}
        yield Part("Winner", joined([*best["Best"], Run(" "), Run("score", rule.id), Run(": "), *best["Score"]]))


def _counted(table: Component) -> str:
    many = sum(item.copies for item in table.items)
    return f"{many} {table.name if many == 1 else table.title}"


# -- the restated rulebook


def _chapters(game: Game, known: Anchors, sections: tuple[Section, ...], tables: tuple[Component, ...],
              pictures: tuple[Board, ...]) -> Iterator[Chapter]:
    rules: dict[str, list[str]] = {}
    things: dict[str, list[Run]] = {}
    for section in sections:
        for rule in section.rules:
            for cites in rule.passages:
                if rule.sort in THINGS:
                    things.setdefault(cites, []).append(Run(rule.name, rule.id))
                else:
                    rules.setdefault(cites, []).append(rule.id)
    box: tuple[Component | Board, ...] = (*tables, *pictures)
    for one in box:
        for cites in one.passages:
            things.setdefault(cites, []).append(Run(one.name, one.id))
    told, also = _places(game, known)
    sources = list(dict.fromkeys(passage.at.source for passage in game.texts.values()))
    for source in sources:
        found = restated.read_book(source)
        headings = [(one.start(), one.group(2), len(one.group(1))) for one in _HEADING.finditer(found.source.text)]
        of = next((title for _, title, level in headings if level == 1), game.title) if len(sources) > 1 else ""
        headings = [one for one in headings if one[2] > 1]
        title, entries = of or game.title, list[Passage]()
        for id, entry in found.entries.items():
            while headings and headings[0][0] < entry.passage.at.start:
                if entries:
                    yield Chapter(known.make("chapter", title), title, of, tuple(entries))
                title, entries = headings.pop(0)[1], []
            if game.texts[id].at.source is not source:
                continue  # another text says something else in its place
            mark: Mark = entry.mark if entry.mark in IDLE else "rule"  # type: ignore[assignment]
            entries.append(Passage(
                known.find("p", id), id, mark,
                tuple(Sentence(known.mentioned(one.text), one.remark) for one in entry.sentences),
                entry.about if entry.mark == restated.OPEN else "",
                tuple(entry.about.replace(",", " ").split()) if entry.mark == restated.AMENDS else (),
                tuple(rules.get(id, ())), tuple(things.get(id, ())), tuple(told.get(id, ())), tuple(also.get(id, ()))))
        if entries:
            yield Chapter(known.make("chapter", title), title, of, tuple(entries))


def _places(game: Game, known: Anchors) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Passage -> the rulings that are told there, and those that are told elsewhere."""
    told: dict[str, list[str]] = {}
    also: dict[str, list[str]] = {}
    for name, ruling in game.syntax.rulings.items():
        here = [id for id in passages_of(cited(ruling.source)) if id in game.texts]
        for number, id in enumerate(here):
            (also if number else told).setdefault(id, []).append(known.find("ruling", name.text))
    return told, also


def passages_of(citations: tuple[str, ...]) -> tuple[str, ...]:
    """The passages of citations, of which some may be about another revision of the text."""
    return tuple(dict.fromkeys(one.rpartition("/")[2] for one in citations))


# -- what is open, and what is assumed


def _rulings(game: Game, known: Anchors) -> Iterator[Ruling]:
    for name, ruling in game.syntax.rulings.items():
        readings = tuple(Reading(_spoken(key.text), known.mentioned(reading.means.text), key.text == ruling.choice.text)
                         for key, reading in ruling.readings.items())
        yield Ruling(
            known.find("ruling", name.text), _spoken(name.text), ruling.question.text, readings,
            known.mentioned(ruling.because.text),
            "" if ruling.kind is None else _spoken(ruling.kind.text),
            "" if ruling.weight is None else WEIGHTS[ruling.weight.text], passages_of(cited(ruling.source)))


def _assumptions(game: Game, known: Anchors) -> Iterator[Assumption]:
    for name, one in game.syntax.assumptions.items():
        yield Assumption(known.find("assumption", name.text), _spoken(name.text), known.mentioned(one.says.text),
                         known.mentioned(one.because.text))


def _spoken(name: str) -> str:
    """A name of one word as it is spoken."""
    return name.replace("_", " ").replace("-", " ")


