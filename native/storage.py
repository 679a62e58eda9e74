"""How a state lies in memory: the slots of `ir.layout` as the members of a C struct, in the same order.

A number takes the fewest bytes that hold its bounds, a set one 64-bit word for each 64 elements of its domain. Python
packs and unpacks the struct with the same alignment as the compiler, so that a state crosses the border in one call.
"""

from __future__ import annotations

import re
import struct
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from ludex.ir.graph import Program
from ludex.ir.layout import Layout
from ludex.ir.types import Domain, Int, Type

#: What may be packed into: room that ctypes or Python made.
Buffer = Any
WORD_BITS = 64
MASK = 2**WORD_BITS - 1


def words(type: Type, domains: dict[str, Domain]) -> int:
    """How many 64-bit words a set has; 0 for a number."""
    return 0 if isinstance(type, Int) else max(1, -(-domains[type.domain].size // WORD_BITS))


def stored(type: Type, domains: dict[str, Domain]) -> str:
    """The C type of a value that is kept in a state or a table."""
    if isinstance(type, Int):
        for bits in (8, 16):
            if -(1 << bits - 1) <= type.low and type.high < 1 << bits - 1:
                return f"int{bits}_t"
        return "int32_t"
    return held(type, domains)


def held(type: Type, domains: dict[str, Domain]) -> str:
    """The C type of a value that is computed with."""
    count = words(type, domains)
    return "int32_t" if count == 0 else "uint64_t" if count == 1 else f"lx_set{count}"


_FORMATS = {"int8_t": "b", "int16_t": "h", "int32_t": "i", "uint64_t": "Q"}


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the struct: its C type and name, how many there are in a row, and the words of each."""

    type: str
    name: str
    count: int
    words: int
    array: bool = False

    def declaration(self) -> str:
        return f"{self.type} {self.name}{f'[{self.count}]' if self.array else ''};"


class Packing:
    """How states cross the border: `size` slots, written with `format`; `wide` has the slots of sets of several words,
    each with the number of words."""

    def __init__(self, size: int, format: str, wide: Sequence[Sequence[int]]) -> None:
        self.size = size
        self.format = struct.Struct(format)
        self.wide = tuple((slot, count) for slot, count in wide)
        self._members: list[tuple[int, int, int, str]] = []
        self._single: dict[int, tuple[struct.Struct, int]] = {}

    def to_json(self) -> list[Any]:
        """What `Packing(*...)` makes it of."""
        return [self.size, self.format.format, self.wide]

    def places(self, slot: int) -> tuple[int, int]:
        """Where a slot lies: its offset and length; (-1, 0) for no slot (-1)."""
        return (-1, 0) if slot < 0 else self._place(slot)[:2]

    def value(self, slot: int, source: Buffer, offset: int = 0) -> int:
        """What one slot of a state holds."""
        found = self._single.get(slot)
        if found is None:
            at, length, sort = self._place(slot)
            form = struct.Struct(f"{length // struct.calcsize(sort)}{sort}")
            found = self._single[slot] = form, at
        form, at = found
        values = form.unpack_from(source, offset + at)
        return int(values[0]) if len(values) == 1 else join(values)

    def _place(self, slot: int) -> tuple[int, int, str]:
        if not self._members:
            self._members = self._laid()
        first, offset, length, sort = self._members[bisect(self._members, slot, key=itemgetter(0)) - 1]
        return offset + (slot - first) * length, length, sort

    def _laid(self) -> list[tuple[int, int, int, str]]:
        """For each member its first slot, its offset, the length of each value, and what it is made of."""
        wide, slot, offset, found = dict(self.wide), 0, 0, []
        for count, sort in re.findall(r"([0-9]+)([bhiQ])", self.format.format.removesuffix("0Q")):
            length = struct.calcsize(sort)
            offset += -offset % length
            words = wide.get(slot, 1)
            found.append((slot, offset, length * words, sort))
            slot += int(count) // words
            offset += int(count) * length
        return found

    @property
    def room(self) -> int:
        """How long a state is in memory."""
        return self.format.size

    def pack(self, state: Sequence[int], into: Buffer, offset: int = 0) -> None:
        """Write a state; what an engine has put behind the layout's slots is left out."""
        if not self.wide:
            self.format.pack_into(into, offset, *(state if len(state) == self.size else state[:self.size]))
            return
        flat: list[int] = []
        done = 0
        for slot, count in self.wide:
            flat += state[done:slot]
            flat += split(state[slot], count)
            done = slot + 1
        flat += state[done:self.size]
        self.format.pack_into(into, offset, *flat)

    def unpack(self, source: Buffer, offset: int = 0) -> list[int]:
        """Read a state."""
        flat = self.format.unpack_from(source, offset)
        if not self.wide:
            return list(flat)
        state: list[int] = []
        done = 0
        for slot, count in self.wide:
            start = done + slot - len(state)
            state += flat[done:start]
            state.append(join(flat[start:start + count]))
            done = start + count
        state += flat[done:]
        return state


class Storage:
    """The struct of one program's states."""

    def __init__(self, program: Program, layout: Layout, names: dict[tuple[str, object], str]) -> None:
        members = {0: Member("int32_t", "point", 1, 0), 1: Member("uint64_t", "generator", 1, 1),
                   2: Member("int32_t", "reason", 1, 0)}
        domains = program.domains
        for field in program.fields.values():
            members[layout.fields[field.name]] = Member(
                stored(field.type, domains), names["field", field.name], len(field.start), words(field.type, domains),
                field.index is not None)
        for function, slot in layout.returns.items():
            members[slot] = Member("int32_t", names["return", function], 1, 0)
        for (function, register), slot in layout.saved.items():
            type = program.functions[function].registers[register].type
            members[slot] = Member(stored(type, domains), names["kept", (function, register)], 1, words(type, domains))
        self.members = tuple(members[slot] for slot in sorted(members))
        wide = [(at, member.words) for slot, member in sorted(members.items()) if member.words > 1
                for at in range(slot, slot + member.count)]
        self.packing = Packing(layout.size, "@" + "".join(self._format(member) for member in self.members) + "0Q", wide)
        assert sum(member.count for member in self.members) == layout.size

    @staticmethod
    def _format(member: Member) -> str:
        if member.words > 1:
            return f"{member.count * member.words}Q"
        return f"{member.count}{_FORMATS[member.type]}"


def split(value: int, count: int) -> list[int]:
    """The words of a set, the lowest first."""
    return [value >> WORD_BITS * number & MASK for number in range(count)]


def join(found: Sequence[int]) -> int:
    """The set that has these words."""
    value = 0
    for word in reversed(found):
        value = value << WORD_BITS | word
    return value
