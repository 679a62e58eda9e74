"""Worlds that a seat holds possible: the items it may not see are dealt anew, and all that hangs on them follows.

An item takes the part of another: where one lay the other lies, and what a secret variable, the known order of a stack
or a line of the rules that has begun said of the one it says of the other. The choice that waits is the exception. If
it is the seat's own, it knows it, so the items of that choice stay where they are. If it is another's, what that one
may choose is worked out anew from the cards that it holds in this world.

Nothing else is taken into account: not what the seat has seen earlier, nor what the choices of others tell of their
cards, nor numbers that a line of the rules has worked out from hidden items before it asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from ludex.ir.contract import Engine, Fault, State
from ludex.ir.graph import orders
from ludex.ir.layout import POINT, frames
from ludex.ir.ops import Alternative, Choose
from ludex.ir.registers import kept_by
from ludex.ir.types import Set, Type
from ludex.naming import members
from ludex.views import may_see

#: How often hidden items are dealt anew before it is said that they cannot be.
MOST_DEALS = 300


def redeal(engine: Engine, state: State, seat: int | None, rng: random.Random) -> State:
    """A state that a seat (None: a spectator) cannot tell from this one: what it may not see is dealt anew among the
    places it may not look into, every place keeping its number. Raises ValueError where no deal is found in which
    whoever decides has something to choose."""
    choose = engine.decision(state)
    own = choose is not None and engine.seat(state) == seat
    registers = dict(_registers(engine, state))
    pinned: dict[str, int] = {}
    if choose is not None and own:
        known = {_slot(engine, state, register) for way in choose.alternatives for register in kept_by(way)}
        for slot in known & registers.keys():
            type = registers.pop(slot)
            if type.domain is not None:
                pinned[type.domain] = pinned.get(type.domain, 0) | _bits(type, state[slot])
    hidden: dict[str, list[int]] = {}
    for field in engine.program.fields.values():
        if field.role == "zone":
            assert isinstance(field.type, Set)
            first = engine.layout.fields[field.name]
            hidden.setdefault(field.type.domain, []).extend(
                first + at for at in range(len(field.start)) if not may_see(field, at, seat))
    for _ in range(MOST_DEALS):
        new, parts = state[:], {}
        for domain, slots in hidden.items():
            parts[domain] = _deal(engine, state, new, slots, pinned.get(domain, 0), rng)
        if not any(parts.values()):
            return new
        _follow(engine, state, new, seat, parts, registers)
        if choose is None or own or _can_choose(engine, new, choose):
            return new
    raise ValueError("no other world was found: what whoever decides may choose hangs on cards that cannot be seen")


def _deal(engine: Engine, state: State, new: State, slots: Iterable[int], fixed: int, rng: random.Random
          ) -> dict[int, int]:
    """Deal the items of some places anew among them: which item takes the part of which. What is dealt follows from
    what there is, and not from where it truly lies: states that look the same are dealt the same worlds."""
    layout = engine.layout
    order = {layout.fields[zone] + at: layout.fields[field.name] for zone, field in orders(engine.program).items()
             for at in range(len(engine.program.fields[zone].start))}

    def place(slot: int, item: int) -> int:
        return state[order[slot] + item] if slot in order else 0

    before = [item for slot in slots for _, item in sorted((place(slot, item), item)
                                                           for item in members(state[slot] & ~fixed))]
    after = sorted(before)
    rng.shuffle(after)
    parts = {item: other for item, other in zip(before, after, strict=True) if item != other}
    for slot in slots:
        new[slot] = _moved(parts, state[slot])
    return parts


def _follow(engine: Engine, state: State, new: State, seat: int | None, parts: dict[str, dict[int, int]],
            registers: dict[int, Type]) -> None:
    """Let secret variables, what is known of orders, and the registers of what has begun speak of the other items."""
    known = {field.name for field in orders(engine.program).values()}
    for field in engine.program.fields.values():
        first = engine.layout.fields[field.name]
        moved = parts.get(field.index or "", {})
        secret = field.role != "zone" and field.name not in known
        for at in range(len(field.start)):
            if secret and field.type.domain in parts and not may_see(field, at, seat):
                new[first + at] = _renamed(parts[field.type.domain], field.type, state[first + at])
        if moved and field.role != "zone" and (field.name in known or not may_see(field, 0, seat)):
            cells = new[first:first + len(field.start)]
            for item, other in moved.items():
                new[first + other] = cells[item]
    for slot, type in registers.items():
        if type.domain in parts:
            new[slot] = _renamed(parts[type.domain], type, state[slot])


def _can_choose(engine: Engine, state: State, choose: Choose) -> bool:
    """Work out anew what may be chosen where a state waits; whether there is anything."""
    try:
        for way in choose.alternatives:
            if way.form == "one" and way.over is not None:
                state[_slot(engine, state, way.over)] = int(not engine.refusals(state, way, 0))
            elif way.form == "range":
                assert way.over is not None
                assert way.until is not None
                low, high = engine.register(state, way.over), engine.register(state, way.until)
                if low <= high and any(engine.refusals(state, way, number) for number in (low, high)):
                    return False
            elif way.form == "each":
                assert way.over is not None
                state[_slot(engine, state, way.over)] = _elements(engine, state, way)
        return bool(engine.options(state))
    except Fault:  # it is no world in which play could have come this far
        return False


def _elements(engine: Engine, state: State, way: Alternative) -> int:
    """The elements that an alternative offers: of copies in one place the first."""
    assert way.over is not None
    type = engine.program.functions[engine.layout.points[state[POINT]][0]].registers[way.over].type
    assert isinstance(type, Set)
    domain = engine.program.domains[type.domain]
    places = [bits for field in engine.program.fields.values() if field.role == "zone" and field.type == type
              for first in [engine.layout.fields[field.name]] for bits in state[first:first + len(field.start)]]
    everything = (1 << domain.size) - 1
    seen: set[tuple[int, int]] = set()
    found = 0
    for item in members(everything if way.universe is None else engine.register(state, way.universe)):
        place = next((at for at, bits in enumerate(places) if bits >> item & 1), -1)
        like = (domain.kinds[item] if domain.kinds else item, place)
        if like not in seen and not engine.refusals(state, way, item):
            seen.add(like)
            found |= 1 << item
    return found


def _registers(engine: Engine, state: State) -> Iterator[tuple[int, Type]]:
    """The slots of what procedures keep where a state waits, each with its type."""
    kept = {engine.layout.points[point][0]: slots for point, slots in frames(engine.layout, state)}
    for (function, register), slot in engine.layout.saved.items():
        if function in kept and slot in kept[function]:
            yield slot, engine.program.functions[function].registers[register].type


def _slot(engine: Engine, state: State, register: int) -> int:
    return engine.layout.saved[engine.layout.points[state[POINT]][0], register]


def _bits(type: Type, value: int) -> int:
    return value if isinstance(type, Set) else 1 << value if value >= 0 else 0


def _renamed(parts: dict[int, int], type: Type, value: int) -> int:
    return _moved(parts, value) if isinstance(type, Set) else parts.get(value, value)


def _moved(parts: dict[int, int], bits: int) -> int:
    """A set of items with those in it that take the parts of others."""
    found = 0
    for item in members(bits):
        found |= 1 << parts.get(item, item)
    return found


__all__ = ["redeal"]
