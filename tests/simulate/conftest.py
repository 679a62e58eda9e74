"""The games that these tests play; what they compile goes into a cache of their own."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from steps_game import cache_apart, written

import ludex

#: The same bound stands in pyproject.toml. Where the library is missing otherwise, its tests fail, and are not skipped.
NEWEST = (3, 14)
LEFT_OUT = sys.version_info[:2] > NEWEST and importlib.util.find_spec("ray") is None
collect_ignore = ["test_cluster.py"] if LEFT_OUT else []


def pytest_report_header() -> list[str]:
    return ["ray is not there for this Python: no games are played on a cluster"] if LEFT_OUT else []


@pytest.fixture
def run_apart() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a command in a process of its own."""
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "ludex", *arguments], capture_output=True, text=True, timeout=180,
                              check=False)

    return run


@pytest.fixture(autouse=True, scope="session")
def own_cache() -> Iterator[None]:
    with cache_apart():
        yield


@pytest.fixture(scope="session")
def steps(tmp_path_factory: pytest.TempPathFactory) -> ludex.Game:
    """A small game that comes out in every way that there is."""
    return ludex.load(written(tmp_path_factory.mktemp("games")))
