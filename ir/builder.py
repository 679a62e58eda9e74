"""The way to make programs: what happens in which order. It knows every bound, and leaves out what is known beforehand.

Control flow is written with closures (`branch`, `each`, `loop`), so a block is never left without an end. What values
are computed with it has from `computing.py`; a finished function is put in order by `tidy.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludex.ir.computing import Computing, ProgramBuilder, Value
from ludex.ir.graph import Block, Function
from ludex.ir.ops import (
    Alternative,
    Branch,
    Choose,
    Compare,
    Emit,
    End,
    Enter,
    Fail,
    First,
    Goto,
    Rest,
    Return,
    Roll,
    Terminator,
    Tick,
)
from ludex.ir.tidy import tidy
from ludex.ir.types import FLAG, Int, Type, join

__all__ = ["Builder", "ProgramBuilder", "Value"]


class Builder(Computing):
    """Builds one function."""

    def __init__(self, program: ProgramBuilder, name: str, pure: bool) -> None:
        super().__init__(program, name, pure)
        self._ends: list[Terminator | None] = [None]
        self._result: Type | None = None
        #: Called where a loop's body begins: what held before need not hold when it runs again.
        self.on_loop: Callable[[], None] = lambda: None

    # -- what is told and counted

    def emit(self, kind: str, args: Sequence[Value], secrets: Sequence[Value] = (), seen: Value | None = None) -> None:
        self.add(Emit(self.origin, kind, tuple(a.reg for a in args), tuple(s.reg for s in secrets),
                      None if seen is None else seen.reg))

    def tick(self) -> None:
        self.add(Tick(self.origin))

    # -- control

    def block(self) -> int:
        """A new, empty block; `at` goes there."""
        self._ops.append([])
        self._ends.append(None)
        return len(self._ops) - 1

    def at(self, block: int) -> None:
        self._here = block

    def finish(self, end: Terminator) -> None:
        """End the block; what follows is unreachable until `at`."""
        self.program.grow(end.origin)
        if self._ends[self._here] is None:
            self._ends[self._here] = end
        self._here = self.block()

    def goto(self, block: int) -> None:
        self.finish(Goto(self.origin, block))

    def branch(self, test: Value, yes: Callable[[], None], no: Callable[[], None] | None = None) -> None:
        """Do one thing or the other."""
        if test.known is not None:
            chosen = yes if test.known else no
            if chosen is not None:
                chosen()
            return
        first, after = self.block(), self.block()
        second = self.block() if no is not None else after
        self.finish(Branch(self.origin, test.reg, first, second))
        self.at(first)
        yes()
        self.goto(after)
        if no is not None:
            self.at(second)
            no()
            self.goto(after)
        self.at(after)

    def each(self, set: Value, body: Callable[[Value], None]) -> None:
        """For every element of a set, from the lowest to the highest; the set is fixed beforehand."""
        rest = self.fresh(set.type)
        self.assign(rest, set)
        head, inside, after = self.block(), self.block(), self.block()
        self.goto(head)
        self.at(head)
        more = self.fresh(FLAG)
        nothing = self.empty(set.domain)
        self.add(Compare(self.origin, more.reg, "ne", rest.reg, nothing.reg))
        self.finish(Branch(self.origin, more.reg, inside, after))
        self.at(inside)
        self.on_loop()
        element = self.fresh(Int(0, self.program.domains[set.domain].size - 1, set.domain))
        self.add(First(self.origin, element.reg, rest.reg))
        self.add(Rest(self.origin, rest.reg, rest.reg))
        body(element)
        self.goto(head)
        self.at(after)

    def loop(self, body: Callable[[int], None]) -> None:
        """Again and again; `body` is given the block to go to when it is done."""
        head, after = self.block(), self.block()
        self.goto(head)
        self.at(head)
        self.on_loop()
        self.tick()
        body(after)
        self.goto(head)
        self.at(after)

    def leave_if(self, test: Value, block: int) -> None:
        """Go to a block if a flag is 1."""
        if test.known == 0:
            return
        if test.known is not None:
            self.goto(block)
            return
        on = self.block()
        self.finish(Branch(self.origin, test.reg, block, on))
        self.at(on)

    def choose(self, seat: Value, kind: str, prompt: str, alternatives: Sequence[Alternative]) -> None:
        self.finish(Choose(self.origin, seat.reg, kind, prompt, tuple(alternatives)))

    def roll(self, over: Value, until: Value | None = None, source: str | None = None,
             seen: Value | None = None) -> Value:
        """Let chance pick an element of a set, or a number from one to another."""
        if until is None:
            made = self.fresh(Int(0, self.program.domains[over.domain].size - 1, over.domain))
        else:
            made = self.fresh(Int(over.low, max(over.low, until.high)))
        then = self.block()
        self.finish(Roll(self.origin, made.reg, over.reg, None if until is None else until.reg, source,
                         None if seen is None else seen.reg, then))
        self.at(then)
        return made

    def enter(self, procedure: str, args: Sequence[Value]) -> None:
        self.changes += 1
        self.enters += 1
        then = self.block()
        self.finish(Enter(self.origin, procedure, tuple(a.reg for a in args), then))
        self.at(then)

    def give(self, value: Value) -> None:
        """Return a result from a pure function."""
        self._result = value.type if self._result is None else join(self._result, value.type)
        self.finish(Return(self.origin, value.reg))

    def end(self, reason: str) -> None:
        self.finish(End(self.origin, reason))

    def fail(self, message: str) -> None:
        self.finish(Fail(self.origin, message))

    def done(self) -> Function:
        """Close the function, drop what cannot be reached, number the blocks anew."""
        if not self.pure:
            self.finish(Return(self.origin, None))
        blocks = tuple(
            Block(tuple(ops), end if end is not None else Fail(self.origin, "control fell off the end"))
            for ops, end in zip(self._ops, self._ends, strict=True)
        )
        whole = Function(self.name, self.pure, self._parameters, self._result, tuple(self._registers), blocks)
        function = tidy(whole)
        self.program.functions[self.name] = function
        return function
