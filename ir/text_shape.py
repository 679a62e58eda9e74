"""How the records of a program are written as text, derived from their dataclasses.

A record is one line: what it sets, a word, its values, its origin. Values that a record must have come in order; those
that may be missing or are many are named, and left out if they have their usual value. Records inside a record are
lines of their own, further in. Printing and reading both follow the list that `parts` gives, so a new operation needs
nothing here.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from ludex.ir import graph, ops, types

#: Records at the head of a program, by their word. All their values but the first are named.
HEADS: dict[str, type[Any]] = {
    "program": graph.Program, "domain": types.Domain, "field": graph.Field, "table": graph.Table,
    "origin": graph.Origin,
}
#: Records that are written inside another one.
NESTED: dict[str, type[Any]] = {"Alternative": ops.Alternative, "Guard": ops.Guard}
#: Values of a program that are sections of the text.
SECTIONS = ("domains", "fields", "tables", "functions", "origins")
#: How values are written, by how their type is spelled.
SORTS = {
    "Reg": "register", "Into": "register", "BlockId": "block", "int": "number", "str": "words", "bool": "yes",
    "Type": "type", "dict[str, str]": "map", "Alternative": "record", "Guard": "record",
}


@dataclass(frozen=True, slots=True)
class Part:
    """One value of a record: how it is written, and where."""

    name: str
    sort: str
    many: bool
    place: Literal["left", "how", "order", "named", "origin", "inside"]
    usual: Any                  # the value that is left out; MISSING if it is always written
    allowed: tuple[str, ...]    # what a word may be


_PARTS: dict[type[Any], tuple[Part, ...]] = {}


def parts(record: type[Any]) -> tuple[Part, ...]:
    """The values of a record, in order."""
    if record not in _PARTS:
        hints = get_type_hints(record)
        _PARTS[record] = tuple(_part(record, field, hints[field.name]) for field in fields(record)
                               if field.name not in SECTIONS)
    return _PARTS[record]


def _part(record: type[Any], field: Field[Any], hint: Any) -> Part:
    spelled = str(field.type)
    optional = spelled.endswith(" | None")
    spelled = spelled.removesuffix(" | None")
    many = spelled.startswith("tuple[")
    if many:
        spelled = spelled.removeprefix("tuple[").removesuffix(", ...]").removesuffix(" | None")
    allowed = get_args(hint) if get_origin(hint) is Literal else ()
    sort = "word" if allowed else SORTS[spelled]
    usual: Any = MISSING
    if field.default is not MISSING:
        usual = field.default
    elif optional:
        usual = None
    elif many:
        usual = ()
    place: Literal["left", "how", "order", "named", "origin", "inside"] = "order"
    if field.name == "origin":
        place = "origin"
    elif spelled == "Into":
        place = "left"
    elif field.name == "how":
        place = "how"
    elif sort == "record":
        place = "inside"
    elif usual is not MISSING or (record in HEADS.values() and field.name != fields(record)[0].name):
        place = "named"
    return Part(field.name, sort, many, place, usual, allowed)


def _mnemonics() -> dict[str, tuple[type[Any], str | None]]:
    found: dict[str, tuple[type[Any], str | None]] = {}
    for record in (*ops.OPS, *ops.TERMINATORS, *NESTED.values()):
        hows = [part.allowed for part in parts(record) if part.place == "how"]
        for how in hows[0] if hows else (None,):
            word = how or record.__name__.lower()
            assert word not in found, word
            found[word] = (record, how)
    return found


#: The word of an operation, terminator or nested record -> its class, and how it works if that is part of the word.
MNEMONICS = _mnemonics()
