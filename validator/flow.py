"""What is known wherever play can be: the whole course of a game, followed once with bounds instead of values.

Set-up, rounds, turns, actions, procedures, triggers and ends are gone through in the order in which play would. For
every line and condition that is reached it is kept what is known there; what is never reached has no entry. A word that
is not known here changes whatever it names.

Where procedures in loops would make that too long, each procedure is followed apart: it is gone through with what all
who run it know, and afterwards they know nothing of what it may have changed.
"""

from __future__ import annotations

from ludex.dsl import typed
from ludex.dsl.any_time import ANY_TIME
from ludex.dsl.game import END_OF_ROUND
from ludex.dsl.names import moments_of
from ludex.dsl.typed import Argument, Chosen, Effect, Line, TypedExpr
from ludex.dsl.types import Element, Elements
from ludex.validator.facts import Facts
from ludex.validator.flow_length import length
from ludex.validator.flow_loops import Loops
from ludex.validator.known import FAR, Bounds, State, join, widen
from ludex.validator.visits import Visit
from ludex.validator.walk import Reach, inside

#: The most lines that are looked at, counted with repetitions. Beyond that nothing is known.
BUDGET = 8_000
#: Games that are longer than this are followed with each procedure apart.
LONG = 5_000


class TooMuch(Exception):
    """The course of the game is too long to follow."""


