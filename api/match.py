"""A match: one game being played. Decisions, chance, views, refusals, events and results, in words and as data."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ludex import naming, views
from ludex.events import Event, event, happened
from ludex.interpreter.engine import Engine, State
from ludex.interpreter.engine import Event as Raw
from ludex.ir.contract import Fault
from ludex.ir.graph import WINNERS
from ludex.ir.layout import GENERATOR
from ludex.ir.ops import Alternative, Choose
from ludex.ir.types import Int

if TYPE_CHECKING:
    from ludex.game import Game


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be chosen: a stable identity, words for people, its place among the options."""

    id: str
    words: str
    index: int


@dataclass(frozen=True, slots=True)
class Decision:
    """Somebody has to choose. `kind` is action, choose, more (a further element of a set) or may (it can be declined);
    `player` is the seat, from 0."""

    player: int
    kind: str
    prompt: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What chance may bring, with its exact probability."""

    id: str
    words: str
    index: int
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Chance:
    """Chance has to decide. `source` is the zone drawn from, if any."""

    outcomes: tuple[Outcome, ...]
    source: str | None


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision (or, with player None, a chance outcome) as it was taken."""

    player: int | None
    id: str
    words: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something may not be done: the rule that forbids it, and the passage it rests on."""

    reason: str
    rule: str
    passage: str


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended. `ranking` lists the seats place by place, `scores` is empty where nothing is scored."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    scores: dict[int, int]
    ended_by: str


class IllegalMove(ValueError):
    """The move is not legal; `reason`, `rule` and `passage` say why."""

    def __init__(self, refusal: Refusal) -> None:
        where = f" ({refusal.passage})" if refusal.passage else ""
        super().__init__(f"{refusal.reason}{where}")
        self.reason, self.rule, self.passage = refusal.reason, refusal.rule, refusal.passage


class RuleFault(RuntimeError):
    """The rules have no answer at this point of play. `file` and `line` say where in the rules."""

    def __init__(self, message: str, rule: str, passage: str, file: str, line: int) -> None:
        super().__init__(f"{message} (rule `{rule}`, {file}:{line})")
        self.rule, self.passage, self.file, self.line = rule, passage, file, line


class Match:
    """One game being played. Made by `Game.start` or `Game.restore`."""

    def __init__(self, game: Game, engine: Engine, state: State, seed: int, asking: bool, rulings: dict[str, str],
                 parameters: dict[str, int]) -> None:
        self.game = game
        self.engine = engine
        self.state = state
        self.seed = seed
        self.asking = asking
        self.rulings = rulings
        self.parameters = parameters
        self.seats = [f"P{n + 1}" for n in range(engine.program.seats)]
        #: Where the match was taken up, if that was not the start of the game.
        self.opening: State | None = state[:] or None
        # Copies share these lists up to their length; who adds to a shared one takes a list of its own.
        self._raw: list[Raw] = []
        self._told = 0
        self._taken: list[Taken] = []
        self._moves = 0
        self._options: Decision | None = None

    @classmethod
    def begin(cls, game: Game, engine: Engine, seed: int, asking: bool, rulings: dict[str, str],
              parameters: dict[str, int], fields: Mapping[str, Sequence[int]] | None = None) -> Match:
        """A new match at its first decision. `fields` says what some fields hold at the start."""
        match = cls(game, engine, [], seed, asking, rulings, parameters)
        raw: list[Raw] = []
        with match._faults():
            match.state = engine.start(seed, raw, asking, fields)
        match._raw = [each for each in raw if happened(each)]
        match._told = len(match._raw)
        return match

    # -- deciding

    @property
    def decision(self) -> Decision | None:
        """Who has to choose and between what; None when nobody has to."""
        if self._options is None:
            choose = self.engine.decision(self.state)
            if choose is None:
                return None
            options = self._named_apart(choose)
            if not options:
                self._nothing_to_do(choose)
            self._options = Decision(self.engine.seat(self.state), choose.kind, choose.prompt, options)
        return self._options

    def _named_apart(self, choose: Choose) -> tuple[Option, ...]:
        """The options; where two items of one name can be told apart, it is by where they lie."""
        listed = self.engine.options(self.state)
        options = [self._option(choose, way, value, at) for at, (way, value) in enumerate(listed)]
        if len({option.id for option in options}) == len(options):
            return tuple(options)
        seen = Counter(option.id for option in options)
        for at, option in enumerate(options):
            if seen[option.id] > 1:
                way, value = listed[at]
                form = choose.alternatives[way].form
                domain = None if form == "one" else self.domain(choose.alternatives[way])
                place = "" if domain is None else naming.place(self.engine, self.state, domain, value)
                if place:
                    options[at] = Option(f"{option.id} in {place}", f"{option.words} in {place}", at)
        seen = Counter(option.id for option in options)
        return tuple(option if seen[option.id] == 1 else Option(f"{option.id} ({at})", f"{option.words} ({at})", at)
                     for at, option in enumerate(options))

    def _nothing_to_do(self, choose: Choose) -> None:
        origin = self.engine.program.origins[choose.origin]
        raise RuleFault(f"{self.seats[self.engine.seat(self.state)]} must choose ({choose.prompt}) and has no option",
                        origin.rule, origin.passage, origin.file, origin.line)

    def _option(self, choose: Choose, number: int, value: int, at: int) -> Option:
        way = choose.alternatives[number]
        if way.form == "one":
            return Option(way.name, way.words, at)
        name = self._element(way, value)
        return Option(f"{way.name}:{name}" if way.name else name, way.words.replace("{}", name), at)

    def _element(self, way: Alternative, value: int) -> str:
        domain = self.domain(way)
        return str(value) if domain is None else naming.element(self.engine.program, domain, value)

    def domain(self, way: Alternative) -> str | None:
        """The domain of what an alternative of the decision that waits lets choose; None for numbers."""
        assert way.to is not None
        name = self.engine.layout.points[self.state[0]][0]
        type = self.engine.program.functions[name].registers[way.to].type
        assert isinstance(type, Int)
        return type.domain

    @property
    def chance(self) -> Chance | None:
        """What chance has to decide, if the match was started with `chance="ask"`."""
        roll = self.engine.roll(self.state)
        if roll is None:
            return None
        outcomes = self.engine.outcomes(self.state)
        total = sum(weight for _, weight in outcomes)
        name = self.engine.layout.points[self.state[0]][0]
        type = self.engine.program.functions[name].registers[roll.to].type
        assert isinstance(type, Int)
        found = []
        for at, (value, weight) in enumerate(outcomes):
            words = str(value) if type.domain is None else naming.element(self.engine.program, type.domain, value)
            found.append(Outcome(words, words, at, Fraction(weight, total)))
        return Chance(tuple(found), roll.source)

    def apply(self, choice: Option | Outcome | int | str) -> None:
        """Take an option (or a chance outcome): itself, its index, its id or its words. Raises `IllegalMove`."""
        decision, chance = self.decision, self.chance
        if decision is None and chance is None:
            raise IllegalMove(Refusal("the game is over", "", ""))
        offered: tuple[Option | Outcome, ...] = ()
        if chance is not None:
            offered = chance.outcomes
        elif decision is not None:
            offered = decision.options
        found = _among(offered, choice)
        if found is None:
            text = choice if isinstance(choice, str) else getattr(choice, "words", str(choice))
            refusal = self.why_not(text) if isinstance(choice, str | Option) else None
            raise IllegalMove(refusal or Refusal(f"`{text}` is not among what can be chosen here", "", ""))
        raw: list[Raw] = []
        state = self.state[:]
        with self._faults():
            if chance is not None:
                self.engine.resolve(state, self.engine.outcomes(state)[found.index][0], raw, self.asking)
            else:
                self.engine.choose(state, self.engine.options(state)[found.index], raw, self.asking)
        player = decision.player if chance is None and decision is not None else None
        self.state = state
        self._options = None
        if len(self._taken) != self._moves:
            self._taken = self._taken[: self._moves]
        self._taken.append(Taken(player, found.id, found.words))
        self._moves += 1
        if len(self._raw) != self._told:
            self._raw = self._raw[: self._told]
        self._raw.extend(each for each in raw if happened(each))
        self._told = len(self._raw)

    def why_not(self, text: str) -> Refusal | None:
        """Why a move, in words (its steps joined by `;`), may not be made here; None if it may.

        Steps are followed only as far as the same seat goes on choosing and chance has not spoken: what comes after
        would tell the one who asks what nobody can know yet.
        """
        from ludex.moves import steps

        match = self
        for step in steps(self, text) if ";" in text else [text]:
            if match is not self and not self._goes_on(match):
                return Refusal(f"nobody can say yet what `{step.strip()}` will be", "", "")
            refusal = match._why_not_step(step.strip())
            if refusal is not None:
                return refusal
            if ";" in text:
                match = match.copy()
                match.apply(step.strip())
        return None

    def _goes_on(self, later: Match) -> bool:
        """Whether a later position is still part of what the seat decides now."""
        now, then = self.decision, later.decision
        return now is not None and then is not None and now.player == then.player \
            and self.state[GENERATOR] == later.state[GENERATOR]

    def _why_not_step(self, step: str) -> Refusal | None:
        decision = self.decision
        if decision is None:
            return Refusal("the game is over" if self.chance is None else "chance has to decide first", "", "")
        if _among(decision.options, step) is not None:
            return None
        choose = self.engine.decision(self.state)
        assert choose is not None
        # Of several ways with the same words, the one that came closest to being possible says why not.
        best, nearest = Refusal(f"`{step}` is nothing that can be done here", "", ""), -1
        for way in choose.alternatives:
            refusal, passed = self._refused(way, step)
            if refusal is not None and passed > nearest:
                best, nearest = refusal, passed
        return best

    def _refused(self, way: Alternative, step: str) -> tuple[Refusal | None, int]:
        """Why an alternative cannot be taken with these words, and how many of its guards let it through; no refusal
        if the words mean something else."""
        program = self.engine.program
        value = 0
        if way.form == "one":
            if step not in (way.name, way.words):
                return None, 0
        else:
            domain = self.domain(way)
            names = ({str(n): n for n in range(-1000, 1001)} if domain is None else
                     {naming.element(program, domain, n): n for n in reversed(range(program.domains[domain].size))})
            matching = [n for name, n in names.items()
                        if step in (name, way.words.replace("{}", name), f"{way.name}:{name}")]
            if not matching:
                return None, 0
            value = matching[0]
            if way.universe is not None and domain is not None:
                bits = self.engine.register(self.state, way.universe)
                meant = naming.element(program, domain, value)
                same = [n for n in range(program.domains[domain].size)
                        if bits >> n & 1 and naming.element(program, domain, n) == meant]
                origin = program.origins[way.origin]
                if not same:
                    return Refusal(f"`{meant}` is not there to be chosen", origin.rule, origin.passage), 0
                value = same[0]
        with self._faults():
            refusals = self.engine.refusals(self.state, way, value)
        for at, guard in enumerate(way.guards):
            if guard.origin in refusals:
                origin = program.origins[guard.origin]
                return Refusal(f"it does not hold that {origin.text}", origin.rule, origin.passage), at
        origin = program.origins[way.origin]
        return Refusal(f"`{step}` is not possible now", origin.rule, origin.passage), len(way.guards)

    # -- looking

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see, as plain data; None is a spectator. Options are shown only to who decides."""
        decision = self.decision
        shown: dict[str, Any] = {
            "game": self.game.name, "seat": None if seat is None else self.seats[seat],
            "state": views.fields(self.engine, self.state, seat, self.game.numbers), "decision": None,
            "result": self._result_data(),
        }
        if decision is not None:
            asked: dict[str, Any] = {"seat": self.seats[decision.player], "kind": decision.kind,
                                     "prompt": decision.prompt}
            if seat == decision.player:
                asked["options"] = [option.words for option in decision.options]
            shown["decision"] = asked
        return shown

    @property
    def events(self) -> list[Event]:
        """Everything that happened, with all details."""
        return [event(self.engine.program, raw) for raw in self._raw[: self._told]]

    def events_since(self, count: int) -> list[Event]:
        """What happened after the first `count` events."""
        return [event(self.engine.program, raw) for raw in self._raw[count: self._told]]

    @property
    def history(self) -> list[Taken]:
        """The decisions and chance outcomes so far."""
        return self._taken[: self._moves]

    def log(self, seat: int | None) -> list[str]:
        """What happened, as a seat (or a spectator, None) may know it."""
        return [text for e in self.events if (text := e.told_to(seat))]

    def score(self, seat: int) -> int | None:
        """The score of a seat as things stand; None where nothing is scored."""
        scores = self.engine.program.scores
        return self._value(scores[0], seat) if scores else None

    @property
    def result(self) -> Result | None:
        """Who has won, once the game is over."""
        if not self.engine.over(self.state):
            return None
        program, engine = self.engine.program, self.engine
        seats = range(program.seats)
        sign = -1 if program.best == "lowest" else 1
        keys = {seat: tuple(self._value(f, seat) * (sign if n == 0 else 1)
                            for n, f in enumerate(program.scores)) for seat in seats}
        scores = {seat: sign * key[0] for seat, key in keys.items() if key}
        named = self.state[engine.layout.fields[WINNERS]]
        reason = engine.reason(self.state) or ""
        if named or not program.scores or reason.endswith("(nobody)"):
            winners = tuple(seat for seat in seats if named >> seat & 1)
            others = tuple(seat for seat in seats if seat not in winners)
            ranking = tuple(place for place in (winners, others) if place)
            return Result(winners, ranking, scores, reason.removesuffix(" (nobody)"))
        places = sorted(set(keys.values()), reverse=True)
        ranking = tuple(tuple(seat for seat in seats if keys[seat] == key) for key in places)
        winners = ranking[0] if len(ranking[0]) == 1 or program.ties == "shared" else ()
        return Result(winners, ranking, scores, reason)

    def _result_data(self) -> dict[str, Any] | None:
        result = self.result
        if result is None:
            return None
        return {
            "winners": [self.seats[s] for s in result.winners],
            "ranking": [[self.seats[s] for s in place] for place in result.ranking],
            "scores": {self.seats[s]: score for s, score in result.scores.items()}, "ended_by": result.ended_by,
        }

    def broken_invariants(self) -> list[str]:
        """The names of invariants that do not hold now."""
        return [name for name, function in self.engine.program.invariants.items() if not self._value(function)]

    def _value(self, function: str, *args: int) -> int:
        with self._faults():
            return self.engine.evaluate(function, self.state, args)

    # -- keeping

    def copy(self) -> Match:
        """An independent match at the same point, with the same future."""
        other = Match.__new__(Match)
        other.game, other.engine, other.seed, other.asking = self.game, self.engine, self.seed, self.asking
        other.rulings, other.parameters, other.seats = self.rulings, self.parameters, self.seats
        other.state, other.opening = self.state[:], self.opening
        other._raw, other._told = self._raw, self._told
        other._taken, other._moves = self._taken, self._moves
        other._options = self._options
        return other

    def redeal(self, seat: int | None, rng: random.Random) -> Match:
        """A match that this seat (None: a spectator) cannot tell from this one: other hidden cards, another future."""
        other = self.copy()
        other.state = views.redeal(self.engine, self.state, seat, rng)
        other.state[GENERATOR] = rng.getrandbits(64)
        other._options = None
        return other

    def to_json(self) -> str:
        """The state as text, by the game's own names; `Game.restore` reads it back."""
        return json.dumps(self.game.write_state(self), ensure_ascii=False)

    def hash(self) -> str:
        """A fingerprint of the position: equal positions have equal ones."""
        numbers = ",".join(map(str, self.engine.canonical(self.state)))
        return hashlib.blake2b(numbers.encode(), digest_size=16).hexdigest()

    def _faults(self) -> _Faults:
        return _Faults(self.engine)


class _Faults:
    """Turns a fault of the engine into one that names the rule."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        if isinstance(fault, Fault):
            origin = self.engine.program.origins[fault.origin]
            raise RuleFault(fault.message, origin.rule, origin.passage, origin.file, origin.line) from None


def _among(offered: tuple[Option | Outcome, ...], choice: object) -> Option | Outcome | None:
    """The option that a choice means: the option itself, an index, an id, or words that are unique."""
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


__all__ = ["Chance", "Decision", "IllegalMove", "Match", "Option", "Outcome", "Refusal", "Result", "RuleFault", "Taken"]
