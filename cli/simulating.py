"""What a person sees of a simulation: how far it is, and the summary in lines; and the file its rows go into."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ludex.cli.detail_lines import detail_lines
from ludex.cli.output import Fault

if TYPE_CHECKING:
    from ludex.detail.looking import Look
    from ludex.simulate.parquet import Table
    from ludex.simulate.rows import Row
    from ludex.simulate.tally import Tally
    from ludex.simulation import Setting

Writing = TypeVar("Writing", bound="Table")


class Show(Protocol):
    """Shows how far it is."""

    def __call__(self, done: int, total: int, now: str = "") -> None:
        """So many of so many games are done, and this is played now."""


@contextmanager
def keeping(out: str | None, setting: Setting) -> Iterator[Callable[[Sequence[Row]], None]]:
    """Where rows of games are written to, if anywhere."""
    import json

    from ludex.simulate.parquet import Writer

    same = {"game_name": setting.game.name, "backend": setting.backend, "agents": ",".join(setting.agents),
            "rulings": json.dumps(setting.rulings), "parameters": json.dumps(setting.parameters)}
    with _written("--out", out, lambda path: Writer(path, setting.seats, same, setting.to_json())) as writer:
        yield (lambda rows: None) if writer is None else writer.add


@contextmanager
def keeping_decisions(out: str | None, setting: Setting) -> Iterator[Callable[[Sequence[Look]], None]]:
    """Where rows of decisions are written to, if anywhere."""
    from ludex.simulate.parquet import DecisionWriter

    with _written("--decisions", out, lambda path: DecisionWriter(path, setting.seats, setting.to_json())) as writer:
        def keep(looks: Sequence[Look]) -> None:
            if writer is not None:
                for look in looks:
                    writer.add(look.row.seed, look.met)

        yield keep


@contextmanager
def _written(option: str, out: str | None, make: Callable[[Path], Writing]) -> Iterator[Writing | None]:
    """A file that is there when all is done, and not after a fault."""
    from ludex.simulate.parquet import NoParquet, is_ours

    if out is None:
        yield None
        return
    path = Path(out)
    try:
        if (path.exists() or path.is_symlink()) and not is_ours(path):
            raise Fault(f"{option}: '{out}' is there already, and is no simulation that Ludex wrote")
        writer = make(path)
    except NoParquet as why:
        raise Fault(f"{option}: {why}") from None
    except (OSError, ValueError) as fault:
        raise unwritten(option, out, fault) from None
    done = False
    try:
        yield writer
        writer.close()
        done = True
    except OSError as fault:
        raise unwritten(option, out, fault) from None
    finally:
        if not done:
            writer.drop()


def unwritten(option: str, out: str, fault: Exception) -> Fault:
    """What is said of a file that cannot be written. Arrow has numbers of faults, but puts words of its own to them."""
    number = getattr(fault, "errno", None)
    reason = os.strerror(number) if number else getattr(fault, "strerror", None) or str(fault)
    return Fault(f"{option}: '{out}' cannot be written: {reason[:1].lower()}{reason[1:]}", "file")


@contextmanager
def progress(what: str, watched: bool) -> Iterator[Show]:
    """Shows on the error stream how many of how many games are done, how fast, and how long it will take; to a terminal
    only. What is shown may say with the third text what is played now."""
    if not watched or not sys.stderr.isatty():
        yield lambda done, total, now="": None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    told = f"{{task.fields[now]}}{what}, {{task.fields[rate]}} a second, time left"
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(told, markup=False), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None, rate="?", now="")

        def show(done: int, total: int, now: str = "") -> None:
            seconds = shown.tasks[0].elapsed or 1e-9
            shown.update(task, completed=done, total=total, rate=f"{done / seconds:,.0f}", now=now and f"{now}: ")

        yield show


def needed(tally: Tally, games: int, until: float | None) -> int:
    """About how many games there will be: intervals get narrower with the root of their number."""
    if until is None or not tally.finished:
        return games
    times = tally.half_width / until  # may be beyond all numbers
    return max(tally.games, round(min(games, tally.games * times * times)))


def lines(document: Mapping[str, Any], title: str, until: float | None) -> Iterator[str]:
    """The summary in lines."""
    games, finished = document["games"], document["endings"]["over"]
    yield (f"{title}: {games:,} games, {document['players']} players ({deciding(document['agents'])}), "
           f"seed {document['seed']}")
    if until is not None and finished and document["why"] == "games":
        yield f"the widest interval is still ± {document['half_width']:.4f}, not {until:g}"
    yield ""
    if finished:
        yield from _seats(document["seats"])
        yield f"ties: {document['ties']:,} ({document['ties'] / finished:.1%})"
        yield f"seat advantage: {document['seat_advantage']:.1%}"
        for seat in document["seats"]:
            if seat["score"] is not None:
                yield f"score of {seat['seat']}: {_spread(seat['score'])}"
        yield f"length in decisions: {_spread(document['length'])}"
        yield "ended by:"
        edge = max(len(name) for name in document["ended_by"])
        for name, often in document["ended_by"].items():
            yield f"  {name:<{edge}}  {often:,} ({often / finished:.1%})"
    else:
        yield "no game came to its end"
    if document["endings"]["limit"]:
        yield f"given up after {document['limit']:,} decisions: {document['endings']['limit']:,} games"
    for fault in document["faults"]:
        yield (f"without an answer: {fault['games']:,} games, the first of seed {fault['seed']}: {fault['message']} "
               f"(rule `{fault['rule']}`, {fault['file']}:{fault['line']})")
    if document.get("detail"):
        yield ""
        yield from detail_lines(document["detail"])
    if document["expect"]:
        yield ""
    for verdict in document["expect"]:
        yield _verdict(verdict)
    yield ""
    rates = [f"{document[what + '_per_second']:,.0f}" for what in ("playouts", "decisions")]
    yield (f"{document['backend']}, {_many(document['workers'], 'worker')}: {document['seconds']:.2f} seconds, "
           f"{rates[0]} games and {rates[1]} decisions a second")


def deciding(agents: Sequence[str]) -> str:
    """Who decides in the seats."""
    return f"all {agents[0]}" if len(set(agents)) == 1 else ", ".join(agents)


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _seats(seats: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A line a seat."""
    yield "seat   wins alone    rate  95 % interval     shared  mean score"
    for seat in seats:
        score = "" if seat["score"] is None else f"{seat['score']['mean']:,.1f}"
        interval = f"{seat['low']:.1%} to {seat['high']:.1%}"
        wins = f"{seat['wins']:>13,}{seat['rate']:>8.1%}"
        yield f"{seat['seat']:<4}{wins}  {interval:<16}{seat['shared']:>8,}{score:>12}".rstrip()


def _spread(spread: Mapping[str, float]) -> str:
    return (f"{spread['min']:,} to {spread['max']:,}, half of them {spread['lower']:,g} to {spread['upper']:,g}, "
            f"median {spread['median']:,g}, mean {spread['mean']:,.1f}")


def _verdict(verdict: Mapping[str, Any]) -> str:
    found = ", ".join(f"{name} is {value:g}" for name, value in verdict["figures"].items() if value is not None)
    why = verdict.get("trouble") or found
    return f"expected {verdict['condition']}: {'holds' if verdict['met'] else 'DOES NOT HOLD'} ({why})"
