"""Loads a compiled program and calls it; ctypes lets go of Python's lock while whole games are played."""

from __future__ import annotations

import ctypes
import threading
from ctypes import POINTER, byref, c_int32, c_int64, c_uint32, c_uint64, c_void_p
from pathlib import Path

from ludex.native.about import About

RESTS, FAULTY, LOST, UNSURE = -1, -2, -3, -4
#: Where the state begins in a hand (`lx_hand`).
STATE = 72


class Call(ctypes.Structure):
    """One call: how to play, and what came of it (`lx_call`)."""

    _fields_ = [("telling", c_int32), ("asking", c_int32), ("fault", c_int32), ("padding", c_int32),
                ("value", c_int64), ("told", c_uint64), ("room", c_uint64), ("events", POINTER(c_int64))]


class GameRow(ctypes.Structure):
    """How a game came out (`lx_game`)."""

    _fields_ = [("generator", c_uint64), ("value", c_int64), ("decisions", c_uint32), ("answer", c_int32),
                ("reason", c_int32), ("point", c_int32), ("fault", c_int32), ("padding", c_int32)]


class _Thread(threading.local):
    """What one thread calls with: the room for events is used again and again."""

    def __init__(self) -> None:
        self.call = Call()


_THREAD = _Thread()


class Library:
    """The functions of one compiled program."""

    def __init__(self, path: Path, about: About) -> None:
        self.about = about
        self._handle = ctypes.CDLL(str(path))
        self.go = self._handle.lx_go
        self.go.argtypes = (c_void_p, c_void_p, c_int32)
        self.go.restype = c_int32
        self.value = self._handle.lx_value
        self.value.argtypes = (c_void_p, c_void_p, c_int32, c_void_p, c_void_p)
        self.value.restype = c_int32
        self.play = self._handle.lx_play
        self.play.argtypes = (c_void_p, c_void_p, c_int32, c_uint32, c_uint64, c_void_p, c_void_p, c_uint32, c_void_p)
        self.play.restype = c_int32
        # Single decisions are so short that to let go of Python's lock would take longer, as would looking at what is
        # passed: a hand and numbers of 32 bits.
        short = ctypes.PyDLL(str(path))
        self.look, self.list, self.on = short.lx_look, short.lx_list, short.lx_on
        self.choose, self.take = short.lx_choose, short.lx_take

    @staticmethod
    def call() -> Call:
        """What this thread calls with."""
        return _THREAD.call


def told(call: Call) -> memoryview:
    """The words of the events that a call has reported; they stand until the thread's next call."""
    size = call.told * ctypes.sizeof(c_int64)
    return memoryview(ctypes.string_at(call.events, size)).cast("q")


__all__ = ["FAULTY", "LOST", "RESTS", "STATE", "UNSURE", "Call", "GameRow", "Library", "byref", "told"]
