"""Say what every ruling of a game is worth.

Plays the same seeds under every reading of every ruling that a rule depends on, one reading at a time, and ranks the
rulings by how much hangs on them: how many games differ at all, how many somebody else wins, and by how much scores,
lengths and the numbers of options differ. Ctrl-C stops and tells what is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from ludex.cli import reporting
from ludex.cli.output import Fault, console, error, format_option, write_json

if TYPE_CHECKING:
    from ludex.cli.simulating import Show
    from ludex.impact import Impact

#: How games are told of that did not come to their end.
ENDS = {"limit": "given up", "fault": "without an answer"}


@click.command(help=__doc__)
@click.argument("game", metavar="GAME")
@click.option("-n", "--games", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N",
              help="How many games are played under each reading.")
@click.option("--ruling", "rulings", multiple=True, metavar="NAME", help="Only this ruling (may be said again).")
@click.option("--players", type=int, metavar="N", help="How many play (default: as few as may).")
@click.option("--agents", default="random", show_default=True, metavar="LIST",
              help="Who decides: one agent for all seats, or one for each, with commas between them.")
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same games.")
@click.option("--parameter", "parameters", multiple=True, metavar="NAME=NUMBER",
              help="Change a number of the game.")
@click.option("--backend", type=click.Choice(["native", "python"]),
              help="What plays: machine code, which needs a C compiler, or Python.  [default: native where it can be]")
@click.option("--workers", type=click.IntRange(min=1, max=1024), metavar="W",
              help="How many games are played at a time.  [default: as many as there are processors]")
@click.option("--limit", type=click.IntRange(min=1, max=2**31), default=20_000, show_default=True, metavar="N",
              help="Give a game up after this many decisions.")
@click.option("--report", metavar="FILE", help="Write a page with charts to FILE; of what is there, only another "
              "report is written over.")
@format_option
def command(
    game: str, games: int, rulings: tuple[str, ...], players: int | None, agents: str, seed: int | None,
    parameters: tuple[str, ...], backend: str | None, workers: int | None, limit: int,
    report: str | None, form: str,
) -> None:
    import ludex
    from ludex import simulation
    from ludex.cli import loading
    from ludex.cli.simulating import progress
    from ludex.impact import impact
    from ludex.simulate.stopping import Stop

    loaded = loading.load(game, form == "json")
    numbers = loading.numbers("--parameter", parameters)
    if report is not None:
        reporting.see_to(report)
    named = [name.strip() for name in agents.split(",")]
    try:
        with Stop() as stop, progress("games", form == "text") as show:
            found = impact(loaded, games, players, seed, rulings, numbers, named, backend, limit,
                           workers or simulation.usual_workers(games, named), stop, told(show, games))
    except (ludex.BadStart, simulation.NoEngine) as wrong:
        raise Fault(str(wrong)) from None
    if found.setting.word:
        click.echo(f"Note: {found.setting.word}", err=True)
    problem = error("stopped", f"stopped; nothing was played of {len(found.left)} rulings") if stop.asked else None
    unwritten: Fault | None = None
    if report is not None and found.games:
        from ludex.report import impact as about

        try:
            reporting.keep(report, about.page(found.to_json(), loaded.title, reporting.about(loaded)))
        except Fault as fault:  # what was played is told all the same
            unwritten = fault
    if form == "json":
        document = {"version": 1, **found.to_json()}
        write_json(document if problem is None else {**document, "error": problem})
    else:
        out = console()
        for line in lines(found):
            out.print(line)
    if unwritten is not None:
        raise unwritten
    if problem is not None:
        click.echo(f"Error: {problem['message']}", err=True)
        raise click.exceptions.Exit(2)


def told(show: Show, games: int) -> Callable[[str, int, int], None]:
    """What `impact` tells of its simulations, of so many games each, as games of all of them."""
    begun: dict[str, None] = {}

    def see(what: str, done: int, of: int) -> None:
        begun[what] = None
        show((len(begun) - 1) * games + done, of * games, what)

    return see


def lines(found: Impact) -> Iterator[str]:
    """The ranking in lines."""
    from ludex.cli.simulating import deciding

    setting = found.setting
    yield (f"{setting.game.title}: {found.games:,} games under each reading, {setting.players} players "
           f"({deciding(setting.agents)}), seed {setting.seed}")
    yield ""
    if found.rulings:
        yield from _table(found)
    elif not found.tables:
        yield "no rule depends on a ruling" if not found.left else "no other reading has been played"
    for name, reading in found.tables:
        yield f"{name}: {reading}: so many cannot play by it"
    told = [name for name, ruling in setting.game.rulings.items() if not ruling.executable]
    if told:
        yield f"{len(told)} other rulings are notes: no rule depends on them"
    if found.rulings and found.strangers is not None:
        yield ""
        yield f"Two games that have nothing in common have different winners in {found.strangers:.1%} of cases."


def _table(found: Impact) -> Iterator[str]:
    ranked = [(ruling, reading) for ruling in found.rulings for reading in ruling.readings]
    wide = max(len(ruling.name) for ruling, _ in ranked) + 4
    wider = max(len(reading.reading) for _, reading in ranked)
    yield f"{'':<{wide + wider + 2}}  games   somebody else wins              they differ by, in the mean"
    yield (f"{'ruling (weight)':<{wide}}  {'reading':<{wider}}  {'differ':>8}  {'95 % interval':<26}"
           f"{'score':>9}{'length':>9}{'options':>9}  most moved")
    for ruling, reading in ranked:
        pairs, winner = reading.pairs, reading.pairs.winner
        seat, shift = reading.favoured
        weight = f" ({ruling.weight})" if ruling.weight else ""
        moved = f"{found.setting.seats[seat]} {shift.mean:+.1%}" if shift.clear else ""
        interval = f"{winner.rate:.1%} ({winner.low:.1%} to {winner.high:.1%})"
        ends = [f"{often:,} {ENDS[ending]}" for ending, often in pairs.endings.items() if often and ending in ENDS]
        yield (f"{ruling.name + weight:<{wide}}  {reading.reading:<{wider}}  {pairs.differ.rate:>8.1%}  {interval:<26}"
               f"{pairs.score:>9,.2f}{pairs.length.size:>9,.2f}{pairs.options.size:>9,.2f}  "
               f"{', '.join([moved] * bool(moved) + ends)}").rstrip()
