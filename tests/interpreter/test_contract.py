"""The engine keeps the contract: a tiny program for every clause, cited by number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_programs import CARD, CARDS, MAYBE, PLACE, PLACES, SEAT, SEAT_SET, Play, Tiny, at, between, each, one, pause

from ludex.interpreter.engine import Engine
from ludex.ir import chance, contract
from ludex.ir.builder import Builder, Value
from ludex.ir.contract import BUDGET, CLAUSES
from ludex.ir.graph import SEATS
from ludex.ir.layout import POINT, lay_out
from ludex.ir.ops import Guard, Return
from ludex.ir.registers import used
from ludex.ir.types import FLAG, WORD, Int

CITED: set[str] = set()
Test = TypeVar("Test", bound=Callable[..., None])


def clause(*numbers: str) -> Callable[[Test], Test]:
    """Says which clauses a test is about."""
    CITED.update(numbers)
    return lambda test: test


def test_every_clause_is_cited() -> None:
    assert {c.number for c in CLAUSES} == CITED


def test_clauses_are_numbered() -> None:
    assert [c.number for c in CLAUSES] == [f"C{n}" for n in range(1, len(CLAUSES) + 1)]


def test_the_engine_offers_what_the_contract_says() -> None:
    engine: contract.Engine = Engine(Tiny().main(pause))
    assert engine.decision(engine.start(1)) is not None


def emit(b: Builder, *values: Value) -> None:
    b.emit("told", values)


def told(write: Callable[[Builder], None], tiny: Tiny | None = None) -> list[tuple[int, ...]]:
    """What a program tells."""
    play = (tiny or Tiny()).play(write)
    assert play.fault is None
    return play.told


# -- numbers


@clause("C1")
def test_sets_are_bits_and_none_is_minus_one() -> None:
    tiny = Tiny().field("all", CARDS, 0b11111).field("lowest", Int(-WORD - 1, WORD), -WORD - 1).field("none", MAYBE, -1)

    def main(b: Builder) -> None:
        emit(b, b.load("all"), b.load("lowest"), b.load("none"), b.single(b.const(2, CARD)), b.flag(True))

    assert told(main, tiny) == [(0b11111, -(2**31), -1, 0b100, 1)]


HOW = Literal["add", "sub", "mul", "div", "mod", "min", "max"]


def calculator(hows: tuple[HOW, ...]) -> Engine:
    tiny = Tiny().field("a", Int(-30000, 30000)).field("b", Int(-30000, 30000))

    def main(b: Builder) -> None:
        x, y = b.load("a"), b.load("b")
        for how in hows:
            emit(b, b.arith(how, x, y))

    return Engine(tiny.main(main))


def calculate(engine: Engine, a: int, b: int) -> list[int]:
    events: list[contract.Event] = []
    engine.start(0, events, fields={"a": [a], "b": [b]})
    return [event[2][0] for event in events]


EXACT, DIVIDE = calculator(("add", "sub", "mul", "min", "max")), calculator(("div", "mod"))
NUMBERS = st.integers(-30000, 30000)


@clause("C2")
@given(NUMBERS, NUMBERS)
def test_arithmetic_is_exact(a: int, b: int) -> None:
    assert calculate(EXACT, a, b) == [a + b, a - b, a * b, a if a < b else b, a if a > b else b]


@clause("C2")
def test_a_total_may_grow_to_the_edge_of_32_bits() -> None:
    tiny = Tiny().field("n", Int(0, WORD), WORD - 3)

    def main(b: Builder) -> None:
        total = b.fresh(Int(0, WORD))
        b.assign(total, b.load("n"))
        for _ in range(3):
            b.add_into(total, b.const(1))
        emit(b, total)

    assert told(main, tiny) == [(WORD,)]


@clause("C3")
@given(NUMBERS, NUMBERS.filter(bool))
def test_division_rounds_down(a: int, b: int) -> None:
    quotient, rest = calculate(DIVIDE, a, b)
    assert quotient * b + rest == a
    assert 0 <= rest < b or b < rest <= 0


@clause("C3")
def test_division_by_zero_is_a_fault() -> None:
    with pytest.raises(contract.Fault):
        calculate(DIVIDE, 5, 0)
    assert (calculate(DIVIDE, -7, 2), calculate(DIVIDE, 7, -2)) == ([-4, 1], [-4, -1])


@clause("C4")
def test_comparisons() -> None:
    tiny = Tiny().field("a", MAYBE, -1).field("b", MAYBE, 0).field("few", CARDS, 0b101).field("many", CARDS, 0b101)

    def main(b: Builder) -> None:
        x, y = b.load("a"), b.load("b")
        emit(b, *(b.compare(how, x, y) for how in ("eq", "ne", "lt", "le")))
        emit(b, *(b.compare(how, y, y) for how in ("eq", "ne", "lt", "le")))
        few, many = b.load("few"), b.load("many")
        emit(b, b.compare("eq", few, many), b.compare("ne", few, many))

    assert told(main, tiny) == [(0, 1, 1, 1), (1, 0, 0, 1), (1, 0)]


@clause("C5")
def test_flags_and_selection() -> None:
    tiny = Tiny().field("no", FLAG, 0).field("yes", FLAG, 1)

    def main(b: Builder) -> None:
        no, yes = b.load("no"), b.load("yes")
        emit(b, b.both(yes, yes), b.both(yes, no), b.both(no, yes), b.both(no, no))
        emit(b, b.either(yes, yes), b.either(yes, no), b.either(no, yes), b.either(no, no))
        emit(b, b.negate(yes), b.negate(no), b.select(yes, b.const(7), b.const(8)),
             b.select(no, b.const(7), b.const(8)))

    assert told(main, tiny) == [(1, 0, 0, 0), (1, 1, 1, 0), (0, 1, 7, 8)]


def by_zero(b: Builder, line: int) -> Value:
    """A number that there is not, as far as anybody knows who does not look."""
    here, b.origin = b.origin, line
    made = b.arith("div", b.load("one"), b.load("zero"))
    b.origin = here
    return made


def with_zero() -> Tiny:
    return Tiny().field("zero", Int(0, 1), 0).field("one", Int(0, 1), 1).field("no", FLAG, 0).field("n", Int(0, 3))


@clause("C5", "C18")
@pytest.mark.parametrize("how", ["and", "or", "select"])
def test_an_operand_that_does_not_count_may_still_be_a_fault(how: str) -> None:
    def main(b: Builder) -> None:
        no = b.load("no")
        number = by_zero(b, 7)
        flag = b.compare("eq", number, b.const(0))
        if how == "and":
            b.emit("told", [b.both(no, flag)])
        elif how == "or":
            b.emit("told", [b.either(b.negate(no), flag)])
        else:
            b.emit("told", [b.select(no, number, b.const(0))])

    for telling in (False, True):
        fault = with_zero().play(main, telling=telling).fault
        assert fault is not None and fault.origin == 7


# -- state and tables


@clause("C6", "C7")
def test_a_field_holds_what_was_written() -> None:
    tiny = Tiny().field("n", Int(0, 9), 3).field("of place", Int(0, 9), (1, 2, 3), "place")

    def main(b: Builder) -> None:
        before, there = b.load("n"), b.const(1, PLACE)
        b.store("n", None, b.const(8))
        b.store("of place", there, b.load("n"))
        emit(b, before, b.load("n"), b.load("of place", there), b.load("of place", b.const(2, PLACE)))

    assert told(main, tiny) == [(3, 8, 8, 3)]


@clause("C6", "C7", "C8")
@pytest.mark.parametrize("what", ["load", "store", "lookup"])
def test_nothing_is_at_none(what: str) -> None:
    tiny = Tiny().field("of card", Int(0, 9), (1, 2, 3, 4, 5), "card").field("which", MAYBE, -1)
    tiny.table("power", "card", Int(0, 9), (5, 4, 3, 2, 1))

    def main(b: Builder) -> None:
        none = b.load("which")
        at(b, 9)
        if what == "load":
            emit(b, b.load("of card", none))
        elif what == "store":
            b.store("of card", none, b.const(1))
        else:
            emit(b, b.lookup("power", none))

    fault = tiny.play(main).fault
    assert fault is not None and fault.origin == 9


@clause("C7")
@pytest.mark.parametrize("value", [-1, 4])
def test_a_field_does_not_hold_more_than_its_bounds(value: int) -> None:
    tiny = Tiny().field("small", Int(0, 3)).field("big", Int(-9, 9), value).field("n", Int(0, 9))

    def main(b: Builder) -> None:
        at(b, 5).store("small", None, b.load("big"))

    fault = tiny.play(main).fault
    assert fault is not None and fault.origin == 5
    assert "small" in fault.message and str(value) in fault.message


@clause("C7")
def test_the_value_is_looked_at_before_the_place() -> None:
    tiny = Tiny().field("small", Int(0, 3), (0,) * 5, "card").field("big", Int(0, 9), 9).field("which", MAYBE, -1)
    fault = tiny.play(lambda b: b.store("small", b.load("which"), b.load("big"))).fault
    assert fault is not None and "small" in fault.message


@clause("C8")
def test_tables() -> None:
    tiny = Tiny().field("which", CARD, 3).table("power", "card", Int(0, 9), (5, 4, 3, 2, 1))
    assert told(lambda b: emit(b, b.lookup("power", b.load("which"))), tiny) == [(2,)]


# -- sets


def with_sets() -> Tiny:
    tiny = Tiny().field("few", CARDS, 0b00110).field("more", CARDS, 0b01100).field("nothing", CARDS)
    return tiny.field("none", MAYBE, -1).field("card", MAYBE, 2).field("all", CARDS, 0b11111)


@clause("C9")
def test_single_and_has() -> None:
    def main(b: Builder) -> None:
        none, card, few = b.load("none"), b.load("card"), b.load("few")
        emit(b, b.single(card), b.single(none), b.has(few, card), b.has(few, none), b.has(b.load("all"), none),
             b.has(b.load("nothing"), card))

    assert told(main, with_sets()) == [(0b100, 0, 1, 0, 0, 0)]


@clause("C10")
def test_count_and_combine() -> None:
    def main(b: Builder) -> None:
        few, more = b.load("few"), b.load("more")
        emit(b, b.count(few), b.count(b.load("nothing")), b.combine("union", few, more),
             b.combine("meet", few, more), b.combine("minus", few, more))

    assert told(main, with_sets()) == [(2, 0, 0b01110, 0b00100, 0b00010)]


@clause("C11")
def test_first() -> None:
    def main(b: Builder) -> None:
        emit(b, b.first(b.load("more")), b.first(b.load("nothing")))

    assert told(main, with_sets()) == [(2, -1)]


@clause("C12")
def test_shift() -> None:
    tiny = with_sets().table("next to", "card", PLACES, (0b001, 0b010, 0b110, 0b000, 0b111))

    def main(b: Builder) -> None:
        emit(b, b.shift(b.load("few"), "next to"), b.shift(b.load("nothing"), "next to"))

    assert told(main, tiny) == [(0b110, 0)]


@clause("C12")
@pytest.mark.parametrize(("sets", "expected"), [
    ((0b010, 0b100, 0, 0, 0), (0b100, 0, 0)),
    ((0, 0, 0b001, 0b010, 0b100), (0b001, 0b011, 0)),
    ((0b001, 0b010, 0b100, 0, 0), (0b110, 0b100, 0)),
])
def test_shift_by_one_distance(sets: tuple[int, ...], expected: tuple[int, ...]) -> None:
    tiny = with_sets().table("next to", "card", PLACES, sets)

    def main(b: Builder) -> None:
        emit(b, *(b.shift(b.load(name), "next to") for name in ("few", "more", "nothing")))

    assert told(main, tiny) == [expected]


@clause("C13")
def test_distinct() -> None:
    tiny = with_sets().field("upper", CARDS, 0b10010).field("places", PLACES, 0b101)

    def main(b: Builder) -> None:
        emit(b, b.distinct(b.load("all")), b.distinct(b.load("upper")), b.distinct(b.load("places")))

    assert told(main, tiny) == [(0b01101, 0b10010, 0b101)]


@clause("C14")
def test_loops_go_from_the_lowest_over_the_set_as_it_was() -> None:
    def main(b: Builder) -> None:
        def body(card: Value) -> None:
            emit(b, card)
            b.store("all", None, b.empty("card"))

        b.each(b.load("all"), body)

    assert told(main, with_sets()) == [(0,), (1,), (2,), (3,), (4,)]


# -- calls, events, steps


@clause("C15")
def test_a_call_sees_the_fields_as_they_stand() -> None:
    def twice(b: Builder, by: Value) -> Value:
        total = b.fresh(Int(0, 90))
        b.assign(total, b.const(0))
        b.each(b.everything("place"), lambda _: b.add_into(total, b.arith("mul", b.load("n"), by)))
        return total

    def main(b: Builder) -> None:
        first = b.call("times", [b.const(2)])
        b.store("n", None, b.const(5))
        emit(b, first, b.call("times", [b.const(1)]))

    tiny = Tiny().field("n", Int(0, 9), 3).pure("times", [Int(0, 3)], twice)
    assert told(main, tiny) == [(18, 15)]


@clause("C16")
def test_events() -> None:
    def main(b: Builder) -> None:
        count = b.fresh(Int(0, 9))
        b.assign(count, b.const(1))
        at(b, 4).emit("first", [count], [b.const(6)], b.load("seats"))
        b.assign(count, b.const(2))
        at(b, 5).emit("second", [], [count])

    play = Tiny().field("seats", SEAT_SET, 0b10).play(main)
    assert play.events == [("first", 4, (1,), (6,), 0b10), ("second", 5, (), (2,), -1)]


def steps(b: Builder, count: int, more: Callable[[], None] = lambda: None) -> None:
    """A loop that takes so many steps."""
    left = b.fresh(Int(0, BUDGET))
    b.assign(left, b.const(count - 1))

    def body(after: int) -> None:
        b.leave_if(b.compare("eq", left, b.const(0)), after)
        b.assign(left, b.arith("sub", left, b.const(1), Int(0, BUDGET)))
        more()

    b.loop(body)


@clause("C17")
def test_the_budget_is_a_million_steps() -> None:
    assert BUDGET == 1_000_000
    assert Tiny().play(lambda b: steps(b, BUDGET)).fault is None
    fault = Tiny().play(lambda b: steps(at(b, 3), BUDGET + 1)).fault
    assert fault is not None and fault.origin == 3


@clause("C17", "C33")
@pytest.mark.parametrize("asking", [False, True])
def test_a_roll_gives_no_step_back(asking: bool) -> None:
    def main(b: Builder) -> None:
        pause(b)
        for origin, number in ((1, 400_000), (2, 400_000), (3, 300_000)):
            b.roll(b.const(1), b.const(1))
            at(b, origin)
            steps(b, number)
        emit(b, b.const(1))

    engine = Engine(Tiny().main(main))
    state = engine.start(1, asking=asking)
    with pytest.raises(contract.Fault) as caught:
        engine.choose(state, engine.options(state)[0], asking=asking)
        for _ in range(3):
            state = engine.canonical(state)
            engine.resolve(state, 1, asking=asking)
    assert caught.value.origin == 3


@clause("C17")
def test_the_budget_is_full_again_after_a_decision() -> None:
    def main(b: Builder) -> None:
        steps(b, 600_000)
        pause(b)
        steps(b, 600_000)

    play = Tiny().play(main)
    play.choose(play.options[0])
    assert play.fault is None and play.engine.over(play.state)


def counting(b: Builder) -> Value:
    steps(b, 600_000)
    return b.const(1)


@clause("C17", "C34")
def test_steps_in_pure_functions_count_too() -> None:
    def main(b: Builder) -> None:
        steps(b, 300_000)
        emit(b, b.call("counting", []))
        pause(b)
        emit(b, b.call("counting", []))
        at(b, 8)
        steps(b, 500_000)

    play = Tiny().pure("counting", [], counting).play(main)
    assert play.fault is None
    before = play.state[:]
    assert play.engine.evaluate("counting", play.state) == 1
    assert play.state == before
    play.choose(play.options[0])
    assert play.fault is not None and play.fault.origin == 8


@clause("C18")
@pytest.mark.parametrize("telling", [False, True])
def test_the_first_fault_counts(telling: bool) -> None:
    def main(b: Builder) -> None:
        b.emit("before", [])
        late = by_zero(b, 11)
        at(b, 12).store("n", None, b.arith("add", b.load("one"), b.const(3)))
        b.emit("after", [late])

    play = with_zero().play(main, telling=telling)
    assert play.fault is not None and play.fault.origin == 11
    assert play.events == ([("before", 0, (), (), -1)] if telling else None)


@clause("C18")
@pytest.mark.parametrize("telling", [False, True])
def test_a_fault_is_one_though_nobody_wants_the_event(telling: bool) -> None:
    fault = with_zero().play(lambda b: emit(b, by_zero(b, 11)), telling=telling).fault
    assert fault is not None and fault.origin == 11


@clause("C18")
def test_faults_come_in_the_order_of_operations_not_of_use() -> None:
    def main(b: Builder) -> None:
        first, second = by_zero(b, 21), by_zero(b, 22)
        emit(b, b.arith("sub", second, first))

    fault = with_zero().play(main).fault
    assert fault is not None and fault.origin == 21


# -- decisions


def three_forms(b: Builder) -> None:
    card, number = b.fresh(CARD), b.fresh(Int(-1, 9))
    ways = [b.block() for _ in range(5)]
    b.choose(b.const(1, SEAT), "action", "what now", [
        one("yes", ways[0]), each("card", ways[1], b.load("more"), card), one("if", ways[2], b.load("flag")),
        between("number", ways[3], b.load("low"), b.load("high"), number), one("last", ways[4]),
    ])
    for way, told_there in zip(ways, ([], [card], [], [number], []), strict=True):
        b.at(way)
        b.emit(f"way {way}", told_there)
        b.finish(Return(b.origin, None))


def with_choices(flag: int, low: int, high: int) -> Play:
    tiny = with_sets().field("flag", FLAG, flag).field("low", Int(-1, 9), low).field("high", Int(-1, 9), high)
    return tiny.play(three_forms)


@clause("C19")
def test_options_come_in_order() -> None:
    play = with_choices(1, -1, 1)
    assert play.options == [(0, 0), (1, 2), (1, 3), (2, 0), (3, -1), (3, 0), (3, 1), (4, 0)]
    assert play.engine.seat(play.state) == 1
    decision = play.engine.decision(play.state)
    assert decision is not None and (decision.kind, decision.prompt) == ("action", "what now")
    assert with_choices(0, 3, 3).options == [(0, 0), (1, 2), (1, 3), (3, 3), (4, 0)]
    assert with_choices(0, 3, 2).options == [(0, 0), (1, 2), (1, 3), (4, 0)]


@clause("C19")
def test_options_follow_from_registers_alone() -> None:
    """A compiler may list them from what a decision names, whatever the fields hold by then."""
    play = with_choices(1, -1, 1)
    listed, seat = play.options, play.engine.seat(play.state)
    layout = lay_out(play.engine.program)
    for name in ("more", "flag", "low", "high"):
        assert play.state[layout.fields[name]] != 0
        play.state[layout.fields[name]] = 0
    assert (play.options, play.engine.seat(play.state)) == (listed, seat)
    decision = play.engine.decision(play.state)
    assert decision is not None
    kept = {layout.saved["main", register] for register in used(decision)}
    assert kept <= set(layout.waiting[play.state[POINT]])


@clause("C20")
@pytest.mark.parametrize("form", ["nothing", "one", "each", "range"])
def test_a_decision_without_options_is_a_fault(form: str) -> None:
    def main(b: Builder) -> None:
        then = b.block()
        ways = {
            "nothing": [], "one": [one("if", then, b.load("flag"))],
            "each": [each("card", then, b.load("nothing"), b.fresh(CARD))],
            "range": [between("number", then, b.load("high"), b.load("low"), b.fresh(Int(0, 9)))],
        }
        at(b, 13).choose(b.const(0, SEAT), "action", "what now", ways[form])
        b.at(then)

    tiny = with_sets().field("flag", FLAG).field("low", Int(0, 9), 3).field("high", Int(0, 9), 4)
    fault = tiny.play(main).fault
    assert fault is not None and fault.origin == 13


@clause("C21")
def test_taking_an_option() -> None:
    assert with_choices(1, 4, 6).choose((1, 3)).told == [(3,)]
    assert with_choices(1, 4, 6).choose((3, 5)).told == [(5,)]
    play = with_choices(1, 4, 6).choose((4, 0))
    assert play.told == [()] and play.engine.over(play.state)


@clause("C21")
def test_registers_survive_a_decision() -> None:
    def main(b: Builder) -> None:
        kept = [b.arith("add", b.load("n"), b.const(n)) for n in range(4)]
        b.store("n", None, b.const(0))
        pause(b)
        pause(b)
        emit(b, *kept)

    play = Tiny().field("n", Int(0, 9), 5).play(main)
    assert play.choose((0, 0)).choose((0, 0)).told == [(5, 6, 7, 8)]


@clause("C21")
def test_two_ways_to_one_block_set_their_own_registers() -> None:
    def main(b: Builder) -> None:
        first, second, then = b.fresh(CARD), b.fresh(CARD), b.block()
        b.assign(first, b.const(0, CARD))
        b.assign(second, b.const(1, CARD))
        b.choose(b.const(0, SEAT), "choose", "", [
            each("first", then, b.load("more"), first), each("second", then, b.load("more"), second),
            one("neither", then)])
        b.at(then)
        emit(b, first, second)

    for option, expected in {(0, 3): (3, 1), (1, 2): (0, 2), (2, 0): (0, 1)}.items():
        play = with_sets().play(main)
        play.state = play.engine.canonical(play.state)
        assert play.choose(option).told == [expected]


@clause("C22")
def test_guards_explain_and_do_not_decide() -> None:
    def is_low(b: Builder, card: Value, bound: Value) -> Value:
        return b.compare("lt", card, bound)

    def main(b: Builder) -> None:
        card, then, bound = b.fresh(CARD), b.block(), b.load("card")
        guards = (Guard("is low", (None, bound.reg), 31), Guard("is low", (bound.reg, bound.reg), 32),
                  Guard("always", (), 33))
        b.choose(b.const(0, SEAT), "choose", "", [each("card", then, b.load("all"), card, guards)])
        b.at(then)
        pause(b)

    tiny = with_sets().pure("is low", [MAYBE, MAYBE], is_low).pure("always", [], lambda b: b.flag(True))
    play = tiny.play(main)
    decision = play.engine.decision(play.state)
    assert decision is not None
    before = play.state[:]
    assert [play.engine.refusals(play.state, decision.alternatives[0], card) for card in (1, 2)] == [[32], [31, 32]]
    assert play.state == before
    assert len(play.options) == 5


@clause("C22")
def test_a_guard_behind_one_that_forbids_needs_no_answer() -> None:
    def main(b: Builder) -> None:
        card, then = b.fresh(CARD), b.block()
        guards = (Guard("is two", (None,), 31), Guard("no answer", (), 32), Guard("never", (), 33))
        b.choose(b.const(0, SEAT), "choose", "", [each("card", then, b.load("all"), card, guards)])
        b.at(then)

    tiny = with_sets().pure("is two", [CARD], lambda b, card: b.compare("eq", card, b.const(2)))
    tiny.pure("no answer", [], lambda b: b.compare("eq", b.arith("div", b.const(1), b.const(0)), b.const(0)))
    play = tiny.pure("never", [], lambda b: b.flag(False)).play(main)
    decision = play.engine.decision(play.state)
    assert decision is not None
    assert play.engine.refusals(play.state, decision.alternatives[0], 1) == [31, 33]
    with pytest.raises(contract.Fault):
        play.engine.refusals(play.state, decision.alternatives[0], 2)


# -- chance


def roll_a_card(b: Builder) -> None:
    emit(b, at(b, 41).roll(b.load("pool"), None, "deck"))


def with_pool(pool: int) -> Tiny:
    return Tiny().field("pool", CARDS, pool).field("low", Int(0, 9), 4).field("high", Int(0, 9), 6)


@clause("C23")
def test_every_outcome_comes_about_as_often() -> None:
    engine = Engine(with_pool(0b11011).main(roll_a_card))
    counts = dict.fromkeys((0, 1, 3, 4), 0)
    for seed in range(4000):
        events: list[contract.Event] = []
        engine.start(seed, events)
        counts[events[0][2][0]] += 1
    assert all(900 < n < 1100 for n in counts.values()), counts


@clause("C23")
def test_numbers_are_picked_from_the_first_to_the_last() -> None:
    engine = Engine(with_pool(0).main(lambda b: emit(b, b.roll(b.load("low"), b.load("high")))))
    found = set()
    for seed in range(100):
        events: list[contract.Event] = []
        engine.start(seed, events)
        found.add(events[0][2][0])
    assert found == {4, 5, 6}


@clause("C23", "C24")
@pytest.mark.parametrize("asking", [False, True])
def test_nothing_to_pick_from_is_a_fault(asking: bool) -> None:
    of_a_set = with_pool(0).play(roll_a_card, asking=asking).fault
    assert of_a_set is not None and of_a_set.origin == 41
    of_numbers = with_pool(0).play(lambda b: emit(b, at(b, 42).roll(b.load("high"), b.load("low"))),
                                   asking=asking).fault
    assert of_numbers is not None and of_numbers.origin == 42


@clause("C24")
def test_outcomes_have_weights() -> None:
    play = with_pool(0b11111).play(roll_a_card, asking=True)
    roll = play.engine.roll(play.state)
    assert roll is not None and roll.source == "deck"
    assert play.engine.decision(play.state) is None
    assert play.engine.outcomes(play.state) == [(0, 2), (2, 1), (3, 2)]
    assert play.resolve(3).told == [(3,)]
    assert with_pool(0b10010).play(roll_a_card, asking=True).engine.outcomes(
        with_pool(0b10010).play(roll_a_card, asking=True).state) == [(1, 1), (4, 1)]


@clause("C24")
def test_elements_of_a_kind_that_something_tells_apart_are_outcomes_of_their_own() -> None:
    def told_apart(field: bool) -> list[tuple[int, int]]:
        def main(b: Builder) -> None:
            kept = b.load("mine")
            picked = b.roll(b.load("pool"), None, "deck")
            emit(b, picked, b.flag(False) if field else b.has(kept, picked))

        tiny = with_pool(0b11111).field("mine", CARDS, 0b00010)
        if not field:
            tiny = with_pool(0b11111).field("mine", CARDS, 0)
        play = tiny.play(main, asking=True)
        return play.engine.outcomes(play.state)

    # The cards are of three kinds: 0 and 1, 2, 3 and 4. A field holds 1 of them.
    assert told_apart(field=True) == [(0, 1), (1, 1), (2, 1), (3, 2)]
    assert told_apart(field=False) == [(0, 2), (2, 1), (3, 2)]


@clause("C24")
def test_a_single_outcome_is_asked_for_too() -> None:
    play = with_pool(0b00100).play(roll_a_card, asking=True)
    assert play.engine.outcomes(play.state) == [(2, 1)]
    numbers = with_pool(0).play(lambda b: emit(b, b.roll(b.load("low"), b.load("high"))), asking=True)
    assert numbers.engine.outcomes(numbers.state) == [(4, 1), (5, 1), (6, 1)]


@clause("C25")
def test_the_generator_is_splitmix64() -> None:
    """The first numbers that the algorithm's authors give for the seed 1234567."""
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
                16408922859458223821]
    state, found = chance.seeded(1234567), []
    for _ in expected:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        found.append(chance.mix(state))
    assert found == expected


