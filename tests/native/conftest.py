"""What these tests compile goes into a cache of their own, which lasts as long as they run."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def own_cache() -> Iterator[None]:
    kept = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory(prefix="ludex-tests-") as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        yield
        if kept is None:
            del os.environ["XDG_CACHE_HOME"]
        else:
            os.environ["XDG_CACHE_HOME"] = kept
