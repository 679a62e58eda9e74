"""Books of the bundled games, each made once, and an HTML reader that complains."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser

import ludex
from ludex.book.making import make
from ludex.book.model import Book

VOID = {"br", "hr", "meta"}


@cache
def game(name: str) -> ludex.Game:
    return ludex.load(name)


@cache
def book(name: str) -> Book:
    return make(game(name))


class Reader(HTMLParser):
    """Keeps every element, and what is wrong with how they are nested."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.faults: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        self.faults += [f"<{name}> is never closed" for name in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if len({name for name, _ in attrs}) < len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.text.append(data)

    def of(self, attribute: str) -> list[str]:
        return [value for _, given in self.elements for name, value in given.items() if name == attribute and value]
