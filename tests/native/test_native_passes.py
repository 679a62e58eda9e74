"""What the passes over a program make is equal to what was there, and shorter where it should be."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

import ludex
from ludex.ir.contract import State
from ludex.ir.faults import Faults
from ludex.ir.graph import Block, Function, Program, Register, Table
from ludex.ir.layout import lay_out
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
    First,
    Goto,
    Load,
    Lookup,
    Op,
    Reg,
    Return,
    Select,
    Shift,
    Single,
    Store,
)
from ludex.ir.registers import written
from ludex.ir.types import Domain, Int, Set
from ludex.native import emit
from ludex.native.engine import Engine
from ludex.native.passes.alone import Loner
from ludex.native.passes.anyway import anyway
from ludex.native.passes.given import done, given
from ludex.native.passes.guesses import guesses
from ludex.native.passes.lines import Line
from ludex.native.passes.relations import Relations
from ludex.native.passes.rows import rows
from ludex.native.passes.shaping import shape
from ludex.native.passes.specialize import Shaped
from ludex.native.playouts import Playouts
from ludex.native.writer import waits

SQUARES, NUMBER, FLAG = Set("square"), Int(0, 100), Int(0, 1)
#: Boards, and the steps of their directions.
BOARDS = [(8, 8, 1, 0), (8, 8, -1, 1), (8, 8, 1, -1), (5, 3, 0, -1), (7, 6, -1, -1), (3, 3, 1, 1), (6, 1, 2, 0)]


def board(width: int, height: int, right: int, up: int) -> Program:
    """A program that knows squares and the step in one direction, and nothing else."""
    values = tuple(1 << (y + up) * width + x + right if 0 <= x + right < width and 0 <= y + up < height else 0
                   for y in range(height) for x in range(width))
    tables = {"step": Table("step", "square", SQUARES, values),
              "number": Table("number", "square", NUMBER, tuple(n * 7 % 50 for n in range(width * height)))}
    domain = Domain("square", tuple(f"s{n}" for n in range(width * height)))
    return Program("board", 2, {"square": domain}, {}, tables, {}, (), (), {}, "shared", "highest")


def after(program: Program, ops: Sequence[Op], values: dict[Reg, int]) -> dict[Reg, int]:
    """What registers hold behind some operations."""
    for op in ops:
        if written(op) is not None:
            done(program, {}, op, values)
    return values


@pytest.mark.parametrize("size", BOARDS)
def test_lines_by_double_length_are_lines_step_by_step(size: tuple[int, int, int, int]) -> None:
    program, dice = board(*size), random.Random(str(size))
    full = (1 << len(program.tables["step"].values)) - 1
    source, total, through = 0, 1, 2
    registers = [Register("", SQUARES)] * 3
    relations = Relations(program)
    ops = Line(0, source, total, through, "step", max(size[:2])).ops(registers, relations)
    shifts = sum(isinstance(op, Shift) for op in ops)
    assert shifts <= min(6, max(size[:2]))
    whole = replace(program, tables=relations.all())
    step = [Shift(0, source, source, "step"), Combine(0, source, "meet", source, through),
            Combine(0, total, "union", total, source)]
    for _ in range(200):
        given = {source: dice.getrandbits(64) & dice.getrandbits(64) & full, total: 0,
                 through: (dice.getrandbits(64) | dice.getrandbits(64)) & full}
        slow = after(whole, step * max(size[:2]), dict(given))
        fast = after(whole, ops, dict(given))
        assert (fast[total], fast[source]) == (slow[total], 0)


def one_block(types: Sequence[Int | Set], parameters: int, ops: Sequence[Op], value: Reg) -> Shaped:
    function = Function("f", True, parameters, types[value], tuple(Register("", type) for type in types),
                        (Block(tuple(ops), Return(0, value)),))
    return Shaped(function, (0,), ((),))


def shortened(program: Program, item: Shaped) -> tuple[Program, Function]:
    """A function as it becomes, and the program with the tables that it needs."""
    relations = Relations(program)
    made = rows({"f": item}, program, relations, set())["f"].function
    return replace(program, tables=relations.all()), made


def value(program: Program, function: Function, args: Sequence[int]) -> int:
    end = function.blocks[0].end
    assert isinstance(end, Return)
    assert end.value is not None
    return after(program, function.blocks[0].ops, dict(enumerate(args)))[end.value]


def sort_of_ops(function: Function) -> list[type[Op]]:
    return [type(op) for op in function.blocks[0].ops]


@pytest.mark.parametrize("size", BOARDS)
@pytest.mark.parametrize("length", range(2, 8))
def test_rows_of_any_length(size: tuple[int, int, int, int], length: int) -> None:
    program, dice = board(*size), random.Random(str(size))
    ops: list[Op] = [Copy(0, 1, 0)]
    for _ in range(length - 1):
        ops += [Shift(0, 2, 1, "step"), Combine(0, 3, "meet", 2, 0), Copy(0, 1, 3)]
    ops += [Count(0, 4, 1), Const(0, 5, 0), Arith(0, 5, "add", 5, 4), Const(0, 4, 0), Compare(0, 6, "lt", 4, 5)]
    item = one_block([SQUARES] * 4 + [NUMBER] * 2 + [FLAG], 1, ops, 6)
    whole, made = shortened(program, item)
    assert isinstance(made.blocks[0].ops[-1], Compare)
    assert made.registers[made.blocks[0].ops[-1].left].type == SQUARES  # nothing is counted
    seen = set()
    for _ in range(200):
        men = 0
        for _ in range(3):
            men |= dice.getrandbits(64) & (1 << len(program.tables["step"].values)) - 1
        seen.add(value(whole, made, [men]))
        assert value(whole, made, [men]) == value(program, item.function, [men])
    assert seen


def test_a_row_of_eight_takes_three_steps() -> None:
    ops: list[Op] = [Copy(0, 1, 0)]
    for _ in range(7):
        ops += [Shift(0, 2, 1, "step"), Combine(0, 3, "meet", 2, 0), Copy(0, 1, 3)]
    _, made = shortened(board(8, 8, 1, 0), one_block([SQUARES] * 4, 1, ops, 1))
    needed: set[Reg] = set()
    end = made.blocks[0].end
    assert isinstance(end, Return)
    assert end.value is not None
    todo, makers = [end.value], {written(op): op for op in made.blocks[0].ops}
    while todo:
        op = makers.get(todo.pop())
        if isinstance(op, Shift):
            needed.add(op.to)
            todo.append(op.set)
        elif isinstance(op, Combine):
            todo += [op.left, op.right]
    assert len(needed) == 3


@pytest.mark.parametrize("how", ["lt", "eq", "ne"])
def test_counts_that_are_compared_with_something_else_are_counted(how: Literal["lt", "eq", "ne"]) -> None:
    ops: list[Op] = [Count(0, 2, 0), Const(0, 3, 1), Compare(0, 4, how, 3, 2)]
    item = one_block([SQUARES, SQUARES, NUMBER, NUMBER, FLAG], 2, ops, 4)
    program = board(8, 8, 1, 0)
    whole, made = shortened(program, item)
    assert [value(whole, made, [men, 0]) for men in (0, 1, 3, 7)] == [
        value(program, item.function, [men, 0]) for men in (0, 1, 3, 7)]


def test_what_depends_on_one_element_is_looked_up() -> None:
    element = Int(0, 63, "square")
    ops: list[Op] = [Single(0, 2, 0), Shift(0, 3, 2, "step"), Shift(0, 4, 3, "step"), Combine(0, 5, "union", 3, 4),
                     Combine(0, 6, "minus", 5, 1)]
    item = one_block([element, *[SQUARES] * 6], 2, ops, 6)
    program = board(8, 8, 1, 1)
    whole, made = shortened(program, item)
    assert Lookup in sort_of_ops(made)
    for square in range(64):
        assert value(whole, made, [square, 1 << 20]) == value(program, item.function, [square, 1 << 20])


@pytest.mark.parametrize("size", BOARDS)
def test_a_function_of_one_element_is_given_the_set_of_it(size: tuple[int, int, int, int]) -> None:
    program = board(*size)
    squares = len(program.tables["step"].values)
    element = Int(0, squares - 1, "square")
    ops: list[Op] = [Single(0, 2, 0), Shift(0, 3, 2, "step"), Lookup(0, 4, "number", 0), Const(0, 5, 20),
                     Compare(0, 6, "lt", 4, 5), Select(0, 7, 6, 3, 1)]
    item = one_block([element, SQUARES, SQUARES, SQUARES, NUMBER, NUMBER, FLAG, SQUARES], 2, ops, 7)
    caller = one_block([element, SQUARES, SQUARES], 2, [Call(0, 2, "f", (0, 1))], 2)
    relations = Relations(program)
    functions = {"g": replace(caller, function=replace(caller.function, name="g")), "f": item}
    whole = replace(program, functions={name: shaped.function for name, shaped in functions.items()})
    made = Loner(whole, functions, relations, {"g"}).alone()
    whole, function = replace(whole, tables=relations.all()), made["f"].function
    assert function.registers[0].type == SQUARES
    assert Lookup not in sort_of_ops(function)
    for square in range(squares):
        expected = value(program, item.function, [square, 1 << square // 2])
        assert value(whole, function, [1 << square, 1 << square // 2]) == expected
        assert given(whole, made, "g", [square, 1 << square // 2]) == expected


def test_a_function_that_needs_the_number_of_an_element_is_given_that() -> None:
    program = board(8, 8, 1, 1)
    ops: list[Op] = [Single(0, 2, 0), Shift(0, 3, 2, "step"), Count(0, 4, 3), Arith(0, 5, "add", 4, 0)]
    item = one_block([Int(0, 63, "square"), SQUARES, SQUARES, SQUARES, NUMBER, NUMBER], 2, ops, 5)
    whole = replace(program, functions={"f": item.function})
    assert Loner(whole, {"f": item}, Relations(program), ()).alone()["f"].function == item.function


# -- in games


def main_of(name: str) -> tuple[Program, Function]:
    """The course of a game as it becomes."""
    program = ludex.load(name).program(2)
    calm = frozenset(f.name for f in program.functions.values() if not f.pure) - waits(program, False) - {program.main}
    made = shape(program, lay_out(program), calm, emit.BUDGET, emit.ONE, True)
    return made.program, made.shapes[program.main].function


def calls(function: Function, name: str) -> list[list[str]]:
    """By block, the calls of a function, whatever is known of its arguments."""
    return [found for block in function.blocks
            if (found := [op.function for op in block.ops if isinstance(op, Call) and name in op.function])]


def test_only_who_has_moved_is_asked_for_a_row() -> None:
    _, main = main_of("connect_four")
    asked = calls(main, "row of four")
    assert sorted(map(len, asked)) == [1, 1], asked


def test_set_up_by_what_is_printed_on_the_board_is_known() -> None:
    _, main = main_of("breakthrough")
    assert not [op for block in main.blocks for op in block.ops if isinstance(op, First)]


def test_who_is_picked_is_not_looked_up() -> None:
    program, main = main_of("breakthrough")
    called = {op.function for block in main.blocks for op in block.ops if isinstance(op, Call)}
    assert len(called) == 2
    for function in (main, *(program.functions[name] for name in called)):
        assert not [op for block in function.blocks for op in block.ops if isinstance(op, Lookup)]


@pytest.mark.parametrize(("name", "by"), [("tic_tac_toe", {-1}), ("hex", {-1}), ("connect_four", {0}),
                                          ("othello", set())])
def test_how_many_options_there_are_is_foreseen_where_it_can_be(name: str, by: set[int]) -> None:
    program, main = main_of(name)
    found = guesses(program)
    assert {*found.values()} == by
    assert all(isinstance(main.blocks[block].end, Choose) for block in found)


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_a_guess_that_is_wrong_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = ludex.load(name).program(2)
    expected = list(Playouts(Engine(program)).play(range(50)))
    for wrong in (-3, 1):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / str(wrong)))
        monkeypatch.setattr(emit, "guesses", lambda program, by=wrong: dict.fromkeys(guesses(program), by))
        assert list(Playouts(Engine(program)).play(range(50))) == expected
        texts = [text.read_text(encoding="utf-8") for text in tmp_path.glob(f"{wrong}/ludex/native/*.c")]
        assert any(f"last + ({wrong})" in text for text in texts)


def test_a_union_that_is_tested_is_worked_out_part_by_part() -> None:
    _, main = main_of("othello")
    for block in main.blocks:
        assert len({op.function for op in block.ops if isinstance(op, Call) and "open squares" in op.function}) <= 1


def test_fields_are_read_once() -> None:
    program = ludex.load("connect_four").program(2)
    group = emit.emit(program, False).text.partition("static int32_t group_0")[2].partition("lx_drive")[0]
    assert group.count("s->f_discs[") == 2


def moves(stored: Reg) -> Function:
    """A procedure that moves the cards of a hand to the discard, if there are any; what it stores there is told."""
    hand, nothing, some, there, union, left, again = range(7)
    ops = (Load(0, hand, "hand", None), Const(0, nothing, 0), Compare(0, some, "ne", hand, nothing))
    then = (Load(0, again, "hand", None), Combine(0, left, "minus", again, hand), Store(0, "hand", None, left),
            Load(0, there, "discard", None), Combine(0, union, "union", there, hand), Store(0, "discard", None, stored))
    registers = tuple(Register("", FLAG if r == some else SQUARES) for r in range(7))
    blocks = (Block(ops, Branch(0, some, 1, 2)), Block(then, Goto(0, 2)), Block((), Return(0, None)))
    return Function("move", False, 0, None, registers, blocks)


@pytest.mark.parametrize(("stored", "asked"), [(4, False), (0, True), (5, True)])
def test_what_changes_nothing_for_the_empty_set_is_done_anyway(stored: Reg, asked: bool) -> None:
    shaped = Shaped(moves(stored), (0, 1, 2), ((), (), ()))
    made = anyway(shaped, Faults(board(3, 3, 1, 0)), {})
    assert isinstance(made.function.blocks[0].end, Branch) == asked
    assert anyway(shaped, Faults(board(3, 3, 1, 0)), {2: {1}}) == made
    assert isinstance(anyway(shaped, Faults(board(3, 3, 1, 0)), {2: {3}}).function.blocks[0].end, Branch)


def test_what_is_picked_stands_alone_in_a_set_at_once() -> None:
    text = emit.emit(ludex.load("carving_up_china").program(4), False).text
    assert text.count("lx_after(") == 4
    assert text.count("lx_least(") == 2
    drawn = text.partition("do_offer_the_redraw --------")[2].partition("do_settle_the_conflict --------")[0]
    assert drawn.count("_alone = lx_nth_alone(") == 3


def test_how_far_there_is_enough_is_looked_for_from_the_end() -> None:
    text = emit.emit(ludex.load("carving_up_china").program(4), False).text
    assert text.count("lx_last(") == 2
    for union, left in (("p9_175 | p9_168", "p9_168"), ("p9_250 | p9_249", "p9_240")):
        whole = text.partition(f" = {union};")[0].rpartition(" ")[2]
        assert text.count(f" = {whole} & ~{left};") == 1
        assert f"lx_count({whole}" not in text


def won_already(engine: Engine) -> State:
    """A state of tic-tac-toe to which no game comes: the first player has a row, and the second is to move."""
    state = engine.start(1)
    for square in (0, 3, 1):
        engine.choose(state, (0, square))
    state[engine.layout.fields["marks"]] |= 0b111
    return state


def test_a_state_that_no_game_comes_to_is_played_as_the_rules_say() -> None:
    game = ludex.load("tic_tac_toe")
    native, python = Engine(game.program(2)), ludex.load("tic_tac_toe").engine(2, {}, {})
    state = won_already(native)
    other = list(state)
    native.choose(state, (0, 8))
    python.choose(other, (0, 8))
    assert native.over(state)
    assert python.over(other)
    assert state[:native.layout.size] == other[:native.layout.size]
    played = list(Playouts(native, won_already(native)).play(range(20)))
    assert {(out.over, out.decisions, out.ended_by) for out in played} == {(True, 1, "three in a row")}
