"""Show a stage on the way from rule files to a running game, or a picture of a game.

The stages, in order: the document as it was read, the syntax, the typed rules, the intermediate
representation, and the Python code that plays it. With --svg the picture of a game comes instead: as it
begins, after some decisions of random players (--after), or, where GAME is a record, as the record has it.
With --words it is what the rules say of themselves: what the game is, its rulings and what it assumes.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludex.cli.output import Fault, failed

if TYPE_CHECKING:
    import ludex

STAGES = ("document", "syntax", "typed", "ir", "python")
#: In place of a file: the picture is written to the standard output.
OUTPUT = "-"


@click.command(help=__doc__)
@click.argument("game", metavar="GAME")
@click.option("--stage", type=click.Choice(STAGES), help="Which stage.  [default: ir]")
@click.option("--svg", metavar="[FILE]", is_flag=False, flag_value=OUTPUT,
              help="The picture, as SVG, written to FILE or printed.")
@click.option("--words", is_flag=True, help="What the game is, how its rulebook is read, and what is assumed.")
@click.option("--players", type=int, metavar="N", help="How many play (default: as few as may).")
@click.option("--seed", type=int, metavar="S", help="Which game (default: 0).")
@click.option("--after", type=click.IntRange(min=0), metavar="N",
              help="Show it after N decisions (default: none; of a record, all).")
@click.option("--seat", type=int, metavar="K", help="As seat K sees it (default: what everybody may see).")
def command(
    game: str, stage: str | None, svg: str | None, words: bool, players: int | None, seed: int | None,
    after: int | None, seat: int | None,
) -> None:
    from ludex.cli.loading import load

    if svg is None:
        if any(given is not None for given in (players, seed, after, seat)):
            raise Fault("--players, --seed, --after and --seat say which picture is wanted; add --svg")
        if words and stage is not None:
            raise Fault("--words is what the rules say, and no stage; ask for one of them")
        click.echo((load(game).in_words() if words else load(game).stage(stage or "ir")).rstrip("\n"))
        return
    if words:
        raise Fault("--words is text and --svg a picture; ask for one of them")
    if stage is not None:
        raise Fault("a stage is text and --svg a picture; ask for one of them")
    import ludex

    try:
        match = found(game, players, seed, after)
        if seat is not None and not 1 <= seat <= len(match.seats):
            raise Fault(f"there is no seat {seat}; the seats are 1 to {len(match.seats)}")
        picture = match.to_svg(None if seat is None else seat - 1)
    except ludex.RuleFault as fault:
        click.echo(f"Error: the rules leave the game without an answer: {fault}", err=True)
        failed()
    write(picture, svg)


def found(game: str, players: int | None, seed: int | None, after: int | None) -> ludex.Match:
    """The match that is to be shown."""
    from ludex.cli import records

    if holds_record(game):
        if players is not None or seed is not None:
            raise Fault("a record has its players and its seed; only --after and --seat go with it")
        return records.replay(game, after).match
    return played(game, players, 0 if seed is None else seed, after or 0)


def holds_record(game: str) -> bool:
    """Whether GAME is the file of a record."""
    from ludex.record_file import is_record

    try:
        return Path(game).is_file() and is_record(Path(game))
    except (OSError, ValueError):
        return False


def played(game: str, players: int | None, seed: int, after: int) -> ludex.Match:
    """A match after some decisions of the players that `ludex play` would put there."""
    from ludex.agents import Agents
    from ludex.cli.commands.play import start

    match = start(game, players, seed, (), (), False)
    agents = Agents(match)
    for _ in range(after):
        if match.decision is None:
            break
        match.apply(agents.choose(match))
    return match


def write(picture: str, target: str) -> None:
    """Print a picture, or write it to a file; of what is there, only another picture is written over."""
    if target == OUTPUT:
        click.echo(picture, nl=False)
        return
    place = Path(target)
    try:
        if place.exists() and not place.read_bytes().startswith(b"<svg"):
            raise Fault(f"'{target}' is there already and is no picture; it stays as it is, name another file")
        place.write_text(picture, encoding="utf-8")
    except (OSError, ValueError) as fault:
        reason = (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
        raise Fault(f"'{target}' cannot be written: {reason[:1].lower()}{reason[1:]}", "file") from None
