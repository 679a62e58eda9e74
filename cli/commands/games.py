"""List the bundled games.

For each: how many may play, how many passages its rulebook has, how many rulings decide what the
rulebook leaves open, how many scenarios test it, and how many lines of rules it is made of.
"""

from __future__ import annotations

from typing import Any

import click

from ludex.cli.output import console, format_option, write_json

COLUMNS = ("name", "title", "players", "passages", "rulings", "scenarios", "rule_lines")


@click.command(help=__doc__)
@format_option
def command(form: str) -> None:
    import ludex

    rows: list[dict[str, Any]] = []
    for name in sorted(ludex.rules.catalogue()):
        game = ludex.load(name)
        rows.append({
            "name": game.name,
            "title": game.title,
            "players": list(game.players),
            "passages": game.passages,
            "rulings": len(game.rulings),
            "scenarios": game.scenarios,
            "rule_lines": game.rule_lines,
        })
    if form == "json":
        write_json(rows)
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in COLUMNS:
        words = column in ("name", "title", "players")
        table.add_column(column.replace("_", " "), justify="left" if words else "right")
    for row in rows:
        table.add_row(*(spoken(row[column]) for column in COLUMNS))
    console().print(table)


def spoken(value: Any) -> str:
    """A cell of the table."""
    if isinstance(value, list):
        return str(value[0]) if len(value) == 1 else f"{value[0]} to {value[-1]}"
    return str(value)
