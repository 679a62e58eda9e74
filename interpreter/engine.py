"""The engine: states are lists of integers, laid out by `ir.layout`; a program plays on them.

A state is a value. `start` makes one, `options` says what may be chosen where it stands, `choose` goes on to the
next decision. `state[:]` copies it. The same calls on equal states give equal states, events and options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from ludex.interpreter.sets import distinct, nth, shifter
from ludex.interpreter.translate import Translator
from ludex.ir.chance import below, seeded
from ludex.ir.contract import NO_OPTION, NO_REST, NOTHING_TO_PICK, Event, Fault, Option, State
from ludex.ir.graph import Program
from ludex.ir.layout import GENERATOR, OVER, POINT, REASON, Layout, canonical, lay_out
from ludex.ir.ops import Alternative, Choose, Roll
from ludex.ir.outcomes import outcomes, roll_at


@dataclass(frozen=True, slots=True)
class _Point:
    """A decision's options, ready to be listed: slots in place of registers."""

    choose: Choose
    function: str
    seat: int
    ways: tuple[tuple[str, int, int, int, int], ...]  # form, slot over, slot until, slot to (or -1), next block


@dataclass(slots=True)
class _Code:
    """A translated module."""

    pure: dict[str, Callable[..., int]]
    entries: list[Callable[[State, list[Event]], int]]
    options: dict[int, Callable[[State], list[Option]]]
    text: str


@dataclass(slots=True)
class Engine:
    """Plays one program."""

    program: Program
    layout: Layout = field(init=False)
    size: int = field(init=False)
    _points: dict[int, _Point] = field(init=False)
    _rolls: dict[int, tuple[str, Roll]] = field(init=False)
    _codes: dict[tuple[bool, bool], _Code] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.layout = lay_out(self.program)
        self.size = self.layout.size
        self._points, self._rolls = {}, {}
        for number, (name, block) in self.layout.points.items():
            end = self.program.functions[name].blocks[block].end
            if isinstance(end, Choose):
                self._points[number] = self._point(name, end)
            elif isinstance(end, Roll):
                self._rolls[number] = (name, end)

    def _point(self, name: str, choose: Choose) -> _Point:
        saved, first = self.layout.saved, self.layout.blocks[name]

        def slot(register: int | None) -> int:
            return -1 if register is None else saved[name, register]

        ways = tuple((way.form, slot(way.over), slot(way.until), slot(way.to), first + way.target)
                     for way in choose.alternatives)
        return _Point(choose, name, saved[name, choose.seat], ways)

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

    def start(self, seed: int, events: list[Event] | None = None, asking: bool = False,
              fields: Mapping[str, Sequence[int]] | None = None) -> State:
        """A new game, played on to its first decision. `fields` says what some fields hold at the start."""
        self.code(events is not None, asking)
        state = [0] * self.size
        for item in self.program.fields.values():
            at = self.layout.fields[item.name]
            state[at:at + len(item.start)] = item.start
        for name, values in (fields or {}).items():
            at = self.layout.fields[name]
            state[at:at + len(self.program.fields[name].start)] = values
        state[GENERATOR] = seeded(seed)
        state[REASON] = -1
        state[self.layout.returns[self.program.main]] = OVER
        self._run(state, self.layout.blocks[self.program.main], events, asking)
        return state

    def _run(self, state: State, block: int, events: list[Event] | None, asking: bool) -> None:
        entries = self.code(events is not None, asking).entries
        if len(state) < self.size:
            state.extend([0] * (self.size - len(state)))
        told = events if events is not None else []
        while block >= 0:
            block = entries[block](state, told)

    def options(self, state: State) -> list[Option]:
        """What may be chosen where a state waits: alternatives in order, elements from the lowest."""
        return self._any_code().options[state[POINT]](state)

    def decision(self, state: State) -> Choose | None:
        """The decision a state waits at, if any."""
        point = self._points.get(state[POINT])
        return None if point is None else point.choose

    def seat(self, state: State) -> int:
        """Who decides."""
        return state[self._points[state[POINT]].seat]

    def choose(self, state: State, option: Option, events: list[Event] | None = None, asking: bool = False) -> None:
        """Take an option (one of `options`) and play on."""
        _, _, _, to, block = self._points[state[POINT]].ways[option[0]]
        if to >= 0:
            state[to] = option[1]
        self._run(state, block, events, asking)

    def roll(self, state: State) -> Roll | None:
        """The chance event a state waits at, if any."""
        found = self._rolls.get(state[POINT])
        return None if found is None else found[1]

    def outcomes(self, state: State) -> list[tuple[int, int]]:
        """Each outcome of the chance event with its weight; items that nothing tells apart are one outcome."""
        return outcomes(self.program, self.layout, state)

    def resolve(self, state: State, outcome: int, events: list[Event] | None = None, asking: bool = True) -> None:
        """Let a chance event have an outcome (one of `outcomes`) and play on."""
        name, roll = roll_at(self.program, self.layout, state)
        state[self.layout.saved[name, roll.to]] = outcome
        self._run(state, self.layout.blocks[name] + roll.target, events, asking)

    def over(self, state: State) -> bool:
        """Whether the game is over."""
        return state[POINT] == OVER

    def reason(self, state: State) -> str | None:
        """The end condition that fired."""
        return self.layout.reasons[state[REASON]] if state[REASON] >= 0 else None

    # -- asking

    def evaluate(self, function: str, state: State, args: Sequence[int] = ()) -> int:
        """The value of a pure function; the state does not change."""
        reason, state[REASON] = state[REASON], -1  # steps are counted there
        try:
            return int(self._any_code().pure[function](state, *args))
        finally:
            state[REASON] = reason

    def refusals(self, state: State, way: Alternative, element: int) -> list[int]:
        """The origins of the guards that forbid an alternative's element, in order. Behind one that forbids, a guard
        need not have an answer at all: what it looks at may not be there."""
        name = self._points[state[POINT]].function
        found = []
        for guard in way.guards:
            args = [element if r is None else state[self.layout.saved[name, r]] for r in guard.args]
            try:
                if not self.evaluate(guard.function, state, args):
                    found.append(guard.origin)
            except Fault:
                if not found:
                    raise
        return found

    def register(self, state: State, register: int) -> int:
        """The value of a register that the waiting point keeps."""
        return state[self.layout.saved[self.layout.points[state[POINT]][0], register]]

    def canonical(self, state: State) -> State:
        """The state without what no longer matters."""
        return canonical(self.layout, state)

    def playout(self, state: State, pick: Callable[[int], int]) -> int:
        """Play to the end, taking option number `pick(how many)` each time; returns the number of decisions."""
        code = self.code()
        options, entries = code.options, code.entries
        points = {number: [way[3:] for way in point.ways] for number, point in self._points.items()}
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
