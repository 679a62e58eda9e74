"""Worlds that a seat holds possible: they give away nothing that it may not know, and play can go on in them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ludex

ITEMS = "".join(f"      C{n}: {{worth: {n}}}\n" for n in range(12))
RULES = (
    "ludex: 1\ngame: worlds\ntitle: Worlds\nplayers: {least: 2, most: 2}\n"
    f"components:\n  card:\n    attributes: {{worth: {{type: 0 to 11}}}}\n    items:\n{ITEMS}"
    "zones:\n  deck: {of: card, order: shuffled, starts with: all, when short: draw fewer}\n"
    "  hand: {of: card, each: player, seen by: owner}\n  out: {of: card, seen by: all}\n"
    "variables:\n  darling: {type: card or none, each: player, seen by: owner}\n"
    "  mark: {type: flag, each: card, seen by: nobody}\n"
    "rounds: {phases: [play]}\nphases:\n  play:\n    do: |\n"
    "      for each player:\n          draw 4 from deck to hand\n          pick best at random from hand\n"
    "          set your darling to best\n          set mark of best to yes\n"
)


def begin(folder: Path, lines: str) -> ludex.Match:
    text = "".join(f"      {line}\n" for line in lines.splitlines())
    (folder / "game.yaml").write_text(f"{RULES}{text}      nobody wins\n", encoding="utf-8")
    assert [finding.message for finding in ludex.check(folder) if finding.severity == "error"] == []
    return ludex.load(folder).start(players=2, seed=5)


def fields(match: ludex.Match) -> dict[str, dict[str, list[str]]]:
    return match.game.write_state(match)["fields"]  # type: ignore[no-any-return]


def worlds(match: ludex.Match, seat: int, number: int = 60) -> list[ludex.Match]:
    return [match.redeal(seat, random.Random(seed)) for seed in range(number)]


def words(match: ludex.Match) -> list[str]:
    assert match.decision is not None
    return [option.words for option in match.decision.options]


ASKING = {
    "all": ("for P1:\n    choose this from hand\n    move this to out", lambda worth: True),
    "some": ("for P1:\n    you may choose this from hand where worth of this > 5:\n        move this to out",
             lambda worth: worth > 5),
    "several": ("for P1:\n    choose exactly 2 them from hand\n    move them to out", lambda worth: True),
}


@pytest.mark.parametrize("asking", ASKING)
def test_the_hand_of_whoever_decides_is_not_given_away(asking: str, tmp_path: Path) -> None:
    line, may = ASKING[asking]
    match = begin(tmp_path, line)
    assert match.decision is not None
    assert match.decision.player == 0
    true = set(fields(match)["hand"]["P1"])
    hands = set()
    for world in worlds(match, 1):
        assert world.view(1) == match.view(1)
        hand = fields(world)["hand"]["P1"]
        hands.add(frozenset(hand))
        offered = [word for word in words(world) if word.startswith("C")]
        assert set(offered) <= {card for card in hand if may(int(card[1:]))}
        if asking != "several":  # of several, the last cannot come first
            assert set(offered) == {card for card in hand if may(int(card[1:]))}
        for option in range(len(words(world))):
            after = world.copy()
            after.apply(option)
            while after.decision is not None:
                after.apply(0)
            assert set(fields(after)["out"]) <= set(hand)
    assert len(hands) > 20
    assert sum(hand == true for hand in hands) <= 1


@pytest.mark.parametrize("asking", ASKING)
def test_at_its_own_decision_a_seat_is_offered_the_same(asking: str, tmp_path: Path) -> None:
    match = begin(tmp_path, ASKING[asking][0])
    others = set()
    for world in worlds(match, 0):
        assert world.view(0) == match.view(0)
        assert world.decision == match.decision
        assert fields(world)["hand"]["P1"] == fields(match)["hand"]["P1"]
        others.add(frozenset(fields(world)["hand"]["P2"]))
    assert len(others) > 20


def test_what_another_has_chosen_in_secret_stays_secret(tmp_path: Path) -> None:
    """The card that P1 has named and not yet laid down is one of P1's, whichever they are; of P2's own nothing moves."""
    match = begin(tmp_path, "for P1:\n    choose this from hand\n    for P2:\n        choose that from hand\n"
                            "        move that to out\n    move this to out")
    match.apply(0)
    assert match.decision is not None
    assert match.decision.player == 1
    laid = set()
    for world in worlds(match, 1):
        assert world.decision == match.decision
        hand = set(fields(world)["hand"]["P1"])
        world.apply(0)
        (card,) = hand & set(fields(world)["out"])
        laid.add(card)
    assert len(laid) > 4


def test_secret_variables_follow_the_cards(tmp_path: Path) -> None:
    match = begin(tmp_path, "for P1:\n    choose this from hand\n    move this to out")
    darlings = set()
    for seat in (0, 1, None):
        for world in worlds(match, seat):  # type: ignore[arg-type]
            now = fields(world)
            assert all(now["darling"][whose] in now["hand"][whose] for whose in ("P1", "P2"))
            assert {card for card, marked in now["mark"].items() if marked} == set(now["darling"].values())
            darlings.add(now["darling"]["P2"] if seat == 0 else now["darling"]["P1"])
    assert len(darlings) > 4


def test_a_choice_that_hangs_on_hidden_cards_is_there_in_every_world_or_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludex.worlds.MOST_DEALS", 50)  # so that it is not always found
    hand = fields(begin(tmp_path, "for P1:\n    choose this from hand\n    move this to out"))["hand"]["P1"]
    match = begin(tmp_path, "if " + " and ".join(f"P1's hand contains {card}" for card in hand)
                  + ":\n    for P1:\n        choose exactly 4 them from hand where "
                  + " and ".join(f"them contains {card}" for card in hand) + "\n        move them to out")
    assert match.decision is not None
    found, refused = 0, 0
    for seed in range(40):
        try:
            world = match.redeal(1, random.Random(seed))
        except ValueError as refusal:
            assert "no other world was found" in str(refusal)
            refused += 1
        else:
            assert words(world)
            assert fields(world)["hand"]["P1"] == hand
            found += 1
    assert found
    assert refused


def test_numbers_that_may_be_chosen_are_worked_out_anew(tmp_path: Path) -> None:
    match = begin(tmp_path, "for P1:\n    choose number n from 0 to 11 where any c in hand where worth of c is n\n"
                            "    say \"{n}\"")
    offers = set()
    for world in worlds(match, 1, 30):
        assert sorted(f"C{word}" for word in words(world)) == sorted(fields(world)["hand"]["P1"])
        offers.add(tuple(words(world)))
    assert len(offers) > 10
