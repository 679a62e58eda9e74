"""The grammar of effects and expressions: a fixed skeleton, and the phrases of all words.

Every run of literal words in a phrase is one token, matched longest first, so `is not empty` and `is not` never
meet. The result is one LALR grammar for Lark, free of conflicts (strict mode), the same for every game; what a
name is, the lexer (`lexer.py`) knows from the game's declarations.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import lark
from lark import Lark, Token
from lark.lexer import Lexer

from ludex.dsl.vocabulary import WORDS
from ludex.dsl.vocabulary.word import Part, Word
from ludex.ir.record import record

#: Literal words of the skeleton itself, and the tokens they make.
SKELETON_WORDS = (
    "you", "your", "of", "for", "from", "to", "where", "or", "one or more", "up to", "exactly", "any number of",
    "number", "set of", "or none", "flag", "-", "and", "towards",
)
#: Operators by precedence: the level, what stands on its left, what on its right.
LEVELS = {
    "either": ("either", "both"), "both": ("both", "negation"), "comparison": ("union", "union"),
    "union": ("union", "sum"), "sum": ("sum", "product"), "product": ("product", "unary"),
}
SKELETON = r"""
expression: expr
?expr: either
?either: both {either}
?both: negation {both}
?negation: comparison {test}
?comparison: union {comparison}
?union: sum {union}
?sum: product {sum}
?product: unary {product}
?unary: atom
?atom: operand | NUMBER -> digits | call {function}
call: NAME OF argument -> of | NAME OF argument (FOR | TOWARDS) argument -> of_for
?argument: thing | NUMBER -> digits
?thing: operand | NAME OF argument -> of
?operand: NAME -> name | YOU -> you | YOUR NAME -> your | operand POSSESSIVE NAME -> owned
    | "(" expr ")" -> inner {bracketed}
choice: NAME FROM union [WHERE expr] -> choose_one
    | ONE_OR_MORE NAME FROM union [WHERE expr] -> choose_some
    | ANY_NUMBER_OF NAME FROM union [WHERE expr] -> choose_any
    | UP_TO atom NAME FROM union [WHERE expr] -> choose_up_to
    | EXACTLY atom NAME FROM union [WHERE expr] -> choose_exactly
    | NUMBER_ NAME FROM union TO union [WHERE expr] -> choose_number
names: NAME (OR NAME)*
arguments: union (AND union)*
?statement: {statement}
?block: {block}
type: bound TO bound -> number_type | FLAG -> flag_type | NAME -> element_type | NAME OR_NONE -> optional_type
    | SET_OF NAME -> set_type
bound: [SIGN_45] NUMBER
"""


@record
class Variant:
    """One way to say a word: the rule's name, the word, and its parameters in the order spoken."""

    word: type[Word]
    parameters: tuple[str, ...]


def token_name(literal: str) -> str:
    """The name of the token for a run of literal words."""
    if re.fullmatch(r"[a-z ]+", literal):
        name = literal.upper().replace(" ", "_")
        return name + "_" if name in ("NUMBER", "NAME", "STRING") else name
    return "SIGN_" + "_".join(str(ord(c)) for c in literal)


@record
class Grammar:
    """The text of the grammar, its parser, its literal tokens, and the words behind its rules."""

    text: str
    parser: Lark
    literals: dict[str, str]
    variants: dict[str, Variant]


@cache
def grammar() -> Grammar:
    """Build the grammar from the words."""
    literals = {word: token_name(word) for word in SKELETON_WORDS}
    variants: dict[str, Variant] = {}
    rules: dict[str, list[str]] = {}
    for word in WORDS:
        for number, parts in enumerate(word.variants()):
            name = f"w{number}_{word.__name__.lower()}"
            variants[name] = Variant(word, tuple(p.parameter for p in parts if p.parameter))
            rules.setdefault(_level(word), []).append(f"{_rule(word, parts, literals)} -> {name}")
    slots = {name: "".join(f"\n    | {r}" for r in rules.get(name, ()))
             for name in (*LEVELS, "test", "function", "bracketed")}
    slots |= {name: "\n    | ".join(rules[name]) for name in ("statement", "block")}
    text = SKELETON
    for name, filling in slots.items():
        text = text.replace("{" + name + "}", filling)
    tokens = sorted({*literals.values(), "NAME", "NUMBER", "STRING", "POSSESSIVE"})
    text += f"\n%declare {' '.join(tokens)} LPAR RPAR\n"
    text = text.replace('"("', "LPAR").replace('")"', "RPAR")
    parser = Lark(
        text, parser="lalr", lexer=_NoLexer, start=["expression", "statement", "block", "choice", "type"],
        strict=True, maybe_placeholders=True, cache=_cache_file(text),
    )
    return Grammar(text, parser, literals, variants)


def _cache_file(text: str) -> str | bool:
    """Where Lark keeps the table of this grammar, in the user's own cache; False where there is none to write to."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludex"
    name = hashlib.sha256(f"{text}{sys.version_info[:2]}{lark.__version__}".encode()).hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return False
    return str(folder / f"grammar-{name}") if os.access(folder, os.W_OK) else False


def _level(word: type[Word]) -> str:
    return word.level if word.sort == "operator" else word.sort


def _rule(word: type[Word], parts: list[Part], literals: dict[str, str]) -> str:
    pieces = []
    sides = list(LEVELS.get(_level(word), ())) if word.sort == "operator" else []
    for part in parts:
        if part.literal:
            pieces.append(literals.setdefault(part.literal, token_name(part.literal)))
        elif sides:
            pieces.append(sides.pop(0))
        else:
            pieces.append(word.parameters[part.parameter].syntax)
    return f'"(" {" ".join(pieces)} ")"' if word.sort == "bracketed" else " ".join(pieces)


class _NoLexer(Lexer):
    """Lark is fed tokens one by one; it never lexes."""

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, *args: object) -> Iterator[Token]:
        return iter(())
