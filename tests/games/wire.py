"""Everything a seat could read, searched for names that it should not know.

Each item of a game gets a name that occurs nowhere else, a random number of 128 bits, so that a name that turns up
in a view, a log, an option or a refusal is a leak and nothing else. What a seat may know is worked out here from the
whole state and from who may look into which zone, not by the code that makes views.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import Any

from ludex import Event, Game, Match
from ludex.interpreter.engine import Engine
from ludex.ir.graph import Program

NONCE = re.compile(r"N[0-9a-f]{32}")
MOVED = re.compile(r"^.+? (?:draws|moves|shuffles) .+?(?: from (?P<source>.+?))? (?:in)?to (?P<target>.+)$")


def nonce(rng: random.Random) -> str:
    """A name that occurs nowhere else."""
    return f"N{rng.getrandbits(128):032x}"


def found(data: Any) -> set[str]:
    """The secret names anywhere in some data."""
    return set(NONCE.findall(json.dumps(data)))


def start_renamed(game: Game, players: int, seed: int) -> Match:
    """A match of a game whose items all have names of their own, copies too."""
    rng = random.Random(seed)
    program = game.program(players)
    classes = {getattr(f.type, "domain", None) for f in program.fields.values() if f.role == "zone"}
    domains = {name: replace(domain, elements=tuple(nonce(rng) for _ in domain.elements)) if name in classes
               else domain for name, domain in program.domains.items()}
    engine = Engine(replace(program, domains=domains))
    rulings = {name: ruling.choice for name, ruling in game.rulings.items()}
    parameters = {name: parameter.default for name, parameter in game.typed.parameters.items()}
    return Match.begin(game, engine, seed, False, rulings, parameters)


class Wire:
    """Watches one match for what each seat reads. Call `step` after the start and after every move."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.seats: list[int | None] = [*range(len(match.seats)), None]
        self.known: dict[int | None, set[str]] = {seat: set() for seat in self.seats}
        #: How often a seat read names that a spectator did not know: idle checks leave it at 0.
        self.private = 0
        self.events = 0

    @property
    def program(self) -> Program:
        return self.match.engine.program

    def may_look(self, name: str, owner: str | None, seat: int | None) -> bool:
        """Whether a seat may look into a zone or variable, by what the rules say of it."""
        sight = self.program.fields[name].sight
        return sight == "all" or sight == "owner" and seat is not None and owner == self.match.seats[seat]

    def in_sight(self, seat: int | None) -> set[str]:
        """The names that lie open to a seat now."""
        names: set[str] = set()
        for name, content in self.match.game.write_state(self.match)["fields"].items():
            field = self.program.fields[name]
            if field.index is None:
                names |= found(content) if self.may_look(name, None, seat) else set()
            else:
                for owner, cell in content.items():
                    names |= found(cell) if self.may_look(name, owner, seat) else set()
        return names

    def _sees_end(self, words: str | None, seat: int | None) -> bool:
        """Whether a seat sees one end of a move, such as `P1's hand`."""
        if words is None:
            return False
        owner, _, name = words.rpartition("'s ")
        # What is moved out of the zones of all at once comes from `every hand`.
        if name not in self.program.fields:
            name = name.removeprefix("every ")
        return self.may_look(name, owner or None, seat)

    def _told(self, event: Event, seat: int | None) -> None:
        told, names = event.told_to(seat), found(event.text)
        moved = MOVED.match(event.text)
        if moved and names:
            if self._sees_end(moved["source"], seat) or self._sees_end(moved["target"], seat):
                self.known[seat] |= names
                assert told == event.text, f"{seat} is not told {event.text}"
            else:
                assert not found(told), f"{seat} is told {told}"
        assert found(told) <= self.known[seat], f"{seat} is told {told}"

    def step(self) -> None:
        """Search everything that every seat can read now."""
        match, decision = self.match, self.match.decision
        new = match.events_since(self.events)
        self.events += len(new)
        for seat in self.seats:
            open_now = self.in_sight(seat)
            self.known[seat] |= open_now
            for event in new:
                self._told(event, seat)
            view = match.view(seat)
            assert found(view["state"]) == open_now, f"the view of {seat}"
            assert found(view) <= self.known[seat], f"the view of {seat}"
            if decision is not None and decision.player == seat:
                offered = [(option.id, option.words) for option in decision.options]
                assert found([decision.prompt, offered]) <= self.known[seat], f"the options of {seat}"
                for word in ("nothing", *(option.words for option in decision.options)):
                    refusal = match.why_not(f"{word} and more")
                    assert refusal is not None
                    assert found([refusal.reason.replace(word, "")]) <= self.known[seat], f"a refusal to {seat}"

        self.private += sum(not self.known[seat] <= self.known[None] for seat in self.seats)

    def finish(self) -> None:
        """Search whole logs at the end."""
        for seat in self.seats:
            assert found(self.match.log(seat)) <= self.known[seat], f"the log of {seat}"


def play_watched(match: Match, seed: int) -> Wire:
    """Play on at random to the end, watching; gives the watcher."""
    rng = random.Random(seed)
    wire = Wire(match)
    wire.step()
    while match.decision is not None:
        match.apply(rng.choice(match.decision.options))
        wire.step()
    wire.finish()
    return wire
