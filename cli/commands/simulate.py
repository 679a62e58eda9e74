"""Play many games and say what they have in common.

How often each seat wins, with intervals, how long games are, what is scored, how they end. The same seed gives the
same games, on either engine and with any number of workers. With --until fewer games than -n are played, if all
intervals are narrow enough before. Each --expect is a condition on the figures of the summary, such as
'seat_advantage < 0.05'; exit code 1 if one does not hold, or if the rules had no answer in some game. Ctrl-C stops
and tells what is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ludex.cli.output import Fault, console, error, failed, format_option, write_json

if TYPE_CHECKING:
    from ludex.simulate.expect import Expectation, Verdict
    from ludex.simulation import Setting, Simulation

#: How many games are played if nobody says so: without --until, and at most with it.
GAMES, AT_MOST = 1000, 1_000_000


@click.command(help=__doc__)
@click.argument("game", metavar="GAME")
@click.option("-n", "--games", type=click.IntRange(min=1), metavar="N",
              help=f"How many games.  [default: {GAMES}; at most {AT_MOST} with --until]")
@click.option("--players", type=int, metavar="N", help="How many play (default: as few as may).")
@click.option("--agents", default="random", show_default=True, metavar="LIST",
              help="Who decides: one agent for all seats, or one for each, with commas between them.")
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same games.")
@click.option("--ruling", "rulings", multiple=True, metavar="NAME=READING", help="Play by another reading.")
@click.option("--parameter", "parameters", multiple=True, metavar="NAME=NUMBER",
              help="Change a number of the game.")
@click.option("--backend", type=click.Choice(["native", "python"]),
              help="What plays: machine code, which needs a C compiler, or Python.  [default: native where it can be]")
@click.option("--engine", type=click.Choice(["local"]), default="local", show_default=True,
              help="Where games are played: on this machine.")
@click.option("--workers", type=click.IntRange(min=1, max=1024), metavar="W",
              help="How many games are played at a time.  [default: as many as there are processors]")
@click.option("--until", type=click.FloatRange(min=0, max=1, min_open=True, max_open=True), metavar="WIDTH",
              help="Stop when half the width of each seat's interval is at most this.")
@click.option("--expect", "expected", multiple=True, metavar="CONDITION",
              help="A condition on the figures of the summary.")
@click.option("--limit", type=click.IntRange(min=1, max=2**31), default=20_000, show_default=True, metavar="N",
              help="Give a game up after this many decisions.")
@click.option("--out", metavar="FILE", help="Write a row a game to FILE, as Parquet (extra `reports`); of what is "
              "there, only another simulation is written over.")
@format_option
def command(
    game: str, games: int | None, players: int | None, agents: str, seed: int | None, rulings: tuple[str, ...],
    parameters: tuple[str, ...], backend: str | None, engine: str, workers: int | None, until: float | None,
    expected: tuple[str, ...], limit: int, out: str | None, form: str,
) -> None:
    import ludex
    from ludex import simulation
    from ludex.cli import loading

    loaded = loading.load(game, form == "json")
    readings, numbers = loading.pairs("--ruling", rulings), loading.numbers("--parameter", parameters)
    try:
        setting = simulation.setting(
            loaded, players, seed, readings, numbers, [name.strip() for name in agents.split(",")], backend, limit)
    except (ludex.BadStart, simulation.NoEngine) as wrong:
        raise Fault(str(wrong)) from None
    except ludex.RuleErrors as broken:
        loading.tell_broken(broken, [game], form == "json")
    conditions = [understood(text, setting) for text in expected]
    if setting.word:
        click.echo(f"Note: {setting.word}", err=True)
    number = games or (GAMES if until is None else AT_MOST)
    found = play(setting, number, until, workers or simulation.usual_workers(number), out, form == "text")
    verdicts = [condition.verdict(found.figures()) for condition in conditions]
    tell(found, number, until, verdicts, form)


def understood(text: str, setting: Setting) -> Expectation:
    """A condition of --expect."""
    from ludex.simulate.expect import BadExpectation, expectation
    from ludex.simulate.tally import Tally

    try:
        return expectation(text, setting.figures(Tally(setting.players)).keys())
    except BadExpectation as wrong:
        raise Fault(f"--expect: {wrong}") from None


def play(setting: Setting, games: int, until: float | None, workers: int, out: str | None, watched: bool) -> Simulation:
    """Play, show how far it is to a person who waits, and keep the rows."""
    from ludex import simulation
    from ludex.cli.simulating import keeping, progress
    from ludex.simulate.stopping import Stop
    from ludex.simulate.workers import WorkerLost

    with keeping(out, setting) as keep, progress(games, until, watched) as show, Stop() as stop:
        def see(rows: Any, tally: Any) -> None:
            keep(rows)
            show(tally)

        try:
            return simulation.simulate(setting, games, until=until, workers=workers, stop=stop, see=see)
        except WorkerLost as lost:
            raise Fault(str(lost), "internal") from None


def tell(found: Simulation, games: int, until: float | None, verdicts: list[Verdict], form: str) -> None:
    """The summary, what was expected of it, and the exit code."""
    from ludex.cli.simulating import lines

    document = {"version": 1, **found.to_json(), "expect": [verdict_data(verdict) for verdict in verdicts]}
    problem: dict[str, Any] | None = None
    faulty = found.tally.endings["fault"]
    if found.why == "stopped":
        problem = error("stopped", f"stopped after {found.tally.games} of {games} games")
    elif faulty:
        problem = error("fault", f"the rules left {faulty} of {found.tally.games} games without an answer")
    if form == "json":
        write_json(document if problem is None else {**document, "error": problem})
    else:
        out = console()
        for line in lines(document, found.setting.game.title, until):
            out.print(line)
    if problem is not None:
        click.echo(f"Error: {problem['message']}", err=True)
    if found.why == "stopped":
        raise click.exceptions.Exit(2)
    if problem is not None or not all(verdict.met for verdict in verdicts):
        failed()


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """Whether a condition holds, as plain data."""
    return {"condition": verdict.text, "met": verdict.met, "figures": verdict.figures,
            **({"trouble": verdict.trouble} if verdict.trouble else {})}
