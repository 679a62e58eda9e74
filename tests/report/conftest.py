"""What these tests play is compiled into a cache of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from steps_game import cache_apart, written

import ludex


@pytest.fixture(autouse=True, scope="session")
def own_cache() -> Iterator[None]:
    with cache_apart():
        yield


@pytest.fixture(scope="session")
def steps(tmp_path_factory: pytest.TempPathFactory) -> ludex.Game:
    """A small game that comes out in every way that there is."""
    return ludex.load(written(tmp_path_factory.mktemp("games")))