@clause("C26")
def test_numbers_are_drawn_by_lemires_method() -> None:
    # With the seed 1234567 the first drawn word is 6457827717110365317, and its product with 10 has a high half of 3.
    play = Tiny().play(lambda b: emit(b, b.roll(b.const(0), b.const(9))), seed=1234567)
    assert play.told == [(3,)] and 6457827717110365317 * 10 >> 64 == 3
    assert play.state[1] == (1234567 + 0x9E3779B97F4A7C15) % 2**64


@clause("C26")
def test_what_would_favour_a_number_is_drawn_again() -> None:
    """A bound just above 2^63 refuses nearly half of all words."""
    bound = 2**63 + 1
    for seed in range(50):
        state, refused = [0, seed], 0
        word = chance.mix((seed + chance.STEP) % 2**64)
        moved = (seed + chance.STEP) % 2**64
        while word * bound % 2**64 < 2**64 % bound:
            moved = (moved + chance.STEP) % 2**64
            word, refused = chance.mix(moved), refused + 1
        assert chance.below(state, 1, bound) == word * bound >> 64
        assert state[1] == moved


@clause("C26")
def test_one_outcome_uses_no_draw() -> None:
    play = with_pool(0b00100).play(roll_a_card, seed=77)
    assert play.told == [(2,)] and play.state[1] == 77


