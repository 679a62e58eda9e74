"""Chance is the published generator, unbiased, and each match has its own.

The generator is SplitMix64 (Vigna, `splitmix64.c`, https://prng.di.unimi.it/splitmix64.c); a bounded number comes
from it by Lemire's method ("Fast random integer generation in an interval", 2019). Both are checked against what is
published about them, not against themselves. Statistical tests have fixed seeds: they pass or fail for good.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from itertools import permutations

import pytest
from game_checks import load

import ludex
from ludex import Match
from ludex.interpreter.engine import Engine
from ludex.ir.chance import MASK, STEP, below, mix, seeded

WORDS = 1 << 64


def unmixed(word: int) -> int:
    """The state from which SplitMix64 gives a word next: its three steps, backwards."""
    word = _unshifted(word, 31)
    word = word * pow(0x94D049BB133111EB, -1, WORDS) & MASK
    word = _unshifted(word, 27)
    word = word * pow(0xBF58476D1CE4E5B9, -1, WORDS) & MASK
    return (_unshifted(word, 30) - STEP) & MASK


def _unshifted(word: int, shift: int) -> int:
    found = word
    for _ in range(64 // shift):
        found = word ^ (found >> shift)
    return found


def taken(word: int, bound: int) -> int | None:
    """What `below` makes of a word of the generator; None if it asks for another."""
    start = unmixed(word)
    state = [start]
    number = below(state, 0, bound)
    return number if state[0] == (start + STEP) & MASK else None


def chi_square(counts: Counter[int], bound: int) -> float:
    expected = counts.total() / bound
    return sum((counts[n] - expected) ** 2 / expected for n in range(bound))


#: 99.9 % of chi-square for so many degrees of freedom (NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4).
CRITICAL = {1: 10.828, 2: 13.816, 4: 18.467, 5: 20.515, 6: 22.458, 12: 32.909, 51: 87.968}


def test_the_generator_gives_the_published_words() -> None:
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
                 16408922859458223821]
    state, words = seeded(1234567), []
    for _ in published:
        state = (state + STEP) & MASK
        words.append(mix(state))
    assert words == published


def test_below_uses_the_published_words() -> None:
    """With a bound of 2^32 the number is the upper half of the word, and no word is drawn again."""
    state = [seeded(1234567)]
    assert [below(state, 0, 1 << 32) for _ in range(3)] == [
        6457827717110365317 >> 32, 3203168211198807973 >> 32, 9817491932198370423 >> 32]


@pytest.mark.parametrize("word", [0, 1, MASK, 1 << 63, 6457827717110365317])
def test_any_word_can_be_brought_about(word: int) -> None:
    assert mix((unmixed(word) + STEP) & MASK) == word


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 7, 12, 16, 44, 52, 1000, 2**31 - 1])
def test_every_number_comes_from_equally_many_words(bound: int) -> None:
    """All words whose product with the bound has number n in its upper half lie side by side. Going through them, the
    lower half starts below the bound and grows by the bound, so only the first can fall under the threshold and be
    drawn again. Looking at the first, the second and the last of each run therefore counts all of them."""
    threshold = WORDS % bound
    numbers = range(bound) if bound < 2000 else [0, 1, 2, bound // 3, bound // 2, bound - 2, bound - 1]
    for number in numbers:
        first, end = -(-number * WORDS // bound), -(-(number + 1) * WORDS // bound)
        refused = first * bound % WORDS < threshold
        assert taken(first, bound) == (None if refused else number)
        assert taken(first + 1, bound) == number
        assert taken(end - 1, bound) == number
        assert end - first - refused == WORDS // bound


def test_words_are_drawn_again() -> None:
    """There is a word that would favour a number, and it is not used."""
    assert taken(0, 3) is None
    assert taken(0, 4) == 0


@pytest.mark.parametrize("bound", [1, 0])
def test_one_outcome_takes_no_draw(bound: int) -> None:
    state = [99]
    assert below(state, 0, bound) == 0
    assert state == [99]


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 7, 13, 52])
def test_small_bounds_are_even(bound: int) -> None:
    state = [seeded(2024)]
    counts = Counter(below(state, 0, bound) for _ in range(3000 * bound))
    assert set(counts) == set(range(bound))
    assert chi_square(counts, bound) < CRITICAL[bound - 1]


def test_pairs_of_draws_are_even() -> None:
    state = [seeded(7)]
    counts = Counter(below(state, 0, 2) * 3 + below(state, 0, 3) for _ in range(18_000))
    assert chi_square(counts, 6) < CRITICAL[5]


def test_deals_of_three_cards_are_even() -> None:
    """Seeds in a row, as people choose them, deal Kuhn's six deals equally often."""
    program = load("kuhn_poker").program(2)
    engine = Engine(program)
    hands = engine.layout.fields["hand"]
    counts = Counter((state[hands], state[hands + 1]) for state in (engine.start(seed) for seed in range(12_000)))
    deals = [(1 << a, 1 << b) for a, b in permutations(range(3), 2)]
    assert set(counts) == set(deals)
    assert chi_square(Counter({n: counts[deal] for n, deal in enumerate(deals)}), 6) < CRITICAL[5]


