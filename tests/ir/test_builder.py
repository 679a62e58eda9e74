"""The builder: what it computes beforehand is what running would give, and its bounds hold every result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from tiny_programs import CARD, CARDS, MAYBE, SEAT, Tiny, one

from ludex.ir.arithmetic import bounds, calculate
from ludex.ir.builder import Builder, Value
from ludex.ir.computing import INLINE
from ludex.ir.graph import Function
from ludex.ir.ops import Arith, Branch, Call, Choose, Const, Copy, Emit, Goto, Op
from ludex.ir.registers import targets
from ludex.ir.types import FLAG, NONE, WORD, Int, Set, join

HOW = ("add", "sub", "mul", "div", "mod", "min", "max")
How = Literal["add", "sub", "mul", "div", "mod", "min", "max"]
SMALL = st.integers(-12, 12)


def building() -> Builder:
    tiny = Tiny().field("pool", CARDS).field("flag", FLAG).field("card", MAYBE, -1)
    tiny.table("power", "card", Int(0, 9), (5, 4, 3, 2, 1)).table("partner", "card", MAYBE, (1, 0, -1, 4, 3))
    return Builder(tiny.builder, "main", pure=False)


def unknown(b: Builder, low: int, high: int) -> Value:
    return b.fresh(Int(low, high))


def written(b: Builder) -> list[Op]:
    """Everything that has been written, apart from constants."""
    return [op for block in b.done().blocks for op in block.ops if not isinstance(op, Const)]


# -- numbers


@given(st.sampled_from(HOW), SMALL, SMALL)
def test_constants_are_computed(how: How, left: int, right: int) -> None:
    assume(how not in ("div", "mod") or right != 0)
    b = building()
    made = b.arith(how, b.const(left), b.const(right))
    assert made.known == calculate(how, left, right)
    assert made.type == Int(made.known, made.known)
    assert written(b) == []


@pytest.mark.parametrize("how", ["div", "mod"])
def test_division_by_a_zero_is_left_to_play(how: How) -> None:
    b = building()
    assert b.arith(how, b.const(1), b.const(0)).known is None
    assert [type(op) for op in written(b)] == [Arith]


def ranges() -> st.SearchStrategy[tuple[int, int, int]]:
    """Bounds and a number within."""
    return st.tuples(SMALL, SMALL, SMALL).map(sorted).map(lambda t: (t[0], t[2], t[1]))


@given(st.sampled_from(HOW), ranges(), ranges())
@example("div", (-12, 12, -12), (-1, 1, -1))
@example("mod", (-12, 12, 5), (-7, -7, -7))
def test_bounds_hold_every_result(how: How, left: tuple[int, int, int], right: tuple[int, int, int]) -> None:
    assume(how not in ("div", "mod") or right[2] != 0)
    b = building()
    made = b.arith(how, unknown(b, *left[:2]), unknown(b, *right[:2]))
    result = calculate(how, left[2], right[2])
    assert made.low <= result <= made.high


@given(st.sampled_from(HOW), ranges(), ranges())
def test_bounds_are_no_wider_than_they_must_be(how: How, left: tuple[int, int, int], right: tuple[int, int, int]) -> None:
    """A remainder depends on more than the ends, so its bounds are those of the divisor alone."""
    assume(how != "mod" and (how != "div" or right[:2] != (0, 0)))
    results = {calculate(how, a, b) for a in range(left[0], left[1] + 1) for b in range(right[0], right[1] + 1)
               if how != "div" or b != 0}
    assert bounds(how, Int(*left[:2]), Int(*right[:2])) == Int(min(results), max(results))


@given(st.sampled_from(["eq", "ne", "lt", "le"]), ranges(), ranges())
def test_comparisons_that_the_bounds_decide(how: Literal["eq", "ne", "lt", "le"], left: tuple[int, int, int],
                                            right: tuple[int, int, int]) -> None:
    b = building()
    made = b.compare(how, unknown(b, *left[:2]), unknown(b, *right[:2]))
    x, y = left[2], right[2]
    assert made.known in (None, {"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y}[how])


def test_what_may_leave_32_bits_is_refused() -> None:
    b = building()
    with pytest.raises(OverflowError):
        b.arith("add", unknown(b, 0, WORD), b.const(1))
    with pytest.raises(OverflowError):
        b.arith("mul", unknown(b, -46341, 0), unknown(b, 0, 46341))
    assert b.arith("mul", unknown(b, 0, 46340), unknown(b, 0, 46340)).high <= WORD


def test_nothing_is_written_for_a_zero_or_a_known_flag() -> None:
    b = building()
    number, flag, yes, no = unknown(b, 0, 9), b.fresh(FLAG), b.flag(True), b.flag(False)
    assert b.arith("add", number, b.const(0)) == b.arith("add", b.const(0), number) == number
    assert b.arith("sub", number, b.const(0)) == number
    assert b.both(yes, flag) == b.both(flag, yes) == b.either(no, flag) == b.either(flag, no) == flag
    assert b.both(no, flag).known == b.both(flag, no).known == b.negate(yes).known == 0
    assert b.either(yes, flag).known == b.either(flag, yes).known == b.negate(no).known == 1
    assert b.select(yes, number, flag) == number and b.select(no, flag, number) == number
    assert written(b) == []


# -- sets and tables


@given(st.integers(0, 31), st.integers(0, 31), st.integers(-1, 4))
def test_constant_sets(left: int, right: int, element: int) -> None:
    b = building()
    x, y, e = b.const(left, CARDS), b.const(right, CARDS), b.const(element, MAYBE)
    assert b.combine("union", x, y).known == left | right
    assert b.combine("meet", x, y).known == left & right
    assert b.combine("minus", x, y).known == left & ~right
    assert b.count(x).known == bin(left).count("1")
    assert b.has(x, e).known == (element >= 0 and left >> element & 1)
    assert b.single(e).known == (1 << element if element >= 0 else 0)
    assert written(b) == []


def test_combining_with_the_empty_set() -> None:
    b = building()
    pool, nothing = b.fresh(CARDS), b.empty("card")
    assert b.combine("union", pool, nothing) == b.combine("union", nothing, pool) == pool
    assert b.combine("minus", pool, nothing) == pool
    for made in (b.combine("meet", pool, nothing), b.combine("meet", nothing, pool), b.combine("minus", nothing, pool)):
        assert made.known == 0


def test_a_known_place_in_a_table() -> None:
    b = building()
    assert b.lookup("power", b.const(1, CARD)).known == 4
    partner = b.lookup("partner", b.const(3, CARD))
    assert (partner.known, partner.domain) == (4, "card")
    assert b.single(partner).known == 0b10000
    assert b.single(b.lookup("partner", b.const(2, CARD))).known == 0
    assert b.lookup("power", b.const(-1, MAYBE)).known is None


def test_a_domain_without_kinds_is_distinct_already() -> None:
    b = building()
    places = b.fresh(Set("place"))
    assert b.distinct(places) == places
    cards = b.fresh(CARDS)
    assert b.distinct(cards) != cards


def test_joining_types() -> None:
    assert join(CARD, MAYBE) == MAYBE
    assert join(CARD, NONE) == join(NONE, CARD) == MAYBE
    assert join(CARD, SEAT) == Int(0, 4)
    assert join(Int(0, 3), Int(7, 9)) == Int(0, 9)
    assert join(CARDS, CARDS) == CARDS


def test_a_choice_between_an_element_and_none_is_an_element() -> None:
    b = building()
    made = b.select(b.load("flag"), b.fresh(CARD), b.const(-1, NONE))
    assert b.single(made).type == CARDS


# -- control


def built(write: Callable[[Builder], None]) -> Function:
    tiny = Tiny().field("flag", FLAG).field("n", Int(0, 9))
    return tiny.main(write).functions["main"]


def tell(b: Builder, kind: str) -> Callable[[], None]:
    return lambda: b.emit(kind, [])


def test_a_known_test_writes_one_arm() -> None:
    def main(b: Builder) -> None:
        b.branch(b.flag(True), tell(b, "yes"), tell(b, "no"))
        b.branch(b.flag(False), tell(b, "never"))
        b.leave_if(b.flag(False), b.block())

    function = built(main)
    assert [op.kind for block in function.blocks for op in block.ops if isinstance(op, Emit)] == ["yes"]
    assert len(function.blocks) == 1


def test_blocks_that_do_nothing_are_left_out() -> None:
    def main(b: Builder) -> None:
        b.branch(b.load("flag"), lambda: None, lambda: b.branch(b.load("flag"), lambda: None))
        for _ in range(5):
            after = b.block()
            b.goto(after)
            b.at(after)
        b.emit("end", [])

    function = built(main)
    assert not any(isinstance(block.end, Goto) and not block.ops for block in function.blocks[1:])
    assert len(function.blocks) == 3


def test_blocks_are_joined_and_numbered_from_the_first() -> None:
    def main(b: Builder) -> None:
        b.emit("start", [])
        b.branch(b.load("flag"), lambda: b.end("over"), tell(b, "on"))
        b.emit("last", [])

    function = built(main)
    assert all(0 < t < len(function.blocks) for block in function.blocks for t in targets(block.end))
    assert [isinstance(block.end, Branch) for block in function.blocks] == [True, False, False]


def test_a_pure_function_that_gives_nothing_fails() -> None:
    b = Builder(Tiny().builder, "f", pure=True)
    b.branch(b.fresh(FLAG), lambda: b.give(b.const(1)))
    ends = [block.end for block in b.done().blocks]
    assert sorted(type(end).__name__ for end in ends) == ["Branch", "Fail", "Return"]


def test_ways_that_do_nothing_keep_their_registers() -> None:
    """Two alternatives may come to lead to one block, each with a register of its own."""
    def main(b: Builder) -> None:
        after, ways = b.block(), [b.block(), b.block()]
        b.choose(b.const(0, SEAT), "choose", "", [one("a", ways[0]), one("b", ways[1])])
        for way in ways:
            b.at(way)
            b.goto(after)
        b.at(after)
        b.emit("end", [])

    function = built(main)
    end = function.blocks[0].end
    assert isinstance(end, Choose) and len({way.target for way in end.alternatives}) == 1


def test_a_roll_between_numbers_in_the_wrong_order_has_bounds_still() -> None:
    b = building()
    made = b.roll(unknown(b, 5, 9), unknown(b, 0, 3))
    assert made.type == Int(5, 5)


# -- calls


def calling(write: Callable[[Builder, Value], Value | None]) -> list[Op]:
    """What a call of a function is written as."""
    tiny = Tiny().field("n", Int(0, 9)).pure("f", [Int(0, 9)], write)

    def main(b: Builder) -> None:
        b.emit("told", [b.call("f", [b.load("n")])])

    return [op for block in tiny.main(main).functions["main"].blocks for op in block.ops]


def test_a_short_function_is_written_where_it_is_called() -> None:
    ops = calling(lambda b, n: b.arith("add", n, b.const(1)))
    assert any(isinstance(op, Arith) for op in ops) and not any(isinstance(op, Call) for op in ops)


def test_a_function_given_its_own_argument_is_a_value_of_its_own() -> None:
    ops = calling(lambda b, n: n)
    assert any(isinstance(op, Copy) for op in ops)


@pytest.mark.parametrize("what", ["branches", "fails", "assigns", "long"])
def test_other_functions_are_called(what: str) -> None:
    def write(b: Builder, n: Value) -> Value | None:
        if what == "branches":
            found = b.fresh(Int(0, 9))
            b.assign(found, n)
            b.branch(b.compare("eq", n, b.const(3)), lambda: b.assign(found, b.const(0)))
            return found
        if what == "assigns":
            b.assign(n, b.const(4))
            return n
        if what == "long":
            for _ in range(INLINE):
                n = b.arith("min", n, b.const(8))
            return n
        b._result = FLAG  # what it would give, if it gave anything
        b.fail("no answer")
        return None

    assert any(isinstance(op, Call) for op in calling(write))
