"""Choices: whatever may be chosen can be reached, in exactly one way, and no step leads to where nothing can be."""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from choices import DECLINED, Kind, Outcome, agree, fields, load, lying, pile, rules, subsets, taken, ways
from example_runs import write_example
from hypothesis import given, settings
from hypothesis import strategies as st

import ludex
from ludex.dsl.lower_subsets import Subset
from ludex.ir.verify import verify

Holds = Callable[[list[int]], bool]

KINDS = ("Ace", "Bat", "Cat", "Dog")
#: How a condition is said of `them`, and what it means for the worths of what was chosen.
CONDITIONS: dict[str, tuple[str, Callable[[int], Holds]]] = {
    "none": ("", lambda n: lambda worths: True),
    "at least": (" where total worth of them >= {n}", lambda n: lambda worths: sum(worths) >= n),
    "more": (" where total worth of them > {n}", lambda n: lambda worths: sum(worths) > n),
    "bound first": (" where {n} <= total worth of them", lambda n: lambda worths: n <= sum(worths)),
    "at most": (" where total worth of them <= {n}", lambda n: lambda worths: sum(worths) <= n),
    "is": (" where total worth of them is {n}", lambda n: lambda worths: sum(worths) == n),
    "count": (" where count of them is not {n}", lambda n: lambda worths: len(worths) != n),
    "both": (" where total worth of them >= {n} and count of them < 3",
             lambda n: lambda worths: sum(worths) >= n and len(worths) < 3),
    "with others": (" where total worth of (them together with other) > {n}",
                    lambda n: lambda worths: sum(worths) > n),
    "few and cheap": (" where total worth of them <= {n} and count of them > 1",
                      lambda n: lambda worths: sum(worths) <= n and len(worths) > 1),
    "between": (" where {n} > total worth of them and total worth of them >= {n} - 1",
                lambda n: lambda worths: n > sum(worths) >= n - 1),
    "by number": (" where total worth of them >= 2 * count of them - {n}",
                  lambda n: lambda worths: sum(worths) >= 2 * len(worths) - n),
    "none or three": (" where them is empty or count of them is 3", lambda n: lambda worths: len(worths) in (0, 3)),
    "so many in all": (" where count of (them together with nothing) is {n} and them is not empty",
                       lambda n: lambda worths: len(worths) == n > 0),
    "highest": (" where highest worth of them >= {n}", lambda n: lambda worths: max(worths, default=0) >= n),
    "each": (" where every c in them where worth of c <= {n}", lambda n: lambda worths: all(w <= n for w in worths)),
}
HOW_MANY: dict[str, tuple[str, Callable[[int, int], bool]]] = {
    "some": ("one or more them", lambda size, n: size >= 1),
    "any": ("any number of them", lambda size, n: True),
    "up to": ("up to {n} them", lambda size, n: size <= n),
    "exactly": ("exactly {n} them", lambda size, n: size == n),
}
#: A line that asks, and the sections it needs; `{choice}` is what is chosen.
ASKING = {
    "choose": ("for P1:\n    choose {choice}\n    move them to out", ""),
    "may": ("for P1:\n    you may choose {choice}:\n        move them to out\n"
            "    otherwise:\n        set declined to yes", ""),
    "action": ("for P1:\n    take action pick or skip",
               "actions:\n  pick:\n    choose: {choice}\n    do: move them to out\n"
               "  skip: {{do: set declined to yes}}\n"),
}
SOURCES = {"hand": ("hand",), "(hand together with table)": ("hand", "table")}


@st.composite
def cards(draw: st.DrawFn, low: int = 0) -> tuple[Kind, ...]:
    """A few kinds of cards, of a few copies each."""
    names = KINDS[: draw(st.integers(1, len(KINDS)))]
    return tuple(Kind(name, draw(st.integers(low, 3)), draw(st.integers(1, 3))) for name in names)


def sizes(draw: st.DrawFn) -> tuple[int, int]:
    """How many are in hand and on the table: few enough to look at all subsets."""
    hand = draw(st.integers(0, 5))
    return hand, draw(st.integers(0, 6 - hand))


