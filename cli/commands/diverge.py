"""The shortest game in which two readings of a ruling differ.

Both readings are played side by side, with the same decisions and the same luck, until they lead to other options,
another position or another result. All games are tried, a decision longer each time, as far as the budget reaches; then
games at random, the best of which is made shorter; then games from the positions of the game's scenarios, of which a
shorter one is told, too. The game is told with the passages that each step rests on, and what is so under either
reading, side by side.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludex.cli.output import Fault, console, format_option, write_json

if TYPE_CHECKING:
    from ludex.divergence import Divergence


@click.command(help=__doc__)
@click.argument("game", metavar="GAME")
@click.argument("ruling", metavar="RULING")
@click.option("--from", "where", type=click.Choice(["both", "start", "scenarios"]), default="both", show_default=True,
              help="Look from the start of the game, from the positions of its scenarios, or from both.")
@click.option("--players", type=int, metavar="N", help="For so many players only (default: each number in turn).")
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="For the games at random.")
@click.option("--depth", type=click.IntRange(min=0), metavar="D",
              help="Try all games of up to so many decisions only (default: as many as the budget allows).")
@click.option("--games", type=click.IntRange(min=0), default=200, show_default=True, metavar="N",
              help="Games at random for each number of players.")
@click.option("--seconds", type=click.FloatRange(min=0), default=120, show_default=True, metavar="S",
              help="Stop looking after so long, and tell what was found by then.")
@click.option("--record", "path", metavar="FILE",
              help="Write the game (the shorter one of two), for `ludex replay`: under the reading that is played to "
                   "FILE, under the other one to a file beside it that has the reading in its name.")
@click.option("--whole", is_flag=True, help="Tell a long game from its beginning.")
@format_option
def command(
    game: str, ruling: str, where: str, players: int | None, seed: int, depth: int | None, games: int, seconds: float,
    path: str | None, whole: bool, form: str,
) -> None:
    import ludex
    from ludex import diverge
    from ludex.cli import loading, records

    loaded = loading.load(game, as_json=form == "json")
    budget = diverge.Budget(depth=depth, games=games, seconds=seconds)
    if path is not None:
        records.check_target(path, None)
        for reading in loaded.rulings[ruling].readings if ruling in loaded.rulings else ():
            records.check_target(_beside(path, reading), None)
    try:
        found = diverge.diverge(loaded, ruling, players, seed, budget, where)  # type: ignore[arg-type]
    except ludex.BadStart as wrong:
        raise Fault(str(wrong)) from None
    if path is not None and isinstance(found, diverge.Divergence):
        told = found if found.nearer is None else found.nearer
        _keep(told, path)
    if form == "json":
        write_json(found.to_json())
        return
    out = console()
    for line in found.lines(whole) if isinstance(found, diverge.Divergence) else found.lines:
        out.print(line)


def _keep(found: Divergence, path: str) -> None:
    """Write both games."""
    from ludex.cli import records

    for reading, place in zip(found.readings, (path, _beside(path, found.readings[1])), strict=True):
        if reading in found.matches:
            records.keep(found.matches[reading], place, new=True)


def _beside(path: str, reading: str) -> str:
    """The file for the other reading: `game.jsonl` becomes `game.forced.jsonl`."""
    place = Path(path)
    return str(place.with_name(f"{place.stem}.{reading}{place.suffix}"))
