"""Lets the tests of this folder import the helpers beside them, and says what they need.

They need `open_spiel`, which the extra `dev` installs. Where it is missing they fail, and are not skipped; but for Pythons
newer than those it is made for the extra does not ask for it, and then the comparisons with it are left out with a
line in the report.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
pytest.register_assert_rewrite("lockstep", "perft")

#: The same bound stands in pyproject.toml.
NEWEST = (3, 14)
LEFT_OUT = sys.version_info[:2] > NEWEST and importlib.util.find_spec("pyspiel") is None
collect_ignore = ["test_lockstep.py"] if LEFT_OUT else []


def pytest_report_header() -> list[str]:
    return ["open_spiel is not there for this Python: classics are not compared with it"] if LEFT_OUT else []
