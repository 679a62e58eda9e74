"""What is so under either of two readings, as lines with a column for each; and what lies where in a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ludex import naming
from ludex.ir.graph import Field, Program
from ludex.ir.types import Set
from ludex.match import Match
from ludex.validator.play.lockstep import Difference

#: How wide lines are, the most options or items that are listed, and how many of them are common to both.
WIDTH, LISTED, COMMON = 100, 12, 6


@dataclass(frozen=True, slots=True)
class Row:
    """Something that is looked at in both games, and what is so in either, line by line."""

    label: str
    cells: tuple[tuple[str, ...], tuple[str, ...]]


#: Both games with their faults. There is none where the rules have no answer before anything can be decided.
Sides = Mapping[str, tuple[Match | None, str]]


def rows(difference: Difference, sides: Sides) -> Iterator[Row]:
    """What differs between two games where they stand; each game comes with its fault, if it has one."""
    (left, _), (right, _) = sides.values()
    if left is None or right is None or difference.sort not in ("state", "scores", "options"):
        yield _row("the game", *(_stands(match, fault) for match, fault in sides.values()))
        yield from _results(left, right)
    elif difference.sort == "state":
        yield from _fields(difference.names, left, right)
    elif difference.sort == "options":
        yield from _options(left, right)
    else:
        for seat, name in enumerate(left.seats):
            if left.score(seat) != right.score(seat):
                yield _row(f"score of {name}", str(left.score(seat)), str(right.score(seat)))


def _row(label: str, left: str, right: str) -> Row:
    return Row(label, ((left,), (right,)))


def _stands(match: Match | None, fault: str) -> str:
    if fault or match is None:
        return "the rules have no answer"
    if match.result is not None:
        winners = naming.listed([match.seats[seat] for seat in match.result.winners], "nobody")
        return f"is over: {winners} {'win' if len(match.result.winners) > 1 else 'wins'}"
    if match.decision is not None:
        return f"goes on: {match.seats[match.decision.player]} decides ({match.decision.prompt})"
    return "goes on"


def _results(left: Match | None, right: Match | None) -> Iterator[Row]:
    """What players have in the end, where both games are over."""
    if left is None or right is None or left.result is None or right.result is None:
        return
    one, other = left.result, right.result
    for seat, name in enumerate(left.seats):
        scores = [result.scores.get(seat) for result in (one, other)]
        if scores[0] != scores[1]:
            yield _row(f"score of {name}", *map(str, scores))
    places = [" > ".join(naming.listed([left.seats[seat] for seat in place]) for place in result.ranking)
              for result in (one, other)]
    if places[0] != places[1] and len(left.seats) > 1:
        yield _row("in order", *places)


def _options(left: Match, right: Match) -> Iterator[Row]:
    """The options of both, those that only one of them has last."""
    decisions = (left.decision, right.decision)
    assert decisions[0] is not None
    assert decisions[1] is not None
    words = [[option.words for option in decision.options] for decision in decisions if decision is not None]
    only = [list((Counter(mine) - Counter(theirs)).elements()) for mine, theirs in (words, words[::-1])]
    both = list((Counter(words[0]) & Counter(words[1])).elements())
    name = left.seats[decisions[0].player]
    if both:
        shared = _listed(both, COMMON)
        yield Row(f"{name} may", (shared, shared))
    lists = [_listed(mine, LISTED) if mine else ("-",) for mine in only]
    yield Row(f"{name} may also" if both else f"{name} may", (lists[0], lists[1]))


def _listed(words: Sequence[str], most: int) -> tuple[str, ...]:
    if len(words) <= most + 1:
        return tuple(words)
    return *words[:most], f"... and {len(words) - most} more"


def _fields(names: Sequence[str], left: Match, right: Match) -> Iterator[Row]:
    for name in names:
        cells = [in_words(match.engine.program, name, held_in(match)[name]) for match in (left, right)]
        for owner, one in cells[0].items():
            other = cells[1][owner]
            if one != other:
                yield _row(_whose(owner, name), *_apart(one, other))


def _apart(one: str | list[str], other: str | list[str]) -> tuple[str, str]:
    """Two contents in words; of long lists only what is not the same."""
    if isinstance(one, str) or isinstance(other, str):
        return str(one), str(other)
    if max(len(one), len(other)) <= LISTED:
        return naming.listed(one), naming.listed(other)
    alike = Counter(one) & Counter(other)
    rest = [naming.listed(list((Counter(each) - alike).elements()), "nothing else") for each in (one, other)]
    return f"{alike.total()} alike, and {rest[0]}", f"{alike.total()} alike, and {rest[1]}"


def in_words(program: Program, name: str, values: Sequence[int]) -> dict[str, str | list[str]]:
    """What a field holds, in words, by owner ('' where there is none): the names of items, or a text."""
    field = program.fields[name]
    owners = [""] if field.index is None else list(program.domains[field.index].elements)
    shown: dict[str, str | list[str]] = {}
    for owner, value in zip(owners, values, strict=True):
        held = naming.plain(program, field.type, value)
        if isinstance(held, list):
            shown[owner] = held
        elif held is None or isinstance(held, bool):
            shown[owner] = {True: "yes", False: "no", None: "none"}[held]
        else:
            shown[owner] = str(held)
    return shown


def held_in(match: Match) -> dict[str, Sequence[int]]:
    """What the fields of a match hold."""
    return {name: match.state[at:at + len(field.start)] for name, field in match.engine.program.fields.items()
            if field.role != "system" for at in [match.engine.layout.fields[name]]}


def position_lines(program: Program, fields: Mapping[str, Sequence[int]]) -> list[str]:
    """What lies where, and what variables hold, but for what is as it is in every game before it starts."""
    found = []
    for name, values in fields.items():
        field = program.fields[name]
        usual = field.start if field.role != "zone" else (0,) * len(values)
        shown = [(owner, held) for (owner, held), value, start in zip(
            in_words(program, name, values).items(), values, usual, strict=True) if value != start]
        if field.index is None or isinstance(field.type, Set):
            found += [f"{_whose(owner, name)}: {_held(field, held)}" for owner, held in shown]
        elif shown:
            more = f" and {len(shown) - LISTED} more" if len(shown) > LISTED else ""
            found.append(f"{name}: {', '.join(f'{owner} {held}' for owner, held in shown[:LISTED])}{more}")
    return found


def _whose(owner: str, name: str) -> str:
    return f"{owner}'s {name}" if owner else name


def _held(field: Field, held: str | list[str]) -> str:
    if isinstance(held, str):
        return held
    if len(held) > LISTED and isinstance(field.type, Set):
        return naming.unknown(field.type.domain, len(held))
    return naming.listed(held)


__all__ = ["WIDTH", "Row", "held_in", "in_words", "position_lines", "rows"]
