"""What is told of play, and to whom: how an event is worded, and which seats may know what.

The words of an event carry marks that say how to read its numbers, so that whoever shows it needs nothing but the
program's domains.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ludex.dsl.lowered import Where
from ludex.ir.builder import Builder, Value
from ludex.ir.graph import SEATS
from ludex.ir.record import record
from ludex.ir.types import FLAG, Set, Type


def said(words: str) -> str:
    """Words of a rule set, fit to stand in an event: braces mark slots there."""
    return words.replace("{", "(").replace("}", ")")


def _sort(type: Type) -> str:
    """How an event's slot is to be read."""
    if isinstance(type, Set):
        return f"set {type.domain}"
    return "flag" if type == FLAG else type.domain or "number"


@record
class Worded:
    """An event: its words with marks, the values that all may know, and those that some may."""

    words: str
    args: list[Value]
    secrets: list[Value]


def worded(words: str, args: Sequence[Value], secrets: Sequence[Value], actor: Callable[[], Value],
           plain: str | None = None) -> Worded:
    """Mark words: `{}` is the next argument, `{!}` the next secret and `{@}` who acts. `plain` says what 0 and 1 are: a
    `flag` or a `number`."""
    given = {"": list(args), "!": list(secrets)}
    number = {"": 0, "!": 0}

    def slot(match: re.Match[str]) -> str:
        mark = match.group(1)
        if mark == "@":
            given[""].append(actor())
            return f"{{{len(given['']) - 1}:actor}}"
        at = number[mark]
        number[mark] += 1
        how = _sort(given[mark][at].type)
        return f"{{{mark}{at}:{plain or how if how in ('flag', 'number') else how}}}"

    return Worded(re.sub(r"\{([!@]?)\}", slot, words), given[""], given["!"])


def name_of(where: Where) -> tuple[str, list[Value]]:
    """How an event calls a zone, with `{}` for the owner, and the owner to fill in."""
    if where.every:
        return f"every {where.zone.name}", []
    if where.owner is None:
        return where.zone.name, []
    return "{}'s " + where.zone.name, [where.owner]


# -- who may know


def seers(b: Builder, sight: str, owner: Value | None) -> Value:
    """The set of seats that a visibility names."""
    if sight == "all":
        return b.everything(SEATS)
    if sight == "owner" and owner is not None:
        return b.single(owner)
    return b.empty(SEATS)


def who_sees(b: Builder, where: Where) -> Value:
    """The set of seats who may look into a zone."""
    return seers(b, where.zone.sight, where.owner if where.zone.each == SEATS else None)


def who_sees_any(b: Builder, wheres: Sequence[Where]) -> Value:
    """The seats who may look into any of some zones."""
    seen = b.empty(SEATS)
    for where in wheres:
        if where.zone.sight == "all" or not where.every:
            seen = b.combine("union", seen, who_sees(b, where))
    return seen
