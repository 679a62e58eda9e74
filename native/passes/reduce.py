"""Makes functions shorter without changing what they mean: blocks in a row become one, and what nobody reads is left
out.

It also works out how far the steps of loops can be left uncounted: where a loop surely ends, only an upper bound of its
steps counts (see `Counted`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ludex.ir.faults import Faults
from ludex.ir.flow import predecessors
from ludex.ir.graph import Block, Function, Program
from ludex.ir.layout import Layout
from ludex.ir.loops import trips
from ludex.ir.ops import (
    BlockId,
    Branch,
    Call,
    Choose,
    Copy,
    Enter,
    Goto,
    Op,
    Reg,
    Roll,
    Terminator,
    Tick,
)
from ludex.ir.registers import edges, read, targets, used, written
from ludex.ir.types import Set
from ludex.native.passes.specialize import Shaped

#: With fewer rounds of loops than this between two decisions, every step is counted.
FEWEST_ROUNDS = 100

#: What the ends of a function's blocks need besides what they read: by block.
Kept = Callable[[Shaped], Mapping[BlockId, set[Reg]]]


@dataclass(frozen=True, slots=True)
class Counted:
    """How steps are counted: only in loops that nothing else bounds, up to `rounds` between two decisions; then less
    than the whole budget has been used. With `exact`, every step is counted, up to the budget."""

    rounds: int
    exact: bool


def threaded(shaped: Shaped) -> Shaped:
    """Whatever goes to a block that only goes on goes there at once."""
    blocks = shaped.function.blocks
    place = {}
    for number in range(len(blocks)):
        at, seen = number, {number}
        while at and not blocks[at].ops and isinstance(end := blocks[at].end, Goto) and shaped.was[at] < 0 \
                and end.target not in seen:
            at = end.target
            seen.add(at)
        place[number] = at
    gone = {number for number, at in place.items() if number != at}
    if not gone:
        return shaped
    function = replace(shaped.function, blocks=tuple(_with_targets(block, place) for block in blocks))
    return without(replace(shaped, function=function), gone)


def reached(shaped: Shaped) -> Shaped:
    """Without blocks that play cannot come to."""
    blocks = shaped.function.blocks
    todo = [0, *(number for number, was in enumerate(shaped.was) if was >= 0)]
    seen = {*todo}
    while todo:
        for target in targets(blocks[todo.pop()].end):
            if target not in seen:
                seen.add(target)
                todo.append(target)
    return without(shaped, {*range(len(blocks))} - seen)


def fused(shaped: Shaped) -> Shaped:
    """Blocks that follow each other and nothing else become one."""
    shaped = threaded(reached(shaped))
    function = shaped.function
    before = predecessors(function)
    blocks = list(function.blocks)
    gone: set[BlockId] = set()
    for number in range(len(blocks)):
        if number in gone:
            continue
        while True:
            end = blocks[number].end
            if not isinstance(end, Goto):
                break
            target = end.target
            if target in (0, number) or len(before[target]) != 1 or shaped.was[target] >= 0:
                break
            blocks[number] = Block((*blocks[number].ops, *blocks[target].ops), blocks[target].end)
            gone.add(target)
    return without(replace(shaped, function=replace(function, blocks=tuple(blocks))), gone)


def without(shaped: Shaped, gone: set[BlockId]) -> Shaped:
    """The function without some blocks, to which nothing goes any more."""
    if not gone:
        return shaped
    kept = [number for number in range(len(shaped.function.blocks)) if number not in gone]
    place = {old: new for new, old in enumerate(kept)}
    blocks = tuple(_with_targets(shaped.function.blocks[number], place) for number in kept)
    return Shaped(replace(shaped.function, blocks=blocks), tuple(shaped.was[number] for number in kept),
                  tuple(shaped.known[number] for number in kept),
                  tuple(shaped.assumed[number] for number in kept) if shaped.assumed else ())


def _with_targets(block: Block, place: Mapping[BlockId, BlockId]) -> Block:
    end: Terminator = block.end
    match end:
        case Goto(target=target) | Roll(target=target):
            end = replace(end, target=place[target])
        case Branch(yes=yes, no=no):
            end = replace(end, yes=place[yes], no=place[no])
        case Choose(alternatives=ways):
            end = replace(end, alternatives=tuple(replace(way, target=place[way.target]) for way in ways))
        case Enter(then=then):
            end = replace(end, then=place[then])
    return replace(block, end=end)


def live(function: Function, kept: Mapping[BlockId, set[Reg]]) -> list[set[Reg]]:
    """For each block, the registers that are read later; `kept` are those that a block's end needs besides."""
    found: list[set[Reg]] = [set() for _ in function.blocks]
    before = predecessors(function)
    todo = list(range(len(function.blocks)))
    while todo:
        number = todo.pop()
        now = live_behind(function, number, found, kept)
        for op in reversed(function.blocks[number].ops):
            target = written(op)
            if target is not None:
                now.discard(target)
            now.update(read(op))
        if now != found[number]:
            found[number] = now
            todo.extend(before[number])
    return found


