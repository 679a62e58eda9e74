"""Static checks of whole games: what they prove, what a proof keeps them from saying, and that what they know is true."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from example_runs import play, write_example

import ludex
from ludex import rules
from ludex.checking import locate, read
from ludex.dsl.diagnostics import Finding
from ludex.dsl.types import Number
from ludex.ir.types import Set
from ludex.validator import flow as flows
from ludex.validator.checks import Context
from ludex.validator.known import FAR
from ludex.validator.order import Access, conflict
from ludex.validator.walk import Reach, effects, lines, same

Check = Callable[..., list[Finding]]


def codes(found: list[Finding]) -> list[str]:
    return [finding.code for finding in found]


def changed(folder: Path, game: str, *changes: tuple[str, str]) -> list[Finding]:
    """The findings of a bundled game after some texts have been changed."""
    copy = folder / game
    shutil.copytree(rules.catalogue()[game], copy)
    for old, new in changes:
        files = [file for file in sorted(copy.glob("*.yaml")) if old in file.read_text(encoding="utf-8")]
        assert files, old
        for file in files:
            file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return ludex.check(copy)


@pytest.mark.parametrize("game", rules.catalogue())
def test_bundled_games_are_clean(game: str) -> None:
    assert [f"{f.code} {f.message}" for f in ludex.check(game)] == []


# -- the beginning, counted


GUARD = ("if ruling short_deal is partial or count of imperial deck + count of imperial discard >= 3 * count of "
         "players:\n")


def test_a_deal_that_takes_more_than_there_is_is_told_with_its_numbers(tmp_path: Path) -> None:
    """Nobody asks beforehand: five players want 30 cards in the set-up and 15 more before the first conflict."""
    found = changed(tmp_path, "carving_up_china", (GUARD, "if ruling short_deal is partial:\n"),
                    ("if ruling empty_draw is fewer or count of imperial deck + count of imperial discard >= 3:\n",
                     "if ruling empty_draw is fewer:\n"))
    [deal] = [f for f in found if f.code == "LX412"]
    assert deal.message == "with 5 players 45 items are wanted from `imperial deck` up to here, and there are 44"
    assert deal.span.text == "draw 3 from imperial deck to your dealt pile"
    assert deal.severity == "warning"
    assert deal.help == "this is so when not (prize contains Rebellion)"
    assert deal.witness == [{"players": 5, "wanted": 45, "there": 44, "assumed": ["not (prize contains Rebellion)"]}]


def test_a_set_up_is_counted_for_every_number_of_players(tmp_path: Path) -> None:
    found = changed(tmp_path, "carving_up_china", ("draw 6 from", "draw 12 from"))
    [deal] = [f for f in found if f.code == "LX412"]
    assert deal.message == ("with 4 or 5 players 48 or 60 items are wanted from `imperial deck` up to here, and there "
                            "are 44")
    assert (deal.evidence, deal.help) == ("proved", None)
    assert deal.span.text == "draw 12 from imperial deck to your hand"


def test_fewer_items_are_noticed_by_what_adds_them_up(tmp_path: Path) -> None:
    found = changed(tmp_path, "carving_up_china", ("      Gunboat Diplomacy: {power: 3}\n", ""))
    assert ("LX411", "all zones of `imperial card` together hold 40 items, and this says 44") in [
        (f.code, f.message) for f in found]


ROW = """
ludex: 1
game: market
title: Market
players: {least: 2, most: 2}
components:
  card: {copies: 20, items: {Rice: {}}}
zones:
  deck: {of: card, order: shuffled, starts with: all, when short: draw fewer}
  row: {of: card, seen by: all}
  hand: {of: card, each: player, seen by: owner}
variables:
  lots: {type: 0 to 20, seen by: all}
rounds: {phases: [market]}
triggers:
  the row is filled:
    at: any time
    when: %s
    do: draw 1 from deck to row
phases:
  market:
    do: |
      %s
    turns: {from: P1, actions: [buy]}
actions:
  buy: {choose: card from row, do: move card to your hand}
end:
  sold out: {at: end of round, when: row is empty and deck is empty}
