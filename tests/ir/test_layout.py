"""Where everything lies in a state, and what of it still matters."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from random_programs import random_program
from tiny_programs import CARD, CARDS, Tiny, pause

from ludex.interpreter.engine import Engine
from ludex.ir.builder import Builder, Value
from ludex.ir.layout import GENERATOR, OVER, POINT, REASON, canonical, frames, lay_out
from ludex.ir.ops import Choose, Enter, Roll
from ludex.ir.types import Int


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_every_slot_has_one_use(number: int) -> None:
    program = random_program(random.Random(number))
    layout = lay_out(program)
    used = [POINT, GENERATOR, REASON, *layout.returns.values(), *layout.saved.values()]
    for field in program.fields.values():
        used += range(layout.fields[field.name], layout.fields[field.name] + len(field.start))
    assert sorted(used) == list(range(layout.size))
    procedures = [f for f in program.functions.values() if not f.pure]
    assert list(layout.points.values()) == [(f.name, n) for f in procedures for n in range(len(f.blocks))]
    for f in procedures:
        for n, block in enumerate(f.blocks):
            point = layout.blocks[f.name] + n
            assert (point in layout.waiting) == isinstance(block.end, Choose | Roll)
            if isinstance(block.end, Enter):
                assert layout.blocks[f.name] + block.end.then in layout.returning


def nested() -> Engine:
    def ask(b: Builder, card: Value) -> None:
        b.emit("asked", [b.load("n")])
        pause(b)
        b.emit("told", [card])

    def main(b: Builder) -> None:
        kept, spent = b.load("n"), b.load("m")
        b.emit("start", [spent])
        b.enter("ask", [b.const(2, CARD)])
        b.emit("kept", [kept])
        pause(b)

    tiny = Tiny().field("n", Int(0, 9), 7).field("m", Int(0, 9), 5).field("pool", CARDS, 3)
    return Engine(tiny.procedure("ask", [CARD], ask).main(main))


def test_frames_go_from_where_play_waits_to_main() -> None:
    engine = nested()
    layout, state = engine.layout, engine.start(1)
    found = list(frames(layout, state))
    assert [layout.points[point][0] for point, _ in found] == ["ask", "main"]
    (_, asking), (_, main) = found
    assert {state[slot] for slot in asking} >= {2}
    assert {state[slot] for slot in main} == {7, OVER}
    engine.choose(state, (0, 0))
    assert [layout.points[point][0] for point, _ in frames(layout, state)] == ["main"]
    engine.choose(state, (0, 0))
    assert list(frames(layout, state)) == []


def test_what_no_longer_matters_is_zero() -> None:
    engine = nested()
    state = engine.start(1)
    first = min(engine.layout.returns.values())
    while not engine.over(state):
        plain = canonical(engine.layout, state)
        kept = {slot for _, slots in frames(engine.layout, state) for slot in slots}
        assert len(plain) == engine.layout.size and plain[:first] == state[:first]
        assert all(plain[slot] == (state[slot] if slot in kept else 0) for slot in range(first, len(plain)))
        assert canonical(engine.layout, plain) == plain
        engine.choose(state, (0, 0))
    assert canonical(engine.layout, state)[first:] == [0] * (engine.layout.size - first)
