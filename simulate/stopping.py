"""Ctrl-C while games are played: the first is noted, so that what is done can be told; a second one ends everything."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any


class Stop:
    """Whether a simulation is to stop. As a context, Ctrl-C asks for it; elsewhere `ask` does."""

    def __init__(self) -> None:
        self.asked = False
        self._before: Any = None

    def ask(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        """Ask for it."""
        self.asked = True
        self._give_back()

    def __enter__(self) -> Stop:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self.ask)
        return self

    def __exit__(self, *_fault: object) -> None:
        self._give_back()

    def _give_back(self) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None
