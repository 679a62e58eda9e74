"""Play one game in the terminal.

A seat is played by a person (--seat 1=human) or by an agent, which is named as for `ludex simulate`: random takes
any option, greedy looks one step ahead, flat and mcts play on at random and search. Without a person the game plays
itself and tells what happens, with the passage of the rulebook behind each event; the game that a simulation has
played is played again by its seed. With --record the game is written to a new file, also when it is left early;
--resume takes such a game up again and goes on recording into the same file, or into a new one that --record
names. No other file is ever written over.
"""

from __future__ import annotations

import secrets
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludex.cli.output import Fault, console, error, failed, format_option, write_json

if TYPE_CHECKING:
    from rich.console import Console

    import ludex

#: Who is no agent.
HUMAN = "human"


@click.command(help=__doc__)
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--players", type=int, metavar="N", help="How many play (default: as few as may).")
@click.option("--seat", "seats", multiple=True, metavar="K=NAME",
              help="Who plays seat K: human, random, greedy:WORLDS, flat:GAMES, mcts:ITERATIONS (default: random).")
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same game.")
@click.option("--ruling", "rulings", multiple=True, metavar="NAME=READING", help="Play by another reading.")
@click.option("--parameter", "parameters", multiple=True, metavar="NAME=NUMBER",
              help="Change a number of the game.")
@click.option("--record", metavar="FILE", help="Write the game to this file.")
@click.option("--resume", metavar="FILE", help="Go on with a recorded game.")
@click.option("--board/--no-board", default=True, help="Draw the boards of the game (default), or leave them out.")
@click.option("--limit", type=click.IntRange(min=1), default=20_000, show_default=True, metavar="N",
              help="Give up after this many decisions.")
@format_option
def command(
    game: str | None, players: int | None, seats: tuple[str, ...], seed: int | None, rulings: tuple[str, ...],
    parameters: tuple[str, ...], record: str | None, resume: str | None, board: bool, limit: int, form: str,
) -> None:
    from ludex.cli import records

    as_json = form == "json"
    if resume is not None:
        records.see(resume)
    record = resume if record is None else record
    if record is not None:
        records.check_target(record, resume)
    if resume is not None:
        if game or players or rulings or parameters or seed is not None:
            raise Fault("--resume takes the game, its players, rulings, parameters and seed from the record")
        played = records.replay(resume, as_json=as_json)
        match = played.match
        if played.notes and Path(str(record)).exists():
            raise Fault(f"the rules are not those that '{resume}' was recorded by, so it stays as it is; "
                        f"`--record FILE` goes on in another file")
        if not seats and match.decision is not None:
            raise Fault(f"who plays on? The record does not say; name at least one seat, as in "
                        f"`ludex play --resume {shlex.quote(resume)} --seat 1=human`")
    elif game:
        match = start(game, players, seed, rulings, parameters, as_json)
    else:
        raise Fault("which game? Name one, or a record with --resume; `ludex games` lists the bundled games")
    kinds = kinds_of(match, seats)
    if as_json and HUMAN in kinds:
        raise Fault("a person cannot play with --format json")
    Table(match, kinds, record, limit, as_json, board).play(new=record is not None and not Path(record).exists())


def start(
    game: str, players: int | None, seed: int | None, rulings: tuple[str, ...], parameters: tuple[str, ...],
    as_json: bool,
) -> ludex.Match:
    """A new match, or a message about what it cannot be started with."""
    import ludex
    from ludex.cli import loading

    loaded = loading.load(game, as_json)
    try:
        return loaded.start(
            players=players,
            seed=secrets.randbelow(1_000_000) if seed is None else seed,
            rulings=loading.pairs("--ruling", rulings),
            parameters=loading.numbers("--parameter", parameters),
        )
    except ludex.BadStart as fault:
        raise Fault(str(fault)) from None
    except ludex.RuleFault as fault:
        message = f"the rules do not come to a first decision: {fault}"
        if as_json:
            write_json({"version": 1, "error": fault_data(fault, message)})
        click.echo(f"Error: {message}", err=True)
        failed()


def fault_data(fault: ludex.RuleFault, message: str) -> dict[str, Any]:
    """A fault of the rules as the JSON of a command holds it, with its place."""
    return error("fault", message, rule=fault.rule, passage=fault.passage, file=fault.file, line=fault.line,
                 invariant=fault.invariant)


