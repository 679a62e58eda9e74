"""States that stay in C: rows of integers as every engine has them, which become lists only when somebody reads them.

A hand (`lx_hand`) is a state in memory together with what C needs to go on with it decision by decision. `Border` is
what all hands of one program share.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, MutableSequence, Sequence
from ctypes import byref, c_char, c_int32, c_uint64, c_void_p
from struct import Struct
from typing import TYPE_CHECKING, Any, overload

from ludex.ir.contract import Option, State
from ludex.ir.layout import GENERATOR
from ludex.native.library import STATE, Call, Library

if TYPE_CHECKING:
    from ludex.ir.engine import Point

_FORMS = ("one", "each", "range")
_OPTION = Struct("ii")
_WHOLE = slice(None)
#: A hand, of the class that `Border` makes: what C fills in.
Hand = Any


class Border:
    """How states of one program go from Python to C and back."""

    def __init__(self, library: Library, points: dict[int, Point], most: int) -> None:
        self.packing = library.about.storage
        self.look, self.list = library.look, library.list
        self.rows = _Rows()
        places = self.packing.places
        ways, first = [], [0]
        for number in range(most):
            for way in points[number].ways if number in points else ():
                form, over, until, to, block = way
                ways += [_FORMS.index(form), block, *places(over), *places(until), *places(to)]
            first.append(len(ways) // 8)
        self._ways, self._first = (c_int32 * len(ways))(*ways), (c_int32 * len(first))(*first)
        room = self.packing.room
        self._hand: type[Any] = type("Hand", (ctypes.Structure,), {"_fields_": [
            ("ways", c_void_p), ("first", c_void_p), ("call", Call), ("points", c_int32), ("count", c_int32),
            ("point", c_int32), ("between", c_int32), ("generator", c_uint64), ("reason", c_int32),
            ("rest", c_char * (room - 20))]})
        assert ctypes.sizeof(self._hand) == STATE + room
        self._empty = self._hand(ctypes.addressof(self._ways), ctypes.addressof(self._first), Call(), most)
        #: Makes the same hand once more.
        self.copied = self._hand.from_buffer_copy

    def state(self, values: Sequence[int]) -> NativeState:
        """A state as any engine has it, in C."""
        hand = self.copied(self._empty)
        self.packing.pack(values, hand, STATE)
        self.look(byref(hand))
        return NativeState(self, hand)


class _Rows(dict[int, type[Any]]):
    """Room for so many options."""

    def __missing__(self, count: int) -> type[Any]:
        self[count] = c_int32 * (2 * count)
        return self[count]


class NativeState(MutableSequence[int]):
    """A state of a compiled program."""

    __slots__ = ("ahead", "border", "hand", "known", "there")

    def __init__(self, border: Border, hand: Hand) -> None:
        self.border = border
        self.hand, self.there = hand, byref(hand)
        #: The same as a list, where it was asked for; `ahead` says that it was changed and the hand was not.
        self.known: list[int] | None = None
        self.ahead = False

    def ready(self) -> Hand:
        """The hand, for who reads it."""
        if self.ahead:
            assert self.known is not None
            self.border.packing.pack(self.known, self.hand, STATE)
            self.border.look(self.there)
            self.ahead = False
        return self.hand

    def leaving(self) -> object:
        """Where the hand is, for who goes on with it."""
        if self.known is not None:
            self.ready()
            self.known = None
        return self.there

    def options(self) -> list[Option]:
        """The options where it waits."""
        count = (self.ready() if self.ahead else self.hand).count
        row = self.border.rows[count]()
        self.border.list(self.there, row)
        return list(_OPTION.iter_unpack(row)) if count else []

    def listed(self) -> list[int]:
        """As a list, which may be read."""
        if self.known is None:
            self.known = self.border.packing.unpack(self.hand, STATE)
        return self.known

    def copy(self) -> NativeState:
        """The same game once more."""
        new = NativeState(self.border, self.border.copied(self.hand))
        if self.ahead:
            new.known, new.ahead = self.listed()[:], True
        return new

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> State: ...

    def __getitem__(self, at: int | slice) -> int | State:
        if isinstance(at, int):
            if self.known is None and 0 <= at < self.border.packing.size:
                return self.border.packing.value(at, self.hand, STATE)
            return self.listed()[at]
        return self.copy() if at == _WHOLE else self.listed()[at]

    @overload
    def __setitem__(self, at: int, value: int) -> None: ...
    @overload
    def __setitem__(self, at: slice, value: Iterable[int]) -> None: ...

    def __setitem__(self, at: int | slice, value: Any) -> None:
        if at == GENERATOR and self.known is None:
            self.hand.generator = value
        else:
            self.listed()[at] = value
            self.ahead = True

    def __delitem__(self, at: int | slice) -> None:
        del self.listed()[at]
        self.ahead = True

    def insert(self, index: int, value: int) -> None:
        self.listed().insert(index, value)
        self.ahead = True

    def __len__(self) -> int:
        return self.border.packing.size if self.known is None else len(self.known)

    def __iter__(self) -> Any:
        return iter(self.listed())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, NativeState):
            return self.listed() == other.listed()
        return self.listed() == other if isinstance(other, list) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.listed())

    def __reduce__(self) -> tuple[Any, ...]:
        """It is written down as a list, with which any engine goes on."""
        return list, (self.listed(),)


__all__ = ["Border", "Hand", "NativeState"]
