"""The rules held against the rulebook they come from (LX6): citations, reviewed texts, and what both say.

`source.md` restates the rulebook passage by passage; rules cite passages. Here both sides are reduced to plain
facts (numbers, permissions, conditions, choices, order) and compared, passage by passage, over all rules that cite
it. Whatever cannot be told for certain is told as something to look at.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl.diagnostics import Finding, Rule
from ludex.dsl.game import Analysis
from ludex.dsl.source import Source
from ludex.dsl.syntax import RuleSet
from ludex.validator.source import choices, citations, conditions, decisions, deeds, lists, lock, names, numbers, order
from ludex.validator.source.book import read_book
from ludex.validator.source.cited import cited, rulings_about
from ludex.validator.source.parts import gather

RULES: tuple[type[Rule], ...] = (
    *citations.RULES, *decisions.RULES, *lock.RULES, *numbers.RULES, *lists.RULES, *choices.RULES,
    *conditions.RULES, *order.RULES, *names.RULES, *deeds.RULES,
)


def check(rules: RuleSet, analysis: Analysis, source: Source) -> Iterator[Finding]:
    """All checks of a rule set against its restated rulebook."""
    book = read_book(source)
    parts = list(cited(rules))
    yield from citations.check(book, parts)
    yield from decisions.check(book, parts)
    yield from lock.check(book, parts)
    if analysis.game is not None:
        found = gather(analysis.game, rules)
        decided = rulings_about(parts)
        yield from citations.idle(book, found, {symbol.name for symbol in analysis.used})
        yield from numbers.check(book, found, decided)
        yield from lists.check(book, found)
        known = names.Names(found)
        yield from choices.check(book, found)
        yield from conditions.check(book, found)
        yield from order.check(book, found, known)
        yield from names.check(book, found, known, decided)
        yield from deeds.check(book, found)
