"""The fixed list of everything that can ever be chosen in a game, and which of it may be chosen now.

A program says for each of its decisions which alternatives there are, and an alternative takes elements of a finite
domain or numbers within bounds. Alternatives that are called the same in several decisions share their actions, so
that playing a card is the same action whenever it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ludex import naming
from ludex.ir.contract import Engine, Option, State
from ludex.ir.graph import Function
from ludex.ir.layout import POINT
from ludex.ir.ops import Alternative, Choose
from ludex.ir.types import Int, Set

#: What makes two alternatives the same: prompt (where there is no name), name, words, domain, place among its likes.
_Key = tuple[str, str, str, str | None, int]


@dataclass(slots=True)
class _Group:
    """The actions of one alternative: the numbers from `low` to `high`, from the action `first` on."""

    words: str
    domain: str | None
    low: int
    high: int
    first: int = 0

    @property
    def size(self) -> int:
        return self.high - self.low + 1


class Actions:
    """All actions of a program, by number."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        groups: dict[_Key, _Group] = {}
        #: Point where play waits -> for each alternative its group.
        self._at: dict[int, tuple[_Group, ...]] = {}
        for point, function, choose in decisions(engine):
            seen: dict[_Key, int] = {}
            found = []
            for way in choose.alternatives:
                low, high, domain = _bounds(function, way)
                key: _Key = ("" if way.name else choose.prompt, way.name, way.words, domain, 0)
                seen[key] = seen.get(key, 0) + 1
                key = (*key[:4], seen[key])
                words = way.words if way.name and way.words != "{}" else f"{way.name or choose.prompt}: {way.words}"
                group = groups.setdefault(key, _Group(words, domain, low, high))
                group.low, group.high = min(group.low, low), max(group.high, high)
                found.append(group)
            self._at[point] = tuple(found)
        self._groups = tuple(groups.values())
        #: How many there are.
        self.size = 0
        for group in self._groups:
            group.first = self.size
            self.size += group.size

    def open(self, state: State) -> dict[int, Option]:
        """The actions that may be taken where a state waits for a decision, each with its option.

        Copies that no rule tells apart share the actions of their kind: the first copy on offer is the first action,
        and so on, in the order of where they lie. Which copy it is nobody can know.
        """
        groups = self._at[state[POINT]]
        found: dict[int, Option] = {}
        copies: dict[tuple[int, int], list[Option]] = {}
        for option in self._engine.options(state):
            way, value = option
            group = groups[way]
            kinds = self._engine.program.domains[group.domain].kinds if group.domain is not None else ()
            if kinds and value >= 0:
                copies.setdefault((way, kinds[value]), []).append(option)
            else:
                found[group.first + value - group.low] = option
        for (way, kind), options in copies.items():
            group = groups[way]
            if len(options) > 1:
                options.sort(key=lambda option: (self._lies(state, group, option[1]), option[1]))
            for option, element in zip(options, self._alike(group, kind), strict=False):
                found[group.first + element - group.low] = option
        return found

    def _alike(self, group: _Group, kind: int) -> Iterator[int]:
        """The elements of a kind, in their order."""
        assert group.domain is not None
        kinds = self._engine.program.domains[group.domain].kinds
        return (element for element in range(kind, len(kinds)) if kinds[element] == kind)

    def _lies(self, state: State, group: _Group, item: int) -> int:
        """The slot of the zone that an item lies in; -1 if it lies in none."""
        layout, program = self._engine.layout, self._engine.program
        for field in program.fields.values():
            if field.role == "zone" and isinstance(field.type, Set) and field.type.domain == group.domain:
                first = layout.fields[field.name]
                for slot in range(first, first + len(field.start)):
                    if state[slot] >> item & 1:
                        return slot
        return -1

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What each action is called; no two are called the same. `#2` is the second copy on offer."""
        names = []
        for group in self._groups:
            elements = () if group.domain is None else self._engine.program.domains[group.domain].elements
            for value in range(group.low, group.high + 1):
                name = str(value) if group.domain is None else elements[value] if value >= 0 else "none"
                names.append(group.words.replace("{}", name))
        return tuple(naming.apart(names, str))


def decisions(engine: Engine) -> Iterator[tuple[int, Function, Choose]]:
    """Every decision of a program: the point of play, the procedure it belongs to, and itself."""
    for point, (name, block) in engine.layout.points.items():
        function = engine.program.functions[name]
        end = function.blocks[block].end
        if isinstance(end, Choose):
            yield point, function, end


def _bounds(function: Function, way: Alternative) -> tuple[int, int, str | None]:
    """What an alternative can take: the lowest and the highest number, and the domain they are elements of."""
    if way.form == "one" or way.to is None:
        return 0, 0, None
    type = function.registers[way.to].type
    assert isinstance(type, Int)
    return type.low, type.high, type.domain