@clause("C26")
def test_the_number_picks_the_element_with_so_many_below_it() -> None:
    def often(b: Builder, roll: Callable[[], Value]) -> None:
        for _ in range(30):
            emit(b, roll())

    numbers = Tiny().play(lambda b: often(b, lambda: b.roll(b.const(0), b.const(2))), seed=5)
    cards = with_pool(0b11010).play(lambda b: often(b, lambda: b.roll(b.load("pool"))), seed=5)
    assert cards.told == [((1, 3, 4)[n],) for (n,) in numbers.told]
    assert {n for (n,) in numbers.told} == {0, 1, 2}


@clause("C27")
def test_seeds() -> None:
    assert chance.seeded(5) == 5
    assert chance.seeded(-5) == 2**64 - 5
    assert chance.seeded(2**64 - 5) == 2**64 - 5
    assert chance.seeded(7 * 2**64 + 5) == chance.mix((5 + chance.STEP) % 2**64 ^ 7)
    assert chance.seeded(9 * 2**128 + 7 * 2**64 + 5) == chance.mix(
        (chance.mix((5 + chance.STEP) % 2**64 ^ 7) + chance.STEP) % 2**64 ^ 9)
    assert len({chance.seeded((n << 64) + 1) for n in range(1000)}) == 1000
    engine = Engine(Tiny().main(pause))
    assert engine.start(-5)[1] == 2**64 - 5


