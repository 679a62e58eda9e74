"""Reads a page as a browser does, strictly: every element is closed where it belongs, and nothing leads outside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "hr"}
#: Attributes that make a browser fetch something.
LEADING = {"src", "srcset", "action", "data", "poster", "xlink:href", "background"}
#: Elements that do, or that run something.
RUNNING = {"script", "link", "iframe", "object", "img", "base", "embed"}


@dataclass
class Node:
    """An element with what stands in it."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Node | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(part if isinstance(part, str) else part.text for part in self.inside)

    def everything(self) -> Iterator[Node]:
        """All elements in it."""
        for part in self.inside:
            if isinstance(part, Node):
                yield part
                yield from part.everything()

    def all(self, name: str, class_: str | None = None) -> Iterator[Node]:
        """All elements of a name (and a class) in it."""
        return (node for node in self.everything() if node.name == name
                and (class_ is None or class_ in node.attributes.get("class", "").split()))

    def first(self, name: str, class_: str | None = None) -> Node:
        """The first one."""
        return next(self.all(name, class_))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> has an attribute twice"
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, f"</{tag}> closes <{self.open[-1].name}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read(text: str) -> Node:
    """The elements of a page or a part of one; AssertionError where one is not closed as it should be."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == [reader.root], f"<{reader.open[-1].name}> is not closed"
    return reader.root


def outside(page: Node, text: str) -> list[str]:
    """Whatever would make a browser ask the network, or run something."""
    found = [f"<{node.name} {name}>" for node in page.everything() for name, value in node.attributes.items()
             if name in LEADING or name.startswith("on") or (name == "href" and not value.startswith("#"))]
    found += [node.name for node in page.everything() if node.name in RUNNING]
    return found + re.findall(r"url\([^)]*\)|@import|https?://", text)
