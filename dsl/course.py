"""The course of a whole game, told once, as lines: starts, set-up, rounds, turns, and what answers a moment.

Who lowers a game, follows it, or counts what it deals, goes through these lines and knows nothing of phases, triggers
and ends. Lines of the rules stand among them as they are; the others have words that nobody writes
(`vocabulary/course.py`).

The set-up is one step for what happens at any time: that is looked at once, before the first round, whether or not
there is a set-up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.dsl import typed
from ludex.dsl.any_time import is_woven
from ludex.dsl.names import END_OF_ROUND, moments_of
from ludex.dsl.pieces import Run, reached
from ludex.dsl.source import Span
from ludex.dsl.typed import Argument, Effect, Line, Rule
from ludex.dsl.types import Nothing
from ludex.dsl.vocabulary import COURSE
from ludex.ir.record import record

#: Points of the course of a game that no phase can be called: the set-up, and the first round.
SETUP, ROUND = "(set-up)", "(round)"


@record
class Course:
    """Which part of a game is played. As a rule all of it: variables get their start, the set-up runs, rounds follow.

    `begin` leaves out what comes before the set-up, the first round, or a phase of it; whoever starts the program
    says what the fields hold there. `stop` ends play, by an end condition of its own name, just before the set-up or
    the first round.
    """

    begin: str | None = None
    stop: str | None = None


def heading(game: typed.Game) -> Rule:
    """The rule to which belongs what stands in no other."""
    if game.phases:
        return next(iter(game.phases.values())).rule
    return Rule("set-up", "", next(iter(game.domains.values())).at)


@record
class Script:
    """A game, or a part of it, in lines from its start to its end; and the lines with which each moment is answered:
    its triggers, then its ends."""

    whole: Effect
    answers: dict[str, Effect]


def course_of(game: typed.Game, part: Course | None = None) -> Script:
    """The course of a game, or of a part of it."""
    answers: dict[str, Effect] = {}
    for trigger in game.triggers:
        answers[trigger.at_moment] = (*answers.get(trigger.at_moment, ()), _trigger(trigger))
    for end in game.ends:
        answers[end.moment] = (*answers.get(end.moment, ()), _end(end))
    return Script(tuple(_whole(game, part or Course())), answers)


def _whole(game: typed.Game, part: Course) -> Iterator[Line]:
    here = heading(game).at
    if part.begin is None:
        for name in game.starts:
            variable = game.variables[name]
            yield _line("start", variable.at, {"variable": typed.ToEach(here, Nothing(), variable)})
    if part.stop == SETUP:
        yield _line("stop", here, {"words": _words(here, SETUP)})
    if part.begin in (None, SETUP):
        yield _line("one step", here, body=tuple(_happens("set-up", step.rule, step.effect) for step in game.setup))
        for moment, _ in at_any_time(game):
            yield _comes(moment, here, game.setup[-1].rule if game.setup else None)
    if part.stop == ROUND:
        yield _line("stop", here, {"words": _words(here, ROUND)})
    phases = [_phase(game.phases[name]) for name in game.rounds]
    over = _comes(END_OF_ROUND, here)
    if part.begin in game.rounds[1:]:
        yield from (*phases[game.rounds.index(part.begin):], over)
    yield _line("for ever", here, body=(*phases, over))


def at_any_time(game: typed.Game) -> Iterator[tuple[str, Rule]]:
    """The moments that are reached wherever something may have changed, each with the rule that answers it."""
    yield from ((each.at_moment, each.rule) for each in game.triggers if is_woven(each.at_moment))
    yield from ((each.moment, each.rule) for each in game.ends if is_woven(each.moment))


def halfway(game: typed.Game) -> list[Run]:
    """What the set-up runs and in which something would happen at any time, if it did not wait for the set-up to be
    over."""
    edges = reached(game, [step.effect for step in game.setup])
    runners: dict[Run, list[Run]] = {}
    for run, inner in edges.items():
        for other in inner:
            runners.setdefault(other, []).append(run)
    found: list[Run] = []
    todo = [("moment", moment) for moment, _ in at_any_time(game)]
    while todo:
        new = [run for run in runners.pop(todo.pop(), []) if run not in found]
        found += new
        todo += new
    return found


def _trigger(trigger: typed.EffectRule) -> Line:
    happens = _happens("trigger", trigger.rule, trigger.effect)
    if trigger.when is None:
        return happens
    return _line("as long as" if trigger.again else "case", trigger.rule.at, {"condition": trigger.when},
                 (replace(happens, rule=None),), trigger.rule)


def _end(end: typed.EndRule) -> Line:
    at = end.rule.at
    over = _line("over", at, _ruled("end", end.rule) | {"words": _words(at, end.title)})
    return _line("case", at, {"condition": end.when}, (over,), end.rule)


def _phase(phase: typed.PhaseRule) -> Line:
    at = phase.rule.at
    begins, over = moments_of(phase.rule.name)
    turns = () if phase.turns is None else (_turns(phase.turns, at),)
    body: Effect = (_line("begins", at, {"words": _words(at, phase.title)}), _comes(begins, at), *(phase.effect or ()),
                    *turns, *(phase.finish or ()), _comes(over, at))
    if phase.when is not None:
        body = (_line("case", at, {"condition": phase.when}, body),)
    return _happens("phase", phase.rule, body)


def _turns(turns: typed.TurnsRule, at: Span) -> Line:
    given: dict[str, Argument] = {"name": turns.you, "first": turns.first}
    given |= {name: expr for name, expr in (("until", turns.until), ("among", turns.among), ("next", turns.next))
              if expr is not None}
    act = (_line("act", turns.at, {"actions": typed.Named(at, Nothing(), turns.actions)}),) if turns.actions else ()
    return _line("turns", at, given, body=(*act, *(turns.effect or ())))


def _happens(sort: str, rule: Rule, body: Effect) -> Line:
    return _line("part", rule.at, _ruled(sort, rule), body, rule)


def _comes(moment: str, at: Span, rule: Rule | None = None) -> Line:
    return _line("moment", at, {"moment": typed.Named(at, Nothing(), (moment,))}, rule=rule)


def _ruled(sort: str, rule: Rule) -> dict[str, Argument]:
    return {"sort": _words(rule.at, sort), "name": _words(rule.at, rule.name)}


def _words(at: Span, text: str) -> typed.Words:
    return typed.Words(at, Nothing(), text)


def _line(means: str, at: Span, given: dict[str, Argument] | None = None, body: Effect | None = None,
          rule: Rule | None = None) -> Line:
    return Line(at, COURSE[means], given or {}, body=body, written=False, rule=rule)
