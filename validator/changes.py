"""What single lines change of what is known: variables that are written, items that move, things that are chosen."""

from __future__ import annotations

from functools import cached_property

from ludex.dsl import typed
from ludex.dsl.typed import Argument, Chosen, Effect, Line, TypedExpr
from ludex.dsl.types import Element
from ludex.dsl.vocabulary.facets import Change
from ludex.validator.facts import Facts
from ludex.validator.guarantees import guarantees
from ludex.validator.known import FAR, Bounds, State
from ludex.validator.visits import Visit, Visits


class Changes(Visits):
    """Follows lines that have no others under them."""

    def __init__(self, game: typed.Game, facts: Facts) -> None:
        super().__init__(game, facts)
        #: What has been written, and of whom, since a loop began.
        self.written: list[tuple[str, object]] = []
        #: Where what was chosen lies, as long as nothing has moved there.
        self._lies: dict[typed.Local, tuple[typed.Place, ...]] = {}
        #: Whether a draw brings all that it asks for, where there is that much at most.
        self.full_draws = False
        #: By the identity of a choice: it, and what holds for all that can be chosen.
        self._guarantees: dict[int, tuple[Chosen, list[TypedExpr]]] = {}

    def effect(self, effect: Effect | None, state: State | None, actor: object) -> State | None:
        """What is known after an effect; None if play does not come to its end."""
        raise NotImplementedError

    @cached_property
    def owned(self) -> tuple[str, ...]:
        """The zones and variables that there are one of for each player."""
        return tuple(name for symbols in (self.game.zones, self.game.variables)
                     for name, symbol in symbols.items() if symbol.each == "player")

    def lose(self, state: State, names: frozenset[str]) -> State:
        state = self.facts.forget(state, names)
        for name in names:
            state.values.pop(self.facts.summary(name), None)
            self.moved(name)
            self.written.append((name, None))
        return state

    # -- choices

    def bind(self, local: typed.Local, bounds: Bounds, state: State) -> State:
        state = self.facts.forget(state, [local])
        state.values[self.facts.named(local)] = bounds
        return state

    def chosen(self, choice: Chosen, state: State | None, actor: object, asked: bool = True) -> State | None:
        """Somebody chooses; `asked` says that it has to be possible."""
        if state is None:
            return None
        facts = self.facts
        if asked:
            self.note(self.choices, id(choice), Visit(choice, actor, state))
        for part in (choice.source, choice.low, choice.high, choice.least, choice.most):
            if part is not None:
                self.look(part, state, actor)
        if choice.source is None:
            assert choice.low is not None and choice.high is not None
            first, last = facts.bounds(choice.low, state, actor), facts.bounds(choice.high, state, actor)
            state = self.bind(choice.local, (first[0], last[1]), state)
            key = facts.named(choice.local)
            state.below |= {(key, facts.key(choice.high, actor)), (facts.key(choice.low, actor), key)}
            bound: Argument = choice.high
            while isinstance(bound, typed.Apply) and bound.word.means == "-" and (
                    facts.bounds(bound.arguments["right"], state, actor)[0] >= 0):
                bound = bound.arguments["left"]
                state.below |= {(key, facts.key(bound, actor))}
        elif choice.single:
            some = facts.narrow(choice.source, (1, FAR), state.copy(), actor)
            if some is None and not asked:
                return None
            state = self.bind(choice.local, facts.of_type(choice.local.type), some or state)
            for holds in self._holds_for(choice):
                state = facts.assume(holds, True, state, actor) or state
        else:
            size = facts.bounds(choice.source, state, actor)
            least = facts.bounds(choice.least, state, actor) if choice.least is not None else (0, 0)
            most = facts.bounds(choice.most, state, actor) if choice.most is not None else size
            low, high = max(0, least[0]), min(size[1], most[1])
            some = facts.narrow(choice.source, (low, FAR), state.copy(), actor)
            if (low > high or some is None) and not asked:
                return None
            # That nothing can be chosen is told there, and not as lines that are not reached.
            state = self.bind(choice.local, (low, max(low, high)), some or state)
        if isinstance(choice.source, typed.Place):
            self._lies[choice.local] = (choice.source,)
        elif isinstance(choice.source, typed.Apply) and choice.source.lies:
            self._lies[choice.local] = choice.source.lies
        return state if choice.where is None else self.test(choice.where, state, actor)

    def _holds_for(self, choice: Chosen) -> list[TypedExpr]:
        """The conditions that everything fulfils which a choice offers, because of the set it is from."""
        if id(choice) not in self._guarantees:
            assert choice.source is not None
            self._guarantees[id(choice)] = choice, list(guarantees(self.game, choice.source, choice.local))
        return self._guarantees[id(choice)][1]

    # -- variables

    def cell(self, node: typed.Field | typed.Place, actor: object) -> tuple[str, int | None]:
        symbol = node.variable if isinstance(node, typed.Field) else node.zone
        return symbol.name, None if node.owner is None else self.facts.key(node.owner, actor)

    def put(self, name: str, owner: int | None, bounds: Bounds, state: State) -> State:
        """A cell of a variable or zone has new bounds."""
        facts = self.facts
        summary = facts.summary(name)
        before = state.values.get(summary)
        state = facts.forget(state, [name])
        if owner is None:
            state.values[summary] = bounds
        else:
            state.values[facts.cell(name, owner)] = bounds
            if before is not None:
                state.values[summary] = min(before[0], bounds[0]), max(before[1], bounds[1])
        self.moved(name)
        self.written.append((name, owner))
        return state

    def moved(self, name: str) -> None:
        for local in [local for local, places in self._lies.items() if any(p.zone.name == name for p in places)]:
            del self._lies[local]

    def write(self, line: Line, change: Change, state: State, actor: object) -> State | None:
        variable = line.arguments["variable"]
        assert isinstance(variable, typed.Field)
        name, owner = self.cell(variable, actor)
        new, wide = self.facts.changed(line, change, state, actor), self.facts.of_type(variable.type)
        low, high = max(new[0], wide[0]), min(new[1], wide[1])
        # What always leaves the bounds is told there, and not as lines that are not reached.
        return self.put(name, owner, (low, high) if low <= high else wide, state)

    # -- items

    def _size(self, items: Argument, state: State, actor: object) -> Bounds:
        if isinstance(getattr(items, "type", None), Element):
            return 1, 1
        return self.facts.bounds(items, state, actor)

    def move(self, items: Argument, target: Argument, state: State, actor: object) -> State:
        facts = self.facts
        assert isinstance(target, typed.Place)
        size = self._size(items, state, actor)
        if size[1] == 0:
            return state
        held = facts.bounds(target, state, actor)
        name, owner = self.cell(target, actor)
        sources, apart = self._sources(items), self._apart(items, target)
        for place, emptied in sources:
            state = self._taken(place, (0, 0) if emptied else None, size, state, actor)
        limit = facts.of_type(target.type)[1]
        fewest = max(held[0], size[0], held[0] + size[0] if apart else 0)
        return self.put(name, owner, (min(limit, fewest), min(limit, held[1] + size[1])), state)

    def _sources(self, items: Argument) -> list[tuple[typed.Place | str, bool]]:
        """Where items come from: places and whether all of it is taken, or names of zones of which nothing is known."""
        if isinstance(items, typed.Place):
            return [(items, True)]
        lies = items.lies if isinstance(items, typed.Apply) else None
        if isinstance(items, typed.Use):
            lies = self._lies.get(items.local)
        if lies:
            return [(place, False) for place in lies]
        return [(name, False) for name in self.facts.reach.lying(items)]

    def _apart(self, items: Argument, target: typed.Place) -> bool:
        """Whether none of the items can lie in the zone already."""
        return all(isinstance(place, typed.Place) and place.zone is not target.zone
                   for place, _ in self._sources(items))

    def _taken(self, place: typed.Place | str, left: Bounds | None, size: Bounds, state: State, actor: object) -> State:
        if isinstance(place, str) or place.every:
            name = place if isinstance(place, str) else place.zone.name
            known = state.values.get(self.facts.summary(name))
            state = self.facts.forget(state, [name])
            self.moved(name)
            if known is not None:
                state.values[self.facts.summary(name)] = left or (max(0, known[0] - size[1]), known[1])
            self.written.append((name, None))
            return state
        name, owner = self.cell(place, actor)
        old = self.facts.bounds(place, state, actor)
        return self.put(name, owner, left or (max(0, old[0] - size[1]), old[1]), state)

    def draw(self, line: Line, state: State, actor: object) -> State | None:
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
            state = self.lose(state, facts.reach.effect(rule.effect).writes)
            there = there[0], limit
        fewest = min(wanted[0], there[1] if self.full_draws else there[0])
        if not self.full_draws and source.zone.when_short == "draw nothing" and there[0] < wanted[1]:
            fewest = 0
        drawn = fewest, min(wanted[1], there[1])
        name, owner = self.cell(source, actor)
        low = there[0] - drawn[1]
        state = self.put(name, owner, (max(0, low), max(0, there[1] - drawn[0])), state)
        name, owner = self.cell(target, actor)
        state = self.put(name, owner, (min(limit, held[0] + drawn[0]), min(limit, held[1] + drawn[1])), state)
        if isinstance(given.get("name"), typed.Local):
            state = self.bind(given["name"], drawn, state)  # type: ignore[arg-type]
        return state
