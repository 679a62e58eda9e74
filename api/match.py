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

from ludex import naming, refusals, views, worlds
from ludex.events import Event, event, happened
from ludex.ir.contract import Engine, Fault, State
from ludex.ir.contract import Event as Raw
from ludex.ir.layout import GENERATOR
from ludex.ir.ops import Alternative, Choose
from ludex.ir.standing import standing
from ludex.ir.types import Int
from ludex.refusals import Refusal, among

if TYPE_CHECKING:
    from ludex.game import Game
    from ludex.stated import Stated


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
    """The rules have no answer at this point of play, or what must always hold (`invariant`) does not. `file` and
    `line` say where in the rules."""

    def __init__(self, message: str, rule: str, passage: str, file: str, line: int, invariant: str | None = None
                 ) -> None:
        super().__init__(f"{message} (rule `{rule}`, {file}:{line})" if invariant is None else
                         f"{message} ({file}:{line})")
        self.message, self.rule, self.passage, self.file, self.line = message, rule, passage, file, line
        self.invariant = invariant


class Match:
    """One game being played. Made by `Game.start` or `Game.restore`."""

    def __init__(self, game: Game, engine: Engine, state: State, seed: int, asking: bool, rulings: dict[str, str],
                 parameters: dict[str, int], begun_at: str | None = None) -> None:
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
        #: The part of the game that its program begins with, if that is not the start; and the position it began at.
        self.begun_at = begun_at
        self.stated: Stated | None = None
        # Copies share these lists up to their length; who adds to a shared one takes a list of its own.
        self._raw: list[Raw] = []
        self._told = 0
        self._taken: list[Taken] = []
        self._moves = 0
        self._options: Decision | None = None
        #: Whether what must always hold is looked at; not in a world that is only thought of.
        self._watched = bool(engine.program.invariants)

    @classmethod
    def begin(cls, game: Game, engine: Engine, seed: int, asking: bool, rulings: dict[str, str],
              parameters: dict[str, int], fields: Mapping[str, Sequence[int]] | None = None,
              stated: Stated | None = None) -> Match:
        """A new match at its first decision. `fields` says what some fields hold at the start, `stated` which position
        that is, if it is one to be written down."""
        match = cls(game, engine, [], seed, asking, rulings, parameters, None if stated is None else stated.begin)
        match.stated = stated
        raw: list[Raw] = []
        with match.faults():
            match.state = engine.start(seed, raw, asking, fields)
        match._watch(match.state)
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
        """The options. No id is there twice, and no words mean two of them: items of one name differ by where they lie,
        what has the same words by the action it belongs to."""
        listed = self.engine.options(self.state)
        options = [self._option(choose, way, value, at) for at, (way, value) in enumerate(listed)]
        seen = Counter(option.id for option in options)
        for at, option in enumerate(options):
            if seen[option.id] > 1:
                way, value = listed[at]
                form = choose.alternatives[way].form
                domain = None if form == "one" else self.domain(choose.alternatives[way])
                place = "" if domain is None else naming.place(self.engine, self.state, domain, value)
                if place:
                    options[at] = Option(f"{option.id} in {place}", f"{option.words} in {place}", at)
        ids = naming.apart([option.id for option in options], lambda at: str(at))
        # What an option says may not be what another one is called either.
        words = naming.apart([option.words for option in options],
                             lambda at: choose.alternatives[listed[at][0]].name or str(at), ids)
        return tuple(Option(ids[at], words[at], at) for at in range(len(options)))

    def means_several(self, text: str) -> list[Option]:
        """The options that have this id, or these words, before they were named apart; none if there are less than two.
        """
        choose, decision = self.engine.decision(self.state), self.decision
        if choose is None or decision is None:
            return []
        listed = self.engine.options(self.state)
        plain = [self._option(choose, way, value, at) for at, (way, value) in enumerate(listed)]
        found = [option for option, was in zip(decision.options, plain, strict=True) if text in (was.id, was.words)]
        return found if len(found) > 1 else []

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
        words = naming.outcomes(self.engine, self.state, [value for value, _ in outcomes])
        return Chance(tuple(Outcome(text, text, at, Fraction(weight, total))
                            for at, (text, (_, weight)) in enumerate(zip(words, outcomes, strict=True))), roll.source)

    def apply(self, choice: Option | Outcome | int | str) -> None:
        """Take an option (or a chance outcome): itself, its index, its id or its words. Raises `IllegalMove`."""
        decision, chance = self.decision, self.chance
        if decision is None and chance is None:
            raise IllegalMove(Refusal("the game is over", "", ""))
        offered: Sequence[Option | Outcome] = ()
        if chance is not None:
            offered = chance.outcomes
        elif decision is not None:
            offered = decision.options
        found = among(offered, choice)
        if found is None:
            text = choice if isinstance(choice, str) else str(getattr(choice, "words", choice))
            refusal = refusals.why_not(self, text) if isinstance(choice, str | Option) else None
            raise IllegalMove(refusal or Refusal(f"`{text}` is not among what can be chosen here", "", ""))
        raw: list[Raw] = []
        state = self.state[:]
        with self.faults():
            if chance is not None:
                self.engine.resolve(state, self.engine.outcomes(state)[found.index][0], raw, self.asking)
            else:
                self.engine.choose(state, self.engine.options(state)[found.index], raw, self.asking)
        self._watch(state)
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
        would tell the one who asks what nobody can know yet. Raises ValueError for what is no text.
        """
        return refusals.why_not(self, text)

    # -- looking

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see, as plain data; None is a spectator. Options are shown only to who decides.

        Raises ValueError for a seat that there is not.
        """
        self._seat(seat)
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
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise ValueError(f"events are counted from 0, not from {count!r}")
        return [event(self.engine.program, raw) for raw in self._raw[count: self._told]]

    @property
    def history(self) -> list[Taken]:
        """The decisions and chance outcomes so far."""
        return self._taken[: self._moves]

    def log(self, seat: int | None) -> list[str]:
        """What happened, as a seat (or a spectator, None) may know it. Raises ValueError for a seat that there is not.
        """
        self._seat(seat)
        return [text for e in self.events if (text := e.told_to(seat))]

    def to_svg(self, seat: int | None = None) -> str:
        """A picture of the match as a seat (or a spectator, None) may see it. Raises ValueError as `view` does."""
        from ludex.drawing.picture import to_svg  # most who play never look

        return to_svg(self, seat)

    def _repr_svg_(self) -> str:
        """What a notebook shows: what everybody may see."""
        return self.to_svg()

    def score(self, seat: int) -> int | None:
        """The score of a seat as things stand; None where nothing is scored. Raises ValueError as `view` does."""
        if seat is None:
            raise ValueError("a spectator has no score")
        self._seat(seat)
        scores = self.engine.program.scores
        return self._value(scores[0], seat) if scores else None

    @property
    def result(self) -> Result | None:
        """Who has won, once the game is over."""
        if not self.engine.over(self.state):
            return None
        with self.faults():
            found = standing(self.engine, self.state)
        return Result(found.winners, found.ranking, found.scores, found.ended_by)

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

    def _watch(self, state: State) -> None:
        """See that the invariants hold where somebody decides, or the game is over. Raises `RuleFault`."""
        if not self._watched or self.engine.roll(state) is not None:
            return
        for name, function in self.engine.program.invariants.items():
            with self.faults():
                holds = self.engine.evaluate(function, state)
            if not holds:
                at = self.game.typed.invariants[name].at
                [about] = [about for key, about in self.game.syntax.invariants.items() if key.text == name]
                raise RuleFault(f"the invariant `{name}` does not hold", name,
                                ", ".join(source.text for source in about.source), at.source.path, at.line, name)

    def impossible(self) -> str | None:
        """Why play cannot stand where it does, for a state that comes from outside; None if it can."""
        try:
            if self.engine.over(self.state):
                self._watch(self.state)
                return None
            chance = self.chance
            if chance is not None:
                if not self.asking:
                    return "it waits for chance, which nobody is asked for"
                return None if chance.outcomes else "chance has nothing to choose from"
            if not 0 <= self.engine.seat(self.state) < len(self.seats):
                return "nobody has to decide"
            if self.decision is not None:
                self._watch(self.state)
            return None
        except RuleFault as fault:
            return fault.message

    def _seat(self, seat: object) -> None:
        """See that a seat is one of the match's, or None. Raises ValueError."""
        if seat is None:
            return
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(self.seats):
            raise ValueError(f"there is no seat {seat!r}; the seats are 0 to {len(self.seats) - 1}, and None is a "
                             f"spectator")

    @property
    def generator(self) -> int:
        """Where the random numbers stand: equal as long as chance has not spoken."""
        return self.state[GENERATOR]

    def _value(self, function: str, *args: int) -> int:
        with self.faults():
            return self.engine.evaluate(function, self.state, args)

    # -- keeping

    def copy(self) -> Match:
        """An independent match at the same point, with the same future."""
        other = Match.__new__(Match)
        other.game, other.engine, other.seed, other.asking = self.game, self.engine, self.seed, self.asking
        other.rulings, other.parameters, other.seats = self.rulings, self.parameters, self.seats
        other.state, other.opening = self.state[:], self.opening
        other.begun_at, other.stated = self.begun_at, self.stated
        other._raw, other._told = self._raw, self._told
        other._taken, other._moves = self._taken, self._moves
        other._options, other._watched = self._options, self._watched
        return other

    def redeal(self, seat: int | None, rng: random.Random) -> Match:
        """A match that this seat (None: a spectator) cannot tell from this one: other hidden cards, another future.
        Raises ValueError where none is found."""
        self._seat(seat)
        other = self.copy()
        other._watched = False  # it is only thought of: what must hold may need what lies where
        other.state = worlds.redeal(self.engine, self.state, seat, rng)
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

    def faults(self) -> _Faults:
        """A context in which a fault of the engine becomes a `RuleFault`."""
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


__all__ = ["Chance", "Decision", "IllegalMove", "Match", "Option", "Outcome", "Refusal", "Result", "RuleFault", "Taken"]
