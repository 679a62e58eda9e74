"""Why a move may not be made: the first condition of the rules that does not hold, and its passage.

What is offered and what is refused comes from the same conditions, which the program keeps beside each decision, so the
two cannot disagree. Nothing here changes a match; what comes after a step is looked at in copies.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from ludex import naming
from ludex.dsl.lowering import FORBIDDEN
from ludex.ir.graph import Program
from ludex.ir.ops import Alternative

if TYPE_CHECKING:
    from ludex.match import Match

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,2}|-?1000")
#: The most positions that are looked at for a way to come to an element.
TRIED = 200
#: The most options that a refusal names.
NAMED = 6


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something may not be done: the rule that forbids it, and the passage it rests on."""

    reason: str
    rule: str
    passage: str


class Offered(Protocol):
    """What may be chosen: an option, or an outcome of chance."""

    @property
    def id(self) -> str: ...

    @property
    def words(self) -> str: ...


Some = TypeVar("Some", bound=Offered)


def among(offered: Sequence[Some], choice: object) -> Some | None:
    """What a choice means: the option itself, an index, an id, or words that are unique; None if nothing."""
    if isinstance(choice, bool):
        return None
    if isinstance(choice, int):
        return offered[choice] if 0 <= choice < len(offered) else None
    wanted = choice if isinstance(choice, str) else getattr(choice, "id", None)
    for option in offered:
        if option.id == wanted:
            return option
    same = [option for option in offered if option.words == wanted]
    return same[0] if len(same) == 1 else None


def why_not(match: Match, text: str) -> Refusal | None:
    """Why a move, in words (its steps joined by `;`), may not be made; None if it may. See `Match.why_not`."""
    from ludex.match import RuleFault
    from ludex.moves import DONE, goes_on, steps

    if not isinstance(text, str):
        raise ValueError(f"a move is told in words, not by a {type(text).__name__}")
    if ";" not in text or match.decision is not None and among(match.decision.options, text.strip()) is not None:
        return _step(match, text.strip())
    now = match
    for step in steps(match, text):
        if now is not match and not _follows(match, now):
            return Refusal(f"nobody can say yet what `{step}` will be", "", "")
        refusal = _step(now, step)
        if refusal is not None:
            return refusal
        now = now.copy()
        try:
            now.apply(step)
        except RuleFault as fault:
            return Refusal(f"the rules have no answer to it: {fault.message}", fault.rule, fault.passage)
    said = text.rpartition(";")[2].strip() == DONE
    return _step(now, DONE) if said and _follows(match, now) and goes_on(now, match) else None


def _follows(match: Match, later: Match) -> bool:
    """Whether a later position is still part of what the seat decides now."""
    now, then = match.decision, later.decision
    return now is not None and then is not None and now.player == then.player and match.generator == later.generator


def _step(match: Match, step: str) -> Refusal | None:
    decision = match.decision
    if decision is None:
        return Refusal("the game is over" if match.chance is None else "chance has to decide first", "", "")
    if among(decision.options, step) is not None:
        return None
    several = match.means_several(step)
    if several:
        return Refusal(f"`{step}` means several things here: {_listed(several)}", "", "")
    choose = match.engine.decision(match.state)
    assert choose is not None
    # Of several ways with the same words, the one that came closest to being possible says why not.
    best, nearest = Refusal(f"`{step}` is nothing that can be done here", "", ""), -1
    for way in choose.alternatives:
        found = _head(match, way, step) if step and step in _heads(way) else _refused(match, way, step)
        if found is not None and found[1] > nearest:
            best, nearest = found
    return best


def _heads(way: Alternative) -> tuple[str, ...]:
    """What an alternative with something to choose is called without that: its name, and its words up to there."""
    return () if way.form == "one" else (way.name, way.words.partition("{}")[0].strip())


def _head(match: Match, way: Alternative, step: str) -> tuple[Refusal, int]:
    """What there is to say about an action that is named without what it is done with."""
    decision = match.decision
    origin = match.engine.program.origins[way.origin]
    listed = match.engine.options(match.state)
    choose = match.engine.decision(match.state)
    assert decision is not None
    assert choose is not None
    possible = [option for option in decision.options if choose.alternatives[listed[option.index][0]] is way]
    if possible:
        reason = f"`{step}` is possible, but not alone: {_listed(possible)}"
        return Refusal(reason, origin.rule, origin.passage), len(way.guards) + 1
    best, nearest = Refusal(f"there is nothing to `{step}` with", origin.rule, origin.passage), -1
    for value in _values(match, way):
        found = _guarded(match, way, value)
        if found is not None and found[1] > nearest:
            best, nearest = found
    if nearest < 0:  # there is nothing to choose from, which may be for a reason that has nothing to do with it
        free = [guard for guard in way.guards if None not in guard.args]
        with match.faults():
            refusals = match.engine.refusals(match.state, way, 0) if free else []
        for at, guard in enumerate(free):
            if guard.origin in refusals:
                return _not_so(match, guard.origin), at
    return best, max(nearest, 0)


