"""Works out beforehand what does not depend on play: loops over known sets, branches on known numbers, known arguments.

A function is followed block by block with the registers whose values are known. A block that is reached with other
values known is another block; so a loop over the seats becomes a block for each seat, and a chain of tests on a
direction becomes the one that holds. A pure function that is called with known arguments becomes a function without
them. What is computed stays as the contract says, the steps that are counted included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ludex.ir.flow import liveness, predecessors
from ludex.ir.fold import step
from ludex.ir.graph import SEATS, Block, Function, Program, Register
from ludex.ir.ops import (
    Arith,
    BlockId,
    Branch,
    Call,
    Choose,
    Combine,
    Const,
    Copy,
    Distinct,
    Emit,
    Enter,
    Goto,
    Load,
    Lookup,
    Op,
    Reg,
    Return,
    Roll,
    Select,
    Shift,
    Store,
    Terminator,
    Tick,
)
from ludex.ir.registers import edges, map_registers, read, targets, written
from ludex.ir.types import Int, Set

#: How often a block may be written with different values known, and how much longer a function may become.
VARIANTS, GROWTH, LEAST = 40, 3, 250
#: A loop over more elements stays a loop.
WRITTEN_OUT = 12
#: In a program of more blocks nothing becomes longer.
LARGE = 900

Known = dict[Reg, int]
Assumed = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Shaped:
    """A function as it has become; for each of its blocks the block it was, where play may come in (else -1), and what
    is known in it then. Where there are several for one block, play comes into the one whose values are the state's."""

    function: Function
    was: tuple[int, ...]
    known: tuple[tuple[tuple[Reg, int], ...], ...]
    #: What pure functions without arguments answer where each block begins, and where it ends (see `settled.py`).
    assumed: tuple[tuple[Assumed, Assumed], ...] = ()


