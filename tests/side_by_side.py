"""Plays a program on the engine and on the reference machine at once, and compares all that can be seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from reference_machine import Machine

from ludex.interpreter.engine import Engine
from ludex.ir import contract
from ludex.ir.contract import Event, Fault, State
from ludex.ir.graph import Program
from ludex.ir.ops import Choose

#: Steps of unbounded loops in these tests; set in the engine too, by who uses this.
FEW = 300


def attempt(run: Callable[[], object]) -> tuple[object, int | None]:
    """What something gives, or the origin of its fault."""
    try:
        return run(), None
    except Fault as fault:
        return None, fault.origin


def side_by_side(program: Program, seed: int, telling: bool, asking: bool, clean: bool, most: int = 25,
                 budget: int = FEW, make: Callable[[Program], contract.Engine] = Engine) -> Counter[str]:
    """Play once, with picks that follow from the seed; gives how often what was compared.

    With `clean`, the engine goes on from the canonical form of its state after every step.
    """
    engine, machine, rng = make(program), Machine(program, budget), random.Random(seed)
    events: list[Event] | None = [] if telling else None
    seen: Counter[str] = Counter()
    state, fault = attempt(lambda: engine.start(seed, events, asking))
    _, expected = attempt(lambda: machine.start(seed, asking))
    for _ in range(most):
        assert fault == expected
        if events is not None:
            assert events == machine.events
            assert all(number.__class__ is int for e in events for number in (*e[2], *e[3], e[4]))
            seen["events"] += len(events)
        if fault is not None:
            seen["faults"] += 1
            break
        assert state is not None
        _states(engine, machine, state)
        seen["states"] += 1
        if clean:
            state = engine.canonical(state)
        end = machine.waiting
        if end is None:
            assert engine.over(state)
            assert engine.reason(state) == machine.reason
            seen["ends"] += 1
            break
        assert not engine.over(state)
        if isinstance(end, Choose):
            fault, expected = _decision(engine, machine, state, events, asking, rng, end)
            seen["decisions"] += 1
        else:
            fault, expected = _chance(engine, machine, state, events, asking, rng)
            seen["rolls"] += 1
    return seen


def _states(engine: contract.Engine, machine: Machine, state: State) -> None:
    assert all(number.__class__ is int for number in state)
    assert engine.canonical(state) == engine.canonical(machine.flat(engine.layout))
    for name, args in (("score", (0,)), ("holds", ())):
        if name in engine.program.functions:
            before = state[:]
            assert attempt(lambda n=name, a=args: engine.evaluate(n, state, a)) == \
                attempt(lambda n=name, a=args: machine.evaluate(n, a))
            assert state == before


def _decision(engine: contract.Engine, machine: Machine, state: State, events: list[Event] | None, asking: bool,
              rng: random.Random, end: Choose) -> tuple[int | None, int | None]:
    assert engine.decision(state) is end
    assert engine.roll(state) is None
    assert engine.seat(state) == machine.frames[-1].registers[end.seat]
    options = machine.options()
    assert engine.options(state) == options
    for number, way in enumerate(end.alternatives):
        for value in (v for n, v in options if n == number):
            expected, fault = attempt(lambda w=way, v=value: machine.refusals(w, v))
            assert attempt(lambda w=way, v=value: engine.refusals(state, w, v)) == (expected, fault)
    option = rng.choice(options)
    return (attempt(lambda: engine.choose(state, option, events, asking))[1],
            attempt(lambda: machine.choose(option))[1])


def _chance(engine: contract.Engine, machine: Machine, state: State, events: list[Event] | None, asking: bool,
            rng: random.Random) -> tuple[int | None, int | None]:
    assert engine.roll(state) is machine.waiting
    assert engine.decision(state) is None
    outcomes = machine.outcomes()
    assert engine.outcomes(state) == outcomes
    outcome = rng.choice(outcomes)[0]
    return (attempt(lambda: engine.resolve(state, outcome, events, asking))[1],
            attempt(lambda: machine.resolve(outcome))[1])
