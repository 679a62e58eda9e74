"""Write down that the texts a rule set cites have been reviewed.

GAME is a folder of rule files, or the name of a bundled game. Writes `source.lock` beside its `source.md`; from then
on `ludex check` tells which rules cite a passage that has changed since.
"""

from __future__ import annotations

import click

from ludex.cli.output import Fault, console


@click.command(help=__doc__)
@click.argument("game", metavar="GAME")
def command(game: str) -> None:
    from ludex.cli.loading import load
    from ludex.validator.source import lock
    from ludex.validator.source.book import read_book

    texts = load(game).texts
    if not texts:
        raise Fault(f"'{game}' has no `source.md` with passages")
    book = read_book(next(iter(texts.values())).at.source)
    path = lock.lock_file(book)
    before = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    after = lock.written(book)
    try:
        path.write_text(after, encoding="utf-8")
    except OSError as fault:
        raise Fault(f"cannot write {path}: {fault.strerror}") from None
    changed = len(set(after.splitlines()) - set(before.splitlines()) - {lock.HEAD.strip()})
    console().print(f"{changed} of {len(book.ids)} passages accepted anew in {path}")
