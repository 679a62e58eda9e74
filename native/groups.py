"""Writes the procedures in which play waits: groups of blocks, each a C function that can be entered at many blocks.

A small program has one group. A large one has several, so that no C function grows beyond what a compiler handles in
reasonable time; the driver goes from group to group. Registers are variables of the C function. Where play may leave
it, those that are still needed are kept in the state's frames (or in the run, if the layout has no place for them),
and where it comes in, they are read from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ludex.ir.contract import NO_OPTION
from ludex.ir.graph import Function
from ludex.ir.layout import OVER
from ludex.ir.ops import Alternative, BlockId, Choose, End, Enter, Reg, Return, Roll, Terminator
from ludex.ir.registers import edges
from ludex.native.expressions import prefix
from ludex.native.names import plain
from ludex.native.passes.reduce import kept_by, live
from ludex.native.storage import stored
from ludex.native.writer import BlockWriter, Module, entered, nothing_there, over, picked

#: About how many operations a group has at most, where there are several; up to how many there is one.
GROUP, ONE = 600, 2500


@dataclass(slots=True)
class Part:
    """The blocks of one procedure that belong to a group."""

    function: Function
    blocks: list[BlockId]


@dataclass(slots=True)
class Plan:
    """What all groups know: where each block is, and what lives on entry to it."""

    module: Module
    groups: list[list[Part]] = field(default_factory=list)
    #: Procedure and block -> group.
    home: dict[tuple[str, BlockId], int] = field(default_factory=dict)
    live: dict[str, list[set[Reg]]] = field(default_factory=dict)
    #: Procedure -> where it may return to: procedure and block.
    returns: dict[str, list[tuple[str, BlockId]]] = field(default_factory=dict)
    #: Blocks that play may come to from outside of their group.
    entries: set[tuple[str, BlockId]] = field(default_factory=set)

    _numbers: dict[tuple[str, BlockId], int] = field(default_factory=dict)
    #: Procedure and block of the layout -> the blocks that it has become.
    copies: dict[tuple[str, BlockId], list[BlockId]] = field(default_factory=dict)
    #: How many numbers of blocks there are; a number beyond says that play goes on with the decision itself.
    total: int = 0

    def number(self, name: str, block: BlockId) -> int:
        """The number of a block: the layout's for those that play may come to from a state, a new one for others."""
        return self._numbers[name, block]

    def count(self, function: Function) -> None:
        """Give the blocks of a procedure their numbers."""
        layout, name = self.module.layout, function.name
        self.total = max(self.total, len(layout.points))
        for block, old in enumerate(self.module.shape(function).was):
            copies = self.copies.setdefault((name, old), [])
            if old < 0 or copies:
                self._numbers[name, block] = self.total
                self.total += 1
            else:
                self._numbers[name, block] = layout.blocks[name] + old
            copies.append(block)

    def copies_of(self, name: str, block: BlockId) -> list[BlockId]:
        """The blocks that a block has become, itself among them; those of which most is known come first."""
        shape = self.module.shape(self.module.program.functions[name])
        old = shape.was[block]
        found = [block] if old < 0 else self.copies[name, old]
        return sorted(found, key=lambda copy: -len(shape.known[copy]))

    def point(self, name: str, block: BlockId) -> int:
        """The number that the state has where play waits at a block."""
        old = self.module.shape(self.module.program.functions[name]).was[block]
        return self.number(name, self.copies[name, old][0])


def plan(module: Module, most: int | None = None) -> Plan:
    """Share the blocks out among groups, and find the entries."""
    one, most = (ONE, GROUP) if most is None else (most, most)
    made = Plan(module)
    waiting = [f for f in module.program.functions.values() if not f.pure and f.name not in module.calm]
    size = {f.name: [len(block.ops) + 1 for block in f.blocks] for f in waiting}
    whole = sum(map(sum, size.values())) <= one
    now: list[Part] = []
    room = most
    for function in waiting:
        made.count(function)
        made.live[function.name] = live(function, kept_by(module.layout, module.calm, module.shape(function)))
        part = Part(function, [])
        for number in range(len(function.blocks)):
            if not whole and room < size[function.name][number] and (now or part.blocks):
                made.groups.append([*now, part] if part.blocks else now)
                now, part, room = [], Part(function, []), most
            part.blocks.append(number)
            room -= size[function.name][number]
        now.append(part)
    made.groups.append(now)
    for at, group in enumerate(made.groups):
        for part in group:
            made.home.update(dict.fromkeys(((part.function.name, block) for block in part.blocks), at))
    made.entries.add((module.program.main, 0))
    for function in waiting:
        for number, block in enumerate(function.blocks):
            here = made.home[function.name, number]
            match block.end:
                case Enter(procedure=procedure, then=then) if procedure not in module.calm:
                    made.returns.setdefault(procedure, []).append((function.name, then))
                    made.entries.add((function.name, then))
                    if made.home[procedure, 0] != here:
                        made.entries.add((procedure, 0))
                case Choose():
                    made.entries.update((function.name, target) for target, _ in edges(block.end))
                case Roll(target=target) if module.whole:
                    made.entries.add((function.name, target))
            made.entries.update((function.name, target) for target, _ in edges(block.end)
                                if made.home[function.name, target] != here)
    saved = module.layout.saved
    for name, entry in sorted(made.entries):
        for register in made.live[name][entry]:
            if (name, register) not in saved:
                module.scratch[name, register] = f"x{module.names.numbers[name]}_{register}"
    return made


