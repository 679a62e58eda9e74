"""Records: classes of a few named fields, equal if their fields are, and not to be changed once they are made.

They are dataclasses in all but the way they are made. The standard library writes and compiles six methods for each
frozen class, and a process that checks a game makes more than two hundred; that took longer than reading the game. Here
`__init__` alone is compiled, when the first instance is made, and the other methods are shared. That nothing assigns
to a field is seen to by the type checker, so that a record also costs no more to make than an ordinary object.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Made = TypeVar("Made", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: Made) -> Made:
    """Make a class a record, by the annotations in it."""
    made = _made(cls)
    compared = tuple(each.name for each in fields(made) if each.compare)
    # One name would be given by itself, which is equal and hashed alike all the same.
    values: Callable[[Any], object] = attrgetter(*compared) if compared else lambda _: None

    def equal(self: Any, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    made.__eq__ = equal
    made.__hash__ = lambda self: hash(values(self))
    return made  # type: ignore[no-any-return]


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def entity(cls: Made) -> Made:
    """Make a class a record whose instances are told apart even where their fields are equal."""
    return _made(cls)  # type: ignore[no-any-return]


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def changeable(cls: Made) -> Made:
    """Make a class one of a few named fields that may change; its instances are told apart as those of `entity`."""
    return _made(cls)  # type: ignore[no-any-return]


def _made(cls: type) -> Any:
    made: Any = dataclass(slots=True, init=False, eq=False, repr=False)(cls)

    def first(self: Any, *values: Any, **named: Any) -> None:
        made.__init__ = _initializer(made)
        made.__init__(self, *values, **named)

    made.__init__ = first
    made.__repr__ = _shown
    return made


def _initializer(made: Any) -> Any:
    """The method that takes a value for each field."""
    names: dict[str, Any] = {"__missing": MISSING}  # no field begins like this
    parameters: list[str] = []
    by_name: list[str] = []
    lines = []
    for each in fields(made):
        name, value, default = each.name, each.name, ""
        if each.default_factory is not MISSING:
            names[f"__make_{name}"] = each.default_factory
            value = f"__make_{name}() if {name} is __missing else {name}" if each.init else f"__make_{name}()"
            default = "=__missing"
        elif each.default is not MISSING:
            names[f"__usual_{name}"] = each.default
            value = name if each.init else f"__usual_{name}"
            default = f"=__usual_{name}"
        if each.init:
            (by_name if each.kw_only else parameters).append(name + default)
        elif not default:
            continue  # it is for `__post_init__` to set
        lines.append(f"    self.{name} = {value}\n")
    if hasattr(made, "__post_init__"):
        lines.append("    self.__post_init__()\n")
    listed = ", ".join(["self", *parameters, *(["*", *by_name] if by_name else [])])
    exec(f"def __init__({listed}):\n{''.join(lines) or '    pass'}", names)
    return names["__init__"]


def _shown(self: Any) -> str:
    told = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({told})"
