"""What the arguments of words are when they are lowered: zones, items, variables, and values not computed yet."""

from __future__ import annotations

from collections.abc import Callable

from ludex.dsl import typed
from ludex.dsl.types import Type
from ludex.ir.builder import Value
from ludex.ir.record import record


@record
class Where:
    """A zone at lowering time: which, and the owner's index (None: the only one; `every`: all of them)."""

    zone: typed.ZoneSymbol
    owner: Value | None
    every: bool = False


@record
class Goods:
    """Items at lowering time: the set, where they lie if that is known, and else in which zones they may lie."""

    value: Value
    lies: tuple[Where, ...] | None
    perhaps: tuple[Where, ...] = ()


@record
class Later:
    """A value that is computed only where the word asks for it."""

    type: Type
    value: Callable[[], Value]


@record
class Asked:
    """A condition, looked at wherever the word calls it."""

    expr: typed.TypedExpr
    value: Callable[[], Value]

    def __call__(self) -> Value:
        return self.value()


@record
class Cell:
    """A variable at lowering time."""

    variable: typed.VariableSymbol
    owner: Value | None
