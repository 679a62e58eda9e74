"""Let agents play against each other, and rate them.

Every choice of as many agents as play sits down at a table, in every rotation, and all line-ups play games of
the same seeds; so nobody has a better seat or better luck. Ratings are OpenSkill's, with how unsure they are; shares of
wins have intervals. Ctrl-C stops and tells what is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ludex.cli.output import Fault, console, error, format_option, write_json

if TYPE_CHECKING:
    from ludex.tournament import Tournament

#: No more line-ups than this are told of in the lines.
TOLD = 12


@click.command(help=__doc__)
@click.argument("game", metavar="GAME")
@click.option("--agents", required=True, metavar="LIST",
              help="Who plays, with commas between them: random, greedy, flat:GAMES, mcts:ITERATIONS.")
@click.option("-n", "--games", type=click.IntRange(min=1), default=100, show_default=True, metavar="N",
              help="How many games at least; all line-ups play equally many.")
@click.option("--players", type=int, metavar="N", help="How many play (default: as few as may).")
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same games.")
@click.option("--ruling", "rulings", multiple=True, metavar="NAME=READING", help="Play by another reading.")
@click.option("--parameter", "parameters", multiple=True, metavar="NAME=NUMBER",
              help="Change a number of the game.")
@click.option("--backend", type=click.Choice(["native", "python"]),
              help="What plays: machine code, which needs a C compiler, or Python.  [default: native where it can be]")
@click.option("--workers", type=click.IntRange(min=1, max=1024), metavar="W",
              help="How many games are played at a time.  [default: as many as there are processors]")
@click.option("--limit", type=click.IntRange(min=1, max=2**31), default=20_000, show_default=True, metavar="N",
              help="Give a game up after this many decisions.")
@format_option
def command(
    game: str, agents: str, games: int, players: int | None, seed: int | None, rulings: tuple[str, ...],
    parameters: tuple[str, ...], backend: str | None, workers: int | None, limit: int, form: str,
) -> None:
    import ludex
    from ludex import simulation
    from ludex.cli import loading
    from ludex.cli.simulating import progress
    from ludex.simulate.stopping import Stop
    from ludex.tournament import NoRatings, tournament

    loaded = loading.load(game, form == "json")
    named = [name.strip() for name in agents.split(",")]
    readings, numbers = loading.pairs("--ruling", rulings), loading.numbers("--parameter", parameters)
    try:
        with Stop() as stop, progress("games", form == "text") as see:
            found = tournament(loaded, named, games, players, seed, readings, numbers, backend, limit,
                               workers or simulation.usual_workers(games, named), stop, see)
    except (ludex.BadStart, simulation.NoEngine, NoRatings) as wrong:
        raise Fault(str(wrong)) from None
    stopped = found.games < found.line_ups * found.rounds
    problem = error("stopped", f"stopped after {found.games} of {found.line_ups * found.rounds} games")
    if form == "json":
        document = {"version": 1, **found.to_json()}
        write_json({**document, "error": problem} if stopped else document)
    else:
        out = console()
        for line in lines(found):
            out.print(line)
    if stopped:
        click.echo(f"Error: {problem['message']}", err=True)
        raise click.exceptions.Exit(2)


def lines(found: Tournament) -> Iterator[str]:
    """The ranking in lines."""
    setting = found.setting
    yield (f"{setting.game.title}: {found.games:,} games, {setting.players} players at a table, seed {setting.seed}: "
           f"{found.line_ups} line-ups, {found.rounds:,} games each")
    yield ""
    wide = max(len("agent"), *(len(each.name) for each in found.contestants))
    yield f"   {'agent':<{wide}}  rating         wins alone    rate  95 % interval     shared  ahead of the next"
    for place, each in enumerate(found.contestants, 1):
        interval = f"{each.rate.low:.1%} to {each.rate.high:.1%}"
        ahead = "" if each.ahead is None else f"{each.ahead:.1%}"
        yield (f"{place:>2} {each.name:<{wide}}  {each.mu:5.1f} ± {2 * each.sigma:4.1f}{each.wins:>15,}"
               f"{each.rate.rate:>8.1%}  {interval:<16}{each.shared:>8,}{ahead:>19}").rstrip()
    if found.unfinished:
        yield f"{found.unfinished:,} games did not come to their end"
    if found.left:
        yield ""
        yield "line-ups that have not played all their games:"
        yield from (f"  {', '.join(each.seats)}: {each.games:,} of {found.rounds:,}" for each in found.left[:TOLD])
        if len(found.left) > TOLD:
            yield f"  and {len(found.left) - TOLD:,} more"
