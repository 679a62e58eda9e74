"""What is known wherever play can be: the whole course of a game, followed once with bounds instead of values.

Set-up, rounds, turns, actions, procedures, triggers and ends are gone through in the order in which play would, loops
until nothing new comes up (after a few rounds bounds that still move are given up). For every line and condition that
is reached it is kept what is known there; what is never reached has no entry. A word that is not known here changes
whatever it names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ludex.dsl import typed
from ludex.dsl.game import END_OF_ROUND
from ludex.dsl.typed import Argument, Chosen, Effect, Line, TypedExpr
from ludex.dsl.types import Element, Elements, Number
from ludex.validator.facts import FAR, Bounds, Facts, State
from ludex.validator.walk import Reach, inside

#: How often a loop is gone through before moving bounds are given up, and at most.
EXACT, MOST = 2, 5
#: Loops over no more players than this are gone through one by one.
UNROLLED = 5
#: The most lines that are looked at, counted with repetitions. Beyond that nothing is known.
BUDGET = 8_000


class TooMuch(Exception):
    """The course of the game is too long to follow."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A line or a condition that is reached, who acts there, and what is known."""

    node: Line | TypedExpr | Chosen
    actor: object
    state: State
    #: The turns that a visit stands for, where a player takes an action.
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class Flow:
    """The course of one game. `follow` makes it."""

    game: typed.Game
    facts: Facts
    lines: dict[tuple[int, object], Visit] = field(default_factory=dict)
    tests: dict[tuple[int, object], Visit] = field(default_factory=dict)
    choices: dict[tuple[int, object], Visit] = field(default_factory=dict)
    #: What is known where players take one of several actions.
    turns: dict[tuple[int, object], Visit] = field(default_factory=dict)
    #: What is known there when the turns of a phase begin.
    entries: dict[tuple[int, object], Visit] = field(default_factory=dict)
    #: Names of phases, procedures, actions, triggers and ends that are reached.
    reached: set[tuple[str, str]] = field(default_factory=set)
    #: Whether a draw brings all that it asks for, where there is that much at most.
    full_draws: bool = False
    #: Whether play may come to the end of the set-up, and round to the next round.
    complete: bool = True
    _steps: int = 0
    _looping: bool = False
    #: Where what was chosen lies, as long as nothing has moved there.
    _lies: dict[typed.Local, tuple[typed.Place, ...]] = field(default_factory=dict)
    _foreign: list[tuple[str, object]] = field(default_factory=list)

    # -- the course

    def run(self) -> None:
        """Follow the game from its start."""
        try:
            self._run()
        except (TooMuch, RecursionError):
            self.complete = False

    def _run(self) -> None:
        game, facts = self.game, self.facts
        state: State | None = State()
        assert state is not None
        for zone in game.zones.values():
            size = facts.sizes[zone.domain][1] if zone.full else 0
            state.values[facts.summary(zone.name)] = (size, size)
        for variable in game.variables.values():
            state.values[facts.summary(variable.name)] = self._start(variable)
        for step in game.setup:
            state = self.effect(step.effect, state, None)
        self.loop(self._round, state)

    def _start(self, variable: typed.VariableSymbol) -> Bounds:
        start = self.game.starts.get(variable.name)
        wide = self.facts.of_type(variable.type)
        nothing = (-1, -1) if wide[0] == -1 and isinstance(variable.type, Element) else (
            (max(wide[0], min(wide[1], 0)),) * 2)
        if isinstance(variable.type, Elements):
            nothing = (0, 0)
        if start is None:
            return nothing
        given = list(start.values()) if isinstance(start, dict) else [start]
        found = [self.facts.bounds(expr, State(), None) for expr in given]
        if isinstance(start, dict) and len(found) < self.facts.sizes[variable.each or "player"][1]:
            found.append(nothing)
        return min(low for low, _ in found), max(high for _, high in found)

    def _round(self, state: State | None) -> State | None:
        for name in self.game.rounds:
            phase = self.game.phases.get(name)
            if phase is None or state is None:
                continue
            self.reached.add(("phase", name))
            skipped = None
            if phase.when is not None:
                skipped = self.assume(phase.when, False, state, None)
                state = self.test(phase.when, state, None)
            state = self.effect(phase.effect, state, None)
            if phase.turns is not None and state is not None:
                state = self._turns(phase.turns, state)
            state = self.facts.join(self.effect(phase.finish, state, None), skipped)
        return self.moment(END_OF_ROUND, state, None)

    def _turns(self, turns: typed.TurnsRule, state: State) -> State | None:
        left: list[State | None] = []
        state = self._expr(turns.first, state, None)
        begun = state

        def turn(state: State | None) -> State | None:
            if state is None:
                return None
            left.clear()
            if turns.until is not None:
                left.append(self.assume(turns.until, True, state, None))
                state = self.test(turns.until, state, None, False)
                if state is None:
                    return None
            state = self.facts.forget(state, [turns.you])
            passed: State | None = None
            if turns.among is not None:
                size = self.facts.bounds(turns.among, state, None)
                if size[0] < self.game.least:
                    passed = state
                if size[1] == 0:
                    return state
                state = self.facts.narrow(turns.among, (1, FAR), state.copy(), None)
                if state is None:
                    return passed
            after: State | None = state
            if turns.actions:
                if begun is not None:
                    self._note(self.entries, id(turns), turns.you, Visit(turns.first, turns.you, begun, turns.actions))
                after = self.take(turns.actions, id(turns), state, turns.you)
            after = self.effect(turns.effect, after, turns.you)
            return self.facts.join(after, passed)

        self.loop(turn, state)
        found: State | None = None
        for each in left:
            found = self.facts.join(found, each)
        return found

    def take(self, names: tuple[str, ...], place: int, state: State | None, actor: object) -> State | None:
        """One of several actions."""
        if state is None:
            return None
        self._note(self.turns, place, actor, Visit(typed.Everything(next(iter(self.game.domains.values())).at,
                                                                    Elements("player"), "player"),
                                                   actor, state, names))
        found: State | None = None
        for name in names:
            action = self.game.actions.get(name)
            if action is None:
                continue
            self.facts.alias[action.you] = actor
            after: State | None = state
            if action.when is not None:
                after = self.test(action.when, state, actor)
            if after is not None:
                self.reached.add(("action", name))
            for chosen in action.choices:
                after = self.chosen(chosen, after, actor, asked=False)
            found = self.facts.join(found, self.effect(action.effect, after, actor))
        return found

    def moment(self, name: str, state: State | None, actor: object) -> State | None:
        """The triggers and ends of a moment."""
        if state is None:
            return None
        self.reached.add(("moment", name))
        for trigger in self.game.triggers:
            if trigger.at_moment != name or state is None:
                continue
            skipped = None
            if trigger.when is not None:
                skipped = self.assume(trigger.when, False, state, None)
                state = self.test(trigger.when, state, None)
            if state is not None:
                self.reached.add(("trigger", trigger.rule.name))
            state = self.facts.join(self.effect(trigger.effect, state, None), skipped)
        for end in self.game.ends:
            if end.moment == name and state is not None:
                if self.test(end.when, state, None) is not None:
                    self.reached.add(("end", end.rule.name))
                state = self.assume(end.when, False, state, None)
        return state

    def _notes(self) -> tuple[dict[tuple[int, object], Visit], ...]:
        return self.lines, self.tests, self.choices, self.turns, self.entries

    # -- loops

    def loop(self, body: Callable[[State | None], State | None], state: State | None) -> State | None:
        """What is known before each time round, until it stays the same."""
        outer, self._looping = self._looping, True
        try:
            return self._looped(body, state)
        finally:
            self._looping = outer

    def _looped(self, body: Callable[[State | None], State | None], state: State | None) -> State | None:
        # Only the last time round is remembered: what is known then holds every time.
        kept = [dict(notes) for notes in self._notes()], set(self.reached)

        def again(state: State) -> State | None:
            for notes, before in zip(self._notes(), kept[0], strict=True):
                notes.clear()
                notes.update(before)
            self.reached = set(kept[1])
            return body(state)

        if state is None:
            return None
        first, given_up = state, False
        for number in range(MOST):
            after = again(state)
            joined = self.facts.join(state, after)
            assert joined is not None
            if not joined.same(state):
                given_up |= number >= EXACT - 1
                state = self.facts.widen(state, joined) if given_up else joined
                continue
            # Where bounds were given up, those that one time round leads back to are known again.
            better = self.facts.join(first, after) if given_up else None
            if better is not None and not better.same(joined):
                again(better)
                return better
            return joined
        # What still moves is not known at all.
        again(State())
        return State()

    def _each(self, line: Line, state: State, actor: object) -> State | None:
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
        outer, self._foreign = self._foreign, []
        after: State | None = None

        def once(state: State | None) -> State | None:
            nonlocal after
            if state is None:
                return None
            state = self.facts.forget(state, [token])
            if state is before:
                state = state.copy()
            if local is not None:
                key = self.facts.intern(("local", token), frozenset((token,)))
                state.values[key] = given
                if whole:
                    for name, _ in self._owned():
                        if name not in foreign and self.facts.summary(name) in before.values:
                            state.values[self.facts.cell(name, key)] = before.values[self.facts.summary(name)]
            after = self.effect(line.body, state, token if players else actor)
            if local is not None:
                foreign.update(name for name, owner in self._foreign if owner != key)
            return after

        if whole and size[1] <= UNROLLED and not self._looping:
            after = ended = self._unrolled(once, state)
        else:
            ended = self.loop(once, state)
        if local is not None and whole and after is not None and ended is not None:
            key = self.facts.intern(("local", token), frozenset((token,)))
            written = {name for name, _ in self._foreign}
            ended = after.copy()
            for name, _ in self._owned():
                cell = after.values.get(self.facts.cell(name, key))
                if name in written and name not in foreign and cell is not None:
                    ended.values[self.facts.summary(name)] = cell
        elif size[0] > 0 and after is not None:
            ended = after
        outer += self._foreign
        self._foreign = outer
        if ended is None:
            return None
        return self.facts.forget(ended, [token])

    def _unrolled(self, once: Callable[[State | None], State | None], state: State) -> State | None:
        """A loop over all players, one by one: what is known after as many as may play."""
        fewest, most = self.facts.sizes["player"]
        notes = [dict(each) for each in self._notes()]
        once(state)  # which shows what players do to one another
        for each, before in zip(self._notes(), notes, strict=True):
            each.clear()
            each.update(before)
        found: State | None = None
        now: State | None = state
        for number in range(1, most + 1):
            now = once(now)
            if number >= fewest:
                found = self.facts.join(found, now)
        return found

    def _owned(self) -> Iterator[tuple[str, str]]:
        for symbols in (self.game.zones, self.game.variables):
            for name, symbol in symbols.items():
                if symbol.each == "player":
                    yield name, symbol.each

    # -- effects

    def effect(self, effect: Effect | None, state: State | None, actor: object) -> State | None:
        """What is known after an effect; None if play does not come to its end."""
        for line in effect or ():
            if state is None:
                return None
            self._steps += 1
            if self._steps > BUDGET:
                raise TooMuch
            self._note(self.lines, id(line), actor, Visit(line, actor, state))
            for argument in line.arguments.values():
                state = self._expr(argument, state, actor)
            state = self._line(line, state, actor)
        return state

    def _note(self, kept: dict[tuple[int, object], Visit], place: int, actor: object, visit: Visit) -> None:
        known = kept.get((place, actor))
        if known is None:
            kept[place, actor] = visit
        elif known.state is not visit.state:
            joined = self.facts.join(known.state, visit.state)
            assert joined is not None
            kept[place, actor] = Visit(known.node, actor, joined, known.names)

    def _expr(self, node: Argument, state: State, actor: object) -> State:
        """Conditions inside values are reached too."""
        for part in inside(node):
            if isinstance(part, typed.Apply) and part.word.means == "either":
                self._note(self.tests, id(part.arguments["test"]), actor,
                           Visit(part.arguments["test"], actor, state))  # type: ignore[arg-type]
        return state

    def test(self, expr: TypedExpr, state: State, actor: object, wanted: bool = True) -> State | None:
        """A condition is looked at."""
        self._note(self.tests, id(expr), actor, Visit(expr, actor, state))
        return self.assume(expr, wanted, state, actor)

    def assume(self, expr: TypedExpr, wanted: bool, state: State, actor: object) -> State | None:
        """The state in which a condition holds."""
        return self.facts.assume(expr, wanted, state, actor)

    def _line(self, line: Line, state: State, actor: object) -> State | None:
        given, facts = line.arguments, self.facts
        if line.word.ends_game:
            return None
        match line.word.means:
            case "case":
                test = given["condition"]
                assert isinstance(test, TypedExpr)
                holds = self.effect(line.body, self.test(test, state, actor), actor)
                fails = self.assume(test, False, state, actor)
                return facts.join(holds, self.effect(line.otherwise, fails, actor) if line.otherwise else fails)
            case "otherwise":
                return self.effect(line.body, state, actor)
            case "each from" | "each in" | "each":
                return self._each(line, state, actor)
            case "for":
                present = facts.narrow(given["player"], (0, FAR), state.copy(), actor)
                if present is None or line.you is None:
                    return None
                player = facts.key(given["player"], actor)
                shape = isinstance(given["player"], typed.Use)
                acting: object = facts.local(given["player"].local, actor) if shape else line.you  # type: ignore[union-attr]
                facts.alias[line.you] = acting
                if not shape:
                    present = facts.forget(present, [acting])
                    key = facts.intern(("local", acting), frozenset((acting,)))
                    present.values[key] = facts.bounds(given["player"], present, actor)
                    for name, _ in self._owned():
                        known = present.values.get(facts.cell(name, player))
                        if known is not None:
                            present.values[facts.cell(name, key)] = known
                return self.effect(line.body, present, acting)
            case "times":
                times = facts.bounds(given["count"], state, actor)
                if times[1] <= 0:
                    return state
                return self.loop(lambda s: self.effect(line.body, s, actor), state)
            case "until":
                return self._until(line, state, actor)
            case "do":
                return self._do(line, state, actor)
            case "let":
                assert isinstance(given["name"], typed.Local)
                return self._bind(given["name"], facts.bounds(given["value"], state, actor), state)
            case "moment":
                assert isinstance(given["moment"], typed.Named)
                return self.moment(given["moment"].names[0], state, actor)
            case "say":
                return state
            case "choose":
                assert isinstance(given["choice"], Chosen)
                return self.chosen(given["choice"], state, actor)
            case "may choose":
                assert isinstance(given["choice"], Chosen)
                taken = self.effect(line.body, self.chosen(given["choice"], state, actor, asked=False), actor)
                return facts.join(taken, self.effect(line.otherwise, state, actor) if line.otherwise else state)
            case "may":
                taken = self.effect(line.body, state, actor)
                return facts.join(taken, self.effect(line.otherwise, state, actor) if line.otherwise else state)
            case "act":
                assert isinstance(given["actions"], typed.Named)
                return self.take(given["actions"].names, id(line), state, actor)
            case "set" | "add" | "subtract" | "include" | "exclude":
                return self._write(line, state, actor)
            case "move":
                return self._move(given["items"], given["target"], state, actor)
            case "draw":
                return self._draw(line, state, actor)
            case "pick":
                assert isinstance(given["name"], typed.Local)
                some = facts.narrow(given["set"], (1, FAR), state.copy(), actor)
                return self._bind(given["name"], facts.of_type(given["name"].type), some or state)
            case "roll":
                assert isinstance(given["name"], typed.Local)
                low, high = facts.bounds(given["low"], state, actor), facts.bounds(given["high"], state, actor)
                return self._bind(given["name"], (low[0], high[1]), state)
        return self._unknown(line, state, actor)

    def _unknown(self, line: Line, state: State, actor: object) -> State | None:
        """A word that nobody told us about: what it names may be anything afterwards."""
        touched = self.facts.reach.line(line) | self.facts.reach.effect(line.body)
        state = self._lose(state, touched.writes)
        for block in (line.body, line.otherwise):
            if block:
                self.effect(block, state, line.you or actor)
        return state

    def _lose(self, state: State, names: frozenset[str]) -> State:
        state = self.facts.forget(state, names)
        state = state.copy()
        for name in names:
            state.values.pop(self.facts.summary(name), None)
            self._moved(name)
            self._foreign.append((name, None))
        return state

    def _until(self, line: Line, state: State, actor: object) -> State | None:
        test = line.arguments["condition"]
        assert isinstance(test, TypedExpr)
        left: list[State | None] = []

        def once(state: State | None) -> State | None:
            if state is None:
                return None
            left[:] = [self.assume(test, True, state, actor)]
            return self.effect(line.body, self.test(test, state, actor, False), actor)

        self.loop(once, state)
        found: State | None = None
        for each in left:
            found = self.facts.join(found, each)
        return found

    def _do(self, line: Line, state: State, actor: object) -> State | None:
        procedure, given = line.arguments["procedure"], line.arguments.get("given")
        assert isinstance(procedure, typed.Named)
        name = procedure.names[0]
        self.reached.add(("procedure", name))
        rule = self.game.procedures.get(name)
        if rule is None:
            return state
        if isinstance(given, typed.Given):
            bounds = [self.facts.bounds(value, state, actor) for value in given.values]
            for local, found in zip(rule.parameters, bounds, strict=True):
                state = self._bind(local, found, state)
        return self.effect(rule.effect, state, actor)

    # -- choices

    def _bind(self, local: typed.Local, bounds: Bounds, state: State) -> State:
        state = self.facts.forget(state, [local]).copy()
        state.values[self.facts.intern(("local", local), frozenset((local,)))] = bounds
        return state

    def chosen(self, choice: Chosen, state: State | None, actor: object, asked: bool = True) -> State | None:
        """Somebody chooses; `asked` says that it has to be possible."""
        if state is None:
            return None
        facts = self.facts
        if asked:
            self._note(self.choices, id(choice), actor, Visit(choice, actor, state))
        if choice.source is None:
            assert choice.low is not None and choice.high is not None
            first, last = facts.bounds(choice.low, state, actor), facts.bounds(choice.high, state, actor)
            state = self._bind(choice.local, (first[0], last[1]), state)
            key = facts.intern(("local", choice.local), frozenset((choice.local,)))
            state.below |= {(key, facts.key(choice.high, actor)), (facts.key(choice.low, actor), key)}
        elif choice.single:
            some = facts.narrow(choice.source, (1, FAR), state.copy(), actor)
            if some is None and not asked:
                return None
            state = self._bind(choice.local, facts.of_type(choice.local.type), some or state)
        else:
            size = facts.bounds(choice.source, state, actor)
            least = facts.bounds(choice.least, state, actor) if choice.least is not None else (0, 0)
            most = facts.bounds(choice.most, state, actor) if choice.most is not None else size
            low, high = max(0, least[0]), min(size[1], most[1])
            some = facts.narrow(choice.source, (low, FAR), state.copy(), actor)
            if (low > high or some is None) and not asked:
                return None
            # That nothing can be chosen is told there, and not as lines that are not reached.
            state = self._bind(choice.local, (low, max(low, high)), some or state)
        if isinstance(choice.source, typed.Place):
            self._lies[choice.local] = (choice.source,)
        elif isinstance(choice.source, typed.Apply) and choice.source.lies:
            self._lies[choice.local] = choice.source.lies
        return state if choice.where is None else self.test(choice.where, state, actor)

    # -- variables

    def _cell(self, node: typed.Field | typed.Place, actor: object) -> tuple[str, int | None]:
        symbol = node.variable if isinstance(node, typed.Field) else node.zone
        return symbol.name, None if node.owner is None else self.facts.key(node.owner, actor)

    def put(self, name: str, owner: int | None, bounds: Bounds, state: State) -> State:
        """A cell of a variable or zone has new bounds."""
        facts = self.facts
        summary = facts.summary(name)
        before = state.values.get(summary)
        state = facts.forget(state, [name]).copy()
        if owner is None:
            state.values[summary] = bounds
        else:
            state.values[facts.cell(name, owner)] = bounds
            if before is not None:
                state.values[summary] = min(before[0], bounds[0]), max(before[1], bounds[1])
        self._moved(name)
        self._foreign.append((name, owner))
        return state

    def _moved(self, name: str) -> None:
        for local in [local for local, places in self._lies.items() if any(p.zone.name == name for p in places)]:
            del self._lies[local]

    def _write(self, line: Line, state: State, actor: object) -> State | None:
        variable = line.arguments["variable"]
        assert isinstance(variable, typed.Field)
        facts = self.facts
        name, owner = self._cell(variable, actor)
        wide, old = facts.of_type(variable.type), facts.bounds(variable, state, actor)
        match line.word.means:
            case "set":
                new = facts.bounds(line.arguments["value"], state, actor)
            case "add":
                amount = facts.bounds(line.arguments["amount"], state, actor)
                new = old[0] + amount[0], old[1] + amount[1]
            case "subtract":
                amount = facts.bounds(line.arguments["amount"], state, actor)
                new = old[0] - amount[1], old[1] - amount[0]
            case _:
                element = line.arguments["element"]
                is_set = isinstance(getattr(element, "type", None), Elements)
                size = facts.bounds(element, state, actor) if is_set else (1, 1)
                if line.word.means == "include":
                    new = max(old[0], size[0]), old[1] + size[1]
                else:
                    new = max(0, old[0] - size[1]), old[1]
        low, high = max(new[0], wide[0]), min(new[1], wide[1])
        # What always leaves the bounds is told there, and not as lines that are not reached.
        return self.put(name, owner, (low, high) if low <= high else wide, state)

    # -- items

    def _size(self, items: Argument, state: State, actor: object) -> Bounds:
        if isinstance(getattr(items, "type", None), Element):
            return 1, 1
        return self.facts.bounds(items, state, actor)

    def _move(self, items: Argument, target: Argument, state: State, actor: object) -> State:
        facts = self.facts
        assert isinstance(target, typed.Place)
        size = self._size(items, state, actor)
        if size[1] == 0:
            return state
        held = facts.bounds(target, state, actor)
        name, owner = self._cell(target, actor)
        sources, apart = self._sources(items), self._apart(items, target)
        for place, emptied in sources:
            state = self._take(place, (0, 0) if emptied else None, size, state, actor)
        limit = facts.of_type(target.type)[1]
        fewest = max(held[0], size[0], held[0] + size[0] if apart else 0)
        return self.put(name, owner, (min(limit, fewest), min(limit, held[1] + size[1])), state)

    def _sources(self, items: Argument) -> list[tuple[typed.Place | str, bool]]:
        """Where items come from: places and whether all of it is taken, or names of zones of which nothing is known."""
        if isinstance(items, typed.Place):
            return [(items, True)]
        lies = items.lies if isinstance(items, typed.Apply) else None
        if isinstance(items, typed.Use):
            lies = self._lies.get(items.local, items.local.lies)
        if lies:
            return [(place, False) for place in lies]
        return [(name, False) for name in self.facts.reach.lying(items)]

    def _apart(self, items: Argument, target: typed.Place) -> bool:
        """Whether none of the items can lie in the zone already."""
        return all(isinstance(place, typed.Place) and place.zone is not target.zone
                   for place, _ in self._sources(items))

    def _take(self, place: typed.Place | str, left: Bounds | None, size: Bounds, state: State, actor: object) -> State:
        if isinstance(place, str) or place.every:
            name = place if isinstance(place, str) else place.zone.name
            known = state.values.get(self.facts.summary(name))
            state = self.facts.forget(state, [name]).copy()
            self._moved(name)
            if known is not None:
                state.values[self.facts.summary(name)] = left or (max(0, known[0] - size[1]), known[1])
            self._foreign.append((name, None))
            return state
        name, owner = self._cell(place, actor)
        old = self.facts.bounds(place, state, actor)
        return self.put(name, owner, left or (max(0, old[0] - size[1]), old[1]), state)

    def _draw(self, line: Line, state: State, actor: object) -> State | None:
        facts, given = self.facts, line.arguments
        source, target = given["source"], given["target"]
        assert isinstance(source, typed.Place) and isinstance(target, typed.Place)
        wanted = facts.bounds(given["count"], state, actor)
        there, held = facts.bounds(source, state, actor), facts.bounds(target, state, actor)
        wanted = max(0, wanted[0]), max(0, wanted[1])
        limit = facts.of_type(source.type)[1]
        if there[0] < wanted[1] and source.zone.has_when_empty:
            rule = self.game.when_empty[source.zone.name]
            self.effect(rule.effect, state, actor)
            state = self._lose(state, facts.reach.effect(rule.effect).writes)
            there = there[0], limit
        fewest = min(wanted[0], there[1] if self.full_draws else there[0])
        if not self.full_draws and source.zone.when_short == "draw nothing" and there[0] < wanted[1]:
            fewest = 0
        drawn = fewest, min(wanted[1], there[1])
        name, owner = self._cell(source, actor)
        low = there[0] - drawn[1]
        state = self.put(name, owner, (max(0, low), max(0, there[1] - drawn[0])), state)
        name, owner = self._cell(target, actor)
        state = self.put(name, owner, (min(limit, held[0] + drawn[0]), min(limit, held[1] + drawn[1])), state)
        if isinstance(given.get("name"), typed.Local):
            state = self._bind(given["name"], drawn, state)  # type: ignore[arg-type]
        return state


def follow(game: typed.Game, reach: Reach, full_draws: bool = False) -> Flow:
    """Follow a game from start to end."""
    flow = Flow(game, Facts(game, reach), full_draws=full_draws)
    flow.run()
    return flow


__all__ = ["Flow", "Number", "Visit", "follow"]