def start(folder: Path, kinds: tuple[Kind, ...], hand: int, table: int, asking: str, choice: str, seed: int
          ) -> ludex.Match:
    """The match in which P1 is asked."""
    line, sections = (text.format(choice=choice) for text in ASKING[asking])
    sections += "values:\n  other: {is: table without table}\n  nothing: {is: table without table}\n"
    sections += "  might: {of: {one: card, whose: player}, is: worth of one}\n"
    game = load(folder, rules(kinds, hand, table, line, sections))
    verify(game.program(2))
    return game.start(players=2, seed=seed)


def dealt(folder: Path, kinds: tuple[Kind, ...], hand: int, table: int, seed: int) -> dict[str, str]:
    """What lies where when P1 is asked, from the same game without the question."""
    return lying(load(folder, rules(kinds, hand, table, "set said to 0")).start(players=2, seed=seed))


def tree(match: ludex.Match) -> list[list[str]]:
    """The options at every decision, in the order in which they are met."""
    found: list[list[str]] = []
    ways(match, lambda _: (), lambda here: found.append([o.id for o in here.decision.options]))  # type: ignore[union-attr]
    return found


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_every_subset_that_fulfils_the_condition_is_reached_once(data: st.DataObject) -> None:
    kinds = data.draw(cards(data.draw(st.sampled_from((0, 0, -2)))))
    hand, table = sizes(data.draw)
    source = data.draw(st.sampled_from(sorted(SOURCES)))
    how, condition = data.draw(st.sampled_from(sorted(HOW_MANY))), data.draw(st.sampled_from(sorted(CONDITIONS)))
    asking = data.draw(st.sampled_from(sorted(ASKING)))
    number, bound, seed = data.draw(st.integers(0, 4)), data.draw(st.integers(-1, 7)), data.draw(st.integers(0, 99))
    words, fits = HOW_MANY[how]
    where, meaning = CONDITIONS[condition]
    choice = f"{words.format(n=number)} from {source}{where.format(n=bound if bound >= 0 else '(-1)')}"
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        before = dealt(folder, kinds, hand, table, seed)
        worth = {kind.name: kind.worth for kind in kinds}
        wanted = {
            some for some in subsets(pile(before, *SOURCES[source]))
            if fits(len(some), number) and meaning(bound)([worth[kind] for _, kind in some])
        }
        if not wanted and asking == "choose":
            with pytest.raises(ludex.RuleFault, match="has no option"):
                assert start(folder, kinds, hand, table, asking, choice, seed).decision
            return
        if asking != "choose":
            wanted.add(DECLINED)
        match = start(folder, kinds, hand, table, asking, choice, seed)
        assert ways(match, taken(before), agree) == Counter(wanted)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_the_fast_look_ahead_offers_what_trying_offers(data: st.DataObject) -> None:
    """Where all values are not negative, a bound is seen from what is left; trying every completion agrees."""
    kinds = data.draw(cards())
    hand, table = sizes(data.draw)
    source = data.draw(st.sampled_from(sorted(SOURCES)))
    how = data.draw(st.sampled_from(("some", "any")))
    condition = data.draw(st.sampled_from(("at least", "more", "bound first", "with others")))
    seed = data.draw(st.integers(0, 99))
    bound = data.draw(st.integers(0, 9))
    choice = f"{HOW_MANY[how][0]} from {source}{CONDITIONS[condition][0].format(n=bound)}"
    with tempfile.TemporaryDirectory() as place:
        fast = start(Path(place), kinds, hand, table, "may", choice, seed)
        with pytest.MonkeyPatch.context() as patch:
            used = []
            patch.setattr(Subset, "_reach", lambda subset: used.append(subset))
            slow = start(Path(place), kinds, hand, table, "may", choice, seed)
            assert used
        assert tree(fast) == tree(slow)


def test_the_fast_look_ahead_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    reach = Subset._reach
    monkeypatch.setattr(Subset, "_reach", lambda subset: found.append(reach(subset)) or found[-1])
    kinds = (Kind("Ace", 1, 3), Kind("Bat", 2, 2))
    for where in ("total worth of them >= 3", "2 < total worth of (them together with table)"):
        found.clear()
        start(tmp_path, kinds, 4, 0, "choose", f"one or more them from hand where {where}", 1)
        assert found
        assert None not in found
    found.clear()
    start(tmp_path, kinds, 4, 0, "choose", "one or more them from hand where total worth of them is 3", 1)
    assert found
    assert not any(found)


