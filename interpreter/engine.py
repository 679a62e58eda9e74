"""The engine: states are lists of integers, laid out by `ir.layout`; a program plays on them.

A state is a value. `start` makes one, `options` says what may be chosen where it stands, `choose` goes on to the
next decision. `state[:]` copies it. The same calls on equal states give equal states, events and options.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from ludex.interpreter.sets import distinct, nth, shifter
from ludex.interpreter.translate import Translator
from ludex.ir.chance import below
from ludex.ir.contract import NO_OPTION, NO_REST, NOTHING_TO_PICK, Event, Fault, Option, State
from ludex.ir.engine import ProgramEngine
from ludex.ir.layout import POINT, REASON


@dataclass(slots=True)
class _Code:
    """A translated module."""

    pure: dict[str, Callable[..., int]]
    entries: list[Callable[[State, list[Event]], int]]
    options: dict[int, Callable[[State], list[Option]]]
    text: str


@dataclass(slots=True)
class Engine(ProgramEngine):
    """Plays one program."""

    size: int = field(init=False, default=0)
    _codes: dict[tuple[bool, bool], _Code] = field(init=False, default_factory=dict)

    def code(self, telling: bool = False, asking: bool = False) -> _Code:
        """The translated module for one way of running, made when first needed."""
        if (telling, asking) not in self._codes:
            translator = Translator(self.program, self.layout, telling, asking)
            text = translator.text()
            self.size = max(self.size, translator.size)
            space: dict[str, Any] = {
                "distinct": distinct, "shifter": shifter, "nth": nth, "below": below, "present": _present,
                "within": _within, "divisor": _divisor, "nothing": _nothing, "overrun": _overrun, "failed": _failed,
                "stuck": _stuck, "TABLES": {table.name: table.values for table in self.program.tables.values()},
            }
            exec(compile(text, f"<{self.program.name}>", "exec"), space)
            entries: list[Callable[[State, list[Event]], int]] = [_no_entry] * len(self.layout.points)
            for number, function in space["ENTRIES"].items():
                entries[number] = function
            self._codes[telling, asking] = _Code(space["PURE"], entries, space["OPTIONS"], text)
        return self._codes[telling, asking]

    def _any_code(self) -> _Code:
        """A module for what is the same in all of them: pure functions, and the lists of options."""
        return next(iter(self._codes.values()), None) or self.code()

    # -- playing

    def run(self, state: State, block: int, events: list[Event] | None, asking: bool) -> None:
        """Go on at a block until play waits; the state changes in place."""
        entries = self.code(events is not None, asking).entries
        if len(state) < self.size:
            state.extend([0] * (self.size - len(state)))
        told = events if events is not None else []
        while block >= 0:
            block = entries[block](state, told)

    def options(self, state: State) -> list[Option]:
        """What may be chosen where a state waits: alternatives in order, elements from the lowest."""
        return self._any_code().options[state[POINT]](state)

    def evaluate(self, function: str, state: State, args: Sequence[int] = ()) -> int:
        """The value of a pure function; the state does not change."""
        reason, state[REASON] = state[REASON], -1  # steps are counted there
        try:
            return int(self._any_code().pure[function](state, *args))
        finally:
            state[REASON] = reason

    def playout(self, state: State, pick: Callable[[int], int]) -> int:
        """Play to the end, taking option number `pick(how many)` each time; returns the number of decisions."""
        code = self.code()
        options, entries = code.options, code.entries
        points = {number: [way[3:] for way in point.ways] for number, point in self.points.items()}
        told: list[Event] = []
        decisions = 0
        if len(state) < self.size:
            state.extend([0] * (self.size - len(state)))
        while (point := state[POINT]) >= 0:
            found = options[point](state)
            way, value = found[pick(len(found))]
            to, block = points[point][way]
            if to >= 0:
                state[to] = value
            while block >= 0:
                block = entries[block](state, told)
            decisions += 1
        return decisions


def _no_entry(state: State, events: list[Event]) -> int:
    raise AssertionError("no region begins here")


def _present(index: int, origin: int) -> int:
    if index < 0:
        raise Fault(origin, "there is nothing here to look at")
    return index


def _within(value: int, low: int, high: int, origin: int, name: str) -> int:
    if low <= value <= high:
        return value
    raise Fault(origin, f"`{name}` would become {value}, outside {low} to {high}")


def _divisor(value: int, origin: int) -> int:
    if value == 0:
        raise Fault(origin, "division by zero")
    return value


def _nothing(origin: int) -> NoReturn:
    raise Fault(origin, NOTHING_TO_PICK)


def _stuck(origin: int, prompt: str) -> NoReturn:
    what = f" ({prompt})" if prompt else ""
    raise Fault(origin, f"{NO_OPTION}{what}")


def _overrun(origin: int) -> NoReturn:
    raise Fault(origin, NO_REST)


def _failed(origin: int, message: str) -> NoReturn:
    raise Fault(origin, message)


__all__ = ["Engine", "Event", "Option", "State"]