@dataclass(slots=True)
class Specializer:
    """The functions of one program, and the pure ones that have known arguments."""

    program: Program
    made: dict[str, Shaped] = field(default_factory=dict)
    #: Whether the game is written for each of two seats.
    divide: bool = True
    large: bool = field(init=False)
    _wanted: dict[tuple[str, tuple[tuple[int, int], ...]], str] = field(default_factory=dict)
    _queue: list[tuple[str, str, tuple[tuple[int, int], ...]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.large = sum(len(f.blocks) for f in self.program.functions.values()) > LARGE

    def all(self, calm: frozenset[str]) -> dict[str, Shaped]:
        """The procedures, and the pure functions that they and the scores need."""
        for function in self.program.functions.values():
            if not function.pure:
                self.made[function.name] = self._shape(function, {}, _anchors(function, calm))
        for name in self.program.scores:
            self.variant(name, {})
        while self._queue:
            name, source, known = self._queue.pop()
            self.made[name] = self._shape(self.program.functions[source], dict(known), {0})
        return self.made

    def sources(self) -> dict[str, str]:
        """For every pure function with known arguments, the function that it was."""
        return {made: name for (name, known), made in self._wanted.items() if known}

    def variant(self, name: str, known: Known) -> str:
        """The name of a pure function with known arguments."""
        key = (name, tuple(sorted(known.items())))
        if key not in self._wanted:
            self._wanted[key] = name + "".join(f" ({n}: {v})" for n, v in key[1])
            self._queue.append((self._wanted[key], name, key[1]))
        return self._wanted[key]

    def _shape(self, function: Function, known: Known, anchors: Iterable[BlockId]) -> Shaped:
        walk = _Walk(self, function, frozenset(anchors))
        blocks, was, entered = walk.blocks(known)
        parameters = function.parameters
        registers = function.registers
        name = function.name
        if function.pure:
            name = self._wanted[function.name, tuple(sorted(known.items()))]
            kept = [r for r in range(parameters) if r not in known]
            order = [*kept, *(r for r in range(len(registers)) if r not in kept)]
            place = {old: new for new, old in enumerate(order)}
            blocks = [_moved(block, place) for block in blocks]
            registers = tuple(registers[r] for r in order)
            parameters = len(kept)
        shaped = Function(name, function.pure, parameters, function.result, registers, tuple(blocks))
        return Shaped(shaped, tuple(was), tuple(entered))


def _moved(block: Block, place: dict[Reg, Reg]) -> Block:
    def new(register: Reg) -> Reg:
        return place[register]

    end = block.end
    if isinstance(end, Branch):
        end = replace(end, test=new(end.test))
    elif isinstance(end, Return) and end.value is not None:
        end = replace(end, value=new(end.value))
    return Block(tuple(map_registers(op, new) for op in block.ops), end)


def _anchors(function: Function, calm: frozenset[str]) -> set[BlockId]:
    """The blocks of a procedure that play may come to from elsewhere, and those where it waits."""
    found = {0}
    for number, block in enumerate(function.blocks):
        if isinstance(block.end, Choose):
            found |= {number, *targets(block.end)}
        elif isinstance(block.end, Enter) and block.end.procedure not in calm:
            found.add(block.end.then)
    return found


class _Walk:
    """Follows one function with what is known."""

    def __init__(self, all_: Specializer, function: Function, anchors: frozenset[BlockId]) -> None:
        self.all = all_
        self.program = all_.program
        self.function = function
        self.anchors = anchors
        self.live = liveness(function)
        before = predecessors(function)
        self.single = {n for n in range(len(function.blocks)) if len(before[n]) == 1}
        self.control = set() if all_.large else _controlling(function)
        if not all_.large and all_.divide and not function.pure:
            self.control |= {r for r in _computed(function) if self._two(r)}
        self.fixed = _fixed(function)
        returned = {block.end.then for block in function.blocks if isinstance(block.end, Enter)}
        self.divided = anchors - returned - {0} if all_.divide else frozenset()
        self.number: dict[tuple[BlockId, tuple[tuple[Reg, int], ...]], BlockId] = {}
        self.variants: Counter[BlockId] = Counter()
        self.found: list[tuple[BlockId, Known]] = []
        self.most = max(LEAST, GROWTH * len(function.blocks))

    def blocks(self, known: Known) -> tuple[list[Block], list[int], list[tuple[tuple[Reg, int], ...]]]:
        """The blocks with what is known at the beginning, the first one first; and what `Shaped` says of them."""
        origin = self.function.blocks[0].end.origin if not self.function.blocks[0].ops \
            else self.function.blocks[0].ops[0].origin
        self.number[0, ()] = 0
        self.found.append((0, known))
        made: list[Block] = []
        self._follow(made)
        for anchor in sorted(self.anchors):
            if not self._covered(anchor):
                self._go(anchor, {}, whole=True)
                self._follow(made)
        made[0] = Block((*(Const(origin, r, v) for r, v in known.items()), *made[0].ops), made[0].end)
        was = [block if block in self.anchors else -1 for block, _ in self.found]
        return made, was, [tuple(sorted(at.items())) if n else () for n, (_, at) in enumerate(self.found)]

    def _follow(self, made: list[Block]) -> None:
        while len(made) < len(self.found):
            block, known = self.found[len(made)]
            written_out = self._block(block, dict(known))
            if made and block in self.divided and known:
                told = (Const(written_out.end.origin, r, v) for r, v in known.items())
                written_out = replace(written_out, ops=(*told, *written_out.ops))
            made.append(written_out)

    def _covered(self, anchor: BlockId) -> bool:
        """Whether play that comes to a block finds one for whatever the state holds."""
        found = [dict(key) for block, key in self.number if block == anchor]
        if {} in found:
            return True
        if not found or any(len(known) != 1 for known in found) or len({next(iter(known)) for known in found}) != 1:
            return False
        register = next(iter(found[0]))
        type = self.function.registers[register].type
        return isinstance(type, Int) and {known[register] for known in found} >= {*range(type.low, type.high + 1)}

    def _go(self, target: BlockId, known: Known, whole: bool = False) -> BlockId:
        """The block that a target is with what is known."""
        kept: Known = {}
        if target not in self.anchors:
            kept = {r: v for r, v in known.items() if r in self.live[target] and (
                target in self.single or r in self.fixed or r in self.control and not self._many(r, v))}
        elif target in self.divided and not whole:
            kept = {r: v for r, v in known.items()
                    if r in self.live[target] and r in self.control and self._two(r)}
        key = (target, tuple(sorted(kept.items())))
        if key not in self.number and kept and (
                self.variants[target] >= VARIANTS or len(self.found) > self.most):
            kept, key = {}, (target, ())
        if key not in self.number:
            self.number[key] = len(self.found)
            self.variants[target] += 1
            self.found.append((target, kept))
        return self.number[key]

    def _many(self, register: Reg, value: int) -> bool:
        """Whether a register is a set of more elements than a loop should be written out for."""
        return isinstance(self.function.registers[register].type, Set) and value.bit_count() > WRITTEN_OUT

    def _two(self, register: Reg) -> bool:
        """Whether a register is one of two seats: then it is worth while to write the game for each."""
        type = self.function.registers[register].type
        return isinstance(type, Int) and type.domain == SEATS and (type.low, type.high) == (0, 1)

    def _block(self, number: BlockId, known: Known) -> Block:
        block = self.function.blocks[number]
        ops: list[Op] = []
        for op in block.ops:
            made = self._op(op, known)
            if made is not None:
                ops.append(made)
        return Block(tuple(ops), self._end(block.end, known))

    def _op(self, op: Op, known: Known) -> Op | None:
        if isinstance(op, Emit):
            return None
        target = written(op)
        if isinstance(op, Tick | Store) or target is None:
            return op
        value = self._value(op, known)
        if value is not None and _holds(self.function.registers[target], value):
            known[target] = value
            return Const(op.origin, target, value)
        made = self._simpler(op, known)
        known.pop(target, None)
        return made

    def _value(self, op: Op, known: Known) -> int | None:
        """What an operation gives, if that is known and no fault."""
        match op:
            case Load() | Call():
                return None
            case Combine(how="meet", left=a, right=b) if known.get(a) == 0 or known.get(b) == 0:
                return 0
            case Combine(how="minus", left=a) if known.get(a) == 0:
                return 0
        if any(r not in known for r in read(op)):
            return None
        match op:
            case Arith(how="div" | "mod", right=b) if known[b] == 0:
                return None
            case Lookup(index=a) if known[a] < 0:
                return None
            case Shift(set=a, table=name):
                return _union(self.program.tables[name].values, known[a])
            case Distinct(set=a):
                type = self.function.registers[a].type
                assert isinstance(type, Set)
                kinds = self.program.domains[type.domain].kinds
                return known[a] if not kinds else None
        return int(step(op, known, {}, self.program.tables))

    def _simpler(self, op: Op, known: Known) -> Op:
        match op:
            case Call(function=name, args=args):
                given = {} if self.all.large else {n: known[a] for n, a in enumerate(args) if a in known}
                rest = tuple(a for n, a in enumerate(args) if n not in given)
                return replace(op, function=self.all.variant(name, given), args=rest)
            case Select(test=test, yes=yes, no=no) if test in known:
                return Copy(op.origin, op.to, yes if known[test] else no)
            case Combine(how="union" | "minus", left=a, right=b) if known.get(b) == 0:
                return Copy(op.origin, op.to, a)
            case Combine(how="union", left=a, right=b) if known.get(a) == 0:
                return Copy(op.origin, op.to, b)
        return op

    def _end(self, end: Terminator, known: Known) -> Terminator:
        match end:
            case Goto(target=target):
                return replace(end, target=self._go(target, known))
            case Branch(test=test, yes=yes, no=no):
                if test in known:
                    return Goto(end.origin, self._go(yes if known[test] else no, known))
                return replace(end, yes=self._go(yes, {**known, test: 1}), no=self._go(no, {**known, test: 0}))
            case Choose(alternatives=ways):
                made = tuple(replace(way, target=self._go(way.target, known)) for way in ways)
                return replace(end, alternatives=made)
            case Roll(target=target, to=to):
                known.pop(to, None)
                return replace(end, target=self._go(target, known))
            case Enter(then=then):
                return replace(end, then=self._go(then, known))
        return end


def _union(table: tuple[int, ...], bits: int) -> int:
    found = 0
    while bits:
        low = bits & -bits
        found |= table[low.bit_length() - 1]
        bits ^= low
    return found


def _holds(register: Register, value: int) -> bool:
    """Whether a register's type holds a value, as it does unless the code cannot be reached."""
    return not isinstance(register.type, Int) or register.type.low <= value <= register.type.high


def _fixed(function: Function) -> set[Reg]:
    """Registers that have one value wherever they have one: constants, parameters that are not assigned, and what is
    computed once from those alone."""
    made: Counter[Reg] = Counter(range(function.parameters))
    made.update(w for block in function.blocks for op in block.ops if (w := written(op)) is not None)
    made.update(to for block in function.blocks for _, to in edges(block.end) if to is not None)
    found = {r for r in range(function.parameters) if made[r] == 1}
    ops = [op for block in function.blocks for op in block.ops]
    before = -1
    while len(found) > before:
        before = len(found)
        for op in ops:
            target = written(op)
            if target is not None and made[target] == 1 and not isinstance(op, Load | Call | Distinct) \
                    and all(r in found for r in read(op)):
                found.add(target)
    return found


def _controlling(function: Function) -> set[Reg]:
    """Registers that are worth following around loops: whatever they are set to is computed from known values, and a
    branch looks at them."""
    computed, makers = _computed(function), _makers(function)
    looked_at: set[Reg] = {block.end.test for block in function.blocks if isinstance(block.end, Branch)}
    todo = list(looked_at)
    while todo:
        for op in makers.get(todo.pop(), ()):
            for register in read(op):
                if register not in looked_at:
                    looked_at.add(register)
                    todo.append(register)
    return computed & looked_at


def _makers(function: Function) -> dict[Reg, list[Op]]:
    """What sets each register."""
    makers: dict[Reg, list[Op]] = {}
    for block in function.blocks:
        for op in block.ops:
            target = written(op)
            if target is not None:
                makers.setdefault(target, []).append(op)
    return makers


def _computed(function: Function) -> set[Reg]:
    """Registers that are set to nothing but what is computed from known values."""
    makers = _makers(function)
    spoilt = {*range(function.parameters)}
    spoilt |= {to for block in function.blocks for _, to in edges(block.end) if to is not None}
    spoilt |= {target for target, ops in makers.items() if any(isinstance(op, Load | Call | Distinct) for op in ops)}
    more = True
    while more:
        more = False
        for target, ops in makers.items():
            if target not in spoilt and any(r in spoilt for op in ops for r in read(op)):
                spoilt.add(target)
                more = True
    return {*makers} - spoilt

