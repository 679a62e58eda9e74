"""Records: classes of a few named fields, equal if their fields are, and not to be changed once they are made.

They are dataclasses in all but the way they are made. The standard library writes and compiles six methods for each
frozen class, and a process that checks a game makes two hundred of them; that took longer than reading the game. Here
only `__init__` is compiled, and the other methods are shared. That nothing assigns to a field is seen to by the type
checker, so that a record also costs no more to make than an ordinary object.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Made = TypeVar("Made", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: Made) -> Made:
    """Make a class a record, by the annotations in it."""
    made: Any = dataclass(slots=True, eq=False, repr=False)(cls)
    compared = tuple(each.name for each in fields(made) if each.compare)
    # One name would be given by itself, which is equal and hashed alike all the same.
    values: Callable[[Any], object] = attrgetter(*compared) if compared else lambda _: None

    def equal(self: Any, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    made.__eq__ = equal
    made.__hash__ = lambda self: hash(values(self))
    made.__repr__ = _shown
    return made  # type: ignore[no-any-return]


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def entity(cls: Made) -> Made:
    """Make a class a record whose instances are told apart even where their fields are equal."""
    made: Any = dataclass(slots=True, eq=False, repr=False)(cls)
    made.__repr__ = _shown
    return made  # type: ignore[no-any-return]


def _shown(self: Any) -> str:
    told = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({told})"
