"""What an engine gives that plays whole games at random by itself: it is known by that, not by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ludex.ir.contract import Fault
from ludex.ir.graph import NO_WINNER, WINNERS, Program
from ludex.ir.ops import Store
from ludex.ir.standing import Standing, settle


class Outcome(Protocol):
    """How a game came out that an engine has played by itself."""

    @property
    def seed(self) -> int: ...
    @property
    def decisions(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def ended_by(self) -> str | None: ...
    @property
    def fault(self) -> Fault | None: ...
    @property
    def scores(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def fields(self) -> dict[str, tuple[int, ...]]: ...


class Playouts(Protocol):
    """Plays a game at random for every seed; `fields` are those of the final state that are wanted."""

    def play(self, seeds: Sequence[int], most: int, scores: bool, fields: Sequence[str]) -> Iterable[Outcome]: ...


def said(program: Program) -> tuple[str, ...]:
    """The fields in which some rule says who wins, or that nobody does."""
    written = {op.field for function in program.functions.values() for block in function.blocks for op in block.ops
               if isinstance(op, Store)}
    return tuple(name for name in (WINNERS, NO_WINNER) if name in written)


def settled(program: Program, out: Outcome) -> Standing:
    """How a game has come out that is over; `out` has its scores, and the fields of `said`."""
    [named] = out.fields.get(WINNERS, (0,))
    [nobody] = out.fields.get(NO_WINNER, (0,))
    return settle(program, out.scores or ((),) * program.seats, named, nobody == 1, out.ended_by or "")
