"""A second, slow machine for programs, written from the contract alone: it steps through operations one by one.

It shares nothing with the engine but the program. What it checks besides: a register has a value when it is read, and
holds what it is given (contract C2).
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ludex.ir.contract import BUDGET, Event, Fault, Option
from ludex.ir.flow import live_at_end, liveness
from ludex.ir.graph import Function, Program
from ludex.ir.layout import GENERATOR, OVER, POINT, REASON, Layout
from ludex.ir.ops import (
    Alternative,
    Arith,
    Branch,
    Call,
    Choose,
    Combine,
    Compare,
    Const,
    Copy,
    Count,
    Distinct,
    Emit,
    End,
    Enter,
    Fail,
    First,
    Goto,
    Has,
    Load,
    Logic,
    Lookup,
    Not,
    Op,
    Rest,
    Return,
    Roll,
    Select,
    Shift,
    Single,
    Store,
    Tick,
)
from ludex.ir.types import Int, Set

MASK = 2**64 - 1


@dataclass
class Frame:
    """A function that has been entered and not left: its registers, and the block it stands at."""

    function: Function
    registers: dict[int, int]
    block: int = 0

    def type(self, register: int) -> Int | Set:
        return self.function.registers[register].type


@lru_cache(maxsize=64)
def _entering(function: Function) -> list[set[int]]:
    return liveness(function)


@dataclass
class Machine:
    """Plays one program from its own state."""

    program: Program
    budget: int = BUDGET
    fields: dict[str, list[int]] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)
    generator: int = 0
    reason: str | None = None
    asking: bool = False
    events: list[Event] = field(default_factory=list)
    steps: int = 0

    def __deepcopy__(self, memo: dict[int, Any]) -> Machine:
        frames = [Frame(f.function, dict(f.registers), f.block) for f in self.frames]
        return Machine(self.program, self.budget, deepcopy(self.fields), frames, self.generator, self.reason,
                       self.asking, list(self.events), self.steps)

    # -- playing

    def start(self, seed: int, asking: bool = False) -> None:
        self.fields = {f.name: list(f.start) for f in self.program.fields.values()}
        self.generator = seed & MASK
        self.asking, self.steps = asking, 0
        self.frames = [Frame(self.program.functions[self.program.main], {})]
        self._run()

    @property
    def waiting(self) -> Choose | Roll | None:
        if not self.frames:
            return None
        end = self.frames[-1].function.blocks[self.frames[-1].block].end
        assert isinstance(end, Choose | Roll)
        return end

    def options(self) -> list[Option]:
        frame, choose = self.frames[-1], self.waiting
        assert isinstance(choose, Choose)
        found: list[Option] = []
        for number, way in enumerate(choose.alternatives):
            if way.form == "one":
                found += [(number, 0)] if way.over is None or frame.registers[way.over] else []
            elif way.form == "each":
                assert way.over is not None
                found += [(number, e) for e in elements(frame.registers[way.over])]
            else:
                assert way.over is not None
                assert way.until is not None
                found += [(number, n) for n in range(frame.registers[way.over], frame.registers[way.until] + 1)]
        return found

    def choose(self, option: Option) -> None:
        choose = self.waiting
        assert isinstance(choose, Choose)
        way = choose.alternatives[option[0]]
        if way.to is not None:
            self._set(self.frames[-1], way.to, option[1])
        self.frames[-1].block = way.target
        self._run()

    def outcomes(self) -> list[tuple[int, int]]:
        frame, roll = self.frames[-1], self.waiting
        assert isinstance(roll, Roll)
        if roll.until is not None:
            return [(n, 1) for n in range(frame.registers[roll.over], frame.registers[roll.until] + 1)]
        over = elements(frame.registers[roll.over])
        kinds = self._kinds(frame.type(roll.over))
        told = self._told_by(frame.type(roll.over))
        signs = {e: (kinds[e], [e in cell for cell in told]) for e in over}
        kept = [e for e in over if e == min(o for o in over if signs[o] == signs[e])]
        return [(e, sum(signs[o] == signs[e] for o in over)) for e in kept]

    @staticmethod
    def _any_outcome(roll: Roll, frame: Frame) -> bool:
        if roll.until is None:
            return frame.registers[roll.over] != 0
        return frame.registers[roll.over] <= frame.registers[roll.until]

    def _told_by(self, type: Int | Set) -> list[list[int]]:
        """Everything that is kept and holds elements of a domain: what each of it holds."""
        holding = [(f.type, value) for f in self.program.fields.values() for value in self.fields[f.name]]
        for number, frame in enumerate(self.frames):
            live = self._live(frame, last=number == len(self.frames) - 1)
            holding += [(frame.type(r), frame.registers[r]) for r in live if r in frame.registers]
        return [elements(value) if isinstance(kept, Set) else [value]
                for kept, value in holding if kept.domain == type.domain]

    @staticmethod
    def _live(frame: Frame, last: bool) -> set[int]:
        """The registers that are read later: in the block's own end if play waits there, else where it goes on."""
        entering = _entering(frame.function)
        return live_at_end(frame.function, frame.block, entering) if last else entering[frame.block]

    def resolve(self, outcome: int) -> None:
        roll = self.waiting
        assert isinstance(roll, Roll)
        self._set(self.frames[-1], roll.to, outcome)
        self.frames[-1].block = roll.target
        self._run()

    def refusals(self, way: Alternative, element: int) -> list[int]:
        registers, found = self.frames[-1].registers, []
        for guard in way.guards:
            args = tuple(element if a is None else registers[a] for a in guard.args)
            try:
                if not self.evaluate(guard.function, args):
                    found.append(guard.origin)
            except Fault:
                if not found:
                    raise
        return found

    def flat(self, layout: Layout) -> list[int]:
        """The state as the layout puts it, with every register that has a value and a place."""
        state = [0] * layout.size
        state[POINT] = OVER if not self.frames else layout.blocks[self.frames[-1].function.name] + self.frames[-1].block
        state[GENERATOR] = self.generator
        waits = isinstance(self.waiting, Roll)
        state[REASON] = layout.reasons.index(self.reason) if self.reason is not None else -1 - self.steps * waits
        for name, values in self.fields.items():
            state[layout.fields[name]:layout.fields[name] + len(values)] = values
        back = OVER
        for frame in self.frames:
            name = frame.function.name
            state[layout.returns[name]] = back
            for register, value in frame.registers.items():
                if (name, register) in layout.saved:
                    state[layout.saved[name, register]] = value
            back = layout.blocks[name] + frame.block
        return state

    def evaluate(self, function: str, args: tuple[int, ...] = ()) -> int:
        taken, self.steps = self.steps, 0
        try:
            return self._call(function, args)
        finally:
            self.steps = taken

    # -- control

    def _run(self) -> None:
        while self.frames:
            frame = self.frames[-1]
            block = frame.function.blocks[frame.block]
            for op in block.ops:
                self._step(op, frame)
            match block.end:
                case Goto() | Branch():
                    frame.block = _next(block.end, frame)
                case Choose(origin=origin):
                    if not self.options():
                        raise Fault(origin, "nothing to choose from")
                    self.steps = 0
                    return
                case Roll(origin=origin, to=to, target=target):
                    if not self._any_outcome(block.end, frame):
                        raise Fault(origin, "nothing to pick from")
                    if self.asking:
                        return
                    self._set(frame, to, self._picked(block.end, frame))
                    frame.block = target
                case Enter(procedure=procedure, args=args, then=then):
                    frame.block = then
                    self.frames.append(self._frame(procedure, tuple(frame.registers[a] for a in args)))
                case Return():
                    self.frames.pop()
                case End(reason=reason):
                    self.reason = reason
                    self.frames = []
                case Fail(origin=origin, message=message):
                    raise Fault(origin, message)

    def _picked(self, roll: Roll, frame: Frame) -> int:
        if roll.until is None:
            over = elements(frame.registers[roll.over])
            return over[self._below(len(over))]
        first = frame.registers[roll.over]
        return first + self._below(frame.registers[roll.until] - first + 1)

    def _below(self, bound: int) -> int:
        """Contract C25 and C26, as they are written there."""
        while bound > 1:
            self.generator = (self.generator + 0x9E3779B97F4A7C15) % 2**64
            word = self.generator
            word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
            word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
            high, low = divmod((word ^ word >> 31) * bound, 2**64)
            if low >= 2**64 % bound:
                return high
        return 0

    def _frame(self, name: str, args: tuple[int, ...]) -> Frame:
        frame = Frame(self.program.functions[name], {})
        for register, value in enumerate(args):
            self._set(frame, register, value)
        return frame

    def _call(self, name: str, args: tuple[int, ...]) -> int:
        frame = self._frame(name, args)
        while True:
            block = frame.function.blocks[frame.block]
            for op in block.ops:
                self._step(op, frame)
            match block.end:
                case Return(value=value) if value is not None:
                    return frame.registers[value]
                case Fail(origin=origin, message=message):
                    raise Fault(origin, message)
                case end:
                    frame.block = _next(end, frame)

    # -- operations

    def _set(self, frame: Frame, register: int, value: int) -> None:
        type = frame.type(register)
        assert value.__class__ is int, (register, value)
        if isinstance(type, Set):
            assert 0 <= value < 1 << self.program.domains[type.domain].size, (frame.function.name, register, value)
        else:
            assert type.low <= value <= type.high, (frame.function.name, register, value)
        frame.registers[register] = value

    def _kinds(self, type: Int | Set) -> tuple[int, ...]:
        assert type.domain is not None
        domain = self.program.domains[type.domain]
        return domain.kinds or tuple(range(domain.size))

    def _step(self, op: Op, frame: Frame) -> None:
        r = frame.registers
        match op:
            case Store(field=name, index=index, source=source):
                type = self.program.fields[name].type
                if isinstance(type, Int) and not type.low <= r[source] <= type.high:
                    raise Fault(op.origin, f"`{name}` cannot be {r[source]}")
                self.fields[name][0 if index is None else _there(r[index], op)] = r[source]
            case Emit(kind=kind, args=args, secrets=secrets, seen=seen):
                self.events.append((kind, op.origin, tuple(r[a] for a in args), tuple(r[s] for s in secrets),
                                    -1 if seen is None else r[seen]))
            case Tick():
                self.steps += 1
                if self.steps > self.budget:
                    raise Fault(op.origin, "no rest")
            case _:
                self._set(frame, getattr(op, "to"), self._value(op, frame))  # noqa: B009

    def _value(self, op: Op, frame: Frame) -> int:
        r = frame.registers
        match op:
            case Const(value=value):
                return value
            case Copy(source=a):
                return r[a]
            case Arith(how=how, left=a, right=b):
                if how in ("div", "mod") and r[b] == 0:
                    raise Fault(op.origin, "by zero")
                return _arithmetic(how, r[a], r[b])
            case Compare(how=how, left=a, right=b):
                return {"eq": int(r[a] == r[b]), "ne": int(r[a] != r[b]), "lt": int(r[a] < r[b]),
                        "le": int(r[a] <= r[b])}[how]
            case Logic(how=how, left=a, right=b):
                return min(r[a], r[b]) if how == "and" else max(r[a], r[b])
            case Not(source=a):
                return 1 - r[a]
            case Select(test=t, yes=a, no=b):
                return (r[b], r[a])[r[t]]
            case Load(field=name, index=index):
                return self.fields[name][0 if index is None else _there(r[index], op)]
            case Lookup(table=name, index=index):
                return self.program.tables[name].values[_there(r[index], op)]
            case Single(element=a):
                return bits([r[a]] if r[a] >= 0 else [])
            case Has(set=a, element=b):
                return int(r[b] in elements(r[a]))
            case Count(set=a):
                return len(elements(r[a]))
            case Combine(how=how, left=a, right=b):
                left, right = set(elements(r[a])), set(elements(r[b]))
                return bits({"union": left | right, "meet": left & right, "minus": left - right}[how])
            case First(set=a):
                return min(elements(r[a]), default=-1)
            case Rest(set=a):
                return bits(elements(r[a])[1:])
            case Shift(set=a, table=name):
                return bits({e for s in elements(r[a]) for e in elements(self.program.tables[name].values[s])})
            case Distinct(set=a):
                kinds, over = self._kinds(frame.type(a)), elements(r[a])
                return bits({min(o for o in over if kinds[o] == kinds[e]) for e in over})
            case Call(function=function, args=args):
                return self._call(function, tuple(r[a] for a in args))
        raise AssertionError(op)


def _there(index: int, op: Op) -> int:
    if index < 0:
        raise Fault(op.origin, "nothing there")
    return index


def _next(end: object, frame: Frame) -> int:
    if isinstance(end, Branch):
        return end.yes if frame.registers[end.test] else end.no
    assert isinstance(end, Goto)
    return end.target


def _arithmetic(how: str, a: int, b: int) -> int:
    quotient = 0 if b == 0 else abs(a) // abs(b)
    if b and (a < 0) != (b < 0):
        quotient = -quotient - (1 if abs(a) % abs(b) else 0)
    return {"add": a + b, "sub": a - b, "mul": a * b, "min": sorted((a, b))[0], "max": sorted((a, b))[1],
            "div": quotient, "mod": a - b * quotient}[how]


def elements(number: int) -> list[int]:
    """The elements of a set, from the lowest."""
    return [e for e in range(number.bit_length()) if number >> e & 1]


def bits(found: Any) -> int:
    """The set of some elements."""
    total = 0
    for element in found:
        total |= 1 << element
    return total
