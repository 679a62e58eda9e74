"""What a well-formed program is: named invariants, and a check that a program keeps them.

Whoever reads a program (an engine, an analysis, the text form) may rely on them. A program that breaks one is a
mistake of whoever made it, never of the rules; so the check raises. The invariants come in two parts: unless names,
registers and blocks are in order, the rest cannot be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ludex.ir.flow import predecessors, reachable
from ludex.ir.graph import SEATS, WINNERS, Block, Function, Program
from ludex.ir.loops import endless
from ludex.ir.ops import (
    Alternative,
    Branch,
    Call,
    Choose,
    Const,
    Emit,
    End,
    Enter,
    Guard,
    Load,
    Lookup,
    Op,
    Reg,
    Return,
    Roll,
    Shift,
    Store,
    Terminator,
    edges,
    read,
    targets,
    used,
    written,
)
from ludex.ir.types import WORD, Int, Set, Type
from ludex.ir.typing_rules import OperandTypes, held, is_flag, is_index, same_sort

INVARIANTS: dict[str, str] = {
    "V1": "everything is kept under its own name, and the elements of a domain have different names",
    "V2": "every domain, field, table and function that is named exists",
    "V3": "a domain has no kinds, or one for each element: the first element of its kind",
    "V4": "the bounds of a type are in order and fit 32 bits; the elements of a domain are 0 and up, and none is -1",
    "V5": "a field has a start, and a table a value, for each element of its index, and they fit its type",
    "V6": "the domain of seats has as many elements as there are seats, and the winners are a set of them",
    "V7": "`main` is a procedure without parameters",
    "V8": "a function has its parameters among its registers; a pure one has a result, a procedure has none",
    "V9": "every block that is named exists, can be reached, and is not the first one",
    "V10": "every register that is named exists",
    "V11": "a register has a value wherever it is read, on every path",
    "V12": "operands and results have the types that the operation asks for",
    "V13": "a register's bounds hold what it is given, or meet it where the program promises the rest",
    "V14": "a pure function does not write, report, wait, run a procedure or end the game",
    "V15": "a pure function returns a value of its type, a procedure returns none",
    "V16": "no function or procedure runs itself, not even through others",
    "V17": "only pure functions are called and only procedures other than `main` are run, with fitting arguments",
    "V18": "a decision is that of a seat, and its alternatives have the registers of their form",
    "V19": "a guard is a pure function that gives a flag, and its arguments fit",
    "V20": "chance picks an element of a set, or a number between two, into a register that holds it",
    "V21": "every cycle has a tick or a decision in it, or takes elements out of a set until none is left",
    "V22": "every origin that is named exists",
    "V23": "a score is a pure function of one seat that gives a number",
    "V24": "an invariant is a pure function without parameters that gives a flag",
}


class Broken(Exception):
    """A program that is not well-formed; `violations` are pairs of an invariant and a message."""

    def __init__(self, name: str, violations: list[tuple[str, str]]) -> None:
        self.violations = violations
        lines = [f"  {number} ({INVARIANTS[number]}): {message}" for number, message in violations]
        super().__init__("\n".join([f"the program `{name}` is not well-formed:", *lines]))


Violations = Iterator[tuple[str, str]]


def verify(program: Program) -> None:
    """Raise `Broken`, with everything that is wrong, unless the program is well-formed."""
    found = list(_names(program))
    for function in program.functions.values():
        found += [(v, f"in `{function.name}`: {message}") for v, message in _frame(program, function)]
    if not found:
        found = list(_whole(program))
        for function in program.functions.values():
            found += [(v, f"in `{function.name}`: {m}") for v, m in _Function(program, function).violations()]
    if found:
        raise Broken(program.name, found)


# -- names, registers, blocks


def _names(program: Program) -> Violations:
    groups: tuple[Mapping[str, object], ...] = (program.domains, program.fields, program.tables, program.functions)
    for group in groups:
        for name, item in group.items():
            if getattr(item, "name") != name:  # noqa: B009
                yield "V1", f"`{getattr(item, 'name')}` is kept as `{name}`"  # noqa: B009
    for domain in program.domains.values():
        if len(set(domain.elements)) != domain.size:
            yield "V1", f"two elements of `{domain.name}` have the same name"
    for field in program.fields.values():
        yield from _known(program, "domain", field.index, field.type.domain)
    for table in program.tables.values():
        yield from _known(program, "domain", table.index, table.type.domain)
    yield from _known(program, "domain", SEATS)
    yield from _known(program, "function", program.main, *program.scores, *program.invariants.values())


def _known(program: Program, sort: str, *names: str | None) -> Violations:
    groups: dict[str, Mapping[str, object]] = {
        "domain": program.domains, "field": program.fields, "table": program.tables, "function": program.functions}
    for name in names:
        if name is not None and name not in groups[sort]:
            yield "V2", f"there is no {sort} `{name}`"


def _frame(program: Program, function: Function) -> Violations:
    """The first part, for one function."""
    registers, blocks = len(function.registers), len(function.blocks)
    for register in function.registers:
        yield from _known(program, "domain", register.type.domain)
    if function.result is not None:
        yield from _known(program, "domain", function.result.domain)
    if not 0 <= function.parameters <= registers:
        yield "V8", f"{function.parameters} parameters, but {registers} registers"
    if function.pure != (function.result is not None):
        yield "V8", "a pure function without a result" if function.pure else "a procedure with a result"
    named = {t for block in function.blocks for t in targets(block.end)}
    for target in sorted(named):
        if not 0 < target < blocks:
            yield "V9", f"block {target} cannot be gone to"
    if not function.blocks:
        yield "V9", "there is no first block"
    elif all(0 <= t < blocks for t in named):
        for number in sorted(set(range(blocks)) - reachable(function)):
            yield "V9", f"block {number} cannot be reached"
    for number, block in enumerate(function.blocks):
        for step in _steps(block):
            for mentioned in sorted(_registers(step)):
                if not 0 <= mentioned < registers:
                    yield "V10", f"%{mentioned} in block {number}"
            for sort, name in _mentions(step):
                yield from _known(program, sort, name)


def _steps(block: Block) -> tuple[Op | Terminator, ...]:
    return (*block.ops, block.end)


def _registers(step: Op | Terminator) -> set[Reg]:
    if isinstance(step, Terminator):
        return {*used(step), *(to for _, to in edges(step) if to is not None)}
    target = written(step)
    return {*read(step)} if target is None else {*read(step), target}


def _mentions(step: Op | Terminator) -> Iterator[tuple[str, str]]:
    match step:
        case Load(field=name) | Store(field=name):
            yield "field", name
        case Lookup(table=name) | Shift(table=name):
            yield "table", name
        case Call(function=name) | Enter(procedure=name):
            yield "function", name
        case Choose(alternatives=alternatives):
            yield from (("function", guard.function) for way in alternatives for guard in way.guards)


# -- the program as a whole


def _whole(program: Program) -> Violations:
    for domain in program.domains.values():
        kinds = domain.kinds
        if kinds and (len(kinds) != domain.size or any(
                not 0 <= kind <= at or kinds[kind] != kind for at, kind in enumerate(kinds))):
            yield "V3", f"`{domain.name}`"
    for field in program.fields.values():
        yield from _type(program, field.type, f"field `{field.name}`")
        size = 1 if field.index is None else program.domains[field.index].size
        yield from _values(program, field.type, field.start, size, f"field `{field.name}`")
    for table in program.tables.values():
        yield from _type(program, table.type, f"table `{table.name}`")
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
        if not score.pure or len(kinds_) != 1 or not _takes_element(kinds_[0], SEATS, program) \
                or not isinstance(score.result, Int):
            yield "V23", f"`{name}`"
    for name in program.invariants.values():
        holds = program.functions[name]
        if not holds.pure or holds.parameters or holds.result is None or not is_flag(holds.result):
            yield "V24", f"`{name}`"


def _type(program: Program, type: Type, where: str) -> Violations:
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
        if not _fits(program, type, value):
            yield "V5", f"{where}: {value}"
            return


def _fits(program: Program, type: Type, value: int) -> bool:
    if isinstance(type, Set):
        return 0 <= value < 1 << program.domains[type.domain].size
    return type.low <= value <= type.high


def _recursive(program: Program) -> list[str]:
    """Functions that run themselves."""
    runs: dict[str, set[str]] = {}
    for name, function in program.functions.items():
        steps = [step for block in function.blocks for step in _steps(block)]
        runs[name] = {step.function if isinstance(step, Call) else step.procedure for step in steps
                      if isinstance(step, Call | Enter)}
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


def _bits(registers: Iterable[Reg]) -> int:
    """Some registers as a set of bits."""
    found = 0
    for register in registers:
        found |= 1 << register
    return found


def _takes_element(type: Type, domain: str, program: Program) -> bool:
    """Whether a parameter takes every element of a domain."""
    return isinstance(type, Int) and type.domain in (None, domain) and type.low <= 0 \
        and type.high >= program.domains[domain].size - 1


# -- one function


class _Function:
    """The second part, for one function."""

    def __init__(self, program: Program, function: Function) -> None:
        self.program = program
        self.function = function
        self.types = OperandTypes(program, function)

    def violations(self) -> Violations:
        program, function = self.program, self.function
        for number, register in enumerate(function.registers):
            yield from _type(program, register.type, f"%{number}")
        if function.result is not None:
            yield from _type(program, function.result, "the result")
        yield from self._defined()
        for number in endless(function):
            yield "V21", f"the loop at block {number}"
        for number, block in enumerate(function.blocks):
            where = f"block {number}"
            for op in block.ops:
                yield from self._op(op, f"{where}, {type(op).__name__.lower()}")
            yield from self._end(block.end, f"{where}, {type(block.end).__name__.lower()}")

    def _defined(self) -> Violations:
        """Registers read where some path gives them no value."""
        function = self.function
        before = predecessors(function)
        sets = [_bits(r for op in block.ops if (r := written(op)) is not None) for block in function.blocks]
        # For each block, the registers that surely have a value at its beginning, one bit each.
        inside = [(1 << len(function.registers)) - 1 for _ in function.blocks]
        inside[0] = (1 << function.parameters) - 1
        todo = dict.fromkeys(reversed(range(len(function.blocks))))
        while todo:
            number, _ = todo.popitem()
            known = inside[number]
            for other in before[number]:
                for into, on_the_way in edges(function.blocks[other].end):
                    if into == number:
                        known &= inside[other] | sets[other] | (0 if on_the_way is None else 1 << on_the_way)
            if known != inside[number] or number == 0:
                inside[number] = known
                todo.update(dict.fromkeys(targets(function.blocks[number].end)))
        for number, block in enumerate(function.blocks):
            known = inside[number]
            for op in block.ops:
                yield from (("V11", f"%{r} in block {number}") for r in read(op) if not known >> r & 1)
                known |= _bits(r for r in (written(op),) if r is not None)
            yield from (("V11", f"%{r} in block {number}") for r in used(block.end) if not known >> r & 1)

    def _op(self, op: Op, where: str) -> Violations:
        yield from self._origin(op.origin, where)
        if self.function.pure and isinstance(op, Store | Emit):
            yield "V14", where
        if isinstance(op, Call):
            yield from self._run(op.function, op.args, True, where)
            if not self.program.functions[op.function].pure:
                return
        wrong = list(self.types.wrong_operands(op))
        yield from (("V12", f"{where}: {what}") for what in wrong)
        target = written(op)
        if wrong or target is None:
            return
        given, to = self.types.result(op), self.types.type(target)
        if isinstance(op, Const) and not _fits(self.program, to, op.value):
            yield "V13", f"{where}: %{target} does not hold {op.value}"
        if given is None:
            return
        result, promised = given
        if not same_sort(result, to):
            yield "V12", f"{where}: %{target} is not what it gives"
        elif not held(result, to, promised):
            yield "V13", f"{where}: %{target} does not hold {result}"

    def _end(self, end: Terminator, where: str) -> Violations:
        yield from self._origin(end.origin, where)
        if self.function.pure and isinstance(end, Choose | Roll | Enter | End):
            yield "V14", where
            return
        match end:
            case Branch(test=test):
                if not is_flag(self.types.type(test)):
                    yield "V12", f"{where}: %{test} is not a flag"
            case Return(value=value):
                result = self.function.result
                given = None if value is None else self.types.type(value)
                if (given is None) != (result is None) or (
                        given is not None and result is not None
                        and not (same_sort(given, result) and held(given, result))):
                    yield "V15", where
            case Enter(procedure=procedure, args=args):
                yield from self._run(procedure, args, False, where)
            case Roll():
                yield from self._roll(end, where)
            case Choose():
                yield from self._choose(end, where)

    def _origin(self, origin: int, where: str) -> Violations:
        if not 0 <= origin < len(self.program.origins):
            yield "V22", f"{where}: {origin}"

    def _run(self, name: str, args: tuple[Reg, ...], pure: bool, where: str) -> Violations:
        run = self.program.functions[name]
        if run.pure != pure or name == self.program.main:
            yield "V17", f"{where}: `{name}` is not to be run like this"
        elif not self._arguments(run, [self.types.type(a) for a in args]):
            yield "V17", f"{where}: the arguments of `{name}` do not fit"

    def _arguments(self, run: Function, given: list[Type]) -> bool:
        wanted = [r.type for r in run.registers[: run.parameters]]
        return len(given) == len(wanted) and all(
            same_sort(g, w) and held(g, w) for g, w in zip(given, wanted, strict=True))

    # -- decisions and chance

    def _choose(self, end: Choose, where: str) -> Violations:
        if not is_index(self.types.type(end.seat), SEATS, self.program, none=False):
            yield "V18", f"{where}: %{end.seat} is not a seat"
        for number, way in enumerate(end.alternatives):
            here = f"{where}, alternative {number}"
            yield from self._origin(way.origin, here)
            if not self._form(way):
                yield "V18", f"{here}: `{way.form}` with registers that do not fit"
                continue
            for guard in way.guards:
                yield from self._origin(guard.origin, f"{here}, guard")
                if not self._guard(way, guard):
                    yield "V19", f"{here}: `{guard.function}`"

    def _form(self, way: Alternative) -> bool:
        over, until, to, universe = (
            None if r is None else self.types.type(r) for r in (way.over, way.until, way.to, way.universe))
        match way.form:
            case "one":
                return (over is None or is_flag(over)) and until is None and to is None and universe is None
            case "each":
                return isinstance(over, Set) and until is None and universe in (None, over) and to is not None \
                    and _takes_element(to, over.domain, self.program)
            case "range":
                return isinstance(over, Int) and isinstance(until, Int) and isinstance(to, Int) and universe is None
        raise AssertionError(way.form)

    def _guard(self, way: Alternative, guard: Guard) -> bool:
        function = self.program.functions[guard.function]
        if not function.pure or function.result is None or not is_flag(function.result):
            return False
        if way.to is None and None in guard.args:
            return False
        own = self.types.type(way.to) if way.to is not None else None
        given = [own if a is None else self.types.type(a) for a in guard.args]
        return self._arguments(function, [g for g in given if g is not None])

    def _roll(self, end: Roll, where: str) -> Violations:
        over, to = self.types.type(end.over), self.types.type(end.to)
        if end.seen is not None and self.types.type(end.seen) != Set(SEATS):
            yield "V20", f"{where}: %{end.seen} is not a set of seats"
        if end.until is None:
            if not isinstance(over, Set) or not _takes_element(to, over.domain, self.program):
                yield "V20", f"{where}: %{end.to} does not hold every element"
            return
        until = self.types.type(end.until)
        if not isinstance(over, Int) or not isinstance(until, Int) or not isinstance(to, Int) \
                or to.low > over.low or to.high < until.high:
            yield "V20", f"{where}: %{end.to} does not hold every number"