scoring: {score: count of your hand, ties: shared}
"""


def beginning(folder: Path, when: str, *lines: str) -> list[tuple[str, str, str]]:
    """What is found of what the beginning takes: code, text, and what is assumed."""
    (folder / "game.yaml").write_text(ROW % (when, "\n      ".join(lines)), encoding="utf-8")
    return [(f.code, f.span.text, f.help or "") for f in ludex.check(folder) if f.code in ("LX412", "LX501")]


def test_what_happens_at_any_time_is_counted_as_often_as_it_happens(tmp_path: Path) -> None:
    branch = ("if count of row < 3:", "    draw 19 from deck to row")
    assert beginning(tmp_path, "count of row < 3", *branch) == [("LX501", "count of row < 3", "")]
    assert beginning(tmp_path, "count of row < 3 and deck is not empty", "draw 17 from deck to row") == []
    assert beginning(tmp_path, "count of row < 3", "draw 18 from deck to row") == [
        ("LX412", "draw 18 from deck to row", "")]


def test_what_happens_nobody_knows_how_often_is_counted_once(tmp_path: Path) -> None:
    often = ("for P1:", "    choose number wanted from 5 to 9", "    set lots to wanted")
    assert beginning(tmp_path, "count of row < lots", "draw 20 from deck to P1's hand", *often) == [
        ("LX412", "draw 1 from deck to row", "this is so when count of row < lots")]
    # It does not stop after the first time.
    assert beginning(tmp_path, "count of row < lots", *often, "if count of row is 1:", "    draw 20 from deck to row"
                     ) == [("LX501", "count of row is 1", "")]


def test_what_is_taken_when_a_phase_begins_and_in_later_rounds_is_counted(tmp_path: Path) -> None:
    text = (ROW % ("lots is 20 and row is not empty", "say \"now\"")).replace(
        "rounds: {phases: [market]}\n", "rounds: {phases: [morning, market]}\n").replace(
        "phases:\n  market:", "  stalls open:\n    at: start of market\n    do: draw 15 from deck to row\nphases:\n"
        "  morning: {do: draw 6 from deck to row}\n  market:")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    [short] = [f for f in ludex.check(tmp_path) if f.code == "LX412"]
    assert (short.span.text, short.evidence) == ("draw 15 from deck to row", "proved")


# -- what a proof keeps from being said


@pytest.mark.parametrize(("text", "code"), [
    # What a condition on the way rules out.
    ("roll die from 1 to 6\nif pot >= die:\n    subtract die from pot\n", "LX306"),
    ("roll die from 1 to 6\nsubtract smaller of die and pot from pot\n", "LX306"),
    ("for starter:\n    choose number paid from 0 to pot\n    subtract paid from pot\n", "LX306"),
    ("roll die from 1 to 6\nset debt to 20 - die\nif debt <= 16:\n    add 4 to debt\n", "LX331"),
    ("roll die from 1 to 6\nif die > 3:\n    set favourite to starter\nif favourite is none or points of favourite > 3:\n"
     "    set open to yes\n", "LX304"),
    ("if count of leaders is 1:\n    set starter to only one of leaders\n", "LX333"),
    ("if leaders is empty or count of leaders is 1:\n    if leaders is not empty:\n"
     "        set starter to only one of leaders\n", "LX333"),
    ("for starter:\n    draw 3 from deck to hand\n    if any card in hand where card is Ace:\n"
     "        choose card from hand\n        move card to discard\n", "LX518"),
    ("for starter:\n    draw 3 from deck to hand\n    if count of hand > 2:\n"
     "        choose exactly (count of hand - 2) cards from hand\n        move cards to discard\n", "LX515"),
    ("for each player from starter:\n    draw 1 from deck to hand\n"
     "if every player in players where hand of player is not empty:\n    for starter:\n"
     "        choose card from hand\n        move card to discard\n", "LX518"),
    # What was known of two numbers, before one of them was written.
    ("roll die from 1 to 6\nset pot to die\nroll other from 1 to 6\nset debt to other\nif pot <= debt:\n"
     "    roll third from 1 to 6\n    set debt to third\n    if pot <= debt:\n        set open to yes\n", "LX502"),
    # What comes to the same in any order.
    ("for each player:\n    add 1 to points\n    set open to yes\n", "LX312"),
    ("for each player:\n    move hand to discard\n", "LX312"),
    ("for each player:\n    exclude you from leaders\n    add count of hand to pot\n", "LX312"),
    ("for each card in discard:\n    add rank of card to points of starter\n", "LX312"),
    # Cases that leave nothing, or leave it on purpose.
    ("roll die from 1 to 6\nif die is 1:\n    set pot to 0\notherwise if die is 6:\n    set open to yes\n", "LX503"),
    ("roll die from 1 to 6\nif die < 3:\n    set pot to 0\notherwise if die > 5:\n    set open to yes\n", "LX503"),
])
def test_what_is_right_is_not_told(text: str, code: str, check: Check) -> None:
    assert code not in codes(check(text))


@pytest.mark.parametrize(("text", "code"), [
    ("roll die from 1 to 6\nif pot > 1:\n    subtract die from pot\n", "LX306"),
    ("for starter:\n    choose number paid from 0 to pot\n    subtract 1 from pot\n    subtract paid from pot\n", "LX306"),
    ("roll die from 1 to 6\nset debt to 20 - die\nif debt > 13:\n    set debt to debt + die\n", "LX331"),
    ("roll die from 1 to 6\nif die > 3:\n    set favourite to starter\nif favourite is none and points of favourite > 3:\n"
     "    set open to yes\n", "LX304"),
    ("for starter:\n    exclude you from leaders\nif count of leaders <= 1:\n"
     "    set starter to only one of leaders\n", "LX333"),
    ("for starter:\n    if no card in hand where card is Ace:\n        choose card from hand\n"
     "        move card to discard\n        draw 2 from deck to hand\n", "LX518"),
    ("for each player:\n    set pot to points\n", "LX312"),
    ("for each player:\n    move hand to hand of (player after you)\n", "LX312"),
    ("for each player:\n    if discard is empty:\n        move hand to discard\n", "LX312"),
    ("roll die from 1 to 6\nif die > 3:\n    set pot to 0\notherwise if die < 3:\n    set open to yes\n", "LX503"),
])
def test_what_is_nearly_the_same_and_wrong_is_told(text: str, code: str, check: Check) -> None:
    assert code in codes(check(text))


def test_a_gap_is_shown_by_a_state(check: Check) -> None:
    text = "roll die from 1 to 6\nif die > 3:\n    set pot to 0\notherwise if die < 3:\n    set open to yes\n"
    [gap] = [f for f in check(text) if f.code == "LX503"]
    assert gap.message == "none of these cases is taken when die is 3"
    assert gap.witness == {"die": "3"}
    assert gap.evidence == "proved"


def test_modifiers_that_can_never_meet_are_in_any_order(tmp_path: Path) -> None:
    """No player has two nations. Where a nation is not asked for, they meet, and the state shows it."""
    found = changed(tmp_path, "carving_up_china", ("when: owner's nation is British\n", "when: power of card > 7\n"))
    [met] = [f for f in found if f.code == "LX511"]
    assert met.message == (
        "`the Japanese Invasion` and `the British bonus` both change `strength` when owner's nation is Japanese and "
        "card is Invasion and ruling invasion_worth is power: in this order it is 16, in the other 15")


def test_turns_that_leave_no_action_are_shown_by_a_state(tmp_path: Path) -> None:
    found = changed(tmp_path, "kuhn_poker", ("actions: [check, bet, call, fold]", "actions: [call, fold]"))
    assert ("no action is ever left here", "proved") in [(f.message, f.evidence) for f in found if f.code == "LX518"]


def test_turns_that_may_leave_no_action_are_shown_by_a_state(tmp_path: Path) -> None:
    found = changed(tmp_path, "kuhn_poker", ("actions: [check, bet, call, fold]", "actions: [bet, fold]"),
                    ("  fold:\n    source: betting.3\n    when: bettor is not none\n",
                     "  fold:\n    source: betting.3\n    when: bettor is not none and checks > 0\n"))
    assert [f.message for f in found if f.code == "LX518"] == ["no action is left when bettor is P1 and checks is 0"]


DEAL = """\
ludex: 1
game: deal
title: Deal
players: {least: 2, most: 4}
components:
  card: {items: [Ace, King], copies: 20}
