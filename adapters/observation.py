"""What a seat may see, as a vector of whole numbers whose length is the same for every seat and position.

It holds what `Match.view` shows and nothing else: who looks, who decides and about what, the zones and variables, and
what the one who decides has chosen so far in a choice of several steps. What may not be seen is 0. Copies that no rule
tells apart are counted, not named, for their numbers would show which hidden card has come to light.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ludex import naming
from ludex.adapters.actions import Actions, decisions
from ludex.ir.contract import Engine, State
from ludex.ir.graph import Field
from ludex.ir.layout import POINT
from ludex.ir.types import Int, Set
from ludex.views import may_see

#: How often the same choice is counted within one turn.
MOST_CHOSEN = 100


@dataclass(frozen=True, slots=True)
class _Cell:
    """Where one value of the state stands in the vector. `sort` is number, element, set or count; `places` says for
    each element of a domain how far from `first` it is."""

    slot: int
    sort: str
    first: int
    places: tuple[int, ...] = ()


class Vector:
    """How the positions of a program are written as vectors. `names`, `low` and `high` tell of each number what it is
    and its bounds."""

    def __init__(self, engine: Engine, actions: Actions) -> None:
        self._engine = engine
        program = engine.program
        seats = program.domains["player"].elements
        self.names: list[str] = []
        self.low: list[int] = []
        self.high: list[int] = []
        self._add([f"{seat} looks" for seat in seats])
        self._decider = self._add([f"{seat} decides" for seat in seats])
        asked = {point: (choose.kind, choose.prompt) for point, _, choose in decisions(engine)}
        prompts = list(dict.fromkeys(asked.values()))
        first = self._add([f"asked: {prompt}" for _, prompt in prompts])
        self._asked = {point: first + prompts.index(prompt) for point, prompt in asked.items()}
        self._cells: list[list[_Cell]] = [[] for _ in seats]
        for field in program.fields.values():
            if field.role != "system":
                self._field(field)
        self._chosen = self._add([f"chosen: {words}" for words in actions.words], MOST_CHOSEN)
        self.size = len(self.names)

    def _add(self, names: list[str], high: int = 1) -> int:
        first = len(self.names)
        self.names += names
        self.low += [0] * len(names)
        self.high += [high] * len(names)
        return first

    def _field(self, field: Field) -> None:
        """Make room for a field. A seat that may not look at a zone sees how much lies in it, as does everyone."""
        owners = [""] if field.index is None else [
            f"{owner}'s " for owner in self._engine.program.domains[field.index].elements]
        for at, owner in enumerate(owners):
            slot, name = self._engine.layout.fields[field.name] + at, f"{owner}{field.name}"
            lookers = [seat for seat in range(len(self._cells)) if may_see(field, at, seat)]
            if field.role == "zone" and len(lookers) < len(self._cells):
                assert isinstance(field.type, Set)
                most = self._engine.program.domains[field.type.domain].size
                cell = _Cell(slot, "count", self._add([f"{name}: how many"], most))
                for cells in self._cells:
                    cells.append(cell)
            if lookers:
                cell = self._value(field, slot, name, shared=len(lookers) == len(self._cells))
                for seat in lookers:
                    self._cells[seat].append(cell)

    def _value(self, field: Field, slot: int, name: str, shared: bool) -> _Cell:
        domain = field.type.domain
        if domain is None:
            assert isinstance(field.type, Int)
            first = self._add([name])
            self.low[first] = field.type.low if shared else min(0, field.type.low)
            self.high[first] = field.type.high if shared else max(0, field.type.high)
            return _Cell(slot, "number", first)
        program = self._engine.program
        held = program.domains[domain]
        kinds = held.kinds or tuple(range(held.size))
        order = {kind: place for place, kind in enumerate(dict.fromkeys(kinds))}
        single = isinstance(field.type, Int)
        first = self._add([f"{name}: {naming.element(program, domain, kind)}" for kind in order])
        if not single:
            for kind, place in order.items():
                self.high[first + place] = kinds.count(kind)
        return _Cell(slot, "element" if single else "set", first, tuple(order[kind] for kind in kinds))

    def of(self, state: State, seat: int, chosen: Iterable[int] = ()) -> list[int]:
        """What a seat sees. `chosen` are the actions it has taken since somebody else decided."""
        found = [0] * self.size
        found[seat] = 1
        asked = self._asked.get(state[POINT])
        if asked is not None:
            decider = self._engine.seat(state)
            found[self._decider + decider] = found[asked] = 1
            if decider == seat:
                for action in chosen:
                    at = self._chosen + action
                    found[at] = min(found[at] + 1, MOST_CHOSEN)
        for cell in self._cells[seat]:
            value = state[cell.slot]
            if cell.sort == "number":
                found[cell.first] = value
            elif cell.sort == "count":
                found[cell.first] = value.bit_count()
            elif cell.sort == "element":
                if value >= 0:
                    found[cell.first + cell.places[value]] = 1
            else:
                while value:
                    bit = value & -value
                    found[cell.first + cell.places[bit.bit_length() - 1]] += 1
                    value ^= bit
        return found
