"""Records: a game on paper, one line of JSON a decision, to be read, compared, played again and gone on with.

The first line says what was played and by which rules, the last how it came out; between them stands what was decided,
in words and by identity. A game that was not played from its start has a `position` in its first line (a state, as
`Match.to_json` writes it), or is `given` one by the names of the game alone, which fits every reading of a ruling.
Chance is written down only where the match asked for it; else it follows from the seed. A record comes from anywhere:
whatever is wrong with it is a `BadRecord` that names the line.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludex import rules
from ludex.game import LANGUAGE_VERSION, BadStart, BadState, Game, load
from ludex.match import IllegalMove, Match, RuleFault
from ludex.record_file import FORMAT, VERSION, BadRecord, Record, Taken, is_record, read

#: How many digits of the rules' fingerprint a message shows.
SHORT = 8


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again. `notes` says what was different and did not matter."""

    match: Match
    record: Record
    notes: tuple[str, ...]


# -- writing


def write(match: Match, path: str | Path, new: bool = False) -> None:
    """Write the match to a file. The file is there whole or, after an OSError, as it was before.

    Nothing but a record (or an empty file) is written over, and with `new` nothing at all. An OSError names the file.
    """
    if not isinstance(path, str | Path) or not str(path):
        raise ValueError(f"a record is written to a file, not to {path!r}")
    try:
        _write(match, Path(path), new)
    except OSError as fault:  # what is beside the file is nobody's business
        raise OSError(fault.errno, fault.strerror or str(fault), str(path)) from None
    except ValueError:
        raise OSError(errno.EINVAL, "there cannot be such a file", str(path)) from None


def _write(match: Match, path: Path, new: bool) -> None:
    if new and os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, "there is a file already", str(path))
    target = path.resolve()
    if target.exists() and not is_record(target) and target.stat().st_size:
        raise FileExistsError(errno.EEXIST, "it is not a record and stays as it is", str(path))
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines(match, target.parent))
    beside = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        if new:
            _put(beside, target)
        else:
            beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def _put(beside: Path, target: Path) -> None:
    """Give a file its name, which nothing else may have by now."""
    try:
        os.link(beside, target)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # there are file systems that cannot
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, "there is a file already", str(target)) from None
        beside.replace(target)
    else:
        beside.unlink()


def lines(match: Match, folder: Path | None = None) -> list[dict[str, Any]]:
    """The lines of a match's record. A game that is not bundled is named by its path as seen from `folder`."""
    game = match.game
    header: dict[str, Any] = {"format": FORMAT, "version": VERSION, "game": game.name, "title": game.title}
    if rules.catalogue().get(game.name) != game.path.absolute():
        header["path"] = relative(game.path, folder)
    header |= {
        "rules": game.content_hash, "language": LANGUAGE_VERSION, "players": len(match.seats), "seats": match.seats,
        "changed": {name: reading for name, reading in match.rulings.items() if reading != game.rulings[name].choice},
        "rulings": match.rulings, "parameters": match.parameters, "seed": match.seed,
        "chance": "ask" if match.asking else "auto",
    }
    if match.opening is not None:
        begun = match.copy()
        begun.state = match.opening[:]
        header["position"] = game.write_state(begun)
    elif match.stated is not None:
        header["given"] = match.stated.to_json(match.engine)
    found = [header]
    for number, taken in enumerate(match.history, 1):
        who = {"chance": True} if taken.player is None else {"seat": match.seats[taken.player]}
        found.append({"n": number, **who, "id": taken.id, "words": taken.words})
    result = match.result
    found.append({"unfinished": True, "hash": match.hash()} if result is None else
                 {"result": result_data(match), "hash": match.hash()})
    return found


def result_data(match: Match) -> dict[str, Any] | None:
    """How a match has come out, as plain data."""
    result = match.result
    if result is None:
        return None
    return {
        "winners": [match.seats[seat] for seat in result.winners],
        "ranking": [[match.seats[seat] for seat in place] for place in result.ranking],
        "scores": {match.seats[seat]: score for seat, score in result.scores.items()},
        "ended_by": result.ended_by,
    }


def relative(path: Path, folder: Path | None) -> str:
    path = path.absolute()
    try:
        return Path(os.path.relpath(path, folder or Path.cwd())).as_posix()
    except ValueError:  # on another drive
        return path.as_posix()


# -- playing again


def replay(path_or_text: str | Path, to: int | None = None) -> Match:
    """The match of a record, verified; with `to`, as it stood after so many decisions.

    Raises `BadRecord`, or `RuleErrors` where the rules that it names have errors.
    """
    return play_again(path_or_text, to).match


def play_again(path_or_text: str | Path, to: int | None = None) -> Replay:
    """The same, with the record itself and what there is to say about it."""
    if to is not None and (isinstance(to, bool) or not isinstance(to, int)):
        raise ValueError(f"a match stands after a number of decisions, not after {to!r}")
    if to is not None and to < 0:
        raise ValueError("a match cannot stand before its start")
    record = read(path_or_text)
    folder = Path(path_or_text).absolute().parent if not record.is_text else Path.cwd()
    game = _game(record, folder)
    notes: list[str] = []
    if game.content_hash != record.rules:
        notes.append(f"the rules have changed since this was recorded ({record.rules[:SHORT]} then, "
                     f"{game.content_hash[:SHORT]} now)")
    match = _start(record, game, notes)
    _same_header(record, match, bool(notes))
    _take(record, match, to, bool(notes))
    if to is None or to >= record.decisions:
        _verify(record, match, notes)
    return Replay(match, record, tuple(notes))


