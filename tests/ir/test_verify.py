"""A program that breaks one invariant is refused for that one alone; the programs of the bundled games are accepted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tiny_programs import CARD, CARDS, SEAT, SEAT_SET, Tiny, between, each, one

import ludex
from ludex import rules
from ludex.ir.builder import Builder, Value
from ludex.ir.graph import SEATS, WINNERS, Block, Field, Function, Program, Register, Table
from ludex.ir.ops import (
    Arith,
    Branch,
    Call,
    Choose,
    Combine,
    Compare,
    Const,
    Copy,
    Count,
    Emit,
    End,
    Enter,
    Goto,
    Guard,
    Has,
    Load,
    Logic,
    Lookup,
    Not,
    Rest,
    Return,
    Roll,
    Select,
    Shift,
    Single,
    Store,
)
from ludex.ir.types import FLAG, WORD, Domain, Int, Set, Type
from ludex.ir.verify import INVARIANTS, Broken, verify


def good() -> Program:
    """A program with a bit of everything."""
    tiny = Tiny().field("pool", CARDS, 0b11111).field("n", Int(0, 9)).field("of card", Int(0, 9), (0,) * 5, "card")
    tiny.field(WINNERS, SEAT_SET).table("power", "card", Int(0, 9), (5, 4, 3, 2, 1))
    tiny.table("like", "card", CARDS, (1, 2, 4, 8, 16))

    def is_low(b: Builder, card: Value) -> Value:
        found = b.fresh(FLAG)
        b.assign(found, b.compare("lt", b.lookup("power", card), b.load("n")))
        b.branch(found, lambda: b.assign(found, b.flag(True)))
        return found

    def total(b: Builder, seat: Value) -> Value:
        found = b.fresh(Int(0, 99), "total")
        b.assign(found, seat)
        b.each(b.load("pool"), lambda card: b.add_into(found, b.call("is low", [card])))
        return found

    def step(b: Builder, card: Value) -> None:
        b.store("of card", card, b.const(1))
        b.emit("step", [card], [], b.everything(SEATS))

    def main(b: Builder) -> None:
        def turn(after: int) -> None:
            card, number, then, stop = b.fresh(CARD, "card"), b.fresh(Int(0, 9)), b.block(), b.block()
            b.leave_if(b.has(b.shift(b.load("pool"), "like"), b.first(b.load("pool"))), after)
            b.choose(b.const(1, SEAT), "action", "which", [
                each("take", then, b.load("pool"), card, (Guard("is low", (None,), 7),)),
                between("bid", stop, b.const(0), b.const(9), number), one("stop", stop, b.flag(True))])
            b.at(then)
            b.enter("step", [card])
            b.store("n", None, b.arith("min", b.roll(b.const(1), b.const(6)), b.const(9)))
            b.enter("step", [b.roll(b.everything("card"))])
            b.goto(stop)
            b.at(stop)
            b.branch(b.compare("eq", b.load("pool"), b.empty("card")), lambda: b.end("over"))

        b.loop(turn)

    tiny.pure("is low", [CARD], is_low).pure("score", [SEAT], total).pure("holds", [], lambda b: b.flag(True))
    return tiny.procedure("step", [CARD], step).main(main, {"it holds": "holds"}, ["score"])


GOOD = good()
MINIMAL = Function("main", False, 0, None, (), (Block((), Return(0, None)),))
Change = Callable[[Any], Any]


def find(name: str, sort: type[Any]) -> tuple[int, int, Any]:
    """The first operation or end of a kind in a function: its block, its place (-1 for an end), itself."""
    for number, block in enumerate(GOOD.functions[name].blocks):
        for place, op in enumerate(block.ops):
            if isinstance(op, sort):
                return number, place, op
        if isinstance(block.end, sort):
            return number, -1, block.end
    raise AssertionError(sort)


def function(name: str, /, **changes: Any) -> Program:
    """The program with changes in a function."""
    return replace(GOOD, functions=GOOD.functions | {name: replace(GOOD.functions[name], **changes)})


def step(name: str, sort: type[Any], change: Change) -> Program:
    """The program with other operations in place of the first one of a kind (or another end)."""
    number, place, found = find(name, sort)
    blocks = list(GOOD.functions[name].blocks)
    block, new = blocks[number], change(found)
    if place < 0:
        blocks[number] = replace(block, end=new)
    else:
        ops = new if isinstance(new, tuple) else (new,)
        blocks[number] = replace(block, ops=(*block.ops[:place], *ops, *block.ops[place + 1:]))
    return function(name, blocks=tuple(blocks))


def op(name: str, sort: type[Any], **changes: Any) -> Program:
    return step(name, sort, lambda found: replace(found, **changes))


def way(number: int, **changes: Any) -> Program:
    """The program with changes in an alternative of its decision."""
    def changed(choose: Choose) -> Choose:
        ways = list(choose.alternatives)
        ways[number] = replace(ways[number], **changes)
        return replace(choose, alternatives=tuple(ways))

    return step("main", Choose, changed)


def guard(name: str = "is low", args: tuple[int | None, ...] = (None,), origin: int = 7) -> Program:
    return way(0, guards=(Guard(name, args, origin),))


def also(name: str, types: tuple[Type, ...], *ops: Any) -> Program:
    """The program with registers and operations more at the beginning of a function."""
    old = GOOD.functions[name]
    first = replace(old.blocks[0], ops=(*ops, *old.blocks[0].ops))
    registers = (*old.registers, *(Register("", t) for t in types))
    return function(name, registers=registers, blocks=(first, *old.blocks[1:]))


def only(name: str, end: Any, *ops: Any, types: tuple[Type, ...] = ()) -> Program:
    """The program with one block in place of all blocks of a function."""
    old = GOOD.functions[name]
    return function(name, registers=(*old.registers, *(Register("", t) for t in types)),
                    blocks=(replace(old.blocks[0], ops=ops, end=end),))


def keep(**groups: Any) -> Program:
    """The program with other records among its domains, fields or tables."""
    return replace(GOOD, **{group: getattr(GOOD, group) | {r.name: r for r in records}
                            for group, records in groups.items()})


def new(name: str) -> int:
    """The number of the first register that `also` and `only` add."""
    return len(GOOD.functions[name].registers)


def also_step(types: tuple[Type, ...], *ops: Any) -> Program:
    return also("step", types, *ops)


DOMAIN, N, OF_CARD = GOOD.domains["card"], GOOD.fields["n"], GOOD.fields["of card"]
POWER = GOOD.tables["power"]
S, H, L = new("step"), new("holds"), new("is low")
ROLL, LOOP, POOL = find("main", Roll)[2], find("score", Branch)[2], find("main", Shift)[2].set
TAKE, BID, _ = find("main", Choose)[2].alternatives
PLACES = Set("place")
GOES_ROUND = (Block((), Goto(0, 1)), Block((), Goto(0, 1)))
CALLS_ITSELF = (Block((), Enter(0, "step", (0,), 1)), Block((), Return(0, None)))
NARROW_ROLL = tuple(Register("", Int(2, 6)) if number == ROLL.to else register
                    for number, register in enumerate(GOOD.functions["main"].registers))

BROKEN: dict[str, list[Program]] = {
    "V1": [
        replace(GOOD, fields=GOOD.fields | {"n": replace(N, name="m")}),
        replace(GOOD, tables=GOOD.tables | {"like": replace(GOOD.tables["like"], name="m")}),
        replace(GOOD, domains=GOOD.domains | {"m": DOMAIN}),
        function("holds", name="m"),
        keep(domains=[Domain("place", ("here", "here", "there"))]),
    ],
    "V2": [
        keep(fields=[replace(OF_CARD, order_of="m")]),
        replace(GOOD, main="m"), replace(GOOD, scores=("m",)), replace(GOOD, invariants={"it holds": "m"}),
        replace(GOOD, domains={"card": DOMAIN}, seats=0, fields={}, scores=(), tables=GOOD.tables,
                functions={"main": MINIMAL, "holds": GOOD.functions["holds"]}),
        keep(fields=[replace(OF_CARD, index="m")]), keep(fields=[replace(OF_CARD, type=Int(0, 0, "m"))]),
        keep(tables=[replace(POWER, index="m")]), keep(tables=[replace(POWER, type=Set("m"))]),
        also_step((Set("m"),)), function("score", result=Int(0, 99, "m")),
        op("main", Load, field="m"), op("step", Store, field="m"), op("is low", Lookup, table="m"),
        op("main", Shift, table="m"), op("score", Call, function="m"), op("main", Enter, procedure="m"), guard("m"),
    ],
    "V3": [keep(domains=[replace(DOMAIN, kinds=kinds)])
           for kinds in ((0, 0, 2), (0, 0, 2, 4, 4), (0, 0, 1, 3, 3), (0, 0, 2, 3, -1))],
    "V4": [
        *(also_step((type,)) for type in (Int(3, 2), Int(0, WORD + 1), Int(-WORD - 2, 0), Int(0, 5, "card"),
                                          Int(-2, 4, "card"))),
        keep(fields=[Field("m", Int(0, 5, "card"), None, "variable", "all", start=(0,))]),
        keep(tables=[Table("m", "card", Int(-2, 4, "card"), (0,) * 5)]),
        function("score", result=Int(0, WORD + 1)),
    ],
    "V5": [
        keep(fields=[replace(N, start=())]), keep(fields=[replace(N, start=(10,))]),
        keep(fields=[replace(GOOD.fields["pool"], start=(32,))]), keep(fields=[replace(OF_CARD, start=(0,) * 4)]),
        keep(tables=[replace(POWER, values=(5, 4, 3, 2, 10))]), keep(tables=[replace(POWER, values=(1,) * 6)]),
    ],
    "V6": [
        replace(GOOD, seats=3),
        keep(fields=[Field(WINNERS, CARDS, None, "system", "all", start=(0,))]),
        keep(fields=[Field(WINNERS, SEAT_SET, SEATS, "system", "all", start=(0, 0))]),
    ],
    "V7": [replace(GOOD, main="holds"), function("main", parameters=1)],
    "V8": [function("holds", parameters=9), function("holds", result=None), function("step", result=FLAG)],
    "V9": [
        op("main", Goto, target=99), op("main", Goto, target=0), op("main", Branch, yes=-1),
        function("holds", blocks=GOOD.functions["holds"].blocks * 2), function("holds", blocks=()),
    ],
    "V10": [
        op("main", Load, to=99), op("step", Emit, secrets=(99,)), op("main", Roll, to=99), op("main", Branch, test=-1),
        way(0, to=99), guard(args=(99,)),
    ],
    "V11": [
        also_step((FLAG, FLAG), Copy(0, S, S + 1)),
        only("holds", Return(0, H), types=(FLAG,)),
        way(1, target=TAKE.target),
        step("is low", Compare, lambda found: Not(0, found.to, found.to)),
    ],
    "V12": [
        also_step((CARDS, FLAG), Const(0, S, 0), Arith(0, S + 1, "add", S, S)),
        also_step((CARDS, FLAG), Const(0, S, 0), Compare(0, S + 1, "lt", S, S)),
        also_step((CARDS, FLAG), Const(0, S, 0), Copy(0, S + 1, S)),
        also_step((CARDS, PLACES), Const(0, S, 0), Const(0, S + 1, 0), Combine(0, S, "union", S, S + 1)),
        also_step((Int(0, 2), FLAG), Const(0, S, 0), Not(0, S + 1, S)),
        also_step((Int(0, 2), FLAG), Const(0, S, 0), Logic(0, S + 1, "and", S, S)),
        also_step((Int(0, 2), FLAG), Const(0, S, 0), Select(0, S + 1, S, S, S)),
        also_step((FLAG, CARDS), Const(0, S, 0), Const(0, S + 1, 0), Select(0, S, S, S, S + 1)),
        also_step((SEAT, FLAG), Const(0, S, 0), Compare(0, S + 1, "eq", S, 0)),
        also_step((SEAT,), Copy(0, S, 0)),
        also_step((PLACES,), Single(0, S, 0)),
        also_step((FLAG,), Has(0, S, 0, 0)),
        also_step((FLAG,), Count(0, S, 0)),
        also_step((Int(0, 9),), Load(0, S, "n", 0)),
        also_step((Int(0, 9),), Load(0, S, "of card", None)),
        also_step((Int(5, 5), Int(0, 9)), Const(0, S, 5), Lookup(0, S + 1, "power", S)),
        also_step((SEAT, Int(0, 9)), Const(0, S, 0), Lookup(0, S + 1, "power", S)),
        also_step((CARDS,), Const(0, S, 0), Store(0, "n", None, S)),
        also_step((CARDS,), Const(0, S, 0), Shift(0, S, S, "power")),
        also_step((PLACES, CARDS), Const(0, S, 0), Shift(0, S + 1, S, "like")),
        also_step((CARDS,), Const(0, S, 0), Emit(0, "e", (), (), S)),
        op("main", Branch, test=POOL),
    ],
    "V13": [
        also_step((FLAG,), Const(0, S, 2)),
        also_step((CARDS,), Const(0, S, 32)),
        also_step((FLAG,), Load(0, S, "n", None)),
        also_step((FLAG,), Lookup(0, S, "power", 0)),
        also_step((CARDS, Int(0, 4)), Const(0, S, 0), Count(0, S + 1, S)),
        also_step((Int(20, 30),), Copy(0, S, 0)),
        *(also_step((Int(*bounds),), Arith(0, S, how, 0, 0)) for how, bounds in {
            "add": (9, 10), "sub": (5, 6), "mul": (17, 18), "div": (5, 6), "mod": (4, 5), "min": (5, 6),
            "max": (-1, -1),
        }.items()),
    ],
    "V14": [
        also("holds", (FLAG,), Const(0, H, 0), Store(0, "n", None, H)),
        also("holds", (), Emit(0, "e", (), (), None)),
        only("holds", End(0, "over")),
    ],
    "V15": [
        only("holds", Return(0, None)),
        only("holds", Return(0, H), Const(0, H, 0), types=(CARDS,)),
        only("holds", Return(0, H), Const(0, H, 7), types=(Int(7, 7),)),
        only("step", Return(0, 0)),
        function("score", result=Int(0, 98)),
    ],
    "V16": [also("is low", (FLAG,), Call(0, L, "is low", (0,))), function("step", blocks=CALLS_ITSELF)],
    "V17": [
        op("score", Call, args=()), op("score", Call, args=(0,)), op("score", Call, function="step"),
        op("main", Enter, args=()), op("main", Enter, args=(POOL,)), op("main", Enter, procedure="is low"),
    ],
    "V18": [
        op("main", Choose, seat=TAKE.over), way(0, over=None), way(0, over=BID.over), way(0, until=BID.until),
        way(0, universe=BID.over), way(1, over=TAKE.over), way(1, to=None), way(1, until=None),
        way(1, universe=TAKE.over), way(2, over=TAKE.over), way(2, until=BID.until), way(2, universe=TAKE.over),
    ],
    "V19": [
        guard(args=()), guard("score"), guard("step"), guard(args=(TAKE.over,)),
        way(2, guards=(Guard("is low", (None,), 0),)),
    ],
    "V20": [
        op("main", Roll, seen=TAKE.over), op("main", Roll, until=None), op("main", Roll, over=POOL),
        function("main", registers=NARROW_ROLL),
    ],
    "V21": [
        function("step", blocks=GOES_ROUND),
        step("score", Rest, lambda found: Copy(0, found.to, found.set)),
        step("score", Rest, lambda found: (found, Combine(0, found.to, "union", found.to, found.to))),
        op("score", Branch, yes=LOOP.no, no=LOOP.yes),
    ],
    "V22": [op("main", Load, origin=100), op("main", Goto, origin=-1), way(0, origin=100), guard(origin=100)],
    "V23": [replace(GOOD, scores=(name,)) for name in ("holds", "step", "main")],
    "V24": [replace(GOOD, invariants={"it holds": name}) for name in ("score", "step", "main")],
    "V25": [
        keep(fields=[replace(N, order_of="pool")]), keep(fields=[replace(OF_CARD, order_of="n")]),
        keep(fields=[replace(GOOD.fields["pool"], order_of="pool")]),
    ],
}


@pytest.mark.parametrize("number", INVARIANTS)
def test_a_broken_program_is_refused_for_what_is_broken(number: str) -> None:
    for program in BROKEN[number]:
        with pytest.raises(Broken) as caught:
            verify(program)
        assert {found for found, _ in caught.value.violations} == {number}, str(caught.value)
        assert INVARIANTS[number] in str(caught.value)


def test_there_is_a_broken_program_for_every_invariant() -> None:
    assert list(BROKEN) == list(INVARIANTS) == [f"V{n}" for n in range(1, len(INVARIANTS) + 1)]


def test_all_that_is_wrong_is_said() -> None:
    with pytest.raises(Broken) as caught:
        verify(replace(also_step((FLAG,), Const(5, S, 2), Const(100, S, 1)), seats=3))
    assert [found for found, _ in caught.value.violations] == ["V6", "V13", "V22"]


GAMES = [(name, players) for name in rules.catalogue() for players in ludex.load(name).players]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_bundled_games(name: str, players: int) -> None:
    verify(ludex.load(name).program(players))