#: Conditions on a whole set in which one set of each size tells enough -> how many there are in the one chosen.
OF_A_SIZE = {
    "any number of them from hand where count of them is 3": 3,
    "any number of them from hand where count of (them together with table) <= 2 and them is not empty": 2,
    "exactly 3 them from hand where total worth of them >= 114": 3,
    "up to 4 them from hand where total worth of them <= 10 and count of them >= 4": 4,
    "one or more them from (card in hand where worth of card > 3) where total worth of them < 23 and count of them is 4":
        4,
    "up to 9 them from hand where total might of them for you > 300": 9,
    "up to 4 them from hand where total might of them for you >= 150 and 140 < total might of them for you": 4,
}


@pytest.mark.parametrize("choice", OF_A_SIZE)
def test_one_set_of_each_size_is_enough_for_a_hand_of_forty(choice: str, tmp_path: Path) -> None:
    kinds = tuple(Kind(f"K{n}", n, 1) for n in range(1, 41))
    begin = time.process_time()
    match = start(tmp_path, kinds, 40, 0, "choose", choice, 1)
    pick = random.Random(1)
    while match.decision is not None:
        match.apply(pick.choice([o for o in match.decision.options if o.id != "done"] or match.decision.options))
    assert time.process_time() - begin < 30
    chosen = fields(match)["out"]
    assert isinstance(chosen, list)
    assert len(chosen) == OF_A_SIZE[choice]


def asking(procedure: str, play: str) -> str:
    """A rule set with a procedure that asks and never says `you`."""
    return (
        "ludex: 1\ngame: asking\ntitle: Asking\nplayers: {least: 2, most: 2}\nrounds: {phases: [play]}\n"
        "enumerations:\n  suit: {values: [clubs, hearts]}\n"
        f"procedures:\n  settle:\n    do: |\n{procedure}phases:\n  play:\n    do: |\n{play}      nobody wins\n")


@pytest.mark.parametrize("procedure", [
    "      choose one from suits\n", "      for each one in suits:\n          you may \"go on\":\n              say \"on\"\n",
    "      if 1 > 2:\n          say \"no\"\n      otherwise:\n          you may choose one from suits:\n              say \"one\"\n",
])
def test_a_procedure_that_never_says_you_can_ask(procedure: str, tmp_path: Path) -> None:
    text = asking(procedure, "      for P2:\n          do settle\n")
    match = ludex.load(write_example(tmp_path / "game", text)).start(2, 1)
    assert match.decision is not None
    assert match.decision.player == 1
    with pytest.raises(ludex.RuleFault, match="nobody acts here"):
        ludex.load(write_example(tmp_path / "game", asking(procedure, "      do settle\n"))).start(2, 1)


def test_too_many_sets_to_try_are_a_fault(tmp_path: Path) -> None:
    kinds = tuple(Kind(f"K{n}", n, 1) for n in range(1, 41))
    begin = time.process_time()
    with pytest.raises(ludex.RuleFault, match="more than 300000 sets would have to be tried to see what can be chosen"):
        start(tmp_path, kinds, 40, 0, "choose", "one or more them from hand where total worth of them is 821", 1)
    assert time.process_time() - begin < 30


def test_copies_are_not_tried_one_by_one(tmp_path: Path) -> None:
    kinds = tuple(Kind(f"K{n}", n, 10) for n in (2, 4, 6, 8))
    match = start(tmp_path, kinds, 40, 0, "may", "one or more them from hand where total worth of them is 201", 1)
    assert match.decision is None


