"""From Lark's tree to ours: every rule of the grammar's skeleton becomes a node with its place."""

from __future__ import annotations

from functools import cache

from lark import Token, Tree

from ludex.dsl.grammar import grammar
from ludex.dsl.nodes import Scalar
from ludex.dsl.source import Span
from ludex.dsl.tree import ApplyNode, ArgumentsNode, ChoiceNode, Expr, ListNode, NameNode, NumberNode, OfNode, TextNode

Branch = Tree[Token] | Token
#: A number longer than this is read as one that is too large, whatever it is.
_MOST_DIGITS = 18


def number(digits: str) -> int:
    """The number that digits write, or one that is larger than any allowed."""
    return int((digits.lstrip("0") or "0")[:_MOST_DIGITS])


def depth(tree: Tree[Token]) -> int:
    """How many levels a tree has. Without recursion, as it may have too many."""
    deepest, todo = 0, [(tree, 1)]
    while todo:
        part, level = todo.pop()
        deepest = max(deepest, level)
        todo.extend((kid, level + 1) for kid in part.children if isinstance(kid, Tree))
    return deepest


def _edge(part: Branch, last: bool) -> Token | None:
    """The first or the last token of a tree; None if it has none."""
    if isinstance(part, Token):
        return part
    for kid in reversed(part.children) if last else part.children:
        found = _edge(kid, last) if isinstance(kid, Token | Tree) else None
        if found is not None:
            return found
    return None


@cache
def _literal_tokens() -> frozenset[str]:
    return frozenset({*grammar().literals.values(), "LPAR", "RPAR"})


class TreeReader:
    """Turns trees of one scalar into nodes; the text of a tree begins at `start`."""

    def __init__(self, scalar: Scalar, start: int = 0) -> None:
        self.scalar = scalar
        self.start = start

    def span(self, part: Branch) -> Span:
        """The place of a part of the tree."""
        first, last = _edge(part, False), _edge(part, True)
        if first is None or last is None:
            return self.scalar.span
        return self.scalar.at(self.start + (first.start_pos or 0), self.start + (last.end_pos or 0))

    def expr(self, part: Branch) -> Expr:
        """An expression."""
        if isinstance(part, Token):
            if part.type == "STRING":
                return TextNode(self.span(part), str(part)[1:-1])
            return NameNode(self.span(part), str(part))
        at = self.span(part)
        kids = part.children
        match part.data:
            case "expression":
                return self.expr(kids[0])
            case "inner":
                return self.expr(kids[1])
            case "digits":
                return NumberNode(at, number(str(kids[0])))
            case "name":
                return NameNode(at, str(kids[0]))
            case "you":
                return NameNode(at, "you")
            case "your":
                return OfNode(at, str(kids[1]), self.span(kids[1]), None, None)
            case "owned":
                return OfNode(at, str(kids[2]), self.span(kids[2]), self.expr(kids[0]), None)
            case "of":
                return OfNode(at, str(kids[0]), self.span(kids[0]), self.expr(kids[2]), None)
            case "of_for":
                return OfNode(at, str(kids[0]), self.span(kids[0]), self.expr(kids[2]), self.expr(kids[4]))
            case "names":
                return ListNode(at, tuple(
                    NameNode(self.span(k), str(k)) for k in kids if isinstance(k, Token) and k.type == "NAME"))
            case "arguments":
                return ArgumentsNode(at, tuple(
                    self.expr(k) for k in kids if not (isinstance(k, Token) and k.type in _literal_tokens())))
        return self.word(part, at)

    def word(self, part: Tree[Token], at: Span) -> ApplyNode:
        """A word of the language with its arguments."""
        variant = grammar().variants[part.data]
        spoken = [k for k in part.children if not (isinstance(k, Token) and k.type in _literal_tokens())]
        arguments: dict[str, Expr] = {}
        for name, kid in zip(variant.parameters, spoken, strict=True):
            if variant.word.parameters[name].syntax == "choice" and isinstance(kid, Tree):
                arguments[name] = self.choice(kid)
            else:
                arguments[name] = self.expr(kid)
        return ApplyNode(at, variant.word, arguments)

    def choice(self, part: Tree[Token]) -> ChoiceNode:
        """A choice."""
        kids = [k for k in part.children if k is not None]
        name = next(k for k in kids if isinstance(k, Token) and k.type == "NAME")
        values = [self.expr(k) for k in kids if isinstance(k, Tree)]
        sort = str(part.data).removeprefix("choose_").replace("_", " ")
        amount = values.pop(0) if sort in ("up to", "exactly") else None
        source = values.pop(0)
        until = values.pop(0) if sort == "number" else None
        return ChoiceNode(self.span(part), sort, str(name), self.span(name), amount, source, until,
                          values.pop(0) if values else None)
