"""Shares batches of games out to a Ray cluster, and gives their rows back in the order of the batches.

A batch is a task: whoever is free takes one, and when a worker dies its batch is played again somewhere else. As a
game follows from its seed, the rows are the same, whoever has played them and how often. Each worker makes the player
once, when it first plays.
"""

from __future__ import annotations

import logging
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ludex.simulate.stopping import Stop
from ludex.simulate.workers import AHEAD, Found, Player, WorkerLost

#: The room for what tasks hand over on a cluster of our own; rows are small.
STORE = 100_000_000
#: Seconds after which it is looked whether somebody asks to stop.
LOOK = 0.5
#: Seconds to wait for a cluster to answer at all.
PATIENCE = 5.0


class NoCluster(RuntimeError):
    """Ray is not installed, or there is no cluster at the address."""


def rows(make: Callable[[], Player[Found]], batches: Iterable[list[int]], workers: int, address: str | None,
         stop: Stop) -> Generator[list[Found], None, None]:
    """The rows of each batch of seeds, batch after batch; `make` is sent to the workers. Without an address a cluster
    of so many workers is made here. Raises `NoCluster`, and `WorkerLost` where a worker dies every time."""
    with connected(workers, address) as ray:
        play = ray.remote(_play).options(max_retries=-1, num_cpus=1)
        made = ray.put(make)
        waiting: deque[Any] = deque()
        try:
            for batch in batches:
                waiting.append(play.remote([made], batch))
                if len(waiting) == workers * AHEAD:
                    if not _done(ray, waiting[0], stop):
                        return
                    yield ray.get(waiting.popleft())
            while waiting and _done(ray, waiting[0], stop):
                yield ray.get(waiting.popleft())
        except ray.exceptions.WorkerCrashedError as lost:
            raise WorkerLost(f"a worker of the cluster has died: {lost}") from None
        finally:
            for task in waiting:
                ray.cancel(task, force=False)


def _done(ray: Any, task: Any, stop: Stop) -> bool:
    """Wait for a task; no longer than until somebody asks to stop."""
    while not ray.wait([task], timeout=LOOK)[0]:
        if stop.asked:
            return False
    return True


def size(address: str) -> int:
    """How many processors a cluster has."""
    with connected(1, address) as ray:
        return max(1, int(ray.cluster_resources().get("CPU", 1)))


@contextmanager
def connected(workers: int, address: str | None) -> Iterator[Any]:
    """Ray, connected to a cluster; to the one that is there already, if this program has one."""
    try:
        import ray
    except ImportError:
        raise NoCluster("games on a cluster need the extra `ray`: pip install 'ludex[ray]'") from None
    if ray.is_initialized():
        yield ray
        return
    try:
        if address is None:
            ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR,
                     object_store_memory=STORE)
        else:
            _reach(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, OSError, ValueError, RuntimeError) as why:
        raise NoCluster(f"there is no Ray cluster {'here' if address is None else f'at {address!r}'}: {why}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _reach(address: str) -> None:
    """Fail soon where nobody answers: Ray itself would go on asking for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if address == "auto":
        return
    if not colon or not port.isdecimal():
        raise ValueError("an address is HOST:PORT, ray://HOST:PORT or auto")
    socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()


#: The player of this worker, by the name of what it was made for.
_players: dict[str, Player[Any]] = {}


def _play(made: list[Any], batch: list[int]) -> list[Any]:
    """What a worker does. `made` refers to what makes its player, which is fetched once."""
    import ray

    name = made[0].hex()
    if name not in _players:
        _players.clear()
        _players[name] = ray.get(made[0])()
    return _players[name].play(batch)


__all__ = ["NoCluster", "connected", "rows", "size"]
