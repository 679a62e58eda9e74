"""Names in the C text: short, readable, and different for different things."""

from __future__ import annotations

import re

from ludex.ir.graph import Program

#: The longest part of a name that is taken over.
LONGEST = 40


def plain(text: str) -> str:
    """The letters and digits of a text, as they may stand in a name."""
    return re.sub(r"[^0-9A-Za-z]+", "_", text).strip("_")[:LONGEST]


class Names:
    """Gives each thing of a program a name, by its sort and what it is called there."""

    def __init__(self, program: Program) -> None:
        self.given: dict[tuple[str, object], str] = {}
        self._taken: set[str] = set()
        self.numbers = {name: number for number, name in enumerate(program.functions)}
        for field in program.fields:
            self._give("field", field, "f", field)
        for table in program.tables:
            self._give("table", table, "t", table)
        for domain in program.domains:
            self._give("kinds", domain, "kinds", domain)
        for name, function in program.functions.items():
            self._give("function", name, "value" if function.pure else "do", name)
            if not function.pure:
                self._give("return", name, "back", name)
            for register in range(len(function.registers)):
                self.given["kept", (name, register)] = f"k{self.numbers[name]}_{register}"

    def _give(self, sort: str, key: str, prefix: str, text: str) -> None:
        stem = name = f"{prefix}_{plain(text)}"
        number = 1
        while name in self._taken:
            number += 1
            name = f"{stem}_{number}"
        self._taken.add(name)
        self.given[sort, key] = name

    def __getitem__(self, key: tuple[str, object]) -> str:
        return self.given[key]
