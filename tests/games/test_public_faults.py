"""Faults that others had in public, as tests: what an engine for board games gets wrong, ours must not.

Each test names the report that it comes from. Some of their kind stand elsewhere: one seed for all matches
(boardgameio/boardgame.io#233) in `test_randomness.py`, set order (Farama-Foundation/PettingZoo#241) in
`test_determinism.py`, positions that no longer are plain data (boardgameio/boardgame.io#741) at every stop of
`test_every_game.py`.
"""

from __future__ import annotations

import copy
import json
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from game_checks import Kept, Table, items_lie_in_one_place, listed, load, offered, somebody_can_act, tables, told
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from search import best_by_search
from wire import found, nonce, play_watched

import ludex
from ludex import BadState, Match, rules
from ludex.match import RuleFault

WriteRules = Callable[[str, str], Path]

# -- boardgameio/boardgame.io#1159, #399: what is hidden travelled to everybody in some other shape


def test_no_card_is_named_to_who_may_not_see_it(tmp_path: Path) -> None:
    """Kuhn poker with a name of its own for every card, written into the rule files."""
    names = {card: nonce(random.Random(card)) for card in ("Jack", "Queen", "King")}
    folder = tmp_path / "kuhn_poker"
    shutil.copytree(rules.catalogue()["kuhn_poker"], folder, ignore=shutil.ignore_patterns("scenarios"))
    for file in folder.glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        for card, name in names.items():
            text = text.replace(card, name)
        file.write_text(text, encoding="utf-8")
    game = ludex.load(folder)
    shown = set()
    for seed in range(40):
        match = game.start(seed=seed)
        wire = play_watched(match, seed)
        assert wire.private
        shown |= found(match.view(None))
    assert shown == set(names.values()), "no showdown was seen"


TINY = """
ludex: 1
game: tiny
title: Tiny
players: {{least: 2, most: 4}}
components:
  card: {{items: {{{items}}}}}
zones:
  deck: {{of: card, order: shuffled, seen by: nobody, starts with: all, when empty: shuffle discard into deck,
         when short: draw fewer}}
  discard: {{of: card, seen by: all}}
  hand: {{of: card, each: player, seen by: owner}}
  secret: {{of: card, each: player, seen by: nobody}}
variables:
  turns left: {{type: 0 to 24, starts: 24, seen by: all}}
  favourite: {{type: card or none, each: player, seen by: owner, starts: none}}
setup:
  - title: the deal
    do: |
      for each player from P1:
          draw 1 from deck to hand
rounds: {{phases: [play]}}
phases:
  play:
    turns:
      from: P1
      do: |
        subtract 1 from turns left
        take action take or put away or show or like or wait
      until: turns left is 0
actions:
  take:
    do: draw 1 from deck to hand
  put away:
    when: your hand is not empty
    choose: one or more kept from your hand
    do: move kept to your secret
  show:
    when: your hand is not empty
    choose: shown from your hand
    do: move shown to discard
  like:
    when: your hand is not empty
    choose: liked from your hand
    do: set your favourite to liked
  wait:
    do: say "nothing happens"
end:
  the last turn: {{at: end of round, when: turns left is 0}}
scoring: {{score: count of your secret, ties: shared}}
"""


def test_hands_and_secrets_stay_hidden_in_every_kind_of_move(write_rules: WriteRules) -> None:
    """Drawing, hiding, showing, shuffling back, and a variable that only its owner may see."""
    rng = random.Random(1)
    folder = write_rules("tiny", TINY.format(items=", ".join(f"{nonce(rng)}: {{}}" for _ in range(6))))
    game = ludex.load(folder)
    for players in game.players:
        for seed in range(15):
            assert play_watched(game.start(players, seed), seed).private


# -- townteki/townsquare#497, terraforming-mars#5163: the draw deck ran out and the discard pile stayed where it was