@pytest.mark.parametrize(("choice", "hand", "wanted"), [
    ("any number of them from hand", 0, {()}),
    ("up to 0 them from hand", 3, {()}),
    ("exactly 0 them from hand", 3, {()}),
    ("exactly (0 - 1) them from hand where yes", 3, None),
    ("up to 9 them from hand where count of them is 0", 3, {()}),
    ("one or more them from hand", 0, None),
    ("exactly 1 them from hand", 0, None),
    ("any number of them from hand where count of them > 0", 0, None),
])
def test_nothing_to_choose_and_nothing_chosen(choice: str, hand: int, wanted: set[Outcome] | None, tmp_path: Path
                                              ) -> None:
    kinds = (Kind("Ace", 1, 3),)
    before = dealt(tmp_path, kinds, hand, 0, 1)
    if wanted is None:
        with pytest.raises(ludex.RuleFault, match="has no option"):
            assert start(tmp_path, kinds, hand, 0, "choose", choice, 1).decision
        assert ways(start(tmp_path, kinds, hand, 0, "may", choice, 1), taken(before)) == {DECLINED: 1}
    else:
        assert ways(start(tmp_path, kinds, hand, 0, "choose", choice, 1), taken(before)) == Counter(wanted)
        assert set(ways(start(tmp_path, kinds, hand, 0, "may", choice, 1), taken(before))) == {*wanted, DECLINED}


def test_a_set_that_must_be_empty_is_not_asked_for(tmp_path: Path) -> None:
    for choice in ("any number of them from table", "up to 0 them from hand", "exactly 0 them from hand"):
        assert start(tmp_path, (Kind("Ace", 1, 3),), 3, 0, "choose", choice, 1).decision is None


#: Conditions that hold what is chosen against what was chosen before: which of its copies may be among them.
KEPT: dict[str, tuple[str, bool]] = {
    "is not kept": ("no x in them where x is kept", False),
    "does not contain": ("not (them contains kept)", False),
    "contains": ("them contains kept", True),
    "by a value": ("no x in them where twin of x for kept", False),
    "without": ("count of (them without (x in hand where x is kept)) is count of them", False),
}
TWIN = "values:\n  twin: {of: {one: card, other: card}, is: one is other}\n"


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_condition_tells_the_copy_that_was_chosen_before_from_the_others(data: st.DataObject) -> None:
    kinds, seed = data.draw(cards()), data.draw(st.integers(0, 99))
    hand = data.draw(st.integers(1, 6))
    source = data.draw(st.sampled_from(sorted(SOURCES)))
    how, condition = data.draw(st.sampled_from(sorted(HOW_MANY))), data.draw(st.sampled_from(sorted(KEPT)))
    number, in_turn = data.draw(st.integers(0, 3)), data.draw(st.booleans())
    words, fits = HOW_MANY[how]
    where, with_it = KEPT[condition]
    choice = f"{words.format(n=number)} from {source} where {where}"
    sections = TWIN
    if in_turn:
        line = "for P1:\n    take action pick or skip"
        sections += (f"actions:\n  pick:\n    choose: [kept from hand, {choice}]\n    do: move them to out\n"
                     "  skip: {do: set declined to yes}\n")
    else:
        line = ("for P1:\n    choose kept from hand\n"
                f"    you may choose {choice}:\n        move them to out\n    otherwise:\n        set declined to yes")
    with tempfile.TemporaryDirectory() as place:
        before = dealt(Path(place), kinds, hand, 2, seed)
        game = load(Path(place), rules(kinds, hand, 2, line, sections))
        verify(game.program(2))
        match = game.start(players=2, seed=seed)
        things = pile(before, *SOURCES[source])
        for kept in {kind for zone, kind in things if zone == "hand"}:
            found = match.copy()
            others = things - Counter({("hand", kept): 1})
            wanted = {tuple(sorted((*some, *[("hand", kept)] * with_it))) for some in subsets(others)
                      if fits(len(some) + with_it, number)}
            option = f"pick {kept}" if in_turn else kept
            if in_turn and not wanted:
                assert found.why_not(option) is not None
                continue
            found.apply(option)
            assert ways(found, taken(before), agree) == Counter(wanted if in_turn else {*wanted, DECLINED})


