"""What a word of the language is: one class with its phrase, types, meaning, page and example.

A phrase mixes literal words with parameters in braces and optional parts in brackets:
`draw {count} from {source} to {target} [as {name}]`. The parameters are those of `lower`, whose annotations
(see `handles.py`) say what fits. The meaning is lowering: `lower` writes operations through the builder, and
nothing else in the project knows the word.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import cache
from typing import ClassVar, Literal, get_args

from ludex.dsl.typed import Apply, Argument, Chosen, Line, ToEach, TypedExpr
from ludex.dsl.types import Nothing, Type
from ludex.dsl.vocabulary.facets import FAR, Bounds, Change, Parts
from ludex.dsl.vocabulary.handles import Handle
from ludex.ir.record import record

#: A statement is a line; a block is a line with lines under it; a function is part of an expression; an operator is
#: one whose precedence the grammar gives; a test is a condition that stands at the level of `not`; a bracketed word
#: is part of an expression and always in parentheses.
Sort = Literal["statement", "block", "function", "operator", "test", "bracketed"]

#: What a word means to those who follow a game without playing it: the course of play, how conditions are joined and
#: compared, and what is worked out with more than the bounds of its parts. What a word of none of these kinds does, and
#: what its value can be, it says by `changes`, `bounds` and `tells`; one that says nothing may do anything to what it
#: names.
Means = Literal[
    "", "case", "otherwise", "each from", "each in", "each", "for", "times", "until", "do", "moment", "say",
    "choose", "may choose", "may", "act", "let", "move", "draw", "pick", "roll", "yes", "no", "none", "and", "or",
    "not", "is", "is not", "<", ">", "<=", ">=", "empty", "not empty", "contains", "meets", "within", "any",
    "no such", "every", "ruling", "either", "count", "all", "where", "total", "highest", "lowest", "only one", "+",
    "-", "*", "negative", "smaller", "larger", "after", "before",
    "start", "one step", "part", "for ever", "as long as", "turns", "begins", "over", "stop",
]


class Mismatch(Exception):
    """The types of a word's arguments do not go together: which argument, and why."""

    def __init__(self, parameter: str, message: str) -> None:
        super().__init__(message)
        self.parameter = parameter
        self.message = message


@record
class Part:
    """A piece of a phrase: literal words, or a parameter."""

    literal: str = ""
    parameter: str = ""