DRAWING = """
ludex: 1
game: drawing
title: Drawing
players: {{least: 2, most: 2}}
components:
  card: {{items: {{Ant: {{}}, Bee: {{}}, Cat: {{}}, Dog: {{}}, Elk: {{}}}}}}
zones:
  deck: {{of: card, order: shuffled, seen by: nobody, starts with: all{refill}{short}}}
  discard: {{of: card, seen by: all}}
  hand: {{of: card, each: player, seen by: owner}}
  box: {{of: card, seen by: all}}
setup:
  - title: the position
    do: |
      draw {box} from deck to box
      draw {discard} from deck to discard
rounds: {{phases: [play]}}
phases:
  play: {{turns: {{from: P1, actions: [draw cards]}}}}
actions:
  draw cards:
    do: |
      draw 3 from deck to hand
{more}      nobody wins
"""
#: What is told of zones that a variant of the rules leaves unused, or never fills.
IDLE = {"LX223", "LX229", "LX430", "LX502", "LX525"}
REFILL = ", when empty: shuffle discard into deck"


def drawing(write_rules: WriteRules, name: str, deck: int, discard: int, refill: str = REFILL,
            short: str = ", when short: draw fewer", more: str = "") -> Path:
    """A rule set in which three cards are drawn from a deck of so many, beside a discard of so many."""
    text = DRAWING.format(refill=refill, short=short, more=more, discard=discard, box=5 - deck - discard)
    return write_rules(name, "\n".join(line for line in text.split("\n") if "draw 0 " not in line))


def counts(match: Match) -> tuple[int, int, int]:
    state = match.view(None)["state"]
    return state["hand"]["P1"]["count"], state["deck"]["count"], state["discard"]["count"]


AT_ONCE = "      if deck is empty:\n          shuffle discard into deck\n"
#: Cards in the deck and the discard; how the rules differ; cards in hand, deck and discard after the draw of three.
DRAWS = {
    "one and then two": (1, 4, {}, (3, 2, 0)),
    "nothing anywhere": (0, 0, {}, (0, 0, 0)),
    "only the discard": (0, 4, {}, (3, 1, 0)),
    "just enough": (3, 0, {}, (3, 0, 0)),
    "too few together": (1, 1, {}, (2, 0, 0)),
    "refilled only when wanted": (3, 2, {}, (3, 0, 2)),
    "refilled as soon as it is empty": (3, 2, {"refill": "", "more": AT_ONCE}, (3, 2, 0)),
    "never refilled": (1, 4, {"refill": ""}, (1, 0, 4)),
    "all or nothing, too few": (1, 1, {"short": ", when short: draw nothing"}, (0, 1, 1)),
    "all or nothing, enough together": (1, 4, {"short": ", when short: draw nothing"}, (3, 2, 0)),
    "all or nothing, never refilled": (1, 4, {"refill": "", "short": ", when short: draw nothing"}, (0, 1, 4)),
    "all or nothing, refilled with nothing": (
        1, 4, {"refill": ", when empty: move discard to box", "short": ", when short: draw nothing"}, (0, 1, 4)),
}


@pytest.mark.parametrize("case", DRAWS)
def test_a_deck_that_runs_out(case: str, write_rules: WriteRules) -> None:
    deck, discard, differs, wanted = DRAWS[case]
    game = ludex.load(drawing(write_rules, "drawing", deck, discard, **differs))
    assert {finding.code for finding in game.findings} <= IDLE
    for seed in range(20):
        match = game.start(seed=seed)
        assert counts(match) == (0, deck, discard)
        first = set(match.view(None)["state"]["discard"]["items"])
        before = told(match)
        match.apply("draw cards")
        assert counts(match) == wanted
        items_lie_in_one_place(match)
        # What was in the deck is drawn before anything that comes back into it.
        hand = set(match.view(0)["state"]["hand"]["P1"]["items"])
        assert len(hand - first) == min(deck, wanted[0])
        shuffles = [event for event in match.events_since(before) if "shuffles" in event.text]
        assert len(shuffles) == (discard > 0 and wanted[2] == 0 and wanted[0] + wanted[1] > deck)


def test_a_deck_that_runs_out_card_by_card(write_rules: WriteRules) -> None:
    """The same where chance is asked: every stop in the middle of the draw is sound, and can be kept."""
    game = ludex.load(drawing(write_rules, "drawing", 1, 4))
    match = game.start(seed=0, chance="ask")
    while match.decision is None:
        match.apply(0)
    match.apply("draw cards")
    sizes = []
    while match.chance is not None:
        items_lie_in_one_place(match)
        match = game.restore(match.to_json())
        assert match.chance is not None
        sizes.append(len(match.chance.outcomes))
        match.apply(len(match.chance.outcomes) - 1)
    assert sizes == [1, 4, 3]
    assert counts(match) == (3, 2, 0)