# -- procedures and ends


def ask_and_tell(b: Builder, mark: Value) -> None:
    count = b.fresh(Int(0, 9))
    b.assign(count, b.const(0))

    def once(after: int) -> None:
        b.leave_if(b.compare("eq", count, b.const(2)), after)
        b.assign(count, b.arith("add", count, b.const(1), Int(0, 9)))
        pause(b)
        emit(b, mark, count)

    b.loop(once)


@clause("C28")
def test_procedures_wait_and_return() -> None:
    def main(b: Builder) -> None:
        kept = b.load("n")
        b.store("n", None, b.const(0))
        b.enter("ask", [kept])
        emit(b, kept)
        b.enter("ask", [b.const(1)])
        emit(b, kept)

    play = Tiny().field("n", Int(0, 9), 6).procedure("ask", [Int(0, 9)], ask_and_tell).play(main)
    for _ in range(4):
        play.choose((0, 0))
    assert play.told == [(6, 1), (6, 2), (6,), (1, 1), (1, 2), (6,)]
    assert play.engine.over(play.state)


@clause("C29")
def test_the_game_ends_wherever_it_ends() -> None:
    def main(b: Builder) -> None:
        b.enter("finish", [])
        emit(b, b.const(1))

    def finish(b: Builder) -> None:
        pause(b)
        b.end("the end of all")

    play = Tiny().procedure("finish", [], finish).play(main)
    assert not play.engine.over(play.state) and play.engine.reason(play.state) is None
    play.choose((0, 0))
    assert play.engine.over(play.state) and play.engine.reason(play.state) == "the end of all"
    assert play.told == [] and play.engine.decision(play.state) is None and play.engine.roll(play.state) is None


