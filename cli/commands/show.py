"""Show a stage on the way from rule files to a running game.

The stages, in order: the document as it was read, the syntax, the typed rules, the intermediate
representation, and the Python code that plays it.
"""

from __future__ import annotations

import click

STAGES = ("document", "syntax", "typed", "ir", "python")


@click.command(help=__doc__)
@click.argument("game", metavar="GAME")
@click.option("--stage", type=click.Choice(STAGES), default="ir", show_default=True, help="Which one.")
def command(game: str, stage: str) -> None:
    from ludex.cli.loading import load

    click.echo(load(game).stage(stage).rstrip("\n"))