def test_rules_that_do_not_say_what_happens_then_are_told(write_rules: WriteRules) -> None:
    silent = ludex.check(drawing(write_rules, "silent", 1, 4, refill="", short=""))
    assert {finding.code for finding in silent} - IDLE == {"LX414"}
    said = ludex.check(drawing(write_rules, "said", 1, 4))
    assert {finding.code for finding in said} <= IDLE


# -- google-deepmind/open_spiel#799: random play never met it, a search did: not over, and nothing that can be done


@pytest.mark.parametrize("table", [t for t in tables() if t.players == load(t.game).players[0]], ids=str)
def test_a_search_never_meets_a_position_without_a_way_on(table: Table) -> None:
    """The search goes where good play goes; every position it meets is checked."""
    match = load(table.game).start(table.players, 11)
    rng = random.Random(11)
    met = 0
    for _ in range(12):
        if match.decision is None:
            break
        option, seen = best_by_search(match, rng, rounds=25, depth=25, look=somebody_can_act)
        met += seen
        match.apply(option)
    assert met > 25


class Play(RuleBasedStateMachine):
    """Any order of moves, copies, returns to earlier copies, and restoring from text."""

    table: Table

    def __init__(self) -> None:
        super().__init__()
        self.match = load(self.table.game).start(self.table.players, 0)
        self.kept: list[Kept] = []
        self.moves: list[int] = []

    @rule(number=st.integers(0, 10**6))
    @precondition(lambda self: self.match.result is None)
    def move(self, number: int) -> None:
        choices = listed(offered(self.match))
        self.match.apply(choices[number % len(choices)].id)

    @rule()
    def keep(self) -> None:
        self.kept.append(Kept.of(self.match))
        self.moves.append(len(self.match.history))

    @rule(number=st.integers(0, 10**6))
    @precondition(lambda self: self.kept)
    def go_back(self, number: int) -> None:
        self.match = self.kept[number % len(self.kept)].match.copy()

    @rule()
    def write_and_read(self) -> None:
        again = self.match.game.restore(self.match.to_json())
        assert again.hash() == self.match.hash()
        if self.match.result is None:
            number = len(listed(offered(again))) - 1
            one, other = self.match.copy(), again
            one.apply(number)
            other.apply(number)
            assert one.to_json() == other.to_json()

    @invariant()
    def sound(self) -> None:
        somebody_can_act(self.match)
        items_lie_in_one_place(self.match)
        assert self.match.broken_invariants() == []
        for kept, moves in zip(self.kept, self.moves, strict=True):
            kept.check(moves)


@pytest.mark.parametrize("table", [t for t in tables() if t.players == load(t.game).players[-1]], ids=str)
def test_any_order_of_moves_copies_and_returns(table: Table) -> None:
    machine = type(f"Play_{table.game}", (Play,), {"table": table})
    run_state_machine_as_test(
        machine, settings=settings(max_examples=12, stateful_step_count=25, deadline=None, derandomize=True))


STUCK = """
ludex: 1
game: stuck
title: Stuck
players: {least: 2, most: 2}
variables:
  pile: {type: 0 to 3, starts: 3, seen by: all}
  leader: {type: player or none, starts: none, seen by: all}
  gold: {type: 0 to 9, each: player, seen by: all}
rounds: {phases: [play]}
phases:
  play: {turns: {from: P1, until: pile is 0, actions: [take]}}
actions:
  take:
    when: pile > 1
    do: subtract 1 from pile
end:
  the pile is used up: {at: end of round, when: pile is 0}
scoring: {score: gold of leader, ties: shared}
"""


def test_rules_that_leave_nobody_a_move_are_named_in_the_fault(write_rules: WriteRules) -> None:
    """The last match may never be taken: a fault that says where, never a match that just stands still. The match
    stays where it was before the move that led there, or says so whenever it is asked."""
    folder = write_rules("stuck", STUCK)
    match = ludex.load(folder).start(seed=0)
    match.apply("take")
    with pytest.raises(RuleFault) as caught:
        for _ in range(5):
            match.apply("take")
    assert caught.value.file.endswith("game.yaml")
    assert "actions: [take]" in (folder / "game.yaml").read_text(encoding="utf-8").splitlines()[caught.value.line - 1]