class WaitingWriter(BlockWriter):
    """Writes the blocks of one procedure in a group."""

    here, before_fault = True, "LX_SAVE; "

    def __init__(self, plan: Plan, group: int, part: Part, needed_entries: set[tuple[str, BlockId]]) -> None:
        super().__init__(plan.module, part.function, f"p{plan.module.names.numbers[part.function.name]}_")
        self.plan = plan
        self.group = group
        self.part = part
        self.name = part.function.name
        self.asked = needed_entries
        self.decided: set[BlockId] = set()
        #: The writers of the same group, by procedure.
        self.others: dict[str, WaitingWriter] = {}
        if plan.module.alone:
            self.ticks = "ticks"

    # -- what is kept

    def kept(self, register: Reg, name: str | None = None) -> str:
        """Where a register is kept while control is elsewhere."""
        key = (name or self.name, register)
        if key in self.module.layout.saved:
            return f"s->{self.module.names['kept', key]}"
        return f"r->{self.module.scratch[key]}"

    def keep(self, registers: Iterable[Reg]) -> Iterator[str]:
        """Statements that keep registers."""
        for register in sorted(registers):
            if register not in self.constants or (self.name, register) in self.module.layout.saved:
                yield f"    {self.kept(register)} = {self._number(register)};"

    def _number(self, register: Reg) -> str:
        """The value of a register. Who is alone in a set is counted when it comes to it, not when it was picked."""
        alone = self.alone(register)
        return self.text(register) if alone is None else f"{prefix(self.picked[register])}_first({alone})"

    def fetch(self, registers: Iterable[Reg]) -> Iterator[str]:
        """Statements that read kept registers."""
        for register in sorted(registers):
            if register not in self.constants:
                yield f"    {self.local(register)} = {self.kept(register)};"
            if register in self.picked:
                single = f"{prefix(self.picked[register])}_single_or_none"
                yield f"    {self.alone(register)} = {single}({self.local(register)});"

    def waiting(self, block: BlockId) -> list[Reg]:
        """The registers that the state keeps where play waits."""
        return self._at(self.module.layout.waiting[self.plan.point(self.name, block)])

    def _at(self, found: tuple[int, ...]) -> list[Reg]:
        slots = set(found)
        return [r for (name, r), slot in self.module.layout.saved.items() if name == self.name and slot in slots]

    def needed_in(self, copies: list[BlockId]) -> set[Reg]:
        """The registers to fetch before one of some blocks."""
        known = self.module.shape(self.function).known
        told = {register for copy in copies[:-1] for register, _ in known[copy]}
        return told.union(*(self.plan.live[self.name][copy] for copy in copies))

    def division(self, copies: list[BlockId], goto: Callable[[BlockId], str], where: int) -> Iterator[str]:
        """Go to the block in which what is known is what the registers hold; the last one is left. What is assumed at
        its beginning (0) or its end (1) must be so."""
        known = self.module.shape(self.function).known
        for copy in copies:
            if copy != copies[-1]:
                test = " && ".join(f"{self.local(register)} == {value}" for register, value in known[copy])
                yield f"    if ({test})"
            yield f"    {{ {self._sure(copy, where)}{goto(copy)} }}"

    def _sure(self, block: BlockId, where: int) -> str:
        """Look whether what is assumed in a block is so."""
        assumed = self.module.shape(self.function).assumed
        if not assumed or not assumed[block][where]:
            return ""
        known = self.module.sure
        number = known.setdefault(assumed[block][where], len(known))
        return f"LX_KEEP; if (!sure_{number}(r, s)) lx_unsure(r); "

    def goto_asking(self, block: BlockId) -> str:
        """A statement that goes on where a decision is asked for."""
        return f"goto {self.label(block)}_asks;"

    # -- control

    def goto(self, block: BlockId) -> str:
        if self.plan.home[self.name, block] == self.group:
            return super().goto(block)
        kept = " ".join(line.strip() for line in self.keep(self.plan.live[self.name][block]))
        return f"{{ {kept} LX_LEAVE({self.plan.number(self.name, block)}); }}"

    def on(self, block: BlockId, left: dict[BlockId, None]) -> BlockId | None:
        if block in left:
            return block
        self.out.append(f"    {self.goto(block)}")
        return None

    def leave(self, number: BlockId, end: Terminator, left: dict[BlockId, None]) -> BlockId | None:
        match end:
            case Return():
                self._return()
            case End():
                self.out += [*over(self.module, end), "    LX_LEAVE(LX_RESTS);"]
            case Enter():
                return self._enter(end, left)
            case Roll():
                nothing_there(self, end)
                if self.module.whole:
                    self.out.append("    if (r->asking) {")
                    self.out += [f"    {line}" for line in self.keep(self.waiting(number))]
                    self.out.append(f"        s->point = {self.plan.number(self.name, number)};")
                    self.out.append(f"        s->reason = -1 - (int32_t){self.ticks};")
                    self.out.append("        LX_LEAVE(LX_RESTS);")
                    self.out.append("    }")
                picked(self, end)
                return self.on(end.target, left)
            case Choose():
                self._choose(number, end)
            case _:
                raise AssertionError(end)
        return None

    def _return(self) -> None:
        if self.name == self.module.program.main:
            self.out += ["    s->reason = -1;", f"    s->point = {OVER};", "    LX_LEAVE(LX_RESTS);"]
            return
        back = f"s->{self.module.names['return', self.name]}"
        self.out.append(f"    switch ({back}) {{")
        for name, block in dict.fromkeys(self.plan.returns.get(self.name, ())):
            if self.plan.home[name, block] == self.group:
                self.out.append(f"    case {self.plan.number(name, block)}: {self._into(name, block)}")
        self.out.append(f"    default: LX_LEAVE({back});")
        self.out.append("    }")

    def _into(self, name: str, block: BlockId) -> str:
        self.asked.add((name, block))
        return f"goto {into(self.plan, name, block)};"

    def _enter(self, end: Enter, left: dict[BlockId, None]) -> BlockId | None:
        if end.procedure in self.module.calm:
            self.out.append(f"    if ({entered(self, end)}) LX_LEAVE(LX_RESTS);")
            return self.on(end.then, left)
        plan = self.plan
        self.out += self.keep(self._at(self.module.layout.returning[plan.number(self.name, end.then)]))
        self.out.append(f"    s->{self.module.names['return', end.procedure]} = {plan.number(self.name, end.then)};")
        near = plan.home[end.procedure, 0] == self.group
        live = plan.live[end.procedure][0]
        for number, argument in enumerate(end.args):
            if number not in live:
                continue
            to = self.others[end.procedure].local(number) if near else self.kept(number, end.procedure)
            self.out.append(f"    {to} = {self.text(argument)};")
        if near:
            self.out.append(f"    goto {into(plan, end.procedure, 0, direct=True)};")
            self.asked.add((end.procedure, -1))
        else:
            self.out.append(f"    LX_LEAVE({plan.number(end.procedure, 0)});")
        return None

    # -- decisions

    def _choose(self, number: BlockId, end: Choose) -> None:
        point = self.plan.point(self.name, number)
        self.decided.add(number)
        self.out.append(f"{self.label(number)}_asks:;")
        counts = [self._count(way) for way in end.alternatives]
        self.out.append("    {")
        for at, count in enumerate(counts):
            self.out.append(f"    const uint64_t n{at} = {count};")
        total = " + ".join(f"n{at}" for at in range(len(counts))) or "0"
        self.out.append(f"    uint64_t n = {total};")
        what = f" ({end.prompt})" if end.prompt else ""
        self.fault_if("!n", end.origin, f"{NO_OPTION}{what}")
        self.out.append("    if (decisions < r->most) {")
        if self.name == self.program.main and number in self.module.guesses:
            self.out.append(f"        LX_GUESS(n, last + ({self.module.guesses[number]}));")
        self.out.append("        LX_PICK(n);")
        for at, way in enumerate(end.alternatives):
            last = at + 1 == len(end.alternatives)
            self.out.append("        {" if last else f"        if (k < n{at}) {{")
            self.out += [f"            {line.strip()}" for line in self._taken(way)]
            self.out.append(f"            {self.goto(way.target)}")
            self.out.append("        }" if last else f"        }} k -= n{at};")
        self.out.append("    }")
        self.out.append("    }")
        self.out += self.keep(self.waiting(number))
        self.out += [f"    s->point = {point};", "    s->reason = -1;", "    LX_LEAVE(LX_RESTS);"]

    def _count(self, way: Alternative) -> str:
        """How many options an alternative has."""
        if way.over is None:
            return "1"
        over = self.text(way.over)
        if way.form == "one":
            return f"(uint64_t)({over})"
        if way.form == "each":
            return f"(uint64_t){prefix(self.words(way.over))}_count({over})"
        assert way.until is not None
        until = self.text(way.until)
        return f"{until} < {over} ? 0 : (uint64_t)((int64_t){until} - {over} + 1)"

    def _taken(self, way: Alternative) -> Iterator[str]:
        """What taking option `k` of an alternative sets."""
        if way.to is None:
            return
        assert way.over is not None
        over, to = self.text(way.over), self.local(way.to)
        if way.form == "each" and way.to in self.picked:
            lx = prefix(self.words(way.over))
            yield f"{self.alone(way.to)} = {lx}_nth_alone({over}, (uint32_t)k);"
            yield f"{to} = {lx}_only({self.alone(way.to)});"
        elif way.form == "each":
            yield f"{to} = {prefix(self.words(way.over))}_nth({over}, (uint32_t)k);"
        else:
            yield f"{to} = (int32_t)({over} + (int64_t)k);"


