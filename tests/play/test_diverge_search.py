"""The search for games that tell readings apart: what it proves, what it spends, and that what it finds is minimal."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import ludex
from ludex import diverge
from ludex.diverge import Budget, Divergence, NoDivergence, pair_of
from ludex.validator.play.diverge import search
from ludex.validator.play.effort import Effort, Spent
from ludex.validator.play.in_order import in_order
from ludex.validator.play.shorten import Shortened, minimize
from ludex.validator.play.wander import Temper, front, lot, play_on

_HEAD = "ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 2, most: 2}\nrounds: {phases: [play]}\n"
_RULING = """
rulings:
  luck:
    question: Which one?
    source: end
    kind: gap
    readings: {first: {means: This one.}, other: {means: That one.}}
    choice: first
    because: Somebody must.
"""
#: 200 options for a decision; somebody wins with a high number once 12 have been put down.
_BOARD = _HEAD + """
variables:
  spot: {type: 0 to 200, seen by: all}
  taken: {type: 0 to 400, seen by: all}
phases: {play: {source: end, turns: {from: P1, actions: [put]}}}
actions:
  put:
    source: end
    choose: number place from 1 to 200
    do: |
      add 1 to taken
      set spot to place
      if taken >= 12 and spot > 150:
          if ruling luck is first:
              you wins
          otherwise:
              player after you wins
      if taken >= 400:
          nobody wins
""" + _RULING
#: The same, and nothing ever differs.
_SAME = _BOARD.replace("player after you wins", "you wins\n              nobody wins")
_CARDS = """
components:
  card: {attributes: {rank: {type: 1 to 3}}, items: {Ace: {copies: 2, rank: 1}, King: {rank: 3}}}
zones:
  deck: {of: card, order: shuffled, starts with: all}
  hand: {of: card, each: player, seen by: owner}
"""


def test_chance_that_only_the_other_reading_has_is_not_overlooked(write: Callable[[str], Path]) -> None:
    """A die that shows up to 2 in one game and up to 3 in the other: what 3 brings is a difference."""
    game = ludex.load(write(_HEAD + """
variables: {pips: {type: 0 to 3, seen by: all}}
phases:
  play:
    source: end
    do: |
      for P1:
          roll pips rolled from 1 to (if ruling luck is first then 2 else 3)
          if pips rolled > 2:
              you wins
          nobody wins
""".replace("pips rolled", "die") + _RULING))
    found = diverge.diverge(game, "luck")
    assert isinstance(found, Divergence)
    assert (found.length, found.differs) == (0, "result")
    assert found.telling.rows[0].cells == (("is over: nobody wins",), ("is over: P1 wins",))


def test_luck_in_another_order_is_no_proof(write: Callable[[str], Path]) -> None:
    """All positions are tried and none differs, but chance is asked in another order: how likely what is was not asked.
    """
    deal = "draw 1 from deck to hand of P1", "draw 1 from deck to hand of P2"
    game = ludex.load(write(_HEAD + _CARDS + f"""
phases:
  play:
    source: end
    do: |
      if ruling luck is first:
          {deal[0]}
          {deal[1]}
      otherwise:
          {deal[1]}
          {deal[0]}
      nobody wins
""" + _RULING))
    found = diverge.diverge(game, "luck")
    assert isinstance(found, NoDivergence)
    assert (found.complete, found.proved) == (True, False)
    assert "how likely it is may not be the same" in found.lines[1]


def test_luck_in_the_same_order_is_a_proof(write: Callable[[str], Path]) -> None:
    game = ludex.load(write(_HEAD + _CARDS + """
phases:
  play:
    source: end
    do: |
      draw 1 from deck to hand of P1
      if ruling luck is first:
          draw 1 from deck to hand of P2
      otherwise:
          if hand of P1 is not empty:
              draw 1 from deck to hand of P2
      nobody wins
""" + _RULING))
    found = diverge.diverge(game, "luck")
    assert isinstance(found, NoDivergence)
    assert (found.complete, found.proved) == (True, True)
    assert found.lines[-1].startswith("All other rulings were read as they are decided")


def test_chance_that_does_not_come_to_rest_is_no_difference(write: Callable[[str], Path]) -> None:
    game = ludex.load(write(_HEAD + """
phases: {play: {source: end, turns: {from: P1, actions: [go, stop]}}}
actions:
  go:
    source: end
    do: |
      repeat until 1 > 2:
          roll die from 1 to 6
          if die is 6:
              nobody wins
  stop:
    source: end
    do: |
      if ruling luck is first:
          nobody wins
      otherwise:
          you wins
