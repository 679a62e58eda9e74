"""Plays a game on the native engine and on the interpreter at once, and compares all that can be seen."""

from __future__ import annotations

import random
from collections import Counter

from ludex.interpreter.engine import Engine as Interpreter
from ludex.ir.contract import Event, Fault
from ludex.ir.graph import Program
from ludex.native.engine import Engine


def attempt(run: object) -> tuple[int, str] | None:
    """The fault of a call, if it has one: its origin and its message."""
    try:
        run()  # type: ignore[operator]
    except Fault as fault:
        return fault.origin, fault.message
    return None


class Lockstep:
    """Both engines of one program: the native one plays with events, without them, and as the interpreter does."""

    def __init__(self, program: Program) -> None:
        self.native, self.interpreter = Engine(program), Interpreter(program)
        self.seen: Counter[str] = Counter()

    def game(self, seed: int, most: int = 100_000) -> None:
        """One game of at most so many decisions, picked at random."""
        native, interpreter, rng = self.native, self.interpreter, random.Random(seed)
        told: list[Event] = []
        expected: list[Event] = []
        mine, theirs = native.start(seed, told), interpreter.start(seed, expected)
        silent = native.start(seed)
        for _ in range(most):
            assert told == expected
            canonical = native.canonical(mine)
            assert canonical == interpreter.canonical(theirs)
            assert canonical == native.canonical(silent)
            assert native.over(mine) == interpreter.over(theirs)
            assert native.reason(mine) == interpreter.reason(theirs)
            self.seen["events"] += len(told)
            if native.over(mine):
                self.seen["games"] += 1
                break
            decision = native.decision(mine)
            assert decision is interpreter.decision(theirs)
            assert native.seat(mine) == interpreter.seat(theirs)
            options = native.options(mine)
            assert options == interpreter.options(theirs)
            option = rng.choice(options)
            if rng.random() < 0.02 and decision is not None:
                way = decision.alternatives[option[0]]
                assert native.refusals(mine, way, option[1]) == interpreter.refusals(theirs, way, option[1])
            told.clear()
            expected.clear()
            faults = [attempt(lambda: native.choose(mine, option, told)),  # noqa: B023
                      attempt(lambda: interpreter.choose(theirs, option, expected)),  # noqa: B023
                      attempt(lambda: native.choose(silent, option))]  # noqa: B023
            assert faults[0] == faults[1] == faults[2]
            self.seen["decisions"] += 1
            if faults[0] is not None:
                self.seen["faults"] += 1
                break
