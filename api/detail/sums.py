"""What the games that were looked at have in common, as one document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ludex import naming
from ludex.detail.ahead import PARTS, Courses, course, part_of
from ludex.detail.looking import Look, Thing, Way, modifiers, ways
from ludex.detail.taking_part import rules_there
from ludex.dsl.pieces import lines
from ludex.game import Game
from ludex.ir.graph import Program
from ludex.ir.types import Set
from ludex.line_coverage import LineCoverage
from ludex.simulate.intervals import mean, wilson
from ludex.simulate.summary import rounded, spread
from ludex.validator.play.places import all_rules
from ludex.validator.play.traced import Trace, Tracing


class Details:
    """Adds up what was seen. `program` is what was played, by these readings, without what tells what runs; `asked` is
    how many games are to be looked at."""

    def __init__(self, game: Game, program: Program, readings: Mapping[str, str], tracing: Tracing, asked: int) -> None:
        self.game, self.program, self.readings, self.tracing, self.asked = game, program, readings, tracing, asked
        self.games = self.decisions = self.finished = self.wins = 0
        self.options: Counter[int] = Counter()
        self.parts: list[Counter[int]] = [Counter() for _ in range(PARTS)]
        self.offered: Counter[Way] = Counter()
        self.taken: Counter[Way] = Counter()
        self.taken_games: Counter[Way] = Counter()
        self.shown: Counter[Thing] = Counter()
        self.chosen: Counter[Thing] = Counter()
        self.choosers: Counter[Thing] = Counter()
        self.winners: Counter[Thing] = Counter()
        self.moved: Counter[tuple[Thing, str]] = Counter()
        self.moved_games: Counter[Thing] = Counter()
        self.trace = Trace()
        self.rule_games: Counter[str] = Counter()
        self.held: Counter[str] = Counter()
        self.ended_by: Counter[str] = Counter()
        self.courses = Courses()
        # A rule has run if one of its lines has: that somebody asked whether it applies is not enough.
        names = {(line.at.source.path, line.at.line, line.at.column): rule.name
                 for rule, effects in all_rules(game.typed) for effect in effects for line in lines(effect)}
        places = [(origin.file, origin.line, origin.column) for origin in tracing.program.origins]
        self._rules_of = [frozenset(names[places[origin]] for origin in block if places[origin] in names)
                          for block in tracing.blocks]

    def add(self, look: Look) -> None:
        """Count one game."""
        row = look.row
        self.games += 1
        self.decisions += len(look.options)
        self.options.update(look.options)
        self.offered.update(look.offered)
        self.taken.update(look.taken)
        self.taken_games.update(look.taken.keys())
        self.shown.update(look.shown)
        for (thing, seat), times in look.chosen.items():
            self.chosen[thing] += times
            if row.ending == "over":
                self.choosers[thing] += 1
                self.winners[thing] += row.winners == (seat,)
        self.moved.update(look.moved)
        self.moved_games.update({thing for thing, _ in look.moved})
        self._run(look.trace)
        self.held.update(look.held)
        if row.ending == "over":
            self.finished += 1
            self.wins += len(row.winners) == 1
            self.ended_by[row.ended_by] += 1
            for number, options in enumerate(look.options):
                self.parts[part_of(number, len(look.options))][options] += 1
            found = course(look.scores, row.winners, self.program.best == "lowest")
            if found is not None:
                self.courses.add(found)

    def _run(self, trace: Trace) -> None:
        self.trace.ran.update(trace.ran)
        self.trace.went.update(trace.went)
        self.rule_games.update({rule for block in trace.ran for rule in self._rules_of[block]})

    # -- the document

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        ran = LineCoverage(self.game)
        ran.gather(self.tracing, self.trace)
        covered = ran.to_json()
        return {
            "games": self.games, "decisions": self.decisions, "finished": self.finished, "wins": self.wins,
            "branching": self._branching(),
            "actions": self._ways(actions=True), "choices": self._ways(actions=False),
            "items": self._items(), "spaces": self._others(), "rules": self._rules(),
            "lines": covered["lines"], "conditions": covered["branches"],
            # In shorter games there are no tenths.
            "leads": self.courses.to_json() if self.decisions >= PARTS * self.games else None,
        }

    def _branching(self) -> dict[str, Any] | None:
        if not self.options:
            return None
        return {**(spread(self.options) or {}), "forced": rounded(self.options[1] / self.decisions),
                "by_progress": [rounded(mean(part)) if part else None for part in self.parts]}

    def _ways(self, actions: bool) -> list[dict[str, Any]]:
        """Actions, or the other decisions with their answers; the most frequent first."""
        known = dict.fromkeys([*ways(self.program), *self.offered])
        found: list[dict[str, Any]] = []
        for way in sorted(known, key=lambda way: -self.taken[way]):
            kind, prompt, name = way
            if (kind == "action") is actions:
                about = {"action": name} if actions else {"prompt": prompt, "kind": kind, "answer": name}
                found.append({**about, "offered": self.offered[way], "taken": self.taken[way],
                              "games": self.taken_games[way]})
        return found

    def _thing(self, thing: Thing) -> dict[str, Any]:
        share = wilson(self.winners[thing], self.choosers[thing])
        won = {"rate": rounded(share.rate), "low": rounded(share.low), "high": rounded(share.high)}
        return {"class": thing[0], "name": thing[1], "offered": self.shown[thing], "chosen": self.chosen[thing],
                "choosers": self.choosers[thing], "won": won if self.choosers[thing] else None}

    def _items(self) -> list[dict[str, Any]]:
        """The items that lie in zones: where each came to, how often it was chosen, and how whoever chose it fared."""
        zones: dict[Thing, dict[str, int]] = {}
        for (thing, zone), times in sorted(self.moved.items(), key=lambda each: -each[1]):
            zones.setdefault(thing, {})[zone] = times
        found = []
        copies = {domain: Counter(naming.names(self.program, domain)) for domain in _item_domains(self.program)}
        for thing in _named(self.program, copies):
            into = zones.get(thing, {})
            found.append({**self._thing(thing), "copies": copies[thing[0]][thing[1]],
                          "games": self.moved_games[thing], "moved": sum(into.values()), "into": into})
        return found

    def _others(self) -> list[dict[str, Any]]:
        """What else was chosen: spaces, seats, and the like."""
        items = _item_domains(self.program)
        seen = dict.fromkeys(thing[0] for thing in self.shown if thing[0] not in items)
        domains = [name for name in self.program.domains if name in seen]
        return [self._thing(thing) for thing in _named(self.program, domains)]

    def _rules(self) -> list[dict[str, Any]]:
        """Every rule that is part of the game as it is read, with the number of games in which it took part."""
        actions = {name: often for (kind, _, name), often in self.taken_games.items() if kind == "action"}
        told = frozenset().union(actions, *self._rules_of)
        found = []
        for rule, sort in rules_there(self.game.typed, self.program, self.readings, told,
                                      modifiers(self.tracing.program)):
            name = rule.name
            games = (self.ended_by[name] if sort == "end" else self.held[name] if sort == "modifier"
                     else actions.get(name, self.rule_games[name]))
            found.append({"rule": name, "sort": sort, "games": games, "passage": rule.passage,
                          "file": rule.at.source.path, "line": rule.at.line})
        return found


def _item_domains(program: Program) -> list[str]:
    """The classes of items, which lie in zones."""
    return list(dict.fromkeys(field.type.domain for field in program.fields.values()
                              if field.role == "zone" and isinstance(field.type, Set)))


def _named(program: Program, domains: Iterable[str]) -> Iterator[Thing]:
    """Everything in some domains, by name; what has the same name is one thing."""
    for domain in domains:
        for name in dict.fromkeys(naming.names(program, domain)):
            yield domain, name


__all__ = ["Details"]
