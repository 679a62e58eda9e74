"""Tables that are made while a program is made fast: relations and look-ups that its rules do not name.

Passes ask here for a table by its values and get a name; the same table is made only once. The interpreter and the
state never see them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ludex.ir.graph import Program, Table
from ludex.ir.types import Int, Set


@dataclass(slots=True)
class Relations:
    """The tables of a program, and those that are made."""

    program: Program
    made: dict[str, Table] = field(default_factory=dict)

    def moved(self, index: str, type: Set, by: int) -> str:
        """The name of the relation from each element to the one so far above it, whatever lies between."""
        size, most = self.program.domains[index].size, self.program.domains[type.domain].size
        return self.named(index, type, tuple(1 << e + by if 0 <= e + by < most else 0 for e in range(size)))

    def named(self, index: str, type: Int | Set, values: tuple[int, ...]) -> str:
        """The name of a table of these values."""
        for name, table in self.made.items():
            if (table.index, table.type, table.values) == (index, type, values):
                return name
        name = f"made {len(self.made) + 1}"
        self.made[name] = Table(name, index, type, values)
        return name

    def __getitem__(self, name: str) -> Table:
        return self.made[name] if name in self.made else self.program.tables[name]

    def all(self) -> dict[str, Table]:
        """All relations that there are."""
        return {**self.program.tables, **self.made}