@pytest.mark.parametrize(("choices", "wanted"), [
    ("ox from hand, yak from hand where yak is not ox", 1),
    ("ox from hand, yak from hand where yak is ox", 1),
    ("ox from hand, yak from hand where worth of yak is worth of ox", 1),
    ("ox from hand, yak from hand where yak is not ox, cow from hand where cow is not ox and cow is not yak", 1),
    ("ox from hand, yak from hand where yak is not ox, cow from hand where cow is ox or cow is yak", 2),
    ("one or more ox from hand, yak from hand where not (ox contains yak)", 2),
    ("exactly 3 ox from hand, yak from hand where not (ox contains yak)", 0),
])
def test_copies_are_several_options_only_where_a_condition_tells_them_apart(choices: str, wanted: int, tmp_path: Path
                                                                            ) -> None:
    sections = (f"actions:\n  pick: {{choose: [{choices}], do: set said to 1}}\n  skip: {{do: set declined to yes}}\n")
    game = load(tmp_path, rules((Kind("Ace", 1, 4),), 3, 0, "for P1:\n    take action pick or skip", sections))
    verify(game.program(2))
    assert ways(game.start(seed=1), said, agree) == Counter({(("", "1"),): wanted, DECLINED: 1}) - Counter()


def test_conditions_one_after_the_other_see_the_same_copies(tmp_path: Path) -> None:
    line = "for P1:\n    choose this from hand\n    choose that from hand where that is not this\n    move that to out"
    match = load(tmp_path, rules((Kind("Ace", 1, 4),), 4, 0, line)).start(seed=1)
    match.apply("Ace")
    match.apply("Ace")
    assert fields(match)["out"] == ["Ace #2"]


# -- numbers and single elements


def said(match: ludex.Match) -> Outcome:
    """What was said at the end, or that nothing was."""
    state = fields(match)
    return DECLINED if state["declined"] else (("", str(state["said"])),)


@pytest.mark.parametrize(("choice", "numbers"), [
    ("number n from 1 to 4", [1, 2, 3, 4]),
    ("number n from -2 to 2", [-2, -1, 0, 1, 2]),
    ("number n from 3 to 3", [3]),
    ("number n from count of hand to 4", [2, 3, 4]),
    ("number n from count of hand to count of table", []),
    ("number n from 1 to 6 where n is not 3", [1, 2, 4, 5, 6]),
    ("number n from -2 to 2 where n * n > 1", [-2, 2]),
    ("number n from 0 to count of hand where n > 0", [1, 2]),
    ("number n from 1 to 6 where n > 6", []),
])
@pytest.mark.parametrize("asking", sorted(ASKING))
def test_numbers(choice: str, numbers: list[int], asking: str, tmp_path: Path) -> None:
    line, sections = (text.format(choice=choice).replace("move them to out", "set said to n")
                      for text in ASKING[asking])
    game = load(tmp_path, rules((Kind("Ace", 1, 3),), 2, 0, line, sections))
    verify(game.program(2))
    if not numbers and asking == "choose":
        with pytest.raises(ludex.RuleFault, match="has no option"):
            assert game.start(seed=1).decision
        return
    wanted = Counter({(("", str(n)),): 1 for n in numbers})
    if asking != "choose":
        wanted[DECLINED] = 1
    assert ways(game.start(seed=1), said, agree) == wanted


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_single_elements(data: st.DataObject) -> None:
    kinds, seed = data.draw(cards()), data.draw(st.integers(0, 99))
    hand, table = sizes(data.draw)
    source, bound = data.draw(st.sampled_from(sorted(SOURCES))), data.draw(st.integers(0, 3))
    asking = data.draw(st.sampled_from(sorted(ASKING)))
    choice = f"them from {source} where worth of them >= {bound}"
    with tempfile.TemporaryDirectory() as place:
        before = dealt(Path(place), kinds, hand, table, seed)
        worth = {kind.name: kind.worth for kind in kinds}
        wanted = {(kind,) for kind in pile(before, *SOURCES[source]) if worth[kind[1]] >= bound}
        if asking != "choose":
            wanted.add(DECLINED)
        if not wanted:
            with pytest.raises(ludex.RuleFault, match="has no option"):
                assert start(Path(place), kinds, hand, table, asking, choice, seed).decision
            return
        match = start(Path(place), kinds, hand, table, asking, choice, seed)
        assert ways(match, taken(before), agree) == Counter(wanted)


# -- choices after one another

Worth = dict[str, int]


