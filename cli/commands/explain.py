"""Explain a diagnostic, a word of the language, or a key.

WHAT is a code (LX201), the name of a diagnostic (undefined-name), a word of the language (draw), or a key or
section of a file (seen by, zone). The page says what it means, with an example of a word or diagnostic.
"""

from __future__ import annotations

import difflib

import click

from ludex.cli.output import Fault


@click.command(help=__doc__)
@click.argument("what", nargs=-1, required=True, metavar="WHAT")
def command(what: tuple[str, ...]) -> None:
    import ludex

    text = " ".join(what)
    page = ludex.explain(text)
    if page is None:
        known = {entry.casefold(): entry for entry in ludex.explainable()}
        near = [known[key] for key in difflib.get_close_matches(text.casefold(), known, n=3)]
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise Fault(f"there is no diagnostic, no word of the language and no key called '{text}'{hint}")
    click.echo(page.rstrip())
