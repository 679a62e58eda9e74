"""Shares batches of games out to workers, and gives their rows back in the order of the batches.

So what comes of a simulation does not depend on how many work at it, or how fast. Only a few batches are under way at a
time: memory does not grow with the number of games. Threads are for engines that let go of Python's lock, processes for
those that do not; a process gets the player once, when it begins. It ends when nobody waits for it any more: it has
one end of a pipe, whose other end is closed when games are broken off, and by the system when we are gone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Literal, Protocol, TypeVar

from ludex.simulate.stopping import SIGNALS, Stop

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


def rows(make: Callable[[], Player[Found]], batches: Iterable[list[int]], workers: int, kind: Kind, stop: Stop
         ) -> Generator[list[Found], None, None]:
    """The rows of each batch of seeds, batch after batch. `make` gives the player, in each process anew. Players that
    are meant for processes are slow, and are broken off when somebody asks to stop."""
    if workers == 1:
        player = make()
        for batch in batches:
            if kind == "threads":
                yield player.play(batch)
            elif (found := stop.unless_asked(partial(player.play, batch))) is not None:
                yield found
            else:
                return
    elif kind == "threads":
        with ThreadPoolExecutor(workers) as pool:
            yield from _in_order(pool, make().play, batches, workers, stop)
    else:
        context = multiprocessing.get_context("spawn")
        theirs, ours = context.Pipe(duplex=False)
        with theirs, ours, ProcessPoolExecutor(workers, context, _begin, (make, theirs)) as pool:
            try:
                yield from _in_order(pool, _play, batches, workers, stop)
                pool.shutdown()
            except BrokenProcessPool:
                raise WorkerLost("a process that played games has died; was there too little memory?") from None
            finally:
                ours.close()


def _in_order(pool: Executor, play: Callable[[list[int]], list[Found]], batches: Iterable[list[int]], workers: int,
              stop: Stop) -> Iterator[list[Found]]:
    """What workers make of the batches, in order. Who stops asking has those called off that nobody has begun."""
    processes = isinstance(pool, ProcessPoolExecutor)
    waiting: deque[Future[list[Found]]] = deque()

    def result(of: Future[list[Found]]) -> list[Found] | None:
        return stop.unless_asked(of.result) if processes else of.result()

    try:
        for batch in batches:
            with _deaf() if processes else nullcontext():
                waiting.append(pool.submit(play, batch))
            if len(waiting) == workers * AHEAD:
                if (found := result(waiting.popleft())) is None:
                    return
                yield found
        while waiting:
            if (found := result(waiting.popleft())) is None:
                return
            yield found
    finally:
        pool.shutdown(wait=not processes, cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """While processes begin, Ctrl-C and its like wait; they take over that they do not hear it, for it is meant for us
    alone."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_players: list[Player[Any]] = []


def _begin(make: Callable[[], Player[Any]], wanted: Connection) -> None:
    """What a process does first."""
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(wanted,), daemon=True).start()
    _players.append(make())


def _end_with(wanted: Connection) -> None:
    """End the process when the other end of the pipe is closed, whatever is played just now."""
    try:
        wanted.recv()
    except (EOFError, OSError):
        os._exit(1)


def _play(batch: list[int]) -> list[Any]:
    return _players[-1].play(batch)
