"""A book as Markdown, as it is shown by hosts of code: anchors are HTML, all else is plain.

Nothing can be folded here, so that a passage names the rules behind it and they stand once, at their own place. Boards
are drawn in lines of text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ludex.book.elements import first_capital
from ludex.book.model import Book, Component, Part, Passage, Rule, Ruling, Step, Words
from ludex.drawing.svg import clean

#: What such a file begins with, so that it can be told from what somebody else wrote.
MARK = "<!-- generator: ludex book -->"
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def document(book: Book) -> str:
    """The whole file."""
    text = "\n".join([MARK, "", *_Document(book).lines()])
    return re.sub(r"\n{3,}", "\n\n", text).rstrip("\n") + "\n"


def escaped(text: str) -> str:
    """A text in which nothing is markup; at the start of a line a number or a sign makes no list."""
    flat = _SPECIAL.sub(r"\\\1", " ".join(clean(text).split()))
    return re.sub(r"^(\d+)(?=[.)](?:\s|$))|^(?=[-+=](?:\s|$))", r"\1\\", flat)


def link(to: str, text: str) -> str:
    """A link within the book; the text alone where there is nothing to go to."""
    return f"[{escaped(text)}](#{to})" if to else escaped(text)


def _anchor(id: str) -> str:
    return f'<a id="{id}"></a>'


def _words(words: Words) -> str:
    told = []
    for run in words:
        before = " " if run.text[:1] == " " else ""
        after = " " if run.text[-1:] == " " and run.text.strip() else ""
        told.append(f"{before}{link(run.to, run.text.strip())}{after}")
    return "".join(told)


class _Document:
    """Writes the parts of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.rules = book.rules
        self.rulings = {ruling.id: ruling for ruling in book.rulings}

    def lines(self) -> Iterator[str]:
        book = self.book
        yield from (f"# {escaped(book.title)}", "")
        if book.about:
            yield from (escaped(book.about), "")
        yield from ("## Contents", "", *self._contents(), "")
        yield from self._heading("glance", "At a glance")
        yield from (f"- **{escaped(part.label)}:** {_words(part.words)}" for part in book.glance)
        for chapter in book.chapters:
            yield from self._heading(chapter.id, chapter.title)
            for passage in chapter.passages:
                yield from self._passage(passage)
        for table in book.components:
            yield from self._component(table)
        for board in book.boards:
            yield from self._heading(board.id, first_capital(board.name))
            fence = "`" * max([3, *(len(run) + 1 for line in board.lines for run in re.findall("`+", line))])
            yield from (escaped(f"{board.about} As it lies at the start of a game."), "", f"{fence}text", *board.lines,
                        fence, "", *self._cites(board.passages))
        for section in book.sections:
            yield from self._heading(section.id, section.title)
            yield from (escaped(section.about), "")
            for rule in section.rules:
                yield from self._rule(rule)
        yield from self._left_open()

    def _heading(self, id: str, title: str) -> Iterator[str]:
        yield from ("", _anchor(id), "", f"## {escaped(title)}", "")

    def _contents(self) -> Iterator[str]:
        book = self.book
        found = [("glance", "At a glance"), *((one.id, one.title) for one in book.chapters),
                 *((one.id, first_capital(one.title)) for one in book.components),
                 *((one.id, first_capital(one.name)) for one in book.boards),
                 *((one.id, one.title) for one in book.sections)]
        if self._homeless():
            found.append(("rulings", "Other rulings"))
        if book.assumptions:
            found.append(("assumptions", "What is assumed"))
        yield from (f"- {link(id, title)}" for id, title in found)

    # -- passages

    def _passage(self, passage: Passage) -> Iterator[str]:
        label = "" if passage.mark == "rule" else f"*({passage.mark})* "
        said = " ".join(_words(one.words) for one in passage.sentences)
        yield from (f"{_anchor(passage.id)}**{escaped(passage.name)}** {label}{said}", "")
        if passage.amends:
            yield from (f"Changes {', '.join(self._named(id) for id in passage.amends)}.", "")
        if passage.question:
            yield from (f"> **Left open:** {escaped(passage.question)}", "")
        for id in passage.rulings:
            yield from self._ruling(self.rulings[id])
        rules = [self.rules[id] for id in passage.rules]
        told = [link(rule.id, rule.name) for rule in rules if not rule.idle]
        told += [link(thing.to, thing.text) for thing in passage.things]
        if told:
            yield from (f"In play: {', '.join(told)}", "")
        if passage.also:
            yield from ("See also:", "", *(f"- {link(id, self.rulings[id].question)}" for id in passage.also), "")

    def _ruling(self, ruling: Ruling) -> Iterator[str]:
        yield from (f"> {_anchor(ruling.id)}**Ruling:** {escaped(ruling.question)}", ">")
        for reading in sorted(ruling.readings, key=lambda one: not one.chosen):
            yield f"> - **{'Played' if reading.chosen else 'Not played'}:** {_words(reading.means)}"
        yield from (">", f"> *{_words(ruling.because)}*", "")

    def _homeless(self) -> list[Ruling]:
        """Rulings about no passage of the text."""
        told = {id for chapter in self.book.chapters for passage in chapter.passages for id in passage.rulings}
        return [ruling for ruling in self.book.rulings if ruling.id not in told]

    def _left_open(self) -> Iterator[str]:
        if self._homeless():
            yield from self._heading("rulings", "Other rulings")
            for ruling in self._homeless():
                yield from self._ruling(ruling)
        if self.book.assumptions:
            yield from self._heading("assumptions", "What is assumed")
            for one in self.book.assumptions:
                yield from (f"{_anchor(one.id)}**{escaped(first_capital(one.name))}.** {_words(one.says)} "
                            f"*{_words(one.because)}*", "")

    # -- the box, and rules

    def _component(self, table: Component) -> Iterator[str]:
        yield from self._heading(table.id, first_capital(table.title))
        columns = ["Item", *map(first_capital, table.attributes), "Copies"]
        yield _row(map(escaped, columns))
        yield _row(["---"] * len(columns))
        for item in table.items:
            yield _row([_anchor(item.id) + escaped(item.name), *map(escaped, item.printed), str(item.copies)])
        yield _row(["**All**", *[""] * len(table.attributes), f"**{sum(item.copies for item in table.items)}**"])
        yield from ("", *self._cites(table.passages))

    def _rule(self, rule: Rule) -> Iterator[str]:
        yield from (_anchor(rule.id), "", f"### {escaped(first_capital(rule.name))}", "")
        if rule.idle:
            yield from ("*Belongs to a reading that is not played here.*", "")
        for part in rule.parts:
            yield from self._part(part)
        yield from ("", *self._cites(rule.passages))

    def _part(self, part: Part) -> Iterator[str]:
        told = f" {_words(part.words)}" if part.words else ""
        yield f"- **{escaped(first_capital(part.label or 'what happens'))}:**{told}"
        yield from self._steps(part.steps, 1)

    def _steps(self, steps: tuple[Step, ...], depth: int) -> Iterator[str]:
        for step in steps:
            yield f"{'  ' * depth}- {_words(step.words)}"
            yield from self._steps(step.under, depth + 1)

    def _cites(self, passages: tuple[str, ...]) -> Iterator[str]:
        if passages:
            yield from (f"From {', '.join(self._named(id) for id in dict.fromkeys(passages))}.", "")

    def _named(self, passage: str) -> str:
        return link(self.book.passage_ids.get(passage.rpartition("/")[2], ""), passage)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
