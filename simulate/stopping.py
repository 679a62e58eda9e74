"""Ctrl-C while games are played, and other signals that ask for the end: the first is noted, so that what is done can
be told; a second one ends everything.

Who plays slowly is broken off in the middle, for nobody waits minutes for the end of a game that will not be told of.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

Found = TypeVar("Found")

#: What asks for the end: a person, whoever runs a machine, and the terminal that is closed.
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class _Broken(BaseException):
    """Somebody asks for the end of what is done just now."""


class Stop:
    """Whether a simulation is to stop. As a context, Ctrl-C asks for it; elsewhere `ask` does."""

    def __init__(self) -> None:
        self.asked = False
        self._before: dict[int, Any] = {}
        self._breakable = False

    def ask(self) -> None:
        """Ask for it."""
        self.asked = True
        self._give_back()

    def unless_asked(self, call: Callable[[], Found]) -> Found | None:
        """What a call gives; None if a signal breaks it off, or has come before."""
        try:
            try:
                self._breakable = True
                return None if self.asked else call()
            finally:
                self._breakable = False
        except _Broken:
            return None

    def _signalled(self, _signal: int, _frame: FrameType | None) -> None:
        self.ask()
        if self._breakable:
            self._breakable = False
            raise _Broken

    def __enter__(self) -> Stop:
        if threading.current_thread() is threading.main_thread():
            for each in SIGNALS:
                if signal.getsignal(each) not in (signal.SIG_IGN, None):  # who is to live on, as with `nohup`, does
                    self._before[each] = signal.signal(each, self._signalled)
        return self

    def __exit__(self, *_fault: object) -> None:
        self._give_back()

    def _give_back(self) -> None:
        while self._before:
            signal.signal(*self._before.popitem())