@clause("C29")
def test_main_may_return() -> None:
    play = Tiny().play(lambda b: emit(b, b.const(1)))
    assert play.engine.over(play.state) and play.engine.reason(play.state) is None


@clause("C30")
def test_failing() -> None:
    fault = Tiny().play(lambda b: at(b, 17).fail("nobody acts here")).fault
    assert fault is not None and (fault.origin, fault.message) == (17, "nobody acts here")


# -- states


def a_little_game(b: Builder) -> None:
    def turn(after: int) -> None:
        b.store("n", None, b.arith("min", b.const(9), b.arith("add", b.load("n"), b.roll(b.const(0), b.const(3)))))
        card, then, stop = b.fresh(CARD), b.block(), b.block()
        b.choose(b.const(0, SEAT), "choose", "", [each("card", then, b.load("pool"), card), one("stop", stop)])
        b.at(stop)
        b.end("stopped")
        b.at(then)
        b.store("pool", None, b.combine("minus", b.load("pool"), b.single(card)))
        emit(b, card, b.load("n"))

    b.loop(turn)


def little() -> Tiny:
    return Tiny().field("n", Int(0, 9)).field("pool", CARDS, 0b11111)


@clause("C31", "C32")
def test_a_copied_state_has_the_same_future() -> None:
    engine = Engine(little().main(a_little_game))
    first = engine.start(3)
    second = first[:]
    told_first: list[contract.Event] = []
    told_second: list[contract.Event] = []
    for option in ((0, 2), (0, 0), (0, 4)):
        assert engine.options(first) == engine.options(second)
        engine.choose(first, option, told_first)
        engine.choose(second, option, told_second)
    assert first == second and told_first == told_second


