"""Makes the text for play without events fast: the passes over a program's functions, in their order.

Each pass stands in a module of its own and says why it is worth while. What comes out is a program again, and for each
procedure what has become of its blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludex.ir.faults import Faults
from ludex.ir.graph import Program
from ludex.ir.layout import Layout
from ludex.ir.ops import BlockId, Reg
from ludex.native.lanes import gathered
from ludex.native.passes.alone import Loner
from ludex.native.passes.anyway import anyway
from ludex.native.passes.lifting import Lifter
from ludex.native.passes.lines import straightened
from ludex.native.passes.parted import parted
from ludex.native.passes.passing import Passing
from ludex.native.passes.reduce import Counted, cleaned, counted, fused, kept_by, swept_all
from ludex.native.passes.relations import Relations
from ludex.native.passes.rows import rows
from ludex.native.passes.settled import Settler
from ludex.native.passes.specialize import Shaped, Specializer
from ludex.native.passes.tabulating import Tabulator
from ludex.native.passes.totals import Totals


@dataclass(frozen=True, slots=True)
class Made:
    """A program for play without events."""

    program: Program
    #: What has become of the procedures.
    shapes: dict[str, Shaped]
    #: Functions that do the same several times, and what they are made of.
    families: dict[str, list[str]]
    how: Counted


def shape(program: Program, layout: Layout, calm: frozenset[str], budget: int, one: int, divide: bool) -> Made:
    """The program, written for each of two seats (if it may be `divide`d) where that does not make it too long."""

    def kept(item: Shaped) -> Mapping[BlockId, set[Reg]]:
        return kept_by(layout, calm, item)

    special = Specializer(program, divide=divide)
    whole = swept_all({name: fused(item) for name, item in special.all(calm).items()}, program, kept)
    relations = Relations(program)
    made, how = counted({name: fused(straightened(item, relations)) for name, item in whole.items()}, program, budget)
    if how.exact:  # every step counts, and lines take more than they need
        made = whole
    made = cleaned(made, program, kept)
    size = sum(len(block.ops) + 1 for item in made.values() if not item.function.pure for block in item.function.blocks)
    if divide and size > one:
        return shape(program, layout, calm, budget, one, False)
    program = replace(program, tables=relations.all())
    made = Passing(program).passed(Lifter(program, made, relations).lifted())
    made = cleaned(Totals(program, made, relations).added(), program, kept)
    made = Tabulator(replace(program, tables=relations.all()), relations).tabulated(made)
    faults = Faults(replace(program, functions={name: item.function for name, item in made.items()}))
    made = {name: parted(item, faults, kept(item)) for name, item in made.items()}
    made = {name: anyway(item, faults, kept(item)) for name, item in made.items()}
    made = cleaned(Settler(replace(program, tables=relations.all()), made).settled(calm), program, kept)
    made, families = gathered(made, special.sources())
    together = {member for members in families.values() for member in members}
    made = cleaned(rows(made, program, relations, together), program, kept)
    loner = Loner(replace(program, tables=relations.all()), made, relations, {*together, *families, *program.scores})
    made = cleaned(loner.alone(), program, kept)
    shapes = {name: item for name, item in made.items() if not item.function.pure}
    functions = {name: item.function for name, item in made.items()}
    return Made(replace(program, functions=functions, tables=relations.all()), shapes, families, how)
