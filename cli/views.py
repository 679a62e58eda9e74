"""What a seat may see, as lines: zones and variables by the names that the game gives them.

A view is plain data, so any game can be shown without knowing it: mappings become names with something
after them, repeated items are counted, and what is hidden shows how many there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

#: An empty place, and a variable without a value.
NOTHING = "none"

#: Longest line that puts a whole mapping behind its name.
ROOM = 90


def view_lines(view: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """The lines of a view, or of a part of it."""
    for name, value in view.items():
        short = in_line(value)
        if short is not None and len(indent) + len(name) + len(short) + 2 <= ROOM:
            yield f"{indent}{name}: {short}"
        elif isinstance(value, Mapping) and not is_pile(value):
            yield f"{indent}{name}:"
            yield from view_lines({str(key): inner for key, inner in value.items()}, indent + "  ")
        else:
            yield f"{indent}{name}: {items(value)}"


def show_lines(out: Console, lines: Sequence[str]) -> None:
    """The lines of a board, with a blank one before; nothing where there are none."""
    for line in ("", *lines) if lines else ():
        out.print(line)


def in_line(value: Any) -> str | None:
    """The value in one line, or None where it needs lines of its own."""
    if not isinstance(value, Mapping) or is_pile(value):
        return items(value)
    if all(items(inner) == NOTHING for inner in value.values()):
        return NOTHING
    if any(isinstance(inner, (Mapping, list, tuple)) for inner in value.values()):
        return None
    return items(value)


def is_pile(value: Any) -> bool:
    """Whether this is a zone: how many items lie there and, for who may look, which."""
    return isinstance(value, Mapping) and "count" in value and set(value) <= {"count", "items"}


def items(value: Any) -> str:
    """A scalar, a list of items or a zone, in words."""
    if isinstance(value, Mapping):
        if is_pile(value):
            known = value.get("items")
            count = value["count"]
            return f"{count} ({items(known) if known else 'hidden'})" if count else NOTHING
        return ", ".join(f"{key} {items(inner)}" for key, inner in value.items()) or NOTHING
    if isinstance(value, (list, tuple)):
        counted = Counter(items(inner) for inner in value).items()
        return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in counted) or NOTHING
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
