"""What is known wherever play can be: the whole course of a game, followed once with bounds instead of values.

Set-up, rounds, turns, actions, procedures, triggers and ends are gone through in the order in which play would. For
every line and condition that is reached it is kept what is known there; what is never reached has no entry. A word that
is not known here changes whatever it names.

Where procedures in loops would make that too long, each procedure is followed apart: it is gone through with what all
who run it know, and afterwards they know nothing of what it may have changed.
"""

from __future__ import annotations

from ludex.dsl import typed
from ludex.dsl.any_time import is_woven
from ludex.dsl.course import Script, halfway
from ludex.dsl.typed import Argument, Chosen, Effect, Line, TypedExpr
from ludex.dsl.types import Elements
from ludex.validator.facts import Facts
from ludex.validator.flow_length import length
from ludex.validator.flow_loops import Loops
from ludex.validator.known import FAR, State, join, widen
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

    def __init__(self, game: typed.Game, facts: Facts, course: Script, full_draws: bool = False) -> None:
        super().__init__(game, facts)
        self.course = course
        self.full_draws = full_draws
        #: Whether procedures are followed apart from those who run them: by name and who acts, what all of them know.
        self.apart = length(game, course) > LONG
        self._inputs: dict[tuple[str, str, object, bool], State] = {}
        self._waiting: list[tuple[str, str, object, bool]] = []
        #: Whether this is one step, in the middle of which nothing happens at any time.
        self._one_step = False
        self._halfway = frozenset(halfway(game))
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
        facts = self.facts
        state = State()
        for zone in self.game.zones.values():
            size = facts.sizes[zone.domain][1] if zone.full else 0
            state.values[facts.summary(zone.name)] = (size, size)
        for variable in self.game.variables.values():
            state.values[facts.summary(variable.name)] = facts.untold(variable)
        self.effect(self.course.whole, state, None)
        while self._waiting:
            key = self._waiting.pop()
            sort, name, actor, self._one_step = key
            effect = self.game.procedures[name].effect if sort == "procedure" else self.course.answers[name]
            self.effect(effect, self._inputs[key].copy(), actor if sort == "procedure" else None)

    def _turns(self, line: Line, state: State) -> State | None:
        given, facts = line.arguments, self.facts
        you, until, among, following = (given.get(name) for name in ("name", "until", "among", "next"))
        assert isinstance(you, typed.Local) and isinstance(given["first"], TypedExpr)
        left: list[State | None] = []
        self.look(given["first"], state, None)
        begun = Visit(given["first"], you, state)

        def turn(state: State | None) -> State | None:
            if state is None:
                return None
            left.clear()
            if isinstance(until, TypedExpr):
                done, state = self.branch(until, state, None)
                left.append(done)
                if state is None:
                    return None
            state = facts.forget(state, [you])
            passed: State | None = None
            if isinstance(among, TypedExpr):
                self.look(among, state, None)
                size = facts.bounds(among, state, None)
                if size[0] < self.game.least:
                    passed = state
                if size[1] == 0:
                    return state
                state = facts.narrow(among, (1, FAR), state.copy(), None)
                if state is None:
                    return passed
            for act in (each for each in line.body or () if not each.written):
                self.note(self.entries, id(act), begun)
            after = self.effect(line.body, state, you)
            if isinstance(following, TypedExpr) and after is not None:
                self.look(following, after, you)
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

    def moment(self, name: str, state: State, actor: object) -> State | None:
        """The triggers and ends of a moment."""
        if is_woven(name) and self._one_step:
            return state
        self.reached.add(("moment", name))
        if self.apart and is_woven(name):
            return self._later("moment", name, state, actor)
        return self.effect(self.course.answers.get(name), state, None)

    def _for_as_long(self, line: Line, state: State, actor: object) -> State | None:
        """What happens again and again while a condition holds."""
        holds = line.arguments["condition"]
        assert isinstance(holds, TypedExpr)

        def once(state: State | None) -> State | None:
            return self.effect(line.body, None if state is None else self.test(holds, state, actor), actor)

        ended = self.loop(once, state)
        return None if ended is None else self.facts.assume(holds, False, ended, actor)

    def _in_one_step(self, effect: Effect | None, state: State, actor: object) -> State | None:
        """What happens in the middle of which nothing is looked at that may happen at any time."""
        self._one_step, before = True, self._one_step
        ended = self.effect(effect, state, actor)
        self._one_step = before
        return ended

    # -- effects

    def effect(self, effect: Effect | None, state: State | None, actor: object) -> State | None:
        """What is known after an effect; None if play does not come to its end."""
        for line in effect or ():
            if state is None:
                return None
            if line.written:
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
            if line.word.means == "over":
                self._reach(given["sort"], given["name"])
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
            case "say" | "begins":
                return state
            case "start":
                assert isinstance(given["variable"], typed.ToEach)
                return facts.started(given["variable"].symbol, state)
            case "part":
                self._reach(given["sort"], given["name"])
                return self.effect(line.body, state, actor)
            case "one step":
                return self._in_one_step(line.body, state, actor)
            case "for ever":
                self.loop(lambda s: self.effect(line.body, s, actor), state)
                return None
            case "as long as":
                return self._for_as_long(line, state, actor)
            case "turns":
                return self._turns(line, state)
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

    def _reach(self, sort: Argument, name: Argument) -> None:
        assert isinstance(sort, typed.Words) and isinstance(name, typed.Words)
        self.reached.add((sort.text, name.text))

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
        key = sort, name, actor, self._one_step and (sort, name) in self._halfway
        known = self._inputs.get(key)
        joined = join(known, state)
        assert joined is not None
        if known is None or not joined.same(known):
            self._inputs[key] = joined if known is None else widen(known, joined)
            if key not in self._waiting:
                self._waiting.append(key)
        return self.lose(state, self.facts.reach.run(sort, name).writes)


def follow(game: typed.Game, reach: Reach, course: Script, full_draws: bool = False) -> Flow:
    """Follow a game from start to end."""
    flow = Flow(game, Facts(game, reach), course, full_draws)
    flow.run()
    return flow
