"""What the numbers of a compiled program mean: all that Python needs beside the library, as plain data."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ludex.native.sites import Sites
from ludex.native.storage import Packing


@dataclass(frozen=True, slots=True)
class About:
    """The meaning of numbers."""

    sites: Sites
    storage: Packing
    #: Number of each pure function.
    functions: dict[str, int]
    #: How many numbers of blocks there are; more than that means the decision at a block.
    points: int
    #: How many numbers a game's scores are.
    scores: int

    def text(self) -> str:
        """As JSON."""
        return json.dumps([self.sites.to_json(), self.storage.to_json(), self.functions, self.points, self.scores])

    @staticmethod
    def read(text: str) -> About:
        """What was written down; any exception means that it was not."""
        sites, storage, functions, points, scores = json.loads(text)
        return About(Sites.read(sites), Packing(*storage), functions, points, scores)


__all__ = ["About"]
