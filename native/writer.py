"""Writes the blocks of a function as C: a label a block, a statement an operation, a jump where control goes on.

`BlockWriter` knows what all functions have in common. A pure function returns its value. A calm procedure, in which
nobody can wait, is a C function as well and says whether the game has ended. What can wait is written by `groups.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ludex.ir.contract import NO_REST, NOTHING_TO_PICK
from ludex.ir.faults import Faults
from ludex.ir.graph import Block, Function, Program
from ludex.ir.layout import OVER, Layout
from ludex.ir.ops import (
    Arith,
    BlockId,
    Branch,
    Choose,
    Const,
    Emit,
    End,
    Enter,
    Fail,
    Goto,
    Load,
    Lookup,
    Op,
    Reg,
    Return,
    Roll,
    Single,
    Store,
    Terminator,
    Tick,
)
from ludex.ir.registers import edges, written
from ludex.ir.types import Int
from ludex.native.expressions import HANDLERS, Scene, cell, literal, prefix
from ludex.native.names import Names
from ludex.native.nearby import Nearby
from ludex.native.passes.alone import chosen
from ludex.native.passes.reduce import Counted
from ludex.native.passes.specialize import Assumed, Shaped
from ludex.native.sites import Sites, Telling
from ludex.native.storage import held, words

NOTHING_HERE = "there is nothing here to look at"
BY_ZERO = "division by zero"


@dataclass(slots=True)
class Module:
    """What all functions of one text share."""

    program: Program
    layout: Layout
    names: Names
    #: Whether chance may be asked for and events be told, so that this must be looked at when it comes to it.
    whole: bool
    how: Counted
    #: Procedures in which nobody can wait.
    calm: frozenset[str]
    #: What has become of the procedures, unless they are as they were.
    shapes: dict[str, Shaped] | None = None
    sites: Sites = field(default_factory=Sites)
    faults: Faults = field(init=False)
    #: The fields that live in variables where play stays in one C function.
    near: Nearby = field(init=False)
    #: Whether nothing but groups of blocks can be a fault or count steps.
    alone: bool = field(init=False)
    #: Registers that travel between C functions: their names in the run.
    scratch: dict[tuple[str, Reg], str] = field(default_factory=dict)
    #: What is looked at where play comes in from outside (see `passes/settled.py`), each with its number.
    sure: dict[Assumed, int] = field(default_factory=dict)
    #: Decisions of the course of the game, and by how much they nearly always have more options than the one before.
    guesses: dict[BlockId, int] = field(default_factory=dict)
    #: Pure functions whose text is written into where they are called.
    inside: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.faults = Faults(self.program)
        self.near = Nearby(self.program, self.names)
        self.alone = not self.calm and not self.faults.functions

    def shape(self, function: Function) -> Shaped:
        """What has become of a procedure."""
        if self.shapes is not None:
            return self.shapes[function.name]
        count = len(function.blocks)
        return Shaped(function, tuple(range(count)), ((),) * count)


class BlockWriter:
    """Writes the blocks of one function."""

    #: Whether the fields that live in variables do so here, and what stands before a fault then.
    here, before_fault = False, ""
    #: Where steps are counted.
    ticks = "r->ticks"

    def __init__(self, module: Module, function: Function, mark: str) -> None:
        self.module = module
        self.function = function
        self.program = module.program
        self.mark = mark
        definitions: Counter[Reg] = Counter(range(function.parameters))
        definitions.update(w for block in function.blocks for op in block.ops if (w := written(op)) is not None)
        definitions.update(to for block in function.blocks for _, to in edges(block.end) if to is not None)
        self.constants = {op.to: literal(self.words(op.to), op.value) for block in function.blocks for op in block.ops
                          if isinstance(op, Const) and definitions[op.to] == 1}
        self.scene = Scene(self.program, function, self.text, module.names, module.near, self.here, self.alone)
        self.out: list[str] = []
        self.body: list[tuple[BlockId, list[str]]] = []
        self.needed: set[BlockId] = set()
        self.mentioned: set[Reg] = set()
        self.told: int | None = None
        single = {op.element: self.words(op.to)
                  for block in function.blocks for op in block.ops if isinstance(op, Single)}
        #: Elements that are picked and then stand alone in a set: how many words the set has.
        self.picked = {register: count for register, count in chosen(function, self.words).items()
                       if single.get(register) == count}

    # -- registers

    def words(self, register: Reg) -> int:
        return words(self.function.registers[register].type, self.program.domains)

    def local(self, register: Reg) -> str:
        self.mentioned.add(register)
        return f"{self.mark}{register}"

    def text(self, register: Reg) -> str:
        """What stands for a register where it is read."""
        return self.constants[register] if register in self.constants else self.local(register)

    def declarations(self, registers: Iterable[Reg]) -> Iterator[str]:
        """The registers as variables; all begin with 0, so that none is ever without a value."""
        by_type: dict[str, list[str]] = {}
        for register in sorted(registers):
            by_type.setdefault(held(self.function.registers[register].type, self.program.domains), []).append(
                f"{self.mark}{register}")
            if (count := self.picked.get(register)) is not None:
                sort = "uint64_t" if count == 1 else f"lx_set{count}"
                by_type.setdefault(sort, []).append(f"{self.mark}{register}_alone")
        for type, names in sorted(by_type.items()):
            zero = "{{0}}" if type.startswith("lx_set") else "0"
            for start in range(0, len(names), 12):
                yield f"    {type} {', '.join(f'{name} = {zero}' for name in names[start:start + 12])};"

    def alone(self, register: Reg) -> str | None:
        """The variable that holds an element alone in a set, if there is one."""
        return f"{self.local(register)}_alone" if register in self.picked else None

    # -- blocks

    def label(self, block: BlockId) -> str:
        return f"{self.mark}b{block}"

    def write(self, blocks: Iterable[BlockId]) -> None:
        """Write some blocks, each followed by one that it goes on to, if there is one left."""
        left = dict.fromkeys(blocks)
        while left:
            block: BlockId | None = next(iter(left))
            while block is not None:
                del left[block]
                self.out = []
                following = self._block(block, left)
                self.body.append((block, self.out))
                block = following

    def lines(self) -> Iterator[str]:
        """All that was written, with a label where something jumps to."""
        for block, lines in self.body:
            if block in self.needed:
                yield f"{self.label(block)}:;"
            yield from lines

    def _block(self, number: BlockId, left: dict[BlockId, None]) -> BlockId | None:
        """Write one block; gives the block that must follow it, if control falls through to one."""
        block = self.function.blocks[number]
        for op in block.ops:
            self.op(op)
        return self.end(number, block, left)

    def goto(self, block: BlockId) -> str:
        """A statement that goes on at a block."""
        self.needed.add(block)
        return f"goto {self.label(block)};"

    def end(self, number: BlockId, block: Block, left: dict[BlockId, None]) -> BlockId | None:
        self.say(block.end.origin)
        match block.end:
            case Goto(target=target):
                if target in left:
                    return target
                self.out.append(f"    {self.goto(target)}")
            case Branch(test=test, yes=yes, no=no):
                if no in left:
                    self.out.append(f"    if ({self.text(test)}) {self.goto(yes)}")
                    return no
                if yes in left:
                    self.out.append(f"    if (!{self.text(test)}) {self.goto(no)}")
                    return yes
                self.out.append(f"    if ({self.text(test)}) {self.goto(yes)}")
                self.out.append(f"    {self.goto(no)}")
            case Fail(origin=origin, message=message):
                self.out.append(f"    {self.fault(self.module.sites.fault(origin, message), '0')}")
            case end:
                return self.leave(number, end, left)
        return None

    def leave(self, number: BlockId, end: Terminator, left: dict[BlockId, None]) -> BlockId | None:
        """Write a terminator that leaves the function or waits."""
        raise NotImplementedError

    # -- operations

    def say(self, origin: int) -> None:
        """A comment where the code comes from another place in the rules than before."""
        if origin != self.told:
            self.told = origin
            place = self.program.origins[origin]
            text = " ".join(f"{place.rule}: {place.text or place.rule}".split())[:90]
            text = text.replace("*/", "* /").replace("/*", "/ *").replace("\\", " ").replace("??", "? ?")
            self.out.append(f"    /* @{origin} line {place.line}, {text} */")

    def fault_if(self, test: str, origin: int, message: str, after: str | None = None, value: str = "0") -> None:
        site = self.module.sites.fault(origin, message, after)
        self.out.append(f"    if (LX_RARE({test})) {self.fault(site, value)}")

    def fault(self, site: int, value: str) -> str:
        """A statement that ends play with a fault."""
        return f"{{ {self.before_fault}lx_fault(r, {site}, {value}); }}"

    def _place(self, index: Reg | None, origin: int) -> str | None:
        if index is None:
            return None
        if self.scene.may_be_none(index):
            self.fault_if(f"{self.text(index)} < 0", origin, NOTHING_HERE)
        return self.text(index)

    def op(self, op: Op) -> None:
        if isinstance(op, Const) and op.to in self.constants:
            return
        self.say(op.origin)
        match op:
            case Tick():
                self.tick(op)
                return
            case Store(field=name, index=index, source=source):
                self._within(op)
                place = self._place(index, op.origin)
                value, near = self.narrow(name, source), self.module.near
                self.out.append(f"    {near.write(name, place, value)}" if self.here and name in near.fields else
                                f"    {cell(name, place, self.module.names)} = {value};")
                return
            case Emit():
                if self.module.whole:
                    self._emit(op)
                return
            case Load(index=index) | Lookup(index=index):
                self._place(index, op.origin)
            case Arith(how="div" | "mod", right=right):
                divisor = self.function.registers[right].type
                if isinstance(divisor, Int) and divisor.low <= 0 <= divisor.high:
                    self.fault_if(f"{self.text(right)} == 0", op.origin, BY_ZERO)
        target = written(op)
        assert target is not None
        self.out.append(f"    {self.local(target)} = {HANDLERS[type(op)](op, self.scene)};")

    def tick(self, op: Tick) -> None:
        test = f"++{self.ticks} > LX_BUDGET"
        if not self.module.how.exact:
            self.out.append(f"    if (LX_RARE({test})) lx_unsure(r);")
            return
        site = self.module.sites.fault(op.origin, NO_REST)
        self.out.append(f"    if (LX_RARE({test})) {self.fault(site, '0')}")

    def _within(self, op: Store) -> None:
        field = self.program.fields[op.field].type
        given = self.function.registers[op.source].type
        if not isinstance(field, Int) or not isinstance(given, Int) or field.holds(given):
            return
        value = self.text(op.source)
        tests = [f"{value} < {literal(0, field.low)}"] if given.low < field.low else []
        tests += [f"{value} > {literal(0, field.high)}"] if given.high > field.high else []
        self.fault_if(" || ".join(tests), op.origin, f"`{op.field}` would become ",
                      f", outside {field.low} to {field.high}", value)

    def narrow(self, field: str, source: Reg) -> str:
        """The value of a register as a field keeps it."""
        return self.text(source)

    def _emit(self, op: Emit) -> None:
        count = [self.words(r) for r in (*op.args, *op.secrets)]
        seen = 0 if op.seen is None else self.words(op.seen)
        telling = Telling(op.kind, op.origin, tuple(count[:len(op.args)]), tuple(count[len(op.args):]), seen)
        site = self.module.sites.telling(telling)
        self.out.append("    if (r->telling) {")
        self.out.append(f"        uint64_t *e = lx_event(r, {site}, {telling.words});")
        at = 0
        for register in (*op.args, *op.secrets, op.seen):
            if register is None:
                self.out.append(f"        e[{at}] = (uint64_t)-1;")
                at += 1
                continue
            width = self.words(register)
            text = self.text(register)
            if width > 1:
                self.out.append(f"        lx_tell(e + {at}, ({text}).w, {width});")
            elif width == 1:
                self.out.append(f"        e[{at}] = {text};")
            else:
                self.out.append(f"        e[{at}] = (uint64_t)(int64_t)({text});")
            at += max(1, width)
        self.out.append("    }")


def head(module: Module, function: Function, mark: str) -> str:
    """How a function begins, up to its brace."""
    name = module.names["function", function.name]
    domains = module.program.domains
    parameters = [f"{held(r.type, domains)} {mark}{n}" for n, r in enumerate(function.registers[:function.parameters])]
    if function.pure:
        assert function.result is not None
        given = ", ".join(["LX_UNUSED lx_run *r", "LX_UNUSED const lx_state *s", *parameters,
                           *module.near.parameters(function.name)])
        how = "LX_INLINE" if function.name in module.inside else "static"
        return f"{how} {held(function.result, domains)} {name}({given})"
    given = ", ".join(["LX_UNUSED lx_run *r", "LX_UNUSED lx_state *s", *parameters])
    return f"static int {name}({given})"


class PureWriter(BlockWriter):
    """Writes a pure function."""

    here = True

    def leave(self, number: BlockId, end: Terminator, left: dict[BlockId, None]) -> BlockId | None:
        assert isinstance(end, Return)
        assert end.value is not None
        self.out.append(f"    return {self.text(end.value)};")
        return None


class CalmWriter(BlockWriter):
    """Writes a procedure in which nobody waits: it returns 1 if it has ended the game, else 0."""

    def leave(self, number: BlockId, end: Terminator, left: dict[BlockId, None]) -> BlockId | None:
        match end:
            case Return():
                self.out.append("    return 0;")
            case End():
                self.out += [*over(self.module, end), "    return 1;"]
            case Enter():
                self.out.append(f"    if ({entered(self, end)}) return 1;")
                return self.on(end.then, left)
            case Roll():
                roll(self, end)
                return self.on(end.target, left)
            case _:
                raise AssertionError(end)
        return None

    def on(self, block: BlockId, left: dict[BlockId, None]) -> BlockId | None:
        """Go on at a block: the next one, or by a jump."""
        if block in left:
            return block
        self.out.append(f"    {self.goto(block)}")
        return None


def over(module: Module, end: End) -> list[str]:
    """What the state says when the game is over."""
    return [f"    s->reason = {module.layout.reasons.index(end.reason)};", f"    s->point = {OVER};"]


def entered(writer: BlockWriter, end: Enter) -> str:
    """The call of a calm procedure."""
    name = writer.module.names["function", end.procedure]
    return f"{name}({', '.join(['r', 's', *map(writer.text, end.args)])})"


def nothing_there(writer: BlockWriter, end: Roll) -> None:
    """The fault of a roll that has nothing to pick from."""
    over = writer.text(end.over)
    count = writer.words(end.over)
    test = f"{writer.text(end.until)} < {over}" if end.until is not None else \
        f"!{over}" if count == 1 else f"!lx{count}_any({over})"
    writer.fault_if(test, end.origin, NOTHING_TO_PICK)


def picked(writer: BlockWriter, end: Roll) -> None:
    """Chance picks."""
    over, to = writer.text(end.over), writer.local(end.to)
    draw = "lx_below(&s->generator, "
    if end.until is None:
        lx, alone = prefix(writer.words(end.over)), writer.alone(end.to)
        nth = f"({over}, (uint32_t){draw}(uint64_t){lx}_count({over})));"
        writer.out += [f"    {to} = {lx}_nth{nth}"] if alone is None else [
            f"    {alone} = {lx}_nth_alone{nth}", f"    {to} = {lx}_only({alone});"]
    else:
        many = f"(uint64_t)((int64_t){writer.text(end.until)} - {over} + 1)"
        writer.out.append(f"    {to} = (int32_t)({over} + (int64_t){draw}{many}));")


def roll(writer: BlockWriter, end: Roll) -> None:
    """A chance event for which nobody asks."""
    nothing_there(writer, end)
    picked(writer, end)


def small(module: Module, function: Function, mark: str = "r") -> list[str]:
    """A pure function or a calm procedure."""
    writer = (PureWriter if function.pure else CalmWriter)(module, function, mark)
    writer.write(range(len(function.blocks)))
    locals_ = [r for r in writer.mentioned if r >= function.parameters]
    return [head(module, function, mark), "{", *writer.declarations(locals_), *writer.lines(), "}"]


def waits(program: Program, whole: bool) -> frozenset[str]:
    """The procedures in which somebody may wait, or chance if it may be asked for."""
    ends = (Choose, Roll) if whole else (Choose,)
    found: set[str] = set()
    more = True
    while more:
        more = False
        for function in program.functions.values():
            if function.name not in found and any(
                    isinstance(block.end, ends) or isinstance(block.end, Enter) and block.end.procedure in found
                    for block in function.blocks):
                found.add(function.name)
                more = True
    return frozenset(found)

