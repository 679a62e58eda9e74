"""Play a recorded game again, and verify it.

Each decision must still be possible, and the end must be the recorded one, to the last bit of the state.
Where the game no longer fits, the command says at which decision and why, with exit code 1. With --to it
stops after so many decisions and shows the position.
"""

from __future__ import annotations

import click

from ludex.cli.output import console, format_option, write_json


@click.command(help=__doc__)
@click.argument("record", metavar="RECORD")
@click.option("--to", type=click.IntRange(min=0), metavar="N", help="Stop after this many decisions.")
@format_option
def command(record: str, to: int | None, form: str) -> None:
    from ludex.cli import narrate, records
    from ludex.cli.views import view_lines

    match = records.replay(record, to, as_json=form == "json").match
    done = len(match.history)
    if form == "json":
        write_json({**narrate.match_data(match), "verified": True})
        return
    out = console()
    out.print(f"{match.game.title}: {len(match.seats)} players, seed {match.seed}", style="bold")
    out.print()
    narrate.tell(out, match.events)
    narrate.tell_result(out, match)
    out.print()
    if to is not None and match.decision is not None:
        for line in view_lines(match.view(None)["state"]):
            out.print(line, style="cyan")
        out.print(f"{match.seats[match.decision.player]} decides: {match.decision.prompt}")
    decisions = f"{done} decision{'s' * (done != 1)}"
    out.print(f"verified: {decisions}, as recorded", style="bold")
