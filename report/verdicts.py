"""Rows of charts that more than one page has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludex.report.charts import Interval


def seat_rows(seats: Sequence[Mapping[str, Any]]) -> list[Interval]:
    """How often each seat wins, from the seats of a summary."""
    return [Interval(seat["seat"], seat["rate"], seat["low"], seat["high"], f"{seat['wins']:,} games")
            for seat in seats]
