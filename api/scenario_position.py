"""Builds the position of a scenario: what it names, on top of what the set-up leaves.

First the set-up is played for the scenario's players, readings and seed (up to where the scenario begins: at `setup`
only the starts of variables count). Chance goes by the seed, and a player who has to choose takes the first option.
Then what is given replaces what lies there:

- A variable holds the value given; others stay as the set-up leaves them.
- A zone holds exactly the items given. Of an item with copies, those are taken that would be missed least: from the
  zone itself, from the supply (the zone that starts with all items of the class), from other zones given, then from
  anywhere.
- Items of a class under `rest` that no zone names go where `rest` says, and nowhere else is anything of that class.
- Without `rest`, an item that no zone names stays where the set-up left it. If that is a zone given, it goes back to
  the supply; if that is given too, the position is impossible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludex.dsl.course import ROUND, SETUP
from ludex.dsl.diagnostics import Diagnosis, Finding, Sink
from ludex.dsl.source import Span
from ludex.dsl.typed import ValueSymbol
from ludex.ir.contract import Engine, Fault, State
from ludex.ir.graph import Field, Program, orders
from ludex.ir.types import Set
from ludex.scenario_form import Cell, Item, Scenario

#: The most decisions of a set-up that are answered.
DECISIONS = 10_000


class ImpossiblePosition(Diagnosis):
    """The position of a scenario cannot be laid out.

    An item is named more often than there are copies of it, a zone holds more than fits, or items have no place:
    where zones are given but not all items of their class, `rest` says where the others go.
    """

    code = "LX150"
    name = "impossible-position"
    severity = "error"
    message = "{problem}"
    bad = "- scenario: two Jacks\n  given: {hand: {P1: [Jack, Jack]}}\n  expect: [decides: P1]\n"
    good = "- scenario: one Jack\n  given: {hand: {P1: [Jack]}}\n  expect: [decides: P1]\n"


RULES: tuple[type[Diagnosis], ...] = (ImpossiblePosition,)


class NoPosition(Exception):
    """The position cannot be built; the findings say why."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__(*findings)
        self.findings = findings


@dataclass(frozen=True, slots=True)
class Position:
    """What the fields hold where play begins, and the known order of shuffled zones, the top first. The order of stacks
    is kept in fields of their own."""

    fields: dict[str, list[int]]
    order: dict[Cell, list[str]]


class Positions:
    """Builds positions; what the set-up leaves is worked out once for scenarios that share it."""

    def __init__(self) -> None:
        self._left: dict[tuple[object, ...], tuple[Engine, State]] = {}

    def position(self, scenario: Scenario) -> Position:
        """The position of a scenario. Raises `NoPosition`."""
        engine, state = self._set_up(scenario)
        program = engine.program
        fields = {field.name: list(state[at:at + len(field.start)])
                  for field in program.fields.values() for at in [engine.layout.fields[field.name]]}
        for (name, owner), value in scenario.given.variables.items():
            fields[name][owner or 0] = value
        sink = Sink()
        for domain in {field.type.domain for field in program.fields.values() if field.role == "zone"}:
            assert domain is not None
            _Placing(scenario, program, domain, fields, sink).place()
        if sink.errors:
            raise NoPosition(*sink.findings)
        kept = orders(program)
        order = {cell: [item.name for item in put.items] for cell, put in scenario.given.zones.items()
                 if program.fields[cell[0]].chance and cell[0] not in kept}
        return Position(fields, order)

    def _set_up(self, scenario: Scenario) -> tuple[Engine, State]:
        """The state in which the set-up ends, or in which it begins."""
        stop = SETUP if scenario.given.begin == SETUP else ROUND
        key = (*scenario.rules, stop, scenario.seed)
        if key not in self._left:
            programs = scenario.game.programs
            engine = programs.engine(programs.settings(*scenario.table, stop=stop))
            try:
                state = engine.start(scenario.seed)
                for _ in range(DECISIONS):
                    if engine.over(state) or not engine.options(state):
                        break
                    engine.choose(state, engine.options(state)[0])
            except Fault as fault:
                raise NoPosition(_impossible(scenario.at, f"the set-up cannot be played: {fault.message}")) from None
            if engine.reason(state) != stop:
                raise NoPosition(_impossible(scenario.at, "the set-up does not come to its end"))
            self._left[key] = engine, state
        return self._left[key]


def _impossible(at: Span, problem: str) -> Finding:
    return ImpossiblePosition.at(at, problem=problem)


