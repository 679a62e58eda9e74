"""The way to make programs. It folds constants, drops what cannot be reached, and knows every bound.

A `Value` is a register with its type and, where it is known, its constant. Control flow is written with
closures (`branch`, `each`, `loop`), so a block is never left without an end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ludex.ir.flow import reachable
from ludex.ir.graph import Block, Field, Function, Origin, Program, Register, Table
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
    Reg,
    Rest,
    Return,
    Roll,
    Select,
    Shift,
    Single,
    Store,
    Terminator,
    Tick,
    map_registers,
    targets,
    written,
)
from ludex.ir.types import FLAG, WORD, Domain, Int, Set, Type, join

#: A function of one block and no more operations than this is written where it is called.
INLINE = 12


@dataclass(frozen=True, slots=True)
class Value:
    """A register, its type, and its value where that is known beforehand."""

    reg: Reg
    type: Type
    known: int | None = None

    @property
    def low(self) -> int:
        assert isinstance(self.type, Int), self.type
        return self.type.low

    @property
    def high(self) -> int:
        assert isinstance(self.type, Int), self.type
        return self.type.high

    @property
    def domain(self) -> str:
        assert self.type.domain is not None, self.type
        return self.type.domain


class ProgramBuilder:
    """Collects the parts of a program."""

    def __init__(self, name: str, seats: int) -> None:
        self.name = name
        self.seats = seats
        self.domains: dict[str, Domain] = {}
        self.fields: dict[str, Field] = {}
        self.tables: dict[str, Table] = {}
        self.functions: dict[str, Function] = {}
        self._origins: dict[Origin, int] = {}

    def origin(self, origin: Origin) -> int:
        return self._origins.setdefault(origin, len(self._origins))

    def table(self, name: str, index: str, type: Type, values: Sequence[int]) -> str:
        self.tables.setdefault(name, Table(name, index, type, tuple(values)))
        return name

    def build(
        self,
        scores: Sequence[str] = (),
        invariants: dict[str, str] | None = None,
        ties: Literal["shared", "nobody wins", "impossible"] = "shared",
        best: Literal["highest", "lowest"] = "highest",
    ) -> Program:
        return Program(
            self.name, self.seats, self.domains, self.fields, self.tables, self.functions,
            tuple(self._origins), tuple(scores), invariants or {}, ties, best,
        )


class Builder:
    """Builds one function. `origin` is set by whoever lowers, before each piece."""

    def __init__(self, program: ProgramBuilder, name: str, pure: bool) -> None:
        self.program = program
        self.name = name
        self.pure = pure
        self.origin = 0
        self._registers: list[Register] = []
        self._parameters = 0
        self._ops: list[list[Op]] = [[]]
        self._ends: list[Terminator | None] = [None]
        self._here = 0
        self._result: Type | None = None
        #: How often a zone has been written or a procedure entered so far.
        self.changes = 0
        #: Called where a loop's body begins: what held before need not hold when it runs again.
        self.on_loop: Callable[[], None] = lambda: None

    # -- registers

    def parameter(self, name: str, type: Type) -> Value:
        assert self._parameters == len(self._registers), "parameters come first"
        self._parameters += 1
        return self.fresh(type, name)

    def fresh(self, type: Type, name: str = "") -> Value:
        """A register of its own, to be assigned."""
        self._registers.append(Register(name, type))
        return Value(len(self._registers) - 1, type)

    @property
    def registers(self) -> int:
        """How many registers there are so far."""
        return len(self._registers)

    def register(self, number: Reg) -> Value:
        """An existing register."""
        return Value(number, self._registers[number].type)

    def assign(self, target: Value, source: Value) -> None:
        self._add(Copy(self.origin, target.reg, source.reg))

    def _add(self, op: Op) -> None:
        self._ops[self._here].append(op)

    # -- numbers

    def const(self, value: int, type: Type | None = None) -> Value:
        made = self.fresh(type or Int(value, value))
        self._add(Const(self.origin, made.reg, value))
        return replace(made, known=value)

    def flag(self, value: bool) -> Value:
        return self.const(int(value), FLAG)

    def arith(self, how: Literal["add", "sub", "mul", "div", "mod", "min", "max"], a: Value, b: Value,
              bound: Int | None = None) -> Value:
        """Arithmetic. `bound` is a tighter bound that the caller has proved."""
        if a.known is not None and b.known is not None and not (how in ("div", "mod") and b.known == 0):
            return self.const(calculate(how, a.known, b.known))
        if how in ("add", "sub") and b.known == 0:
            return a
        if how == "add" and a.known == 0:
            return b
        made = self.fresh(bound or _bounds(how, a, b))
        self._add(Arith(self.origin, made.reg, how, a.reg, b.reg))
        return made

    def add_into(self, target: Value, amount: Value) -> None:
        """Add to a register whose type is known to hold the result."""
        self._add(Arith(self.origin, target.reg, "add", target.reg, amount.reg))

    def compare(self, how: Literal["eq", "ne", "lt", "le"], a: Value, b: Value) -> Value:
        if a.known is not None and b.known is not None:
            return self.flag({"eq": a.known == b.known, "ne": a.known != b.known,
                              "lt": a.known < b.known, "le": a.known <= b.known}[how])
        if isinstance(a.type, Int) and isinstance(b.type, Int):
            answer = _decided(how, a.type, b.type)
            if answer is not None:
                return self.flag(answer)
        made = self.fresh(FLAG)
        self._add(Compare(self.origin, made.reg, how, a.reg, b.reg))
        return made

    def both(self, a: Value, b: Value) -> Value:
        if a.known is not None:
            return b if a.known else a
        if b.known is not None:
            return a if b.known else b
        made = self.fresh(FLAG)
        self._add(Logic(self.origin, made.reg, "and", a.reg, b.reg))
        return made

    def either(self, a: Value, b: Value) -> Value:
        if a.known is not None:
            return a if a.known else b
        if b.known is not None:
            return b if b.known else a
        made = self.fresh(FLAG)
        self._add(Logic(self.origin, made.reg, "or", a.reg, b.reg))
        return made

    def negate(self, a: Value) -> Value:
        if a.known is not None:
            return self.flag(not a.known)
        made = self.fresh(FLAG)
        self._add(Not(self.origin, made.reg, a.reg))
        return made

    def select(self, test: Value, yes: Value, no: Value) -> Value:
        if test.known is not None:
            return yes if test.known else no
        made = self.fresh(join(yes.type, no.type))
        self._add(Select(self.origin, made.reg, test.reg, yes.reg, no.reg))
        return made

    # -- state and tables

    def load(self, field: str, index: Value | None = None) -> Value:
        made = self.fresh(self.program.fields[field].type)
        self._add(Load(self.origin, made.reg, field, None if index is None else index.reg))
        return made

    def store(self, field: str, index: Value | None, value: Value) -> None:
        assert not self.pure, "a pure function does not write"
        self.changes += self.program.fields[field].role == "zone"
        self._add(Store(self.origin, field, None if index is None else index.reg, value.reg))

    def lookup(self, table: str, index: Value) -> Value:
        entry = self.program.tables[table]
        if index.known is not None and 0 <= index.known < len(entry.values):
            value = entry.values[index.known]
            return self.const(value, Set(entry.type.domain) if isinstance(entry.type, Set)
                              else Int(value, value, entry.type.domain))
        made = self.fresh(entry.type)
        self._add(Lookup(self.origin, made.reg, table, index.reg))
        return made

    # -- sets

    def empty(self, domain: str) -> Value:
        return self.const(0, Set(domain))

    def everything(self, domain: str) -> Value:
        return self.const((1 << self.program.domains[domain].size) - 1, Set(domain))

    def single(self, element: Value) -> Value:
        if element.known is not None:
            return self.const(0 if element.known < 0 else 1 << element.known, Set(element.domain))
        made = self.fresh(Set(element.domain))
        self._add(Single(self.origin, made.reg, element.reg))
        return made

    def has(self, set: Value, element: Value) -> Value:
        if set.known is not None and element.known is not None:
            return self.flag(element.known >= 0 and bool(set.known >> element.known & 1))
        made = self.fresh(FLAG)
        self._add(Has(self.origin, made.reg, set.reg, element.reg))
        return made

    def count(self, set: Value) -> Value:
        if set.known is not None:
            return self.const(set.known.bit_count())
        made = self.fresh(Int(0, self.program.domains[set.domain].size))
        self._add(Count(self.origin, made.reg, set.reg))
        return made

    def combine(self, how: Literal["union", "meet", "minus"], a: Value, b: Value) -> Value:
        assert a.type == b.type, (a.type, b.type)
        if a.known is not None and b.known is not None:
            value = {"union": a.known | b.known, "meet": a.known & b.known, "minus": a.known & ~b.known}[how]
            return self.const(value, a.type)
        if b.known == 0:
            return b if how == "meet" else a
        if a.known == 0:
            return b if how == "union" else a
        made = self.fresh(a.type)
        self._add(Combine(self.origin, made.reg, how, a.reg, b.reg))
        return made

    def first(self, set: Value) -> Value:
        made = self.fresh(Int(-1, self.program.domains[set.domain].size - 1, set.domain))
        self._add(First(self.origin, made.reg, set.reg))
        return made

    def shift(self, set: Value, table: str) -> Value:
        made = self.fresh(self.program.tables[table].type)
        self._add(Shift(self.origin, made.reg, set.reg, table))
        return made

    def distinct(self, set: Value) -> Value:
        kinds = self.program.domains[set.domain].kinds
        if kinds == tuple(range(len(kinds))):
            return set
        made = self.fresh(set.type)
        self._add(Distinct(self.origin, made.reg, set.reg))
        return made

    # -- the rest

    def call(self, function: str, args: Sequence[Value]) -> Value:
        callee = self.program.functions[function]
        assert callee.result is not None, function
        if _is_short(callee):
            return self._inline(callee, args)
        made = self.fresh(callee.result)
        self._add(Call(self.origin, made.reg, function, tuple(a.reg for a in args)))
        return made

    def _inline(self, callee: Function, args: Sequence[Value]) -> Value:
        """Write a short function where it is called."""
        registers = [a.reg for a in args]
        registers += [self.fresh(r.type, r.name).reg for r in callee.registers[callee.parameters:]]
        for op in callee.blocks[0].ops:
            self._add(map_registers(op, registers.__getitem__))
        end = callee.blocks[0].end
        assert isinstance(end, Return) and end.value is not None
        result = self.register(registers[end.value])
        if end.value >= callee.parameters:
            return result
        # An argument given back may be a register that changes later; the result must not.
        kept = self.fresh(result.type)
        self.assign(kept, result)
        return kept

    def emit(self, kind: str, args: Sequence[Value], secrets: Sequence[Value] = (), seen: Value | None = None) -> None:
        self._add(Emit(self.origin, kind, tuple(a.reg for a in args), tuple(s.reg for s in secrets),
                       None if seen is None else seen.reg))

    def tick(self) -> None:
        self._add(Tick(self.origin))

    # -- control

    def block(self) -> int:
        """A new, empty block; `at` goes there."""
        self._ops.append([])
        self._ends.append(None)
        return len(self._ops) - 1

    def at(self, block: int) -> None:
        self._here = block

    def finish(self, end: Terminator) -> None:
        """End the block; what follows is unreachable until `at`."""
        if self._ends[self._here] is None:
            self._ends[self._here] = end
        self._here = self.block()

    def goto(self, block: int) -> None:
        self.finish(Goto(self.origin, block))

    def branch(self, test: Value, yes: Callable[[], None], no: Callable[[], None] | None = None) -> None:
        """Do one thing or the other."""
        if test.known is not None:
            chosen = yes if test.known else no
            if chosen is not None:
                chosen()
            return
        first, after = self.block(), self.block()
        second = self.block() if no is not None else after
        self.finish(Branch(self.origin, test.reg, first, second))
        self.at(first)
        yes()
        self.goto(after)
        if no is not None:
            self.at(second)
            no()
            self.goto(after)
        self.at(after)

    def each(self, set: Value, body: Callable[[Value], None]) -> None:
        """For every element of a set, from the lowest to the highest; the set is fixed beforehand."""
        rest = self.fresh(set.type)
        self.assign(rest, set)
        head, inside, after = self.block(), self.block(), self.block()
        self.goto(head)
        self.at(head)
        more = self.fresh(FLAG)
        nothing = self.empty(set.domain)
        self._add(Compare(self.origin, more.reg, "ne", rest.reg, nothing.reg))
        self.finish(Branch(self.origin, more.reg, inside, after))
        self.at(inside)
        self.on_loop()
        element = self.fresh(Int(0, self.program.domains[set.domain].size - 1, set.domain))
        self._add(First(self.origin, element.reg, rest.reg))
        self._add(Rest(self.origin, rest.reg, rest.reg))
        body(element)
        self.goto(head)
        self.at(after)

    def loop(self, body: Callable[[int], None]) -> None:
        """Again and again; `body` is given the block to go to when it is done."""
        head, after = self.block(), self.block()
        self.goto(head)
        self.at(head)
        self.on_loop()
        self.tick()
        body(after)
        self.goto(head)
        self.at(after)

    def leave_if(self, test: Value, block: int) -> None:
        """Go to a block if a flag is 1."""
        if test.known == 0:
            return
        if test.known is not None:
            self.goto(block)
            return
        on = self.block()
        self.finish(Branch(self.origin, test.reg, block, on))
        self.at(on)

    def choose(self, seat: Value, kind: str, prompt: str, alternatives: Sequence[Alternative]) -> None:
        self.finish(Choose(self.origin, seat.reg, kind, prompt, tuple(alternatives)))

    def roll(self, over: Value, until: Value | None = None, source: str | None = None,
             seen: Value | None = None) -> Value:
        """Let chance pick an element of a set, or a number from one to another."""
        if until is None:
            made = self.fresh(Int(0, self.program.domains[over.domain].size - 1, over.domain))
        else:
            made = self.fresh(Int(over.low, max(over.low, until.high)))
        then = self.block()
        self.finish(Roll(self.origin, made.reg, over.reg, None if until is None else until.reg, source,
                         None if seen is None else seen.reg, then))
        self.at(then)
        return made

    def enter(self, procedure: str, args: Sequence[Value]) -> None:
        self.changes += 1
        then = self.block()
        self.finish(Enter(self.origin, procedure, tuple(a.reg for a in args), then))
        self.at(then)

    def give(self, value: Value) -> None:
        """Return a result from a pure function."""
        self._result = value.type if self._result is None else join(self._result, value.type)
        self.finish(Return(self.origin, value.reg))

    def end(self, reason: str) -> None:
        self.finish(End(self.origin, reason))

    def fail(self, message: str) -> None:
        self.finish(Fail(self.origin, message))

    def done(self) -> Function:
        """Close the function, drop what cannot be reached, number the blocks anew."""
        if not self.pure:
            self.finish(Return(self.origin, None))
        blocks = tuple(
            Block(tuple(ops), end if end is not None else Fail(self.origin, "control fell off the end"))
            for ops, end in zip(self._ops, self._ends, strict=True)
        )
        whole = Function(self.name, self.pure, self._parameters, self._result, tuple(self._registers), blocks)
        function = _tidy(whole)
        self.program.functions[self.name] = function
        return function


def _is_short(function: Function) -> bool:
    """Whether a function may be written where it is called: it does little, and leaves its parameters alone."""
    first = function.blocks[0]
    return len(function.blocks) == 1 and isinstance(first.end, Return) and len(first.ops) <= INLINE and not any(
        (to := written(op)) is not None and to < function.parameters for op in first.ops)


def calculate(how: str, a: int, b: int) -> int:
    """What arithmetic means (contract C2, C3): division and remainder round down."""
    match how:
        case "add":
            return a + b
        case "sub":
            return a - b
        case "mul":
            return a * b
        case "div":
            return a // b
        case "mod":
            return a % b
        case "min":
            return min(a, b)
        case "max":
            return max(a, b)
    raise AssertionError(how)


def _bounds(how: str, a: Value, b: Value) -> Int:
    match how:
        case "div":
            corners = [a.low, a.high, -abs(a.low), abs(a.low), -abs(a.high), abs(a.high)]
            if b.low > 0:
                corners = [calculate("div", x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
        case "mod":
            most = max(abs(b.low), abs(b.high))
            corners = [0, most - 1] if b.low > 0 else [1 - most, most - 1]
        case _:
            corners = [calculate(how, x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    low, high = min(corners), max(corners)
    if low < -WORD - 1 or high > WORD:
        raise OverflowError(f"{how} may leave 32 bits: {low}..{high}")
    return Int(low, high)


def _decided(how: str, a: Int, b: Int) -> bool | None:
    """The answer of a comparison that the bounds alone decide."""
    if how in ("eq", "ne") and (a.high < b.low or b.high < a.low):
        return how == "ne"
    if how == "lt" and (a.high < b.low or a.low >= b.high):
        return a.high < b.low
    if how == "le" and (a.high <= b.low or a.low > b.high):
        return a.high <= b.low
    return None


def _tidy(function: Function) -> Function:
    """Follow empty jumps, then keep reachable blocks in order of first visit."""
    blocks = list(function.blocks)

    def past(block: int) -> int:
        seen: set[int] = set()
        while not blocks[block].ops and isinstance(blocks[block].end, Goto) and block not in seen:
            seen.add(block)
            block = targets(blocks[block].end)[0]
        return block

    blocks = [replace(b, end=_retarget(b.end, past)) for b in blocks]
    whole = replace(function, blocks=tuple(blocks))
    order = sorted(reachable(whole))
    new = {old: at for at, old in enumerate(order)}
    kept = tuple(replace(blocks[old], end=_retarget(blocks[old].end, new.__getitem__)) for old in order)
    return _merge(replace(function, blocks=kept))


def _merge(function: Function) -> Function:
    """Join a block with its only successor when that has no other predecessor."""
    blocks = list(function.blocks)
    counts = [0] * len(blocks)
    counts[0] = 1
    for block in blocks:
        for target in targets(block.end):
            counts[target] += 1
    gone: set[int] = set()
    for at in range(len(blocks)):
        if at in gone:
            continue
        while isinstance(blocks[at].end, Goto):
            target = targets(blocks[at].end)[0]
            if counts[target] != 1 or target == at or target in gone or target == 0:
                break
            blocks[at] = Block(blocks[at].ops + blocks[target].ops, blocks[target].end)
            gone.add(target)
    whole = replace(function, blocks=tuple(blocks))
    order = sorted(reachable(whole))
    new = {old: i for i, old in enumerate(order)}
    return replace(function, blocks=tuple(
        replace(blocks[old], end=_retarget(blocks[old].end, new.__getitem__)) for old in order))


def _retarget(end: Terminator, where: Callable[[int], int]) -> Terminator:
    match end:
        case Goto() | Roll():
            return replace(end, target=where(end.target))
        case Branch():
            return replace(end, yes=where(end.yes), no=where(end.no))
        case Enter():
            return replace(end, then=where(end.then))
        case Choose():
            return replace(end, alternatives=tuple(replace(a, target=where(a.target)) for a in end.alternatives))
    return end
