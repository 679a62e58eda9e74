"""Reads the text form of a program. What the text cannot be read as is a `TextError` with its line.

Lines further in belong to the line above them. What a line may hold follows from `text_shape.py`, as in printing.
"""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, dataclass, field
from typing import Any

from ludex.ir.graph import Block, Function, Program, Register
from ludex.ir.ops import Op, Terminator
from ludex.ir.text_shape import HEADS, MNEMONICS, NESTED, Part, parts
from ludex.ir.types import Int, Set, Type

_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"'        # a string, as in JSON
    r"|%-?\d+|@-?\d+|-?\d+"     # a register, an origin, a number
    r"|->|\.\.|[][{}=,:]"
    r"|[a-z_]+\d*"              # a word, or a block
)


class TextError(ValueError):
    """The text is not that of a program."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


def read_program(text: str) -> Program:
    """The program of a text."""
    sections: dict[str, dict[str, Any]] = {"domain": {}, "field": {}, "table": {}, "function": {}}
    program: dict[str, Any] | None = None
    origins: list[Any] = []
    for line in _tree(text):
        word = line.peek()
        if word.startswith("@"):
            if line.numbered("@") != len(origins):
                raise line.wrong(f"origin {len(origins)} comes next")
            line.take("=")
            line.take("origin")
            origins.append(HEADS["origin"](**line.values(parts(HEADS["origin"]))))
        elif word in ("pure", "procedure"):
            function = _FunctionReader(line).function()
            line.add(sections["function"], function)
        elif word == "program":
            if program is not None:
                raise line.wrong("a second program")
            line.take("program")
            program = line.values(parts(Program))
        elif word in sections and word != "function":
            line.take(word)
            line.add(sections[word], HEADS[word](**line.values(parts(HEADS[word]))))
        else:
            raise line.wrong(f"`{word}` does not begin anything")
        if word not in ("pure", "procedure"):
            line.childless()
    if program is None:
        raise TextError(1, "there is no program")
    return Program(domains=sections["domain"], fields=sections["field"], tables=sections["table"],
                   functions=sections["function"], origins=tuple(origins), **program)


def _tree(text: str) -> list[_Line]:
    """The outermost lines, each with those that belong to it."""
    roots: list[_Line] = []
    above: list[_Line] = []
    for number, content in enumerate(text.split("\n"), start=1):
        stripped = content.lstrip(" ")
        if not stripped:
            continue
        line = _Line(number, len(content) - len(stripped), _tokens(stripped, number))
        while above and above[-1].indent >= line.indent:
            above.pop()
        (above[-1].children if above else roots).append(line)
        above.append(line)
    return roots


def _tokens(text: str, number: int) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(text):
        if text[at] == " ":
            at += 1
            continue
        token = _TOKEN.match(text, at)
        if token is None:
            raise TextError(number, f"this cannot be read: {text[at:at + 20]}")
        found.append(token[0])
        at = token.end()
    return found


@dataclass(slots=True)
class _Line:
    """A line: its words, those read so far, and the lines that belong to it."""

    number: int
    indent: int
    tokens: list[str]
    at: int = 0
    children: list[_Line] = field(default_factory=list)

    def wrong(self, message: str) -> TextError:
        return TextError(self.number, message)

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def take(self, token: str) -> None:
        if self.peek() != token:
            raise self.wrong(f"expected `{token}`, not `{self.peek()}`")
        self.at += 1

    def done(self) -> None:
        if self.peek():
            raise self.wrong(f"`{self.peek()}` is too much")

    def childless(self) -> None:
        self.done()
        if self.children:
            raise self.children[0].wrong("this belongs to nothing")

    def add(self, section: dict[str, Any], record: Any) -> None:
        if record.name in section:
            raise self.wrong(f"a second `{record.name}`")
        section[record.name] = record

    def numbered(self, sign: str) -> int:
        token = self.next()
        digits = token.removeprefix(sign)
        if not token.startswith(sign) or not re.fullmatch(r"-?\d+", digits):
            raise self.wrong(f"expected a number after `{sign}`, not `{token}`")
        return int(digits)

    def string(self) -> str:
        token = self.next()
        try:
            text = json.loads(token)
        except ValueError:
            text = None
        if not isinstance(text, str):
            raise self.wrong(f"expected a text in quotes, not `{token}`")
        return text

    def type(self) -> Type:
        if self.peek() == "set":
            self.take("set")
            self.take("of")
            return Set(self.string())
        low = self.numbered("")
        self.take("..")
        high = self.numbered("")
        if self.peek() != "of":
            return Int(low, high)
        self.take("of")
        return Int(low, high, self.string())

    def values(self, shape: tuple[Part, ...]) -> dict[str, Any]:
        """The values of a record that stand in its line: first those in order, then those with names."""
        found: dict[str, Any] = {}
        written = False
        for part in shape:
            if part.place == "order":
                if written:
                    self.take(",")
                written = True
                found[part.name] = self.value(part)
        named = {part.name: part for part in shape if part.place == "named"}
        while self.peek() and not self.peek().startswith("@"):
            if written:
                self.take(",")
            written = True
            name = self.next()
            if name not in named or name in found:
                raise self.wrong(f"`{name}` is not expected here")
            self.take("=")
            found[name] = self.value(named[name])
        for name, part in named.items():
            if name not in found:
                if part.usual is MISSING:
                    raise self.wrong(f"`{name}` is missing")
                found[name] = part.usual
        return found

    def value(self, part: Part) -> Any:
        if not part.many:
            return self.one(part)
        found: list[Any] = []
        self.take("[")
        while self.peek() != "]":
            if found:
                self.take(",")
            found.append(self.one(part))
        self.take("]")
        return tuple(found)

    def one(self, part: Part) -> Any:
        if self.peek() == "none" and "none" not in part.allowed:
            self.take("none")
            return None
        match part.sort:
            case "register":
                return self.numbered("%")
            case "block":
                return self.numbered("b")
            case "number":
                return self.numbered("")
            case "type":
                return self.type()
            case "map":
                return self.map()
            case "yes":
                return self.word(("yes", "no")) == "yes"
            case "word":
                return self.word(part.allowed)
        return self.string()

    def word(self, allowed: tuple[str, ...]) -> str:
        word = self.string() if self.peek().startswith('"') else self.next()
        if word not in allowed:
            raise self.wrong(f"expected {' or '.join(allowed)}, not `{word}`")
        return word

    def map(self) -> dict[str, str]:
        found: dict[str, str] = {}
        self.take("{")
        while self.peek() != "}":
            if found:
                self.take(",")
            key = self.string()
            self.take(":")
            found[key] = self.string()
        self.take("}")
        return found


class _FunctionReader:
    """Reads one function."""

    def __init__(self, line: _Line) -> None:
        self.line = line
        self.registers: dict[int, Register] = {}

    def function(self) -> Function:
        line = self.line
        pure = line.next() == "pure"
        name = line.string()
        result = None
        if line.peek() == "->":
            line.take("->")
            result = line.type()
        line.done()
        parameters = 0
        blocks: list[Block] = []
        for child in line.children:
            word = child.next()
            if word == "block":
                if child.numbered("b") != len(blocks):
                    raise child.wrong(f"block b{len(blocks)} comes next")
                child.done()
                blocks.append(self._block(child))
                continue
            if word not in ("parameter", "register"):
                raise child.wrong(f"`{word}` is not part of a function")
            parameters += word == "parameter"
            self._set(child)
            child.childless()
        if set(self.registers) != set(range(len(self.registers))):
            raise line.wrong("the registers are not numbered from 0 without gaps")
        registers = tuple(self.registers[number] for number in range(len(self.registers)))
        return Function(name, pure, parameters, result, registers, tuple(blocks))

    def _set(self, line: _Line) -> int:
        """A register that is set, perhaps with its description."""
        register = line.numbered("%")
        if line.peek().startswith('"') or line.peek() == ":":
            name = line.string() if line.peek().startswith('"') else ""
            line.take(":")
            if register in self.registers:
                raise line.wrong(f"%{register} is described twice")
            self.registers[register] = Register(name, line.type())
        return register

    def _block(self, line: _Line) -> Block:
        steps = [self._record(child) for child in line.children]
        ops = [step for step in steps if isinstance(step, Op)]
        if not steps or len(ops) != len(steps) - 1 or not isinstance(steps[-1], Terminator):
            raise line.wrong("a block is operations and then one end")
        return Block(tuple(ops), steps[-1])

    def _record(self, line: _Line) -> Any:
        values: dict[str, Any] = {}
        if line.peek().startswith("%"):
            values["to"] = self._set(line)
            line.take("=")
        word = line.next()
        if word not in MNEMONICS:
            raise line.wrong(f"there is no operation `{word}`")
        record, how = MNEMONICS[word]
        shape = parts(record)
        values |= line.values(shape)
        for part in shape:
            if part.place == "how":
                values["how"] = how
            elif part.place == "origin":
                values["origin"] = line.numbered("@")
            elif part.place == "inside":
                values[part.name] = tuple(self._record(child) for child in line.children)
            elif part.place == "left" and part.name not in values:
                if part.usual is MISSING:
                    raise line.wrong(f"`{word}` sets a register")
                values[part.name] = part.usual
        line.done()
        insides = [part for part in shape if part.place == "inside"]
        if line.children and not insides:
            raise line.children[0].wrong("this belongs to nothing")
        for part in insides:
            if not all(isinstance(inner, _inner(part)) for inner in values[part.name]):
                raise line.wrong(f"a line below is not one of its {part.name}")
        if "to" in values and not any(part.place == "left" for part in shape):
            raise line.wrong(f"`{word}` sets no register")
        return record(**values)


def _inner(part: Part) -> type[Any]:
    """The class of a record's inner records."""
    return {name.lower() + "s": record for name, record in NESTED.items()}[part.name]
