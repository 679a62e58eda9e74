"""How the records of a program are written as text, derived from their dataclasses.

A record is one line: what it sets, a word, its values, its origin. Values that a record must have come in order; those
that may be missing or are many are named, and left out if they have their usual value. Records inside a record are
lines of their own, further in. Printing and reading both follow the list that `parts` gives, so a new operation needs
nothing here.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from ludex.ir import graph, ops, types

#: Records that are written inside another one.
NESTED: dict[str, type[Any]] = {"Alternative": ops.Alternative, "Guard": ops.Guard}
#: Records at the head of a program: all their values are named.
HEADS: dict[str, type[Any]] = {"domain": types.Domain, "field": graph.Field, "table": graph.Table}
#: Fields of a program or function that are sections of the text.
SECTIONS = ("domains", "fields", "tables", "functions", "origins", "parameters", "registers", "blocks")
_USUAL = {"none": None, "many": ()}


@dataclass(frozen=True, slots=True)
class Part:
    """One value of a record: how it is written, and where."""

    name: str
    sort: str                   # register, block, number, words, word, type, map, yes, record, or one of them in a list
    many: bool
    optional: bool
    place: Literal["left", "mnemonic", "order", "named", "origin", "inside", "section"]
    usual: Any                  # the value that is left out
    allowed: tuple[str, ...]    # the words that it may be


@cache
def parts(record: type[Any]) -> tuple[Part, ...]:
    """The values of a record, in order."""
    hints = get_type_hints(record)
    return tuple(_part(record, field, hints[field.name]) for field in fields(record))