def test_a_die_is_even() -> None:
    engine = Engine(load("pig").program(2))
    rolled: Counter[int] = Counter()
    total = engine.layout.fields["turn total"]
    for seed in range(12_000):
        state = engine.start(seed)
        engine.choose(state, engine.options(state)[0])
        rolled[state[total]] += 1
    assert set(rolled) == {0, 2, 3, 4, 5, 6}
    assert chi_square(Counter({n: rolled[n + 1 if n else 0] for n in range(6)}), 6) < CRITICAL[5]


def test_where_a_card_of_a_deck_goes_is_even() -> None:
    """Every one of the 44 Imperial cards is as likely in the hand that is dealt first."""
    game = load("carving_up_china")
    engine = Engine(game.program(3))
    domain = engine.program.domains["imperial card"]
    hand = engine.layout.fields["hand"]
    counts: Counter[int] = Counter()
    for seed in range(2_000):
        state = engine.start(seed)
        while not state[hand]:
            engine.choose(state, engine.options(state)[0])
        counts.update(n for n in range(domain.size) if state[hand] >> n & 1)
    assert counts.total() > 2_000 * 5
    expected = counts.total() / domain.size
    spread = sum((counts[n] - expected) ** 2 / expected for n in range(domain.size))
    assert spread < 77.419  # 99.9 % of chi-square with 43 degrees of freedom


# -- seeds


def test_seeds_of_any_size() -> None:
    assert seeded(0) == 0
    assert seeded(-1) == MASK
    assert [seeded(seed) for seed in (1, 2**63, -2)] == [1, 2**63, MASK - 1]
    large = [2**64, 2**64 + 1, -2**70, 2**128, 10**50, -10**50]
    states = [seeded(seed) for seed in large]
    assert all(0 <= state <= MASK for state in states)
    assert len({0, *states}) == len(large) + 1


def dealt(match: Match) -> str:
    """The hands of a match of Carving Up China, played on to when they are dealt."""
    while not any(zone["count"] for zone in match.view(None)["state"]["hand"].values()):
        match.apply(0)
    return json.dumps([match.view(seat)["state"]["hand"] for seat in range(3)])


def test_matches_without_a_seed_differ() -> None:
    game = load("carving_up_china")
    matches = [game.start(3) for _ in range(200)]
    assert len({match.seed for match in matches}) == 200
    assert len({dealt(match) for match in matches}) == 200


def test_the_seed_that_was_taken_is_kept() -> None:
    game = load("carving_up_china")
    match = game.start(3)
    assert json.loads(match.to_json())["seed"] == match.seed
    assert game.restore(match.to_json()).seed == match.seed
    again = game.start(3, match.seed)
    assert again.to_json() == match.to_json()


FRESH = """
import json, sys, ludex
game = ludex.load("carving_up_china")
print(json.dumps([game.start(3).seed, game.start(3, 77).hash(), game.start(5, -5).hash(), game.start(4, 2**80).hash()]))
"""


def test_other_processes_deal_otherwise_without_a_seed_and_alike_with_one() -> None:
    running = [subprocess.Popen([sys.executable, "-c", FRESH], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    answers = [json.loads(process.communicate(timeout=120)[0]) for process in running]
    assert len({answer[0] for answer in answers}) == len(answers)
    game = load("carving_up_china")
    wanted = [game.start(3, 77).hash(), game.start(5, -5).hash(), game.start(4, 2**80).hash()]
    assert all(answer[1:] == wanted for answer in answers)


def test_matches_do_not_disturb_each_other() -> None:
    """Two matches of one seed, with others started and played in between, stay alike move by move."""
    game = load("carving_up_china")
    one, two, other = game.start(3, 5), game.start(3, 5), game.start(3, 6)
    for _ in range(50):
        assert one.hash() == two.hash()
        one.apply(0)
        other.apply(0)
        game.start(4)
        two.apply(0)
    assert one.hash() == two.hash()
    assert one.hash() != other.hash()


def test_looking_ahead_does_not_show_the_future() -> None:
    """A world for a search has a future of its own; a copy has the same one."""
    match = ludex.load("pig").start(seed=3)
    futures = set()
    for seed in range(30):
        world = match.redeal(0, random.Random(seed))
        world.apply("roll")
        futures.add(next(text for text in reversed(world.log(0)) if "rolls" in text))
    assert len(futures) > 3
    copies = {_rolled(match.copy()) for _ in range(5)}
    assert len(copies) == 1


def _rolled(match: Match) -> str:
    match.apply("roll")
    return match.hash()