class Word:
    """A word of the language. Subclasses are never instantiated."""

    phrase: ClassVar[str] = ""
    sort: ClassVar[Sort] = "statement"
    #: What a person writes; run as a test inside the game of `tests/language/example_game`.
    example: ClassVar[str] = ""
    #: For an operator: its level of precedence in the grammar.
    level: ClassVar[str] = ""
    #: Parameter -> handle, from the annotations of `lower`.
    parameters: ClassVar[dict[str, Handle]] = {}
    #: For a new name: the parameters (or `body`, or `after`) in which it is known.
    scope: ClassVar[tuple[str, ...]] = ("after",)
    #: Whether the lines under a block have an actor of their own: the new name, or the parameter named here.
    acts: ClassVar[str] = ""
    #: Whether the word needs somebody who acts.
    needs_actor: ClassVar[bool] = False

    #: What else may be answered, where somebody is asked about a parameter; nothing there may be called so.
    adds_answer: ClassVar[str] = ""

    #: For a block that stands only behind another: what it is to that one. The names are the words' own.
    follows: ClassVar[str] = ""
    #: For a block: what may stand behind it, directly; `lower` is given it as `otherwise`.
    followed_by: ClassVar[tuple[str, ...]] = ()

    #: For a block: whether its lines may run more than once.
    repeats: ClassVar[bool] = False

    # What the word means, as far as those need to know who look at a game without playing it.

    #: What kind of thing it says or does.
    means: ClassVar[Means] = ""
    #: How a line of it writes the variable that it names.
    changes: ClassVar[Change | None] = None
    #: For a word whose value is a set: the parameters, sets, of which every element of it is one.
    within: ClassVar[tuple[str, ...]] = ()
    #: Whether a line of it ends the game.
    ends_game: ClassVar[bool] = False
    #: Whether a line of it says who has won, be it nobody.
    names_winner: ClassVar[bool] = False
    #: The parameter that is the zone from which chance takes items; it may run out, and its `when empty` runs then.
    draws_from: ClassVar[str] = ""
    #: The parameters that are the items which a line brings somewhere, and the zone it brings them to.
    brings: ClassVar[tuple[str, str] | None] = None
    #: Whether the items of its value lie in each of the parameters that `lies` names, not just in one or the other.
    lies_in_each: ClassVar[bool] = False
    #: Whether its value holds exactly if all of its parameters hold. There is one such word.
    conjunction: ClassVar[bool] = False
    #: Whether its value is the set of all that is in any of its parameters.
    unites_sets: ClassVar[bool] = False
    #: Whether its value is the set of its one parameter. There is one such word.
    makes_set: ClassVar[bool] = False
    #: For a comparison of numbers that differ: which is to be the greater, and which the smaller.
    greater: ClassVar[tuple[str, str] | None] = None

    def __init_subclass__(cls) -> None:
        lower = cls.__dict__.get("lower")
        if not cls.phrase and lower is None:
            return
        # A word without a phrase is one that nobody writes (see `course.py`).
        if not isinstance(lower, staticmethod) or not cls.__doc__ or (cls.phrase and not cls.example):
            raise TypeError(f"{cls.__name__} needs a docstring, an example and a static `lower`")
        annotations = inspect.get_annotations(lower.__func__, eval_str=True)
        given = {n: a for n, a in annotations.items() if n not in ("at", "body", "otherwise", "return")}
        spoken = set(re.findall(r"\{(\w+)\}", cls.phrase))
        if cls.phrase and spoken != set(given):
            raise TypeError(f"{cls.__name__}: the phrase names {sorted(spoken)}, lower takes {sorted(given)}")
        cls.parameters = {}
        for name, annotation in given.items():
            found = [a for option in (annotation, *get_args(annotation))
                     for a in (*get_args(option), option) if isinstance(a, Handle)]
            if not found:
                raise TypeError(f"{cls.__name__}: no handle in the annotation of {name}")
            cls.parameters[name] = found[0]

    @classmethod
    def result(cls, types: dict[str, Type]) -> Type:
        """The type of the value, from the types of the arguments; raises `Mismatch`. Effects give nothing."""
        return Nothing()

    @classmethod
    def sized(cls, type: Type, given: dict[str, Type], size: Callable[[str], int]) -> Type:
        """The type of the value, where it depends on how many elements the domains of sets have."""
        return type

    @classmethod
    def bounds(cls, given: Parts) -> Bounds | None:
        """The bounds of the value, from those of the parts; None if only its type is known. Of a number, that type is
        asked again, by `result`, with the bounds of the parts for their types."""
        return (0, min(given.size(name)[1] for name in cls.within)) if cls.within else None

    @classmethod
    def tells(cls, value: Bounds, given: Parts) -> dict[str, Bounds]:
        """What the bounds of the value say of its parts."""
        return dict.fromkeys(cls.within, (value[0], FAR)) if value[0] > 0 else {}

    @classmethod
    def accept(cls, arguments: dict[str, Argument]) -> None:
        """Look at the arguments themselves; raises `Mismatch` for what types do not show."""

    @classmethod
    def bound(cls, types: dict[str, Type]) -> Type:
        """The type of the new name, from the types of the other arguments."""
        raise NotImplementedError(cls.__name__)

    @classmethod
    def lies(cls) -> tuple[str, ...] | None:
        """The parameters from which the items of its value, or of its new name, are taken (so that moving them knows
        where they lie)."""
        return None

    @classmethod
    def threshold(cls, node: Apply) -> tuple[Apply, TypedExpr, bool] | None:
        """If the word says that one value reaches another: the value, the bound, and whether it must be above it."""
        return None

    @classmethod
    def summed(cls, node: Apply, chosen: Chosen) -> tuple[ToEach, TypedExpr | None] | None:
        """If the word adds up a value over what is chosen and perhaps other items: that value, and its second
        argument."""
        return None

    @classmethod
    def counted(cls, node: Apply, chosen: Chosen) -> bool:
        """Whether the word asks nothing of what is chosen but how many there are."""
        return False

    @classmethod
    def reordered(cls, line: Line) -> Line | None:
        """The line with its parts in another order, if it has one that nobody gave it."""
        return None

    @classmethod
    @cache
    def variants(cls) -> list[list[Part]]:
        """The phrase with each optional part taken or left, longest first."""
        return [_parts(text) for text in _choices(cls.phrase)]

    @classmethod
    def page(cls) -> str:
        """The text of its manual page."""
        return inspect.cleandoc(cls.__doc__ or "")


def _choices(phrase: str) -> list[str]:
    found = re.search(r"\[([^\]]*)\]", phrase)
    if found is None:
        return [phrase]
    before, after = phrase[: found.start()], phrase[found.end():]
    return _choices(before + found.group(1) + after) + _choices(before + after)


def _parts(phrase: str) -> list[Part]:
    parts = []
    for piece in re.split(r"(\{\w+\})", phrase):
        text = " ".join(piece.split())
        if text:
            parts.append(Part(parameter=text[1:-1]) if text.startswith("{") else Part(literal=text))
    return parts
