"""The syntax tree of effects and expressions: what was written, with its place, before names have meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.dsl.source import Span

if TYPE_CHECKING:
    from ludex.dsl.vocabulary.word import Word


@dataclass(frozen=True, slots=True)
class Node:
    """Anything with a place in a file."""

    at: Span


@dataclass(frozen=True, slots=True)
class NumberNode(Node):
    """Digits."""

    value: int


@dataclass(frozen=True, slots=True)
class TextNode(Node):
    """Words in quotes."""

    text: str


@dataclass(frozen=True, slots=True)
class NameNode(Node):
    """A name by itself: whose, if it has owners, is the one who acts."""

    name: str


@dataclass(frozen=True, slots=True)
class OfNode(Node):
    """`NAME of X`, `X's NAME`, `your NAME`, `NAME of X for Y`; `owner` is None for `your`."""

    name: str
    name_at: Span
    owner: Expr | None
    second: Expr | None


@dataclass(frozen=True, slots=True)
class ApplyNode(Node):
    """A word of the language with its arguments, by parameter name."""

    word: type[Word]
    arguments: dict[str, Expr]


@dataclass(frozen=True, slots=True)
class ListNode(Node):
    """Names joined by `or`."""

    names: tuple[NameNode, ...]


@dataclass(frozen=True, slots=True)
class ArgumentsNode(Node):
    """Expressions joined by `and`: what a procedure is given."""

    given: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ChoiceNode(Node):
    """What is chosen, as written: `sort` is one, some, any, up to, exactly or number."""

    sort: str
    name: str
    name_at: Span
    amount: Expr | None
    source: Expr
    until: Expr | None
    where: Expr | None


Expr = NumberNode | TextNode | NameNode | OfNode | ApplyNode | ListNode | ArgumentsNode | ChoiceNode


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """A line of an effect; a block has lines under it."""

    word: type[Word]
    arguments: dict[str, Expr]
    body: tuple[Line, ...] | None = None


@dataclass(frozen=True, slots=True)
class Broken(Node):
    """A line that could not be read, after a finding: the words that may be names it gives, and what is under it."""

    names: tuple[str, ...]
    body: tuple[Line, ...] | None = None


Line = Statement | Broken
