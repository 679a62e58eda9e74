"""Names that a reader will stumble over: near twins, style, readings that never differ.

Nothing here changes how a game plays. It changes whether a person who reads the rules understands what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Diagnosis, Finding, Label
from ludex.dsl.names import describe
from ludex.dsl.pieces import expressions
from ludex.dsl.source import Span
from ludex.dsl.typed import Symbol, ValueSymbol
from ludex.validator.checks import Check, Context


class NamingStyle(Diagnosis):
    """A name is not written like other names.

    Names of things are words with spaces between them, as a rulebook has them: `draw pile`, not `draw_pile` or
    `drawPile`. Rulings, readings and assumptions are for reference and have an underscore between words.
    """

    code = "LX108"
    name = "naming-style"
    severity = "hint"
    message = "`{name}` is not written like other names"
    bad = "variables:\n  round_number: {type: 0 to 9, seen by: all}\n"
    good = "variables:\n  round number: {type: 0 to 9, seen by: all}\n"


class NearDuplicate(Diagnosis):
    """Two names differ so little that a reader will take one for the other.

    They differ in an s at the end, a capital, a hyphen or one letter. If they are one thing, one of them is too much;
    if they are two, call one of them something else.
    """

    code = "LX208"
    name = "near-duplicate-name"
    severity = "warning"
    message = "`{name}` is easily taken for `{other}`, which is {what}"
    bad = "variables:\n  pots: {type: 0 to 9, seen by: all}\n"
    good = "variables:\n  tips: {type: 0 to 9, seen by: all}\n"


class ReadingsAlike(Diagnosis):
    """Two readings of a ruling are played in the same way, because no rule asks about either.

    Rules tell readings apart by `ruling NAME is READING`. One reading may be what is left when no other holds; where
    two are left, choosing between them changes nothing.
    """

    code = "LX231"
    name = "readings-alike"
    severity = "warning"
    message = "{which} of `{ruling}` are played alike: no rule asks about them"
    bad = (
        "rulings:\n  discards:\n    question: Are discards shown?\n    source: discard\n    readings:\n"
        "      open: {means: They are shown.}\n      hidden: {means: They are not.}\n"
        "      later: {means: At the end.}\n"
        "    choice: open\n    because: It is simpler.\n"
        "triggers:\n  shown:\n    at: end of round\n    when: ruling discards is open\n    do: add 1 to pot\n"
    )
    good = bad.replace("      later: {means: At the end.}\n", "")


class UnclearExtent(Diagnosis):
    """What comes after `smaller of A and B` does not belong to B, though it reads as if it did.

    `smaller of 5 and pot - 2` takes 2 from the smaller of the two. Put parentheses around what belongs together:
    `(smaller of 5 and pot) - 2`, or `smaller of 5 and (pot - 2)`.
    """

    code = "LX335"
    name = "unclear-extent"
    severity = "warning"
    message = "this reads as if `{sign}` belonged to `{last}`; it belongs to the whole of `{whole}`"
    bad = "set pot to smaller of 5 and pot + 2\n"
    good = "set pot to (smaller of 5 and pot) + 2\n"


RULES: tuple[type[Diagnosis], ...] = (NamingStyle, NearDuplicate, ReadingsAlike, UnclearExtent)

_PLAIN = re.compile(r"[a-z]+_[a-z_]+|[a-z]+[A-Z][A-Za-z]*")


def _style(context: Context) -> Iterator[Finding]:
    """Names of things that look like names of a program."""
    symbols = context.analysis.symbols
    names: list[tuple[str, Span]] = [(n, s.at) for n, s in symbols.values.items()]
    names += [(n, d.at) for n, d in symbols.domains.items()]
    names += [(n, s.at) for sort, space in symbols.named.items() if sort != "ruling" for n, s in space.items()]
    for name, at in names:
        if _PLAIN.fullmatch(name) and at.text == name:
            words = re.sub(r"([a-z])([A-Z])", r"\1 \2", name).replace("_", " ").lower()
            yield NamingStyle.at(at, name=name, help=f"write `{words}`")


def _twins(context: Context) -> Iterator[Finding]:
    """Pairs of names that are hard to tell apart."""
    symbols = context.analysis.symbols
    spaces: list[dict[str, Symbol]] = [{n: s for n, s in symbols.values.items() if s.at.text == n}]
    spaces += [dict(space) for sort, space in symbols.named.items() if sort != "ruling"]
    for space in spaces:
        by_form: dict[str, str] = {}
        for name in space:
            form = _form(name)
            if form in by_form and by_form[form] != name:
                yield _twin(space, name, by_form[form])
            by_form.setdefault(form, name)
        yield from _misspelt(space)


def _misspelt(space: dict[str, Symbol]) -> Iterator[Finding]:
    """Long names of one sort that differ in a single letter."""
    words = [name for name in space if len(name) >= 6 and not re.search(r"\d", name)]
    by_gap: dict[tuple[int, str], str] = {}
    for name in words:
        if isinstance(space[name], ValueSymbol):
            continue
        for gap in range(len(name)):
            key = gap, name[:gap] + name[gap + 1:]
            other = by_gap.setdefault(key, name)
            if other != name and len(other) == len(name) and _form(other) != _form(name):
                yield _twin(space, name, other)
                break


def _form(name: str) -> str:
    """A name as it is remembered: without capitals, hyphens and the s of a plural."""
    words = re.sub(r"[\s_-]+", " ", name.lower()).split()
    return "".join(word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
                   for word in words)


def _twin(space: dict[str, Symbol], name: str, other: str) -> Finding:
    return NearDuplicate.at(space[name].at, name=name, other=other, what=describe(space[other]),
                            labels=(Label(space[other].at, f"`{other}`"),))


def _alike(context: Context) -> Iterator[Finding]:
    """Readings that no rule tells apart."""
    game = context.game
    asked: dict[str, set[str]] = {}
    for node in expressions(context.game):
        if isinstance(node, typed.Apply) and "ruling" in node.arguments:
            ruling, reading = node.arguments["ruling"], node.arguments["reading"]
            assert isinstance(ruling, typed.Named) and isinstance(reading, typed.Named)
            asked.setdefault(ruling.names[0], set()).add(reading.names[0])
    for name, section in context.rules.rulings.items():
        known = asked.get(name.text, set()).union(game.rulings[name.text].players)
        left = [r for r in section.readings if r.text not in known]
        if name.text in game.used_rulings and len(left) > 1:
            words = " and ".join(f"`{r.text}`" for r in left)
            yield ReadingsAlike.at(left[1].span, which=words, ruling=name.text)


def _extents(context: Context) -> Iterator[Finding]:
    """Numbers that are worked out further from a pair of numbers, with no parentheses to show it."""
    for node in expressions(context.game):
        if not isinstance(node, typed.Apply) or node.word.sort != "operator":
            continue
        first = next(iter(node.arguments.values()), None)
        if not isinstance(first, typed.Apply) or first.word.means not in ("smaller", "larger"):
            continue
        source, end = first.at.source, first.at.end
        sign = source.text[end:node.at.end].split()[:1]
        last = first.arguments["right"]
        if first.at.start == node.at.start and sign and not sign[0].startswith(")"):
            whole, part = " ".join(first.at.text.split()), " ".join(last.at.text.split())
            yield UnclearExtent.at(Span(source, last.at.start, node.at.end), sign=sign[0], last=part, whole=whole,
                                   help=f"say `({whole})`, or put what belongs to `{part}` in parentheses")


CHECKS: tuple[Check, ...] = (
    Check("the style of names", ("typed",), (NamingStyle,), _style),
    Check("names that look alike", ("typed",), (NearDuplicate,), _twins),
    Check("readings that are played alike", ("typed",), (ReadingsAlike,), _alike),
    Check("how far a pair of numbers reaches", ("typed",), (UnclearExtent,), _extents),
)
