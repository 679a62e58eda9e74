"""Write the rulebook of a game, made from its rules.

The restated rulebook in its order; with each passage the rules that follow it, in words, and the rulings about it; then
components, boards, the rules in full, and what is assumed. HTML is one file that needs nothing else. Without --out the
book is printed; a FILE that ends in .md is Markdown, one that ends in .json the book as data.
"""

from __future__ import annotations

from pathlib import Path

import click

from ludex.cli import written
from ludex.cli.output import write_json, write_text

FORMS = ("html", "markdown", "json")
#: What the name of a file says of its form.
ENDINGS = {".html": "html", ".htm": "html", ".md": "markdown", ".markdown": "markdown", ".json": "json"}


@click.command(help=__doc__)
@click.argument("game", metavar="GAME")
@click.option("--format", "form", type=click.Choice(FORMS), help="The form.  [default: as FILE ends, or html]")
@click.option("--out", metavar="FILE", help="Write to FILE; of what is there, only another book is written over.")
def command(game: str, form: str | None, out: str | None) -> None:
    from ludex.cli.loading import load

    loaded = load(game, form == "json")
    form = form or ENDINGS.get("" if out is None else Path(out).suffix.lower(), "html")

    from ludex.book import html, markdown
    from ludex.book.making import make
    from ludex.cli.output import json_text

    book = make(loaded)
    if out is None and form == "json":
        write_json(document(book))
        return
    text = (html.page(book) if form == "html" else markdown.document(book) if form == "markdown"
            else json_text(document(book)) + "\n")
    if out is None:
        write_text(text.rstrip("\n"))
    else:
        written.write(out, "--out", text, is_book, "book")


def document(book: object) -> dict[str, object]:
    """A book as one JSON document."""
    return {"version": 1, "book": book}


def is_book(start: bytes) -> bool:
    """Whether a file that begins so is a book, which may be written anew."""
    from ludex.book import html, markdown

    return any(mark.encode() in start for mark in (html.MARK, markdown.MARK)) or start.split()[:5] == [
        b"{", b'"version":', b"1,", b'"book":', b"{"]