def _listed(options: Sequence[Offered]) -> str:
    return ", ".join(f"`{option.words}`" for option in options[:NAMED]) + (", …" if len(options) > NAMED else "")


def _values(match: Match, way: Alternative) -> list[int]:
    """What an alternative lets choose from, possible or not."""
    domain = match.domain(way)
    if domain is None or way.universe is None:
        return []
    bits = match.engine.register(match.state, way.universe)
    return [n for n in range(match.engine.program.domains[domain].size) if bits >> n & 1]


def _refused(match: Match, way: Alternative, step: str) -> tuple[Refusal, int] | None:
    """Why an alternative cannot be taken with these words, and how many of its guards let it through; None if the
    words mean something else."""
    program = match.engine.program
    origin = program.origins[way.origin]
    if way.form == "one":
        if step not in (way.name, way.words):
            return None
        return _guarded(match, way, 0) or (Refusal(f"`{step}` is not possible now", origin.rule, origin.passage),
                                           len(way.guards))
    domain = match.domain(way)
    matching = _matching(program, way, domain, step)
    if not matching:
        return None
    meant, value = matching[0]
    if way.universe is not None and domain is not None:
        same = [n for n in _values(match, way) if naming.element(program, domain, n) == meant]
        if not same:
            return Refusal(f"`{meant}` is not there to be chosen", origin.rule, origin.passage), 0
        value = same[0]
    whole = way.words.replace("{}", meant)
    decision = match.decision
    if step != whole and decision is not None and among(decision.options, whole) is not None:
        return Refusal(f"that is `{whole}` here", origin.rule, origin.passage), len(way.guards)
    refused = _guarded(match, way, value)
    if refused is None:
        return Refusal(f"`{step}` is not possible now", origin.rule, origin.passage), len(way.guards)
    path = _way_to(match, way, meant) if refused[1] == len(way.guards) - 1 else None
    if path is not None:
        return Refusal(f"`{meant}` alone is not enough, and in order it comes after what goes with it: "
                       f"`{'; '.join(path)}`", refused[0].rule, refused[0].passage), refused[1]
    return refused


def _matching(program: Program, way: Alternative, domain: str | None, step: str) -> list[tuple[str, int]]:
    """The elements or numbers that words may mean as one of an alternative's: by their name alone, in the words of the
    alternative, or behind its name. Of copies only the lowest."""
    head, gap, tail = way.words.partition("{}")
    wanted = {step, step.removeprefix(f"{way.name}:")}
    if gap and step.startswith(head) and step.endswith(tail) and len(step) >= len(head) + len(tail):
        wanted.add(step[len(head):len(step) - len(tail)])
    if domain is None:
        return [(name, int(name)) for name in sorted(wanted) if _NUMBER.fullmatch(name)]
    names = naming.names(program, domain)
    meant = names if not gap and step == way.words else [name for name in wanted if name in names]
    return sorted({name: names.index(name) for name in meant}.items(), key=lambda found: -found[1])


def _guarded(match: Match, way: Alternative, value: int) -> tuple[Refusal, int] | None:
    """The first guard of an alternative that forbids a value, and its number."""
    with match.faults():
        refusals = match.engine.refusals(match.state, way, value)
    for at, guard in enumerate(way.guards):
        if guard.origin in refusals:
            return _not_so(match, guard.origin), at
    return None


def _not_so(match: Match, number: int) -> Refusal:
    origin = match.engine.program.origins[number]
    forbidden = origin.text.removeprefix(FORBIDDEN)
    words = f"it does not hold that {origin.text}"
    if forbidden != origin.text:
        words = f"`{origin.rule}` forbids it: {forbidden}"
    return Refusal(words, origin.rule, origin.passage)


def _way_to(match: Match, way: Alternative, meant: str) -> list[str] | None:
    """Steps of one move, the last of which takes an element that cannot be taken first; None if there are none.

    Only a choice of several goes on in this way, and nothing happens in it before it is complete.
    """
    from ludex.match import RuleFault
    from ludex.moves import goes_on

    before, _, after = way.words.partition("{}")
    tried = 0
    waiting: list[tuple[Match, list[str]]] = [(match, [])]
    while waiting:
        now, path = waiting.pop(0)
        decision = now.decision
        assert decision is not None
        for option in decision.options:
            begins = path or option.words.startswith(before) and option.words.endswith(after)
            if path and option.words == meant:
                return [*path, meant]
            if not begins or decision.kind == "more" and option.id == "done" or tried >= TRIED:
                continue
            tried += 1
            later = now.copy()
            try:
                later.apply(option)
            except RuleFault:
                continue
            if goes_on(later, match) and _follows(match, later):
                waiting.append((later, [*path, option.words]))
    return None


__all__ = ["Refusal", "among", "why_not"]
