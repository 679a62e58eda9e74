"""Where the rules have no answer: a fault that names the rule, its passage, the file and the line, and comes soon."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from example_runs import FIRST_LINE, play, write_example

import ludex

#: The rules stop within this, however much they would still do.
SECONDS = 20

#: Lines of the phase -> the line of them at which it happens, and what is said.
FAULTS: dict[str, tuple[str, int, str]] = {
    "a loop without end": (
        "repeat until no:\n    set open to yes", 1, "no decision after a million steps; the rules never come to rest"),
    "a loop that counts and has no end": (
        "add 1 to pot\nrepeat until pot > 100:\n    say \"more\"", 2,
        "no decision after a million steps; the rules never come to rest"),
    "a loop of chance without end": (
        "repeat until no:\n    roll die from 1 to 6", 1,
        "no decision after a million steps; the rules never come to rest"),
    "a loop of moments without end": (
        "repeat until no:\n    moment showdown", 1, "no decision after a million steps; the rules never come to rest"),
    "a loop of procedures without end": (
        "repeat until no:\n    do refill", 1, "no decision after a million steps; the rules never come to rest"),
    "more loops in one another than anybody can wait for": (
        "set pot to count of " + "".join(f"(x{n} in deck where count of " for n in range(18)) + "deck"
        + " > 0)" * 18, 1, "no decision after a million steps; the rules never come to rest"),
    "a value above its range": ("add 96 to pot", 1, "`pot` would become 101, outside 0 to 100"),
    "a value below its range": ("subtract 6 from pot", 1, "`pot` would become -1, outside 0 to 100"),
    "a value of a player out of its range": (
        "add 1 to pot\nsubtract 1 from points of P1", 2, "`points` would become -1, outside 0 to 1000"),
    "a choice from nothing": (
        "for starter:\n    choose card from hand", 2,
        "somebody must choose here and has no option (choose card)"),
    "a choice that nothing fulfils": (
        "draw 3 from deck to hand of starter\nfor starter:\n    choose card from hand where rank of card > 3", 3,
        "somebody must choose here and has no option (choose card)"),
    "a choice of more than there are": (
        "draw 3 from deck to hand of starter\nfor starter:\n    choose exactly 4 things from hand", 3,
        "somebody must choose here and has no option (choose things)"),
    "a choice of numbers where there is none": (
        "for starter:\n    choose number n from pot to 4", 2,
        "somebody must choose here and has no option (choose n)"),
    "actions of which none is possible": (
        "for starter:\n    take action beg or steal", 2,
        "somebody must choose here and has no option (steal)"),
    "only one of none": (
        "set starter to only one of (leaders without leaders)", 1,
        "`only one of` was asked of a set that has not exactly one element"),
    "only one of several": (
        "set starter to only one of players", 1, "`only one of` was asked of a set that has not exactly one element"),
    "only one of several, in a condition": (
        "if any c in deck where c is only one of deck:\n    add 1 to pot", 1,
        "`only one of` was asked of a set that has not exactly one element"),
    "a player who is none acts": (
        "for favourite:\n    add 1 to points", 1, "this is none, and somebody or something is needed"),
    "a player who is none has a neighbour": (
        "set starter to player after favourite", 1, "this is none, and somebody or something is needed"),
    "a player who is none wins": ("favourite wins", 1, "this is none, and somebody or something is needed"),
    "turns from a player who is none": (
        "for each p from favourite:\n    add 1 to points", 1, "this is none, and somebody or something is needed"),
    "what a player who is none has": ("set pot to points of favourite", 1, "there is nothing here to look at"),
    "a value of a player who is none": (
        "set pot to total worth of deck for favourite", 1, "this is none, and somebody or something is needed"),
    "none where somebody must be": ("set starter to favourite", 1, "`starter` cannot be none"),
    "a seat that is not taken": ("set starter to P4", 1, "`starter` cannot be none"),
    "a seat that is not taken acts": (
        "for P3:\n    add 1 to points", 1, "this is none, and somebody or something is needed"),
    "chance picks from nothing": (
        "pick lost at random from (leaders without leaders)", 1, "chance has nothing to choose from"),
    "a number below the bounds of a parameter": (
        "subtract 4 from pot\nset pot to double of (pot - 1)", 2, "`number` of `double` would be outside 1 to 6"),
    "a number above the bounds of a parameter": (
        "set pot to double of (pot + 2)", 1, "`number` of `double` would be outside 1 to 6"),
    "a number that is never within the bounds of a parameter": (
        "set pot to 7 - double of 7", 1, "`number` of `double` would be outside 1 to 6"),
    "nobody acts in a procedure that needs somebody": (
        "add 1 to pot\ndo boast", 2, "nobody acts here"),
}
SECTIONS = ("values:\n  double: {of: {number: 1 to 6}, is: 2 * number}\nprocedures:\n  boast: {do: add 1 to your points}\n"
            "actions:\n  beg: {when: no, do: add 1 to pot}\n  steal: {choose: card from hand, do: add 1 to pot}\n")


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_names_the_rule_and_the_place(name: str, tmp_path: Path) -> None:
    lines, line, message = FAULTS[name]
    folder = write_example(tmp_path / "game", lines)
    (folder / "more.yaml").write_text(SECTIONS, encoding="utf-8")
    game = ludex.load(folder)
    start = time.process_time()
    with pytest.raises(ludex.RuleFault) as caught:
        play(game, 2, 1)
    assert time.process_time() - start < SECONDS
    fault = caught.value
    assert str(fault).startswith(f"{message} (rule `")
    if name.startswith("nobody acts"):
        assert (fault.rule, Path(fault.file).name) == ("boast", "more.yaml")
    elif name != "a value of a player who is none":
        assert (fault.rule, fault.passage) == ("play", "play")
        assert (Path(fault.file).name, fault.line) == ("game.yaml", FIRST_LINE + line - 1)
    assert fault.line > 0


def test_a_round_without_an_end_is_a_fault(tmp_path: Path) -> None:
    text = ("ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 2, most: 2}\nrounds: {phases: [play, rest]}\n"
            "phases:\n  play: {do: say \"on\", source: course.1}\n  rest: {do: say \"and on\", source: course.2}\n"
            "end:\n  never: {at: end of round, when: no}\nscoring: {score: 0, ties: shared}\n")
    game = ludex.load(write_example(tmp_path / "tiny", text))
    with pytest.raises(ludex.RuleFault, match="the rules never come to rest") as caught:
        game.start(seed=1)
    assert Path(caught.value.file).name == "game.yaml"
    assert caught.value.line in (7, 8, 10)


@pytest.mark.parametrize("effect", [
    "".join(f"{'    ' * n}for each card{n} in deck:\n" for n in range(4)) + "    " * 4 + "add 0 to pot",
    "repeat until no:\n    for each card in deck:\n        add 0 to pot",
    "repeat until no:\n    set pot to smaller of pot and count of (card in deck where pot > 0)",
], ids=["loops in loops", "a loop in one without end", "a count in a loop without end"])
def test_loops_over_many_items_come_to_an_end_soon(effect: str, tmp_path: Path) -> None:
    lines = "\n".join(f"      {line}" for line in effect.splitlines())
    (tmp_path / "game.yaml").write_text(
        "ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 2, most: 2}\n"
        "components: {card: {copies: 200, items: {Ace: {}, King: {}, Duke: {}}}}\n"
        "zones: {deck: {of: card, starts with: all}}\nvariables: {pot: {type: 0 to 9}}\n"
        f"rounds: {{phases: [play]}}\nphases:\n  play:\n    do: |\n{lines}\n      nobody wins\n", encoding="utf-8")
    game = ludex.load(tmp_path)
    began = time.process_time()
    with pytest.raises(ludex.RuleFault, match="the rules never come to rest"):
        game.start()
    assert time.process_time() - began < SECONDS


def test_turns_without_anybody_are_a_fault(tmp_path: Path) -> None:
    text = ("ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 2, most: 2}\nrounds: {phases: [play]}\n"
            "phases:\n  play:\n    turns: {from: P1, among: players without players, actions: [go]}\n"
            "actions:\n  go: {do: nobody wins}\n")
    with pytest.raises(ludex.RuleFault, match="nobody is `among` those who have a turn") as caught:
        ludex.load(write_example(tmp_path / "tiny", text)).start(seed=1)
    assert (caught.value.rule, caught.value.line) == ("play", 7)


#: How the best score is found -> what two players have, and what three have: whether there is a tie.
TIES = {
    "score: n": (("01", False), ("00", True), ("122", True), ("221", True), ("210", False), ("121", False)),
    "score: n, best: lowest": (("01", False), ("11", True), ("112", True), ("122", False), ("211", True)),
    "score: 0, then: [n]": (("01", False), ("22", True), ("212", True), ("112", False)),
    "score: n, best: lowest, then: [second of you]": (("00", True), ("10", False)),
}


@pytest.mark.parametrize("how", TIES)
@pytest.mark.parametrize("end", ["a line", "a procedure", "a condition"])
def test_a_tie_that_is_impossible_is_a_fault(how: str, end: str, tmp_path: Path) -> None:
    for numbers, tie in TIES[how]:
        scores = "".join(f"      set n of P{seat + 1} to {number}\n" for seat, number in enumerate(numbers))
        last = {"a line": "      end the game\n", "a condition": "end:\n  over: {at: end of round, when: yes}\n",
                "a procedure": "      do stop\nprocedures:\n  stop: {do: end the game}\n"}[end]
        text = (f"ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {{least: 2, most: 3}}\nrounds: {{phases: [play]}}\n"
                f"variables:\n  n: {{type: 0 to 9, each: player}}\n  second: {{type: 0 to 9, each: player}}\n"
                f"phases:\n  play:\n    do: |\n{scores}{last}scoring: {{{how}, ties: impossible}}\n")
        game = ludex.load(write_example(tmp_path / "tiny", text))
        if tie:
            with pytest.raises(ludex.RuleFault, match="several players have the best score") as caught:
                game.start(len(numbers), seed=1)
            assert (caught.value.rule, caught.value.line) == ("scoring", text.count("\n"))
        else:
            result = game.start(len(numbers), seed=1).result
            assert result is not None
            assert len(result.winners) == 1


def test_who_is_named_the_winner_ends_every_tie(tmp_path: Path) -> None:
    text = ("ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 2, most: 3}\nrounds: {phases: [play]}\n"
            "phases:\n  play: {do: P2 wins}\nscoring: {score: 0, ties: impossible}\n")
    result = ludex.load(write_example(tmp_path / "tiny", text)).start(seed=1).result
    assert result is not None
    assert result.winners == (1,)


def test_a_zone_that_is_too_small_is_a_fault(tmp_path: Path) -> None:
    folder = write_example(tmp_path / "game", "draw 3 from deck to slot")
    (folder / "more.yaml").write_text("zones:\n  slot: {of: card, capacity: 2}\n", encoding="utf-8")
    with pytest.raises(ludex.RuleFault, match="`slot` holds 2 at most") as caught:
        ludex.load(folder).start(seed=1)
    assert caught.value.line == FIRST_LINE


def test_a_fault_leaves_the_match_as_it_was(tmp_path: Path) -> None:
    lines = "for starter:\n    you may \"go\":\n        subtract 6 from pot"
    match = ludex.load(write_example(tmp_path / "game", lines)).start(seed=1)
    before = match.hash()
    with pytest.raises(ludex.RuleFault):
        match.apply("go")
    assert match.hash() == before
    assert match.decision is not None
    match.apply("decline")
    assert match.hash() != before


def test_what_is_not_looked_at_is_no_fault(tmp_path: Path) -> None:
    lines = (
        "set pot to (if favourite is none then 7 else points of favourite)\n"
        "if favourite is not none and points of favourite > 3:\n    add 1 to pot\n"
        "if favourite is none or points of favourite > 3:\n    add 1 to pot\n"
        "if every c in (discard without discard) where c is only one of deck:\n    add 1 to pot\n"
        "include (if yes then none else starter) in leaders\n"
        "draw 2 from deck to hand of starter\n"
        "for starter:\n    choose exactly 1 things from hand where rank of (only one of things) > 0\n"
        "    move things to discard\n"
        "subtract pot from pot"
    )
    match = play(ludex.load(write_example(tmp_path / "game", lines)), 2, 1)
    assert match.result is not None
    assert "pot becomes 9" in {event.text for event in match.events}
