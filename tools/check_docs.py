"""Checks that the pages of this repository point at things that exist.

Every local link and image of the README and of `docs/` must lead to a file, and to a heading where it
names one; every path written as code, such as `tools/check_docs.py`, must exist. Addresses on the network
are not visited.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from packages import ROOT

PATH = re.compile(r"(?:[\w.-]+/)+[\w.-]+\.(?:py|md|yaml|lark|json|toml|csv)|(?:[\w.-]+/)+")


@dataclass
class Page:
    """What a page offers (anchors) and what it points at (line, target)."""

    anchors: set[str] = field(default_factory=set)
    links: list[tuple[int, str]] = field(default_factory=list)
    paths: list[tuple[int, str]] = field(default_factory=list)


def slug(heading: str) -> str:
    """The anchor that code hosts make of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def inside(tokens: list[Token] | None) -> Iterator[Token]:
    for token in tokens or []:
        yield token
        yield from inside(token.children)


def read(text: str) -> Page:
    page = Page()
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for before, block in zip([None, *tokens], tokens, strict=False):
        line = block.map[0] + 1 if block.map else 0
        if before is not None and before.type == "heading_open":
            words = "".join(part.content for part in block.children or [])
            name, count = slug(words), 0
            while name in page.anchors:
                count += 1
                name = f"{slug(words)}-{count}"
            page.anchors.add(name)
        for token in inside(block.children):
            if token.type == "link_open":
                page.links.append((line, str(token.attrs["href"])))
            elif token.type == "image":
                page.links.append((line, str(token.attrs["src"])))
            elif token.type == "code_inline":
                page.paths.append((line, token.content))
    return page


@cache
def anchors(path: Path) -> set[str]:
    return read(path.read_text(encoding="utf-8")).anchors


def faults(path: Path, root: Path) -> Iterator[str]:
    """What is wrong with the pointers of one page, in words."""
    page = read(path.read_text(encoding="utf-8"))
    where = path.relative_to(root)
    for line, link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = path.parent / unquote(parts.path) if parts.path else path
        if not target.exists():
            yield f"{where}:{line}: the link `{link}` leads nowhere"
        elif parts.fragment and target.suffix == ".md" and parts.fragment not in anchors(target):
            yield f"{where}:{line}: `{parts.path or where}` has no heading `#{parts.fragment}`"
    tops = {entry.name for entry in root.iterdir() if entry.is_dir()} - {"build"}
    for line, name in page.paths:
        if PATH.fullmatch(name) and name.split("/")[0] in tops and not (root / name).exists():
            yield f"{where}:{line}: there is no `{name}`"


def pages(root: Path) -> list[Path]:
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def main() -> int:
    found = [fault for path in pages(ROOT) for fault in faults(path, ROOT)]
    for fault in found:
        print(fault, file=sys.stderr)
    if not found:
        print(f"{len(pages(ROOT))} pages: every link leads somewhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
