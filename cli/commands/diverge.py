"""The shortest game in which two readings of a ruling differ.

Both readings are played side by side, with the same decisions and the same luck, until they lead to other options,
another position or another result. All games are tried, a decision longer each time, as far as the budget reaches; then
games at random, the best of which is made shorter. The game is told with the passages that each step rests on.
"""

from __future__ import annotations

import click

from ludex.cli.output import Fault, console, format_option, write_json


@click.command(help=__doc__)
@click.argument("game", metavar="GAME")
@click.argument("ruling", metavar="RULING")
@click.option("--players", type=int, metavar="N", help="For so many players only (default: each number in turn).")
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="For the games at random.")
@click.option("--depth", type=click.IntRange(min=0), metavar="D",
              help="Try all games of up to so many decisions only (default: as many as the budget allows).")
@click.option("--games", type=click.IntRange(min=0), default=200, show_default=True, metavar="N",
              help="Games at random for each number of players.")
@click.option("--record", "path", metavar="FILE", help="Write the game, for `ludex replay`.")
@format_option
def command(
    game: str, ruling: str, players: int | None, seed: int, depth: int | None, games: int, path: str | None, form: str
) -> None:
    import ludex
    from ludex import diverge
    from ludex.cli import loading, records

    loaded = loading.load(game, as_json=form == "json")
    if path is not None:
        records.check_target(path, None)
    try:
        found = diverge.diverge(loaded, ruling, players, seed, diverge.Budget(depth=depth, games=games))
    except ludex.BadStart as wrong:
        raise Fault(str(wrong)) from None
    if path is not None and isinstance(found, diverge.Divergence):
        records.keep(found.match, path, new=True)
    if form == "json":
        write_json(found.to_json())
        return
    out = console()
    if isinstance(found, diverge.Divergence):
        for line in found.story:
            out.print(line)
        return
    numbers = ", ".join(map(str, found.players))
    if found.proved:
        out.print(f"{ruling}: its readings never lead to anything different, with {numbers} players; this is proved")
    else:
        out.print(f"{ruling}: no difference in {found.positions} positions tried in order and {found.games} games at "
                  f"random, with {numbers} players")
