"""States and programs as text: what `Match.to_json` writes and reads, and what `ludex show` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from ludex import naming
from ludex.dsl.diagnostics import Sink
from ludex.dsl.document import Mapping as Section
from ludex.dsl.document import Node, Scalar, read_document
from ludex.dsl.source import Span
from ludex.dsl.typed import Symbol
from ludex.engines import python_text
from ludex.ir.contract import BUDGET, Engine, State
from ludex.ir.graph import Field, Program
from ludex.ir.layout import GENERATOR, OVER, POINT, REASON, Layout, can_wait_at
from ludex.ir.ops import Roll
from ludex.ir.types import Set, Type
from ludex.views import MOST_CELLS, wide

if TYPE_CHECKING:
    from ludex.game import Game

#: So few elements are looked up one by one.
FEW = 20
STAGES = ("document", "syntax", "typed", "ir", "python")


def cell_out(program: Program, field: Field, value: int) -> Any:
    """One cell of a field as plain data: a number, a name, None, or a list of names (copies told apart)."""
    if isinstance(field.type, Set):
        names = program.domains[field.type.domain].elements
        return [names[at] for at in naming.members(value)]
    if field.type.domain is not None:
        return None if value < 0 else program.domains[field.type.domain].elements[value]
    return value


def cell_in(program: Program, field: Field, data: Any) -> int:
    """The value of one cell from plain data. Raises ValueError."""
    if isinstance(field.type, Set):
        names = program.domains[field.type.domain].elements
        number = names.index if len(data) < FEW else {name: at for at, name in enumerate(names)}.__getitem__
        bits = 0
        for name in data:
            bits |= 1 << number(name)
        return bits
    if field.type.domain is not None:
        value = -1 if data is None else program.domains[field.type.domain].elements.index(data)
    else:
        value = data
    if isinstance(value, bool) or not isinstance(value, int) or not field.type.low <= value <= field.type.high:
        raise ValueError(f"`{field.name}` cannot be {data!r}")
    return value


def fields_out(engine: Engine, values: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """Fields as plain data: what each holds, or what it holds for each of those it is there for. Of a wide field only
    what is not as it starts."""
    program = engine.program
    found: dict[str, Any] = {}
    for name, held in values.items():
        field = program.fields[name]
        if field.index is None:
            found[name] = cell_out(program, field, held[0])
            continue
        every = not wide(engine, field)
        found[name] = {owner: cell_out(program, field, value) for owner, value, start in zip(
            program.domains[field.index].elements, held, field.start, strict=True) if every or value != start}
    return found


def fields_in(engine: Engine, data: Mapping[str, Any]) -> dict[str, list[int]]:
    """The fields that are named, from plain data. Raises ValueError, KeyError or TypeError for what does not fit."""
    program = engine.program
    found: dict[str, list[int]] = {}
    for name, given in data.items():
        field = program.fields[name]
        if field.index is None:
            found[name] = [cell_in(program, field, given)]
            continue
        owners = program.domains[field.index].elements
        if not set(given) <= set(owners) or len(given) < len(owners) and not wide(engine, field):
            raise ValueError(f"`{field.name}` has one for each of {', '.join(owners[:MOST_CELLS])}")
        found[name] = [cell_in(program, field, given[owner]) if owner in given else start
                       for owner, start in zip(owners, field.start, strict=True)]
    _once(program, found)
    return found


def state_in(engine: Engine, data: dict[str, Any]) -> State:
    """A state from plain data. Raises ValueError, KeyError or TypeError for what does not fit."""
    program, layout = engine.program, engine.layout
    state = [0] * layout.size
    held = fields_in(engine, {field.name: data["fields"][field.name] for field in program.fields.values()})
    for name, values in held.items():
        at = layout.fields[name]
        state[at:at + len(values)] = values
    first = min(layout.returns.values())
    frames = data["frames"]
    numbers = [data["point"], data["generator"], data["reason"], *frames]
    if len(frames) != layout.size - first or any(isinstance(n, bool) or not isinstance(n, int) for n in numbers):
        raise ValueError("what play waits for is damaged")
    state[:3] = numbers[:3]
    state[first:] = frames
    if not can_wait_at(layout, state) or not 0 <= state[GENERATOR] < 1 << 64 \
            or not _reason_fits(program, layout, state):
        raise ValueError("play cannot stand where this says")
    for (name, register), slot in layout.saved.items():
        if state[slot] and not _can_hold(program, program.functions[name].registers[register].type, state[slot]):
            raise ValueError("what play waits for is damaged")
    return state


def _reason_fits(program: Program, layout: Layout, state: State) -> bool:
    """Whether the slot of the end condition holds one, or where play waits for chance the steps taken so far."""
    if state[POINT] == OVER:
        return -1 <= state[REASON] < len(layout.reasons)
    function, block = layout.points[state[POINT]]
    at_chance = isinstance(program.functions[function].blocks[block].end, Roll)
    return 0 <= -1 - state[REASON] <= (BUDGET if at_chance else 0)


def _once(program: Program, held: Mapping[str, Sequence[int]]) -> None:
    """See that no item lies in two places. Raises ValueError."""
    found: dict[str, int] = {}
    for field in program.fields.values():
        if field.role == "zone":
            assert isinstance(field.type, Set)
            domain = program.domains[field.type.domain]
            for content in held.get(field.name, ()):
                twice = found.get(domain.name, 0) & content
                if twice:
                    raise ValueError(f"`{domain.elements[twice.bit_length() - 1]}` lies in two places")
                found[domain.name] = found.get(domain.name, 0) | content


def _can_hold(program: Program, type: Type, value: int) -> bool:
    """Whether a value is one of a machine type."""
    if isinstance(type, Set):
        return 0 <= value < 1 << program.domains[type.domain].size
    return type.low <= value <= type.high


def show(game: Game, stage: str, players: int) -> str:
    """A stage of a game as text. Raises ValueError for a stage that does not exist."""
    if stage == "document":
        return "\n".join(_documents(game))
    if stage == "syntax":
        return "\n".join(_tree(game.syntax, "", 0))
    if stage == "typed":
        return "\n".join(_tree(game.typed, "", 0))
    if stage == "ir":
        from ludex.ir.text import print_program

        return print_program(game.program(players))
    if stage == "python":
        return python_text(game.program(players))
    raise ValueError(f"there is no stage `{stage}`; there are {', '.join(STAGES)}")


def _documents(game: Game) -> list[str]:
    lines: list[str] = []
    for file in game.read.files.files:
        lines.append(f"--- {file.path.name}")
        node = None if file.data is None else read_document(file.data, file.path.name, Sink())
        if node is not None:
            lines.extend(_nodes(node, 0))
    return lines


def _nodes(node: Node, depth: int) -> list[str]:
    pad = "  " * depth
    if isinstance(node, Scalar):
        return [f"{pad}{node.span.line}:{node.span.column} {node.style} {node.text!r}"]
    lines = []
    if isinstance(node, Section):
        for entry in node.entries:
            lines.append(f"{pad}{entry.key.span.line}:{entry.key.span.column} {entry.key.text}:")
            lines.extend(_nodes(entry.value, depth + 1))
    else:
        for item in node.items:
            lines.append(f"{pad}-")
            lines.extend(_nodes(item, depth + 1))
    return lines


def _tree(node: Any, label: str, depth: int) -> list[str]:
    """Any tree of dataclasses, a field a line; places are left out, symbols are named."""
    pad = "  " * depth
    head = f"{pad}{label}: " if label else pad
    if isinstance(node, Scalar):
        return [f"{head}{node.text!r}"]
    if isinstance(node, Symbol) and depth > 2:
        return [f"{head}{type(node).__name__} {node.name}"]
    if isinstance(node, type):
        return [f"{head}{node.__name__}"]
    if isinstance(node, dict):
        lines = [f"{head}"] if label else []
        for key, value in node.items():
            name = key.text if isinstance(key, Scalar) else str(key)
            lines.extend(_tree(value, name, depth + 1))
        return lines
    if isinstance(node, tuple) and node and not all(isinstance(n, int | str) for n in node):
        return [f"{head.rstrip()}", *(line for each in node for line in _tree(each, "-", depth + 1))]
    if is_dataclass(node) and not isinstance(node, Span):
        lines = [f"{head}{type(node).__name__}"]
        for item in fields(node):
            value = getattr(node, item.name)
            if not isinstance(value, Span) and value not in (None, (), {}):
                lines.extend(_tree(value, item.name, depth + 1))
        return lines
    return [f"{head}{node}"]
