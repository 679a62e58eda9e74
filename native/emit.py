"""Writes a program as one C file.

First comes what the game is made of (state, tables), then its pure functions, then the procedures, and at last the few
functions that are called from outside. `whole` says which of two texts is written: the whole one can ask for chance and
tell of events, the other one is for play that wants neither and is spared the looking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from ludex.ir.contract import BUDGET
from ludex.ir.distances import distances
from ludex.ir.graph import Function, Program, Table
from ludex.ir.layout import Layout, lay_out
from ludex.ir.ops import Call, Shift
from ludex.native.about import About
from ludex.native.expressions import MOST_DISTANCES, literal
from ludex.native.groups import ONE, Plan, group_lines, kept_type, plan
from ludex.native.lanes import lanes
from ludex.native.names import Names
from ludex.native.nearby import asked_for, nearby
from ludex.native.passes.guesses import guesses
from ludex.native.passes.reduce import Counted
from ludex.native.passes.shaping import shape
from ludex.native.storage import Storage, held, split, stored, words
from ludex.native.writer import Module, head, small, waits

#: A function is written into where it is called if all its copies have no more operations than this.
INSIDE = 200
#: Operations on sets of a few words are functions that are called; to hand over longer ones takes longer than to do it.
CALLED = 8


@dataclass(frozen=True, slots=True)
class Emitted:
    """The C of a program, and what its numbers mean."""

    text: str
    about: About


def way() -> str:
    """What the text depends on besides the program: the bounds that are set here."""
    return f"{BUDGET} {ONE}"


def emit(program: Program, whole: bool, layout: Layout | None = None, most: int | None = None) -> Emitted:
    """The C text of a program."""
    layout, source = layout or lay_out(program), program
    calm = frozenset(f.name for f in program.functions.values() if not f.pure) - waits(program, whole) - {program.main}
    shapes, how = None, Counted(BUDGET, True)
    families: dict[str, list[str]] = {}
    if not whole:
        made = shape(program, layout, calm, BUDGET, ONE, most is None)
        program, shapes, families, how = made.program, made.shapes, made.families, made.how
    names = Names(program)
    module = Module(program, layout, names, whole, how, calm, shapes)
    storage = Storage(source, layout, names.given)  # the same in both texts
    planned = plan(module, most)
    if not whole:
        module.inside = _inside(program, families)
        if module.alone and len(planned.groups) == 1:
            module.near = nearby(program, names, asked_for(program, planned.live))
            module.guesses = guesses(program)
    functions = list(program.functions.values())
    body: list[str] = []
    for function in functions:
        if function.pure or function.name in module.calm:
            text = None
            if function.name in families:
                text = lanes(module, function.name, families[function.name], head(module, function, "r"))
            body += ["", *(text or small(module, function))]
    groups = [group_lines(planned, at) for at in range(len(planned.groups))]
    body += ["", *_sure(module)]
    for lines in groups:
        body += ["", *lines]
    budget = BUDGET if how.exact else how.rounds
    pure = {f.name: number for number, f in enumerate(f for f in program.functions.values() if f.pure)}
    keeping = " ".join(f"{place} = {variable};" for _, variable, place in module.near.cells(module.near.fields))
    head_lines = [
        f"/* {program.name.replace('*/', '')}, {program.seats} seats: written by Ludex, not to be edited. */", "",
        f"#define LX_BUDGET {budget}u",
        "#define LX_SCRATCH " + " ".join(f"{kept_type(planned, f, r)} {n};" for (f, r), n in module.scratch.items()),
        f"#define LX_ALONE {int(module.alone)}",
        f"#define LX_KEEP do {{ {keeping} }} while (0)",
        *_early_sets(program), '#include "ludex.h"', "",
        "typedef struct lx_state {", *(f"    {member.declaration()}" for member in storage.members), "} lx_state;", "",
        f'_Static_assert(sizeof(lx_state) == {storage.packing.room}, "a state has the size that Python packs");', "",
        *_tables(program, names), *_kinds(program, names), "", *_prototypes(module, functions)]
    tail = [*_driver(planned), *_asking(program, names, pure if whole else {}), *_scoring(module),
            '#include "outside.h"', ""]
    return Emitted("\n".join([*head_lines, *body, "", *tail]), About(
        module.sites, storage.packing, pure, planned.total, len(program.scores) * program.seats))


def _sets_of(program: Program) -> list[int]:
    """The numbers of words of all sets in registers, fields and tables that need several."""
    types = [r.type for f in program.functions.values() for r in f.registers]
    types += [f.type for f in program.fields.values()] + [t.type for t in program.tables.values()]
    return sorted({words(type, program.domains) for type in types} - {0, 1})


def _early_sets(program: Program) -> list[str]:
    made = [f"LX_SETS({count}, {'LX_CALLED' if 2 < count <= CALLED else 'LX_INLINE'})" for count in _sets_of(program)]
    return [f"#define LX_WIDE {' '.join(made)}"]


def _tables(program: Program, names: Names) -> Iterator[str]:
    shifted = {op.table for f in program.functions.values() for b in f.blocks for op in b.ops if isinstance(op, Shift)}
    for table in program.tables.values():
        count = words(table.type, program.domains)
        name = names["table", table.name]
        yield f"/* {_clean(table.name)} */"
        values = [_cell(count, value) for value in table.values]
        yield f"static const {stored(table.type, program.domains)} {name}[{max(1, len(values))}] LX_UNUSED = {{"
        line = "   "
        for value in values:
            if len(line) + len(value) > 116:
                yield line
                line = "   "
            line += f" {value},"
        yield line
        yield "};"
        if table.name in shifted:
            yield from _shifter(program, table, name)


def _cell(count: int, value: int) -> str:
    """A value in a table. Of a long set only words that are not empty are told: tables of them are read for seconds."""
    if count < 2:
        return f"{value:#x}" if count and value else literal(0, value)
    told = [f"[{number}]={word:#x}" for number, word in enumerate(split(value, count)) if word]
    return f"{{{{{', '.join(told) or '0'}}}}}"


def _shifter(program: Program, table: Table, name: str) -> Iterator[str]:
    """A function for a step along a relation where sets of several words have a part in it."""
    source = max(1, -(-program.domains[table.index].size // 64))
    target = words(table.type, program.domains)
    if source == target and distances(table.values, MOST_DISTANCES) or (source, target) == (1, 1):
        return
    given, made = "uint64_t" if source == 1 else f"lx_set{source}", held(table.type, program.domains)
    yield f"static LX_UNUSED {made} shift_{name}({given} x)"
    yield "{"
    yield f"    {made} found = {'0' if target == 1 else '{{0}}'};"
    first, rest = ("lx_first", "lx_rest") if source == 1 else (f"lx{source}_first", f"lx{source}_rest")
    step = f"found |= {name}[e]" if target == 1 else f"found = lx{target}_union(found, {name}[e])"
    yield f"    for (int32_t e = {first}(x); e >= 0; x = {rest}(x), e = {first}(x)) {step};"
    yield "    return found;"
    yield "}"


def _kinds(program: Program, names: Names) -> Iterator[str]:
    for domain in program.domains.values():
        if domain.kinds:
            masks: dict[int, int] = {}
            for at, kind in enumerate(domain.kinds):
                masks[kind] = masks.get(kind, 0) | 1 << at
            count = max(1, -(-domain.size // 64))
            if count > 1 and count not in _sets_of(program):
                continue
            type = "uint64_t" if count == 1 else f"lx_set{count}"
            values = ", ".join(literal(count, masks[kind], inside=True) for kind in domain.kinds)
            yield f"static const {type} {names['kinds', domain.name]}[] LX_UNUSED = {{{values}}};"


def _clean(text: str) -> str:
    return text.replace("*/", "").replace("\\", " ").replace("\n", " ").replace("??", "?")


def _prototypes(module: Module, functions: list[Function]) -> Iterator[str]:
    for function in functions:
        if function.pure or function.name in module.calm:
            pure = function.pure and function.name not in module.faults.functions
            what = "const" if function.name in module.near.closed else "pure"
            yield f"{f'__attribute__(({what})) ' if pure else ''}{head(module, function, 'r')};"


def _inside(program: Program, families: Collection[str]) -> frozenset[str]:
    """The pure functions of one block that are short, or called so seldom that they may be written into where they are
    called. What others compute twice a compiler sees only where it is a call."""
    calls = Counter(op.function for f in program.functions.values() for b in f.blocks for op in b.ops
                    if isinstance(op, Call))
    long: dict[str, int] = {}

    def size(name: str) -> int:
        if name not in long:
            ops = [op for block in program.functions[name].blocks for op in block.ops]
            long[name] = len(ops) + sum(size(op.function) for op in ops if isinstance(op, Call) and inside(op.function))
        return long[name]

    def inside(name: str) -> bool:
        one = len(program.functions[name].blocks) == 1
        return one and name not in families and calls[name] * size(name) <= INSIDE

    return frozenset(name for name, function in program.functions.items() if function.pure and inside(name))


def _sure(module: Module) -> Iterator[str]:
    """The functions that say whether a state is what the text assumes where play comes in."""
    for assumed, number in module.sure.items():
        yield f"static __attribute__((noinline)) int sure_{number}(lx_run *r, const lx_state *s)"
        yield "{"
        given = {name: ", ".join(["r", "s", *module.near.given(name, False)]) for name, _ in assumed}
        tests = [f"{module.names['function', name]}({given[name]}) == {value}" for name, value in assumed]
        yield f"    return {' && '.join(tests)};"
        yield "}"


def _driver(planned: Plan) -> Iterator[str]:
    """What goes from group to group until play rests."""
    count = len(planned.groups)
    yield "static int32_t lx_drive(lx_run *r, lx_state *s, int32_t at)"
    yield "{"
    if count == 1:
        yield "    while (at >= 0) at = group_0(r, s, at);"
    else:
        yield "    static int32_t (*const groups[])(lx_run *, lx_state *, int32_t) = {"
        yield f"        {', '.join(f'group_{n}' for n in range(count))}}};"
        homes = [0] * planned.total
        for (name, block), group in planned.home.items():
            homes[planned.number(name, block)] = group
        yield f"    static const uint16_t home[] = {{{', '.join(map(str, homes))}}};"
        yield f"    while (at >= 0) at = groups[home[at < {planned.total} ? at : at - {planned.total}]](r, s, at);"
    yield "    return at;"
    yield "}"


def _asking(program: Program, names: Names, pure: dict[str, int]) -> Iterator[str]:
    """What evaluates a pure function by number, with its arguments and its result in words."""
    yield "static int lx_ask(lx_run *r, const lx_state *s, int32_t function, const uint64_t *args, uint64_t *result)"
    yield "{"
    yield "    switch (function) {"
    for name, number in pure.items():
        function = program.functions[name]
        assert function.result is not None
        at = 0
        given = ["r", "s"]
        yield f"    case {number}: {{"
        for register, parameter in enumerate(function.registers[:function.parameters]):
            count = words(parameter.type, program.domains)
            type = held(parameter.type, program.domains)
            if count > 1:
                yield f"        {type} a{register}; memcpy(&a{register}, args + {at}, sizeof a{register});"
            else:
                yield f"        {type} a{register} = ({type})args[{at}];"
            given.append(f"a{register}")
            at += max(1, count)
        call = f"{names['function', name]}({', '.join(given)})"
        count = words(function.result, program.domains)
        if count > 1:
            yield f"        lx_set{count} found = {call}; memcpy(result, &found, sizeof found);"
        elif count == 1:
            yield f"        *result = {call};"
        else:
            yield f"        *result = (uint64_t)(int64_t){call};"
        yield "        return 1;"
        yield "    }"
    yield "    }"
    yield "    return 0;"
    yield "}"


def _scoring(module: Module) -> Iterator[str]:
    """What writes down all scores of a game that is over: seat by seat, first the score and then the tie-breaks."""
    program, names = module.program, module.names
    yield "static void lx_score(LX_UNUSED lx_run *r, LX_UNUSED const lx_state *s, LX_UNUSED int32_t *scores)"
    yield "{"
    for seat in range(program.seats):
        for number, name in enumerate(program.scores):
            given = ", ".join(["r", "s", str(seat), *module.near.given(name, False)])
            yield f"    scores[{seat * len(program.scores) + number}] = {names['function', name]}({given});"
    yield "}"