class Flow(Loops):
    """The course of one game. `follow` makes it."""

    def __init__(self, game: typed.Game, facts: Facts, full_draws: bool = False, apart: bool = False) -> None:
        super().__init__(game, facts)
        self.full_draws = full_draws
        #: Whether procedures are followed apart from those who run them: by name and who acts, what all of them know.
        self.apart = apart
        self._inputs: dict[tuple[str, str, object], State] = {}
        self._waiting: list[tuple[str, str, object]] = []
        #: Whether play may come to the end of the set-up, and round to the next round.
        self.complete = True
        self._steps = 0
        #: By the identity of a line, the conditions inside its values.
        self._tests: dict[int, list[TypedExpr]] = {}

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
        while self._waiting:
            sort, name, actor = key = self._waiting.pop()
            known = self._inputs[key].copy()
            if sort == "moment":
                self._answers(name, known, actor)
            else:
                self.effect(game.procedures[name].effect, known, actor)

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
                state, skipped = self.branch(phase.when, state, None)
            begins, over = moments_of(name)
            state = self.moment(begins, state, None)
            state = self.effect(phase.effect, state, None)
            if phase.turns is not None and state is not None:
                state = self._turns(phase.turns, state)
            state = self.effect(phase.finish, state, None)
            state = join(self.moment(over, state, None), skipped)
        return self.moment(END_OF_ROUND, state, None)

    def _turns(self, turns: typed.TurnsRule, state: State) -> State | None:
        left: list[State | None] = []
        self.look(turns.first, state, None)
        begun = state

        def turn(state: State | None) -> State | None:
            if state is None:
                return None
            left.clear()
            if turns.until is not None:
                done, state = self.branch(turns.until, state, None)
                left.append(done)
                if state is None:
                    return None
            state = self.facts.forget(state, [turns.you])
            passed: State | None = None
            if turns.among is not None:
                self.look(turns.among, state, None)
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
                self.note(self.entries, id(turns), Visit(turns.first, turns.you, begun, turns.actions))
                after = self.take(turns.actions, id(turns), state, turns.you)
            after = self.effect(turns.effect, after, turns.you)
            if turns.next is not None and after is not None:
                self.look(turns.next, after, turns.you)
            return join(after, passed)

        self.loop(turn, state)
        found: State | None = None
        for each in left:
            found = join(found, each)
        return found

    def take(self, names: tuple[str, ...], place: int, state: State | None, actor: object) -> State | None:
        """One of several actions."""
        if state is None:
            return None
        players = typed.Everything(next(iter(self.game.domains.values())).at, Elements("player"), "player")
        self.note(self.turns, place, Visit(players, actor, state, names))
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
            found = join(found, self.effect(action.effect, after, actor))
        return found

    def moment(self, name: str, state: State | None, actor: object) -> State | None:
        """The triggers and ends of a moment."""
        if state is None:
            return None
        self.reached.add(("moment", name))
        if self.apart and name.startswith(ANY_TIME):
            return self._later("moment", name, state, actor)
        return self._answers(name, state, actor)

    def _answers(self, name: str, state: State | None, actor: object) -> State | None:
        for trigger in self.game.triggers:
            if trigger.at_moment != name or state is None:
                continue
            skipped = None
            if trigger.again:
                state = self._for_as_long(trigger, state)
                continue
            if trigger.when is not None:
                state, skipped = self.branch(trigger.when, state, None)
            if state is not None:
                self.reached.add(("trigger", trigger.rule.name))
            state = join(self.effect(trigger.effect, state, None), skipped)
        for end in self.game.ends:
            if end.moment == name and state is not None:
                ended, state = self.branch(end.when, state, None)
                if ended is not None:
                    self.reached.add(("end", end.rule.name))
        return state

    def _for_as_long(self, trigger: typed.EffectRule, state: State) -> State | None:
        """A trigger that happens again and again while its condition holds."""
        holds = trigger.when
        assert holds is not None

        def once(state: State | None) -> State | None:
            inside = None if state is None else self.test(holds, state, None)
            if inside is not None:
                self.reached.add(("trigger", trigger.rule.name))
            return self.effect(trigger.effect, inside, None)

        ended = self.loop(once, state)
        return None if ended is None else self.facts.assume(holds, False, ended, None)

    # -- effects

    def effect(self, effect: Effect | None, state: State | None, actor: object) -> State | None:
        """What is known after an effect; None if play does not come to its end."""
        for line in effect or ():
            if state is None:
                return None
            self._steps += 1
            if self._steps > BUDGET:
                raise TooMuch
            self.note(self.lines, id(line), Visit(line, actor, state))
            self._inside(line, state, actor)
            state = self._line(line, state, actor)
        return state

    def look(self, expr: TypedExpr, state: State, actor: object) -> None:
        """The value of an expression is needed, and so are the conditions inside it."""
        super().look(expr, state, actor)
        self._inside(expr, state, actor)

    def _inside(self, node: Argument | Line, state: State, actor: object) -> None:
        """Conditions inside values are reached too."""
        tests = self._tests.get(id(node))
        if tests is None:
            tests = self._tests[id(node)] = [
                test for part in inside(node) if isinstance(part, typed.Apply) and part.word.means == "either"
                if isinstance(test := part.arguments["test"], TypedExpr)]
        for test in tests:
            self.note(self.tests, id(test), Visit(test, actor, state))

    def _line(self, line: Line, state: State, actor: object) -> State | None:
        given, facts = line.arguments, self.facts
        if line.word.ends_game:
            return None
        match line.word.means:
            case "case":
                test = given["condition"]
                assert isinstance(test, TypedExpr)
                holds, fails = self.branch(test, state, actor)
                return join(self.effect(line.body, holds, actor),
                            self.effect(line.otherwise, fails, actor) if line.otherwise else fails)
            case "otherwise":
                return self.effect(line.body, state, actor)
            case "each from" | "each in" | "each":
                return self.each(line, state, actor)
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
                    key = facts.named(acting)
                    present.values[key] = facts.bounds(given["player"], present, actor)
                    for name in self.owned:
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
                return self.until(line, state, actor)
            case "do":
                return self._do(line, state, actor)
            case "let":
                assert isinstance(given["name"], typed.Local)
                return self.bind(given["name"], facts.bounds(given["value"], state, actor), state)
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
                return join(taken, self.effect(line.otherwise, state, actor) if line.otherwise else state)
            case "may":
                taken = self.effect(line.body, state, actor)
                return join(taken, self.effect(line.otherwise, state, actor) if line.otherwise else state)
            case "act":
                assert isinstance(given["actions"], typed.Named)
                return self.take(given["actions"].names, id(line), state, actor)
            case "move":
                return self.move(given["items"], given["target"], state, actor)
            case "draw":
                return self.draw(line, state, actor)
            case "pick":
                assert isinstance(given["name"], typed.Local)
                some = facts.narrow(given["set"], (1, FAR), state.copy(), actor)
                return self.bind(given["name"], facts.of_type(given["name"].type), some or state)
            case "roll":
                assert isinstance(given["name"], typed.Local)
                low, high = facts.bounds(given["low"], state, actor), facts.bounds(given["high"], state, actor)
                return self.bind(given["name"], (low[0], high[1]), state)
        if line.word.changes is not None:
            return self.write(line, line.word.changes, state, actor)
        return self._unknown(line, state, actor)

    def _unknown(self, line: Line, state: State, actor: object) -> State | None:
        """A word that nobody told us about: what it names may be anything afterwards."""
        touched = self.facts.reach.line(line) | self.facts.reach.effect(line.body)
        state = self.lose(state, touched.writes)
        for block in (line.body, line.otherwise):
            if block:
                self.effect(block, state, line.you or actor)
        return state

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
                state = self.bind(local, found, state)
        if not self.apart:
            return self.effect(rule.effect, state, actor)
        return self._later("procedure", name, state, actor)

    def _later(self, sort: str, name: str, state: State, actor: object) -> State:
        """Run something that is followed later: afterwards nothing is known of what it may have changed."""
        key = sort, name, actor
        known = self._inputs.get(key)
        joined = join(known, state)
        assert joined is not None
        if known is None or not joined.same(known):
            self._inputs[key] = joined if known is None else widen(known, joined)
            if key not in self._waiting:
                self._waiting.append(key)
        return self.lose(state, self.facts.reach.run(sort, name).writes)


def follow(game: typed.Game, reach: Reach, full_draws: bool = False) -> Flow:
    """Follow a game from start to end."""
    flow = Flow(game, Facts(game, reach), full_draws, length(game) > LONG)
    flow.run()
    return flow
