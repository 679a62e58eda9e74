"""Loops, followed until nothing new comes up.

After a few rounds bounds that still move are given up, and found again if one time round leads back to them. Loops over
players are gone through one by one where that is not too long, for each player has variables and zones of their own.
"""

from __future__ import annotations

from collections.abc import Callable

from ludex.dsl import typed
from ludex.dsl.typed import Line, TypedExpr
from ludex.dsl.types import Element
from ludex.validator.changes import Changes
from ludex.validator.facts import Facts
from ludex.validator.known import FAR, State, join, widen

#: How often a loop is gone through before moving bounds are given up, and at most.
EXACT, MOST = 2, 5
#: Loops over no more players than this are gone through one by one.
UNROLLED = 5


class Loops(Changes):
    """Follows loops."""

    def __init__(self, game: typed.Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self._looping = False

    def loop(self, body: Callable[[State | None], State | None], state: State | None) -> State | None:
        """What is known before each time round, until it stays the same."""
        outer, self._looping = self._looping, True
        try:
            return self._looped(body, state)
        finally:
            self._looping = outer

    def _looped(self, body: Callable[[State | None], State | None], state: State | None) -> State | None:
        # Only the last time round is remembered: what is known then holds every time.
        before = self.so_far()

        def again(state: State) -> State | None:
            self.back_to(before)
            return body(state)

        if state is None:
            return None
        first, given_up = state, False
        for number in range(MOST):
            after = again(state)
            joined = join(state, after)
            assert joined is not None
            if not joined.same(state):
                given_up |= number >= EXACT - 1
                state = widen(state, joined) if given_up else joined
                continue
            # Where bounds were given up, those that one time round leads back to are known again.
            better = join(first, after) if given_up else None
            if better is not None and not better.same(joined):
                again(better)
                return better
            return joined
        # What still moves is not known at all.
        again(State())
        return State()

    def each(self, line: Line, state: State, actor: object) -> State | None:
        """A loop over a set, or over all players, in which each has a turn of its own."""
        local = next((a for a in line.arguments.values() if isinstance(a, typed.Local)), None)
        over = line.arguments.get("set")
        given = self.facts.of_type(local.type) if local is not None else (0, FAR)
        size = self.facts.bounds(over, state, actor) if over is not None else self.facts.sizes["player"]
        if size[1] == 0:
            return state
        token: object = local
        if line.you is not None:
            self.facts.alias[line.you] = token
        players = local is not None and local.type == Element("player")
        whole = players and (over is None or isinstance(over, typed.Everything))
        before, foreign = state, set[str]()
        outer, self.written = self.written, []
        after: State | None = None

        def once(state: State | None) -> State | None:
            nonlocal after
            if state is None:
                return None
            state = self.facts.forget(state, [token])
            if local is not None:
                key = self.facts.named(token)
                state.values[key] = given
                if whole:
                    for name in self.owned:
                        if name not in foreign and self.facts.summary(name) in before.values:
                            state.values[self.facts.cell(name, key)] = before.values[self.facts.summary(name)]
            after = self.effect(line.body, state, token if players else actor)
            if local is not None:
                foreign.update(name for name, owner in self.written if owner != key)
            return after

        if whole and size[1] <= UNROLLED and not self._looping:
            after = ended = self._unrolled(once, state)
        else:
            ended = self.loop(once, state)
        if local is not None and whole and after is not None and ended is not None:
            key = self.facts.named(token)
            written = {name for name, _ in self.written}
            ended = after.copy()
            for name in self.owned:
                cell = after.values.get(self.facts.cell(name, key))
                if name in written and name not in foreign and cell is not None:
                    ended.values[self.facts.summary(name)] = cell
        elif size[0] > 0 and after is not None:
            ended = after
        outer += self.written
        self.written = outer
        if ended is None:
            return None
        return self.facts.forget(ended, [token])

    def _unrolled(self, once: Callable[[State | None], State | None], state: State) -> State | None:
        """A loop over all players, one by one: what is known after as many as may play."""
        fewest, most = self.facts.sizes["player"]
        before = self.so_far()
        once(state)  # which shows what players do to one another
        self.back_to(before)
        found: State | None = None
        now: State | None = state
        for number in range(1, most + 1):
            now = once(now)
            if number >= fewest:
                found = join(found, now)
        return found

    def until(self, line: Line, state: State, actor: object) -> State | None:
        """A loop that a condition ends."""
        test = line.arguments["condition"]
        assert isinstance(test, TypedExpr)
        left: list[State | None] = []

        def once(state: State | None) -> State | None:
            if state is None:
                return None
            done, state = self.branch(test, state, actor)
            left[:] = [done]
            return self.effect(line.body, state, actor)

        self.loop(once, state)
        found: State | None = None
        for each in left:
            found = join(found, each)
        return found
