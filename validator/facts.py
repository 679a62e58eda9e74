"""What a condition adds to what is known, where it holds and where it does not.

`Facts` is what checks use: it evaluates the expressions of one game (`bounds`), tells whether conditions hold
(`truth`) and takes them for granted (`assume`, `narrow`).
"""

from __future__ import annotations

from ludex.dsl import typed
from ludex.dsl.typed import Argument, Line, TypedExpr
from ludex.dsl.types import Element, Elements, Flag, Kind
from ludex.dsl.vocabulary.facets import Change
from ludex.validator.bounds import Here
from ludex.validator.known import FAR, Bounds, State
from ludex.validator.truth import Truths, comparison


class Facts(Truths):
    """Evaluates and assumes expressions of one game."""

    def untold(self, variable: typed.VariableSymbol) -> Bounds:
        """What a variable is that nobody has given a value."""
        low, high = self.of_type(variable.type)
        if isinstance(variable.type, Elements):
            return 0, 0
        if low == -1 and isinstance(variable.type, Element):
            return -1, -1
        return (max(low, min(high, 0)),) * 2

    def started(self, variable: typed.Symbol, state: State) -> State:
        """The state in which a variable has its first value."""
        assert isinstance(variable, typed.VariableSymbol)
        start, state = self.game.starts[variable.name], state.copy()
        given = list(start.values()) if isinstance(start, dict) else [start]
        found = [self.bounds(expr, State(), None) for expr in given]
        if isinstance(start, dict) and len(found) < self.sizes[variable.each or "player"][1]:
            found.append(self.untold(variable))
        state.values[self.summary(variable.name)] = min(low for low, _ in found), max(high for _, high in found)
        return state

    def assume(self, expr: TypedExpr, wanted: bool, state: State, actor: object) -> State | None:
        """The state in which a condition holds (or does not); None if that cannot be."""
        return self.supposed(expr, wanted, self.truth(expr, state, actor), state, actor)

    def both(self, expr: TypedExpr, state: State, actor: object) -> tuple[State | None, State | None]:
        """The state in which a condition holds, and that in which it does not."""
        truth = self.truth(expr, state, actor)
        return (self.supposed(expr, True, truth, state, actor), self.supposed(expr, False, truth, state, actor))

    def supposed(self, expr: TypedExpr, wanted: bool, truth: bool | None, state: State, actor: object) -> State | None:
        """The same as `assume`, where it is known already whether the condition holds, or that nobody knows."""
        if truth is not None and truth is not wanted:
            return None
        if self.left < 0:
            return state
        # What is known already is noted too: where ways meet, only what is noted on all of them is kept.
        made = self._assumed(expr, wanted, state.copy(), actor)
        if made is None and truth is not None:
            return state
        return made if made is None or not made.later else self._settle(made)

    def _settle(self, state: State) -> State | None:
        """Look again at what could not be decided before."""
        pending, state = state.later, State(state.values, state.below)
        for expr, wanted, actor in pending:
            parts = self.operands(expr)
            truths = [self.truth(part, state, actor) for part in parts]
            if wanted in truths:
                continue
            still = [part for part, truth in zip(parts, truths, strict=True) if truth is None]
            if not still:
                return None
            if len(still) > 1:
                state.later = (*state.later, (expr, wanted, actor))
                continue
            found = self._assumed(still[0], wanted, state, actor)
            if found is None:
                return None
            state = found
        return state

    def _assumed(self, expr: TypedExpr, wanted: bool, state: State, actor: object) -> State | None:
        """Add what a condition says to a state that nobody else has."""
        state.values[self.key(expr, actor)] = (int(wanted),) * 2
        if not isinstance(expr, typed.Apply):
            return state
        given = expr.arguments
        match expr.word.means:
            case "not":
                return self._part(given["condition"], not wanted, state, actor)
            case ("and" | "or") as joined:
                if wanted is not (joined == "and"):
                    state.later = (*state.later, (expr, wanted, actor))
                    return state
                found: State | None = state
                for part in self.operands(expr):
                    found = None if found is None else self._part(part, wanted, found, actor)
                return found
            case "<" | ">" | "<=" | ">=":
                small, large, strict = comparison(expr)
                if not wanted:
                    small, large, strict = large, small, not strict
                return self._order(small, large, strict, state, actor)
            case ("is" | "is not") as how:
                return self._match(given["left"], given["right"], wanted is (how == "is"), state, actor)
            case ("any" | "no such" | "every") as how:
                if wanted is (how == "any"):
                    return self.narrow(given["source"], (1, FAR), state, actor)
                if isinstance(given["source"], typed.Everything) and isinstance(given["name"], typed.Local):
                    return self._all(given["name"], given["test"], how == "every", state, actor)
            case _:
                return self._told(expr, (int(wanted),) * 2, state, actor)
        return state

    def _told(self, expr: typed.Apply, value: Bounds, state: State, actor: object) -> State | None:
        """Add what a word says of its parts, when its value lies between bounds."""
        found: State | None = state
        for name, bounds in expr.word.tells(value, Here(self, expr.arguments, state, actor)).items():
            found = None if found is None else self.narrow(expr.arguments[name], bounds, found, actor)
        return found

    def _all(self, local: typed.Local, test: Argument, wanted: bool, state: State, actor: object) -> State | None:
        """What holds (or fails) for every element of a domain says something of all its cells."""
        assert isinstance(test, TypedExpr)
        inner = self.assume(test, wanted, state, actor)
        if inner is None:
            return None
        element = self.named(local)
        for name in self.reach.reads(test):
            known, summary = inner.values.get(self.cell(name, element)), self.summary(name)
            if known is not None:
                low, high = state.values.get(summary, (-FAR, FAR))
                state.values[summary] = max(low, known[0]), min(high, known[1])
        return state

    def _part(self, expr: Argument, wanted: bool, state: State, actor: object) -> State | None:
        assert isinstance(expr, TypedExpr)
        found = self.assume(expr, wanted, state, actor)
        return found.copy() if found is state else found

    def _order(self, small: Argument, large: Argument, strict: bool, state: State, actor: object) -> State | None:
        a, b = self.bounds(small, state, actor), self.bounds(large, state, actor)
        state.below |= {(self.key(small, actor), self.key(large, actor))}
        first = self.narrow(small, (-FAR, b[1] - strict), state, actor)
        return None if first is None else self.narrow(large, (a[0] + strict, FAR), first, actor)

    def _match(self, left: Argument, right: Argument, equal: bool, state: State, actor: object) -> State | None:
        for one, other in ((left, right), (right, left)):
            if isinstance(getattr(other, "type", None), Kind) and isinstance(getattr(one, "type", None), Element):
                if isinstance(other, typed.Literal) and equal:
                    bits = other.value
                    return self.narrow(one, ((bits & -bits).bit_length() - 1, bits.bit_length() - 1), state, actor)
                return state
        a, b = self.bounds(left, state, actor), self.bounds(right, state, actor)
        if isinstance(getattr(left, "type", None), Elements | Kind):
            if not equal:
                return state
        elif not equal:
            for one, x, y in ((left, a, b), (right, b, a)):
                if y[0] == y[1] and y[0] in x and x[0] < x[1]:
                    found = self.narrow(one, (x[0] + (x[0] == y[0]), x[1] - (x[1] == y[0])), state, actor)
                    if found is None:
                        return None
                    state = found
            return state
        both = max(a[0], b[0]), min(a[1], b[1])
        first = self.narrow(left, both, state, actor)
        return None if first is None else self.narrow(right, both, first, actor)

    def changed(self, line: Line, change: Change, state: State, actor: object) -> Bounds:
        """The bounds of the variable that a line writes, afterwards, be they those that it has or others."""
        given = Here(self, line.arguments, state, actor)
        by = given.size(change.by) if change.how in ("grow", "shrink") else given.value(change.by)
        return change.after(given.value("variable"), by, self.of_type(line.arguments["variable"].type))

    def narrow(self, expr: Argument, to: Bounds, state: State, actor: object) -> State | None:
        """Note that a value lies between bounds, and what that says about its parts; None if it cannot."""
        low, high = self.bounds(expr, state, actor)
        low, high = max(low, to[0]), min(high, to[1])
        if low > high:
            return None
        if isinstance(expr, typed.Literal):
            return state
        state.values[self.key(expr, actor)] = (low, high)
        if not isinstance(expr, typed.Apply) or isinstance(expr.type, Flag) and low != high:
            return state
        return self._told(expr, (low, high), state, actor)
