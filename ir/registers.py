"""Which registers operations and terminators set and read, and where play may go on: as their annotations say.

Each of these is asked a hundred times for each operation there is. So what the annotations of a record say is
written down once, as a function that is looked up by the sort of record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any

from ludex.ir.ops import OPS, TERMINATORS, Alternative, BlockId, Choose, Guard, Op, Reg, Roll, Terminator

#: How a field is annotated -> the tuple of what it holds, as a Python expression over its value.
_READ = {
    "Reg": "({0},)", "Reg | None": "(() if {0} is None else ({0},))", "tuple[Reg, ...]": "{0}",
    "tuple[Reg | None, ...]": "tuple(a for a in {0} if a is not None)",
}
_WRITTEN = {"Into": "({0},)", "Into | None": "(() if {0} is None else ({0},))"}
_NEXT = {"BlockId": "({0},)"}
#: All other annotations, which say nothing of registers and blocks.
_OTHERS = ("int", "str", "str | None", "tuple[Alternative, ...]", "tuple[Guard, ...]")

_RECORDS: tuple[type[Any], ...] = (*OPS, *TERMINATORS, Alternative, Guard)
_Getter = Callable[[Any], tuple[int, ...]]


def _annotated(sorts: Iterable[str]) -> dict[type[Any], tuple[str, ...]]:
    """By sort of record, the fields that are annotated in some way."""
    found = {}
    for record in _RECORDS:
        given = {field.name: str(field.type) for field in fields(record)}
        unknown = [name for name, sort in given.items()
                   if sort not in (*_READ, *_WRITTEN, *_NEXT, *_OTHERS) and not sort.startswith("Literal[")]
        if unknown:
            raise TypeError(f"{record.__name__}: nobody knows what {unknown} hold")
        found[record] = tuple(name for name, sort in given.items() if sort in sorts)
    return found


def _getters(sorts: dict[str, str]) -> dict[type[Any], _Getter]:
    """By sort of record, a function that gives what its fields hold that are annotated in some way."""
    made = {}
    for record, names in _annotated(sorts).items():
        given = {field.name: str(field.type) for field in fields(record)}
        parts = [sorts[given[name]].format(f"it.{name}") for name in names]
        if all(part.startswith(f"(it.{name},") for part, name in zip(parts, names, strict=True)):
            text = "".join(f"it.{name}, " for name in names)
            made[record] = eval(f"lambda it: ({text})")
        else:
            made[record] = eval(f"lambda it: {' + '.join(parts)}")
    return made


_READS, _WRITES, _GOES_ON = _getters(_READ), _getters(_WRITTEN), _getters(_NEXT)
#: The fields that hold registers.
_REGISTERS = _annotated((*_READ, *_WRITTEN))


def map_registers(op: Op, new: Callable[[Reg], Reg]) -> Op:
    """The same operation on other registers."""
    changes: dict[str, Any] = {}
    for name in _REGISTERS[type(op)]:
        value = getattr(op, name)
        if isinstance(value, tuple):
            changes[name] = tuple(map(new, value))
        elif value is not None:
            changes[name] = new(value)
    return replace(op, **changes)


def written(op: Op) -> Reg | None:
    """The register an operation sets, if any."""
    found = _WRITES[type(op)](op)
    return found[0] if found else None


def read(op: Op) -> tuple[Reg, ...]:
    """The registers an operation reads."""
    return _READS[type(op)](op)


def kept_by(way: Alternative) -> tuple[Reg, ...]:
    """The registers that an alternative of a decision reads."""
    asked = [register for guard in way.guards for register in _READS[Guard](guard)]
    return tuple(dict.fromkeys((*_READS[Alternative](way), *asked)))


def used(end: Terminator) -> tuple[Reg, ...]:
    """The registers a terminator reads."""
    found = _READS[type(end)](end)
    if isinstance(end, Choose):
        return tuple(dict.fromkeys((*found, *(r for way in end.alternatives for r in kept_by(way)))))
    return found


def targets(end: Terminator) -> tuple[BlockId, ...]:
    """The blocks of the same function that may follow."""
    if isinstance(end, Choose):
        return tuple(dict.fromkeys(way.target for way in end.alternatives))
    return _GOES_ON[type(end)](end)


def edges(end: Terminator) -> tuple[tuple[BlockId, Reg | None], ...]:
    """Each way to go on: a block, and the register that is set on the way there, if any."""
    match end:
        case Roll(to=to, target=target):
            return ((target, to),)
        case Choose(alternatives=alternatives):
            return tuple((way.target, way.to) for way in alternatives)
    return tuple((target, None) for target in targets(end))
