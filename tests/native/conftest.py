"""What these tests compile goes into a cache of their own, which lasts as long as they run."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
pytest.register_assert_rewrite("native_lockstep")


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
