"""Tells a game in which two readings part, for somebody who keeps the rules: what led there, move by move with the
passages that it rests on, the passage under which the two worlds part, and what is so in either, side by side.

A move stands as a scenario has it (`P1: bid Opium Trade; Treaty System`), so that it can be copied into one. What a
passage says to several lines in a row is named once. The beginning of a long game is left out, and what lies where
stands in its place.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludex import naming
from ludex.diverge_played import Played, as_record, play
from ludex.diverge_table import WIDTH, Row, held_in, position_lines, rows
from ludex.events import Event
from ludex.game import Game
from ludex.match import Match
from ludex.moves import DONE
from ludex.stated import Stated
from ludex.validator.play.diverge import Found

#: A game of more lines than that is told without its beginning, of which so many lines stay at least and at most.
LONG, LEAST, MOST = 60, 8, 36


@dataclass(frozen=True, slots=True)
class Step:
    """A move with what followed from it; without a seat, what happens before anybody decides. `first` to `last` are its
    decisions, counted from 1; `before` is the match in which it is made."""

    first: int
    last: int
    seat: str
    words: str
    passage: str
    events: tuple[Event, ...]
    before: Match | None = field(compare=False, repr=False)

    def to_json(self) -> dict[str, Any]:
        """The step as plain data."""
        move = {} if not self.seat else {"decisions": [self.first, self.last], "seat": self.seat, "move": self.words,
                                         "passage": self.passage}
        return {**move, "events": [_plain(event) for event in self.events]}

    def lines(self) -> Iterator[tuple[str, str]]:
        """Each line with its passages."""
        if self.seat:
            number = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
            yield f"{number:>7}  {self.seat}: {self.words}", self.passage
        for event in self.events:
            yield f"{' ' * (4 if event.kind == 'phase' else 9)}{event.text}", event.passage


@dataclass(frozen=True, slots=True)
class Telling:
    """A game in which two readings part, ready to be told."""

    ruling: str
    question: str
    cited: dict[str, str]
    means: dict[str, str]
    opening: tuple[str, ...]
    steps: tuple[Step, ...]
    after: dict[str, tuple[Event, ...]]
    later: tuple[Event, ...]
    faults: dict[str, str]
    parting: dict[str, str]
    rows: tuple[Row, ...]

    def head(self) -> list[str]:
        """What the ruling is about."""
        left, right = self.means
        found = [f"{self.ruling}: {self.question}"]
        found += [line for passage, text in self.cited.items() for line in wrapped(f"[{passage}] {text}", 2)]
        return [*found, *wrapped(f"{left}: {self.means[left]} (This is how it is played.)", 2),
                *wrapped(f"{right}: {self.means[right]}", 2)]

    def lines(self, whole: bool = False) -> list[str]:
        """The game, and how the two part."""
        found = [f"    {line}" for line in self.opening]
        found += self._steps(whole)
        for reading, events in self.after.items():
            if events or self.faults[reading]:
                found += ["", f"Then, under {reading}:"]
                found += _with_passages([(f"{'':4}{event.text}", event.passage) for event in events])
            if self.faults[reading]:
                found.append(f"    the rules have no answer: {self.faults[reading]}")
        if self.later:
            found += ["", "And then, in both:"]
            found += _with_passages([(f"{'':4}{event.text}", event.passage) for event in self.later])
        found.append("")
        new = {passage: text for passage, text in self.parting.items() if passage not in self.cited and text}
        if self.parting:
            found.append(f"Here the two part, under {naming.listed([f'[{passage}]' for passage in self.parting])}.")
            found += [line for passage, text in new.items() for line in wrapped(f"[{passage}] {text}", 2)]
        return [*found, *side_by_side(tuple(self.means), self.rows)]

    def _steps(self, whole: bool) -> list[str]:
        lines = [list(step.lines()) for step in self.steps]
        total, cut = sum(map(len, lines)), 0
        if not whole and total > LONG:
            cut = self._cut(lines)
        found: list[str] = []
        before = self.steps[cut].before if cut else None
        if before is not None:
            left_out = self.steps[cut].first - 1
            phase = next((e.text for step in reversed(self.steps[:cut]) for e in reversed(step.events)
                          if e.kind == "phase"), "")
            found.append(f"    ... {left_out} decision{'s' * (left_out != 1)} before that "
                         f"{'are' if left_out != 1 else 'is'} left out (--whole tells all). By then"
                         f"{f', in {phase}' if phase else ''}:")
            found += [f"    {line}" for line in position_lines(before.engine.program, held_in(before))]
            found.append("")
        return found + _with_passages([line for step in lines[cut:] for line in step])

    def _cut(self, lines: list[list[tuple[str, str]]]) -> int:
        """With which step to begin: the first one of a phase, if what follows is neither too little nor too much."""
        tails = [sum(map(len, lines[at:])) for at in range(len(lines))]
        fitting = [at for at in range(1, len(lines)) if LEAST <= tails[at] <= MOST]
        begins = [at for at in fitting if any(event.kind == "phase" for event in self.steps[at - 1].events)]
        return next(iter(begins or fitting), len(lines) - 1)

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "question": self.question, "passages": self.cited, "means": self.means, "given": list(self.opening),
            "moves": [step.to_json() for step in self.steps],
            "then": {reading: [_plain(event) for event in events] for reading, events in self.after.items()},
            "then_in_both": [_plain(event) for event in self.later],
            "no_answer": {reading: fault for reading, fault in self.faults.items() if fault},
            "parting": self.parting,
            "differences": [{"what": row.label, **dict(zip(self.means, map(list, row.cells), strict=True))}
                            for row in self.rows],
        }


def _plain(event: Event) -> dict[str, str]:
    return {"text": event.text, "passage": event.passage}


def wrapped(text: str, indent: int = 0) -> list[str]:
    """A text in lines of the usual width."""
    return textwrap.wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2),
                         break_long_words=False, break_on_hyphens=False)


def _with_passages(lines: Sequence[tuple[str, str]]) -> list[str]:
    """Lines with their passages at the end, where those are not the ones of the line before."""
    found, last = [], ""
    for text, passage in lines:
        found.append(f"{text}  [{passage}]" if passage and passage != last else text)
        last = passage or last
    return found


def side_by_side(names: Sequence[str], table: Sequence[Row]) -> list[str]:
    """Two columns under the names of the readings, with what each line is about before them."""
    wide = min(24, max([len(row.label) for row in table], default=0))
    column = (WIDTH - wide - 8) // 2

    def put(label: str, left: str, right: str) -> str:
        return f"  {label:{wide}}  {left:{column}}  {right}".rstrip()

    found = [put("", *names), put("", *("-" * min(column, max(len(name), 12)) for name in names))]
    for row in table:
        cells = [[line for text in cell for line in textwrap.wrap(text, column, subsequent_indent="  ") or [""]]
                 for cell in (textwrap.wrap(row.label, wide) or [""], *row.cells)]
        cells[0] = textwrap.wrap(row.label, wide) or [""]
        found += [put(*(cell[at] if at < len(cell) else "" for cell in cells)) for at in range(max(map(len, cells)))]
    return found


# -- how it comes to be told


def tell(game: Game, ruling: str, found: Found, left: str, right: str, position: Stated | None
         ) -> tuple[Telling, dict[str, Match], dict[str, str]]:
    """A game that was found, told; and played under either reading, with its records."""
    games = {reading: play(game, {ruling: reading}, found.players, moves, position)
             for reading, moves in ((left, found.left), (right, found.right))}
    one, other = games.values()
    texts = [[event.text for event in each.events] for each in (one, other)]
    same = next((at for at, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), min(map(len, texts)))
    common = max(one.common, other.common)
    told = [same if same >= common else each.common for each in (one, other)]
    about = game.rulings[ruling]
    cited = {passage: game.texts[passage].text for passage in about.passage.split(", ") if passage in game.texts}
    after = {reading: tuple(each.events[upto:])
             for (reading, each), upto in zip(games.items(), told, strict=True)}
    later = _later(*after.values()) if all(after.values()) else ()
    after = {reading: events[:len(events) - len(later)] for reading, events in after.items()}
    parting = _parting(game, about.passage.split(", "), games, after, found)
    telling = Telling(
        ruling, about.question, cited, {reading: about.readings[reading] for reading in games},
        () if position is None else tuple(position_lines(game.program(found.players), position.fields)),
        tuple(_steps(one if one.match is not None else other, told[0])), after, later,
        {reading: each.fault for reading, each in games.items()}, parting,
        tuple(rows(found.difference, {reading: (each.match, each.fault) for reading, each in games.items()})))
    matches = {reading: each.match for reading, each in games.items() if each.match is not None}
    return telling, matches, {reading: as_record(match) for reading, match in matches.items()}


def _later(one: tuple[Event, ...], other: tuple[Event, ...]) -> tuple[Event, ...]:
    """What happens in the end in both."""
    count = 0
    while count < min(len(one), len(other)) and one[-1 - count].text == other[-1 - count].text:
        count += 1
    return one[len(one) - count:]


def _steps(played: Played, upto: int) -> Iterator[Step]:
    """The moves of a game, as far as its first events go."""
    if played.match is None:
        return
    events = played.events[:upto]
    taken = [each for each in played.match.history if each.player is not None]
    moves: list[tuple[int, list[str]]] = []
    for at, each in enumerate(taken):
        # What one seat decides without anything happening in between is one move.
        if moves and taken[at - 1].player == each.player and played.moments[at][1] == played.moments[at - 1][1]:
            moves[-1][1].append(each.words)
        else:
            moves.append((at, [each.words]))
    begins = [played.moments[at][1] for at, _ in moves] + [upto]
    if events[:begins[0]]:
        yield Step(0, 0, "", "", "", tuple(events[:begins[0]]), None)
    for number, (at, words) in enumerate(moves):
        before = played.moments[at][0]
        decision = before.decision
        assert decision is not None
        seat = before.seats[decision.player]
        said = "; ".join(words[:-1] if len(words) > 1 and words[-1] == DONE else words)
        own = events[begins[number]:begins[number + 1]]
        passage = ""
        if own and own[0].text.startswith(f"{seat}: ") and said.startswith(own[0].text[len(seat) + 2:]):
            passage = own.pop(0).passage  # that an action is taken is told by the move
        yield Step(at + 1, at + len(words), seat, said, passage, tuple(own), before)


def _parting(game: Game, about: Sequence[str], games: dict[str, Played], after: dict[str, tuple[Event, ...]],
             found: Found) -> dict[str, str]:
    """The passages under which the two part: those of what happens in one of them only, or of what may be chosen in one
    of them only; those that the ruling is about, if any of them is among these."""
    passages: list[str] = []
    counts = [Counter(event.text for event in events) for events in after.values()]
    for events, others in zip(after.values(), reversed(counts), strict=True):
        passages += [event.passage for event in events if event.text not in others][:1]
    sides = zip(games.values(), (found.difference.left_only, found.difference.right_only), strict=True)
    for played, keys in sides:
        choose = None if played.match is None else played.match.engine.decision(played.match.state)
        if played.match is None or choose is None or played.fault:
            continue
        origins = played.match.engine.program.origins
        if found.difference.sort == "options":
            words = {key[0] for key in keys}
            passages += [origins[way.origin].passage for way in choose.alternatives if way.words in words]
        elif found.difference.sort in ("seat", "result"):
            passages.append(origins[choose.origin].passage)
    names = list(dict.fromkeys(name for passage in passages for name in passage.split(", ") if name))
    names = [name for name in names if name in about] or names[:3] or [name for name in about if name]
    return {name: game.texts[name].text if name in game.texts else "" for name in names}


__all__ = ["Step", "Telling", "tell", "wrapped"]