def kinds_of(match: ludex.Match, seats: tuple[str, ...]) -> list[str]:
    """Who plays each seat."""
    from ludex.cli.loading import pairs
    from ludex.simulate.agents import RANDOM, NoAgent, understood

    kinds = [RANDOM] * len(match.seats)
    for seat, kind in pairs("--seat", seats).items():
        names = {name: place for place, name in enumerate(match.seats)}
        place = int(seat) - 1 if seat.isdecimal() else names.get(seat.upper(), -1)
        if not 0 <= place < len(kinds):
            raise Fault(f"there is no seat {seat}; the seats are 1 to {len(kinds)}")
        try:
            kinds[place] = kind if kind == HUMAN else understood(kind, [HUMAN])
        except NoAgent as wrong:
            raise Fault(str(wrong)) from None
    return kinds


class Table:
    """One game in the terminal, from the decision that waits to the end, or until it is left."""

    def __init__(
        self, match: ludex.Match, kinds: list[str], record: str | None, limit: int, as_json: bool, board: bool
    ) -> None:
        from ludex.agents import Agents
        from ludex.cli import records
        from ludex.cli.person import Person, Terminal
        from ludex.simulate.agents import RANDOM

        self.match = match
        self.record = record
        self.limit = limit
        self.as_json = as_json
        self.board = board
        self.told = 0
        self.out: Console = console()
        terminal = Terminal(self.out, records.save, shared=kinds.count(HUMAN) > 1, board=board)
        self.persons = {seat: Person(terminal) for seat, kind in enumerate(kinds) if kind == HUMAN}
        self.agents = Agents(match, *(RANDOM if kind == HUMAN else kind for kind in kinds))

    def play(self, new: bool) -> None:
        """Play on and tell how it ended. With `new` the record is begun before anything is played."""
        import ludex
        from ludex.cli import records
        from ludex.cli.narrate import match_data, tell_result
        from ludex.cli.person import Leave

        if new and self.record is not None:
            records.keep(self.match, self.record, new=True)
        if not self.as_json:
            self.greet()
        problem: dict[str, Any] | None = None
        unsaved: Fault | None = None
        left: Leave | None = None
        try:
            if not self.run():
                problem = error("limit", f"the game was not over after {self.limit} decisions")
        except Leave as reason:
            left = reason
        except ludex.RuleFault as fault:
            problem = fault_data(fault, f"the rules leave the game without an answer: {fault}")
        finally:
            try:
                self.keep()
            except Fault as fault:
                unsaved = fault
        if self.as_json:
            if unsaved is not None and problem is None:
                problem = error(unsaved.kind, unsaved.message)
            document = match_data(self.match)
            write_json(document if problem is None else {**document, "error": problem})
        elif left is not None:
            self.out.print(f"{left}; the game is not over")
        else:
            self.show_board()
            tell_result(self.out, self.match)
        if unsaved is not None:
            raise unsaved
        if not self.as_json:
            self.say_where()
        if problem is not None:
            click.echo(f"Error: {problem['message']}", err=True)
            failed()

    def run(self) -> bool:
        """Play on; whether the game came to its end."""
        match = self.match
        self.report()
        for _ in range(self.limit):
            if match.decision is None:
                break
            seat = match.decision.player
            person = self.persons.get(seat)
            match.apply(self.agents.choose(match) if person is None else person.choose(match, seat))
            if person is not None:
                self.keep_on()
            self.report()
        return match.decision is None

    def report(self) -> None:
        """Tell what is new: all of it when only programs play, what one person may know to that person.

        Several persons at one terminal each hear it when it is their turn.
        """
        from ludex.cli.narrate import tell

        if self.as_json:
            return
        if not self.persons:
            fresh = self.match.events_since(self.told)
            tell(self.out, fresh)
            self.told += len(fresh)
        elif len(self.persons) == 1:
            [(seat, person)] = self.persons.items()
            person.listen(self.match, seat)

    def show_board(self) -> None:
        """The boards as they are at last: as the one person sees them, or as everybody does."""
        if self.board:
            from ludex.cli.views import show_lines
            from ludex.drawing.terminal import draw

            seat = next(iter(self.persons)) if len(self.persons) == 1 else None
            show_lines(self.out, draw(self.match, seat).lines)

    def keep(self) -> None:
        """Write the record, if one is kept."""
        from ludex.cli import records

        if self.record is not None:
            records.keep(self.match, self.record)

    def keep_on(self) -> None:
        """The same in the middle of a person's game, which goes on where it cannot be written just now."""
        try:
            self.keep()
        except Fault as fault:
            click.echo(f"Warning: {fault.message}", err=True)

    def greet(self) -> None:
        match = self.match
        self.out.print(f"{match.game.title}: {len(match.seats)} players, seed {match.seed}", style="bold")
        for name, reading in match.rulings.items():
            if reading != match.game.rulings[name].choice:
                self.out.print(f"by another reading: {name} is {reading}", style="dim")
        if self.persons:
            self.out.print("`help` says what you can type", style="dim")
        self.out.print()

    def say_where(self) -> None:
        if self.record is not None:
            self.out.print(f"the game is in {self.record}", style="dim")