zones:
  pack: {of: card, order: shuffled, starts with: all, when short: draw fewer}
  hand: {of: card, each: player, seen by: owner}
  heap: {of: card, seen by: all}
rounds: {phases: [dealing, playing]}
phases:
  dealing:
    do: |
      for each player from P1:
          draw 3 from pack to hand
  playing:
    turns: {from: P1, until: hands is empty, actions: [lay, swap]}
actions:
  lay:
    choose: card from your hand
    do: move card to heap
  swap:
    choose:
      - card from your hand
      - other from heap
    do: |
      move card to heap
      shuffle other into pack
end:
  all gone: {at: end of round, when: pack is empty}
scoring: {score: count of hand, ties: shared}
"""


@pytest.mark.parametrize(("before", "after", "told"), [
    ("", "", []),
    ("for each player from P1:\n          draw", "for P1:\n          draw",
     ["no action is left when count of your hand is 0 and count of heap is 0"]),
    ("from P1:\n          draw", "from P1:\n        if heap is empty:\n          draw",
     ["no action is left when count of your hand is 0 and count of heap is 0"]),
])
def test_a_hand_is_empty_when_turns_begin_only_where_nothing_was_dealt(
        tmp_path: Path, before: str, after: str, told: list[str]) -> None:
    """That a deck may run out does not leave somebody without a card: who deals evenly deals to all or to none."""
    (tmp_path / "game.yaml").write_text(DEAL.replace(before, after, 1), encoding="utf-8")
    found = ludex.check(tmp_path)
    assert [f.message for f in found if f.code == "LX518" or f.severity == "error"] == told


# -- what is known is true


def bounds_of(context: Context) -> dict[str, tuple[int, int]]:
    """The bounds within which every variable and every zone's size lies anywhere in the game."""
    flow, found = context.flow, {}
    states = [visit.state for notes in (flow.lines, flow.tests, flow.choices, flow.turns) for visit in notes.values()]
    for name in (*context.game.variables, *context.game.zones):
        known = [state.values.get(flow.facts.summary(name), (-FAR, FAR)) for state in states]
        found[name] = min(low for low, _ in known), max(high for _, high in known)
    return found