def one_after_the_other(worth: Worth, held: Counter[str]) -> dict[str, tuple[str, set[Outcome]]]:
    """Sequences of choices of an action, and what brute force says comes out of each."""
    hand = [kind for kind in held for _ in range(held[kind])]
    pairs = [(a, b) for a in held for b in held if held[b] > (a == b)]
    return {
        "a second of more worth": (
            "[one from hand, two from hand where worth of two > worth of one]",
            {((("", a), ("", b))) for a, b in pairs if worth[b] > worth[a]}),
        "a number up to the worth": (
            "[one from hand, number n from 1 to worth of one]",
            {(("", a), ("", str(n))) for a in held for n in range(1, worth[a] + 1)}),
        "a number and a card of that worth": (
            "[number n from 0 to 4, one from hand where worth of one is n]",
            {(("", str(worth[a])), ("", a)) for a in held}),
        "a number and as many cards": (
            "[number n from 1 to 4, exactly n them from hand]",
            {(("", str(len(some))), *((("", kind) for _, kind in some)))
             for some in subsets(Counter({("hand", k): held[k] for k in held})) if 1 <= len(some) <= 4}),
        "some cards and one of their total": (
            "[one or more them from hand, one from hand where worth of one is total worth of them]",
            {(*((("", kind) for _, kind in some)), ("", a))
             for some in subsets(Counter({("hand", k): held[k] for k in held})) if some
             for a in held if worth[a] == sum(worth[kind] for _, kind in some)}),
        "three that depend on each other": (
            "[one from hand, number n from 0 to 3 where n is not worth of one,"
            " two from hand where worth of two is n]",
            {(("", a), ("", str(worth[b])), ("", b)) for a in held for b in held if worth[b] not in (worth[a], 4)}),
        "two that do not depend on each other": (
            "[one from hand, number n from 1 to 2]",
            {(("", a), ("", str(n))) for a in held for n in (1, 2)}),
        "one that is free, and one that cannot be": (
            "[one from hand, number n from 1 to 2 where n > 2]", set()),
        "some cards, then one that cannot be": (
            "[any number of them from hand, two from table]", set()),
        "a number within a sum": (
            "[one or more them from hand where total worth of them >= 3, number n from 3 to total worth of them]",
            {(*((("", kind) for _, kind in some)), ("", str(n)))
             for some in subsets(Counter({("hand", k): held[k] for k in held}))
             for n in range(3, sum(worth[kind] for _, kind in some) + 1)}),
    } if hand else {}


def path_words(match: ludex.Match) -> Outcome:
    """What was chosen on the way, by the names in the identities of the options."""
    found = []
    for step in match.history:
        name = step.id.split(":")[-1]
        if name == "skip":
            return DECLINED
        if name not in ("done", "pick none"):
            found.append(("", name.removeprefix("pick ")))
    return tuple(found)


@pytest.mark.parametrize("name", sorted(one_after_the_other({"Ace": 1}, Counter(("Ace",)))))
@given(st.data())
@settings(max_examples=12, deadline=None)
def test_choices_after_one_another_never_lead_to_where_nothing_can_be(name: str, data: st.DataObject) -> None:
    kinds = tuple(Kind(n, data.draw(st.integers(0, 4)), data.draw(st.integers(1, 2)))
                  for n in KINDS[: data.draw(st.integers(1, 3))])
    hand, seed = data.draw(st.integers(1, 4)), data.draw(st.integers(0, 99))
    with tempfile.TemporaryDirectory() as place:
        before = dealt(Path(place), kinds, hand, 0, seed)
        held = Counter(kind for _, kind in pile(before, "hand").elements())
        choices, wanted = one_after_the_other({k.name: k.worth for k in kinds}, held)[name]
        sections = f"actions:\n  pick: {{choose: {choices}, do: set said to 1}}\n  skip: {{do: set declined to yes}}\n"
        game = load(Path(place), rules(kinds, hand, 0, "for P1:\n    take action pick or skip", sections))
        verify(game.program(2))
        found = ways(game.start(seed=seed), path_words)
        if "a second" in name:
            # Both choices are made before anything is done, so the same card could be meant: kinds differ here.
            assert all(len(outcome) == 2 for outcome in found if outcome != DECLINED)
        assert found == Counter({*wanted, DECLINED})


