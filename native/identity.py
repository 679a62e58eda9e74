"""What tells a program from others, as a short text: two programs that are equal have the same.

It is asked whenever a game is made ready, so it must cost less than anything that it spares. Records are told as the
tuples of their fields, class by class, and written by `marshal`, in the form that does not look at what is shared.
"""

from __future__ import annotations

import hashlib
import marshal
import pickle
from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

from ludex.ir.graph import Function, Program
from ludex.ir.types import Type

_PLAIN = frozenset((int, str, bool, type(None)))
#: The form of `marshal` that writes everything out, equal or not.
_OUTRIGHT = 0


class _Fields(dict[type, Callable[[Any], tuple[Any, ...]]]):
    """By class, what gives its name and the values of all its fields."""

    def __missing__(self, cls: type) -> Callable[[Any], tuple[Any, ...]]:
        self[cls] = attrgetter("__class__.__name__", *(each.name for each in fields(cls)))
        return self[cls]


_FIELDS = _Fields()
_NAME, _TYPE = attrgetter("name"), attrgetter("type")


def key_of(program: Program) -> str:
    """What tells a program from others."""
    types = _Types()
    functions = [_function(each, types) for each in program.functions.values()]
    tables = [(each.name, each.index, _told(each.type)) for each in program.tables.values()]
    rest = [_told(getattr(program, each.name)) for each in fields(program) if each.name not in ("functions", "tables")]
    told = hashlib.sha256(marshal.dumps((functions, tables, [*types.told], rest), _OUTRIGHT))
    for table in program.tables.values():
        told.update(pickle.dumps(table.values, 5))  # nothing reads it; it is what writes long numbers fastest
    return told.hexdigest()


class _Types:
    """The types of registers, of which there are few: each is told once, and has a number."""

    def __init__(self) -> None:
        self.told: dict[Any, int] = {}
        self._met: dict[int, int] = {}

    def numbers(self, types: list[Type]) -> list[int]:
        """The number of each."""
        for key, type in {id(type): type for type in types}.items():
            if key not in self._met:
                self._met[key] = self.told.setdefault(_told(type), len(self.told))
        return [self._met[id(type)] for type in types]


def _function(function: Function, types: _Types) -> tuple[Any, ...]:
    return (function.name, function.pure, function.parameters, _told(function.result),
            [*map(_NAME, function.registers)], types.numbers([*map(_TYPE, function.registers)]),
            [[_FIELDS[op.__class__](op) for op in block.ops] for block in function.blocks],
            [_told(block.end) for block in function.blocks])


def _told(value: Any) -> Any:
    """Records and dictionaries as rows of what they hold."""
    sort = value.__class__
    if sort in _PLAIN:
        return value
    if sort is dict:
        return [_told(part) for pair in value.items() for part in pair]
    values = value if sort is tuple else _FIELDS[sort](value)
    if set(map(type, values)) <= _PLAIN:
        return values
    return [each if each.__class__ in _PLAIN else _told(each) for each in values]
