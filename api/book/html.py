"""A book as one HTML file that needs nothing else: no script, no font, no picture from outside.

What stands behind a passage is folded beneath it. Folds are `details`, so that they open by keyboard and are found by
those who have a page read out; on paper rulings are open and the rules stand once, at their own place.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from importlib import resources

from ludex.book.elements import Markup, first_capital, inner, link, tag, words
from ludex.book.model import THINGS, Book, Chapter, Component, Part, Passage, Rule, Ruling, Section, Step, plain

#: What such a file begins with, so that it can be told from what somebody else wrote.
MARK = '<meta name="generator" content="ludex book">'
#: What a mark of a passage is called.
MARKS = {"flavour": "The story", "strategy": "Advice", "example": "Example", "interface": "At the screen",
         "credit": "Credit"}
READING = ("“You” is whoever acts or, under “for each player”, the player whose turn it is there. What is dotted under"
           " is explained where it leads to.")


def page(book: Book) -> str:
    """The whole file."""
    style = resources.files("ludex.book").joinpath("book.css").read_text(encoding="utf-8")
    hue = zlib.crc32(book.name.encode("utf-8")) % 360
    head = [
        Markup('<meta charset="utf-8">\n'), Markup(f"{MARK}\n"),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">\n'),
        Markup('<meta name="color-scheme" content="light dark">\n'), tag("title", f"{book.title}: rulebook"),
        Markup(f"\n<style>\n:root {{ --hue: {hue}; }}\n{style}</style>\n")]
    writer = _Page(book)
    body = [link("main", "To the rules", class_="skip"), writer.cover(), "\n",
            tag("div", [writer.contents(), "\n", tag("main", list(writer.main()), id="main")], class_="book")]
    return f'<!DOCTYPE html>\n{tag("html", [tag("head", head), tag("body", body)], lang="en")}\n'


class _Page:
    """Writes the parts of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.rules = book.rules
        self.rulings = {ruling.id: ruling for ruling in book.rulings}

    # -- the frame

    def cover(self) -> Markup:
        book = self.book
        facts = [tag("span", f"{book.players} player{'' if book.players == '1' else 's'}")]
        if book.rulings:
            facts.append(tag("span", f"{len(book.rulings)} ruling{'s' if len(book.rulings) > 1 else ''}"))
        return tag("header", [
            tag("p", "Rulebook", class_="kicker"), tag("h1", book.title),
            *([tag("p", book.about, class_="about")] if book.about else []), tag("p", facts, class_="facts")],
            class_="cover")

    def contents(self) -> Markup:
        groups = []
        for title, entries in self._parts():
            lines = [tag("li", link(id, first_capital(name))) for id, name in entries]
            groups.append(tag("li", [tag("span", title), tag("ol", lines)]) if title else Markup("".join(lines)))
        return tag("nav", [tag("h2", "Contents", id="contents"), tag("ol", groups)], aria_labelledby="contents")

    def _parts(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        book = self.book
        yield "", [("glance", "At a glance")]
        parts: dict[str, list[tuple[str, str]]] = {}
        for chapter in book.chapters:
            parts.setdefault(_rules_of(chapter), []).append((chapter.id, chapter.title))
        yield from parts.items()
        box = [*((one.id, one.title) for one in book.components), *((one.id, one.name) for one in book.boards)]
        if box:
            yield "The box", box
        yield "The rules in full", [(section.id, section.title) for section in book.sections]
        loose = []
        if book.rulings:
            loose.append(("rulings", "All rulings"))
        if book.assumptions:
            loose.append(("assumptions", "What is assumed"))
        if loose:
            yield "What was left open", loose

    def main(self) -> Iterator[Markup]:
        book = self.book
        yield self._section("glance", "At a glance", [tag("dl", [inner(self._part(part)) for part in book.glance])],
                            class_="glance")
        before = None
        for number, chapter in enumerate(book.chapters, 1):
            if chapter.book != before:
                before = chapter.book
                yield self._divider(_rules_of(chapter))
            yield self._chapter(number, chapter)
        if book.components or book.boards:
            yield self._divider("The box")
        for table in book.components:
            yield self._component(table)
        for board in book.boards:
            shown = tag("figure", [Markup(board.picture.strip()), tag("figcaption", f"{board.about} As it lies at the "
                                                                                   "start of a game.")])
            yield self._section(board.id, first_capital(board.name), [shown, self._cites(board.passages)],
                                class_="board")
        yield self._divider("The rules in full")
        for number, section in enumerate(book.sections):
            yield self._rules(section, note=not number)
        if book.rulings or book.assumptions:
            yield self._divider("What was left open")
        if book.rulings:
            yield self._ruling_list()
        if book.assumptions:
            told = [inner([tag("dt", first_capital(one.name), id=one.id), tag("dd", [
                tag("p", words(one.says)), tag("p", words(one.because), class_="because")])])
                for one in book.assumptions]
            yield self._section("assumptions", "What is assumed", [
                tag("p", "What the source does not say, and what is played here in its place.", class_="lead"),
                tag("dl", told, class_="assumptions")])

    @staticmethod
    def _divider(title: str) -> Markup:
        """The name of a part of the book, above its first section."""
        return inner([tag("p", title, class_="divider"), "\n"])

    def _section(self, id: str, title: str, inside: list[Markup], class_: str = "", number: str = "") -> Markup:
        before = [tag("span", number, class_="number"), " "] if number else []
        return inner([tag("section", [tag("h2", [*before, title]), *inside], id=id, class_=class_ or None), "\n"])

    # -- passages

    def _chapter(self, number: int, chapter: Chapter) -> Markup:
        return self._section(chapter.id, chapter.title, [self._passage(one) for one in chapter.passages],
                             class_="chapter", number=str(number))

    def _passage(self, passage: Passage) -> Markup:
        label = [tag("span", MARKS[passage.mark], class_="label"), " "] if passage.mark in MARKS else []
        said = [inner([tag("small", told, class_="remark") if one.remark else told, " "])
                for one in passage.sentences for told in (words(one.words),)]
        text = tag("p", [*label, *said], class_="text")
        if passage.amends:
            told = [inner([" " if number else "", self._named(id)]) for number, id in enumerate(passage.amends)]
            text = inner([text, tag("p", ["Changes ", *told], class_="amends")])
        sort = "passage" if passage.mark == "rule" else f"passage {passage.mark}"
        name, body = link(passage.id, passage.name, class_="id"), tag("div", [text, self._notes(passage)])
        return inner([tag("div", [name, body], id=passage.id, class_=sort), "\n"])

    def _notes(self, passage: Passage) -> Markup:
        """What stands behind a passage, folded."""
        notes = [self._ruling(self.rulings[id]) for id in passage.rulings]
        rules = [self.rules[id] for id in passage.rules]
        folded = []
        if rules or passage.things:
            shown = [self._rule(rule, folded=True) for rule in rules if not rule.idle]
            others = [rule for rule in rules if rule.idle]
            if others:
                shown.append(tag("p", ["In other readings: ", *_listed([link(one.id, one.name) for one in others])],
                                 class_="also"))
            if passage.things:
                shown.append(tag("p", ["About: ", *_listed([link(one.to, one.text) for one in passage.things])],
                                 class_="also"))
            names = list(dict.fromkeys(rule.name for rule in rules if not rule.idle))
            told = ", ".join(names) or ", ".join(dict.fromkeys(one.text for one in passage.things))
            title = [tag("span", "In play", class_="label"), " ", told or "in other readings"]
            folded.append(tag("details", [tag("summary", title), *shown], class_="play"))
        also = [link(id, self.rulings[id].question) for id in passage.also]
        if also:
            folded.append(tag("details", [
                tag("summary", [tag("span", "See also", class_="label"),
                                f" {len(also)} ruling{'s' if len(also) > 1 else ''} told elsewhere"]),
                tag("ul", [tag("li", one) for one in also])], class_="see"))
        question = [tag("p", [tag("span", "Left open", class_="label"), " ", first_capital(passage.question)],
                        class_="question")] if passage.question else []
        if not notes and not folded and not question:
            return Markup("")
        return tag("div", [*question, *notes, *folded], class_="notes")

    def _ruling(self, ruling: Ruling) -> Markup:
        kinds = [text for text in (ruling.kind, ruling.weight) if text]
        readings = [tag("li", [tag("span", "Played" if one.chosen else "Not played", class_="label"), " ",
                               words(one.means)], class_="chosen" if one.chosen else None)
                    for one in sorted(ruling.readings, key=lambda one: not one.chosen)]
        return tag("details", [
            tag("summary", [tag("span", "Ruling", class_="label"), " ", ruling.question]),
            tag("ul", readings, class_="readings"), tag("p", words(ruling.because), class_="because"),
            tag("p", [*[tag("span", kind) for kind in kinds], self._cites(ruling.passages)], class_="kinds")],
            class_="ruling", id=ruling.id)

    def _ruling_list(self) -> Markup:
        """All rulings; those about no passage of the text are told here."""
        told = {id for chapter in self.book.chapters for passage in chapter.passages for id in passage.rulings}
        shown = [self._short(ruling) if ruling.id in told else self._ruling(ruling) for ruling in self.book.rulings]
        about = ("What the source leaves open, and how it is played. Each ruling stands with the passage it is about; "
                 "there are the other readings, and the reason.")
        return self._section("rulings", "All rulings", [
            tag("p", about, class_="lead"), tag("ol", [tag("li", one) for one in shown], class_="rulings")])

    @staticmethod
    def _short(ruling: Ruling) -> Markup:
        """The question and how it is played, as a link to the whole."""
        played = next(plain(one.means) for one in ruling.readings if one.chosen)
        return link(ruling.id, [tag("span", ruling.question), " ", tag("span", played)])

    # -- the box

    def _component(self, table: Component) -> Markup:
        columns = [tag("th", first_capital(name), scope="col",
                       class_="n" if all(_numeric(item.printed[at]) for item in table.items) else None)
                   for at, name in enumerate(table.attributes)]
        head = tag("tr", [tag("th", "Item", scope="col"), *columns, tag("th", "Copies", scope="col", class_="n")])
        rows = [tag("tr", [tag("th", item.name, scope="row"), *map(_cell, item.printed),
                           tag("td", str(item.copies), class_="n")], id=item.id) for item in table.items]
        total = sum(item.copies for item in table.items)
        foot = tag("tr", [tag("th", "All", scope="row"), *[tag("td", "") for _ in table.attributes],
                          tag("td", str(total), class_="n")])
        shown = tag("table", [tag("caption", f"{total} in all, of {len(table.items)} "
                                             f"kind{'s' if len(table.items) > 1 else ''}"),
                              tag("thead", head), tag("tbody", rows), tag("tfoot", foot)])
        return self._section(table.id, first_capital(table.title), [
            tag("div", shown, class_="wide", tabindex="0", role="region", aria_label=table.name),
            self._cites(table.passages)])

    # -- rules

    def _rules(self, section: Section, note: bool) -> Markup:
        lead = [tag("p", text, class_="lead") for text in (section.about, READING if note else "") if text]
        glossary = all(rule.sort in THINGS for rule in section.rules)
        mixed = len({rule.sort for rule in section.rules}) > 1
        rules = [self._rule(rule, sort=mixed) for rule in section.rules]
        return self._section(section.id, section.title, [*lead, *rules], class_="glossary" if glossary else "full")

    def _rule(self, rule: Rule, folded: bool = False, sort: bool = True) -> Markup:
        name = link(rule.id if folded else "", first_capital(rule.name))
        told = [name, " ", tag("span", rule.sort, class_="sort")] if sort else [name]
        heading = tag("p" if folded else "h3", told, class_="name")
        parts = [tag("p", "Belongs to a reading that is not played here.", class_="idle")] if rule.idle else []
        parts += [tag("dl", [inner(self._part(part)) for part in rule.parts])] if rule.parts else []
        cites = [] if folded else [self._cites(rule.passages)]
        return inner([tag("div", [heading, *parts, *cites], id=None if folded else rule.id,
                          class_="rule idle" if rule.idle else "rule"), "\n"])

    def _part(self, part: Part) -> Iterator[Markup]:
        yield tag("dt", first_capital(part.label)) if part.label else tag("dt", "What happens")
        yield tag("dd", [words(part.words), self._steps(part.steps)])

    def _steps(self, steps: tuple[Step, ...]) -> Markup:
        if not steps:
            return Markup("")
        return tag("ol", [tag("li", [words(step.words), self._steps(step.under)]) for step in steps], class_="steps")

    def _cites(self, passages: tuple[str, ...]) -> Markup:
        if not passages:
            return Markup("")
        told = [inner([" ", self._named(id)]) for id in dict.fromkeys(passages)]
        return tag("span", told, class_="cites")

    def _named(self, passage: str) -> Markup:
        """A passage by name, as a link where it is in the book."""
        to = self.book.passage_ids.get(passage.rpartition("/")[2], "")
        return link(to, passage, class_="cite") if to else tag("span", passage, class_="cite")


def _rules_of(chapter: Chapter) -> str:
    """The name of the part that a chapter stands in."""
    return f"The rules of {chapter.book}" if chapter.book else "The rules"


def _listed(links: list[Markup]) -> list[Markup]:
    return [inner([", " if number else "", one]) for number, one in enumerate(links)]


def _numeric(value: str) -> bool:
    return re.fullmatch(r"-?\d+", value) is not None


def _cell(value: str) -> Markup:
    if _numeric(value):
        return tag("td", value.replace("-", "−"), class_="n")
    return tag("td", "–" if value in ("none", "") else value)
