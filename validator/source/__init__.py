"""The rules held against the rulebook they come from (LX6): citations, reviewed texts, and what both say.

`source.md` restates the rulebook passage by passage; rules cite passages. Here both sides are reduced to plain
facts (numbers, permissions, conditions, choices, order) and compared, passage by passage, over all rules that cite
it. Whatever cannot be told for certain is told as something to look at.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Finding
from ludex.dsl.passages import held_against
from ludex.ir.record import record
from ludex.validator.checks import Check, Context
from ludex.validator.source import choices, citations, conditions, decisions, deeds, lists, lock, names, numbers, order
from ludex.validator.source.book import Book, read_book
from ludex.validator.source.cited import Cited, cited, rulings_about
from ludex.validator.source.parts import Parts, gather

_CITING: tuple[type[Diagnosis], ...] = (*citations.RULES, *decisions.RULES, *lock.RULES)
_NUMBERS: tuple[type[Diagnosis], ...] = (*numbers.RULES, *lists.RULES)
_WORDING: tuple[type[Diagnosis], ...] = (
    *choices.RULES, *conditions.RULES, *order.RULES, *names.RULES, *deeds.RULES,
)
RULES: tuple[type[Diagnosis], ...] = (*_CITING, *_NUMBERS, *_WORDING)


@record
class _Both:
    """The two sides: the book, and the parts of the rules that cite it (None where the rules have errors)."""

    book: Book
    cited: list[Cited]
    parts: Parts | None
    decided: dict[str, str]


def _both(context: Context) -> _Both:
    assert context.source is not None
    book = context.source
    found = [part for part in cited(context.rules) if held_against(part.at, book)]
    parts = None if context.analysis.game is None else gather(context.game, context.rules)
    return _Both(read_book(book), found, parts, rulings_about(found))


def _citing(context: Context) -> Iterator[Finding]:
    """Rules and passages find each other, and what was reviewed is what is there."""
    both = context.once(_both)
    yield from citations.check(both.book, both.cited)
    yield from decisions.check(both.book, both.cited)
    yield from lock.check(both.book, both.cited)
    if both.parts is not None:
        yield from citations.idle(both.book, both.parts, {symbol.name for symbol in context.analysis.used})


def _numbers(context: Context) -> Iterator[Finding]:
    """Numbers and lists are the same."""
    both = context.once(_both)
    assert both.parts is not None
    yield from numbers.check(both.book, both.parts, both.decided)
    yield from lists.check(both.book, both.parts)


def _wording(context: Context) -> Iterator[Finding]:
    """What a sentence says has something like it in the rules."""
    both = context.once(_both)
    assert both.parts is not None
    known = names.Names(both.parts)
    yield from choices.check(both.book, both.parts)
    yield from conditions.check(both.book, both.parts)
    yield from order.check(both.book, both.parts, known)
    yield from names.check(both.book, both.parts, known, both.decided)
    yield from deeds.check(both.book, both.parts)


CHECKS: tuple[Check, ...] = (
    Check("passages", ("source",), _CITING, _citing),
    Check("numbers of the text", ("source", "typed"), _NUMBERS, _numbers),
    Check("wording of the text", ("source", "typed"), _WORDING, _wording),
)