def test_a_value_without_an_answer_is_named_in_the_fault(write_rules: WriteRules) -> None:
    match = ludex.load(write_rules("stuck", STUCK)).start(seed=0)
    before = match.hash()
    with pytest.raises(RuleFault) as caught:
        match.score(0)
    assert "nothing here to look at" in str(caught.value)
    assert caught.value.file.endswith("game.yaml")
    assert match.hash() == before


# -- chikinn/hanabi#24, google-deepmind/open_spiel#641, datamllab/rlcard#41: copies of the past took most of the time


def steps_of(call: Any) -> int:
    """How many lines of Python a call runs: a measure of work that no clock disturbs."""
    lines = 0

    def count(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        call()
    finally:
        sys.settrace(before)
    return lines


def played(moves: int) -> Match:
    match = load("carving_up_china").start(4, 3)
    rng = random.Random(3)
    for _ in range(moves):
        assert match.decision is not None
        match.apply(rng.choice(match.decision.options))
    return match


def test_a_copy_costs_the_same_late_in_a_game() -> None:
    early, late = played(10), played(200)
    assert len(late.history) == 200
    assert told(late) > 3 * told(early)
    assert len(late.state) == len(early.state)
    assert steps_of(late.copy) <= 1.5 * steps_of(early.copy)
    # The past is shared, not copied: nothing in the copy but the numbers of the state is its own.
    other = late.copy()
    own = [name for name, value in vars(other).items() if value is not vars(late)[name]]
    assert own == ["state"]
    assert all(type(number) is int for number in other.state)


def test_a_playout_keeps_no_past() -> None:
    """The bare engine, which plays out thousands of games, makes no events and keeps none."""
    engine = played(0).engine
    state = engine.start(3)
    length = len(state)
    assert engine.playout(state, lambda number: 0) > 50
    assert engine.over(state)
    assert len(state) == length


# -- boardgameio/boardgame.io#741, #533, FreeBoardGames.org#754: a state that was not data worked until it was sent


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in some data."""
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from places(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from places(value, (*path, number))


def planted(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The data with another value somewhere."""
    if not path:
        return value
    new = copy.copy(data)
    new[path[0]] = planted(data[path[0]], path[1:], value)
    return new


WEIRD: list[Any] = [float("nan"), float("inf"), -0.0, 0.0, 1.0, 1.5, True, False, None, "", "0", "None", -1, 2**64,
                    10**40, [], [[]], {}, {"0": 0}, ["nobody"]]


@pytest.mark.parametrize("name", sorted(rules.catalogue()))
def test_what_is_no_state_is_refused(name: str) -> None:
    """Any value of a kept state replaced by something odd: refused when it is read, or read as exactly what it says."""
    game = load(name)
    match = game.start(seed=4)
    rng = random.Random(4)
    for _ in range(4):
        if match.decision is not None:
            match.apply(rng.choice(match.decision.options))
    data = json.loads(match.to_json())
    ways = list(places(data))
    refused = 0
    for path in ways if len(ways) < 150 else rng.sample(ways, 150):
        for value in WEIRD:
            text = json.dumps(planted(data, path, value))
            try:
                again = game.restore(text)
            except BadState:
                refused += 1
                continue
            said = json.dumps(json.loads(text), sort_keys=True)
            assert json.dumps(json.loads(again.to_json()), sort_keys=True) == said
    assert refused > 10 * min(len(ways), 150)


def test_an_item_in_two_places_is_refused() -> None:
    game = load("kuhn_poker")
    data = json.loads(game.start(seed=1).to_json())
    (card,) = data["fields"]["hand"]["P1"]
    data["fields"]["table"]["P2"] = [card]
    with pytest.raises(BadState, match=f"`{card}` lies in two places"):
        game.restore(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "NaN", '"ludex state"', "{}", "[" * 100_000,
                                  '{"format": "ludex state"}'])
