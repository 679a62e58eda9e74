"""Programs that are hard to write as Python: loops in loops, ways out of them, and more nesting than Python allows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from tiny_programs import CARD, CARDS, SEAT, Play, Tiny, each, one, pause

from ludex.ir.builder import Builder, Value
from ludex.ir.types import FLAG, Int


def told(tiny: Tiny, write: Callable[[Builder], None]) -> list[tuple[int, ...]]:
    play = tiny.play(write)
    assert play.fault is None
    return play.told


def numbers() -> Tiny:
    return Tiny().field("n", Int(0, 200), 4).field("flag", FLAG, 1).field("pool", CARDS, 0b10110)


def count_down(b: Builder, times: int, body: Callable[[], None]) -> None:
    left = b.fresh(Int(0, 99))
    b.assign(left, b.const(times))

    def once(after: int) -> None:
        b.leave_if(b.compare("eq", left, b.const(0)), after)
        b.assign(left, b.arith("sub", left, b.const(1), Int(0, 99)))
        body()

    b.loop(once)


@pytest.mark.parametrize("depth", [3, 4, 6, 25])
@pytest.mark.parametrize("pure", [False, True])
def test_loops_in_loops(depth: int, pure: bool) -> None:
    def write(b: Builder) -> Value:
        total = b.fresh(Int(0, 99999))
        b.assign(total, b.const(0))

        def nest(left: int) -> None:
            if left:
                count_down(b, 2 if left < 6 else 1, lambda: nest(left - 1))
                b.add_into(total, b.const(1000))
            else:
                b.add_into(total, b.const(1))

        nest(depth)
        return total

    once = 2 ** min(depth, 5)
    expected = once + 1000 * sum(2 ** min(depth, 5) // 2 ** min(left, 5) for left in range(1, depth + 1))
    if pure:
        tiny = numbers().pure("f", [], write)
        assert told(tiny, lambda b: b.emit("told", [b.call("f", [])])) == [(expected,)]
    else:
        assert told(numbers(), lambda b: b.emit("told", [write(b)])) == [(expected,)]


@pytest.mark.parametrize("pure", [False, True])
@pytest.mark.parametrize("number", [0, 77, 149, 150])
def test_one_case_after_another(pure: bool, number: int) -> None:
    """A chain of 150 cases, each inside the last one's other arm."""
    def write(b: Builder) -> Value:
        n, found = b.load("n"), b.fresh(Int(0, 999))

        def case(at: int) -> None:
            if at == 150:
                b.assign(found, b.const(999))
            else:
                b.branch(b.compare("eq", n, b.const(at)), lambda: b.assign(found, b.const(at + 1)),
                         partial(case, at + 1))

        case(0)
        return found

    tiny = numbers().field("n", Int(0, 200), number)
    expected = [(999 if number == 150 else number + 1,)]
    if pure:
        assert told(tiny.pure("f", [], write), lambda b: b.emit("told", [b.call("f", [])])) == expected
    else:
        assert told(tiny, lambda b: b.emit("told", [write(b)])) == expected


def test_a_long_sum() -> None:
    def main(b: Builder) -> None:
        total = b.const(0)
        for _ in range(300):
            total = b.arith("add", total, b.load("n"))
        b.emit("told", [total])

    assert told(numbers(), main) == [(1200,)]


@pytest.mark.parametrize(("pool", "expected"), [(0b00001, 10), (0b10100, 20), (0b10000, 4), (0, 99)])
def test_a_pure_function_with_several_ways_out_of_a_loop(pool: int, expected: int) -> None:
    def find(b: Builder) -> Value:
        found, after = b.fresh(Int(0, 99)), b.block()
        b.assign(found, b.const(99))

        def look(card: Value) -> None:
            b.branch(b.compare("eq", card, b.const(0)), lambda: b.give(b.const(10)))
            b.assign(found, card)
            done = b.block()
            b.leave_if(b.compare("eq", card, b.const(2)), done)
            b.leave_if(b.compare("eq", card, b.const(4)), after)
            first_done.append(done)

        first_done: list[int] = []
        b.each(b.load("pool"), look)
        b.goto(after)
        b.at(first_done[0])
        b.assign(found, b.const(20))
        b.goto(after)
        b.at(after)
        return found

    tiny = numbers().field("pool", CARDS, pool).pure("find", [], find)
    assert told(tiny, lambda b: b.emit("told", [b.call("find", [])])) == [(expected,)]


