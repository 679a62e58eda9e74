"""Play many games and say what they have in common.

How often each seat wins, with intervals, how long games are, what is scored, how they end. The same seed gives the
same games, on either engine and with any number of workers. With --until fewer games than -n are played, if all
intervals are narrow enough before. Each --expect is a condition on the figures of the summary, such as
'seat_advantage < 0.05'; exit code 1 if one does not hold, or if the rules had no answer in some game. Ctrl-C stops
and tells what is done.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import click

from ludex.cli.output import Fault, console, error, failed, format_option, write_json

if TYPE_CHECKING:
    from ludex.detail.closely import Enough
    from ludex.detail.looking import Look
    from ludex.detail.sums import Details
    from ludex.simulate.expect import Expectation, Verdict
    from ludex.simulate.stopping import Stop
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
@click.option("--engine", type=click.Choice(["local", "ray"]), default="local", show_default=True,
              help="Where games are played: on this machine, or on a Ray cluster (extra `ray`).")
@click.option("--address", metavar="HOST:PORT",
              help="The Ray cluster, or `auto` for the one that runs here.  [default: one is made for these games]")
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
@click.option("--detail", is_flag=True,
              help="Look at some games closely: options, actions, items, rules, who is ahead.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N",
              help="How many of the first games are looked at.  [default: as many as have 50,000 decisions, at most "
              "1,000; all of them with --decisions]")
@click.option("--decisions", metavar="FILE", help="Write a row a decision of the games that are looked at to FILE, as "
              "Parquet.")
@click.option("--report", metavar="FILE", help="Write a page with charts about all that to FILE, as HTML; it implies "
              "--detail.")
@format_option
def command(
    game: str, games: int | None, players: int | None, agents: str, seed: int | None, rulings: tuple[str, ...],
    parameters: tuple[str, ...], backend: str | None, engine: Literal["local", "ray"], address: str | None,
    workers: int | None, until: float | None, expected: tuple[str, ...], limit: int, out: str | None, detail: bool,
    sample: int | None, decisions: str | None, report: str | None, form: str,
) -> None:
    import ludex
    from ludex import simulation
    from ludex.cli import loading, reporting

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
    if address is not None and engine != "ray":
        raise Fault("--address is that of a Ray cluster; add --engine ray")
    number = games or (GAMES if until is None else AT_MOST)
    if until is not None and math.isnan(until):
        raise Fault("--until: half the width of an interval is a number between 0 and 1")
    places: dict[str, str] = {}
    for option, file in (("--out", out), ("--decisions", decisions), ("--report", report)):
        if file is not None and (other := places.setdefault(os.path.realpath(file), option)) != option:
            raise Fault(f"{option}: '{file}' is what {other} writes; they cannot go into one file")
    if report is not None:
        reporting.see_to(report)
    wanted = Wanted(number, until, workers, out, decisions, detail or sample is not None or report is not None, engine,
                    address, sample, report)
    found, seen = play(setting, wanted, form == "text")
    verdicts = [condition.verdict(found.figures()) for condition in conditions]
    tell(found, seen, wanted, verdicts, form)


@dataclass(frozen=True)
class Wanted:
    """What is asked for besides the game."""

    games: int
    until: float | None
    workers: int | None
    out: str | None
    decisions: str | None
    detail: bool
    engine: Literal["local", "ray"]
    address: str | None
    sample: int | None
    report: str | None

    @property
    def looks(self) -> bool:
        """Whether some games are to be looked at closely."""
        return self.detail or self.decisions is not None


def understood(text: str, setting: Setting) -> Expectation:
    """A condition of --expect."""
    from ludex.simulate.expect import BadExpectation, expectation
    from ludex.simulate.tally import Tally

    try:
        return expectation(text, setting.figures(Tally(setting.players)).keys())
    except BadExpectation as wrong:
        raise Fault(f"--expect: {wrong}") from None


def play(setting: Setting, wanted: Wanted, watched: bool) -> tuple[Simulation, Details | None]:
    """Play, look closer if that is wanted, show how far it is to a person who waits, and keep the rows."""
    from ludex import simulation
    from ludex.cli.simulating import keeping, keeping_decisions, needed, progress
    from ludex.detail.closely import Enough
    from ludex.simulate import cluster
    from ludex.simulate.stopping import Stop
    from ludex.simulate.workers import WorkerLost
    from ludex.thinking import thinks

    games, until = wanted.games, wanted.until
    # What agents have thought about need not be thought about again.
    enough = Enough(wanted.sample or (None if wanted.decisions is None else games),
                    wanted.looks and thinks(setting.agents))
    with (keeping(wanted.out, setting) as keep, keeping_decisions(wanted.decisions, setting) as keep_decisions,
          Stop() as stop):
        def see(rows: Any, tally: Any) -> None:
            keep(rows)
            enough.see(rows)
            show(tally.games, needed(tally, games, until))

        try:
            with progress("games", watched) as show:
                there = wanted.workers or (cluster.size(wanted.address) if wanted.address is not None else 0)
                workers = there or simulation.usual_workers(games, setting.agents)
                found = simulation.simulate(setting, games, until=until, workers=workers, engine=wanted.engine,
                                            address=wanted.address, stop=stop, see=see)
            if stop.asked or not wanted.looks:
                return found, None
            return found, look(setting, enough, wanted, stop, keep_decisions, watched)
        except WorkerLost as lost:
            raise Fault(str(lost), "internal") from None
        except cluster.NoCluster as why:
            raise Fault(f"--engine ray: {why}") from None


def look(setting: Setting, enough: Enough, wanted: Wanted, stop: Stop, keep: Callable[[Sequence[Look]], None],
         watched: bool) -> Details:
    """The closer look at as many games as are enough."""
    from ludex import simulation
    from ludex.cli.simulating import progress
    from ludex.detail.closely import closely

    with progress("games looked at", watched) as show:
        def see(looks: Sequence[Look], details: Details) -> None:
            keep(looks)
            show(details.games, enough.games)

        workers = wanted.workers or simulation.usual_workers(enough.games)
        return closely(setting, enough.games, workers=workers, stop=stop, see=see,
                       rows_wanted=wanted.decisions is not None, known=enough.rows)


def tell(found: Simulation, seen: Details | None, wanted: Wanted, verdicts: list[Verdict], form: str) -> None:
    """The summary, what was expected of it, and the exit code."""
    from ludex.cli.simulating import lines

    document = {"version": 1, **found.to_json(), "expect": [verdict_data(verdict) for verdict in verdicts]}
    if seen is not None and wanted.detail:
        document["detail"] = seen.to_json()
    problem: dict[str, Any] | None = None
    faulty, stopped = found.tally.endings["fault"], found.why == "stopped"
    if not stopped and wanted.looks and (seen is None or seen.games < seen.asked):
        stopped = True
        problem = error("stopped", f"stopped after {0 if seen is None else seen.games} games were looked at")
    elif stopped:
        problem = error("stopped", f"stopped after {found.tally.games} of {wanted.games} games")
    elif faulty:
        problem = error("fault", f"the rules left {faulty} of {found.tally.games} games without an answer")
    unwritten: Fault | None = None
    if wanted.report is not None and found.tally.games:  # of no games there is nothing to report
        from ludex.cli import reporting

        try:
            reporting.write(wanted.report, document, found)
        except Fault as fault:  # what was played is told all the same
            unwritten = fault
    if form == "json":
        write_json(document if problem is None else {**document, "error": problem})
    else:
        out = console()
        for line in lines(document, found.setting.game.title, wanted.until):
            out.print(line)
    if problem is not None:
        click.echo(f"Error: {problem['message']}", err=True)
    if unwritten is not None:
        raise unwritten
    if stopped:
        raise click.exceptions.Exit(2)
    if problem is not None or not all(verdict.met for verdict in verdicts):
        failed()


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """Whether a condition holds, as plain data."""
    return {"condition": verdict.text, "met": verdict.met, "figures": verdict.figures,
            **({"trouble": verdict.trouble} if verdict.trouble else {})}
