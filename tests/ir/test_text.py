"""Programs as text: reading back gives the same program, and what cannot be read says where."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_programs import random_program
from tiny_programs import CARD, CARDS, Tiny, between, each, one

from ludex.ir.builder import Builder, Value
from ludex.ir.graph import Field, Origin, Program
from ludex.ir.ops import OPS, TERMINATORS, Guard
from ludex.ir.text import TextError, print_program, read_program
from ludex.ir.text_shape import MNEMONICS
from ludex.ir.types import Domain, Int, Set


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_random_programs_read_back(number: int) -> None:
    program = random_program(random.Random(number))
    again = read_program(print_program(program))
    assert again == program
    assert [list(group) for group in (again.fields, again.functions)] == \
        [list(group) for group in (program.fields, program.functions)]


@settings(deadline=None)
@given(st.text(), st.text(), st.text())
def test_any_name_reads_back(name: str, element: str, words: str) -> None:
    domains = {name: Domain(name, (element, words))}
    fields = {words: Field(words, Set(name), name, "zone", "nobody", True, (0, 3))}
    program = Program(words, 2, domains, fields, {}, {}, (Origin(name, words, element, 1, 2, words),), (name,),
                      {name: words}, "nobody wins", "lowest", element)
    assert read_program(print_program(program)) == program


def test_every_operation_can_be_written() -> None:
    assert {record for record, _ in MNEMONICS.values()} > {*OPS, *TERMINATORS}


def example() -> Program:
    def is_low(b: Builder, card: Value) -> Value:
        return b.compare("lt", card, b.const(2))

    def main(b: Builder) -> None:
        card, number, then, stop = b.fresh(CARD, "card"), b.fresh(Int(0, 9)), b.block(), b.block()
        b.choose(b.const(1, Int(0, 1, "player")), "action", 'which "one"?', [
            each("take", then, b.load("pool"), card, (Guard("is low", (None,), 7),)),
            between("bid", stop, b.const(0), b.const(9), number), one("stop", stop)])
        b.at(then)
        b.store("pool", None, b.combine("minus", b.load("pool"), b.single(card)))
        b.emit("{0:card} is taken", [card])
        b.goto(stop)
        b.at(stop)
        b.end("all over")

    return Tiny().field("pool", CARDS, 0b11111).pure("is low", [CARD], is_low).main(main)


EXAMPLE = print_program(example())


def test_how_it_looks() -> None:
    text = EXAMPLE
    start, end = text.index("pure"), text.index("@0 =")
    assert text[start:end].split("\n") == [
        'pure "is low" -> 0..1',
        '  parameter %0 "p0": 0..4 of "card"',
        "  block b0",
        "    %1: 2..2 = const 2  @0",
        "    %2: 0..1 = lt %0, %1  @0",
        "    return value=%2  @0",
        "",
        'procedure "main"',
        "  block b0",
        '    %2: 0..1 of "player" = const 1  @0',
        '    %3: set of "card" = load "pool"  @0',
        "    %4: 0..0 = const 0  @0",
        "    %5: 9..9 = const 9  @0",
        '    choose %2, "action", "which \\"one\\"?"  @0',
        '      %0 "card": 0..4 of "card" = alternative each, "take", "{}", b1, over=%3  @0',
        '        guard "is low", args=[none]  @7',
        '      %1: 0..9 = alternative range, "bid", "{}", b2, over=%4, until=%5  @0',
        '      alternative one, "stop", "stop", b2  @0',
        "  block b1",
        '    %6: set of "card" = load "pool"  @0',
        '    %7: set of "card" = single %0  @0',
        '    %8: set of "card" = minus %6, %7  @0',
        '    store "pool", %8  @0',
        '    emit "{0:card} is taken", args=[%0]  @0',
        "    goto b2  @0",
        "  block b2",
        '    end "all over"  @0',
        "",
        "",
    ]


@pytest.mark.parametrize(("old", "new", "message"), [
    ("@0 = origin", "@1 = origin", "origin 0 comes next"),
    ("const 2", "const two", "expected a number"),
    ("const 2", "konst 2", "there is no operation `konst`"),
    ("const 2  @0", "const 2", "expected a number after `@`"),
    ("%1: 2..2 = const 2", "const 2", "`const` sets a register"),
    ('    store "pool"', '    %3 = store "pool"', "`store` sets no register"),
    ("lt %0, %1", "lt %0 %1", "expected `,`, not `%1`"),
    ("lt %0, %1", "lt %0", "expected `,`, not `@0`"),
    ("lt %0, %1", "lt %0, b1", "expected a number after `%`"),
    ("goto b2", "goto 2", "expected a number after `b`"),
    ("goto b2", "goto b2, soon=yes", "`soon` is not expected here"),
    ("goto b2  @0", "goto b2  @0 @0", "`@0` is too much"),
    ("over=%3", "over=%3, over=%3", "`over` is not expected here"),
    ("    goto b2  @0\n", "", "a block is operations and then one end"),
    ("  block b1\n", "  block b7\n", "block b1 comes next"),
    ("  block b1\n", "  blok b1\n", "`blok` is not part of a function"),
    ("alternative each", "alternative all", "expected one or each or range, not `all`"),
    ('        guard "is low"', '        alternative one, "x", "x", b1 @0 # "', "this cannot be read"),
    ('guard "is low", args=[none]  @7', "goto b2  @7", "is not one of its guards"),
    ("    goto b2  @0\n", "    goto b2  @0\n      goto b2  @0\n", "this belongs to nothing"),
    ("%1: 2..2", "%0: 2..2", "%0 is described twice"),
    ("%1: 2..2", "%9: 2..2", "the registers are not numbered"),
    ('"is low" -> 0..1', '"is low" -> many', "expected a number after ``, not `many`"),
    ('pure "is low"', "pure low", "expected a text in quotes, not `low`"),
    ('procedure "main"', 'procedure "is low"', "a second `is low`"),
    ('role=variable', 'role=thing', "expected zone or variable or system"),
    ("role=variable, ", "", "`role` is missing"),
    ('field "pool"', 'fields "pool"', "`fields` does not begin anything"),
    ("\n\ndomain", "\n" + EXAMPLE.split("\n")[0] + "\n\ndomain", "a second program"),
    ("\n@0 =", "\n  @0 =", None),
    ("\\\"one\\\"", "\\x", "expected a text in quotes"),
])
def test_what_cannot_be_read(old: str, new: str, message: str | None) -> None:
    assert old in EXAMPLE
    broken = EXAMPLE.replace(old, new, 1)
    with pytest.raises(TextError) as caught:
        read_program(broken)
    if message is not None:
        assert message in caught.value.message
    line = broken.split("\n")[caught.value.line - 1]
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.message}"
    assert line.strip()


def test_no_program() -> None:
    with pytest.raises(TextError, match="there is no program"):
        read_program("\n\n")


@given(st.text(alphabet='%@b0123 ="[]{},:.->constgoprmue\n', max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    whole = EXAMPLE + text
    try:
        program = read_program(whole)
    except TextError as error:
        assert 1 <= error.line <= whole.count("\n") + 1
    else:
        assert read_program(print_program(program)) == program
