"""A loaded game: rules read and checked once, programs built on demand, matches started from them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ludex import decided, stages
from ludex.checking import Read, finish, locate, read
from ludex.dsl import syntax, typed
from ludex.dsl.diagnostics import Finding, RuleErrors, Sink
from ludex.dsl.game import Analysis
from ludex.dsl.gather import File
from ludex.dsl.names import PLAYER, Symbols
from ludex.dsl.passages import Passage, passages
from ludex.dsl.typed import ValueSymbol
from ludex.dsl.types import Number
from ludex.engines import BACKENDS, PYTHON
from ludex.ir.contract import Engine
from ludex.ir.graph import Program
from ludex.ir.layout import canonical
from ludex.programs import Programs
from ludex.stated import Stated, beginnings, stated_in

if TYPE_CHECKING:
    from ludex.match import Match

LANGUAGE_VERSION = 1
#: What a state says beside its format, game and rules.
STATE_KEYS = ("version", "players", "rulings", "parameters", "seed", "chance", "point", "generator", "reason", "fields",
              "frames")
#: Seeds beyond it could not be written down, nor read back.
LARGEST_SEED = 10**1000


class BadStart(ValueError):
    """A match cannot start like this: the number of players, a ruling, a reading or a parameter is wrong."""


class BadState(ValueError):
    """A text is not the state of this game."""


@dataclass(frozen=True, slots=True)
class RulingInfo:
    """A ruling for people: the question, the readings with what each means, the one chosen, and why. `executable`
    says whether a rule depends on it."""

    question: str
    readings: dict[str, str]
    choice: str
    because: str
    passage: str
    study: str
    weight: str
    executable: bool


def load(name_or_path: str | Path) -> Game:
    """A game by bundled name or path. Raises `RuleErrors` with all findings if its rules cannot be played."""
    found = read(locate(name_or_path))
    game = found.playable
    if game is None or found.rules is None or found.analysis is None:
        raise RuleErrors(finish(found).findings)
    made = Game(found, found.rules, found.analysis, game)
    try:
        made.programs.program(made.programs.settings(game.most))
    except RuleErrors:
        raise RuleErrors(made.findings) from None
    return made


class Game:
    """A game that can be played. Made by `load`."""

    def __init__(self, found: Read, sections: syntax.RuleSet, analysis: Analysis, game: typed.Game) -> None:
        self.path = found.path
        self.read = found
        self.syntax = sections
        self.analysis = analysis
        self.typed = game
        self.name = game.name
        self.title = game.title
        self.players = range(game.least, game.most + 1)
        #: The variables that hold numbers.
        self.numbers = frozenset(n for n, v in game.variables.items() if isinstance(v.type, Number))
        #: Its programs, and the engines that play them.
        self.programs = Programs(game)
        self._symbols: dict[int, Symbols] = {}

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings about its rules and its scenarios, which are looked for when they are first asked for."""
        return finish(self.read).findings

    def check(self) -> list[Finding]:
        """The findings about its rules and its scenarios."""
        return list(self.findings)

    @cached_property
    def texts(self) -> dict[str, Passage]:
        """The passages of the restated rulebook by id, then those of the rule sets that this one extends; empty where
        there is none."""
        found: dict[str, Passage] = {}
        for book in self.read.files.books:
            text = book.text(Sink())
            for id, passage in passages(text).items() if text is not None else ():
                found.setdefault(id, passage)
        return found

    @property
    def passages(self) -> int:
        """How many passages the restated rulebook has."""
        return 0 if self.read.source is None else len(passages(self.read.source))

    @cached_property
    def rulings(self) -> dict[str, RulingInfo]:
        """The rulings by name."""
        return {
            name.text: RulingInfo(
                r.question.text, {n.text: reading.means.text for n, reading in r.readings.items()}, r.choice.text,
                r.because.text, ", ".join(s.text for s in r.source), "" if r.study is None else r.study.text,
                "" if r.weight is None else r.weight.text, name.text in self.typed.used_rulings)
            for name, r in self.syntax.rulings.items()
        }

    @cached_property
    def inherited(self) -> frozenset[str]:
        """The rule files, and the restated rulebook, of what this rule set extends."""
        bases = self.read.files.layers[1:]
        return frozenset(file.shown for base in bases for file in (*base.files, base.book) if file is not None)

    @property
    def scenario_files(self) -> tuple[File, ...]:
        """The scenario files beside the rules, read when they are first asked for."""
        return self.read.files.scenarios

    @property
    def scenarios(self) -> int:
        """How many scenarios stand in the scenario files."""
        texts = [source.text for file in self.scenario_files if (source := file.text(Sink())) is not None]
        return sum(len(re.findall(r"^- scenario:", text, re.MULTILINE)) for text in texts)

    @property
    def rule_lines(self) -> int:
        """How many lines of the rule files say something."""
        sources = [file.text(Sink()) for file in self.read.files.files]
        lines = [line.strip() for source in sources if source is not None for line in source.text.splitlines()]
        return sum(1 for line in lines if line and not line.startswith("#"))

    @property
    def content_hash(self) -> str:
        """A fingerprint of what the rule files said when they were read, whatever their names and wherever they lie."""
        return self.read.files.fingerprint

    def symbols_for(self, players: int) -> Symbols:
        """What names mean at a table of so many, where no other seats are known."""
        if players not in self._symbols:
            known = self.analysis.symbols
            seats = {f"P{n + 1}" for n in range(players)}
            self._symbols[players] = replace(known, values={
                name: symbol for name, symbol in known.values.items()
                if not (isinstance(symbol, ValueSymbol) and symbol.domain == PLAYER and name not in seats)})
        return self._symbols[players]

    # -- playing

    def start(self, players: int | None = None, seed: int | None = None, rulings: Mapping[str, str] | None = None,
              parameters: Mapping[str, int] | None = None, chance: Literal["auto", "ask"] = "auto",
              backend: str = PYTHON) -> Match:
        """A new match at its first decision.

        `players` defaults to the smallest number, `seed` to one from the system's randomness (kept in `match.seed`).
        With `chance="ask"` the match stops at every chance event. `backend` names the engine that plays; all play
        alike. Raises `BadStart`.
        """
        number, chosen, numbers = self._settings(players, rulings, parameters)
        if chance not in ("auto", "ask"):
            raise BadStart(f'chance is "auto" or "ask", not {_shown(chance)}')
        if seed is None:
            seed = random.SystemRandom().getrandbits(32)
        elif isinstance(seed, bool) or not isinstance(seed, int):
            raise BadStart(f"a seed is a whole number, not {_shown(seed)}")
        elif abs(seed) >= LARGEST_SEED:
            raise BadStart("a seed has at most a thousand digits")
        from ludex.match import Match  # whoever only checks a game plays none

        engine = self.engine(number, chosen, numbers, backend)
        return Match.begin(self, engine, seed, chance == "ask", chosen, numbers)

    def start_at(self, position: Stated, players: int, seed: int, rulings: Mapping[str, str] | None = None,
                 parameters: Mapping[str, int] | None = None, chance: Literal["auto", "ask"] = "auto") -> Match:
        """A new match that begins at a stated position. Raises `BadStart`."""
        number, chosen, numbers = self._settings(players, rulings, parameters)
        from ludex.match import Match

        engine = self.engine(number, chosen, numbers, begin=position.begin)
        return Match.begin(self, engine, seed, chance == "ask", chosen, numbers, position.fields, position)

    def stated(self, data: Mapping[str, Any], players: int, rulings: Mapping[str, str] | None = None,
               parameters: Mapping[str, int] | None = None) -> Stated:
        """The stated position that a record holds as data. Raises `BadStart`."""
        begin = data.get("begin")
        if not isinstance(begin, str):
            raise BadStart("a stated position says with which part of the game play begins")
        number, chosen, numbers = self._settings(players, rulings, parameters)
        try:
            return stated_in(self.engine(number, chosen, numbers, begin=begin), begin, data)
        except KeyError as wrong:
            raise BadStart(f"the stated position does not fit the game: there is no {wrong} in it") from None
        except BadStart:
            raise
        except (TypeError, ValueError, AttributeError) as wrong:
            raise BadStart(f"the stated position does not fit the game: {wrong}") from None

    def _settings(self, players: int | None, rulings: Mapping[str, str] | None, parameters: Mapping[str, int] | None
                  ) -> tuple[int, dict[str, str], dict[str, int]]:
        chosen = {name: ruling.choice for name, ruling in self.typed.rulings.items()}
        for name, reading in _named(rulings, "rulings are readings by name").items():
            if name not in chosen:
                raise BadStart(f"there is no ruling `{name}`{_near(name, chosen)}")
            if not isinstance(reading, str):
                raise BadStart(f"a reading of `{name}` is a name, not {_shown(reading)}")
            readings = self.typed.rulings[name].readings
            if name not in self.typed.used_rulings and reading != chosen[name]:
                raise BadStart(f"no rule depends on the ruling `{name}`, so it cannot be played in another way")
            if reading not in readings:
                raise BadStart(f"`{name}` has no reading `{reading}`; it has {', '.join(readings)}")
            chosen[name] = reading
        numbers = {name: parameter.default for name, parameter in self.typed.parameters.items()}
        for name, value in _named(parameters, "parameters are numbers by name").items():
            if name not in numbers:
                raise BadStart(f"there is no parameter `{name}`{_near(name, numbers)}")
            type = self.typed.parameters[name].type
            if isinstance(value, bool) or not isinstance(value, int) or not type.low <= value <= type.high:
                raise BadStart(f"`{name}` is a number from {type.low} to {type.high}, not {_shown(value)}")
            numbers[name] = value
        return self._seats(players, chosen), chosen, numbers

    def _seats(self, players: int | None, readings: Mapping[str, str]) -> int:
        number = next(iter(self.typed.players(readings)), None) if players is None else players
        barred = self.barred(number, readings)
        if barred is not None:
            raise BadStart(barred)
        assert number is not None
        return number

    def barred(self, players: object, readings: Mapping[str, str]) -> str | None:
        """Why there is no game for so many under these readings, in a sentence; None if there is one."""
        said = [(name, reading) for name, ruling in self.typed.rulings.items()
                if (reading := readings.get(name, ruling.choice)) in ruling.players]
        where = "".join(f" where `{name}` is `{reading}`" for name, reading in said)
        allowed = self.typed.players(readings)
        if not allowed:
            means = " ".join(self.rulings[name].readings[reading] for name, reading in said)
            return f"{self.title} cannot be played{where}: {means}"
        if isinstance(players, bool) or not isinstance(players, int) or players not in allowed:
            wanted = str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
            other = [f"; it is where `{name}` is `{reading}`" for name, ruling in self.typed.rulings.items()
                     for reading, seats in ruling.players.items() if players in seats]
            return f"{self.title} is for {wanted} players{where}, not {_shown(players)}{''.join(other[:1])}"
        return None

    def program(self, players: int | None = None, rulings: Mapping[str, str] | None = None,
                parameters: Mapping[str, int] | None = None) -> Program:
        """The program for a number of players (the smallest, where none is said) and readings. Raises `BadStart`."""
        return self.programs.program(self.programs.settings(*self._settings(players, rulings, parameters)))

    def engine(self, players: int, rulings: dict[str, str], parameters: dict[str, int], backend: str = PYTHON,
               begin: str | None = None) -> Engine:
        """The engine for checked settings, built once. `begin` is the part of the game that it begins with, if that is
        not the start. Raises `BadStart` for a backend, or a part, that there is not."""
        if not isinstance(backend, str) or backend not in BACKENDS:
            raise BadStart(f"there is no backend {backend!r}; there is {' and '.join(BACKENDS)}")
        if begin is not None and begin not in beginnings(self.typed):
            raise BadStart(f"play cannot begin with {_shown(begin)}; it can with "
                           f"{', '.join(f'`{name}`' for name in beginnings(self.typed))}")
        return self.programs.engine(self.programs.settings(players, rulings, parameters, begin), backend)

    # -- keeping

    def write_state(self, match: Match) -> dict[str, Any]:
        """The state of a match as plain data: fields by name and their elements by name, then how play stands."""
        program, layout = match.engine.program, match.engine.layout
        state = canonical(layout, match.state)
        held = {field.name: state[at:at + len(field.start)] for field in program.fields.values()
                for at in [layout.fields[field.name]]}
        fields = stages.fields_out(match.engine, held)
        begin = {} if match.begun_at is None else {"begin": match.begun_at}
        return {
            "format": "ludex state", "version": LANGUAGE_VERSION, "game": self.name, "rules": self.content_hash,
            **begin, "players": program.seats, "rulings": match.rulings, "parameters": match.parameters,
            "seed": match.seed, "chance": "ask" if match.asking else "auto", "point": state[0], "generator": state[1],
            "reason": state[2], "fields": fields, "frames": state[min(layout.returns.values()):layout.size],
        }

    def restore(self, text: str) -> Match:
        """The match of a text that `Match.to_json` wrote, without its past. Raises `BadState`."""
        from ludex.match import Match

        if not isinstance(text, str):
            raise BadState(f"a state is a text, not {_shown(text)}")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as wrong:
            raise BadState(f"this is not JSON: {wrong}") from None
        if not isinstance(data, dict) or data.get("format") != "ludex state":
            raise BadState("this is not a state of Ludex")
        if data.get("game") != self.name:
            raise BadState(f"this is a state of {_shown(data.get('game'))}, not of `{self.name}`")
        if data.get("rules") != self.content_hash:
            raise BadState("this state belongs to other rules: the rule files have changed since")
        missing = [key for key in STATE_KEYS if key not in data]
        if missing:
            raise BadState(f"this state does not fit the game: `{missing[0]}` is missing")
        try:
            number, chosen, numbers = self._settings(data["players"], data["rulings"], data["parameters"])
            begin = data.get("begin")
            engine = self.engine(number, chosen, numbers, begin=begin)
            state = stages.state_in(engine, data)
            match = Match(self, engine, state, int(data["seed"]), data["chance"] == "ask", chosen, numbers, begin)
            # What would be written otherwise was not written by us: another version, 1.0 for 1, a list out of order.
            again = self.write_state(match)
            for key in again.keys() | data.keys():
                if key not in again or key not in data or \
                        json.dumps(again[key], sort_keys=True) != json.dumps(data[key], sort_keys=True):
                    raise BadState(f"this state does not fit the game: `{_shown(key)[1:-1]}` cannot be like this")
        except BadStart as wrong:
            raise BadState(str(wrong)) from None
        except KeyError as wrong:
            raise BadState(f"this state does not fit the game: there is no {wrong} in it") from None
        except BadState:
            raise
        except (TypeError, ValueError, IndexError, OverflowError, AttributeError, RecursionError) as wrong:
            raise BadState(f"this state does not fit the game: {wrong}") from None
        problem = match.impossible()
        if problem is not None:
            raise BadState(f"play cannot stand like this: {problem}")
        return match

    def in_words(self) -> str:
        """What the rule set says of itself: what the game is, its moments, its rulings, and what it assumes."""
        return decided.in_words(self)

    def stage(self, stage: str, players: int | None = None) -> str:
        """A stage of the way from files to play, as text: document, syntax, typed, ir or python. Raises ValueError for
        another one, and `BadStart`."""
        return stages.show(self, stage, self._settings(players, None, None)[0])


def _named(given: object, expected: str) -> dict[str, Any]:
    """Settings by name as they were given; `expected` says what they are. Raises `BadStart`."""
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise BadStart(f"{expected}, not {_shown(given)}")
    return dict(given)


def _shown(value: object) -> str:
    """A value of the wrong kind, in a message: its beginning, as Python writes it."""
    try:
        text = repr(value)
    except Exception:  # whatever it is, it is not what is wanted
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."


def _near(name: str, known: Mapping[str, object]) -> str:
    close = get_close_matches(name, known, 1)
    return f"; did you mean `{close[0]}`?" if close else ""
