"""Conditions of the text against conditions of the rules: if and unless, until, once, instead.

The conditions of all passages are dealt out to those of the rules that cite them, each to one; what goes empty is
lost. Which condition belongs to which clause is not known, so a finding says that one is missing, not which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Finding, Label
from ludex.dsl.source import Span
from ludex.validator.source import patterns as say
from ludex.validator.source import text_facts as text
from ludex.validator.source.book import Book, Entry, Sentence
from ludex.validator.source.parts import Part, Parts

_REST = "actions:\n  rest: {source: rest, do: add 1 to your points}\n"


class LostCondition(Diagnosis):
    """The text has a condition, and there is none left for it in the rules.

    The conditions of a passage (`if`, `unless`, `when`, `as long as`) are dealt out to those of the rules that cite
    it; this one went empty.
    """

    code = "LX609"
    name = "lost-condition"
    severity = "warning"
    message = "`{word}` in `{id}` has no counterpart in the rules that cite it"
    bad = _REST + "--- source.md\n**rest** If the pot is empty, the player to act takes a point.\n"
    good = bad.replace("{source: rest, do", "{source: rest, when: pot is 0, do")


class ReversedCondition(Diagnosis):
    """The text says that something is not so, and the rule asks whether it is; or the other way round.

    Looked at are rules with a single condition about something being there or not (`is empty`, `is none`), whose
    passage has a single clause.
    """

    code = "LX634"
    name = "reversed-condition"
    severity = "warning"
    message = "the rule asks the opposite of `{words}`"
    bad = (
        "actions:\n  lead: {source: lead, when: favourite is not none, do: set favourite to you}\n"
        "--- source.md\n**lead** As long as there is no favourite, the player to act becomes it.\n"
    )
    good = bad.replace("is not none", "is none")


class LostDuration(Diagnosis):
    """The text says how long something lasts, and the rules do not end it.

    `until` needs a condition that is looked at again, or something that takes back what was set.
    """

    code = "LX610"
    name = "lost-duration"
    severity = "warning"
    message = "`{word}` in `{id}` has no counterpart in the rules that cite it"
    bad = _REST + "--- source.md\n**rest** A player rests until the pot is open.\n"
    good = bad.replace("do: add 1 to your points", 'do: "repeat until open:\\n    set open to yes"')


class LostLimit(Diagnosis):
    """The text sets a limit, and the rules have none.

    `once a turn`, `at most`: an action that can be taken again needs a condition that counts, and a choice a number.
    """

    code = "LX611"
    name = "lost-limit"
    severity = "warning"
    message = "`{word}` in `{id}` has no counterpart in the rules that cite it"
    bad = _REST + "--- source.md\n**rest** A player rests only once, and has a point for it.\n"
    good = bad.replace("{source: rest, do", "{source: rest, when: points is 0, do")


class LostReplacement(Diagnosis):
    """The text puts one thing in the place of another, and the rules only add to it.

    `instead` needs a value that is set and not added to, an `otherwise`, or actions of which one is taken.
    """

    code = "LX613"
    name = "lost-replacement"
    severity = "warning"
    message = "`{word}` in `{id}` has no counterpart in the rules that cite it"
    bad = _REST + "--- source.md\n**rest** Instead of acting, the player to act takes a point.\n"
    good = bad.replace(
        "do: add 1 to your points", 'do: "if open:\\n    add 1 to pot\\notherwise:\\n    add 1 to your points"')


RULES: tuple[type[Diagnosis], ...] = (LostCondition, ReversedCondition, LostDuration, LostLimit, LostReplacement)


def check(book: Book, parts: Parts) -> Iterator[Finding]:
    """Conditions, durations, limits and replacements."""
    for entry in book.entries.values():
        serving = parts.serving(entry.id)
        if not entry.idle and serving:
            yield from _limits(entry, serving, parts)
            yield from _reversed(entry, serving)
    yield from _conditions(book, parts)
    yield from _actions(book, parts)


def _conditions(book: Book, parts: Parts) -> Iterator[Finding]:
    """Deal the conditions of the rules out to those of the text, each to one of a passage that its rule cites."""
    clauses: list[tuple[Entry, Span]] = []
    for entry in book.entries.values():
        if not entry.idle and any(part.kind != "tool" for part in parts.serving(entry.id)):
            clauses += [(entry, at) for sentence in entry.rules for at in text.found(say.CONDITION, sentence)]
    offered: dict[str, list[Span]] = {}
    taken: dict[tuple[int, int, str], int] = {}
    for entry, _ in clauses:
        if entry.id not in offered:
            offered[entry.id] = _places(parts.serving(entry.id))

    def place(clause: int, seen: set[tuple[int, int, str]]) -> bool:
        for at in offered[clauses[clause][0].id]:
            key = at.start, at.end, at.source.path
            if key in seen:
                continue
            seen.add(key)
            if key not in taken or place(taken[key], seen):
                taken[key] = clause
                return True
        return False

    lost = [number for number in range(len(clauses)) if not place(number, set())]
    for number in lost:
        entry, at = clauses[number]
        serving = parts.serving(entry.id)
        if all(part.kind == "action" or part.kind == "tool" for part in serving) and not any(
                c for part in serving for c in part.facts.conditions if not c.soft) and all(
                len(part.passages) == 1 for part in serving if part.kind == "action") and (
                text.any_of(say.MAY, [entry]) or text.any_of(say.MUST, [entry])):
            continue  # told of the action itself
        part = next(part for part in parts.serving(entry.id) if part.kind != "tool")
        # `When all have chosen` tells a moment, and needs no condition where the rules come to it by themselves.
        moment = (say.MOMENT.fullmatch(at.text) is not None
                  and not any(part.key.startswith(("trigger ", "action ")) for part in serving)
                  and say.DENIED.search(at.source.text, at.end, at.end + 60) is None)
        yield LostCondition.at(at, word=at.text.lower(), id=entry.id, passage=entry.id,
                               labels=[Label(part.at, "this cites it")],
                               severity="info" if moment else None, evidence="candidate" if moment else None)


def _actions(book: Book, parts: Parts) -> Iterator[Finding]:
    """Actions that are always there, while the only passage they cite lets or makes somebody act under a condition."""
    for part in parts.all.values():
        entry = book.find(part.passages[0]) if part.kind == "action" and len(part.passages) == 1 else None
        if entry is None or entry.idle or any(not c.soft for c in part.facts.conditions) or part.facts.choices:
            continue
        for sentence in entry.rules:
            clauses = [*text.found(say.WHO, sentence), *text.found(say.CONDITION, sentence)]
            if clauses and (text.found(say.MAY, sentence) or text.found(say.MUST, sentence)):
                yield LostCondition.at(part.at, word=" ".join(clauses[0].text.split()).lower(), id=entry.id,
                                       passage=entry.id, labels=[Label(clauses[0], "the text says it here")])
                break


def _reversed(entry: Entry, serving: list[Part]) -> Iterator[Finding]:
    """A clause that denies, and a condition that does not; where each is the only one."""
    clauses = [(sentence, at) for sentence in entry.rules for at in text.found(say.CONDITION, sentence)]
    if len(clauses) != 1 or len(entry.rules) > 3:
        return
    sentence, at = clauses[0]
    clause = Span(at.source, at.start, sentence.at.start + _clause_end(sentence.at.text, at.end - sentence.at.start))
    unless = at.text.lower() in ("unless", "except when", "except if")
    denied = (len(say.DENIED.findall(clause.text)) % 2 == 1) is not unless
    for part in serving:
        hard = [c for c in part.facts.conditions if not c.soft]
        if len(hard) != 1 or part.key.startswith("empty ") or hard[0].compare not in _DENIES:
            continue
        if _DENIES[hard[0].compare] is not denied:
            yield ReversedCondition.at(hard[0].at, words=" ".join(clause.text.split()), passage=entry.id,
                                       labels=[Label(clause, "the text")])


#: Comparisons that say that something is not there (True) or is there.
_DENIES = {"empty": True, "not empty": False, "none": True, "not none": False}


def _clause_end(sentence: str, start: int) -> int:
    ends = [place for sign in (",", ";", ":", ".") if (place := sentence.find(sign, start)) >= 0]
    return min(ends, default=len(sentence))


def _places(serving: list[Part]) -> list[Span]:
    """The conditions of rules, and of the actions and moments that bring them about."""
    return list(dict.fromkeys(c.at for part in serving for c in part.facts.conditions))


def _by_rounds(at: Span, sentence: Sentence, serving: list[Part], parts: Parts) -> bool:
    """Whether `until` is said of a phase, which comes again every round, and something else in the course of the game
    asks for what it names: rounds need no loop."""
    if not any(part.key.startswith("phase ") and part.name in parts.game.rounds for part in serving):
        return False
    start = at.end - sentence.at.start
    clause = sentence.at.text[start:_clause_end(sentence.at.text, start)]
    asked = {name for part in parts.all.values() if part.key.startswith(("phase ", "end ", "trigger "))
             for c in part.facts.conditions for name in c.names}
    return any(re.search(rf"\b{re.escape(name)}s?\b", clause, re.IGNORECASE) for name in asked)


def _limits(entry: Entry, serving: list[Part], parts: Parts) -> Iterator[Finding]:
    words = set().union(*(part.facts.words for part in parts.reach(serving)))
    hard = [c for part in serving for c in part.facts.conditions if not c.soft]
    acts = [part for part in serving if part.kind in ("action", "rule", "helper")]
    if not acts:
        return
    for sentence in entry.rules:
        for at in text.found(say.UNTIL, sentence):
            turns = any("turns" in part.facts.words for part in serving)
            if "until" not in words and (turns or not hard) and not _by_rounds(at, sentence, serving, parts):
                yield LostDuration.at(at, word=at.text.lower(), id=entry.id, passage=entry.id,
                                      labels=[Label(acts[0].at, "this cites it")])
        for at in text.found(say.ONCE, sentence):
            if not hard and any(part.kind == "action" for part in acts):
                yield LostLimit.at(at, word=at.text.lower(), id=entry.id, passage=entry.id,
                                   labels=[Label(acts[0].at, "this cites it")])
        for at in text.found(say.INSTEAD, sentence):
            apart = {"replace", "otherwise", "offer"} & words
            listed = any(p.facts.optional for p in serving) or (hard and any(p.kind == "action" for p in acts))
            if not apart and not listed:
                yield LostReplacement.at(at, word=at.text.lower(), id=entry.id, passage=entry.id,
                                         labels=[Label(acts[0].at, "this cites it")])