def into(plan: Plan, name: str, block: BlockId, direct: bool = False) -> str:
    """The label where play comes to a block; `direct`ly with its parameters in their variables."""
    mark = f"p{plan.module.names.numbers[name]}_b{block}"
    return f"{mark}_begins" if direct else f"{mark}_in"


def group_lines(plan: Plan, at: int) -> list[str]:
    """The C function of one group."""
    asked: set[tuple[str, BlockId]] = set()
    writers = [WaitingWriter(plan, at, part, asked) for part in plan.groups[at]]
    others = {writer.name: writer for writer in writers}
    for writer in writers:
        writer.others = others
    for writer in writers:
        writer.write(writer.part.blocks)
    cases: list[str] = []
    stubs: list[str] = []
    for writer in writers:
        name = writer.name
        for block in writer.part.blocks:
            number = plan.number(name, block)
            copies = plan.copies_of(name, block)
            if any((name, copy) in plan.entries for copy in copies):
                label = into(plan, name, block)
                cases.append(f"    case {number}: goto {label};")
                some = copies if block == min(copies) else [block]
                stubs += [f"{label}:;", *writer.fetch(writer.needed_in(some)), *writer.division(some, writer.goto, 0)]
            if block in writer.decided and block == min(copies):
                label = f"{writer.label(block)}_resumes"
                cases.append(f"    case {plan.total + plan.point(name, block)}: goto {label};")
                stubs += [f"{label}:;", *writer.fetch(writer.waiting(block)),
                          *writer.division(copies, writer.goto_asking, 1)]
        if (name, -1) in asked:
            stubs += [f"{into(plan, name, 0, direct=True)}:;", f"    {writer.goto(0)}"]
    bodies: list[str] = []
    declared: list[str] = []
    for writer in writers:
        bodies += ["", f"    /* -------- {plain(writer.name)} -------- */", *writer.lines()]
        declared += writer.declarations(writer.mentioned)
    near = plan.module.near
    fetched = [f"    {sort} {variable} = {place};" for sort, variable, place in near.cells(near.fields)]
    return [
        f"static int32_t group_{at}(lx_run *r, lx_state *s, int32_t at)", "{", *declared, "    LX_ENTER;", *fetched,
        "    switch (at) {", *cases, "    default: LX_LEAVE(LX_LOST);", "    }", *stubs, *bodies, "LX_DONE;", "}"]



def kept_type(plan: Plan, name: str, register: Reg) -> str:
    """The C type of a register that travels between groups."""
    function = plan.module.program.functions[name]
    return stored(function.registers[register].type, plan.module.program.domains)