def test_statements_after_one_another_do_not_look_ahead(tmp_path: Path) -> None:
    line = "for P1:\n    choose number n from 1 to 3\n    choose exactly n them from hand\n    move them to out"
    match = load(tmp_path, rules((Kind("Ace", 1, 3),), 2, 0, line)).start(seed=1)
    assert match.decision is not None
    assert [option.words for option in match.decision.options] == ["1", "2", "3"]
    with pytest.raises(ludex.RuleFault, match="has no option"):
        match.apply("3")


# -- why not


REASONS = (
    "for P1:\n    take action bid or fold or wait\n",
    "actions:\n"
    "  bid:\n    source: course.1\n    choose: one or more them from hand\n"
    "    where: total worth of (them together with table) > 5\n    do: move them to table\n"
    "  fold:\n    source: course.2\n    when: table is empty\n    do: set declined to yes\n"
    "  wait:\n    source: course.3\n    choose: number n from 1 to 6 where n is not 3\n    do: set said to n\n",
)


@pytest.mark.parametrize(("words", "reason", "rule", "passage"), [
    ("bid Dog", "`Dog` alone is not enough, and in order it comes after what goes with it: `bid Ace; Bat; Dog`", "bid",
     "course.1"),
    ("bid Cat", "`Cat` is not there to be chosen", "bid", "course.1"),
    ("fold", "it does not hold that table is empty", "fold", "course.2"),
    ("wait 3", "it does not hold that n is not 3", "wait", "course.3"),
    ("bid Ace; done", "it does not hold that total worth of (them together with table) > 5", "bid", "course.1"),
    ("bid Ace; Ace", "`Ace` is not there to be chosen", "bid", "course.1"),
    ("wait 9", "`wait 9` is nothing that can be done here", "", ""),
    ("sing", "`sing` is nothing that can be done here", "", ""),
])
def test_a_refusal_names_the_rule_and_the_passage(words: str, reason: str, rule: str, passage: str, tmp_path: Path
                                                  ) -> None:
    kinds = (Kind("Ace", 3, 1), Kind("Bat", 2, 1), Kind("Dog", 0, 1), Kind("Cat", 1, 1))
    line, sections = REASONS
    sections += "setup:\n  - do: say \"we begin\"\n"
    game = load(tmp_path, rules(kinds, 4, 0, "move Cat to table\n" + line, sections))
    verify(game.program(2))
    match = game.start(seed=1)
    assert match.why_not("bid Ace") is None
    *before, last = words.split("; ")
    for step in before:
        match.apply(step)
    refusal = match.why_not(last)
    assert refusal is not None
    assert (refusal.reason, refusal.rule, refusal.passage) == (reason, rule, passage)
    with pytest.raises(ludex.IllegalMove) as caught:
        match.apply(last)
    assert (caught.value.rule, caught.value.passage) == (rule, passage)


def test_a_refusal_of_a_first_choice_names_what_cannot_follow(tmp_path: Path) -> None:
    sections = ("actions:\n  pick:\n    source: course.1\n"
                "    choose: [one from hand, two from hand where worth of two > worth of one]\n"
                "    do: set said to 1\n  skip: {do: set declined to yes}\n")
    kinds = (Kind("Ace", 1, 1), Kind("Bat", 2, 1))
    match = load(tmp_path, rules(kinds, 2, 0, "for P1:\n    take action pick or skip", sections)).start(seed=1)
    assert match.why_not("pick Ace") is None
    refusal = match.why_not("pick Bat")
    assert refusal is not None
    assert refusal.reason == "it does not hold that two from hand where worth of two > worth of one"
    assert refusal.passage == "course.1"


def test_a_condition_that_rulings_rule_out_is_not_offered(tmp_path: Path) -> None:
    sections = ("actions:\n  pick: {when: no, choose: one from hand, do: set said to 1}\n"
                "  skip: {do: set declined to yes}\n")
    match = load(tmp_path, rules((Kind("Ace", 1, 1),), 1, 0, "for P1:\n    take action pick or skip", sections)
                 ).start(seed=1)
    assert match.decision is not None
    assert [option.id for option in match.decision.options] == ["skip"]