class _Placing:
    """Places the items of one class."""

    def __init__(self, scenario: Scenario, program: Program, domain: str, fields: dict[str, list[int]], sink: Sink
                 ) -> None:
        self.scenario = scenario
        self.program = program
        self.domain = domain
        self.fields = fields
        self.sink = sink
        self.orders = orders(program)
        self.zones = {field.name: field for field in program.fields.values()
                      if field.role == "zone" and field.type == Set(domain)}
        self.given = {cell: put for cell, put in scenario.given.zones.items() if cell[0] in self.zones}
        self.rest = scenario.given.rest.get(domain)
        self.left = {item: cell for cell in self._cells() for item in self._items(cell)}
        supplies = [zone.name for zone in scenario.game.typed.zones.values() if zone.full and zone.domain == domain]
        self.supply: Cell | None = (supplies[0], None) if len(supplies) == 1 else None

    def place(self) -> None:
        if not self.given and self.rest is None:
            return
        placed: dict[int, Cell] = {}
        for cell, put in self.given.items():
            for number, named in enumerate(put.items):
                copy = self._take(cell, named, placed)
                if copy is not None and put.variable is not None:
                    self.fields[put.variable][copy] = put.values[number]
        for item, cell in self.left.items():
            if item not in placed:
                self._leave(item, cell, placed)
        for cell in self._cells():
            self.fields[cell[0]][cell[1] or 0] = 0
        for item, cell in placed.items():
            self.fields[cell[0]][cell[1] or 0] |= 1 << item
        self._stack(placed)
        self._check_room()

    def _stack(self, placed: dict[int, Cell]) -> None:
        """What is given of a stack lies on top, in the order named."""
        for zone, order in self.orders.items():
            if zone in self.zones:
                self.fields[order.name] = [0] * len(order.start)
        for cell, put in self.given.items():
            if cell[0] in self.orders:
                named = [item for item, home in placed.items() if home == cell][:len(put.items)]
                for number, item in enumerate(named):
                    self.fields[self.orders[cell[0]].name][item] = number - len(named)

    def _cells(self) -> Iterator[Cell]:
        for zone in self.zones.values():
            yield from self._owners(zone)

    def _owners(self, zone: Field) -> Iterator[Cell]:
        if zone.index is None:
            yield zone.name, None
        else:
            yield from ((zone.name, owner) for owner in range(len(zone.start)))

    def _items(self, cell: Cell) -> list[int]:
        bits = self.fields[cell[0]][cell[1] or 0]
        return [item for item in range(bits.bit_length()) if bits >> item & 1]

    def _take(self, cell: Cell, item: Item, placed: dict[int, Cell]) -> int | None:
        """Find a copy of an item for a zone; None where there is no other."""
        symbol = self.scenario.game.analysis.symbols.values[item.name]
        assert isinstance(symbol, ValueSymbol)
        copies = symbol.members
        free = [copy for copy in copies if copy not in placed]
        if not free:
            there = "is only one" if len(copies) == 1 else f"are only {len(copies)}"
            self.sink.add(_impossible(item.at, f"there {there} `{item.name}`"))
            return None

        def missed(copy: int) -> int:
            home = self.left.get(copy)
            return 0 if home == cell else 1 if home == self.supply else 2 if home is None or home in self.given else 3

        taken = min(free, key=lambda copy: (missed(copy), copy))
        placed[taken] = cell
        return taken

    def _leave(self, item: int, cell: Cell, placed: dict[int, Cell]) -> None:
        """Find a place for an item that nothing names."""
        if self.rest is not None:
            placed[item] = self.rest
        elif cell not in self.given:
            placed[item] = cell
        elif self.supply is not None and self.supply not in self.given:
            placed[item] = self.supply
        else:
            many = self.scenario.game.analysis.symbols.several(self.domain)
            problem = f"not all {many} of `{cell[0]}` are named, and no `rest` says where the others go"
            self.sink.add(_impossible(self.given[cell].at, problem))

    def _check_room(self) -> None:
        for cell, put in self.given.items():
            capacity = self.scenario.game.typed.zones[cell[0]].capacity
            if capacity is not None and len(self._items(cell)) > capacity:
                self.sink.add(_impossible(put.at, f"`{cell[0]}` holds {capacity} at most"))


__all__ = ["RULES", "ImpossiblePosition", "NoPosition", "Position", "Positions"]
