"""A program that tells which of its blocks ran and which way its branches went, for coverage.

Every block of a procedure reports itself, and every way out of a branch. All other events are left out but those in
which a draw came up short. Nothing else changes: the same moves lead to the same positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ludex.ir.contract import Event
from ludex.ir.graph import Block, Function, Program
from ludex.ir.ops import Branch, Const, Emit, Fail, Goto, Op
from ludex.ir.record import record
from ludex.ir.registers import targets

#: How events begin that tell of a block or of a way out of a branch, and of a draw that came up short.
RAN, WENT, SHORT = "ran", "went", "short"


@dataclass(slots=True)
class Trace:
    """What ran, counted by the numbers of `Tracing`."""

    ran: Counter[int] = field(default_factory=Counter)
    went: Counter[tuple[int, bool]] = field(default_factory=Counter)
    short: Counter[int] = field(default_factory=Counter)

    def add(self, events: Iterable[Event]) -> None:
        """Count what events tell."""
        for kind, origin, *_ in events:
            sort, _, number = kind.partition("|")
            if sort == RAN:
                self.ran[int(number)] += 1
            elif sort == WENT:
                self.went[origin, number == "yes"] += 1
            elif sort == SHORT:
                self.short[origin] += 1


@record
class Tracing:
    """The program that tells, and the origins of what each of its numbered blocks does."""

    program: Program
    blocks: tuple[frozenset[int], ...]
    #: Origins of branches.
    branches: frozenset[int]

    def origins(self, trace: Trace) -> Counter[int]:
        """How often the operations of each origin ran; 0 for those that never did."""
        found: Counter[int] = Counter({origin: 0 for block in self.blocks for origin in block})
        for number, times in trace.ran.items():
            for origin in self.blocks[number]:
                found[origin] = max(found[origin], times)
        return found


def traced(program: Program) -> Tracing:
    """The program with its procedures telling what they do."""
    functions: dict[str, Function] = {}
    blocks: list[frozenset[int]] = []
    branches: set[int] = set()
    for name, function in program.functions.items():
        if function.pure:
            functions[name] = function
            continue
        first: list[Block] = []
        ways: list[Block] = []
        # How a loop ends is seen from its first block, which stays as it is.
        heads = {target for at, block in enumerate(function.blocks) for target in targets(block.end) if target <= at}
        for number, block in enumerate(function.blocks):
            told = [op for op in block.ops if not isinstance(op, Emit) or op.kind.startswith(f"{SHORT}|")]
            origins = {op.origin for op in block.ops if not isinstance(op, Const)}
            if not isinstance(block.end, Goto | Branch):
                origins.add(block.end.origin)
            end = block.end
            if isinstance(end, Branch) and number not in heads and not _is_check(function, end):
                branches.add(end.origin)
                at = len(function.blocks) + len(ways)
                ways += [Block((_tell(end.origin, WENT, way),), Goto(end.origin, target))
                         for way, target in (("yes", end.yes), ("no", end.no))]
                end = replace(end, yes=at, no=at + 1)
            ops: list[Op] = [*told]
            if origins:
                ops.insert(0, _tell(min(origins), RAN, str(len(blocks))))
                blocks.append(frozenset(origins))
            first.append(Block(tuple(ops), end))
        functions[name] = replace(function, blocks=(*first, *ways))
    return Tracing(replace(program, functions=functions), tuple(blocks), frozenset(branches))


def _is_check(function: Function, end: Branch) -> bool:
    """Whether one way only says that the rules have no answer: no condition of theirs."""
    return any(isinstance(function.blocks[target].end, Fail) for target in (end.yes, end.no))


def _tell(origin: int, sort: str, text: str) -> Emit:
    return Emit(origin, f"{sort}|{text}", (), (), None)


__all__ = ["RAN", "SHORT", "WENT", "Trace", "Tracing", "traced"]
