"""The syntax tree of effects and expressions: what was written, with its place, before names have meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludex.dsl.source import Span
from ludex.ir.record import record

if TYPE_CHECKING:
    from ludex.dsl.vocabulary.word import Word


@record
class Node:
    """Anything with a place in a file."""

    at: Span


@record
class NumberNode(Node):
    """Digits."""

    value: int


@record
class TextNode(Node):
    """Words in quotes."""

    text: str


@record
class NameNode(Node):
    """A name by itself: whose, if it has owners, is the one who acts."""

    name: str


@record
class OfNode(Node):
    """`NAME of X`, `X's NAME`, `your NAME`, `NAME of X for Y`; `owner` is None for `your`."""

    name: str
    name_at: Span
    owner: Expr | None
    second: Expr | None


@record
class ApplyNode(Node):
    """A word of the language with its arguments, by parameter name."""

    word: type[Word]
    arguments: dict[str, Expr]


@record
class ListNode(Node):
    """Names joined by `or`."""

    names: tuple[NameNode, ...]


@record
class ArgumentsNode(Node):
    """Expressions joined by `and`: what a procedure is given."""

    given: tuple[Expr, ...]


@record
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


@record
class Statement(Node):
    """A line of an effect; a block has lines under it."""

    word: type[Word]
    arguments: dict[str, Expr]
    body: tuple[Line, ...] | None = None


@record
class Broken(Node):
    """A line that could not be read, after a finding: the words that may be names it gives, and what is under it."""

    names: tuple[str, ...]
    body: tuple[Line, ...] | None = None


Line = Statement | Broken