def test_a_table_and_a_function_of_one_name() -> None:
    tiny = numbers().table("power", "card", Int(0, 9), (5, 4, 3, 2, 1))

    def power(b: Builder, card: Value) -> Value:
        found = b.fresh(Int(0, 90))
        b.assign(found, b.lookup("power", card))
        b.each(b.load("pool"), lambda _: b.add_into(found, b.const(10)))
        return found

    tiny.pure("power", [CARD], power)
    assert told(tiny, lambda b: b.emit("told", [b.call("power", [b.const(1, CARD)])])) == [(34,)]


def test_names_that_are_nothing_in_python() -> None:
    tiny = Tiny().field("if", Int(0, 9), 3).table("a-b c?", "card", Int(0, 9), (5, 4, 3, 2, 1))
    tiny.table("a_b c!", "card", Int(0, 9), (1, 2, 3, 4, 5)).pure('"\\\n', [], lambda b: b.fail("\"'\\\n{}"))

    def main(b: Builder) -> None:
        card = b.first(b.everything("card"))
        b.emit('"{}\\\n', [b.lookup("a-b c?", card), b.lookup("a_b c!", card), b.load("if")])

    # A function without a result cannot be called, but it is there.
    tiny.builder.functions.pop('"\\\n')
    play = tiny.play(main)
    assert play.events == [('"{}\\\n', 0, (5, 1, 3), (), -1)]


def test_decisions_inside_loops_inside_procedures() -> None:
    def visit(b: Builder, card: Value) -> None:
        def ask(other: Value) -> None:
            stay, leave = b.block(), b.block()
            b.choose(b.const(0, SEAT), "choose", "", [one("stay", stay), one("leave", leave)])
            b.at(leave)
            b.end("left")
            b.at(stay)
            b.emit("told", [card, other])

        b.each(b.combine("minus", b.load("pool"), b.single(card)), ask)

    def main(b: Builder) -> None:
        picked, then = b.fresh(CARD), b.block()
        b.choose(b.const(0, SEAT), "choose", "", [each("pick", then, b.load("pool"), picked)])
        b.at(then)
        b.each(b.load("pool"), lambda card: b.enter("visit", [card]))
        b.emit("told", [picked])

    tiny = numbers().procedure("visit", [CARD], visit)
    play: Play = tiny.play(main)
    play.choose((0, 4))
    while not play.engine.over(play.state):
        play.state = play.engine.canonical(play.state)
        play.choose((0, 0))
    assert play.told == [(1, 2), (1, 4), (2, 1), (2, 4), (4, 1), (4, 2), (4,)]


def test_a_value_is_what_it_was_when_it_was_computed() -> None:
    """An expression that is put off to its use is written before what it reads changes."""
    def main(b: Builder) -> None:
        variable = b.fresh(Int(0, 300))
        b.assign(variable, b.load("n"))
        before = b.arith("add", variable, b.const(1))
        read_before = b.load("n")
        b.assign(variable, b.const(50))
        b.store("n", None, b.const(60))
        pause(b)
        b.emit("told", [before, read_before, variable, b.load("n")])

    play = numbers().play(main)
    assert play.choose((0, 0)).told == [(5, 4, 50, 60)]


def test_a_million_returns_are_no_fault() -> None:
    """Only steps count: a loop over sets may enter procedures as often as it likes."""
    def main(b: Builder) -> None:
        def nest(left: int) -> None:
            if left:
                b.each(b.load("pool"), lambda _: nest(left - 1))
            else:
                b.enter("nothing", [])

        nest(10)
        b.emit("told", [b.load("n")])

    tiny = Tiny().field("pool", CARDS, 0b1111).field("n", Int(0, 2_000_000), 0)
    tiny.procedure("nothing", [], lambda b: b.store("n", None, b.arith("add", b.load("n"), b.const(1))))
    assert told(tiny, main) == [(4**10,)]
