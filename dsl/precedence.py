"""Which of two rules about the same thing holds, when both apply, and whether anything says so.

A rule beats another that it names under `over`, and one whose conditions are a part of its own: the more special one
wins. Two rules that cannot apply together, or that say the same, need no order. All else is a finding with both places;
then what forbids wins over what permits, and of two overrides the later one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Final

from ludex.dsl.diagnostics import Diagnosis, Label, Sink
from ludex.dsl.nodes import Scalar
from ludex.dsl.syntax import Modifier, Norm, Override
from ludex.ir.record import entity


class RulesClash(Diagnosis):
    """Two rules can apply at once, decide differently, and nothing says which of them holds.

    A rule holds against another if it lists it under `over`, or if it is the more special one: if its condition is
    that of the other and more. A third rule that lists both under `over`, and has no condition that neither of them
    has, settles it as well. Otherwise what forbids holds against what permits, and of two overrides the later one,
    which may not be what anybody meant. Say which one is meant, or give the conditions a difference.
    """

    code = "LX117"
    name = "rules-clash"
    severity = "warning"
    message = "`{one}` and `{other}` decide differently about `{what}` where both apply, and nothing says which holds"
    bad = (
        "values:\n  may bid: {is: not open}\nforbids:\n  poor ones: {what: may bid, when: pot > 3}\n"
        "permits:\n  leaders: {what: may bid, when: leaders is not empty}\n"
        "triggers:\n  pay: {at: end of round, when: may bid, do: add 1 to pot}\n"
    )
    good = bad.replace("leaders is not empty}", "leaders is not empty, over: poor ones}")


@entity
class Claim:
    """A rule about something: what it is called, the rule itself, and what it says, in one word or a few."""

    name: Scalar
    rule: Norm | Override | Modifier
    says: str


def said(set_to: Scalar | None, add: Scalar | None) -> str:
    """What an override or a modifier says, in a word or a few."""
    told = (("set", set_to), ("add", add))
    return " ".join(f"{how} {plain(text.text)}" for how, text in told if text is not None)


def passed_over(overrides: list[Claim], modifiers: list[Claim], elements: frozenset[str], sink: Sink) -> None:
    """Tell of the modifiers of a base that an override comes after without saying that it holds against them."""
    for override in overrides:
        assert isinstance(override.rule, Override)
        for modifier in modifiers:
            if _order(override, modifier, elements) in (None, -1) and not _settled(override, modifier, overrides):
                sink.add(RulesClash.at(
                    override.name.span, one=modifier.name.text, other=override.name.text, what=override.rule.of.text,
                    labels=[Label(modifier.name.span, "the base")],
                    help=f"`over: [{modifier.name.text}]` says that it is meant"))


def lifted(forbids: list[Claim], others: list[Claim], elements: frozenset[str], sink: Sink) -> list[Claim]:
    """What is forbidden, with the exceptions that hold against it."""
    found = []
    for forbid in forbids:
        assert isinstance(forbid.rule, Norm)
        exceptions: list[tuple[Scalar, ...]] = []
        for other in others:
            order = _order(other, forbid, elements)
            if order is None and not _settled(forbid, other, [*forbids, *others]):
                assert isinstance(other.rule, Norm)
                told = _place(forbid, other)
                sink.add(RulesClash.at(told[1].name.span, one=told[0].name.text, other=told[1].name.text,
                                       what=other.rule.what[0].text, labels=[Label(told[0].name.span, "the other")],
                                       help="`over` in one of them names the one that it beats"))
            elif order == 1:
                assert isinstance(other.rule, Norm)
                exceptions.append((other.rule.when, *other.rule.guards))
        found.append(Claim(forbid.name, replace(forbid.rule, unless=tuple(exceptions)), forbid.says))
    return found


def ordered(claims: list[Claim], elements: frozenset[str], sink: Sink) -> list[Claim]:
    """Overrides of one value, each after those that it beats; where nothing says, in the order written."""
    beaten: dict[Claim, list[Claim]] = {claim: [] for claim in claims}
    for first, second in combinations(claims, 2):
        order = _order(second, first, elements)
        if order is None and not _settled(first, second, claims):
            assert isinstance(second.rule, Override)
            sink.add(RulesClash.at(second.name.span, one=first.name.text, other=second.name.text,
                                   what=second.rule.of.text, labels=[Label(first.name.span, "the other")],
                                   help="`over` in one of them names the one that it beats"))
        elif order:
            winner, loser = (second, first) if order > 0 else (first, second)
            beaten[winner].append(loser)
    found: list[Claim] = []

    def put(claim: Claim, above: tuple[Claim, ...]) -> None:
        for loser in beaten[claim]:
            if loser not in above:
                put(loser, (*above, claim))
        if claim not in found:
            found.append(claim)

    for claim in claims:
        put(claim, ())
    return found


def _place(one: Claim, other: Claim) -> tuple[Claim, Claim]:
    """The two in the order in which they are told: by file and line."""
    first, second = sorted((one, other), key=lambda claim: (claim.name.span.source.path, claim.name.span.start))
    return first, second


def _order(one: Claim, other: Claim, elements: frozenset[str]) -> int | None:
    """1 if the first holds against the second, -1 the other way; 0 if it makes no difference, None if nothing says."""
    over, under = other.name.text in _beaten(one), one.name.text in _beaten(other)
    if over or under:
        return None if over and under else 1 if over else -1
    if one.says == other.says:
        return 0
    mine, theirs = _conditions(one), _conditions(other)
    if _apart(mine, theirs, elements):
        return 0
    if mine > theirs:
        return 1
    return -1 if theirs > mine else None


def _settled(one: Claim, other: Claim, claims: list[Claim]) -> bool:
    """Whether a third rule, which holds wherever these two do, is over both."""
    either = _conditions(one) | _conditions(other) | {"yes"}
    return any({one.name.text, other.name.text} <= _beaten(third) and _conditions(third) <= either for third in claims)


def _beaten(claim: Claim) -> set[str]:
    """The names of what a rule says that it beats; a modifier of the base says nothing of the kind."""
    return set() if isinstance(claim.rule, Modifier) else {name.text for name in claim.rule.over}


def _conditions(claim: Claim) -> frozenset[str]:
    texts = [text for text in (claim.rule.when, *claim.rule.guards) if text is not None]
    return frozenset(part for text in texts for part in conjuncts(text.text))


def _apart(mine: frozenset[str], theirs: frozenset[str], elements: frozenset[str]) -> bool:
    """Whether two conditions cannot both hold, as far as their words tell."""
    for one in mine:
        for other in theirs:
            if one in (f"not {other}", f"not ({other})") or other in (f"not {one}", f"not ({one})"):
                return True
            if _ranges_apart(one, other):
                return True
            first, second = _IS.fullmatch(one), _IS.fullmatch(other)
            if first is None or second is None or first[1] != second[1]:
                continue
            if (first[2] is None) != (second[2] is None):
                if first[3] == second[3]:
                    return True
            elif first[2] is None and first[3] != second[3] and {first[3], second[3]} <= elements:
                return True
    return False


def _ranges_apart(one: str, other: str) -> bool:
    """Whether two comparisons of one thing with numbers leave no number for both."""
    first, second = _COMPARED.fullmatch(one), _COMPARED.fullmatch(other)
    if first is None or second is None or first[1] != second[1]:
        return False
    low, high = -_FAR, _FAR
    for _, sign, number in (first.groups(), second.groups()):
        least, most = _BETWEEN[sign](int(number))
        low, high = max(low, least), min(high, most)
    return low > high


_FAR: Final = 10**10
_BETWEEN: Final[dict[str, Callable[[int], tuple[int, int]]]] = {
    "is": lambda number: (number, number),
    "<": lambda number: (-_FAR, number - 1), "<=": lambda number: (-_FAR, number),
    ">": lambda number: (number + 1, _FAR), ">=": lambda number: (number, _FAR),
}
_COMPARED: Final = re.compile(r"([^<>]+?) (is|<=|<|>=|>) (-?\d{1,9})")
_IS: Final = re.compile(r"(.+?) is (not )?((?:(?! is ).)+)")


def plain(text: str) -> str:
    """A text of the language without what says nothing: articles, line ends, further blanks."""
    return re.sub(r"\b(?:the|a|an) ", "", " ".join(text.split()))


def conjuncts(text: str) -> list[str]:
    """The conditions that a text joins with `and`; one where `or` stands beside them."""
    words, depth, parts = plain(text), 0, [""]
    for token in re.findall(r"[()]|[^\s()]+|\s+", words):
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth == 0 and token == "or":
            return [words]
        if depth == 0 and token == "and":
            parts.append("")
        else:
            parts[-1] += token
    return [part.strip() for part in parts]