def test_what_is_no_state_at_all_is_refused(text: str) -> None:
    with pytest.raises(BadState):
        load("pig").restore(text)


# -- xkbcommon/libxkbcommon#268 and many others: `no` became false

NORWAY = """
ludex: 1
game: norway
title: NO
about: on
players: {{least: 2, most: 2}}
enumerations:
  land: {{values: [NO, y, Off, null, 1e3, 1.10, 2026-01-01, .inf]}}
components:
  card:
    attributes: {{cost: {{type: 0 to 2000}}}}
    items: {{on: {{cost: 1}}, n: {{cost: 1}}, Yes: {{cost: 1}}, ~: {{cost: 1}}, 01.23: {{cost: 1}},
             12:30: {{cost: 1}}, 0x10: {{cost: 1}}, True: {{cost: 1}}, 1e4: {{cost: 1}}, thing: {{cost: {cost}}}}}
zones:
  deck: {{of: card, seen by: all, starts with: all}}
  hand: {{of: card, each: player, seen by: all}}
variables:
  home: {{type: land or none, each: player, seen by: all, starts: none}}
  total: {{type: 0 to 20000, seen by: all}}
setup:
  - title: yes
    do: set total to total cost of (card in deck where card is thing)
rounds: {{phases: [play]}}
phases:
  play: {{turns: {{from: P1, until: deck is empty, actions: [settle, keep]}}}}
actions:
  settle:
    choose: place from lands
    do: set your home to place
  keep:
    choose: kept from deck
    do: move kept to your hand
end:
  "off": {{at: end of round, when: deck is empty}}
scoring: {{score: count of your hand, ties: shared}}
"""
LANDS = ["NO", "y", "Off", "null", "1e3", "1.10", "2026-01-01", ".inf"]
CARDS = ["on", "n", "Yes", "~", "01.23", "12:30", "0x10", "True", "1e4", "thing"]


def test_words_that_yaml_takes_for_something_else_stay_words(write_rules: WriteRules) -> None:
    game = ludex.load(write_rules("norway", NORWAY.format(cost=5)))
    assert (game.title, game.syntax.about and game.syntax.about.text) == ("NO", "on")
    match = game.start(seed=0)
    assert match.decision is not None
    assert [option.words for option in match.decision.options] == [
        *(f"settle {land}" for land in LANDS), *(f"keep {card}" for card in CARDS)]
    assert match.events[0].rule == "yes"
    for number, land in enumerate(LANDS):
        now = match.copy()
        now.apply(f"settle {land}")
        assert now.view(None)["state"]["home"]["P1"] == land
        assert any(land in event.text for event in now.events)
        assert game.restore(now.to_json()).hash() == now.hash()
        assert json.loads(now.to_json())["fields"]["home"]["P1"] == land
        assert now.history[0].id == match.decision.options[number].id
    for number, card in enumerate(CARDS):
        match.apply(f"keep {card}")
        assert card in match.view(None)["state"]["hand"][f"P{number % 2 + 1}"]["items"]
        match = game.restore(match.to_json())
    assert match.result is not None
    assert match.result.ended_by == "off"


@pytest.mark.parametrize("cost", ["1.10", "12:30", "2026-01-01", "null", "~", "1e3", "yes", "no", "0x10", "0o17", "1_0",
                                  ".5", ".inf", "!!int 5", "five", "''"])
def test_what_is_not_written_as_a_number_is_none(cost: str, write_rules: WriteRules) -> None:
    folder = write_rules("norway", NORWAY.format(cost=cost))
    findings = [finding for finding in ludex.check(folder) if finding.severity == "error"]
    line = next(at for at, text in enumerate(NORWAY.splitlines(), 1) if "thing" in text)
    assert findings
    assert {finding.line for finding in findings} == {line}


@pytest.mark.parametrize(("cost", "number"), [("5", 5), ("0", 0), ("0123", 123), ("08", 8), ("'7'", 7), ("2000", 2000)])
def test_a_number_is_the_number_that_is_written(cost: str, number: int, write_rules: WriteRules) -> None:
    """Never 83, as octal digits would have it."""
    match = ludex.load(write_rules("norway", NORWAY.format(cost=cost))).start(seed=0)
    assert match.view(None)["state"]["total"] == number