def kept_by(layout: Layout, calm: frozenset[str], item: Shaped) -> dict[BlockId, set[Reg]]:
    """The registers that the state must hold where play waits in a procedure, or goes into one that waits."""
    name = item.function.name
    if item.function.pure or name in calm:
        return {}
    by_slot = {slot: register for (function, register), slot in layout.saved.items() if function == name}
    found: dict[BlockId, set[Reg]] = {}
    for number, block in enumerate(item.function.blocks):
        slots: tuple[int, ...] = ()
        if isinstance(block.end, Choose):
            slots = layout.waiting[layout.blocks[name] + item.was[number]]
        elif isinstance(block.end, Enter) and block.end.procedure not in calm:
            slots = layout.returning[layout.blocks[name] + item.was[block.end.then]]
        found[number] = {by_slot[slot] for slot in slots if slot in by_slot}
    return found


def live_behind(function: Function, number: BlockId, found: list[set[Reg]], kept: Mapping[BlockId, set[Reg]]
                ) -> set[Reg]:
    end = function.blocks[number].end
    now = set(used(end)) | kept.get(number, set())
    for target, to in edges(end):
        now |= found[target] - {to}
    return now


def swept(shaped: Shaped, possible: Callable[[Op, Function], bool], kept: Mapping[BlockId, set[Reg]]) -> Shaped:
    """Without operations whose result nobody reads, unless they may be a fault."""
    function = shaped.function
    found = live(function, kept)
    blocks = []
    for number, block in enumerate(function.blocks):
        now = live_behind(function, number, found, kept)
        ops: list[Op] = []
        for op in reversed(block.ops):
            target = written(op)
            if target is not None and target not in now and not possible(op, function):
                continue
            if isinstance(op, Copy) and op.to == op.source:
                continue
            if target is not None:
                now.discard(target)
            now.update(read(op))
            ops.append(op)
        blocks.append(Block(tuple(reversed(ops)), block.end))
    return replace(shaped, function=replace(function, blocks=tuple(blocks)))


# -- steps


def counted(shaped: dict[str, Shaped], program: Program, budget: int) -> tuple[dict[str, Shaped], Counted]:
    """The functions without the steps that need not be counted, and how the others are."""
    heavy: dict[str, int] = {}
    unbounded: dict[str, set[BlockId]] = {}

    def weight(name: str) -> int:
        """How many steps a function may take that are not counted, at most."""
        if name not in heavy:
            function = shaped[name].function

            def size(register: Reg) -> int:
                type = function.registers[register].type
                return program.domains[type.domain].size if isinstance(type, Set) else 0

            often, unbounded[name] = trips(function, size)
            total = 0
            for number, block in enumerate(function.blocks):
                here = sum(weight(op.function) if isinstance(op, Call) else 0 for op in block.ops)
                if isinstance(block.end, Enter):
                    here += weight(block.end.procedure)
                if number not in unbounded[name]:
                    here += sum(isinstance(op, Tick) for op in block.ops)
                total += here * often[number]
            heavy[name] = total
        return heavy[name]

    rounds = budget // (max(map(weight, shaped)) + 1) - 2
    if rounds < min(FEWEST_ROUNDS, budget // 4):
        return shaped, Counted(budget, True)
    made = {}
    for name, item in shaped.items():
        blocks = [block if number in unbounded[name]
                  else replace(block, ops=tuple(op for op in block.ops if not isinstance(op, Tick)))
                  for number, block in enumerate(item.function.blocks)]
        made[name] = replace(item, function=replace(item.function, blocks=tuple(blocks)))
    return made, Counted(rounds, False)


def swept_all(made: dict[str, Shaped], program: Program, kept: Kept) -> dict[str, Shaped]:
    """All functions without operations that nobody reads."""
    faults = Faults(replace(program, functions={name: item.function for name, item in made.items()}))
    return {name: swept(item, faults.possible, kept(item)) for name, item in made.items()}


def cleaned(made: dict[str, Shaped], program: Program, kept: Kept) -> dict[str, Shaped]:
    """Without what nobody reads, and with blocks in a row put together."""
    return {name: fused(item) for name, item in swept_all(made, program, kept).items()}

