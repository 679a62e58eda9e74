"""The frame of a page: its cover, contents, sections, figures and tables; whatever it is about.

It looks as the rulebooks do, and takes their style for it. Numbers that a chart shows stand below it as a table that
folds out, so that nobody needs to see the chart.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from importlib import resources

from ludex.book.elements import Inside, Markup, inner, link, tag
from ludex.ir.record import record

#: What such a file begins with, so that it can be told from what somebody else wrote.
MARK = '<meta name="generator" content="ludex report">'


@record
class Section:
    """A part of a page; `lead` says in a sentence what it shows."""

    id: str
    title: str
    lead: str
    inside: tuple[Markup, ...]


@record
class Page:
    """A page: `name` gives it its colour, `facts` stand on the cover."""

    name: str
    kicker: str
    title: str
    about: str
    facts: tuple[str, ...]
    sections: tuple[Section, ...]


@record
class Column:
    """A column of a table; numbers stand on the right."""

    title: str
    numbers: bool = True


def written(page: Page) -> str:
    """The whole file."""
    style = "".join(resources.files(package).joinpath(name).read_text(encoding="utf-8")
                    for package, name in (("ludex.book", "book.css"), ("ludex.report", "report.css")))
    hue = zlib.crc32(page.name.encode("utf-8")) % 360
    head = [
        Markup('<meta charset="utf-8">\n'), Markup(f"{MARK}\n"),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">\n'),
        Markup('<meta name="color-scheme" content="light dark">\n'),
        tag("title", f"{page.title}: {page.kicker.lower()}"),
        Markup(f"\n<style>\n:root {{ --hue: {hue}; }}\n{style}</style>\n")]
    cover = tag("header", [
        tag("p", page.kicker, class_="kicker"), tag("h1", page.title), tag("p", page.about, class_="about"),
        tag("p", [tag("span", fact) for fact in page.facts], class_="facts")], class_="cover")
    contents = tag("nav", [tag("h2", "Contents", id="contents"),
                           tag("ol", [tag("li", link(each.id, each.title)) for each in page.sections])],
                   aria_labelledby="contents")
    main = [inner([tag("section", [tag("h2", each.title), *([tag("p", each.lead, class_="lead")] if each.lead else []),
                                   *each.inside], id=each.id), "\n"]) for each in page.sections]
    body = [link("main", "To the results", class_="skip"), cover, "\n",
            tag("div", [contents, "\n", tag("main", main, id="main")], class_="book report")]
    return f'<!DOCTYPE html>\n{tag("html", [tag("head", head), tag("body", body)], lang="en")}\n'


def figure(chart: Markup, title: str, numbers: Markup | None = None, note: str = "") -> Markup:
    """A chart with its title, and what it shows as a table."""
    below = [tag("p", note, class_="note")] if note else []
    folded = [] if numbers is None else [folds("The numbers", numbers)]
    return tag("figure", [tag("figcaption", title), chart, *below, *folded])


def folds(title: str, inside: Inside) -> Markup:
    """Something that is folded in."""
    return tag("details", [tag("summary", title), inner(inside)], class_="numbers")


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]], about: str) -> Markup:
    """A table; the first cell of a row names it. `about` says what it holds."""
    head = tag("tr", [tag("th", each.title, scope="col", class_="n" if each.numbers else None) for each in columns])
    body = [tag("tr", [tag("th", cell, scope="row") if not at else
                       tag("td", cell, class_="n" if columns[at].numbers else None) for at, cell in enumerate(row)])
            for row in rows]
    return tag("div", tag("table", [tag("thead", head), tag("tbody", body)]), class_="wide", tabindex="0",
               role="region", aria_label=about)


def tiles(figures: Sequence[tuple[str, str]]) -> Markup:
    """A few numbers that matter, each with what it is."""
    return tag("dl", [tag("div", [tag("dt", name), tag("dd", value)]) for name, value in figures], class_="tiles")


def told(sentences: Sequence[str]) -> Markup:
    """Sentences, one below the other."""
    return tag("ul", [tag("li", sentence) for sentence in sentences], class_="told")


def marks(title: str, names: Sequence[str]) -> Markup:
    """Names that are called out."""
    return tag("div", [tag("p", title), tag("ul", [tag("li", name) for name in names])], class_="marks")


def pairs(entries: Sequence[tuple[str, Inside]]) -> Markup:
    """Names with what they are."""
    return tag("dl", [inner([tag("dt", name), tag("dd", value)]) for name, value in entries], class_="pairs")


__all__ = ["MARK", "Column", "Page", "Section", "figure", "folds", "marks", "pairs", "table", "tiles", "told",
           "written"]
