"""What elements of a program are called when talking to people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, repeat

from ludex.dsl.types import several
from ludex.ir.contract import Engine, State
from ludex.ir.graph import Program
from ludex.ir.outcomes import roll_at
from ludex.ir.types import FLAG, Set, Type

_COPY = re.compile(r" #\d+$")


@lru_cache(maxsize=4096)  # views name hundreds of items
def bare(name: str) -> str:
    """The name of an item without the number of its copy."""
    return _COPY.sub("", name)


def element(program: Program, domain: str, index: int) -> str:
    """An element by name; interchangeable copies share theirs."""
    if index < 0:
        return "none"
    name = program.domains[domain].elements[index]
    return bare(name) if program.domains[domain].kinds else name


def elements(program: Program, domain: str, bits: int) -> list[str]:
    """The elements of a set by name, in their order."""
    return [element(program, domain, at) for at in members(bits)]


def members(bits: int) -> Iterator[int]:
    """The elements of a set by number; it costs what the set has, not what its class has."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def names(program: Program, domain: str) -> Sequence[str]:
    """The names of all elements of a domain."""
    found = program.domains[domain]
    return [_COPY.sub("", name) for name in found.elements] if found.kinds else found.elements


def plain(program: Program, type: Type, value: int) -> object:
    """A value as plain data: a number, yes or no, a name, None, or a list of names."""
    if isinstance(type, Set):
        return elements(program, type.domain, value)
    if type.domain is not None:
        return None if value < 0 else element(program, type.domain, value)
    return bool(value) if type == FLAG else value


def listed(names: list[str], none: str = "nothing") -> str:
    """Names in a sentence: equal ones are counted."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    words = [name if n == 1 else f"{n} × {name}" for name, n in counts.items()]
    if len(words) < 2:
        return words[0] if words else none
    return f"{', '.join(words[:-1])} and {words[-1]}"


def apart(names: Sequence[str], mark: Callable[[int], str], others: Sequence[str] = ()) -> list[str]:
    """Names of things in their order, each different from all the rest, and from the `others` that belong to the rest.

    One that is not gets its mark in parentheses; where that is not enough, its place, too.
    """
    found, owners = list(names), {other: at for at, other in enumerate(others)}
    signs: Iterator[Callable[[int], str]] = chain((mark,), repeat(str))
    for sign in signs:
        seen = Counter(found)
        clashes = [at for at, name in enumerate(found) if seen[name] > 1 or owners.get(name, at) != at]
        if not clashes:
            break
        for at in clashes:
            found[at] = f"{found[at]} ({sign(at)})"
    return found


def unknown(domain: str, count: int) -> str:
    """Items that may not be named: only how many."""
    return f"{count} {domain if count == 1 else several(domain)}"


def place(engine: Engine, state: State, domain: str, item: int) -> str:
    """The zone that an item lies in, with its owner; nothing for what lies in none."""
    for field in engine.program.fields.values():
        if field.role != "zone" or field.type != Set(domain):
            continue
        owners = (None,) if field.index is None else engine.program.domains[field.index].elements
        for at, owner in enumerate(owners):
            if state[engine.layout.fields[field.name] + at] >> item & 1:
                return field.name if owner is None else f"{owner}'s {field.name}"
    return ""


def outcomes(engine: Engine, state: State, values: Sequence[int]) -> list[str]:
    """What the outcomes of the chance event that a state waits at are called: items of one name by where they lie."""
    name, roll = roll_at(engine.program, engine.layout, state)
    domain = engine.program.functions[name].registers[roll.to].type.domain
    if domain is None:
        return [str(value) for value in values]
    found = [element(engine.program, domain, value) for value in values]
    seen = Counter(found)
    for at, value in enumerate(values):
        if seen[found[at]] > 1 and (where := place(engine, state, domain, value)):
            found[at] = f"{found[at]} in {where}"
    return apart(found, str)
