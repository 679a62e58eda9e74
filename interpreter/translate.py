"""Turns a program into the text of a Python module: one function a region, one a pure function.

The module keeps the whole state in the list `S`. A region function does its work and returns the number of the
block to go on at, or -1 when play waits or is over. `telling` and `asking` say whether events are reported to
`E` and whether chance waits to be told; each combination is a text of its own, so that none pays for another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ludex.interpreter.expressions import HANDLERS, REPEATS, Scene
from ludex.interpreter.regions import Region, close, first_entries, region
from ludex.ir.contract import BUDGET
from ludex.ir.faults import Faults
from ludex.ir.flow import liveness
from ludex.ir.graph import Function, Program, Table
from ludex.ir.layout import OVER, POINT, REASON, Layout
from ludex.ir.ops import (
    BlockId,
    Branch,
    Call,
    Choose,
    Const,
    Emit,
    End,
    Enter,
    Fail,
    Goto,
    Load,
    Op,
    Reg,
    Return,
    Roll,
    Store,
    Tick,
)
from ludex.ir.registers import read, targets, written
from ludex.ir.types import Int

#: A longer expression is not put into another one: Python's parser has its limits.
LONGEST = 200
#: Tables of more entries are not written out.
FEW_ENTRIES = 100
#: How deep statements and loops may nest, for the same reason.
DEEPEST, MOST_LOOPS = 50, 15
#: A longer function is cut into regions of about this many blocks, so that the time to write it grows with its length.
LONG, CUT = 1000, 60


class _AnotherEntry(Exception):
    """A block cannot be reached by structured code; it must become an entry."""

    def __init__(self, block: BlockId) -> None:
        self.block = block


def _written(table: Table) -> str:
    """A table in the text of the module: as it is, or by name where nobody would read it."""
    return repr(table.values) if len(table.values) <= FEW_ENTRIES else f"TABLES[{table.name!r}]"


class Translator:
    """Writes the module for one program and one way of running."""

    def __init__(self, program: Program, layout: Layout, telling: bool, asking: bool) -> None:
        self.program = program
        self.layout = layout
        self.telling = telling
        self.asking = asking
        self.size = layout.size
        self.lines: list[str] = []
        self.entries: list[int] = []
        self.faults = Faults(program)
        self._names: dict[str, str] = {}

    def name(self, text: str) -> str:
        """A Python name for something of the program."""
        if text not in self._names:
            plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in text)
            self._names[text] = f"n{len(self._names)}_{plain}"
        return self._names[text]

    def text(self) -> str:
        """The module."""
        for function in self.program.functions.values():
            if function.pure:
                self._write(function)
        for function in self.program.functions.values():
            if not function.pure:
                self._write(function)
        head = [f"{self.name('table ' + t.name)} = {_written(t)}" for t in self.program.tables.values()]
        head += [f"{self.name('shift ' + t.name)} = shifter({self.name('table ' + t.name)})"
                 for t in self.program.tables.values() if 'shift ' + t.name in self._names]
        for domain in self.program.domains.values():
            if domain.kinds:
                masks: dict[int, int] = {}
                for at, kind in enumerate(domain.kinds):
                    masks[kind] = masks.get(kind, 0) | 1 << at
                head.append(f"{self.name('kinds of ' + domain.name)} = {tuple(masks[k] for k in domain.kinds)!r}")
        points = list(self._write_options())
        functions = [f"{f.name!r}: {self.name('function ' + f.name)}"
                     for f in self.program.functions.values() if f.pure]
        tail = [f"PURE = {{{', '.join(functions)}}}",
                f"ENTRIES = {{{', '.join(f'{e}: b{e}' for e in self.entries)}}}",
                f"OPTIONS = {{{', '.join(f'{p}: o{p}' for p in points)}}}"]
        return "\n".join([*head, *self.lines, *tail, ""])

    def _write_options(self) -> Iterator[int]:
        """For every decision a function that lists its options; gives the points it wrote for."""
        for point, (name, block) in self.layout.points.items():
            end = self.program.functions[name].blocks[block].end
            if not isinstance(end, Choose):
                continue
            yield point
            self.lines += [f"def o{point}(S):", "    found = []"]
            for number, way in enumerate(end.alternatives):
                over = "" if way.over is None else f"S[{self.layout.saved[name, way.over]}]"
                if way.form == "each":
                    self.lines += [f"    rest = {over}", "    while rest:", "        low = rest & -rest",
                                   f"        found.append(({number}, low.bit_length() - 1))", "        rest ^= low"]
                elif way.form == "range":
                    assert way.until is not None
                    until = f"S[{self.layout.saved[name, way.until]}]"
                    self.lines.append(f"    found += [({number}, n) for n in range({over}, {until} + 1)]")
                else:
                    self.lines.append(f"    {f'if {over}: ' if over else ''}found.append(({number}, 0))")
            self.lines.append("    return found")

    def _write(self, function: Function) -> None:
        entries = first_entries(function)
        if not function.pure and len(function.blocks) > LONG:
            entries |= set(range(0, len(function.blocks), CUT))
        while True:
            owner = close(function, set() | entries)
            entries = set(owner.values())
            writer = _FunctionWriter(self, function, entries)
            lines, more = writer.regions(owner)
            if not more:
                break
            if function.pure:
                lines = _FunctionWriter(self, function, entries).dispatch()
                break
            entries |= more
        self.size = max(self.size, writer.size)
        if not function.pure:
            first = self.layout.blocks[function.name]
            self.entries.extend(first + entry for entry in sorted(entries))
        self.lines.extend(lines)


class _FunctionWriter:
    """Writes the regions of one function."""

    def __init__(self, module: Translator, function: Function, entries: set[BlockId]) -> None:
        self.module = module
        self.function = function
        self.entries = entries
        self.first = module.layout.blocks.get(function.name, 0)
        self.slots: dict[Reg, int] = {}
        self.size = module.size
        if not function.pure:
            live = liveness(function)
            needed = {r for entry in entries for r in live[entry]}
            for register in sorted(needed | {r for f, r in module.layout.saved if f == function.name}):
                slot = module.layout.saved.get((function.name, register))
                if slot is None:
                    slot = self.size
                    self.size += 1
                self.slots[register] = slot
        definitions = Counter(w for b in function.blocks for op in b.ops if (w := written(op)) is not None)
        definitions.update(range(function.parameters))
        self.constants = {op.to: str(op.value) for b in function.blocks for op in b.ops
                          if isinstance(op, Const) and definitions[op.to] == 1 and op.to not in self.slots}
        uses = Counter(r for b in function.blocks for op in b.ops for r in read(op)
                       if module.telling or not isinstance(op, Emit))
        uses.update(r for b in function.blocks for r in _read_by_code(b.end))
        self.once = {r for r, n in uses.items() if n == 1 and definitions[r] == 1 and r not in self.slots}
        #: What only a report would read, where nothing is reported.
        self.unread = {r for r in definitions if r not in uses and r not in self.slots}
        self.pending: dict[Reg, tuple[str, bool, frozenset[Reg], bool]] = {}
        self.out: list[str] = []
        self.loops = 0
        self.scene = Scene(module.program, function, module.layout.fields, self._number, self._use, module.name)

    # -- registers

    def _plain(self, register: Reg) -> str:
        if register in self.constants:
            return self.constants[register]
        slot = self.slots.get(register)
        return f"S[{slot}]" if slot is not None else f"r{register}"

    def _use(self, register: Reg) -> str:
        """The text of a register; an expression written nowhere yet is written here."""
        if register in self.pending:
            return self.pending.pop(register)[0]
        return self._plain(register)

    def _number(self, register: Reg) -> str:
        """The text of a register where 1 and 0 must not be True and False."""
        if register in self.pending:
            text, truth, _, _ = self.pending.pop(register)
            return f"(+{text})" if truth else text
        return self._plain(register)

    def _flush(self, pad: str, changed: Reg | None = None, state: bool = False) -> None:
        """Write pending expressions that a change would spoil (all of them, if nothing is named)."""
        for register in list(self.pending):
            text, truth, depends, loads = self.pending[register]
            if changed is None and not state or changed in depends or (state and loads):
                del self.pending[register]
                self.out.append(f"{pad}{self._plain(register)} = {'+' if truth else ''}{text}")

    # -- blocks

    def regions(self, owner: dict[BlockId, BlockId]) -> tuple[list[str], set[BlockId]]:
        """The lines of all regions, and the blocks that must be entries too before they can be written."""
        lines: list[str] = []
        more: set[BlockId] = set()
        for entry in sorted(self.entries):
            try:
                lines += self.region(region(self.function, entry, owner))
            except _AnotherEntry as another:
                more.add(another.block)
                self.loops = 0
        return lines, more

    def region(self, region: Region) -> list[str]:
        """The lines of one region."""
        self.out = []
        self.pending = {}
        self.now = region
        self.meets: dict[BlockId, list[BlockId]] = {}
        for block in region.blocks:
            if block != region.entry and len(region.forward[block]) > 1:
                self.meets.setdefault(region.dominator[block], []).append(block)
        self.out.append(self._pure_head() if self.function.pure else f"def b{self.first + region.entry}(S, E):")
        self._sequence(region.entry, None, None, 1, begin=True)
        return self.out

    def _pure_head(self) -> str:
        parameters = "".join(f", r{i}" for i in range(self.function.parameters))
        return f"def {self.module.name('function ' + self.function.name)}(S{parameters}):"

    def dispatch(self) -> list[str]:
        """The lines of a pure function whose blocks do not nest: it goes from block to block by number."""
        self.out = [self._pure_head(), "    at = 0", "    while True:"]
        pad = "    " * 3
        for number, block in enumerate(self.function.blocks):
            self.out.append(f"        if at == {number}:")
            for op in block.ops:
                self._op(op, pad)
            match block.end:
                case Goto(target=target):
                    self._flush(pad)
                    self.out.append(f"{pad}at = {target}")
                case Branch(test=test, yes=yes, no=no):
                    way = f"{pad}at = {yes} if {self._use(test)} else {no}"
                    self._flush(pad)
                    self.out.append(way)
                case _:
                    self._leave(number, pad)
        return self.out

    def _sequence(self, block: BlockId, follow: BlockId | None, loop: tuple[BlockId, BlockId | None] | None,
                  depth: int, begin: bool = False) -> None:
        """Write from a block on, until `follow` is reached or control leaves."""
        pad = "    " * depth
        allowed: BlockId | None = block if begin else None
        while True:
            if allowed != block:
                if block == follow:
                    self._flush(pad)
                    return
                if loop is not None and block in loop:
                    self._flush(pad)
                    self.out.append(pad + ("continue" if block == loop[0] else "break"))
                    return
                if block in self.entries:
                    self._flush(pad)
                    self.out.append(f"{pad}return {self.first + block}")
                    return
                if len(self.now.forward[block]) > 1:
                    raise _AnotherEntry(block)
            if depth > DEEPEST and block not in self.entries:
                raise _AnotherEntry(block)
            if block in self.now.loops and not (loop is not None and loop[0] == block):
                self._flush(pad)
                after = self._exit(block)
                self._loop(block, after, depth)
                if after is None:
                    return
                block = allowed = after
                continue
            for op in self.function.blocks[block].ops:
                self._op(op, pad)
            end = self.function.blocks[block].end
            if isinstance(end, Goto):
                block, allowed = end.target, None
                continue
            if not isinstance(end, Branch):
                self._leave(block, pad)
                return
            merge = self._merge(block, follow, loop)
            self._branch(end, merge if merge is not None else follow, loop, pad, depth)
            if merge is None:
                return
            block = allowed = merge

    def _loop(self, head: BlockId, after: BlockId | None, depth: int) -> None:
        """Write a loop that does not wait; `while` has the condition where the head does nothing but test it."""
        pad = "    " * depth
        start = len(self.out)
        if self.loops == MOST_LOOPS:
            raise _AnotherEntry(head)
        self.out.append(f"{pad}while True:")
        self.loops += 1
        self._sequence(head, None, (head, after), depth + 1, begin=True)
        self.loops -= 1
        body = self.out[start + 1:]
        if body and body[-1] == f"{pad}    continue":
            body.pop()
        # `while True: if X: ... else: break` is `while X: ...`.
        leaves = [f"{pad}    else:", f"{pad}        break"]
        if len(body) > 2 and body[0].startswith(f"{pad}    if ") and body[-2:] == leaves \
                and not any(line.startswith(f"{pad}    ") and line[len(pad) + 4] != " " for line in body[1:-2]):
            test = body[0][len(pad) + 7:-1]
            inner = [line[4:] for line in body[1:-2]]
            if inner and inner[-1] == f"{pad}    continue":
                inner.pop()
            body = inner
            self.out[start] = f"{pad}while {test}:"
        self.out[start + 1:] = body or [f"{pad}    pass"]

    def _branch(self, end: Branch, follow: BlockId | None, loop: tuple[BlockId, BlockId | None] | None, pad: str,
                depth: int) -> None:
        test = self._use(end.test)
        self._flush(pad)
        start = len(self.out)
        self.out.append(f"{pad}if {test}:")
        self._sequence(end.yes, follow, loop, depth + 1)
        empty = len(self.out) == start + 1
        if empty:
            self.out[start] = f"{pad}if not {test}:"
        else:
            self.out.append(f"{pad}else:")
        middle = len(self.out)
        self._sequence(end.no, follow, loop, depth + 1)
        if len(self.out) == middle:
            if empty:
                self.out.append(f"{pad}    pass")
            else:
                self.out.pop()

    def _merge(self, block: BlockId, follow: BlockId | None, loop: tuple[BlockId, BlockId | None] | None
               ) -> BlockId | None:
        """Where the two arms of a branch meet again, if inside this stretch."""
        found = [b for b in self.meets.get(block, ()) if b != follow and not (loop is not None and b in loop)]
        if len(found) > 1:
            raise _AnotherEntry(found[0])
        return found[0] if found else None

    def _exit(self, head: BlockId) -> BlockId | None:
        """The one block behind a loop."""
        inside = self.now.loops[head]
        found = sorted({t for b in inside for t in targets(self.function.blocks[b].end)
                        if t not in inside and t not in self.entries})
        if len(found) > 1:
            raise _AnotherEntry(found[0])
        if found and not set(self.now.forward[found[0]]) <= inside:
            raise _AnotherEntry(found[0])
        return found[0] if found else None

    def _op(self, op: Op, pad: str) -> None:
        match op:
            case Const() if op.to in self.constants:
                return
            case Load(to=to, index=index) if to in self.unread and (
                    index is None or not self.scene.may_be_none(index)):
                return
            case Tick():
                self.out.append(f"{pad}S[{REASON}] -= 1")
                self.out.append(f"{pad}if S[{REASON}] < {-1 - BUDGET}: overrun({op.origin})")
                return
            case Store():
                place = self.scene.slot(op.field, op.index, op.origin)
                value = self._number(op.source)
                field = self.module.program.fields[op.field].type
                given = self.function.registers[op.source].type
                if isinstance(field, Int) and isinstance(given, Int) and not field.holds(given):
                    value = f"within({value}, {field.low}, {field.high}, {op.origin}, {op.field!r})"
                self._flush(pad, state=True)
                self.out.append(f"{pad}{place} = {value}")
                return
            case Emit():
                if self.module.telling:
                    args = ", ".join([*(self._number(a) for a in op.args), ""])
                    secrets = ", ".join([*(self._number(a) for a in op.secrets), ""])
                    seen = "-1" if op.seen is None else self._number(op.seen)
                    self.out.append(f"{pad}E.append(({op.kind!r}, {op.origin}, ({args}), ({secrets}), {seen}))")
                return
        target = written(op)
        assert target is not None
        if isinstance(op, REPEATS):
            for register in read(op):
                if register in self.pending:
                    text, truth, _, _ = self.pending.pop(register)
                    self.out.append(f"{pad}{self._plain(register)} = {'+' if truth else ''}{text}")
        depends: frozenset[Reg] = frozenset().union(
            *(self.pending[r][2] if r in self.pending else {r} for r in read(op)))
        loads = isinstance(op, Load | Call) or any(self.pending[r][3] for r in read(op) if r in self.pending)
        text, truth = HANDLERS[type(op)](op, self.scene)
        if target in self.once and len(text) <= LONGEST and not self.module.faults.possible(op, self.function):
            self.pending[target] = (text, truth, depends, loads)
            return
        self._flush(pad, changed=target)
        self.out.append(f"{pad}{self._plain(target)} = {'+' if truth else ''}{text}")

    def _stuck(self, end: Choose, pad: str) -> None:
        """Write the fault of a decision without options, unless an option is always there."""
        tests = []
        for way in end.alternatives:
            if way.over is None:
                return
            over = self._plain(way.over)
            tests.append(over if way.until is None else f"{over} <= {self._plain(way.until)}")
        self.out.append(f"{pad}if not ({' or '.join(tests) or '0'}): stuck({end.origin}, {end.prompt!r})")

    def _leave(self, block: BlockId, pad: str) -> None:
        """Write a terminator that leaves the region."""
        end = self.function.blocks[block].end
        here = self.first + block
        match end:
            case Choose():
                self._flush(pad)
                self._stuck(end, pad)
                self.out += [f"{pad}S[{POINT}] = {here}", f"{pad}S[{REASON}] = -1", f"{pad}return -1"]
            case Roll():
                self._flush(pad)
                over, to = self._plain(end.over), self._plain(end.to)
                until = None if end.until is None else self._plain(end.until)
                empty = f"not {over}" if until is None else f"{until} < {over}"
                self.out.append(f"{pad}if {empty}: nothing({end.origin})")
                if self.module.asking:
                    self.out += [f"{pad}S[{POINT}] = {here}", f"{pad}return -1"]
                    return
                if until is None:
                    self.out.append(f"{pad}{to} = nth({over}, below(S, 1, ({over}).bit_count()))")
                else:
                    self.out.append(f"{pad}{to} = {over} + below(S, 1, {until} - {over} + 1)")
                self.out.append(f"{pad}return {self.first + end.target}")
            case Enter():
                self._flush(pad)
                for at, argument in enumerate(end.args):
                    slot = self.module.layout.saved[end.procedure, at]
                    self.out.append(f"{pad}S[{slot}] = {self._plain(argument)}")
                self.out.append(f"{pad}S[{self.module.layout.returns[end.procedure]}] = {self.first + end.then}")
                self.out.append(f"{pad}return {self.module.layout.blocks[end.procedure]}")
            case Return(value=value):
                if self.function.pure:
                    assert value is not None
                    self.out.append(f"{pad}return {self._number(value)}")
                elif self.function.name == self.module.program.main:
                    self.out += [f"{pad}S[{POINT}] = {OVER}", f"{pad}S[{REASON}] = -1", f"{pad}return -1"]
                else:
                    self._flush(pad)
                    self.out.append(f"{pad}return S[{self.module.layout.returns[self.function.name]}]")
            case End(reason=reason):
                self.out += [f"{pad}S[{REASON}] = {self.module.layout.reasons.index(reason)}",
                             f"{pad}S[{POINT}] = {OVER}", f"{pad}return -1"]
            case Fail(message=message):
                self.out.append(f"{pad}failed({end.origin}, {message!r})")
                self.out.append(f"{pad}return -1")
            case _:
                raise AssertionError(end)
        self.pending.clear()


def _read_by_code(end: object) -> tuple[Reg, ...]:
    """Registers that the code of a terminator reads (twice, where it must be a plain name)."""
    match end:
        case Branch(test=a):
            return (a,)
        case Return(value=a) if a is not None:
            return (a,)
        case Roll(over=a, until=b):
            return (a, a) if b is None else (a, a, b, b)
        case Enter(args=args):
            return args + args
    return ()
