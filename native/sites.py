"""What the C code names by number: places where a fault may happen, and places that report an event.

The numbers are all that crosses the border; the texts stay in Python.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ludex.ir.contract import Event, Fault
from ludex.native.storage import join


@dataclass(frozen=True, slots=True)
class Telling:
    """A place that reports: kind and origin of the event, and the words of each value."""

    kind: str
    origin: int
    args: tuple[int, ...]
    secrets: tuple[int, ...]
    seen: int

    @property
    def words(self) -> int:
        return sum(max(1, count) for count in (*self.args, *self.secrets, self.seen))


@dataclass(slots=True)
class Sites:
    """All places of one C text."""

    faults: list[tuple[int, str, str | None]] = field(default_factory=list)
    tellings: list[Telling] = field(default_factory=list)
    _known: dict[tuple[int, str, str | None], int] = field(default_factory=dict)

    def fault(self, origin: int, message: str, after: str | None = None) -> int:
        """The number of a fault; a value that the code gives with it stands between the parts of its message."""
        key = (origin, message, after)
        if key not in self._known:
            self._known[key] = len(self.faults)
            self.faults.append(key)
        return self._known[key]

    def telling(self, telling: Telling) -> int:
        """The number of a place that reports."""
        self.tellings.append(telling)
        return len(self.tellings) - 1

    def to_json(self) -> dict[str, Any]:
        """What `Sites.read` makes them of."""
        return {"faults": self.faults, "tellings": [
            [each.kind, each.origin, each.args, each.secrets, each.seen] for each in self.tellings]}

    @staticmethod
    def read(data: dict[str, Any]) -> Sites:
        """The places that were written down."""
        return Sites([(origin, message, after) for origin, message, after in data["faults"]],
                     [Telling(kind, origin, tuple(args), tuple(secrets), seen)
                      for kind, origin, args, secrets, seen in data["tellings"]])

    def raised(self, number: int, value: int) -> Fault:
        """The fault that happened."""
        origin, message, after = self.faults[number]
        return Fault(origin, message if after is None else f"{message}{value}{after}")

    def events(self, told: memoryview) -> list[Event]:
        """The events in a row of words (signed)."""
        found: list[Event] = []
        at, end = 0, len(told)
        while at < end:
            telling = self.tellings[told[at]]
            at += 1
            values: list[int] = []
            for count in (*telling.args, *telling.secrets, telling.seen):
                if count == 0:
                    values.append(told[at])
                    at += 1
                else:
                    values.append(join([word & 0xFFFFFFFFFFFFFFFF for word in told[at:at + count]]))
                    at += count
            split = len(telling.args)
            found.append((telling.kind, telling.origin, tuple(values[:split]), tuple(values[split:-1]), values[-1]))
        return found
