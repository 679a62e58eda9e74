"""What is expected of a simulation: conditions on its figures, such as `seat_advantage < 0.05`.

The text is read as an expression of Python and only a handful of forms are let through, none of which can do more than
count; names and kinds are looked at before anything is played.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches

from ludex.ir.record import record

#: The longest condition, and the most forms of one inside the other, so that nothing is nested too deep to be read.
LONGEST, DEEPEST = 500, 100
#: A quoted name, which stays as it is, or a percentage.
_PERCENT = re.compile(r"""("[^"]*"|'[^']*')|(\d+(?:\.\d*)?|\.\d+)\s*%""")

_COMPARE: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne}
_COUNT: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
_FUNCTIONS: dict[str, Callable[..., float]] = {"abs": abs, "min": min, "max": max}


class BadExpectation(ValueError):
    """The condition cannot be understood."""


class _NoAnswer(Exception):
    """The condition has no answer for the figures that there are."""


@record
class Verdict:
    """Whether a condition holds: `figures` are those that it speaks of, `trouble` why it has no answer, if so."""

    text: str
    met: bool
    figures: dict[str, float | None]
    trouble: str = ""


@record
class Expectation:
    """A condition that has been understood."""

    text: str
    tree: ast.expr
    names: tuple[str, ...]

    def verdict(self, figures: Mapping[str, float | None]) -> Verdict:
        """Whether it holds for some figures. A condition without an answer does not hold."""
        told = {name: figures[name] for name in self.names}
        try:
            return Verdict(self.text, bool(_value(self.tree, figures)), told)
        except _NoAnswer as why:
            return Verdict(self.text, False, told, str(why))


def expectation(text: str, known: Collection[str]) -> Expectation:
    """Understand a condition on figures of these names. Raises `BadExpectation`."""
    if len(text) > LONGEST:
        raise BadExpectation(f"a condition has at most {LONGEST} characters")
    try:
        tree = ast.parse(_PERCENT.sub(lambda found: found[1] or f"({found[2]}/100)", text.strip()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise BadExpectation(f"`{text}` is no condition; one is `seat_advantage < 0.05`") from None
    if _depth(tree) > DEEPEST:
        raise BadExpectation(f"a condition has at most {DEEPEST} forms one inside the other")
    names: dict[str, None] = {}
    if _kind(tree, known, names) != "truth":
        raise BadExpectation(f"`{text}` is a number; a condition compares it with something")
    return Expectation(text.strip(), tree, tuple(names))


def _depth(tree: ast.AST) -> int:
    """How many forms stand one inside the other."""
    level, depth = [tree], 0
    while level:
        level, depth = [part for each in level for part in ast.iter_child_nodes(each)], depth + 1
    return depth


def _name(tree: ast.expr) -> str | None:
    """The figure that an expression names, if it is a name: `games`, `length.mean`, `ended_by["..."]`."""
    match tree:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=inner, attr=part):
            front = _name(inner)
            return None if front is None else f"{front}.{part}"
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(part))):
            return f"{name}[{part}]"
    return None


def _kind(tree: ast.expr, known: Collection[str], names: dict[str, None]) -> str:
    """Whether an expression is a number or a truth; its figures go into `names`. Raises `BadExpectation`."""

    def needs(kind: str, *parts: ast.expr) -> None:
        for part in parts:
            if _kind(part, known, names) != kind:
                wanted = "a number" if kind == "number" else "a condition"
                raise BadExpectation(f"{wanted} is needed where `{ast.unparse(part)}` stands")

    name = _name(tree)
    if name is not None:
        if name not in known:
            raise BadExpectation(f"there is no figure `{name}`{_near(name, known)}")
        names[name] = None
        return "number"
    match tree:
        case ast.Constant(value=value) if isinstance(value, (int, float)) and not isinstance(value, bool):
            return "number"
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=inner):
            needs("number", inner)
            return "number"
        case ast.BinOp(op=how, left=left, right=right) if type(how) in _COUNT:
            needs("number", left, right)
            return "number"
        case ast.Call(func=ast.Name(id=function), args=[_, *_] as parts, keywords=[]) if _fits(function, len(parts)):
            needs("number", *parts)
            return "number"
        case ast.Compare(left=left, ops=ways, comparators=others) if all(type(way) in _COMPARE for way in ways):
            needs("number", left, *others)
            return "truth"
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            needs("truth", inner)
            return "truth"
        case ast.BoolOp(values=parts):
            needs("truth", *parts)
            return "truth"
    raise BadExpectation(f"`{ast.unparse(tree)}` cannot stand in a condition; figures, numbers, + - * /, comparisons, "
                         f"`and`, `or`, `not`, `abs`, `min` and `max` can")


def _fits(function: str, parts: int) -> bool:
    return function in _FUNCTIONS and (parts == 1) == (function == "abs")


def _near(name: str, known: Collection[str]) -> str:
    close = get_close_matches(name, known, 1)
    return f"; did you mean `{close[0]}`?" if close else f"; there are {', '.join(sorted(known)[:6])} and others"


def _value(tree: ast.expr, figures: Mapping[str, float | None]) -> float:
    """The value of an expression that `_kind` has let through. Raises `_NoAnswer`."""
    name = _name(tree)
    if name is not None:
        found = figures[name]
        if found is None:
            raise _NoAnswer(f"there is no {name}, as nothing was counted for it")
        return found
    match tree:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return not _value(inner, figures)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner, figures)
        case ast.UnaryOp(operand=inner):
            return _value(inner, figures)
        case ast.BinOp(op=how, left=left, right=right):
            try:
                return _COUNT[type(how)](_value(left, figures), _value(right, figures))
            except (ZeroDivisionError, OverflowError):
                raise _NoAnswer(f"`{ast.unparse(tree)}` has no value") from None
        case ast.Call(func=ast.Name(id=function), args=parts):
            return _FUNCTIONS[function](*(_value(part, figures) for part in parts))
        case ast.Compare(left=left, ops=ways, comparators=others):
            values = [_value(part, figures) for part in (left, *others)]
            return all(_COMPARE[type(way)](values[at], values[at + 1]) for at, way in enumerate(ways))
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_value(part, figures) for part in parts)
        case ast.BoolOp(values=parts):
            return any(_value(part, figures) for part in parts)
    raise AssertionError(ast.dump(tree))
