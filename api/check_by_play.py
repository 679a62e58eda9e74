"""Checks by play, with the engine of the package: what `ludex check --play` adds to the other findings."""

from __future__ import annotations

import errno
import json
import random
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from ludex import record, worlds
from ludex.diverge_played import outcome_index
from ludex.dsl.diagnostics import Finding, Sink
from ludex.engines import engine_for
from ludex.game import Game
from ludex.ir.contract import Engine, State
from ludex.ir.graph import Program
from ludex.match import Chance, RuleFault
from ludex.record_file import is_record
from ludex.validator.play.check import PlayCheck
from ludex.validator.play.table import Line, Plan


class OwnTable:
    """Plays with an engine of the package, and writes records of the game as it was loaded."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def program(self, players: int, readings: Mapping[str, str] | None = None) -> Program:
        """The program of the game that is played."""
        return self.game.program(players, readings)

    def engine(self, program: Program) -> Engine:
        """An engine that plays a program."""
        return engine_for(program)

    def record(self, line: Line) -> tuple[str | None, str | None]:
        """A game as a record, and in words where it breaks off, if it does."""
        try:
            match = self.game.start(line.players, line.seed, line.readings, chance="ask" if line.asking else "auto")
        except RuleFault:
            return None, "the set-up"
        broke_off = None
        for move in line.moves:
            try:
                waiting = match.chance or match.decision
                assert waiting is not None
                index = outcome_index(match, move) if isinstance(waiting, Chance) else move
                broke_off = f"`{(waiting.outcomes if isinstance(waiting, Chance) else waiting.options)[index].words}`"
                match.apply(index)
                broke_off = None
            except (RuleFault, IndexError, StopIteration):
                break  # where an engine is at fault, the game cannot be played again further than this
        return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in record.lines(match)), broke_off

    def redeal(self, engine: Engine, state: State, seat: int | None, rng: random.Random) -> State:
        """Other items where a seat may not look."""
        return worlds.redeal(engine, state, seat, rng)


def check(game: Game, plan: Plan) -> list[Finding]:
    """The findings of playing a game."""
    sink = Sink()
    sink.extend(PlayCheck(game.typed, OwnTable(game), plan).findings())
    return list(sink.findings)


def write_witnesses(findings: Iterable[Finding], folder: Path) -> list[tuple[Finding, Path]]:
    """Write the records of findings into a folder; each with its file. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for number, finding in enumerate(findings, 1):
        if not isinstance(finding.witness, str):
            continue
        header, _, rest = finding.witness.partition("\n")
        data = json.loads(header)
        if "path" in data:
            data["path"] = record.relative(Path(data["path"]), folder.absolute())
        name = re.sub(r"\W+", "_", str(data["game"]))
        file = folder / f"{name}-{finding.code}-{number}.jsonl"
        text = json.dumps(data, ensure_ascii=False) + "\n" + rest
        if file.exists() and not is_record(file):
            raise FileExistsError(errno.EEXIST, f"{file.name} is there already, and is no record", str(file))
        file.write_text(text, encoding="utf-8")
        written.append((finding, file))
    return written


__all__ = ["OwnTable", "check", "write_witnesses"]