@clause("C32")
def test_states_are_compared_by_their_canonical_form() -> None:
    def main(b: Builder) -> None:
        b.store("m", None, b.arith("add", b.load("n"), b.const(1)))
        b.enter("ask", [b.load("n")])
        b.store("n", None, b.const(0))
        b.store("m", None, b.const(0))
        pause(b)
        emit(b, b.load("n"))

    tiny = Tiny().field("n", Int(0, 9)).field("m", Int(0, 10)).procedure("ask", [Int(0, 9)], ask_and_tell)
    engine = Engine(tiny.main(main))
    ends = []
    for n in (3, 4):
        state = engine.start(1, fields={"n": [n]})
        between_two = []
        for _ in range(2):
            between_two.append(engine.canonical(state))
            engine.choose(state, (0, 0))
        assert between_two[0] != between_two[1]
        ends.append(engine.canonical(state))
    assert ends[0] == ends[1]


@clause("C32")
def test_what_is_needed_after_a_procedure_is_part_of_the_canonical_form() -> None:
    """A block that play both returns to and waits at needs different registers for each."""
    def main(b: Builder) -> None:
        kept = b.load("n")
        b.store("n", None, b.const(0))
        b.enter("ask", [b.const(1)])
        wanted = b.compare("le", b.const(2), kept)
        then, no = b.block(), b.block()
        b.choose(b.const(0, SEAT), "choose", "", [one("yes", then, wanted), one("no", no)])
        b.at(then)
        pause(b)
        b.goto(no)
        b.at(no)

    tiny = Tiny().field("n", Int(0, 9), 6).procedure("ask", [Int(0, 9)], ask_and_tell)
    play = tiny.play(main)
    for _ in range(2):
        play.state = play.engine.canonical(play.state)
        play.choose((0, 0))
    assert play.options == [(0, 0), (1, 0)]


@clause("C33")
def test_events_and_questions_change_nothing() -> None:
    engine = Engine(little().main(a_little_game))
    silent, loud = engine.start(9), engine.start(9, [])
    assert engine.canonical(silent) == engine.canonical(loud)
    asked = engine.start(9, asking=True)
    assert engine.outcomes(asked) == [(0, 1), (1, 1), (2, 1), (3, 1)]
    engine.resolve(asked, silent[engine.layout.fields["n"]])
    canonical, expected = engine.canonical(asked), engine.canonical(silent)
    assert canonical[2:] == expected[2:] and canonical[0] == expected[0]


@clause("C34")
def test_asking_a_function_leaves_the_state_alone() -> None:
    def score(b: Builder, seat: Value) -> Value:
        steps(b, 50)
        return b.load("of seat", seat)

    tiny = Tiny().field("of seat", Int(0, 9), (4, 7), SEATS).pure("score", [SEAT], score)
    play = tiny.play(pause)
    before = play.state[:]
    assert [play.engine.evaluate("score", play.state, [seat]) for seat in (0, 1)] == [4, 7]
    assert play.state == before
