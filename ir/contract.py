"""What every operation means, clause by clause, and what an engine offers."""

from __future__ import annotations


class Fault(Exception):
    """The rules have no answer: `origin` is where in the rules it happened."""

    def __init__(self, origin: int, message: str) -> None:
        super().__init__(message)
        self.origin = origin
        self.message = message