@pytest.mark.parametrize("game", rules.catalogue())
def test_no_play_leaves_the_bounds_that_are_known(game: str) -> None:
    found = read(locate(game))
    assert found.rules is not None
    assert found.analysis is not None
    context = Context(found.rules, found.analysis, found.source)
    assert context.flow.complete
    known = bounds_of(context)
    loaded = ludex.load(game)
    if any(isinstance(variable.type, Number) for variable in loaded.typed.variables.values()):
        assert any(low > -FAR and high < FAR for low, high in known.values())
    for players in loaded.players:
        for seed in range(3):
            match = loaded.start(players=players, seed=seed)
            for step in range(60):
                if match.decision is None:
                    break
                program, layout = match.engine.program, match.engine.layout
                for name, (low, high) in known.items():
                    field = program.fields[name]
                    at = layout.fields[name]
                    size = 1 if field.index is None else program.domains[field.index].size
                    for cell in match.state[at:at + size]:
                        value = cell.bit_count() if isinstance(field.type, Set) else cell
                        assert low <= value <= high, f"{name} is {value}, known as {low} to {high}"
                options = match.decision.options
                match.apply(options[(seed + step) % len(options)])


def test_a_word_that_is_not_known_may_do_anything_to_what_it_names(monkeypatch: pytest.MonkeyPatch, check: Check) -> None:
    text = "set debt to 3\nadd 1 to debt\nif debt is 4:\n    set open to yes\n"
    assert "LX502" in codes(check(text))
    adding = next(word for word in ludex_words() if word.example == "add 1 to pot")
    monkeypatch.setattr(adding, "changes", None)
    assert "LX502" not in codes(check(text))


def ludex_words() -> list[type]:
    from ludex.dsl.vocabulary import WORDS

    return list(WORDS)


def test_a_game_that_is_too_long_to_follow_is_said_to_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(flows, "BUDGET", 3)
    text = "roll die from 1 to 6\nif die > 6:\n    set pot to 0\n"
    found = ludex.check(write_example(tmp_path / "long", text))
    assert "LX501" not in codes(found)
    assert "the check of what follows from the course of the game was skipped: it is too long to follow" in [
        f.message for f in found if f.code == "LX909"]


# -- reads and writes


def test_what_a_line_reads_and_writes_is_told_by_its_handles(tmp_path: Path) -> None:
    text = ("move hand of starter to discard\nadd rank of Ace to pot\ndraw 1 from deck to hand of starter\n"
            "do refill\nset open to points of starter > debt\n")
    found = read(write_example(tmp_path / "reads", text))
    assert found.analysis is not None
    assert found.analysis.game is not None
    game = found.analysis.game
    reach = Reach(game)
    [effect] = [effect for rule, sort, effect in effects(game) if sort == "phase"]
    touched = [(reach.line(line).reads, reach.line(line).writes) for line in lines(effect)][:5]
    assert touched == [
        ({"starter", "hand"}, {"hand", "discard"}), (set(), {"pot"}),
        ({"starter", "discard"}, {"deck", "hand", "discard"}), ({"discard"}, {"discard", "deck"}),
        ({"points", "starter", "debt"}, {"open"}),
    ]


def test_same_is_about_what_is_said(tmp_path: Path) -> None:
    text = "for each card in deck:\n    add 1 to pot\nfor each other in deck:\n    add 1 to pot\n"
    found = read(write_example(tmp_path / "same", text))
    assert found.analysis is not None
    assert found.analysis.game is not None
    [effect] = [effect for rule, sort, effect in effects(found.analysis.game) if sort == "phase"]
    assert same(effect[0], effect[1])
    assert not same(effect[0], effect[2])


@pytest.mark.parametrize(("whose", "how", "other", "clash"), [
    ("mine", "set", "mine", False), ("mine", "set", "other", True), ("shared", "add", "shared", False),
    ("shared", "set", "shared", True),
])
def test_two_clash_where_one_writes_what_the_other_may_touch(whose: str, how: str, other: str, clash: bool) -> None:
    at = read(locate("nim")).rules.game.span  # type: ignore[union-attr]
    first, second = (Access("pot", side, how, at) for side in (whose, other))  # type: ignore[arg-type]
    assert (conflict([first], [second]) is not None) is clash


def test_examples_play(tmp_path: Path) -> None:
    """The helpers of this file are about games that can be played."""
    folder = write_example(tmp_path / "plays", "for each player:\n    add 1 to points\n    set open to yes\n")
    assert play(ludex.load(folder), 2, 1).result is not None