""" + _RULING))
    found = diverge.diverge(game, "luck", budget=Budget(work=4_000))
    assert isinstance(found, Divergence)
    assert [taken.words for taken in found.match.history] == ["stop"]


def test_hundreds_of_options_take_no_longer_and_the_game_is_minimal(write: Callable[[str], Path]) -> None:
    game = ludex.load(write(_BOARD))
    found = diverge.diverge(game, "luck")
    assert isinstance(found, Divergence)
    assert (found.length, found.minimal) == (12, True)
    words = [taken.words for taken in found.match.history]
    assert words[:-1] == ["put 1"] * 11, "decisions that do not matter are the first options"
    assert words[-1] == "put 151"


def test_what_a_search_may_spend_bounds_it(write: Callable[[str], Path]) -> None:
    game = ludex.load(write(_SAME))
    pair = pair_of(game, "luck", "first", "other", 2)
    done = search(pair, Budget(work=3_000))
    assert done.found is None
    assert not done.complete
    assert done.deep == 1, "200 times 200 positions are more than that allows"
    assert done.games < 200
    assert not done.late
    begun = time.monotonic()
    late = search(pair, Budget(work=10**9, positions=10**9, games=10**9, seconds=0.5))
    assert late.found is None
    assert late.late
    assert time.monotonic() - begun < 10


def test_nothing_found_says_how_far_it_was_looked_for(write: Callable[[str], Path]) -> None:
    found = diverge.diverge(ludex.load(write(_SAME)), "luck", budget=Budget(seconds=0.5))
    assert isinstance(found, NoDivergence)
    assert not found.proved
    assert found.late
    assert "no proof" in found.lines[0]
    assert "The time ran out" in found.lines[1]


def test_a_game_one_longer_than_all_that_were_tried_is_the_shortest(write: Callable[[str], Path]) -> None:
    """All games of one decision were tried; so what is found after two is the shortest."""
    game = ludex.load(write(_BOARD.replace("taken >= 12", "taken >= 2")))
    done = search(pair_of(game, "luck", "first", "other", 2), Budget(positions=300))
    assert done.found is not None
    assert (done.deep, done.found.decisions, done.found.shortest) == (1, 2, True)


def test_the_front_finds_a_short_game(write: Callable[[str], Path]) -> None:
    game = ludex.load(write(_BOARD.replace("taken >= 12", "taken >= 4")))
    pair = pair_of(game, "luck", "first", "other", 2)
    level = in_order(pair, 10, 0, Effort(10**6)).level
    found = [front(pair, level, 50, Effort(10**6), random.Random(7)) for _ in range(2)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].decisions == 4
    assert found[0].all_keys() == found[1].all_keys()
    assert front(pair, level, 3, Effort(10**6), random.Random(7)) is None


def test_single_decisions_are_left_out_until_none_can_be(write: Callable[[str], Path]) -> None:
    """A game with detours: of the passes in it, none is needed."""
    game = ludex.load(write(_HEAD + """
variables: {taken: {type: 0 to 9, seen by: all}}
phases: {play: {source: end, turns: {from: P1, actions: [wait, step]}}}
actions:
  wait: {source: end, do: set taken to taken}
  step:
    source: end
    do: |
      add 1 to taken
      if taken is 5:
          if ruling luck is first:
              you wins
          otherwise:
              player after you wins
""" + _RULING))
    pair = pair_of(game, "luck", "first", "other", 2)
    luck = lot(random.Random(0))
    wait, step = pair.common(pair.start(luck))
    script = [wait, step, wait, step, step, wait, wait, step, step]
    long = play_on(pair, pair.start(luck), script, Temper(random.Random(0)), 20, luck, Effort(10**6))
    assert long is not None
    assert long.decisions == len(script)
    found = Shortened(long)
    minimize(pair, found, 0, 0, Effort(10**6))
    assert found.minimal
    assert found.best.all_keys() == [step] * 5
    spent = Shortened(long)
    with pytest.raises(Spent):
        minimize(pair, spent, 0, 0, Effort(10))
    assert not spent.minimal


def test_a_set_up_that_one_reading_has_no_answer_for(write: Callable[[str], Path]) -> None:
    game = ludex.load(write(_HEAD + _CARDS + """
setup:
  - source: end
    do: |
      if ruling luck is other:
          pick lucky at random from (card in deck where rank of card is 2)
          move lucky to hand of P1
phases: {play: {source: end, turns: {from: P1, actions: [stop]}}}
actions:
  stop: {source: end, do: you wins}
""" + _RULING))
    found = diverge.diverge(game, "luck")
    assert isinstance(found, Divergence)
    assert (found.length, found.differs) == (0, "fault")
    assert found.telling.rows[0].cells[1] == ("the rules have no answer",)
    assert found.telling.rows[0].cells[0][0].startswith("goes on: P1 decides")
    assert any(line.strip().startswith("the rules have no answer: ") for line in found.story)
    assert ludex.replay(found.record).rulings["luck"] == "first"


def test_what_happens_in_both_after_they_have_parted_is_told_once(write: Callable[[str], Path]) -> None:
    game = ludex.load(write(_HEAD + """
variables:
  pot: {type: 0 to 99, seen by: all}
  steps: {type: 0 to 99, seen by: all}
phases: {play: {source: end, turns: {from: P1, actions: [step, stop]}}}
actions:
  step:
    source: end
    do: |
      if ruling luck is first:
          set pot to 1
      otherwise:
          set pot to 2
      set steps to 1
  stop: {source: end, do: nobody wins}
""" + _RULING))
    found = diverge.diverge(game, "luck")
    assert isinstance(found, Divergence)
    assert {reading: [event.text for event in events] for reading, events in found.telling.after.items()} == {
        "first": ["pot becomes 1"], "other": ["pot becomes 2"]}
    assert [event.text for event in found.telling.later] == ["steps becomes 1"]
    assert found.story.index("And then, in both:") > found.story.index("Then, under other:")
    assert found.telling.rows[0].label == "pot"
    assert found.telling.rows[0].cells == (("1",), ("2",))
    assert found.to_json()["then_in_both"] == [{"text": "steps becomes 1", "passage": "end"}]
