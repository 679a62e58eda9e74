"""Computes the same for several directions at once: functions that differ in nothing but relations become lanes.

Where a union is made of calls of one function with different known arguments, the calls are put together into one
function of all of them (`gathered`). If its parts do the same operations, one after another, on sets of one word,
`lanes` writes it with vectors: a lane a part, and what all parts share is computed once. A part that stands in a union
twice changes nothing, so lanes that are left over repeat one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ludex.ir.distances import distances
from ludex.ir.graph import Block, Function, Program, Register
from ludex.ir.ops import Call, Combine, Const, Copy, Op, Reg, Return, Shift
from ludex.ir.registers import read, written
from ludex.ir.types import Set
from ludex.native.expressions import HANDLERS, Scene, literal, masked
from ludex.native.passes.specialize import Shaped
from ludex.native.storage import held, words
from ludex.native.writer import Module

#: Lanes of a vector, and the fewest calls that are put together.
WIDTH, FEWEST = 4, 3


def gathered(made: dict[str, Shaped], sources: Mapping[str, str]) -> tuple[dict[str, Shaped], dict[str, list[str]]]:
    """The functions with unions of calls put together, and what each of the new functions is made of. `sources` says of
    which function a function is a variant."""
    families: dict[str, list[str]] = {}
    found: dict[str, Shaped] = {}
    for name, item in made.items():
        blocks = tuple(replace(block, ops=tuple(_gather(block.ops, made, sources, families)))
                       for block in item.function.blocks)
        found[name] = replace(item, function=replace(item.function, blocks=blocks))
    for name, members in families.items():
        found[name] = Shaped(_together(name, [made[member].function for member in members]), (-1,), ((),))
    return found, families


def _gather(ops: tuple[Op, ...], made: Mapping[str, Shaped], sources: Mapping[str, str],
            families: dict[str, list[str]]) -> Iterator[Op]:
    at = 0
    while at < len(ops):
        calls, after = _run(ops, at, sources)
        if len(calls) >= FEWEST:
            members = [call.function for call in calls]
            name = f"{sources[members[0]]} (all of {', '.join(m.removeprefix(sources[m]) for m in members)})"
            families[name] = members
            yield replace(calls[0], function=name)
            yield from ops[at + 1:at + 3]
            at = after
        else:
            yield ops[at]
            at += 1


def _run(ops: tuple[Op, ...], at: int, sources: Mapping[str, str]) -> tuple[list[Call], int]:
    """The calls whose results are united one after another, from a place on, and where they end."""
    calls: list[Call] = []
    while at + 2 < len(ops):
        call, unite, copy = ops[at:at + 3]
        if not (isinstance(call, Call) and isinstance(unite, Combine) and isinstance(copy, Copy)
                and unite.how == "union" and unite.right == call.to and copy.source == unite.to
                and copy.to == unite.left and call.function in sources):
            break
        if call.to in call.args or copy.to in call.args or unite.to in call.args:
            break
        if calls and not (call.args == calls[0].args and call.to == calls[0].to and _same(ops, at)
                          and sources[call.function] == sources[calls[0].function]):
            break
        calls.append(call)
        at += 3
    return calls, at


def _same(ops: tuple[Op, ...], at: int) -> bool:
    """Whether the union before is made in the same registers."""
    return written(ops[at + 1]) == written(ops[at - 2]) and written(ops[at + 2]) == written(ops[at - 1])


def _together(name: str, members: list[Function]) -> Function:
    """A function that gives the union of what some give."""
    first = members[0]
    assert isinstance(first.result, Set)
    origin = first.blocks[0].end.origin
    registers = list(first.registers[:first.parameters])
    total, one = len(registers), len(registers) + 1
    registers += [Register("", first.result), Register("", first.result)]
    ops: list[Op] = [Const(origin, total, 0)]
    for member in members:
        ops.append(Call(origin, one, member.name, tuple(range(first.parameters))))
        ops.append(Combine(origin, total, "union", total, one))
    return Function(name, True, first.parameters, first.result, tuple(registers),
                    (Block(tuple(ops), Return(origin, total)),))


@dataclass(frozen=True, slots=True)
class _Lanes:
    """What lanes need: which registers differ from part to part, and the parts of each vector."""

    differ: frozenset[Reg]
    vectors: tuple[tuple[int, ...], ...]


def lanes(module: Module, name: str, members: list[str], head: str) -> list[str] | None:
    """The text of a function of several parts as vectors, if they allow it."""
    program = module.program
    functions = [program.functions[member] for member in members]
    plan = _plan(program, functions)
    if plan is None:
        return None
    first = functions[0]
    ops = [function.blocks[0].ops for function in functions]
    scene = Scene(program, first, lambda register: f"r{register}", module.names, module.near, True)
    lines = [head, "{"]
    declared: set[str] = set()

    def to(sort: str, variable: str) -> str:
        new = variable not in declared and not (variable[1:].isdigit() and int(variable[1:]) < first.parameters)
        declared.add(variable)
        return f"{sort} {variable}" if new else variable

    def of(number: int) -> Callable[[Reg], str]:
        return lambda r: f"v{r}_{number}" if r in plan.differ else f"lx_all(r{r})"

    for at, op in enumerate(ops[0]):
        target = written(op)
        assert target is not None
        sort = held(first.registers[target].type, program.domains)
        if target not in plan.differ:
            lines.append(f"    {to(sort, f'r{target}')} = {HANDLERS[type(op)](op, scene)};")
            continue
        for number, parts in enumerate(plan.vectors):
            text = _vector(program, [ops[part][at] for part in parts], of(number))
            lines.append(f"    {to('lx_lanes', f'v{target}_{number}')} = {text};")
    end = first.blocks[0].end
    assert isinstance(end, Return)
    assert end.value is not None
    total = " | ".join(f"v{end.value}_{number}" for number in range(len(plan.vectors)))
    return [*lines, f"    return lx_together({total});", "}"]


def _plan(program: Program, functions: list[Function]) -> _Lanes | None:
    first = functions[0]
    if any(len(f.blocks) != 1 or f.registers != first.registers or f.parameters != first.parameters
           or len(f.blocks[0].ops) != len(first.blocks[0].ops) or f.blocks[0].end != first.blocks[0].end
           for f in functions):
        return None
    columns = list(zip(*(f.blocks[0].ops for f in functions), strict=True))
    if any(type(other) is not type(column[0]) or written(other) is None for column in columns for other in column):
        return None
    differ: set[Reg] = set()
    before = -1
    while len(differ) > before:
        before = len(differ)
        for column in columns:
            if not _alike(column) or any(r in differ for r in read(column[0])):
                differ.update(w for other in column if (w := written(other)) is not None)
    end = first.blocks[0].end
    if not isinstance(end, Return) or end.value not in differ or any(r < first.parameters for r in differ):
        return None
    signs: list[list[int]] = [[] for _ in functions]
    for column in columns:
        if written(column[0]) in differ and not _possible(program, first, column, signs):
            return None
    groups: dict[tuple[int, ...], list[int]] = {}
    for part, found in enumerate(signs):
        groups.setdefault(tuple(found), []).append(part)
    vectors = []
    for parts in groups.values():
        for start in range(0, len(parts), WIDTH):
            some = parts[start:start + WIDTH]
            vectors.append((*some, *some[:1] * (WIDTH - len(some))))
    return _Lanes(frozenset(differ), tuple(vectors))


def _alike(column: Sequence[Op]) -> bool:
    """Whether all parts do the same here."""
    return all(replace(other, origin=column[0].origin) == column[0] for other in column)


def _possible(program: Program, first: Function, column: Sequence[Op], signs: list[list[int]]) -> bool:
    """Whether lanes can do an operation; `signs` becomes longer by the ways that a step along a relation goes."""
    op = column[0]
    if {written(other) for other in column} != {written(op)}:
        return False
    for register in (*read(op), *(w for w in (written(op),) if w is not None)):
        if words(first.registers[register].type, program.domains) != 1:
            return False
    match op:
        case Shift(set=source):
            for part, other in enumerate(column):
                assert isinstance(other, Shift)
                moves = distances(program.tables[other.table].values, 1)
                if len(moves) != 1 or other.set != source:
                    return False
                signs[part].append(1 if moves[0][1] >= 0 else -1)
            return True
        case Combine() | Copy():
            return _alike(column)
        case Const():
            return True
    return False


def _vector(program: Program, column: list[Op], of: Callable[[Reg], str]) -> str:
    """One operation of all lanes of a vector."""
    op = column[0]
    match op:
        case Const():
            values = [other.value for other in column if isinstance(other, Const)]
            return f"(lx_lanes){{{', '.join(literal(1, value) for value in values)}}}"
        case Copy(source=source):
            return of(source)
        case Combine(how=how, left=left, right=right):
            sign = {"union": "|", "meet": "&", "minus": "& ~"}[how]
            return f"{of(left)} {sign}{of(right)}" if how == "minus" else f"{of(left)} {sign} {of(right)}"
        case Shift(set=source):
            tables = [program.tables[other.table].values for other in column if isinstance(other, Shift)]
            moves = [distances(values, 1)[0] for values in tables]
            sign = "<<" if moves[0][1] >= 0 else ">>"
            masks = ", ".join(literal(1, mask) for mask, _ in moves)
            by = ", ".join(str(abs(distance)) for _, distance in moves)
            if not any(masked(*move, len(values)) for move, values in zip(moves, tables, strict=True)):
                return f"{of(source)} {sign} (lx_lanes){{{by}}}"
            return f"({of(source)} & (lx_lanes){{{masks}}}) {sign} (lx_lanes){{{by}}}"
    raise AssertionError(op)
