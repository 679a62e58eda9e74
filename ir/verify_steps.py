"""Whether the steps of a function are well-formed: operands and results, what is run with which arguments, decisions
and chance (V12 to V15, V17 to V20, V22).
"""

from __future__ import annotations

from ludex.ir.graph import SEATS, Function, Program
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
    Op,
    Reg,
    Return,
    Roll,
    Store,
    Terminator,
)
from ludex.ir.registers import written
from ludex.ir.types import Int, Set, Type
from ludex.ir.typing_rules import OperandTypes, fits, held, is_flag, is_index, same_sort, takes_element
from ludex.ir.verify_program import Violations


def check_steps(program: Program, function: Function) -> Violations:
    """Every operation and every end of a block."""
    return _Steps(program, function).violations()


class _Steps:
    """The steps of one function."""

    def __init__(self, program: Program, function: Function) -> None:
        self.program = program
        self.function = function
        self.types = OperandTypes(program, function)

    def violations(self) -> Violations:
        for number, block in enumerate(self.function.blocks):
            where = f"block {number}"
            for op in block.ops:
                yield from self._op(op, f"{where}, {type(op).__name__.lower()}")
            yield from self._end(block.end, f"{where}, {type(block.end).__name__.lower()}")

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
        if isinstance(op, Const) and not fits(to, op.value, self.program):
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
                    and takes_element(to, over.domain, self.program)
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
            if not isinstance(over, Set) or not takes_element(to, over.domain, self.program):
                yield "V20", f"{where}: %{end.to} does not hold every element"
            return
        until = self.types.type(end.until)
        if not isinstance(over, Int) or not isinstance(until, Int) or not isinstance(to, Int) \
                or to.low > over.low or to.high < until.high:
            yield "V20", f"{where}: %{end.to} does not hold every number"