def _game(record: Record, folder: Path) -> Game:
    place = None if record.path is None else folder / record.path
    try:
        if place is None:
            bundled = rules.catalogue()
            if record.game not in bundled:
                raise BadRecord(f"there is no bundled game `{record.game}`", 1)
            game = load(record.game)
        else:
            if not place.exists():
                raise BadRecord(f"the rules of `{record.game}` are not at `{record.path}`", 1)
            game = load(place)
    except (OSError, ValueError) as fault:
        if isinstance(fault, BadRecord):
            raise
        raise BadRecord(f"the rules of `{record.game}` cannot be read: {fault}", 1) from None
    if game.name != record.game:
        raise BadRecord(f"the rules at `{record.path}` are of `{game.name}`, not of `{record.game}`", 1)
    return game


def _start(record: Record, game: Game, notes: list[str]) -> Match:
    """The match at its first decision. A ruling that the rules no longer have does not matter if it was the usual."""
    rulings = dict(record.rulings)
    if notes:
        for name in [n for n in rulings if n not in game.rulings and n not in record.changed]:
            notes.append(f"there is no ruling `{name}` any more")
            del rulings[name]
    try:
        if record.position is not None:
            match = game.restore(json.dumps(record.position))
            settings = (len(match.seats), match.seed, match.asking, match.rulings, match.parameters)
            if settings != (record.players, record.seed, record.chance == "ask", record.rulings, record.parameters):
                raise BadRecord("the position is of another match than the rest of the line", 1)
            return match
        if record.given is not None:
            given = game.stated(record.given, record.players, rulings, record.parameters)
            return game.start_at(given, record.players, record.seed, rulings, record.parameters,
                                 "ask" if record.chance == "ask" else "auto")
        return game.start(record.players, record.seed, rulings, record.parameters,
                          "ask" if record.chance == "ask" else "auto")
    except BadStart as fault:
        raise BadRecord(str(fault), 1) from None
    except BadState as fault:
        raise BadRecord(f"the position in it cannot be taken up: {fault}", 1) from None
    except RuleFault as fault:
        raise BadRecord(f"the game cannot be started: {fault}", 1) from None


def _same_header(record: Record, match: Match, changed: bool) -> None:
    """Whether the first line says of the match what is true. Under other rules, only that is asked which they cannot
    have changed."""
    if record.language != LANGUAGE_VERSION:
        raise BadRecord(f"it was recorded with version {record.language} of the language, and this is version "
                        f"{LANGUAGE_VERSION}", 1)
    true = lines(match)[0]
    for key in ("title", "rulings", "changed", "parameters", "given"):
        if getattr(record, key) != true.get(key) and not changed:
            now, then = (json.dumps(value, ensure_ascii=False) for value in (true.get(key), getattr(record, key)))
            raise BadRecord(f"`{key}` is {now} by the rules, recorded was {then}", 1)


def _take(record: Record, match: Match, to: int | None, changed: bool) -> None:
    """Take all that was decided, or the first `to` decisions and what chance brings after them."""
    decided = 0
    for taken in record.taken:
        if taken.seat is not None:
            if decided == to:
                return
            decided += 1
        _one(taken, match, changed)


def _one(taken: Taken, match: Match, changed: bool) -> None:
    def misfit(why: str) -> BadRecord:
        who = "chance" if taken.seat is None else taken.seat
        also = "; the rules have changed since it was recorded" if changed else ""
        return BadRecord(f"move {taken.number} ({who}: {taken.words}) does not fit: {why}{also}", taken.line)

    chance, decision = match.chance, match.decision
    if chance is None and decision is None:
        raise misfit("the game is over before it")
    if taken.seat is None:
        if chance is None:
            raise misfit(f"{_decider(match)} has to decide here, not chance")
        known = {outcome.id: outcome.words for outcome in chance.outcomes}
    else:
        if decision is None:
            raise misfit("chance has to decide here")
        if match.seats[decision.player] != taken.seat:
            raise misfit(f"{_decider(match)} has to decide here")
        known = {option.id: option.words for option in decision.options}
    try:
        if taken.id not in known:
            refusal = None if decision is None else match.why_not(taken.words)
            where = f" ({refusal.passage})" if refusal is not None and refusal.passage else ""
            raise misfit("it is not possible" if refusal is None else f"{refusal.reason}{where}")
        if known[taken.id] != taken.words and not changed:
            raise misfit(f"its identity is that of `{known[taken.id]}`")
        match.apply(taken.id)
    except IllegalMove as fault:
        raise misfit(str(fault)) from None
    except RuleFault as fault:
        raise misfit(f"the rules have no answer: {fault}") from None


def _decider(match: Match) -> str:
    return "nobody" if match.decision is None else match.seats[match.decision.player]


def _verify(record: Record, match: Match, notes: list[str]) -> None:
    """Whether the end is the recorded one: the result, and under the same rules the state to the last bit."""
    last = len(record.taken) + 2
    found = result_data(match)
    if found is None and record.result is not None:
        raise BadRecord("the game is not over after the last move, though the record has a result", last)
    if found is not None and record.result is None:
        raise BadRecord("the game is over after the last move, though the record says it is unfinished", last)
    if found != record.result:
        raise BadRecord(f"the game comes out differently: {_differs(found or {}, record.result or {})}", last)
    if match.hash() != record.hash:
        if not notes:
            raise BadRecord("the position at the end is not the recorded one", last)
        notes.append("the position at the end could not be compared")


def _differs(found: Mapping[str, Any], recorded: Mapping[str, Any]) -> str:
    key = next(key for key in found if found[key] != recorded.get(key))
    now, then = (json.dumps(data.get(key), ensure_ascii=False) for data in (found, recorded))
    return f"`{key}` is {now}, recorded was {then}"


__all__ = ["BadRecord", "Record", "Replay", "Taken", "play_again", "read", "replay", "write"]
