"""Whether a program is well-formed as a whole: its names, domains, fields and tables, and what `main`, the scores and
the invariants are (V1 to V7, V16, V23 to V25).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludex.ir.graph import SEATS, WINNERS, Field, Function, Program, Table
from ludex.ir.ops import Call, Enter
from ludex.ir.types import WORD, Domain, Int, Set, Type
from ludex.ir.typing_rules import fits, is_flag, is_index, takes_element

#: Invariants that are broken, each with what breaks it.
Violations = Iterator[tuple[str, str]]


def check_names(program: Program) -> Violations:
    """The first part: that everything has its name, and that what is named exists."""
    groups: tuple[Mapping[str, Domain | Field | Table | Function], ...] = (
        program.domains, program.fields, program.tables, program.functions)
    for group in groups:
        for name, item in group.items():
            if item.name != name:
                yield "V1", f"`{item.name}` is kept as `{name}`"
    for domain in program.domains.values():
        if len(set(domain.elements)) != domain.size:
            yield "V1", f"two elements of `{domain.name}` have the same name"
    for field in program.fields.values():
        yield from check_known(program, "domain", field.index, field.type.domain)
        yield from check_known(program, "field", field.order_of)
    for table in program.tables.values():
        yield from check_known(program, "domain", table.index, table.type.domain)
    yield from check_known(program, "domain", SEATS)
    yield from check_known(program, "function", program.main, *program.scores, *program.invariants.values())


def check_known(program: Program, sort: str, *names: str | None) -> Violations:
    """That the named things of one sort exist; None names nothing."""
    groups: dict[str, Mapping[str, object]] = {
        "domain": program.domains, "field": program.fields, "table": program.tables, "function": program.functions}
    for name in names:
        if name is not None and name not in groups[sort]:
            yield "V2", f"there is no {sort} `{name}`"


def check_program(program: Program) -> Violations:
    """The second part: domains, fields, tables, and the functions with a part of their own."""
    for domain in program.domains.values():
        kinds = domain.kinds
        if kinds and (len(kinds) != domain.size or any(
                not 0 <= kind <= at or kinds[kind] != kind for at, kind in enumerate(kinds))):
            yield "V3", f"`{domain.name}`"
    for field in program.fields.values():
        yield from check_type(program, field.type, f"field `{field.name}`")
        size = 1 if field.index is None else program.domains[field.index].size
        yield from _values(program, field.type, field.start, size, f"field `{field.name}`")
        if field.order_of is not None:
            zone = program.fields[field.order_of].type
            if not isinstance(zone, Set) or field.index != zone.domain or field.type.domain is not None:
                yield "V25", f"`{field.name}` of `{field.order_of}`"
    for table in program.tables.values():
        yield from check_type(program, table.type, f"table `{table.name}`")
        yield from _values(program, table.type, table.values, program.domains[table.index].size,
                           f"table `{table.name}`")
    if program.domains[SEATS].size != program.seats:
        yield "V6", f"{program.seats} seats, but {program.domains[SEATS].size} elements"
    winners = program.fields.get(WINNERS)
    if winners is not None and (winners.type != Set(SEATS) or winners.index is not None):
        yield "V6", f"`{WINNERS}` is not one set of seats"
    main = program.functions[program.main]
    if main.pure or main.parameters:
        yield "V7", f"`{main.name}` is pure" if main.pure else f"`{main.name}` has parameters"
    yield from (("V16", f"`{name}`") for name in _recursive(program))
    for name in program.scores:
        score = program.functions[name]
        kinds_ = [r.type for r in score.registers[: score.parameters]]
        if not score.pure or len(kinds_) != 1 or not takes_element(kinds_[0], SEATS, program) \
                or not isinstance(score.result, Int):
            yield "V23", f"`{name}`"
    for name in program.invariants.values():
        holds = program.functions[name]
        if not holds.pure or holds.parameters or holds.result is None or not is_flag(holds.result):
            yield "V24", f"`{name}`"


def check_type(program: Program, type: Type, where: str) -> Violations:
    """That the bounds of a type make sense."""
    if isinstance(type, Set):
        return
    if type.low > type.high or type.low < -WORD - 1 or type.high > WORD:
        yield "V4", f"{where}: {type.low}..{type.high}"
    elif type.domain is not None and not is_index(type, type.domain, program):
        yield "V4", f"{where}: {type.low}..{type.high} of `{type.domain}`"


def _values(program: Program, type: Type, values: tuple[int, ...], size: int, where: str) -> Violations:
    if len(values) != size:
        yield "V5", f"{where}: {len(values)} values for {size} places"
    for value in values:
        if not fits(type, value, program):
            yield "V5", f"{where}: {value}"
            return


def _recursive(program: Program) -> list[str]:
    """Functions that run themselves."""
    runs: dict[str, set[str]] = {}
    for name, function in program.functions.items():
        runs[name] = {op.function for block in function.blocks for op in block.ops if isinstance(op, Call)}
        runs[name] |= {block.end.procedure for block in function.blocks if isinstance(block.end, Enter)}
    found = []
    for name in runs:
        seen: set[str] = set()
        todo = list(runs[name])
        while todo:
            other = todo.pop()
            if other not in seen:
                seen.add(other)
                todo.extend(runs[other])
        if name in seen:
            found.append(name)
    return found
