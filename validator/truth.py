"""Whether conditions hold, as far as what is known tells."""

from __future__ import annotations

from collections.abc import Callable

from ludex.dsl import typed
from ludex.dsl.typed import Argument, TypedExpr
from ludex.dsl.types import Element, Elements, Kind
from ludex.validator.bounds import Here, Values
from ludex.validator.known import State
from ludex.validator.walk import Reach


class Truths(Values):
    """Looks at the conditions of one game."""

    def __init__(self, game: typed.Game, reach: Reach) -> None:
        super().__init__(game, reach)
        self._rows: dict[int, tuple[TypedExpr, list[TypedExpr]]] = {}

    def truth(self, expr: Argument, state: State, actor: object) -> bool | None:
        """Whether a condition holds, if that is known."""
        known = state.values.get((self._met.get((id(expr), actor)) or self.meet(expr, actor))[0])
        if known is not None and known[0] == known[1]:
            return known[0] == 1
        self.left -= 1
        if self.left < 0:
            return None
        if isinstance(expr, typed.Apply):
            test = _TESTS.get(expr.word.means, Truths._said)
            needs = self.needs(expr, actor)
            seen = self.seen(needs, state)
            if seen not in needs.truths:
                needs.truths[seen] = test(self, expr, state, actor)
            return needs.truths[seen]
        if isinstance(expr, typed.Literal):
            return expr.value == 1
        if isinstance(expr, typed.Field | typed.Use | typed.Printed):
            low, high = self.bounds(expr, state, actor)
            return low == 1 if low == high else None
        return None

    def _not(self, expr: typed.Apply, state: State, actor: object) -> bool | None:
        inner = self.truth(expr.arguments["condition"], state, actor)
        return None if inner is None else not inner

    def _row(self, expr: typed.Apply, state: State, actor: object) -> bool | None:
        return self._joined(self.operands(expr), expr.word.means == "or", state, actor)

    def _compared(self, expr: typed.Apply, state: State, actor: object) -> bool | None:
        small, large, strict = comparison(expr)
        return self._ordered(small, large, strict, state, actor)

    def _is(self, expr: typed.Apply, state: State, actor: object) -> bool | None:
        return self._equal(expr.arguments["left"], expr.arguments["right"], state, actor)

    def _is_not(self, expr: typed.Apply, state: State, actor: object) -> bool | None:
        equal = self._is(expr, state, actor)
        return None if equal is None else not equal

    def _said(self, expr: typed.Apply, state: State, actor: object) -> bool | None:
        found = expr.word.bounds(Here(self, expr.arguments, state, actor))
        return None if found is None or found[0] != found[1] else found[0] == 1

    def _some(self, expr: typed.Apply, state: State, actor: object) -> bool | None:
        return self._quantified(expr.word.means, expr.arguments["source"], expr.arguments["test"], state, actor)

    def _joined(self, parts: list[TypedExpr], absorbing: bool, state: State, actor: object) -> bool | None:
        """Whether all of some conditions hold, or one of them, each where those before it leave it open."""
        settled = True
        for number, part in enumerate(parts):
            truth = self.truth(part, state, actor)
            if truth is absorbing:
                return absorbing
            if truth is None:
                settled = False
                if number + 1 < len(parts):
                    state = self.supposed(part, not absorbing, None, state, actor) or state
        return not absorbing if settled else None

    def _ordered(self, small: Argument, large: Argument, strict: bool, state: State, actor: object) -> bool | None:
        a, b = self.bounds(small, state, actor), self.bounds(large, state, actor)
        if a[1] + strict <= b[0]:
            return True
        if a[0] + strict > b[1]:
            return False
        left, right = self.key(small, actor), self.key(large, actor)
        if left == right:
            return not strict
        if strict and (right, left) in state.below:
            return False
        return True if not strict and (left, right) in state.below else None

    def _equal(self, left: Argument, right: Argument, state: State, actor: object) -> bool | None:
        if self.key(left, actor) == self.key(right, actor):
            return True
        for one, other in ((left, right), (right, left)):
            if isinstance(other, typed.Literal) and isinstance(other.type, Kind) and isinstance(
                    getattr(one, "type", None), Element):
                low, high = self.bounds(one, state, actor)
                inside = [bool(other.value >> n & 1) if n >= 0 else False for n in range(low, high + 1)]
                return inside[0] if len(set(inside)) == 1 else None
        a, b = self.bounds(left, state, actor), self.bounds(right, state, actor)
        if a[1] < b[0] or b[1] < a[0]:
            return False
        sets = isinstance(getattr(left, "type", None), Elements | Kind)
        if a[0] == a[1] == b[0] == b[1] and (not sets or a[0] == 0):
            return True
        return None

    def _quantified(self, how: str, source: Argument, test: Argument, state: State, actor: object) -> bool | None:
        fewest, most = self.bounds(source, state, actor)
        if most == 0:
            return how != "any"
        inner = self.truth(test, state, actor)
        if inner is None or (fewest == 0 and inner is (how != "every")):
            return None
        return inner if how != "no such" else not inner

    def operands(self, expr: TypedExpr) -> list[TypedExpr]:
        """The conditions that a row of `and`, or of `or`, joins."""
        known = self._rows.get(id(expr))
        if known is not None:
            return known[1]
        assert isinstance(expr, typed.Apply)
        found: list[TypedExpr] = []
        todo: list[Argument] = [expr]
        while todo:
            part = todo.pop()
            if isinstance(part, typed.Apply) and part.word is expr.word:
                todo += [part.arguments["right"], part.arguments["left"]]
            elif isinstance(part, TypedExpr):
                found.append(part)
        self._rows[id(expr)] = expr, found
        return found


#: What a word means -> how it is told whether it holds; of others the word itself tells it by the bounds of its parts.
_TESTS: dict[str, Callable[[Truths, typed.Apply, State, object], bool | None]] = {
    "not": Truths._not, "and": Truths._row, "or": Truths._row, "is": Truths._is, "is not": Truths._is_not,
    "<": Truths._compared, ">": Truths._compared, "<=": Truths._compared, ">=": Truths._compared,
    "any": Truths._some, "no such": Truths._some, "every": Truths._some,
}


def comparison(expr: typed.Apply) -> tuple[Argument, Argument, bool]:
    """What a comparison says is the smaller, what the larger, and whether they must differ."""
    how, given = expr.word.means, expr.arguments
    small, large = ("left", "right") if how in ("<", "<=") else ("right", "left")
    return given[small], given[large], how in ("<", ">")
