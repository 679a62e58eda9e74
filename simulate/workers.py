"""Shares batches of games out to workers, and gives their rows back in the order of the batches.

So what comes of a simulation does not depend on how many work at it, or how fast. Only a few batches are under way at a
time: memory does not grow with the number of games. Threads are for engines that let go of Python's lock, processes for
those that do not; a process gets the player once, when it begins.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from typing import Any, Literal, Protocol, TypeVar

Found = TypeVar("Found")


class Player(Protocol[Found]):
    """Whoever plays whole games, and gives something for each."""

    def play(self, seeds: list[int]) -> list[Found]:
        """A game for every seed, in order."""


#: Where games are played: `threads` and `processes` are for more than one worker; `cluster.py` has the third.
Kind = Literal["threads", "processes", "cluster"]
#: How many batches are under way for each worker.
AHEAD = 3


class WorkerLost(RuntimeError):
    """A process that played games has died."""


def rows(make: Callable[[], Player[Found]], batches: Iterable[list[int]], workers: int, kind: Kind
         ) -> Generator[list[Found], None, None]:
    """The rows of each batch of seeds, batch after batch. `make` gives the player, in each process anew."""
    if workers == 1:
        player = make()
        for batch in batches:
            yield player.play(batch)
    elif kind == "threads":
        with ThreadPoolExecutor(workers) as pool:
            yield from _in_order(pool, make().play, batches, workers)
    else:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, context, _begin, (make,)) as pool:
            try:
                yield from _in_order(pool, _play, batches, workers)
            except BrokenProcessPool:
                raise WorkerLost("a process that played games has died; was there too little memory?") from None


def _in_order(pool: Executor, play: Callable[[list[int]], list[Found]], batches: Iterable[list[int]], workers: int
              ) -> Iterator[list[Found]]:
    """What workers make of the batches, in order. Who stops asking has those called off that nobody has begun."""
    waiting: deque[Future[list[Found]]] = deque()
    try:
        for batch in batches:
            with _deaf() if isinstance(pool, ProcessPoolExecutor) else nullcontext():
                waiting.append(pool.submit(play, batch))
            if len(waiting) == workers * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """While processes begin, Ctrl-C waits; they take over that they do not hear it, for it is meant for us alone."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_players: list[Player[Any]] = []


def _begin(make: Callable[[], Player[Any]]) -> None:
    """What a process does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _players.append(make())


def _play(batch: list[int]) -> list[Any]:
    return _players[-1].play(batch)
