"""Facts about control flow: where registers are live, and which loops come to an end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tiny_programs import CARD, CARDS, SEAT, Tiny, each, one, pause

from ludex.ir.builder import Builder, Value
from ludex.ir.flow import live_at_end, liveness, predecessors, reachable
from ludex.ir.graph import Block, Function, Register
from ludex.ir.loops import endless
from ludex.ir.ops import Branch, Combine, Compare, Const, Copy, Goto, Rest, Return, Tick
from ludex.ir.registers import edges, targets
from ludex.ir.types import FLAG, Set


def function(write: Callable[[Builder], None]) -> Function:
    tiny = Tiny().field("pool", CARDS, 0b111).field("flag", FLAG)
    b = Builder(tiny.builder, "main", pure=False)
    write(b)
    return b.done()


def test_blocks_before_and_after() -> None:
    def main(b: Builder) -> None:
        b.branch(b.load("flag"), lambda: b.emit("yes", []), lambda: b.emit("no", []))
        b.emit("end", [])

    made = function(main)
    assert [targets(block.end) for block in made.blocks] == [(1, 3), (2,), (), (2,)]
    assert predecessors(made) == [[], [0], [1, 3], [0]]
    assert reachable(made) == {0, 1, 2, 3}


def test_a_register_is_live_until_it_is_read_last() -> None:
    kept: list[Value] = []

    def main(b: Builder) -> None:
        kept.extend([b.load("pool"), b.load("flag")])
        pause(b)
        b.branch(kept[1], lambda: b.emit("told", [kept[0]]))
        pause(b)

    made = function(main)
    pool, flag = (value.reg for value in kept)
    live = liveness(made)
    assert live[0] == set()
    assert {pool, flag} <= live_at_end(made, 0, live)
    after = targets(made.blocks[0].end)[0]
    assert live[after] == {pool, flag}
    assert not {pool, flag} & live[len(made.blocks) - 1]


def test_what_is_set_on_the_way_is_not_live_before() -> None:
    """Where two alternatives lead to one block, only what both set is new there."""
    def main(b: Builder) -> None:
        first, second, then = b.fresh(CARD), b.fresh(CARD), b.block()
        b.assign(first, b.const(0, CARD))
        b.assign(second, b.const(0, CARD))
        b.choose(b.const(0, SEAT), "choose", "", [
            each("a", then, b.load("pool"), first), each("b", then, b.load("pool"), first), one("c", then)])
        b.at(then)
        b.emit("told", [first, second])

    made = function(main)
    first, second = 0, 1
    assert [register for _, register in edges(made.blocks[0].end)] == [first, first, None]
    assert {first, second} <= live_at_end(made, 0, liveness(made))


# -- loops


def ends(write: Callable[[Builder], None]) -> list[int]:
    return endless(function(write))


def test_loops_of_the_builder_come_to_an_end() -> None:
    def main(b: Builder) -> None:
        def outer(card: Value) -> None:
            b.each(b.combine("minus", b.load("pool"), b.single(card)), inner)
            b.loop(lambda after: b.leave_if(b.load("flag"), after))

        def inner(card: Value) -> None:
            b.branch(b.has(b.load("pool"), card), lambda: b.emit("told", [card]))

        b.each(b.load("pool"), outer)

    assert ends(main) == []


def test_a_loop_that_asks_comes_to_rest() -> None:
    def main(b: Builder) -> None:
        head, after = b.block(), b.block()
        b.goto(head)
        b.at(head)
        pause(b)
        b.leave_if(b.load("flag"), after)
        b.goto(head)
        b.at(after)

    assert ends(main) == []


def loop(*body: object, head: tuple[object, ...] = (), zero: int = 0, how: str = "ne", swap: bool = False,
         again: int = 1) -> Function:
    """A loop over the set in register 0, by hand: block 1 tests, block 2 is the body, block 3 what follows."""
    set_type = Set("card")
    yes, no = (3, 2) if swap else (2, 3)
    blocks = (
        Block((Const(0, 0, 7), Const(0, 1, zero)), Goto(0, 1)),
        Block((Compare(0, 2, how, 0, 1), *head), Branch(0, 2, yes, no)),  # type: ignore[arg-type]
        Block(body, Goto(0, again)),  # type: ignore[arg-type]
        Block((), Return(0, None)),
    )
    registers = (Register("", set_type), Register("", set_type), Register("", FLAG), Register("", set_type))
    return Function("f", False, 0, None, registers, blocks)


REST = Rest(0, 0, 0)


def test_a_shrinking_set_ends_a_loop() -> None:
    assert endless(loop(REST)) == []
    assert endless(loop(Copy(0, 3, 0), REST, Combine(0, 0, "meet", 0, 3))) == []
    assert endless(loop(Tick(0))) == []


@pytest.mark.parametrize(("made", "why"), [
    (loop(), "nothing is taken out"),
    (loop(Rest(0, 3, 0)), "it is taken out of a copy"),
    (loop(Rest(0, 0, 3)), "another set takes its place"),
    (loop(REST, Combine(0, 0, "union", 0, 3)), "something is put in again"),
    (loop(REST, Combine(0, 0, "minus", 3, 0)), "another set takes its place"),
    (loop(REST, Copy(0, 0, 3)), "another set takes its place"),
    (loop(REST, zero=1), "it is not the empty set that ends it"),
    (loop(REST, how="eq"), "it goes on while the set is empty"),
    (loop(REST, swap=True), "it goes on while the set is empty"),
    (loop(REST, head=(Const(0, 2, 1),)), "something else is tested"),
    (loop(REST, again=2), "the body goes round by itself"),
])
def test_a_loop_that_nothing_bounds(made: Function, why: str) -> None:
    assert len(endless(made)) == 1, why


def test_a_loop_inside_is_looked_at_by_itself() -> None:
    inner = loop(REST)
    outer = Block((REST,), Goto(0, 4))
    blocks = (*inner.blocks[:2], outer, inner.blocks[3], Block((), Branch(0, 2, 4, 1)))
    made = Function("f", False, 0, None, inner.registers, blocks)
    assert endless(made) == [4]
    with_step = (*blocks[:4], Block((Tick(0),), Branch(0, 2, 4, 1)))
    assert endless(Function("f", False, 0, None, inner.registers, with_step)) == []
