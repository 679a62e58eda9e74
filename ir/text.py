"""Programs as text, for people and for tests; reading the text gives the same program back.

    %4 "total": 0..60 = add %2, %3  @12

is an operation: the register it sets (with name and type where it is first set), what it does, what it reads, and the
number of its origin, which is listed at the end. `text_shape.py` says how the parts of a record are written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ludex.ir.graph import Function, Program
from ludex.ir.text_read import TextError, read_program
from ludex.ir.text_shape import HEADS, Part, parts
from ludex.ir.types import Int, Type

__all__ = ["TextError", "print_program", "read_program"]


def print_program(program: Program) -> str:
    """The text of a program."""
    lines = [_head("program", program)]
    heads: tuple[tuple[str, Mapping[str, object]], ...] = (
        ("domain", program.domains), ("field", program.fields), ("table", program.tables))
    for word, group in heads:
        lines += ["", *(_head(word, record) for record in group.values())]
    for function in program.functions.values():
        lines.append("")
        lines += _FunctionPrinter(function).lines()
    lines.append("")
    lines += [f"@{number} = {_head('origin', origin)}" for number, origin in enumerate(program.origins)]
    return "\n".join(lines) + "\n"


def _head(word: str, record: Any) -> str:
    return f"{word} {', '.join(_values(record, parts(HEADS[word])))}"


def _values(record: Any, shape: tuple[Part, ...]) -> Iterator[str]:
    """The values that stand in a record's line: those in order, then those with names."""
    for part in shape:
        if part.place == "order":
            yield _value(part, getattr(record, part.name))
    for part in shape:
        value = getattr(record, part.name)
        if part.place == "named" and value != part.usual:
            yield f"{part.name}={_value(part, value)}"


def _value(part: Part, value: Any) -> str:
    if part.many:
        return f"[{', '.join(_one(part.sort, v) for v in value)}]"
    return _one(part.sort, value)


def _one(sort: str, value: Any) -> str:
    if value is None:
        return "none"
    match sort:
        case "register":
            return f"%{value}"
        case "block":
            return f"b{value}"
        case "yes":
            return "yes" if value else "no"
        case "type":
            return print_type(value)
        case "map":
            return f"{{{', '.join(f'{_quoted(k)}: {_quoted(v)}' for k, v in value.items())}}}"
        case "number":
            return str(value)
        case "word" if re.fullmatch(r"[a-z]+", value):
            return str(value)
    return _quoted(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def print_type(type: Type) -> str:
    """A type as text: `0..60`, `0..20 of "card"`, `set of "card"`."""
    if isinstance(type, Int):
        return f"{type.low}..{type.high}" + (f" of {_quoted(type.domain)}" if type.domain is not None else "")
    return f"set of {_quoted(type.domain)}"


class _FunctionPrinter:
    """Prints one function; a register is described where it is first set."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.described: set[int] = set()

    def lines(self) -> list[str]:
        function = self.function
        result = "" if function.result is None else f" -> {print_type(function.result)}"
        head = [f"{'pure' if function.pure else 'procedure'} {_quoted(function.name)}{result}"]
        head += [f"  parameter {self._set(register)}" for register in range(function.parameters)]
        body: list[str] = []
        for number, block in enumerate(function.blocks):
            body.append(f"  block b{number}")
            for step in (*block.ops, block.end):
                body += self._record(step, 4)
        head += [f"  register {self._set(register)}" for register in range(len(function.registers))
                 if register not in self.described]
        return head + body

    def _set(self, register: int) -> str:
        if register in self.described or not 0 <= register < len(self.function.registers):
            return f"%{register}"
        self.described.add(register)
        described = self.function.registers[register]
        name = f" {_quoted(described.name)}" if described.name else ""
        return f"%{register}{name}: {print_type(described.type)}"

    def _record(self, record: Any, indent: int) -> Iterator[str]:
        shape = parts(type(record))
        word, left, origin = type(record).__name__.lower(), "", ""
        inside: list[Any] = []
        for part in shape:
            value = getattr(record, part.name)
            match part.place:
                case "how":
                    word = value
                case "left" if value is not None:
                    left = f"{self._set(value)} = "
                case "origin":
                    origin = f"  @{value}"
                case "inside":
                    inside += value
        values = ", ".join(_values(record, shape))
        yield f"{' ' * indent}{left}{word}{' ' if values else ''}{values}{origin}"
        for other in inside:
            yield from self._record(other, indent + 2)
