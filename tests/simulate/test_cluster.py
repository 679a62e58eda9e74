"""Games on a Ray cluster: the same rows as here, also when a worker dies in the middle; what cannot be reached."""

from __future__ import annotations

import os
import signal
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import ludex
from ludex import simulation
from ludex.simulate import cluster
from ludex.simulate.rows import Row


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """A cluster of two workers on this machine."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a library says of itself is not about us
        with cluster.connected(2, None) as ray:
            yield ray


def workers(ray: Any) -> set[int]:
    """The processes that take tasks."""
    def whoami() -> int:
        time.sleep(0.3)
        return os.getpid()

    return set(ray.get([ray.remote(whoami).remote() for _ in range(4)]))


def rows_of(game: str, games: int, **more: Any) -> tuple[list[Row], simulation.Simulation]:
    rows: list[Row] = []
    chosen = {name: more.pop(name) for name in ("backend", "agents") if name in more}
    played = simulation.setting(ludex.load(game), seed=5, **chosen)
    after = more.pop("after", lambda: None)

    def see(new: Sequence[Row], _tally: object) -> None:
        if not rows:
            after()
        rows.extend(new)

    return rows, simulation.simulate(played, games, see=see, **more)


@pytest.mark.parametrize("backend", ["python", "native"])
def test_the_rows_are_those_of_this_machine(ray: Any, backend: str) -> None:
    here, first = rows_of("pig", 60, backend=backend)
    there, second = rows_of("pig", 60, backend=backend, engine="ray", workers=2)
    assert here == there
    assert second.figures() == first.figures()
    assert (second.why, second.tally.games) == ("games", 60)


def test_a_worker_that_dies_changes_nothing(ray: Any) -> None:
    running = workers(ray)
    assert len(running) == 2
    killed = min(running)
    here, first = rows_of("kuhn_poker", 3000, backend="python")
    there, second = rows_of("kuhn_poker", 3000, backend="python", engine="ray", workers=2,
                            after=lambda: os.kill(killed, signal.SIGKILL))
    assert here == there
    assert second.figures() == first.figures()
    with pytest.raises(ProcessLookupError):
        os.kill(killed, 0)
    assert killed not in workers(ray)


def test_it_stops_where_it_is_sure_and_when_it_is_asked(ray: Any) -> None:
    here, _ = rows_of("kuhn_poker", 4000, until=0.05, backend="python")
    there, found = rows_of("kuhn_poker", 4000, until=0.05, backend="python", engine="ray", workers=2)
    assert here == there
    assert found.why == "until"
    stop = simulation.Stop()
    some, found = rows_of("kuhn_poker", 4000, backend="python", engine="ray", workers=2, stop=stop, after=stop.ask)
    assert found.why == "stopped"
    assert some == rows_of("kuhn_poker", len(some), backend="python")[0]


def test_faults_of_the_rules_come_back(ray: Any, steps: ludex.Game) -> None:
    here = simulation.simulate(simulation.setting(steps, seed=5, backend="python"), 40)
    there = simulation.simulate(simulation.setting(steps, seed=5, backend="python"), 40, engine="ray", workers=2)
    assert here.tally.endings["fault"] > 0
    assert here.tally.faults == there.tally.faults


@pytest.mark.parametrize(("address", "says"), [
    ("127.0.0.1:1", "no Ray cluster at '127.0.0.1:1'"), ("nowhere", "an address is HOST:PORT"),
    ("ray://127.0.0.1:1", "no Ray cluster at 'ray://127.0.0.1:1'"), (":", "an address is HOST:PORT"),
])
def test_what_cannot_be_reached(run_apart: Any, address: str, says: str) -> None:
    done = run_apart("simulate", "nim", "-n", "5", "--engine", "ray", "--address", address)
    assert done.returncode == 2
    assert says in done.stderr and "Traceback" not in done.stderr


def test_the_command_makes_a_cluster_of_its_own(run_apart: Any) -> None:
    done = run_apart("simulate", "nim", "-n", "40", "--seed", "7", "--engine", "ray", "--workers", "2", "--backend",
                     "python")
    here = run_apart("simulate", "nim", "-n", "40", "--seed", "7", "--backend", "python")
    assert (done.returncode, here.returncode) == (0, 0)
    assert done.stdout.splitlines()[:-1] == here.stdout.splitlines()[:-1]
    assert "Traceback" not in done.stderr


def test_an_address_needs_the_engine(run_apart: Any) -> None:
    done = run_apart("simulate", "nim", "--address", "auto")
    assert done.returncode == 2
    assert "add --engine ray" in done.stderr


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(cluster.NoCluster, match="need the extra `ray`"):
        rows_of("nim", 5, backend="python", engine="ray")
