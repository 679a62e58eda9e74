"""The same seed gives the same game in every process, whatever the order in which Python iterates over sets.

Python salts the hashes of texts anew in every process, so a rule that depends on the order of a set plays differently
there and nowhere else. Each trace is made in a process of its own with another salt; they are equal to the byte.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ludex import rules

TRACE = Path(__file__).resolve().parent / "game_trace.py"
SALTS = ("0", "1", "2", "random")


def traces() -> list[list[str]]:
    """The lines of a trace under each salt; the processes run at the same time."""
    running = [
        subprocess.Popen([sys.executable, str(TRACE)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         env={**os.environ, "PYTHONHASHSEED": salt})
        for salt in SALTS
    ]
    found = []
    for process in running:
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err.decode()
        found.append(out.decode("ascii").splitlines())
    return found


def test_the_salt_of_the_process_changes_nothing() -> None:
    first, *others = traces()
    assert len(first) > 1000
    assert sum(line.split()[0] in rules.catalogue() for line in first) == len(rules.catalogue())
    for salt, other in zip(SALTS[1:], others, strict=True):
        for number, (one, two) in enumerate(zip(first, other, strict=False)):
            assert one == two, f"salt {salt}, line {number}"
        assert len(other) == len(first), f"salt {salt}: another number of stops"


def test_the_processes_differ_where_it_matters() -> None:
    """The salts do change the order of a set; without that the test above would compare nothing."""
    code = "print(list({'Canton', 'Hong Kong', 'Shanghai', 'Annam', 'Burma', 'Korea', 'Formosa'}))"
    orders = {subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": salt},
                             capture_output=True, check=True, text=True).stdout for salt in ("0", "1", "2")}
    assert len(orders) > 1
