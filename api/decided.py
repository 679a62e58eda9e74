"""What a rule set says of itself in words: what the game is, its moments, how it is read, and what is assumed.

Rules that are played are told by play. What was decided when they were written down is told here, so that a reader
need not open the files for it: rulings with the reading that holds, and what the source does not say at all.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludex.dsl.document import Scalar

if TYPE_CHECKING:
    from ludex.dsl.syntax import Ruling
    from ludex.game import Game

WIDTH = 100


def in_words(game: Game) -> str:
    """All of it, as lines of text."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    rules, players = game.syntax, game.players
    many = f"{players[0]} to {players[-1]}" if len(players) > 1 else f"{players[0]}"
    yield f"{game.title} ({game.name}), for {many} players"
    yield from _wrapped(rules.about, 2)
    phases = ", ".join(name.text for name in rules.rounds.phases)
    yield from ["", f"each {'round' if rules.rounds.title is None else rules.rounds.title.text}: {phases}"]
    told = {name.text: moment.about for name, moment in rules.moments.items() if moment.about is not None}
    if told:
        yield from ["", "moments"]
        for moment, about in told.items():
            yield from _wrapped(about, 2, f"{moment}: ")
    if rules.rulings:
        yield from ["", "rulings: what the source leaves open, and (>) how it is read"]
        for name, ruling in rules.rulings.items():
            yield from _ruling(name.text, ruling, game.rulings[name.text].executable)
    if rules.assumptions:
        yield from ["", "assumptions: what the source does not say"]
        for name, assumption in rules.assumptions.items():
            yield f"  {name.text}"
            yield from _wrapped(assumption.says, 4)
            yield from _wrapped(assumption.because, 4, "because: ")
            if assumption.decided_by is not None:
                yield from _wrapped(assumption.decided_by, 4, "would be decided by: ")


def _ruling(name: str, ruling: Ruling, played: bool) -> Iterator[str]:
    about = [part.text for part in (ruling.kind, ruling.study) if part is not None]
    about += [f"weight {ruling.weight.text}"] if ruling.weight is not None else []
    about += [] if played else ["a note: no rule asks for it"]
    told = f" ({', '.join(about)})" if about else ""
    yield f"  {name}{told}  [{', '.join(passage.text for passage in ruling.source)}]"
    yield from _wrapped(ruling.question, 4)
    for reading, says in ruling.readings.items():
        yield from _wrapped(says.means, 4, f"{'>' if reading.text == ruling.choice.text else ' '} {reading.text}: ")
    yield from _wrapped(ruling.because, 4, "because: ")


def _wrapped(text: Scalar | None, indent: int, label: str = "") -> list[str]:
    """A text in lines of the usual width, further in."""
    if text is None:
        return []
    return textwrap.wrap(label + " ".join(text.text.split()), WIDTH, initial_indent=" " * indent,
                         subsequent_indent=" " * (indent + 4 if label else indent), break_long_words=False,
                         break_on_hyphens=False, drop_whitespace=True)
