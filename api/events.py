"""What happened, in words, with the rule and the passage that caused it.

The engine reports events as templates and numbers. What a seat may not know is told to it without names: that cards
were drawn and how many, never which.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludex import naming
from ludex.ir.contract import Event as Raw
from ludex.ir.graph import SEATS, Program

_SLOT = re.compile(r"\{(!?)(\d+):([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: the `kind` is `phase` (one begins), `change` (of a variable) or `event`.

    `text` has all details; only the seats of `seats` may read it (None: everyone), the others read `public_text`. An
    empty `public_text` means that the others do not learn of it at all.
    """

    kind: str
    text: str
    public_text: str
    seats: tuple[int, ...] | None
    rule: str
    passage: str
    file: str
    line: int

    def told_to(self, seat: int | None) -> str:
        """The text for a seat, or for a spectator (None)."""
        if self.seats is None or seat is not None and seat in self.seats:
            return self.text
        return self.public_text


def happened(raw: Raw) -> bool:
    """Whether an event of the engine says something: a variable that got the value it had does not."""
    return not raw[0].startswith("change|") or raw[2][-1] != raw[3][-1]


def event(program: Program, raw: Raw) -> Event:
    """An event of the engine in words."""
    kind, number, arguments, secrets, seen = raw
    sort, _, template = kind.partition("|")
    origin = program.origins[number]
    everyone = (1 << program.seats) - 1
    public = not secrets or seen & everyone == everyone
    seats = None if public else tuple(seat for seat in range(program.seats) if seen >> seat & 1)
    text = _fill(program, template, arguments, secrets, open=True)
    hidden = text if public else _fill(program, template, arguments, secrets, open=False)
    return Event(sort, text, hidden, seats, origin.rule, origin.passage, origin.file, origin.line)


def _fill(program: Program, template: str, arguments: tuple[int, ...], secrets: tuple[int, ...], open: bool) -> str:
    silent = False

    def word(match: re.Match[str]) -> str:
        nonlocal silent
        secret, at, sort = match.group(1) == "!", int(match.group(2)), match.group(3)
        value = (secrets if secret else arguments)[at]
        if secret and not open:
            if sort.startswith("set "):
                return naming.unknown(sort[4:], value.bit_count())
            silent = True
            return "?"
        if sort == "actor":
            return naming.element(program, SEATS, value) if value >= 0 else "the game"
        if sort == "number":
            return str(value)
        if sort == "flag":
            return "yes" if value else "no"
        if sort.startswith("set "):
            none = "nobody" if sort == "set player" else "nothing"
            return naming.listed(naming.elements(program, sort[4:], value), none)
        return naming.element(program, sort, value)

    text = _SLOT.sub(word, template)
    return "" if silent else text
