"""Lets the tests of this folder import the helpers beside them, and gives them the example game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.dsl.diagnostics import Finding

sys.path.insert(0, str(Path(__file__).resolve().parent))

#: What the example game declares for examples to use. That one of them leaves some of it unused is not its fault.
PROPS = frozenset((
    "LX203", "LX210", "LX220", "LX221", "LX222", "LX223", "LX224", "LX225", "LX226", "LX227", "LX229", "LX429", "LX513",
))
pytest.register_assert_rewrite("example_runs")


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Write the example game with an example in it; gives its folder."""
    from example_runs import write_example

    return lambda example: write_example(tmp_path / "example_game", example)


@pytest.fixture
def check(write: Callable[[str], Path]) -> Callable[..., list[Finding]]:
    """All findings of the example game with an example in it, but for what the example leaves unused; of those only
    the ones that it is about."""
    from example_runs import sections

    import ludex
    from ludex.validator import source

    of_source = {rule.code for rule in source.RULES}

    def found(example: str, about: str = "") -> list[Finding]:
        props = set() if "game" in sections(example) else set(PROPS)
        if "\n--- source" not in f"\n{example}":
            props |= of_source  # it has no passages of its own to be held against
        return [f for f in ludex.check(write(example)) if f.code == about or f.code not in props]

    return found
